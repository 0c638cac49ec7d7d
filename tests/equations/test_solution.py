"""Solutions: rows that switch off, gains that change, rows that exert what they say."""

import pickle
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.constraints import Constraints
from dalembert.equations.level_rows import LevelRow
from dalembert.equations.solution import Solution, solved
from dalembert.memo import Key
from dalembert.rows import Level, Row
from tests.examples import example

RTOL = 1e-11


def platform() -> tuple[da.Model, da.State]:
    stewart = example("stewart_platform")
    model = stewart.stewart_platform()
    start = stewart.placed(model, stewart.ASKEW, force=20.0)
    return model, replace(start, u={name: 0.1 * (k % 3 - 1) for k, name in enumerate(start.u)})


def baked(solution: Solution, state: da.State) -> Any:
    """Accelerations with rows left out, and gains, as constants."""
    eom, given = solution.equations, da.as_dynamics(solution).arguments(state)
    known = {
        x: value for kind in ("q", "u", "tau") for x, value in zip(getattr(eom, kind), given[kind], strict=True)
    }
    return np.asarray(da.expr.evaluate(solution.accelerations, {**known, da.time: given["t"]}), dtype=float)


def native(dynamics: Dynamics, state: da.State) -> Any:
    return np.array(list(dynamics.accelerations(state).values()))


# ---- switches and gains


def test_a_row_that_is_switched_off_is_as_if_it_were_not_there():
    model, state = platform()
    eom = da.derive(model)
    for rows in (["ball 2.y"], ["ball 1.x", "ball 6.z"], []):
        found, expected = native(da.as_dynamics(eom).without(rows), state), baked(eom.without(rows), state)
        np.testing.assert_allclose(found, expected, rtol=RTOL, atol=RTOL * np.abs(expected).max())
    assert np.abs(baked(eom.without(["ball 2.y"]), state) - baked(eom.solution, state)).max() > 1.0


def test_multipliers_of_rows_that_are_off_are_zero_and_the_others_are_those_without():
    model, state = platform()
    eom = da.derive(model)
    names = [f"{row.name}.multiplier" for row in eom.rows]
    found = da.as_dynamics(eom).without(["ball 3.x"]).signals(names, state)
    assert found["ball 3.x.multiplier"] == 0.0
    M, J, f, G, gamma = (da.as_dynamics(eom).evaluate(y, state) for y in (eom.M, eom.J, eom.f, eom.G, eom.gamma))
    kept = [k for k, row in enumerate(eom.rows) if row.name != "ball 3.x"]
    n, J = len(M), J[kept]
    system = np.block([[M, -J.T], [J, np.zeros((len(kept), len(kept)))]])
    forces = f + G @ np.array(list(state.tau.values()))
    lam = np.linalg.solve(system, np.concatenate([forces, gamma[kept]]))[n:]
    np.testing.assert_allclose([found[names[k]] for k in kept], lam, rtol=1e-9, atol=1e-9 * np.abs(lam).max())


class Counting:
    """An engine that counts what it compiles."""

    def __init__(self, engine: Any) -> None:
        self.engine, self.count = engine, 0

    def compile(self, outputs: Any, inputs: Any) -> Any:
        self.count += 1
        return self.engine.compile(outputs, inputs)

    def recalled(self, kind: str, made_of: Any, make: Any) -> Any:
        return make()


def test_other_rows_and_other_gains_compile_and_trace_nothing():
    model, state = platform()
    dynamics = da.as_dynamics(model)
    engine = Counting(dynamics.engine)
    counted = Dynamics(dynamics.solution, engine)
    stabilized = counted.stabilized(da.methods.Baumgarte.critical(5.0))
    _ = native(counted, state), native(stabilized, state)
    before = engine.count
    others = [counted.without([row.name]) for row in counted.equations.rows[:3]]
    others += [stabilized.stabilized(da.methods.Baumgarte.critical(rate)) for rate in (1.0, 9.0)]
    assert len({native(other, state).tobytes() for other in others}) == len(others)
    assert engine.count == before
    assert all(other.solved in (counted.solved, stabilized.solved) for other in others)


