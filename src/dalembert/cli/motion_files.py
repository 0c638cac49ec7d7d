"""Motions into files, in the format that a suffix names."""

from __future__ import annotations

from pathlib import Path

import dalembert as da

SUFFIXES = (".npz", ".csv", ".parquet", ".nc", ".mat", ".html")
"""How files of motions end: those of `da.save`, and pages."""


def check_target(file: Path | None) -> None:
    """Raise, before a run takes its time, if a motion cannot be written to a file."""
    if file is None:
        return
    if file.suffix.lower() not in SUFFIXES:
        raise da.errors.ModelError(
            f"motions are written as {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}, not {file.name!r}"
        )
    if file.is_dir() or not file.resolve().parent.is_dir():
        reason = "that is a folder" if file.is_dir() else f"there is no folder {str(file.resolve().parent)!r}"
        raise da.errors.ModelError(f"{file} cannot be written: {reason}")


def write_motion(motion: da.Motion, file: Path, signals: list[str]) -> None:
    """A motion in a file, with the signals of a table or page."""
    match file.suffix.lower():
        case ".html":
            da.view(motion, signals=signals, file=file)
        case ".npz":
            da.save(motion, file)
        case _:
            da.save(motion, file, **({"signals": signals} if signals else {}))
