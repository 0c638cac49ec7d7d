"""Folders of sweeps: a chunk of cases a file, written beside and renamed; whoever is killed loses no file.

A folder has `sweep.json`, which says what was asked, and `cases-FIRST-LAST.parquet` with the answers of the cases
from the first to the last. Whoever computes holds a lock on `lock`, which the system takes back when he dies.
"""

from __future__ import annotations

import io
import json
import logging
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from dalembert.archive import differences
from dalembert.arrays import Array, Vector
from dalembert.errors import ModelError
from dalembert.runs.tables import parquet_library
from dalembert.studies.case_answers import Answers, Failure
from dalembert.studies.descriptions import described_values, digest
from dalembert.studies.designs import Cases
from dalembert.studies.study import Study
from dalembert.whole_files import is_taken, write_file

_log = logging.getLogger(__name__)

FORMAT = "dalembert sweep 1"
"""Kind and version of a folder, as `sweep.json` says."""

HEAD, LOCK = "sweep.json", "lock"

CASE, REASON, TIME, STATE = "case", "failure", "failed at time", "failed in state"
"""Columns besides values and answers."""

_CHUNK = re.compile(r"cases-(\d+)-(\d+)\.parquet")
_HEAD_KEY, _SHAPES_KEY = b"dalembert sweep", b"dalembert shapes"

_MOST_DIFFERENCES = 3
"""How many are named."""


