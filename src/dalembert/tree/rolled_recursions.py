"""Accelerations of a large tree as rolled code: one piece of code per kind of joint, in a loop over tables.

Links whose joints, places and bodies have the same zeros and ones share their code, whatever their numbers are:
these stand in tables, with where parents, coordinates and parameters are. The formulas are those of `link_steps`,
traced once per kind.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.massless_speeds import massless
from dalembert.expr.calls import invoke
from dalembert.expr.fixed_order import FixedOrderFactors
from dalembert.expr.lifting import Lifted, Shape, lifted
from dalembert.expr.node import Expression, Node, Scalar
from dalembert.expr.rewrite import substitute
from dalembert.expr.rolled_tracing import Forms, Place, Rolling
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbol_nodes import symbol, time
from dalembert.model.joint import Joint
from dalembert.model.topology import Link
from dalembert.spatial.block_inertia import Blocks, Composite, added_blocks
from dalembert.spatial.pose import Pose
from dalembert.tree.link_steps import (
    JointSolution,
    acceleration_to_child,
    bias_acceleration,
    bias_force,
    inertia_to_parent,
    poses_to_parent,
    solved_joint,
    wrench_to_parent,
)
from dalembert.tree.tree_kinematics import TreeKinematics

ROLLED_FROM = 20_000
"""Expected operations from which on accelerations are rolled: longer code is not compiled for short runs."""

_PER_SPEED, _PER_LINK = 60, 120
"""Operations, about, that articulated bodies need for each speed and for each link."""

_ALONE = 48
"""Operations of a force up to which it is a step of its own; longer ones are computed before the steps."""

_SIDE_BY_SIDE = 8
"""Joints of one kind whose poses are one step: their sines are computed as vectors."""

_NO_NUMBERS = frozenset[float]()
_ZERO = frozenset([0.0])
_SIGNS = frozenset([0.0, 1.0, -1.0])


def is_large(links: Sequence[Link]) -> bool:
    """Whether accelerations of a tree are too long for code that names every link."""
    n = sum(len(link.joint.speeds) for link in links)
    return _PER_SPEED * n + _PER_LINK * len(links) > ROLLED_FROM


# ---- kinds of joints


@dataclass(frozen=True, eq=False)
class JointKind:
    """Pose, motion axes and bias of joints that differ in numbers only."""

    entries: tuple[Any, ...]
    """Those of R and p, of the axes row by row, and of the bias: numbers and expressions."""

    q: tuple[Node, ...]
    u: tuple[Node, ...]
    numbers: tuple[Node, ...]
    """Symbols for what differs."""

    @cached_property
    def computed(self) -> tuple[Node, ...]:
        """Values computed once for each joint: all entries but variables and numbers, up to the sign."""
        values = (self._without_sign(x)[0] for x in self.entries if isinstance(x, Expression))
        return tuple(dict.fromkeys(x for x in values if isinstance(x, Node) and x.op != "symbol"))

    @staticmethod
    def _without_sign(x: Any) -> tuple[Any, float]:
        return (x.args[0], -1.0) if isinstance(x, Node) and x.op == "neg" else (x, 1.0)

    def values(self, q: Array, u: Array, numbers: Array) -> Array:
        """What is computed, for variables and numbers."""
        return np.asarray(substitute(_objects(self.computed), self._variables(q, u, numbers)), dtype=object)

    def moving(self, values: Array, q: Array, u: Array, numbers: Array) -> tuple[Pose, Array, Array]:
        """Pose, motion axes (6, k) and bias (6,), of what is computed."""
        known = self._variables(q, u, numbers) | dict(zip(self.computed, values, strict=True))
        entries = []
        for x in self.entries:
            value, sign = self._without_sign(x)
            entry = known[value] if isinstance(value, Expression) else value
            entries.append(-entry if sign < 0.0 else entry)
        n = 6 * len(self.u)
        whole = _objects(entries)
        return Pose(whole[:9].reshape(3, 3), whole[9:12]), whole[12 : 12 + n].reshape(6, -1), whole[12 + n :]

    def _variables(self, q: Array, u: Array, numbers: Array) -> dict[Any, Any]:
        return dict(zip((*self.q, *self.u, *self.numbers), (*q, *u, *numbers), strict=True))


class JointKinds:
    """Kinds of joints, each made once; joints are looked at once for equal settings."""

    def __init__(self) -> None:
        self._of_settings: dict[Hashable, tuple[JointKind, tuple[Scalar, ...]]] = {}
        self._of_shapes: dict[Hashable, JointKind] = {}

    def of(self, joint: Joint) -> tuple[JointKind, tuple[Scalar, ...]]:
        """The kind of a joint, and what its numbers are."""
        # what a class says of itself need not hold for those made of it
        if vars(type(joint)).get("looks_at_frames", True):
            return self._traced(joint)
        own = tuple(getattr(joint, x.name) for x in fields(joint) if x.name not in ("name", "parent", "child"))
        key = (type(joint), own)
        try:
            if key not in self._of_settings:
                self._of_settings[key] = self._traced(joint)
            return self._of_settings[key]
        except TypeError:
            # settings that cannot be keys
            return self._traced(joint)

    def _traced(self, joint: Joint) -> tuple[JointKind, tuple[Scalar, ...]]:
        q = tuple(symbol(f"coordinate {k}") for k in range(len(joint.coordinates)))
        u = tuple(symbol(f"speed {k}") for k in range(len(joint.speeds)))
        own = {x: k for k, x in enumerate((*q, *u))}
        pose, bias = joint.pose(_objects(q)), joint.bias(_objects(q), _objects(u))
        entries = [*pose.R.ravel(), *pose.p, *joint.motion(_objects(q)).ravel(), *bias]
        shape = lifted(entries, lambda x: (own.get(x, len(own)), str(x.args)), _SIGNS)
        back = {x: value for x, value in zip(shape.shape.symbols, shape.values, strict=True) if value in own}
        numbers = tuple(x for x in shape.shape.symbols if x not in back)
        key = (shape.shape.entries, tuple(back.items()), len(q), len(u))
        if key not in self._of_shapes:
            formulas = tuple(substitute(_objects(shape.shape.entries), back))
            self._of_shapes[key] = JointKind(formulas, q, u, numbers)
        return self._of_shapes[key], tuple(
            value for x, value in zip(shape.shape.symbols, shape.values, strict=True) if x not in back
        )


# ---- what stands in tables


class _Entries:
    """Numbers, variables and expressions as entries of tables, before it is known where they stand."""

    def __init__(self, variables: Sequence[Node]) -> None:
        self._ranks = {x: k for k, x in enumerate(variables)}
        self.operands: dict[Node, None] = dict.fromkeys(variables)

    def of(self, values: Iterable[Scalar], kept: frozenset[float]) -> list[Any]:
        """Entries for values; numbers in `kept` are part of the code, others are in tables."""
        return [self._entry(x, kept) for x in values]

    def _entry(self, x: Scalar, kept: frozenset[float]) -> Any:
        if not isinstance(x, Expression):
            value = float(x)
            return value if value in kept else Lifted(_NUMBER, (value,))
        if x in self.operands or x.op in ("symbol", "parameter", "time", "measure"):
            self.operands.setdefault(x)
            return x
        if _is_short(x):
            shape = lifted([x], self._rank)
            self.operands |= dict.fromkeys(value for value in shape.values if isinstance(value, Node))
            return shape
        self.operands.setdefault(x)
        return x

    def _rank(self, x: Node) -> tuple[int, str]:
        return self._ranks.get(x, len(self._ranks)), str(x.args)


_NUMBER = Shape((symbol("number 0"),), (symbol("number 0"),))


def _is_short(x: Node) -> bool:
    """Whether an expression is short, of operations alone, and does not depend on time, which runs watch."""
    seen: set[Expression] = set()
    stack: list[Any] = [x]
    while stack:
        y = stack.pop()
        if not isinstance(y, Expression) or y in seen:
            continue
        if y.op in ("time", "call", "measure") or len(seen) >= _ALONE:
            return False
        seen.add(y)
        if y.op not in ("symbol", "parameter", "constant"):
            stack += y.args
    return True


# ---- the recursion


@dataclass(frozen=True, eq=False)
class _LinkEntries:
    """Entries of one link, in the order of the tables."""

    number: int
    link: Link
    kind: JointKind
    q: list[Any]
    u: list[Any]
    numbers: list[Any]
    offset: list[Any]
    inertia: list[Any]
    """Mass, first moment, and the lower triangle of the inertia matrix about the origin."""

    tau: list[Any]
    rotors: list[Any]
    load: list[Any]


class RolledRecursions:
    """Articulated bodies over tables."""

    def __init__(self, kinematics: TreeKinematics, tau: Array, rotors: Array, bodies: Sequence[Composite]) -> None:
        self._kinematics, self._n = kinematics, len(kinematics.u)
        self._entries = _Entries([*kinematics.q, *kinematics.u])
        kinds, wrenches = JointKinds(), kinematics.wrenches()
        self._links = [
            self._link(k, link, kinds, tau, rotors, bodies[k], wrenches[k])
            for k, link in enumerate(kinematics.tree.links)
            if link.joint.follows is None
        ]
        self._gravity = self._entries.of(-kinematics.model.gravity, _ZERO)

    def _link(
        self,
        k: int,
        link: Link,
        kinds: JointKinds,
        tau: Array,
        rotors: Array,
        body: Composite,
        wrench: Array,
    ) -> _LinkEntries:
        kind, numbers = kinds.of(link.joint)
        entries, kinematics = self._entries.of, self._kinematics
        place = (*entries(link.offset.R.ravel().tolist(), _SIGNS), *entries(link.offset.p.tolist(), _ZERO))
        A = body.A
        inertia = [body.mass, *body.h, A[0, 0], A[1, 0], A[1, 1], A[2, 0], A[2, 1], A[2, 2]]
        return _LinkEntries(
            k,
            link,
            kind,
            list(kinematics.q[link.q]),
            list(kinematics.u[link.u]),
            entries(numbers, _NO_NUMBERS),
            [*place],
            entries(inertia, _ZERO),
            entries(tau[link.u], _ZERO),
            entries(rotors[link.u], _ZERO),
            entries(wrench, _ZERO),
        )

    @property
    def has_laws_in_joints(self) -> bool:
        """Whether a joint moves in time by itself: runs look for such laws, and would not see them in steps."""
        values = (x for link in self._links for x in link.numbers)
        return any(x is time or (isinstance(x, Lifted) and time in x.values) for x in values)

    def accelerations(self) -> Array:
        """Accelerations (nu,)."""
        operands = list(self._entries.operands)
        recursion = _Recursion(self._links, operands, self._gravity)
        routine = recursion.rolling.routine("accelerations", recursion.results(), "has no value")
        a: Array = np.array(invoke(routine, operands), dtype=object)
        return a


class _Recursion:
    """The steps, one sweep after the other; all values are places in memory or tables."""

    def __init__(self, links: Sequence[_LinkEntries], operands: Sequence[Node], gravity: Sequence[Any]) -> None:
        self.rolling = Rolling(Forms(operands, {}))
        self._places = {x: Place(k) for k, x in enumerate(operands)}
        self._links = links
        self._ground = self._values(gravity)
        self._has_children = {x.link.parent for x in links}
        self._joints: dict[int, list[Any]] = {}
        """For each link what is computed of its joint, and the joint's variables and numbers."""

        self._inputs = {x.number: self._of_link(x) for x in links}

    def _values(self, entries: Sequence[Any]) -> list[Any]:
        """Numbers, places of variables, and places of results of short expressions."""
        return [self._value(x) for x in entries]

    def _value(self, x: Any) -> Any:
        if isinstance(x, Lifted):
            values = [self.rolling.number(v) if isinstance(v, float) else self._places[v] for v in x.values]
            if x.shape is _NUMBER:
                return values[0]
            return self.rolling.apply(_shape_values, values, fixed=x.shape)[0][0]
        return self._places[x] if isinstance(x, Node) else x

    def _of_link(self, x: _LinkEntries) -> _Inputs:
        numbers = self._values(x.numbers)
        return _Inputs(
            [*self._values(x.q), *self._values(x.u), *numbers],
            self._values(x.offset),
            self._values(x.inertia),
            self._values(x.tau),
            self._values(x.rotors),
            self._values(x.load),
        )

    def results(self) -> list[Any]:
        """Accelerations of all speeds."""
        self._place_joints()
        motions = self._velocities()
        solved = self._articulated(motions)
        return self._accelerations(motions, solved)

    def _place_joints(self) -> None:
        """Poses of joints, several of one kind side by side."""
        of_kind: dict[JointKind, list[_LinkEntries]] = {}
        for x in self._links:
            of_kind.setdefault(x.kind, []).append(x)
        for kind, links in of_kind.items():
            for first in range(0, len(links), _SIDE_BY_SIDE):
                group = links[first : first + _SIDE_BY_SIDE]
                variables = [self._inputs[x.number].joint for x in group]
                values = self.rolling.apply(_joint_values, _objects(variables), fixed=kind)[0]
                for x, of_joint, own in zip(group, values, variables, strict=True):
                    self._joints[x.number] = [*of_joint, *own]

    def _velocities(self) -> dict[int, tuple[Array, Array, Array]]:
        """Angular velocity of each link, its bias acceleration, and the force it needs without acceleration."""
        motions: dict[int, tuple[Array, Array, Array]] = {}
        for x in self._links:
            inputs, parent = self._inputs[x.number], x.link.parent
            w = motions[parent][0] if parent >= 0 else np.zeros(3)
            joint = self._joints[x.number]
            results = self.rolling.apply(
                _velocity, joint, inputs.offset, inputs.inertia, inputs.load, w, fixed=x.kind
            )
            motions[x.number] = (results[0], results[1], results[2])
        return motions

    def _articulated(self, motions: Mapping[int, tuple[Array, Array, Array]]) -> dict[int, list[Array]]:
        """For each joint U, the forces that are left for it, and factors of its inertia."""
        I: dict[int, tuple[bool, Any]] = {x.number: (False, self._inputs[x.number].inertia) for x in self._links}
        F: dict[int, Any] = {x.number: motions[x.number][2] for x in self._links}
        solved: dict[int, list[Array]] = {}
        for x in reversed(self._links):
            k, parent, inputs = x.number, x.link.parent, self._inputs[x.number]
            above: list[Any] = [*I[parent][1], *F[parent]] if parent >= 0 else []
            form = _Articulated(x.kind, I[k][0], I[parent][0] if parent >= 0 else False)
            try:
                results = self.rolling.apply(
                    _articulated,
                    self._joints[k],
                    inputs.offset,
                    I[k][1],
                    F[k],
                    motions[k][1],
                    inputs.tau,
                    inputs.rotors,
                    above,
                    fixed=form,
                )
            except _VanishingError as error:
                raise massless([x.link.joint.speeds[i] for i in error.speeds]) from None
            solved[k] = results[:4]
            if parent >= 0:
                I[parent], F[parent] = (True, results[4]), results[5]
        return solved

    def _accelerations(
        self, motions: Mapping[int, tuple[Array, Array, Array]], solved: Mapping[int, list[Array]]
    ) -> list[Any]:
        A: dict[int, Any] = {-1: [0.0, 0.0, 0.0, *self._ground]}
        a: list[Any] = []
        for x in self._links:
            form = _Outward(x.kind, x.number in self._has_children)
            results = self.rolling.apply(
                _accelerated,
                self._joints[x.number],
                self._inputs[x.number].offset,
                A[x.link.parent],
                motions[x.number][1],
                *solved[x.number],
                fixed=form,
            )
            a += list(results[0])
            A[x.number] = results[1]
        return a