@pytest.mark.parametrize(
    "stabilization", [da.methods.Baumgarte(3.0, 7.0, 2.0), da.methods.Baumgarte.critical(8.0)]
)
def test_gains_by_parameters_are_those_by_constants(stabilization):
    model, state = platform()
    off = replace(state, u={name: value + 0.3 for name, value in state.u.items()})
    eom = da.derive(model)
    expected = baked(eom.stabilized(stabilization), off)
    np.testing.assert_allclose(native(da.as_dynamics(eom).stabilized(stabilization), off), expected, rtol=1e-10)
    assert np.abs(expected - baked(eom.solution, off)).max() > 1e-3


@pytest.mark.parametrize("stabilization", [da.methods.Baumgarte.critical(3.0), da.methods.NoStabilization()])
def test_a_solution_that_is_run_keeps_its_constraints_as_it_says(stabilization):
    bob = da.particle("bob", mass=1.0)
    model = da.Model(
        da.Translational("place", da.ground, bob),
        da.Distance("rod", da.ground.at(), bob, 1.0),
        gravity=(0, 0, -9.81),
    )
    start = da.State(q={"place.x": 1.0}, u={"place.z": 1.0})
    coarse = da.methods.RK4(step=0.02)
    eom = da.derive(model)
    asked = da.simulate(eom, start, until=1.0, method=coarse, stabilization=stabilization)
    for subject in (eom.stabilized(stabilization), da.as_dynamics(eom).stabilized(stabilization), asked.dynamics):
        motion = da.simulate(subject, start, until=1.0, method=coarse)
        np.testing.assert_array_equal(motion.states, asked.states)
        (lane,) = da.batch(subject, [start], until=1.0, method=coarse)
        np.testing.assert_array_equal(lane.states, asked.states)
    assert np.abs(asked["rod.residual"]).max() > 1e-8
    # another way is asked for
    projected = da.simulate(
        eom.stabilized(stabilization), start, until=1.0, method=coarse, stabilization=da.methods.Projection()
    )
    assert np.abs(projected["rod.residual"]).max() < 1e-12


def test_a_solution_is_assembled_followed_and_drawn():
    bar = da.rod("bar", length=1.0, mass=1.0)
    model = da.Model(da.Revolute("hinge", da.ground, bar["start"]), da.Drive("motor", "hinge", 0.3 + da.time**2))
    kept = da.derive(model).stabilized(da.methods.Baumgarte.critical(20.0))
    assert da.assemble(kept).q["hinge"] == pytest.approx(0.3)
    motion = da.kinematics(kept, [0.0, 1.0])
    assert motion.dynamics.solution.stabilization == da.methods.Baumgarte.critical(20.0)
    assert motion["hinge"][-1] == pytest.approx(1.3, abs=1e-6)
    assert da.draw(kept, da.assemble(kept)).axes


def test_rows_that_are_the_same_whatever_the_state_is_need_not_be_told():
    """Of a row that is there twice nothing is left, in every state: it has no result where both are on."""
    arm = da.rod("arm", length=1.0, mass=1.0)
    bars = [da.Distance(name, da.ground.at(x=0.2), arm["end"], 1.1) for name in ("bar", "again")]
    model = da.Model(da.Planar("place", da.ground, arm, normal="y"), *bars, gravity=(0.0, 0.0, -9.81))
    start = da.assemble(model, q={"place.angle": 0.4})
    one = da.Model(da.Planar("place", da.ground, arm, normal="y"), bars[0], gravity=(0.0, 0.0, -9.81))
    expected = native(da.as_dynamics(one), start)
    for name in ("bar", "again"):
        np.testing.assert_allclose(native(da.as_dynamics(model).without([name]), start), expected, rtol=RTOL)
    with pytest.raises(da.errors.DalembertError, match="depend on"):
        da.as_dynamics(model).accelerations(start)


