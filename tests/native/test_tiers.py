"""Runs begin on quick programs in a loop that all systems share, and take over full-speed code: the same bits."""

import os
import subprocess
import sys
import textwrap
import time
from dataclasses import dataclass, replace

import numpy as np
import pytest

import dalembert as da
from dalembert.integrators.adaptive_methods import DormandPrince
from dalembert.integrators.fixed_step_methods import RK4, ConstantAcceleration, ExplicitEuler, GaussLegendre
from dalembert.integrators.integration import Integrator
from dalembert.integrators.method import Method
from dalembert.integrators.tableaux import EULER
from dalembert.native import inlining, shared_loop, tiers
from dalembert.native.build import build
from dalembert.native.machine import Target
from dalembert.native.tiers import TieredLoop, loop_code
from tests.integrators.problems import kepler, kepler_start, oscillator_with_events, pendulum, spinning

TIMES = np.linspace(0.0, 3.0, 20)
STARTS = {
    kepler: [kepler_start(e) for e in np.linspace(0.0, 0.6, 5)],
    oscillator_with_events: [[1.0, 0.1 * k] for k in range(5)],
    spinning: [[np.cos(a), np.sin(a), 0.0, 0.0] for a in np.linspace(0.0, 1.0, 5)],
}


def config(tmp_path, tier=None):
    return da.kernels.Config(tmp_path / "cache", 1, tier=tier)


def result(problem, method, native):
    extra = np.linspace(1.0, 2.0, 5)[:, None][:, : problem().n_extra]
    return Integrator(problem(), method, native).run(STARTS[problem], TIMES, extra=extra)


def assert_same_bits(one, other):
    assert one.is_complete
    for name in ("states", "final_states", "summaries"):
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes()
    assert [record.tobytes() for record in one.records] == [record.tobytes() for record in other.records]


@pytest.mark.parametrize("lanes", [1, 4])
@pytest.mark.parametrize("method", [RK4(0.02), DormandPrince(1e-7, 1e-9), GaussLegendre(0.05)])
@pytest.mark.parametrize("problem", STARTS)
def test_the_loop_for_all_systems_gives_the_bits_of_one_of_its_own(problem, method, lanes):
    settings = da.kernels.Config.from_environment()
    quick, full = (
        loop_code(method, problem(), lanes, replace(settings, tier=tier))
        for tier in (da.kernels.Tier.QUICK, da.kernels.Tier.FULL)
    )
    assert_same_bits(result(problem, method, quick), result(problem, method, full))


def test_positions_are_told_to_the_loop(tmp_path):
    code = loop_code(ConstantAcceleration(0.1), pendulum(), 1, config(tmp_path, da.kernels.Tier.QUICK))
    run = Integrator(pendulum(), ConstantAcceleration(0.1), code).run([[1.0, 0.0]], [0.0, 0.1])
    np.testing.assert_allclose(run.states[0, 1], [1.0 - 0.5 * np.sin(1.0) * 0.01, -0.1 * np.sin(1.0)], rtol=1e-14)


def test_a_second_system_compiles_no_loop(tmp_path, monkeypatch):
    settings = config(tmp_path, da.kernels.Tier.QUICK)
    loop_code(RK4(0.1), kepler(), 1, settings)
    monkeypatch.setattr(Method, "procedure_for_all", lambda *_: pytest.fail("a loop is written again"))
    monkeypatch.setattr(RK4, "procedure", lambda *_: pytest.fail("a loop is written"))
    code = loop_code(RK4(0.1), pendulum(), 1, settings)
    assert Integrator(pendulum(), RK4(0.1), code).run([[1.0, 0.0]], [0.0, 1.0]).is_complete


def test_code_in_the_cache_is_used_though_nobody_writes_its_text(tmp_path, monkeypatch):
    full = result(kepler, RK4(0.02), loop_code(RK4(0.02), kepler(), 1, config(tmp_path, da.kernels.Tier.FULL)))
    monkeypatch.setattr(shared_loop, "_loops", {})
    loop_code(RK4(0.02), pendulum(), 1, config(tmp_path))
    monkeypatch.setattr(shared_loop, "_loops", {})
    for name in ("procedure", "procedure_for_all"):
        monkeypatch.setattr(RK4, name, lambda *_: pytest.fail("a loop is written"))
    again = loop_code(RK4(0.02), kepler(), 1, config(tmp_path))
    assert not isinstance(again, TieredLoop)
    assert_same_bits(result(kepler, RK4(0.02), again), full)
    assert isinstance(loop_code(RK4(0.02), pendulum(), 1, config(tmp_path)), TieredLoop)


def settled(loop):
    """Wait until full-speed code has been made beside."""
    end = time.monotonic() + 60.0
    while not loop._is_final and time.monotonic() < end:
        time.sleep(0.01)
    assert loop._is_final


