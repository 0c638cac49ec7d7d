"""Predictive controllers: against the linear regulator, at their bounds, and where nothing can be met."""

import numpy as np
import pytest

import dalembert as da


@pytest.fixture(scope="module")
def block() -> da.Model:
    return da.Model(da.Prismatic("x", da.ground, da.particle("block", mass=2.0), axis="x"), da.Motor("push", "x"))


def test_long_horizons_give_the_linear_regulator(block: da.Model) -> None:
    # weights of integrals over held inputs: the sampled regulator of the same cost
    period, q, r = 0.1, 1.0, 0.05
    cost = q * da.coordinate("x") ** 2 + r * da.Input("push") ** 2
    law = da.mpc(block, cost, horizon=8.0, period=period, solver=da.trajectories.Ipopt(tolerance=1e-10))
    # x⁺ = A x + B u, and the integral of x² over a period as a quadratic form of (x, v, u)
    A, B = np.array([[1.0, period], [0.0, 1.0]]), np.array([[period**2 / 4.0], [period / 2.0]])
    nodes, weights = np.polynomial.legendre.leggauss(4)
    W = np.zeros((3, 3))
    for s, w in zip(0.5 * period * (1.0 + nodes), 0.5 * period * weights, strict=True):
        row = np.array([1.0, s, s**2 / 4.0])
        W += q * w * np.outer(row, row)
    W[2, 2] += r * period
    P = np.zeros((2, 2))
    for _ in range(2000):
        AB = np.hstack([A, B])
        H = W + AB.T @ P @ AB
        P = H[:2, :2] - np.outer(H[:2, 2], H[2, :2]) / H[2, 2]
    K = H[2, :2] / H[2, 2]
    for x, v in ((1.0, 0.0), (-0.3, 0.7)):
        push = law(block.state(q={"x": x}, u={"x": v}))["push"]
        assert push == pytest.approx(-K @ [x, v], rel=1e-4)


def test_predictive_controller_stops_before_a_wall(block: da.Model) -> None:
    cost = (da.coordinate("x") - 1.0) ** 2 + 1e-3 * da.Input("push") ** 2
    law = da.mpc(block, cost, horizon=1.0, period=0.1, bounds={"push": (-4.0, 4.0), "x": (None, 0.8)})
    motion = da.simulate(block, {"x": 0.0}, until=3.0, controller=(controller := law.controller))
    assert motion["x"].max() < 0.8 + 1e-3
    assert motion["x"][-1] == pytest.approx(0.8, abs=1e-3)
    assert np.abs(motion["push"]).max() < 4.0 + 1e-5
    assert controller.law.failures == 0
    assert controller.law.predicted()["x"].max() < 0.8 + 1e-6


def test_what_cannot_be_met_is_told(block: da.Model) -> None:
    law = da.mpc(block, "x", horizon=0.5, period=0.1, bounds={"push": (-1.0, 1.0)}, end={"x": 0.0, "x.rate": 0.0})
    with pytest.raises(da.errors.SolverError, match="no trajectory from t = 0"):
        law(block.state(q={"x": 10.0}))
    with pytest.raises(da.errors.ModelError, match="a multiple of the period"):
        da.mpc(block, "x", horizon=0.55, period=0.1)
    with pytest.raises(da.errors.ModelError, match="minimizes something"):
        da.mpc(block, None, horizon=0.5, period=0.1)


def test_laws_take_states_as_everything_does() -> None:
    block = da.Prismatic("x", da.ground, da.particle("block", mass=da.param("m", 2.0)), axis="x")
    model = da.Model(block, da.Motor("push", "x"))
    cost = da.coordinate("x") ** 2 + 0.01 * da.Input("push") ** 2

    def push(state: object, **options: object) -> float:
        return float(da.mpc(model, cost, horizon=0.5, period=0.1, **options)(state)["push"])

    assert push({"x": 1.0}) == push(da.State(q={"x": 1.0})) == push(model.state(q={"x": 1.0}))
    moving = model.state(q={"x": 1.0}, u={"x": -3.0})
    assert push(da.State(q={"x": 1.0}, u={"x": -3.0})) == push(moving) != push({"x": 1.0})
    with pytest.raises(da.errors.ModelError, match="there is no coordinate 'y'"):
        push({"y": 1.0})
    with pytest.raises(da.errors.ModelError, match="a state is given by names"):
        push([1.0, 0.0])
    # parameters are those of the state and of the run, unless the prediction fixes them
    heavy = model.state(q={"x": 1.0}, p={"m": 8.0})
    ways = [push(heavy), push(heavy, parameters={"m": 8.0}), push({"x": 1.0}, parameters={"m": 8.0})]
    assert ways == pytest.approx([ways[0]] * 3, rel=1e-5)
    assert push({"x": 1.0}) != pytest.approx(ways[0], rel=1e-2)
    with pytest.raises(da.errors.ModelError, match="'m' is 8 in this state and 2 in the prediction"):
        push(heavy, parameters={"m": 2.0})
    with pytest.raises(da.errors.ModelError, match="there is no parameter 'M'"):
        push(da.State(q={"x": 1.0}, p={"M": 8.0}))
    with pytest.raises(da.errors.ModelError, match="impossible with m = -1"):
        push(da.State(q={"x": 1.0}, p={"m": -1.0}))

    def first(**options: object) -> float:
        law = da.mpc(model, cost, horizon=0.5, period=0.1, **options)
        return float(da.simulate(model, heavy, until=0.1, controller=law.controller)["push"][0])

    assert first() == pytest.approx(ways[0], rel=1e-5)
    assert first(parameters={"m": 2.0}) == pytest.approx(push({"x": 1.0}), rel=1e-5)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"m": (1.0, 2.0)}, r"the parameter 'm' of mpc, which finds inputs alone, is a finite number, not \(1.0"),
        ({"m": -1.0}, "body 'block' is impossible with m = -1"),
        (["m"], "parameters are given by names"),
    ],
)
def test_parameters_of_a_predictor_are_numbers_of_possible_bodies(parameters: object, message: str) -> None:
    heavy = da.particle("block", mass=da.param("m", 2.0))
    model = da.Model(da.Prismatic("x", da.ground, heavy, axis="x"), da.Motor("push", "x"))
    with pytest.raises(da.errors.ModelError, match=message):
        da.mpc(model, da.coordinate("x") ** 2, horizon=0.5, period=0.1, parameters=parameters)
