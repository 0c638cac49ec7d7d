"""Linear equations about references: equilibria, steady motions, any states, or along a motion."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Matrix, Vector
from dalembert.configuration.contact_overlaps import has_contacts
from dalembert.contact.state_modes import held_along, held_in_state, held_in_states
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.native_functions import resolved_together
from dalembert.errors import DalembertError, ModelError, SolverError
from dalembert.expr.node import Node, Scalar
from dalembert.linear.independent_motions import Partition, dependence, numbers_of, partition
from dalembert.linear.jacobians import Derivatives, Jacobians
from dalembert.linear.linear_system import Linear
from dalembert.memo import Key
from dalembert.runs.motion import Motion
from dalembert.runs.rate_kinks import check_smooth
from dalembert.runs.references import References, references_of
from dalembert.state import State, Values, as_state
from dalembert.tolerances import RELIABLE, SAME_NUMBER

ROUNDING = 2.0**-44
"""Entry of A, beside the largest of its row, that is rounding; beside the largest of all, a quarter of it is."""

NEWTON_STEPS = 6
"""Steps by which a reference between steady ones is made steady: it is near, so two or three are enough."""

SETTLED = 1e-14
"""Rate, beside the largest or one, at which it is."""

AHEAD = 0.1
"""How far references are followed to see whether linear equations change: in rad, m, and changes of speeds."""

MUCH_LATER = (0.37, 1.31, 3.9, 11.7, 43.0, 171.0, 1234.5)
"""Seconds after which an equilibrium must still be one, where time acts: a step may come later."""


Abscissa: TypeAlias = str | Node | ArrayLike
"""A quantity that references are drawn over: a signal by name, an expression, or numbers."""


def linearize(
    subject: Subject,
    references: State | Values | Sequence[State] | Motion | Callable[[float], State] | None = None,
    *,
    outputs: Sequence[str] | Mapping[str, Scalar] | None = None,
    reduced: bool = True,
    independent: Collection[str] | None = None,
    at: ArrayLike | None = None,
    along: Abscissa | Mapping[str, Abscissa] | None = None,
) -> Linear:
    """Linear equations ẏ = A y + B δτ, δo = C y + D δτ about a state, many states, or along a motion.

    Derivatives are exact. The reference need be neither an equilibrium nor steady: the result says what it is.
    What depends on independent coordinates and speeds by constraints is eliminated at all levels. Contacts stay
    in the modes of the references, or in those that are decided there; on a border between modes `SolverError`
    says so.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    references : State, dict of coordinates, sequence of State, Motion, or function from float to State, optional
        Where it is linearized; default values of the model unless given. Of several, A, B, C and D have a
        first axis.
    outputs : sequence of str, or dict of expressions, optional
        Signals by name, or expressions of measures by names of one's own; default all of y.
    reduced : bool, optional
        Whether y are changes of independent coordinates and speeds alone (default True), or of all states.
    independent : collection of str, optional
        Names of the independent coordinates and speeds; default those that are best conditioned.
    at : array of float, optional
        Numbers that a function of references is asked for; default none.
    along : str, expression, array or dict of one, optional
        Quantity that several references are drawn over, such as `{"speed": values}`; default their number or
        time.

    Returns
    -------
    Linear
        A, B, C, D with names of states, inputs and outputs; `modes()`, `poles`, and what control needs.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=2.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod, axis="z"), gravity=(0, -9.81, 0))
    >>> small = da.linearize(pendulum, {"hinge": -da.pi / 2})
    >>> print(small.A.round(3))
    [[  0.      1.   ]
     [-14.715   0.   ]]
    """
    values = None if at is None else np.asarray(at, dtype=float).ravel()
    dynamics = as_dynamics(subject)
    if has_contacts(dynamics.equations.model):
        dynamics, references = _held(dynamics, references, values)
    reference_states, is_single, family = references_of(dynamics, references, values)
    ready = reference_states if isinstance(references, Motion) else reference_states.ready()
    if not isinstance(references, Motion):
        check_smooth(ready)
    jacobians = _jacobians(ready.dynamics, outputs)
    derivatives = jacobians.at(ready)
    about = Linearization(jacobians, ready, partition(jacobians, derivatives, independent) if reduced else None)
    linear = about.linear(ready, derivatives)
    if is_single:
        return linear[0]
    name, numbers, measure = _abscissa(ready, linear, along, values, isinstance(references, Motion))
    source = replace(about, at=numbers, family=family, measure=measure, whole=linear)
    return replace(linear, along=name, at=numbers, source=source)


def _held(dynamics: Dynamics, references: Any, at: Vector | None) -> tuple[Dynamics, Any]:
    """Dynamics with contacts in the modes of the references, and these in them."""
    if isinstance(references, Motion):
        return held_along(dynamics, references, "linearize")
    if references is None or isinstance(references, State | Mapping):
        return held_in_state(dynamics, references, "linearize"), references
    states = (
        [as_state(references(float(x))) for x in (() if at is None else at)]
        if callable(references)
        else list(references)
    )
    if not states:
        return dynamics, references
    return held_in_states(dynamics, [as_state(one) for one in states], "linearize"), references


@dataclass(frozen=True, eq=False)
class Linearization:
    """How linear equations were made, so that others can be made between them."""

    jacobians: Jacobians
    references: References
    partition: Partition | None
    """The independent small motions; None if all states are kept."""

    at: Vector | None = None
    family: Callable[[float], State] | None = None
    measure: str | Node | None = None
    """The quantity whose values are `at`, if a state tells it."""

    whole: Linear | None = None
    """About all references."""

    def between(self, x: float) -> Linear:
        """Linear equations where the parameter of the family is x.

        A reference between others is interpolated; between steady ones it is made steady.
        """
        if self.family is not None:
            reference = references_of(self.references.dynamics, self.family(x), None)[0].ready()
            return self.linear(reference, self.jacobians.at(reference))[0]
        assert self.at is not None
        try:
            reference = self._between(self.at, x)
        except DalembertError as error:
            raise SolverError(
                f"there are no linear equations between the references, at {x:.6g}: {error}; a singular position "
                "or a change of structure may be near: give references closer together, or a function of the value"
            ) from error
        linear = self.linear(reference, self.jacobians.at(reference))
        if self._are_steady:
            linear = self._settled(linear)
        return linear[0]

    def _between(self, at: Vector, x: float) -> References:
        """The reference between others, closed where what lies between them is not."""
        reference = self.references.between(at, x)
        try:
            return reference.ready()
        except DalembertError:
            return reference.closed().ready()

    def abscissa(self, x: float) -> float:
        """The value that the reference at x is drawn over: x, but for what making it steady changed."""
        if self.measure is None or self.family is not None:
            return x
        return float(_evaluated(self.between(x).references, self.measure)[0])

    @cached_property
    def _are_steady(self) -> bool:
        return self.whole is not None and bool(np.all(self.whole.is_steady))

    def _settled(self, linear: Linear) -> Linear:
        """Linear equations about the nearest steady motion, by Newton's method: A is the slope of the rates."""
        assert self.whole is not None
        kept = [i for i, name in enumerate(linear.states) if name not in self.whole.ignorable]
        for _ in range(NEWTON_STEPS):
            rates, A = linear.rates[0, kept], linear.A[0, kept]
            if not np.abs(rates).max(initial=0.0) > SETTLED * max(1.0, np.abs(linear.rates).max()):
                break
            y = -np.linalg.lstsq(A, rates, rcond=RELIABLE)[0]
            moved = linear.references.moved(np.zeros(1), (linear.basis[0] @ y)[None]).valid().ready()
            linear = self.linear(moved, self.jacobians.at(moved))
        return linear

    def later(self, linear: Linear) -> Linear:
        """Linear equations a little later on the motions from the references: two steps of Runge and Kutta."""
        references = linear.references
        fastest = np.abs(self.jacobians.at(references).F).max(axis=1, initial=0.0)
        h = 0.5 * AHEAD / np.maximum(1.0, fastest)
        for _ in range(2):
            k1 = self.jacobians.at(references).F
            k2 = self.jacobians.at(references.moved(0.5 * h, 0.5 * h[:, None] * k1)).F
            k3 = self.jacobians.at(references.moved(0.5 * h, 0.5 * h[:, None] * k2)).F
            k4 = self.jacobians.at(references.moved(h, h[:, None] * k3)).F
            references = references.moved(h, h[:, None] * (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0)
        return self.linear(references, self.jacobians.at(references))

    def at_other_times(self, linear: Linear) -> list[Linear]:
        """Linear equations in the same states much later; none where time does not act."""
        if not self.jacobians.is_timed:
            return []
        n = len(linear.references)
        states = [
            linear.references.moved(np.full(n, h), np.zeros((n, linear.basis.shape[-2]))) for h in MUCH_LATER
        ]
        return [self.linear(reference, self.jacobians.at(reference)) for reference in states]

    def linear(self, references: References, d: Derivatives) -> Linear:
        """Linear equations, given all derivatives in the references."""
        eom, jacobians = self.jacobians.equations, self.jacobians
        n = d.A.shape[-1]
        if self.partition is None:
            Z, kept = np.broadcast_to(np.eye(n), (len(references), n, n)), list(range(n))
        else:
            Z, kept = dependence(jacobians, d, self.partition), numbers_of(jacobians, self.partition)
        names = tuple(jacobians.names[i] for i in kept)
        outputs, C, D = tuple(jacobians.outputs), d.C @ Z, d.D
        if not outputs:
            outputs, C = names, np.broadcast_to(np.eye(len(kept)), (len(references), len(kept), len(kept)))
            D = np.zeros((len(references), len(kept), len(eom.inputs)))
        back = np.linalg.pinv(d.T) if jacobians.turns else np.swapaxes(d.T, 1, 2)
        return Linear(
            states=names,
            inputs=eom.inputs,
            outputs=outputs,
            A=_without_rounding(d.A, Z, kept),
            B=d.B[:, kept],
            C=C,
            D=D,
            basis=d.T @ Z,
            rates=np.einsum("kij,kj->ki", back, d.F)[:, kept],
            moves=np.abs(d.F).max(axis=1, initial=0.0),
            n_positions=sum(i < len(jacobians.position_names) for i in kept),
            references=references,
            source=self,
        )


def _without_rounding(A: Matrix, Z: Matrix, kept: list[int]) -> Matrix:
    """The rows of A Z that are kept, with zeros where all references have nothing but rounding.

    That is measured by the rows of A before the elimination, whose parts may cancel.
    """
    reduced, largest = (A @ Z)[:, kept], np.abs(A).max(axis=2, initial=0.0)
    noise = np.maximum(
        ROUNDING * largest[:, kept], 0.25 * ROUNDING * largest.max(axis=1, keepdims=True, initial=0.0)
    )
    return np.where((np.abs(reduced) > noise[..., None]).any(axis=0), reduced, 0.0)


_JACOBIANS: Key[Jacobians] = Key("jacobians")


def _jacobians(dynamics: Dynamics, outputs: Sequence[str] | Mapping[str, Scalar] | None) -> Jacobians:
    """Derivatives of the system and of outputs, made once."""
    if outputs is None:
        named: dict[str, Any] = {}
    elif isinstance(outputs, str):
        raise ModelError(f"outputs are a list of names, or a dict of expressions: write [{outputs!r}]")
    elif isinstance(outputs, Mapping):
        named = resolved_together(dynamics.solved, dict(outputs))
    else:
        named = {name: dynamics.solved.signal(name) for name in outputs}
    for name, y in named.items():
        if np.shape(y) != ():
            raise ModelError(
                f"the output {name!r} has the shape {np.shape(y)}; give its components names of their own"
            )
    key = _JACOBIANS.of(dynamics.solved, *named.items())
    return dynamics.shared.get(key, lambda: Jacobians(dynamics, named))


# ---- what references are drawn over


def _abscissa(
    references: References,
    linear: Linear,
    along: Abscissa | Mapping[str, Abscissa] | None,
    at: Vector | None,
    is_motion: bool,
) -> tuple[str, Vector, str | Node | None]:
    """Name and values of what varies from one reference to the next, and what it is in a state, if it is that."""
    if along is None and at is not None:
        return "", _checked_numbers(at, "at", references), None
    if along is None:
        return ("t", references.t, None) if is_motion else _varying(references, linear)
    if isinstance(along, Mapping):
        ((name, along),) = along.items()
        return str(name), *_abscissa(references, linear, along, at, is_motion)[1:]
    if isinstance(along, str | Node):
        return along if isinstance(along, str) else "", _evaluated(references, along), along
    return "", _checked_numbers(along, "along", references), None


def _checked_numbers(values: ArrayLike, name: str, references: References) -> Vector:
    numbers = np.asarray(values, dtype=float).ravel()
    if len(numbers) != len(references):
        raise ModelError(f"`{name}` has {len(numbers)} values for {len(references)} references")
    return numbers


def _varying(references: References, linear: Linear) -> tuple[str, Vector, str | None]:
    """The first parameter, input, or independent variable that changes; else the number of the reference."""
    eom = references.dynamics.equations
    columns = {
        **dict(zip(eom.parameters, references.p.T, strict=True)),
        **dict(zip(eom.inputs, references.tau.T, strict=True)),
    }
    x = dict(zip((*eom.coordinates, *eom.speeds, *eom.states), _states(references).T, strict=True))
    independent = {name: x[name] for name in linear.states if name in x}
    # states that were solved for differ by rounding too
    least = SAME_NUMBER * max((float(np.ptp(values)) for values in independent.values()), default=0.0)
    columns |= {name: values for name, values in independent.items() if np.ptp(values) > least}
    for name, values in columns.items():
        if np.ptp(values) > SAME_NUMBER * np.abs(values).max():
            return name, values, name if name in x else None
    return "reference", np.arange(len(references), dtype=float), None


def _states(references: References) -> Matrix:
    return np.concatenate([references.q, references.u, references.z], axis=1)


def _evaluated(references: References, along: str | Node) -> Vector:
    dynamics = references.dynamics
    y = dynamics.solved.signal(along) if isinstance(along, str) else dynamics.solved.resolve(along)
    if (references.p != references.p[0]).any():
        return np.array([dynamics.evaluate(y, references.state(k)) for k in range(len(references))], dtype=float)
    p = dynamics.known_parameters({"y": y}, references.state(0).p)
    kinds = {name: getattr(references, name) for name in ("t", "q", "u", "z", "tau")}
    values = dynamics.function({"y": y})(**kinds, parameters=p)["y"]
    return np.asarray(values, dtype=float)
