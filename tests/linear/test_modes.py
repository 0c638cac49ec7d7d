"""Modes: what they say about stability, how they are followed, and where they change."""

import numpy as np
import pytest
from scipy.optimize import brentq

import dalembert as da
from tests.examples import example

CRITICAL = 1e-10
"""Of values where stability changes, relative."""

GRAVITY = 9.81


def oscillator(*more):
    mass = da.particle("mass", mass=1.0)
    return da.Model(da.Prismatic("x", da.ground, mass, axis="x"), *more)


# ---- one reference


@pytest.mark.covers("F000-41")
def test_frequencies_damping_and_ratios_of_a_damped_oscillator():
    """ẍ + 0.6 ẋ + 25 x = 0."""
    model = oscillator(da.JointSpring("spring", "x", 25.0), da.JointDamper("damper", "x", 0.6))
    modes = da.linearize(model).modes()
    assert modes.frequencies == pytest.approx([5.0, 5.0])
    assert modes.damping == pytest.approx([0.06, 0.06])
    assert modes.damped_frequencies == pytest.approx(np.full(2, np.sqrt(25.0 - 0.09)))
    assert modes.ratio("x.rate", "x", 0) == pytest.approx(modes.values[0])
    assert modes.mode(0)["x.rate"] == pytest.approx(modes.values[0] * modes.mode(0)["x"])
    assert modes.verdict == "asymptotically stable: the slowest mode decays at 0.3 1/s"
    assert modes.is_asymptotically_stable and not modes.is_unstable


def test_nothing_is_claimed_of_undamped_modes():
    modes = da.linearize(oscillator(da.JointSpring("spring", "x", 25.0))).modes()
    assert not modes.is_asymptotically_stable and not modes.is_unstable
    assert modes.verdict.startswith("not decided by linear equations: nothing grows exponentially, but 2")


def test_ignorable_coordinates_do_not_decide():
    """A cart that only a damper holds: its place is free, its speed decays."""
    modes = da.linearize(oscillator(da.JointDamper("damper", "x", 0.5))).modes()
    assert modes.linear.ignorable == ("x",)
    assert modes.values == pytest.approx([0.0, -0.5])
    assert modes.verdict.startswith("asymptotically stable but for x, on which nothing depends")


def test_zero_eigenvalues_of_speeds_are_named():
    model = example("bicycle").bicycle()
    modes = da.linearize(model, model.state(q={"pose.z": 0.3}, u=ride(5.0))).modes()
    assert modes.verdict.startswith("everything decays but for pose.x, pose.y, yaw, rear, front")
    assert "those of rear.rate" in modes.verdict
    assert not modes.is_asymptotically_stable


def test_the_report_has_a_line_for_each_mode():
    model = oscillator(da.JointSpring("spring", "x", -4.0))
    assert str(da.linearize(model).modes()).splitlines() == [
        "+2, mainly x.rate",
        "-2, mainly x.rate",
        "unstable: 1 of 2 eigenvalues have positive real parts, at most 2 1/s",
    ]


def test_a_mode_is_a_motion_about_its_reference():
    """Two pendulums on a spring: they swing together or against each other."""
    rods = [da.rod(name, length=1.0, mass=1.0, axis="-y") for name in ("left rod", "right rod")]
    model = da.Model(
        da.Revolute("left", da.ground, rods[0]),
        da.Revolute("right", da.ground.at(x=1.0), rods[1]),
        da.Spring("spring", rods[0]["end"], rods[1]["end"], stiffness=5.0, rest_length=1.0),
        gravity=(0.0, -GRAVITY, 0.0),
    )
    modes = da.linearize(model, model.state()).modes()
    together = int(np.argmin(modes.frequencies))
    assert modes.frequencies[together] == pytest.approx(np.sqrt(1.5 * GRAVITY))
    assert modes.ratio("left", "right", together) == pytest.approx(1.0)
    motion = modes.motion(together, size=0.2)
    assert np.abs(motion["left"]).max() == pytest.approx(0.2, rel=1e-3)
    assert motion["left"] == pytest.approx(motion["right"], abs=1e-12)
    assert motion.times[-1] == pytest.approx(3.0 * 2.0 * np.pi / modes.frequencies[together])


# ---- several references


def ride(speed):
    return {"pose.x": speed, "rear": speed / 0.3, "front": speed / 0.35}


