"""Pictures of linear equations: eigenvalues in the complex plane, and responses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from dalembert.arrays import Vector
from dalembert.errors import ModelError
from dalembert.linear.linear_system import Linear
from dalembert.linear.modes import Modes
from dalembert.pictures.figures import ENDINGS, INK, SOFT, Picture, plain_axes, written
from dalembert.pictures.picture_files import checked_file

Complex: TypeAlias = NDArray[np.complex128]

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""One after the other; told apart with any eye (Okabe and Ito, 2008)."""

LEAST_PHASE = 90.0
"""Degrees that the axis of a phase has at least."""

FREQUENCIES = 400
"""At which a response is drawn unless others are given."""

MOST_TIMES = 20_000
"""At which a response to a step is drawn at most."""


def root_locus(modes: Modes, *, file: str | Path | None = None) -> Picture:
    """Eigenvalues in the complex plane; along several references as curves, from the circle to the square.

    Parameters
    ----------
    modes : Modes
        Modes of linear equations, about one reference or several.
    file : path, optional
        File (.png, .svg, .pdf) that it is written to; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> cart, pole = da.particle("cart", mass=1.0), da.rod("pole", length=1.0, mass=0.5)
    >>> slide, pin = da.Prismatic("x", da.ground, cart, axis="x"), da.Revolute("lean", cart, pole)
    >>> model = da.Model(slide, pin, da.Motor("push", "x"), gravity=(0, -9.81, 0))
    >>> hanging = da.State(q={"lean": -da.pi / 2})
    >>> picture = da.control.root_locus(da.linearize(model, hanging).modes())
    >>> print(type(picture).__name__)
    Picture
    """
    if file is not None:
        checked_file(file, ENDINGS, "picture")
    figure = Picture(figsize=(6.4, 5.6), layout="constrained")
    axis = figure.subplots()
    values = modes.values[None] if modes.linear.is_single else modes.values
    for number, track in enumerate(values.T):
        colour = COLOURS[number % len(COLOURS)]
        if modes.linear.is_single:
            axis.plot(track.real, track.imag, "x", color=colour, markersize=8, markeredgewidth=2)
            continue
        axis.plot(track.real, track.imag, color=colour, linewidth=1.5)
        axis.plot(track.real[:1], track.imag[:1], "o", color=colour, markersize=4.5)
        axis.plot(track.real[-1:], track.imag[-1:], "s", color=colour, markersize=4.5)
    plain_axes(axis)
    axis.axvline(0.0, color=SOFT, linewidth=1.0, zorder=0.5)
    axis.axhline(0.0, color=SOFT, linewidth=1.0, zorder=0.5)
    axis.set_xlabel("real part in 1/s")
    axis.set_ylabel("imaginary part in rad/s")
    axis.margins(0.08)
    return written(figure, file, dpi=150)


def bode(linear: Linear, frequencies: ArrayLike | None = None, *, file: str | Path | None = None) -> Picture:
    """Magnitude and phase of all outputs over all inputs against the angular frequency.

    Parameters
    ----------
    linear : Linear
        Linear equations, `da.linearize(…)` of a model with inputs.
    frequencies : array, optional
        Angular frequencies in rad/s; default around the modes.
    file : path, optional
        File (.png, .svg, .pdf) that it is written to; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> cart, pole = da.particle("cart", mass=1.0), da.rod("pole", length=1.0, mass=0.5)
    >>> slide, pin = da.Prismatic("x", da.ground, cart, axis="x"), da.Revolute("lean", cart, pole)
    >>> model = da.Model(slide, pin, da.Motor("push", "x"), gravity=(0, -9.81, 0))
    >>> linear = da.linearize(model, {"lean": -da.pi / 2}, outputs=["lean"])
    >>> picture = da.control.bode(linear)
    >>> print(type(picture).__name__)
    Picture
    """
    omega, named = _responses(linear, frequencies, file)
    figure = Picture(figsize=(8.6, 5.6), layout="constrained")
    _bode(figure.subplots(2, 1, sharex=True), omega, named)
    return written(figure, file, dpi=150)


