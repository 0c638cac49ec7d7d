"""Named outputs that are made when they are asked for."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Container, Iterator, Mapping
from functools import cached_property, partial
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from dalembert.arrays import Array
from dalembert.equations.outputs import NamedOutputs, SignalKind
from dalembert.equations.variables import Variables
from dalembert.errors import FormulationError
from dalembert.expr.node import Scalar

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")

Maker = Callable[[], Any]

FORCE = {"m/s": "N", "rad/s": "N m", "A": "V"}
"""Units of forces along speeds, by the units of these."""


class Signal(NamedTuple):
    """A signal: a function that makes it, its unit (empty for numbers and unknown units), and its kind."""

    make: Maker
    unit: str = ""
    kind: SignalKind = SignalKind.OTHER


class PairedSignals(Mapping[str, Signal]):
    """Signals of one kind for all pairs of two names, `<first><between><second>`, made when they are asked for.

    A thousand forces along a thousand speeds are a million signals, of which few are wanted.
    """

    def __init__(
        self,
        firsts: Mapping[str, A],
        between: str,
        seconds: Mapping[str, B],
        signal: Callable[[A, B], Signal],
        kind: SignalKind,
    ) -> None:
        self._firsts, self._between, self._seconds = firsts, between, seconds
        self._signal, self.kind = signal, kind

    def __getitem__(self, name: str) -> Signal:
        # either name may contain what stands between them
        end = name.find(self._between)
        while end >= 0:
            first, second = name[:end], name[end + len(self._between) :]
            if first in self._firsts and second in self._seconds:
                return self._signal(self._firsts[first], self._seconds[second])
            end = name.find(self._between, end + 1)
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (f"{first}{self._between}{second}" for first in self._firsts for second in self._seconds)

    def __len__(self) -> int:
        return len(self._firsts) * len(self._seconds)


class SignalTable(Mapping[str, Signal]):
    """Signals by name, and those of pairs."""

    def __init__(self, signals: Mapping[str, Signal], pairs: PairedSignals) -> None:
        self._signals, self._pairs = signals, pairs
        if clash := [name for name in signals if name in pairs]:
            raise _same_name(clash[0])

    def __getitem__(self, name: str) -> Signal:
        return self._signals[name] if name in self._signals else self._pairs[name]

    def __iter__(self) -> Iterator[str]:
        return chain(self._signals, self._pairs)

    def __len__(self) -> int:
        return len(self._signals) + len(self._pairs)

    def of_kinds(self, kinds: Container[SignalKind]) -> list[str]:
        """Names of the signals of some kinds."""
        names = [name for name, signal in self._signals.items() if signal.kind in kinds]
        return [*names, *self._pairs] if self._pairs.kind in kinds else names


class _FieldOf(Mapping[str, T]):
    """A field of signals by name."""

    def __init__(self, signals: Mapping[str, Signal], field: Callable[[Signal], T]) -> None:
        self._signals, self._field = signals, field

    def __getitem__(self, name: str) -> T:
        return self._field(self._signals[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._signals)

    def __len__(self) -> int:
        return len(self._signals)


class LazySignals(Mapping[str, Scalar]):
    """Expressions by name; a subclass says how each is made."""

    @property
    @abstractmethod
    def _made(self) -> Mapping[str, Signal]:
        """Signals by name."""

    @cached_property
    def units(self) -> Mapping[str, str]:
        """Units by name; empty for numbers and for what is not known."""
        return _FieldOf(self._made, lambda signal: signal.unit)

    @cached_property
    def kinds(self) -> Mapping[str, SignalKind]:
        """Kinds by name."""
        return _FieldOf(self._made, lambda signal: signal.kind)

    def of_kinds(self, kinds: Container[SignalKind]) -> list[str]:
        """Names of the signals of some kinds."""
        signals = self._made
        if isinstance(signals, SignalTable):
            return signals.of_kinds(kinds)
        return [name for name, signal in signals.items() if signal.kind in kinds]

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
            raise _same_name(clash[0])
        signals |= table
    return signals


def _same_name(name: str) -> FormulationError:
    return FormulationError(f"two results are called {name!r}; give the part of this name another one")


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
