"""Values of model files by the types of the fields they stand in: numbers, texts, lists and tables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from types import NoneType
from typing import Any, NoReturn, get_args, get_origin

import numpy as np

from dalembert.errors import DalembertError, ModelError
from dalembert.expr.node import Expression, Node
from dalembert.files.constructors import (
    SECTIONS,
    Constructor,
    alternatives,
    classes_in,
    constructors_fitting,
    fitting,
    of_class,
)
from dalembert.files.expression_reader import Quantity
from dalembert.files.field_types import entry_kinds, field_told, is_array, type_told, union, with_article
from dalembert.files.included_files import IncludedFiles
from dalembert.files.toml_places import Path as Keys
from dalembert.files.toml_places import Toml
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.model import Model
from dalembert.name_checks import closest
from dalembert.number_checks import is_number, told
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import as_array

LARGEST_COUNT = 10_000
"""Whole numbers, such as how many teeth a gear has, at most."""

DIMENSIONS: Mapping[str, str] = {
    "mass": "mass",
    **dict.fromkeys(("length", "radius", "tube", "size", "radii", "rest_length", "p", "at", "com"), "length"),
    **dict.fromkeys(("thickness", "halves", "corners", "semi_axes", "lever", "module"), "length"),
    **dict.fromkeys(("force", "tension"), "force"),
    "moment": "moment",
    **dict.fromkeys(("by", "angle"), "angle"),
    **dict.fromkeys(("until", "settling"), "time"),
}
"""What fields measure whose name says it: a number with a unit of something else is refused there."""

WITHOUT_UNIT: Mapping[str, str] = {
    **{"gravity": "in m/s²", "stiffness": "in N/m or N m/rad", "damping": "in N s/m or N m s/rad"},
    **{"inertia": "in kg m²", "J": "in kg m²", "density": "in kg/m³"},
    **dict.fromkeys(("restitution", "friction", "ratio", "factor", "scale", "weight"), "a plain number"),
    **dict.fromkeys(("proportional", "integral", "derivative", "gains"), "in SI"),
    **dict.fromkeys(("axis", "normal", "direction"), "a direction without a length"),
}
"""What fields measure that no unit of a text fits."""


class ValueReader(ABC):
    """One model of a file as values of types; names in it are looked up by those who know places and words."""

    def __init__(self, files: IncludedFiles, toml: Toml, root: Keys, folder: Path) -> None:
        self.files, self.toml, self.root, self.folder = files, toml, root, folder
        self.measured: dict[Keys, str] = {}
        """What values with a unit measure, by their keys."""

        data: Any = toml.data
        for key in root:
            data = data[key]
        if not isinstance(data, dict):
            toml.fail(root, "a model is a table")
        self.data: dict[str, Any] = data

    @abstractmethod
    def expression(self, keys: Keys, text: str) -> Quantity:
        """The value of an expression, or a message at the letter that is wrong."""

    @abstractmethod
    def place(self, text: str) -> Body | Frame:
        """A body, a marker `arm.end`, a port `left.hub`, or a frame of [frames]."""

    @abstractmethod
    def found_place(self, text: str) -> Body | Frame | None:
        """The place of this name, if there is one."""

    @abstractmethod
    def frame_from(self, data: dict[str, Any], keys: Keys) -> Frame:
        """A place as a table."""

    @abstractmethod
    def turned(self, frame: Frame, data: object, keys: Keys) -> Frame:
        """A frame turned about an axis of its own."""

    @abstractmethod
    def model_of(self, keys: Keys, name: str) -> Model:
        """A model inside of the file, or one in another file."""

    def section(self, key: str) -> dict[str, Any]:
        """A table of names; empty if there is none."""
        data = self.data.get(key, {})
        if not isinstance(data, dict):
            self.fail((*self.root, key), f"[{key}] is a table of names")
        return data

    def fail(self, keys: Keys, what: str) -> NoReturn:
        self.toml.fail(keys, what)

    def guarded(self, keys: Keys, make: Callable[[], Any]) -> Any:
        """Call a function; an error that it raises gets the place in the file."""
        try:
            return make()
        except DalembertError as error:
            self.fail(keys, str(error))
        except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError, RecursionError) as error:
            self.fail(keys, f"these values do not fit together: {error}")

    def _constructor(self, name: str, hint: Any, keys: Keys) -> Constructor:
        kinds = hint if isinstance(hint, tuple) else classes_in(hint)
        section = next((key for key, bases in SECTIONS.items() if bases is hint), None)
        try:
            return fitting(name, union(kinds) if kinds else Any)
        except ModelError as error:
            if section is not None:
                home = _home_of(name)
                if home is not None and home != section:
                    self.fail(keys, f"{name!r} stands under [[{home}]], not under [[{section}]]")
            self.fail(keys, str(error))

    def made(self, constructor: Constructor, data: Mapping[str, Any], keys: Keys) -> Any:
        """Call a constructor with the entries of a table."""
        values: dict[str, Any] = {}
        for key, value in data.items():
            field = constructor.field(key)
            if field is None:
                names = [x.key for x in constructor.fields]
                self.fail((*keys, key), f"{constructor.name} has no {key!r}; {closest(key, names)}")
            values[field.name] = self.decoded(value, field.hint, (*keys, key))
        if missing := [x.key for x in constructor.fields if x.is_required and x.name not in values]:
            named = f" {data['name']!r}" if isinstance(data.get("name"), str) else ""
            self.fail(keys, f"{constructor.name}{named} needs {' and '.join(map(repr, missing))}")
        return self.guarded(keys, lambda: constructor.make(**values))

    def decoded(self, value: Any, hint: Any, keys: Keys) -> Any:
        """A value of the file as one of a type."""
        kinds = alternatives(hint)
        if isinstance(value, bool):
            if bool in kinds:
                return value
        elif isinstance(value, int | float):
            if (number := self._number(value, kinds, keys)) is not None:
                return number
        elif isinstance(value, str):
            return self._text(value, hint, kinds, keys)
        elif isinstance(value, list):
            if options := [x for kind in kinds if (x := entry_kinds(kind)) is not None]:
                return self._list(value, kinds, options, keys)
        elif isinstance(value, dict):
            return self._table(value, hint, kinds, keys)
        else:
            self.fail(keys, f"dates and times, such as {value}, have no meaning in a model")
        self.fail(keys, f"{field_told(keys)} is {told(value)}; here {type_told(hint)} is needed")

    def _number(self, value: float, kinds: Sequence[Any], keys: Keys) -> float | None:
        if not is_number(value):
            self.fail(
                keys,
                f"{field_told(keys)} is {told(value)}: numbers are finite, and within 1.8e308; give a finite one",
            )
        if int in kinds and isinstance(value, int):
            if abs(value) > LARGEST_COUNT:
                self.fail(keys, f"{field_told(keys)} is {told(value)}; whole numbers go to {LARGEST_COUNT:,} here")
            return value
        if float in kinds or Any in kinds:
            try:
                return float(value)
            except OverflowError:
                self.fail(keys, f"{field_told(keys)} is beyond the range of numbers, which ends at 1.8e308")
        return None

    def _text(self, text: str, hint: Any, kinds: Sequence[Any], keys: Keys) -> Any:
        if Path in kinds:
            return self.files.inside(text, self.folder, self.toml, keys)
        if Body in kinds or Frame in kinds:
            place = self.guarded(keys, lambda: self.place(text))
            if Frame not in kinds and isinstance(place, Frame):
                self.fail(keys, f"{field_told(keys)} is a body, not the frame {text!r} on one")
            return place if Body in kinds or isinstance(place, Frame) else Frame(place)
        if str in kinds:
            return text
        if Model in kinds:
            return self.model_of(keys, text)
        for kind in kinds:
            if isinstance(kind, type) and issubclass(kind, Enum):
                if text not in kind.__members__:
                    self.fail(keys, f"there is no {text!r}; {closest(text, kind.__members__)}")
                return kind[text]
        if Any in kinds and (place_or_none := self.found_place(text)) is not None:
            return place_or_none
        if float in kinds or Node in kinds or Any in kinds:
            return self._scalar(text, kinds, keys)
        if classes_in(hint):
            return self.made(self._constructor(text, hint, keys), {}, keys)
        self.fail(keys, f"{field_told(keys)} is {told(text)}; here {type_told(hint)} is needed")

    def _scalar(self, text: str, kinds: Sequence[Any], keys: Keys) -> Any:
        quantity = self.expression(keys, text)
        value = quantity.value
        if isinstance(value, np.ndarray) and value.ndim == 1 and any(entry_kinds(kind) for kind in kinds):
            return tuple(value)
        if isinstance(value, np.ndarray | str | list | bool | Frame) or (
            isinstance(value, Expression) and not isinstance(value, Node)
        ):
            self.fail(keys, f"{field_told(keys)} is one number or expression; take .x, .y or .z of a vector")
        if isinstance(value, Node) and Node not in kinds and Any not in kinds:
            self.fail(keys, f"{field_told(keys)} is a number, and cannot depend on {value!r}")
        if isinstance(value, float) and float not in kinds and Any not in kinds:
            self.fail(keys, f"{field_told(keys)} is an expression, not the number {value:g}")
        name = next((str(key) for key in reversed(keys) if isinstance(key, str)), "")
        needed = DIMENSIONS.get(name)
        if quantity.dimension and name in WITHOUT_UNIT:
            self.fail(keys, f"{name!r} is {WITHOUT_UNIT[name]}, which {text!r} is not; write a number in SI alone")
        if quantity.dimension and needed and needed != quantity.dimension:
            self.fail(
                keys,
                f"{name!r} is {with_article(needed)}, and {text!r} is {with_article(quantity.dimension)}; "
                f"use a unit of {needed}",
            )
        if quantity.dimension:
            self.measured[keys] = quantity.dimension
        return value

    def _list(
        self, values: list[Any], kinds: Sequence[Any], options: Sequence[tuple[Any, ...]], keys: Keys
    ) -> Any:
        lengths = [len(x) for x in options if x[-1] is not ...]
        if lengths and len(lengths) == len(options) and len(values) not in lengths:
            self.fail(keys, f"{field_told(keys)} has {lengths[0]} entries, not {len(values)}")
        entries = []
        for k, value in enumerate(values):
            entry = [x[0] if x[-1] is ... else x[k] for x in options if x[-1] is ... or k < len(x)]
            entries.append(self.decoded(value, union(entry), (*keys, k)))
        if all(is_array(kind) or kind is NoneType for kind in kinds):
            return self.guarded(keys, lambda: as_array(entries))
        return tuple(entries)

    def _table(self, data: dict[str, Any], hint: Any, kinds: Sequence[Any], keys: Keys) -> Any:
        if "type" in data:
            if not isinstance(data["type"], str):
                self.fail((*keys, "type"), "a type is a name in quotation marks")
            constructor = self._constructor(data["type"], hint, (*keys, "type"))
            if constructor.section is not None and not classes_in(hint):
                self.fail((*keys, "type"), f"{constructor.name!r} stands under [[{constructor.section}]]")
            return self.made(constructor, {key: x for key, x in data.items() if key != "type"}, keys)
        if Body in kinds or Frame in kinds or (Any in kinds and ("on" in data or "port" in data)):
            return self.frame_from(data, keys)
        for kind in kinds:
            if get_origin(kind) is not None and issubclass(get_origin(kind), Mapping):
                inner = get_args(kind)[1]
                return {name: self.decoded(x, inner, (*keys, name)) for name, x in data.items()}
        concrete = (
            [x for x in constructors_fitting(hint) if x.result in classes_in(hint)] if classes_in(hint) else []
        )
        classes = [x for x in concrete if x.make is x.result]
        if Pose in classes_in(hint) and "rotated" in data:
            return self._turned_pose(data, keys)
        if len(classes) == 1:
            return self.made(classes[0], data, keys)
        self.fail(keys, f"{field_told(keys)} needs a type: {type_told(hint)} is needed here")

    def _turned_pose(self, data: dict[str, Any], keys: Keys) -> Pose:
        """A pose whose axes are turned about one of them."""
        rest = {key: x for key, x in data.items() if key != "rotated"}
        pose = self.made(of_class(Pose), rest, keys)
        return self.turned(Frame(ground, pose), data["rotated"], (*keys, "rotated")).pose


def _home_of(name: str) -> str | None:
    """The list in which a type of this name stands."""
    for section, bases in SECTIONS.items():
        if any(x.name == name and x.section == section for base in bases for x in constructors_fitting(base)):
            return section
    return None
