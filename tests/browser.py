"""A browser that tests drive: headless Chromium by its DevTools protocol."""

from __future__ import annotations

import base64
import io
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--enable-unsafe-swiftshader",
    "--hide-scrollbars",
    "--no-first-run",
    "--mute-audio",
)

PATIENCE = 60.0
"""Seconds after which a page is not expected to answer any more."""

PAGE_LEFT = ("navigated or closed", "context was destroyed", "Cannot find context", "default execution context")
"""What the browser answers to a question that the page asked no longer hears."""


def browser_path() -> str | None:
    """Where Chromium is; None if there is none."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


class Browser:
    """One tab. Every message that the browser sends of its own is in `events`."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.process = subprocess.Popen(
            [
                str(browser_path()),
                *FLAGS,
                "--remote-debugging-port=0",
                "--remote-allow-origins=*",
                f"--user-data-dir={self.folder.name}",
                "about:blank",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self.process.stderr is not None
        found = (re.search(r"DevTools listening on ws://[^:]+:(\d+)/", line) for line in self.process.stderr)
        port = next(match[1] for match in found if match)
        # a pipe that nobody reads would stop the browser one day
        threading.Thread(target=self._drain, daemon=True).start()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json") as answer:
            tabs = json.load(answer)
        tab = next(tab for tab in tabs if tab["type"] == "page")
        self._connect(tab["webSocketDebuggerUrl"])

    def other_tab(self) -> Browser:
        """A further tab of this browser, behind the first; it goes when the browser does."""
        target = self("Target.createTarget", url="about:blank", background=True)["targetId"]
        port = re.search(r"//[^/]*:(\d+)/", self.address)
        assert port is not None
        tab = object.__new__(Browser)
        tab._connect(f"ws://127.0.0.1:{port[1]}/devtools/page/{target}")
        return tab

    def _connect(self, address: str) -> None:
        # imported here: tests without a browser need nothing of it
        import websocket

        self.address = address
        self.socket = websocket.create_connection(address, timeout=PATIENCE)
        self.count = 0
        self.events: list[dict[str, Any]] = []
        for domain in ("Page", "Runtime", "Network", "Log"):
            self(f"{domain}.enable")

    def _drain(self) -> None:
        assert self.process.stderr is not None
        for _ in self.process.stderr:
            pass

    def close(self) -> None:
        """End the browser with all its processes."""
        self.socket.close()
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stderr is not None
        self.process.stderr.close()
        self.folder.cleanup()

    def __call__(self, method: str, **parameters: Any) -> Any:
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while (message := json.loads(self.socket.recv())).get("id") != self.count:
            self.events.append(message)
        if "error" in message:
            raise RuntimeError(f"{method}: {message['error']['message']}")
        return message["result"]

    def js(self, text: str) -> Any:
        """The value of an expression in the page."""
        found = self("Runtime.evaluate", expression=text, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in found:
            raise RuntimeError(f"{text}: {found['exceptionDetails']}")
        return found["result"].get("value")

    def wait(self, text: str) -> Any:
        """The value of an expression in the page once it is true, also across pages that lead to others."""
        end = time.monotonic() + PATIENCE
        while not (value := self._js_unless_leaving(text)):
            if time.monotonic() > end:
                raise TimeoutError(f"{text} did not come true; {self.complaints()}")
            time.sleep(0.02)
        return value

    def _js_unless_leaving(self, text: str) -> Any:
        """The value of an expression; None where the page went away while it was asked."""
        try:
            return self.js(text)
        except RuntimeError as error:
            if any(reason in str(error) for reason in PAGE_LEFT):
                return None
            raise

    # ---- pages

    def show(
        self, page: Path, *, size: tuple[int, int] = (1000, 640), mobile: bool = False, dark: bool = False
    ) -> None:
        """Open a page and wait until it is ready."""
        self.events.clear()
        self(
            "Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=mobile
        )
        self("Emulation.setTouchEmulationEnabled", enabled=mobile)
        theme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        still = {"name": "prefers-reduced-motion", "value": "reduce"}
        self("Emulation.setEmulatedMedia", features=[theme, still])
        if "loaderId" not in self("Page.navigate", url=page.resolve().as_uri()):
            # the page that is open already, at another part of its address
            self("Page.reload")
            self.js("delete window.page")
        self.wait("!!(window.page && window.page.ready)")

    def state(self) -> dict[str, Any]:
        """What the page says about itself."""
        return dict(self.js("page.state()"))

    def complaints(self) -> list[str]:
        """Errors and warnings in the browser's log, and what was asked from the network."""
        found = []
        for event in self.events:
            method, more = event.get("method", ""), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                details = more["exceptionDetails"]
                found.append(details.get("exception", {}).get("description", details["text"]))
            elif method == "Log.entryAdded" and more["entry"]["level"] in ("error", "warning"):
                # in software, pictures of the page stop its drawing for a moment
                if "GL Driver Message" not in more["entry"]["text"]:
                    found.append(more["entry"]["text"])
            elif method == "Runtime.consoleAPICalled" and more["type"] in ("error", "warning", "assert"):
                found.append(str([x.get("value") for x in more["args"]]))
            elif method == "Network.requestWillBeSent":
                url = more["request"]["url"]
                if not url.startswith(("file:", "data:", "blob:", "about:")):
                    found.append(f"asked for {url}")
        return found

    # ---- a person's hands

    def click(self, selector: str) -> None:
        """Press an element in its middle."""
        x, y = self.middle(selector)
        self.mouse("mousePressed", x, y, buttons=1)
        self.mouse("mouseReleased", x, y)

    def middle(self, selector: str) -> tuple[float, float]:
        """Where an element is on the screen."""
        text = f"(b => [b.x + b.width / 2, b.y + b.height / 2])(document.querySelector({json.dumps(selector)})"
        x, y = self.js(f"{text}.getBoundingClientRect())")
        return x, y

    def mouse(self, kind: str, x: float, y: float, buttons: int = 0) -> None:
        """Move or press the mouse."""
        button = "none" if kind == "mouseMoved" and not buttons else "left"
        self("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, buttons=buttons, clickCount=1)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Draw something with the left button."""
        self.mouse("mouseMoved", *start)
        self.mouse("mousePressed", *start, buttons=1)
        for k in range(1, 6):
            x, y = (a + (b - a) * k / 5.0 for a, b in zip(start, end, strict=True))
            self.mouse("mouseMoved", x, y, buttons=1)
        self.mouse("mouseReleased", *end)

    def key(self, key: str) -> None:
        """Press a key."""
        self("Input.dispatchKeyEvent", type="keyDown", key=key, text=key if len(key) == 1 else "")
        self("Input.dispatchKeyEvent", type="keyUp", key=key)

    def picture(self, selector: str | None = None) -> NDArray[np.int64]:
        """Pixels (height, width, 3) of the page, or of one element."""
        from PIL import Image

        clip = {}
        if selector is not None:
            text = f"(b => [b.x, b.y, b.width, b.height])(document.querySelector({json.dumps(selector)})"
            x, y, width, height = self.js(f"{text}.getBoundingClientRect())")
            clip = {"clip": {"x": x, "y": y, "width": width, "height": height, "scale": 1}}
        data = base64.b64decode(self("Page.captureScreenshot", **clip)["data"])
        return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"), dtype=np.int64)
