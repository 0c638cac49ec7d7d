"""Contacts in modes that are held: ordinary equations, with the accelerations and forces of runs."""

import numpy as np
import pytest

import dalembert as da

G = 9.81
DOWN = (0.0, 0.0, -G)
FLOOR = da.geometry.plane(da.ground, "z")


def ball_on(surface, **options):
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    return da.Model(da.Free("pose", da.ground, ball), da.Contact("lane", ball, surface, **options), gravity=DOWN)


def pinned(friction):
    pin = da.Revolute("pin", da.ground, da.rod("rod", length=1.0, mass=2.0), axis="y")
    return da.Model(pin, friction(pin), gravity=DOWN)


def rod_beside(part):
    rod = da.rod("rod", length=1.0, mass=2.0, radius=0.1)
    return da.Model(da.Free("pose", da.ground, rod), part(rod["end"]), gravity=DOWN)


COULOMB = da.Coulomb(0.5, 0.4)
SLIPS = {"q": {"pose.z": 0.1}, "u": {"pose.x": 1.0, "pose.y": 0.4, "pose.wz": 3.0}}
SCENES = {
    "slipping with resistance to turning": (
        lambda: ball_on(FLOOR, friction=0.2, drilling=0.01, rolling=0.002),
        SLIPS,
        0.02,
    ),
    "sticking, rolling": (lambda: ball_on(FLOOR, friction=0.2, rolling=0.002), SLIPS, 1.0),
    "slip and spin together": (lambda: ball_on(FLOOR, friction=da.contacts.Contensou(0.2, 0.01)), SLIPS, 0.02),
    "along a grain": (lambda: ball_on(FLOOR, friction=0.2, grain=da.contacts.Grain("x", 0.3)), SLIPS, 0.02),
    "smooth": (lambda: ball_on(FLOOR), SLIPS, 0.02),
    "on a round surface": (
        lambda: ball_on(da.geometry.sphere_outside(da.ground, 1.0), friction=0.2),
        {"q": {"pose.z": 1.1}, "u": {"pose.x": 1.0, "pose.y": 0.4}},
        0.1,
    ),
    "a journal that slips": (
        lambda: pinned(lambda pin: da.contacts.dry_joint_friction("journal", pin, 0.3, radius=0.05)),
        {},
        0.1,
    ),
    "a journal that sticks": (
        lambda: pinned(lambda pin: da.contacts.dry_joint_friction("journal", pin, 0.3, radius=0.05)),
        {"q": {"pin": np.pi / 2}},
        0.1,
    ),
    "friction of given strength": (
        lambda: rod_beside(lambda end: da.DryFriction("f", slip=0.5 * da.velocity(end)[0], static=0.3)),
        {"u": {"pose.x": 1.0}},
        0.1,
    ),
    "a gap and slips of one's own": (
        lambda: rod_beside(
            lambda end: da.contacts.GapContact(
                "g", da.position(end)[2], slip=[*da.velocity(end)[:2]], friction=0.3
            )
        ),
        {"u": {"pose.x": 1.0}},
        0.05,
    ),
}


@pytest.mark.parametrize("scene", SCENES)
def test_held_modes_have_the_accelerations_and_forces_of_the_run(scene):
    make, start, until = SCENES[scene]
    model = make()
    motion = da.simulate(model, model.state(**start), until=until)
    points = {one.name for one in motion.intervals}
    end = motion.state()
    held = da.contacts.with_modes(model, {name: motion.phases(name)[-1][2] for name in points})
    dynamics = da.as_dynamics(held)
    state = held.state(t=end.t, q=end.q, u=end.u)
    known = set(dynamics.solved.signals) & set(motion.dynamics.solved.signals)
    names = [x for x in known if x.endswith((".acceleration", ".multiplier")) or ".force" in x]
    assert any(x.endswith(".multiplier") or x.endswith(".force") for x in names)
    for name, value in dynamics.signals(names, state).items():
        assert value == pytest.approx(motion[name][-1], abs=1e-9), name


# ---- every question


