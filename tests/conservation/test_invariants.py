"""Cyclic coordinates, conserved quantities, and how they are kept along runs."""

import numpy as np
import pytest

import dalembert as da
from examples import gyroscope

pytestmark = pytest.mark.slow

EXACT = da.methods.DOP853(1e-12, 1e-13)

TOTALS = [f"{kind}.{axis}" for kind in ("momentum", "angular momentum") for axis in "xyz"]


def cart_pendulum(*parts):
    cart, rod = da.particle("trolley", mass=2.0), da.rod("rod", length=1.0, mass=1.0)
    return da.Model(
        da.Prismatic("cart", da.ground, cart, axis="x"),
        da.Revolute("swing", cart, rod, axis="z"),
        *parts,
        gravity=(0.0, -9.81, 0.0),
    )


def hoop(law):
    """A bead on a hoop that is turned about a vertical diameter."""
    ring = da.Body("ring", da.Inertia(1.0, J=np.diag([0.3, 0.3, 0.6])))
    bead = da.particle("bead", mass=0.5)
    return da.Model(
        da.Revolute("turn", da.ground, ring, axis="z"),
        da.Revolute("angle", ring, bead.at(z=0.8), axis="y"),
        da.Drive("motor", "turn", law),
        gravity=(0.0, 0.0, -9.81),
    )


# ---- what is conserved


@pytest.mark.covers("F001-30")
def test_momenta_of_the_gyroscopes_cyclic_coordinates_are_found_and_kept():
    found = da.diagnostics.invariants(gyroscope.gyroscope())
    assert found.cyclic == ("turn", "spin")
    assert found.conserved == ("energy", "turn.momentum", "spin.momentum", "angular momentum.z")
    assert found["tilt.momentum"].changed_by == ("gravity", "kinetic energy")
    drifts = da.diagnostics.invariant_drifts(gyroscope.turn())
    assert tuple(drifts) == found.conserved
    assert max(drifts.values()) < 1e-10


def test_momenta_of_the_gyroscope_are_those_of_its_textbook():
    model = gyroscope.gyroscope()
    names = [f"{name}.momentum" for name in ("turn", "tilt", "spin")]
    found = da.as_dynamics(model).signals(names, gyroscope.start(model))
    np.testing.assert_allclose([*found.values()], [0.196349540849, 0.0, 0.392699081699], atol=5e-13)


@pytest.mark.covers("F001-30")
def test_a_heavy_symmetric_top_keeps_both_momenta_about_its_axes():
    top = da.Body("top", da.Inertia(1.0, (0.0, 0.0, 0.5), np.diag([0.2, 0.2, 0.1])))
    model = da.Model(da.Spherical("tip", da.ground, top), gravity=(0.0, 0.0, -9.81))
    found = da.diagnostics.invariants(model)
    # quaternions are not cyclic, but the spin of a symmetric body is constant
    assert found.cyclic == ()
    assert found.conserved == ("energy", "tip.wz.momentum", "angular momentum.z")
    start = model.state(q={"tip.e0": np.cos(0.2), "tip.e1": np.sin(0.2)}, u={"tip.wz": 30.0})
    assert (
        max(da.diagnostics.invariant_drifts(da.simulate(model, start, until=2.0, method=EXACT)).values()) < 1e-10
    )

    # without symmetry, the spin changes
    skew = da.Body("top", da.Inertia(1.0, (0.0, 0.0, 0.5), np.diag([0.2, 0.15, 0.1])))
    other = da.diagnostics.invariants(da.Model(da.Spherical("tip", da.ground, skew), gravity=(0.0, 0.0, -9.81)))
    assert other.conserved == ("energy", "angular momentum.z")


