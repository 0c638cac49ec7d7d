"""Linear equations as a value: matrices with names, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.arrays import Array, Matrix, Vector
from dalembert.errors import ModelError
from dalembert.linear.linear_equations import Complex, Truths
from dalembert.linear.linear_expressions import LinearExpressions, expressions
from dalembert.linear.modes import Modes, modes_of
from dalembert.linear.reach import Reach, reach
from dalembert.name_checks import checked_names, closest
from dalembert.number_checks import checked_numbers
from dalembert.numerics.eigenvalues import acting_back, changing_by_themselves, influential
from dalembert.numerics.riccati import held, transmission_zeros
from dalembert.runs.references import References
from dalembert.state import State

STEADY = 1e-7
"""Rate, beside the largest or one, that counts as none."""

UNCHANGED = 1e-6
"""Change of A, beside its largest entry or one, that counts as none."""


@dataclass(frozen=True, eq=False, repr=False)
class Linear:
    """ẏ = A y + B δτ, δo = C y + D δτ about a reference; about several, these are the first axis of all arrays.

    In discrete time, with `period`, y at the next instant stands on the left.
    """

    states: tuple[str, ...]
    """Names of y: changes of coordinates and speeds. A small turn `wx.turn` is about the axis of `wx`."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    A: Matrix
    B: Matrix
    C: Matrix
    D: Matrix
    basis: Matrix
    """Changes of all states q, u and z for a unit of each y."""

    rates: Vector
    """ẏ of the reference itself."""

    moves: Vector
    """The largest rate of any state in the reference."""

    n_positions: int
    """How many of y at the beginning are changes of coordinates."""

    references: References
    along: str = ""
    """Name of the quantity that several references are drawn over."""

    at: Vector | None = None
    """Values of that quantity."""

    period: float | None = None
    source: Any = None

    # ---- several references

    @property
    def is_single(self) -> bool:
        """Whether the system is linearized about one reference only."""
        return self.A.ndim == 2

    def __len__(self) -> int:
        if self.is_single:
            raise ModelError("these linear equations are about one reference; only several have a number")
        return len(self.A)

    def __getitem__(self, k: int) -> Linear:
        if self.is_single or isinstance(k, bool) or not isinstance(k, int | np.integer):
            raise ModelError("linear[k] is about one of several references, by its number")
        if not -len(self) <= k < len(self):
            raise ModelError(f"there is no reference {k}; there are {len(self)}")
        k = int(k) % len(self)
        arrays = {name: getattr(self, name)[k] for name in ("A", "B", "C", "D", "basis", "rates", "moves")}
        return replace(self, **arrays, references=self.references.rows(slice(k, k + 1)), at=None)

    def single(self, what: str) -> None:
        """Raise if it is about several references."""
        if not self.is_single:
            raise ModelError(f"{what} is of one reference; take one of them: linear[k]")

    @property
    def reference(self) -> State:
        """The state that it is about."""
        self.single("the reference")
        return self.references.state(0)

    # ---- what the reference is

    @cached_property
    def ignorable(self) -> tuple[str, ...]:
        """Changes on which no acceleration depends to first order, also not by others, in any reference.

        Nor do they grow or decay by themselves, as the angle of a trailer does.
        """
        speeds = range(self.n_positions, len(self.states))
        kept = influential(self._all, [*speeds, *changing_by_themselves(self._all)])
        return tuple(name for i, name in enumerate(self.states) if i not in kept)

    @property
    def _all(self) -> Matrix:
        return self.A[None] if self.is_single else self.A

    @property
    def is_equilibrium(self) -> Truths:
        """Whether nothing moves in the reference, nor later by what time does: one truth for each of several."""
        rests = self._rests
        for later in self._other_times:
            rests = rests & (later.moves <= STEADY)
        return bool(rests[0]) if self.is_single else rests

    @property
    def _rests(self) -> NDArray[np.bool_]:
        """Whether nothing moves in each reference, nor a little later."""
        return (np.atleast_1d(self.moves) <= STEADY) & (self._later.moves <= STEADY)

    @cached_property
    def _other_times(self) -> list[Linear]:
        """Linear equations in the same states much later, if time acts and something rests."""
        return self.source.at_other_times(self) if self._rests.any() else []

    @cached_property
    def _later(self) -> Linear:
        """Linear equations a little later on the motion from the reference."""
        return self.source.later(self)

    @cached_property
    def is_constant(self) -> Truths:
        """Whether A does not change along the motion from the reference, so that modes mean what they say.

        What only others follow is left aside: a heading turns the path, and speeds along the axes of the world
        turn with a satellite that spins.
        """
        is_same = self._is_same(self._later.A)
        for later in self._other_times:
            is_same = is_same & (self._is_same(later.A) & (later.moves <= STEADY) | ~self._rests)
        return bool(is_same[0]) if self.is_single else is_same

    def _is_same(self, later: Matrix) -> NDArray[np.bool_]:
        """Whether A is as it is later, in each reference."""
        kept = acting_back(np.concatenate([self._all, later]))
        if not kept:
            kept = [i for i, name in enumerate(self.states) if name not in self.ignorable]
        now, other = (A[:, kept][:, :, kept] for A in (self._all, later))
        change = np.abs(other - now).max(axis=(1, 2), initial=0.0)
        return change <= UNCHANGED * np.maximum(1.0, np.abs(now).max(axis=(1, 2), initial=0.0))

    @property
    def is_steady(self) -> Truths:
        """Whether only ignorable coordinates move in the reference, and A does not change by that."""
        kept = [i for i, name in enumerate(self.states) if name not in self.ignorable]
        is_steady = np.atleast_1d(self.is_constant)
        for rates in (np.atleast_2d(self.rates), self._later.rates):
            largest = np.abs(rates[:, kept]).max(axis=1, initial=0.0)
            is_steady = is_steady & (largest <= STEADY * np.maximum(1.0, np.abs(rates).max(axis=1, initial=0.0)))
        return bool(is_steady[0]) if self.is_single else is_steady

    @property
    def about(self) -> str:
        """The kind of the reference, in words."""
        if np.all(self.is_equilibrium):
            return "an equilibrium" if self.is_single else "equilibria"
        if np.all(self._rests) and self._other_times:
            return "a state at rest for a while: time acts" if self.is_single else "states at rest for a while"
        if np.all(self.is_steady):
            moving = ", ".join(self._moving)
            kind = "a steady motion" if self.is_single else "steady motions"
            return f"{kind}, in which only {moving} change" if moving else kind
        if np.all(self.is_constant) and self.has_constant_speeds:
            kind = "a steady motion" if self.is_single else "steady motions"
            return f"{kind}, in which {', '.join(self._moving)} change together"
        if np.all(self.is_constant):
            return (
                "a motion along which they do not change"
                if self.is_single
                else "motions along which they do not change"
            )
        if self.is_single:
            return f"a state that is not steady: {self._fastest}"
        return "states of which some are not steady"

    @property
    def has_constant_speeds(self) -> bool:
        """Whether nothing but coordinates changes, now and a little later."""
        both = np.concatenate([np.atleast_2d(self.rates), self._later.rates])
        largest = np.abs(both[:, self.n_positions :]).max(initial=0.0)
        return bool(largest <= STEADY * max(1.0, float(np.abs(both).max(initial=0.0))))

    @property
    def _fastest(self) -> str:
        """The fastest change, of one reference that is not steady."""
        is_essential = np.array([name not in self.ignorable for name in self.states], dtype=bool)
        rates = np.abs(self.rates) * is_essential
        if not rates.max(initial=0.0) > STEADY:
            moving = ", ".join(self._moving)
            return (
                f"linear equations change while {moving} do; turns about axes of a body that spins do so, angles "
                "may be better"
            )
        i = int(np.argmax(rates))
        return f"{self.states[i]} changes at the rate {self.rates[i]:.3g}"

    @property
    def _moving(self) -> list[str]:
        largest = np.abs(self.rates).reshape(-1, len(self.states)).max(axis=0, initial=0.0)
        return [name for name, x in zip(self.states, largest, strict=True) if x > STEADY]

    # ---- modes

    def modes(self) -> Modes:
        """Eigenvalues and modes; about several references they are followed by continuity."""
        if self.period is not None:
            raise ModelError("modes are of equations in continuous time; ask those that were made discrete")
        return modes_of(self)

    # ---- as a system with inputs and outputs

    @property
    def poles(self) -> Array:
        """Eigenvalues of A."""
        return self.modes().values if self.period is None else np.linalg.eigvals(self.A)

    @property
    def zeros(self) -> Complex:
        """Transmission zeros; there must be as many outputs as inputs: see `channel`."""
        self.single("a zero")
        if len(self.inputs) != len(self.outputs):
            raise ModelError(
                f"zeros need as many outputs as inputs, not {len(self.outputs)} and {len(self.inputs)}; take "
                "some: linear.channel(inputs=[…], outputs=[…]).zeros"
            )
        return transmission_zeros(self.A, self.B, self.C, self.D)

    def channel(self, inputs: Sequence[str] | None = None, outputs: Sequence[str] | None = None) -> Linear:
        """Linear equations with some of the inputs and outputs only."""
        for names in (inputs, outputs):
            if isinstance(names, str):
                raise ModelError(f"inputs and outputs are lists of names: write [{names!r}]")
        taken = self.inputs if inputs is None else tuple(inputs)
        shown = self.outputs if outputs is None else tuple(outputs)
        checked_names(taken, self.inputs, "input")
        for name in shown:
            if name not in self.outputs:
                raise ModelError(
                    f"there is no output {name!r}; {closest(name, self.outputs)}; any signal becomes an output "
                    f"where it is asked for: da.linearize(…, outputs=[{name!r}])"
                )
        i, o = [self.inputs.index(name) for name in taken], [self.outputs.index(name) for name in shown]
        return replace(
            self,
            inputs=taken,
            outputs=shown,
            B=self.B[..., i],
            C=self.C[..., o, :],
            D=self.D[..., o, :][..., i],
        )

    def discrete(self, period: float) -> Linear:
        """Linear equations from one instant to the next, with inputs that are held in between."""
        self.single("a system in discrete time")
        if self.period is not None:
            raise ModelError("it is in discrete time already")
        if isinstance(period, bool) or not isinstance(period, Real) or not 0.0 < period < np.inf:
            raise ModelError(f"a period is a positive number of seconds, not {period!r}")
        A, B = held(self.A, self.B, float(period))
        return replace(self, A=A, B=B, period=float(period))

    def frequency_response(self, frequencies: ArrayLike) -> Complex:
        """C (iω − A)⁻¹ B + D at angular frequencies (k,), in rad/s: (k, n_outputs, n_inputs)."""
        self.single("a frequency response")
        omega = checked_numbers(frequencies, "frequencies").ravel()
        s = 1j * omega if self.period is None else np.exp(1j * omega * self.period)
        resolvent = s[:, None, None] * np.eye(len(self.states)) - self.A
        y = np.linalg.solve(resolvent, np.broadcast_to(self.B, (len(s), *self.B.shape)))
        return np.asarray(self.C @ y + self.D, dtype=complex)

    def transfer_function(self, output: str | None = None, input: str | None = None) -> tuple[Vector, Vector]:
        """Numerator and denominator of one output over one input, highest powers first.

        They are named where there are several. Zeros and poles are better numbers; polynomials lose digits.
        """
        channel = self.channel(_only(input, self.inputs, "input"), _only(output, self.outputs, "output"))
        channel.single("a transfer function")
        denominator = np.real(np.poly(channel.A))
        numerator = np.real(np.poly(channel.A - channel.B @ channel.C)) + (channel.D[0, 0] - 1.0) * denominator
        # powers that the zeros say are not there are rounding
        numerator[: len(denominator) - 1 - len(channel.zeros)] = 0.0
        return numerator, denominator

    def step_response(self, input: str, times: ArrayLike) -> Matrix:
        """Outputs (k, n_outputs) at times that are evenly spaced, after a unit step of one input at the first."""
        self.single("a step response")
        checked_names([input], self.inputs, "input")
        t = np.asarray(times, dtype=float).ravel()
        if len(t) < 2 or not np.allclose(np.diff(t), t[1] - t[0]):
            raise ModelError("times of a step response are evenly spaced, two at least")
        steps = self if self.period is not None else self.discrete(float(t[1] - t[0]))
        if steps.period is None or not np.isclose(steps.period, t[1] - t[0]):
            raise ModelError(f"times of a step response are {self.period:g} s apart here")
        column, y = self.inputs.index(input), np.zeros(len(self.states))
        samples = []
        for _ in t:
            samples.append(self.C @ y + self.D[:, column])
            y = steps.A @ y + steps.B[:, column]
        return np.array(samples).reshape(len(t), len(self.outputs))

    @property
    def controllability(self) -> Reach:
        """Dimensions and modes that the inputs reach."""
        self.single("controllability")
        return reach(self.A, self.B, "inputs", "reach")

    @property
    def observability(self) -> Reach:
        """Dimensions and modes that the outputs show."""
        self.single("observability")
        return reach(self.A.T, self.C.T, "outputs", "show")

    def to_control(self) -> Any:
        """The system for python-control; dots in names become underscores, for it has no dots."""
        self.single("a system for python-control")
        try:
            import control
        except ImportError:
            raise ModelError("to_control needs python-control; install it: pip install control") from None
        names = {
            kind: [name.replace(".", "_") for name in getattr(self, kind)]
            for kind in ("states", "inputs", "outputs")
        }
        period = 0 if self.period is None else self.period
        return control.ss(self.A, self.B, self.C, self.D, period, **names)

    # ---- as expressions

    @property
    def expressions(self) -> LinearExpressions:
        """A, B, C and D of one reference as expressions of the parameters, which stay open."""
        self.single("linear equations as expressions")
        return expressions(self.source.jacobians, self, self.source.partition)

    # ---- reading

    def __repr__(self) -> str:
        n = "" if self.is_single else f", {len(self)} references"
        return f"<Linear: {len(self.states)} states, {len(self.inputs)} inputs, {len(self.outputs)} outputs{n}>"

    @property
    def report(self) -> str:
        """Kind of the reference, names of states and inputs, and notes, in words."""
        lines = [f"linear equations about {self.about}", f"states: {', '.join(self.states)}"]
        if self.inputs:
            lines.append(f"inputs: {', '.join(self.inputs)}")
        if self.ignorable:
            lines.append(f"ignorable: {', '.join(self.ignorable)}")
        lines += self.references.notes
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.report


def _only(name: str | None, names: Sequence[str], kind: str) -> list[str]:
    """A name, or the only one there is."""
    if name is None and len(names) != 1:
        raise ModelError(f"name one {kind} of {', '.join(names) or 'none'}")
    return [names[0] if name is None else name]
