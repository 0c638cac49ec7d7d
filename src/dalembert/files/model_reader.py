"""Model files: TOML read into a model, its start, and what to do with it.

Everything is made by the constructors of `files.constructors` from fields of known types. Nothing in a file is
executed, and nothing is read but what it includes beneath the folder of the first file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from math import isfinite
from pathlib import Path
from types import NoneType
from typing import Any, NoReturn, get_args, get_origin

import numpy as np

from dalembert.errors import DalembertError, ModelError
from dalembert.expr.node import Expression, Node, Scalar
from dalembert.expr.spline import Spline
from dalembert.expr.symbol_nodes import param
from dalembert.files.constructors import (
    SECTIONS,
    Constructor,
    alternatives,
    classes_in,
    constructors_fitting,
    fitting,
    of_class,
)
from dalembert.files.expression_reader import ExpressionTextError, Quantity, read_expression
from dalembert.files.file_tasks import Analysis, Picture
from dalembert.files.toml_places import Path as Keys
from dalembert.files.toml_places import Toml, read_toml
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.model import Model
from dalembert.model.part import Part
from dalembert.model.submodels import port
from dalembert.name_checks import closest
from dalembert.number_checks import told
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import as_array
from dalembert.tree.tree import tree_variables

VERSION = 1
"""Version of the format."""

LARGEST = 500_000
"""Bytes of a file at most, and of all that are included together."""

MOST_FILES = 100
"""Files that are included at most."""

MOST_PARTS = 10_000
"""Bodies and parts of all models of a file at most."""

LARGEST_COUNT = 10_000
"""Whole numbers, such as how many teeth a gear has, at most."""

TOP_KEYS = (
    "version",
    "include",
    "gravity",
    "parameters",
    "expressions",
    "splines",
    "frames",
    "ports",
    "cut",
    "notes",
    "starts",
)
"""Keys of a model besides its lists."""

FILE_KEYS = ("start", "models")
"""Keys of a file that a model inside of it does not have."""

START_KEYS = ("t", "q", "u", "z", "tau", "p")

DIMENSIONS: Mapping[str, str] = {
    "mass": "mass",
    **dict.fromkeys(("length", "radius", "tube", "size", "radii", "rest_length", "p", "at", "com"), "length"),
    **dict.fromkeys(("by", "angle"), "angle"),
    **dict.fromkeys(("until", "settling"), "time"),
}
"""What fields measure whose name says it: a number with a unit of something else is refused there."""


DIMENSIONS_OF_UNITS: Mapping[str, str] = {
    **{"m": "length", "rad": "angle", "rad/s": "rate of an angle", "N": "force", "N m": "moment"},
}
"""What variables measure, by the units that equations have for them."""


@dataclass(frozen=True)
class ModelFile:
    """What a model file holds: the model, values at the start, analyses to run and pictures to make."""

    model: Model
    start: Mapping[str, Any] = field(default_factory=dict)
    """Values at the start by `t`, `q`, `u`, `z`, `tau` and `p`, as `Model.state` takes them."""

    analyses: tuple[Analysis, ...] = ()
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, eq=False)
class Table:
    """A body or part, and the table that it was read from."""

    toml: Toml
    keys: Keys
    value: Any


@dataclass(frozen=True, eq=False)
class Reading:
    """A model file with all that its text says: what edits of it need."""

    file: ModelFile
    toml: Toml
    tables: tuple[Table, ...]
    names: Mapping[Keys, Mapping[Node, str]]
    """Named expressions of each model in the file, by where its tables stand."""

    splines: Mapping[Keys, Mapping[str, Spline]]
    models: Mapping[str, Model]
    frames: Mapping[Keys, Mapping[str, Frame]]


def read_model_file(path: str | Path) -> ModelFile:
    """The model, the start and the tasks of a file; errors name file, line and column."""
    return reading_of(Path(path)).file


def reading_of(path: Path, text: bytes | None = None) -> Reading:
    """All of a file, or of a text as if it stood in the file."""
    reader = _FileReader(path.resolve().parent)
    # what numbers of a stranger make of checks is told by these
    with np.errstate(all="ignore"):
        return reader.top(path, reader.contents(path.resolve()) if text is None else text)


class _FileReader:
    """Files that are read together: no more than the limits allow, none from outside of the folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.n_bytes = self.n_files = self.n_parts = 0
        self.open_files: list[Path] = []

    def contents(self, path: Path) -> bytes:
        try:
            if path.exists() and not path.is_file():
                raise ModelError(f"{path} is no ordinary file")
            size = path.stat().st_size
            self.n_bytes, self.n_files = self.n_bytes + size, self.n_files + 1
            if self.n_bytes > LARGEST or self.n_files > MOST_FILES:
                raise ModelError(
                    f"{path.name} and what it includes have more than {LARGEST:,} bytes or {MOST_FILES} files"
                )
            return path.read_bytes()
        except (OSError, ValueError) as error:
            raise ModelError(f"{path} cannot be read: {error}") from None

    def top(self, path: Path, data: bytes) -> Reading:
        self.open_files.append(path.resolve())
        toml = read_toml(data, path.name)
        return _top_reading(self, toml, path.resolve().parent)

    def inside(self, name: str, folder: Path, toml: Toml, keys: Keys) -> Path:
        """The path of a file beneath the folder of the first one, or a message."""
        try:
            path = (folder / name).resolve()
            is_beneath = path.is_relative_to(self.folder)
        except (OSError, ValueError, RuntimeError) as error:
            toml.fail(keys, f"{name!r} is no path: {error}")
        if not is_beneath:
            toml.fail(keys, f"{name!r} lies outside of the folder of the file; put it beneath that folder")
        return path

    def included(self, name: str, folder: Path, toml: Toml, keys: Keys) -> tuple[Toml, Path]:
        """Another file, as TOML, and its folder."""
        path = self.inside(name, folder, toml, keys)
        if path in self.open_files:
            toml.fail(keys, f"{name!r} includes itself, directly or through other files")
        if not path.is_file():
            toml.fail(keys, f"there is no file {name!r} in the folder of {toml.source}")
        try:
            data = self.contents(path)
        except ModelError as error:
            toml.fail(keys, str(error))
        self.open_files.append(path)
        return read_toml(data, str(path.relative_to(self.folder))), path.parent

    def count(self, toml: Toml, keys: Keys) -> None:
        self.n_parts += 1
        if self.n_parts > MOST_PARTS:
            toml.fail(keys, f"the file has more than {MOST_PARTS:,} bodies and parts")