@dataclass(frozen=True, eq=False)
class _Inputs:
    """Values of a link that its steps read."""

    joint: list[Any]
    offset: list[Any]
    inertia: list[Any]
    tau: list[Any]
    rotors: list[Any]
    load: list[Any]


@dataclass(frozen=True)
class _Articulated:
    """Form of an inward step."""

    kind: JointKind
    is_articulated: bool
    is_parent_articulated: bool
    """Whether the inertia is that of several bodies already."""


@dataclass(frozen=True)
class _Outward:
    """Form of a step of accelerations."""

    kind: JointKind
    has_children: bool


class _VanishingError(Exception):
    """Speeds without inertia, by number in their joint."""

    def __init__(self, speeds: tuple[int, ...]) -> None:
        super().__init__(speeds)
        self.speeds = speeds


# ---- functions that are traced


def _shape_values(shape: Shape, values: Array) -> list[Array]:
    return [np.asarray(substitute(_objects(shape.entries), dict(zip(shape.symbols, values, strict=True))))]


def _joint_values(kind: JointKind, variables: Array) -> list[Array]:
    values = [kind.values(*_split(kind, row)) for row in variables]
    return [_objects(values).reshape(len(values), -1)]


def _split(kind: JointKind, row: Array) -> tuple[Array, Array, Array]:
    """Coordinates, speeds and numbers of a joint."""
    nq, nu = len(kind.q), len(kind.u)
    return row[:nq], row[nq : nq + nu], row[nq + nu :]


