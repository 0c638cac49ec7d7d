"""Systems of many equal modules: a chain of two-joint modules, and four-bars in a row."""

from typing import Any

import numpy as np

import dalembert as da

S = da.expr.symbol
GRAVITY = 9.81
LONG, SHORT = 1.0, 0.5


# ---- a chain


def two_joint_module() -> Any:
    """Two rods in the plane, one hinged to the other, carried by nothing."""
    upper, lower = da.rod("upper", length=LONG, mass=1.0), da.rod("lower", length=SHORT, mass=0.5)
    model = da.Model(
        da.Planar("root", da.ground, upper),
        da.Revolute("elbow", upper["end"], lower, axis="z"),
        gravity=(0.0, -GRAVITY, 0.0),
    )
    return da.modules.leaf("module", model, da.Lagrange())


def chain(n: int) -> Any:
    """Modules pinned end to end, the first one to the ground."""
    module, rows = two_joint_module(), {}
    tip = (0.0, 0.0)
    for k in range(n):
        x, y, angle, elbow = (S(f"m{k}/{name}") for name in ("root.x", "root.y", "root.angle", "elbow"))
        rows |= {f"joint {k} x": x - tip[0], f"joint {k} y": y - tip[1]}
        tip = (
            x + LONG * da.cos(angle) + SHORT * da.cos(angle + elbow),
            y + LONG * da.sin(angle) + SHORT * da.sin(angle + elbow),
        )
    return da.modules.subsystem("chain", {f"m{k}": module for k in range(n)}, constraints=rows)


def flat_chain(n: int) -> da.Model:
    """The same as one model in the coordinates of its joints."""
    upper, lower = da.rod("upper", length=LONG, mass=1.0), da.rod("lower", length=SHORT, mass=0.5)
    module = da.Model(
        da.Revolute("elbow", upper["end"], lower, axis="z"), ports={"root": upper, "end": lower["end"]}
    )
    return da.Model(
        *(da.Submodel(f"m{k}", module) for k in range(n)),
        da.Revolute("J0", da.ground, da.port("m0", "root"), axis="z"),
        *(
            da.Revolute(f"J{k}", da.port(f"m{k - 1}", "end"), da.port(f"m{k}", "root"), axis="z")
            for k in range(1, n)
        ),
        gravity=(0.0, -GRAVITY, 0.0),
    )


def chain_state(angles: Any, rates: Any) -> tuple[dict[str, float], dict[str, float]]:
    """q and u by name for relative angles (n, 2) of the joints, hinge and elbow, and their rates."""
    q: dict[str, float] = {}
    u: dict[str, float] = {}
    place, velocity, turn, spin = np.zeros(2), np.zeros(2), 0.0, 0.0
    for k, ((hinge, elbow), (w, v)) in enumerate(zip(angles, rates, strict=True)):
        turn, spin = turn + hinge, spin + w
        q |= {f"m{k}/root.x": place[0], f"m{k}/root.y": place[1], f"m{k}/root.angle": turn, f"m{k}/elbow": elbow}
        u |= {
            f"m{k}/root.x.rate": velocity[0],
            f"m{k}/root.y.rate": velocity[1],
            f"m{k}/root.angle.rate": spin,
            f"m{k}/elbow.rate": v,
        }
        for length, more, rate in ((LONG, 0.0, 0.0), (SHORT, elbow, v)):
            turn, spin = turn + more, spin + rate
            place = place + length * np.array([np.cos(turn), np.sin(turn)])
            velocity = velocity + length * spin * np.array([-np.sin(turn), np.cos(turn)])
    return q, u


def flat_state(angles: Any, rates: Any) -> tuple[dict[str, float], dict[str, float]]:
    """The same for the flat model."""
    names = [(f"J{k}", f"m{k}/elbow") for k in range(len(angles))]
    q = {name: x for pair, own in zip(names, angles, strict=True) for name, x in zip(pair, own, strict=True)}
    u = {name: x for pair, own in zip(names, rates, strict=True) for name, x in zip(pair, own, strict=True)}
    return q, u


# ---- four-bars


