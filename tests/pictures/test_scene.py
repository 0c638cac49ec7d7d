from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.model.visuals import Bar, Cylinder, Ellipsoid, Plate
from dalembert.pictures.body_poses import motion_scene, state_scene
from dalembert.pictures.camera import Camera
from dalembert.pictures.draw import default_state
from dalembert.pictures.page_scene import page_scene
from dalembert.spatial.vectors import unit
from tests.examples import example
from tests.pictures.models import pendulum, slider_crank, swing, tripod
from tests.pictures.motions import roll


def usual_scene(model, state=None):
    dynamics = da.as_dynamics(model)
    return state_scene(dynamics, state or default_state(dynamics))


# ---- up, and planes


def test_a_model_in_a_plane_is_seen_from_the_front_with_gravity_downwards():
    scene = usual_scene(pendulum())
    camera = Camera.of(scene)
    np.testing.assert_allclose(camera.towards, [0, 0, 1])
    np.testing.assert_allclose(camera.upward, [0, 1, 0])


def test_a_plane_mechanism_is_seen_flat_in_any_coordinates():
    model = slider_crank()
    for coordinates in (da.formulations.Relative(), da.formulations.Absolute()):
        scene = usual_scene(da.derive(model, coordinates=coordinates))
        np.testing.assert_allclose(scene.normal, [0, 0, 1])


@pytest.mark.parametrize(
    ("turns", "up", "right"),
    [("y", "z", "x"), ("y", "x", "z"), ("x", "z", "y"), ("x", "y", "z"), ("y", None, "x")],
)
def test_in_any_plane_the_axes_point_upwards_and_to_the_right(turns, up, right):
    arm = da.rod("arm", length=1.0, mass=1.0, axis=right)
    gravity = np.zeros(3) if up is None else -9.81 * unit(up)
    scene = usual_scene(da.Model(da.Revolute("hinge", da.ground, arm, axis=turns), gravity=gravity))
    camera = Camera.of(scene)
    assert scene.normal is not None
    np.testing.assert_allclose([camera.right, camera.upward], [unit(right), unit(up or "z")], atol=1e-15)


@pytest.mark.parametrize("up", [(0, 0, 1), (0, 1, 0)])
def test_in_space_x_points_to_the_right(up):
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    scene = usual_scene(da.Model(da.Free("pose", da.ground, ball), gravity=-9.81 * np.array(up)))
    camera = Camera.of(scene)
    np.testing.assert_allclose(scene.up, up)
    assert camera.right[0] > 0.5 and camera.upward @ np.array(up) > 0.8


def test_an_upright_arm_in_space_is_not_taken_for_a_plane_one():
    arm = example("seven_joint_arm").seven_joint_arm()
    scene = usual_scene(arm)
    assert scene.normal is None
    np.testing.assert_allclose(scene.up, [0, 0, 1])


def test_what_turns_about_the_vertical_is_seen_from_the_side():
    table = da.disc("table", radius=0.5, mass=1.0)
    scene = usual_scene(da.Model(da.Revolute("turn", da.ground, table), gravity=(0, 0, -9.81)))
    assert scene.normal is None
    assert 0.1 < Camera.of(scene).towards @ scene.up < 0.9


def test_without_gravity_y_is_up_in_a_plane_across_z():
    scene = usual_scene(da.Model(da.Revolute("turn", da.ground, da.rod("rod", length=1.0, mass=1.0))))
    np.testing.assert_allclose(scene.up, [0, 1, 0])


def test_a_view_from_right_above_has_an_up_direction():
    scene = usual_scene(tripod())
    camera = Camera.along((0, 0, 1), scene.up)
    assert np.isfinite(camera.upward).all()
    with pytest.raises(da.errors.ModelError, match="three numbers"):
        Camera.along((0, 0, 0), scene.up)


# ---- looks


def test_bodies_look_like_what_they_are_made_of_or_held_at():
    crank, rod, piston = usual_scene(slider_crank(), da.assemble(slider_crank(), q={"shaft": 1.0})).bodies
    assert isinstance(crank.solids[0], Bar) and isinstance(rod.solids[0], Bar)
    assert piston.solids[0].size == (0.2, 0.12, 0.12)
    assert len({crank.colour, rod.colour, piston.colour}) == 3


