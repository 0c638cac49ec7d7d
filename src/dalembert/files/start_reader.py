"""Starts of model files: values of states, and their units, which the model checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dalembert.errors import DalembertError
from dalembert.files.field_types import with_article
from dalembert.files.toml_places import Path as Keys
from dalembert.files.value_reader import ValueReader
from dalembert.model.model import Model
from dalembert.name_checks import closest
from dalembert.tree.tree import tree_variables

START_KEYS = ("t", "q", "u", "z", "tau", "p")

DIMENSIONS_OF_UNITS: Mapping[str, str] = {
    **{"m": "length", "rad": "angle", "rad/s": "rate of an angle", "N": "force", "N m": "moment"},
}
"""What variables measure, by the units that equations have for them."""


def start_of(reader: ValueReader, model: Model) -> Mapping[str, Any]:
    """Values at the start, checked by the model."""
    values = start_values(reader, ("start",)) if reader.section("start") else {}
    try:
        if not model.roots:
            model.state(**values)
    except (DalembertError, TypeError, ValueError) as error:
        keys = next((("start", x) for x in START_KEYS if x in values and _tells(error, values[x])), ("start",))
        reader.fail(keys, str(error))
    _check_units_of_starts(reader, model)
    return values


def _check_units_of_starts(reader: ValueReader, model: Model) -> None:
    """Refuse values at starts with units of something else than the variable has."""
    units = {} if model.roots else tree_variables(model).units
    for keys, dimension in reader.measured.items():
        if len(keys) < 2 or keys[-2] not in ("q", "u", "tau", "guess"):
            continue
        unit = units.get(str(keys[-1]), "")
        if unit and DIMENSIONS_OF_UNITS.get(unit) != dimension:
            reader.fail(keys, f"{keys[-1]!r} is in {unit}, and a unit of {dimension} is given; use one that fits")


OF_COORDINATES = ("low", "high", "lower", "upper", "rest", "default")
"""Fields that are values of the coordinate of their table."""

OF_FORCES = {"length": "force", "angle": "moment"}
"""What acts along a coordinate, by what that measures."""


def check_units_along_coordinates(reader: ValueReader, model: Model) -> None:
    """Refuse limits, rests and laws with units of something else than their coordinate has."""
    found = {keys: x for keys, x in reader.measured.items() if keys[-1] in (*OF_COORDINATES, "law")}
    units = tree_variables(model).units if found and not model.roots else {}
    for keys, dimension in found.items():
        table: Any = reader.toml.data
        for key in keys[:-1]:
            table = table[key]
        names = (table.get(key) for key in ("coordinate", "joint", "name")) if isinstance(table, dict) else ()
        name = next((x for x in names if isinstance(x, str)), "")
        needed = DIMENSIONS_OF_UNITS.get(units.get(name, ""))
        if keys[-1] == "law" and table.get("type") in ("JointForce", "Motor"):
            needed = OF_FORCES.get(needed or "")
        if needed and needed != dimension:
            reader.fail(
                keys,
                f"{str(keys[-1])!r} along {name!r} is {with_article(needed)}, and a unit of {dimension} is given; "
                "use one that fits",
            )


def start_values(reader: ValueReader, keys: Keys) -> dict[str, Any]:
    """Values of a state, as a table has them."""
    data: Any = reader.data
    for key in keys[len(reader.root) :]:
        data = data[key]
    if not isinstance(data, dict):
        reader.fail(keys, "a start is a table, home = { q = { elbow = 1.2 } }")
    values: dict[str, Any] = {}
    for key, value in data.items():
        if key not in START_KEYS:
            reader.fail((*keys, key), f"a start has no {key!r}; {closest(key, START_KEYS)}")
        hint: Any = float if key == "t" else Mapping[str, float]
        values[key] = reader.decoded(value, hint, (*keys, key))
    return values


def _tells(error: Exception, values: object) -> bool:
    return isinstance(values, Mapping) and any(repr(name) in str(error) for name in values)
