"""Methods of integration: their contract, and what they ask of a system unless they say otherwise."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

from dalembert.contract_help import ContractClass
from dalembert.errors import SolverError
from dalembert.expr.calculus import directional
from dalembert.expr.node import Node
from dalembert.expr.symbol_nodes import symbol
from dalembert.integrators.method_programs import MethodProgram, MethodPrograms, System
from dalembert.integrators.problem import Problem
from dalembert.integrators.tableaux import Tableau
from dalembert.integrators.time_loop import Scheme, loop_for_all, time_loop
from dalembert.number_checks import checked_number
from dalembert.procedures.statements import Procedure

if TYPE_CHECKING:
    from dalembert.numerics.contact_records import Touch


OURS = "dalembert"
"""Edition of the texts in this package, whose sources are part of every key."""


FINEST = 1e-14
"""The least relative accuracy that a method asks for."""


def right_hand_side(first: Any, programs: Mapping[str, MethodProgram] | None = None) -> MethodPrograms:
    """The right-hand side of a system of first order, and perhaps other programs.

    Parameters
    ----------
    first : first-order form
        System ẋ = F(t, x, τ, p), as `system.solved()` gives it in a method of your own.
    programs : dict of MethodProgram, optional
        Programs that the steps call besides, by name; default none.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import dalembert as da
    >>> @dataclass(frozen=True)
    ... class Implicit(da.methods.Method):
    ...     step: float
    ...
    ...     @property
    ...     def settings(self):
    ...         return (self.step,)
    ...
    ...     def texts(self, system):
    ...         first = system.solved()
    ...         jacobian = da.methods.MethodProgram(list(da.expr.jacobian(first.rate, first.x).ravel()))
    ...         return da.methods.right_hand_side(first, {"jacobian": jacobian})
    ...
    ...     def scheme(self, problem):
    ...         needs = {"programs": ("jacobian",), "sizes": (problem.n**2,)}
    ...         return da.methods.Scheme("Implicit", 2, 1, ImplicitSteps, da.methods.FixedSteps, **needs)
    ...
    >>> class ImplicitSteps(da.methods.Steps):
    ...     def __init__(self, w):
    ...         super().__init__(w)
    ...         (square,) = w.parts.sizes
    ...         self.jacobian, self.cubic = w.c.array(square), da.methods.Interpolant(w)
    ...         self.linear = da.methods.ShiftedSystem(w.c, w.n, 0, is_complex=False, room=square)
    ...
    ...     @property
    ...     def interpolant(self):
    ...         return self.cubic
    ...
    ...     def attempt(self, step, running):
    ...         w, linear = self.w, self.linear
    ...         w.c.call(w.parts.programs["jacobian"], w.here.array, w.p, self.jacobian)
    ...         linear.factor(self.jacobian, (1.0 / step,))
    ...         with w.c.each(w.n) as i:
    ...             linear.right[0][i] = w.slopes[0][i]
    ...         linear.solve(self.jacobian)
    ...         with w.c.each(w.n) as i:
    ...             w.trial.state[i] = w.here.state[i] + linear.right[0][i]
    ...         return w.nan_unless_finite(w.trial.state)
    ...
    >>> block = da.particle("block", mass=1.0)
    >>> slide, damper = da.Prismatic("x", da.ground, block, axis="x"), da.JointDamper("damper", "x", 1e6)
    >>> stiff = da.Model(slide, da.JointSpring("spring", "x", 1e6), damper)
    >>> motion = da.simulate(stiff, {"x": 1.0}, until=1.0, method=Implicit(0.001))
    >>> print(f"{motion['x'][-1]:.3f}, exactly {da.exp(-1.0):.3f}")
    0.368, exactly 0.368
    """
    return MethodPrograms(
        first.x,
        first.tau,
        first.rate,
        first.projected,
        programs or {},
        first.n_positions,
        first.is_projected_once,
        first.watch,
        discrete=first.discrete,
    )


def tangent(first: Any) -> MethodProgram:
    """The derivative of the rate along a direction of the states, which is given behind them."""
    direction: list[Node] = [symbol(f"direction {name}") for name in first.names]
    return MethodProgram(list(directional(first.rate, dict(zip(first.x, direction, strict=True)))), direction)


class Method(metaclass=ContractClass):
    """How to integrate. Options are numbers that the native text reads, or else the text depends on them.

    Examples
    --------
    >>> import dalembert as da
    >>> method = da.methods.RK4(0.01)
    >>> print(isinstance(method, da.methods.Method), method.settings)
    True (0.01,)
    """

    is_adaptive: ClassVar[bool] = False
    """Whether it chooses the size of its steps."""

    finds_accelerations: ClassVar[bool] = False
    """Whether it finds accelerations and multipliers itself, so that it passes positions where rows depend on each
    other."""

    treats_contacts: ClassVar[bool] = False
    """Whether its own steps close and open contacts; else runs stop at every event of theirs."""

    set_at_run_time: ClassVar[frozenset[str]] = frozenset()
    """Names of options that the native text reads from `settings`, perhaps in another form than they are given."""

    edition: ClassVar[str] = ""
    """Name of the text as its author publishes it, another one whenever it changes: native code on disk is found
    by that. Without one, the text itself is written and compared. A class that is derived has one of its own or
    none."""

    def with_contacts(self, touches: Sequence[Touch]) -> Method:
        """The method for a system with these contacts, if its steps treat them."""
        raise SolverError(
            f"{type(self).__name__} says that it treats contacts, so it needs with_contacts(touches)"
        )

    def texts(self, system: System) -> MethodPrograms:
        """The programs that it needs of a system: the right-hand side, unless it says otherwise."""
        return right_hand_side(system.solved())

    @property
    def wanted_accuracy(self) -> float:
        """Relative accuracy that it asks of the right-hand side."""
        return 1e-9

    @property
    def uniform_step(self) -> float:
        """The length of all steps; 0 if they differ."""
        return 0.0

    @property
    def may_be_below_rounding(self) -> bool:
        """Whether its tolerances are so small that they may be below the rounding of states."""
        return self.wanted_accuracy <= FINEST

    @property
    def may_explode(self) -> bool:
        """Whether it is known that its steps may let a motion grow that does not."""
        return bool(self.uniform_step and self.growth(1j))

    def tolerated(self, sizes: Any) -> Any:
        """Errors of a step that are tolerated, of states of these sizes; any if it looks at none."""
        return sizes + inf

    def growth(self, z: complex) -> float:
        """By which factor a step h multiplies a part that goes like exp(λ t), where z = λ h; 0 if not known."""
        return 0.0

    @property
    def explicit_tableau(self) -> Tableau | None:
        """Coefficients of its steps, where these are explicit Runge–Kutta steps: gradients go back along them."""
        return None

    @property
    @abstractmethod
    def settings(self) -> tuple[float, ...]:
        """The options as the native text reads them."""

    @property
    def kind(self) -> tuple[Any, ...]:
        """The key of the method's code: its class, and its options that are not settings."""
        read = list(self.settings)
        written = []
        for name, value in vars(self).items():
            if type(value) in (int, float) and value in read:
                read.remove(value)
            elif name not in self.set_at_run_time:
                written.append(f"{name}={value!r}")
        return (type(self), *written)

    @property
    def published(self) -> tuple[str, ...]:
        """The key of the method's code between processes, besides the problem; empty without an `edition`."""
        edition = vars(type(self)).get("edition", "")
        return (edition, *map(str, self.kind[1:])) if edition else ()

    @abstractmethod
    def scheme(self, problem: Problem) -> Scheme:
        """The parts of the loop."""

    def procedure(self, problem: Problem) -> Procedure:
        """The native text, for any number of lanes."""
        return time_loop(self.scheme(problem), problem)

    def procedure_for_all(self, name: str, example: Problem) -> Procedure | None:
        """The native text for all problems like the example; None if it needs to know how large they are."""
        scheme = self.scheme(example)
        return loop_for_all(name, scheme, example) if scheme.fits_all else None


@dataclass(frozen=True)
class FixedStep(Method):
    """A method with steps of one length."""

    step: float

    set_at_run_time = frozenset({"step"})

    def __post_init__(self) -> None:
        checked_number(self.step, f"{type(self).__name__}: the step", SolverError, is_positive=True)

    @property
    def uniform_step(self) -> float:
        return float(self.step)

    @property
    def settings(self) -> tuple[float, ...]:
        return (float(self.step),)
