"""Cams: contact of profiles, laws of lift, and what is refused."""

from functools import cache

import numpy as np
import pytest

import dalembert as da

P = da.planar
STATIONS = [(0.0, 0.0), (1.0, 0.0), (2.5, 0.02), (3.5, 0.02), (5.5, 0.0), (2.0 * np.pi, 0.0)]
LAW = P.lift_law(STATIONS)
# rises that are shorter than half a degree, and one that falls between places all around
SPIKE = P.lift_law([(0.0, 0.0), (3.0, 0.0), (3.02, 0.001), (3.04, 0.0), (2 * np.pi, 0.0)])
NARROW = P.lift_law([(0.0, 0.0), (3.0, 0.0), (3.0005, 1e-7), (3.001, 0.0), (2 * np.pi, 0.0)])
BASE, ROLLER, OFFSET = 0.05, 0.01, 0.01


def eccentric(x):
    """A disc of radius 0.5 about a pivot 0.2 aside of its centre, in polar form."""
    return 0.2 * da.cos(x) + da.sqrt(0.25 - 0.04 * da.sin(x) ** 2)


def cam(pair_of, law, *, x=0.0, height=0.0, lift=0.0, parts=()):
    disc, follower = (
        da.Body(name, da.Inertia(mass, J=np.eye(3))) for name, mass in (("disc", 1.0), ("follower", 2.0))
    )
    pair = pair_of(disc, follower)
    return da.Model(
        da.Revolute("pivot", da.ground, disc),
        da.Prismatic("lift", da.ground.at(x=x, y=height), follower, axis="y", default=lift),
        pair,
        da.Drive("motor", "pivot", law),
        *parts,
    ), pair


def eccentric_cam(law, profile):
    return cam(
        lambda a, b: P.HigherPair("cam", a, b, profile=profile, other=P.circle_profile(0.1), default=(0.7, -1.3)),
        law,
        lift=0.7,
    )


@pytest.mark.covers("F004-5", "F004-22")
def test_an_eccentric_cam_in_polar_form_lifts_its_roller_as_published():
    """X004-6: contact coordinates with their rates, and those of the closed form."""
    model, _ = eccentric_cam(0.8 + 3.0 * da.time + 0.75 * da.time**2, P.polar_profile(eccentric))
    state = da.assemble(model)
    a = da.as_dynamics(model).accelerations(state)
    names = ("lift", "cam on disc", "cam on follower")
    found = [[state.q[n] for n in names], [state.u[n] for n in names], [a[n] for n in names]]
    expected = [
        (0.727066960493, 0.7339385899, -1.336420862942),
        (0.520791081353, -2.856803530778, -0.737520210195),
        (-1.066954143838, -1.401761894222, -2.387759235559),
    ]
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-11)


@pytest.mark.covers("F004-5")
def test_the_same_disc_about_its_centre_and_through_points_lifts_alike():
    law = 0.8 + 2.0 * np.pi * da.time
    times = np.linspace(0.0, 0.5, 7)
    angle = 0.8 + 2.0 * np.pi * times
    expected = 0.2 * np.sin(angle) + np.sqrt(0.36 - (0.2 * np.cos(angle)) ** 2)
    around = np.linspace(0.0, 2.0 * np.pi, 24, endpoint=False)
    points = 0.5 * np.stack([np.cos(around), np.sin(around)], axis=1) + [0.2, 0.0]
    for profile, close in ((P.circle_profile(0.5, centre=(0.2, 0.0)), 1e-12), (P.spline_profile(points), 1e-6)):
        motion = da.kinematics(eccentric_cam(law, profile)[0], times)
        np.testing.assert_allclose(motion["lift"], expected, rtol=0.0, atol=close)


@pytest.mark.covers("F004-5")
@pytest.mark.parametrize("reach", [0.6, -0.6, 0.4, -0.4])
def test_the_start_chooses_above_or_below_and_outside_or_inside(reach):
    """y = e sin φ ± √((R₁ ± R₂)² − e² cos² φ): the roller touches the disc from outside, or lies within it."""
    disc, roller = da.Body("disc", da.Inertia(1.0, J=np.eye(3))), da.Body("roller", da.Inertia(1.0, J=np.eye(3)))
    profile, wheel = P.circle_profile(0.5, centre=(0.2, 0.0)), P.circle_profile(0.1)
    way = np.pi / 2 * np.sign(reach)
    default = (way - 0.8, way + (np.pi if abs(reach) > 0.5 else 0.0))
    model = da.Model(
        da.Revolute("pivot", da.ground, disc),
        da.Prismatic("lift", da.ground, roller, axis="y", default=reach),
        P.HigherPair("cam", disc, roller, profile=profile, other=wheel, default=default),
        da.Drive("motor", "pivot", 0.8 + 3.0 * da.time),
    )
    motion = da.kinematics(model, np.linspace(0.0, 2.0, 41))
    angle = motion["pivot"]
    expected = 0.2 * np.sin(angle) + np.sign(reach) * np.sqrt(reach**2 - (0.2 * np.cos(angle)) ** 2)
    np.testing.assert_allclose(motion["lift"], expected, rtol=0.0, atol=1e-11)


