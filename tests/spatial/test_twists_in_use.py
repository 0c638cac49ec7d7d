"""Twists, wrenches and spatial inertia as a user has them, against the motion of a model."""

import numpy as np
import pytest

import dalembert as da

RTOL = 1e-11
"""Of the largest entry: sums of a few dozen products."""

INERTIA = da.Inertia(1.7, (0.2, -0.1, 0.3), [[0.5, 0.03, -0.02], [0.03, 0.6, 0.04], [-0.02, 0.04, 0.4]])
FORCE, MOMENT, ARM = np.array([3.0, -1.0, 2.0]), np.array([0.7, -1.1, 0.4]), np.array([0.4, 0.1, -0.3])


@pytest.fixture(scope="module")
def body():
    """A body whose origin is not its mass centre, pulled at a point and twisted: R, velocities, accelerations."""
    body = da.Body("body", INERTIA)
    model = da.Model(
        da.Free("pose", da.ground, body),
        da.PointForce("pull", body.at(*ARM), FORCE),
        da.Torque("twist", body, MOMENT),
        gravity=(0.0, 0.0, -9.81),
    )
    rng = np.random.default_rng(8)
    e, u = rng.normal(size=4), rng.normal(size=6)
    q = dict(zip(model.coordinates, [0.3, -0.2, 0.5, *e / np.linalg.norm(e)], strict=True))
    state = model.state(q=q, u=dict(zip(model.speeds, u, strict=True)))
    outputs = {
        "R": da.orientation(body),
        "p": da.position(body),
        "w": da.angular_velocity(body),
        "v": da.velocity(body),
        "alpha": da.measures.angular_acceleration(body),
        "a": da.acceleration(body),
        "energy": da.energies.kinetic_energy(),
    }
    return da.as_dynamics(model).evaluate(outputs, state)


def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=RTOL * np.abs(expected).max())


@pytest.mark.covers("F000-43")
def test_a_body_moves_by_its_equation_in_twists_and_wrenches(body):
    """I A + V ×* I V = F in axes of the body, about its origin; A is the rate of V seen from the body."""
    R, w, v = body["R"], body["w"], body["v"]
    V = da.spatial.twist(R.T @ w, R.T @ v)
    A = da.spatial.twist(R.T @ body["alpha"], R.T @ (body["a"] - np.cross(w, v)))
    weight = R.T @ (0.0, 0.0, -9.81 * INERTIA.mass)
    F = da.spatial.wrench(R.T @ MOMENT)
    F = (
        F
        + da.spatial.wrench_at(da.spatial.wrench(force=R.T @ FORCE), -ARM)
        + da.spatial.wrench_at(da.spatial.wrench(force=weight), -INERTIA.com)
    )
    I = INERTIA.matrix()
    close(I @ A + da.spatial.cross_force(V, I @ V), F)
    close(V @ I @ V / 2.0, body["energy"])


@pytest.mark.covers("F000-43")
def test_points_and_frames_change_twists_wrenches_and_inertia_alike(body):
    """Power and energy stay; X* is the inverse of Xᵀ; moving axes turn both kinds by their own cross product."""
    R, w, v = body["R"], body["w"], body["v"]
    V, F = da.spatial.twist(w, v), da.spatial.wrench(MOMENT, FORCE)
    r = np.array([0.2, -0.5, 0.9])
    close(da.spatial.twist_at(V, r), np.concatenate([w, v + np.cross(w, r)]))
    close(da.spatial.wrench_at(F, r), np.concatenate([MOMENT + np.cross(FORCE, r), FORCE]))
    assert da.spatial.twist_at(V, r) @ da.spatial.wrench_at(F, r) == pytest.approx(V @ F, rel=RTOL)

    # B in A: motion and force in B's frame
    pose = da.spatial.Pose(R, r)
    X, X_force = da.spatial.motion_transform(pose), da.spatial.force_transform(pose)
    close(X_force.T @ X, np.eye(6))
    close(X @ V, np.concatenate([R.T @ w, R.T @ (v + np.cross(w, r))]))
    assert (X @ V) @ (X_force @ F) == pytest.approx(V @ F, rel=RTOL)
    close(INERTIA.moved(pose).matrix(), X.T @ INERTIA.matrix() @ X)
    close(X @ da.spatial.cross_motion(V, V[::-1]), da.spatial.cross_motion(X @ V, X @ V[::-1]))
    close(X_force @ da.spatial.cross_force(V, F), da.spatial.cross_force(X @ V, X_force @ F))
    assert da.spatial.cross_motion(V, V[::-1]) @ F == pytest.approx(
        -(V[::-1] @ da.spatial.cross_force(V, F)), rel=RTOL
    )
