"""Laws of impact on matrices: cradles, Kane's two rods, random impacts, and the energy that none may gain."""

from dataclasses import dataclass

import numpy as np
import pytest

import dalembert as da
from dalembert.contact.impact_laws import StruckContacts as Impact
from dalembert.contact.impact_laws import after_impact, impact_work, impulses_by
from dalembert.errors import ModelError, SolverError
from dalembert.model.contacts.impacts import common_law
from dalembert.numerics.complementarity import ConeProblem
from dalembert.numerics.cone_roots import solve_on_cone
from dalembert.numerics.plane_modes import all_solutions

CRADLE = np.array([[-1.0, 1.0, 0.0], [0.0, -1.0, 1.0]])


def cradle(e=(1.0, 1.0)):
    W = CRADLE @ CRADLE.T
    return Impact(W, CRADLE @ [1.0, 0.0, 0.0], np.zeros(2), np.array(e), 0, names=("first", "second"))


def two_rods(e):
    """Kane's rods hang on each other and touch the floor with the tip; normal and slip of the tip."""
    angles, speeds = np.radians([20.0, 30.0]), np.array([-0.1, -0.2])
    coupling = 0.5 * np.cos(angles[0] - angles[1])
    M = np.array([[4 / 3, coupling], [coupling, 1 / 3]])
    J = np.array([np.sin(angles), np.cos(angles)])
    W = J @ np.linalg.solve(M, J.T)
    return Impact(W, J @ speeds, np.array([0.5]), np.array([e]), 1, names=("tip",))


@pytest.mark.parametrize(
    "law, speeds",
    [
        (da.contacts.NewtonImpact(1.0), (-1 / 3, 2 / 3, 2 / 3)),
        (da.contacts.PoissonImpact(1.0), (-1 / 3, 2 / 3, 2 / 3)),
        (da.contacts.SequentialImpact(1.0), (0.0, 0.0, 1.0)),
    ],
)
def test_three_balls_part_as_the_law_says(law, speeds):
    impulses = after_impact(law, cradle())
    assert np.array([1.0, 0.0, 0.0]) + CRADLE.T @ impulses == pytest.approx(np.array(speeds), abs=1e-12)
    assert impact_work(cradle(), impulses) == pytest.approx(0.0, abs=1e-12)


def test_with_unequal_restitution_newton_and_poisson_differ():
    impact = cradle((0.0, 1.0))
    newton, poisson = (
        after_impact(law, impact) for law in (da.contacts.NewtonImpact(1.0), da.contacts.PoissonImpact(1.0))
    )
    assert np.abs(newton - poisson).max() > 0.1


def test_newtons_law_is_refused_where_it_increases_the_energy_of_kanes_rods():
    impact = two_rods(0.7)
    assert impulses_by(da.contacts.NewtonImpact(0.7), impact).shape == (2,)
    with pytest.raises(SolverError, match=r"NewtonImpact would increase the energy in the impact of 'tip'"):
        after_impact(da.contacts.NewtonImpact(0.7), impact)
    for law in (da.contacts.PoissonImpact(0.7), da.contacts.StrongeImpact(0.7)):
        impulses = after_impact(law, impact)
        assert impact_work(impact, impulses) < 0.0
        assert (impact.v + impact.W @ impulses)[0] > 0.0


def test_stronges_law_gives_back_the_square_of_its_coefficient():
    # without friction all laws are one
    impact = Impact(np.array([[2.0]]), np.array([-3.0]), np.zeros(1), np.array([0.5]), 0)
    for law in (da.contacts.StrongeImpact(0.5), da.contacts.NewtonImpact(0.5), da.contacts.PoissonImpact(0.5)):
        assert -3.0 + 2.0 * after_impact(law, impact) == pytest.approx([1.5])
    # with it, the work of the normal force: compression and expansion at one slope while slip goes on
    impact = Impact(np.diag([1.0, 0.1]), np.array([-1.0, 100.0]), np.array([0.3]), np.array([0.5]), 1)
    assert after_impact(da.contacts.StrongeImpact(0.5), impact) == pytest.approx([1.5, -0.45])


