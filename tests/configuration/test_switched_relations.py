"""Relations that come and go as their switch says: off, they bind nobody, or are refused by name."""

import numpy as np
import pytest

import dalembert as da
from tests.oracles.latch import Latch

OFF, ON = da.State(p={"on": 0.0}), da.State(p={"on": 1.0})
FALLEN = -1.25  # in half a second, by 10 m/s²


@pytest.fixture(scope="module")
def latched():
    p = da.particle("p", mass=1.0)
    latch = Latch("latch", da.position(p)[2], da.param("on", 1.0))
    spring = da.JointSpring("spring", "T.x", 9.0)
    return da.Model(da.Translational("T", da.ground, p), latch, spring, gravity=(0.0, 0.0, -10.0))


METHODS = [
    da.methods.DOP853(),
    da.methods.Radau(),
    da.methods.RK4(0.01),
    da.methods.GaussLegendre(0.01),
    da.methods.IndexThree(0.01),
    da.methods.GeneralizedAlpha(0.01),
]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: type(method).__name__)
def test_what_is_off_falls_and_what_is_on_is_held(latched, method):
    up = da.State(q={"T.z": 1.0}, u={"T.z": 0.5}, p=OFF.p)
    motions = da.batch(latched, [OFF, ON, up], times=[0.0, 0.5], method=method)
    assert [motion["T.z"][-1] for motion in motions] == pytest.approx([FALLEN, 0.0, 1.25 + FALLEN], abs=1e-9)
    assert [motion["latch.multiplier"][-1] for motion in motions] == pytest.approx([0.0, 10.0, 0.0], abs=1e-9)
    assert da.simulate(latched, up, times=[0.5], method=method)["T.z"][-1] == pytest.approx(0.0, abs=1e-9)
    with pytest.raises(da.errors.ModelError, match="does not satisfy 'latch'"):
        da.simulate(latched, da.State(q=up.q), until=0.1, method=method)


@pytest.mark.parametrize("drift", [da.methods.NoStabilization(), da.methods.Baumgarte.critical(5.0)])
def test_drift_of_what_is_off_is_nobodys(latched, drift):
    start = da.State(q={"T.z": 1.0}, p=OFF.p)
    assert da.simulate(latched, start, times=[0.5], stabilization=drift)["T.z"][-1] == pytest.approx(
        1.0 + FALLEN, abs=1e-9
    )


def test_a_switch_by_time_lets_go_at_its_time():
    p = da.particle("p", mass=1.0)
    latch = Latch("latch", da.position(p)[2], da.where(da.time < 0.3, 1.0, 0.0))
    model = da.Model(da.Translational("T", da.ground, p), latch, gravity=(0.0, 0.0, -10.0))
    for method, error in ((da.methods.DOP853(), 1e-7), (da.methods.IndexThree(1e-3), 2e-3)):
        motion = da.simulate(model, times=[0.0, 0.25, 0.5], method=method)
        assert motion["T.z"] == pytest.approx([0.0, 0.0, -5.0 * 0.2**2], abs=error)
        assert motion["latch.multiplier"] == pytest.approx([10.0, 10.0, 0.0], abs=1e-9)


def test_assembly_asks_for_rows_that_are_on(latched):
    near = {"T.z": 1.0, "T.x": 0.5}
    assert da.assemble(latched, guess=near, p=OFF.p).q == pytest.approx({"T.x": 0.5, "T.y": 0.0, "T.z": 1.0})
    assert da.assemble(latched, guess=near, p=ON.p).q == pytest.approx({"T.x": 0.5, "T.y": 0.0, "T.z": 0.0})
    assert da.assemble(latched, q={"T.z": 1.0}, u={"T.z": 2.0}, p=OFF.p).u["T.z"] == 2.0
    with pytest.raises(da.errors.AssemblyError, match="contradicts 'latch'"):
        da.assemble(latched, q={"T.z": 1.0}, p=ON.p)


