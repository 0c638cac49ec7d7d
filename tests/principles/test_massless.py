"""Bodies without mass that constraints hold: the same accelerations and multipliers as from the whole system."""

from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import FormulationError
from dalembert.model.bodies import Body
from tests.oracles.mechanisms import At

RTOL = 1e-10
"""Of the largest entry, for a few bodies."""

G = 9.81


def assert_close(actual: Any, expected: Any) -> None:
    actual, expected = np.asarray(actual, dtype=float), np.asarray(expected, dtype=float)
    np.testing.assert_allclose(actual, expected, rtol=0.0, atol=RTOL * max(1.0, np.abs(expected).max()))


def four_bar(*, light: str, mass: float | None = None) -> da.Model:
    """A four-bar mechanism one of whose links has no mass, or very little."""
    lengths = {"crank": 0.5, "coupler": 1.2, "rocker": 0.75}
    links = {}
    for name, length in lengths.items():
        rod = da.rod(name, length=length, mass=length if name != light else mass or 1.0)
        links[name] = Body(name, None, rod.markers) if name == light and mass is None else rod
    return da.Model(
        da.Revolute("A", da.ground, links["crank"], axis="z"),
        da.Revolute("B", links["crank"]["end"], links["coupler"], axis="z"),
        da.Revolute("D", da.ground.at(x=1.1), links["rocker"], axis="z"),
        da.Revolute("C", links["coupler"]["end"], links["rocker"]["end"], axis="z"),
        gravity=(0.0, -G, 0.0),
    )


def closed(model: da.Model, crank: float = 0.3) -> At:
    """The mechanism closed by two circles."""
    A, D = np.array([0.5 * np.cos(crank), 0.5 * np.sin(crank)]), np.array([1.1, 0.0])
    d = D - A
    r = np.linalg.norm(d)
    along = (1.2**2 - 0.75**2 + r**2) / (2.0 * r)
    C = A + along * d / r + np.sqrt(1.2**2 - along**2) * np.array([-d[1], d[0]]) / r
    coupler, rocker = (np.arctan2(*(C - X)[::-1]) for X in (A, D))
    at = At(model, {"A": crank, "B": coupler - crank, "D": rocker})
    np.testing.assert_allclose(at(at.eom.phi), 0.0, atol=1e-14)
    return at.allowed()


def augmented(at: At) -> tuple[Any, Any]:
    M, f, J, gamma = at(at.eom.M, at.eom.f, at.eom.J, at.eom.gamma)
    n, m = len(M), len(J)
    x = np.linalg.solve(np.block([[M, -J.T], [J, np.zeros((m, m))]]), np.concatenate([f, gamma]))
    return x[:n], x[n:]


@pytest.mark.parametrize("light", ["crank", "coupler", "rocker"])
def test_a_loop_may_have_a_link_without_mass(light: str) -> None:
    at = closed(four_bar(light=light))
    a, lam = at(at.eom.accelerations, at.eom.multipliers)
    expected_a, expected_lam = augmented(at)
    assert_close(a, expected_a)
    assert_close(lam, expected_lam)


@pytest.mark.parametrize("light", ["coupler", "rocker"])
def test_a_massless_link_is_the_limit_of_a_light_one(light: str) -> None:
    mass = 1e-7
    at, little = closed(four_bar(light=light)), closed(four_bar(light=light, mass=mass))
    names = [f"{joint}.force.{axis}" for joint in "ABCD" for axis in "xy"]
    np.testing.assert_allclose(at.signals(names), little.signals(names), atol=100.0 * mass)
    np.testing.assert_allclose(at(at.eom.accelerations), little(little.eom.accelerations), atol=100.0 * mass)


@pytest.mark.parametrize(("heavy", "light", "length"), [(1e6, 1e-6, 1.0), (1e6, 1e-6, 1e-3)])
def test_masses_beside_a_loop_with_a_massless_link_may_be_anything(heavy, light, length) -> None:
    """A heavy cart with a light pendulum, in one model with it, changes none of its digits, and has its own."""
    loop = four_bar(light="coupler")
    cart = da.box("cart", size=(1.0, 1.0, 1.0), mass=heavy)
    pendulum = da.rod("pendulum", length=length, mass=light)
    beside = (da.Prismatic("S", da.ground, cart, axis="x"), da.Revolute("P", cart, pendulum))
    both = da.Model(*loop.parts, *beside, gravity=loop.gravity)
    found, expected = (
        da.as_dynamics(model).accelerations(da.assemble(model, q={"A": 0.3}, guess={"B": 0.5, "D": 1.2}))
        for model in (both, loop)
    )
    assert_close([found[name] for name in loop.speeds], [expected[name] for name in loop.speeds])
    assert found["P.rate"] == pytest.approx(-1.5 * G / length, rel=1e-6)


