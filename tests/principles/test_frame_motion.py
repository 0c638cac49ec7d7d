"""How frames and named scalars move, seen from any frame, in all kinds of coordinates and speeds.

Against central differences along a motion, and against each other.
"""

from copy import copy
from functools import cache
from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import DalembertError, FormulationError
from dalembert.expr.rewrite import evaluate
from dalembert.model.bodies import Frame
from dalembert.spatial.rotations import rotation
from dalembert.spatial.vectors import skew

STEP = 1e-5
"""Of central differences: errors are its square times third derivatives, and rounding over it."""

ATOL_DIFFERENCES, RTOL_DIFFERENCES, ATOL = 2e-8, 1e-6, 1e-10
GRAVITY = (0.0, -9.81, 0.0)


# ---- states as numbers


class At:
    """Equations at a state that satisfies their rows, with accelerations of one's choice."""

    def __init__(self, eom: da.Equations, state: da.State) -> None:
        self.eom, self.frames = eom, eom.frames
        self.t = state.t
        self.q = np.array([state.q[name] for name in eom.coordinates])
        self.u = np.array([state.u[name] for name in eom.speeds])
        rng = np.random.default_rng(4)
        self.a = rng.standard_normal(len(self.u))

    def __call__(self, y: Any, dt: float = 0.0) -> Any:
        """An expression after a short time, while the speeds change at constant rates."""
        # q after dt to second order: along the middle of the way
        q, u = self.q, self.u
        if dt:
            half = self._values(q, u, self.t)
            middle = q + 0.5 * dt * evaluate(self.eom.rates, half)
            known = self._values(middle, u + 0.5 * dt * self.a, self.t + 0.5 * dt)
            q, u = q + dt * evaluate(self.eom.rates, known), u + dt * self.a
        return evaluate(np.asarray(y, dtype=object), self._values(q, u, self.t + dt))

    def _values(self, q: Any, u: Any, t: float) -> dict[Any, Any]:
        return {da.time: t, **dict(zip(self.eom.q, q, strict=True)), **dict(zip(self.eom.u, u, strict=True))}

    def change(self, y: Any) -> Any:
        """dy/dt by central differences."""
        return (self(y, STEP) - self(y, -STEP)) / (2 * STEP)

    # ---- what frame motion says

    def pose(self, by: Frame, frame: Frame) -> tuple[Any, Any]:
        X = self.frames.seen_from(by).pose(frame)
        return self(X.R), self(X.p)

    def velocity(self, by: Frame, frame: Frame) -> Any:
        return self(np.concatenate(self.frames.seen_from(by).velocity(frame)))

    def acceleration(self, by: Frame, frame: Frame) -> Any:
        view = self.frames.seen_from(by)
        total = self(np.concatenate(view.bias(frame)))
        for k, column in view.jacobian(frame).items():
            total = total + self(column) * self.a[k]
        return total


def assert_moves_as_differences_say(at: At, by: Frame, frame: Frame) -> None:
    view, u = at.frames.seen_from(by), at.u
    X, (w, v) = view.pose(frame), view.velocity(frame)
    np.testing.assert_allclose(at.change(X.p), at(v), rtol=0, atol=ATOL_DIFFERENCES)
    np.testing.assert_allclose(at.change(X.R), skew(at(w)) @ at(X.R), rtol=0, atol=ATOL_DIFFERENCES)
    twist, rates = np.concatenate([w, v]), at.acceleration(by, frame)
    np.testing.assert_allclose(at.change(twist), rates, rtol=0, atol=RTOL_DIFFERENCES * (1 + np.abs(rates).max()))

    # J u and what is left without speeds
    moved = at(np.concatenate(view.velocity_at_rest(frame)))
    for k, column in view.jacobian(frame).items():
        moved = moved + at(column) * u[k]
    np.testing.assert_allclose(moved, at(twist), rtol=0, atol=ATOL)

    # the power of a wrench
    F = np.random.default_rng(2).standard_normal(6)
    along = view.generalized(frame, F[:3], F[3:])
    power = sum(float(at(x)) * u[k] for k, x in along.items())
    at_rest = F @ at(np.concatenate(view.velocity_at_rest(frame)))
    np.testing.assert_allclose(power + at_rest, F @ at(twist), rtol=0, atol=ATOL)


