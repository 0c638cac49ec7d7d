"""Angles of joints that close loops: whole turns are known only where they are counted."""

import pytest

import dalembert as da
from dalembert.errors import ModelError

SPEED = 3.0
"""A wheel that nothing turns but its start: its angle is SPEED · t."""


def wheel(*parts):
    disc = da.cylinder("disc", radius=0.5, length=0.1, mass=1.0)
    return da.Model(da.Revolute("j", da.ground, disc, axis="z"), *parts)


def turning(model, expression):
    eom = da.derive(model, coordinates=da.formulations.AbsolutePlanar())
    start = da.State(u={"disc.angle": SPEED})
    return da.simulate(eom, start, until=4.0, events=[da.Event("there", expression)], method=da.methods.RK4(1e-2))


def test_an_event_that_depends_on_turns_which_nobody_counts_is_refused():
    with pytest.raises(ModelError, match=r"event 'there' depends on the turns of 'j'.*let a part"):
        turning(wheel(), da.coordinate("j") - 4.0)


def test_an_event_of_a_counted_angle_happens_once():
    motion = turning(wheel(da.StateVariable("sum", rate=da.coordinate("j"))), da.coordinate("j") - 4.0)
    assert [event.t for event in motion.events] == pytest.approx([4.0 / SPEED], rel=1e-9)


def test_an_event_of_the_sine_of_an_angle_needs_no_turns():
    motion = turning(wheel(), da.sin(da.coordinate("j") - 0.5))
    assert [event.t for event in motion.events] == pytest.approx(
        [(0.5 + k * da.pi) / SPEED for k in range(4)], rel=1e-9
    )
