"""Charts of followed modes: eigenvalues and ratios of states over what varies, and tables of eigenvectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Circle
from numpy.typing import ArrayLike, NDArray

from dalembert.arrays import Vector
from dalembert.errors import ModelError
from dalembert.linear.modes import Critical, Modes
from dalembert.modules.speed_modes import SpeedModes
from dalembert.name_checks import checked_names
from dalembert.numerics.eigenvalues import Passage
from dalembert.pictures.figures import ENDINGS, INK, SOFT, Picture, plain_axes, written
from dalembert.pictures.mode_pictures import COLOURS, root_locus
from dalembert.pictures.picture_files import checked_file

Complex = NDArray[np.complex128]

MOST_CHARTS = 12
"""Systems whose charts stand below each other in one picture."""

MOST_TABLES = 12
"""Tables of eigenvectors in one picture."""

CLOSE = 0.15
"""Distance of two critical values, relative to the width of the chart, below which their numbers would meet."""

SPACING = 1.6
"""Distance of the columns of a table, in rows: heads of columns are eigenvalues."""

LARGEST, LEAST = 1e3, 1e-3
"""Ratios outside of these are at the edge of the chart."""


@dataclass(frozen=True, eq=False)
class ModeCurves:
    """Modes over something that varies, as charts show them."""

    at: Vector
    """Values of what varies."""

    along: str
    """Name of what varies, with its unit."""

    states: tuple[str, ...]
    values: Complex
    """Eigenvalues (k, n)."""

    shapes: Complex
    """Vectors (k, n, n), one column for each mode."""

    critical: Sequence[Critical | Passage]
    labelled: Sequence[float]
    """Critical values that are written at their lines: there stability changes."""

    names: Mapping[int, str]
    """Names of modes by number."""

    source: SpeedModes | None = None

    def groups(self) -> list[list[int]]:
        """Numbers of the modes that have one colour: those that are a pair somewhere, without lasting zeros."""
        largest, n = np.abs(self.values).max(initial=0.0), self.values.shape[1]
        groups: list[list[int]] = []
        for number, track in enumerate(self.values.T):
            if not np.abs(track).max() > 1e-9 * largest:
                continue
            is_pair = track.imag != 0.0
            partner = [
                group
                for group in groups
                if is_pair.any() and np.allclose(self.values[is_pair, group[0]], track[is_pair].conj())
            ]
            if not partner:
                groups.append([number])
            elif not is_pair.all():
                # of a lasting pair, one is drawn
                partner[0].append(number)
        order = list(self.names)
        # modes of one name have one colour in all charts
        return sorted(groups, key=lambda group: min((order.index(k) for k in group if k in order), default=n))

    def name(self, group: Sequence[int]) -> str:
        """Name of a group of modes, or numbers of its modes."""
        if named := [self.names[k] for k in group if k in self.names]:
            return named[0]
        numbers = ", ".join(map(str, group))
        return f"mode{'s' * (len(group) > 1)} {numbers}, mainly {self._mainly(group[0])}"

    def _mainly(self, number: int) -> str:
        """The coordinate or state that is largest in a mode, halfway along."""
        shape = np.abs(self.shapes[len(self.at) // 2, :, number])
        return self.states[int(np.argmax(shape))].removesuffix(".rate")


def mode_curves(modes: Modes | SpeedModes) -> ModeCurves:
    """Curves of modes over speed, or along several references."""
    if isinstance(modes, SpeedModes):
        ends = {x for pair in modes.stable_ranges for x in pair} - {modes.speeds[0], modes.speeds[-1]}
        names = {number: name for name, number in modes.names.items()}
        return ModeCurves(
            modes.speeds,
            "speed in m/s",
            modes.states,
            modes.values,
            modes.shapes,
            modes.critical,
            sorted(ends),
            names,
            modes,
        )
    if modes.linear.is_single:
        raise ModelError("charts are of modes along several references; linearize about a list of states")
    at = modes.linear.at
    assert at is not None
    labelled = [change.at for change in modes.critical if change.changes_stability]
    along = modes.linear.along or "reference"
    return ModeCurves(
        at, along, tuple(modes.linear.states), modes.values, modes.shapes, modes.critical, labelled, {}
    )


def plot_modes(
    modes: Modes | SpeedModes, ratio: Sequence[str] | None = None, file: str | Path | None = None
) -> Picture:
    """Real and imaginary parts of followed modes; below them the ratio of two states, its magnitude and phase.

    Values at which modes change character are marked. Modes about one reference are drawn in the complex plane.
    Of modes over speed, the ratio of the first two coordinates is drawn if no other is asked for.
    """
    if file is not None:
        checked_file(file, ENDINGS, "picture")
    if isinstance(modes, Modes) and modes.linear.is_single:
        if ratio is not None:
            raise ModelError("modes about one reference are drawn in the complex plane, without ratios of states")
        return root_locus(modes, file=file)
    curves = mode_curves(modes)
    pair = _ratio(curves, ratio)
    n = 2 if pair is None else 4
    figure = Picture(figsize=(8.6, 5.6 if n == 2 else 9.6), layout="constrained")
    axes = figure.subplots(n, 1, sharex=True)
    _draw_parts(axes[0], axes[1], curves)
    if pair is not None:
        _draw_ratio(axes[2], axes[3], curves, pair)
        _label_jumps(axes[2], curves, pair)
    _draw_names(axes[0], curves)
    for axis in axes:
        _draw_critical(axis, curves)
    _label_critical(axes[0], curves, 5)
    axes[-1].set_xlabel(curves.along, parse_math=False)
    return written(figure, file, dpi=150)


def plot_several_modes(
    several: Mapping[str, SpeedModes], ratio: Sequence[str] | None = None, file: str | Path | None = None
) -> Picture:
    """Charts of several vehicles below each other: eigenvalues, and magnitude and phase of a ratio of states."""
    if file is not None:
        checked_file(file, ENDINGS, "picture")
    if len(several) > MOST_CHARTS:
        raise ModelError(f"charts of {len(several)} vehicles cannot be read; up to {MOST_CHARTS} are drawn")
    figure = Picture(figsize=(11.0, 0.9 + 1.9 * len(several)), layout="constrained")
    axes = figure.subplots(len(several), 3, squeeze=False, sharex=True)
    for k, (name, modes) in enumerate(several.items()):
        row, curves = axes[k], mode_curves(modes)
        pair = _ratio(curves, ratio)
        if pair is None:
            raise ModelError(f"{name}: a ratio is of two coordinates; these modes have {len(curves.states) // 2}")
        _draw_parts(row[0], row[0], curves)
        _draw_ratio(row[1], row[2], curves, pair)
        _draw_critical(row[0], curves)
        row[0].set_ylabel(name, parse_math=False)
        _label_critical(row[0], curves, 3)
        for axis in row[1:]:
            axis.set_ylabel("")
        if k == 0:
            _draw_names(row[2], curves)
        titles = ("eigenvalues in 1/s, imaginary parts dashed", f"|{pair[0]} / {pair[1]}|", "phase in °")
        for axis, title in zip(row, titles, strict=True):
            if k == 0:
                axis.set_title(title, fontsize=9, color=INK, pad=14.0, parse_math=False)
            if k == len(several) - 1:
                axis.set_xlabel(curves.along, parse_math=False)
    return written(figure, file, dpi=150)


# ---- panels


def _ratio(curves: ModeCurves, ratio: Sequence[str] | None) -> tuple[str, str] | None:
    """Names of the two states whose ratio is drawn, or None."""
    if ratio is None:
        if curves.source is None or len(curves.states) < 4:
            return None
        return curves.states[0], curves.states[1]
    of, to = ratio
    checked_names([of, to], curves.states, "state of these linear equations")
    return of, to


def _draw_parts(real: Axes, imaginary: Axes, curves: ModeCurves) -> None:
    """Real and imaginary parts; dashed imaginary ones if both are in one panel."""
    is_one = real is imaginary
    # what rounding leaves of undamped modes is none
    rounding = 1e-12 * np.abs(curves.values).max(initial=0.0)
    for colour, group in zip(_colours(curves), curves.groups(), strict=True):
        for k, track in enumerate(curves.values[:, number] for number in group):
            real.plot(
                curves.at, np.where(np.abs(track.real) > rounding, track.real, 0.0), color=colour, linewidth=1.5
            )
            moving = np.where(np.abs(track.imag) > 0.0, np.abs(track.imag), np.nan)
            if k == 0 or not np.allclose(np.abs(track.imag), np.abs(curves.values[:, group[0]].imag)):
                imaginary.plot(curves.at, moving, color=colour, linewidth=1.5, linestyle="--" if is_one else "-")
    for axis, name in {real: "real part in 1/s", imaginary: "imaginary part in rad/s"}.items():
        plain_axes(axis)
        axis.set_ylabel(name)
    real.axhline(0.0, color=SOFT, linewidth=1.0, zorder=0.5)


def _draw_ratio(magnitude: Axes, phase: Axes, curves: ModeCurves, pair: tuple[str, str]) -> None:
    """Magnitude and phase of a ratio of states; of a pair, for the positive imaginary part."""
    i, j = (curves.states.index(name) for name in pair)
    for colour, group in zip(_colours(curves), curves.groups(), strict=True):
        for number in group:
            track, above, below = (
                curves.values[:, number],
                curves.shapes[:, i, number],
                curves.shapes[:, j, number],
            )
            is_drawn = track.imag >= 0.0
            sizes = np.clip(np.abs(above), LEAST * np.abs(below), LARGEST * np.abs(below))
            is_known = is_drawn & (np.abs(below) > 0.0)
            size = np.divide(sizes, np.abs(below), out=np.full(len(track), np.nan), where=is_known)
            angle = np.degrees(np.angle(above * below.conj()))
            # of a real mode it is 0 or 180°, whatever the sign of rounding
            angle = np.where(track.imag == 0.0, np.abs(angle), angle)
            magnitude.plot(curves.at, size, color=colour, linewidth=1.5)
            phase.plot(curves.at, np.where(is_drawn, angle, np.nan), color=colour, linewidth=1.5)
    for axis, name in ((magnitude, f"|{pair[0]} / {pair[1]}|"), (phase, "phase in °")):
        plain_axes(axis)
        axis.set_ylabel(name, parse_math=False)
    magnitude.set_yscale("log")
    phase.set_yticks([-180, -90, 0, 90, 180])
    phase.set_ylim(-200, 200)


def _draw_critical(axis: Axes, curves: ModeCurves) -> None:
    for change in curves.critical:
        axis.axvline(change.at, color=SOFT, linewidth=0.9, linestyle=(0, (1.5, 2.5)), zorder=1.5)


def _label_critical(axis: Axes, curves: ModeCurves, digits: int) -> None:
    """Values above the lines at which stability changes; of two that are close, one on each side."""
    close = CLOSE * float(np.ptp(curves.at))
    for before, x, behind in zip(
        [-np.inf, *curves.labelled], curves.labelled, [*curves.labelled[1:], np.inf], strict=False
    ):
        side = "right" if behind - x < close else "left" if x - before < close else "center"
        _write_above(axis, x, f"{x:.{digits}g}", SOFT, side)


def _label_jumps(axis: Axes, curves: ModeCurves, pair: tuple[str, str]) -> None:
    """Speeds above the panel at which a ratio passes zero or infinity, in the colour of the mode."""
    if curves.source is None:
        return
    colours = {k: colour for colour, group in zip(_colours(curves), curves.groups(), strict=True) for k in group}
    for jump in curves.source.phase_jumps(*pair):
        _write_above(axis, jump.at, f"{jump.at:.4g}", colours[jump.number])


def _write_above(axis: Axes, x: float, text: str, colour: str, side: str = "center") -> None:
    axis.annotate(
        text,
        (x, 1.0),
        xycoords=("data", "axes fraction"),
        xytext=(0, 3),
        textcoords="offset points",
        fontsize=8,
        color=colour,
        ha=side,
    )


def _draw_names(axis: Axes, curves: ModeCurves) -> None:
    """Names of the modes on the right of a panel."""
    lines = [Line2D([], [], color=colour, linewidth=1.5) for colour in _colours(curves)]
    legend = axis.legend(
        lines,
        [curves.name(group) for group in curves.groups()],
        loc="upper left",
        bbox_to_anchor=(1.01, 1.02),
        borderaxespad=0.0,
        frameon=False,
        fontsize=9,
    )
    for text in legend.get_texts():
        text.set_parse_math(False)


def _colours(curves: ModeCurves) -> list[str]:
    return [COLOURS[k % len(COLOURS)] for k in range(len(curves.groups()))]


# ---- tables


def eigenvector_tables(modes: SpeedModes, speeds: ArrayLike, *, file: str | Path | None = None) -> Picture:
    """Tables of the eigenvectors of a vehicle at some speeds: a circle for each component, an arrow for its phase.

    Colours show magnitudes, blue for 0 and red for 1, the largest of each vector. Phases are counted from the
    largest coordinate. Of a pair, the vector of the positive imaginary part is shown.

    Parameters
    ----------
    modes : SpeedModes
        Modes over speed, such as `canonical_matrices(…).modes(…)`.
    speeds : float or sequence of float
        Speeds in m/s, within those of the modes.
    file : path, optional
        File (.png, .svg, .pdf) that it is written to; default none.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> names = ("lean", "steer")
    >>> benchmark = (
    ...     [[80.81722, 2.31941332], [2.31941332, 0.29784188]],
    ...     [[0.0, 33.86641391], [-0.85035641, 1.68540397]],
    ...     [[-80.95, -2.59951685], [-2.59951685, -0.80329488]],
    ...     [[0.0, 76.59734590], [0.0, 2.65431524]],
    ...     np.eye(2),
    ... )
    >>> matrices = (da.modules.LabelledMatrix(names, names, np.array(X)) for X in benchmark)
    >>> modes = da.modules.SpeedMatrices(*matrices, gravity=9.81).modes(np.linspace(0.0, 10.0, 21))
    >>> picture = da.control.eigenvector_tables(modes, [1.0, 5.0])
    >>> print(type(picture).__name__)
    Picture
    """
    if file is not None:
        checked_file(file, ENDINGS, "picture")
    numbers = np.atleast_1d(np.asarray(speeds, dtype=float)).ravel()
    if not 0 < len(numbers) <= MOST_TABLES:
        raise ModelError(f"tables are drawn at one to {MOST_TABLES} speeds, not at {len(numbers)}")
    columns = min(3, len(numbers))
    rows = -(-len(numbers) // columns)
    n = len(modes.states)
    figure = Picture(figsize=(0.6 + 3.5 * columns, rows * (1.1 + 0.52 * n)), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False)
    for axis in axes.flat[len(numbers) :]:
        axis.set_axis_off()
    for axis, speed in zip(axes.flat, numbers, strict=False):
        _draw_table(axis, modes, float(speed))
    return written(figure, file, dpi=150)


def _draw_table(axis: Axes, modes: SpeedModes, speed: float) -> None:
    values, vectors = modes.shapes_at(speed)
    names = {number: name for name, number in modes.names.items()}
    shown = [k for k in np.lexsort((values.imag, values.real)) if values[k].imag >= 0.0]
    heads = []
    for column, k in enumerate(shown):
        _draw_vector(axis, SPACING * column, vectors[:, k])
        partner = [m for m in names if np.isclose(values[m], values[k].conj())]
        name = next((names[m] for m in (k, *partner) if m in names), "")
        heads.append("\n".join([*([name] if name else []), *_eigenvalue_lines(complex(values[k]))]))
    axis.set(xlim=(-0.6, SPACING * (len(shown) - 1) + 0.6), ylim=(len(modes.states) - 0.4, -0.6), aspect="equal")
    axis.set_xticks([SPACING * column for column in range(len(shown))], heads, fontsize=8)
    axis.set_yticks(range(len(modes.states)), modes.states, fontsize=9, parse_math=False)
    axis.tick_params(length=0, labeltop=True, labelbottom=False, labelcolor=INK)
    for side in axis.spines.values():
        side.set_visible(False)
    axis.set_xlabel(f"{speed:g} m/s", fontsize=9, color=INK)


def _eigenvalue_lines(value: complex) -> list[str]:
    real = f"{value.real:.3g}/s".replace("-", "−")
    return [real, f"±{value.imag:.3g} rad/s"] if value.imag else [real]


def _draw_vector(axis: Axes, x: float, vector: Complex) -> None:
    """Circles with arrows for the components of a vector."""
    coordinates = vector[: len(vector) // 2]
    largest = coordinates[np.argmax(np.abs(coordinates))]
    scaled = vector / np.abs(vector).max() * np.exp(-1j * np.angle(largest))
    for row, entry in enumerate(scaled):
        colour: Any = colormaps["coolwarm"](abs(entry))
        axis.add_patch(Circle((x, row), 0.36, facecolor=colour, edgecolor="none"))
        direction = np.exp(1j * np.angle(entry)) * 0.3
        axis.annotate(
            "",
            # rows go downwards
            (x + direction.real, row - direction.imag),
            (x - direction.real, row + direction.imag),
            arrowprops={"arrowstyle": "->", "color": INK, "linewidth": 1.1, "shrinkA": 0.0, "shrinkB": 0.0},
        )
