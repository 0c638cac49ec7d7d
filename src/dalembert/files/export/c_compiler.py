"""The C compiler that makes binaries: that of the system, or the one in the package `ziglang`."""

from __future__ import annotations

import importlib.util
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dalembert.errors import CompileError

REMEDY = "install a C compiler such as gcc or clang, or pip install 'dalembert[fmu]', which brings one"

_TARGETS = {
    "x86_64-linux": "x86_64-linux-gnu.2.17",
    "aarch64-linux": "aarch64-linux-gnu.2.17",
    "x86_64-darwin": "x86_64-macos",
    "aarch64-darwin": "aarch64-macos",
    "x86_64-windows": "x86_64-windows-gnu",
}
"""Platforms that binaries may be for, and what the compiler in `ziglang` calls them."""

_FLAGS = ["-std=c99", "-O2", "-ffp-contract=off", "-shared", "-fvisibility=hidden"]


def this_platform() -> str:
    """The platform of this machine, such as `"x86_64-linux"`."""
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    return f"{machine}-{platform.system().lower()}"


@dataclass(frozen=True)
class CCompiler:
    """A command that compiles C."""

    command: tuple[str, ...]

    @classmethod
    def of(cls, target: str) -> CCompiler:
        """One for a platform: that of the system for this one, else that of `ziglang`."""
        if target not in _TARGETS:
            raise CompileError(f"binaries are for {', '.join(_TARGETS)}, not {target!r}")
        own = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
        if own is not None and target == this_platform():
            return cls((own,))
        if importlib.util.find_spec("ziglang") is None:
            if target != this_platform():
                raise CompileError(
                    f"binaries for {target} are made on {this_platform()} by the compiler of ziglang: "
                    "pip install 'dalembert[fmu]'"
                )
            raise CompileError(f"there is no C compiler to make binaries with; {REMEDY}")
        return cls((sys.executable, "-m", "ziglang", "cc", "-target", _TARGETS[target]))

    def shared_library(self, source: Path, library: Path, definitions: Sequence[str] = ()) -> None:
        """Compile one file to a shared library."""
        # Windows has its mathematics library in that of C, and all its code may stand anywhere
        options = [] if library.suffix == ".dll" else ["-fPIC", "-lm"]
        command = [*self.command, *_FLAGS, *(f"-D{x}" for x in definitions), str(source), "-o", str(library)]
        done = subprocess.run([*command, *options], capture_output=True, text=True)
        if done.returncode:
            raise CompileError(f"{' '.join(self.command)} could not compile {source.name}: {done.stderr[-2000:]}")
