"""Dirac's constraints of coordinates and momenta."""

import numpy as np
import pytest

import dalembert as da
from tests.oracles.canonical import ATOL_RUN, METHOD, PX, PY, X, Y, bead, of_one

# ---- Dirac's constraints


@pytest.mark.covers("F001-27")
def test_a_circle_by_constraints_of_ones_own_is_that_by_a_row():
    pair = {"circle": X**2 + Y**2 - 1.0, "its rate": X * PX + Y * PY}
    free = bead()
    own = da.derive(free, da.Hamilton(da.formulations.DiracMultipliers(further=pair)))
    row = da.derive(
        bead(da.Holonomic("circle", X**2 + Y**2 - 1.0)), da.Hamilton(da.formulations.DiracMultipliers())
    )
    q, p = {"x": 0.6, "y": -0.8}, {"x.momentum": 0.8, "y.momentum": 0.6}
    start = da.State(q=q, u=p)
    first, second = (da.simulate(eom, start, until=2.0, method=METHOD) for eom in (own, row))
    for name in (*q, *p):
        np.testing.assert_allclose(first[name], second[name], rtol=0.0, atol=ATOL_RUN, err_msg=name)

    # {φ, φ̇} = Φ M⁻¹ Φᵀ
    found = of_one(row, {"brackets": row.balance.form.brackets}, start)["brackets"]
    np.testing.assert_allclose(found, [[0.0, 4.0 / 1.5], [-4.0 / 1.5, 0.0]], rtol=0.0, atol=1e-14)


@pytest.mark.covers("F001-27")
def test_momenta_tied_to_places_go_around():
    # χ = (pₓ + ½ b y, p_y − ½ b x) with {χ₁, χ₂} = b leave b ẋ = −∂H/∂y, b ẏ = ∂H/∂x of H on χ = 0
    b, k, m = 2.0, 3.0, 1.5
    spring = da.Potential("spring", 0.5 * k * (X**2 + Y**2))
    chi = {"first": PX + 0.5 * b * Y, "second": PY - 0.5 * b * X}
    eom = da.derive(bead(spring, mass=m, gravity=0.0), da.Hamilton(da.formulations.DiracMultipliers(further=chi)))
    start = da.State(q={"x": 0.7}, u={"y.momentum": 0.35 * b})
    found = of_one(eom, {"brackets": eom.balance.form.brackets}, start)["brackets"]
    np.testing.assert_allclose(found, [[0.0, b], [-b, 0.0]], rtol=0.0, atol=1e-14)
    motion = da.simulate(eom, start, until=3.0, method=METHOD)
    rate = b / (4.0 * m) + k / b
    np.testing.assert_allclose(motion["x"], 0.7 * np.cos(rate * motion.times), rtol=0.0, atol=ATOL_RUN)
    np.testing.assert_allclose(motion["y"], 0.7 * np.sin(rate * motion.times), rtol=0.0, atol=ATOL_RUN)
    np.testing.assert_allclose(motion["x.momentum"], -0.5 * b * motion["y"], rtol=0.0, atol=ATOL_RUN)


@pytest.mark.covers("F001-27")
def test_a_single_constraint_is_refused():
    with pytest.raises(
        da.errors.FormulationError, match=r"a single constraint of Dirac is always singular.*its rate"
    ):
        da.derive(bead(), da.Hamilton(da.formulations.DiracMultipliers(further={"circle": X**2 + Y**2 - 1.0})))


@pytest.mark.covers("F001-27")
@pytest.mark.parametrize(
    "further",
    [
        {"x": X - 0.3, "y": Y},
        {"circle": X**2 + Y**2 - 1.0, "line": X - Y},
        {"circle": X**2 + Y**2 - 1.0, "its rate": X * PX + Y * PY, "line": X},
    ],
    ids=["both places", "commuting", "odd number"],
)
def test_constraints_of_the_first_class_are_refused(further):
    with pytest.raises(
        da.errors.FormulationError, match=rf"brackets of the {len(further)} constraints is singular"
    ):
        da.derive(bead(), da.Hamilton(da.formulations.DiracMultipliers(further=further)))


@pytest.mark.covers("F001-27")
def test_what_is_no_constraint_of_coordinates_and_momenta_is_refused():
    def refused(value, match):
        with pytest.raises(da.errors.FormulationError, match=match):
            da.derive(
                bead(), da.Hamilton(da.formulations.DiracMultipliers(further={"line": X, "its rate": value}))
            )

    refused(
        da.expr.symbol("z.momentum"), r"'its rate' of Dirac has 'z\.momentum' in it.*'x\.momentum', 'y\.momentum'"
    )
    refused(da.acceleration("x"), "follows from all forces")

    # a speed is a function of momenta
    eom = da.derive(
        bead(), da.Hamilton(da.formulations.DiracMultipliers(further={"line": X, "its rate": da.speed("x")}))
    )
    found = of_one(eom, {"brackets": eom.balance.form.brackets}, da.State())["brackets"]
    np.testing.assert_allclose(found, [[0.0, 1.0 / 1.5], [-1.0 / 1.5, 0.0]], rtol=0.0, atol=1e-14)


TIED = {"first": PX + Y, "second": PY - X}


