"""Recursion over trees against closed forms and against the reference numbers of worked examples."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dalembert.model.bodies import Body, ground
from dalembert.model.joints.prismatic import Prismatic
from dalembert.model.joints.revolute import Revolute
from dalembert.model.joints.universal import Universal
from dalembert.model.model import Model
from dalembert.model.shapes import box, particle, rod
from dalembert.principles.derive import derive
from dalembert.spatial.inertia import Inertia
from tests.oracles import closed_forms
from tests.oracles.closed_forms import G, Terms
from tests.oracles.trees import Sample, numbers

RTOL = 1e-13
"""Of the largest entry: a few roundings in tens of operations."""

DIGITS = 1e-11
"""Reference numbers are given to twelve decimals."""

DOWN_Y, DOWN_Z = (0.0, -G, 0.0), (0.0, 0.0, -G)


def terms(model: Model, q: Any, u: Any) -> Terms:
    """M, b and g of a model whose speeds are the rates of its coordinates."""
    eom = derive(model)
    q, u = np.asarray(q, dtype=float), np.asarray(u, dtype=float)
    tau = np.zeros(len(eom.inputs))
    moving = numbers(eom, {"M": eom.M, "f": eom.f}, Sample(q, u, tau))
    resting = numbers(eom, {"f": eom.f}, Sample(q, np.zeros_like(u), tau))
    return Terms(moving["M"], resting["f"] - moving["f"], -resting["f"])


def accelerations(model: Model, q: Any, u: Any) -> Any:
    eom = derive(model)
    at = Sample(np.asarray(q, dtype=float), np.asarray(u, dtype=float), np.zeros(len(eom.inputs)))
    return numbers(eom, {"a": eom.accelerations}, at)["a"]


def energies(model: Model, q: Any, u: Any) -> tuple[float, float]:
    eom = derive(model)
    at = Sample(np.asarray(q, dtype=float), np.asarray(u, dtype=float), np.zeros(len(eom.inputs)))
    found = numbers(eom, {name: eom.signal(f"{name} energy") for name in ("kinetic", "potential")}, at)
    return found["kinetic"], found["potential"]


# ---- closed forms


def pendulum() -> Model:
    return Model(Revolute("hinge", ground, rod("arm", length=0.7, mass=2.5)), gravity=DOWN_Y)


def double_pendulum() -> Model:
    return rods((0.7, 0.6), (2.5, 1.5), (0.15, 0.125), parents=(0, 1))


def cart_and_pendulum() -> Model:
    cart, pole = box("cart", size=(0.4, 0.2, 0.2), mass=3.0), rod("pole", length=0.9, mass=0.8)
    return Model(Prismatic("rail", ground, cart, axis="x"), Revolute("hinge", cart, pole), gravity=DOWN_Y)


def spherical_pendulum() -> Model:
    bob = particle("bob", mass=1.7)
    return Model(Universal("pivot", ground, bob.at(x=-0.6), first="z", second="y"), gravity=DOWN_Z)


def gyroscope() -> Model:
    """X001-D: the beam's own inertia is given about axes of its centre."""
    yoke = Body("yoke", Inertia(1.0, (0.0, 0.0, -1.0), np.diag([1 / 3, 1 / 3, 1 / 2])))
    beam = Body("beam", Inertia(1.0, (-1.0, 0.0, 0.0), np.diag([0.125, 3.0625, 3.083])))
    rotor = Body("rotor", Inertia(1.0, (0.0, 0.0, 0.0), np.diag([1 / 2, 1 / 3, 1 / 3])))
    return Model(
        Revolute("yaw", ground, yoke, axis="z"),
        Revolute("pitch", yoke, beam, axis="y"),
        Revolute("spin", beam.at(x=3.0), rotor, axis="x"),
        gravity=DOWN_Z,
    )


def rods(lengths: Any, masses: Any, radii: Any, parents: Any) -> Model:
    """Rods in a plane; parents count from one, zero is the ground, a child hangs on the end of its parent."""
    bodies = [
        rod(f"link{k}", length=l, mass=m, radius=r)
        for k, (l, m, r) in enumerate(zip(lengths, masses, radii, strict=True))
    ]
    joints = [
        Revolute(f"q{k}", bodies[above - 1]["end"] if above else ground, body)
        for k, (above, body) in enumerate(zip(parents, bodies, strict=True))
    ]
    return Model(*joints, gravity=DOWN_Y)


