"""Motions into files, in the format that a suffix names."""

from __future__ import annotations

from pathlib import Path

import dalembert as da

SUFFIXES = (".npz", ".csv", ".parquet", ".html")
"""How files of motions end."""


def check_target(file: Path | None) -> None:
    """Raise, before a run takes its time, if a motion cannot be written to a file."""
    if file is None:
        return
    if file.suffix.lower() not in SUFFIXES:
        raise da.errors.ModelError(f"motions are written as .npz, .csv, .parquet or .html, not {file.name!r}")
    if file.is_dir() or not file.resolve().parent.is_dir():
        reason = "that is a folder" if file.is_dir() else f"there is no folder {str(file.resolve().parent)!r}"
        raise da.errors.ModelError(f"{file} cannot be written: {reason}")


def write_motion(motion: da.Motion, file: Path, signals: list[str]) -> None:
    """A motion in a file: .npz, .parquet, .csv or .html."""
    match file.suffix.lower():
        case ".npz":
            motion.save(file)
        case ".parquet":
            motion.to_parquet(file, signals or None)
        case ".csv":
            table = motion.table(signals or None)
            rows = zip(*table.values(), strict=True)
            lines = [",".join(table), *(",".join(repr(float(x)) for x in row) for row in rows), ""]
            try:
                file.write_text("\n".join(lines), encoding="utf-8")
            except OSError as error:
                raise da.errors.ModelError(f"{file} cannot be written: {error.strerror}") from None
        case ".html":
            da.view(motion, signals=signals, file=file)
        case _:
            check_target(file)
