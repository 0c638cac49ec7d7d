"""Modes of linear equations: eigenvalues, vectors, what they say of stability, and where that changes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.arrays import Matrix, Vector
from dalembert.errors import ModelError
from dalembert.linear.linear_equations import Complex, LinearEquations, Truths
from dalembert.linear.mode_sensitivities import mode_sensitivities
from dalembert.name_checks import checked_names
from dalembert.numerics.eigenvalues import (
    NEGLIGIBLE,
    Family,
    assignment,
    blocks,
    blurs,
    eigenvectors,
    followed,
    passages,
    without_rounding,
)
from dalembert.runs.motion import Motion
from dalembert.runs.references import References
from dalembert.tolerances import SAME_NUMBER

DRAWN = 0.3
"""Largest change of a coordinate, in rad or m, where a mode is shown as a motion, unless another is asked for."""

_ROUNDS = 3


@dataclass(frozen=True)
class Critical:
    """Where modes change their character, along several references."""

    at: float
    """Value of what the references are drawn over."""

    eigenvalue: complex
    is_double: bool
    """Whether two eigenvalues are equal there; else one passes the imaginary axis, with its conjugate."""

    changes_stability: bool
    """Whether the number of growing modes is another one behind it."""

    along: str = ""

    def __str__(self) -> str:
        value = f"{self.eigenvalue.real:.6g}{self.eigenvalue.imag:+.6g}i"
        what = (
            f"two eigenvalues meet at {value}"
            if self.is_double
            else "a real eigenvalue passes zero"
            if self.eigenvalue.imag == 0.0
            else f"a pair passes the imaginary axis at ±{abs(self.eigenvalue.imag):.6g}i"
        )
        change = "; stability changes" if self.changes_stability else ""
        return f"{self.along or 'at'} = {self.at:.10g}: {what}{change}"


@dataclass(frozen=True, eq=False, repr=False)
class Modes:
    """Eigenvalues (n,), or (k, n) about several references, where each column is one mode followed along them."""

    linear: LinearEquations
    values: Complex
    order: tuple[list[int], ...]
    """Blocks of states that act on each other, by number, in the order of the values."""

    # ---- numbers

    def __len__(self) -> int:
        return int(self.values.shape[-1])

    @property
    def frequencies(self) -> Vector:
        """Natural angular frequencies |λ|, like the eigenvalues."""
        return np.abs(self.values)

    @property
    def damped_frequencies(self) -> Vector:
        """|Im λ|, like the eigenvalues."""
        return np.abs(self.values.imag)

    @property
    def damping(self) -> Vector:
        """Damping ratios −Re λ/|λ|, like the eigenvalues; one where λ is zero."""
        size = np.abs(self.values)
        return np.where(size > 0.0, -self.values.real / np.where(size > 0.0, size, 1.0), 1.0)

    @cached_property
    def shapes(self) -> Complex:
        """Modes as changes of the states, one column for each eigenvalue, of length one: (…, n, n)."""
        if self.linear.is_single:
            return self._shapes(self.linear.A, self.values)
        return np.stack([self._shapes(A, w) for A, w in zip(self.linear.A, self.values, strict=True)])

    def _shapes(self, A: Matrix, values: Complex) -> Complex:
        values_of_A, vectors = eigenvectors(without_rounding(A[None])[0], self.order)
        order, start = np.zeros(len(values), dtype=int), 0
        for block in self.order:
            part = slice(start, start + len(block))
            order[part] = start + assignment(np.abs(values[part][:, None] - values_of_A[part][None]))
            start += len(block)
        return vectors[:, order]

    def mode(self, number: int, reference: int | None = None) -> dict[str, complex]:
        """One mode by names of the states; about several references, in one of them."""
        column = self._shape(number, reference)
        return dict(zip(self.linear.states, map(complex, column), strict=True))

    def ratio(self, of: str, to: str, number: int) -> complex | Complex:
        """Change of one state in a mode beside that of another, as a complex number: magnitude and phase.

        Where the other one does not move there is none: an error, or `nan` about those of several references.
        """
        checked_names([of, to], self.linear.states, "state of these linear equations")
        i, j = (self.linear.states.index(name) for name in (of, to))
        self._check(number)
        above, below = self.shapes[..., i, number], self.shapes[..., j, number]
        moves = np.abs(below) > NEGLIGIBLE
        if not moves.any():
            raise ModelError(f"{to!r} does not move in mode {number}, so nothing can be compared with it")
        ratios = np.where(moves, above / np.where(moves, below, 1.0), np.nan)
        return complex(ratios) if self.linear.is_single else ratios

    def _check(self, number: int) -> None:
        if not -len(self) <= number < len(self):
            raise ModelError(f"there is no mode {number}; there are {len(self)}")

    def _shape(self, number: int, reference: int | None) -> Complex:
        self._check(number)
        if self.linear.is_single:
            return self.shapes[:, number]
        if reference is None:
            raise ModelError("these modes are about several references; say which one: reference=k")
        return self._shapes(self.linear.A[reference], self.values[reference])[:, number]

    def sensitivities(self, by: Collection[str]) -> dict[str, Complex]:
        """Derivatives of the eigenvalues by open parameters, inputs, and values of the reference, like `values`.

        The reference moves too: an equilibrium or a steady motion that was found for what is held stays one.
        Where two eigenvalues are equal, they have no derivatives.
        """
        return mode_sensitivities(self.linear, self.values, by)

    # ---- stability

    @cached_property
    def _essential(self) -> list[int]:
        """Numbers of the modes that are not those of ignorable coordinates by themselves."""
        numbers: list[int] = []
        states, start = self.linear.states, 0
        for block in self.order:
            if not all(states[i] in self.linear.ignorable for i in block):
                numbers += range(start, start + len(block))
            start += len(block)
        return numbers

    @property
    def growing(self) -> int | NDArray[np.int64]:
        """How many eigenvalues have a positive real part; one number for each of several references."""
        return _counted(self.values.real > self._noise)

    @cached_property
    def _noise(self) -> Vector:
        """Sizes that cannot be told from zero, like the eigenvalues."""
        n = len(self)
        A, values = self.linear.A.reshape(-1, n, n), self.values.reshape(-1, n)
        return blurs(without_rounding(A), values, self.order).reshape(self.values.shape)

    @property
    def is_unstable(self) -> Truths:
        """Whether something grows; one truth for each of several references."""
        return self.growing > 0

    @property
    def is_asymptotically_stable(self) -> Truths:
        """Whether everything but ignorable coordinates decays; one truth for each of several references."""
        values = self.values[..., self._essential]
        decays = (values.real < -self._noise[..., self._essential]).all(axis=-1)
        return bool(decays) if self.linear.is_single else decays

    @property
    def verdict(self) -> str:
        """Stability by the eigenvalues, in words."""
        self.linear.single("a verdict")
        is_lasting = self.linear.is_constant
        about = "" if is_lasting else "; the reference is not steady, so that this holds for an instant only"
        values = self.values[self._essential]
        noise = self._noise[self._essential]
        ignorable = self.linear.ignorable
        but = f" but for {', '.join(ignorable)}, on which nothing depends" if ignorable else ""
        if (n := int(self.growing)) > 0:
            fastest = self.values[np.argmax(self.values.real)]
            return (
                f"unstable: {n} of {len(self)} eigenvalues have positive real parts, at most {fastest.real:.6g} "
                f"1/s{about}"
            )
        if self.is_asymptotically_stable:
            slowest = float(-values.real.max()) if len(values) else 0.0
            return f"asymptotically stable{but}: the slowest mode decays at {slowest:.6g} 1/s{about}"
        undamped = values[(np.abs(values.real) <= noise) & (np.abs(values) > noise)]
        if not len(undamped):
            names, joined = ", ".join(self._resting), f"{but} and" if but else ""
            return (
                f"everything decays{joined} but for zero eigenvalues, those of {names}: what changes these leads "
                f"to another steady motion, or further and further away; linear equations do not tell{about}"
            )
        zero = f" and {n} zero" if (n := int((np.abs(values) <= noise).sum())) else ""
        return (
            f"not decided by linear equations{but}: nothing grows exponentially, but {len(undamped)} eigenvalues "
            f"are imaginary{zero}: without damping, stability is a question for an energy or for higher orders"
            f"{about}"
        )

    @property
    def _resting(self) -> list[str]:
        """States of which zero eigenvalues mainly are, ignorable ones aside."""
        zero = [k for k in self._essential if abs(self.values[k]) <= self._noise[k]]
        return list(
            dict.fromkeys(self.linear.states[int(np.argmax(np.abs(self._without_ignorable(k))))] for k in zero)
        )

    def _without_ignorable(self, number: int) -> Complex:
        """A mode without what ignorable coordinates make of it."""
        is_kept = [name not in self.linear.ignorable for name in self.linear.states]
        return np.where(is_kept, self.shapes[:, number], 0.0)

    # ---- along several references

    @cached_property
    def critical(self) -> tuple[Critical, ...]:
        """Where eigenvalues pass the imaginary axis, or two of them meet, located to rounding.

        Between references of a list these are interpolated, and made steady if the others are; a function of
        references is asked. What happens twice between two of them is not seen.
        """
        linear = self.linear
        if linear.is_single:
            raise ModelError("critical values are along several references; linearize about a list of states")
        s, family = _rising(linear.at), _family(linear)
        passed = passages(s, self.values, family, self.order, self._noise)
        growing = self._growing_between(s, family, [passage.at for passage in passed])
        return tuple(
            Critical(
                linear.source.abscissa(passage.at),
                passage.eigenvalue,
                passage.is_double,
                before != behind,
                linear.along,
            )
            for passage, (before, behind) in zip(passed, growing, strict=True)
        )

    def _growing_between(self, s: Vector, family: Family, passed: Sequence[float]) -> list[tuple[int, int]]:
        """How many modes grow before and behind each passage: it does not change until the next one."""
        if not passed:
            return []
        low, high = float(s.min()), float(s.max())
        borders = _apart([low, *passed, high], SAME_NUMBER * (high - low))
        counts = {(a, b): self._growing_at(s, family, a, b) for a, b in pairwise(borders)}
        counts_around = []
        for x in passed:
            k = int(np.argmin(np.abs(np.array(borders) - x)))
            before, behind = borders[max(k - 1, 0) : k + 1], borders[k : k + 2]
            sides = [counts[pair[0], pair[1]] for pair in (before, behind) if len(pair) == 2]
            counts_around.append((sides[0], sides[-1]))
        return counts_around

    def _growing_at(self, s: Vector, family: Family, low: float, high: float) -> int:
        """How many modes grow in the middle between two values, or in a reference that is well between them."""
        middle, room = 0.5 * (low + high), 0.25 * (high - low)
        k = int(np.argmin(np.abs(s - middle)))
        if abs(s[k] - middle) <= room:
            return int(np.atleast_1d(self.growing)[k])
        A = without_rounding(family(middle)[None])
        values = np.concatenate([np.linalg.eigvals(A[:, block][:, :, block]) for block in self.order], axis=1)
        return int((values.real > blurs(A, values, self.order)).sum())

    # ---- shown

    def motion(
        self,
        number: int,
        reference: int | None = None,
        *,
        size: float = DRAWN,
        times: ArrayLike | None = None,
    ) -> Motion:
        """A mode as a motion about its reference, which stands still: to be drawn, animated and viewed.

        The largest change of a coordinate is `size`. Three periods are shown, without growth or decay; of a real
        eigenvalue three of its times, as it decays.
        """
        linear = self.linear if self.linear.is_single else self.linear[reference or 0]
        column = self._shape(number, reference)
        value = complex(self.values[number] if self.linear.is_single else self.values[reference or 0, number])
        x = linear.basis @ column
        nq = len(linear.references.dynamics.equations.coordinates)
        largest = np.abs(x[:nq]).max(initial=0.0) or np.abs(x).max(initial=0.0) or 1.0
        rate = abs(value.imag) if value.imag else abs(value.real)
        duration = _ROUNDS * (2.0 * np.pi if value.imag else 1.0) / rate if rate else 1.0
        t = (
            np.linspace(0.0, duration, 60 * _ROUNDS + 1)
            if times is None
            else np.asarray(times, dtype=float).ravel()
        )
        exponent = 1j * value.imag if value.imag else complex(-abs(value.real))
        change = size / largest * (np.exp(np.outer(t, exponent)) * x[None]).real
        return _shown(linear.references, t, change)

    # ---- reading

    @property
    def report(self) -> str:
        """A line for each mode, then the verdict; of several references, where they change character."""
        if not self.linear.is_single:
            lines = [f"{len(self)} modes along {len(self.linear)} references"]
            return "\n".join([*lines, *map(str, self.critical)])
        lines = []
        for k, value in enumerate(self.values):
            if value.imag < -self._noise[k]:
                continue
            parts = np.abs(self.shapes[:, k])
            mainly = self.linear.states[int(np.argmax(parts))]
            real = value.real if abs(value.real) > 1e-12 * np.abs(self.values).max() else 0.0
            if abs(value) <= self._noise[k]:
                # of several that are zero, rounding leaves its root
                value, real = 0.0j, 0.0
            pair = f"{real:+.6g} ± {value.imag:.6g}i" if value.imag else f"{real:+.6g}"
            ratio = self.damping[k] if real else 0.0
            extra = f", damping ratio {ratio:.4g}, {self.frequencies[k]:.6g} rad/s" if value.imag else ""
            lines.append(f"{pair}{extra}, mainly {mainly}")
        return "\n".join([*lines, self.verdict])

    def __repr__(self) -> str:
        n = "" if self.linear.is_single else f" along {len(self.linear)} references"
        return f"<Modes: {len(self)}{n}>"

    def __str__(self) -> str:
        return self.report


def modes_of(linear: LinearEquations) -> Modes:
    """Modes of linear equations, followed if they are about several references."""
    A = without_rounding(linear.A[None] if linear.is_single else linear.A)
    order = tuple(blocks(A)) if len(linear.states) else ()
    if linear.is_single:
        values = [np.linalg.eigvals(A[0][np.ix_(block, block)]) for block in order]
        joined = np.concatenate([np.zeros(0), *values]).astype(complex)
        # rounding does not decide the order: of undamped modes the slowest is the first
        decay = np.where(np.abs(joined.real) <= blurs(A, joined[None], order)[0], 0.0, -joined.real)
        of_block = np.repeat(np.arange(len(order)), [len(block) for block in order])
        return Modes(linear, joined[np.lexsort((-joined.imag, np.abs(joined.imag), decay, of_block))], order)
    s = _rising(linear.at)
    return Modes(linear, followed(s, A, _family(linear), order), order)


def _rising(s: Vector | None) -> Vector:
    assert s is not None
    steps = np.diff(s)
    if not ((steps > 0.0).all() or (steps < 0.0).all()):
        raise ModelError(
            "references are followed along something that rises or falls from one to the next; order them, or say "
            "along what: linearize(…, along=…)"
        )
    return s


def _family(linear: LinearEquations) -> Family:
    """The matrix at a value between references; those that were made already are kept."""
    matrices: dict[float, Matrix] = {}

    def A(x: float) -> Matrix:
        if x not in matrices:
            matrices[x] = linear.source.between(x).A
        return matrices[x]

    return A


def _apart(values: Sequence[float], least: float) -> list[float]:
    """Values in their order, without those that are less than this apart from one before."""
    apart: list[float] = []
    for x in sorted(values):
        if not apart or x - apart[-1] > least:
            apart.append(x)
    return apart


def _counted(is_so: NDArray[np.bool_]) -> int | NDArray[np.int64]:
    counts = is_so.sum(axis=-1)
    return int(counts) if counts.ndim == 0 else counts


def _shown(references: References, t: Vector, change: Matrix) -> Motion:
    """Changes of the states about a reference that stands still."""
    dynamics = references.dynamics
    state = references.state(0)
    x = np.concatenate([references.q[0], references.u[0], references.z[0]]) + change
    nq, nu = len(dynamics.equations.coordinates), len(dynamics.equations.speeds)
    for row in x:
        numbers = {"t": references.t[0], "q": row[:nq], "u": row[nq : nq + nu], "z": row[nq + nu :]}
        row[:nq] = dynamics.valid({**numbers, "tau": references.tau[0]}, state.p)
    return Motion(dynamics, t, x, np.tile(references.tau[0], (len(t), 1)), dict(state.p))
