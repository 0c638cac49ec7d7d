"""Inverse dynamics of trees along laws of time, and forces in trees that depend on reactions."""

import math

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import DalembertError, FormulationError, ModelError
from tests.modules.test_thesis_examples import L1, L2, prescribed, slider_crank, γ2, μ

S = da.expr.symbol
STROKE = -(1 - γ2) * L2 * (1 + 8 * da.sin(2 * da.pi * da.time) ** 2) / 10
"""Position of the slider, from 10 to 90 percent of its stroke."""

TABLE = {
    0.05: (27.44449, -5.80370, 17.38870, 9.16583),
    0.10: (6.93901, -8.00520, 12.92572, 7.60193),
    0.20: (-24.31863, 24.93702, -12.14816, 13.86932),
    0.30: (-32.43321, 63.34938, -28.37733, -34.70741),
    0.35: (-10.75672, 14.01310, -8.81333, -8.27710),
    0.45: (25.09193, -3.44144, 12.68357, -6.57108),
}
"""Torque of the crank, both forces of the guide and friction, by time: example 4.5."""


def driven_slider_crank():
    """The crank driven by a torque, the slider in its guide with Coulomb friction by the guide's forces."""
    guide = {"guide y": S("v3y") + 0.0, "guide z": S("v3z") + 0.0}
    guided = da.modules.subsystem("guided", [slider_crank()], constraints=guide, independent="ω1")
    normal = da.sqrt(S("guide y.multiplier") ** 2 + S("guide z.multiplier") ** 2)
    friction = -μ * da.where(S("v3x") > 0.0, 1.0, -1.0) * normal
    return da.modules.subsystem("driven", [guided], forces={"ω1": da.Input("u1"), "v3x": friction})


def position(t):
    """Coordinates of the mechanism at a time."""
    s, χ, _, _ = prescribed(t)
    φ = math.asin(-L1 * math.sin(χ) / L2)
    return {"χ": χ, "φ": φ, "ψ": math.asin(-L1 * (1 - math.cos(χ)) / (L2 * math.cos(φ))), "s": s}


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