def assert_scalar_moves_as_differences_say(at: At, name: str) -> None:
    scalar = at.frames.scalar(name)
    if scalar.value is not None:
        np.testing.assert_allclose(at.change(scalar.value), at(scalar.rate), rtol=0, atol=ATOL_DIFFERENCES)
    second = float(at(scalar.bias)) + sum(float(at(x)) * at.a[k] for k, x in scalar.J.items())
    np.testing.assert_allclose(at.change(scalar.rate), second, rtol=0, atol=RTOL_DIFFERENCES * (1 + abs(second)))
    rate = float(at(scalar.rate_at_rest)) + sum(float(at(x)) * at.u[k] for k, x in scalar.J.items())
    np.testing.assert_allclose(rate, float(at(scalar.rate)), rtol=0, atol=ATOL)
    along = scalar.generalized(2.0)
    assert {k: float(at(x)) for k, x in along.items()} == {k: 2.0 * float(at(x)) for k, x in scalar.J.items()}


# ---- the systems

crank, rod, block, flap = (
    da.rod("crank", length=0.5, mass=1.0),
    da.rod("rod", length=1.5, mass=1.0),
    da.box("block", size=(0.1, 0.2, 0.3), mass=0.5),
    da.rod("flap", length=0.4, mass=0.3),
)


@cache
def slider_crank() -> da.Model:
    """A loop closed by the pin C, and a flap on the rod; all in the plane."""
    return da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], rod),
        da.Revolute("F", rod.at(x=0.4), flap.at(x=0.1)),
        da.Prismatic("S", da.ground, block, axis="x"),
        da.Revolute("C", rod["end"], block),
        da.JointSpring("spring", "C", 0.3),
        gravity=GRAVITY,
    )


OWN_SPEEDS = da.formulations.QuasiVelocities(
    {
        "spin": da.speed("A") + 0.3 * da.time,
        "tip": da.speed("B") * (2.0 + da.sin(da.coordinate("A"))) + da.speed("A"),
        "flapping": da.speed("F") - da.speed("B"),
        "slide": da.speed("S") + da.cos(da.coordinate("B")),
    }
)

SYSTEMS: dict[str, Any] = {
    "tree": lambda: da.derive(slider_crank()),
    "absolute": lambda: da.derive(slider_crank(), coordinates=da.formulations.Absolute()),
    "planar": lambda: da.derive(slider_crank(), coordinates=da.formulations.AbsolutePlanar()),
    "quasi-velocities": lambda: da.derive(slider_crank(), da.Kane(speeds=OWN_SPEEDS)),
    "bodies by themselves": lambda: da.derive(slider_crank(), da.NewtonEuler()),
    "momenta": lambda: da.derive(slider_crank(), da.Hamilton()),
}

FRAMES = [
    da.ground.at(),
    da.ground.at(0.2, -0.1, 0.3, rotation=rotation("x", 0.4)),
    crank.at(),
    rod.at(0.3, 0.1, -0.2, rotation=rotation("y", 0.7)),
    flap.at(x=0.1),
    block.at(0.0, 0.1, 0.0),
]


@cache
def at(system: str) -> At:
    """Each system in the same motion of the bodies."""
    tree = da.derive(slider_crank())
    start = da.assemble(tree, q={"A": 0.9, "F": 0.3}, guess={"B": -1.2, "S": 1.5}, u={"A": 0.7, "F": -0.4})
    eom = SYSTEMS[system]()
    return At(eom, start if system == "tree" else da.convert_state(start, tree, eom))


