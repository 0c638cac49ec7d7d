"""The figures of the worked examples of acceleration constraints, each a chart with its number in the literature.

Bajodah (2003) shows a rolling mechanism, a particle on a wire, a pendulum that drifts, an arm that meets an
obstacle, two blocks that stick and slip, an arm whose energy is led, and a spacecraft whose torques chatter. All
curves are those of the programs of these examples. Figures left out are sketches of mechanisms. Writes one picture
for each example, `figures_*.png`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import appell_hamel
import arm_and_obstacle
import numpy as np
import particle_on_a_wire
import pendulum_of_varying_length as pendulum
import servo_constraints
import two_blocks
from matplotlib.figure import Figure

import dalembert as da

RESULTS = Path(__file__).with_name("results")
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
SECONDS = "t in s"


@dataclass(frozen=True, eq=False)
class Chart:
    """One figure: curves by name, each of numbers x and y."""

    title: str
    x: str
    y: str
    curves: dict[str, tuple[Any, Any]]
    is_compared: bool = False
    """Whether every other curve should cover the one before."""

    scale: str = "linear"


def over_time(title: str, unit: str, t: Any, /, **curves: Any) -> Chart:
    """Curves over the same times; names are what stands before the numbers."""
    return Chart(title, SECONDS, unit, {name: (t, values) for name, values in curves.items()})


# ---- rolling and sliding: figures 3 to 14


def rolling() -> dict[int, Chart]:
    """Appell and Hamel's mechanism for 10 s, and how its energy drifts in both forms."""
    motion = appell_hamel.roll(times=np.linspace(0.0, 10.0, 501))
    t, turn = motion.times, motion["frame.angle.rate"]
    compared = appell_hamel.drift(da.methods.RK4(step=0.1))
    energies = {f"{name} rows": (run.motion.times, run.energy) for name, run in compared.runs.items()}
    return {
        3: over_time("heading of the wheel", "θ in rad", t, θ=motion["frame.angle"]),
        4: over_time("roll of the wheel", "φ in rad", t, φ=motion["spin"]),
        5: over_time("rate of the heading", "rad/s", t, θ=turn),
        6: over_time("rate of the roll", "rad/s", t, φ=motion["spin.rate"]),
        7: Chart("rate of the heading over the roll", "φ in rad", "rad/s", {"θ": (motion["spin"], turn)}),
        8: Chart("track", "x in m", "y in m", {"track": (motion["frame.x"], motion["frame.y"])}),
        9: over_time("height of the weight", "z in m", t, z=motion["weight"]),
        10: Chart("change of energy, RK4 by 0.1 s", SECONDS, "J", energies),
    }


def wire() -> dict[int, Chart]:
    """The particle that swings on its wire for 10 s, and the force of the wire in two ways."""
    motion = particle_on_a_wire.run(0.0)
    t, force = motion.times, motion.evaluate(particle_on_a_wire.wire_force(motion.dynamics.equations))
    two = {"by its multiplier": force["multiplier"], "by an auxiliary speed": force["closed form"]}
    forces = {f"{axis} {name}": (t, values[:, k]) for k, axis in enumerate("xy") for name, values in two.items()}
    return {
        12: over_time("place on the wire", "m", t, x=motion["x"], y=motion["y"]),
        13: over_time("speeds", "m/s", t, x=motion["x.rate"], y=motion["y.rate"]),
        14: Chart("force of the wire, in two ways", SECONDS, "N", forces, is_compared=True),
    }


# ---- drift: figures 16 to 22


def swung(how: str, step: float, until: float, each: float) -> da.Motion:
    """The pendulum by fixed steps of Kutta and Merson, looked at now and then."""
    times, method = np.linspace(0.0, until, round(until / each) + 1), da.methods.KuttaMerson(step=step)
    model, drift = pendulum.pendulum(), pendulum.DRIFTS[how]
    return da.simulate(model, pendulum.start(), times=times, method=method, stabilization=drift)


def in_one_coordinate(until: float, step: float) -> da.Motion:
    """The same pendulum without any constraint: y is 1 − x²."""
    x, u = da.expr.symbol("x"), da.expr.symbol("u")
    eom = da.formulations.TypedSystem(q=[x], u=[u]).from_energies(
        0.5 * u**2 * (1.0 + 4.0 * x**2), pendulum.GRAVITY * x**2
    )
    times = np.linspace(0.0, until, round(until / step) + 1)
    return da.simulate(eom, da.State(q={"x": 1.0}), times=times, method=da.methods.KuttaMerson(step=step))


