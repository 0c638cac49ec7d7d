"""Principles compared: what agrees, what does not, and what the table says."""

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

import dalembert as da
from dalembert.configuration.random_states import random_states
from dalembert.principles.deriving.principle_names import principle_name
from tests.oracles.trees import tree

pytestmark = pytest.mark.slow

STATES = 3

PLANAR = (da.Recursive(), da.formulations.AbsolutePlanar())
IN_PLANE = "Recursive() in AbsolutePlanar()"

QUICK = [da.Recursive(), PLANAR, (da.Recursive(solver=da.solvers.NullSpace()), da.formulations.AbsolutePlanar())]
ALL = [
    *QUICK,
    da.Recursive(solver=da.solvers.NullSpace()),
    (da.Recursive(), da.formulations.Absolute()),
    (da.Kane(), da.formulations.Absolute("xyz")),
]


def double_pendulum(gravity=9.81):
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.8, mass=0.5)
    return da.Model(
        da.Revolute("shoulder", da.ground, upper),
        da.Revolute("elbow", upper["end"], lower),
        da.Motor("motor", "elbow"),
        gravity=(0.0, -gravity, 0.0),
    )


def four_bar():
    crank, coupler, rocker = (
        da.rod(name, length=length, mass=length)
        for name, length in (("crank", 0.5), ("coupler", 1.2), ("rocker", 0.75))
    )
    return da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], coupler),
        da.Revolute("D", da.ground.at(x=1.1), rocker),
        da.Revolute("C", coupler["end"], rocker["end"]),
        da.JointSpring("spring", "B", stiffness=2.0),
        gravity=(0.0, -9.81, 0.0),
    )


@dataclass(frozen=True)
class Wrong:
    """Equations of the same model in weaker gravity."""

    def equations(self, model):
        return da.derive(da.Model(*model.parts, gravity=0.999 * np.asarray(model.gravity)))


@dataclass(frozen=True)
class Refusing:
    """A principle that has no equations."""

    def equations(self, model):
        raise da.errors.FormulationError("nothing fits")


# ---- agreement


@pytest.fixture(scope="module")
def planar():
    return da.compare(double_pendulum(), QUICK, states=STATES)


def test_all_principles_agree_on_a_tree(planar):
    assert planar.agrees()
    assert [row.name for row in planar.rows] == [
        "Recursive()",
        IN_PLANE,
        "Recursive(solver=NullSpace()) in AbsolutePlanar()",
    ]
    assert all(row.applies and row.digits > 10 for row in planar.rows)
    assert planar.reference == "Recursive()"
    assert planar["Recursive()"].error == 0.0
    assert planar.n_states == STATES


def test_accelerations_of_coordinates_and_bodies_and_wrenches_are_compared(planar):
    for row in planar.rows:
        assert None not in (row.coordinates, row.bodies, row.wrenches)


@pytest.mark.slow
def test_all_principles_agree_on_a_loop_and_reactions_that_are_not_unique_are_left_out():
    closed = da.compare(four_bar(), ALL, states=STATES)
    assert closed.agrees()
    for row in closed.rows:
        assert {"A.force.z", "C.moment.x"} <= set(row.not_unique)
        assert not {"A.force.x", "C.force.y"} & set(row.not_unique)
    assert "not unique, and left out: A.force.z" in str(closed)


def test_reactions_that_are_not_unique_by_one_principle_are_left_out_there_only(planar):
    assert planar["Recursive()"].not_unique == ()
    assert "elbow.force.z" in planar[IN_PLANE].not_unique
    assert "elbow.force.x" not in planar[IN_PLANE].not_unique
    assert f"not unique in {IN_PLANE}, and left out there: shoulder.force.z" in str(planar)


@pytest.mark.slow
def test_spatial_trees_agree_where_speeds_are_no_rates_of_coordinates():
    model = tree(["spherical", "universal"], seed=2, motors=False)
    found = da.compare(model, states=STATES)
    assert [row.name for row in found.rows][:2] == ["Recursive()", "Recursive() in Absolute()"]
    assert found.agrees()


def test_wrong_equations_do_not_agree():
    found = da.compare(double_pendulum(), [da.Recursive(), Wrong()], states=STATES)
    assert not found.agrees()
    assert found.agrees(tolerance=1.0)
    assert found.worst.name == "Wrong()"
    assert 1e-5 < found.worst.error < 1e-1
    assert "Wrong() does not agree within 1e-10" in str(found)


def test_errors_are_allowed_to_grow_with_the_condition_of_the_mass_matrix(planar):
    model = double_pendulum()
    dynamics = da.as_dynamics(model)
    states = random_states(dynamics, STATES, seed=1, draws_inputs=True).states
    conditions = [np.linalg.cond(dynamics.evaluate({"M": dynamics.equations.M}, state)["M"]) for state in states]
    assert planar.condition == pytest.approx(max(conditions))
    assert planar.bound == 1e-10
    assert replace(planar, condition=1e8).bound == pytest.approx(1e-7)
    assert replace(planar, condition=1e8).expected_digits == pytest.approx(7.0)