@pytest.mark.parametrize("c", [0.3, -1.7, 2.9])
def test_stronges_law_of_a_guided_point_gives_back_nothing_where_friction_holds_it_fast(c):
    """A point on a guide that leans: its slip is c times its approach, so both end at once."""
    row, e, kinetic = np.array([[1.1], [1.1 * c]]), 0.6, 0.25
    W, v, k = row @ row.T, np.array([-1.0, -c]) * 0.7, abs(c) * kinetic
    for static in (0.25, 0.5, 0.99 / abs(c), 1.01 / abs(c), 1.0):
        if static < kinetic:
            continue
        impact = Impact(W, v, np.array([static]), np.array([e]), 1, kinetic=np.array([kinetic]))
        after = v + W @ after_impact(da.contacts.StrongeImpact(e), impact)
        # normal forces press along 1 + k in compression, and 1 - k in expansion, if the point can move then
        part = e * np.sqrt((1.0 - k) / (1.0 + k)) if static * abs(c) < 1.0 else 0.0
        assert after == pytest.approx(-part * v, abs=1e-12)


LAWS = [
    da.contacts.NewtonImpact(),
    da.contacts.PoissonImpact(),
    da.contacts.StrongeImpact(),
    da.contacts.SequentialImpact(),
]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: type(law).__name__)
def test_slip_has_kinetic_friction_until_it_ends_and_then_static_friction_decides(law):
    """One contact that comes with 1 m/s, at W_nn = W_tt = 1 and with a coupling of both."""

    def impulse(slip, coupling=0.0):
        W, mu = np.array([[1.0, coupling], [coupling, 1.0]]), (np.array([0.2]), np.array([0.1]))
        impact = Impact(W, np.array([-1.0, slip]), mu[0], np.zeros(1), 1, kinetic=mu[1])
        return after_impact(law, impact)

    # it slides on, whichever way; from rest nothing has to be held
    assert impulse(5.0) == pytest.approx([1.0, -0.1])
    assert impulse(-5.0) == pytest.approx([1.0, 0.1])
    assert impulse(0.0) == pytest.approx([1.0, 0.0])
    # from rest 0.15 of the normal impulse is held by 0.2, and 0.25 is not: then it slips against 0.1
    assert impulse(0.0, -0.15)[1] / impulse(0.0, -0.15)[0] == pytest.approx(0.15)
    assert impulse(0.0, -0.25)[1] / impulse(0.0, -0.25)[0] == pytest.approx(0.1)
    # slip that kinetic friction ends: the same coupling would turn it round, but static friction holds it then
    after = np.array([-1.0, 1e-4]) + np.array([[1.0, -0.15], [-0.15, 1.0]]) @ impulse(1e-4, -0.15)
    assert after == pytest.approx([0.0, 0.0], abs=1e-12)


def test_random_impacts_gain_no_energy_and_part():
    generator, n_refused = np.random.default_rng(5), 0
    for _ in range(60):
        n, d, nu = (int(generator.integers(*span)) for span in ((1, 5), (0, 3), (3, 8)))
        A, J = generator.standard_normal((nu, nu)), generator.standard_normal((n * (1 + d), nu))
        W = J @ np.linalg.solve(A @ A.T + 0.1 * np.eye(nu), J.T)
        v = J @ generator.standard_normal(nu)
        impact = Impact(W, v, generator.uniform(0, 1, n), generator.uniform(0, 1, n), d)
        try:
            impulses = after_impact(da.contacts.PoissonImpact(), impact)
        except SolverError:
            n_refused += 1
            continue
        after = (v + W @ impulses)[impact.normals]
        assert after.min() >= -1e-9 * np.abs(v).max()
        assert impact_work(impact, impulses) <= 1e-12
    assert n_refused == 0


def test_tangential_restitution_throws_spin_back():
    # a superball: slip turns round
    impact = Impact(
        np.diag([1.0, 3.5]), np.array([-1.0, 0.5]), np.array([5.0]), np.array([1.0]), 1, np.array([1.0])
    )
    after = impact.v + impact.W @ after_impact(da.contacts.NewtonImpact(1.0, tangential=1.0), impact)
    assert after == pytest.approx([1.0, -0.5])


