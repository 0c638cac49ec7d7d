"""What a trajectory costs: integrals, values at its end, its duration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias, TypeGuard

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.node import Expression, Scalar
from dalembert.number_checks import checked_number, is_number, told
from dalembert.studies.along import Integral


@dataclass(frozen=True, eq=False)
class Effort:
    """∫ Σ w y² dt of signals along the trajectory: effort, jerk, distance from zero.

    Parameters
    ----------
    of : str, sequence of str, or dict of weights
        Signals by name, such as `["hip motor", "knee motor"]` or `{"push": 1.0, "x.rate": 0.1}`.

    Examples
    --------
    >>> import dalembert as da
    >>> da.trajectories.Effort(["hip", "knee"]).weights
    {'hip': 1.0, 'knee': 1.0}
    """

    of: str | Iterable[str] | Mapping[str, float]

    @property
    def weights(self) -> dict[str, float]:
        """Weights by name."""
        if isinstance(self.of, Mapping):
            return {name: checked_number(x, f"the weight of {name!r}") for name, x in self.of.items()}
        names = [self.of] if isinstance(self.of, str) else [*self.of]
        if not names or not all(isinstance(name, str) for name in names):
            raise ModelError(f"effort is of signals by name, such as ['push'], not of {told(self.of)}")
        return dict.fromkeys(names, 1.0)


@dataclass(frozen=True, eq=False)
class AtEnd:
    """The value of y at the end of the trajectory.

    Parameters
    ----------
    of : str or expression
        Signal by name, or an expression of measures.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.Prismatic("x", da.ground, da.particle("block", mass=1.0), axis="x")
    >>> model = da.Model(block, da.Motor("push", "x"))
    >>> rest = {"x.rate": 0.0}
    >>> throw = da.trajectory(
    ...     model,
    ...     start={"x": 0.0} | rest,
    ...     duration=1.0,
    ...     minimize=[da.trajectories.Effort("push"), da.trajectories.AtEnd(-da.speed("x"))],
    ... )
    >>> print(f"{throw['x.rate'][-1]:.6f} m/s")
    0.500000 m/s
    """

    of: str | Scalar

    def __post_init__(self) -> None:
        _check_scalar(self.of, "what counts at the end")


@dataclass(frozen=True)
class Duration:
    """The time that the trajectory takes, times a weight.

    Parameters
    ----------
    weight : float, optional
        Cost of a second; default 1.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.Prismatic("x", da.ground, da.particle("block", mass=1.0), axis="x")
    >>> model = da.Model(block, da.Motor("push", "x"))
    >>> rest = {"x.rate": 0.0}
    >>> move = da.trajectory(
    ...     model,
    ...     start={"x": 0.0} | rest,
    ...     end={"x": 1.0} | rest,
    ...     duration=(0.1, 10.0),
    ...     minimize=da.trajectories.Duration(),
    ...     bounds={"push": (-1.0, 1.0)},
    ... )
    >>> print(f"{move.duration:.4f} s")
    2.0000 s
    """

    weight: float = 1.0

    def __post_init__(self) -> None:
        checked_number(self.weight, "the weight of the duration")


Term: TypeAlias = Integral | Effort | AtEnd | Duration
Cost: TypeAlias = Term | Iterable[Term] | str | Scalar | None
"""Terms that add up; an expression alone is an integrand."""


def terms_of(cost: Cost) -> tuple[Term, ...]:
    """Terms of a cost; none if every motion is as good as any other."""
    if cost is None:
        return ()
    if _is_term(cost):
        return (cost,)
    if isinstance(cost, str | Expression | float | int):
        return (Integral(cost),)
    terms = tuple(cost) if isinstance(cost, Iterable) else ()
    strange = [term for term in terms if not _is_term(term)]
    if strange or not terms:
        raise ModelError(
            "a cost is an expression that is integrated, or a list of da.sweeps.Integral(…), "
            f"da.trajectories.Effort(…), AtEnd(…) and Duration(…), not {told(strange[0] if strange else cost)}"
        )
    return terms


def _is_term(x: object) -> TypeGuard[Term]:
    # a mean is an integral by its class, but no term: it divides by the duration
    return type(x) is Integral or isinstance(x, Effort | AtEnd | Duration)


def _check_scalar(y: str | Scalar | Array, what: str) -> None:
    if not (isinstance(y, str | Expression) or is_number(y)):
        raise ModelError(f"{what} is a signal by name or a scalar expression, not {told(y)}")
