"""Mass properties of every shape against integration over its volume."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError
from dalembert.expr.rewrite import evaluate
from dalembert.expr.symbol_nodes import param
from dalembert.model.bodies import Body
from dalembert.model.shapes import box, cone, cylinder, disc, ellipsoid, particle, rod, sphere, torus

RTOL_QUADRATURE = 1e-12
"""Integrands are polynomials, or trigonometric sums, which the rules integrate exactly."""

MASS = 1.7


def gauss(low: float, high: float) -> tuple[Any, Any]:
    """Points and weights, exact for polynomials to degree 15."""
    x, w = np.polynomial.legendre.leggauss(8)
    return 0.5 * (high - low) * x + 0.5 * (high + low), 0.5 * (high - low) * w


def circle() -> tuple[Any, Any]:
    """Points and weights of a full turn, exact for harmonics to order 15."""
    n = 16
    return 2.0 * np.pi * np.arange(n) / n, np.full(n, 2.0 * np.pi / n)


def integrated(rules: list[tuple[Any, Any]], place: Callable[..., Any], density: Callable[..., Any]) -> Body:
    """Mass, centre and inertia about the centre, scaled to the mass; `density` holds the volume element."""
    grids = np.meshgrid(*(x for x, _ in rules), indexing="ij")
    weights = np.ones_like(grids[0])
    for w in np.meshgrid(*(w for _, w in rules), indexing="ij"):
        weights = weights * w
    r = np.stack([np.broadcast_to(x, weights.shape).ravel() for x in place(*grids)], axis=1)
    m = (weights * density(*grids)).ravel()
    m = m * MASS / m.sum()
    com = m @ r / MASS
    s = r - com
    J = np.einsum("n,nij->ij", m, (s * s).sum(axis=1)[:, None, None] * np.eye(3) - s[:, :, None] * s[:, None, :])
    return com, J


def tube(radius: float, low: float, high: float, order: str) -> tuple[Any, Any]:
    """A solid cylinder whose axis is the first letter of `order`."""
    rules = [gauss(0.0, radius), circle(), gauss(low, high)]

    def place(r: Any, angle: Any, along: Any) -> list[Any]:
        components = {order[0]: along, order[1]: r * np.cos(angle), order[2]: r * np.sin(angle)}
        return [components[k] for k in "xyz"]

    return integrated(rules, place, lambda r, angle, along: r)


def point(radius: float, length: float, order: str) -> tuple[Any, Any]:
    """A solid cone whose tip is along the first letter of `order`; the base is a quarter below the origin."""
    rules = [gauss(0.0, 1.0), circle(), gauss(0.0, 1.0)]

    def place(r: Any, angle: Any, along: Any) -> list[Any]:
        side = radius * r * (1.0 - along)
        around = {order[1]: side * np.cos(angle), order[2]: side * np.sin(angle)}
        return [({order[0]: length * (along - 0.25)} | around)[k] for k in "xyz"]

    return integrated(rules, place, lambda r, angle, along: r * (1.0 - along) ** 2)


def ball(radii: tuple[float, float, float]) -> tuple[Any, Any]:
    a, b, c = radii
    rules = [gauss(0.0, 1.0), gauss(-1.0, 1.0), circle()]

    def place(r: Any, height: Any, angle: Any) -> list[Any]:
        side = np.sqrt(1.0 - height**2)
        return [a * r * side * np.cos(angle), b * r * side * np.sin(angle), c * r * height]

    return integrated(rules, place, lambda r, height, angle: r**2)


def ring(radius: float, thickness: float) -> tuple[Any, Any]:
    rules = [gauss(0.0, thickness), circle(), circle()]

    def place(r: Any, inner: Any, outer: Any) -> list[Any]:
        arm = radius + r * np.cos(inner)
        return [arm * np.cos(outer), arm * np.sin(outer), r * np.sin(inner)]

    return integrated(rules, place, lambda r, inner, outer: r * (radius + r * np.cos(inner)))


def brick(x: float, y: float, z: float) -> tuple[Any, Any]:
    rules = [gauss(-0.5 * e, 0.5 * e) for e in (x, y, z)]
    return integrated(rules, lambda *r: r, lambda *r: 1.0)


CASES = {
    "rod": (rod("b", length=0.8, mass=MASS, radius=0.1), tube(0.1, 0.0, 0.8, "xyz")),
    "thin rod": (rod("b", length=0.8, mass=MASS), tube(1e-9, 0.0, 0.8, "xyz")),
    "cylinder x": (cylinder("b", radius=0.3, length=0.5, mass=MASS, axis="x"), tube(0.3, -0.25, 0.25, "xyz")),
    "cylinder y": (cylinder("b", radius=0.3, length=0.5, mass=MASS, axis="y"), tube(0.3, -0.25, 0.25, "yzx")),
    "cylinder z": (cylinder("b", radius=0.3, length=0.5, mass=MASS), tube(0.3, -0.25, 0.25, "zxy")),
    "cone x": (cone("b", radius=0.3, length=0.5, mass=MASS, axis="x"), point(0.3, 0.5, "xyz")),
    "cone y": (cone("b", radius=0.3, length=0.5, mass=MASS, axis="y"), point(0.3, 0.5, "yzx")),
    "cone z": (cone("b", radius=0.3, length=0.5, mass=MASS), point(0.3, 0.5, "zxy")),
    "disc": (disc("b", radius=0.3, mass=MASS, axis="y"), tube(0.3, -1e-9, 1e-9, "yzx")),
    "sphere": (sphere("b", radius=0.4, mass=MASS), ball((0.4, 0.4, 0.4))),
    "ellipsoid": (ellipsoid("b", radii=(0.4, 0.6, 0.3), mass=MASS), ball((0.4, 0.6, 0.3))),
    "torus": (torus("b", radius=0.6, tube=0.2, mass=MASS), ring(0.6, 0.2)),
    "box": (box("b", size=(0.4, 0.6, 0.3), mass=MASS), brick(0.4, 0.6, 0.3)),
    "particle": (particle("b", mass=MASS), (np.zeros(3), np.zeros((3, 3)))),
}


@pytest.mark.parametrize("case", CASES)
def test_mass_properties_equal_the_integral_over_the_volume(case):
    body, (com, J) = CASES[case]
    assert body.inertia.mass == MASS
    np.testing.assert_allclose(body.inertia.com, com, atol=RTOL_QUADRATURE)
    np.testing.assert_allclose(body.inertia.J, J, rtol=RTOL_QUADRATURE, atol=RTOL_QUADRATURE)


def test_markers_stand_where_joints_usually_sit():
    beam = rod("beam", length=2.0, mass=1.0)
    assert [beam[key].pose.p[0] for key in ("start", "center", "end")] == [0.0, 1.0, 2.0]
    can = cylinder("can", radius=1.0, length=3.0, mass=1.0, axis="y")
    assert can["top"].pose.p.tolist() == [0.0, 1.5, 0.0]
    assert can["bottom"].pose.p.tolist() == [0.0, -1.5, 0.0]
    top = cone("top", radius=1.0, length=4.0, mass=1.0, axis="x")
    assert top["bottom"].pose.p.tolist() == [-1.0, 0.0, 0.0]
    assert top["top"].pose.p.tolist() == [3.0, 0.0, 0.0]


def test_open_parameters_give_expressions():
    l, m = param("l", 0.8), param("m", MASS)
    body = rod("b", length=l, mass=m)
    np.testing.assert_allclose(evaluate(body.inertia.J), CASES["thin rod"][0].inertia.J, rtol=1e-15)
    np.testing.assert_allclose(evaluate(body["end"].pose.p), [0.8, 0.0, 0.0])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: rod("arm", length=1.0, mass=-2.0), "mass of body 'arm' must be positive, not -2"),
        (lambda: rod("arm", length=1.0, mass=0.0), "mass of body 'arm' must be positive, not 0"),
        (lambda: rod("arm", length=np.nan, mass=1.0), "length of body 'arm' needs finite numbers"),
        (lambda: rod("arm", length=1.0, mass=1.0, radius=-0.1), "radius of body 'arm' must be positive"),
        (lambda: sphere("arm", radius="big", mass=1.0), "radius of body 'arm' needs numbers or expressions"),
        (lambda: box("arm", size=(1.0, 2.0), mass=1.0), r"size of body 'arm' .* shape \(3,\)"),
        (lambda: ellipsoid("arm", radii=(1.0, 2.0, 0.0), mass=1.0), "radii of body 'arm' must be positive"),
        (lambda: disc("arm", radius=1.0, mass=1.0, axis="w"), "axis of a shape is 'x', 'y' or 'z', not 'w'"),
        (lambda: cone("arm", radius=1.0, length=0.0, mass=1.0), "length of body 'arm' must be positive"),
        (lambda: torus("arm", radius=0.1, tube=0.2, mass=1.0), "tube of body 'arm' must not be thicker"),
    ],
)
def test_impossible_shapes_are_refused_by_name(make, message):
    with pytest.raises(ModelError, match=message):
        make()


@pytest.mark.parametrize("axis", ["y", "-y", "z", (0.0, 3.0, 4.0)])
def test_a_rod_lies_along_its_axis(axis):
    along_x, turned = (da.rod("rod", length=0.8, mass=2.0, radius=0.1, axis=a) for a in ("x", axis))
    n = da.rod("rod", length=1.0, mass=1.0, axis=axis)["end"].pose.p
    assert np.linalg.norm(n) == pytest.approx(1.0)
    np.testing.assert_allclose(turned["end"].pose.p, 0.8 * n)
    np.testing.assert_allclose(turned.inertia.com, turned["center"].pose.p)
    # along itself the moment is that of a cylinder about its axis, across it is the same in all directions
    moments, _ = turned.inertia.principal()
    np.testing.assert_allclose(moments, along_x.inertia.principal()[0], rtol=1e-12)
    np.testing.assert_allclose(turned.inertia.J @ n, 2.0 * 0.1**2 / 2.0 * n, atol=1e-15)


def test_shapes_take_a_given_inertia():
    own = da.Inertia(2.0, (0.0, 0.0, 0.01), np.diag([0.1, 0.1, 0.15]))
    bodies = [
        da.rod("b", length=1.0, inertia=own),
        da.cylinder("b", radius=0.1, length=1.0, inertia=own),
        da.cone("b", radius=0.1, length=1.0, inertia=own),
        da.disc("b", radius=0.1, inertia=own),
        da.torus("b", radius=0.1, tube=0.01, inertia=own),
        da.box("b", size=(0.1, 0.2, 0.3), inertia=own),
        da.sphere("b", radius=0.1, inertia=own),
        da.ellipsoid("b", radii=(0.1, 0.2, 0.3), inertia=own),
    ]
    assert all(body.inertia is own for body in bodies)
    assert bodies[0]["end"].pose.p[0] == 1.0 and bodies[6].shape.radius == 0.1
    for options in ({}, {"mass": 1.0, "inertia": own}):
        with pytest.raises(da.errors.ModelError, match=r"body 'ball' needs a mass, .* or an inertia"):
            da.sphere("ball", radius=0.1, **options)


def test_frames_at_lengths_whose_names_have_brackets_are_told_as_they_were_written():
    rod = da.rod("rod", length=da.param("l(1)", 2.0), mass=1.0)
    assert repr(rod.at(*rod.inertia.com)).startswith("rod at (")
    assert repr(rod.at(0.1, 0.0, 0.0)) == "rod at (0.1, 0, 0)"