def drift() -> dict[int, Chart]:
    """Errors of constraint and energy over 500 s, and where the bob is after an hour of long steps."""
    coarse, fine = (swung("drifting", step, 500.0, 0.05) for step in pendulum.STEPS)
    stable = swung("stabilized", 0.001, 500.0, 0.05)
    t = fine.times

    def change(motion: da.Motion) -> Any:
        return motion["energy"] - motion["energy"][0]

    hour, last = 3600.0, slice(-51, None)
    ways = {
        name: swung(how, 0.1, hour, 0.1)
        for name, how in (("left to drift", "drifting"), ("stabilized", "stabilized"))
    }
    minimal = in_one_coordinate(hour, 0.1)
    heights = {"in one coordinate": (minimal.times[last], 1.0 - minimal["x"][last] ** 2)}
    heights |= {name: (motion.times[last], motion["y"][last]) for name, motion in ways.items()}
    return {
        16: over_time("constraint, steps of 0.01 s", "m", t, φ=coarse["length.residual"]),
        17: over_time("constraint, steps of 0.001 s", "m", t, φ=fine["length.residual"]),
        18: over_time("change of energy, steps of 0.01 s", "J", t, E=change(coarse)),
        19: over_time("change of energy, steps of 0.001 s", "J", t, E=change(fine)),
        20: over_time("constraint, stabilized, 0.001 s", "m", t, φ=stable["length.residual"]),
        21: Chart("height after an hour of steps of 0.1 s", SECONDS, "y in m", heights, scale="symlog"),
        22: over_time("change of energy, stabilized, 0.001 s", "J", t, E=change(stable)),
    }


# ---- contact: figures 23 to 39

TOLERANCE = 2e-4
"""Depth, in m, at which the modified contact of figure 23 begins."""


def tolerance() -> dict[int, Chart]:
    """The tip as it meets the obstacle: closed where it touches, and only from a depth on."""
    times = np.linspace(1.48, 1.52, 401)
    depths = {}
    for name, depth in (("actual", 0.0), ("with a tolerance", TOLERANCE)):
        motion = arm_and_obstacle.swing(arm_and_obstacle.driven(tolerance=depth), times)
        depths[name] = 1e3 * motion.evaluate(arm_and_obstacle.depth(0.75))
    return {23: over_time("depth of the tip", "mm", times, **depths)}


def obstacle() -> dict[int, Chart]:
    """The driven arm for 6 s, and the first touch magnified."""
    near = np.linspace(1.48, 1.52, 401)
    touches = np.array(arm_and_obstacle.contact()["times"]) + 1e-9
    times = np.unique(np.concatenate([np.linspace(0.0, 6.0, 1201), near, near + 2.84, touches]))
    motion = arm_and_obstacle.swing(arm_and_obstacle.driven(), times)
    t, (a, b, u, v), (first, second) = (
        motion.times,
        arm_and_obstacle.angles(motion).T,
        arm_and_obstacle.forces(motion).T,
    )
    touch = (t >= near[0]) & (t <= near[-1])
    return {
        **tolerance(),
        25: over_time("angles from the vertical", "rad", t, disc=a, bar=b),
        26: over_time("their rates", "rad/s", t, disc=u, bar=v),
        27: over_time("force along the disc's angle", "N m", t, F1=first),
        28: over_time("force along the bar's angle", "N m", t, F2=second),
        29: over_time("the first touch", "N m", t[touch], F1=first[touch]),
        30: over_time("the first touch", "N m", t[touch], F2=second[touch]),
    }


def impact() -> dict[int, Chart]:
    """The falling arm for 6 s: it hits, sinks in, and slides along the obstacle."""
    motion = arm_and_obstacle.swing(
        arm_and_obstacle.falling(), np.union1d(np.linspace(0.0, 6.0, 1201), np.linspace(0.17, 0.20, 301))
    )
    t, (a, b, u, v) = motion.times, arm_and_obstacle.angles(motion).T
    x = motion.evaluate(arm_and_obstacle.depth(1.0 / 3.0))
    inside = x > -1e-3
    return {
        31: over_time("angle of the disc", "rad", t, disc=a),
        32: over_time("its rate", "rad/s", t, disc=u),
        33: over_time("angle of the bar", "rad", t, bar=b),
        34: over_time("its rate", "rad/s", t, bar=v),
        35: over_time("depth of the tip", "x in m", t, x=x),
        36: over_time("depth, magnified", "x in mm", t[inside], x=1e3 * x[inside]),
    }


def blocks() -> dict[int, Chart]:
    """Two blocks for 10 s."""
    motion = two_blocks.pushed(np.linspace(0.0, 10.0, 2001))
    t = motion.times
    return {
        38: over_time("first block", "m, m/s", t, place=motion["first"], speed=motion["first.rate"]),
        39: over_time("second block", "m, m/s", t, place=motion["second"], speed=motion["second.rate"]),
    }


