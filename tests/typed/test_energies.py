"""Equations from energies, against bodies and reference numbers."""

import numpy as np
import pytest

import dalembert as da
from tests.oracles.typed_systems import (
    GRAVITY,
    METHOD,
    PRINTED,
    RTOL_RUN,
    accelerations,
    numbers,
    signals,
    slider_crank,
)

SOLVERS = [
    da.solvers.AugmentedMatrix(),
    da.solvers.BlockInverse(),
    da.solvers.ObliqueProjector(),
    da.solvers.NullSpace(),
    da.solvers.CoordinatePartitioning(),
    da.solvers.FullOrderForm(),
    da.solvers.WeightedPseudoinverse(),
    da.solvers.StackedPseudoinverse(),
    da.solvers.OneAtATime(),
]


def double_pendulum():
    """Two solid cylinders in a vertical plane, the second angle relative: exercises 1 and 5."""
    q, u = da.expr.symbols("q1 q2"), da.expr.symbols("u1 u2")
    (l1, l2), (r1, r2), (m1, m2) = (0.7, 0.6), (0.15, 0.125), (2.5, 1.5)
    places = [l1 / 2 * direction(q[0]), l1 * direction(q[0]) + l2 / 2 * direction(q[0] + q[1])]
    T, V = 0.0, 0.0
    for m, l, r, place, w in zip((m1, m2), (l1, l2), (r1, r2), places, (u[0], u[0] + u[1]), strict=True):
        v = da.expr.time_derivative(place, dict(zip(q, u, strict=True)))
        T, V = T + 0.5 * m * (v @ v) + 0.5 * m * (l**2 / 12 + r**2 / 4) * w**2, V + m * GRAVITY * place[1]
    return da.formulations.TypedSystem(q, u).from_energies(T, V)


def direction(angle):
    return np.array([da.cos(angle), da.sin(angle)])


@pytest.mark.covers("F001-20")
def test_energies_of_two_links_give_their_mass_matrix_bias_and_gravity():
    eom = double_pendulum()
    q, u = (0.3, -0.7), (1.0, -2.0)
    M, f = numbers(eom, eom.M, q, u), numbers(eom, eom.f, q, u)
    g = -numbers(eom, eom.f, q, (0.0, 0.0))
    expected = [[1.825105786323, 0.426784663995], [0.426784663995, 0.185859375]]
    assert pytest.approx(np.array(expected), abs=PRINTED) == M
    assert g == pytest.approx([22.106836852796, 4.066023758026], abs=PRINTED)
    assert -f - g == pytest.approx([0.0, -0.20292857148], abs=PRINTED)
    assert accelerations(eom, q, u) == pytest.approx([-15.662357162085, 15.180071773288], abs=1e-11)
    found = signals(eom, ["kinetic energy", "potential energy", "q1.momentum", "u2.momentum", "hamiltonian"], q, u)
    assert found == pytest.approx(
        [0.430702315172, 3.861590190523, 0.971536458333, 0.055065913995, 4.292292505695], abs=PRINTED
    )


@pytest.mark.covers("F001-20")
def test_energies_of_two_links_give_the_motion_of_a_model_of_two_links():
    first = da.rod("first", length=0.7, radius=0.15, mass=2.5)
    second = da.rod("second", length=0.6, radius=0.125, mass=1.5)
    model = da.Model(
        da.Revolute("q1", da.ground, first, axis="z"),
        da.Revolute("q2", first["end"], second, axis="z"),
        gravity=(0.0, -GRAVITY, 0.0),
    )
    typed = double_pendulum()
    by_bodies = da.simulate(model, model.state(q={"q1": 0.3, "q2": -0.7}), until=2.0, method=METHOD)
    by_energies = da.simulate(typed, typed.state(q={"q1": 0.3, "q2": -0.7}), until=2.0, method=METHOD)
    for name in ("q1", "q2", "energy"):
        assert by_energies[name] == pytest.approx(by_bodies[name], abs=RTOL_RUN)
    assert by_energies.energy_drift < 1e-10
    assert by_energies.residuals["dynamics"].max() < 1e-11


