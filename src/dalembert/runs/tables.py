"""Tables: named columns for pandas, and as text files."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import ModelError
from dalembert.whole_files import checked_path, write_file

Columns = Mapping[str, NDArray[np.float64]]


def dataframe(columns: Columns, index: str | None = None) -> Any:
    """Named columns as a pandas table, one of them perhaps as its index."""
    try:
        import pandas
    except ImportError:
        raise ModelError("to_dataframe needs pandas; install it, or take the arrays themselves") from None
    frame = pandas.DataFrame(dict(columns))
    return frame if index is None else frame.set_index(index)


def write_parquet(path: str | Path, columns: Columns) -> Path:
    """Named columns as a Parquet file."""
    pyarrow, parquet = parquet_library()
    buffer = io.BytesIO()
    parquet.write_table(pyarrow.table(dict(columns)), buffer)
    return write_file(checked_path(path, "run.parquet"), buffer.getvalue())


def parquet_library() -> tuple[Any, Any]:
    """The packages pyarrow and pyarrow.parquet."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise ModelError(
            "Parquet files and folders of sweeps need pyarrow: install dalembert[cluster], or write text by to_csv"
        ) from None
    return pyarrow, parquet


def read_table(path: str | Path) -> dict[str, NDArray[np.float64]]:
    """Named columns of a Parquet file, or of text with a line of names; empty entries are nan."""
    file = Path(path)
    if not file.is_file():
        raise ModelError(f"there is no file {str(path)!r}")
    if file.suffix == ".parquet":
        _, parquet = parquet_library()
        table = parquet.read_table(file)
        return {
            name: np.asarray(table[name].to_numpy(), dtype=float)
            for name in table.column_names
            if str(table.schema.field(name).type) in _NUMERIC
        }
    return _read_csv(file)


_NUMERIC = {f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)} | {"float", "double"}


def _read_csv(file: Path) -> dict[str, NDArray[np.float64]]:
    import csv

    with open(file, encoding="utf-8-sig", newline="") as text:
        first = text.readline()
        mark = max(",;\t", key=first.count)
        text.seek(0)
        names, *rows = [row for row in csv.reader(text, delimiter=mark) if row] or [[]]
    columns: dict[str, list[float]] = {name.strip(): [] for name in names}
    if len(columns) < len(names):
        raise ModelError(f"{file.name} has two columns of one name: {', '.join(names)}")
    for number, row in enumerate(rows, start=2):
        if len(row) != len(names):
            raise ModelError(
                f"line {number} of {file.name} has {len(row)} entries, and there are {len(names)} names"
            )
        for name, entry in zip(columns, row, strict=True):
            columns[name].append(_number(entry, name, f"line {number} of {file.name}"))
    return {name: np.array(values) for name, values in columns.items()}


def _number(entry: str, name: str, place: str) -> float:
    text = entry.strip()
    if text.lower() in ("", "nan", "na", "n/a", "null"):
        return float("nan")
    try:
        return float(text)
    except ValueError:
        raise ModelError(f"{name!r} in {place} is a number or empty, not {text!r}") from None


def write_csv(path: str | Path, columns: Columns) -> Path:
    """A line of names, then lines of numbers, which are read back to the bit."""
    import csv

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    # the shortest text that means the number, as Python writes it
    writer.writerows(np.stack([*columns.values()], axis=1).tolist())
    return write_file(checked_path(path, "run.csv"), text.getvalue().encode())
