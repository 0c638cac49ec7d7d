"""The action of motions, and Hamilton's principle."""

import numpy as np
import pytest

import dalembert as da
from examples import stationary_action

EXACT = da.methods.DOP853(1e-13, 1e-15)
BUMP = da.sin(da.pi * da.time)


def swing(*parts, until=1.0, tau=None):
    """A double pendulum with further parts."""
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.8, mass=0.5)
    model = da.Model(
        da.Revolute("shoulder", da.ground, upper, axis="z"),
        da.Revolute("elbow", upper["end"], lower, axis="z"),
        *parts,
        gravity=(0.0, -9.81, 0.0),
    )
    start = da.assemble(model, guess={"elbow": 1.2, "shoulder": 0.3}, tau=tau)
    return da.simulate(model, start, until=until, method=EXACT)


@pytest.fixture(scope="module")
def oscillation():
    model, start = stationary_action.oscillator()
    return da.simulate(model, start, until=1.0, method=EXACT)


@pytest.mark.covers("F001-21")
def test_the_oscillators_action_is_that_of_the_closed_form(oscillation):
    assert da.energies.action(oscillation) == pytest.approx(np.sin(2.0) / 4.0, rel=1e-12)
    assert da.energies.action(oscillation) == pytest.approx(0.227324356706, abs=5e-13)


@pytest.mark.covers("F001-21")
def test_the_oscillators_action_is_stationary_and_grows_as_the_closed_form(oscillation):
    found = da.energies.stationarity(oscillation, {"q": BUMP})
    assert found.is_stationary
    assert abs(found.slope) < 1e-12
    assert found.work == pytest.approx(0.0, abs=1e-14)
    assert found.growth == pytest.approx((np.pi**2 - 1.0) / 4.0, rel=1e-12)
    # the oscillator's action is quadratic: so it is for any size
    for size in (-2.0, 0.1, 1.0):
        expected = found.action + found.growth * size**2
        assert da.energies.action(da.energies.varied(oscillation, {"q": BUMP}, size)) == pytest.approx(
            expected, rel=1e-12
        )


@pytest.mark.covers("F001-21")
@pytest.mark.parametrize("coordinate", ["shoulder", "elbow"])
def test_a_double_pendulums_action_is_stationary_along_every_coordinate(coordinate):
    motion = swing()
    eta = {coordinate: BUMP * da.exp(da.time)}
    found = da.energies.stationarity(motion, eta)
    assert found.is_stationary
    assert abs(found.slope) < 1e-10 * found.size
    # slope and growth are those of the actions of neighbouring paths, to fourth order
    step = 1e-2
    plus, minus = (da.energies.action(da.energies.varied(motion, eta, size)) for size in (step, -step))
    assert plus - minus == pytest.approx(0.0, abs=5.0 * step**3)
    assert (plus + minus - 2.0 * found.action) / (2.0 * step**2) == pytest.approx(found.growth, rel=1e-3)


def test_another_path_is_not_stationary():
    other = da.energies.varied(swing(), {"elbow": BUMP}, 0.1)
    found = da.energies.stationarity(other, {"elbow": BUMP})
    assert not found.is_stationary
    assert abs(found.slope) > 0.01


def test_forces_without_potential_do_the_work_that_the_action_lacks():
    cases = [
        (swing(da.JointDamper("friction", "elbow", damping=0.4)), {"elbow": BUMP}),
        (swing(da.Motor("motor", "shoulder"), tau={"motor": 3.0}), {"shoulder": BUMP}),
        (swing(da.Drive("motor", "shoulder", 0.3 + 0.5 * da.sin(da.time))), {"shoulder": BUMP, "elbow": -BUMP}),
    ]
    for motion, eta in cases:
        found = da.energies.stationarity(motion, eta)
        assert found.is_stationary
        assert abs(found.work) > 1e-3
        assert found.slope == pytest.approx(-found.work, rel=1e-8)


def test_a_variation_along_the_constraints_needs_no_work_of_theirs():
    gear = da.Gear("gear", "shoulder", "elbow", ratio=-2.0)
    motion = swing(gear)
    q = np.stack([motion["shoulder"], motion["elbow"]])
    slope = np.ptp(q[1]) / np.ptp(q[0]) * np.sign(np.corrcoef(q)[0, 1])
    along = da.energies.stationarity(motion, {"shoulder": BUMP, "elbow": slope * BUMP})
    across = da.energies.stationarity(motion, {"shoulder": BUMP})
    assert along.is_stationary and across.is_stationary
    assert abs(along.work) < 1e-9 < 1e-3 < abs(across.work)


def test_energies_alone_have_an_action_too():
    angle, w = da.expr.symbols("angle w")
    T, V = 0.5 * w**2, -9.81 * da.cos(angle)
    for forces in ({}, {w: -0.5 * w}):
        eom = da.formulations.TypedSystem([angle], [w], forces=forces).from_energies(T, V)
        motion = da.simulate(eom, da.State(q={"angle": 0.4}, u={"w": 0.7}), until=1.0, method=EXACT)
        found = da.energies.stationarity(motion, {"angle": BUMP})
        assert found.is_stationary
        assert (abs(found.work) > 0.01) == bool(forces)


