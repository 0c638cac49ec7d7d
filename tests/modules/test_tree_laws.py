"""Inverse dynamics of trees along laws of time, and forces in trees that depend on reactions."""

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import DalembertError, FormulationError, ModelError
from tests.examples import example
from tests.modules.test_thesis_examples import driving, prescribed, slider_crank, μ

S = da.expr.symbol
_crank = example("slider_crank_tree")
STROKE, driven_slider_crank, position = _crank.STROKE, _crank.driven_slider_crank, _crank.position

TABLE = {
    0.05: (27.44449, -5.80370, 17.38870, 9.16583),
    0.10: (6.93901, -8.00520, 12.92572, 7.60193),
    0.20: (-24.31863, 24.93702, -12.14816, 13.86932),
    0.30: (-32.43321, 63.34938, -28.37733, -34.70741),
    0.35: (-10.75672, 14.01310, -8.81333, -8.27710),
    0.45: (25.09193, -3.44144, 12.68357, -6.57108),
}
"""Torque of the crank, both forces of the guide and friction, by time: example 4.5."""


def loads_at(subject, times, prefix=""):
    laws, guess = {f"{prefix}s": STROKE}, {f"{prefix}{name}": x for name, x in position(times[0]).items()}
    motion = da.inverse_dynamics(subject, laws, times=times, guess=guess)
    u, y, z = (motion[f"{prefix}{name}"] for name in ("u1", "guide y.multiplier", "guide z.multiplier"))
    friction = -μ * np.sign(motion[f"{prefix}v3x"]) * np.hypot(y, z)
    return motion, np.stack([u, y, z, friction], axis=1)


@pytest.mark.covers("F000-28", "F000-30", "F000-62", "F000-86")
@pytest.mark.parametrize("make", [lambda node: node, lambda node: node.equations], ids=["node", "equations"])
def test_loads_of_the_slider_crank_with_friction_are_those_of_the_table(make):
    _, loads = loads_at(make(driven_slider_crank()), list(TABLE))
    assert np.allclose(loads, list(TABLE.values()), rtol=2e-6)


@pytest.mark.covers("F000-30", "F000-86")
def test_loads_jump_where_the_slider_turns_back():
    # figures 4.13 and 4.14: torque and forces of the guide on both sides of t = 0.25
    _, loads = loads_at(driven_slider_crank(), [0.2, 0.25 - 1e-6, 0.25 + 1e-6])
    assert np.allclose(loads[1, :3], [-49.28, 33.69, -15.48], atol=0.01)
    assert np.allclose(loads[2, :3], [-58.42, 93.79, -33.75], atol=0.01)


@pytest.mark.covers("F000-28", "F000-86")
def test_a_tree_with_friction_accelerates_as_its_loads_were_asked_for():
    node = driven_slider_crank()
    motion, _ = loads_at(node, [0.05, 0.10])
    ahead = da.simulate(
        node.equations, motion.state(1), until=0.1 + 1e-9, method=da.methods.DOP853(rtol=1e-10, atol=1e-12)
    )
    _, _, dχ, ddχ = prescribed(0.10)
    assert ahead["ω1"][0] == pytest.approx(dχ, rel=1e-8)
    assert ahead["ω1.acceleration"][0] == pytest.approx(ddχ, rel=1e-6)


@pytest.mark.covers("F000-86")
def test_a_tree_with_friction_is_a_child_under_another_name():
    pair = da.modules.subsystem("pair", {"left": driven_slider_crank()})
    assert pair.reaction_rows == ("left/guide y", "left/guide z")
    _, loads = loads_at(pair, [0.05, 0.10], "left/")
    assert np.allclose(loads, [TABLE[0.05], TABLE[0.10]], rtol=2e-6)


@pytest.mark.covers("F000-86")
def test_a_block_on_a_floor_is_braked_by_the_force_of_its_floor():
    # own row and own force at one node: m x'' = −0.3 N, N = m g + press
    block = da.modules.point_mass("block", mass=2.0, gravity=(0.0, -9.81))
    node = da.modules.subsystem(
        "sliding",
        [block],
        constraints={"floor": S("y") + 0.0},
        forces={"x": -0.3 * S("floor.multiplier"), "y": -da.Input("press")},
    )
    state = node.state(u={"x.rate": 3.0}, tau={"press": 4.0})
    normal = 2.0 * 9.81 + 4.0
    found = da.as_dynamics(node).signals(["x.acceleration", "floor.multiplier"], state)
    assert found["floor.multiplier"] == pytest.approx(normal, rel=1e-12)
    assert found["x.acceleration"] == pytest.approx(-0.3 * normal / 2.0, rel=1e-12)


