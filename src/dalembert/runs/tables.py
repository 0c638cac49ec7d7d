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


def write_csv(path: str | Path, columns: Columns) -> Path:
    """A line of names, then lines of numbers, which are read back to the bit."""
    import csv

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    # the shortest text that means the number, as Python writes it
    writer.writerows(np.stack([*columns.values()], axis=1).tolist())
    return write_file(checked_path(path, "run.csv"), text.getvalue().encode())
