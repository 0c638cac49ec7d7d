"""Models of models, each module by its own principle, against the flat model."""

import logging
from typing import ClassVar

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import DalembertError, FormulationError

RTOL = 1e-9


def arm(gravity=None):
    """Two links and a spring between them, carried by nothing."""
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.5, mass=da.param("mass", 0.5))
    return da.Model(
        da.Revolute("elbow", upper["end"], lower, axis="z"),
        da.JointSpring("spring", "elbow", stiffness=2.0),
        ports={"root": upper, "end": lower["end"]},
        gravity=gravity,
    )


def chain(module):
    """Two arms in a row, a damper in the joint between them, a spring from the end to the ground."""
    return da.Model(
        da.Submodel("one", module),
        da.Submodel("two", module),
        da.Revolute("A", da.ground, da.modules.port("one", "root"), axis="z"),
        da.Revolute("B", da.modules.port("one", "end"), da.modules.port("two", "root"), axis="z"),
        da.JointDamper("damper", "B", damping=0.3),
        da.Spring(
            "rope", da.ground.at((1.0, -2.0, 0.0)), da.modules.port("two", "end"), stiffness=3.0, rest_length=0.5
        ),
        gravity=(0.0, -9.81, 0.0),
    )


POSE = {"A": 0.3, "one/elbow": 0.5, "B": -0.4, "two/elbow": 0.2}
RATES = {"A": 1.0, "B": 0.5, "one/elbow": -0.2, "two/elbow": 0.4}


def signals(equations, state, names):
    point = {
        da.expr.symbol(name): x for group in (state.q, state.u, state.z, state.tau) for name, x in group.items()
    }
    return da.expr.evaluate(np.array([equations.signal(name) for name in names], dtype=object), point)


@pytest.mark.covers("F000-16", "F000-20")
@pytest.mark.parametrize(
    "principles",
    [{}, {"one": da.Kane(), "two": da.Lagrange()}],
    ids=["recursive", "kane and lagrange"],
)
def test_modules_by_any_principles_move_as_the_flat_model(principles):
    model = chain(arm())
    flat, modular = da.derive(model), da.derive(model, da.modules.Modular(principles))
    state = flat.state(q=POSE, u=RATES)
    names = ["one/elbow.acceleration", "two/elbow.acceleration", "B.force.x", "B.force.y", "A.force.x", "energy"]
    moved = da.convert_state(state, flat, modular)
    assert np.allclose(signals(modular, moved, names), signals(flat, state, names), rtol=RTOL)


def test_a_run_of_modules_is_that_of_the_flat_model():
    model = chain(arm())
    flat, modular = da.derive(model), da.derive(model, da.modules.Modular({"one": da.Kane()}))
    state = flat.state(q=POSE, u=RATES)
    runs = [
        da.simulate(eom, s, until=0.5, times=[0.25, 0.5])
        for eom, s in ((flat, state), (modular, da.convert_state(state, flat, modular)))
    ]
    for name in ("one/elbow", "two/elbow", "B"):
        assert np.allclose(runs[0][name], runs[1][name], rtol=0, atol=1e-5), name


@pytest.mark.covers("F000-19")
def test_a_module_is_derived_once_for_all_its_uses():
    class Counted(da.Kane):
        made: ClassVar[list[da.Model]] = []

        def equations(self, model):
            self.made.append(model)
            return super().equations(model)

    module, principle = arm(), da.modules.Modular(default=Counted())
    da.derive(chain(module), principle)
    # one and two, and in another assembly
    again = da.Model(
        da.Submodel("left", module),
        da.Weld("W", da.ground, da.modules.port("left", "root")),
        gravity=(0.0, -9.81, 0.0),
    )
    da.derive(again, principle)
    assert len(Counted.made) == 1


@pytest.mark.covers("F000-14")
def test_modules_nest_and_loops_close():
    # a four-bar in space: a dyad in a module on the ground, and a body of the model's own
    crank, coupler = da.rod("crank", length=0.4, mass=1.0), da.rod("coupler", length=1.0, mass=1.0)
    rocker = da.rod("rocker", length=0.8, mass=1.0)
    dyad = da.Model(
        da.Revolute("knee", crank["end"], coupler, axis="z"), ports={"root": crank, "end": coupler["end"]}
    )
    inner = da.Model(
        da.Submodel("dyad", dyad),
        da.Revolute("O", da.ground, da.modules.port("dyad", "root"), axis="z"),
        ports={"end": da.modules.port("dyad", "end")},
    )
    model = da.Model(
        da.Submodel("inner", inner),
        da.Revolute("C", da.ground.at((0.9, 0.0, 0.0)), rocker, axis="z"),
        da.Revolute("D", rocker["end"], da.modules.port("inner", "end"), axis="z"),
        gravity=(0.0, -9.81, 0.0),
    )
    flat, principle = da.derive(model), da.modules.Modular({"inner/dyad": da.Lagrange()})
    tree = principle.tree(model)
    assert [node.name for node in tree.nodes()] == ["inner/dyad", "inner", "own bodies", "whole"]
    assert tree.degrees_of_freedom == 1
    modular = da.derive(model, principle)
    start = da.assemble(flat, q={"inner/O": 1.0}, guess={"C": 1.5, "inner/dyad/knee": -0.9})
    found = signals(
        modular, da.convert_state(start, flat, modular), ["inner/dyad/knee.acceleration", "C.acceleration"]
    )
    expected = signals(flat, start, ["inner/dyad/knee.acceleration", "C.acceleration"])
    assert np.allclose(found, expected, rtol=1e-8)