@pytest.mark.parametrize("coordinates", [da.formulations.Relative(), da.formulations.Absolute()], ids=repr)
def test_a_free_body_keeps_momentum_and_angular_momentum_and_loses_some_by_gravity(coordinates):
    def found(gravity):
        box = da.box("box", size=(0.4, 0.3, 0.2), mass=2.0)
        model = da.Model(da.Free("pose", da.ground, box), gravity=gravity)
        return da.diagnostics.invariants(da.derive(model, coordinates=coordinates))

    assert {"energy", *TOTALS} < set(found((0.0, 0.0, 0.0)).conserved)
    falling = found((0.0, 0.0, -9.81))
    assert {"energy", "momentum.x", "momentum.y", "angular momentum.z"} < set(falling.conserved)
    assert falling["momentum.z"].changed_by == falling["angular momentum.x"].changed_by == ("gravity",)


def test_a_spring_between_bodies_keeps_all_totals_and_one_to_the_ground_does_not():
    first, second = da.box("first", size=(0.4, 0.3, 0.2), mass=2.0), da.particle("second", mass=1.0)

    def found(anchor):
        return da.diagnostics.invariants(
            da.Model(
                da.Free("one", da.ground, first),
                da.Prismatic("two", first.at(x=1.0), second, axis="x"),
                da.Spring("spring", anchor, second, stiffness=50.0, rest_length=0.8),
            )
        )

    inner, outer = found(first.at(y=0.2)), found(da.ground.at(y=2.0))
    assert {"energy", *TOTALS} < set(inner.conserved)
    assert "energy" in outer.conserved
    assert not set(TOTALS).intersection(outer.conserved) - {"angular momentum.y"}
    assert outer["momentum.x"].changed_by == ("spring",)


# ---- what spoils it


@pytest.mark.covers("F001-19", "F001-30")
def test_the_cart_is_cyclic_until_a_spring_holds_it():
    free = da.diagnostics.invariants(cart_pendulum())
    assert free.cyclic == ("cart",)
    assert {"energy", "cart.momentum", "momentum.x"} == set(free.conserved)
    assert free["momentum.z"].is_zero

    held = da.diagnostics.invariants(cart_pendulum(da.JointSpring("spring", "cart", stiffness=3.0)))
    assert held.cyclic == held.absent == ()
    assert held.conserved == ("energy",)
    assert held["cart.momentum"].changed_by == held["momentum.x"].changed_by == ("spring",)


def test_a_damper_takes_energy_and_the_momentum_that_it_acts_along():
    along = da.diagnostics.invariants(cart_pendulum(da.JointDamper("brake", "cart", damping=0.1)))
    assert along.absent == ("cart",)
    assert along.cyclic == along.conserved == ()
    assert along["energy"].changed_by == along["cart.momentum"].changed_by == ("brake",)

    elsewhere = da.diagnostics.invariants(cart_pendulum(da.JointDamper("brake", "swing", damping=0.1)))
    assert elsewhere.cyclic == ("cart",)
    assert elsewhere["energy"].changed_by == ("brake",)


def test_an_input_counts_as_it_is_in_the_state():
    model = cart_pendulum(da.Motor("motor", "cart"))
    assert da.diagnostics.invariants(model).cyclic == ("cart",)
    pushed = da.diagnostics.invariants(model, model.state(tau={"motor": 2.0}))
    assert pushed.cyclic == pushed.conserved == ()
    assert pushed["energy"].changed_by == pushed["cart.momentum"].changed_by == ("motor",)


def test_a_law_of_time_takes_energy():
    wind = da.JointForce("wind", "swing", da.sin(da.time))
    found = da.diagnostics.invariants(cart_pendulum(wind))
    assert found["energy"].changed_by == ("wind",)
    assert found.cyclic == ("cart",)


# ---- constraints


