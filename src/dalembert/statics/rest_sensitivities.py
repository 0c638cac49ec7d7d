"""How a state of rest or a steady motion changes with parameters, inputs, and values that are held."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from dalembert.arrays import Array, Matrix, Vector
from dalembert.configuration.constraint_unknowns import parameters_of
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.native_functions import NativeFunction
from dalembert.errors import ModelError, SolverError
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Node, Scalar
from dalembert.expr.symbol_nodes import param, time
from dalembert.memo import Key
from dalembert.name_checks import checked_names, closest
from dalembert.state import State
from dalembert.statics.steady_unknowns import SteadySystem, SteadyUnknowns, object_array
from dalembert.tolerances import RELIABLE

BALANCED = 1e-6
"""Part of what a change upsets that may be left."""


class Search(Protocol):
    """The search that found a state, with what was held and what was solved for."""

    @property
    def dynamics(self) -> Dynamics:
        """The dynamics that the state is one of."""

    @property
    def system(self) -> SteadySystem:
        """The equations that hold there."""

    @property
    def unknowns(self) -> SteadyUnknowns:
        """The unknowns that were solved for."""

    def numbers(self, state: State) -> Vector:
        """The unknowns as numbers in a state."""


@dataclass(frozen=True, eq=False, repr=False)
class StateSensitivities:
    """Derivatives of a state by name: `result["hinge", "k"]` is ∂hinge/∂k, of any coordinate, speed or signal."""

    state: State
    by: tuple[str, ...]
    states: Matrix
    """Derivatives of q, u and z (n, k)."""

    inputs: Matrix
    """Derivatives of τ (n_tau, k)."""

    parameters: Mapping[str, Vector]
    """Derivatives of open parameters that change: those in `by`, and those that were solved for."""

    multipliers: Mapping[str, Vector]
    """Derivatives of λ, by name of the row."""

    dynamics: Dynamics

    def __getitem__(self, key: str | tuple[str, str]) -> float | dict[str, float]:
        """Derivatives of a coordinate, speed, state, input, parameter or signal by all names, or by one."""
        name, by = key if isinstance(key, tuple) else (key, None)
        row = self._row(name)
        if by is None:
            return dict(zip(self.by, map(float, row), strict=True))
        checked_names([by], self.by, "name in `by`")
        return float(row[self.by.index(by)])

    def _row(self, name: str) -> Vector:
        eom = self.dynamics.equations
        names = (*eom.coordinates, *eom.speeds, *eom.states)
        if name in names:
            return np.asarray(self.states[names.index(name)])
        if name in eom.inputs:
            return np.asarray(self.inputs[eom.inputs.index(name)])
        if name in self.parameters:
            return self.parameters[name]
        return self.evaluate(self.dynamics.solved.signal(name))

    def evaluate(self, expression: Array | Scalar) -> Vector:
        """Derivatives of an expression of measures: (k,), or (…, k) of an array."""
        eom, dynamics = self.dynamics.equations, self.dynamics
        y = np.asarray(dynamics.solved.resolve(expression), dtype=object)
        nodes = [param(name, eom.parameters[name]) for name in self.parameters]
        inputs = np.array([*eom.q, *eom.u, *eom.z, *eom.tau, *nodes], dtype=object)
        slopes = np.asarray(dynamics.evaluate(jacobian(y, inputs), self.state), dtype=float)
        changes = np.concatenate([self.states, self.inputs, *(x[None] for x in self.parameters.values())])
        return np.asarray(slopes @ changes)

    def __repr__(self) -> str:
        return f"<StateSensitivities by {', '.join(self.by)}>"


def state_sensitivities(search: Search | None, state: State, by: Collection[str]) -> StateSensitivities:
    """Derivatives of a state that was found, by implicit differentiation of the equations that hold there."""
    if search is None:
        raise ModelError("this state stands alone: it is not known what was held; find it again")
    if isinstance(by, str) or not by:
        raise ModelError(
            f"`by` is a list of names of parameters, inputs and held values, such as ['k'], not {by!r}"
        )
    system, unknowns = search.system, search.unknowns
    x = unknowns.with_multipliers(search.numbers(state))
    A = unknowns.exact(x)[1]
    upset, nodes = _upset(search, x, tuple(by))
    change = -np.linalg.pinv(A, rcond=RELIABLE) @ upset
    left = np.abs(A @ change + upset).max(axis=0, initial=0.0)
    if (left > BALANCED * np.abs(upset).max(axis=0, initial=1.0)).any():
        name = list(by)[int(np.argmax(left))]
        raise SolverError(
            f"there is no derivative by {name!r}: nothing that may change keeps the balance to first order, as at "
            "a fold; da.continuation goes around it"
        )
    return _as_state(search, state, tuple(by), x, change, nodes, system)


def _upset(search: Search, x: Vector, by: tuple[str, ...]) -> tuple[Matrix, Mapping[str, Node]]:
    """Residuals that each name upsets (m, k), and the parameters and inputs among the names as variables."""
    system, unknowns, eom = search.system, search.unknowns, search.dynamics.equations
    labels = [quantity.label for quantity in unknowns.held]
    nodes = {name: _node(search, name) for name in by if name not in labels}
    upset = np.zeros((len(system.records), len(by)))
    for column, name in enumerate(by):
        if name in labels:
            upset[system.n_fixed + labels.index(name), column] = -1.0
    if nodes:
        columns = [by.index(name) for name in nodes]
        upset[:, columns] = _evaluated(search, x, {"by": jacobian(system.values, object_array(nodes.values()))})[
            "by"
        ]
        upset[len(upset) - len(eom.speeds) :, columns] /= unknowns.force
    return upset, nodes


def _node(search: Search, name: str) -> Node:
    """A parameter or input as a variable."""
    eom = search.dynamics.equations
    if name in search.system.released:
        raise ModelError(f"{name!r} was solved for here, so that nothing can be derived by it")
    if name in eom.inputs:
        return eom.tau[eom.inputs.index(name)]
    if name in eom.parameters:
        return param(name, eom.parameters[name])
    labels = [quantity.label for quantity in search.unknowns.held]
    names = (*eom.parameters, *eom.inputs, *labels)
    if name in (*eom.coordinates, *eom.speeds):
        raise ModelError(f"{name!r} was not held, so that it follows from the rest; known are {', '.join(names)}")
    raise ModelError(f"there is no parameter, input or held value {name!r}; {closest(str(name), names)}")


def _as_state(
    search: Search,
    state: State,
    by: tuple[str, ...],
    x: Vector,
    change: Matrix,
    nodes: Mapping[str, Node],
    system: SteadySystem,
) -> StateSensitivities:
    """Changes of x as those of a state."""
    eom, unknowns, parts = search.dynamics.equations, search.unknowns, search.unknowns.parts
    nu, shift = len(eom.speeds), len(eom.speeds) - len(eom.coordinates)
    kinds = {kind: change[parts[kind].start + shift : parts[kind].stop + shift] for kind in list(parts)[1:]}
    motion = change[:nu]
    q = unknowns.positions.per_speed(x[parts["q"]]) @ motion
    z = np.zeros((len(eom.states), len(by)))
    z[list(system.states)] = kinds["z"]
    tau = np.zeros((len(eom.inputs), len(by)))
    p: dict[str, Vector] = {}
    for name, row in zip(system.released, kinds["released"], strict=True):
        if name in eom.inputs:
            tau[eom.inputs.index(name)] = row
        else:
            p[name] = row
    for name in nodes:
        row = np.array([float(name == other) for other in by])
        if name in eom.inputs:
            tau[eom.inputs.index(name)] += row
        else:
            p[name] = row
    u = _speed_changes(search, x, motion, kinds["amounts"], by, nodes)
    lam = unknowns.force * kinds["lam"]
    names = [row.name for row in eom.rows]
    multipliers = dict(zip(names, lam, strict=True))
    return StateSensitivities(state, by, np.concatenate([q, u, z]), tau, p, multipliers, search.dynamics)


def _speed_changes(
    search: Search, x: Vector, motion: Matrix, amounts: Matrix, by: tuple[str, ...], nodes: Mapping[str, Node]
) -> Matrix:
    """Changes of u = Σ α σ(q); zero at rest."""
    system, eom = search.system, search.dynamics.equations
    if not system.fields:
        return np.zeros((len(eom.speeds), len(by)))
    outputs = {
        "u": eom.motion.along_positions(system.speeds).to_array(),
        "fields": np.array(system.fields, dtype=object).T,
    }
    if nodes:
        outputs["by"] = jacobian(system.speeds, object_array(nodes.values()))
    y = _evaluated(search, x, outputs)
    changes: Matrix = np.asarray(y["u"]) @ motion + np.asarray(y["fields"]) @ amounts
    if nodes:
        changes[:, [by.index(name) for name in nodes]] += y["by"]
    return changes


_REST_SENSITIVITIES: Key[NativeFunction] = Key("rest sensitivities")


def _evaluated(search: Search, x: Vector, outputs: Mapping[str, Array]) -> Mapping[str, Matrix]:
    """Expressions of the equations of rest or steady motion, natively."""
    system, unknowns, dynamics = search.system, search.unknowns, search.dynamics
    eom = dynamics.equations
    inputs = {"t": time, "q": eom.q, "z": eom.z, "tau": eom.tau, "lam": eom.lam, "amounts": system.amounts}
    key = _REST_SENSITIVITIES.of(system, *((name, tuple(np.ravel(y))) for name, y in outputs.items()))
    kernel = dynamics.memo.get(key, lambda: dynamics.engine.compile(dict(outputs), inputs))
    names = {x.args[0] for x in parameters_of(*outputs.values())}
    values = {name: value for name, value in unknowns.parameters(x).items() if name in names}
    parts = unknowns.parts
    return dynamics.with_parameters(kernel)(
        **unknowns.numbers(x), lam=unknowns.multipliers(x), amounts=x[parts["amounts"]], parameters=values
    )
