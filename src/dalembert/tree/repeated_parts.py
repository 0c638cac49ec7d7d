"""Bodies placed by themselves, and all that acts between them, by kinds: one small model stands for each kind.

A kind is what equal parts have in common: all fields but their names, the bodies they are on, and where frames are
on these. Its model holds the bodies and the part alone, with variables in the place of numbers, so that whatever a
part says of itself is read as in any model, once for all parts of a kind.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Array, Matrix, Vector
from dalembert.equations.coordinate_motion import CoordinateMotion
from dalembert.errors import DalembertError
from dalembert.expr.calculus import sparse_jacobian
from dalembert.expr.node import Expression, Node, inputs_of, traverse
from dalembert.expr.rewrite import evaluate_each, substitute
from dalembert.expr.sparse_matrix import SparseMatrix, products
from dalembert.expr.symbol_nodes import param, symbol
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.joint import Joint
from dalembert.model.model import Model
from dalembert.model.part import Part
from dalembert.model.part_contents import Leaf, with_fields
from dalembert.model.topology import Link
from dalembert.numerics.repeated_system import ElementGroup, ElementKind
from dalembert.rank import NOISE, ROUNDING
from dalembert.rows import Level, Role, Row
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.pose import Pose
from dalembert.tree.constraint_rows import ConstraintRow
from dalembert.tree.effective_rows import GAP
from dalembert.tree.loop_kinematics import LoopKinematics
from dalembert.tree.tree_recursions import TreeRecursions

REPEATED_FROM = 600
"""Speeds from which on unsolved equations are written by kinds of parts.

