"""Model files: TOML read into a model, its start, and what to do with it.

Everything is made by the constructors of `files.constructors` from fields of known types. Nothing in a file is
executed, and nothing is read but what it includes beneath the folder of the first file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from dalembert.errors import DalembertError
from dalembert.expr.node import Node, Scalar
from dalembert.expr.spline import Spline
from dalembert.files.constructors import (
    SECTIONS,
    constructors_fitting,
)
from dalembert.files.file_tasks import Analysis, Picture
from dalembert.files.included_files import IncludedFiles
from dalembert.files.place_reader import PlaceReader
from dalembert.files.start_reader import check_units_along_coordinates, start_of, start_values
from dalembert.files.toml_places import Path as Keys
from dalembert.files.toml_places import Toml, read_toml
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.model import Model
from dalembert.model.part import Part
from dalembert.name_checks import closest
from dalembert.number_checks import told

VERSION = 1
"""Version of the format."""

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


@dataclass(frozen=True)
class ModelFile:
    """The contents of a model file: the model, values at the start, analyses to run and pictures to make.

    Parameters
    ----------
    model : Model
        The model.
    start : dict, optional
        Values at the start by `t`, `q`, `u`, `z`, `tau` and `p`, as `Model.state` takes them; default
        none.
    analyses : tuple of Analysis, optional
        Analyses to run; default none.
    pictures : tuple of Picture, optional
        Pictures to make; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> file = da.model_files.ModelFile(pendulum, start={"q": {"hinge": 0.1}})
    >>> print(da.model_files.start_state(file).q["hinge"])
    0.1
    """

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
    files, real_path = IncludedFiles(path.resolve().parent), path.resolve()
    # what numbers of a stranger make of checks is told by these
    with np.errstate(all="ignore"):
        data = files.contents(real_path) if text is None else text
        files.open_files.append(real_path)
        return _top_reading(files, read_toml(data, path.name), real_path.parent)


def _top_reading(files: IncludedFiles, toml: Toml, folder: Path) -> Reading:
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
    file = ModelFile(model, start_of(reader, model), analyses, pictures)
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


class _ModelReader(PlaceReader):
    """One model of a file: its bodies by name, its parts in order."""

    parents: Sequence[_ModelReader]

    def __init__(
        self,
        files: IncludedFiles,
        toml: Toml,
        root: Keys,
        folder: Path,
        models: dict[str, Model],
        readers: list[_ModelReader],
    ) -> None:
        super().__init__(files, toml, root, folder)
        self.models, self.readers = models, readers
        readers.append(self)
        self.nested: Mapping[str, Keys] = {}
        self.tables: list[Table] = []
        self._pending_models: set[str] = set()

    def model(self) -> Model:
        """The model, from all tables."""
        parts = self.parts()
        gravity = self.data.get("gravity")
        options: dict[str, Any] = {}
        if gravity is not None:
            options["gravity"] = self.decoded(gravity, Sequence[Scalar], (*self.root, "gravity"))
        places = {name: self.frame_of((*self.root, "ports", name), x) for name, x in self.section("ports").items()}
        cut, notes = (self._texts(key) for key in ("cut", "notes"))
        starts: Any = {name: start_values(self, (*self.root, "starts", name)) for name in self.section("starts")}
        try:
            model = Model(*parts, ports=places or None, cut=cut, notes=notes, starts=starts, **options)
        except DalembertError as error:
            self._fail_about(error)
        except (TypeError, ValueError, ArithmeticError, RecursionError) as error:
            self.fail(self.root, f"the parts do not make a model: {error}")
        for reader in (self, *self.parents):
            check_units_along_coordinates(reader, model)
        return model

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
            if name in self.bodies:
                self.fail(
                    (*self.root, "frames", name), f"{name!r} is the name of a body; use another for the frame"
                )
            self.named_frame(name)
        self._make_all(*(name for name in SECTIONS if name != "body"))
        return [table.value for table in self.all_tables() if isinstance(table.value, Part)]

    def _check_keys(self) -> None:
        allowed = [*TOP_KEYS, *SECTIONS, *(FILE_KEYS if not self.root else ())]
        for key in self.data:
            if key not in allowed:
                self.fail((*self.root, key), f"a model file has no {key!r}; {closest(key, allowed)}")
        homes: dict[str, str] = {}
        for section in ("parameters", "expressions", "splines"):
            for name in self.section(section):
                if homes.setdefault(name, section) != section:
                    self.fail(
                        (*self.root, section, name),
                        f"{name!r} stands in [{homes[name]}] and in [{section}]; use two names",
                    )

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

    def _texts(self, key: str) -> tuple[str, ...]:
        return self.decoded(self.data.get(key, []), Sequence[str], (*self.root, key))
