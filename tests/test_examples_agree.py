"""All examples: absolute and relative coordinates, and all solvers, give the same motions and the same forces.

An example takes part by its function `systems`: models, or equations in absolute coordinates, and starts by name.
"""

import re
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.configuration.mobility import Mobility
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.solution import Solution
from dalembert.model.joints.placed import Placed, PlacedInPlane
from tests.examples import EXAMPLES, LARGE, example
from tests.oracles.solvers import FINDS_RANK, SOLVERS

pytestmark = pytest.mark.slow

RTOL = 1e-9
"""Of the largest quantity of its kind."""

SMALL = 1e-3
"""Where a kind has only smaller quantities, differences are compared with this: they may all be rounding."""

N_RANDOM = 2
"""Random states of each model, besides its starts."""

METHOD = da.methods.DOP853(rtol=1e-13, atol=1e-13)
UNTIL = 0.5
"""Of runs: neighbouring motions separate at 10/s at most, so that rounding grows a few hundredfold."""

UNTIL_OF = {
    # turns 100 times per second
    "andrews_mechanism": 0.005,
    # in line after 0.6 s, where the rows depend on each other and the motion is not determined
    "n_four_bar": 0.3,
}

WITHOUT_MODEL = {
    "best_designs": "optimizes several models, one of another example",
    "biped_gait": "a trajectory, whose contacts have given modes",
    "constrained_hamilton": "energies written down by hand, no model",
    "demo": "runs the models of double_pendulum and seven_joint_arm",
    "first_kernel": "energies written down by hand, no model",
    "from_energies": "equations typed in, no bodies",
    "identification": "fits models to data, one of another example",
    "known_optima": "trajectories of several models",
    "servo_goals": "closes the loops of models, some of other examples",
    "bicycle_tree": "a tree of systems, in variables of its own",
    "five_bar_tree": "a tree of systems, in variables of its own",
    "manipulator_tree": "a tree of systems, in variables of its own",
    "pendulum_tree": "a tree of systems, in variables of its own",
    "ring_and_disc_tree": "a tree of systems, in variables of its own",
    "slider_crank_tree": "a tree of systems, in variables of its own",
    "sphere_in_a_trough": "a tree of systems, in variables of its own",
    "tricycle": "linear equations of modules whose data do not close",
    "worked_figures": "draws the models of other examples",
}
IN_JOINTS_ALONE = {
    "arm_and_obstacle",
    "geneva_drive",
    "impact_mechanisms",
    "servo_constraints",
    "tippe_top",
    "two_blocks",
    "woodpecker",
}
"""Contacts come and go, and inputs meet goals: these are run in joint coordinates."""

REDUNDANT = ["bricard_linkage", "planetary_gear"]
"""Examples with redundant rows, also in relative coordinates."""

UNFIT_UNTOLD = {
    "augmented matrix": "a singular matrix, which rounding may hide",
    "block inverse": "a singular matrix, and no result if rounding shows it",
    "projectors": "a singular matrix, and no result if rounding shows it",
    "null space": "more directions than the rows have: refused",
    "partition": "more directions than the rows have: refused",
    "full order": "more directions than the rows have: refused",
}
"""What solvers meet that want to be told of redundant rows, as `simulate` does, if nobody tells them."""

NAMES = sorted({path.stem for path in EXAMPLES.glob("*.py")} - {*WITHOUT_MODEL, *IN_JOINTS_ALONE})

each_example = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name in LARGE else []) for name in NAMES]
)


# ---- models, states, formulations


@dataclass(frozen=True, eq=False)
class Interpreted:
    """Named expressions of some equations as numbers, without compiling: for a few states that takes longer."""

    solution: Solution
    outputs: dict[Any, Any]

    @cached_property
    def _entries(self) -> Any:
        # all at once: they have most of their parts in common
        return self.solution.resolve(np.concatenate([np.ravel(y) for y in self.outputs.values()]))

    def __call__(self, state: da.State) -> dict[Any, Any]:
        eom, given = self.solution.equations, da.as_dynamics(self.solution).arguments(state)
        variables = np.concatenate([eom.q, eom.u, eom.z, eom.tau])
        known = dict(zip(variables, np.concatenate([given[x] for x in ("q", "u", "z", "tau")]), strict=True))
        known[da.time] = given["t"]
        known |= {da.param(name, default): state.p.get(name, default) for name, default in eom.parameters.items()}
        ends = np.cumsum([np.size(y) for y in self.outputs.values()])
        return dict(zip(self.outputs, np.split(da.expr.evaluate(self._entries, known), ends[:-1]), strict=True))