A motion begins three to seven times as soon then. Steps of smaller systems are quicker written out: those of 100
planar bodies take 0.08 ms so and 0.19 ms by kinds, those of 300 bodies 0.43 and 0.62 ms.
"""

PARTS_OF_A_KIND = 8
"""Parts that there must be for each kind, on average, to be worth it."""

_SAMPLES = 2
"""Places where the rows of all parts are looked at."""


class SmallTree(Protocol):
    """What is asked of the tree of a small model."""

    @property
    def links(self) -> Sequence[Link]:
        """Bodies with the joints that place them."""

    @property
    def kinematics(self) -> LoopKinematics:
        """Places and velocities."""

    @property
    def recursions(self) -> TreeRecursions:
        """Inertia and forces."""

    @property
    def motion(self) -> CoordinateMotion:
        """How coordinates move."""


TreeOf: TypeAlias = Callable[[Model], SmallTree]
"""Makes the tree of a model."""


class _NoKindError(Exception):
    """A part that is not read by its kind."""


@dataclass(frozen=True, eq=False)
class Repeated:
    """The elements of a model whose bodies are placed by themselves, and the records of its rows."""

    bodies: Sequence[ElementGroup]
    parts: Sequence[ElementGroup]
    rows: Sequence[Row]
    owners: Sequence[int]
    """For each row the number of its constraint, among all that the kinematics know."""


def repeated(kinematics: LoopKinematics, tree_of: TreeOf) -> Repeated | None:
    """The elements of a model whose parts repeat; None of any other."""
    model, links = kinematics.model, kinematics.tree.links
    is_placed = all(link.parent < 0 and link.joint.carries_body and link.joint.follows is None for link in links)
    if not is_placed or model.states or model.inputs or model.unwrapped_angles or model.goals:
        return None
    try:
        return _Reader(kinematics, tree_of).repeated()
    except (_NoKindError, DalembertError, TypeError):
        # what is wrong with a part is told where it is read by itself
        return None


# ---- what parts have in common


class _Signature:
    """A part as a key without what differs between parts of a kind, which is gathered."""

    def __init__(self, *, with_shapes: bool) -> None:
        self._with_shapes = with_shapes
        self.bodies: dict[Body, int] = {ground: -1}
        self.numbers: list[float] = []
        self.opened: list[Expression] = []

    def of(self, value: Any) -> Hashable:
        kind = type(value)
        if kind in _PLAIN:
            return value
        if kind is Frame:
            return ("frame", self.of(value.body), self.matrix(value.pose.R), self.vector(value.pose.p))
        if isinstance(value, Body):
            number = self.bodies.setdefault(value, len(self.bodies) - 1)
            shape = value.shape if self._with_shapes else None
            return ("body", number, shape, tuple(value.open_lengths) if shape is not None else ())
        if isinstance(value, Expression):
            return _checked(value)
        if kind in (tuple, list):
            return (kind, *map(self.of, value))
        if kind is np.ndarray:
            return (value.shape, *map(self.of, value.ravel().tolist()))
        if is_dataclass(kind):
            return (kind, *(self.of(getattr(value, x.name)) for x in fields(kind) if x.init))
        if isinstance(value, dict):
            return (kind, *((self.of(key), self.of(x)) for key, x in value.items()))
        return (kind, value)

    def matrix(self, R: Array) -> Hashable:
        """A rotation, which is the same in all parts of a kind."""
        return tuple(_checked(x) if isinstance(x, Expression) else x for x in R.ravel().tolist())

    def vector(self, p: Iterable[Any]) -> Hashable:
        """Numbers that differ: what is zero stays so."""
        return tuple(map(self._number, p))

    def _number(self, x: Any) -> Hashable:
        if isinstance(x, Expression):
            self.opened.append(_checked(x))
            return "open"
        if x == 0.0:
            return 0.0
        self.numbers.append(float(x))
        return "number"


_PLAIN = frozenset([str, float, int, bool, type(None)])


def _checked(x: Expression) -> Expression:
    """An expression of parameters alone: measures and laws of time belong to one part of one model."""
    if any(node.op != "parameter" for node in inputs_of([x])) or any(node.op == "call" for node in traverse([x])):
        raise _NoKindError
    return x


# ---- the small models


class _Numbers:
    """Variables in the place of what differs, in the order of a `_Signature`."""

    def __init__(self) -> None:
        self.numbers: list[Node] = []
        self.opened: list[Node] = []

    def vector(self, p: Iterable[Any]) -> Array:
        return np.array([self._number(x) for x in p], dtype=object)

    def _number(self, x: Any) -> Any:
        if isinstance(x, Expression):
            self.opened.append(param(f"open number {len(self.opened)} of a part", 0.7))
            return self.opened[-1]
        if x == 0.0:
            return 0.0
        self.numbers.append(param(f"number {len(self.numbers)} of a part", 0.7))
        return self.numbers[-1]


_NO_MASS = param("mass of a stand-in", 1.0)
"""Mass of bodies that stand for others: a small model needs one, and what it says is read without."""


def _stand_in(number: int, inertia: Inertia, shape: Any = None) -> Body:
    return Body(f"body{number}", inertia, shape=shape)


class _Reader:
    """Reads the parts of a model by their kinds."""

    def __init__(self, kinematics: LoopKinematics, tree_of: TreeOf) -> None:
        self._kinematics, self._model, self._tree_of = kinematics, kinematics.model, tree_of
        self._links = kinematics.tree.links
        self._number_of = {link.body: k for k, link in enumerate(self._links)}
        self._places: dict[Hashable, Joint] = {}
        self._kinds: dict[Hashable, tuple[ElementKind, Sequence[Row]]] = {}
        self._members: dict[Hashable, list[tuple[int, list[int], list[float], list[Expression]]]] = {}

    def repeated(self) -> Repeated:
        joints = [self._body(k) for k in range(len(self._links))]
        bodies = [self._group(key)[0] for key in self._members]
        body_kinds = len(self._kinds)
        constraints = self._kinematics.constraints
        for k, constraint in enumerate(constraints):
            described = constraint.described
            self._part(k, described, joints, is_joint=described is not constraint)
        for force in self._model.forces:
            self._part(-1, force, joints, is_joint=False)
        if PARTS_OF_A_KIND * len(self._kinds) > len(joints) + len(constraints) + len(self._model.forces):
            raise _NoKindError
        of_parts = [self._group(key) for key in list(self._members)[body_kinds:]]
        return _with_rows(bodies, of_parts, [x.name for x in constraints], self._kinematics)

    def _body(self, k: int) -> Hashable:
        """Add a body; the key of the joint that places it."""
        link = self._links[k]
        joint, inertia = link.joint, link.body.inertia
        # what a class says of itself need not hold for those made of it
        if vars(type(joint)).get("looks_at_frames", True):
            raise _NoKindError
        signature = _Signature(with_shapes=False)
        own = tuple(
            signature.of(getattr(joint, x.name))
            for x in fields(joint)
            if x.init and x.name not in ("name", "parent", "child")
        )
        frames = (joint.parent_frame, joint.child_frame)
        place = (type(joint), own, *map(signature.of, frames))
        if inertia is None:
            raise _NoKindError
        matrix = inertia.J
        entries = [matrix[i, j] for i in range(3) for j in range(i + 1)]
        key = (place, signature.vector([inertia.mass, *inertia.com, *entries]))
        if key not in self._kinds:
            self._kinds[key] = self._body_kind(joint, inertia), ()
        self._members.setdefault(key, []).append((k, [k], signature.numbers, signature.opened))
        # parts are read on bodies that are placed the very same way
        return (*place, *(tuple(frame.pose.p.tolist()) for frame in frames))

    def _body_kind(self, joint: Joint, inertia: Inertia) -> ElementKind:
        numbers = _Numbers()
        ends = []
        for frame in (joint.parent_frame, joint.child_frame):
            ends.append(Pose(frame.pose.R, numbers.vector(frame.pose.p)))
        mass, *rest = numbers.vector(
            [inertia.mass, *inertia.com, *(inertia.J[i, j] for i in range(3) for j in range(i + 1))]
        )
        com, lower = np.array(rest[:3], dtype=object), iter(rest[3:])
        J = np.zeros((3, 3), dtype=object)
        for i in range(3):
            for j in range(i + 1):
                J[i, j] = J[j, i] = next(lower)
        body = _stand_in(0, Inertia(mass, com, J, check=False))
        place = with_fields(
            joint, {"name": "place", "parent": Frame(ground, ends[0]), "child": Frame(body, ends[1])}, _itself
        )
        for x in self._model.gravity:
            if isinstance(x, Expression):
                _checked(x)
        kind, _ = _kind(self._tree_of, Model(place, gravity=self._model.gravity), numbers, places_body=True)
        return kind

    def _part(self, owner: int, part: Any, places: Sequence[Hashable], *, is_joint: bool) -> None:
        """Add a constraint, a joint that closes a loop, or a force; `owner` is the number of a constraint."""
        if is_joint and vars(type(part)).get("looks_at_frames", True):
            raise _NoKindError
        signature = _Signature(with_shapes=not is_joint)
        if not is_dataclass(part) or not isinstance(part, Part):
            raise _NoKindError
        own = tuple(signature.of(getattr(part, x.name)) for x in fields(part) if x.init and x.name != "name")
        bodies = [self._number_of[body] for body in signature.bodies if body is not ground]
        on = tuple(places[k] for k in bodies)
        key = (type(part), own, on)
        if key not in self._kinds:
            links = [self._links[k] for k in bodies]
            placing = [link.joint for link in links]
            self._kinds[key] = self._part_kind(part, placing, list(signature.bodies), is_joint=is_joint)
        self._members.setdefault(key, []).append((owner, bodies, signature.numbers, signature.opened))

    def _part_kind(
        self, part: Any, places: Sequence[Joint], bodies: Sequence[Body], *, is_joint: bool
    ) -> tuple[ElementKind, Sequence[Row]]:
        numbers = _Numbers()
        J = np.diag([_NO_MASS] * 3)
        nothing = Inertia(_NO_MASS, J=np.where(np.eye(3) > 0.0, J, 0.0), check=False)
        stand_ins = {
            body: _stand_in(k - 1, nothing, body.shape) for k, body in enumerate(bodies) if body is not ground
        }
        stand_ins[ground] = ground

        def change(leaf: Leaf) -> Any:
            if isinstance(leaf, Body):
                return stand_ins[leaf]
            if isinstance(leaf, Frame):
                return Frame(stand_ins[leaf.body], Pose(leaf.pose.R, numbers.vector(leaf.pose.p)))
            return leaf

        other = with_fields(part, {"name": "part"}, change)
        placing = [
            with_fields(
                place,
                {"name": f"place {k}", "child": Frame(stand_ins[place.child_frame.body], place.child_frame.pose)},
                _itself,
            )
            for k, place in enumerate(places)
        ]
        cut = ["part"] if is_joint else []
        return _kind(
            self._tree_of, Model(*placing, other, cut=cut, gravity=self._model.gravity), numbers, places_body=False
        )

    def _group(self, key: Hashable) -> tuple[ElementGroup, Sequence[Row], list[int]]:
        kind, rows = self._kinds[key]
        members = self._members[key]
        opened = np.empty((len(members), len(kind.opened)), dtype=object)
        for k, member in enumerate(members):
            opened[k] = member[3]
        bodies = np.array([member[1] for member in members], dtype=np.int64).reshape(len(members), -1)
        values = np.array([member[2] for member in members], dtype=float).reshape(len(members), len(kind.numbers))
        group = ElementGroup(kind, bodies, np.zeros((len(members), 0), dtype=np.int64), values, opened)
        return group, rows, [member[0] for member in members]


def _itself(leaf: Leaf) -> Leaf:
    return leaf


def _kind(
    tree_of: TreeOf, model: Model, numbers: _Numbers, *, places_body: bool
) -> tuple[ElementKind, Sequence[Row]]:
    """What a small model says, and the records of its rows."""
    tree = tree_of(model)
    kinematics, q, u = tree.kinematics, tree.motion.q, tree.motion.u
    rows: Sequence[ConstraintRow] = kinematics.constraint_rows
    if any(_is_unusual(row) for row in rows) or model.inputs or model.states:
        raise _NoKindError
    n, m = len(u), len(rows)
    a, lam, delta = (
        np.array([symbol(f"{word} {k}") for k in range(size)], dtype=object)
        for word, size in (("a", n), ("λ", m), ("δ", n))
    )
    J = SparseMatrix([row.J for row in rows], n)
    dependent = kinematics.dependent
    residual = tree.recursions.inverse(a if places_body else np.zeros(n)) - kinematics.joint_forces()
    if dependent.laws or dependent.reactions:
        raise _NoKindError
    residual = np.asarray(substitute(residual, {_NO_MASS: 0.0}) - products(J.T, lam), dtype=object)
    gamma = np.array([row.gamma for row in rows], dtype=object)
    motion = tree.motion
    empty = np.zeros(0, dtype=object)
    kind = ElementKind(
        q,
        u,
        a,
        lam,
        delta,
        tuple(link.u.stop - link.u.start for link in tree.links),
        tuple(numbers.numbers),
        tuple(numbers.opened),
        (),
        residual,
        tree.recursions.mass_matrix if places_body else SparseMatrix([{} for _ in range(n)], n),
        sparse_jacobian(residual, u),
        motion.along_positions(residual),
        tuple(row.phi for row in rows),
        tuple(row.psi for row in rows),
        J,
        gamma,
        motion.rates if places_body else empty,
        motion.moved(delta) if places_body else empty,
        motion.projected if places_body else empty,
    )
    if not places_body and _looks_at_masses(kinematics, [*kind.phi, *kind.psi, *J.values, *gamma]):
        raise _NoKindError
    used = inputs_of(
        x
        for values in (residual, kind.phi, kind.psi, J.values, gamma, kind.damping.values, kind.stiffness.values)
        for x in values
        if isinstance(x, Expression)
    )
    known = {*q, *u, *a, *lam, *numbers.numbers, *numbers.opened}
    others = [x for x in used if x not in known]
    if any(x.op != "parameter" for x in others):
        raise _NoKindError
    return replace(kind, shared=tuple(others)), [row.row for row in rows]


def _looks_at_masses(kinematics: LoopKinematics, rows: Iterable[Any]) -> bool:
    """Whether a part says something of all bodies, such as of their centre of mass: a small model has others."""
    loads = [load for loads in kinematics.loads.values() for load in loads.on_bodies]
    values = [*rows, *(x for load in loads for vector in (load.force, load.moment) for x in vector)]
    return _NO_MASS in inputs_of(x for x in values if isinstance(x, Expression))


def _is_unusual(row: ConstraintRow) -> bool:
    """Whether a row comes and goes, moves by a law of its own, or is one of a contact."""
    special = (row.gap, row.switch, row.when_off, row.shared, row.gradient, row.exerts)
    is_special = row.row.comes_and_goes or row.row.role is Role.DEFINITION or row.row.level is Level.ACCELERATION
    return is_special or any(x is not None for x in special)


# ---- the rows of the system


def _with_rows(
    bodies: Sequence[ElementGroup],
    parts: Sequence[tuple[ElementGroup, Sequence[Row], list[int]]],
    names: Sequence[str],
    kinematics: LoopKinematics,
) -> Repeated:
    """All elements with their rows by number: those of positions first, in the order of the constraints."""
    split = _effective(parts, kinematics)
    body_names = [link.body.name for link in kinematics.tree.links]
    entries: list[tuple[int, int, int, int, int]] = []
    for g, (_, rows, owners) in enumerate(split):
        for e, owner in enumerate(owners):
            entries += [(int(row.level), owner, k, g, e) for k, row in enumerate(rows)]
    entries.sort()
    numbers = [np.zeros((len(group), len(rows)), dtype=np.int64) for group, rows, _ in split]
    records: list[Row] = []
    for number, (_, owner, k, g, e) in enumerate(entries):
        numbers[g][e, k] = number
        group, rows, _ = split[g]
        records.append(_renamed(rows[k], names[owner], [body_names[b] for b in group.bodies[e]]))
    groups = [replace(group, rows=rows) for (group, _, _), rows in zip(split, numbers, strict=True)]
    owners = [owner for _, owner, _, _, _ in entries]
    of_constraints = {constraint.name for constraint in kinematics.model.constraints}
    if of_constraints - {names[owner] for owner in owners}:
        # one without effect is told where it is read by itself
        raise _NoKindError
    return Repeated(bodies, groups, records, owners)


def _renamed(row: Row, name: str, bodies: Sequence[str]) -> Row:
    """The record of a row of a part with this name on these bodies."""
    stand_ins = {f"body{k}": body for k, body in enumerate(bodies)}
    return replace(
        row,
        name=name + row.name.removeprefix("part"),
        part=name,
        bodies=tuple(stand_ins.get(body, body) for body in row.bodies),
    )


def _effective(
    parts: Sequence[tuple[ElementGroup, Sequence[Row], list[int]]], kinematics: LoopKinematics
) -> list[tuple[ElementGroup, Sequence[Row], list[int]]]:
    """The elements with the rows that a motion changes; the others must hold by geometry."""
    looks = [_look(group) for group, _, _ in parts]
    largest = max((size[np.isfinite(size)].max(initial=0.0) for size, _ in looks), default=0.0)
    least = max(ROUNDING.distance * largest, NOISE * (1.0 + _reach(kinematics)))
    split: list[tuple[ElementGroup, Sequence[Row], list[int]]] = []
    for (group, rows, owners), (sizes, gaps) in zip(parts, looks, strict=True):
        moves = sizes > least
        if (np.abs(gaps[~moves]) > GAP).any() or np.isnan(sizes).any() or _has_open_rest(group.kind, moves):
            raise _NoKindError
        for kept in np.unique(moves, axis=0):
            which = np.flatnonzero((moves == kept).all(axis=1))
            taken = np.flatnonzero(kept).tolist()
            some = replace(
                group,
                kind=_restricted(group.kind, taken),
                bodies=group.bodies[which],
                rows=group.rows[which],
                values=group.values[which],
                opened=group.opened[which],
            )
            split.append((some, [rows[k] for k in taken], [owners[k] for k in which]))
    return split


def _has_open_rest(kind: ElementKind, moves: NDArray[np.bool_]) -> bool:
    """Whether rows that no motion changes depend on open parameters: they may not hold with others."""
    rest = [
        phi
        for phi, does in zip(kind.phi, np.atleast_1d(moves.all(axis=0)), strict=True)
        if not does and phi is not None
    ]
    return not {*kind.opened, *kind.shared}.isdisjoint(inputs_of(x for x in rest if isinstance(x, Expression)))


def _reach(kinematics: LoopKinematics) -> float:
    """How far frames of joints are from those of their bodies, all together."""
    total = 0.0
    for joint in kinematics.model.joints:
        for frame in (joint.parent_frame, joint.child_frame):
            total += sum(abs(x) for x in frame.pose.p.tolist() if isinstance(x, float))
    return total


def _look(group: ElementGroup) -> tuple[Matrix, Matrix]:
    """The largest entry of J of each row of each element, and what each row is off, where nothing is aligned."""
    kind, n, m = group.kind, len(group), len(group.kind.J)
    if not m:
        return np.zeros((n, 0)), np.zeros((n, 0))
    generator = np.random.default_rng(3)
    known: dict[Node, Vector] = {x: group.values[:, k] for k, x in enumerate(kind.numbers)}
    sizes = np.zeros((n, m))
    values = [psi if phi is None else phi for phi, psi in zip(kind.phi, kind.psi, strict=True)]
    gaps = np.zeros((n, m))
    for _ in range(_SAMPLES):
        for x in (*kind.q, *kind.u):
            known[x] = np.full(n, generator.uniform(0.3, 1.3))
        for i, row in enumerate(kind.J.rows):
            if row:
                entries = evaluate_each(np.array([*row.values()], dtype=object), known, n)
                sizes[:, i] = np.maximum(sizes[:, i], np.abs(entries).max(axis=1))
        gaps = evaluate_each(np.array([0.0 if x is None else x for x in values], dtype=object), known, n)
    # open parameters may make a row effective that is none with their defaults
    unknown = {*kind.opened, *kind.shared}
    for i, row in enumerate(kind.J.rows):
        if row and not unknown.isdisjoint(inputs_of(x for x in row.values() if isinstance(x, Expression))):
            sizes[:, i] = np.inf
    return sizes, gaps


def _restricted(kind: ElementKind, taken: Sequence[int]) -> ElementKind:
    """The kind with some of its rows."""
    if len(taken) == len(kind.J):
        return kind
    left_out = {x: 0.0 for k, x in enumerate(kind.lam) if k not in taken}

    def without(y: Array) -> Array:
        return np.asarray(substitute(y, left_out), dtype=object)

    return replace(
        kind,
        lam=kind.lam[taken],
        residual=without(kind.residual),
        damping=kind.damping.mapped(without),
        stiffness=kind.stiffness.mapped(without),
        phi=tuple(kind.phi[k] for k in taken),
        psi=tuple(kind.psi[k] for k in taken),
        J=kind.J.taken(taken),
        gamma=kind.gamma[taken],
    )
