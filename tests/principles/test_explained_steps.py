"""Derivations step by step: what is shown leads to the equations, for all models that these are made for."""

import numpy as np
import pytest

import dalembert as da
from dalembert.expr.node import inputs_of
from dalembert.expr.trial_numbers import sample_of, sampled
from dalembert.principles.deriving.constraint_steps import parted_speeds
from dalembert.symbolic.equation_text import equation_lines
from tests.examples import example
from tests.oracles.linkages import bennett, four_bar

pytestmark = pytest.mark.slow

RTOL = 1e-12
"""Of the largest entry: other sums of the same products."""


def top(**options):
    """A heavy body on a ball joint, with a full inertia matrix and a damped spring."""
    J = np.array([[0.3, 0.02, 0.01], [0.02, 0.4, 0.03], [0.01, 0.03, 0.2]])
    body = da.Body("top", da.Inertia(1.3, (0.1, 0.2, 0.6), J))
    spring = da.Spring("spring", da.ground.at(x=1.0), body.at(z=1.0), stiffness=5.0, rest_length=0.2, damping=0.3)
    return da.Model(da.Spherical("S", da.ground, body, **options), spring, gravity=(0.0, 0.0, -9.81))


def in_the_world(model):
    """Angular velocity in axes of the world."""
    return da.formulations.QuasiVelocities(dict(zip("xyz", da.angular_velocity(model.bodies[0]), strict=True)))


def shown(derivation):
    """The first result of each step, by title."""
    return {step.title: next(iter(step.results.values())) for step in derivation.steps if step.results}


def assert_leads_to_the_equations(derivation, total):
    """What the steps add up to is M a − f."""
    eom = derivation.equations
    found, expected = sampled(np.stack([total, eom.M @ eom.a - eom.f]))
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=RTOL * np.abs(expected).max())


# ---- what is shown is what is done


@pytest.mark.parametrize(
    "principle", [da.Lagrange(), da.formulations.LagrangeFirstKind(), da.Maggi()], ids=lambda one: one.title
)
def test_lagranges_steps_in_rates(principle):
    derivation = da.explain(top(angles="zxy"), principle)
    steps = shown(derivation)
    total = steps["Their rates"] - steps["Slopes by positions"] - steps["Other forces"]
    assert_leads_to_the_equations(derivation, total)


@pytest.mark.parametrize(
    "principle", [da.Lagrange(), da.formulations.LagrangeFirstKind(), da.Maggi()], ids=lambda one: one.title
)
def test_lagranges_steps_where_speeds_are_no_rates_go_by_rates_of_euler_parameters(principle):
    derivation = da.explain(top(), principle)
    steps = {step.title: step for step in derivation.steps}
    rate, slope = (shown(derivation)[title] for title in ("Their rates", "Slopes by positions"))
    assert len(rate) == len(slope) == 4
    inertia, potential = steps["Projection"].results.values()
    N = steps["Rates"].results["N"]
    np.testing.assert_allclose(*sampled(np.stack([N.T @ (rate - slope), inertia])), rtol=0.0, atol=1e-12)
    assert_leads_to_the_equations(derivation, inertia + potential - shown(derivation)["Other forces"])
    assert r"\partial L / \partial \dot q" not in derivation.latex(None)


@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize("kind", ["Euler parameters", "quasi-velocities", "angles"])
def test_steps_by_rates_of_the_kinetic_energy(kind, order):
    model = top() if kind == "Euler parameters" else top(angles="zxy")
    speeds = in_the_world(model) if kind == "quasi-velocities" else None
    derivation = da.explain(model, da.formulations.EnergyRates(order, speeds=speeds))
    steps = shown(derivation)
    assert ("Hamel's term" in steps) == (kind != "angles")
    slopes = (steps["Its slope"] - (1.0 + order) * steps["Slopes by positions"]) / order
    assert_leads_to_the_equations(derivation, slopes + steps.get("Hamel's term", 0.0) - steps["Forces"])


@pytest.mark.parametrize("kind", ["Euler parameters", "quasi-velocities"])
def test_steps_of_boltzmann_and_hamel(kind):
    model = top()
    speeds = in_the_world(model) if kind == "quasi-velocities" else None
    derivation = da.explain(model, da.BoltzmannHamel(speeds=speeds))
    steps = shown(derivation)
    total = steps["Their rates"] + steps["Hamel's term"] - steps["Slopes by positions"] - steps["Forces"]
    assert_leads_to_the_equations(derivation, total)


@pytest.mark.covers("F000-67")
@pytest.mark.parametrize(
    "principle",
    [
        *(
            kind()
            for kind in (da.Recursive, da.Jourdain, da.Gauss, da.formulations.LagrangeFirstKind, da.UdwadiaKalaba)
        ),
        *(kind(independent=["D"]) for kind in (da.Kane, da.Maggi)),
        *(
            da.Hamilton(form)
            for form in (
                da.formulations.ForceMultipliers(),
                da.formulations.MomentumMultipliers(),
                da.formulations.DiracMultipliers(),
            )
        ),
    ],
    ids=lambda one: type(getattr(one, "form", one)).__name__,
)
def test_every_derivation_ends_with_the_equations(principle):
    """All lines hold for accelerations by M a = f + G τ + E λ, with any λ where multipliers dropped out."""
    model = four_bar(0.5, 1.2, 0.75, 1.1, da.JointDamper("damper", "B", 0.2), da.Motor("motor", "A"))
    derivation = da.explain(model, principle)
    eom = derivation.equations
    a, lam = eom.a, eom.lam
    lines = derivation.lines or equation_lines(eom)
    parted = isinstance(principle, da.Kane | da.Maggi)
    has_multipliers = bool(
        set(lam) & set(inputs_of([x for line in lines for x in line if isinstance(x, da.expr.Node)]))
    )
    in_rates = isinstance(getattr(principle, "form", None), da.formulations.MomentumMultipliers)
    assert has_multipliers == (not parted and not in_rates)

    forces = eom.f + eom.G @ eom.tau + eom.constraint_force_matrix @ lam
    moving = lines[: -len(eom.phi)] if len(eom.phi) else lines
    balances = [(left, right) for left, right in moving if set(a) & set(inputs_of([left]))]
    sides = np.array([[x for line in balances for x in line]], dtype=object).reshape(len(balances), 2)
    values = sample_of(inputs_of([*sides.flat, *forces, *eom.M.flat, *a, *lam]))
    values |= dict(zip(a, np.linalg.solve(*(da.expr.evaluate(x, values) for x in (eom.M, forces))), strict=True))
    left, right = np.asarray(da.expr.evaluate(sides, values), dtype=float).T
    assert len(balances) == (1 if parted else len(a))
    np.testing.assert_allclose(left, right, rtol=0.0, atol=1e-10 * (1.0 + np.abs(left).max()))