@pytest.mark.parametrize("coordinates", [da.formulations.Relative(), da.formulations.Absolute()], ids=repr)
def test_the_jacobi_integral_of_a_driven_hoop_is_conserved_and_its_energy_is_not(coordinates):
    found = da.diagnostics.invariants(da.derive(hoop(3.0 * da.time), coordinates=coordinates))
    assert "hamiltonian" in found.conserved
    assert found["energy"].changed_by == ("motor",)
    assert not found.is_energy_conserved
    uneven = da.diagnostics.invariants(da.derive(hoop(da.sin(da.time)), coordinates=coordinates))
    assert not uneven["hamiltonian"].is_conserved


def test_the_jacobi_integral_of_the_hoop_is_that_of_the_textbook_and_is_kept_along_a_run():
    model, rate = hoop(3.0 * da.time), 3.0
    start = da.assemble(model, q={"angle": 0.4}, u={"angle": 0.7})
    motion = da.simulate(model, start, until=5.0, method=EXACT)
    # ½ m r² (θ̇² − Ω² sin² θ) + m g r cos θ of the bead, −½ J Ω² of the ring; the bead hangs at −z of its joint
    angle, speed = motion["angle"], motion["angle.rate"]
    m, r, g, J = 0.5, 0.8, 9.81, 0.6
    h = 0.5 * m * r**2 * (speed**2 - (rate * np.sin(angle)) ** 2) - m * g * r * np.cos(angle) - 0.5 * J * rate**2
    np.testing.assert_allclose(motion["hamiltonian"], h, rtol=1e-10)
    assert np.ptp(motion["energy"]) > 0.1
    assert da.diagnostics.invariant_drifts(motion)["hamiltonian"] < 1e-9


def test_without_moving_constraints_the_hamiltonian_is_the_energy():
    for model in (cart_pendulum(), gyroscope.gyroscope()):
        motion = da.simulate(model, until=0.5)
        np.testing.assert_allclose(motion["hamiltonian"], motion["energy"], rtol=1e-12, atol=1e-13)
        with pytest.raises(da.errors.ModelError, match="there is no quantity 'hamiltonian'"):
            da.diagnostics.invariants(model)["hamiltonian"]


def test_a_loop_in_space_keeps_its_momentum():
    """A four-bar linkage on a platform that floats freely, in relative coordinates."""
    base = da.box("base", size=(1.0, 0.5, 0.1), mass=4.0)
    crank, coupler, rocker = (da.rod(name, length=x, mass=x) for name, x in (("a", 0.3), ("b", 0.9), ("c", 0.7)))
    model = da.Model(
        da.Free("float", da.ground, base),
        da.Revolute("A", base.at(x=-0.4), crank, axis="z"),
        da.Revolute("B", crank["end"], coupler, axis="z"),
        da.Revolute("D", base.at(x=0.4), rocker, axis="z"),
        da.Coincident("C", coupler["end"], rocker["end"]),
    )
    guess = da.State(q={"A": 1.0, "B": -0.6, "D": 1.4})
    found = da.diagnostics.invariants(model, guess)
    assert {"energy", *TOTALS} < set(found.conserved)
    assert "C" in found["A.momentum"].changed_by


# ---- equations without bodies


def test_energies_alone_tell_the_invariants_too():
    """A bead in a plane, on a spoke that turns freely; then a hoop whose rotation stands in T."""
    (x, angle), (v, w) = da.expr.symbols("x angle"), da.expr.symbols("v w")
    spoke = da.formulations.TypedSystem([x, angle], [v, w]).from_energies(0.5 * v**2 + 0.5 * (1.0 + x**2) * w**2)
    found = da.diagnostics.invariants(spoke)
    assert found.cyclic == ("angle",)
    assert found.conserved == ("energy", "w.momentum")
    assert found["v.momentum"].changed_by == ("forces",)

    T, V = 0.5 * w**2 + 0.5 * (3.0 * da.sin(angle)) ** 2, -9.81 * da.cos(angle)
    assert da.diagnostics.invariants(da.formulations.TypedSystem([angle], [w]).from_energies(T, V)).conserved == (
        "hamiltonian",
    )


# ---- reports