@pytest.mark.covers("F000-79")
def test_a_motor_given_by_equations_drives_a_model_of_models():
    S = da.expr.symbol
    motor = da.modules.subsystem(
        "motor",
        speeds="ω i",
        forces={"ω": 0.5 * S("i") - 0.02 * S("ω'"), "i": da.Input("u") - 0.1 * S("i'") - S("i") - 0.5 * S("ω")},
    )
    mechanism = da.modules.Modular().tree(chain(arm()))
    driven = da.modules.subsystem(
        "driven",
        {"motor": motor, "arm": mechanism},
        constraints={"gear": S("motor/ω") - 5.0 * S("arm/one/elbow.rate")},
    )
    assert driven.degrees_of_freedom == 4 + 2 - 1
    assert driven.equations.inputs == ("motor/u",)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: da.derive(chain(arm()), da.modules.Modular({"three": da.Kane()})),
            "no module 'three'; the modules are one, two",
        ),
        (
            lambda: da.derive(chain(arm()), da.modules.Modular({"one": da.Hamilton()})),
            "canonical equations need speeds that are rates of coordinates",
        ),
        (
            lambda: da.derive(chain(arm()), da.modules.Modular({"one": da.NewtonEuler()})),
            "'one' by NewtonEuler has other speeds",
        ),
    ],
)
def test_what_cannot_be_joined_is_named(make, message):
    with pytest.raises(DalembertError, match=message):
        make()


def test_ports_that_nothing_touches_are_told(caplog):
    model = da.Model(
        da.Submodel("one", arm()),
        da.Revolute("A", da.ground, da.modules.port("one", "root"), axis="z"),
        gravity=(0.0, -9.81, 0.0),
    )
    with caplog.at_level(logging.INFO):
        da.modules.Modular().tree(model)
    assert "ports that nothing touches: one[end]" in caplog.text
    caplog.clear()
    with caplog.at_level(logging.INFO):
        da.modules.Modular().tree(chain(arm()))
    assert "nothing touches" not in caplog.text


def test_the_derivation_goes_from_the_leaves_to_the_root():
    told = da.explain(chain(arm()), da.modules.Modular())
    assert [step.title for step in told.steps] == ["one", "two", "whole"]
    assert set(told.steps[-1].results) == {"B", "C", r"\bar{f}"}
    assert told.principle == "Modular()"


def test_the_principle_of_a_module_is_that_of_the_modules_inside():
    pair = da.Model(
        da.Submodel("a", arm()),
        da.Submodel("b", arm()),
        da.Revolute("M", da.modules.port("a", "end"), da.modules.port("b", "root"), axis="z"),
        ports={"root": da.modules.port("a", "root"), "end": da.modules.port("b", "end")},
    )
    with pytest.raises(FormulationError, match="the module 'a' by NewtonEuler has other speeds"):
        da.modules.Modular({"one": da.NewtonEuler()}).tree(chain(pair))
    with pytest.raises(FormulationError, match="the module 'b' by NewtonEuler has other speeds"):
        da.modules.Modular({"one": da.NewtonEuler(), "one/a": da.Kane()}).tree(chain(pair))


def test_a_summary_names_the_ports_left_open():
    closed = da.Model(
        da.Submodel("one", arm()), da.Revolute("A", da.ground, da.modules.port("one", "root"), axis="z")
    )
    assert closed.open_ports == ("one[end]",)
    assert "ports left open\n  one[end]\n" in da.summary(closed)
    assert "left open" not in da.summary(chain(arm()))


# ---- rows that depend on others


def parallelogram(is_split):
    """Three parallel cranks under a bar, of which one is redundant: one model, or two cranks in a module."""
    cranks = [da.rod(f"c{i}", length=0.4, mass=0.5, radius=0.02) for i in range(3)]
    bar = da.rod("bar", length=2.0, mass=1.2, radius=0.02)
    feet = [da.Revolute(f"A{i}", da.ground.at(float(i)), crank) for i, crank in enumerate(cranks)]
    two = [*feet[:2], da.Revolute("B0", cranks[0]["end"], bar), da.Revolute("B1", bar.at(1.0), cranks[1]["end"])]
    if not is_split:
        return da.Model(*two, feet[2], da.Revolute("B2", bar.at(2.0), cranks[2]["end"]), gravity=(0.0, -9.81, 0.0))
    module = da.Submodel("two", da.Model(*two, ports={"far": bar.at(2.0)}))
    last = da.Revolute("B2", da.modules.port("two", "far"), cranks[2]["end"])
    return da.Model(module, feet[2], last, gravity=(0.0, -9.81, 0.0))


