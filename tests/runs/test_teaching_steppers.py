"""The simple integrators of the sources on constrained systems, in the coordinates of the sources."""

import numpy as np
import pytest

import dalembert as da


def bar(name):
    """A bar of length 2 whose origin is its mass centre."""
    ends = {"left": da.spatial.Pose(p=(-1.0, 0.0, 0.0)), "right": da.spatial.Pose(p=(1.0, 0.0, 0.0))}
    return da.Body(name, da.Inertia(1.0, J=np.diag([1e-3, 1.0 / 3.0, 1.0 / 3.0])), ends)


def slider_crank():
    """X004-4: two bars of length 2, the end of the second on the x axis, spring and damper on its abscissa."""
    first, second = bar("first"), bar("second")
    x, v = da.position(second["right"])[0], da.velocity(second["right"])[0]
    return da.Model(
        da.Revolute("A", da.ground, first["left"], axis="z"),
        da.Revolute("B", first["right"], second["left"], axis="z"),
        da.relations.PointOnPlane("guide", second["right"], on=da.geometry.plane(da.ground, normal="y")),
        da.PointForce("spring", second["right"], (-50.0 * (x - 3.5) - 2.0 * v, 0.0, 0.0)),
        gravity=(0.0, -9.81, 0.0),
    )


@pytest.fixture(scope="module")
def dynamics():
    return da.as_dynamics(da.derive(slider_crank(), coordinates=da.formulations.AbsolutePlanar()))


def start(dynamics):
    model = slider_crank()
    angle = np.pi / 4
    return da.convert_state(model.state(q={"A": angle, "B": -2.0 * angle}), model, dynamics)


def angle_after(dynamics, step, drift, until=0.25):
    options = dict(until=until, times=[until], method=da.methods.ConstantAcceleration(step), stabilization=drift)
    return da.simulate(dynamics, start(dynamics), **options)["first.angle"][-1]


@pytest.mark.covers("F004-18")
def test_the_integrator_of_the_slides_gives_their_numbers_and_has_order_one(dynamics):
    found = [angle_after(dynamics, step, da.methods.NoStabilization()) for step in (1e-3, 5e-4)]
    assert found == pytest.approx([0.421036297715, 0.421331867011], abs=1e-11)
    errors = np.abs(np.array(found) - 0.421626764843)
    assert errors[0] / errors[1] == pytest.approx(2.0, rel=0.01)


@pytest.mark.covers("F001-16")
def test_algorithm_4_is_algorithm_3_with_stabilized_rows(dynamics):
    errors = [
        angle_after(dynamics, step, da.methods.Baumgarte.critical(10.0)) - 0.421626764843 for step in (1e-3, 5e-4)
    ]
    assert errors[0] / errors[1] == pytest.approx(2.0, rel=0.05)

    # the rows stay nearer to zero than without
    def worst(drift):
        motion = da.simulate(
            dynamics, start(dynamics), until=2.0, method=da.methods.ConstantAcceleration(1e-3), stabilization=drift
        )
        return motion.residuals["positions"].max()

    assert worst(da.methods.Baumgarte.critical(10.0)) < 0.5 * worst(da.methods.NoStabilization())


@pytest.mark.covers("F004-18")
def test_a_method_of_higher_order_meets_the_published_motion(dynamics):
    times = [0.1, 0.25, 0.5, 1.0]
    motion = da.simulate(dynamics, start(dynamics), until=1.0, times=times, method=da.methods.DOP853(1e-12, 1e-13))
    published = [0.711898309032, 0.421626764843, -0.252366585579, -0.575870053561]
    assert motion["first.angle"] == pytest.approx(published, abs=1e-11)