def nyquist(linear: Linear, frequencies: ArrayLike | None = None, *, file: str | Path | None = None) -> Picture:
    """Responses of all outputs to all inputs in the complex plane; dashed for negative frequencies.

    Parameters
    ----------
    linear : Linear
        Linear equations, `da.linearize(…)` of a model with inputs.
    frequencies : array, optional
        Angular frequencies in rad/s; default around the modes.
    file : path, optional
        File (.png, .svg, .pdf) that it is written to; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> cart, pole = da.particle("cart", mass=1.0), da.rod("pole", length=1.0, mass=0.5)
    >>> slide, pin = da.Prismatic("x", da.ground, cart, axis="x"), da.Revolute("lean", cart, pole)
    >>> model = da.Model(slide, pin, da.Motor("push", "x"), gravity=(0, -9.81, 0))
    >>> linear = da.linearize(model, {"lean": -da.pi / 2}, outputs=["lean"])
    >>> picture = da.control.nyquist(linear)
    >>> print(type(picture).__name__)
    Picture
    """
    _, named = _responses(linear, frequencies, file)
    figure = Picture(figsize=(6.4, 5.6), layout="constrained")
    _nyquist(figure.subplots(), named)
    return written(figure, file, dpi=150)


def step(
    linear: Linear, input: str | None = None, times: ArrayLike | None = None, *, file: str | Path | None = None
) -> Picture:
    """Outputs over time after a unit step of an input, which must be named if there are several.

    Every output has an axis of its own, for their units differ.

    Parameters
    ----------
    linear : Linear
        Linear equations with inputs, also in discrete time.
    input : str, optional
        The input that steps from zero to one; needed if there are several.
    times : array_like, optional
        Times in s, evenly spaced. Unless given, they end when the slowest motion has decayed, after three periods
        of what does not decay, or where what grows is twenty times as large.
    file : path, optional
        Where the picture is written.

    Returns
    -------
    Picture
        Axes in the order of the outputs.

    Examples
    --------
    >>> import dalembert as da
    >>> arm = da.Revolute("arm", da.ground, da.rod("rod", length=0.5, mass=1.0), axis="z")
    >>> spring, bearing = da.JointSpring("spring", "arm", 2.0), da.JointDamper("bearing", "arm", 0.1)
    >>> model = da.Model(arm, spring, bearing, da.Motor("motor", "arm"))
    >>> picture = da.control.step(da.linearize(model), "motor")
    >>> [axis.get_ylabel() for axis in picture.axes]
    ['arm', 'arm.rate']
    """
    if file is not None:
        checked_file(file, ENDINGS, "picture")
    if not linear.inputs or not linear.outputs:
        raise ModelError("a response is of outputs to inputs; these linear equations lack one of them")
    linear.single("a step response")
    if input is None and len(linear.inputs) > 1:
        raise ModelError(f"say which input has the step: one of {', '.join(map(repr, linear.inputs))}")
    name = linear.inputs[0] if input is None else input
    t = _step_times(linear) if times is None else np.asarray(times, dtype=float).ravel()
    response = linear.step_response(name, t)
    figure = Picture(figsize=(6.4, 1.0 + 1.6 * len(linear.outputs)), layout="constrained")
    axes = np.atleast_1d(figure.subplots(len(linear.outputs), 1, sharex=True))
    for number, (axis, output) in enumerate(zip(axes, linear.outputs, strict=True)):
        # a computer sees samples, and holds its outputs in between
        drawn = axis.plot if linear.period is None else axis.step
        style = {} if linear.period is None else {"where": "post"}
        drawn(t, response[:, number], color=COLOURS[number % len(COLOURS)], linewidth=1.5, **style)
        plain_axes(axis)
        axis.set_ylabel(output, parse_math=False)
    axes[-1].set_xlabel(f"time in s after a unit step of {name}", parse_math=False)
    return written(figure, file, dpi=150)