# ---- inputs: figures 41 to 60


def energy() -> dict[int, Chart]:
    """The arm whose energy is led to 1 J by ideal control."""
    motion = servo_constraints.calmed(da.control.IdealControl(), np.linspace(0.0, 8.0, 801))
    t, (a, b, u, v) = motion.times, servo_constraints.angles(motion).T
    left = motion.evaluate(servo_constraints.energy()) - 1.0
    return {
        41: over_time("energy above 1 J", "J", t, E=left),
        42: over_time("angles from the vertical", "rad", t, disc=a, bar=b),
        43: over_time("their rates", "rad/s", t, disc=u, bar=v),
        44: over_time("torques", "N m", t, first=motion["first"], second=motion["second"]),
    }


def spacecraft() -> dict[int, Chart]:
    """The spacecraft with torques left free, and drawn to zero."""
    times = np.linspace(0.0, 5.0, 5001)
    free, drawn = (servo_constraints.calmed_spacecraft(kind, times) for kind in (False, True))
    found = {45: over_time("kinetic energy", "J", times, K=free["kinetic energy"])}
    pairs = list(zip(servo_constraints.SPEEDS, servo_constraints.TORQUES, strict=True))
    for k, (speed, torque) in enumerate(pairs, 1):
        found[45 + k] = over_time(f"speed {k}, torques left free", "rad/s", times, speed=free[speed])
        found[48 + k] = over_time(f"torque {k}, left free", "1/s²", times, torque=free[torque])
        found[51 + k] = over_time(f"what rate {k} is drawn to", "1/s³", times, y=-drawn[torque])
        found[54 + k] = over_time(f"speed {k}, torques drawn to zero", "rad/s", times, speed=drawn[speed])
        found[57 + k] = over_time(f"torque {k}, drawn to zero", "1/s²", times, torque=drawn[torque])
    return dict(sorted(found.items()))


# ---- pictures

EXAMPLES: dict[str, Callable[[], dict[int, Chart]]] = {
    "rolling": rolling,
    "wire": wire,
    "drift": drift,
    "obstacle": obstacle,
    "impact": impact,
    "blocks": blocks,
    "energy": energy,
    "spacecraft": spacecraft,
}


def numbers() -> dict[str, dict[int, Chart]]:
    """All charts, by example and number."""
    return {name: charts() for name, charts in EXAMPLES.items()}


def picture(charts: dict[int, Chart], file: Path) -> None:
    """Charts side by side, each with its number."""
    columns = 3 if len(charts) > 8 else 2
    rows, holes = -(-len(charts) // columns), -len(charts) % columns
    width, height = 4.4 * columns, 2.6 * rows
    figure = Figure(figsize=(width, height))
    figure.subplots_adjust(0.95 / width, 0.55 / height, 1.0 - 0.15 / width, 1.0 - 0.3 / height, 0.3, 0.52)
    axes = list(figure.subplots(rows, columns, squeeze=False).ravel())
    # things of one kind are three each, and stand in one row
    empty = axes[columns - holes : columns] if columns == 3 else axes[len(charts) :]
    used = [axis for axis in axes if axis not in empty]
    for axis, (number, chart) in zip(used, charts.items(), strict=True):
        for k, (name, (x, y)) in enumerate(chart.curves.items()):
            style = "--" if chart.is_compared and k % 2 else "-"
            axis.plot(x, y, style, color=COLOURS[k % len(COLOURS)], linewidth=1.2, label=name)
        axis.set_title(f"{number}: {chart.title}", fontsize=10, loc="right")
        axis.set_xlabel(chart.x)
        axis.set_ylabel(chart.y)
        if chart.scale == "linear":
            axis.ticklabel_format(axis="y", scilimits=(-3, 4))
        else:
            axis.set_yscale(chart.scale)
        axis.grid(color="#e4e1d9", linewidth=0.6)
        if len(chart.curves) > 1:
            axis.legend(fontsize=8, frameon=False)
    for axis in empty:
        axis.set_axis_off()
    figure.savefig(file, dpi=120)


def pictures(folder: Path, found: dict[str, dict[int, Chart]]) -> list[Path]:
    """One picture for each example."""
    files = {name: folder / f"figures_{name}.png" for name in found}
    for name, charts in found.items():
        picture(charts, files[name])
    return list(files.values())


def main(folder: Path = RESULTS) -> None:
    """Draw all figures."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    for file, (name, charts) in zip(pictures(folder, found), found.items(), strict=True):
        print(f"{name}: figures {min(charts)} to {max(charts)} are {file}")


if __name__ == "__main__":
    main()