@pytest.mark.parametrize("problem", [kepler, spinning])
def test_full_code_is_taken_over_when_it_has_paid(problem, tmp_path, monkeypatch):
    monkeypatch.setattr(tiers, "_SECONDS_FOR_A_LOOP", 0.0)
    monkeypatch.setattr(tiers, "SECONDS_PER_INSTRUCTION", 0.0)
    method = DormandPrince(1e-9, 1e-11)
    loop = loop_code(method, problem(), 1, config(tmp_path))
    assert isinstance(loop, TieredLoop)
    quick = result(problem, method, loop)
    settled(loop)
    assert_same_bits(result(problem, method, loop), quick)
    # what was made is kept on disk too
    assert not isinstance(loop_code(method, kepler(), 1, config(tmp_path)), TieredLoop) or problem is not kepler


def test_the_loop_for_all_systems_is_quick_until_full_code_has_paid(tmp_path, monkeypatch):
    monkeypatch.setattr(tiers, "_SECONDS_FOR_A_LOOP", 0.0)
    monkeypatch.setattr(tiers, "SECONDS_PER_INSTRUCTION", 0.0)
    monkeypatch.setattr(inlining, "_LARGEST_CALLS", 0)
    monkeypatch.setattr(shared_loop, "_loops", {})

    def loop_tiers():
        return [loop.tier for loop in shared_loop._loops.values()]

    method = DormandPrince(1e-9, 1e-11)
    loop = loop_code(method, kepler(), 1, config(tmp_path))
    assert loop_tiers() == [da.kernels.Tier.QUICK]
    quick = result(kepler, method, loop)
    settled(loop)
    assert loop_tiers() == [da.kernels.Tier.FULL]
    assert_same_bits(result(kepler, method, loop), quick)
    # the next process finds the better one
    monkeypatch.setattr(shared_loop, "_loops", {})
    again = loop_code(method, pendulum(), 1, config(tmp_path, da.kernels.Tier.QUICK))
    assert loop_tiers() == [da.kernels.Tier.FULL]
    assert Integrator(pendulum(), method, again).run([[1.0, 0.0]], [0.0, 1.0]).is_complete


NOT_KEPT = da.kernels.Config(None, 1)


@pytest.mark.parametrize(("problem", "lanes"), [(kepler, 1), (oscillator_with_events, 4)])
def test_large_programs_begin_by_rows_and_are_compiled_when_that_pays(problem, lanes, monkeypatch):
    monkeypatch.setattr(tiers, "LARGE", 0)
    monkeypatch.setattr(tiers, "SHORT", 0)
    monkeypatch.setattr(tiers, "_SECONDS_FOR_A_LOOP", 0.0)
    monkeypatch.setattr(tiers, "SECONDS_PER_INSTRUCTION", 0.0)
    method = DormandPrince(1e-9, 1e-11)
    quick = loop_code(method, problem(), lanes, replace(NOT_KEPT, tier=da.kernels.Tier.QUICK))
    loop = loop_code(method, problem(), lanes, NOT_KEPT)
    assert loop._tier is None
    expected = result(problem, method, quick)
    for _ in range(200):
        assert_same_bits(result(problem, method, loop), expected)
        if loop._tier is not None:
            break
        time.sleep(0.02)
    assert loop._tier is not None


def test_routines_and_callbacks_are_called_by_rows(monkeypatch):
    """A mechanism whose rows are solved by a call, and a force from Python."""
    monkeypatch.setattr(tiers, "LARGE", 0)
    monkeypatch.setattr(tiers, "SHORT", 0)
    crank, rod = da.rod("crank", length=0.5, mass=1.0), da.rod("rod", length=1.5, mass=1.0)
    (push,) = da.expr.callback("push_by_rows", lambda x: 0.1 * x[0], [da.coordinate("A")])
    model = da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], rod),
        da.Holonomic("guide", da.position(rod["end"])[1]),
        da.PointForce("push", rod["end"], [push, 0.0, 0.0]),
        gravity=(0.0, -9.81, 0.0),
    )
    start = da.assemble(model, q={"A": 0.4}, guess={"B": -0.5})
    eom = da.derive(model, da.Recursive(da.solvers.NullSpace()))
    one, other = (
        da.simulate(eom, start, until=0.5, times=[0.5], method=RK4(0.01), config=replace(NOT_KEPT, tier=tier))
        for tier in (None, da.kernels.Tier.QUICK)
    )
    assert one.states.tobytes() == other.states.tobytes()


def test_programs_are_exchanged_in_the_middle_of_a_run(tmp_path):
    method = RK4(1e-4)
    code = tiers._LoopCode(method, kepler(), 1, config(tmp_path))
    runner, exchanged = code.quick(), []
    full = build(code._program_modules, Target.host(), da.kernels.Tier.FULL, code.config).library

    def progress(part):
        if not exchanged:
            exchanged.append(part)
            runner.exchange(full)

    integrator = Integrator(kepler(), method, runner)
    start, times = [kepler_start(0.3)], [0.0, 10.0]
    plain = integrator.run(start, times)
    watched = integrator.run(start, times, progress=progress)
    assert 0.0 < exchanged[0] < 1.0
    assert plain.final_states.tobytes() == watched.final_states.tobytes()