@pytest.mark.parametrize("order", [2, 4, 6])
def test_the_integral_has_its_order(order):
    model, start = stationary_action.oscillator()

    def error(n):
        motion = da.simulate(model, start, until=1.0, times=np.linspace(0.0, 1.0, n + 1), method=EXACT)
        return abs(da.energies.action(motion, order=order) - np.sin(2.0) / 4.0)

    assert np.log2(error(16) / error(32)) > order - 0.3


def test_few_rows_make_the_action_no_less_exact_and_say_so_where_they_do(tmp_path):
    model, start = stationary_action.oscillator()
    motion = da.simulate(model, start, until=1.0, times=[0.0, 1.0], method=EXACT)
    assert da.energies.action(motion) == pytest.approx(np.sin(2.0) / 4.0, rel=1e-12)
    found = da.energies.stationarity(motion, {"q": BUMP})
    assert found.is_stationary
    assert found.growth == pytest.approx((np.pi**2 - 1.0) / 4.0, rel=1e-12)
    # over rows alone there is no such accuracy
    loaded = da.load_motion(motion.save(tmp_path / "run"), motion.dynamics)
    for path in (loaded, da.energies.varied(motion, {"q": BUMP}, 0.1)):
        with pytest.raises(da.errors.ModelError, match="too far apart"):
            da.energies.action(path)


def test_inputs_that_jump_are_seen_in_the_action():
    """Of a free mass under ±F in turns, L = T: the action is the integral of m v²/2, piece by piece."""
    m, F = 2.0, 3.0
    model = da.Model(da.Prismatic("x", da.ground, da.particle("cart", mass=m), axis="x"), da.Motor("motor", "x"))
    controller = da.control.SampledController(0.5, lambda state: {"motor": F if state.t % 1.0 == 0.0 else -F})
    motion = da.simulate(model, until=2.0, times=[0.0, 0.2, 2.0], controller=controller)
    # v rises and falls linearly between 0 and F/2m, four times
    assert da.energies.action(motion) == pytest.approx(0.5 * m * (F / (2.0 * m)) ** 2 / 3.0 * 2.0, rel=1e-9)
    found = da.energies.stationarity(motion, {"x": BUMP * da.sin(0.7 * da.time)})
    assert found.is_stationary
    assert abs(found.work) > 0.1


def test_variations_that_are_none_are_refused(oscillation):
    with pytest.raises(da.errors.ModelError, match="let it vanish there"):
        da.energies.stationarity(oscillation, {"q": da.cos(da.time)})
    with pytest.raises(da.errors.ModelError, match="an expression of time"):
        da.energies.stationarity(oscillation, {"q": 1.0})
    with pytest.raises(da.errors.ModelError, match="there is no coordinate 'p'"):
        da.energies.varied(oscillation, {"p": BUMP}, 0.1)
    ball = da.box("ball", size=(1.0, 1.0, 1.0), mass=1.0)
    tumbling = da.simulate(da.Model(da.Spherical("tip", da.ground, ball)), until=1.0)
    with pytest.raises(da.errors.ModelError, match="its rate is not a speed"):
        da.energies.stationarity(tumbling, {"tip.e1": BUMP})


def test_a_coordinate_with_which_other_rates_change_cannot_be_varied_by_itself():
    """The heading of a sleigh, whose velocities are along and across; the angle of a wheel that carries a mark."""
    (x, y, angle), (v, s, w) = da.expr.symbols("x y angle"), da.expr.symbols("v s w")
    c, n = da.cos(angle), da.sin(angle)
    rates = {"x": v * c - s * n, "y": v * n + s * c, "angle": w}
    sleigh = da.formulations.TypedSystem([x, y, angle], [v, s, w], rates=rates).from_energies(
        0.5 * (v**2 + s**2 + w**2), x**2
    )
    wheel = da.formulations.TypedSystem([angle, x], [w], rates={"angle": w, "x": 0.3 * w}).from_energies(
        0.5 * w**2
    )
    for eom in (sleigh, wheel):
        motion = da.simulate(eom, until=1.0)
        with pytest.raises(da.errors.ModelError, match="other rates change with it"):
            da.energies.stationarity(motion, {"angle": BUMP})


def test_forces_of_constraints_that_are_not_ideal_do_work_too():
    gear = da.Gear("gear", "shoulder", "elbow", ratio=-2.0)
    model = swing(gear).dynamics.equations.model
    solver = da.solvers.NonidealConstraints({"elbow.rate": 0.4 - 0.3 * da.speed("elbow")})
    eom = da.derive(model, da.Recursive(solver=solver))
    motion = da.simulate(eom, da.assemble(eom, guess={"shoulder": 0.3}), until=1.0, method=EXACT)
    found = da.energies.stationarity(motion, {"elbow": BUMP})
    assert found.is_stationary
    assert "nonideal forces" in da.diagnostics.invariants(eom)["energy"].changed_by
