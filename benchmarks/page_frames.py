"""How fast the page of a motion opens and plays, in a browser without a graphics card."""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from figures import Figure, at_least, at_most

import dalembert as da

# the browser and the motion that tests use
sys.path.append(str(Path(__file__).resolve().parents[1]))

from tests.browser import Browser, browser_path
from tests.pictures.motions import chain

SIZE = (1280, 800)
SECONDS = 3.0


def page_frames() -> Iterator[Figure]:
    if browser_path() is None:
        print("no chromium here: the page is not measured")
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "chain.html"
        da.view(chain(), file=file)
        yield at_most("page of 20 bodies and 1,001 rows", file.stat().st_size / 1e6, 1.1, "MB")
        browser = Browser()
        try:
            yield from _measured(browser, file)
        finally:
            browser.close()


def _measured(browser: Browser, file: Path) -> Iterator[Figure]:
    ready, rates, costs = [], [], []
    for _ in range(3):
        browser.show(file, size=SIZE)
        ready.append(browser.state()["readyAfter"] / 1e3)
        browser.click("#play")
        # it takes some frames until the page knows how fast it can draw
        browser.wait("page.state().frames > 30")
        begin, before = time.perf_counter(), browser.state()["frames"]
        browser.js(f"new Promise(done => setTimeout(done, {1e3 * SECONDS}))")
        after = browser.state()
        rates.append((after["frames"] - before) / (time.perf_counter() - begin))
        costs.append(after["cost"])
    yield at_most("page of 20 bodies, ready after", min(ready), 1.0, "s")
    yield at_least(f"page of 20 bodies, {SIZE[0]} × {SIZE[1]}, drawn in software", max(rates), 18.0, "frames/s")
    yield Figure("page of 20 bodies, script in each frame", min(costs), "ms")
    yield Figure("load of the machine meanwhile, in processors", os.getloadavg()[0], "")
