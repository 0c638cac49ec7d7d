"""Trees of systems as rolled code, against closed forms, the flat model and the level-by-level equations."""

import pickle

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import DalembertError
from tests.modules import rows_of_modules as rows

S = da.expr.symbol
TIGHT = 1e-10


def values_of(equations, q, u, names):
    dynamics = da.as_dynamics(equations)
    return dynamics.signals([f"{name}.acceleration" for name in names], equations.state(q=q, u=u))


def random_chain(n, seed):
    generator = np.random.default_rng(seed)
    return generator.uniform(-1.5, 1.5, (n, 2)), generator.uniform(-2.0, 2.0, (n, 2))


@pytest.mark.covers("F000-17")
@pytest.mark.parametrize("n", [1, 2, 5])
def test_condensed_modules_accelerate_as_the_flat_model(n):
    flat, condensed = da.derive(rows.flat_chain(n)), da.modules.condensed(rows.chain(n))
    angles, rates = random_chain(n, n)
    elbows = [f"m{k}/elbow" for k in range(n)]
    a = values_of(flat, *rows.flat_state(angles, rates), elbows)
    b = values_of(condensed, *rows.chain_state(angles, rates), elbows)
    assert list(b.values()) == pytest.approx(list(a.values()), rel=TIGHT)


@pytest.mark.parametrize("has_nodes", [False, True])
def test_four_bars_in_a_row_accelerate_by_their_closed_form(has_nodes):
    """Nodes of planar bodies have no inertia: such blocks keep a complement, whose pivots every state chooses."""
    n = 3
    condensed = da.modules.condensed(rows.four_bars(n, has_nodes=has_nodes))
    assert all(bool(block.rows) is has_nodes for block in condensed.constraints.tree.blocks)
    for angle, rate in ((1.1, 0.0), (-2.0, 0.7), (0.3, -1.5)):
        state = rows.four_bar_state(n, angle, rate, has_nodes=has_nodes)
        found = values_of(condensed, *state, ["l0/angle", f"l{n}/angle"])
        expected = rows.four_bar_acceleration(n, angle)
        assert list(found.values()) == pytest.approx([expected, expected], rel=TIGHT)


def test_runs_agree_with_those_of_the_flat_model():
    n, until = 3, 2.0
    angles, rates = np.array([(-1.2, 0.2), (0.3, -0.1), (0.1, 0.2)]), np.zeros((3, 2))
    flat, condensed = da.derive(rows.flat_chain(n)), da.modules.condensed(rows.chain(n))
    q, u = rows.flat_state(angles, rates)
    a = da.simulate(flat, flat.state(q=q, u=u), until=until)
    q, u = rows.chain_state(angles, rates)
    b = da.simulate(condensed, condensed.state(q=q, u=u), until=until)
    assert np.abs(a["m2/elbow"] - b["m2/elbow"]).max() < 1e-7
    # joints stay closed: the end of the first module is where the second one begins
    assert np.abs(b["joint 1 x.residual"]).max() < 1e-9


def test_the_number_of_routines_does_not_grow_with_that_of_modules():
    few, many = (da.modules.condensed(rows.chain(n)).constraints.tree for n in (4, 12))
    assert len(few.forward.parts) == len(many.forward.parts)
    assert len(few.corrected.parts) == len(many.corrected.parts)
    assert len(many.forward.steps.parts) > 2 * len(few.forward.steps.parts)


def test_each_row_meets_few_open_ones_however_the_tree_is_nested():
    """Work grows as the number of modules: no join of the chain leaves more than one joint open."""
    for n in (4, 12):
        tree = da.modules.condensed(rows.chain(n)).constraints.tree
        assert max(len(step.open) for step in tree.order) == 1


