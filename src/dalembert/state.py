"""States: named values at one instant."""

from __future__ import annotations

import math
from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, Mapping, Sequence, ValuesView
from dataclasses import dataclass, field
from numbers import Real
from types import MappingProxyType
from typing import Any, TypedDict, TypeVar, overload

import numpy as np

from dalembert.arrays import Vector
from dalembert.errors import ModelError
from dalembert.name_checks import MAX_SHOWN, checked_names, closest
from dalembert.number_checks import floats, told

_T = TypeVar("_T")

Values = Mapping[str, float]

KINDS = {"q": "coordinate", "u": "speed", "z": "state variable", "tau": "input", "p": "parameter"}
"""Kinds of names in the fields of a state, in words."""


class _UnknownNameError(ModelError, KeyError):
    """An error about a name that a mapping does not have: a `KeyError` too."""

    __str__ = ModelError.__str__


class NamedValues(Mapping[str, float]):
    """Numbers by name that cannot be changed."""

    __slots__ = ("_kind", "_numbers")

    def __init__(self, numbers: Values, kind: str) -> None:
        self._numbers, self._kind = dict(numbers), kind

    def own_name(self, name: str) -> str:
        """The name under which a value is kept."""
        return name

    def __getitem__(self, name: str) -> float:
        if name in self._numbers:
            return self._numbers[name]
        if (kept := self.own_name(name)) not in self._numbers:
            raise _UnknownNameError(f"there is no {self._kind} {name!r}; {closest(name, self._numbers)}")
        return self._numbers[kept]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.own_name(name) in self._numbers

    @overload
    def get(self, name: str, /) -> float | None: ...

    @overload
    def get(self, name: str, /, default: float | _T) -> float | _T: ...

    def get(self, name: str, /, default: object = None) -> object:
        """The value of this name, or the default if there is none."""
        return self._numbers.get(self.own_name(name), default)

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def keys(self) -> KeysView[str]:
        """The names."""
        return self._numbers.keys()

    def values(self) -> ValuesView[float]:
        """The numbers."""
        return self._numbers.values()

    def items(self) -> ItemsView[str, float]:
        """Names and numbers."""
        return self._numbers.items()

    def __repr__(self) -> str:
        shown = [f"{name!r}: {value:.6g}" for name, value in list(self.items())[:MAX_SHOWN]]
        return f"{{{', '.join([*shown, '…'] if len(self) > MAX_SHOWN else shown)}}}"


class SpeedValues(NamedValues):
    """Numbers by names of speeds; `A` and `A.rate` are two names of one speed."""

    __slots__ = ()

    def own_name(self, name: str) -> str:
        """The name under which the value of a speed is kept."""
        names = (name, f"{name}.rate", name.removesuffix(".rate"))
        return next((kept for kept in names if kept in self._numbers), name)


class StateValues(TypedDict, total=False):
    """Parts of a state, by the names that `State` has for them.

    What is missing or None takes its default value.
    """

    t: float
    q: Mapping[str, float] | None
    u: Mapping[str, float] | None
    z: Mapping[str, float] | None
    tau: Mapping[str, float] | None
    p: Mapping[str, float] | None


class StateOrder:
    """Names of coordinates, speeds, first-order states and inputs, and where their values stand in a list."""

    def __init__(self, q: Sequence[str], u: Sequence[str], z: Sequence[str], tau: Sequence[str]) -> None:
        self._places: dict[str, tuple[tuple[str, ...], slice, type[NamedValues]]] = {}
        first = 0
        for kind, names in (("q", q), ("u", u), ("z", z), ("tau", tau)):
            values = SpeedValues if kind == "u" else NamedValues
            self._places[kind] = tuple(names), slice(first, first + len(names)), values
            first += len(names)

    def named(self, kind: str, numbers: list[float]) -> NamedValues:
        """The values of one kind."""
        names, place, values = self._places[kind]
        named = object.__new__(values)
        named._numbers, named._kind = dict(zip(names, numbers[place], strict=True)), KINDS[kind]
        return named