def _moving(kind: JointKind, joint: Array, offset: Array) -> tuple[tuple[Pose, ...], Array, Array, Array]:
    """Poses to the parent, axes, bias and speeds of a link."""
    n = len(kind.computed)
    q, u, numbers = _split(kind, joint[n:])
    pose, H, bias = kind.moving(joint[:n], q, u, numbers)
    return poses_to_parent(pose, Pose(offset[:9].reshape(3, 3), offset[9:])), H, bias, u


def _composite(inertia: Array) -> Composite:
    return Composite(inertia[0], inertia[1:4], _symmetric(inertia[4:]))


def _symmetric(entries: Array) -> Array:
    a, b, c, d, e, f = entries
    return _objects([a, b, d, b, c, e, d, e, f]).reshape(3, 3)


def _lower(X: Array) -> list[Any]:
    return [X[0, 0], X[1, 0], X[1, 1], X[2, 0], X[2, 1], X[2, 2]]


def _velocity(
    kind: JointKind, joint: Array, offset: Array, inertia: Array, load: Array, w_parent: Array
) -> list[Array]:
    steps, H, bias, u = _moving(kind, joint, offset)
    carried = w_parent
    for step in reversed(steps):
        carried = step.R.T @ carried
    relative: Array = H[:3] @ u if len(u) else np.zeros(3)
    w = carried + relative
    a = bias_acceleration(steps, H, u, bias, w_parent, (carried, relative, w))
    return [w, a, bias_force(_composite(inertia), w) - load]