def test_starts_of_a_batch_differ_in_which_rows_are_redundant():
    x, y, ratio = da.coordinate("A"), da.coordinate("B"), da.param("ratio", 1.0)
    model = da.Model(
        da.Prismatic("A", da.ground, da.particle("a", mass=1.0), axis="x"),
        da.Prismatic("B", da.ground, da.particle("b", mass=3.0), axis="x"),
        da.Holonomic("first", x - y),
        da.Holonomic("second", x - ratio * y),
        *(da.JointForce(f"force {name}", name, 2.0) for name in "AB"),
    )
    starts = [model.state(p={"ratio": value}) for value in (1.0, 2.0, 1.0)]
    motions = da.batch(model, starts, until=1.0, times=[0.5, 1.0])
    for motion, expected in zip(motions, (0.5, 0.0, 0.5), strict=True):
        np.testing.assert_allclose(motion["A"], 0.5 * expected * 2.0 * motion.times**2, atol=1e-12)
        assert motion["A.acceleration"][-1] == pytest.approx(2.0 * expected, abs=1e-12)
    assert [len(motion.dynamics.solution.left_out) for motion in motions] == [1, 0, 1]
    assert [bool(motion.notes) for motion in motions] == [True, False, True]
    alone = da.simulate(model, starts[0], until=1.0, times=[0.5, 1.0])
    np.testing.assert_array_equal(alone.states, motions[0].states)
    assert motions[0].energy_drift < 1e-12


def test_solutions_are_pickled_without_what_was_made_of_them():
    model, state = platform()
    solution = da.derive(model).without(["ball 2.y"]).stabilized(da.methods.Baumgarte.critical(4.0))
    _ = solution.parametrized.accelerations
    other = pickle.loads(pickle.dumps(solution))
    assert (other.left_out, other.stabilization) == (solution.left_out, solution.stabilization)
    np.testing.assert_array_equal(native(da.as_dynamics(other), state), native(da.as_dynamics(solution), state))


# ---- what rows exert


class GivenRows(Constraints):
    def __init__(self, rows: Sequence[LevelRow]) -> None:
        self._rows = rows

    @property
    def rows(self) -> Sequence[LevelRow]:
        return self._rows


def sliding(mu: float) -> da.Equations:
    """A block of 2 kg, pushed along a floor that exerts friction with its normal force."""
    (x, z), (vx, vz) = da.expr.symbols("x z"), da.expr.symbols("vx vz")
    eom = da.formulations.TypedSystem([x, z], [vx, vz], forces={"vx": 9.0}).from_energies(vx**2 + vz**2, 20.0 * z)
    record = Row("floor", "floor", Level.POSITION)
    row = LevelRow(record, eom.q[1], eom.u[1], {1: 1.0}, 0.0, exerts={1: 1.0, 0: -mu})
    return replace(eom, constraints=GivenRows([row]))


@pytest.mark.parametrize("mu", [0.0, 0.3])
def test_a_row_exerts_what_it_says(mu):
    eom = sliding(mu)
    dynamics = da.as_dynamics(eom)
    assert dynamics.accelerations(da.State()) == pytest.approx({"vx": 4.5 - 10.0 * mu, "vz": 0.0})
    assert dynamics.evaluate(dynamics.solved.multipliers, da.State()) == pytest.approx([20.0])
    residual = dynamics.solved.residual(dynamics.solved.accelerations, dynamics.solved.multipliers)
    assert dynamics.evaluate(residual, da.State()) == pytest.approx([0.0, 0.0], abs=1e-12)

    # off, it falls
    off = dynamics.without(["floor"])
    assert off.accelerations(da.State()) == pytest.approx({"vx": 4.5, "vz": -10.0})
    assert off.solved is dynamics.solved


def test_solvers_that_rest_on_forces_along_gradients_refuse_other_rows_by_name():
    eom = sliding(0.3)
    by_augmented = replace(solved(eom), solver=da.solvers.AugmentedMatrix())
    assert da.as_dynamics(by_augmented).accelerations(da.State())["vx"] == pytest.approx(1.5)
    for solver in (
        da.solvers.NullSpace(),
        da.solvers.BlockInverse(),
        da.solvers.WeightedPseudoinverse(),
        da.solvers.OneAtATime(),
    ):
        with pytest.raises(
            da.errors.FormulationError, match=f"'floor' exerts other forces.*{type(solver).__name__}"
        ):
            _ = replace(solved(eom), solver=solver).accelerations


