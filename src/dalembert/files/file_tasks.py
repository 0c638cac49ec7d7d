"""Analyses to run and pictures to make, as a model file lists them; `dalembert run` does them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field

from dalembert.errors import ModelError
from dalembert.number_checks import checked_number

DEFAULT_UNTIL = 10.0
"""Time at the end of a simulation that says none, in seconds."""


@dataclass(frozen=True)
class Analysis:
    """A question about the model of a file."""


@dataclass(frozen=True)
class Picture:
    """A picture of the motion of a file's first simulation, in a file beneath the folder of the model file."""

    file: str

    def __post_init__(self) -> None:
        checked_suffix(self.file, SUFFIXES[type(self).__name__])


@dataclass(frozen=True)
class Simulate(Analysis):
    """The motion from the start until a time in seconds; states, or some signals, go to a file if one is named."""

    _: KW_ONLY
    until: float = DEFAULT_UNTIL
    file: str | None = None
    signals: Sequence[str] = ()

    def __post_init__(self) -> None:
        checked_number(self.until, "the time `until` of a Simulate", least=0.0)
        if self.file is not None:
            checked_suffix(self.file, SUFFIXES["Simulate"])


@dataclass(frozen=True)
class Equilibrium(Analysis):
    """Where the model rests, near a guess of coordinates by name."""

    _: KW_ONLY
    guess: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Linearize(Analysis):
    """Modes of small motions about the start."""


@dataclass(frozen=True)
class Derive(Analysis):
    """Equations of motion by a principle, such as "Lagrange" or "Kane in Absolute"."""

    _: KW_ONLY
    principle: str = "Recursive"
    latex: bool = False


@dataclass(frozen=True)
class Plot(Picture):
    """Curves of signals over time."""

    signals: Sequence[str]


@dataclass(frozen=True)
class Page(Picture):
    """The page on which the motion is seen and its signals are drawn, for a browser."""

    signals: Sequence[str] = ()


@dataclass(frozen=True)
class Drawing(Picture):
    """The model at its start."""


SUFFIXES = {
    "Simulate": (".npz", ".csv", ".parquet", ".nc", ".mat", ".html"),
    "Plot": (".png", ".svg", ".pdf"),
    "Page": (".html",),
    "Drawing": (".png", ".svg", ".pdf"),
}
"""How files end that a task writes."""


def checked_suffix(file: object, suffixes: Sequence[str]) -> None:
    """Raise unless the name of a file to write ends as it must."""
    if not isinstance(file, str) or not file.lower().endswith(tuple(suffixes)):
        raise ModelError(f"the file is called …{' or …'.join(suffixes)}, not {file!r}")