def block(*parts, friction=COULOMB):
    mass, rail = da.particle("block", mass=1.0), da.Body("rail")
    return da.Model(
        da.Prismatic("x", da.ground, rail, axis="x"),
        da.Prismatic("z", rail, mass, axis="z"),
        da.Contact("foot", mass, FLOOR, friction=friction),
        *parts,
        gravity=DOWN,
    )


@pytest.fixture(scope="module")
def sprung():
    spring = da.JointSpring("spring", "x", stiffness=da.param("k", 100.0))
    return block(spring, da.Motor("F", "x"), friction=da.contacts.Stribeck(0.5, 0.3, 0.2))


@pytest.fixture(scope="module")
def slip(sprung):
    return da.simulate(sprung, sprung.state(q={"x": 0.2}), times=[0.0, 0.02, 0.05])


def test_linear_equations_of_slip_have_the_slope_of_its_friction(sprung, slip):
    v = slip["x.rate"][-1]
    linear = da.linearize(sprung, slip.state())
    assert linear.states == ("x", "x.rate")
    # μ(v) falls with the speed, so that friction drives
    assert pytest.approx(np.array([[0.0, 1.0], [-100.0, G * np.exp(-abs(v) / 0.2)]]), abs=1e-9) == linear.A
    along = da.linearize(sprung, slip.cut(0.01, 0.05))
    assert along.A[-1] == pytest.approx(linear.A, abs=1e-12)


def test_a_ball_that_sticks_in_a_bowl_rolls_at_its_frequency():
    model = ball_on(da.geometry.sphere_inside(da.ground, 1.0), friction=0.5)
    rest = da.equilibrium(model, guess={"pose.z": -0.9})
    found = np.abs(np.linalg.eigvals(da.linearize(model, rest).A))
    assert np.sort(found)[-4:] == pytest.approx(np.full(4, np.sqrt(5 / 7 * G / 0.9)), rel=1e-6)


def test_a_box_on_four_corners_has_no_small_motion():
    box = da.box("box", size=(1.0, 1.0, 1.0), mass=2.0)
    model = da.Model(da.Free("pose", da.ground, box), da.Contact("floor", box, FLOOR, friction=0.4), gravity=DOWN)
    linear = da.linearize(model, {"pose.z": 0.5})
    assert not any(name.endswith((".rate", "w")) for name in linear.states)
    assert not linear.A.any()


def test_borders_between_modes_are_named(sprung):
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    parts = (da.Prismatic("z", da.ground, ball, axis="z"), da.Contact("floor", ball, FLOOR))
    falling, floating = da.Model(*parts, gravity=DOWN), da.Model(*parts)
    at_limit = da.equilibrium(sprung, guess={"x": 0.2})
    cases = [
        (sprung, {"x": 0.2}, "'foot' slips without speed"),
        (sprung, at_limit, "'foot' is at the limit of friction"),
        (floating, {"z": 0.1}, "'floor' touches without force"),
        (falling, falling.state(q={"z": 0.1}, u={"z": 1.0}), "'floor' touches and is open"),
        (falling, falling.state(q={"z": 0.1}, u={"z": -1.0}), "speeds that do not jump: floor impact"),
        (
            sprung,
            da.simulate(sprung, sprung.state(q={"x": 0.2}, u={"x": -1e-3}), until=2.0),
            "holds modes of contacts",
        ),
    ]
    for model, state, text in cases:
        with pytest.raises(da.errors.SolverError, match=text):
            da.linearize(model, state)
    assert da.linearize(falling, {"z": 1.0}).states == ("z", "z.rate")
    assert da.linearize(falling, {"z": 0.1}).states == ()


def test_inverse_dynamics_has_the_modes_of_the_state_or_the_motion(sprung, slip):
    friction = G * (0.3 + 0.2 * np.exp(-np.abs(slip["x.rate"]) / 0.2))
    found = da.inverse_dynamics(sprung, slip.state(), accelerations={"x": 2.0})
    assert found["F"] == pytest.approx([2.0 + 100 * slip["x"][-1] - friction[-1]], abs=1e-9)
    assert da.inverse_dynamics(sprung, slip.cut(0.01, 0.05))["F"] == pytest.approx(np.zeros(2), abs=1e-9)
    with pytest.raises(da.errors.ModelError, match=r"needs modes of contacts.*with_modes\(model, {'foot'"):
        da.inverse_dynamics(sprung, sprung.state())
    laws, times = {"x": 0.1 * da.sin(da.time)}, np.array([0.1, 0.2])
    driven = da.contacts.with_modes(block(da.Motor("F", "x")), {"foot": "slipping"})
    found = da.inverse_dynamics(driven, laws, times=times)["F"]
    assert found == pytest.approx(-0.1 * np.sin(times) + 0.4 * G, abs=1e-9)


