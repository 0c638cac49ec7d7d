"""Loops of methods exist once for all systems, and all their memory is the caller's: stopped, kept, continued."""

import threading
from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import CompileError
from dalembert.integrators.adaptive_methods import DormandPrince
from dalembert.integrators.fixed_step_methods import ExplicitEuler
from dalembert.integrators.integration import Integrator
from dalembert.integrators.method import Method
from dalembert.native import native, shared_loop, tiers
from dalembert.native.build import all_of, build
from dalembert.native.loop_runs import LoopRunner
from dalembert.native.machine import Target
from dalembert.native.tiers import loop_code
from tests.integrators.problems import kepler, kepler_start, oscillator_with_events, pendulum

KEPT_NOWHERE = da.kernels.Config(None, 1)
QUICK, FULL = da.kernels.Tier.QUICK, da.kernels.Tier.FULL

METHODS = [
    *(da.methods.DOP853(1e-8, 1e-10), da.methods.DormandPrince(1e-8, 1e-10), da.methods.Radau(1e-8, 1e-10)),
    *(da.methods.RK4(1e-2), da.methods.ExplicitEuler(1e-2), da.methods.KuttaMerson(1e-2)),
    *(
        da.methods.ImplicitMidpoint(1e-2),
        da.methods.GaussLegendre(1e-2),
        da.methods.IndexThree(1e-2),
        da.methods.GeneralizedAlpha(1e-2),
    ),
]


def swing(n):
    """n links that hang on each other."""
    parts, place = [], da.ground
    for k in range(n):
        link = da.rod(f"link {k}", length=1.0, mass=1.0)
        parts.append(da.Revolute(f"joint {k}", place, link))
        place = link["end"]
    return da.Model(*parts, gravity=(0.0, -9.81, 0.0))


def bent(model):
    return model.state(q={name: 0.3 + 0.4 * k for k, name in enumerate(model.state().q)})


@pytest.fixture
def compiled(monkeypatch):
    """Names of the loops whose text is written from now on, when nobody makes code of earlier tests any more."""
    for thread in threading.enumerate():
        if thread.name == "dalembert compiles":
            thread.join()
    written = []
    for name in ("procedure", "procedure_for_all"):
        original = getattr(Method, name)

        def note(self, *args, original=original, name=name):
            written.append((type(self).__name__, name))
            return original(self, *args)

        monkeypatch.setattr(Method, name, note)
    monkeypatch.setattr(shared_loop, "_loops", {})
    return written


@pytest.mark.parametrize("method", METHODS, ids=lambda method: type(method).__name__)
def test_the_loop_of_a_method_is_written_once_for_systems_of_any_size(method, compiled):
    for n in (1, 2, 3):
        model = swing(n)
        motion = da.simulate(model, bent(model), until=0.1, times=[0.1], method=method, config=KEPT_NOWHERE)
        assert np.isfinite(motion.states).all()
    assert compiled == [(type(method).__name__, "procedure_for_all")]


def problem_of(method, model, monkeypatch):
    """What a method integrates of a model."""
    found = []

    def note(method, problem, lanes, config):
        found.append(problem)
        return loop_code(method, problem, lanes, config)

    with monkeypatch.context() as patch:
        patch.setattr("dalembert.dynamics.engine.loop_code", note)
        da.simulate(model, until=1e-3, times=[1e-3], method=method, config=KEPT_NOWHERE)
    return found[0]


def runs(method, problem, native, starts, until=0.3, **options):
    p = np.zeros(problem.n_parameters)
    extra = np.zeros((len(starts), problem.n_extra))
    return Integrator(problem, method, native).run(
        starts, [0.5 * until, until], start=0.0, extra=extra, p=p, **options
    )


@pytest.mark.parametrize("lanes", [1, 2])
@pytest.mark.parametrize(
    "method", [da.methods.Radau(1e-8, 1e-10), da.methods.IndexThree(5e-3), da.methods.GeneralizedAlpha(5e-3)]
)
def test_the_shared_loop_of_an_implicit_method_gives_the_bits_of_one_of_its_own(method, lanes, monkeypatch):
    problem = problem_of(method, swing(3), monkeypatch)
    starts = [[0.3 * k, 0.2, -0.1 * k, 0.0, 1.0, 0.0] for k in range(3)]
    own = native.TrustedProcedure(method.procedure(problem), lanes=lanes, config=replace(KEPT_NOWHERE, tier=QUICK))
    one = runs(method, problem, own, starts)
    other = runs(method, problem, code_of(method, problem, lanes).quick(), starts)
    assert one.is_complete
    assert one.states.tobytes() == other.states.tobytes()
    assert one.summaries.tobytes() == other.summaries.tobytes()


