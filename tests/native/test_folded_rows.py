"""Large programs are folded: stretches that repeat are kernels over tables, and no bit is another."""

import ctypes
from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.native import tiers
from dalembert.native.build import all_of
from dalembert.native.folded_rows import FoldedRows
from dalembert.native.machine import Target
from dalembert.native.program import program
from dalembert.native.program_code import ProgramCode
from dalembert.native.repeats import repeats
from dalembert.native.row_machine import ProgramRows
from dalembert.native.row_programs import RowProgram, RowPrograms

NOT_KEPT = da.kernels.Config(None, 1)


def test_equal_stretches_are_found_wherever_they_stand():
    generator = np.random.default_rng(2)
    verse = generator.integers(0, 30, 80)
    between = [generator.integers(30, 60, n) for n in generator.integers(0, 9, 50)]
    song = np.concatenate([np.concatenate([verse, x]) for x in between])
    found = list(repeats(song, 6, 100, 4))
    covered = np.zeros(len(song), dtype=int)
    for n, starts in found:
        stretches = starts[:, None] + np.arange(n)
        assert 6 <= n <= 100 and len(starts) >= 4
        assert (song[stretches] == song[stretches[0]]).all()
        covered[stretches] += 1
    assert covered.max() == 1
    assert covered.sum() > 0.8 * 50 * len(verse)


def test_calls_stand_in_no_stretch_and_short_sequences_have_none():
    song = np.tile([5, -1, 7, 7, 7, 3, 3, 2], 40)
    for n, starts in repeats(song, 2, 100, 4):
        assert (song[starts[:, None] + np.arange(n)] >= 0).all()
    assert list(repeats(np.zeros(0, dtype=np.int64), 2, 100, 4)) == []
    assert list(repeats(np.arange(9), 2, 100, 4)) == []


def recurrence(n, with_calls):
    """A long recurrence of operations of all kinds, with numbers, inputs and parameters, and routines between."""
    x, p, c = da.expr.symbols("x", n), da.param("p", 0.7), da.spline([0.0, 1.0, 2.0, 4.0], [0.3, -0.2, 0.9, 0.1])
    y, z = x[0], 0.5 * x[1]
    for k in range(1, n - 1):
        turned = da.sin(y) * x[k] - da.cos(y + p) * (0.1 + k % 3)
        y = da.where(turned < x[k + 1], y - z * turned, da.sqrt(1.0 + turned * turned)) / (1.5 + x[k - 1] ** 2)
        z = da.maximum(da.exp(-(z**2)), y * x[k]) + (0.25 if k % 7 else c(y))
        if with_calls and k % 11 == 0:
            z = z + da.matrices.solve(np.array([[3.0, y], [z, 4.0]]), np.array([y, x[k]]))[1]
    return [y, z, x[0], 2.5, y * z], [*x]


def evaluated(rows, inputs, parameters):
    """Outputs of a program for the machine."""
    library = all_of(RowPrograms.making([rows], NOT_KEPT))
    name = rows.code.symbol(rows.lanes)
    function = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 4)(library.address(name))
    results = np.zeros(len(rows.code.program.outputs) * rows.lanes)
    work = np.zeros(rows.room * rows.lanes + 64)
    arrays = (np.ascontiguousarray(inputs), parameters, results, work)
    assert function(*(array.ctypes.data for array in arrays)) == 0
    return results


@pytest.mark.parametrize("with_calls", [False, True], ids=["rows", "calls"])
@pytest.mark.parametrize("lanes", [1, 2])
def test_folded_programs_have_the_bits_of_their_rows(lanes, with_calls):
    outputs, inputs = recurrence(120, with_calls)
    code = ProgramCode(program(outputs, inputs), Target.host())
    rows = RowProgram(code, lanes)
    folded = replace(rows, is_folded=True)
    plain = rows.rows
    assert isinstance(plain, ProgramRows) and isinstance(folded.rows, FoldedRows)
    assert folded.rows.n_rows < 0.5 * plain.n_rows
    assert folded.rows.n_values <= plain.n_values
    numbers = np.random.default_rng(5).uniform(-1.0, 1.0, (120, lanes))
    parameters = np.array([0.7])
    expected = evaluated(rows, numbers, parameters)
    assert np.isfinite(expected).all()
    assert evaluated(folded, numbers, parameters).tobytes() == expected.tobytes()
    np.testing.assert_allclose(
        expected.reshape(-1, lanes).T, code.program.interpret(numbers.T, parameters), rtol=1e-10
    )


@pytest.mark.parametrize("has_rows", [False, True])
def test_a_program_in_which_nothing_repeats_is_as_it_was(has_rows):
    x, y = da.expr.symbols("x y")
    outputs = [x * y + da.sin(x)] if has_rows else [y, 2.0]
    rows = RowProgram(ProgramCode(program(outputs, [x, y]), Target.host()), 1)
    numbers = np.array([[0.3], [0.7]])
    folded = replace(rows, is_folded=True)
    assert folded.rows.kernels == []
    assert evaluated(folded, numbers, np.zeros(1)).tobytes() == evaluated(rows, numbers, np.zeros(1)).tobytes()


def test_a_run_takes_folded_programs_over_and_steppers_begin_with_them(monkeypatch):
    parts, place = [], da.ground
    for k in range(12):
        link = da.rod(f"link {k}", length=0.3, mass=1.0 + 0.1 * k)
        parts.append(da.Revolute(f"joint {k}", place, link, axis="xyz"[k % 3]))
        place = link["end"]
    model = da.Model(*parts, gravity=(0.0, 0.0, -9.81))
    start = model.state(q={f"joint {k}": 0.2 + 0.1 * k for k in range(12)})
    method = da.methods.RK4(1e-3)
    quick = replace(NOT_KEPT, tier=da.kernels.Tier.QUICK)
    expected = da.simulate(model, start, times=[0.0, 0.2], method=method, config=quick)
    for name, value in (("LARGE", 0), ("LARGEST", 0), ("SHORT", 0), ("_SECONDS_TO_FOLD", 0.0)):
        monkeypatch.setattr(tiers, name, value)
    monkeypatch.setattr(tiers, "_SECONDS_FOR_A_LOOP", 0.0)
    folded = []
    original = RowPrograms.making
    monkeypatch.setattr(
        RowPrograms, "making", lambda x, config: folded.append(x[0].is_folded) or original(x, config)
    )
    for _ in range(100):
        motion = da.simulate(model, start, times=[0.0, 0.2], method=method, config=NOT_KEPT)
        assert motion.states.tobytes() == expected.states.tobytes()
        if True in folded:
            break
    assert folded[:1] == [False] and True in folded