@dataclass(frozen=True, repr=False)
class State:
    """Time, coordinates, speeds, state variables, inputs and parameters of a system, by name.

    Names that are left out take default values. A speed may be named like the coordinate it is the rate of,
    where it is given and where it is asked for.

    Parameters
    ----------
    t : float, optional
        Time in seconds; default 0.
    q : dict of float, optional
        Coordinates in rad or m; default those of their joints.
    u : dict of float, optional
        Speeds in rad/s or m/s; default zero.
    z : dict of float, optional
        State variables; default their starts.
    tau : dict of float, optional
        Inputs in N or N m; default zero.
    p : dict of float, optional
        Open parameters; their defaults unless given.

    Examples
    --------
    >>> import dalembert as da
    >>> da.State(q={"hinge": 0.1}, u={"hinge": 2.0}).u["hinge"]
    2.0
    """

    t: float = 0.0
    q: Values = field(default_factory=dict)
    u: Values = field(default_factory=dict)
    z: Values = field(default_factory=dict)
    tau: Values = field(default_factory=dict)
    p: Values = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "t", _number(self.t, "t"))
        for kind, word in KINDS.items():
            values = getattr(self, kind)
            if type(values) is not dict and not isinstance(values, Mapping):
                raise ModelError(
                    f"{kind} of a state is given by names, such as {kind}={{'elbow': 1.2}}, not {values!r}"
                )
            numbers = {name: _number(value, f"{kind}[{name!r}]") for name, value in values.items()}
            named = SpeedValues(numbers, word) if kind == "u" else NamedValues(numbers, word)
            object.__setattr__(self, kind, named)

    @classmethod
    def of_numbers(cls, t: float, order: StateOrder, numbers: list[float], p: Values) -> State:
        """State of floats q, u, z and τ, one after the other; they are not checked again, and named when used."""
        state = object.__new__(cls)
        state.__dict__.update(t=t, _order=order, _numbers=numbers, _p=p)
        return state

    def __getattr__(self, kind: str) -> NamedValues:
        # only reached for what has not been named yet
        fields = self.__dict__
        if kind not in KINDS or "_numbers" not in fields:
            raise AttributeError(f"a state has no {kind!r}")
        values: NamedValues
        if kind == "p":
            p = fields["_p"]
            values = (
                p
                if type(p) is NamedValues
                else NamedValues({name: float(x) for name, x in p.items()}, "parameter")
            )
        else:
            values = fields["_order"].named(kind, fields["_numbers"])
        fields[kind] = values
        return values

    def __reduce__(self) -> tuple[type[State], tuple[object, ...]]:
        return State, (self.t, *(dict(getattr(self, kind)) for kind in KINDS))

    def __repr__(self) -> str:
        texts = [f"{kind}={values!r}" for kind in KINDS if (values := getattr(self, kind))]
        return f"{type(self).__name__}({', '.join([f't={self.t:.6g}', *texts])})"


def state_of(values: StateValues) -> State:
    """A state of these values by kind; the others have their defaults."""
    fields: dict[str, Any] = {kind: x for kind, x in values.items() if x is not None}
    return State(**fields)


@dataclass(frozen=True, eq=False, repr=False)
class States(Sequence[State]):
    """Many states at one time as arrays by name: of each value one for every state (N,), or a number for all.

    What is not named takes its default value, as in a `State`, which is what an index gives.

    Parameters
    ----------
    t : float, optional
        Time in s; default 0.
    q : dict of arrays, optional
        Coordinates in rad or m, (N,) or a number for all; default those of their joints.
    u : dict of arrays, optional
        Speeds in rad/s or m/s; default zero.
    z : dict of arrays, optional
        State variables; default their starts.
    tau : dict of arrays, optional
        Inputs in N or N m; default zero.
    p : dict of arrays, optional
        Open parameters; default their defaults.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> states = da.States(q={"hinge": np.linspace(0.0, 1.0, 3)}, u={"hinge": 2.0})
    >>> print(len(states), states[1].q["hinge"])
    3 0.5
    """

    t: float = 0.0
    q: Mapping[str, Any] = field(default_factory=dict)
    u: Mapping[str, Any] = field(default_factory=dict)
    z: Mapping[str, Any] = field(default_factory=dict)
    tau: Mapping[str, Any] = field(default_factory=dict)
    p: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "t", _number(self.t, "t"))
        for kind in KINDS:
            values = getattr(self, kind)
            if not isinstance(values, Mapping):
                raise ModelError(
                    f"{kind} of states is given by names, such as {kind}={{'elbow': angles}}, not {values!r}"
                )
            arrays = {name: _numbers(value, f"{kind}[{name!r}]") for name, value in values.items()}
            object.__setattr__(self, kind, MappingProxyType(arrays))
        if len(self._sizes) > 1:
            texts = ", ".join(f"{name} has {size}" for size, name in self._sizes.items())
            raise ModelError(f"arrays of states have one value for each of them, but {texts}")

    @classmethod
    def of(cls, states: Sequence[State]) -> States | None:
        """Single states as arrays; None if they differ in time, or in what they name."""
        first = states[0]
        columns: dict[str, dict[str, Vector]] = {}
        for kind in KINDS:
            by_state, names = [getattr(state, kind)._numbers for state in states], tuple(getattr(first, kind))
            if any(tuple(values) != names for values in by_state):
                return None
            if names:
                table = np.array([tuple(values.values()) for values in by_state])
                columns[kind] = dict(zip(names, table.T, strict=True))
        if any(state.t != first.t for state in states):
            return None
        return cls(first.t, **columns)

    @property
    def _sizes(self) -> dict[int, str]:
        """Lengths of arrays, and a name for each."""
        return {x.size: f"{kind}[{name!r}]" for kind in KINDS for name, x in getattr(self, kind).items() if x.ndim}

    def __len__(self) -> int:
        return next(iter(self._sizes), 1)

    @overload
    def __getitem__(self, which: int) -> State: ...

    @overload
    def __getitem__(self, which: slice) -> list[State]: ...

    def __getitem__(self, which: int | slice) -> State | list[State]:
        if isinstance(which, slice):
            return [self[k] for k in range(*which.indices(len(self)))]
        if not -len(self) <= which < len(self):
            raise IndexError(f"there is no state {which} among {len(self)}")
        values = {
            kind: {name: x[which] if x.ndim else x for name, x in getattr(self, kind).items()} for kind in KINDS
        }
        return State(self.t, **values)

    @property
    def parameter_sets(self) -> list[dict[str, float]]:
        """Parameters of each of the states."""
        n = len(self)
        if not any(x.ndim for x in self.p.values()):
            return [{name: float(x) for name, x in self.p.items()}] * n
        columns = [np.broadcast_to(x, n).tolist() for x in self.p.values()]
        return [dict(zip(self.p, values, strict=True)) for values in zip(*columns, strict=True)]

    def __reduce__(self) -> tuple[type[States], tuple[object, ...]]:
        return States, (self.t, *(dict(getattr(self, kind)) for kind in KINDS))

    def __repr__(self) -> str:
        texts = [f"{kind}: {', '.join(values)}" for kind in KINDS if (values := getattr(self, kind))]
        return f"<States: {len(self)} at t = {self.t:.6g}; {'; '.join(texts)}>"