def test_forces_of_dependent_contacts_are_found_where_some_are_admissible():
    # a box on two corners, b = 0.1 beside and h = 0.05 below its centre, on a slope of tangent 0.48
    b, h, g = 0.1, 0.05, np.array([-0.48, -1.0, 0.0])
    J = np.array([[0.0, 1.0, -b], [1.0, 0.0, h], [0.0, 1.0, b], [1.0, 0.0, h]])
    W = J @ np.diag([1.0, 1.0, 3.0 / (b**2 + h**2)]) @ J.T
    problem = ConeProblem(W, J @ g, np.array([0.5, 0.5]), 1)
    (only,) = all_solutions(problem)
    assert problem.motions(only) == pytest.approx(np.zeros(4), abs=1e-12)
    assert problem.residual(solve_on_cone(problem).lam) < 1e-11
    # the least forces would overload the upper corner: their verdict is wrong
    least = np.linalg.lstsq(W, -J @ g, rcond=1e-10)[0]
    assert abs(least[3]) > 0.5 * least[2] or abs(least[1]) > 0.5 * least[0]
    # with less friction than the slope it slides
    (slides,) = all_solutions(ConeProblem(W, J @ g, np.array([0.47, 0.47]), 1))
    assert problem.motions(slides)[1] == pytest.approx(-0.01, abs=1e-9)


@pytest.mark.parametrize("bad", [-0.1, 1.2, "elastic", True])
def test_a_restitution_is_from_zero_to_one(bad):
    with pytest.raises(ModelError, match="from 0 to 1"):
        da.contacts.PoissonImpact(bad)
    with pytest.raises(ModelError, match="knows no tangential restitution"):
        da.contacts.PoissonImpact(0.5, tangential=0.5)


def test_what_a_law_cannot_treat_is_said():
    with pytest.raises(SolverError, match="StrongeImpact is for one contact in a plane"):
        after_impact(da.contacts.StrongeImpact(1.0), cradle())
    # without numbers that are none
    in_space = Impact(np.eye(3), np.array([-1.0, 0.5, 0.0]), np.array([0.3]), np.array([0.5]), 2)
    with pytest.raises(SolverError, match=r"or in space; use da.contacts.PoissonImpact\(e\), or .*Impact\(e\)$"):
        after_impact(da.contacts.StrongeImpact(0.5), in_space)


@dataclass(frozen=True)
class Half(da.contacts.ImpactLaw):
    """Half of the approach is given back, whatever the coefficients say, and there is no friction."""

    given_back: float = 0.5

    def impulses(self, impact):
        found = np.zeros_like(impact.v)
        for k in impact.normals:
            found[k] = (1.0 + self.given_back) * da.maximum(-impact.v[k], 0.0) / impact.W[k, k]
        return found


@pytest.mark.parametrize("mu", [0.0, 0.3])
@pytest.mark.parametrize("e", [0.0, 0.8])
def test_a_law_of_ones_own_is_asked_whatever_its_coefficients_are(e, mu):
    block, rail = da.particle("block", mass=1.0), da.Body("rail")
    parts = [
        da.Prismatic("x", da.ground, rail, axis="x"),
        da.Prismatic("z", rail, block, axis="z"),
        da.Contact("floor", block, da.geometry.plane(da.ground, "z"), restitution=Half(e), friction=mu),
    ]
    met, after = np.sqrt(2.0 / 9.81), 0.1
    for more in ([], [da.Stop("far", "x", high=50.0)]):
        model = da.Model(*parts, *more, gravity=(0, 0, -9.81))
        start = model.state(q={"z": 1.0}, u={"x": 2.0})
        one = da.simulate(model, start, times=[met + after])
        for motion in (one, *da.batch(model, [start, start], times=[met + after])):
            assert motion["z.rate"][-1] == pytest.approx(0.5 * 9.81 * met - 9.81 * after, abs=1e-9)
            assert motion["x.rate"][-1] == 2.0
            assert all(np.max(x) < 1e-9 for x in motion.residuals.values())
    with pytest.raises(da.errors.ModelError, match="MoreauJean has the law of impact"):
        da.simulate(model, start, until=0.1, method=da.methods.MoreauJean(1e-2))


