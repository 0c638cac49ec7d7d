"""Whitworth's quick return (Orsino 2016, 5.3.1) as a tree of bodies by their nodes, as one types it."""

import numpy as np
import pytest

import dalembert as da
from tests.examples import example

S = da.expr.symbol
ROD, LEVER, CRANK = np.hypot(0.65, 0.2), np.hypot(0.15, 0.6), np.hypot(0.1, 0.1)
START = {"ram/x": 0.8, "ram/y": 0.8, "crank/ay": 0.3, "crank/bx": 0.1, "crank/by": 0.4, "slot": 2.0 * LEVER / 3.0}
START |= {"rod/ax": 0.8, "rod/ay": 0.8} | {
    f"{body}/b{axis}": x for body in ("rod", "lever") for axis, x in zip("xy", (0.15, 0.6), strict=True)
}


@pytest.fixture(scope="module")
def quick_return():
    def bar(name, length, mass, inertia, start):
        nodes = {"a": (start, 0.0), "b": (start + length, 0.0)}
        return da.modules.planar_body(name, mass=mass, inertia=inertia, nodes=nodes, by_nodes=True)

    bodies = {
        "ram": da.modules.planar_body("ram", mass=da.param("m", 1.0), inertia=0.0),
        "rod": bar("rod", ROD, 0.2, 0.2 * 0.1**2 / 12.0, -ROD / 2),
        "lever": bar("lever", LEVER, 0.4, 0.2 * 0.5**2 / 12.0, -LEVER / 2),
        "crank": bar("crank", CRANK, 0.2, 0.2 * 0.1**2 / 3.0, 0.0),
    }
    rows = {"rail": S("ram/y") - 0.8, "upright": S("ram/angle") + 0.0}
    for axis, pivot in (("x", 0.0), ("y", 0.3)):
        x = {name: S(f"{name}{axis}") for name in ("rod/a", "rod/b", "lever/a", "lever/b", "crank/a", "crank/b")}
        rows |= {
            f"S {axis}": S(f"ram/{axis}") - x["rod/a"],
            f"E {axis}": x["rod/b"] - x["lever/b"],
            f"O {axis}": x["lever/a"] + 0.0,
            f"Q {axis}": x["crank/a"] - pivot,
            # a pin in a slot, by the distance from the foot of the lever as a coordinate of one's own (5.31)
            f"B {axis}": LEVER * x["crank/b"] - (LEVER - S("slot")) * x["lever/a"] - S("slot") * x["lever/b"],
        }
    # a speed of one's own by a row of velocities, which carries the motor
    rows["crank turns"] = S("turn.rate") - S("crank/w")
    forces = {"turn.rate": da.Input("u1")}
    return da.modules.subsystem("quick return", bodies, coordinates="turn slot", constraints=rows, forces=forces)


@pytest.mark.covers("F000-59", "F000-61", "F000-62")
def test_the_torque_of_the_quick_return_by_nodes_is_that_of_the_table(quick_return):
    assert quick_return.degrees_of_freedom == 1
    loads = da.inverse_dynamics(
        quick_return, {"turn": np.pi / 2.0 * da.time}, times=np.arange(8) / 2.0, guess=START, unknown=["u1"]
    )
    table = [
        (0.800000, -0.255876, 0.461999, 0.036542),
        (0.655397, -0.311241, 0.503247, 0.009456),
        (0.500000, -0.298522, 0.461999, -0.025485),
        (0.372385, -0.188256, 0.285599, -0.060424),
        (0.357114, 0.207629, -0.314159, 0.229862),
        (0.655397, 0.866375, -1.400845, -0.203952),
        (0.910287, 0.139940, -0.314159, -0.128390),
        (0.899814, -0.131286, 0.285599, 0.038676),
    ]
    columns = [loads[name] for name in ("ram/x", "ram/x.rate", "lever/w", "u1")]
    np.testing.assert_allclose(np.stack(columns, axis=1), table, rtol=0.0, atol=6e-7)


@pytest.mark.covers("F000-61", "F000-62")
def test_it_is_driven_forward_by_a_known_torque_with_another_ram(quick_return):
    # with the ram of the model of joints it moves as that does
    method = da.methods.DOP853(rtol=1e-10, atol=1e-12)
    torque = {"u1": 0.02}
    start = da.assemble(quick_return, q=START, u={"turn": 1.0}, tau=torque)
    motion = da.simulate(quick_return, start, until=2.0, method=method)
    source = example("planar_mechanisms")
    model = source.quick_return(da.Motor("u1", "Q"))
    same = da.assemble(model, q={"Q": np.pi / 4.0}, u={"Q": 1.0}, tau=torque)
    other = da.simulate(model, same, until=2.0, method=method)
    assert motion["ram/x"][-1] == pytest.approx(other["rail"][-1] + 0.8 - other["rail"][0], abs=1e-8)
    assert motion["turn"][-1] == pytest.approx(other["Q"][-1] - np.pi / 4.0, abs=1e-8)
    # with another one, all that the motor does is kinetic energy
    heavy = da.assemble(quick_return, q=START, u={"turn": 1.0}, tau=torque, p={"ram/m": 3.0})
    motion = da.simulate(quick_return, heavy, until=2.0, method=method)
    masses = {
        "rod": (0.2, 0.2 * 0.1**2 / 12.0),
        "lever": (0.4, 0.2 * 0.5**2 / 12.0),
        "crank": (0.2, 0.2 * 0.1**2 / 3.0),
    }
    energy = 1.5 * motion["ram/x.rate"] ** 2
    for body, (m, J) in masses.items():
        energy = energy + 0.5 * (
            m * (motion[f"{body}/vx"] ** 2 + motion[f"{body}/vy"] ** 2) + J * motion[f"{body}/w"] ** 2
        )
    assert np.ptp(energy) > 0.02
    np.testing.assert_allclose(energy - energy[0], 0.02 * (motion["turn"] - motion["turn"][0]), atol=1e-9)
    assert motion.residuals["combined"].max() < 1e-10