def test_the_report_reads():
    text = str(da.diagnostics.invariants(cart_pendulum(da.JointDamper("brake", "cart", damping=0.1))))
    assert text.splitlines()[:4] == [
        "cyclic coordinates: none",
        "not in the Lagrangian, but moved by other forces: cart",
        "conserved: nothing",
        "energy is changed by brake",
    ]
    assert text.splitlines()[-1] == "always zero: momentum.z, angular momentum.x, angular momentum.y"


def test_drifts_show_what_a_coarse_method_loses():
    model = cart_pendulum()
    start = model.state(q={"swing": 1.0}, u={"cart": 0.5})
    exact, coarse = (
        da.simulate(model, start, until=5.0, method=method) for method in (EXACT, da.methods.RK4(0.05))
    )
    fine, poor = (da.diagnostics.invariant_drifts(motion) for motion in (exact, coarse))
    assert max(fine.values()) < 1e-10
    assert min(poor.values()) > 1e-6
    assert da.diagnostics.invariant_drifts(exact, ["energy"]) == {"energy": fine["energy"]}


def test_conservation_does_not_depend_on_the_formulation():
    model = cart_pendulum()
    relative, absolute = (
        da.diagnostics.invariants(da.derive(model, coordinates=choice))
        for choice in (da.formulations.Relative(), da.formulations.Absolute())
    )
    for name in ("energy", *TOTALS):
        assert relative[name].is_conserved == absolute[name].is_conserved, name


def test_each_input_shows_what_it_changes_however_weak_it_is_beside_others():
    """Two carts on crossed rails: one is pushed strongly at first, the other a little later."""
    first, second = da.particle("first", mass=1.0), da.particle("second", mass=1.0)
    model = da.Model(
        da.Prismatic("A", da.ground, first, axis="x"),
        da.Prismatic("B", da.ground, second, axis="y"),
        da.Motor("strong", "A"),
        da.Motor("weak", "B"),
    )
    pushes = da.control.SampledController(0.5, lambda state: {"strong": 5.0} if state.t < 0.5 else {"weak": 1.0})
    motion = da.simulate(model, model.state(u={"A": 1.0, "B": 1.0}), until=1.0, controller=pushes)
    assert not {"A.momentum", "B.momentum"} & set(da.diagnostics.invariant_drifts(motion))


def test_a_coordinate_that_turns_other_speeds_is_not_absent():
    """A body with two masses, along and across: its heading stands in L if this is written in rates."""
    (x, y, angle), (v, s, w) = da.expr.symbols("x y angle"), da.expr.symbols("v s w")
    c, n = da.cos(angle), da.sin(angle)
    rates = {"x": v * c - s * n, "y": v * n + s * c, "angle": w}
    eom = da.formulations.TypedSystem([x, y, angle], [v, s, w], rates=rates).from_energies(
        0.5 * v**2 + s**2 + 0.5 * w**2
    )
    found = da.diagnostics.invariants(eom)
    assert found.absent == found.cyclic == ()
    assert found.conserved == ("energy",)


def test_inputs_that_act_between_the_rows_spoil_what_they_change():
    model = da.Model(da.Prismatic("x", da.ground, da.particle("cart", mass=2.0), axis="x"), da.Motor("motor", "x"))
    push = da.control.SampledController(0.5, lambda state: {"motor": 3.0 if state.t == 0.5 else 0.0})
    motion = da.simulate(model, model.state(u={"x": 1.0}), until=1.5, times=[0.0, 1.5], controller=push)
    assert not motion.inputs.any()
    assert da.diagnostics.invariant_drifts(motion) == {}
    assert motion.energy_drift < 1e-12