def test_short_runs_add_up_until_full_code_pays(tmp_path, monkeypatch):
    monkeypatch.setattr(tiers, "_SECONDS_FOR_A_LOOP", 1e-3)
    monkeypatch.setattr(tiers, "SECONDS_PER_INSTRUCTION", 0.0)
    method = RK4(1e-3)
    loop = loop_code(method, kepler(), 1, config(tmp_path))
    integrator = Integrator(kepler(), method, loop)
    given = np.array([kepler_start(0.3)]), np.array([0.0, 1.0])
    first = integrator.run(*given, start=0.0, end=1.0, extra=np.zeros((1, 0)), p=np.zeros(0))
    for _ in range(200):
        last = integrator.run(*given, start=0.0, end=1.0, extra=np.zeros((1, 0)), p=np.zeros(0))
    settled(loop)
    last = integrator.run(*given, start=0.0, end=1.0, extra=np.zeros((1, 0)), p=np.zeros(0))
    assert first.final_states.tobytes() == last.final_states.tobytes()


def test_a_system_that_runs_again_and_again_has_full_code_by_its_ninth_run(tmp_path, monkeypatch):
    monkeypatch.setattr(shared_loop, "_loops", {})
    method = DormandPrince(1e-9, 1e-11)
    loop = loop_code(method, kepler(), 1, config(tmp_path))
    # short programs are worth it at once, the loop when somebody comes back
    assert (loop._tier, loop._quick.loop.tier) == (da.kernels.Tier.FULL, da.kernels.Tier.QUICK)
    runs = [result(kepler, method, loop) for _ in range(9)]
    assert loop._quick.loop.tier is da.kernels.Tier.FULL
    assert_same_bits(runs[0], runs[-1])


def test_a_python_function_that_fails_is_told_from_a_shared_loop():
    def law(x):
        if x[0] > 0.5:
            raise ValueError("too far")
        return 1.0

    slider = da.particle("slider", mass=1.0)
    (push,) = da.expr.callback("push_of_the_law", law, [da.coordinate("way")])
    model = da.Model(
        da.Prismatic("way", da.ground, slider, axis="x"), da.PointForce("push", slider, [push, 0.0, 0.0])
    )
    with pytest.raises(ValueError, match="too far"):
        da.simulate(model, until=5.0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_program_that_forks_or_ends_while_code_is_made_is_not_held_up(tmp_path):
    text = """
        import os, time
        import dalembert as da
        from dalembert.native import tiers
        tiers._SECONDS_FOR_A_LOOP = tiers.SECONDS_PER_INSTRUCTION = 0.0
        parts, parent = [], da.ground
        for k in range(40):
            body = da.rod(f"b{k}", length=0.1, mass=1.0, radius=0.01)
            parts.append(da.Revolute(f"j{k}", parent if k == 0 else parent["end"], body, axis="xyz"[k % 3]))
            parent = body
        model = da.Model(*parts, gravity=(0, 0, -9.81))
        motion = da.simulate(model, model.state(q={"j0": 0.3}), until=0.1)
        child = os.fork()
        if not child:
            again = da.simulate(model, model.state(q={"j0": 0.3}), until=0.1)
            os._exit(int(again.states.tobytes() != motion.states.tobytes()))
        assert os.waitpid(child, 0)[1] == 0
        print(len(os.listdir(os.environ["DALEMBERT_CACHE"])), flush=True)
    """
    environment = {**os.environ, "DALEMBERT_CACHE": str(tmp_path), "DALEMBERT_TIER": ""}
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(text)], capture_output=True, text=True, env=environment, timeout=120
    )
    assert done.returncode == 0, done.stderr
    # the code that was being made is given up, so it does not come into the cache
    assert len(list(tmp_path.iterdir())) == int(done.stdout)


@dataclass(frozen=True)
class Relaxed(ExplicitEuler):
    """Euler's method with slopes times a number that is written into the text."""

    factor: float

    @property
    def tableau(self):
        return replace(EULER, b=(self.factor,))


@pytest.mark.parametrize("tier", [da.kernels.Tier.QUICK, da.kernels.Tier.FULL])
def test_a_number_in_the_text_of_a_method_from_outside_is_not_that_of_its_first_use(tmp_path, tier):
    slider = da.Model(da.Prismatic("x", da.ground, da.particle("block", mass=1.0), axis="x"))
    dynamics = da.as_dynamics(slider, config=config(tmp_path, tier))
    start = slider.state(u={"x": 1.0})
    ends = [
        da.simulate(dynamics, start, times=[0.0, 1.0], method=Relaxed(0.25, factor))["x"][-1]
        for factor in (1.0, 0.5)
    ]
    assert ends == [1.0, 0.5]
    assert Relaxed(0.25, 0.5).kind == Relaxed(0.125, 0.5).kind != Relaxed(0.5, 0.25).kind