CLOSED_FORMS: dict[str, tuple[Callable[[], Model], Callable[[Any, Any], Terms]]] = {
    "pendulum": (pendulum, lambda q, u: closed_forms.pendulum(q, u, m=2.5, l=0.7)),
    "double pendulum": (
        double_pendulum,
        lambda q, u: closed_forms.double_pendulum(q, u, m=(2.5, 1.5), l=(0.7, 0.6), r=(0.15, 0.125)),
    ),
    "cart and pendulum": (
        cart_and_pendulum,
        lambda q, u: closed_forms.cart_and_pendulum(q, u, m_cart=3.0, m=0.8, l=0.9),
    ),
    "spherical pendulum": (
        spherical_pendulum,
        lambda q, u: closed_forms.spherical_pendulum(q, u, m=1.7, l=0.6),
    ),
    "gyroscope": (
        gyroscope,
        lambda q, u: closed_forms.gyroscope(q, u, m=(1.0, 1.0, 1.0), l_G2=1.0, l3=3.0, r=1.0, h=1.0),
    ),
}


def assert_close(actual: Any, expected: Any, rtol: float = RTOL) -> None:
    expected = np.asarray(expected, dtype=float)
    np.testing.assert_allclose(actual, expected, rtol=0.0, atol=rtol * max(np.abs(expected).max(), 1.0))


@pytest.mark.parametrize("name", CLOSED_FORMS)
@pytest.mark.covers("F001-9")
def test_equations_are_those_of_the_closed_form(name: str) -> None:
    make, closed_form = CLOSED_FORMS[name]
    model = make()
    rng = np.random.default_rng(0)
    for _ in range(5):
        q, u = rng.uniform(-2.0, 2.0, (2, len(model.speeds)))
        found, expected = terms(model, q, u), closed_form(q, u)
        assert_close(found.M, expected.M)
        assert_close(found.b, expected.b)
        assert_close(found.g, expected.g)
        a = np.linalg.solve(expected.M, -np.asarray(expected.b) - np.asarray(expected.g))
        assert_close(accelerations(model, q, u), a, 1e-12)


def test_the_rod_of_a_pendulum_pulls_as_newton_says() -> None:
    model, q, u = pendulum(), np.array([-0.4]), np.array([1.3])
    eom = derive(model)
    found = numbers(eom, [eom.signal(f"hinge.force.{axis}") for axis in "xyz"], Sample(q, u, np.zeros(0)))

    # m a = F + m g, in axes along and across the rod
    m, l = 2.5, 0.7
    a = accelerations(model, q, u)[0]
    along = -m * l / 2.0 * u[0] ** 2 + m * G * np.sin(q[0])
    across = m * l / 2.0 * a + m * G * np.cos(q[0])
    assert_close(found, [along, across, 0.0])


# ---- worked examples


@pytest.mark.covers("F001-5", "F001-7", "F001-9", "F001-19", "F001-29")
def test_four_link_chain_has_the_reference_numbers() -> None:
    """X001-A."""
    lengths, masses, radii = (0.7, 0.6, 0.5, 0.4), (2.5, 1.5, 1.0, 0.75), (0.15, 0.125, 0.1, 0.0875)
    model = rods(lengths, masses, radii, parents=(0, 1, 2, 3))
    moments = [body.inertia.J[2, 2] for body in model.bodies if body.inertia is not None]
    assert_close(moments, [0.11614583333333, 0.050859375, 0.02333333333333, 0.011435546875], DIGITS)

    q, u = np.full(4, -np.pi / 24), np.zeros(4)
    found = terms(model, q, u)
    assert_close(found.M[0], [7.332925121225, 3.757412283534, 1.441810656711, 0.299734586758], DIGITS)
    assert_close(np.diag(found.M)[1:], [2.196795279177, 0.463485609414, 0.041435546875], DIGITS)
    assert_close(found.g, [51.789624682965, 21.152491299222, 6.938892765379, 1.274356381669], DIGITS)
    a = accelerations(model, q, u)
    assert_close(a, [-18.313670594289, 24.925157163904, -8.421508969533, 3.307193112571], DIGITS)
    assert_close(sum(energies(model, q, u)), -10.924055172260, DIGITS)

    q, u = np.array([0.3, -0.7, 1.1, 0.4]), np.array([1.0, -2.0, 0.5, 3.0])
    found = terms(model, q, u)
    assert_close(found.M[0], [6.195018397024, 2.900919877685, 1.105511312351, 0.190035674057], DIGITS)
    assert_close(found.b, [-0.66356721673, -0.826638222487, 0.494431969083, 0.172398532257], DIGITS)
    assert_close(found.g, [48.431648398933, 18.910317880218, 5.356905353466, 0.667466692678], DIGITS)