def test_a_principle_without_result_does_not_agree_whatever_the_condition(planar):
    lost = replace(planar.rows[1], bodies=np.inf)
    assert not replace(planar, rows=(planar.rows[0], lost), condition=np.inf).agrees()


def test_without_forces_and_motion_zeros_agree():
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    model = da.Model(da.Prismatic("slide", da.ground, ball, axis="x"))
    found = da.compare(model, [da.Recursive(), PLANAR], states=STATES)
    assert found.agrees()


# ---- costs


def test_costs_are_told(planar):
    assert all(row.operations > 0 and row.evaluation_time is None for row in planar.rows)
    assert "evaluated" not in str(planar)
    timed = da.compare(double_pendulum(), QUICK, states=3, timed=True)
    assert "evaluated" in str(timed)
    for row in timed.rows:
        assert 0.0 < row.evaluation_time < row.derivation_time
        assert row.compile_time > 0.0
    assert planar[IN_PLANE].operations > planar["Recursive()"].operations


# ---- reference and principles


def test_the_first_principle_that_applies_is_the_reference():
    found = da.compare(double_pendulum(), [Refusing(), PLANAR, da.Recursive()], states=STATES)
    assert found.reference == IN_PLANE
    assert found.agrees()


def test_a_reference_is_a_principle_or_a_name():
    model = double_pendulum()
    added = da.compare(model, [da.Recursive()], STATES, reference=PLANAR)
    assert [row.name for row in added.rows] == [IN_PLANE, "Recursive()"]
    named = {"by recursion": da.Recursive(), "in the plane": PLANAR}
    by_name = da.compare(model, named, STATES, reference="in the plane")
    same = da.compare(model, named, STATES, reference=PLANAR)
    assert by_name.reference == same.reference == "in the plane"
    assert len(same.rows) == 2
    with pytest.raises(da.errors.ModelError, match="there is no principle 'plane'"):
        da.compare(model, named, STATES, reference="plane")


def test_a_principle_that_does_not_apply_says_why():
    body = da.box("body", size=(1.0, 1.0, 1.0), mass=1.0)
    model = da.Model(da.Universal("cross", da.ground, body))
    found = da.compare(model, [da.Recursive(), PLANAR], states=STATES)
    refused = found[IN_PLANE]
    assert not refused.applies
    assert "the model is not planar" in refused.reason
    assert f"{IN_PLANE} does not apply: the model is not planar" in str(found)
    assert found.agrees()


def test_if_no_principle_or_not_the_reference_applies_there_is_nothing_to_compare():
    with pytest.raises(
        da.errors.FormulationError, match=r"no principle applies to the model: Refusing\(\): nothing fits"
    ):
        da.compare(double_pendulum(), [Refusing()], states=STATES)
    with pytest.raises(
        da.errors.FormulationError, match=r"the reference Refusing\(\) does not apply: nothing fits"
    ):
        da.compare(double_pendulum(), [da.Recursive()], states=STATES, reference=Refusing())
    with pytest.raises(da.errors.ModelError, match="no principles"):
        da.compare(double_pendulum(), [])
    with pytest.raises(da.errors.ModelError, match="not of Equations"):
        da.compare(da.derive(double_pendulum()))


@pytest.mark.parametrize(
    ("principles", "message"),
    [
        (da.Recursive(), "principles are given in a list, or by name in a mapping"),
        ("Recursive", "principles are given in a list, or by name in a mapping"),
        (["Recursive"], r"a principle is an object, not 'Recursive': write da\.Recursive\(\)"),
        ([da.Recursive], r"a principle is an object, not Recursive: write da\.Recursive\(\)"),
        ([da.formulations.Absolute()], r"write coordinates=Absolute\(\)"),
        ([(da.Kane(), da.formulations.Absolute(), 3)], "a pair is a principle and its coordinates"),
        ([(da.formulations.Absolute(), da.Kane())], r"Absolute\(\) is a choice of coordinates"),
    ],
)
def test_what_is_no_list_of_principles_is_refused(principles, message):
    with pytest.raises((da.errors.ModelError, da.errors.FormulationError), match=message):
        da.compare(double_pendulum(), principles, STATES)


def test_one_principle_is_compared_in_several_coordinates():
    model, choices = double_pendulum(), [da.formulations.Relative(), da.formulations.AbsolutePlanar()]
    found = da.compare(model, [da.Kane(), PLANAR], 1, coordinates=choices)
    assert [row.name for row in found.rows] == ["Kane()", "Kane() in AbsolutePlanar()", IN_PLANE]
    assert found.agrees() and all(row.applies for row in found.rows)
    named = da.compare(model, {"by Kane": da.Kane()}, 1, coordinates=choices, reference=(da.Kane(), choices[1]))
    assert [row.name for row in named.rows][1:] == ["by Kane in Relative()"]
    assert named.reference == "by Kane in AbsolutePlanar()"
    one = da.compare(
        model, [da.NewtonEuler()], 1, coordinates=da.formulations.AbsolutePlanar(), reference=da.Recursive()
    )
    assert [row.name for row in one.rows] == ["Recursive()", "NewtonEuler() in AbsolutePlanar()"]
    assert one.agrees()