def _blocks(is_articulated: bool, entries: Array) -> Blocks:
    if not is_articulated:
        return _composite(entries).blocks
    return Blocks(_symmetric(entries[:6]), entries[6:15].reshape(3, 3), _symmetric(entries[15:]))


def _articulated(
    form: _Articulated,
    joint: Array,
    offset: Array,
    inertia: Array,
    force: Array,
    bias: Array,
    tau: Array,
    rotors: Array,
    above: Array,
) -> list[Array]:
    steps, H, _, _ = _moving(form.kind, joint, offset)
    I = _blocks(form.is_articulated, inertia)
    passed = solved_joint(I, force, H, tau, rotors)
    if passed.vanishing:
        raise _VanishingError(passed.vanishing)
    results = [passed.U, passed.rest, *_factors(passed)]
    if len(above):
        I, F = passed.let_through(I, force, H, bias)
        I = added_blocks(_blocks(form.is_parent_articulated, above[:-6]), inertia_to_parent(I, steps))
        results += [
            _objects([*_lower(I.A), *I.B.ravel(), *_lower(I.M)]),
            above[-6:] + wrench_to_parent(F, steps),
        ]
    return results


def _factors(solved: JointSolution) -> tuple[Array, Array]:
    """D⁻¹ and L, with all its zeros."""
    if solved.factors is None:
        return np.zeros(0), np.zeros((0, 0))
    return solved.factors.D_inverse, solved.factors.L


def _accelerated(
    form: _Outward,
    joint: Array,
    offset: Array,
    A_parent: Array,
    bias: Array,
    U: Array,
    rest: Array,
    D_inverse: Array,
    L: Array,
) -> list[Array]:
    steps, H, _, _ = _moving(form.kind, joint, offset)
    factors = None
    if len(rest):
        rows = [{i: x for i, x in enumerate(row) if i != j and not is_zero(x)} for j, row in enumerate(L)]
        factors = FixedOrderFactors(rows, D_inverse, tuple(reversed(range(len(rest)))))
    solution = JointSolution(U, rest, factors, False)
    a, A = solution.accelerations(acceleration_to_child(A_parent, steps) + bias, H)
    return [a, A if form.has_children else np.zeros(0)]


def _objects(entries: Sequence[Any]) -> Array:
    """Entries as an array of objects."""
    array = np.empty(np.shape(entries), dtype=object)
    array[...] = entries
    return array