def test_only_rows_that_touch_massless_speeds_are_added() -> None:
    """A massless rocker in one loop; another loop beside it keeps its mass matrix."""
    heavy = closed(four_bar(light="none", mass=1.0))
    M, weights = heavy.eom.solution.definite_mass
    assert M is heavy.eom.entries.M and not weights.any()
    slider = Body("slider")
    rod, block = da.rod("rod", length=1.0, mass=1.0), da.particle("block", mass=2.0)
    model = da.Model(
        da.Revolute("A", da.ground, rod, axis="z"),
        da.Prismatic("S", da.ground, slider, axis="x"),
        da.Prismatic("P", da.ground, block, axis="x"),
        da.Distance("bar", rod["end"], slider, 1.5),
        da.Distance("far bar", rod["end"], block, 1.7),
        gravity=(0.0, -G, 0.0),
    )
    at = At(model, np.array([0.4, np.cos(0.4) + np.sqrt(1.5**2 - np.sin(0.4) ** 2), 0.0]))
    at.q[2] = np.cos(0.4) - np.sqrt(1.7**2 - np.sin(0.4) ** 2)
    at = at.allowed()
    weights = at.eom.solution.definite_mass[1]
    touched = {row.name: bool(weight) for row, weight in zip(at.eom.rows, weights, strict=True)}
    assert touched == {"bar": True, "far bar": False}
    a, lam = at(at.eom.accelerations, at.eom.multipliers)
    assert_close(np.concatenate([a, lam]), np.concatenate(augmented(at)))
    # nothing pushes the massless slider, so the bar carries nothing
    assert abs(lam[0]) < 1e-12 < abs(lam[1])


def test_of_all_links_the_massless_one_gives_way_to_a_correction() -> None:
    at = closed(four_bar(light="rocker"))
    there = at.q.copy()
    at.q[2] += 1e-3
    q, u = at(*at.eom.solution.first_order_form.corrected)
    np.testing.assert_allclose(q, there, atol=1e-5)
    np.testing.assert_allclose(u, at.u, atol=1e-4)


def test_a_speed_that_nothing_resists_is_named() -> None:
    rod, ring = da.rod("rod", length=1.0, mass=1.0), Body("ring")
    model = da.Model(
        da.Revolute("A", da.ground, rod, axis="z"),
        da.Revolute("loose", rod["end"], ring, axis="z"),
        da.Drive("drive", "A", da.time),
    )
    with pytest.raises(
        FormulationError, match=r"nothing resists the speed 'loose.rate'.*give it some mass, or a con"
    ):
        _ = da.derive(model).accelerations


def test_a_model_without_any_mass_needs_all_its_motion_prescribed() -> None:
    joint = da.Planar("P", da.ground, Body("ring"))
    drives = [da.Drive(f"drive {x}", f"P.{x}", da.time**k) for k, x in enumerate(("x", "y", "angle"), 1)]
    at = At(da.Model(joint, *drives))
    assert_close(at(at.eom.accelerations), [0.0, 2.0, 6.0 * at.t])
    with pytest.raises(FormulationError, match=r"nothing resists the speed 'P\.angle\.rate'"):
        _ = da.derive(da.Model(joint, *drives[:2])).accelerations


@pytest.mark.parametrize("principle", [da.Recursive(), da.Kane(), da.Hamilton()], ids=repr)
def test_a_mass_that_is_usually_zero_may_have_any_value_in_a_run(principle) -> None:
    def ladder(mass):
        foot, head = da.particle("foot", mass=mass), da.particle("head", mass=1.0)
        return da.Model(
            da.Prismatic("x", da.ground, foot, axis="x"),
            da.Prismatic("y", da.ground, head, axis="y"),
            da.Distance("ladder", foot, head, length=1.0),
            gravity=(0.0, -9.81, 0.0),
        )

    def reached(mass, **p):
        model = ladder(mass)
        eom = da.derive(model, principle)
        start = da.convert_state(model.state(q={"x": 0.8, "y": 0.6}, p=p), model, eom)
        motion = da.simulate(eom, start, until=0.2)
        return [motion["x"][-1], motion["y"][-1]]

    open_mass = da.param("m", 0.0)
    assert reached(open_mass, m=2.0) == pytest.approx(reached(2.0), abs=1e-7)
    if principle != da.Hamilton():
        # without mass at the foot the head falls freely
        y = 0.6 - 0.5 * 9.81 * 0.2**2
        assert reached(open_mass) == pytest.approx([np.sqrt(1.0 - y**2), y], abs=1e-7)


@pytest.mark.parametrize("principle", [da.Recursive(), da.Kane(), da.Hamilton()], ids=repr)
def test_an_open_mass_that_resists_nothing_is_named(principle) -> None:
    model = da.Model(da.Revolute("pin", da.ground, da.particle("bob", mass=da.param("m", 1.0))))
    with pytest.raises(FormulationError, match=r"nothing resists the speed 'pin\.rate'"):
        _ = da.derive(model, principle).accelerations