def test_a_name_stands_for_one_principle():
    named = {"Kane()": PLANAR}
    with pytest.raises(da.errors.ModelError, match="two different principles are called 'Kane\\(\\)'"):
        da.compare(double_pendulum(), named, STATES, reference=da.Kane())


def test_names_of_principles_leave_usual_options_out():
    @dataclass(frozen=True)
    class Choice:
        must: int
        may: float = 2.0
        more: tuple[int, ...] = field(default_factory=tuple)

    assert principle_name(da.formulations.Absolute("xyz")) == "Absolute(angles='xyz')"
    assert principle_name(da.Recursive(solver=da.solvers.NullSpace())) == "Recursive(solver=NullSpace())"
    assert principle_name(Choice(1)) == "Choice(must=1)"
    assert principle_name(Choice(1, 3.0, (4,))) == "Choice(must=1, may=3.0, more=(4,))"


# ---- states


def test_states_satisfy_the_constraints_and_come_back_with_their_seed():
    dynamics = da.as_dynamics(four_bar())
    first, again, other = (random_states(dynamics, STATES, seed=seed).states for seed in (1, 1, 2))
    assert [dict(state.q) for state in first] == [dict(state.q) for state in again]
    assert dict(first[0].q) != dict(other[0].q)
    for state in first:
        assert da.mobility(dynamics, state).degrees_of_freedom == 1
    assert max(abs(state.u["A.rate"]) for state in first) > 0.1


def test_drawn_quaternions_have_unit_length():
    model = tree(["spherical"], seed=3, motors=False)
    for state in random_states(da.as_dynamics(model), STATES, seed=1).states:
        assert np.linalg.norm(list(state.q.values())) == pytest.approx(1.0)


def test_own_states_are_compared_and_must_satisfy_the_constraints():
    model = four_bar()
    start = da.assemble(model, q={"A": 0.3}, u={"A": 2.0}, guess={"B": 0.5, "D": 1.0})
    found = da.compare(model, [da.Recursive(), PLANAR], [start])
    assert found.n_states == 1
    assert found.agrees()
    with pytest.raises(da.errors.ModelError, match="state 2 does not satisfy"):
        da.compare(model, [da.Recursive()], [start, model.state(q={"A": 0.3})])
    with pytest.raises(da.errors.ModelError, match="at least one"):
        da.compare(model, [da.Recursive()], [])
    with pytest.raises(da.errors.ModelError, match="not 0"):
        da.compare(model, [da.Recursive()], 0)


def test_open_parameters_take_the_given_values():
    def model():
        link = da.rod("link", length=1.0, mass=da.param("m", 1.0))
        return da.Model(
            da.Revolute("hinge", da.ground, link),
            da.JointSpring("spring", "hinge", stiffness=da.param("k", 3.0)),
            gravity=(0.0, -9.81, 0.0),
        )

    assert da.compare(model(), [da.Recursive(), PLANAR], STATES, p={"k": 50.0}).agrees()
    with pytest.raises(da.errors.ModelError, match="there is no parameter 'K'"):
        da.compare(model(), [da.Recursive()], STATES, p={"K": 50.0})
    with pytest.raises(da.errors.ModelError, match="there is no parameter 'K'"):
        da.compare(model(), [da.Recursive()], [da.State(p={"K": 50.0})])


def test_a_count_of_states_may_be_numpys():
    assert da.compare(double_pendulum(), [da.Recursive()], np.int64(2)).n_states == 2


def test_a_mechanism_that_cannot_be_assembled_is_told():
    rod = da.rod("rod", length=1.0, mass=1.0)
    model = da.Model(da.Revolute("hinge", da.ground, rod), da.Coincident("far", da.ground.at(x=5.0), rod["end"]))
    with pytest.raises(da.errors.AssemblyError, match="'far'"):
        random_states(da.as_dynamics(model), 2)


# ---- printed


def test_the_table_is_aligned_and_has_a_row_for_each_principle(planar):
    table = str(planar).split("\n\n")[0].splitlines()
    # the dot above q takes no place
    assert len({len(line.replace("\u0308", "")) for line in table}) == 1
    assert [line.split("  ")[0] for line in table[2:]] == [row.name for row in planar.rows]


def test_the_table_is_markdown_in_a_notebook(planar):
    lines = planar._repr_markdown_().splitlines()
    assert lines[0].startswith("| principle | q̈ | bodies | wrenches | operations |")
    assert {line.count("|") for line in lines[: 2 + len(QUICK)]} == {6}


def test_an_unknown_row_is_refused(planar):
    with pytest.raises(da.errors.ModelError, match="there is no principle 'Kano'"):
        planar["Kano"]


def test_a_principle_that_fails_is_named_and_does_not_agree():
    @dataclass(frozen=True)
    class Failing:
        def equations(self, model):
            raise da.errors.ExpressionError("the pivot is zero")

    found = da.compare(double_pendulum(), [da.Recursive(), Failing()], states=2)
    assert not found.agrees()
    assert "the others agree within 1e-10" in str(found)
    assert "Failing() fails: the pivot is zero" in str(found)