@pytest.mark.covers("F000-17")
def test_differently_nested_trees_give_the_same_accelerations():
    bob = da.modules.point_mass("bob", mass=2.0, gravity=(0.0, -9.81))
    length = {"length": S("x") ** 2 + S("y") ** 2 - 1.0}
    pendulum = da.modules.subsystem("pendulum", [bob], constraints=length, independent="x.rate")
    tie = {"tie": (S("a/x") - S("b/x") - 1.0) ** 2 + (S("a/y") - S("b/y")) ** 2 - 1.0}
    nested = da.modules.subsystem("pair", {"a": pendulum, "b": pendulum}, constraints=tie)
    every = {f"{k}/length": S(f"{k}/x") ** 2 + S(f"{k}/y") ** 2 - 1.0 for k in "ab"} | tie
    flat = da.modules.subsystem("pair", {"a": bob, "b": bob}, constraints=every)
    c, s = np.cos(-1.0), np.sin(-1.0)
    q = {"a/x": c, "a/y": s, "b/x": -0.2, "b/y": -np.sqrt(0.96)}
    u = {"a/x.rate": -0.4 * s, "a/y.rate": 0.4 * c}
    names = ["a/x", "a/y", "b/x", "b/y"]
    found = [values_of(da.modules.condensed(node), q, u, names) for node in (nested, flat)]
    by_levels = values_of(nested.equations, q, u, names)
    for one in found:
        assert list(one.values()) == pytest.approx(list(by_levels.values()), rel=TIGHT)


def pendulum():
    """A bob and the angle of its rod, which has no inertia of its own."""
    m = da.param("m", 2.0)
    bob = da.modules.point_mass("bob", mass=m, gravity=(0.0, -9.81))
    along = {"along x": S("x") - da.sin(S("θ")), "along y": S("y") + da.cos(S("θ"))}
    return da.modules.subsystem(
        "pendulum", [bob], coordinates="θ", constraints=along, forces={"θ": da.Input("torque")}
    )


def test_variables_without_inertia_are_held_by_the_complement_of_their_rows():
    condensed = da.modules.condensed(pendulum())
    tree = condensed.constraints.tree
    assert len(tree.blocks) == 1 and [row.name for row in tree.blocks[0].rows] == ["along x", "along y"]
    state = condensed.state(q={"θ": 0.6, "x": np.sin(0.6), "y": -np.cos(0.6)}, tau={"torque": 3.0}, p={"m": 1.5})
    found = da.as_dynamics(condensed).signals(["θ.acceleration"], state)["θ.acceleration"]
    assert found == pytest.approx(-9.81 * np.sin(0.6) + 3.0 / 1.5, rel=TIGHT)


def test_multipliers_are_what_the_pins_carry():
    condensed = da.modules.condensed(rows.chain(3))
    q, u = rows.chain_state([(-np.pi / 2.0, 0.0), (0.0, 0.0), (0.0, 0.0)], np.zeros((3, 2)))
    carried = da.as_dynamics(condensed).signals(
        [f"joint {k} y.multiplier" for k in range(3)], condensed.state(q=q, u=u)
    )
    # each pin holds all that hangs below it
    assert list(carried.values()) == pytest.approx([4.5 * 9.81, 3.0 * 9.81, 1.5 * 9.81], rel=1e-9)


def test_what_the_ground_carries_is_known_wherever_its_rows_stand():
    """Nodes have no inertia, so rows that pin them to the ground stand inside of parts; momentum tells the sum."""
    n, pins = 2, [f"pivot {k} {x}.multiplier" for x in "xy" for k in range(3)]
    rates = [f"{name}/{x}.acceleration" for x in "xy" for name in ("l0", "l1", "l2", "c1", "c2")]
    found = []
    for has_nodes in (False, True):
        condensed = da.modules.condensed(rows.four_bars(n, has_nodes=has_nodes))
        q, u = rows.four_bar_state(n, 1.1, 0.7, has_nodes=has_nodes)
        found.append(da.as_dynamics(condensed).signals([*pins, *rates], condensed.state(q=q, u=u)))
    inside = {row.name for block in condensed.constraints.tree.blocks for row in block.rows}
    assert {name.removesuffix(".multiplier") for name in pins} <= inside
    assert found[0] == pytest.approx(found[1], rel=TIGHT)
    forces = np.array([found[1][name] for name in pins]).reshape(2, 3).sum(axis=1)
    # five bars of 1 kg
    needed = np.array([found[1][name] for name in rates]).reshape(2, 5).sum(axis=1)
    assert forces - needed == pytest.approx([0.0, 5.0 * 9.81], rel=TIGHT, abs=TIGHT)


