"""Modes of vehicles over speed: critical speeds, stable ranges and phase jumps, by the benchmark bicycle."""

import numpy as np
import pytest
from numpy.polynomial import Polynomial

from dalembert.errors import DalembertError
from dalembert.modules import LabelledMatrix, SpeedMatrices

NAMES = ("lean", "steer")
M = [[80.81722, 2.31941332208709], [2.31941332208709, 0.29784188199686]]
C1 = [[0.0, 33.86641391492494], [-0.85035641456978, 1.68540397397560]]
K0 = [[-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]]
K2 = [[0.0, 76.59734589573222], [0.0, 2.65431523794604]]
"""Benchmark of Meijaard and others (2007)."""

WEAVE, CAPSIZE = 4.29238253634111, 6.02426201538837
"""Speeds between which it is stable, printed there to all digits."""

LOCATED = 1e-9
"""Part of a speed to which bisection and the printed matrices give it."""


def bicycle():
    square = (LabelledMatrix(NAMES, NAMES, np.array(X)) for X in (M, C1, K0, K2))
    return SpeedMatrices(*square, LabelledMatrix(NAMES, NAMES, np.eye(2)), 9.81)


@pytest.fixture(scope="module")
def modes():
    speeds = np.linspace(0.0, 10.0, 201)
    every = bicycle().modes(speeds)
    last = every.values[-1]
    weave = int(np.argmax(last.imag))
    castering, capsize = (int(np.argmin(last.real)), int(np.argmax(last.real)))
    return every.named(castering=castering, weave=weave, capsize=capsize)


def unmoved_speeds(column):
    """Speeds at which one coordinate moves alone: both rows have a common root λ, so their resultant is zero."""
    a, b = np.array(M)[:, column], np.array(C1)[:, column]
    c = [Polynomial([9.81 * K0[i][column], K2[i][column]]) for i in range(2)]
    v2 = Polynomial([0.0, 1.0])
    resultant = (a[0] * c[1] - a[1] * c[0]) ** 2 - (a[0] * b[1] - a[1] * b[0]) * v2 * (b[0] * c[1] - b[1] * c[0])
    roots = [x.real for x in resultant.roots() if abs(x.imag) < 1e-12 and x.real > 0.0]
    return sorted(float(np.sqrt(x)) for x in roots)


@pytest.mark.covers("F000-89")
def test_the_benchmark_bicycle_is_stable_between_its_weave_and_capsize_speeds(modes):
    assert modes.stable_ranges == (pytest.approx((WEAVE, CAPSIZE), rel=LOCATED),)
    double, weave, capsize = modes.critical
    assert double.is_double and not weave.is_double and not capsize.is_double
    assert weave.eigenvalue.imag > 3.0 and capsize.eigenvalue == 0.0


@pytest.mark.covers("F000-89")
def test_phase_jumps_are_where_one_coordinate_moves_alone(modes):
    jumps = modes.phase_jumps("steer", "lean")
    # infinite where the bicycle does not lean, zero where it does not steer
    assert [jump.at for jump in jumps if jump.is_infinite] == pytest.approx(
        [v for v in unmoved_speeds(1) if v < 10.0], rel=1e-7
    )
    assert [jump.at for jump in jumps if not jump.is_infinite] == pytest.approx(
        [v for v in unmoved_speeds(0) if v < 10.0], rel=1e-7
    )
    assert jumps
    for jump in jumps:
        assert {jump.before, jump.behind} == {0.0, np.pi}
        k = int(np.searchsorted(modes.speeds, jump.at))
        phases = np.abs(np.angle(modes.ratio("steer", "lean", jump.number)[[k - 1, k]]))
        assert phases == pytest.approx([jump.before, jump.behind], abs=1e-6)


@pytest.mark.covers("F000-89")
def test_shapes_between_the_speeds_are_those_of_the_same_modes(modes):
    values, vectors = modes.shapes_at(5.0123)
    A = bicycle().system(5.0123)
    np.testing.assert_allclose(A @ vectors, vectors * values, atol=1e-9)
    nearest = modes.values[np.argmin(np.abs(modes.speeds - 5.0123))]
    assert np.abs(values - nearest).max() < 0.2


def test_modes_have_names_and_wrong_ones_are_refused(modes):
    np.testing.assert_array_equal(
        modes.ratio("steer", "lean", "weave"), modes.ratio("steer", "lean", modes.names["weave"])
    )
    with pytest.raises(DalembertError, match="wobble"):
        modes.ratio("steer", "lean", "wobble")
    with pytest.raises(DalembertError, match="there is no mode 7"):
        modes.named(weave=7)
    with pytest.raises(DalembertError, match="not at 11 m/s"):
        modes.shapes_at(11.0)
    with pytest.raises(DalembertError, match="pitch"):
        modes.phase_jumps("pitch", "lean")
