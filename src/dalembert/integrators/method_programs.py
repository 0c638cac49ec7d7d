"""Programs that methods ask of a system: expressions that the engine compiles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dalembert.arrays import Array
from dalembert.expr.node import Node
from dalembert.numerics.repeated_system import RepeatedSystem
from dalembert.numerics.second_order import Unsolved


@dataclass(frozen=True, eq=False)
class MethodProgram:
    """Expressions of the system's variables, and of others that the method gives behind them.

    Parameters
    ----------
    outputs : sequence of expressions
        What the program computes.
    inputs : sequence of Node, optional
        Variables that the method gives behind those of the system; default none.

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

    outputs: Sequence[Any]
    inputs: Sequence[Node] = ()


@dataclass(frozen=True, eq=False)
class MethodPrograms:
    """ẋ = F(t, x, τ, p) as a method integrates it, and the programs that it calls besides, by name.

    Parameters
    ----------
    x : array of symbols
        States x.
    tau : array of symbols
        Inputs τ.
    rate : array of expressions
        Rates F(t, x, τ, p).
    projected : array of expressions
        Nearest valid states, taken after each step.
    programs : dict of MethodProgram, optional
        Programs that the steps call besides, by name; default none.
    n_positions : int, optional
        How many states at the beginning are positions whose rates follow in the same order; default 0.
    is_projected_once : bool, optional
        Whether one projection is exact (default True), or one step of Newton's method.
    watch : tuple of parameters, optional
        Parameters that switch off what makes F stop to be finite; default none.
    layout : Any, optional
        Sizes that the steps of the method need to know of its programs; default none.
    discrete : sequence of Node, optional
        Discrete variables, which stand behind the states and are changed by events alone; default none.

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
    ...         programs = {"jacobian": jacobian}
    ...         return da.methods.MethodPrograms(first.x, first.tau, first.rate, first.projected, programs)
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

    x: Array
    tau: Array
    rate: Array
    projected: Array
    """The nearest states that are valid, after each step."""

    programs: Mapping[str, MethodProgram] = field(default_factory=dict)
    n_positions: int = 0
    """How many states at the beginning are positions whose rates follow in the same order."""

    is_projected_once: bool = True
    """Whether one projection is exact; else it is one step of Newton's method."""

    watch: tuple[Any, ...] = ()
    """Parameters by which F stops to be finite; zero turns them off."""

    layout: Any = None
    """What the steps of the method know about sizes in its programs."""

    discrete: Sequence[Node] = ()
    """Discrete variables, which stand behind the states and are changed by events alone."""


class System(ABC):
    """The system that a method may ask: its equations solved for rates, or unsolved."""

    @abstractmethod
    def solved(self) -> Any:
        """ẋ = F with x, τ, rate, projected and their derivatives: a `FirstOrder`."""

    @abstractmethod
    def unsolved(self, who: str, *, is_lasting: bool = False) -> Unsolved:
        """M a − f − Jᵀ λ = 0 with rows by level; `who` asks, for messages where there is none.

        With rows that come and go, unless all are to be lasting.
        """

    def repeated(self, who: str) -> RepeatedSystem | None:
        """The same as a few kinds of elements, each many times; None if it is not known to be that."""
        return None