@pytest.mark.covers("F000-86")
def test_a_parameter_of_a_force_by_a_multiplier_alone_stays_open():
    block = da.modules.point_mass("block", mass=2.0, gravity=(0.0, -9.81))
    friction = -da.param("μ", 0.3) * S("floor.multiplier")
    sliding = da.modules.subsystem("s", [block], constraints={"floor": S("y") + 0.0}, forces={"x": friction})
    tree = da.modules.subsystem("tree", {"one": sliding, "two": sliding})
    state = tree.state(u={"one/x.rate": 3.0, "two/x.rate": 3.0}, p={"one/μ": 0.1})
    motion = da.simulate(tree, state, until=0.5)
    assert motion["one/x.rate"][-1] == pytest.approx(3.0 - 0.1 * 9.81 * 0.5, rel=1e-9)
    assert motion["two/x.rate"][-1] == pytest.approx(3.0 - 0.3 * 9.81 * 0.5, rel=1e-9)


def test_laws_and_multipliers_that_cannot_be_are_refused_by_name():
    node = driven_slider_crank()
    with pytest.raises(DalembertError, match="nothing"):
        da.inverse_dynamics(node, {"nothing": STROKE}, times=[0.1])
    with pytest.raises(ModelError, match="needs the times"):
        da.inverse_dynamics(node, {"s": STROKE})
    for question in (da.modules.condensed, da.modules.linearized):
        with pytest.raises(FormulationError, match="depends on the multiplier of 'guide y'"):
            question(node)
    block = da.modules.point_mass("block", mass=2.0, gravity=(0.0, -9.81))
    with pytest.raises(FormulationError, match=r"wall\.multiplier"):
        da.modules.subsystem("s", [block], forces={"x": S("wall.multiplier")})
    with pytest.raises(FormulationError, match="multiplier of 'again'"):
        da.modules.subsystem(
            "s",
            [block],
            constraints={"floor": S("y") + 0.0, "again": S("y") + 0.0},
            forces={"x": S("again.multiplier")},
        )


# ---- which inputs are unknown


@pytest.mark.covers("F000-28", "F000-62", "F000-86")
def test_the_torque_and_the_forces_of_the_guide_are_the_unknowns_of_the_theorem():
    # u = −Cᵀ f* with friction left out: the three unknowns are those of theorem 4.3, without an iteration
    guide = {"guide y": S("v3y") + 0.0, "guide z": S("v3z") + 0.0}
    crank = slider_crank()
    node = da.modules.subsystem(
        "driven", [crank], constraints=guide, forces={"ω1": da.Input("u1")}, independent="ω1"
    )
    unknown = ["u1", "guide y.multiplier", "guide z.multiplier"]
    times = [0.05, 0.20, 0.45]
    motion = da.inverse_dynamics(
        node.equations, {"s": STROKE}, times=times, guess=position(times[0]), unknown=unknown
    )
    names = (*crank.coordinates, *crank.labels, *(f"{name}'" for name in crank.labels))
    for k in range(len(times)):
        signals = [name.replace("'", ".acceleration") for name in names]
        values = {name: motion[signal][k] for name, signal in zip(names, signals, strict=True)}
        f = {
            "u1" if name == "ω1" else name: x[0]
            for name, x in zip(crank.f_bar.rows, crank.f_bar.at(values).to_array(), strict=True)
        }
        assert np.allclose([motion[name][k] for name in unknown], [-f["u1"], -f["v3y"], -f["v3z"]], rtol=1e-9)


@pytest.mark.covers("F000-30", "F000-86")
def test_histories_of_torque_and_guide_have_the_period_and_the_jumps_of_the_figures():
    # figures 4.13 and 4.14: half a second is a period; the only jumps are where the slider turns back
    times = np.arange(1, 200) / 200 + 1e-4
    motion, loads = loads_at(driven_slider_crank(), times)
    first, second = loads[:99], loads[100:]
    assert np.allclose(first, second, rtol=1e-7, atol=1e-6)
    jumps = np.abs(np.diff(loads[:, 0])) > 6.0
    assert [round(float(t), 3) for t in times[1:][jumps]] == [0.25, 0.75]
    expected = [driving(slider_crank(), float(t)) for t in times[:50:7]]
    assert np.allclose(loads[:50:7], expected, rtol=1e-6)
    assert np.degrees([motion["χ"].min(), motion["χ"].max()]) == pytest.approx([39.727, 146.188], abs=0.02)
    assert np.abs(motion["ω1"]).max() == pytest.approx(10.1516, abs=2e-3)