@pytest.mark.covers("F001-20")
@pytest.mark.parametrize("solver", [None, *SOLVERS], ids=lambda solver: type(solver).__name__)
def test_a_constraint_on_energies_has_its_multiplier_by_every_solver(solver):
    eom = slider_crank(solver)
    state = (np.pi / 3, -2 * np.pi / 3), (0.5, -1.0)
    assert accelerations(eom, *state) == pytest.approx([-2.560753175473, 5.121506350946], abs=PRINTED)
    assert signals(eom, ["tip.multiplier"], *state) == pytest.approx([7.249246824527], abs=PRINTED)


def test_a_constrained_run_has_the_reference_positions_and_multipliers():
    eom = slider_crank()
    start = da.assemble(eom, q={"q1": np.pi / 3}, guess={"q2": -2.0})
    assert start.q["q2"] == pytest.approx(-2 * np.pi / 3)
    times = [0.25, 0.5, 0.75, 1.0]
    motion = da.simulate(eom, start, until=1.0, times=times, method=METHOD)
    assert motion["q1"] == pytest.approx(
        [0.966919924722, 0.664456839470, -0.360141673503, -1.460832869578], abs=1e-9
    )
    assert motion["tip.multiplier"][:3] == pytest.approx([6.9647196357, 4.019499654463, 18.297625702246], abs=1e-8)
    assert np.abs(motion["tip.residual"]).max() < 1e-13


def gyroscope():
    """Yoke, beam and rotor, turning about z, y and x, with all masses one: X001-D."""
    q, u = da.expr.symbols("q1 q2 q3"), da.expr.symbols("u1 u2 u3")
    s2, c2, s3, c3 = da.sin(q[1]), da.cos(q[1]), da.sin(q[2]), da.cos(q[2])
    w2 = np.array([-s2 * u[0], u[1], c2 * u[0]])
    w3 = np.array([u[2] - s2 * u[0], c2 * s3 * u[0] + c3 * u[1], c2 * c3 * u[0] - s3 * u[1]])
    I2, I3 = np.array([0.125, 3.0625, 3.083]), np.array([1 / 2, 1 / 12 + 1 / 4, 1 / 12 + 1 / 4])
    speed2 = (c2 * u[0]) ** 2 + u[1] ** 2
    T = 0.25 * u[0] ** 2 + 0.5 * (I2 * w2) @ w2 + 0.5 * speed2 + 0.5 * (I3 * w3) @ w3 + 4.5 * speed2
    V = GRAVITY * (1.5 + 5.0 - 2.0 * s2)
    return da.formulations.TypedSystem(q, u).from_energies(T, V)


@pytest.mark.covers("F001-20")
def test_the_gyroscope_from_its_energies_has_the_reference_motion_and_constant_momenta():
    eom = gyroscope()
    start = eom.state(q={"q2": -np.pi / 6}, u={"u3": np.pi / 4})
    state = [*start.q.values()], [*start.u.values()]
    assert numbers(eom, eom.M, *state) == pytest.approx(
        np.array([[10.7185, 0.0, 0.25], [0.0, 13.395833333333, 0.0], [0.25, 0.0, 0.5]]), abs=PRINTED
    )
    assert accelerations(eom, *state) == pytest.approx([0.0, 1.268410706482, 0.0], abs=PRINTED)
    assert signals(eom, ["kinetic energy", "energy", "q1.momentum", "q3.momentum"], *state) == pytest.approx(
        [0.154212568767, 73.729212568767, 0.196349540849, 0.392699081699], abs=PRINTED
    )
    motion = da.simulate(eom, start, until=5.0, times=[0.5, 1.0, 2.0, 5.0], method=METHOD)
    assert motion.states[:, :3] == pytest.approx(
        np.array(
            [
                [0.000801347782, -0.362753835833, 0.392366464820],
                [0.006028304473, 0.140615198994, 0.784617219365],
                [0.257704678853, 2.020080097149, 1.807084332403],
                [0.318396464874, 2.278184492243, 4.192270428703],
            ]
        ),
        abs=1e-9,
    )
    for name in ("q1.momentum", "q3.momentum", "energy"):
        assert np.ptp(motion[name]) < 1e-9