@pytest.mark.parametrize("is_split", [False, True], ids=["one model", "a module inside"])
def test_rows_that_depend_on_others_have_no_place_at_their_nodes(is_split):
    """As one crank: θ̈ = −g l (3 m/2 + M) cos θ / (3 I + M l²), whichever row is left out."""
    model = parallelogram(is_split)
    own = "two/" if is_split else ""
    start = da.assemble(model, q={f"{own}A0": 1.2}, guess={f"{own}A1": 1.2, "A2": 1.2, f"{own}B0": -1.2})
    eom = da.derive(model, da.modules.Modular())
    inertia = 3.0 * 0.5 * (0.4**2 / 3.0 + 0.02**2 / 4.0) + 1.2 * 0.4**2
    falls = -9.81 * 0.4 * (0.75 + 1.2) * np.cos(1.2) / inertia
    found = da.as_dynamics(eom.without([f"{own}B1.x"])).accelerations(start)
    assert found[f"{own}A0"] == pytest.approx(falls, rel=1e-9)
    motion = da.simulate(eom, start, until=0.1)
    assert motion[f"{own}A0.acceleration"][0] == pytest.approx(falls, rel=1e-9)
    np.testing.assert_allclose(motion.energy_balance, 0.0, atol=1e-8)
    assert any("B2.y depends on" in note for note in motion.notes)


# ---- variables of no body


def test_a_current_may_flow_between_modules():
    """L i' = U − R i − k ω drives a flywheel in a module: after long, i = 0 and ω = U/k."""
    wheel = da.disc("wheel", radius=0.5, mass=0.8, axis="z")
    module = da.Submodel("x", da.Model(ports={"hub": wheel}))
    current, speed = da.speed("i"), da.speed("A")
    model = da.Model(
        module,
        da.Revolute("A", da.ground, da.modules.port("x", "hub")),
        da.extend.extra_speed("i", inertia=0.01),
        da.JointForce("coil", "i", 3.0 - 2.0 * current - 0.7 * speed),
        da.JointForce("shaft", "A", 0.7 * current),
    )
    eom = da.derive(model, da.modules.Modular())
    assert "i" in eom.speeds
    motion = da.simulate(eom, eom.state(), until=8.0, times=[0.0, 0.1, 8.0])
    plain = da.simulate(model, model.state(), until=8.0, times=[0.0, 0.1, 8.0])
    np.testing.assert_allclose(motion["i"], plain["i"], rtol=1e-6, atol=1e-9)
    assert motion["i"][-1] == pytest.approx(0.0, abs=1e-6)
    assert plain["A.rate"][-1] == pytest.approx(3.0 / 0.7, rel=1e-6)


def test_a_coordinate_of_no_body_needs_its_constraint_beside_it():
    with pytest.raises(da.errors.ModelError, match="nothing determines the coordinate 's' of no body"):
        da.Model(da.extend.extra_coordinate("s"))
    rod = da.rod("rod", length=1.0, mass=1.0, radius=0.1)
    whole = da.Model(
        da.Submodel("x", da.Model(ports={"hub": rod})),
        da.Revolute("A", da.ground, da.modules.port("x", "hub")),
        da.extend.extra_coordinate("s"),
        da.Holonomic("c", da.coordinate("s") - 2.0 * da.coordinate("A")),
    )
    with pytest.raises(da.errors.FormulationError, match="'s' belongs to no body and to no module"):
        da.derive(whole, da.modules.Modular())


def test_thin_rods_in_a_line_are_modules_though_nothing_in_them_resists_a_turn_about_it():
    rods = [da.Model(ports={"near": rod, "far": rod["end"]}) for rod in [da.rod("rod", length=1.0, mass=1.0)] * 2]
    model = da.Model(
        *(da.Submodel(name, rod) for name, rod in zip("ab", rods, strict=True)),
        da.Revolute("A", da.ground, da.modules.port("a", "near"), axis="z"),
        da.Revolute("B", da.modules.port("a", "far"), da.modules.port("b", "near"), axis="z"),
        gravity=(0.0, -9.81, 0.0),
    )
    flat, modular = da.derive(model), da.derive(model, da.modules.Modular())
    state = flat.state(u={"A": 0.3})
    names = ["A.force.x", "B.force.y", "energy"]
    moved = da.convert_state(state, flat, modular)
    assert np.allclose(signals(modular, moved, names), signals(flat, state, names), rtol=RTOL)
    # condensed to its ports, a module needs inertia of its own
    thin = da.modules.condensed(da.modules.Modular().tree(chain(arm())))
    line = da.convert_state(da.derive(chain(arm())).state(), chain(arm()), thin)
    with pytest.raises(
        da.errors.SolverError, match="thin rods on one line have none about it: give them a radius"
    ):
        da.as_dynamics(thin).accelerations(line)
    # by itself, nothing is there that holds it
    with pytest.raises(da.errors.ModelError, match=r"'rod' at the end of Free .* has no inertia against some"):
        da.derive(rods[0], da.modules.Modular())