@cache
def solved(system: str) -> At:
    """The same with the accelerations that the equations give."""
    given = at(system)
    found = copy(given)
    eom = given.eom
    M, J, E, f, gamma = map(given, (eom.M, eom.J, eom.constraint_force_matrix, eom.f, eom.gamma))
    # rows out of the plane may depend on each other
    system = np.block([[M, E], [J, np.zeros((len(J), len(J)))]]).astype(float)
    right = np.concatenate([f, gamma]).astype(float)
    found.a = np.linalg.lstsq(system, right, rcond=1e-10)[0][: len(M)]
    return found


each_system = pytest.mark.parametrize("system", SYSTEMS)


# ---- frames


@each_system
@pytest.mark.parametrize("by", range(len(FRAMES)))
def test_frames_move_as_differences_say_seen_from_any_frame(system: str, by: int) -> None:
    for frame in FRAMES:
        assert_moves_as_differences_say(at(system), FRAMES[by], frame)


@pytest.mark.parametrize("system", [name for name in SYSTEMS if name != "tree"])
def test_places_velocities_and_accelerations_are_those_of_the_tree(system: str) -> None:
    tree, other = solved("tree"), solved(system)
    for by in FRAMES:
        for frame in FRAMES:
            for one, another in zip(tree.pose(by, frame), other.pose(by, frame), strict=True):
                np.testing.assert_allclose(another, one, rtol=0, atol=ATOL)
            np.testing.assert_allclose(other.velocity(by, frame), tree.velocity(by, frame), rtol=0, atol=ATOL)
            accelerations = [x.acceleration(by, frame) for x in (other, tree)]
            np.testing.assert_allclose(*accelerations, rtol=0, atol=1e-8)


@each_system
def test_a_frame_sees_the_other_one_as_the_other_one_sees_it_the_other_way_round(system: str) -> None:
    here, there, one = FRAMES[3], FRAMES[5], at(system)
    (R, p), (R_back, p_back) = one.pose(here, there), one.pose(there, here)
    np.testing.assert_allclose(R_back, R.T, rtol=0, atol=ATOL)
    np.testing.assert_allclose(p_back, -R.T @ p, rtol=0, atol=ATOL)
    V, V_back = one.velocity(here, there), one.velocity(there, here)
    np.testing.assert_allclose(V_back[:3], -R.T @ V[:3], rtol=0, atol=ATOL)
    np.testing.assert_allclose(V_back[3:], -R.T @ (V[3:] - np.cross(V[:3], p)), rtol=0, atol=ATOL)


def test_only_joints_between_two_frames_move_them_for_each_other() -> None:
    frames = at("tree").frames
    names = {frames.speeds[k] for k in frames.seen_from(rod.at(x=0.2)).jacobian(flap.at())}
    assert names == {"F.rate"}
    names = {frames.speeds[k] for k in frames.seen_from(flap.at()).jacobian(crank.at())}
    assert names == {"B.rate", "F.rate"}
    assert frames.seen_from(rod.at(x=0.2)).jacobian(rod["end"]) == {}
    assert frames.common_frame([flap.at(), crank["end"]]).body is crank
    assert frames.common_frame([flap.at(), block.at()]).body is da.ground


def test_speeds_of_ones_own_choice_may_leave_a_velocity_at_rest() -> None:
    one = at("quasi-velocities")
    view = one.frames.seen_from(da.ground.at())
    w, _ = view.velocity_at_rest(crank.at())
    np.testing.assert_allclose(one(w), [0.0, 0.0, -0.3 * one.t], rtol=0, atol=ATOL)
    assert not np.any(np.concatenate(at("tree").frames.seen_from(da.ground.at()).velocity_at_rest(crank.at())))


# ---- scalars


@each_system
def test_scalars_move_as_differences_say(system: str) -> None:
    one = at(system)
    names = {*one.eom.coordinates, *one.eom.speeds, *slider_crank().coordinates, "C", "C.rate"}
    for name in sorted(names):
        if system != "momenta" or not name.endswith(".momentum"):
            assert_scalar_moves_as_differences_say(one, name)