@pytest.mark.covers("F001-5", "F001-9", "F001-29")
def test_gyroscope_has_the_reference_numbers() -> None:
    """X001-D; the source measures V from z = −2.5."""
    model = gyroscope()
    q, u = np.array([0.0, -np.pi / 6, 0.0]), np.array([0.0, 0.0, np.pi / 4])
    found = terms(model, q, u)
    assert_close(found.M, [[10.7185, 0.0, 0.25], [0.0, 13.395833333333, 0.0], [0.25, 0.0, 0.5]], DIGITS)
    assert_close(found.g[1], -16.991418422251, DIGITS)
    assert_close(accelerations(model, q, u), [0.0, 1.268410706482, 0.0], DIGITS)
    assert_close(found.M @ u, [0.196349540849, 0.0, 0.392699081699], DIGITS)
    T, V = energies(model, q, u)
    assert_close(T, 0.154212568767, DIGITS)
    assert_close(V + 2.5 * 3.0 * G, 73.575, DIGITS)

    q, u = np.array([0.4, -0.3, 0.9]), np.array([0.7, -1.1, 2.0])
    found = terms(model, q, u)
    assert_close(found.M[0], [12.799238147757, 0.0, 0.147760103331], DIGITS)
    assert_close(found.b, [-4.510478032304, -1.100784329994, 0.367804548313], DIGITS)
    assert_close(found.g, [0.0, -18.743701916644, 0.0], DIGITS)


@pytest.mark.covers("F001-3", "F001-5", "F001-9")
def test_branching_chain_has_the_reference_numbers() -> None:
    """X001-F; what is zero between branches is zero without any numbers."""
    model = rods((0.7, 0.6, 0.5, 0.4), (2.5, 1.5, 1.0, 0.75), np.zeros(4), parents=(0, 1, 1, 3))
    q, u = np.array([0.3, -0.7, 1.1, 0.4]), np.array([1.0, -2.0, 0.5, 3.0])
    found = terms(model, q, u)
    upper = [
        [3.523427812354, 0.420925288995, 0.654868191733, 0.116506980725],
        [0.0, 0.18, 0.0, 0.0],
        [0.0, 0.0, 0.448992482434, 0.10907957455],
        [0.0, 0.0, 0.0, 0.04],
    ]
    assert_close(found.M, np.array(upper) + np.triu(upper, 1).T, DIGITS)
    assert_close(found.b, [-3.029280528824, -0.20292857148, -0.031074568496, 0.170451318858], DIGITS)
    assert_close(found.g, [34.295137439307, 4.066023758026, 0.707783162566, -0.334327882341], DIGITS)
    a = accelerations(model, q, u)
    assert_close(a, [-13.941368198134, 11.139884729078, 23.604014378559, -19.664314166572], DIGITS)
    M = derive(model).M
    assert all(type(M[i, j]) is float and M[i, j] == 0.0 for i, j in [(1, 2), (2, 1), (1, 3), (3, 1)])


@pytest.mark.covers("F001-9", "F001-19", "F001-29")
def test_two_link_robot_has_the_reference_numbers() -> None:
    """Exercises 1 and 5, planar."""
    model = double_pendulum()
    q, u = np.array([0.3, -0.7]), np.array([1.0, -2.0])
    found = terms(model, q, u)
    assert_close(found.M, [[1.825105786323, 0.426784663995], [0.426784663995, 0.185859375]], DIGITS)
    assert_close(found.b, [0.0, -0.20292857148], DIGITS)
    assert_close(found.g, [22.106836852796, 4.066023758026], DIGITS)
    assert_close(accelerations(model, q, u), [-15.662357162085, 15.180071773288], DIGITS)
    assert_close(energies(model, q, u), [0.430702315172, 3.861590190523], DIGITS)
    assert_close(found.M @ u, [0.971536458333, 0.055065913995], DIGITS)


@pytest.mark.covers("F001-29")
def test_two_link_robot_in_space_has_the_reference_numbers() -> None:
    """Exercise 1 read in space: about the vertical, then about y."""
    first, second = (
        rod(name, length=l, mass=m, radius=r)
        for name, l, m, r in (("first", 0.7, 2.5, 0.15), ("second", 0.6, 1.5, 0.125))
    )
    model = Model(
        Revolute("turn", ground, first, axis="z"),
        Revolute("lift", first["end"], second, axis="y"),
        gravity=DOWN_Z,
    )
    found = terms(model, [0.3, -0.7], [1.0, -2.0])
    assert_close(found.M, np.diag([1.752834566070, 0.185859375]), DIGITS)
    assert_close(found.b, [-1.154927949692, -0.288731987423], DIGITS)
    assert_close(found.g, [0.0, -3.376395835767], DIGITS)


@pytest.mark.covers("F001-8")
def test_a_particle_in_polar_coordinates_feels_its_changing_jacobian() -> None:
    """m = 2, r = 1.5, ṙ = 0.4, θ̇ = 0.7: b = (−1.47, 1.68) for (r, θ)."""
    slot, bead = particle("slot", mass=1.0), particle("bead", mass=2.0)
    model = Model(Revolute("angle", ground, slot), Prismatic("radius", slot, bead, axis="x"))
    found = terms(model, [0.9, 1.5], [0.7, 0.4])
    assert_close(found.M, np.diag([2.0 * 1.5**2, 2.0]))
    assert_close(found.b, [1.68, -1.47])