def two_carts():
    """Two carts on a line, tied to each other, each with a force, and a third that only one of them feels."""
    carts = {
        "a": da.modules.point_mass("cart", mass=2.0, gravity=(0.0, 0.0)),
        "b": da.modules.point_mass("cart", mass=3.0, gravity=(0.0, 0.0)),
    }
    return da.modules.subsystem(
        "carts",
        carts,
        constraints={"ya": S("a/y") + 0.0, "yb": S("b/y") + 0.0, "rod": S("b/x") - S("a/x") - 1.0},
        forces={"a/x": da.Input("pull"), "b/x": da.Input("push") + 2.0 * da.Input("wind")},
    )


@pytest.mark.covers("F000-28", "F000-62")
def test_inputs_that_are_not_unknown_are_what_is_given():
    node, law = two_carts(), 0.5 * da.time**2
    guess = {"b/x": 1.0}
    with pytest.raises(DalembertError, match=r"pull, push, wind.*several choices"):
        da.inverse_dynamics(node, {"a/x": law}, times=[0.0, 1.0], guess=guess)
    # 5 kg at 1 m/s²: pull = 5 − push − 2 wind
    loads = da.inverse_dynamics(node, {"a/x": law}, times=[0.0, 1.0], guess=guess, unknown=["pull"])
    assert np.allclose(loads["pull"], 5.0)
    laws = {"a/x": law, "push": 1.0 + 2.0 * da.time, "wind": 0.25}
    loads = da.inverse_dynamics(node, laws, times=[0.0, 1.0], guess=guess)
    assert np.allclose(loads["pull"], [3.5, 1.5])
    assert np.allclose(loads["rod.multiplier"], 3.0 - np.array([1.5, 3.5]))  # the rod pulls the rear cart
    told = node.state(q={"b/x": 1.0}, tau={"push": 1.0, "wind": 0.5})
    loads = da.inverse_dynamics(node, {"a/x": law}, times=[0.0, 1.0], guess=told, unknown=["pull"])
    assert np.allclose(loads["pull"], 3.0)
    found = da.inverse_dynamics(
        node, told, accelerations={"a/x.rate": 1.0, "b/x.rate": 1.0}, unknown=["pull", "rod.multiplier"]
    )
    assert found["pull"][0] == pytest.approx(3.0)
    run = da.simulate(node, told, until=0.5, times=[0.0, 0.5])
    again = da.inverse_dynamics(node, run, unknown=["pull"])
    assert np.allclose(again["pull"], 0.0, atol=1e-9)
    assert np.allclose(again["push"], 1.0)


def test_unknowns_that_cannot_be_are_refused_by_name():
    node, laws = two_carts(), {"a/x": 0.5 * da.time**2}
    more = {"times": [0.0], "guess": {"b/x": 1.0}}
    with pytest.raises(DalembertError, match="nothing"):
        da.inverse_dynamics(node, laws, unknown=["nothing"], **more)
    with pytest.raises(ModelError, match=r"\['pull'\]"):
        da.inverse_dynamics(node, laws, unknown="pull", **more)
    with pytest.raises(ModelError, match="'pull' is unknown and has a law"):
        da.inverse_dynamics(node, {**laws, "pull": 1.0}, unknown=["pull"], **more)
    with pytest.raises(DalembertError, match="no inputs that could produce"):
        da.inverse_dynamics(node, laws, unknown=[], **more)


@pytest.mark.covers("F000-28", "F000-30")
def test_a_rod_across_the_line_of_its_slider_is_noticed_and_named(monkeypatch):
    # E11 = 0: with a crank of half the rod, the rod stands across at χ = π, and no torque moves the slider
    monkeypatch.setattr(_crank, "L1", _crank.L2 / 2)
    node, half = _crank.driven_slider_crank(), _crank.L2 / 2
    χ = 2.0
    φ = np.arcsin(-half * np.sin(χ) / _crank.L2)
    ψ = np.arcsin(-half * (1 - np.cos(χ)) / (_crank.L2 * np.cos(φ)))
    guess = {"χ": χ, "φ": φ, "ψ": ψ, "s": -_crank.L2 * (1 - np.cos(ψ) * np.cos(φ))}
    with pytest.raises(DalembertError, match=r"near t = 2\.283.* singular position: rod y, guide y") as refused:
        da.inverse_dynamics(node, {"χ": 2.0 + 0.5 * da.time}, times=np.linspace(0.0, 3.0, 7), guess=guess)
    told = f"{refused.value} {' '.join(getattr(refused.value, '__notes__', []))}"
    assert "RowMultiplier" not in told