PUBLISHED = {
    "M": np.array([[80.81722, 2.31941332208709], [2.31941332208709, 0.29784188199686]]),
    "C1": np.array([[0.0, 33.86641391492494], [-0.85035641456978, 1.68540397397560]]),
    "K0": np.array([[-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]]),
    "K2": np.array([[0.0, 76.59734589573222], [0.0, 2.65431523794604]]),
}


@pytest.mark.slow
@pytest.mark.covers("F000-41")
def test_the_bicycle_has_the_published_matrices_and_critical_speeds():
    """Meijaard, Papadopoulos, Ruina, Schwab (2007)."""
    model = example("bicycle").bicycle()
    rides = [model.state(q={"pose.z": 0.3}, u=ride(speed)) for speed in np.linspace(0.05, 10.0, 60)]
    linear = da.linearize(model, rides, along=0.3 * da.speed("rear"))
    assert linear.about == "steady motions, in which only pose.x, rear, front change"
    M, C1, K0, K2 = (PUBLISHED[name] for name in ("M", "C1", "K0", "K2"))
    names = ["lean", "steer", "lean.rate", "steer.rate"]
    which = [linear.states.index(name) for name in names]
    for v, A in zip(linear.at, linear.A, strict=True):
        below = -np.linalg.solve(M, np.hstack([GRAVITY * K0 + v**2 * K2, v * C1]))
        assert A[np.ix_(which, which)] == pytest.approx(np.vstack([np.eye(2, 4, 2), below]), rel=1e-10, abs=1e-9)
    modes = linear.modes()
    assert [one.changes_stability for one in modes.critical] == [False, True, True]
    speeds = [one.at for one in modes.critical[1:]]
    assert speeds == pytest.approx([4.29238253634111, 6.02426201538837], rel=1e-13)
    assert modes.critical[0].is_double and modes.critical[0].at == pytest.approx(0.684283078892, abs=1e-9)
    assert str(modes.critical[2]).endswith("a real eigenvalue passes zero; stability changes")


def disc_model(across):
    """A disc, or a hoop, by its moment of inertia across; the one about the axis is twice that."""
    radius, mass = 0.3, 2.0
    inertia = da.Inertia(mass, J=mass * radius**2 * np.diag([across, 2.0 * across, across]))
    disc = da.disc("disc", radius=radius, inertia=inertia, axis="y")
    return da.Model(
        da.Free("pose", da.ground, disc, angles="zxy", names=["yaw", "lean", "spin"]),
        da.Rolling("tread", disc, on=da.geometry.plane(da.ground, normal="z")),
        gravity=(0.0, 0.0, -GRAVITY),
    )


@pytest.mark.parametrize(("across", "factor"), [(0.25, 3.0), (0.5, 4.0)])
def test_a_disc_and_a_hoop_lose_stability_at_known_speeds(across, factor):
    """Ω = √(g/(3 r)) for a disc, √(g/(4 r)) for a hoop."""
    model = disc_model(across)

    def rolling(spin):
        return model.state(q={"pose.z": 0.3}, u={"spin": spin, "pose.x": 0.3 * spin})

    modes = da.linearize(model, rolling, at=np.linspace(1.0, 6.0, 24)).modes()
    (critical,) = modes.critical
    assert critical.at == pytest.approx(np.sqrt(GRAVITY / (factor * 0.3)), rel=CRITICAL)
    assert critical.changes_stability and critical.is_double
    assert modes.growing[0] == 1 and modes.growing[-1] == 0


def test_a_top_sleeps_above_a_known_spin():
    """C Ω = 2 √(A m g l): two pairs meet on the imaginary axis."""
    A, C, mass, l = 0.1, 0.02, 1.0, 0.3
    body = da.Body("top", da.Inertia(mass, (0.0, 0.0, l), np.diag([A - mass * l**2, A - mass * l**2, C])))
    model = da.Model(da.Spherical("tip", da.ground, body, angles="xyz"), gravity=(0.0, 0.0, -GRAVITY))
    spin = model.coordinates[2]
    tops = [model.state(u={spin: value}) for value in np.linspace(40.0, 70.0, 17)]
    modes = da.linearize(model, tops, along=da.speed(spin)).modes()
    (critical,) = [one for one in modes.critical if one.changes_stability]
    assert critical.at == pytest.approx(2.0 * np.sqrt(A * mass * GRAVITY * l) / C, rel=CRITICAL)
    assert critical.is_double and critical.eigenvalue.imag > 0.0