@dataclass(frozen=True, eq=False)
class Formulation:
    """Equations of a model by one principle, with redundant rows left out."""

    model: da.Model
    dynamics: Dynamics
    mobility: Mobility

    @classmethod
    def of(cls, model: da.Model, coordinates: Any, state: da.State, relative: Any = None) -> "Formulation":
        """Which rows are redundant is found out at a state, which is given in relative coordinates."""
        dynamics = da.as_dynamics(da.derive(model, coordinates=coordinates))
        mobility = da.mobility(dynamics, da.convert_state(state, relative or dynamics, dynamics))
        return cls(model, dynamics.without(mobility.redundant_rows), mobility)

    @property
    def equations(self) -> Any:
        return self.dynamics.equations

    @property
    def not_unique(self) -> set[str]:
        """Reactions that are not determined."""
        return set(self.mobility.not_unique)

    @cached_property
    def _outputs(self) -> Interpreted:
        eom, solution = self.equations, self.dynamics.solution
        outputs: dict[tuple[str, str], Any] = {}
        for body in self.model.bodies:
            outputs["acceleration", body.name] = da.acceleration(body)
            outputs["angular acceleration", body.name] = da.measures.angular_acceleration(body)
        with_wrench = eom.outputs.tree.reaction_names
        for kind in ("force", "moment"):
            names = [f"{part}.{kind}.{axis}" for part in with_wrench for axis in "xyz"]
            outputs |= {(kind, name): solution.signal(name) for name in names}
        rows = [f"{row.name}.multiplier" for row in eom.rows if row.part not in with_wrench]
        outputs |= {("multiplier", name): solution.signal(name) for name in rows}
        return Interpreted(solution, outputs)

    def quantities(self, state: da.State) -> dict[str, dict[str, Any]]:
        """Accelerations of all bodies, wrenches of joints and constraints, other multipliers: by kind and name."""
        found: dict[str, dict[str, Any]] = {}
        for (kind, name), value in self._outputs(state).items():
            found.setdefault(kind, {})[name] = value
        return found


@dataclass(frozen=True, eq=False)
class Case:
    """A model of an example, and its starts."""

    model: da.Model
    starts: tuple[da.State, ...]

    @cached_property
    def relative(self) -> Formulation:
        return Formulation.of(self.model, da.formulations.Relative(), self.starts[0])

    @cached_property
    def absolute(self) -> Formulation:
        return self._placed(da.formulations.Absolute())

    @cached_property
    def planar(self) -> Formulation | None:
        """In absolute coordinates of the plane, or None if the model is not planar."""
        try:
            return self._placed(da.formulations.AbsolutePlanar())
        except da.errors.FormulationError as error:
            assert "the model is not planar" in str(error)
            return None

    def _placed(self, coordinates: Any) -> Formulation:
        return Formulation.of(self.model, coordinates, self.starts[0], self.relative.dynamics)

    @property
    def others(self) -> list[Formulation]:
        return [self.absolute] if self.planar is None else [self.absolute, self.planar]

    @cached_property
    def states(self) -> list[da.State]:
        """The starts, and random states near the first that satisfy the constraints."""
        return [*self.starts, *(self._random(seed) for seed in range(N_RANDOM))]

    def _random(self, seed: int) -> da.State:
        rng, dynamics, start = np.random.default_rng(seed), self.relative.dynamics, self.starts[0]
        eom = dynamics.equations
        moved = Interpreted(dynamics.solution, {"q": eom.motion.moved(0.2 * rng.normal(size=len(eom.speeds)))})(
            start
        )["q"]
        near = da.State(
            q=dict(zip(eom.coordinates, moved, strict=True)),
            u=dict(zip(eom.speeds, rng.normal(size=len(eom.speeds)), strict=True)),
            p={parameter: x * rng.uniform(0.8, 1.2) for parameter, x in eom.parameters.items()},
        )
        tau = dict(zip(eom.inputs, rng.normal(size=len(eom.inputs)), strict=True))
        return da.assemble(dynamics, guess=near, t=rng.uniform(0.0, 1.0), tau=tau)


@cache
def cases(name: str) -> list[Case]:
    """The models of an example, each with all its starts."""
    found: dict[da.Model, list[da.State]] = {}
    for subject, start in example(name).systems().values():
        model = in_joints(subject)
        found.setdefault(model, []).append(da.convert_state(start, subject, model))
    return [Case(model, tuple(starts)) for model, starts in found.items()]


def in_joints(subject: da.Model | da.Equations) -> da.Model:
    """The model that equations in absolute coordinates were made of."""
    if isinstance(subject, da.Model):
        return subject
    placed: Any = subject
    parts = [part for part in placed.model.parts if not isinstance(part, Placed | PlacedInPlane)]
    return da.Model(*parts, gravity=placed.model.gravity)


def assert_same(found: dict[str, Any], expected: dict[str, Any], what: str) -> None:
    """All numbers of one kind."""
    scale = max(SMALL, *(np.abs(value).max(initial=0.0) for value in expected.values()))
    for name, value in expected.items():
        np.testing.assert_allclose(found[name], value, rtol=0.0, atol=RTOL * scale, err_msg=f"{what} of {name}")


# ---- all examples take part


@pytest.mark.parametrize("name", WITHOUT_MODEL)
def test_what_takes_no_part_has_no_systems(name: str) -> None:
    assert not hasattr(example(name), "systems")


# ---- coordinates