def test_modules_of_a_model_in_space_move_as_the_flat_model():
    def link(name, length, mass):
        J = np.diag([mass * 0.01, mass * length**2 / 12.0, mass * length**2 / 12.0])
        return da.Body(
            name, (mass, (length / 2.0, 0.0, 0.0), J), markers={"end": da.spatial.Pose(p=(length, 0.0, 0.0))}
        )

    upper, lower = link("upper", 1.0, 1.0), link("lower", 0.5, 0.5)
    module = da.Model(
        da.Revolute("elbow", upper["end"], lower, axis="z"), ports={"root": upper, "end": lower["end"]}
    )
    model = da.Model(
        da.Submodel("one", module),
        da.Submodel("two", module),
        da.Revolute("A", da.ground, da.modules.port("one", "root"), axis="z"),
        da.Revolute("B", da.modules.port("one", "end"), da.modules.port("two", "root"), axis="y"),
        gravity=(0.0, -9.81, 0.0),
    )
    modular = da.modules.Modular(default=da.Lagrange())
    flat, condensed = da.derive(model), da.modules.condensed(modular.tree(model))
    start = flat.state(q={"A": -1.2, "B": 0.4, "one/elbow": 0.3}, u={"A": 0.5, "B": -1.0})
    same = da.convert_state(start, flat, da.derive(model, modular))
    names = ["one/elbow", "two/elbow"]
    a, b = values_of(flat, start.q, start.u, names), values_of(condensed, same.q, same.u, names)
    assert list(b.values()) == pytest.approx(list(a.values()), rel=1e-9)

    # quaternions keep their length along a run
    motion = da.simulate(condensed, condensed.state(q=same.q, u=same.u), until=1.0)
    assert motion["two/elbow"][-1] == pytest.approx(da.simulate(flat, start, until=1.0)["two/elbow"][-1], abs=1e-7)


def test_a_force_that_depends_on_several_modules_acts_on_all_of_them():
    def coupled(k):
        bob = da.modules.point_mass("bob", mass=2.0, gravity=(0.0, 0.0))
        force = k * (S("b/x") - S("a/x"))
        return da.modules.subsystem("pair", {"a": bob, "b": bob}, forces={"a/x": force, "b/x": -force})

    found = values_of(da.modules.condensed(coupled(3.0)), {"a/x": 0.2, "b/x": 1.0}, {}, ["a/x", "b/x", "a/y"])
    assert list(found.values()) == pytest.approx([1.2, -1.2, 0.0], rel=TIGHT)


def test_a_row_of_speeds_is_kept_along_a_run():
    """A sledge that is pushed along its edge: its speed grows as force by mass, whatever way it turns."""
    body = da.modules.planar_body("body", mass=2.0, inertia=0.5, gravity=(0.0, 0.0), nodes={})
    c, s = da.cos(S("angle")), da.sin(S("angle"))
    edge = {"edge": c * S("y.rate") - s * S("x.rate")}
    sledge = da.modules.subsystem("sledge", [body], constraints=edge, forces={"x": c, "y": s})
    condensed = da.modules.condensed(sledge)
    start = condensed.state(u={"x.rate": 2.0, "angle.rate": 0.7})
    motion = da.simulate(condensed, start, until=3.0)
    speed = np.hypot(motion["x.rate"], motion["y.rate"])
    assert np.abs(speed - (2.0 + motion.times / 2.0)).max() < 1e-6
    turned = np.arctan2(motion["y.rate"], motion["x.rate"])
    assert np.abs(turned - motion["angle"]).max() < 1e-9


def test_condensed_equations_are_pickled_and_say_what_they_are():
    condensed = da.modules.condensed(rows.chain(2))
    again = pickle.loads(pickle.dumps(condensed))
    assert again.coordinates == condensed.coordinates
    assert "2 parts joined by 4 rows" in condensed.description


