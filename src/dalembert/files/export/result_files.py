"""Results for other programs: motions as CSV, Parquet, NetCDF and MATLAB files, with names and units."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from dalembert.arrays import Vector
from dalembert.errors import ModelError
from dalembert.native.c.c_names import Names
from dalembert.runs.motion import Motion
from dalembert.runs.tables import parquet_library, write_csv
from dalembert.whole_files import write_file

Signals = Iterable[str] | None


@dataclass(frozen=True)
class Results:
    """Columns of a motion by name, the time first, with their units, and what there is to know of the run."""

    columns: Mapping[str, Vector]
    units: Mapping[str, str]
    about: Mapping[str, str]

    @classmethod
    def of(cls, motion: Motion, signals: Signals) -> Results:
        """Signals by name, or all states and inputs."""
        eom, known = motion.dynamics.equations, motion.dynamics.solution.signals.units
        names = (*motion.names, *eom.inputs) if signals is None else signals
        columns = motion.table(names)
        for name, values in columns.items():
            if values.ndim != 1:
                raise ModelError(f"the signal {name!r} is no number at each time; write its parts")
        units = {name: "s" if name == "t" else known.get(name, "") for name in columns}
        about = {
            "source": "dalembert",
            "parameters": json.dumps({**eom.parameters, **motion.parameters}),
            "termination": motion.termination,
            "notes": "; ".join(motion.notes),
        }
        return cls(columns, units, about)


def save_csv(motion: Motion, path: Path, *, signals: Signals = None, units: bool = False) -> Path:
    """Write a motion as text: a line of names, perhaps with units such as `A [rad]`, then numbers in full."""
    results = Results.of(motion, signals)
    headings = {name: f"{name} [{unit}]" if units and unit else name for name, unit in results.units.items()}
    return write_csv(path, {headings[name]: values for name, values in results.columns.items()})


def save_parquet(motion: Motion, path: Path, *, signals: Signals = None) -> Path:
    """Write a motion as a Parquet file; units are metadata of the columns, what the run was that of the table."""
    pyarrow, parquet = parquet_library()
    results = Results.of(motion, signals)
    fields = [
        pyarrow.field(name, pyarrow.float64(), nullable=False, metadata={"unit": unit} if unit else None)
        for name, unit in results.units.items()
    ]
    schema = pyarrow.schema(fields, metadata=dict(results.about))
    buffer = io.BytesIO()
    parquet.write_table(pyarrow.table(dict(results.columns), schema=schema), buffer)
    return write_file(path, buffer.getvalue())


def save_netcdf(motion: Motion, path: Path, *, signals: Signals = None) -> Path:
    """Write a motion as NetCDF (version 3), which xarray opens: variables over the dimension t, with their units.

    A stroke in a name, as in `left/wheel`, is a dot there; `long_name` keeps it.
    """
    from scipy.io import netcdf_file

    results, buffer = Results.of(motion, signals), _Kept()
    file = netcdf_file(buffer, "w", version=2)
    for name, text in results.about.items():
        setattr(file, name, text or " ")
    file.createDimension("t", len(results.columns["t"]))
    taken: set[str] = set()
    for name, values in results.columns.items():
        plain = name.replace("/", ".")
        if plain in taken:
            raise ModelError(f"two signals are called {plain!r} in a NetCDF file, which has no strokes; write one")
        taken.add(plain)
        variable = file.createVariable(plain, "d", ("t",))
        variable[:] = values
        variable.long_name = name
        if unit := results.units[name]:
            variable.units = unit
    file.close()
    return write_file(path, buffer.contents)


class _Kept(io.BytesIO):
    """A file in memory whose contents outlast it."""

    contents = b""

    def close(self) -> None:
        self.contents = self.getvalue()
        super().close()


def save_mat(motion: Motion, path: Path, *, signals: Signals = None) -> Path:
    """Write a motion as a MATLAB file: a column for each signal, and `about` with their names and units.

    Names become such as MATLAB takes: `A.rate` is `A_rate`; `about.names` and `about.fields` stand side by side.
    """
    from scipy.io import savemat

    results, names = Results.of(motion, signals), Names([*_MATLAB, "about"])
    fields = {name: names.take(name) for name in results.columns}
    if long := [name for name, x in fields.items() if len(x) > _LONGEST]:
        raise ModelError(f"the name {long[0]!r} is longer than the {_LONGEST} letters that MATLAB takes")
    about = {
        **{"names": _cells(fields), "fields": _cells(fields.values())},
        **{"units": _cells(results.units.values()), **results.about},
    }
    contents = {fields[name]: values[:, None] for name, values in results.columns.items()}
    buffer = io.BytesIO()
    savemat(buffer, {**contents, "about": about}, long_field_names=True)
    return write_file(path, buffer.getvalue())


_MATLAB = ("catch", "classdef", "elseif", "end", "function", "global", "otherwise", "parfor", "persistent", "spmd")
"""Words of MATLAB that are none of C."""

_LONGEST = 63


def _cells(texts: Iterable[str]) -> Vector:
    """Texts as a column of cells."""
    listed = list(texts)
    cells = np.empty((len(listed), 1), dtype=object)
    cells[:, 0] = listed
    return cells