def _top_reading(files: _FileReader, toml: Toml, folder: Path) -> Reading:
    _check_version(toml)
    models: dict[str, Model] = {}
    readers: list[_ModelReader] = []
    nested = toml.data.get("models", {})
    if not isinstance(nested, dict):
        toml.fail(("models",), "models are tables by name, [models.wheel]")
    reader = _ModelReader(files, toml, (), folder, models, readers)
    # models are read when a submodel first asks for one, so that they may stand in any order
    reader.nested = {name: ("models", name) for name in nested}
    model = reader.model()
    for name in nested:
        reader.nested_model(name, ("models", name))
    analyses = tuple(table.value for table in reader.tables if isinstance(table.value, Analysis))
    pictures = tuple(table.value for table in reader.tables if isinstance(table.value, Picture))
    file = ModelFile(model, reader.start(model), analyses, pictures)
    mine = [x for x in readers if x.toml is toml]
    return Reading(
        file,
        toml,
        tuple(table for x in readers for table in x.tables),
        {x.root: x.expression_names() for x in mine},
        {x.root: dict(x.splines()) for x in mine},
        models,
        {x.root: {name: x.named_frame(name) for name in x.section("frames")} for x in mine},
    )


def _check_version(toml: Toml) -> None:
    version = toml.data.get("version")
    if version is None:
        toml.fail((), f"a model file says which version of the format it is in: write version = {VERSION} first")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        toml.fail(("version",), f"the version is {VERSION}, not {told(version)}")
    if version > VERSION:
        toml.fail(("version",), f"version {version} is newer than {VERSION}, which this program reads; update it")