class TestBadInput:
    def test_a_start_that_breaks_a_joint_is_refused_by_its_name(self):
        condensed = da.modules.condensed(rows.chain(2))
        q, u = rows.chain_state(np.zeros((2, 2)), np.zeros((2, 2)))
        with pytest.raises(DalembertError, match=r"joint 1 x"):
            da.simulate(condensed, condensed.state(q={**q, "m1/root.x": 9.0}, u=u), until=1.0)
        with pytest.raises(DalembertError, match=r"joint 1 y.* of the speeds"):
            da.simulate(condensed, condensed.state(q=q, u={**u, "m1/root.y.rate": 1.0}), until=1.0)

    def test_what_is_no_tree_is_refused(self):
        with pytest.raises(DalembertError, match="a tree of systems"):
            da.modules.condensed(rows.flat_chain(1))

    def test_a_variable_that_nothing_holds_is_named(self):
        light = da.modules.subsystem("light", coordinates="x y", forces={"x": -2.0 * S("x.rate'"), "y": 1.0})
        with pytest.raises(DalembertError, match=r"nothing determines the accelerations of .*y\.rate"):
            da.modules.condensed(light)

    def test_rows_that_always_repeat_others_are_named(self):
        bob = da.modules.point_mass("bob", mass=1.0, gravity=(0.0, -9.81))
        twice = {"here": S("x") - S("y"), "again": 2.0 * S("x") - 2.0 * S("y")}
        condensed = da.modules.condensed(da.modules.subsystem("bob on a line", [bob], constraints=twice))
        with pytest.raises(DalembertError, match="'here' would be redundant in every state"):
            da.simulate(condensed, condensed.state(q={"x": 0.1, "y": 0.1}), until=1.0)

    def test_rows_that_depend_on_each_other_in_a_state_end_a_run_with_the_reason(self):
        """Two circles through one point touch where their centres lie on one line with it."""
        bob = da.modules.point_mass("bob", mass=1.0, gravity=(0.0, -9.81))
        circles = {
            "one": S("x") ** 2 + S("y") ** 2 - 1.0,
            "two": (S("x") + 1.0) ** 2 + S("y") ** 2 - 4.0,
        }
        condensed = da.modules.condensed(da.modules.subsystem("bob on circles", [bob], constraints=circles))
        with pytest.raises(DalembertError, match="rows one, two depend on each other there"):
            da.simulate(condensed, condensed.state(q={"x": 1.0, "y": 0.0}), until=1.0)

    def test_inertia_that_is_lost_in_a_state_is_named(self):
        """Where x = 0 the second variable moves nothing, and a force acts along it."""
        x, y = S("x.rate'"), S("y.rate'")
        leaf = da.modules.subsystem("leaf", coordinates="x y", forces={"x": -x, "y": 1.0 - S("x") ** 2 * y})
        condensed = da.modules.condensed(leaf)
        with pytest.raises(DalembertError, match=r"the inertia of x\.rate, y\.rate is singular there"):
            da.simulate(condensed, condensed.state(q={"x": 0.0}), until=1.0)

    @pytest.mark.parametrize(
        "ask",
        [
            da.linearize,
            da.mobility,
            da.matrices.mass_matrix,
            da.inverse_dynamics,
            lambda system, state: da.simulate(system, state, until=0.1, method=da.methods.IndexThree(1e-2)),
        ],
        ids=["linearize", "mobility", "mass matrix", "inverse dynamics", "unsolved"],
    )
    def test_what_needs_matrices_of_the_whole_is_not_answered_without_the_rows(self, ask):
        condensed = da.modules.condensed(rows.chain(1))
        q, u = rows.chain_state(np.zeros((1, 2)), np.zeros((1, 2)))
        with pytest.raises(DalembertError, match="`equations` of the tree"):
            ask(condensed, condensed.state(q=q, u=u))

    def test_states_without_bodies_are_not_converted(self):
        condensed, flat = da.modules.condensed(rows.chain(1)), da.derive(rows.flat_chain(1))
        with pytest.raises(DalembertError, match="know no bodies"):
            da.convert_state(condensed.state(), condensed, flat)

    def test_gains_have_no_place_where_rows_are_projected(self):
        condensed = da.modules.condensed(rows.chain(1))
        with pytest.raises(DalembertError, match="by projection"):
            da.simulate(condensed, until=1.0, stabilization=da.methods.Baumgarte(position=10.0, velocity=10.0))
