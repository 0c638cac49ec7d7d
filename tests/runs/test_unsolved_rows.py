"""Rows that depend on others: accepted while the others imply them, reported where they contradict."""

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import AssemblyError, FormulationError, ModelError, SolverError

pytestmark = pytest.mark.slow

x, v, a, t = da.coordinate("p.x"), da.speed("p.x"), da.acceleration("p.x"), da.time
KINDS = {
    "position": da.Holonomic,
    "velocity": da.Nonholonomic,
    "acceleration": da.relations.AccelerationConstraint,
}
LEVELS = {"position": x, "velocity": v, "acceleration": a}


def falling(*relations: tuple[str, object]) -> da.Model:
    """A particle under gravity along z, with relations between what it does along x and zero."""
    rows = [KINDS[level](f"row {k}", relation) for k, (level, relation) in enumerate(relations, 1)]
    joint = da.Translational("p", da.ground, da.particle("ball", mass=1.0))
    return da.Model(joint, *rows, gravity=(0.0, 0.0, -9.81))


@pytest.mark.covers("F002-14")
@pytest.mark.parametrize("level", KINDS)
def test_rows_that_say_the_same_are_accepted(level):
    """Their J is of numbers only: that they depend on each other is known without any state."""
    law = {"position": t**3, "velocity": 3.0 * t**2, "acceleration": 6.0 * t}[level]
    relation = LEVELS[level] - law
    motion = da.simulate(falling((level, relation), (level, 2.0 * relation)), until=1.0)
    assert motion["p.x"][-1] == pytest.approx(1.0, abs=1e-12)
    assert motion["p.z"][-1] == pytest.approx(-9.81 / 2.0, rel=1e-12)
    assert "row 2 depends on row 1" in motion.notes[0]


@pytest.mark.covers("F002-14")
def test_a_row_of_accelerations_may_repeat_one_of_velocities():
    motion = da.simulate(falling(("velocity", v - t**2), ("acceleration", a - 2.0 * t)), until=1.0)
    assert motion["p.x"][-1] == pytest.approx(1.0 / 3.0, abs=1e-12)


@pytest.mark.covers("F002-14")
@pytest.mark.parametrize(
    ("level", "error", "message"),
    [
        ("position", ModelError, "does not satisfy 'row 2'"),
        ("velocity", ModelError, "does not satisfy 'row 2'"),
        ("acceleration", AssemblyError, "'row 2' contradicts 'row 1'"),
    ],
)
def test_rows_that_contradict_each_other_at_once_are_refused(level, error, message):
    relation = LEVELS[level]
    with pytest.raises(error, match=message):
        da.simulate(falling((level, relation), (level, relation - 1.0)), until=1.0)


@pytest.mark.covers("F002-14")
@pytest.mark.parametrize(
    "drift", [da.methods.Projection(), da.methods.Baumgarte.critical(10.0), da.methods.NoStabilization()], ids=repr
)
@pytest.mark.parametrize("level", KINDS)
def test_rows_that_contradict_each_other_later_end_the_run(level, drift):
    """x = 0 and x = t⁶ agree for a tenth of a second, to a millionth."""
    relation = LEVELS[level]
    model = falling((level, relation), (level, relation - t**6))
    with pytest.raises(SolverError, match=rf"at t = 0\.1\S* the {level} row 'row 2' does not hold") as caught:
        da.simulate(model, until=1.0, stabilization=drift)
    assert caught.value.motion.times[-1] == 1.0
    (motion,) = da.batch(model, [model.state()], until=1.0, stabilization=drift)
    assert "'row 2' does not hold" in motion.termination


@pytest.mark.covers("F002-14")
def test_a_row_that_another_implies_only_where_the_system_starts():
    relations = ("acceleration", a - 1.0), ("acceleration", a - 1.0 - x**3)
    with pytest.raises(SolverError, match="the acceleration row 'row 2' does not hold"):
        da.simulate(falling(*relations), until=1.0)


def test_accelerations_of_rows_that_say_the_same_are_not_asked_for_unawares():
    eom = da.derive(falling(("position", x), ("position", 2.0 * x)))
    with pytest.raises(
        FormulationError,
        match=r"the rows \['row [12]'\] depend on others, so that multipliers have no values; leave",
    ):
        _ = eom.accelerations
    found = da.as_dynamics(eom.without(["row 2"])).accelerations(da.State())
    np.testing.assert_allclose(list(found.values()), [0.0, 0.0, -9.81], rtol=0.0, atol=1e-14)


# ---- events that change which rows say the same


def twice():
    """A particle whose plane x = 0 is said by g, and by h as long as the angle a is zero; it slides along z."""
    p = da.particle("p", mass=1.0)
    x, _, z = da.position(p)
    a = da.param("a", 0.0)
    turned = da.Holonomic("h", x * da.cos(a) + z * da.sin(a))
    return da.Model(da.Translational("T", da.ground, p), da.Holonomic("g", x), turned, gravity=(10.0, 0.0, 2.0))


def run(then):
    return da.simulate(twice(), {}, until=0.3, events=[da.Event("e", da.time - 0.1, action=then)])


def test_a_row_that_a_parameter_frees_must_hold_from_then_on():
    with pytest.raises(da.errors.SolverError, match=r"the position row 'h' does not hold: .* an event set 'a'"):
        run(da.actions.Set({"a": 0.3}))
    motions = da.batch(
        twice(),
        [da.State(u={"T.z": w}) for w in (0.0, 1.0)],
        until=0.3,
        events=[da.Event("e", da.time - 0.1, action=da.actions.Set({"a": 0.3}))],
    )
    assert all("the position row 'h' does not hold" in motion.termination for motion in motions)


@pytest.mark.parametrize("row", ["g", "h"])
def test_what_says_the_same_takes_the_place_of_a_row_that_is_let_go(row):
    motion = run(da.actions.Switch(off=[row]))
    assert motion["T.x"][-1] == pytest.approx(0.0, abs=1e-12)
    assert motion["T.z"][-1] == pytest.approx(0.5 * 2.0 * 0.3**2, rel=1e-9)
    # without either it falls along x from there on
    assert run(da.actions.Switch(off=["g", "h"]))["T.x"][-1] == pytest.approx(0.5 * 10.0 * 0.2**2, rel=1e-9)


def test_a_row_that_others_imply_cannot_be_switched_on_besides():
    with pytest.raises(da.errors.SolverError, match="'e' switches 'h' on, but the rows g, h depend on each other"):
        run(da.actions.Switch(on=["h"]))
    exchanged = run(da.actions.Switch(on=["h"], off=["g"]))
    assert exchanged["T.x"][-1] == pytest.approx(0.0, abs=1e-12)
    assert exchanged["h.multiplier"][-1] == pytest.approx(-10.0, rel=1e-9)