def test_a_momentum_that_is_zero_does_not_drift():
    """A tumbling body thrown along x: its momentum along y is rounding."""
    model = da.Model(da.Free("place", da.ground, da.box("box", size=(0.1, 0.2, 0.3), mass=2.0)))
    start = da.State(u={"place.x.rate": 3.0, "place.wx": 0.3, "place.wy": 2.0, "place.wz": 1.0})
    motion = da.simulate(model, start, until=2.0)
    assert 0.0 < np.abs(motion["momentum.y"]).max() < 1e-14
    assert da.diagnostics.invariant_drifts(motion, ["momentum.y"])["momentum.y"] < 1e-13


def test_a_quantity_without_speeds_is_compared_with_itself():
    model = da.Model(da.Prismatic("x", da.ground, da.particle("bead", mass=1.0), axis="x"))
    motion = da.simulate(model, da.State(q={"x": 1.0}, u={"x.rate": 1.0}), until=1.0)
    assert da.diagnostics.invariant_drifts(motion, ["bead.position.x"])["bead.position.x"] == pytest.approx(0.5)


@pytest.mark.parametrize(("second", "of_first"), [("b.rate", 1.0), ("w", 0.0)])
def test_in_speeds_of_ones_own_no_force_element_is_taken_for_another(second, of_first):
    """A speed may be called like one of the model and mean another: what acts along that is not told apart."""
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.8, mass=0.5)
    model = da.Model(
        da.Revolute("a", da.ground, upper),
        da.Revolute("b", upper["end"], lower),
        da.JointDamper("bearing", "a", 0.3),
        gravity=(0.0, -9.81, 0.0),
    )
    speeds = da.formulations.QuasiVelocities(
        {"a.rate": da.speed("a"), second: da.speed("b") + of_first * da.speed("a")}
    )
    found = da.diagnostics.invariants(da.derive(model, da.Kane(speeds=speeds)))
    assert not any(one.is_conserved and not one.is_zero for one in found.quantities)
    energy = next(one for one in found.quantities if one.name == "energy")
    assert energy.changed_by == ("forces",)


def test_rows_of_accelerations_leave_speeds_free_and_change_the_energy():
    # from rest, by 2 rad/s² for a second: ½ (m l²/3) 2²
    arm = da.rod("arm", length=1.0, mass=1.0)
    model = da.Model(da.Revolute("A", da.ground, arm), da.Drive("drive", "A", acceleration=2.0))
    found = da.diagnostics.invariants(model)
    assert found.conserved == () and found["energy"].changed_by == ("drive",)
    assert da.simulate(model, until=1.0)["energy"][-1] == pytest.approx(2.0 / 3.0, rel=1e-9)

    # one that is linear in accelerations and asks for nothing keeps what it finds
    point = da.particle("point", mass=1.0)
    a = da.acceleration(point)
    for row, is_conserved in ((a[0] - 3.0 * a[1], True), (a[0] - 3.0 * a[1] - 1.0, False), (a[0] - a[2], False)):
        model = da.Model(
            da.Translational("T", da.ground, point),
            da.relations.AccelerationConstraint("row", row),
            gravity=(0.0, 0.0, -9.81),
        )
        state = da.State(u={"T.x": 1.0, "T.y": -0.4, "T.z": 0.3})
        change = np.ptp(da.simulate(model, state, until=0.5)["energy"])
        assert (change < 1e-9) == da.diagnostics.invariants(model).is_energy_conserved == is_conserved


def test_rows_of_speeds_leave_places_free():
    # the sleigh starts along x; a spring across acts as soon as it has turned
    sleigh = da.Body("sleigh", da.Inertia(1.0, (0.3, 0.0, 0.0), 0.1 * np.eye(3)))
    angle, v = da.coordinate("p.angle"), da.velocity(sleigh)
    model = da.Model(
        da.Planar("p", da.ground, sleigh),
        da.Nonholonomic("blade", v[1] * da.cos(angle) - v[0] * da.sin(angle)),
        da.JointSpring("spring", "p.y", 3.0),
    )
    found = da.diagnostics.invariants(model)
    assert found.conserved == ("energy",) and "p.y" not in found.absent
    assert "spring" in found["p.y.momentum"].changed_by