@pytest.mark.covers("F001-27")
@pytest.mark.parametrize("damping", [0.0, 0.3])
def test_signals_with_constraints_of_ones_own_are_those_of_the_true_rates(damping):
    """By w = x + i y it is (2 − i d) ẇ = i (1 / m + k) w; M⁻¹ p has another size and direction."""
    k, m = 3.0, 1.0
    dampers = [da.JointDamper(f"damper {name}", name, damping) for name in ("x", "y")] if damping else []
    model = bead(da.Potential("spring", 0.5 * k * (X**2 + Y**2)), *dampers, mass=m, gravity=0.0)
    eom = da.derive(model, da.Hamilton(da.formulations.DiracMultipliers(further=TIED)))
    motion = da.simulate(eom, da.State(q={"x": 0.7}, u={"y.momentum": 0.7}), until=2.0, method=METHOD)
    factor = 1j * (1.0 / m + k) / (2.0 - 1j * damping)
    place = 0.7 * np.exp(factor * motion.times)
    for names, exact in (
        (("x", "y"), place),
        (("x.rate", "y.rate"), factor * place),
        (("bead.velocity.x", "bead.velocity.y"), factor * place),
        (("x.acceleration", "y.acceleration"), factor**2 * place),
    ):
        for name, values in zip(names, (exact.real, exact.imag), strict=True):
            np.testing.assert_allclose(motion[name], values, rtol=0.0, atol=ATOL_RUN, err_msg=name)
    kinetic = 0.5 * m * np.abs(factor * place) ** 2
    np.testing.assert_allclose(motion["kinetic energy"], kinetic, rtol=0.0, atol=ATOL_RUN)
    np.testing.assert_allclose(motion.energy_balance, 0.0, rtol=0.0, atol=ATOL_RUN)
    assert motion.residuals["dynamics"].max() < 1e-13
    balance = eom.M @ eom.accelerations - eom.f - eom.r
    np.testing.assert_allclose(of_one(eom, {"balance": balance}, motion.state())["balance"], 0.0, atol=1e-13)


@pytest.mark.covers("F001-27")
@pytest.mark.parametrize(
    "law", [da.speed("x") * da.expr.absolute_value(da.speed("x")), da.expr.sign(da.speed("x"))]
)
def test_forces_that_make_multipliers_implicit_are_refused(law):
    model = bead(da.JointForce("drag", "x", -0.3 * law))
    with pytest.raises(
        da.errors.FormulationError, match=r"not linear in the speeds.*implicit equation; use linear ones"
    ):
        da.derive(model, da.Hamilton(da.formulations.DiracMultipliers(further=TIED)))


@pytest.mark.covers("F001-27")
def test_rows_and_constraints_of_ones_own_hold_together():
    # a row holds z, and what is tied goes around beside it
    third = da.Body("third")
    particle, frame = da.particle("bead", mass=1.5), da.Body("frame")
    model = da.Model(
        da.Prismatic("x", da.ground, frame, axis="x"),
        da.Prismatic("y", frame, third, axis="y"),
        da.Prismatic("z", third, particle, axis="z"),
        da.Holonomic("rail", da.coordinate("z") - 0.3 * X),
        da.Potential("spring", 1.5 * (X**2 + Y**2)),
    )
    eom = da.derive(model, da.Hamilton(da.formulations.DiracMultipliers(further=TIED)))
    start = da.State(q={"x": 0.7, "z": 0.21}, u={"y.momentum": 0.7})
    motion = da.simulate(eom, start, until=2.0, method=METHOD)
    for name, value in motion.residuals.items():
        assert value.max() < 1e-10, name
    exact = np.gradient(motion["z"], motion.times, edge_order=2)
    np.testing.assert_allclose(motion["z.rate"][1:-1], exact[1:-1], rtol=0.0, atol=1e-4)


@pytest.mark.covers("F001-27")
def test_constraints_of_ones_own_hold_from_the_start_and_are_kept():
    pair = {"circle": X**2 + Y**2 - da.param("radius", 1.0) ** 2, "its rate": X * PX + Y * PY}
    eom = da.derive(bead(), da.Hamilton(da.formulations.DiracMultipliers(further=pair)))
    for start in (
        da.State(q={"x": 2.0}),
        da.State(q={"x": 1.0}, u={"x.momentum": 0.1}),
        da.State(q={"x": 1.0}, p={"radius": 2.0}),
    ):
        with pytest.raises(
            da.errors.ModelError, match=r"constraint '.*' of Dirac is .* at the start instead of zero"
        ):
            da.simulate(eom, start, until=1.0)

    def worst(drift, **p):
        start = da.State(q={"x": p.get("radius", 1.0)}, u={"y.momentum": 1.0}, p=p)
        return (
            da.simulate(eom, start, until=50.0, method=da.methods.RK4(0.05), stabilization=drift)
            .residuals["c"]
            .max()
        )

    assert worst(None) < 1e-12
    assert worst(da.methods.Projection(), radius=2.0) < 1e-12
    assert worst(da.methods.NoStabilization()) > 1e-8


@pytest.mark.covers("F001-27")
def test_integrals_and_inputs_in_constraints_of_ones_own_are_refused():
    model = bead(da.StateVariable("sum", rate=X), da.Motor("motor", "x"))
    for value, name in ((da.measures.state_variable("sum"), "sum"), (da.expr.symbol("motor"), "motor")):
        further = {"first": PX + value, "second": PY - X}
        with pytest.raises(da.errors.FormulationError, match=f"'first' of Dirac has '{name}' in it"):
            da.derive(model, da.Hamilton(da.formulations.DiracMultipliers(further=further)))