def test_a_parameter_is_swept_and_its_critical_value_found():
    """ẍ + d ẋ + 4 x = 0 is critically damped where d = 4, and decays where d > 0."""
    model = oscillator(da.JointSpring("spring", "x", 4.0), da.JointDamper("damper", "x", da.param("d", 1.0)))
    states = [model.state(p={"d": d}) for d in np.linspace(-1.1, 6.0, 23)]
    modes = da.linearize(model, states).modes()
    assert modes.linear.along == "d"
    assert [one.at for one in modes.critical] == pytest.approx([0.0, 4.0], abs=1e-12)
    assert (
        str(modes.critical[0])
        == f"d = {modes.critical[0].at:.10g}: a pair passes the imaginary axis at ±2i; stability changes"
    )
    # each column is one mode: no jumps
    assert np.abs(np.diff(modes.values[:12], axis=0)).max() < 0.5


@pytest.mark.parametrize("values", [[-1.1, 6.0], [-1.0, 4.0, 6.0], [6.0, 1.0, -1.0]])
def test_only_what_passes_the_axis_changes_stability_however_few_references_there_are(values):
    """The same as above: the double root at d = 4 is far inside what decays."""
    model = oscillator(da.JointSpring("spring", "x", 4.0), da.JointDamper("damper", "x", da.param("d", 1.0)))
    critical = da.linearize(model, [model.state(p={"d": d}) for d in values]).modes().critical
    assert [one.at for one in critical] == pytest.approx([0.0, 4.0], abs=1e-12)
    assert [one.changes_stability for one in critical] == [True, False]


@pytest.mark.parametrize("n", [4, 5])
def test_flutter_begins_where_pairs_meet_also_if_that_is_a_reference_itself(n):
    """ẍ + 2 x + p y = 0, ÿ − p x + y = 0: s⁴ + 3 s² + 2 + p² = 0 has complex squares where p² > 1/4."""
    x, y, p = da.coordinate("x"), da.coordinate("y"), da.param("p", 0.0)
    push = da.JointForce("push", "x", -2.0 * x - p * y), da.JointForce("back", "y", p * x - y)
    model = oscillator(da.Prismatic("y", da.ground, da.particle("other", mass=1.0), axis="y"), *push)
    modes = da.linearize(model, [model.state(p={"p": value}) for value in np.linspace(-1.0, 1.0, n)]).modes()
    assert [one.at for one in modes.critical] == pytest.approx([-0.5, 0.5], rel=CRITICAL)
    assert all(one.is_double and one.changes_stability for one in modes.critical)
    assert [one.eigenvalue for one in modes.critical] == pytest.approx([1j * np.sqrt(1.5)] * 2)


def test_modes_are_followed_through_a_crossing_in_one_block():
    """V = (x + y)² + (1 + k) (x − y)²/2: together √4, against each other √(2 + 2 k), equal where k = 1."""
    x, y, k = da.coordinate("x"), da.coordinate("y"), da.param("k", 0.0)
    other = da.Prismatic("y", da.ground, da.particle("other", mass=1.0), axis="y")
    model = oscillator(other, da.Potential("V", (x + y) ** 2 + 0.5 * (1.0 + k) * (x - y) ** 2))
    values = np.linspace(0.0, 2.0, 12)
    modes = da.linearize(model, [model.state(p={"k": value}) for value in values]).modes()
    together, against = (
        int(np.argmax(np.abs(modes.values[0].imag - size) < 1e-6)) for size in (2.0, np.sqrt(2.0))
    )
    assert modes.frequencies[:, together] == pytest.approx(np.full(12, 2.0))
    assert modes.frequencies[:, against] == pytest.approx(np.sqrt(2.0 + 2.0 * values))
    assert modes.ratio("x", "y", together) == pytest.approx(np.ones(12))
    assert modes.ratio("x", "y", against) == pytest.approx(-np.ones(12))
    # they pass each other on the axis: nothing changes its character
    assert modes.critical == ()


def test_a_thousand_problems_of_ten_states_take_less_than_their_second():
    names = [f"x{k}" for k in range(5)]
    parts, last = [], da.ground
    for k, name in enumerate(names):
        mass = da.particle(f"mass {k}", mass=1.0 + k)
        parts += [da.Prismatic(name, last, mass, axis="x"), da.JointDamper(f"damper {k}", name, 0.1)]
        parts.append(da.JointSpring(f"spring {k}", name, da.param("k", 5.0)))
        last = mass
    model = da.Model(*parts)
    linear = da.linearize(model, [model.state(p={"k": k}) for k in np.linspace(1.0, 50.0, 1000)])
    modes = linear.modes()
    assert modes.values.shape == (1000, 10)
    assert np.abs(np.diff(modes.values, axis=0)).max() < 0.2


