"""Named outputs that are made when they are asked for."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from dalembert.equations import Equations
from dalembert.errors import FormulationError

Maker = Callable[[], Any]


class MadeSignals(Mapping[str, Any]):
    """Expressions by name; a subclass says how each is made."""

    @property
    @abstractmethod
    def _makers(self) -> Mapping[str, Maker]:
        """What makes each signal."""

    def __getitem__(self, name: str) -> Any:
        return self._makers[name]()

    def __contains__(self, name: object) -> bool:
        # without making the signal
        return name in self._makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def joined(*tables: Mapping[str, Maker]) -> dict[str, Maker]:
    """Several tables as one; a name that two of them have would hide a signal."""
    makers: dict[str, Maker] = {}
    for table in tables:
        if clash := [name for name in table if name in makers]:
            raise FormulationError(f"two results are called {clash[0]!r}; give the part of this name another one")
        makers |= table
    return makers


def state_makers(equations: Equations) -> dict[str, Maker]:
    """Coordinates, speeds, integrals, inputs, and accelerations of the speeds."""
    makers: dict[str, Maker] = {}
    variables = (
        (equations.coordinates, "q"),
        (equations.speeds, "u"),
        (equations.states, "z"),
        (equations.inputs, "tau"),
    )
    for names, kind in variables:
        makers |= {name: partial(_entry, equations, kind, k) for k, name in enumerate(names)}
    for k, name in enumerate(equations.speeds):
        makers[f"{name.removesuffix('.rate')}.acceleration"] = partial(_entry, equations, "accelerations", k)
    return makers


def _entry(equations: Equations, kind: str, k: int) -> Any:
    return getattr(equations, kind)[k]
