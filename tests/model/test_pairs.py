"""Constraints of the library as parts of models: what is refused, and copies in submodels."""

from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError
from tests.oracles.mechanisms import At
from tests.oracles.trees import sample

x, y, z, w = da.expr.symbols("x y z w")
t, q = da.time, da.coordinate
ROD, SECOND = (da.rod(name, length=1.0, mass=1.0, radius=0.1) for name in ("rod", "second"))
BALL, DISC = da.sphere("ball", radius=0.3, mass=1.0), da.disc("disc", radius=0.3, mass=1.0)
EGG, TYRE = da.ellipsoid("egg", radii=(0.1, 0.2, 0.3), mass=1.0), da.torus("tyre", radius=0.3, tube=0.1, mass=1.0)
CONE = x**2 + y**2 - z**2
TIP = ROD["end"]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        # points
        (
            lambda: da.relations.PointOnLine("p", TIP, on=da.geometry.plane(da.ground)),
            r"PointOnLine 'p' needs on=line\(frame, axis\)",
        ),
        (
            lambda: da.relations.PointOnPlane("p", TIP, on=da.geometry.line(da.ground)),
            "PointOnPlane 'p' needs on=plane",
        ),
        (
            lambda: da.relations.PointOnCurve("p", TIP, on=da.geometry.plane(da.ground)),
            "PointOnCurve 'p' needs on=curve",
        ),
        (lambda: da.relations.PointOnSurface("p", TIP, on=CONE), "PointOnSurface 'p' needs on=surface"),
        (
            lambda: da.relations.PointOnPlane("p", TIP, on=da.geometry.plane(ROD)),
            "PointOnPlane 'p' keeps a point of 'rod' on the same",
        ),
        (
            lambda: da.relations.PointOnLine("p", "tip", on=da.geometry.line(ROD)),
            "the point of PointOnLine 'p' needs a body or a frame",
        ),
        (lambda: da.geometry.line(ROD, (0, 0, 0)), "the direction of a line: an axis needs a direction"),
        (lambda: da.geometry.line(ROD, (0, t, 1)), "the direction of a line: this axis must be numbers"),
        # curves and surfaces
        (lambda: da.geometry.surface(ROD, 3.0), "a surface on rod needs an expression of symbols"),
        (
            lambda: da.geometry.surface(ROD, x**2 + w),
            "a surface on rod is an expression of the symbols x, y, z .* has w",
        ),
        (
            lambda: da.geometry.surface(ROD, x**2 + q("A")),
            "a surface on rod is an expression of .* has coordinate",
        ),
        (lambda: da.geometry.surface(ROD, da.sin(t)), "a surface on rod depends on none of the symbols x, y, z"),
        (
            lambda: da.geometry.surface(ROD, (1.0, q("s"), 0.0)),
            "a surface on rod needs points that depend on 2 measures",
        ),
        (
            lambda: da.geometry.surface(ROD, (1.0, q("s"))),
            r"a surface on rod needs numbers or expressions in the shape \(3,\)",
        ),
        (lambda: da.geometry.curve(ROD, (1.0, 2.0, 0.0)), "a curve on rod needs points that depend on 1 measures"),
        (lambda: da.geometry.curve(ROD, x + z), "a curve on rod needs an expression of x and y, or two"),
        (
            lambda: da.geometry.curve(ROD, (x, y, z, x)),
            "a curve on rod needs one or two expressions of x, y, z, or three",
        ),
        (lambda: da.geometry.curve(ROD, (x, 3.0)), "a curve on rod needs an expression of symbols"),
        (lambda: da.geometry.sphere_outside(ROD, -1.0), "the radius of a sphere on rod must be positive, not -1"),
        (lambda: da.geometry.cylinder_inside(ROD, 1.0, "w"), "the axis of a cylinder: an axis is one of"),
        # directions and differences
        (
            lambda: da.relations.Parallel("d", ROD, da.geometry.line(SECOND)),
            "Parallel 'd' needs two directions such as line",
        ),
        (
            lambda: da.relations.Perpendicular("d", da.geometry.line(ROD), da.geometry.line(TIP, "z")),
            "Perpendicular 'd' has both directions on the",
        ),
        (
            lambda: da.relations.AngleBetween("d", da.geometry.line(ROD), da.geometry.line(SECOND), 0.0),
            "AngleBetween 'd' needs an angle between 0 and π, not 0",
        ),
        (
            lambda: da.relations.AngleBetween("d", da.geometry.line(ROD), da.geometry.line(SECOND), q("A")),
            "the angle of AngleBetween 'd' depends on coordinate",
        ),
        (
            lambda: da.relations.CoordinateDifference("d", ROD, SECOND, "w"),
            "the axis of CoordinateDifference 'd': an axis is",
        ),
        (
            lambda: da.relations.CoordinateDifference("d", ROD, TIP, "x"),
            "CoordinateDifference 'd' has both places on the body",
        ),
        (
            lambda: da.relations.CoordinateDifference("d", ROD, SECOND, "x", along="up"),
            "the axis of .* needs a body or a frame",
        ),
        (
            lambda: da.relations.RelativeRotation("d", ROD, SECOND, "z", q("A")),
            "the value of RelativeRotation 'd' depends on",
        ),
        # transmissions
        (lambda: da.relations.external_mesh(0, 20), "a wheel has a whole number of teeth, not 0"),
        (lambda: da.relations.external_mesh(20.5, 20), "a wheel has a whole number of teeth, not 20.5"),
        (lambda: da.relations.internal_mesh(20, 20), "a wheel of 20 teeth does not fit inside another of 20"),
        (lambda: da.Gear("g", "A", "B", 2.0, carrier="A"), "Gear 'g' has 'A' both as a wheel and as the carrier"),
        (lambda: da.relations.Belt("b", "A", "A", (1, 2)), "Belt 'b' couples 'A' to itself"),
        (lambda: da.relations.Belt("b", "A", "B", (1, -2)), "Belt 'b' needs two positive radii"),
        (
            lambda: da.relations.Belt("b", "A", "B", 3.0),
            r"'radii' of Belt 'b' needs numbers or expressions in the shape \(2,\)",
        ),
        (lambda: da.relations.RackAndPinion("r", "A", "B", 0.0), "RackAndPinion 'r' has the radius zero"),
        (
            lambda: da.relations.ScrewCoupling("s", "A", "B", q("A")),
            "ScrewCoupling 's' depends on .*; for a lead that varies",
        ),
        # rolling
        (
            lambda: da.Rolling("r", EGG, on=ROD),
            "Rolling 'r' needs on=plane.*, not rod; only a sphere, disc, ellipsoid or",
        ),
        (lambda: da.Rolling("r", ROD, on=EGG), "Rolling 'r' needs a body with a round shape, .* not rod"),
        (lambda: da.Rolling("r", EGG, on=EGG), "Rolling 'r' lets 'egg' roll on itself"),
        (
            lambda: da.Rolling("r", EGG, on=da.geometry.sphere_inside(da.ground, 0.25)),
            "'egg' of Rolling 'r' has the radius 0.3, .* fit inside 0.25",
        ),
        (
            lambda: da.Rolling("r", TYRE, on=da.geometry.cylinder_inside(da.ground, 0.35)),
            "'tyre' of Rolling 'r' has the radius 0.4, .* fit inside 0.35",
        ),
        (
            lambda: da.Rolling("r", EGG, on=da.geometry.surface(da.ground, z - t * x)),
            "'egg' of Rolling 'r' cannot .* depends on t",
        ),
        (lambda: da.Rolling("r", BALL, on=BALL), "Rolling 'r' lets 'ball' roll on itself"),
        (
            lambda: da.Rolling("r", BALL, on=da.geometry.sphere_inside(da.ground, 0.3)),
            "'ball' of Rolling 'r' has the radius 0.3, .* fit",
        ),
        (
            lambda: da.Rolling("r", BALL, on=da.geometry.surface(da.ground, z - t)),
            "'ball' of Rolling 'r' cannot .* depends on t",
        ),
        (
            lambda: da.Rolling("r", BALL, on=da.geometry.surface(da.ground, (q("A"), q("B"), 0.0))),
            r"Rolling 'r' needs on=plane\(frame, normal\), not Parametric",
        ),
    ],
)
def test_wrong_constraints_are_refused_by_name(make: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        make()


# ---- among joints

WHEELS = {name: da.disc(f"{name} disc", radius=0.2, mass=1.0) for name in ("a", "b", "c", "d")}


def joints() -> list[Any]:
    """Wheels on the ground and on a carrier, and things that slide."""
    arm = da.rod("carrier", length=1.0, mass=1.0, radius=0.1)
    bracket = da.Body("bracket", da.Inertia(1.0))
    slides = [
        da.Prismatic(f"slide {axis}", da.ground, da.particle(f"p{axis}", mass=1.0), axis=axis) for axis in "xz"
    ]
    return [
        da.Revolute("a", da.ground, WHEELS["a"], axis="z"),
        da.Revolute("arm", da.ground, arm, axis="z"),
        da.Revolute("b", arm["end"], WHEELS["b"], axis="z"),
        da.Weld("fixed", arm["end"], bracket),
        da.Revolute("c", bracket.at(x=0.2), WHEELS["c"], axis="-z"),
        da.Revolute("d", da.ground, WHEELS["d"], axis="x"),
        da.Spherical("ball joint", WHEELS["d"], BALL, angles="xyz"),
        *slides,
    ]


MESH = da.relations.external_mesh(20, 30)


@pytest.mark.parametrize(
    ("part", "message"),
    [
        (
            da.Gear("g", "a", "d", MESH),
            "Gear 'g' is between wheels that do not turn about parallel axes: 'd' turns ",
        ),
        (da.Gear("g", "a", "b", MESH), "Gear 'g': its wheels hang on 'ground' and on 'carrier'; .* give carrier="),
        (da.Gear("g", "b", "c", MESH), r"Gear 'g': 'c' turns about \(0, 0, -1\), opposite to \(0, 0, 1\)"),
        (da.Gear("g", "a", "d", 2.0, carrier="arm"), "Gear 'g' is between wheels that do not turn about parallel"),
        (
            da.Gear("g", "b", "arm", MESH, carrier="a"),
            "Gear 'g': the wheel of 'b' hangs on 'carrier'; it must hang on",
        ),
        (da.Gear("g", "a", "slide x", MESH), "Gear 'g' needs a coordinate that turns, unlike 'slide x'"),
        (
            da.Gear("g", "a", "ball joint.angle1", MESH),
            "Gear 'g' needs wheels that turn about axes of fixed numbers",
        ),
        (da.Gear("g", "a", "wheel", MESH), "coordinate for Gear 'g': .*'wheel'"),
        (da.Gear("g", "a", "b", 2.0, carrier="cage"), "coordinate for Gear 'g': .*'cage'"),
        (
            da.relations.Belt("t", "a", "d", (0.1, 0.2)),
            "Belt 't' is between pulleys that do not turn about parallel axes",
        ),
        (
            da.relations.Belt("t", "a", "slide x", (0.1, 0.2)),
            "Belt 't' needs a coordinate that turns, unlike 'slide x'",
        ),
        (
            da.relations.RackAndPinion("r", "slide z", "a", 0.1),
            "RackAndPinion 'r': the rack moves along .* not across the axis",
        ),
        (
            da.relations.RackAndPinion("r", "a", "d", 0.1),
            "RackAndPinion 'r' needs a coordinate that slides, unlike 'a'",
        ),
        (
            da.relations.ScrewCoupling("s", "slide x", "a", 0.1),
            "ScrewCoupling 's': the nut moves along .* not along the axis",
        ),
    ],
)
def test_transmissions_that_do_not_fit_the_joints_are_refused(part: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        da.Model(*joints(), part)


def test_transmissions_that_fit_are_accepted() -> None:
    """Bevel wheels by a number; a wheel on a bracket that is welded to the carrier hangs on the carrier."""
    parts = [
        da.Gear("bevel", "a", "d", 2.0),
        da.Gear("planet", "a", "b", MESH, carrier="arm"),
        da.relations.RackAndPinion("rack", "slide x", "a", 0.1),
        da.relations.ScrewCoupling("nut", "slide z", "a", 0.01),
    ]
    at = At(da.Model(*joints(), *parts))
    at.q[:] = np.linspace(0.1, 1.0, len(at.q))
    value = dict(zip(at.model.coordinates, at.q, strict=True))
    expected = [
        value["a"] - 2.0 * value["d"],
        value["a"] - value["arm"] + 1.5 * value["b"],
        value["slide x"] - 0.1 * value["a"],
        value["slide z"] - 0.01 / (2.0 * np.pi) * value["a"],
    ]
    np.testing.assert_allclose(at(at.eom.phi), expected, atol=1e-14)


def test_gears_surfaces_and_curves_stand_in_submodels() -> None:
    """Names get the prefix, bodies are copied, and parameters of an equation become those of each copy."""
    radius = da.param("radius", 1.0)
    arm, wheel, bead = (
        da.rod("arm", length=1.0, mass=1.0, radius=0.1),
        WHEELS["b"],
        da.sphere("bead", radius=0.1, mass=1.0),
    )
    s = da.coordinate("s")
    module = da.Model(
        da.Revolute("sun", da.ground, WHEELS["a"]),
        da.Revolute("carrier", da.ground, arm),
        da.Revolute("planet", arm["end"], wheel),
        da.Gear("mesh", "sun", "planet", MESH, carrier="carrier"),
        da.Free("flies", da.ground, bead),
        da.extend.extra_coordinate("s"),
        da.relations.PointOnCurve("wire", bead, on=da.geometry.curve(arm, (da.cos(s), da.sin(s), 0.0))),
        da.Rolling("rolls", bead, on=da.geometry.surface(wheel, x**2 + y**2 + z**2 - radius**2)),
    )
    model = da.Model(da.Submodel("left", module), da.Submodel("right", module))
    assert set(model.parameters) == {"left/radius", "right/radius"}
    at = At(model, p={"right/radius": 0.7})
    at.q[:] = sample(model, seed=3).q
    value = dict(zip(model.coordinates, at.q, strict=True))
    phi = {row.name: x for row, x in zip(at.eom.rows, at(at.eom.phi), strict=False)}
    for side, r in (("left", 1.0), ("right", 0.7)):
        expected = value[f"{side}/sun"] - value[f"{side}/carrier"] + 1.5 * value[f"{side}/planet"]
        np.testing.assert_allclose(phi[f"{side}/mesh"], expected)
        own, other = (at.pose(da.extend.Frame(model.body(f"{side}/{name}"))).p for name in ("bead", "b disc"))
        np.testing.assert_allclose(phi[f"{side}/rolls.contact"], np.linalg.norm(own - other) - r - 0.1, atol=1e-12)


def test_parts_of_the_library_are_values() -> None:
    assert da.geometry.curve(ROD, x**2 + y**2 - 1.0) == da.geometry.curve(ROD, x**2 + y**2 - 1.0)
    first, second = (da.Rolling("r", BALL, on=da.geometry.surface(da.ground, CONE)) for _ in range(2))
    assert first == second and hash(first) == hash(second)
    assert da.Rolling("r", BALL, on=DISC) == da.Rolling("r", BALL, on=da.geometry.cylinder_outside(DISC, 0.3, "z"))


@pytest.mark.parametrize(
    ("mesh", "apart", "text"),
    [
        (da.relations.external_mesh(20, 40, module=0.01), 0.3, ""),
        (da.relations.external_mesh(20, 40, module=0.01), 0.31, "module 0.01 need axles 0.3 apart, not 0.31"),
        (da.relations.internal_mesh(80, 30, module=0.01), 0.25, ""),
        (da.relations.internal_mesh(80, 30, module=0.01), 0.3, "need axles 0.25 apart, not 0.3"),
    ],
)
def test_axles_of_a_mesh_with_a_module_are_at_its_distance(mesh, apart, text):
    first, second, arm = (da.disc(name, radius=0.1, mass=1.0) for name in ("first", "second", "spider"))
    fixed = [da.Revolute("a", da.ground, first), da.Revolute("b", da.ground.at(y=apart), second)]
    carried = [
        da.Revolute("arm", da.ground.at(x=1.0), arm),
        da.Revolute("a", da.ground.at(x=1.0), first),
        da.Revolute("b", arm.at(x=-apart), second),
    ]
    for joints, carrier in ((fixed, None), (carried, "arm")):
        gear = da.Gear("gear", "a", "b", mesh, carrier=carrier)
        if text:
            with pytest.raises(da.errors.ModelError, match=text):
                da.Model(*joints, gear)
        else:
            da.Model(*joints, gear)
    with pytest.raises(da.errors.ModelError, match="the module of a mesh is a positive length"):
        da.relations.external_mesh(20, 40, module=-1.0)
