"""Starts that geometry forbids: shapes that overlap, curves and surfaces without a normal."""

import pytest

import dalembert as da

BALL = da.sphere("ball", radius=0.5, mass=1.0)
OTHER = da.sphere("other", radius=0.3, mass=1.0)
BEAD = da.particle("bead", mass=1.0)
x, y, z = da.expr.symbols("x y z")


def on_the_ground():
    return da.Model(da.Free("q", da.ground, BALL), da.Rolling("tread", BALL, on=da.geometry.plane(da.ground)))


def on_each_other():
    return da.Model(
        da.Free("q", da.ground, BALL), da.Free("r", da.ground, OTHER), da.Rolling("pair", OTHER, on=BALL)
    )


# ---- shapes


@pytest.mark.parametrize(
    ("height", "text"),
    [
        (0.3, r"q\.z = 0\.3, contradicts 'tread': 'ball' and 'ground' of 'tread' overlap by 0\.2;"),
        (-1.0, r"'ball' and 'ground' of 'tread' overlap by 1\.5;"),
        (0.8, r"'ball' and 'ground' of 'tread' are 0\.3 apart;"),
    ],
)
def test_a_held_height_that_puts_a_ball_into_the_ground_or_above_it(height, text):
    with pytest.raises(da.errors.AssemblyError, match=f"{text}.* hold less, or place them so that they touch"):
        da.assemble(on_the_ground(), q={"q.z": height})


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ((0.3, 0.4, 0.0), r"'other' and 'ball' of 'pair' overlap by 0\.3;"),
        ((0.06, 0.0, 0.08), r"'other' and 'ball' of 'pair' overlap by 0\.7;"),
        ((0.0, 1.0, 0.0), r"'other' and 'ball' of 'pair' are 0\.2 apart;"),
        ((0.0, 0.0, 0.0), "'other' and 'ball' of 'pair' have no common normal, as if one were at the centre"),
    ],
)
def test_a_ball_inside_another_or_away_from_it(place, text):
    held = {"q.x": 0.0, "q.y": 0.0, "q.z": 0.0} | dict(zip(("r.x", "r.y", "r.z"), place, strict=True))
    with pytest.raises(da.errors.AssemblyError, match=text):
        da.assemble(on_each_other(), q=held)


def test_what_is_not_held_moves_out_of_the_way():
    assert da.assemble(on_the_ground(), guess={"q.z": 0.3}).q["q.z"] == pytest.approx(0.5)


def test_a_ball_that_no_position_of_its_arm_brings_to_the_ground():
    arm = da.rod("arm", length=1.0, mass=1.0)
    model = da.Model(
        da.Revolute("hinge", da.ground.at(z=3.0), arm, axis="y"),
        da.Spherical("axle", arm["end"], BALL),
        da.Rolling("tread", BALL, on=da.geometry.plane(da.ground)),
    )
    with pytest.raises(
        da.errors.AssemblyError, match=r"nearest found 'ball' and 'ground' of 'tread' are 1\.5 apart"
    ):
        da.assemble(model)


@pytest.mark.parametrize(("height", "text"), [(0.3, r"overlap by 0\.2,"), (0.6, r"are 0\.1 apart,")])
def test_a_simulation_does_not_start_where_shapes_overlap_or_are_apart(height, text):
    model = on_the_ground()
    with pytest.raises(
        da.errors.ModelError, match=rf"does not satisfy 'tread'.* 'ball' and 'ground' of 'tread' {text}"
    ):
        da.simulate(model, model.state(q={"q.z": height}), until=1.0)


def test_shapes_that_always_overlap():
    car = da.particle("car", mass=1.0)
    parts = (
        da.Prismatic("slide", da.ground.at(z=0.3), car, axis="x"),
        da.Revolute("axle", car, BALL, axis="y"),
        da.Rolling("tread", BALL, on=da.geometry.plane(da.ground)),
    )
    with pytest.raises(
        da.errors.FormulationError, match=r"'tread' cannot be closed: its row 'tread\.contact' is off by -0"
    ):
        da.assemble(da.Model(*parts))


# ---- normals


@pytest.mark.parametrize(
    "guide",
    [
        da.relations.PointOnSurface("guide", BEAD, on=da.geometry.surface(da.ground, x**2 + y**2 - z**2)),
        da.relations.PointOnCurve("guide", BEAD, on=da.geometry.curve(da.ground, x**2 - y**3)),
        da.relations.PointOnCurve("guide", BEAD, on=da.geometry.curve(da.ground, (x * y, z))),
    ],
    ids=["tip of a cone", "cusp", "two lines that cross"],
)
def test_an_equation_without_a_gradient_at_the_start_is_named(guide):
    model = da.Model(da.Translational("q", da.ground, BEAD), guide)
    with pytest.raises(da.errors.ModelError, match=r"row 'guide[.\w]*' of 'guide' has no value for the start"):
        da.simulate(model, until=1.0)


def test_spur_wheels_need_parallel_axes():
    wheels = [da.disc(name, radius=0.1, mass=1.0) for name in ("first", "second")]
    joints = [da.Revolute(name, da.ground, w, axis=e) for name, w, e in zip("ab", wheels, "zx", strict=True)]
    with pytest.raises(
        da.errors.ModelError, match="Gear 'mesh' is between wheels that do not turn about parallel axes: 'b'"
    ):
        da.Model(*joints, da.Gear("mesh", "a", "b", da.relations.external_mesh(20, 30)))