@pytest.mark.covers("F003-1", "F003-13", "F004-1")
@each_example
def test_accelerations_and_wrenches_are_those_of_relative_coordinates(name: str) -> None:
    for case in cases(name):
        for state in case.states:
            expected = case.relative.quantities(state)
            for other in case.others:
                there = da.convert_state(state, case.relative.dynamics, other.dynamics)
                found = other.quantities(there)
                unknown = case.relative.not_unique | other.not_unique
                for kind, values in expected.items():
                    unique = {key: value for key, value in values.items() if key not in unknown}
                    # what places a body by itself exerts nothing
                    none = {key: np.zeros(1) for key in found[kind] if key not in values and key not in unknown}
                    if unique:
                        assert_same(found[kind], unique | none, kind)


@each_example
def test_the_same_reactions_are_not_unique(name: str) -> None:
    """In the plane, nothing is known about forces out of it."""
    for case in cases(name):
        assert case.absolute.not_unique == case.relative.not_unique
        if case.planar is not None:
            assert case.planar.not_unique >= case.relative.not_unique
            assert case.planar.mobility.degrees_of_freedom == case.relative.mobility.degrees_of_freedom
        assert case.absolute.mobility.degrees_of_freedom == case.relative.mobility.degrees_of_freedom


@pytest.mark.slow
@each_example
def test_the_motion_is_that_of_relative_coordinates(name: str) -> None:
    for case in cases(name):
        start, until = case.starts[0], UNTIL_OF.get(name, UNTIL)
        expected = reached(case.relative.dynamics, start, until)
        # planar models run in the plane: in space their code takes long to compile, and states are compared above
        other = case.planar or case.absolute
        found = reached(other.dynamics, da.convert_state(start, case.relative.dynamics, other.dynamics), until)
        for kind, values in expected.items():
            assert_same(found[kind], values, kind)


def reached(dynamics: Dynamics, start: da.State, until: float) -> dict[str, dict[str, Any]]:
    """Where all bodies are in the end, and how they move."""
    end = da.simulate(dynamics, start, until=until, times=[until], method=METHOD).state()
    motions = dynamics.equations.outputs.body_motions()
    return {
        kind: Interpreted(dynamics.solution, {body: getattr(x, field) for body, x in motions.items()})(end)
        for kind, field in (("position", "p"), ("axes", "R"), ("velocity", "v"), ("angular velocity", "w"))
    }


# ---- solvers


@pytest.mark.covers("F002-11")
@each_example
def test_all_solvers_give_the_same_accelerations(name: str) -> None:
    for case in constrained(name):
        expected = accelerations(case.relative.dynamics.solution, case.states)
        for label, solver in SOLVERS.items():
            eom = replace(case.relative.equations, solver=solver).without(case.relative.dynamics.solution.left_out)
            for found, wanted in zip(accelerations(eom, case.states), expected, strict=True):
                assert_same(found, wanted, f"acceleration by {label}")


@pytest.mark.covers("F002-14")
@pytest.mark.parametrize("label", SOLVERS)
@pytest.mark.parametrize("name", REDUNDANT)
def test_redundant_rows_that_nobody_told_of_are_found_or_refused(name: str, label: str) -> None:
    assert (label in FINDS_RANK) != (label in UNFIT_UNTOLD)
    for case in (case for case in constrained(name) if case.relative.dynamics.solution.left_out):
        eom = replace(case.relative.equations, solver=SOLVERS[label])
        if label in FINDS_RANK:
            expected = accelerations(case.relative.dynamics.solution, case.states)
            for found, wanted in zip(accelerations(eom, case.states), expected, strict=True):
                assert_same(found, wanted, f"acceleration by {label}")
        elif UNFIT_UNTOLD[label].endswith("refused"):
            # rows that depend in every state are told apart before there is one
            assert_right_or_refused(eom, case, label, "rank below|not finite")
        elif "no result" in UNFIT_UNTOLD[label]:
            assert_right_or_refused(eom, case, label, "depend on each other")


def assert_right_or_refused(eom: da.Equations, case: Case, label: str, reason: str) -> None:
    try:
        results = accelerations(eom, case.states)
    except da.errors.DalembertError as error:
        assert re.search(reason, str(error))
        return
    expected = accelerations(case.relative.dynamics.solution, case.states)
    for found, wanted in zip(results, expected, strict=True):
        if np.isfinite(list(found.values())).all():
            assert_same(found, wanted, f"acceleration by {label}")


@each_example
def test_redundant_rows_are_where_they_are_expected(name: str) -> None:
    assert (name in REDUNDANT) == any(case.relative.dynamics.solution.left_out for case in cases(name))


def constrained(name: str) -> list[Case]:
    return [case for case in cases(name) if case.relative.equations.rows]


def accelerations(subject: da.Equations | Solution, states: list[da.State]) -> list[dict[str, Any]]:
    """Rates of the speeds in each state, by name."""
    solution = da.as_dynamics(subject).solution
    names = solution.equations.speeds
    found = Interpreted(solution, dict(zip(names, solution.accelerations, strict=True)))
    return [found(state) for state in states]