# ---- stopped, kept, continued


class EnoughError(Exception):
    """A wish to stop."""


class Spy:
    """Native code of an integrator that remembers the arrays of a run."""

    def __init__(self, runner):
        self.runner, self.lanes = runner, runner.lanes

    def __call__(self, *arrays, progress=None):
        self.arrays = arrays
        return self.runner(*arrays, progress=progress)

    def prepared(self, *arrays):
        self.arrays = arrays
        return self.runner.prepared(*arrays)


def code_of(method, problem, lanes=1):
    return tiers._LoopCode(method, problem, lanes, KEPT_NOWHERE)


PROBLEMS = [(kepler, [kepler_start(e) for e in (0.1, 0.5, 0.6)]), (oscillator_with_events, [[1.0, 0.1]] * 3)]


@pytest.mark.parametrize(("problem", "starts"), PROBLEMS)
@pytest.mark.parametrize("lanes", [1, 2])
def test_a_run_that_is_stopped_at_every_beat_and_continued_ends_with_the_same_bits(problem, starts, lanes):
    method = DormandPrince(1e-9, 1e-11)
    spy = Spy(code_of(method, problem(), lanes).quick())
    extra = np.ones((3, problem().n_extra))
    plain = Integrator(problem(), method, spy).run(starts, np.linspace(0.0, 30.0, 31), extra=extra)
    arrays = [array.copy() for array in spy.arrays]
    for array in arrays[8:]:
        array.fill(np.nan)
    run, stops = spy.runner.begun(*arrays), []

    def stop(part):
        stops.append(part)
        raise EnoughError

    while True:
        try:
            run(stop)
            break
        except EnoughError:
            assert run.is_under_way
            # kept elsewhere in the meantime
            kept = run._work.copy()
            run._work.fill(0.0)
            run._work[:] = kept
    assert len(stops) > 2
    assert stops == sorted(stops)
    assert not run.is_under_way
    told = np.concatenate([plain.summaries, plain.past], axis=1)
    for k, found in ((8, plain.states), (9, told), (10, plain.final_states)):
        assert arrays[k].tobytes() == found.tobytes()


@pytest.mark.parametrize("method", [da.methods.Radau(1e-10, 1e-12), da.methods.IndexThree(1e-4)])
def test_programs_and_loop_of_an_implicit_run_are_exchanged_in_the_middle_of_it(method, monkeypatch):
    monkeypatch.setattr(shared_loop, "_loops", {})
    problem = problem_of(method, swing(2), monkeypatch)
    code, starts, taken = code_of(method, problem), [[0.3, 0.7, 0.0, 0.0]], []
    runner = code.quick()
    plain = runs(method, problem, runner, starts, 5.0)
    programs = build(code._program_modules, Target.host(), FULL, KEPT_NOWHERE).library
    loop = all_of(code.making_full_loop())

    def exchange(part):
        if not taken:
            runner.exchange(programs)
            runner.exchange_loop(loop)
        taken.append(part)

    assert runner.loop.tier is QUICK
    other = runs(method, problem, runner, starts, 5.0, progress=exchange)
    assert runner.loop.tier is FULL
    assert 0.0 < taken[0] < 1.0
    assert other.states.tobytes() == plain.states.tobytes()
    assert other.summaries.tobytes() == plain.summaries.tobytes()


class AtOnce:
    """Work beside a run that is done before this goes on."""

    is_at_work = False

    def __init__(self, steps):
        for _ in steps():
            pass