def bar(*, has_nodes: bool) -> Any:
    """A rod of length one in the plane; its ends are variables of their own, or follow from its angle."""
    nodes = {"a": (-0.5, 0.0), "b": (0.5, 0.0)} if has_nodes else {}
    return da.modules.planar_body("bar", mass=1.0, inertia=1.0 / 12.0, gravity=(0.0, -GRAVITY), nodes=nodes)


def end(name: str, node: str, axis: str, *, has_nodes: bool) -> Any:
    """A coordinate of an end of a bar."""
    if has_nodes:
        return S(f"{name}/{node}{axis}")
    turn = (da.cos if axis == "x" else da.sin)(S(f"{name}/angle"))
    return S(f"{name}/{axis}") + (0.5 if node == "b" else -0.5) * turn


def four_bars(n: int, *, has_nodes: bool = False) -> Any:
    """Links on the ground, a step apart, each tied to the next by a coupler."""
    one, rows = bar(has_nodes=has_nodes), {}

    def at(name: str, node: str, axis: str) -> Any:
        return end(name, node, axis, has_nodes=has_nodes)

    for k in range(n + 1):
        rows |= {f"pivot {k} x": at(f"l{k}", "a", "x") - da.param(f"x{k}", float(k))}
        rows |= {f"pivot {k} y": at(f"l{k}", "a", "y") + 0.0}
    for k in range(1, n + 1):
        for x in "xy":
            rows[f"top {k} {x}"] = at(f"l{k}", "b", x) - at(f"c{k}", "b", x)
            rows[f"joint {k} {x}"] = at(f"l{k - 1}", "b", x) - at(f"c{k}", "a", x)
    bars = {f"l{k}": one for k in range(n + 1)} | {f"c{k}": one for k in range(1, n + 1)}
    return da.modules.subsystem(f"{n} four-bars", bars, constraints=rows)


def flat_four_bars(n: int) -> da.Model:
    """The same as one model in the coordinates of its joints, with loops."""
    links = [da.rod(f"l{k}", length=1.0, mass=1.0) for k in range(n + 1)]
    couplers = [da.rod(f"c{k}", length=1.0, mass=1.0) for k in range(n + 1)]
    return da.Model(
        *(da.Revolute(f"p{k}", da.ground.at((float(k), 0.0, 0.0)), links[k], axis="z") for k in range(n + 1)),
        *(da.Revolute(f"a{k}", links[k - 1]["end"], couplers[k], axis="z") for k in range(1, n + 1)),
        *(da.Revolute(f"b{k}", couplers[k]["end"], links[k]["end"], axis="z") for k in range(1, n + 1)),
        gravity=(0.0, -GRAVITY, 0.0),
    )


def four_bar_state(
    n: int, angle: float, rate: float, *, has_nodes: bool = False
) -> tuple[dict[str, float], dict[str, float]]:
    """All links at one angle, all couplers level."""
    c, s = np.cos(angle), np.sin(angle)
    q: dict[str, float] = {}
    u: dict[str, float] = {}
    top = np.array([-s, c]) * rate
    for k in range(n + 1):
        bars = [(f"l{k}", (float(k), 0.0), (k + c, s), np.zeros(2), angle, rate)]
        if k:
            bars.append((f"c{k}", (k - 1.0 + c, s), (k + c, s), top, 0.0, 0.0))
        for name, a, b, v_a, turn, spin in bars:
            middle, v = np.add(a, b) / 2.0, (v_a + top) / 2.0
            q |= {f"{name}/x": middle[0], f"{name}/y": middle[1], f"{name}/angle": turn}
            u |= {f"{name}/x.rate": v[0], f"{name}/y.rate": v[1], f"{name}/angle.rate": spin}
            for node, place, velocity in (("a", a, v_a), ("b", b, top)) if has_nodes else ():
                q |= {f"{name}/{node}x": place[0], f"{name}/{node}y": place[1]}
                u |= {f"{name}/{node}x.rate": velocity[0], f"{name}/{node}y.rate": velocity[1]}
    return q, u


def four_bar_acceleration(n: int, angle: float) -> float:
    """Closed form: n + 1 links about their ends, n couplers that only shift."""
    inertia, moment = (n + 1) / 3.0 + n, (n + 1) / 2.0 + n
    return -GRAVITY * moment * np.cos(angle) / inertia
