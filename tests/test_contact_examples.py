"""Toys and mechanisms with contacts: what comes out of their impacts and friction."""

import numpy as np
import pytest

import dalembert as da
from dalembert.contact.contact_events import ContactEvent
from tests.examples import example, numbers
from tests.oracles.contact_law import assert_lawful

pytestmark = pytest.mark.slow

STEPPED = 1e-4
"""By how much Moreau's time stepping, in steps of 1e-5 s, is off after two cycles: twice what its last halving
changed."""


def test_the_woodpecker_walks_down_as_by_time_stepping():
    """Upright at 0.21930 and 0.36540 s by Moreau's midpoint rule, in a program of its own for these equations."""
    found = numbers("woodpecker")
    assert found["upright"][:3] == pytest.approx([0.07346695, 0.21931, 0.36541], abs=STEPPED)
    assert found["heights"][:3] == pytest.approx([-0.0056227, -0.024936, -0.044507], abs=0.6 * STEPPED)
    # from then on every cycle is nearly the same, and the sleeve sticks once in each
    assert np.diff(found["upright"])[1:] == pytest.approx([0.146] * 4, abs=2e-4)
    assert len(found["jammed"]) == 7


def test_what_the_woodpecker_loses_its_weight_gives():
    found = numbers("woodpecker")
    motion = found["motion"]
    assert found["balance"] < 1e-7 * np.abs(motion["energy"]).max()
    assert 0.0 < found["impacts take"] < found["weight gives"]
    assert np.ptp(motion["height"]) == pytest.approx(0.121, abs=1e-3)


def motions_of(name):
    found = numbers(name)
    return found.get("motions") or {name: found["motion"]}


@pytest.mark.parametrize("name", ["woodpecker", "impact_mechanisms", "tippe_top", "geneva_drive"])
def test_the_laws_of_contact_hold_all_along_and_no_impact_gives_energy(name):
    """The sleeve of the woodpecker opens where its force vanishes; a step later rounding closed it again."""
    for motion in motions_of(name).values():
        assert_lawful(motion)
        assert max(event.work for event in motion.events if isinstance(event, ContactEvent)) <= 0.0
        assert np.abs(motion.energy_balance).max() < 5e-8 * np.abs(motion["energy"]).max()


def test_a_wheel_of_spokes_walks_at_the_speed_of_the_formula():
    found = numbers("impact_mechanisms")
    (before, after), speeds = example("impact_mechanisms").steady_speeds(), found["speeds"]
    # each step takes the same part of the speed, whatever it is
    assert speeds[:, 1] / speeds[:, 0] == pytest.approx(np.full(len(speeds), after / before), rel=1e-9)
    # squares of speeds come nearer to the steady one by the square of that part, until the run is no more exact
    off = speeds[:, 0] ** 2 - before**2
    assert off[1:] / off[:-1] == pytest.approx(np.full(len(off) - 1, (after / before) ** 2), rel=1e-5)
    assert found["balances"]["wheel"] < 1e-7


def test_a_stop_takes_the_energy_of_what_it_feels_of_the_mechanism():
    """½ m v² (1 − e²), m being twice the kinetic energy over the squared speed of the slider."""
    hit, motion = (numbers("impact_mechanisms")[key] for key in ("hit", "motions"))
    before, after = hit.state, hit.after
    assert after.u["slide"] == pytest.approx(-0.5 * before.u["slide"], rel=1e-12)
    lost = float(motion["stop"].dynamics.evaluate({"T": da.energies.kinetic_energy()}, before)["T"]) * (
        1.0 - 0.5**2
    )
    assert -hit.work == pytest.approx(lost, rel=1e-9)


def test_two_corners_of_a_loose_slider_hit_its_guide_at_once():
    found = numbers("impact_mechanisms")
    motion, corners = found["motions"]["clearance"], found["corners"]
    assert corners[0].name == "roof impact"
    assert [part.name for part in corners[0].parts] == ["roof 1 impact", "roof 2 impact"]
    for name in ("roof 1", "roof 2", "bed 1", "bed 2"):
        assert motion[f"{name}.normal.multiplier"].min() >= -1e-9
        assert motion[f"{name}.normal.residual"].min() >= -1e-12
    # the slider lies against the roof until the load turns, and lets go of it with both corners
    (*first_ends, first_mode), (*second_ends, second_mode) = (motion.phases(f"roof {k}")[1] for k in (1, 2))
    assert first_ends == pytest.approx(second_ends, abs=1e-8)
    assert first_mode == second_mode
    assert found["balances"]["clearance"] < 1e-5 * motion["energy"][0]


def test_a_tippe_top_gets_up_on_its_stem_by_contensous_friction_alone():
    found = numbers("tippe_top")
    turned, upright = (found["tilts"][name][-1] for name in ("Contensou", "Coulomb"))
    assert turned > 175.0
    assert upright < 5.0
    # its centre of mass is as high as the sphere says on which it spins
    motion, top = found["motions"]["Contensou"], example("tippe_top")
    height = top.STEM - top.STEM_UP * np.cos(np.radians(turned))
    assert motion["pose.z"][-1] == pytest.approx(height, abs=1e-9)
    assert motion.phases("stem")[-1][2] == "slipping"
    assert motion.phases("belly")[-1][2] == "open"
    assert max(found["balances"].values()) < 1e-8 * motion["energy"][0]