def test_freedoms_and_small_motions_count_without_rows_that_are_off(latched):
    assert [da.mobility(latched, state).degrees_of_freedom for state in (OFF, ON)] == [3, 2]
    assert [da.mobility(latched, state).rows for state in (OFF, ON)] == [0, 1]
    assert da.linearize(latched, ON).states == ("T.x", "T.y", "T.x.rate", "T.y.rate")
    free = da.linearize(latched, OFF)
    assert free.states == ("T.x", "T.y", "T.z", "T.x.rate", "T.y.rate", "T.z.rate")
    # ẍ = −9 x, and nothing holds y and z
    assert np.sort(np.abs(free.modes().values)) == pytest.approx([0.0, 0.0, 0.0, 0.0, 3.0, 3.0], abs=1e-9)


def test_rows_that_are_off_imply_no_others():
    # x = 0 twice: only one of them counts where both are on, and the other where one is off
    p = da.particle("p", mass=1.0)
    x, y, _ = da.position(p)
    g, h = Latch("g", x, da.param("a", 1.0)), Latch("h", 2.0 * x, da.param("b", 1.0))
    model = da.Model(da.Translational("T", da.ground, p), g, h, da.Holonomic("k", y), gravity=(10.0, 0.0, 0.0))
    starts = [da.State(p={"a": a, "b": b}) for a in (0.0, 1.0) for b in (0.0, 1.0)]
    found = [da.mobility(model, start) for start in starts]
    assert [one.degrees_of_freedom for one in found] == [2, 1, 1, 1]
    assert [sorted(one.redundant_rows) for one in found] == [[], [], [], ["h"]]
    assert [bool(one.not_unique) for one in found] == [False, False, False, True]
    for method in (da.methods.DOP853(), da.methods.IndexThree(0.01)):
        motions = [da.simulate(model, start, times=[0.5], method=method) for start in starts]
        assert [motion["T.x"][-1] for motion in motions] == pytest.approx([1.25, 0.0, 0.0, 0.0], abs=1e-9)
        forces = [(motion["g.multiplier"][-1], motion["h.multiplier"][-1]) for motion in motions]
        assert np.array(forces) == pytest.approx(np.array([[0, 0], [0, -5], [-10, 0], [-10, 0]]), abs=1e-9)


@pytest.mark.parametrize(
    "principle",
    [da.Hamilton(), da.NewtonEuler(), da.formulations.LagrangeFirstKind(), da.Gauss(), da.Kane()],
    ids=lambda x: type(x).__name__,
)
def test_principles_know_switches(latched, principle):
    motion = da.simulate(da.derive(latched, principle), OFF, times=[0.5])
    assert motion["T.z"][-1] == pytest.approx(FALLEN, abs=1e-9)


@pytest.mark.parametrize(
    ("refused", "who"),
    [
        (lambda m: da.derive(m, da.Hamilton(da.formulations.MomentumMultipliers())), "MomentumMultipliers"),
        (lambda m: da.derive(m, da.Hamilton(da.formulations.DiracMultipliers())), "DiracMultipliers"),
        (lambda m: da.derive(m, da.Modular()).rows, "Modular"),
        (lambda m: da.simulate(m, OFF, until=0.1, method=da.methods.MoreauJean(1e-2)), "MoreauJean"),
        (lambda m: da.equilibrium(m), "equilibrium"),
        (lambda m: da.inverse_dynamics(m, OFF, accelerations={}), "inverse_dynamics"),
        (lambda m: da.diagnostics.invariants(m), "invariants"),
        (lambda m: da.kinematics(m, [0.0, 1.0]), "kinematics"),
        (lambda m: da.impulse(m, OFF, along={"T.z": 1.0}), "impulse"),
        (lambda m: da.sensitivities(m, OFF, until=0.1, by=["on"]), "sensitivities"),
        (lambda m: da.steady_motion(m), "steady_motion"),
    ],
)
def test_whoever_takes_rows_for_lasting_refuses_them_by_name(latched, refused, who):
    with pytest.raises(
        da.errors.FormulationError, match=f"{who}.* cannot treat the row 'latch', which comes and goes"
    ):
        refused(latched)
