"""Named outputs that are made when they are asked for."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeVar

from dalembert.arrays import Array
from dalembert.equations.outputs import NamedOutputs, SignalKind
from dalembert.equations.variables import Variables
from dalembert.errors import FormulationError
from dalembert.expr.node import Scalar

T = TypeVar("T")

Maker = Callable[[], Any]

FORCE = {"m/s": "N", "rad/s": "N m", "A": "V"}
"""Units of forces along speeds, by the units of these."""


class Signal(NamedTuple):
    """A signal: a function that makes it, its unit (empty for numbers and unknown units), and its kind."""

    make: Maker
    unit: str = ""
    kind: SignalKind = SignalKind.OTHER


class LazySignals(Mapping[str, Scalar]):
    """Expressions by name; a subclass says how each is made."""

    @property
    @abstractmethod
    def _made(self) -> Mapping[str, Signal]:
        """Signals by name."""

    @cached_property
    def units(self) -> Mapping[str, str]:
        """Units by name; empty for numbers and for what is not known."""
        return {name: signal.unit for name, signal in self._made.items()}

    @cached_property
    def kinds(self) -> Mapping[str, SignalKind]:
        """Kinds by name."""
        return {name: signal.kind for name, signal in self._made.items()}

    @property
    def elements(self) -> tuple[str, ...]:
        """Gravity and force elements, if there is a signal for what each exerts along every speed."""
        return ()

    def __getitem__(self, name: str) -> Scalar:
        return self._made[name].make()

    def __contains__(self, name: object) -> bool:
        # without making the signal
        return name in self._made

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


class SubstitutedSignals(LazySignals):
    """Signals of other equations or another solution, each changed in the same way, and further ones."""

    def __init__(
        self,
        inner: NamedOutputs,
        change: Callable[[Scalar], Scalar],
        own: Mapping[str, Signal] | None = None,
        variables: Mapping[str, Signal] | None = None,
        *,
        is_along_same: bool = True,
    ) -> None:
        self._inner, self._change, self._own, self._variables = inner, change, own or {}, variables or {}
        self._is_along_same = is_along_same

    @cached_property
    def _made(self) -> Mapping[str, Signal]:
        kinds = self._inner.kinds
        changed = {
            name: Signal(partial(self._changed, name), unit, kinds[name])
            for name, unit in self._inner.units.items()
        }
        # names of variables may be those of others before
        return {**joined(changed, self._own), **self._variables}

    def _changed(self, name: str) -> Scalar:
        return self._change(self._inner[name])

    @property
    def elements(self) -> tuple[str, ...]:
        # signals tell what they exert along the speeds of the others
        return self._inner.elements if self._is_along_same else ()


def joined(*tables: Mapping[str, Signal]) -> dict[str, Signal]:
    """Several tables as one; a name that two of them have would hide a signal."""
    signals: dict[str, Signal] = {}
    for table in tables:
        if clash := [name for name in table if name in signals]:
            raise FormulationError(f"two results are called {clash[0]!r}; give the part of this name another one")
        signals |= table
    return signals


def state_signals(variables: Variables, accelerations: Callable[[], Array]) -> dict[str, Signal]:
    """Coordinates, speeds, state variables, inputs, and accelerations of the speeds."""
    signals: dict[str, Signal] = {}
    v, units = variables, variables.units
    for names, nodes in ((v.coordinates, v.q), (v.speeds, v.u), (v.states, v.z), (v.inputs, v.tau)):
        for name, node in zip(names, nodes, strict=True):
            signals[name] = Signal(partial(itself, node), units.get(name, ""), SignalKind.VARIABLE)
    for k, name in enumerate(v.speeds):
        make, unit = partial(_entry, accelerations, k), rate_unit(units.get(name, ""))
        signals[f"{name.removesuffix('.rate')}.acceleration"] = Signal(make, unit, SignalKind.ACCELERATION)
    return signals


def rate_unit(unit: str) -> str:
    """The unit of a rate."""
    if unit.endswith("/s"):
        return f"{unit}²"
    return f"{unit}/s" if unit else ""


def itself(y: T) -> T:
    """The argument."""
    return y


def _entry(array: Callable[[], Array], k: int) -> Scalar:
    return array()[k]