# ---- what was found by trying to break it


def parallelogram(n: int) -> da.Model:
    """A coupler on n equal cranks: with three of them one row is redundant."""
    coupler = da.rod("coupler", length=2.0, mass=1.0)
    cranks = [da.rod(f"crank {k}", length=0.5, mass=0.3) for k in range(n)]
    return da.Model(
        *(da.Revolute(f"A{k}", da.ground.at(x=float(k)), crank) for k, crank in enumerate(cranks)),
        *(da.Revolute(f"B{k}", crank["end"], coupler.at(x=k - 1.0)) for k, crank in enumerate(cranks)),
        gravity=(0.0, -9.81, 0.0),
    )


SOLVERS = [
    da.solvers.AugmentedMatrix(),
    da.solvers.BlockInverse(),
    da.solvers.NullSpace(),
    da.solvers.CoordinatePartitioning(),
    da.solvers.FullOrderForm(),
    da.solvers.WeightedPseudoinverse(),
    da.solvers.StackedPseudoinverse(),
    da.solvers.LeastConstraint(),
    da.solvers.OneAtATime(),
]


@pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: type(solver).__name__)
def test_a_row_that_is_left_out_is_out_for_every_solver(solver):
    """Also one that is not redundant: the motion goes on without it."""
    model = parallelogram(2)
    state = da.assemble(model, q={"A0": 0.7}, u={"A0": 1.3}, guess={"A1": 0.7, "B0": -0.7})
    expected = native(da.as_dynamics(model).without(["B1.y"]), state)
    eom = da.derive(model, da.Recursive(solver=solver))
    dynamics = da.as_dynamics(eom.without(["B1.y"]))
    np.testing.assert_allclose(native(dynamics, state), expected, rtol=1e-9)
    assert dynamics.signals(["B1.y.multiplier"], state)["B1.y.multiplier"] == 0.0


def test_gains_of_a_wrong_size_are_refused_whatever_was_asked_before():
    model = parallelogram(2)
    eom, state = da.derive(model), da.assemble(model, q={"A0": 0.7}, guess={"A1": 0.7, "B0": -0.7})
    right, wrong = da.methods.Baumgarte(np.eye(2), np.eye(2)), da.methods.Baumgarte([[1.0]], [[1.0]])
    for stabilization in (right, wrong, right, wrong):
        if stabilization is right:
            assert np.isfinite(da.as_dynamics(eom.stabilized(stabilization)).accelerations(state)["A0"])
        else:
            with pytest.raises(da.errors.FormulationError, match="has the shape"):
                da.as_dynamics(eom.stabilized(stabilization)).accelerations(state)


def test_solutions_refuse_what_they_cannot_be_made_of():
    eom = da.derive(parallelogram(2))
    for stabilization in (da.methods.Baumgarte, "Baumgarte", (20.0, 100.0)):
        with pytest.raises(da.errors.ModelError, match="stabilization is"):
            eom.stabilized(stabilization)
    for rows in ("B1.x", None, 3, [3]):
        with pytest.raises(da.errors.ModelError, match="left out by"):
            eom.without(rows)
    with pytest.raises(da.errors.FormulationError, match=r"an object such as NullSpace\(\)"):
        Solution(eom, da.solvers.NullSpace)
    with pytest.raises(da.errors.ModelError, match=r"one of equations, da.derive\(model\)"):
        Solution(parallelogram(2))


def test_diracs_form_leaves_rows_out_however_it_is_told():
    model = parallelogram(3)
    eom = da.derive(model, da.Hamilton(da.formulations.DiracMultipliers()))
    relative = da.assemble(model, q={"A0": 0.7}, u={"A0": 1.3}, guess={"A1": 0.7, "A2": 0.7, "B0": -0.7})
    state = da.convert_state(relative, model, eom)
    found = [
        da.as_dynamics(solution).signals(["B2.y.multiplier", "B1.x.multiplier"], state)
        for solution in (
            eom.without(["B2.y"]),
            Solution(eom, None, frozenset(["B2.y"])),
            replace(eom.solution, left_out=frozenset(["B2.y"])),
        )
    ]
    assert found[0]["B2.y.multiplier"] == 0.0
    assert found[0] == found[1] == found[2]


