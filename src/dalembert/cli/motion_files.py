"""Motions into files, in the format that a suffix names."""

from __future__ import annotations

from pathlib import Path

import dalembert as da


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
            raise da.errors.ModelError(f"motions are written as .npz, .csv, .parquet or .html, not {file.name!r}")
