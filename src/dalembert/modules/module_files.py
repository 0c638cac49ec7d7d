"""Subsystems in files: variables, constraints and forces as data, no code in them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from dalembert.archive import DAMAGES
from dalembert.errors import DalembertError, FormulationError
from dalembert.expr.node import Expression, flatten, traverse, unflatten
from dalembert.expr.operations import LEAVES, OPERATIONS
from dalembert.modules.complements import Complement, Independent, LeastSquares, Pivoted
from dalembert.modules.labelled_matrix import LabelledMatrix
from dalembert.modules.node_constraints import NodeConstraint
from dalembert.modules.node_kinematics import Kinematics
from dalembert.modules.subsystem import MotionVariables, Subsystem, check_untouched
from dalembert.rows import Level, Role, Row
from dalembert.whole_files import checked_path, write_file

_ARITIES = {
    **{op: operation.arity for op, operation in OPERATIONS.items()},
    **dict.fromkeys(LEAVES - {"measure"}, 0),
}
"""How many operands operations have that a file may hold."""

_KIND = "dalembert subsystem"
FORMAT = f"{_KIND} 2"
"""What a file of this kind says it is."""


def save_subsystem(system: Subsystem, path: str | Path) -> Path:
    """Write a subsystem and all below it to a file, from which `load` makes it again."""
    if not isinstance(system, Subsystem):
        raise FormulationError(f"a subsystem is written to a file, not {type(system).__name__}")
    check_untouched(system.name, system.all_touching)
    writer = _Writer()
    whole = writer.node(system)
    for x in traverse(writer.expressions):
        if x.op == "call":
            raise FormulationError(
                f"{system.name}: {x!r} is solved at run time, which no file of equations holds; give rates "
                "that are written out"
            )
    rows = [[list(y) if isinstance(y, tuple) else y for y in row] for row in flatten(writer.expressions)]
    content = {"format": FORMAT, "digest": _digest(rows, whole), "expressions": rows, "system": whole}
    text = json.dumps(content, ensure_ascii=False, indent=1)
    return write_file(checked_path(path, "system.json", FormulationError), text.encode(), FormulationError)


def load_subsystem(path: str | Path) -> Subsystem:
    """The subsystem that `save` wrote; what has changed in the file since is refused."""
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


def _digest(expressions: Any, system: Any) -> str:
    """Of contents, however they are laid out."""
    text = json.dumps([expressions, system], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class _Writer:
    """Nodes as plain data; expressions are numbers of a common list."""

    def __init__(self) -> None:
        self.expressions: list[Any] = []

    def expression(self, x: Any) -> int | None:
        if x is None:
            return None
        self.expressions.append(x if isinstance(x, Expression) else float(x))
        return len(self.expressions) - 1

    def matrix(self, X: LabelledMatrix) -> dict[str, Any]:
        return {"rows": X.rows, "columns": X.columns, "entries": [self.expression(x) for x in X.entries.flat]}

    def node(self, node: Subsystem) -> dict[str, Any]:
        kinematics, motion = node.own_kinematics, node.motion
        return {
            "name": node.name,
            "children": [self.node(child) for child in node.children],
            "coordinates": kinematics.coordinates,
            "speeds": kinematics.speeds,
            "accelerations": kinematics.accelerations,
            "highest": [self.expression(x) for x in kinematics.highest],
            "rates": [[self.expression(x), self.expression(rate)] for x, rate in kinematics.rates.items()],
            "kept": [[name, self.expression(x)] for name, x in kinematics.kept],
            "constraints": [self.constraint(constraint) for constraint in node.constraints],
            "forces": self.matrix(node.own_forces),
            "motion": motion and [self.matrix(motion.V), self.matrix(motion.forces)],
            "independent": _complement_data(node.complement),
            "inputs": node.own_inputs,
            "default values": dict(node.default_values),
        }

    def constraint(self, constraint: NodeConstraint) -> dict[str, Any]:
        row = constraint.source
        return {
            "name": constraint.name,
            "by order": [self.expression(x) for x in constraint.by_order],
            "A": {label: self.expression(x) for label, x in constraint.A.items()},
            "b": self.expression(constraint.b),
            "affine from": constraint.affine_from,
            "role": constraint.role.value,
            "row": row and [row.name, row.part, int(row.level), row.is_rheonomic, row.is_linear, row.role.value],
        }


class _Reader:
    """The same back."""

    def __init__(self, expressions: list[Any]) -> None:
        self._expressions = expressions

    def expression(self, number: int | None) -> Any:
        if number is not None and not 0 <= number < len(self._expressions):
            raise ValueError(f"there is no expression {number}")
        return None if number is None else self._expressions[number]

    def matrix(self, data: dict[str, Any]) -> LabelledMatrix:
        shape = len(data["rows"]), len(data["columns"])
        entries = np.array([self.expression(k) for k in data["entries"]], dtype=object).reshape(shape)
        return LabelledMatrix(tuple(data["rows"]), tuple(data["columns"]), entries)

    def node(self, data: dict[str, Any]) -> Subsystem:
        kinematics = Kinematics(
            coordinates=tuple(data["coordinates"]),
            speeds=tuple(data["speeds"]),
            accelerations=tuple(data["accelerations"]),
            highest=tuple(map(self.expression, data["highest"])),
            rates={self.expression(x): self.expression(rate) for x, rate in data["rates"]},
            kept=tuple((name, self.expression(x)) for name, x in data["kept"]),
        )
        motion = data["motion"] and MotionVariables(*map(self.matrix, data["motion"]))
        return Subsystem(
            data["name"],
            tuple(map(self.node, data["children"])),
            kinematics,
            tuple(map(self.constraint, data["constraints"])),
            self.matrix(data["forces"]),
            motion=motion,
            complement=_complement_of(data["independent"]),
            own_inputs=tuple(data["inputs"]),
            default_values=data["default values"],
        )

    def constraint(self, data: dict[str, Any]) -> NodeConstraint:
        by_order: Any = tuple(map(self.expression, data["by order"]))
        A = {label: self.expression(x) for label, x in data["A"].items()}
        source = None
        if data["row"] is not None:
            name, part, level, is_rheonomic, is_linear, role = data["row"]
            source = Row(name, part, Level(level), is_rheonomic, is_linear, Role(role))
        b = self.expression(data["b"])
        return NodeConstraint(data["name"], by_order, A, b, data["affine from"], Role(data["role"]), source)


def _expressions(rows: list[list[Any]]) -> list[Any]:
    """The expressions of a file; what is none of our operations on rows before is refused."""
    *nodes, last = ([*row] for row in rows)
    for k, (op, *args) in enumerate(nodes):
        if op not in _ARITIES:
            raise ValueError(f"there is no operation {op!r}")
        if op not in LEAVES and len(args) != _ARITIES[op]:
            raise ValueError(f"{op!r} has {len(args)} operands")
        _check_operands(args, k, is_leaf=op in LEAVES)
    _check_operands(last[1:], len(nodes), is_leaf=False)
    return unflatten([tuple(tuple(y) if isinstance(y, list) else y for y in row) for row in (*nodes, last)])


def _check_operands(operands: list[Any], before: int, *, is_leaf: bool) -> None:
    """Raise unless operands are numbers or rows before; leaves have names too."""
    for x in operands:
        is_row = isinstance(x, list) and len(x) == 2 and x[0] == "#" and type(x[1]) is int and 0 <= x[1] < before
        if not (type(x) is float or is_row) and not (is_leaf and isinstance(x, str | int | None)):
            raise ValueError(f"{x!r} is no operand")


def _complement_data(complement: Complement) -> dict[str, Any]:
    match complement:
        case Independent():
            return {"by": "names", "names": complement.names}
        case Pivoted():
            return {"by": "pivots", "rank": complement.rank}
        case LeastSquares():
            choice = {"names": complement.independent, "weights": dict(complement.weights)}
            return {"by": "least squares", **choice, "incompatible": complement.incompatible}
        case _:
            raise FormulationError(f"{type(complement).__name__} is a complement of your own, which no file holds")


def _complement_of(data: dict[str, Any]) -> Complement:
    match data["by"]:
        case "names":
            return Independent(*data["names"])
        case "pivots":
            return Pivoted(data["rank"])
        case "least squares":
            return LeastSquares(*data["names"], weights=data["weights"], incompatible=data["incompatible"])
        case other:
            raise ValueError(f"nothing is independent by {other!r}")