def test_a_knife_edge_stands_on_the_profile_itself():
    profile = P.circle_profile(0.5, centre=(0.2, 0.0))
    model, pair = cam(lambda a, b: P.HigherPair("cam", a, b, profile=profile, default=(0.7, 0.0)), 0.8, lift=0.7)
    assert pair.places == ("cam on disc",)
    expected = 0.2 * np.sin(0.8) + np.sqrt(0.25 - (0.2 * np.cos(0.8)) ** 2)
    assert da.assemble(model).q["lift"] == pytest.approx(expected, rel=1e-12)


@cache
def running(kind, speed=1.0):
    """A turn of a cam that was made for a law, with a follower of its kind."""
    profiles = {
        "roller": (P.roller_cam(LAW, base=BASE, roller=ROLLER, offset=OFFSET), P.circle_profile(ROLLER), OFFSET),
        "flat": (P.flat_cam(LAW, base=BASE), P.straight_profile(), 0.0),
    }
    profile, other, aside = profiles[kind]
    height = np.sqrt((BASE + ROLLER) ** 2 - aside**2) if kind == "roller" else BASE
    default = (0.0, -np.pi / 2 if kind == "roller" else 0.0)
    model, pair = cam(
        lambda a, b: P.HigherPair("cam", a, b, profile=profile, other=other, default=default),
        2.0 * np.pi * speed * da.time,
        x=aside,
        height=height,
    )
    return da.kinematics(model, np.linspace(0.0, 1.0 / speed, 73)), pair


@pytest.mark.parametrize("kind", ["roller", "flat"])
def test_a_cam_that_is_made_for_a_law_lifts_its_follower_by_it(kind):
    motion, _ = running(kind)
    expected = [
        float(da.expr.evaluate(LAW(da.expr.symbol("x")), {da.expr.symbol("x"): angle}))
        for angle in motion["pivot"]
    ]
    np.testing.assert_allclose(motion["lift"], expected, rtol=0.0, atol=1e-12)


def test_pressure_angle_is_that_of_the_closed_form():
    """Of a roller: tan α = (s′ − e) / (s + √((r₀ + r)² − e²)); under a flat face it is zero."""
    motion, pair = running("roller")
    slope = motion["lift.rate"] / (2.0 * np.pi)
    reach = np.sqrt((BASE + ROLLER) ** 2 - OFFSET**2)
    expected = np.arctan(np.abs(slope - OFFSET) / (motion["lift"] + reach))
    np.testing.assert_allclose(motion.evaluate(pair.pressure_angle((0.0, 1.0))), expected, atol=1e-9)
    motion, pair = running("flat")
    np.testing.assert_allclose(motion.evaluate(pair.pressure_angle((0.0, 1.0))), 0.0, atol=1e-9)


def test_force_of_contact_is_along_the_normal_through_the_point_of_contact():
    motion, pair = running("roller")
    force = motion.evaluate(da.reaction_force("cam", axes=da.ground))[:, :2]
    np.testing.assert_allclose(force, motion["cam.push"][:, None] * motion.evaluate(pair.normal), atol=1e-12)
    np.testing.assert_allclose(motion["cam.moment.z"], 0.0, atol=1e-12)


def test_lift_off_is_told_with_its_angles_and_the_spring_that_prevents_it():
    motion, _ = running("flat")
    # without gravity the follower of two kilograms needs a pull wherever its lift is bent downwards
    found = P.lift_off(motion, "cam", at="pivot")
    acceleration = motion["lift.acceleration"]
    assert found.least == pytest.approx(2.0 * acceleration.min(), rel=1e-9)
    # cycloidal: the second half of the rise, and the first half of the fall
    assert found.intervals[0] == pytest.approx((1.75, 2.5), abs=0.08)
    assert found.intervals[-1] == pytest.approx((3.5, 4.5), abs=0.08)
    assert str(found).startswith("cam lifts off from pivot = 1.7")
    spring = P.closing_spring(motion, "cam", "lift", preload=0.5)
    force = 0.5 + spring.stiffness * (motion["lift"] - motion["lift"].min())
    assert (2.0 * acceleration + force).min() == pytest.approx(0.0, abs=1e-9)
    assert "N/m on lift, with 0.5 N where it is least" in str(spring)
    for preload in (-1.0, np.nan):
        with pytest.raises(da.errors.ModelError, match="a force that is not negative"):
            P.closing_spring(motion, "cam", "lift", preload=preload)
    with pytest.raises(da.errors.ModelError, match="pair of profiles"):
        P.lift_off(motion, "camm")