def test_references_between_equilibria_are_equilibria():
    """A bead on a hoop that turns rests at cos θ = g/(R Ω²), curved in Ω: its swings are critically damped where
    4 (Ω² − (g/(R Ω))²) = c²."""
    (theta,), (w,) = da.expr.symbols("θ", 1), da.expr.symbols("w", 1)
    R, c, spin = 0.5, 6.0, da.param("Ω", 5.0)
    V = -GRAVITY * R * da.cos(theta) - 0.5 * R**2 * spin**2 * da.sin(theta) ** 2
    system = da.formulations.TypedSystem([theta], [w], dissipation=0.5 * c * R**2 * w**2)
    bead = system.from_energies(0.5 * R**2 * w**2, V)
    spins = np.linspace(4.6, 8.0, 9)
    states = [bead.state(q={bead.coordinates[0]: np.arccos(GRAVITY / R / x**2)}, p={"Ω": x}) for x in spins]
    linear = da.linearize(bead, states)
    assert linear.is_equilibrium.all()
    square = c**2 / 8.0 + np.sqrt(c**4 / 64.0 + (GRAVITY / R) ** 2)
    (critical,) = linear.modes().critical
    assert critical.at == pytest.approx(np.sqrt(square), rel=CRITICAL)
    # the same over the angle, which follows from the spin
    (critical,) = da.linearize(bead, states, along=bead.coordinates[0]).modes().critical
    assert critical.at == pytest.approx(np.arccos(GRAVITY / R / square), rel=CRITICAL)


def test_families_of_steady_motions_are_linearized_as_they_are():
    """Discs that circle ever faster: each wobbles about its circle, and only symmetries move."""
    found = example("rolling_disc")
    model = found.rolling_disc()
    circles = da.steady_motions(
        model, q={"lean": 0.4}, u={"yaw": np.array([-2.5, -2.7, -2.9])}, guess=found.systems()["circle"][1]
    )
    linear = da.linearize(model, circles, along="yaw.rate")
    assert linear.about == "steady motions, in which only pose.x, yaw, spin change"
    assert set(linear.ignorable) == set(circles[0].ignorable)
    assert linear.modes().frequencies.max(axis=1)[0] == pytest.approx(4.29552, abs=1e-5)


def test_a_half_car_rests_on_its_springs_and_heaves_and_pitches():
    """m ÿ + (k₁ + k₂) y + (k₂ b − k₁ a) θ = 0, J θ̈ + (k₁ a² + k₂ b²) θ + (k₂ b − k₁ a) y = 0."""
    m, J, a, b, front, rear = 1200.0, 1500.0, 1.2, 1.5, 22e3, 20e3
    body = da.Body("car", da.Inertia(m, J=np.diag([J, J, J])))
    heave, pitch = da.coordinate("heave"), da.coordinate("pitch")
    V = 0.5 * front * (heave - a * pitch) ** 2 + 0.5 * rear * (heave + b * pitch) ** 2
    frame = da.Body("frame")
    model = da.Model(
        da.Prismatic("heave", da.ground, frame, axis="y"),
        da.Revolute("pitch", frame, body, axis="z"),
        da.Potential("springs", V),
        gravity=(0.0, -GRAVITY, 0.0),
    )
    rest = da.equilibrium(model)
    linear = da.linearize(model, rest)
    assert linear.is_equilibrium
    K = np.array([[front + rear, rear * b - front * a], [rear * b - front * a, front * a**2 + rear * b**2]])
    squares = np.linalg.eigvals(np.linalg.solve(np.diag([m, J]), K))
    assert np.sort(linear.modes().frequencies ** 2) == pytest.approx(np.sort(np.repeat(squares, 2)), rel=1e-9)


# ---- bad input


