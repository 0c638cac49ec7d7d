"""Moving pictures of motions."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image

from dalembert.errors import ModelError
from dalembert.number_checks import is_number, told
from dalembert.pictures.body_poses import check_finite, motion_scene
from dalembert.pictures.camera import Camera
from dalembert.pictures.draw import check_size, motion_arrows
from dalembert.pictures.figures import SOFT, any_letters, new_picture, time_unit
from dalembert.pictures.picture_files import checked_file
from dalembert.pictures.sketch import WIDTH, Canvas, Sketch
from dalembert.runs.motion import Motion
from dalembert.whole_files import write_file

SHORTEST, LONGEST, USUAL = 3.0, 12.0, 7.0
"""Seconds of motions that are shown in real time unless a speed is given; others take about the third."""

COLOURS = 128

ROOM = 0.2
"""Around what is followed, beside its size: the floor passes there."""

LEAST_WIDTH, MOST_WIDTH = 32, 4096
"""Of moving pictures, in pixels."""

_PLAYER = """
const frames = JSON.parse(document.getElementById("frames").textContent);
const picture = document.getElementById("picture"), bar = document.getElementById("bar");
const button = document.getElementById("play");
let k = 0, playing = true;
function show(i) { k = i; picture.src = "data:image/png;base64," + frames.images[i]; bar.value = i; }
bar.max = frames.images.length - 1;
bar.oninput = () => { playing = false; button.textContent = "play"; show(+bar.value); };
button.onclick = () => { playing = !playing; button.textContent = playing ? "pause" : "play"; };
setInterval(() => { if (playing) show((k + 1) % frames.images.length); }, frames.milliseconds);
show(0);
"""

_STYLE = (
    "body{margin:1.5rem auto;max-width:60rem;font:15px system-ui,sans-serif;color:#23272e;text-align:center}"
    "img{max-width:100%}#bar{width:70%;vertical-align:middle}"
    "button{font:inherit;padding:.3rem 1rem;margin-right:1rem}"
)


@dataclass(frozen=True, eq=False)
class Animation:
    """Pictures one after the other; notebooks show them, `save` writes them."""

    frames: tuple[Image.Image, ...]
    pause: float
    """Seconds between two of them."""

    speed: float
    """Seconds of the motion in each second that is shown."""

    title: str = "motion"

    def save(self, file: str | Path) -> Path:
        """Write a .gif, an .html page that plays by itself, or an .mp4, which needs the program ffmpeg."""
        target = checked_film(file)
        makers = {".gif": self.gif, ".html": self._html, ".mp4": self._mp4}
        return write_file(target, makers[target.suffix.lower()]())

    def _repr_html_(self) -> str:
        return f'<img alt="{escape(self.title)}" src="data:image/gif;base64,{_text(self.gif())}">'

    def gif(self) -> bytes:
        """The bytes of a GIF file, which plays again and again."""
        stream = BytesIO()
        self.frames[0].save(
            stream,
            format="GIF",
            save_all=True,
            append_images=self.frames[1:],
            duration=round(1e3 * self.pause),
            loop=0,
            disposal=1,
        )
        return stream.getvalue()

    def _html(self) -> bytes:
        """One page with all pictures in it; nothing comes from a network, and only its own script runs."""
        images = ",".join(f'"{_text(_png(frame))}"' for frame in self.frames)
        policy = "; ".join(
            [
                "default-src 'none'",
                "img-src data:",
                *(f"{kind}-src 'sha256-{_hash(text)}'" for kind, text in (("script", _PLAYER), ("style", _STYLE))),
            ]
        )
        text = (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(self.title)}</title>'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}"><style>{_STYLE}</style></head><body>'
            f'<p><img id="picture" alt="{escape(self.title)}"></p>'
            '<p><button id="play">pause</button>'
            '<input id="bar" type="range" min="0" value="0" aria-label="time"></p>'
            f'<script id="frames" type="application/json">{{"milliseconds":{round(1e3 * self.pause)},'
            f'"images":[{images}]}}</script><script>{_PLAYER}</script></body></html>'
        )
        return text.encode()

    def _mp4(self) -> bytes:
        # most players want even sides
        width, height = (2 * (side // 2) for side in self.frames[0].size)
        source = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", f"{1.0 / self.pause:g}"]
        target = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "+faststart"]
        pixels = b"".join(frame.convert("RGB").crop((0, 0, width, height)).tobytes() for frame in self.frames)
        command = [str(shutil.which("ffmpeg")), "-y", "-loglevel", "error", *source, "-i", "-", "-an", *target]
        try:
            # what is written goes back and forth in it, so that it needs a name
            with tempfile.TemporaryDirectory(prefix="dalembert-") as folder:
                file = Path(folder) / "film.mp4"
                done = subprocess.run([*command, str(file)], input=pixels, capture_output=True, check=False)
                if not done.returncode:
                    return file.read_bytes()
        except OSError as error:
            raise ModelError(f"ffmpeg could not be run: {error}") from error
        raise ModelError(f"ffmpeg could not write the film: {done.stderr.decode(errors='replace').strip()}")


def animate(
    motion: Motion,
    *,
    speed: float | None = None,
    rate: float = 20.0,
    width: int = 640,
    arrows: bool | Iterable[str] = False,
    names: bool = False,
    towards: ArrayLike | None = None,
    title: str = "motion",
    file: str | Path | None = None,
) -> Animation:
    """Moving picture of a motion.

    Parameters
    ----------
    motion : Motion
        Motion that is shown.
    speed : float, optional
        Seconds of the motion that pass in one second, written into the picture; default real time for three to
        twelve seconds, otherwise such that all takes five to ten seconds.
    rate : float, optional
        Pictures in a second; default 20.
    width : int, optional
        Width in pixels; default 640.
    arrows : bool or iterable of str, optional
        Forces that are drawn: those of joints, constraints or force elements by name, "gravity" for weights,
        or True for all but these; default none.
    names : bool, optional
        Whether joints and bodies have their names; default False.
    towards : vector (3,), optional
        Direction to the eye, in world axes; default from the front for models in a plane, else from the side
        and a little above.
    title : str, optional
        Title of the HTML page and text in the place of the picture; default "motion".
    file : path, optional
        File (.gif, .html, or .mp4 with ffmpeg) that it is written to; default none.

    Returns
    -------
    Animation
        Pictures one after the other; notebooks show them, `save` writes them.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> motion = da.simulate(pendulum, {"hinge": 0.1}, until=0.2)
    >>> film = da.animate(motion, file="swing.gif", rate=10.0)
    >>> print(type(film).__name__)
    Animation
    """
    if not isinstance(motion, Motion):
        raise ModelError(f"a moving picture is of a motion, such as da.simulate returns, not of {motion!r}")
    check_size(motion)
    if file is not None:
        checked_film(file)
    if len(motion) < 2:
        raise ModelError("nothing moves in less than two instants; da.draw makes a still picture")
    if not all(is_number(x) and x > 0.0 for x in (rate, 1.0 if speed is None else speed)):
        raise ModelError(f"speed and rate of a moving picture are positive, unlike {told(speed)} and {told(rate)}")
    if not is_number(width) or not LEAST_WIDTH <= width <= MOST_WIDTH:
        raise ModelError(f"a moving picture is {LEAST_WIDTH} to {MOST_WIDTH} pixels wide, unlike {told(width)}")
    span = float(abs(motion.times[-1] - motion.times[0]))
    factor = fitting_speed(span) if speed is None else float(speed)
    count = max(2, min(round(rate * span / factor), len(motion)))
    times = np.linspace(motion.times[0], motion.times[-1], count)
    rows = [int(np.argmin(np.abs(motion.times - time))) for time in times]
    frames = tuple(_frames(motion, rows, factor, width, arrows, names, towards))
    animation = Animation(frames, span / factor / (count - 1), factor, title)
    if file is not None:
        animation.save(file)
    return animation


def checked_film(file: object) -> Path:
    """The path of a file for a moving picture that can be written as far as its name tells."""
    path = checked_file(file, (".gif", ".html", ".mp4"), "moving picture")
    if path.suffix.lower() == ".mp4" and shutil.which("ffmpeg") is None:
        raise ModelError("an .mp4 needs the program ffmpeg, which is not found; write a .gif or .html instead")
    return path


def fitting_speed(span: float) -> float:
    """1, 2 or 5 times a power of ten, with which so many seconds take five to ten; 1 for three to twelve."""
    if SHORTEST - 0.01 <= span <= LONGEST + 0.01 or span <= 0.0:
        return 1.0
    wanted = span / USUAL
    steps = [k * 10.0**n for n in range(-9, 10) for k in (1.0, 2.0, 5.0)]
    return min(steps, key=lambda step: abs(np.log(step / wanted)))


def speed_text(speed: float) -> str:
    """How fast it is shown, in words."""
    if speed == 1.0:
        return "real time"
    return f"{speed:g} × faster" if speed > 1.0 else f"{1.0 / speed:g} × slower"


def _frames(
    motion: Motion,
    rows: list[int],
    speed: float,
    width: int,
    arrows: bool | Iterable[str],
    names: bool,
    towards: ArrayLike | None,
) -> Iterator[Image.Image]:
    """Pictures at these samples; what stands still is drawn once, a mechanism that travels far is followed."""
    scene = motion_scene(motion)
    scene = replace(scene, poses=scene.poses.some(rows))
    check_finite(scene.poses, motion.times[rows])
    forces, passed = motion_arrows(motion, arrows, rows), scene.way()
    if passed is not None:
        scene = replace(scene, poses=scene.poses.moved(-passed))
        forces = tuple(replace(arrow, points=arrow.points - passed) for arrow in forces)
    camera = Camera.of(scene) if towards is None else Camera.along(towards, scene.up)
    canvas = Canvas(scene, camera, forces) if passed is None else Canvas(scene, camera, forces, ROOM)
    figure, axes = new_picture(WIDTH, canvas.height)
    figure.set_dpi(width / WIDTH)
    background = Sketch(axes, canvas)
    if passed is None:
        background.prepare()
    else:
        background.frame()
    background.finish()
    paper: Any = figure.canvas
    paper.draw()
    still = paper.copy_from_bbox(figure.bbox)
    fixed = set(axes.get_children())
    unit, per_second = time_unit(float(np.ptp(motion.times)))
    for k, row in enumerate(rows):
        sketch, poses = Sketch(axes, canvas, dots=width), scene.poses.some([k])
        if passed is not None and not canvas.is_flat:
            sketch.floor(passed[k])
        if passed is not None:
            sketch.planes(passed[k])
        sketch.full(poses)
        if names:
            sketch.names(poses)
        sketch.arrows(k)
        sketch.labels.place()
        clock = f"t = {per_second * motion.times[row]:.3g} {unit}, {speed_text(speed)}"
        axes.text(0.98, 0.97, clock, transform=axes.transAxes, ha="right", va="top", fontsize=9, color=SOFT)
        # of equal depth, in the order in which they were made
        new = [artist for artist in axes.get_children() if artist not in fixed]
        moving = sorted(new, key=lambda artist: artist.get_zorder())
        paper.restore_region(still)
        with any_letters():
            for artist in moving:
                axes.draw_artist(artist)
        picture = Image.fromarray(np.asarray(paper.buffer_rgba())).convert("RGB")
        yield picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        for artist in moving:
            artist.remove()


def _png(frame: Image.Image) -> bytes:
    stream = BytesIO()
    frame.save(stream, format="PNG")
    return stream.getvalue()


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _hash(text: str) -> str:
    return _text(hashlib.sha256(text.encode()).digest())