@pytest.mark.parametrize("times", [[0.0, 20.0], np.linspace(0.0, 20.0, 5000)])
def test_a_single_run_takes_over_full_code_before_it_ends_whatever_its_outputs(times, monkeypatch):
    monkeypatch.setattr(shared_loop, "_loops", {})
    monkeypatch.setattr(tiers, "_SECONDS_FOR_A_LOOP", 0.0)
    monkeypatch.setattr(tiers, "SECONDS_PER_INSTRUCTION", 0.0)
    monkeypatch.setattr(tiers, "BackgroundJob", AtOnce)
    method, exchanged = DormandPrince(1e-10, 1e-12), []
    loop = loop_code(method, kepler(), 1, KEPT_NOWHERE)
    original = LoopRunner.exchange_loop

    def note(self, code):
        exchanged.append(code.tier)
        original(self, code)

    monkeypatch.setattr(LoopRunner, "exchange_loop", note)
    given = {"start": 0.0, "end": 20.0, "extra": np.zeros((1, 0)), "p": np.zeros(0)}
    start = np.array([kepler_start(0.3)])
    noted = []
    monkeypatch.setattr(loop, "_note", lambda seconds: noted.append(list(exchanged)))
    run = Integrator(kepler(), method, loop).run(start, np.array(times), **given)
    assert noted == [[FULL]]
    plain = Integrator(kepler(), method, code_of(method, kepler()).quick()).run(start, np.array(times), **given)
    assert run.states.tobytes() == plain.states.tobytes()
    assert run.summaries.tobytes() == plain.summaries.tobytes()


def test_a_prepared_run_that_was_stopped_begins_anew(monkeypatch):
    method = DormandPrince(1e-10, 1e-12)
    spy = Spy(loop_code(method, kepler(), 1, KEPT_NOWHERE))
    given = {"start": 0.0, "end": 200.0, "extra": np.zeros((1, 0)), "p": np.zeros(0)}
    plain = Integrator(kepler(), method, spy).run(np.array([kepler_start(0.3)]), np.array([200.0]), **given)
    # arrays: …, states, extra, outputs, summaries, final states, events, steps
    spy.arrays[6][:] = kepler_start(0.5)
    call = spy.runner.prepared(*spy.arrays)

    def stop(seconds):
        raise EnoughError

    with monkeypatch.context() as patch:
        patch.setattr(spy.runner, "_look", stop)
        patch.setattr(spy.runner, "_note", lambda seconds: None)
        with pytest.raises(EnoughError):
            call()
    spy.arrays[6][:] = kepler_start(0.3)
    call()
    assert spy.arrays[10].tobytes() == plain.final_states.tobytes()
    assert spy.arrays[9].tobytes() == plain.summaries.tobytes()


@pytest.mark.parametrize(
    "method", [da.methods.Radau(1e-8, 1e-10), da.methods.IndexThree(1e-3), da.methods.GaussLegendre(1e-3)]
)
def test_a_stepper_takes_the_same_loop(method, compiled):
    for n in (2, 3):
        model = swing(n)
        stepper = da.stepper(
            model,
            bent(model),
            step=1e-3,
            method=method,
            config=replace(KEPT_NOWHERE, tier=QUICK),
        )
        for _ in range(3):
            stepper.step()
        motion = da.simulate(
            model,
            bent(model),
            times=[0.0, 1e-3, 2e-3, 3e-3],
            method=method,
            config=KEPT_NOWHERE,
        )
        np.testing.assert_allclose([*stepper.state.q.values()], motion.states[-1][:n], rtol=1e-9)
    assert compiled == [(type(method).__name__, "procedure_for_all")]


# ---- texts from outside


class CallsOne(ExplicitEuler):
    """A method from outside whose loop for all systems calls a program of one."""

    def procedure_for_all(self, name, example):
        return self.procedure(example)


def test_a_loop_for_all_systems_that_calls_a_program_of_one_is_refused():
    with pytest.raises(CompileError, match=r"CallsOne.*w\.parts\.programs"):
        loop_code(CallsOne(0.1), pendulum(), 1, KEPT_NOWHERE)


def test_short_runs_that_are_asked_for_by_hundreds_get_full_code(monkeypatch):
    monkeypatch.setattr(shared_loop, "_loops", {})
    monkeypatch.setattr(tiers, "BackgroundJob", AtOnce)
    method = DormandPrince(1e-6, 1e-8)
    loop = loop_code(method, kepler(), 1, KEPT_NOWHERE)
    given = {"start": 0.0, "end": 1e-3, "extra": np.zeros((1, 0)), "p": np.zeros(0)}
    integrator, start = Integrator(kepler(), method, loop), np.array([kepler_start(0.3)])
    first, counts = integrator.run(start, np.array([1e-3]), **given), []
    for _ in range(1000):
        counts.append(loop._is_final)
        again = integrator.run(start, np.array([1e-3]), **given)
    assert not counts[50] and counts[-1]
    assert again.states.tobytes() == first.states.tobytes()