def test_drives_determine_a_motion_in_held_modes():
    model = da.contacts.with_modes(block(da.Drive("drive", "x", 0.1 * da.time)), {"foot": "slipping"})
    motion = da.kinematics(model, [0.0, 0.1])
    assert motion["drive.force"] == pytest.approx([0.4 * G] * 2, abs=1e-9)
    assert str(da.mobility(model)).endswith("0 degrees of freedom")


def test_equations_are_derived_as_those_that_were_given(sprung):
    for principle in (da.Kane(), da.formulations.LagrangeFirstKind(), da.GibbsAppell()):
        held = da.contacts.with_modes(da.derive(sprung, principle), {"foot": "slipping"})
        found = da.as_dynamics(held).accelerations(held.state(q={"x": 0.1}, u={"x": 0.2}))
        assert found["x.rate"] == pytest.approx(-10.0 - G * (0.3 + 0.2 * np.exp(-1.0)), abs=1e-9)
    absolute = da.contacts.with_modes(da.derive(sprung, da.NewtonEuler()), {"foot": "sticking"})
    assert {"foot.normal", "foot.slip first"} <= {row.name for row in absolute.rows}
    with pytest.raises(
        da.errors.FormulationError, match=r"Lagrange cannot treat constraints, such as 'foot\.normal'"
    ):
        da.contacts.with_modes(da.derive(sprung, da.Lagrange()), {"foot": "sticking"})
    with pytest.raises(da.errors.FormulationError, match="canonical equations"):
        da.contacts.with_modes(da.derive(sprung, da.Hamilton()), {"foot": "sticking"})


def test_modes_that_there_are_not_are_refused_by_name(sprung):
    for modes, text in (
        ({"foot": "closed"}, "the mode of 'foot' is 'open', 'slipping' or 'sticking', not 'closed'"),
        ({"feet": "open"}, "there is no contact 'feet'"),
    ):
        with pytest.raises(da.errors.ModelError, match=text):
            da.contacts.with_modes(sprung, modes)
    with pytest.raises(da.errors.ModelError, match="the mode of 'dry' is 'slipping' or 'sticking': give it"):
        da.contacts.with_modes(pinned(lambda pin: da.DryFriction("dry", "pin", static=1.0)), {})
    rolling = ball_on(FLOOR, friction=0.2, rolling=0.01)
    with pytest.raises(da.errors.ModelError, match=r"the mode of 'lane rolling' is .*give it"):
        da.contacts.with_modes(rolling, {"lane": "sticking"})
    with pytest.raises(da.errors.ModelError, match="nothing presses where 'lane' is open"):
        da.contacts.with_modes(rolling, {"lane rolling": "rolling"})
    with pytest.raises(da.errors.ModelError, match="there are no contacts"):
        da.contacts.with_modes(da.contacts.with_modes(sprung, {}), {})


def test_states_of_runs_start_held_models(sprung, slip):
    held = da.contacts.with_modes(sprung, {"foot": "slipping"})
    motion = da.simulate(held, slip.state(), times=[0.05, 0.06])
    assert motion["x"][-1] == pytest.approx(
        da.simulate(sprung, slip.state(), times=[0.05, 0.06])["x"][-1], abs=1e-9
    )


@pytest.mark.parametrize("modes", [["lane"], None, "sticking", 3])
def test_modes_are_words_by_name(modes):
    with pytest.raises(da.errors.ModelError, match=r"modes are words by name .* \{'lane': 'sticking'\}, not"):
        da.contacts.with_modes(ball_on(FLOOR, friction=0.2), modes)
