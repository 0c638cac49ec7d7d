"""Modes of vehicles over speed: critical speeds, stable ranges, and ratios of states with their phases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Vector
from dalembert.errors import FormulationError
from dalembert.name_checks import checked_names
from dalembert.numerics.eigenvalues import Family, Passage, assignment, followed, passages

REAL = 1e-9
"""Imaginary part of an eigenvalue, relative to the largest one, that is rounding."""

_HALVINGS = 60

Complex = NDArray[np.complex128]


@dataclass(frozen=True)
class PhaseJump:
    """Speed at which the ratio of two states in a real mode changes its sign, and so its phase by π."""

    at: float
    """Speed in m/s."""

    number: int
    """Number of the mode."""

    is_infinite: bool
    """Whether the ratio is infinite there; else it is zero."""

    before: float
    """Phase of the ratio at lower speeds, 0 or π."""

    behind: float
    """Phase of the ratio at higher speeds, π or 0."""

    def __str__(self) -> str:
        size = "infinite" if self.is_infinite else "zero"
        phases = ("π" if phase else "0" for phase in (self.before, self.behind))
        return (
            f"mode {self.number} at {self.at:.6g} m/s: the ratio is {size}, its phase jumps {' → '.join(phases)}"
        )


@dataclass(frozen=True, eq=False, repr=False)
class SpeedModes:
    """Eigenvalues and mode shapes over speeds; each column is one mode, followed from speed to speed."""

    states: tuple[str, ...]
    """Names of q, then those of their rates."""

    speeds: NDArray[np.float64]
    values: Complex
    """Eigenvalues (number of speeds, n)."""

    shapes: Complex
    """Changes of the states, one column for each eigenvalue, of length one: (number of speeds, n, n)."""

    state_matrix: Family
    """State matrix of ẋ = A x at any speed; (n, n)."""

    names: Mapping[str, int] = field(default_factory=dict)
    """Numbers of the modes that have names."""

    def __str__(self) -> str:
        ranges = " and ".join(f"from {low:.6g} to {high:.6g} m/s" for low, high in self.stable_ranges)
        return f"{self!r}, stable {ranges or 'nowhere'}"

    def __repr__(self) -> str:
        over = f"{self.speeds[0]:g} to {self.speeds[-1]:g} m/s"
        return f"<SpeedModes of {', '.join(self.states)}: {len(self.states)} modes, {over}>"

    def named(self, **numbers: int) -> SpeedModes:
        """Modes under names, such as `modes.named(weave=1)`: charts and questions use them."""
        for number in numbers.values():
            self.number(number)
        return replace(self, names=dict(numbers))

    def number(self, mode: int | str) -> int:
        """Number of a mode, which may be given by its name."""
        if isinstance(mode, str):
            checked_names([mode], self.names, "name of a mode")
            return self.names[mode]
        if not -len(self.states) <= mode < len(self.states):
            raise FormulationError(f"there is no mode {mode}; there are {len(self.states)}")
        return mode % len(self.states)

    def ratio(self, of: str, to: str, mode: int | str) -> Complex:
        """Ratio of the state `of` to the state `to` in a mode, over speeds: magnitude and phase."""
        i, j, k = *self._places(of, to), self.number(mode)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(self.shapes[:, i, k] / self.shapes[:, j, k])

    def shapes_at(self, speed: float) -> tuple[Complex, Complex]:
        """Eigenvalues (n,) and vectors (n, n) of all modes at a speed within the range, by their numbers."""
        if not self.speeds[0] <= speed <= self.speeds[-1]:
            raise FormulationError(
                f"these modes are known from {self.speeds[0]:g} to {self.speeds[-1]:g} m/s, not at {speed:g} m/s"
            )
        nearest = int(np.argmin(np.abs(self.speeds - speed)))
        values, vectors = np.linalg.eig(self.state_matrix(speed))
        values, vectors = values.astype(complex), vectors.astype(complex)
        cost = np.abs(self.values[nearest][:, None] - values[None])
        order = assignment(cost + 1e-3 * (1.0 - np.abs(self.shapes[nearest].conj().T @ vectors)))
        return values[order], vectors[:, order]

    # ---- where something changes

    @cached_property
    def critical(self) -> tuple[Passage, ...]:
        """Speeds at which eigenvalues pass the imaginary axis, or two of them meet, located to rounding.

        What happens twice between two of the speeds is not seen.
        """
        every = [list(range(len(self.states)))]
        return tuple(passages(self.speeds, self.values, self.state_matrix, every))

    @cached_property
    def stable_ranges(self) -> tuple[tuple[float, float], ...]:
        """Ranges of speed in which all modes decay."""
        crossings = [float(passage.at) for passage in self.critical if not passage.is_double]
        ranges: list[tuple[float, float]] = []
        for low, high in pairwise([float(self.speeds[0]), *crossings, float(self.speeds[-1])]):
            if np.linalg.eigvals(self.state_matrix(0.5 * (low + high))).real.max() >= 0.0:
                continue
            start = ranges.pop()[0] if ranges and ranges[-1][1] == low else low
            ranges.append((start, high))
        return tuple(ranges)

    def phase_jumps(self, of: str, to: str) -> tuple[PhaseJump, ...]:
        """Speeds at which the ratio of two states passes zero or infinity in a real mode, in order of speed."""
        i, j = self._places(of, to)
        is_real = np.abs(self.values.imag) <= REAL * np.abs(self.values).max()
        signs = np.sign((self.shapes[:, i] * self.shapes[:, j].conj()).real)
        jumps = []
        for number in range(len(self.states)):
            jumped = is_real[:-1, number] & is_real[1:, number] & (signs[:-1, number] * signs[1:, number] < 0.0)
            for k in map(int, np.flatnonzero(jumped)):
                at, vector = self._sign_change(k, number, i, j)
                phases = (0.0, np.pi) if signs[k, number] > 0.0 else (np.pi, 0.0)
                jumps.append(PhaseJump(at, number, abs(vector[i]) > abs(vector[j]), *phases))
        return tuple(sorted(jumps, key=lambda jump: jump.at))

    def _sign_change(self, k: int, number: int, i: int, j: int) -> tuple[float, Complex]:
        """Speed between two samples at which the ratio of states changes its sign, and the vector there."""
        ends, (first, second) = self.speeds[k : k + 2], self.values[k : k + 2, number]
        low, high = float(ends[0]), float(ends[1])
        before = np.sign((self.shapes[k, i, number] * self.shapes[k, j, number].conj()).real)
        vector = self.shapes[k, :, number]
        for _ in range(_HALVINGS):
            middle = 0.5 * (low + high)
            part = (middle - ends[0]) / (ends[1] - ends[0])
            values, vectors = np.linalg.eig(self.state_matrix(middle))
            vector = vectors[:, np.argmin(np.abs(values - (1.0 - part) * first - part * second))].astype(complex)
            is_before = np.sign((vector[i] * vector[j].conj()).real) == before
            low, high = (middle, high) if is_before else (low, middle)
        return 0.5 * (low + high), vector

    def _places(self, of: str, to: str) -> tuple[int, int]:
        checked_names([of, to], self.states, "state of these linear equations")
        return self.states.index(of), self.states.index(to)


def speed_modes(states: tuple[str, ...], speeds: Vector, state_matrix: Family) -> SpeedModes:
    """Modes over rising speeds, each followed from one speed to the next."""
    if not (np.diff(speeds) > 0.0).all():
        raise FormulationError("modes are followed over speeds that rise from one to the next")
    A = np.stack([state_matrix(v) for v in speeds])
    values = followed(speeds, A, state_matrix, [list(range(A.shape[-1]))])
    shapes = []
    for matrix, wanted in zip(A, values, strict=True):
        eigenvalues, vectors = np.linalg.eig(matrix)
        shapes.append(vectors[:, assignment(np.abs(wanted[:, None] - eigenvalues[None]))])
    return SpeedModes(states, speeds, values, np.stack(shapes).astype(complex), state_matrix)