def test_a_body_held_at_points_of_a_plane_is_a_plate():
    (plate,) = usual_scene(tripod()).bodies
    (solid,) = plate.solids
    assert isinstance(solid, Plate) and len(solid.corners) == 3


def test_a_particle_on_a_string_has_an_arm_to_its_pivot():
    bob = da.particle("bob", mass=1.0)
    scene = usual_scene(da.Model(da.Revolute("hinge", da.ground, bob.at(y=1.0)), gravity=(0, -9.81, 0)))
    arm = scene.bodies[0].solids[1]
    np.testing.assert_allclose(arm.end, [0, 1, 0])


@pytest.mark.parametrize(
    ("moments", "kind"),
    [
        ((0.0, 1.0, 1.0), Bar),
        ((0.5, 0.25, 0.25), Cylinder),
        ((0.4, 0.4, 0.4), Ellipsoid),
        ((0.5, 0.6, 0.7), Ellipsoid),
    ],
)
def test_a_body_that_is_held_nowhere_looks_like_its_inertia(moments, kind):
    body = da.Body("body", da.Inertia(2.0, (0.1, 0.0, 0.0), np.diag(moments)))
    scene = usual_scene(da.Model(da.Translational("place", da.ground, body)))
    solid = scene.bodies[0].solids[0]
    assert isinstance(solid, kind)
    # the solid has the inertia, if it is homogeneous
    if isinstance(solid, Cylinder):
        assert 2.0 * solid.radius**2 / 2.0 == pytest.approx(0.5)
    if isinstance(solid, Ellipsoid):
        a, b, c = solid.radii
        found = 2.0 / 5.0 * np.array([b * b + c * c, c * c + a * a, a * a + b * b])
        np.testing.assert_allclose(np.sort(found), np.sort(moments))
    if isinstance(solid, Bar):
        length = np.linalg.norm(np.subtract(solid.end, solid.start))
        assert 2.0 * length**2 / 12.0 == pytest.approx(1.0)


def test_a_look_can_be_chosen():
    body = replace(da.sphere("b", radius=1.0, mass=1.0), visual=da.visuals.Box((1.0, 2.0, 3.0), colour="orange"))
    (found,) = usual_scene(da.Model(da.Free("pose", da.ground, body))).bodies
    assert found.solids == (da.visuals.Box((1.0, 2.0, 3.0), colour="orange"),)


def test_open_sizes_take_their_values():
    width = da.param("w", 0.5)
    body = da.box("b", size=(width, 1.0, 1.0), mass=1.0)
    model = da.Model(da.Translational("place", da.ground, body))
    assert usual_scene(model).bodies[0].solids[0].size[0] == 0.5
    assert usual_scene(model, model.state(p={"w": 2.0})).bodies[0].solids[0].size[0] == 2.0


def test_frames_without_mass_that_only_carry_others_are_not_seen():
    rotor = da.sphere("rotor", radius=0.1, mass=1.0)
    ring = da.Body("ring")
    scene = usual_scene(da.Model(da.Revolute("a", da.ground, ring), da.Revolute("b", ring, rotor, axis="x")))
    assert [bool(body.solids) for body in scene.bodies] == [False, True]


# ---- all of it


def test_the_scene_of_a_motion_is_as_large_as_the_motion():
    scene = motion_scene(swing())
    least, largest = scene.box
    assert least[1] == pytest.approx(-1.0, abs=0.02)
    assert largest[0] == pytest.approx(1.0, abs=0.02)
    assert [joint.kind for joint in scene.joints] == ["hinge"]


def test_symbols_are_as_large_as_suits_the_mechanism_however_far_it_gets():
    near, far = (motion_scene(roll(way)) for way in (0.5, 20.0))
    assert not near.travels and far.travels
    assert far.reach == pytest.approx(near.reach) == pytest.approx(0.4 * np.sqrt(3.0), rel=0.05)
    assert far.thin < 2.0 * near.thin


