import base64
import hashlib
import json
import re
import shutil
import subprocess
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import dalembert as da
from dalembert.errors import ModelError
from dalembert.pictures.animate import fitting_speed, speed_text
from tests.pictures.models import swing, tripod
from tests.pictures.motions import roll

NASTY = "</script><script>alert(1)</script>"


@pytest.fixture(scope="module")
def film():
    return da.animate(swing(), rate=2.0, width=160, title=NASTY)


@pytest.mark.parametrize("span", [3.0, 4.0, 4.0 - 1e-9, 12.0])
def test_runs_of_some_seconds_are_shown_in_real_time(span):
    assert fitting_speed(span) == 1.0


@pytest.mark.parametrize("span", [1e-3, 0.03, 1.0, 7.0, 60.0, 1e4])
def test_a_run_takes_five_to_ten_seconds(span):
    assert 4.5 <= span / fitting_speed(span) <= 10.5


def test_the_speed_is_told_in_words():
    assert [speed_text(x) for x in (1.0, 5.0, 0.02)] == ["real time", "5 × faster", "50 × slower"]


def test_pictures_differ_and_take_the_time_of_the_motion(film):
    assert len(film.frames) == 10
    assert film.speed == 0.2
    assert film.pause * 9 == pytest.approx(5.0)
    assert film.frames[0].width == 160
    assert len({frame.convert("RGB").tobytes() for frame in film.frames}) == 10


def test_a_gif_plays_again_and_again(film, tmp_path):
    with Image.open(film.save(tmp_path / "a.gif")) as gif:
        assert gif.n_frames == 10
        assert gif.info["loop"] == 0
        assert gif.info["duration"] == pytest.approx(1e3 * film.pause, abs=10)


def test_a_page_runs_nothing_but_its_own_script(film, tmp_path):
    text = film.save(tmp_path / "a.html").read_text(encoding="utf-8")
    assert NASTY not in text
    assert "http:" not in text and "https:" not in text
    assert "default-src 'none'" in text
    script = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)[0]
    assert base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() in text
    images = re.findall(r'"([A-Za-z0-9+/=]{200,})"', text)
    assert len(images) == 10
    assert Image.open(BytesIO(base64.b64decode(images[3]))).size == film.frames[0].size


def test_notebooks_show_it(film):
    html = film._repr_html_()
    assert html.startswith("<img") and "<script>" not in html


def test_a_film_needs_ffmpeg(film, tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(ModelError, match="ffmpeg, which is not found"):
        film.save(tmp_path / "a.mp4")


def test_ffmpeg_gets_all_pictures(film, tmp_path, monkeypatch):
    calls = []

    def run(command, *, input, **more):
        calls.append((command, input))
        Path(command[-1]).write_bytes(b"film")
        return subprocess.CompletedProcess(command, 0, b"", b"")

    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/ffmpeg")
    monkeypatch.setattr(subprocess, "run", run)
    assert film.save(tmp_path / "a.mp4").read_bytes() == b"film"
    ((command, pixels),) = calls
    width, height = (2 * (side // 2) for side in film.frames[0].size)
    assert f"{width}x{height}" in command
    assert len(pixels) == 10 * width * height * 3


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="no ffmpeg here: `apt-get install ffmpeg` runs this")
def test_a_film_has_all_pictures_at_their_pace(film, tmp_path):
    file = film.save(tmp_path / "a.mp4")
    ask = ["-v", "error", "-select_streams", "v:0", "-count_frames", "-of", "json"]
    show = ["-show_entries", "stream=codec_name,pix_fmt,width,height,nb_read_frames,duration"]
    asked = subprocess.run(["ffprobe", *ask, *show, str(file)], capture_output=True, check=True)
    (stream,) = json.loads(asked.stdout)["streams"]
    assert (stream["codec_name"], stream["pix_fmt"]) == ("h264", "yuv420p")
    assert [stream["width"], stream["height"]] == [2 * (side // 2) for side in film.frames[0].size]
    assert int(stream["nb_read_frames"]) == len(film.frames)
    assert float(stream["duration"]) == pytest.approx(len(film.frames) * film.pause, rel=0.02)


def test_what_moves_in_space_is_shown_too():
    model = tripod()
    start = da.assemble(model, guess={"pose.z": 0.5}, u={"pose.wz": 0.5})
    motion = da.simulate(model, start, until=0.2, times=[0.0, 0.1, 0.2])
    film = da.animate(motion, width=120, arrows=["rod 0"], names=True)
    assert len(film.frames) == 3
    assert len({frame.convert("RGB").tobytes() for frame in film.frames}) == 3


def test_what_travels_far_is_followed():
    near, far = (da.animate(roll(way), rate=1, width=160).frames for way in (0.5, 20.0))
    shares = [
        [(np.ptp(np.asarray(x.convert("RGB"), dtype=int), axis=2) > 60).mean() for x in film]
        for film in (near, far)
    ]
    assert min(shares[1]) > 0.5 * max(shares[0])
    # the floor moves below it
    assert len({frame.convert("RGB").tobytes() for frame in far}) == len(far)


def test_what_cannot_be_shown_is_refused(film, tmp_path):
    motion = swing()
    one = da.Motion(motion.dynamics, motion.times[:1], motion.states[:1], motion.inputs[:1])
    with pytest.raises(ModelError, match="less than two instants"):
        da.animate(one)
    with pytest.raises(ModelError, match="positive"):
        da.animate(motion, speed=0.0)
    with pytest.raises(ModelError, match=r"\.gif, \.html or \.mp4"):
        film.save(tmp_path / "a.avi")
    with pytest.raises(ModelError, match="cannot be written"):
        film.save(tmp_path / "missing" / "a.gif")


def test_frames_of_one_instant_are_the_same_but_for_the_clock():
    motion = swing()
    still = replace(motion, states=np.repeat(motion.states[:1], len(motion), axis=0), segments=())
    film = da.animate(still, width=200)
    pictures = np.array(
        [np.asarray(frame.convert("L"), dtype=float)[frame.height // 6 :] for frame in film.frames]
    )
    # palettes differ a little
    assert len(pictures) > 20 and np.ptp(pictures, axis=0).max() < 20.0
