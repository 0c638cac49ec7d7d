"""Subsystems in files: variables, constraints and forces as data, no code in them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NotRequired, Required, TypeAlias, TypedDict

import numpy as np

from dalembert.archive import DAMAGES
from dalembert.arrays import Array
from dalembert.errors import DalembertError, FormulationError
from dalembert.expr.node import Expression, Node, Scalar, flatten, traverse, unflatten
from dalembert.expr.operations import LEAVES, OPERATIONS
from dalembert.modules.complements import Complement, Independent, LeastSquares, Pivoted
from dalembert.modules.labelled_matrix import LabelledMatrix
from dalembert.modules.nodal_body import RatesOfNodes
from dalembert.modules.node_constraints import NodeConstraint
from dalembert.modules.node_kinematics import Kinematics
from dalembert.modules.placed_bodies import PlacedBody
from dalembert.modules.refused_trees import check_without_contacts
from dalembert.modules.subsystem import Subsystem
from dalembert.modules.system_node import MotionVariables
from dalembert.rows import Level, Role, Row
from dalembert.whole_files import checked_path, write_file

_ARITIES = {
    **{op: operation.arity for op, operation in OPERATIONS.items()},
    **dict.fromkeys(LEAVES - {"measure"}, 0),
}
"""Numbers of operands of the operations that a file may hold."""

_KIND = "dalembert subsystem"
FORMAT = f"{_KIND} 2"
"""Format that a file of this kind states."""

RowData: TypeAlias = tuple[str, str, int, bool, bool, str]
"""Record of a row: name, part, level, whether it is rheonomic, whether it is linear, role."""


class MatrixData(TypedDict):
    """A labelled matrix in a file; expressions are numbers of the common list, here and below."""

    rows: Sequence[str]
    columns: Sequence[str]
    entries: Sequence[int]


class ComplementData(TypedDict, total=False):
    """A choice of independent variables in a file."""

    by: Required[str]
    names: Sequence[str]
    rank: int | None
    weights: Mapping[str, float]
    incompatible: bool
    C: MatrixData
    rates: MatrixData


class BodyData(TypedDict):
    """A body in a file, as pictures show it: vectors and matrices are lists of their entries."""

    name: str
    mass: int
    J: Sequence[int]
    p: Sequence[int]
    R: Sequence[int]
    gravity: Sequence[int]
    radius: int | None
    points: Sequence[int]


ConstraintData = TypedDict(
    "ConstraintData",
    {
        "name": str,
        "by order": tuple[int | None, int | None, int],
        "A": Mapping[str, int],
        "b": int,
        "affine from": int,
        "role": str,
        "row": RowData | None,
    },
)

NodeData = TypedDict(
    "NodeData",
    {
        "name": str,
        "children": "Sequence[NodeData]",
        "coordinates": Sequence[str],
        "speeds": Sequence[str],
        "accelerations": Sequence[str],
        "highest": Sequence[int],
        "rates": Sequence[tuple[int, int]],
        "kept": Sequence[tuple[str, int]],
        "constraints": Sequence[ConstraintData],
        "forces": MatrixData,
        "motion": tuple[MatrixData, MatrixData] | None,
        "independent": ComplementData,
        "inputs": Sequence[str],
        "default values": Mapping[str, float],
        "units": NotRequired[tuple[Mapping[str, str], Mapping[str, str]]],
        "bodies": NotRequired[Sequence[BodyData]],
    },
)


def save_subsystem(system: Subsystem, path: str | Path) -> Path:
    """Write a subsystem and all below it to a file, which `load_subsystem` reads.

    Parameters
    ----------
    system : Subsystem
        Tree of systems that is written.
    path : str or path
        File of JSON.

    Examples
    --------
    >>> import dalembert as da
    >>> bob = da.modules.point_mass("bob", mass=2.0, gravity=(0.0, -9.81))
    >>> path = da.modules.save_subsystem(bob, "bob.json")
    >>> print(da.modules.load_subsystem("bob.json").coordinates)
    ('x', 'y')
    """
    if not isinstance(system, Subsystem):
        raise FormulationError(f"a subsystem is written to a file, not {type(system).__name__}")
    check_without_contacts(system, "da.modules.save_subsystem")
    writer = _Writer()
    whole = writer.node(system)
    for x in traverse(writer.expressions):
        if x.op == "call":
            raise FormulationError(
                f"{system.name}: {x!r} is solved at run time, which a file cannot hold; give rates as "
                "plain expressions"
            )
    rows = [[list(y) if isinstance(y, tuple) else y for y in row] for row in flatten(writer.expressions)]
    content = {"format": FORMAT, "digest": _digest(rows, whole), "expressions": rows, "system": whole}
    text = json.dumps(content, ensure_ascii=False, indent=1)
    return write_file(checked_path(path, "system.json", FormulationError), text.encode(), FormulationError)


def load_subsystem(path: str | Path) -> Subsystem:
    """Subsystem from a file that `save_subsystem` wrote; a file that was changed since is refused.

    Parameters
    ----------
    path : str or path
        File that `da.modules.save_subsystem` wrote.

    Examples
    --------
    >>> import dalembert as da
    >>> bob = da.modules.point_mass("bob", mass=2.0, gravity=(0.0, -9.81))
    >>> path = da.modules.save_subsystem(bob, "bob.json")
    >>> print(da.modules.load_subsystem("bob.json"))
    -2 ẍ = 0
    -2 ÿ - 19.62 = 0
    """
    source = checked_path(path, "system.json", FormulationError)
    if source.exists() and not source.is_file():
        raise FormulationError(f"{path} is not a regular file")
    try:
        content = json.loads(source.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError, MemoryError) as error:
        raise FormulationError(f"{path} cannot be read as a subsystem: {error}") from None
    if not isinstance(content, dict) or not str(content.get("format")).startswith(_KIND):
        raise FormulationError(f"{path} is no file of a subsystem, such as modules.save_subsystem writes")
    if content["format"] != FORMAT:
        raise FormulationError(f"{path} has the format {content['format']!r}; this version reads {FORMAT!r}")
    try:
        if content["digest"] != _digest(content["expressions"], content["system"]):
            raise ValueError("its digest is that of other contents")
        return _Reader(_expressions(content["expressions"])).node(content["system"])
    except DAMAGES as error:
        raise FormulationError(f"{path} is damaged: {error!r}") from None
    except DalembertError as error:
        raise FormulationError(f"{path} is damaged: {error}") from None


def _digest(expressions: object, system: object) -> str:
    """Digest of the contents, however they are laid out."""
    text = json.dumps([expressions, system], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class _Writer:
    """Nodes as plain data; expressions are numbers of a common list."""

    def __init__(self) -> None:
        self.expressions: list[Scalar] = []

    def expression(self, x: Scalar) -> int:
        self.expressions.append(x if isinstance(x, Expression) else float(x))
        return len(self.expressions) - 1

    def residual(self, x: Scalar | None) -> int | None:
        return None if x is None else self.expression(x)

    def matrix(self, X: LabelledMatrix) -> MatrixData:
        return {"rows": X.rows, "columns": X.columns, "entries": [self.expression(x) for x in X.entries.flat]}

    def node(self, node: Subsystem) -> NodeData:
        kinematics, motion = node.own_kinematics, node.motion
        return {
            "name": node.name,
            "children": [self.node(child) for child in node.children],
            "coordinates": kinematics.coordinates,
            "speeds": kinematics.speeds,
            "accelerations": kinematics.accelerations,
            "highest": [self.expression(x) for x in kinematics.highest],
            "rates": [(self.expression(x), self.expression(rate)) for x, rate in kinematics.rates.items()],
            "kept": [(name, self.expression(x)) for name, x in kinematics.kept],
            "constraints": [self.constraint(constraint) for constraint in node.constraints],
            "forces": self.matrix(node.own_forces),
            "motion": None if motion is None else (self.matrix(motion.V), self.matrix(motion.forces)),
            "independent": self.complement(node.complement),
            "inputs": node.own_inputs,
            "default values": dict(node.default_values),
            "units": (dict(node.own_units), dict(node.usual_units)),
            "bodies": [self.body(body) for body in node.own_bodies],
        }

    def body(self, body: PlacedBody) -> BodyData:
        J, p, R, gravity, points = (
            [self.expression(x) for x in np.ravel(X)] for X in (body.J, body.p, body.R, body.gravity, body.points)
        )
        return {
            "name": body.name,
            "mass": self.expression(body.mass),
            "J": J,
            "p": p,
            "R": R,
            "gravity": gravity,
            "radius": self.residual(body.radius),
            "points": points,
        }

    def complement(self, complement: Complement) -> ComplementData:
        if isinstance(complement, RatesOfNodes):
            return {"by": "nodes", "C": self.matrix(complement.C), "rates": self.matrix(complement.rates)}
        return _complement_data(complement)

    def constraint(self, constraint: NodeConstraint) -> ConstraintData:
        row = constraint.source
        position, velocity, acceleration = constraint.by_order
        return {
            "name": constraint.name,
            "by order": (self.residual(position), self.residual(velocity), self.expression(acceleration)),
            "A": {label: self.expression(x) for label, x in constraint.A.items()},
            "b": self.expression(constraint.b),
            "affine from": constraint.affine_from,
            "role": constraint.role.value,
            "row": None if row is None else _row_data(row),
        }


def _row_data(row: Row) -> RowData:
    return row.name, row.part, int(row.level), row.is_rheonomic, row.is_linear, row.role.value


class _Reader:
    """Nodes from plain data and the common list of expressions."""

    def __init__(self, expressions: list[Scalar]) -> None:
        self._expressions = expressions

    def expression(self, number: int) -> Scalar:
        if not 0 <= number < len(self._expressions):
            raise ValueError(f"there is no expression {number}")
        return self._expressions[number]

    def residual(self, number: int | None) -> Scalar | None:
        return None if number is None else self.expression(number)

    def variable(self, number: int) -> Node:
        x = self.expression(number)
        if not isinstance(x, Node):
            raise ValueError(f"expression {number} is no variable")
        return x

    def matrix(self, data: MatrixData) -> LabelledMatrix:
        shape = len(data["rows"]), len(data["columns"])
        entries = np.array([self.expression(k) for k in data["entries"]], dtype=object).reshape(shape)
        return LabelledMatrix(tuple(data["rows"]), tuple(data["columns"]), entries)

    def node(self, data: NodeData) -> Subsystem:
        kinematics = Kinematics(
            coordinates=tuple(data["coordinates"]),
            speeds=tuple(data["speeds"]),
            accelerations=tuple(data["accelerations"]),
            highest=tuple(map(self.variable, data["highest"])),
            rates={self.variable(x): self.expression(rate) for x, rate in data["rates"]},
            kept=tuple((name, self.expression(x)) for name, x in data["kept"]),
        )
        motion = None if data["motion"] is None else MotionVariables(*map(self.matrix, data["motion"]))
        own_units, usual_units = data.get("units", ({}, {}))
        return Subsystem(
            data["name"],
            tuple(map(self.node, data["children"])),
            kinematics,
            tuple(map(self.constraint, data["constraints"])),
            self.matrix(data["forces"]),
            motion=motion,
            complement=self.complement(data["independent"]),
            own_inputs=tuple(data["inputs"]),
            default_values=data["default values"],
            own_units=own_units,
            usual_units=usual_units,
            own_bodies=tuple(map(self.body, data.get("bodies", ()))),
        )

    def body(self, data: BodyData) -> PlacedBody:
        def array(numbers: Sequence[int], *shape: int) -> Array:
            return np.array([self.expression(k) for k in numbers], dtype=object).reshape(shape)

        return PlacedBody(
            data["name"],
            self.expression(data["mass"]),
            array(data["J"], 3, 3),
            array(data["p"], 3),
            array(data["R"], 3, 3),
            array(data["gravity"], 3),
            self.residual(data["radius"]),
            array(data["points"], -1, 3),
        )

    def complement(self, data: ComplementData) -> Complement:
        if data["by"] == "nodes":
            return RatesOfNodes(self.matrix(data["C"]), self.matrix(data["rates"]))
        return _complement_of(data)

    def constraint(self, data: ConstraintData) -> NodeConstraint:
        position, velocity, acceleration = data["by order"]
        by_order = (self.residual(position), self.residual(velocity), self.expression(acceleration))
        A = {label: self.expression(x) for label, x in data["A"].items()}
        source = None
        if data["row"] is not None:
            name, part, level, is_rheonomic, is_linear, role = data["row"]
            source = Row(name, part, Level(level), is_rheonomic, is_linear, Role(role))
        b = self.expression(data["b"])
        return NodeConstraint(data["name"], by_order, A, b, data["affine from"], Role(data["role"]), source)


def _expressions(rows: list[list[str | float | list[str | int]]]) -> list[Scalar]:
    """Expressions of a file; operations other than ours, and operands other than rows before, are refused."""
    *nodes, last = ([*row] for row in rows)
    for k, (op, *args) in enumerate(nodes):
        if op not in _ARITIES:
            raise ValueError(f"there is no operation {op!r}")
        if op not in LEAVES and len(args) != _ARITIES[op]:
            raise ValueError(f"{op!r} has {len(args)} operands")
        _check_operands(args, k, is_leaf=op in LEAVES)
    _check_operands(last[1:], len(nodes), is_leaf=False)
    return unflatten([tuple(tuple(y) if isinstance(y, list) else y for y in row) for row in (*nodes, last)])


def _check_operands(operands: Sequence[object], before: int, *, is_leaf: bool) -> None:
    """Raise unless operands are numbers or rows before this one, or names of a leaf."""
    for x in operands:
        is_row = isinstance(x, list) and len(x) == 2 and x[0] == "#" and type(x[1]) is int and 0 <= x[1] < before
        if not (type(x) is float or is_row) and not (is_leaf and isinstance(x, str | int | None)):
            raise ValueError(f"{x!r} is no operand")


def _complement_data(complement: Complement) -> ComplementData:
    match complement:
        case Independent():
            return {"by": "names", "names": complement.names}
        case Pivoted():
            return {"by": "pivots", "rank": complement.rank}
        case LeastSquares():
            return {
                "by": "least squares",
                "names": complement.independent,
                "weights": dict(complement.weights),
                "incompatible": complement.incompatible,
            }
        case _:
            raise FormulationError(f"a file cannot hold {type(complement).__name__}, a complement of your own")


def _complement_of(data: ComplementData) -> Complement:
    match data["by"]:
        case "names":
            return Independent(*data["names"])
        case "pivots":
            return Pivoted(data["rank"])
        case "least squares":
            return LeastSquares(*data["names"], weights=data["weights"], incompatible=data["incompatible"])
        case other:
            raise ValueError(f"there is no complement by {other!r}")