class SweepFolder:
    """The files of one sweep."""

    def __init__(self, path: Path, head: Mapping[str, Any]) -> None:
        self.path, self.head = path, head
        self._told: set[Path] = set()
        self._digest = digest(json.dumps(head["asked"], sort_keys=True).encode()).encode()

    # ---- to open one

    @classmethod
    def for_study(cls, folder: str | Path, study: Study, cases: Cases) -> SweepFolder:
        """The folder of this study: a new one, or one in which it goes on."""
        parquet_library()
        path = _checked_folder(folder)
        plain = json.loads(json.dumps({**study.description, "cases": _described(cases)}))
        head = {
            "format": FORMAT,
            "asked": plain,
            "axes": [list(names) for names in cases.axes],
            "shape": list(cases.shape),
            "design": cases.kind,
            "outputs": None if study.outputs is None else study.outputs.tolist(),
        }
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ModelError(f"the folder {path} cannot be made: {error}") from error
        if (path / HEAD).exists():
            check_same(path, _head(path)["asked"], plain)
        elif others := [name for name in _names(path) if name not in (LOCK, HEAD) and not name.endswith(".part")]:
            raise ModelError(
                f"{path} is no folder of a sweep: there is no {HEAD}, but {others[0]!r}; name a new one"
            )
        return cls(path, head)

    @classmethod
    def open(cls, folder: str | Path) -> SweepFolder:
        """A folder that exists."""
        parquet_library()
        path = _checked_folder(folder)
        if not path.is_dir():
            raise ModelError(f"there is no folder {path}")
        if not (path / HEAD).exists():
            raise ModelError(f"{path} is no folder of a sweep: there is no {HEAD} in it")
        return cls(path, _head(path))

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Take the folder for oneself, and begin it if it is new."""
        lock = self.path / LOCK
        try:
            if os.name == "nt":
                # there files cannot be locked like this, but those that are open cannot be removed
                lock.unlink(missing_ok=True)
            stream = open(lock, "a+b")  # noqa: SIM115
        except OSError as error:
            raise self._unwritable(error) from error
        with stream:
            if not is_taken(stream):
                stream.seek(0)
                owner = stream.read().decode(errors="replace").strip() or "another process"
                raise ModelError(
                    f"{owner} is computing the sweep in {self.path}; wait, or give this one another folder"
                )
            try:
                stream.truncate(0)
                stream.write(
                    f"process {os.getpid()} on {os.uname().nodename if hasattr(os, 'uname') else 'it'}".encode()
                )
                stream.flush()
            except OSError as error:
                raise self._unwritable(error) from error
            # what somebody left who was killed while he wrote
            for half in self.path.glob(".*.part"):
                with suppress(OSError):
                    half.unlink()
            if not (self.path / HEAD).exists():
                write_file(self.path / HEAD, json.dumps(self.head, indent=1).encode())
            yield

    def _unwritable(self, error: OSError) -> ModelError:
        look = "; da.open_sweep looks at what is in it" if (self.path / HEAD).exists() else ""
        return ModelError(f"nothing can be written to the folder {self.path}: {error}{look}")

    # ---- chunks

    @property
    def is_begun(self) -> bool:
        """Whether somebody has begun to compute it."""
        return (self.path / HEAD).exists()

    @property
    def total(self) -> int:
        """Number of all cases."""
        return int(np.prod(self.head["shape"], dtype=np.int64))

    @property
    def questions(self) -> tuple[str, ...]:
        """Names of the answers."""
        return tuple(self.head["asked"]["questions"])

    def chunks(self) -> list[tuple[int, int, Path]]:
        """First and last case and file of each chunk, in their order; what overlaps is told once."""
        found = []
        for name in _names(self.path):
            if match := _CHUNK.fullmatch(name):
                found.append((int(match[1]), int(match[2]), self.path / name))
        kept: list[tuple[int, int, Path]] = []
        for first, last, path in sorted(found):
            if kept and first <= kept[-1][1]:
                _log.warning("%s repeats cases of %s; it is left alone", path, kept[-1][2])
            else:
                kept.append((first, last, path))
        return kept

    def good_chunks(self, *, are_read: bool = False) -> list[tuple[int, int, Path]]:
        """Chunks that are complete, as far as their ends say, or all that is in them; others are told once."""
        good = []
        for first, last, path in self.chunks():
            try:
                self._metadata(path, first, last)
                if are_read:
                    _table(path)
            except ModelError as error:
                if path not in self._told:
                    _log.warning("%s; its cases are missing, and the call of da.sweep computes them again", error)
                self._told.add(path)
                continue
            good.append((first, last, path))
        return good

    def gaps(self) -> list[tuple[int, int]]:
        """Cases that are missing, from one number to before another."""
        gaps, next_case = [], 0
        for first, last, _ in self.good_chunks(are_read=True):
            if first > next_case:
                gaps.append((next_case, first))
            next_case = last + 1
        return [*gaps, (next_case, self.total)] if next_case < self.total else gaps

    def shapes(self) -> dict[str, tuple[int, ...] | None]:
        """Shapes of the answers so far."""
        shapes: dict[str, tuple[int, ...] | None] = dict.fromkeys(self.questions)
        for first, last, path in self.good_chunks():
            for name, shape in self._metadata(path, first, last).items():
                if shapes[name] is None and shape is not None:
                    shapes[name] = tuple(shape["shape"])
            if all(shape is not None for shape in shapes.values()):
                break
        return shapes

    def write(self, first: int, values: Mapping[str, Vector], answers: Answers) -> None:
        """Keep a chunk."""
        pyarrow, parquet = parquet_library()
        n = answers.count
        columns: dict[str, Any] = {CASE: np.arange(first, first + n), **values}
        shapes: dict[str, Any] = {}
        for name, column in answers.columns.items():
            shapes[name] = None
            columns[name] = pyarrow.nulls(n)
            if column is not None:
                shapes[name] = {"shape": column.shape[1:], "complex": column.dtype.kind == "c"}
                columns[name] = _stored(pyarrow, column)
        failures = [answers.failures.get(k) for k in range(n)]
        columns[REASON] = pyarrow.array([x and x.reason for x in failures], pyarrow.string())
        columns[TIME] = pyarrow.array([x and x.time for x in failures], pyarrow.float64())
        columns[STATE] = pyarrow.array([x and list(x.state) for x in failures], pyarrow.list_(pyarrow.float64()))
        table = pyarrow.table(columns).replace_schema_metadata(
            {_HEAD_KEY: self._digest, _SHAPES_KEY: json.dumps(shapes)}
        )
        buffer = io.BytesIO()
        parquet.write_table(table, buffer, use_dictionary=[REASON], write_page_checksum=True)
        write_file(self.path / f"cases-{first:012d}-{first + n - 1:012d}.parquet", buffer.getvalue())

    def read(self, name: str) -> Iterator[tuple[int, Vector | None, int]]:
        """A column chunk by chunk: the first case, the values (None if there are none), and how many."""
        for first, last, path in self.good_chunks():
            n = last - first + 1
            column = _table(path, [name]).column(0).combine_chunks()
            how = self._metadata(path, first, last).get(name, {"shape": [], "complex": False})
            yield first, (None if how is None else _restored(column, how, n)), n

    def failures(self) -> dict[int, Failure]:
        """Failures by number of the case."""
        found = {}
        for first, _, path in self.good_chunks():
            table = _table(path, [REASON, TIME, STATE])
            if table.column(REASON).null_count == len(table):
                continue
            rows = zip(*(table.column(name).to_pylist() for name in (REASON, TIME, STATE)), strict=True)
            for k, (reason, time, state) in enumerate(rows, first):
                if reason is not None:
                    found[k] = Failure(reason, time, tuple(state))
        return found

    def _metadata(self, path: Path, first: int, last: int) -> dict[str, Any]:
        """Shapes of answers in a file, which is complete, of this sweep, and of these cases."""
        _, parquet = parquet_library()
        try:
            file = parquet.read_metadata(path)
            metadata, n = file.metadata or {}, file.num_rows
            shapes = json.loads(metadata[_SHAPES_KEY])
            numbers = file.row_group(0).column(0).statistics
        except Exception as error:
            raise _damaged(path, error) from error
        is_right = metadata.get(_HEAD_KEY) == self._digest and n == last - first + 1 and last < self.total
        if not is_right or not numbers.min == first:
            raise ModelError(f"{path} is not of this sweep")
        return dict(shapes)


def _table(path: Path, columns: list[str] | None = None) -> Any:
    """Columns of a file, whose pages are what was written."""
    _, parquet = parquet_library()
    try:
        return parquet.read_table(path, columns=columns, page_checksum_verification=True)
    except Exception as error:
        raise _damaged(path, error) from error


def _stored(pyarrow: Any, column: Array) -> Any:
    """A column for a file: arrays and complex numbers as lists."""
    if not column.size:
        return pyarrow.nulls(len(column))
    flat = np.ascontiguousarray(column).view(float) if column.dtype.kind == "c" else column
    if column.ndim == 1 and column.dtype.kind != "c":
        return pyarrow.array(flat)
    flat = np.ascontiguousarray(flat.reshape(len(column), -1))
    return pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(flat.ravel()), flat.shape[1])


def _restored(column: Any, how: Mapping[str, Any], count: int) -> Vector:
    shape = tuple(how["shape"])
    if 0 in shape:
        return np.zeros((count, *shape), dtype=complex if how["complex"] else float)
    if not shape and not how["complex"]:
        return np.asarray(column.to_numpy(zero_copy_only=False))
    numbers = column.flatten().to_numpy(zero_copy_only=False)
    return (numbers.view(complex) if how["complex"] else numbers).reshape(count, *shape)


def _described(cases: Cases) -> dict[str, Any]:
    return {
        "design": cases.kind,
        "values": {name: described_values(column) for name, column in cases.columns.items()},
    }


def check_same(path: Path, saved: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
    """Refuse a folder of another model, of other cases, or of other questions, with what differs."""
    if saved == asked:
        return
    texts = list(differences(saved, asked)) or ["some numbers differ in their last digits"]
    more = "; and more" if len(texts) > _MOST_DIFFERENCES else ""
    raise ModelError(
        f"{path} holds another sweep: {'; '.join(texts[:_MOST_DIFFERENCES])}{more}; give this one another folder"
    )


def _head(path: Path) -> dict[str, Any]:
    try:
        head = json.loads((path / HEAD).read_bytes())
        complete = _is_complete(head)
    except (OSError, ValueError) as error:
        raise ModelError(f"{path / HEAD} cannot be read: {error}") from error
    if not complete:
        raise ModelError(f"{path / HEAD} is not that of a sweep")
    if head["format"] != FORMAT:
        raise ModelError(f"{path} has the format {head['format']!r}; this version reads {FORMAT!r}")
    return dict(head)


def _is_complete(head: Any) -> bool:
    """Whether there is all that a sweep says of itself."""
    if not isinstance(head, dict) or not {"format", "asked", "axes", "shape", "design", "outputs"} <= head.keys():
        return False
    asked, shape = head["asked"], head["shape"]
    parts = (
        (asked, *(asked.get(name) for name in ("start", "questions", "cases"))) if isinstance(asked, dict) else ()
    )
    are_counts = isinstance(shape, list) and all(type(n) is int and n > 0 for n in shape)
    return are_counts and bool(parts) and all(isinstance(part, dict) for part in parts)


def _checked_folder(folder: object) -> Path:
    if not isinstance(folder, str | os.PathLike) or not os.fspath(folder):
        raise ModelError(f"a folder is given by its path, such as 'tolerances', not {folder!r}")
    try:
        path = Path(folder).expanduser()
    except RuntimeError as error:
        raise ModelError(f"the folder {os.fspath(folder)} cannot be found: {error}") from error
    if path.exists() and not path.is_dir():
        raise ModelError(f"{path} is a file; a sweep takes a folder")
    return path


def _names(path: Path) -> list[str]:
    return sorted(entry.name for entry in os.scandir(path))


def _damaged(path: Path, error: Exception) -> ModelError:
    return ModelError(f"{path} is not a complete file of a sweep: {str(error) or type(error).__name__}")