def test_equations_whose_solver_was_replaced_are_copied_with_it():
    solver = da.solvers.NonidealConstraints({"A0.rate": -5.0})
    model = parallelogram(2)
    eom = replace(da.derive(model), solver=solver)
    state = da.assemble(model, q={"A0": 0.7}, u={"A0": 1.3}, guess={"A1": 0.7, "B0": -0.7})
    expected = native(da.as_dynamics(eom), state)
    np.testing.assert_array_equal(native(da.as_dynamics(pickle.loads(pickle.dumps(eom))), state), expected)
    assert np.abs(expected - native(da.as_dynamics(model), state)).max() > 0.1
    with pytest.raises(da.errors.FormulationError, match="constraints was replaced"):
        pickle.dumps(replace(eom, constraints=GivenRows([])))


def test_a_motion_by_another_solver_is_loaded_with_it_only(tmp_path):
    solver = da.solvers.NonidealConstraints({"A0.rate": -5.0 * da.speed("A0")}, da.solvers.NullSpace())
    model = parallelogram(2)
    eom = da.derive(model, da.Recursive(solver=solver))
    start = da.assemble(model, q={"A0": 0.7}, guess={"A1": 0.7, "B0": -0.7})
    motion = da.simulate(eom, start, until=0.1)
    file = motion.save(tmp_path / "run")
    np.testing.assert_array_equal(da.load_motion(file, eom)["A0.acceleration"], motion["A0.acceleration"])
    with pytest.raises(da.errors.ModelError, match=r"NonidealConstraints.*the default solver"):
        da.load_motion(file, model)


def test_a_batch_by_the_index_three_rule_may_differ_in_redundant_rows():
    x, y, ratio = da.coordinate("A"), da.coordinate("B"), da.param("ratio", 1.0)
    model = da.Model(
        *(da.Prismatic(name, da.ground, da.particle(name.lower(), mass=1.0), axis="x") for name in "AB"),
        da.Holonomic("first", x - y),
        da.Holonomic("second", x - ratio * y),
        da.JointForce("push", "A", 2.0),
    )
    starts = [model.state(p={"ratio": value}) for value in (1.0, 2.0)]
    motions = da.batch(model, starts, until=0.2, method=da.methods.IndexThree(0.01))
    assert [motion["A"][-1] for motion in motions] == pytest.approx([0.02, 0.0], abs=1e-6)


def test_a_force_with_a_potential_says_what_it_does_besides():
    with pytest.raises(da.errors.ModelError, match="loads_without_potential"):

        class Half(da.extend.Force):
            def loads(self, kinematics):
                return da.extend.Loads()

            def potential(self, kinematics):
                return 1.0


def test_coordinates_of_joints_that_close_loops_are_signals():
    model = parallelogram(2)
    start = da.assemble(model, q={"A0": 0.7}, u={"A0": 1.3}, guess={"A1": 0.7, "B0": -0.7})
    motion = da.simulate(model, start, until=0.2)
    np.testing.assert_allclose(motion["B1"], -motion["A1"], atol=1e-9)
    np.testing.assert_allclose(motion["B1.rate"], -motion["A1.rate"], atol=1e-9)
    assert motion.dynamics.solved.signals.units["B1"] == "rad"


def test_solutions_of_the_same_equations_share_code():
    eom = da.derive(da.Model(da.Revolute("A", da.ground, da.rod("rod", length=1.0, mass=1.0), axis="y")))
    dynamics = da.as_dynamics(eom)
    with_gains = da.as_dynamics(eom.stabilized(da.methods.Baumgarte.critical(2.0)))
    assert da.as_dynamics(eom.without([])) is dynamics.without([])
    made_once: Key[object] = Key("made once")
    assert dynamics.shared.get(made_once, object) is with_gains.shared.get(made_once, object)
