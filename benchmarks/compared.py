"""Tasks that other packages do too, and how the times of both compare."""

from collections.abc import Callable
from dataclasses import dataclass

from measured import Measured


@dataclass(frozen=True)
class Row:
    """One task with another package: the time of both, and how they compare."""

    task: str
    peer: str
    ratio: Callable[[Measured], float]
    """Time of the other package beside ours."""

    ours: Callable[[Measured], float] | None = None
    """Our time in seconds, where it is among the figures."""


def faster(part: str, name: str) -> Callable[[Measured], float]:
    return lambda measured: measured.value(part, name)


def slower(part: str, name: str) -> Callable[[Measured], float]:
    return lambda measured: 1.0 / measured.value(part, name)


def scaled(part: str, name: str, unit: float) -> Callable[[Measured], float]:
    return lambda measured: unit * measured.value(part, name)


def arm(n: int, peer: str | None = None) -> Callable[[Measured], float]:
    """Accelerations of an arm of n joints in space: ours in one lane, with constants, beside those of a peer."""
    shape = f"spatial {n:>4} joints"

    def ratio(measured: Measured) -> float:
        ours = measured.value("dynamics", f"{shape}, constants, 1 lane")
        return ours / measured.value("dynamics", f"{shape}, {peer}") if peer else ours

    return ratio


def arm_time(n: int) -> Callable[[Measured], float]:
    """Our seconds for them."""
    reference = f"spatial {n:>4} joints, pinocchio.aba from Python"
    return lambda measured: 1e-6 * measured.value("dynamics", reference) / arm(n)(measured)


CRANK, ANDREWS = "slider-crank, 10 s at an error of 1e-6", "Andrews' mechanism, 0.03 s at an error of 1e-8"
LINKS, SPATIAL = "cart with 10 links", "6-joint spatial chain"

ROWS = [
    Row("accelerations of an arm of 7 joints in space", "Pinocchio `aba`", arm(7), arm_time(7)),
    Row("", "MuJoCo `mj_forward`", arm(7, "mujoco.mj_forward"), arm_time(7)),
    Row("", "Drake `EvalTimeDerivatives`", arm(7, "drake.EvalTimeDerivatives"), arm_time(7)),
    Row("accelerations of a chain of 100 joints in space", "Pinocchio `aba`", arm(100), arm_time(100)),
    Row(
        "their derivatives by state and torque, 7 joints",
        "Pinocchio `computeABADerivatives`",
        faster("small motions", "derivatives of forward dynamics, 7 joints, 1 lane"),
    ),
    Row(
        "a step of a 7-joint arm by RK4, called from Python",
        "MuJoCo `mj_step`",
        faster("calls", "7-joint arm, a step by RK4, against mj_step"),
        scaled("calls", "7-joint arm, a step by RK4", 1e-6),
    ),
    Row(
        "1,000 arms of 7 joints by RK4",
        "MuJoCo `rollout`, one thread each",
        faster("simulation", "1000 7-joint arms, against mujoco.rollout, one thread each"),
    ),
    Row(
        "double pendulum, 10 s to 1e-8",
        "SciPy `DOP853`, SymPy's equations by `lambdify`",
        faster("simulation", "double pendulum, against scipy DOP853 on a lambdified rate"),
        scaled("simulation", "double pendulum, 10 s at an error of 1e-8", 1e-3),
    ),
    Row(
        "slider-crank with its loop, 10 s to 1e-6",
        "MuJoCo",
        faster("constraints", f"{CRANK}, against MuJoCo"),
        scaled("constraints", CRANK, 1e-3),
    ),
    Row(
        "",
        "heyoka, on the reduced equation",
        faster("constraints", f"{CRANK}, against heyoka on the reduced equation"),
    ),
    Row(
        "Andrews' mechanism, 0.03 s to 1e-8",
        "CVODE of SUNDIALS, called from Python",
        faster("constraints", f"{ANDREWS}, against scikit-sundae CVODE on our kernel"),
        scaled("constraints", ANDREWS, 1e-3),
    ),
    Row("", "CVODE without Python", faster("constraints", f"{ANDREWS}, against CVODE without Python")),
    Row(
        "40 four-bars through singular positions, 10 s",
        "Exudyn, generalized-α",
        faster("constraints", "40 four-bars, against Exudyn generalized-α"),
        scaled("constraints", "40 four-bars, 10 s", 1e-3),
    ),
    Row(
        "stiff beam of 40 links, 1 s",
        "SciPy `Radau` on our rates",
        faster("stiff", "beam of 40 links, against SciPy's Radau on our rate"),
        scaled("stiff", "beam of 40 links, 1 s", 1.0),
    ),
    Row(
        "deriving a cart with 10 links by Kane",
        "SymPy `KanesMethod`",
        faster("derivation", f"{LINKS}, Kane() against SymPy's KanesMethod"),
        scaled("derivation", f"{LINKS}, Kane(): derivation", 1e-3),
    ),
    Row(
        "deriving a chain of 6 joints in space by Lagrange",
        "SymPy `LagrangesMethod`",
        faster("derivation", f"{SPATIAL}, Lagrange() against SymPy's LagrangesMethod"),
        scaled("derivation", f"{SPATIAL}, Lagrange(): derivation", 1e-3),
    ),
    Row(
        "ten spheres that come to roll, steps of 10 ms",
        "MuJoCo, whose error is larger",
        lambda measured: 1.0 / contact_ratio(measured, "ten spheres that come to roll, steps of 10 ms"),
    ),
    Row(
        "ten boxes dropped on each other, steps of 10 ms",
        "MuJoCo, whose error is larger",
        lambda measured: 1.0 / contact_ratio(measured, "ten boxes dropped on each other, steps of 10 ms"),
    ),
    Row(
        "a ball on a floor in a batch",
        "MuJoCo `rollout`",
        slower("many runs", "a ball on a floor beside mujoco.rollout"),
    ),
]


def contact_ratio(measured: Measured, scene: str) -> float:
    """Our time beside MuJoCo's, from the lines that follow the name of a scene."""
    figures = measured.figures("contacts")
    place = next(k for k, figure in enumerate(figures) if figure.name == scene)
    return figures[place].value / next(
        f.value for f in figures[place + 1 :] if f.name.strip().startswith("MuJoCo")
    )