# ---- constraints


@pytest.mark.parametrize("kind", [da.Kane, da.Maggi, da.formulations.Nonminimal])
def test_of_redundant_rows_as_many_are_solved_as_are_independent(kind):
    gear = example("planetary_gear").planetary_gear(2)
    eom = da.derive(gear, kind())
    rank = np.linalg.matrix_rank(sampled(eom.J))
    assert rank < len(eom.rows)
    parts = parted_speeds(eom, ())
    assert len(parts.dependent) == rank

    # all rows allow what is shown to be allowed, those left out too
    np.testing.assert_allclose(*sampled(np.stack([eom.J @ parts.A2.T, 0.0 * (eom.J @ parts.A2.T)])), atol=1e-12)
    assert "Independent speeds" in da.explain(gear, kind()).text(None)


@pytest.mark.parametrize("kind", [da.Kane, da.Maggi, da.formulations.Nonminimal])
def test_a_loop_that_moves_although_counting_says_no_has_an_independent_speed(kind):
    model = bennett()
    eom = da.derive(model, kind())
    parts = parted_speeds(eom, ())
    assert len(eom.rows) == 5
    assert (len(parts.independent), len(parts.dependent)) == (1, 2)
    state = da.assemble(model, q={"R1": 0.7}, guess={"R2": 1.0, "R3": -0.7})
    residual = da.as_dynamics(eom).evaluate({"JZ": eom.J @ parts.A2.T}, state)["JZ"]
    np.testing.assert_allclose(residual, 0.0, rtol=0.0, atol=1e-9)
    assert "independent are R" in da.explain(model, kind()).text(None)


def test_a_rolling_disc_is_placed_on_its_plane_to_choose_independent_speeds():
    disc = da.disc("disc", radius=da.param("r", 1.0), mass=1.0, axis="y")
    tread = da.Rolling("tread", disc, on=da.geometry.plane(da.ground, normal="z"))
    model = da.Model(da.Free("pose", da.ground, disc, angles="zxy", names=["yaw", "lean", "spin"]), tread)
    eom = da.derive(model, da.Kane())
    assert len(parted_speeds(eom, ()).independent) == 3
    assert "Projection" in da.explain(model, da.Kane()).text(None)


@pytest.mark.parametrize("kind", [da.Kane, da.Maggi, da.formulations.Nonminimal])
def test_independent_speeds_are_checked_like_those_of_a_run(kind):
    cases = {
        ("zz",): "no speed 'zz' to be independent",
        ("C",): "no speed 'C' to be independent",
        ("A", "B"): "1 of the speeds are independent, but 2 are named",
    }
    for names, words in cases.items():
        with pytest.raises(da.errors.FormulationError, match=words):
            da.explain(four_bar(), kind(independent=names))
        with pytest.raises(da.errors.FormulationError, match=words):
            da.derive(four_bar(), kind(independent=names)).accelerations  # noqa: B018
    steps = {step.title: step for step in da.explain(four_bar(), kind(independent=["D"])).steps}
    assert "independent are D.rate" in steps["Independent speeds"].why


def test_free_accelerations_where_something_has_no_mass():
    # a marker without mass, by which a bead is led; and a speed too many
    bead, s = da.particle("bead", mass=1.5), da.coordinate("s")
    r = da.position(bead)
    rows = (da.Holonomic("x", r[0] - 2.0 * da.sin(s)), da.Holonomic("y", r[1] - s**2))
    marked = da.Model(da.Translational("p", da.ground, bead), da.extend.extra_coordinate("s"), *rows)
    redundant = da.formulations.QuasiVelocities(
        {"a": da.speed("A"), "b": da.speed("B"), "sum": da.speed("A") + da.speed("B")}
    )
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.8, mass=0.5)
    arm = da.Model(da.Revolute("A", da.ground, upper), da.Revolute("B", upper["end"], lower))
    for model, principle in ((marked, da.UdwadiaKalaba()), (arm, da.UdwadiaKalaba(speeds=redundant))):
        derivation = da.explain(model, principle)
        eom, step = derivation.equations, next(x for x in derivation.steps if x.title == "Free accelerations")
        assert "M + Jᵀ D J" in step.why
        M, weights = eom.solution.definite_mass
        both = [M.to_array() @ step.results["a_0"], eom.f + eom.J.T @ (weights * eom.gamma)]
        f, expected = sampled(np.stack(both))
        np.testing.assert_allclose(f, expected, rtol=0.0, atol=1e-10)
        derivation.text(None)