def test_symbols_are_fine_where_bars_are_but_never_lost():
    def joined(radius):
        arms = [da.rod(f"arm {k}", length=1.0, mass=1.0, radius=radius) for k in range(2)]
        joints = [
            da.Revolute("a", da.ground, arms[0], axis="z"),
            da.Revolute("b", arms[0]["end"], arms[1], axis="y"),
        ]
        return usual_scene(da.Model(*joints, gravity=(0, 0, -9.81)))

    thick, slim, thread = (joined(radius) for radius in (0.1, 0.02, 1e-4))
    assert thick.symbol == thick.thin
    assert slim.symbol == pytest.approx(0.02)
    assert 0.3 * thread.thin < thread.symbol < 0.5 * thread.thin


def test_what_turns_about_the_vertical_stands_on_its_lower_end():
    post = da.Body(
        "post", da.Inertia(1.0, (0, 0, -1.0), np.eye(3)), visual=da.visuals.Bar((0, 0, -2.0), (0, 0, 0), 0.05)
    )
    for axis, expected in (("z", 2.05), ("x", 0.0)):
        scene = usual_scene(da.Model(da.Revolute("turn", da.ground, post, axis=axis), gravity=(0, 0, -9.81)))
        assert scene.stand(scene.joints[0]) == pytest.approx(expected, abs=1e-9)


def test_a_single_point_has_the_size_of_its_way():
    ball = da.particle("ball", mass=1.0)
    model = da.Model(da.Translational("move", da.ground, ball), gravity=(0, 0, -9.81))
    motion = da.simulate(model, model.state(u={"move.x": 3.0}), until=1.0)
    scene = motion_scene(motion)
    assert not scene.travels
    assert scene.reach == scene.size > 3.0


MAIN = ["andrews_mechanism", "double_pendulum", "gyroscope", "n_four_bar", "planetary_gear", "rattleback"]
MORE = ["bricard_linkage", "heavy_top", "rolling_disc", "seven_joint_arm", "slider_crank", "stewart_platform"]


@pytest.mark.parametrize("name", [*MAIN, *(pytest.param(name, marks=pytest.mark.slow) for name in MORE)])
def test_examples_are_not_seen_edge_on(name):
    model, start = next(iter(example(name).systems().values()))
    scene = usual_scene(model, start)
    camera = Camera.of(scene)
    flat = camera.flat(scene.points)
    spread = np.linalg.svd(flat - flat.mean(axis=0), compute_uv=False)
    assert spread[1] > 0.05 * spread[0]


# ---- marks


def test_wheels_and_balls_have_marks_and_bars_have_none():
    ball, wheel = da.sphere("ball", radius=0.1, mass=1.0), da.disc("wheel", radius=0.1, mass=1.0)
    arm = da.rod("arm", length=0.3, mass=1.0, radius=0.01)
    joints = [da.Free(f"{body.name} pose", da.ground, body) for body in (ball, wheel, arm)]
    scene = usual_scene(da.Model(*joints))
    assert [len(body.marks) for body in scene.bodies] == [4, 1, 0]
    for mesh, _ in scene.meshes(0)[1:]:
        assert 0.1 < np.linalg.norm(mesh.points, axis=1).max() < 0.102


# ---- planes


def rolling_ball(normal):
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    pose = da.Free("pose", da.ground, ball)
    return da.Model(
        pose, da.Rolling("slope", ball, on=da.geometry.plane(da.ground, normal)), gravity=(0, 0, -9.81)
    )


def test_a_slope_is_shown_under_what_rolls_on_it():
    model = rolling_ball((0.3, 0.0, 1.0))
    scene = usual_scene(model)
    (plane,) = scene.planes
    patch = scene.patch(plane)
    np.testing.assert_allclose((patch.corners - plane.point) @ plane.normal, 0.0, atol=1e-12)
    touching = scene.poses.p[0, 0] - 0.1 * plane.normal
    inside = (touching - patch.middle) @ patch.halves.T / (patch.halves**2).sum(axis=1)
    assert (np.abs(inside) < 1.0).all()
    assert scene.way() is None
    slab = page_scene(scene, np.zeros((1, 3)))["planes"][0]
    assert slab["name"] == "slope" and min(slab["size"]) > 0.0


def test_a_level_plane_in_space_is_the_floor():
    assert usual_scene(rolling_ball("z")).planes == ()