def _responses(
    linear: Linear, frequencies: ArrayLike | None, file: str | Path | None
) -> tuple[Vector, dict[str, Complex]]:
    """Angular frequencies, and the response of each output to each input by name."""
    if file is not None:
        checked_file(file, ENDINGS, "picture")
    if not linear.inputs or not linear.outputs:
        raise ModelError("a response is of outputs to inputs; these linear equations lack one of them")
    omega = _frequencies(linear) if frequencies is None else np.asarray(frequencies, dtype=float).ravel()
    response = linear.frequency_response(omega)
    named = {
        f"{output} / {input}": response[:, o, i]
        for o, output in enumerate(linear.outputs)
        for i, input in enumerate(linear.inputs)
    }
    return omega, named


def _bode(axes: Sequence[Axes], omega: Vector, responses: Mapping[str, Complex]) -> None:
    for number, (name, values) in enumerate(responses.items()):
        colour = COLOURS[number % len(COLOURS)]
        axes[0].plot(omega, 20.0 * np.log10(np.abs(values)), color=colour, linewidth=1.5, label=name)
        axes[1].plot(omega, np.degrees(np.unwrap(np.angle(values))), color=colour, linewidth=1.5)
    for axis, name in zip(axes, ("magnitude in dB", "phase in °"), strict=True):
        plain_axes(axis)
        axis.set_xscale("log")
        axis.set_ylabel(name)
    low, high = axes[1].get_ylim()
    # a phase that hardly changes is not shown as if it did
    room = max(0.0, 0.5 * (LEAST_PHASE - (high - low)))
    axes[1].set_ylim(low - room, high + room)
    axes[1].set_xlabel("angular frequency in rad/s")
    _names(axes[0])


def _nyquist(axis: Axes, responses: Mapping[str, Complex]) -> None:
    for number, (name, values) in enumerate(responses.items()):
        colour = COLOURS[number % len(COLOURS)]
        axis.plot(values.real, values.imag, color=colour, linewidth=1.5, label=name)
        axis.plot(values.real, -values.imag, color=colour, linewidth=1.0, linestyle="--")
    axis.plot([-1.0], [0.0], "+", color=INK, markersize=10)
    plain_axes(axis)
    axis.set_xlabel("real part")
    axis.set_ylabel("imaginary part")
    _names(axis)


def _frequencies(linear: Linear) -> Vector:
    """Two decades around the eigenvalues that are not zero."""
    sizes = np.abs(linear.poles)
    moving = sizes[sizes > 1e-6 * sizes.max(initial=0.0)]
    low, high = (moving.min(), moving.max()) if len(moving) else (1.0, 1.0)
    return np.geomspace(0.1 * low, 10.0 * high, FREQUENCIES)


def _step_times(linear: Linear) -> Vector:
    """Times until the response has settled, fine enough for its quickest oscillation."""
    poles = linear.poles
    if linear.period is not None:
        poles = np.log(poles[poles != 0.0].astype(complex)) / linear.period
    sizes = np.abs(poles)
    moving = poles[sizes > 1e-6 * sizes.max(initial=0.0)]
    growth = moving.real.max(initial=0.0)
    if growth > 1e-9 * sizes.max(initial=0.0):
        until = 3.0 / growth
    else:
        until = max(
            (6.0 / -x.real if x.real < -1e-9 * abs(x) else 6.0 * np.pi / abs(x) for x in moving), default=1.0
        )
    if linear.period is not None:
        count = int(np.clip(np.ceil(until / linear.period), 1, MOST_TIMES))
        return linear.period * np.arange(count + 1, dtype=np.float64)
    rounds = until * np.abs(moving.imag).max(initial=0.0) / (2.0 * np.pi)
    return np.linspace(0.0, until, int(np.clip(20 * rounds, FREQUENCIES, MOST_TIMES)) + 1)


def _names(axis: Axes) -> None:
    legend = axis.legend(
        loc="upper left", bbox_to_anchor=(1.01, 1.02), borderaxespad=0.0, frameon=False, fontsize=9
    )
    for text in legend.get_texts():
        text.set_parse_math(False)
