"""Friction without a solution, or with several: found, and said with the names of the force and of the joint."""

import logging

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import SolverError


def painleve(mu=2.0):
    """A rod whose end slides along a rough line that holds it, pushed or pulled."""
    rod = da.rod("rod", length=2.0, mass=1.0)
    friction = (
        -mu * da.expr.absolute_value(da.measures.multiplier("line")) * da.expr.sign(da.velocity(rod["end"])[0])
    )
    return da.Model(
        da.Planar("pose", da.ground, rod),
        da.Holonomic("line", da.position(rod["end"])[1]),
        da.PointForce("friction", rod["end"], [friction, 0.0, 0.0]),
        gravity=(0.0, -9.81, 0.0),
    )


def leaning(angle, speed, turning=0.0):
    """The rod leaning backwards, its lower end moving at a speed."""
    s, c = np.sin(angle), np.cos(angle)
    return da.State(
        q={"pose.angle": -angle, "pose.y": 2.0 * s},
        u={
            "pose.angle.rate": -turning,
            "pose.x.rate": speed + 2.0 * s * turning,
            "pose.y.rate": 2.0 * c * turning,
        },
    )


def closed_form(angle, mu_signed):
    """λ = λ₀ + b |λ|: the rod's end accelerates up by λ (1/m + cos²/I) + friction · sin cos/I."""
    I, s, c = 1.0 / 3.0, np.sin(angle), np.cos(angle)
    weight, b = 9.81 / (1.0 + c * c / I), mu_signed * s * c / I / (1.0 + c * c / I)
    found = [weight / (1.0 - b), weight / (1.0 + b)]
    return [lam for lam, sign in zip(found, (1.0, -1.0), strict=True) if lam * sign > 0.0]


@pytest.mark.covers("F000-30")
@pytest.mark.parametrize("angle", [0.3, 0.8, 1.2])
@pytest.mark.parametrize("speed", [1.0, -1.0])
def test_all_solutions_are_found(angle, speed):
    found = [w["multiplier('line')"] for w in da.diagnostics.reaction_solutions(painleve(), leaning(angle, speed))]
    np.testing.assert_allclose(found, closed_form(angle, 2.0 * speed), rtol=1e-12)


def test_without_a_solution_the_force_and_the_constraint_are_named():
    with pytest.raises(SolverError, match="'friction' by those of 'line': no solution is found"):
        da.as_dynamics(painleve()).accelerations(leaning(0.8, 1.0))


@pytest.mark.parametrize("method", [None, da.methods.RK4(1e-3)])
def test_a_run_that_comes_to_where_there_is_none_says_when_and_which(method):
    with pytest.raises(SolverError, match=r"at t = 0\.08.*'friction' by those of 'line': no solution") as error:
        da.simulate(painleve(), leaning(0.45, 16.0, 8.0), until=1.0, method=method)
    assert error.value.motion.times[-1] > 0.08


def test_a_run_that_starts_where_there_is_none_says_so():
    with pytest.raises(SolverError, match=r"at t = 0: .*'friction' by those of 'line': no solution"):
        da.simulate(painleve(), leaning(0.8, 1.0), until=1.0)


def test_several_solutions_at_the_start_are_noted_and_logged(caplog):
    with caplog.at_level(logging.WARNING):
        motion = da.simulate(painleve(), leaning(0.8, -1.0), until=1e-3)
    (record,) = caplog.records
    assert "the forces 'friction' have 2 solutions (multiplier('line') = 1.79838; " in record.getMessage()
    assert record.getMessage() in motion.notes


def test_one_solution_is_nothing_to_talk_about(caplog):
    da.simulate(painleve(), leaning(0.3, 1.0), until=1e-3)
    assert not caplog.records


def test_forces_that_follow_directly_need_no_search():
    body = da.Body("block", da.Inertia(mass=2.0, J=np.eye(3)))
    model = da.Model(
        da.Prismatic("slide", da.ground, body, axis="x"),
        da.JointForce("friction", "slide", -0.1 * da.reaction_force("slide")[2] * da.expr.sign(da.speed("slide"))),
        gravity=(0.0, 0.0, -9.81),
    )
    assert da.diagnostics.reaction_solutions(model, da.State()) == [{}]


def test_several_solutions_on_the_way_and_in_every_lane_are_noted():
    # rising, the second rod comes to where there are two
    dynamics = da.as_dynamics(painleve())
    starts = [leaning(0.3, -1.0), leaning(0.5, -4.0, 2.0)]
    counts = [len(da.diagnostics.reaction_solutions(dynamics, start)) for start in starts]
    assert counts == [1, 1]
    safe, reaching = da.batch(dynamics, starts, until=0.2)
    assert len(da.diagnostics.reaction_solutions(dynamics, reaching.state())) == 2
    assert any("have 2 solutions" in note and "instants until" in note for note in reaching.notes)
    assert not any("solutions" in note for note in safe.notes)
