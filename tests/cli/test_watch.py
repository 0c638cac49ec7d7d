"""Watched pages: served to whoever knows the address, made anew when the file is saved."""

import http.client
import json
import os
from urllib.parse import urlsplit

import pytest

from dalembert.cli.commands import _page
from dalembert.cli.model_options import Source
from dalembert.cli.watch import Server, Watched

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

MODEL = """
import dalembert as da

model = da.Model(
    da.Revolute("hinge", da.ground, da.rod("rod", length=da.param("l", {length}), mass=1.0), axis="z"),
    gravity=(0, -9.81, 0),
)
"""


@pytest.fixture
def watched(tmp_path):
    file = tmp_path / "arm.py"
    file.write_text(MODEL.format(length=1.0))

    def make():
        return _page(Source(str(file), {}), 1.0, [], tmp_path / "live.html", is_live=True).watched

    found = Watched(make, file)
    server = Server(found)
    yield found, server.address, lambda text: saved(file, text)
    server.close()


def saved(file, text):
    """The file with another text, and another time even where clocks are coarse."""
    before = file.stat().st_mtime_ns
    file.write_text(text)
    os.utime(file, ns=(before + 10**9, before + 10**9))


def answer(address, path="", host=None):
    """Status and text of what a server says."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=10)
    connection.request("GET", parts.path + path, headers={"Host": host or parts.netloc})
    found = connection.getresponse()
    return found.status, found.read().decode()


def test_saving_makes_the_page_anew_and_errors_keep_the_last_good_one(watched):
    found, address, save = watched
    assert found.look() and not found.look()
    status, text = answer(address)
    assert status == 200 and "connect-src 'self'" in text and "data-watched" in text
    assert json.loads(answer(address, "version")[1]) == {"version": 1, "error": ""}

    save(MODEL.format(length=2.0))
    assert found.look()
    assert json.loads(answer(address, "version")[1])["version"] == 2
    better = answer(address)[1]
    assert better != text

    # the line that is wrong is told, and the page stays
    save(MODEL.format(length="-1.0"))
    found.look()
    told = json.loads(answer(address, "version")[1])
    assert told["version"] == 2 and "rod" in told["error"]
    save("import dalembert as da\n\nmodel = da.Model(undefined)\n")
    found.look()
    assert "arm.py, line 3: NameError" in json.loads(answer(address, "version")[1])["error"]
    assert answer(address)[1] == better

    # so it does when the file is gone
    found.file.unlink()
    found.look()
    assert "is gone" in json.loads(answer(address, "version")[1])["error"]
    assert answer(address)[1] == better


def test_nobody_else_is_answered(watched):
    found, address, _ = watched
    found.look()
    assert urlsplit(address).hostname == "127.0.0.1"
    root = address.split("/", 3)
    assert answer("/".join(root[:3]) + "/")[0] == 404
    assert answer(address[:-2] + ("a" if address[-2] != "a" else "b") + "/")[0] == 404
    # a stranger's page that gives this machine another name
    assert answer(address, host="stranger.example:80")[0] == 404


def test_a_watched_page_takes_over_what_is_new_with_time_and_settings(watched):
    pytest.importorskip("websocket")
    from tests.browser import Browser, browser_path

    if browser_path() is None:
        pytest.skip("no chromium here")
    found, address, save = watched
    found.look()
    browser = Browser()
    try:
        browser("Page.navigate", url=address)
        browser.wait("window.page?.ready && page.state().live.ready")
        browser.js("page.live.set('l', 1.4); page.seek(0.5); page.toggle('trail'); page.stage.rig.orbit(0.3, 0)")
        browser.wait("page.state().live.ready")
        azimuth = browser.js("page.stage.rig.azimuth")
        browser.js("window.isOld = true")
        save(MODEL.format(length=1.2))
        found.look()
        browser.wait("!window.isOld && window.page?.ready && page.state().live.ready")
        state = browser.state()
        assert browser.js("page.live.author.l") == 1.2
        assert state["live"]["values"]["l"] == 1.4 and state["t"] == 0.5 and not state["toggles"]["trail"]
        assert browser.js("page.stage.rig.azimuth") == pytest.approx(azimuth)
        save("model = 1 / 0\n")
        found.look()
        said = browser.wait(
            "!document.querySelector('#watch-said').hidden && document.querySelector('#watch-said').textContent"
        )
        assert "arm.py, line 1: ZeroDivisionError" in said
    finally:
        browser.close()