def test_modes_that_cannot_be_are_named():
    model = oscillator(da.JointSpring("spring", "x", 4.0))
    linear = da.linearize(model)
    modes = linear.modes()
    with pytest.raises(da.errors.ModelError, match="critical values are along several references"):
        modes.critical  # noqa: B018
    with pytest.raises(da.errors.ModelError, match="there is no mode 2; there are 2"):
        modes.mode(2)
    with pytest.raises(da.errors.ModelError, match="there is no state of these linear equations 'y'"):
        modes.ratio("y", "x", 0)
    apart = da.Prismatic("y", da.ground, da.particle("other", mass=1.0), axis="y")
    still = da.linearize(oscillator(da.JointSpring("spring", "x", 4.0), apart)).modes()
    with pytest.raises(da.errors.ModelError, match="'y' does not move in mode"):
        still.ratio("x", "y", int(np.argmax(still.frequencies)))
    several = da.linearize(model, [model.state(), model.state()])
    with pytest.raises(da.errors.ModelError, match="rises or falls"):
        da.linearize(model, [model.state()] * 3, along=[0.0, 2.0, 1.0]).modes()
    with pytest.raises(
        da.errors.ModelError, match=r"a verdict is of one reference; take one of them: linear\[k\]"
    ):
        several.modes().verdict  # noqa: B018
    with pytest.raises(da.errors.ModelError, match="say which one"):
        several.modes().mode(0)
    with pytest.raises(da.errors.ModelError, match="there is no reference 2"):
        several[2]


def folding_slider_crank(angles):
    """Two bars of equal length, and where they are with the crank at these angles."""
    first, second = da.rod("first", length=1.0, mass=1.0), da.rod("second", length=1.0, mass=1.0)
    slider = da.particle("slider", mass=1.0)
    model = da.Model(
        da.Revolute("A", da.ground, first),
        da.Revolute("B", first["end"], second),
        da.Prismatic("x", da.ground, slider, axis="x"),
        da.Revolute("C", second["end"], slider),
        da.JointSpring("spring", "A", 5.0),
        da.JointDamper("damper", "A", 0.3),
    )
    guesses = [{"B": -2.0 * angle, "x": 2.0 * np.cos(angle)} for angle in angles]
    states = [da.assemble(model, q={"A": x}, guess=guess) for x, guess in zip(angles, guesses, strict=True)]
    return model, states


def test_between_a_few_references_of_a_closed_loop_it_is_closed_too():
    """M θ̈ + ½ M′ θ̇² + 0.3 θ̇ + 5 θ = 0 with M = 2/3 + 6 sin² θ: A is [[0, 1], [−(5 θ/M)′, −0.3/M]]."""

    def slope(x):
        M, dM = 2.0 / 3.0 + 6.0 * np.sin(x) ** 2, 6.0 * np.sin(2.0 * x)
        return 5.0 / M - 5.0 * x * dM / M**2, 0.3 / M

    zero = brentq(lambda x: slope(x)[0], 1.0, 1.2, xtol=1e-15)
    double = brentq(lambda x: slope(x)[0] - 0.25 * slope(x)[1] ** 2, 1.0, 1.2, xtol=1e-15)
    model, states = folding_slider_crank(np.linspace(1.0, 2.0, 4))
    found = da.linearize(model, states, along="A").modes().critical
    # what grows becomes zero first, then two that decay meet
    assert [one.at for one in found] == pytest.approx([zero, double], rel=CRITICAL)
    assert [(one.is_double, one.changes_stability) for one in found] == [(False, True), (True, False)]


def test_what_lies_between_references_that_leads_to_a_singular_position_is_said():
    """Where the slider comes to the hinge, its rows depend on each other."""
    model, states = folding_slider_crank([1.0, np.pi - 1.0])
    with pytest.raises(da.errors.SolverError, match=r"between the references, .* give references closer together"):
        da.linearize(model, states).modes()


@pytest.mark.parametrize("stiffness", [20.0, 30.0, 50.0, 70.0])
def test_of_undamped_modes_the_slowest_is_the_first_whatever_rounding_makes_of_their_real_parts(stiffness):
    inner, outer = da.disc("inner", radius=0.1, mass=2.0), da.disc("outer", radius=0.2, mass=3.0)
    model = da.Model(
        da.Revolute("p", da.ground, inner),
        da.Revolute("q", inner, outer),
        da.JointSpring("shaft", "p", stiffness),
        da.JointSpring("coupling", "q", 20.0),
    )
    modes = da.linearize(model).modes()
    # relative coordinates: inertias of the discs about their axes
    K, M = np.diag([stiffness, 20.0]), np.array([[0.01 + 0.06, 0.06], [0.06, 0.06]])
    slow, quick = np.sqrt(np.sort(np.linalg.eigvals(np.linalg.solve(M, K))))
    assert modes.values.imag == pytest.approx([slow, -slow, quick, -quick])