class _ModelReader:
    """One model of a file: the words of its expressions, its bodies by name, its parts in order."""

    def __init__(
        self,
        files: _FileReader,
        toml: Toml,
        root: Keys,
        folder: Path,
        models: dict[str, Model],
        readers: list[_ModelReader],
    ) -> None:
        self.files, self.toml, self.root, self.folder = files, toml, root, folder
        self.models, self.readers = models, readers
        readers.append(self)
        self.nested: Mapping[str, Keys] = {}
        self.bodies: dict[str, Body] = {"ground": ground}
        self.ports_of: dict[str, Model] = {}
        self.tables: list[Table] = []
        self._values: dict[str, Any] = {}
        self._pending: set[str] = set()
        self._pending_models: set[str] = set()
        self._measured: dict[Keys, str] = {}
        """What values with a unit measure, by their keys."""
        self._frames: dict[str, Frame] = {}
        self._splines: dict[str, Spline] | None = None
        self.parents: list[_ModelReader] = []
        """Included files, whose words and bodies count here too."""

        self._n_frames_open = 0
        data: Any = toml.data
        for key in root:
            data = data[key]
        if not isinstance(data, dict):
            toml.fail(root, "a model is a table")
        self.data: dict[str, Any] = data

    # ---- the model

    def model(self) -> Model:
        """The model, from all tables."""
        parts = self.parts()
        gravity = self.data.get("gravity")
        options: dict[str, Any] = {}
        if gravity is not None:
            options["gravity"] = self.decoded(gravity, Sequence[Scalar], (*self.root, "gravity"))
        places = {name: self.frame_of((*self.root, "ports", name), x) for name, x in self.section("ports").items()}
        cut, notes = (self._texts(key) for key in ("cut", "notes"))
        starts: Any = {name: self._start_values((*self.root, "starts", name)) for name in self.section("starts")}
        try:
            return Model(*parts, ports=places or None, cut=cut, notes=notes, starts=starts, **options)
        except DalembertError as error:
            self._fail_about(error)
        except (TypeError, ValueError, ArithmeticError, RecursionError) as error:
            self.fail(self.root, f"the parts do not make a model: {error}")

    def _fail_about(self, error: DalembertError) -> NoReturn:
        """Raise a message of the model at the first table whose name it tells, or at the top."""
        words = str(error)
        for name in self.section("starts"):
            if words.startswith(f"the start {name!r}: "):
                self.fail((*self.root, "starts", name), words)
        named = [table for table in self.all_tables() if isinstance(table.value, Part | Body)]
        for table in sorted(named, key=lambda x: -len(x.value.name)):
            if repr(table.value.name) in words:
                table.toml.fail(table.keys, words)
        self.fail(self.root, words)

    def all_tables(self) -> list[Table]:
        """Tables of this file and of those that it includes."""
        return [table for reader in (*self.parents, self) for table in reader.tables]

    def parts(self) -> list[Part]:
        """Parts of the file and of those it includes, in the order of their tables."""
        self._check_keys()
        self._include()
        # expressions without places, in their order: bodies may need them
        for name in self.section("expressions"):
            with suppress(DalembertError):
                self.word(name)
            self._pending.clear()
        # bodies first: parts name them wherever they stand
        self._make_all("body")
        self._find_submodels()
        self.parameters()
        # frames, splines and expressions are checked even where nothing uses them
        self.splines()
        for name in self.section("expressions"):
            self.word(name)
        for name in self.section("frames"):
            self.named_frame(name)
        self._make_all(*(name for name in SECTIONS if name != "body"))
        return [table.value for table in self.all_tables() if isinstance(table.value, Part)]

    def _check_keys(self) -> None:
        allowed = [*TOP_KEYS, *SECTIONS, *(FILE_KEYS if not self.root else ())]
        for key in self.data:
            if key not in allowed:
                self.fail((*self.root, key), f"a model file has no {key!r}; {closest(key, allowed)}")

    def _include(self) -> None:
        names = self.data.get("include", [])
        if not isinstance(names, list) or not all(isinstance(x, str) for x in names):
            self.fail((*self.root, "include"), 'files are included by name, include = ["wheel.toml"]')
        for k, name in enumerate(names):
            keys = (*self.root, "include", k)
            toml, folder = self.files.included(name, self.folder, self.toml, keys)
            _check_version(toml)
            reader = _ModelReader(self.files, toml, (), folder, self.models, self.readers)
            for key in ("gravity", "ports", "start", "starts", "models", "cut"):
                if key in reader.data:
                    toml.fail((key,), f"{key!r} stands in the first file only, not in one that it includes")
            reader.bodies, reader.nested, reader.ports_of = self.bodies, self.nested, self.ports_of
            reader.parents = list(self.parents)
            reader.parts()
            self.parents = [*dict.fromkeys([*self.parents, *reader.parents, reader])]
            self.files.open_files.pop()

    def _make_all(self, *sections: str) -> None:
        """Make everything in these lists, in the order of the text."""
        entries: list[tuple[int, Keys, Any]] = []
        for section in sections:
            group = self.data.get(section, [])
            if not isinstance(group, list) or not all(isinstance(x, dict) for x in group):
                self.fail(
                    (*self.root, section), f"{section!r} is a list of tables: write [[{section}]] above each"
                )
            for k, data in enumerate(group):
                keys = (*self.root, section, k)
                span = self.toml.spans.get(keys)
                entries.append((span.key if span is not None else 0, keys, data))
        for _, keys, data in sorted(entries, key=lambda x: x[0]):
            self.files.count(self.toml, keys)
            self.tables.append(Table(self.toml, keys, self._made(keys, data)))

    def _made(self, keys: Keys, data: dict[str, Any]) -> Any:
        section = str(keys[-2])
        hint = SECTIONS[section]
        kind = data.get("type", "Body" if section == "body" else "Submodel" if section == "submodel" else None)
        if section in ("goal", "state_variable", "controller") and kind is None:
            kind = hint[0].__name__
        if not isinstance(kind, str):
            names = [x.name for base in hint for x in constructors_fitting(base)]
            self.fail(keys, f"[[{section}]] needs a type, such as {', '.join(map(repr, names[:6]))}")
        constructor = self._constructor(kind, hint, (*keys, "type") if "type" in data else keys)
        if constructor.section != section:
            home = constructor.section
            self.fail(keys, f"{kind!r} stands under [[{home}]], not under [[{section}]]")
        value = self.made(constructor, {key: x for key, x in data.items() if key != "type"}, keys)
        if isinstance(value, Body):
            if value.name in self.bodies:
                self.fail(keys, f"there are two bodies {value.name!r}; every body has a name of its own")
            self.bodies[value.name] = value
        return value

    def _find_submodels(self) -> None:
        """Models of submodels by name, so that parts find their ports wherever they stand."""
        group = self.data.get("submodel", [])
        if not isinstance(group, list):
            return
        for k, data in enumerate(group):
            if isinstance(data, dict) and isinstance(data.get("name"), str) and isinstance(data.get("model"), str):
                keys = (*self.root, "submodel", k, "model")
                self.ports_of[data["name"]] = self.model_of(keys, data["model"])

    def model_of(self, keys: Keys, name: str) -> Model:
        """A model inside of the file, or one in another file."""
        if name.endswith(".toml"):
            toml, folder = self.files.included(name, self.folder, self.toml, keys)
            path = self.files.open_files[-1]
            key = f"file {path}"
            if key not in self.models:
                _check_version(toml)
                reader = _ModelReader(self.files, toml, (), folder, self.models, self.readers)
                reader.nested = {x: ("models", x) for x in toml.data.get("models", {})}
                self.models[key] = reader.model()
            self.files.open_files.pop()
            return self.models[key]
        if name not in self.nested:
            self.fail(
                keys, f"there is no model {name!r}; {closest(name, self.nested)}, or name a file, 'wheel.toml'"
            )
        return self.nested_model(name, keys)

    def nested_model(self, name: str, keys: Keys) -> Model:
        """A model inside of the file."""
        key = f"{id(self.nested)} {name}"
        if key in self._pending_models:
            self.fail(keys, f"the model {name!r} holds itself, directly or through other models")
        if name not in self.models:
            self._pending_models.add(key)
            reader = _ModelReader(self.files, self.toml, self.nested[name], self.folder, self.models, self.readers)
            reader.nested, reader.bodies = self.nested, {"ground": ground}
            reader._pending_models = self._pending_models
            self.models[name] = reader.model()
            self._pending_models.discard(key)
        return self.models[name]

    def start(self, model: Model) -> Mapping[str, Any]:
        """Values at the start, checked by the model."""
        values = self._start_values(("start",)) if self.section("start") else {}
        try:
            if not model.roots:
                model.state(**values)
        except (DalembertError, TypeError, ValueError) as error:
            keys = next((("start", x) for x in START_KEYS if x in values and _tells(error, values[x])), ("start",))
            self.fail(keys, str(error))
        self._check_units_of_starts(model)
        return values

    def _check_units_of_starts(self, model: Model) -> None:
        """Refuse values at starts with units of something else than the variable has."""
        units = {} if model.roots else tree_variables(model).units
        for keys, dimension in self._measured.items():
            if len(keys) < 2 or keys[-2] not in ("q", "u", "tau", "guess"):
                continue
            unit = units.get(str(keys[-1]), "")
            if unit and DIMENSIONS_OF_UNITS.get(unit) != dimension:
                self.fail(
                    keys, f"{keys[-1]!r} is in {unit}, and a unit of {dimension} is given; use one that fits"
                )

    def _start_values(self, keys: Keys) -> dict[str, Any]:
        """Values of a state, as a table has them."""
        data: Any = self.data
        for key in keys[len(self.root) :]:
            data = data[key]
        if not isinstance(data, dict):
            self.fail(keys, "a start is a table, home = { q = { elbow = 1.2 } }")
        values: dict[str, Any] = {}
        for key, value in data.items():
            if key not in START_KEYS:
                self.fail((*keys, key), f"a start has no {key!r}; {closest(key, START_KEYS)}")
            hint: Any = float if key == "t" else Mapping[str, float]
            values[key] = self.decoded(value, hint, (*keys, key))
        return values

    # ---- words of expressions

    def section(self, key: str) -> dict[str, Any]:
        """A table of names; empty if there is none."""
        data = self.data.get(key, {})
        if not isinstance(data, dict):
            self.fail((*self.root, key), f"[{key}] is a table of names")
        return data

    def parameters(self) -> dict[str, Node]:
        """Parameters with their default values."""
        if "parameters" not in self._values:
            found = {}
            for name, value in self.section("parameters").items():
                keys = (*self.root, "parameters", name)
                default = self.decoded(value, float, keys)
                found[name] = self.guarded(keys, partial(param, name, default))
            self._values["parameters"] = found
        return self._values["parameters"]

    def splines(self) -> dict[str, Spline]:
        """Splines by name."""
        if self._splines is None:
            self._splines = {}
            for name, data in self.section("splines").items():
                keys = (*self.root, "splines", name)
                if not isinstance(data, dict):
                    self.fail(keys, "a spline is a table with points and values")
                constructor = of_class(Spline) if "knots" in data else fitting("spline", Spline)
                self._splines[name] = self.made(constructor, data, keys)
        return self._splines

    def word(self, name: str) -> object:
        """A parameter, a named expression or a spline; None if there is none."""
        if name in self.parameters():
            return self.parameters()[name]
        if name in self.splines():
            return self.splines()[name]
        if name in self.section("expressions"):
            return self._expression(name)
        return next((x for reader in self.parents if (x := reader.word(name)) is not None), None)

    def _expression(self, name: str) -> object:
        keys = (*self.root, "expressions", name)
        key = f"expression {name}"
        if key not in self._values:
            if name in self._pending:
                self.fail(keys, f"the expression {name!r} stands for itself, directly or through others")
            if len(self._pending) > MOST_FILES:
                self.fail(keys, "expressions name each other in too long a chain; write them in the order of use")
            self._pending.add(name)
            value = self.section("expressions")[name]
            if isinstance(value, str):
                self._values[key] = self.expression(keys, value).value
            else:
                self._values[key] = self.decoded(value, float, keys)
            self._pending.discard(name)
        return self._values[key]

    def expression_names(self) -> dict[Node, str]:
        """Nodes that have a name here."""
        return {x: name for name in self.section("expressions") if isinstance(x := self.word(name), Node)}

    def words(self) -> list[str]:
        own = [*self.parameters(), *self.section("expressions"), *self.splines()]
        return [*own, *(word for reader in self.parents for word in reader.words())]

    def parameter(self, name: str) -> Node:
        for reader in (self, *self.parents):
            if name in reader.parameters():
                return reader.parameters()[name]
        raise ModelError(f"there is no parameter {name!r}; {closest(str(name), self.parameters())}")

    def expression(self, keys: Keys, text: str) -> Quantity:
        """The value of an expression, or a message at the letter that is wrong."""
        try:
            return read_expression(text, self)
        except ExpressionTextError as fault:
            self.toml.fail_in(keys, fault.offset, str(fault))
        except DalembertError as error:
            if str(error).startswith(f"{self.toml.source}:"):
                raise
            self.fail(keys, str(error))
        except RecursionError:
            self.fail(keys, "expressions name each other in too long a chain; write them in the order of use")

    # ---- places

    def place(self, text: str) -> Body | Frame:
        """A body, a marker `arm.end`, a port `left.hub`, or a frame of [frames]."""
        if (found := self.found_place(text)) is not None:
            return found
        name, dot, marker = text.partition(".")
        if name in self.bodies and dot:
            return self.bodies[name][marker]
        if name in self.ports_of:
            raise ModelError(
                f"submodel {name!r} has no port {marker!r}; {closest(marker, self.ports_of[name].ports)}"
            )
        names = [*self.bodies, *self.ports_of, *self.section("frames")]
        raise ModelError(f"there is no body {name!r}; {closest(name, names)}")

    def found_place(self, text: str) -> Body | Frame | None:
        """The place of this name, if there is one."""
        if text in self.bodies:
            return self.bodies[text]
        for reader in (self, *self.parents):
            if text in reader.section("frames"):
                return reader.named_frame(text)
        name, _, marker = text.partition(".")
        if name in self.bodies and marker in self.bodies[name].markers:
            return self.bodies[name][marker]
        if name in self.ports_of and marker in self.ports_of[name].ports:
            return port(name, marker)
        return None

    def named_frame(self, name: str) -> Frame:
        """A frame of [frames]."""
        if name not in self._frames:
            keys = (*self.root, "frames", name)
            if name in self._pending:
                self.fail(keys, f"the frame {name!r} stands on itself")
            if len(self._pending) > MOST_FILES:
                self.fail(keys, "frames stand on each other in too long a chain")
            self._pending.add(name)
            self._frames[name] = self.frame_of(keys, self.section("frames")[name])
            self._pending.discard(name)
        return self._frames[name]

    def frame(self, on: object = "ground", **options: object) -> Frame:
        """A frame by its body, `at`, `rotation`, and `label`."""
        if unknown := [key for key in options if key not in ("at", "rotation", "label")]:
            raise ModelError(f"a frame in an expression has at, rotation and label, no {unknown[0]!r}")
        if not isinstance(on, str):
            raise ModelError("a frame stands on a body, frame('arm', at=[…])")
        return self._placed(self.place(on), options)

    def _placed(self, on: Body | Frame, options: Mapping[str, Any]) -> Frame:
        frame = on if isinstance(on, Frame) else Frame(on)
        if "label" in options:
            # as it was written by a model: the place as it is
            pose = Pose(as_array(options.get("rotation", np.eye(3))), as_array(options.get("at", np.zeros(3))))
            return Frame(frame.body, pose, str(options["label"]))
        rotation = options.get("rotation")
        return frame.at(
            options.get("at", (0.0, 0.0, 0.0)), rotation=None if rotation is None else as_array(rotation)
        )

    def frame_of(self, keys: Keys, value: object) -> Frame:
        place = self.decoded(value, Body | Frame, keys)
        return place if isinstance(place, Frame) else Frame(place)

    def _frame_table(self, data: dict[str, Any], keys: Keys) -> Frame:
        """A place as a table: `on` a body, `at` a point in its axes, turned by a matrix or about an axis."""
        if "port" in data:
            of, name = data.get("of"), data["port"]
            if not isinstance(of, str) or not isinstance(name, str):
                self.fail(keys, "a port is { port = 'hub', of = 'left' }")
            on: Body | Frame = port(of, name)
        else:
            on = self.decoded(data.get("on", "ground"), Body | Frame, (*keys, "on"))
        hints = {"at": Sequence[Scalar], "rotation": Sequence[Sequence[Scalar]], "label": str}
        allowed = ("on", "port", "of", "rotated", *hints)
        for key in data:
            if key not in allowed:
                self.fail((*keys, key), f"a place has no {key!r}; {closest(key, allowed)}")
        options = {key: self.decoded(data[key], hint, (*keys, key)) for key, hint in hints.items() if key in data}
        frame = self.guarded(keys, lambda: self._placed(on, options))
        return self._turned(frame, data["rotated"], (*keys, "rotated")) if "rotated" in data else frame

    def _turned(self, frame: Frame, data: object, keys: Keys) -> Frame:
        """A frame turned about an axis of its own: `{ about = "y", by = "30 deg" }`."""
        if not isinstance(data, dict) or {*data} != {"about", "by"}:
            self.fail(keys, 'a frame is turned by rotated = { about = "y", by = "30 deg" }')
        axis = self.decoded(data["about"], str | Sequence[Scalar], (*keys, "about"))
        angle = self.decoded(data["by"], Scalar, (*keys, "by"))
        return self.guarded(keys, lambda: frame.rotated(axis, angle))

    # ---- values by their types

    def fail(self, keys: Keys, what: str) -> NoReturn:
        self.toml.fail(keys, what)

    def guarded(self, keys: Keys, make: Callable[[], Any]) -> Any:
        """What a function makes; its error gets the place in the file."""
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
            return fitting(name, _union(kinds) if kinds else Any)
        except ModelError as error:
            if section is not None:
                home = _home_of(name)
                if home is not None and home != section:
                    self.fail(keys, f"{name!r} stands under [[{home}]], not under [[{section}]]")
            self.fail(keys, str(error))

    def made(self, constructor: Constructor, data: Mapping[str, Any], keys: Keys) -> Any:
        """What a constructor makes of a table."""
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
            if options := [x for kind in kinds if (x := _entry_kinds(kind)) is not None]:
                return self._list(value, kinds, options, keys)
        elif isinstance(value, dict):
            return self._table(value, hint, kinds, keys)
        else:
            self.fail(keys, f"dates and times, such as {value}, have no meaning in a model")
        self.fail(keys, f"{_key_told(keys)} is {told(value)}; here {_told(hint)} is needed")

    def _number(self, value: float, kinds: Sequence[Any], keys: Keys) -> float | None:
        if not isfinite(value):
            self.fail(
                keys, f"{_key_told(keys)} is {value}: numbers are finite, and within 1.8e308; give a finite one"
            )
        if int in kinds and isinstance(value, int):
            if abs(value) > LARGEST_COUNT:
                self.fail(keys, f"{_key_told(keys)} is {told(value)}; whole numbers go to {LARGEST_COUNT:,} here")
            return value
        if float in kinds or Any in kinds:
            try:
                return float(value)
            except OverflowError:
                self.fail(keys, f"{_key_told(keys)} is beyond the range of numbers, which ends at 1.8e308")
        return None

    def _text(self, text: str, hint: Any, kinds: Sequence[Any], keys: Keys) -> Any:
        if Path in kinds:
            return self.files.inside(text, self.folder, self.toml, keys)
        if Body in kinds or Frame in kinds:
            place = self.guarded(keys, lambda: self.place(text))
            if Frame not in kinds and isinstance(place, Frame):
                self.fail(keys, f"{_key_told(keys)} is a body, not the frame {text!r} on one")
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
        self.fail(keys, f"{_key_told(keys)} is {told(text)}; here {_told(hint)} is needed")

    def _scalar(self, text: str, kinds: Sequence[Any], keys: Keys) -> Any:
        quantity = self.expression(keys, text)
        value = quantity.value
        if isinstance(value, np.ndarray) and value.ndim == 1 and any(_entry_kinds(kind) for kind in kinds):
            return tuple(value)
        if isinstance(value, np.ndarray | str | list | bool | Frame) or (
            isinstance(value, Expression) and not isinstance(value, Node)
        ):
            self.fail(keys, f"{_key_told(keys)} is one number or expression; take .x, .y or .z of a vector")
        if isinstance(value, Node) and Node not in kinds and Any not in kinds:
            self.fail(keys, f"{_key_told(keys)} is a number, and cannot depend on {value!r}")
        if isinstance(value, float) and float not in kinds and Any not in kinds:
            self.fail(keys, f"{_key_told(keys)} is an expression, not the number {value:g}")
        name = next((str(key) for key in reversed(keys) if isinstance(key, str)), "")
        needed = DIMENSIONS.get(name)
        if quantity.dimension and needed and needed != quantity.dimension:
            self.fail(
                keys,
                f"{name!r} is {_a(needed)}, and {text!r} is {_a(quantity.dimension)}; use a unit of {needed}",
            )
        if quantity.dimension:
            self._measured[keys] = quantity.dimension
        return value

    def _list(
        self, values: list[Any], kinds: Sequence[Any], options: Sequence[tuple[Any, ...]], keys: Keys
    ) -> Any:
        lengths = [len(x) for x in options if x[-1] is not ...]
        if lengths and len(lengths) == len(options) and len(values) not in lengths:
            self.fail(keys, f"{_key_told(keys)} has {lengths[0]} entries, not {len(values)}")
        entries = []
        for k, value in enumerate(values):
            entry = [x[0] if x[-1] is ... else x[k] for x in options if x[-1] is ... or k < len(x)]
            entries.append(self.decoded(value, _union(entry), (*keys, k)))
        if all(_is_array(kind) or kind is NoneType for kind in kinds):
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
            return self._frame_table(data, keys)
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
        self.fail(keys, f"{_key_told(keys)} needs a type: {_told(hint)} is needed here")

    def _turned_pose(self, data: dict[str, Any], keys: Keys) -> Pose:
        """A pose whose axes are turned about one of them."""
        rest = {key: x for key, x in data.items() if key != "rotated"}
        pose = self.made(of_class(Pose), rest, keys)
        return self._turned(Frame(ground, pose), data["rotated"], (*keys, "rotated")).pose

    def _texts(self, key: str) -> tuple[str, ...]:
        return self.decoded(self.data.get(key, []), Sequence[str], (*self.root, key))