def test_laws_of_lift_start_and_end_their_rises_gently():
    x = da.expr.symbol("x")
    for law, order in ((P.cycloidal, 2), (P.harmonic, 1), (P.polynomial_345, 2), (P.polynomial_4567, 3)):
        y = law(x)
        assert [float(da.expr.evaluate(y, {x: at})) for at in (0.0, 0.5, 1.0)] == pytest.approx([0.0, 0.5, 1.0])
        for _ in range(order):
            y = da.expr.derivative(y, x)
            assert [float(da.expr.evaluate(y, {x: at})) for at in (0.0, 1.0)] == pytest.approx(
                [0.0, 0.0], abs=1e-9
            )


def test_curvature_and_offset_of_profiles():
    s = da.expr.symbol("s")
    ellipse = P.profile(lambda s: (3.0 * da.cos(s), 2.0 * da.sin(s)), period=2.0 * np.pi)
    assert float(da.expr.evaluate(ellipse.curvature(s), {s: 0.0})) == pytest.approx(3.0 / 4.0)
    assert float(da.expr.evaluate(ellipse.turned_inside_out().curvature(s), {s: 0.0})) == pytest.approx(-3.0 / 4.0)
    wider = P.circle_profile(0.5, centre=(0.1, 0.2)).offset(0.25)
    assert wider.radius == pytest.approx(0.75)
    np.testing.assert_allclose(da.expr.evaluate(wider.at(s), {s: 0.0}), [0.85, 0.2])

    # what it looks like lies on it
    corners = np.array(wider.visual().corners)
    np.testing.assert_allclose(np.hypot(*(corners[:, :2] - [0.1, 0.2]).T), 0.75)
    with pytest.raises(da.errors.ModelError, match="bounds nothing that could be drawn"):
        P.straight_profile().visual()


# as fast on the way up as on the way down: two corners
EVEN = P.lift_law([(0.0, 0.0), (2.0, 0.02), (2 * np.pi, 0.0)], by=lambda x: x)


def rolled(radius, other=None):
    """A roller, or another profile, on a closed one."""
    other = P.circle_profile(0.1) if other is None else other
    return P.HigherPair("cam", da.Body("a"), da.Body("b"), profile=P.polar_profile(radius), other=other)


def test_laws_without_jumps_of_slope_and_profiles_with_sharp_bends_are_taken():
    for rise in (P.cycloidal, P.harmonic, P.polynomial_345, P.polynomial_4567):
        assert P.roller_cam(P.lift_law(STATIONS, by=rise), base=BASE, roller=ROLLER).flaw is None
    # its radius of curvature is a thousandth of its size
    ellipse = P.profile(lambda s: (da.cos(s), 0.03 * da.sin(s)), period=2.0 * np.pi)
    assert ellipse.flaw is None
    assert ellipse.turned_inside_out().flaw is None


@pytest.mark.parametrize(
    ("rise", "limit"),
    # s + s″ of h (x − sin 2πx/2π) over 120°, and h (9/8 − 1) at the end of a cosine, where acceleration jumps
    [(P.cycloidal, 0.010663994838), (P.harmonic, 0.0025)],
)
def test_undercut_begins_where_the_radius_of_curvature_is_zero(rise, limit):
    """base + s + s″ = 0, not only at places that were looked at."""
    third = 2.0 * np.pi / 3.0
    law = P.lift_law([(0.0, 0.0), (third, 0.02), (3.0, 0.02), (3.0 + third, 0.0), (2.0 * np.pi, 0.0)], by=rise)
    P.flat_cam(law, base=limit * (1.0 + 1e-9))
    with pytest.raises(da.errors.ModelError, match=f"needs a radius above {limit:.10g}"[:-1]):
        P.flat_cam(law, base=limit * (1.0 - 1e-9))


