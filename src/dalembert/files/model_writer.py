"""Models as tables of a model file: every field of every part, by the types that read it back.

What a file cannot hold is refused with the name of the part; what is written is read again and compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, is_dataclass
from dataclasses import field as field_of
from enum import Enum
from itertools import count, islice
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn, get_args

import numpy as np

from dalembert.errors import ModelError
from dalembert.expr.node import NUMBERS, Expression, Node
from dalembert.expr.spline import Spline
from dalembert.files.constructors import (
    Field,
    alternatives,
    classes_in,
    constructors_fitting,
    fitting,
    of_class,
    section_of,
)
from dalembert.files.expression_writer import ExpressionWriter, quoted
from dalembert.files.kept_names import KeptNames, parameters_of
from dalembert.files.model_reader import VERSION, ModelFile, Reading
from dalembert.model.bodies import ORIGIN, Body, Frame, ground
from dalembert.model.model import Model
from dalembert.model.part import Part
from dalembert.model.submodels import port_of
from dalembert.spatial.pose import Pose

Entry = dict[str, Any]
"""Keys and plain values of one table."""

_SQUARE = np.eye(3)


@dataclass
class Tables:
    """One model as tables: keys of its own, tables of names, and lists with their entries in order."""

    root: tuple[str, ...]
    keys: Entry = field_of(default_factory=dict)
    named: dict[str, Entry] = field_of(default_factory=dict)
    """Parameters, expressions, splines, ports and the start."""

    entries: list[tuple[str, Entry]] = field_of(default_factory=list)
    """Lists of bodies and parts: the list, and the table."""


def tables_of(file: ModelFile, folder: Path, known: Reading | None = None) -> list[Tables]:
    """All tables of a file, those of the models inside of it after its own.

    Names of expressions, splines and models are those of a file that is known, as far as they stand for the same.
    """
    inner: dict[str, Model] = {}
    pending: list[tuple[tuple[str, ...], Model]] = [((), file.model)]
    written: list[Tables] = []
    taken = dict(known.models) if known is not None else {}
    while pending:
        root, model = pending.pop(0)
        before = set(inner)
        writer = _ModelWriter(model, root, folder, inner, known, taken)
        written.append(writer.tables(file if not root else None))
        pending += [(("models", name), inner[name]) for name in inner if name not in before]
    return written


class _ModelWriter:
    def __init__(
        self,
        model: Model,
        root: tuple[str, ...],
        folder: Path,
        inner: dict[str, Model],
        known: Reading | None,
        taken: Mapping[str, Model],
    ) -> None:
        self.model, self.root, self.folder, self.inner, self.taken = model, root, folder, inner, taken
        kept = KeptNames.of(model)
        self.named = kept.expressions(known.names.get(root, {})) if known is not None else {}
        splines = known.splines.get(root, {}) if known is not None else {}
        self.frames = kept.frames(known.frames.get(root, {})) if known is not None else {}
        self.known_texts = known.toml.table(root) if known is not None else {}
        self.expressions = ExpressionWriter(self.frame_in_expression, self.named, splines, model.parameters)
        self.owner = "the model"
        self.bodies: dict[str, Body] = {}

    def tables(self, file: ModelFile | None) -> Tables:
        """All tables of the model."""
        tables = Tables(self.root)
        model = self.model
        parts = [self.entry(part) for part in model.parts]
        self.owner = "the model"
        gravity = [self.plain(x) for x in model.gravity.tolist()]
        ports = {name: self.port_frame(frame) for name, frame in model.ports.items()}
        bodies = self.all_bodies()
        if not self.root:
            tables.keys["version"] = VERSION
        if model.has_gravity:
            tables.keys["gravity"] = gravity
        tables.keys |= {key: list(x) for key, x in (("cut", model.cut), ("notes", model.notes)) if x}
        tables.entries = [*bodies, *parts]
        if file is not None:
            for task in (*file.analyses, *file.pictures):
                tables.entries.append((str(section_of(type(task))), self.table(task, None)))
        named: dict[str, Entry] = {
            "parameters": {**parameters_of([*self.named, *self.frames.values()]), **self.expressions.parameters},
            "expressions": {**self.expressions.expressions, **self._kept("expressions", self.named.values())},
            "splines": {name: self.spline(x) for name, x in self.expressions.splines.items()},
            "frames": self._kept("frames", self.frames),
            "ports": ports,
            "starts": {name: _start_values(values) for name, values in model.starts.items()},
            "start": _start_values(file.start if file is not None else {}),
        }
        tables.named = {key: table for key, table in named.items() if table}
        return tables

    def _kept(self, section: str, names: Iterable[str]) -> Entry:
        """Entries of the file under names that are kept, whether parts use them or not."""
        return {name: self.known_texts[section][name] for name in names}

    def all_bodies(self) -> list[tuple[str, Entry]]:
        """Bodies that parts have named, in the order of the model; those of its submodels stand with them."""
        order = {body.name: k for k, body in enumerate(self.model.carried)}
        done: dict[str, tuple[str, Entry]] = {}
        # a visual may name further parameters, and a body no further body
        for name, body in sorted(self.bodies.items(), key=lambda x: order.get(x[0], len(order))):
            self.owner = f"body {name!r}"
            done[name] = ("body", self.body(body))
        return list(done.values())

    def entry(self, part: Part) -> tuple[str, Entry]:
        """A part as a table of its list."""
        kind = type(part)
        self.owner = f"part {part.name!r}"
        self._check_class(kind)
        section = section_of(kind)
        assert section is not None
        table = {"type": kind.__name__, **self.fields(part)}
        if section in ("submodel", "goal", "state_variable", "controller"):
            del table["type"]
        # parts are known by their names: these stand first
        return section, {"name": part.name, **table}

    def body(self, body: Body) -> Entry:
        short = _short_form(body)
        return {"name": body.name, **(self._plain_fields(*short) if short is not None else self.fields(body))}

    def _plain_fields(self, kind: str, values: Mapping[str, object]) -> Entry:
        return {"type": kind, **{key: self.plain(x) for key, x in values.items()}}

    def spline(self, value: Spline) -> Entry:
        return {"knots": value.knots.tolist(), "pieces": value.pieces.tolist(), "beyond": value.beyond.name}

    def _check_class(self, kind: type) -> None:
        if not any(x.result is kind and x.make is kind for x in constructors_fitting(kind)):
            raise ModelError(f"{self.owner} is of the class {kind.__name__}, which a file cannot hold")

    # ---- values

    def fields(self, value: object) -> Entry:
        """Fields of a dataclass that are not what they are by default."""
        table: Entry = {}
        kind: Any = type(value)
        for field in of_class(kind).fields:
            x = getattr(value, field.name)
            if x is None and field.default is not None:
                self.refuse(f"holds nothing as {field.name!r}")
            if x is not None and (field.default is MISSING or not _is_same(x, field.default)):
                table[field.key] = self.plain(x, field)
        return table

    def table(self, value: object, of: Field | None) -> Entry:
        """A dataclass as a table; without its type where there is only one that fits."""
        kind = type(value)
        self._check_class(kind)
        hint = of.hint if of is not None else None
        classes = classes_in(hint) if hint is not None else ()
        choices = (
            [x for x in constructors_fitting(hint) if x.make is x.result and x.result in classes]
            if classes
            else []
        )
        is_only = len(choices) == 1 and choices[0].result is kind
        fields = self.fields(value)
        return fields if is_only else {"type": kind.__name__, **fields}

    def plain(self, value: object, of: Field | None = None) -> Any:
        """A value as TOML has it."""
        if isinstance(value, bool | str):
            return value
        if isinstance(value, np.bool_):
            return bool(value)
        if isinstance(value, NUMBERS):
            return self._number(value)
        if isinstance(value, Expression):
            return self._expression(value)
        if isinstance(value, Body):
            return self.frame(Frame(value))
        if isinstance(value, Frame):
            return self.frame(value)
        if isinstance(value, Model):
            return self._model_name(value)
        if isinstance(value, Enum):
            return value.name
        if isinstance(value, Path):
            return self._path(value)
        if isinstance(value, np.ndarray):
            return (
                [self.plain(x, of) for x in value.tolist()]
                if value.ndim == 1
                else [self.plain(x, of) for x in value]
            )
        if isinstance(value, tuple | list):
            if any(x is None for x in value):
                self.refuse("holds a list with nothing as an entry")
            return [self.plain(x, _inner(of)) for x in value]
        if isinstance(value, Mapping):
            return {str(key): self.plain(x, _inner(of)) for key, x in value.items()}
        if is_dataclass(value) and not isinstance(value, type):
            return self.table(value, of)
        if callable(value):
            raise ModelError(f"{self.owner} holds a Python function, which a file cannot hold")
        self.refuse(f"holds a {type(value).__name__}")

    def refuse(self, what: str) -> NoReturn:
        raise ModelError(f"{self.owner} {what}, which a file cannot hold")

    def _number(self, value: Any) -> float | int:
        if isinstance(value, int):
            return value
        number = float(value)
        if not isfinite(number):
            self.refuse(f"holds the number {number}")
        return number

    def _expression(self, value: Expression) -> str:
        try:
            text = self.expressions.written(value)
        except ModelError as error:
            raise ModelError(f"{self.owner} {error}") from None
        # in a field of any type the name of a body would be that body
        return f"({text})" if text in self.bodies or text in self.model_bodies else text

    @property
    def model_bodies(self) -> set[str]:
        return {body.name for body in self.model.carried}

    def _model_name(self, model: Model) -> str:
        for name, other in self.inner.items():
            if other is model or (other == model and (other.notes, other.starts) == (model.notes, model.starts)):
                return name
        same = [x for x, other in self.taken.items() if other == model and not x.startswith("file ")]
        numbered = (f"model{k}" for k in count(1))
        chosen = next(x for x in (*same, *islice(numbered, len(self.inner) + 1)) if x not in self.inner)
        self.inner[chosen] = model
        return chosen

    def _path(self, path: Path) -> str:
        try:
            return path.resolve().relative_to(self.folder.resolve()).as_posix()
        except ValueError:
            raise ModelError(
                f"{self.owner} names the file {path}, which lies outside of the folder of the file; copy it there"
            ) from None

    # ---- places

    def frame(self, frame: Frame) -> Any:
        """A place: a name if it has one, else a table."""
        name, options = self._place(frame)
        if isinstance(name, tuple):
            return {"port": name[1], "of": name[0], **options}
        return {"on": name, **options} if options else name

    def frame_in_expression(self, frame: Frame) -> str:
        name, options = self._place(frame)
        if isinstance(name, tuple):
            raise ModelError(
                "holds a measure of a port whose submodel has the name of a body, which a file cannot hold"
            )
        if not options:
            return quoted(name)
        label = {"label": quoted(options["label"])} if "label" in options else {}
        texts = [f"{key}={_listed(x)}" for key, x in {**options, **label}.items()]
        return f"frame({quoted(name)}, {', '.join(texts)})"

    def _place(self, frame: Frame) -> tuple[Any, Entry]:
        """The name of the nearest place that has one, and the way from there."""
        body = frame.body
        port = port_of(body)
        if port is None and body is not ground and self.bodies.setdefault(body.name, body) is not body:
            self.refuse(f"knows two bodies of the name {body.name!r}")
        for name, known in self.frames.items():
            if known == frame and known.label == frame.label:
                return name, {}
        if port is not None:
            start: Any = port if port[0] in self.model_bodies else ".".join(port)
            return start, {} if frame.pose is ORIGIN and not frame.label else self._way(frame)
        if not frame.label and frame.pose == ORIGIN:
            return body.name, {}
        marker = body.markers.get(frame.label)
        if marker is not None and marker == frame.pose:
            return f"{body.name}.{frame.label}", {}
        return body.name, self._way(frame)

    def _way(self, frame: Frame) -> Entry:
        """The offset on its body; with a label where the numbers do not tell the one it has."""
        pose = frame.pose
        is_turned = not _is_same(pose.R, _SQUARE)
        options: Entry = {}
        if not _is_same(pose.p, np.zeros(3)) or not is_turned:
            options["at"] = [self.plain(x) for x in pose.p.tolist()]
        if is_turned:
            options["rotation"] = [[self.plain(x) for x in row] for row in pose.R.tolist()]
        plain = Frame(frame.body).at(pose.p, rotation=pose.R if is_turned else None)
        if plain.label != frame.label or plain.pose != pose:
            options["label"] = frame.label
        return options

    def port_frame(self, frame: Frame) -> Any:
        """A port of the model: one on a body of a submodel is a port of that."""
        for name, frames in self.model._resolved.wiring.frames.items():
            for key, inner in frames.items():
                if inner.body is frame.body and inner.pose == frame.pose and inner.label == frame.label:
                    return f"{name}.{key}" if name not in self.model_bodies else {"port": key, "of": name}
        if any(frame.body in x.bodies for x in self.model._resolved.instances):
            self.refuse(f"offers a port on {frame.body.name!r}, a body of a submodel that offers no such port")
        return self.frame(frame)


def _start_values(values: Mapping[str, Any]) -> Entry:
    """Values of a state, as a table has them."""
    return {
        key: {str(name): float(x) for name, x in value.items()} if isinstance(value, Mapping) else float(value)
        for key, value in values.items()
        if value is not None and value != {}
    }


def _inner(of: Field | None) -> Field | None:
    """The type of entries of a list or mapping, for their tables."""
    if of is None:
        return None
    kinds = [part for kind in alternatives(of.hint) for part in get_args(kind) if isinstance(part, type)]
    classes = [kind for kind in kinds if classes_in(kind)]
    return Field(of.name, of.key, classes[0], None, False) if classes else None


def _listed(value: Any) -> str:
    """Numbers and expressions in a list, as expressions have them."""
    if isinstance(value, list):
        return f"[{', '.join(map(_listed, value))}]"
    return str(value)


def _is_same(a: object, b: object) -> bool:
    """Whether two values are equal, and numbers the same bits; arrays are compared entry by entry."""
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        x, y = np.asarray(a), np.asarray(b)
        return x.shape == y.shape and all(
            _is_same(p, q) for p, q in zip(x.ravel().tolist(), y.ravel().tolist(), strict=True)
        )
    if isinstance(a, Expression) or isinstance(b, Expression):
        return a is b
    if isinstance(a, float | int) and isinstance(b, float | int) and not isinstance(a, bool):
        return repr(float(a)) == repr(float(b)) and not isinstance(b, bool)
    return type(a) is type(b) and bool(a == b)


# ---- bodies of simple shapes


def _short_form(body: Body) -> tuple[str, dict[str, Any]] | None:
    """The function that makes just this body, and its arguments; None if there is none."""
    if body.inertia is None or body.visual is None or len(body.visual) != 1:
        return None
    solid, mass = body.visual[0], body.inertia.mass
    match type(solid).__name__:
        case "Bar":
            end = list(solid.end)
            for axis, x in zip("xyz", end, strict=True):
                tries = {"length": x, "mass": mass, "radius": solid.radius, "axis": axis}
                if isinstance(x, Node) or x > 0.0:
                    if _is_same(tries["radius"], 0.0):
                        del tries["radius"]
                    if axis == "x":
                        del tries["axis"]
                    if _makes("rod", tries, body):
                        return "rod", tries
            return None
        case "Box":
            tries = {"size": list(solid.size), "mass": mass}
            return ("box", tries) if _makes("box", tries, body) else None
        case "Cylinder" | "Cone":
            kind = "disc" if _is_same(solid.length, 0.0) else type(solid).__name__.lower()
            tries = {"radius": solid.radius, "length": solid.length, "mass": mass, "axis": solid.axis}
            if kind == "disc":
                del tries["length"]
            return (kind, tries) if _makes(kind, tries, body) else None
        case "Torus":
            tries = {"radius": solid.radius, "tube": solid.tube, "mass": mass, "axis": solid.axis}
            return ("torus", tries) if _makes("torus", tries, body) else None
        case "Ellipsoid":
            radii = list(solid.radii)
            for kind, tries in (
                ("particle", {"mass": mass}),
                ("sphere", {"radius": radii[0], "mass": mass}),
                ("ellipsoid", {"radii": radii, "mass": mass}),
            ):
                if _makes(kind, tries, body):
                    return kind, tries
    return None


def _makes(kind: str, arguments: Mapping[str, Any], body: Body) -> bool:
    """Whether a function of shapes makes this body, to the last bit."""
    try:
        other = fitting(kind, Body).make(body.name, **arguments)
    except (ModelError, TypeError, ValueError):
        return False
    return _same_body(body, other)


def _same_body(a: Body, b: Body) -> bool:
    assert a.inertia is not None and b.inertia is not None
    inertias = [(x.mass, x.com, x.J, x.check) for x in (a.inertia, b.inertia)]
    return (
        all(_is_same(x, y) for x, y in zip(*inertias, strict=True))
        and _same_markers(a.markers, b.markers)
        and a.shape == b.shape
        and a.visual == b.visual
        and {key: x for key, x in a.open_lengths.items()} == dict(b.open_lengths)
    )


def _same_markers(a: Mapping[str, Pose], b: Mapping[str, Pose]) -> bool:
    return list(a) == list(b) and all(_is_same(a[key].R, b[key].R) and _is_same(a[key].p, b[key].p) for key in a)
