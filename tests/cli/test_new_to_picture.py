"""From `dalembert new` to a picture that moves in the browser, with a cache that is empty."""

import os
import subprocess
import sys

import numpy as np
import pytest

pytest.importorskip("websocket")
from tests.browser import Browser, browser_path

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(browser_path() is None, reason="no chromium here"),
]


def test_a_new_file_is_a_picture_that_moves(tmp_path):
    environment = {**os.environ, "DALEMBERT_CACHE": str(tmp_path / "cache")}
    for words in (("new", "arm.toml", "--kind", "robot"), ("view", "arm.toml", "--out", "arm.html")):
        command = [sys.executable, "-m", "dalembert", *words]
        subprocess.run(command, cwd=tmp_path, env=environment, check=True, stdout=subprocess.DEVNULL)
    browser = Browser()
    try:
        browser.show(tmp_path / "arm.html")
        still = browser.picture("#stage")
        browser.click("#play")
        begin = browser.state()["t"]
        browser.wait(f"page.state().t > {begin} + 0.2")
        assert np.abs(browser.picture("#stage") - still).max() > 50
        assert browser.complaints() == []
    finally:
        browser.close()
