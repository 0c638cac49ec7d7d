"""A page that follows its model file: made anew whenever that is saved, and served to this machine alone."""

from __future__ import annotations

import json
import secrets
import threading
import time
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from dalembert.errors import DalembertError, ModelError

_PAUSE = 0.25
_HOST = "127.0.0.1"


class ServedPage(Protocol):
    """A page that was written."""

    @property
    def path(self) -> Path:
        """Its file."""

    @property
    def watched(self) -> str:
        """The text of the page for a server that announces newer versions."""


class Make(Protocol):
    """Makes a page from what a file says now."""

    def __call__(self, out: Path | None, *, is_live: bool) -> ServedPage: ...


@dataclass
class Watched:
    """A watched file: the last page made from it, the number of pages so far, and the current error."""

    make: Callable[[], str]
    """Text of the page."""

    file: Path
    text: str = ""
    version: int = 0
    error: str = ""
    _stamp: tuple[int, int] | None = None

    def look(self) -> bool:
        """Make the page anew if the file was saved; whether it was."""
        try:
            status = self.file.stat()
        except OSError:
            # the last good page stays
            self.error, self._stamp = f"{self.file} is gone; what is here was its last content.", None
            return False
        stamp = status.st_mtime_ns, status.st_size
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        try:
            self.text, self.error = self.make(), ""
            self.version += 1
        except DalembertError as error:
            self.error = str(error)
        return True


class Server:
    """Serves a watched page on the loopback interface, under an address that nobody can guess."""

    def __init__(self, watched: Watched) -> None:
        token = secrets.token_urlsafe(24)
        server = ThreadingHTTPServer((_HOST, 0), _handler(watched, token))
        self._server, port = server, server.server_address[1]
        self.address = f"http://{_HOST}:{port}/{token}/"
        self._thread = threading.Thread(target=server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Serve nothing any more."""
        self._server.shutdown()
        self._server.server_close()


def serve(file: Path, make: Make, told: Callable[[str], object]) -> None:
    """Serve the page of a file until somebody interrupts; what cannot run in a page is served as recorded."""
    with TemporaryDirectory(prefix="dalembert-") as folder:
        out = Path(folder) / "live.html"

        def text() -> str:
            try:
                return make(out, is_live=True).watched
            except ModelError:
                return make(out, is_live=False).watched

        watched = Watched(text, file)
        watched.look()
        if not watched.version:
            raise ModelError(watched.error)
        server = Server(watched)
        told(f"{file} is watched at {server.address} until Ctrl-C")
        webbrowser.open(server.address)
        try:
            watch(watched, told)
        except KeyboardInterrupt:
            server.close()


def watch(watched: Watched, told: Callable[[str], object]) -> None:
    """Look at the file again and again, until somebody interrupts; tell what came of it."""
    while True:
        time.sleep(_PAUSE)
        before = watched.error
        if watched.look() or watched.error != before:
            told(watched.error or f"made anew, {watched.version - 1} times")


def _handler(watched: Watched, token: str) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """Answers two addresses; whoever does not know the token learns nothing."""

        def do_GET(self) -> None:
            # another name for this machine would be that of a stranger's page
            host = self.headers.get("Host", "").rpartition(":")[0]
            path = self.path.split("?")[0]
            if host == _HOST and path == f"/{token}/":
                self._answer("text/html; charset=utf-8", watched.text)
            elif host == _HOST and path == f"/{token}/version":
                self._answer("application/json", json.dumps({"version": watched.version, "error": watched.error}))
            else:
                self.send_error(404)

        def _answer(self, kind: str, text: str) -> None:
            content = text.encode()
            self.send_response(200)
            for name, value in (
                ("Content-Type", kind),
                ("Content-Length", str(len(content))),
                ("Cache-Control", "no-store"),
                ("Referrer-Policy", "no-referrer"),
            ):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: the terminal belongs to whoever writes the model."""

    return Handler