@each_system
def test_joint_coordinates_have_the_same_values_and_rates_in_all_coordinates(system: str) -> None:
    one, tree = at(system), at("tree")
    for name in ("A", "B", "F", "S", "C"):
        for kind in ("value", "rate"):
            expected = tree(getattr(tree.frames.scalar(name), kind))
            np.testing.assert_allclose(one(getattr(one.frames.scalar(name), kind)), expected, rtol=0, atol=ATOL)


def test_the_coordinate_of_a_joint_that_closes_a_loop_acts_on_both_its_bodies() -> None:
    frames = at("absolute").frames
    exerted = frames.scalar("B").exerted
    assert exerted is not None and exerted.part == "B"
    assert {frame.body.name for frame, *_ in exerted.on_frames()} == {"crank", "rod"}
    assert at("tree").frames.scalar("B").exerted is None


def test_a_first_order_state_has_a_rate_and_nothing_acts_along_it() -> None:
    model = da.Model(
        da.Revolute("A", da.ground, crank),
        da.StateVariable("turned", rate=da.coordinate("A") * da.speed("A")),
        gravity=GRAVITY,
    )
    scalar = da.derive(model).frames.scalar("turned")
    known = {da.expr.symbol("A"): 0.4, da.expr.symbol("A.rate"): 2.0}
    assert float(evaluate(scalar.rate, known)) == pytest.approx(0.8)
    assert float(evaluate(scalar.bias, known)) == pytest.approx(4.0)
    assert not scalar.J and not scalar.generalized(3.0)


def test_a_scalar_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(DalembertError, match="AA"):
        at("tree").frames.scalar("AA")


def test_equations_that_were_typed_in_know_no_frames() -> None:
    x, v = da.expr.symbols("x v")
    eom = da.formulations.TypedSystem([x], [v]).from_energies(0.5 * v**2)
    with pytest.raises(FormulationError, match="no bodies"):
        _ = eom.frames


# ---- entries of J


def stewart(*, is_free: bool) -> da.Model:
    """Six legs between a base and a plate; the base is free or held."""
    base = da.Body("base", da.Inertia(10.0, J=np.diag([2.0, 2.0, 3.0])))
    plate = da.Body("plate", da.Inertia(4.0, J=np.diag([0.3, 0.3, 0.5])))
    parts: list[Any] = []
    for k, (low, high) in enumerate(
        zip(np.radians([-10, 10, 110, 130, 230, 250]), np.radians([-50, 50, 70, 170, 190, 290]), strict=True)
    ):
        tube = da.Body(f"tube {k}", da.Inertia(0.5, [0.0, 0.0, 0.25], np.diag([0.01, 0.01, 0.001])))
        rod = da.Body(f"rod {k}", da.Inertia(0.3, [0.0, 0.0, -0.2], np.diag([0.005, 0.005, 0.001])))
        parts += [
            da.Universal(f"foot {k}", base.at(np.cos(low), np.sin(low)), tube, "x", "y"),
            da.Prismatic(f"leg {k}", tube, rod, axis="z"),
            da.Coincident(f"ball {k}", plate.at(0.6 * np.cos(high), 0.6 * np.sin(high)), rod),
        ]
    carrier = da.Free("place", da.ground, base) if is_free else da.Weld("place", da.ground, base)
    plates = da.Free("pose", base, plate, angles="zyx")
    return da.Model(carrier, plates, *parts, gravity=(0.0, 0.0, -9.81))


def test_rows_of_a_stewart_platform_on_a_free_base_have_as_few_entries_as_on_the_ground() -> None:
    free, held = da.derive(stewart(is_free=True)), da.derive(stewart(is_free=False))
    entries = [[len(row.J) for row in eom.constraint_rows] for eom in (free, held)]
    assert len(entries[0]) == 18 and entries[0] == entries[1]

    # of the plate all six speeds, of the leg two angles and its length
    assert entries[0] == [9] * 18
    assert not any(free.speeds[k].startswith("place") for row in free.constraint_rows for k in row.J)