def test_laws_of_ones_own_that_differ_are_not_one_law():
    assert common_law([Half(0.1), Half(0.7), da.contacts.NewtonImpact(0.0)]) == Half(0.1)
    assert common_law([Half(0.1), Half(0.1, given_back=0.3)]) is None
    assert common_law([Half(0.0), da.contacts.NewtonImpact(0.5)]) is None
    with pytest.raises(TypeError, match=r"derives from da\.contacts\.ImpactLaw"):
        type("Mine", (da.contacts.PoissonImpact,), {})
    assert common_law([da.contacts.NewtonImpact(0.5), da.contacts.PoissonImpact(0.0)]) == da.contacts.NewtonImpact(
        0.5
    )


@pytest.mark.parametrize("law", [da.Coulomb, da.contacts.Contensou])
def test_laws_of_friction_are_as_they_are(law):
    with pytest.raises(TypeError, match=r"da\.contacts\.(Friction|Patch)"):
        type("Mine", (law,), {})


def bounced(law, **start):
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    floor = da.Contact("floor", ball, da.geometry.plane(da.ground, "z"), restitution=law)
    model = da.Model(da.Prismatic("z", da.ground, ball, axis="z"), floor, gravity=(0, 0, -9.81))
    return da.simulate(model, {"z": 0.5}, until=0.5)


@pytest.mark.parametrize("answer", [None, [1.0, 2.0, 3.0], ["much"]])
def test_what_a_law_of_ones_own_forgets_is_told_with_its_name(answer):
    class Forgetful(da.contacts.ImpactLaw):
        def impulses(self, impact):
            return answer

    with pytest.raises(ModelError, match=r"Forgetful\.impulses answers .* for an impact; it is an array of 1 num"):
        bounced(Forgetful(0.5))


def test_a_law_that_asks_for_truth_values_or_has_no_answer_is_refused_with_its_name():
    class Branching(da.contacts.ImpactLaw):
        def impulses(self, impact):
            return [1.0 if impact.v[0] < 0.0 else 0.0]

    class Empty(da.contacts.ImpactLaw):
        def impulses(self, impact):
            return [da.sqrt(impact.v[0])]

    with pytest.raises(ModelError, match=r"Branching\.impulses cannot be written with expressions.*use where"):
        bounced(Branching(0.5))
    with pytest.raises(SolverError, match="Empty has no impulses for the impact of 'floor'"):
        bounced(Empty(0.5))


def test_a_smooth_ball_that_springs_back_is_braked_by_drilling():
    ball = da.sphere("ball", radius=0.08, mass=1.3)
    floor = da.Contact("floor", ball, da.geometry.plane(da.ground, "z"), restitution=0.5, drilling=2e-3)
    model = da.Model(da.Free("pose", da.ground, ball), floor, gravity=(0, 0, -9.81))
    motion = da.simulate(model, model.state(q={"pose.z": 0.78}, u={"pose.wz": 30.0}), until=0.5)
    impulse, J = 1.3 * 1.5 * np.sqrt(2.0 * 9.81 * 0.7), 0.4 * 1.3 * 0.08**2
    assert motion["pose.wz"][-1] == pytest.approx(30.0 - 2e-3 * impulse / J, rel=1e-12)


def test_a_smooth_box_that_rocks_comes_to_rest_by_impacts_one_after_the_other():
    """Edges that leave in an impact after which others rest are open, and do not hold a box that turns."""
    box, floor = da.box("box", size=(0.4, 0.2, 0.2), mass=2.0), da.geometry.plane(da.ground, "z")
    law = da.contacts.SequentialImpact(0.5)
    model = da.Model(
        da.Planar("p", da.ground, box, normal="y"),
        da.Contact("floor", box, floor, restitution=law),
        gravity=(0, 0, -9.81),
    )
    start = model.state(q={"p.x": 0.5}, u={"p.y": 1.5, "p.angle": -1.5})
    motion = da.simulate(model, start, times=[0.0, 1.2])
    ends = (motion["p.x"][-1], motion["p.angle"][-1], motion["p.y"][-1])
    assert ends == pytest.approx((0.1, 0.0, 1.5 * 1.2), abs=1e-9)
    assert motion.phases("floor")[-1][2] == "closed"
    assert max(event.work for event in motion.events) <= 1e-12