def test_a_roller_fits_until_it_is_bent_like_its_path():
    # the pitch curve r = 0.05 + 0.01 cos 2φ is bent most at φ = 0, where its radius is 0.06²/(0.06 + 0.04)
    def law(angle):
        return 0.01 * da.cos(2.0 * (angle - 0.123)) - 0.01

    limit = 0.06**2 / 0.1
    P.roller_cam(law, base=0.06 - limit * (1.0 - 1e-9), roller=limit * (1.0 - 1e-9))
    with pytest.raises(da.errors.ModelError, match="undercut at the angle"):
        P.roller_cam(law, base=0.06 - limit * (1.0 + 1e-9), roller=limit * (1.0 + 1e-9))


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        (lambda: P.flat_cam(LAW, base=0.01), r"undercut at the angle 2\.\d+: .* needs a radius above 0.03"),
        (
            lambda: P.roller_cam(LAW, base=0.01, roller=0.04),
            r"undercut at the angle .* less than the roller's 0.04",
        ),
        (lambda: P.flat_cam(LAW, base=0.0), "base circle of a cam has a positive radius"),
        (lambda: P.lift_law([(0.0, 0.0), (1.0, 0.02), (3.0, 0.0)]), "a full turn after the first"),
        (lambda: P.lift_law([(0.0, 0.0), (0.0, 0.02), (2 * np.pi, 0.0)]), "increase"),
        (lambda: P.flat_cam(SPIKE, base=9.0), r"undercut at the angle 3.015: .* needs a radius above 15.70705"),
        (lambda: P.roller_cam(NARROW, base=0.03, roller=0.01), r"undercut at the angle 3.001"),
        (lambda: P.lift_law([(0.0, 0.0), (1.0, 0.1), (2 * np.pi, 0.0)], by=lambda x: 2.0 * x), "from 0 to 2"),
        (
            lambda: P.roller_cam(EVEN, base=0.03, roller=0.01),
            r"slope of the lift jumps by 0\.0146\d at the angle 2:",
        ),
        (lambda: P.flat_cam(EVEN, base=0.03), r"slope of the lift jumps by 0\.0146\d at the angle 2:"),
        (lambda: P.roller_cam(lambda x: 0.02 * x, base=0.03), "does not come back after a full turn"),
        (lambda: P.roller_cam(lambda x: da.sqrt(x - 1.0), base=0.03), "is no number at the angle 0"),
        (lambda: rolled(lambda x: 1.0 + da.cos(x)), r"has a cusp at the place 3\.142"),
        (
            lambda: rolled(lambda x: 1.0 + 0.3 * da.expr.absolute_value(da.sin(x))),
            r"has a corner of 33\.4° at the place",
        ),
        (
            lambda: rolled(lambda x: 1.0 + 1e-3 * da.expr.absolute_value(da.sin(x))),
            r"has a corner of 0\.115° at the place",
        ),
        (lambda: rolled(lambda x: 0.1 + 0.3 * da.cos(x)), "crosses itself"),
        (lambda: rolled(lambda x: 1.0 + 0.1 * x), r"is not closed: its ends are 0\.6283 apart"),
        (
            lambda: rolled(lambda x: 1.0 + 0.3 * da.cos(2.0 * x), P.straight_profile()),
            r"flat profile of HigherPair 'cam' does not fit into the hollow .*, whose radius is 0\.98",
        ),
        (lambda: P.circle_profile("wide"), "the radius of a circle is positive, not 'wide'"),
        (lambda: P.lift_law([(0.0, 0.0)]), "three stations or more"),
        (lambda: P.circle_profile(0.0), "the radius of a circle is positive"),
        (lambda: P.spline_profile([(0, 0), (1, 0)]), "four points"),
        (lambda: P.spline_profile([(0, 0), (0, 1), (1, 1), (1, 0)]), "counterclockwise"),
        (lambda: P.profile(lambda s: (s, da.time)), "expressions of its place"),
        (lambda: eccentric_cam(0.0, "disc"), "needs profiles"),
    ],
)
def test_cams_that_cannot_be_are_refused(wrong, text):
    with pytest.raises(da.errors.ModelError, match=text):
        wrong()


def test_a_roller_that_does_not_fit_into_a_hollow_is_refused():
    hollow = P.polar_profile(lambda x: 1.0 + 0.3 * da.cos(2.0 * x))
    with pytest.raises(da.errors.ModelError, match=r"of radius 3, does not fit into the hollow of the other at"):
        cam(lambda a, b: P.HigherPair("cam", a, b, profile=hollow, other=P.circle_profile(3.0)), 0.0)
