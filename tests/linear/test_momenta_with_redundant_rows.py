"""Small motions in coordinates and momenta, where rows are redundant or lie across the axes of the world."""

import numpy as np
import pytest
from scipy.optimize import brentq

import dalembert as da
from dalembert.dynamics.as_dynamics import as_dynamics

LEVEL = np.eye(3)
TILTED = np.asarray(da.spatial.rotation((0.3, -0.5, 0.8), 1.1), dtype=float)

# per unit of the angle that all cranks share
INERTIA = 3 * 0.5 * 0.4**2 / 3.0 + 1.2 * 0.4**2
WEIGHT = 9.81 * (3 * 0.5 * 0.2 + 1.2 * 0.4)
ANGLE = float(brentq(lambda q: 60.0 * (q - 0.9) + WEIGHT * np.cos(q), 0.0, 1.5))
PAIR = np.roots([INERTIA, 1.0, 60.0 - WEIGHT * np.sin(ANGLE)])


def parallelogram(rotation):
    """Three equal cranks carry a bar: of six rows in space three hold the loops."""
    cranks = [da.rod(f"crank {k}", length=0.4, mass=0.5) for k in range(3)]
    bar = da.rod("bar", length=2.0, mass=1.2)
    feet = [da.ground.at(*(rotation @ [float(k), 0.0, 0.0]), rotation=rotation) for k in range(3)]
    return da.Model(
        *(da.Revolute(f"A{k}", foot, crank) for k, (foot, crank) in enumerate(zip(feet, cranks, strict=True))),
        da.Revolute("B0", cranks[0]["end"], bar),
        da.Revolute("B1", bar.at(1.0), cranks[1]["end"]),
        da.Revolute("B2", bar.at(2.0), cranks[2]["end"]),
        da.JointSpring("spring", "A0", 60.0, 0.9),
        da.JointDamper("damper", "A0", 1.0),
        gravity=tuple(rotation @ [0.0, -9.81, 0.0]),
    )


def at_rest(model, form):
    """Equations of a form, and the state of rest."""
    eom = da.derive(model, da.Hamilton(form))
    rest = da.State(q={"A0": ANGLE, "A1": ANGLE, "A2": ANGLE, "B0": -ANGLE})
    return eom, da.convert_state(rest, model, eom)


@pytest.mark.parametrize(
    "form", [da.formulations.ForceMultipliers(), da.formulations.DiracMultipliers(2.0)], ids=["A", "C"]
)
def test_forms_that_keep_momenta_have_the_pair_of_the_closed_form(form):
    linear = da.linearize(*at_rest(parallelogram(TILTED), form))
    assert linear.states == ("A0", "A0.momentum")
    np.testing.assert_allclose(np.sort_complex(linear.modes().values), np.sort_complex(PAIR), rtol=1e-9)


@pytest.mark.parametrize(("alpha", "rotation"), [(2.0, LEVEL), (0.0, TILTED)], ids=["level", "tilted"])
def test_in_form_B_all_momenta_are_free_and_the_pair_is_that_of_the_closed_form(alpha, rotation):
    eom, rest = at_rest(parallelogram(rotation), da.formulations.MomentumMultipliers(alpha))
    linear = da.linearize(eom, rest)
    assert linear.states == ("A0", *eom.speeds)
    values = sorted(linear.modes().values, key=abs)
    np.testing.assert_allclose(values[:3], 0.0, atol=1e-6)
    np.testing.assert_allclose(np.sort_complex(values[3:]), np.sort_complex(PAIR), rtol=1e-9)


def test_in_form_B_redundant_rows_of_a_tilted_loop_are_counted_and_left_out():
    eom, rest = at_rest(parallelogram(TILTED), da.formulations.MomentumMultipliers())
    found = da.mobility(eom, rest)
    assert (found.degrees_of_freedom, len(found.redundant_rows)) == (1, 3)
    motion = da.simulate(eom, rest, until=0.3)
    np.testing.assert_allclose(motion["A0"], ANGLE, atol=1e-7)


def test_in_form_B_slopes_of_rates_are_finite_differences_of_these():
    model = parallelogram(TILTED)
    eom = da.derive(model, da.Hamilton(da.formulations.MomentumMultipliers(2.0)))
    state = da.State(
        q={"A0": 0.6, "A1": 0.6, "A2": 0.6, "B0": -0.6},
        u=dict.fromkeys(("A0.rate", "A1.rate", "A2.rate"), 1.7) | {"B0.rate": -1.7},
    )
    at = da.convert_state(state, model, eom)
    linear = da.linearize(eom, at)
    reduced = eom.without(da.mobility(eom, at).redundant_rows)
    dynamics, rate = as_dynamics(reduced), reduced.first_order().rate

    def rates(y):
        q = dict(zip(("A0", "A1", "A2", "B0"), (y[0], y[0], y[0], -y[0]), strict=True))
        return np.asarray(dynamics.evaluate(rate, da.State(q=q, u=dict(zip(eom.speeds, y[1:], strict=True)))))

    y, h = np.array([0.6, *(at.u[name] for name in eom.speeds)]), 1e-5
    columns = [(rates(y + h * step) - rates(y - h * step)) / (2.0 * h) for step in np.eye(len(y))]
    own = [(*eom.coordinates, *eom.speeds).index(name) for name in linear.states]
    np.testing.assert_allclose(linear.A, np.stack(columns, axis=1)[own], atol=1e-8 * np.abs(linear.A).max())