def _numbers(value: object, what: str) -> Vector:
    """One number (), or one for each state (N,)."""
    try:
        array = floats(value)
    except ValueError:
        raise ModelError(f"{what} of states must be a number or an array of them, not {told(value)}") from None
    if array.ndim > 1:
        raise ModelError(f"{what} of states is one number or an array with one for each, not {array.shape}")
    if not np.isfinite(array).all():
        k = int(np.argmin(np.isfinite(array)))
        raise ModelError(f"{what} of states must be finite, not {array.flat[k]} in state {k}")
    array.flags.writeable = False
    return array


def as_state(values: State | Values | None) -> State:
    """The state that users mean: numbers by name are coordinates, None is the default state."""
    if values is None or isinstance(values, Mapping):
        return State(q=values or {})
    if not isinstance(values, State):
        raise ModelError(
            f"a state is given by names, State(q={{'elbow': 1.2}}) or the model's state(q=…, u=…), not {values!r}"
            + (f"; a time at which something ends is until={values}" if isinstance(values, Real) else "")
        )
    return values


def by_own_names(values: Values, own_name: Callable[[str], str]) -> dict[str, float]:
    """Speeds under their own names, none of them twice."""
    speeds: dict[str, float] = {}
    for name, value in values.items():
        if (speed := own_name(name)) in speeds:
            raise ModelError(f"the speed {speed!r} is given twice, once by the name of its coordinate")
        speeds[speed] = value
    return speeds


def _number(value: float, what: str) -> float:
    try:
        if isinstance(value, str | bytes):
            raise TypeError
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise ModelError(f"{what} of a state must be a number, not {told(value)}") from None
    if not math.isfinite(number):
        raise ModelError(f"{what} of a state must be finite, not {number}")
    return number


def values_key(values: Values) -> tuple[tuple[str, float, float], ...]:
    """A key that tells values by name apart, 0 and −0 too: functions such as atan2 do."""
    return tuple(sorted((name, float(x), math.copysign(1.0, x)) for name, x in values.items()))


def checked_values(values: Mapping[str, Values], names: Mapping[str, Iterable[str]]) -> None:
    """Refuse names in the fields of a state that do not exist there."""
    existing = {kind: frozenset(of_kind) for kind, of_kind in names.items()}
    for kind, by_name in values.items():
        if any(name not in existing[kind] for name in by_name):
            others = {
                f"{_an(KINDS[other])}: give it in {other}": existing[other] for other in names if other != kind
            }
            checked_names(by_name, existing[kind], KINDS[kind], others)


def _an(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