def _home_of(name: str) -> str | None:
    """The list in which a type of this name stands."""
    for section, bases in SECTIONS.items():
        if any(x.name == name and x.section == section for base in bases for x in constructors_fitting(base)):
            return section
    return None


def _entry_kinds(kind: Any) -> tuple[Any, ...] | None:
    """Types of the entries of a list: one and an ellipsis, or one for each; None for what is no list."""
    if kind is Any:
        return (Any, ...)
    if _is_array(kind):
        return (Scalar | np.ndarray, ...)
    origin, args = get_origin(kind), get_args(kind)
    if origin is tuple:
        return tuple(args)
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return (args[0], ...)
    return None


def _is_array(kind: Any) -> bool:
    return kind is np.ndarray or get_origin(kind) is np.ndarray


def _union(kinds: Sequence[Any]) -> Any:
    result = kinds[0]
    for kind in kinds[1:]:
        result = result | kind if result is not Any and kind is not Any else Any
    return result


def _key_told(keys: Keys) -> str:
    """The name of a field, as messages begin with it."""
    name = next((str(key) for key in reversed(keys) if isinstance(key, str)), "this")
    return f"{name!r}"


def _told(hint: Any) -> str:
    """A type in words."""
    words: list[str] = []
    for kind in alternatives(hint):
        if kind is bool:
            words.append("true or false")
        elif kind is int:
            words.append("a whole number")
        elif kind in (float, Node):
            words.append("a number or an expression" if Node in alternatives(hint) else "a number")
        elif kind is str:
            words.append("a text")
        elif kind in (Body, Frame):
            words.append("a body or a place on one")
        elif _entry_kinds(kind) is not None:
            words.append("a list")
        elif isinstance(kind, type) and kind is not NoneType:
            names = [x.name for x in constructors_fitting(kind)][:6]
            words.append(f"a table with one of the types {', '.join(names)}" if names else kind.__name__)
        elif kind is not NoneType:
            words.append("a table of names")
    return " or ".join(dict.fromkeys(words))


def _a(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _tells(error: Exception, values: object) -> bool:
    return isinstance(values, Mapping) and any(repr(name) in str(error) for name in values)
