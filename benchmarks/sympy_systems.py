"""SymPy's equations of motion, timed by itself: what derivation is measured against.

    python benchmarks/sympy_systems.py SYSTEM N {KanesMethod,LagrangesMethod} STATE

prints lines of JSON, each with all that is known by then: the processor time of the derivation, the accelerations
in the given state, the operations of mass matrix and forcing after common subexpressions are taken out. It is a
program of its own so that it can be stopped, and so that nothing that SymPy remembers serves two derivations.

The texts follow SymPy's own documentation: speeds are symbols of their own in Kane's method, velocities come from
points fixed on frames, angular velocities are set rather than differentiated, nothing is simplified.
"""

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy
from chains import GRAVITY, LENGTH, MASS, RADIUS
from sympy.physics.mechanics import (
    KanesMethod,
    LagrangesMethod,
    Lagrangian,
    Particle,
    Point,
    ReferenceFrame,
    RigidBody,
    dynamicsymbols,
    inertia,
)


@dataclass(frozen=True)
class System:
    """What both methods start from."""

    frame: Any
    q: Sequence[Any]
    u: Sequence[Any]
    """Speeds; the rates of q for Lagrange's equations."""

    bodies: Sequence[Any]
    loads: Sequence[Any]
    numbers: dict[Any, float]
    """Values of the symbols."""


def cart_pendulum(n: int, q: Sequence[Any], u: Sequence[Any]) -> System:
    """A cart and n massless links with a particle at the end of each, by angles from the vertical, as in PyDy."""
    return _cart_pendulum(n, q, u, is_jointed=False)


def jointed_cart_pendulum(n: int, q: Sequence[Any], u: Sequence[Any]) -> System:
    """The same by angles between the links, as joints have them."""
    return _cart_pendulum(n, q, u, is_jointed=True)


def _cart_pendulum(n: int, q: Sequence[Any], u: Sequence[Any], is_jointed: bool) -> System:
    N, origin = ReferenceFrame("N"), Point("O")
    origin.set_vel(N, 0)
    g, m, l = sympy.Symbol("g"), sympy.symbols(f"m:{n + 1}"), sympy.symbols(f"l:{n}")

    pivot = origin.locatenew("P0", q[0] * N.x)
    pivot.set_vel(N, u[0] * N.x)
    bodies, loads, frame = [Particle("cart", pivot, m[0])], [], N
    for k in range(n):
        link = frame.orientnew(f"B{k}", "Axis", (q[k + 1], N.z))
        link.set_ang_vel(frame, u[k + 1] * N.z)
        end = pivot.locatenew(f"P{k + 1}", -l[k] * link.y)
        end.v2pt_theory(pivot, N, link)
        bodies.append(Particle(f"bob{k}", end, m[k + 1]))
        loads.append((end, -m[k + 1] * g * N.y))
        pivot, frame = end, link if is_jointed else N
    for k, body in enumerate(bodies):
        body.potential_energy = 0 if k == 0 else m[k] * g * body.point.pos_from(origin).dot(N.y)
    numbers = {g: GRAVITY, **dict.fromkeys(m, MASS), **dict.fromkeys(l, LENGTH)}
    return System(N, q, u, bodies, loads, numbers)


def spatial_chain(n: int, q: Sequence[Any], u: Sequence[Any]) -> System:
    """n equal rods hanging down, joined by revolute joints with axes y, x, y, …: the chain of `chains.py`."""
    N, hinge = ReferenceFrame("N"), Point("O")
    hinge.set_vel(N, 0)
    origin, frame = hinge, N
    g, m, l, across, along = sympy.symbols("g m l across along")
    bodies, loads = [], []
    for k in range(n):
        axis = frame.x if k % 2 else frame.y
        rod = frame.orientnew(f"B{k}", "Axis", (q[k], axis))
        rod.set_ang_vel(frame, u[k] * axis)
        centre, end = hinge.locatenew(f"C{k}", -l / 2 * rod.z), hinge.locatenew(f"P{k}", -l * rod.z)
        for point in (centre, end):
            point.v2pt_theory(hinge, N, rod)
        body = RigidBody(f"rod{k}", centre, rod, m, (inertia(rod, across, across, along), centre))
        body.potential_energy = m * g * centre.pos_from(origin).dot(N.z)
        bodies.append(body)
        loads.append((centre, -m * g * N.z))
        hinge, frame = end, rod
    J = MASS * (LENGTH**2 / 12 + RADIUS**2 / 4), MASS * RADIUS**2 / 2
    return System(N, q, u, bodies, loads, {g: GRAVITY, m: MASS, l: LENGTH, across: J[0], along: J[1]})


SYSTEMS: dict[str, tuple[Callable[..., System], int]] = {
    "cart_pendulum": (cart_pendulum, 1),
    "jointed_cart_pendulum": (jointed_cart_pendulum, 1),
    "spatial_chain": (spatial_chain, 0),
}
"""Texts, and how many coordinates there are besides those of the links."""


def by_kane(text: Callable[..., System], n: int, count: int) -> tuple[System, Any, Any]:
    """Mass matrix and forcing by Kane's method."""
    q, u = dynamicsymbols(f"q:{count}"), dynamicsymbols(f"u:{count}")
    system = text(n, q, u)
    rates = [x.diff() - v for x, v in zip(q, u, strict=True)]
    method = KanesMethod(system.frame, q_ind=q, u_ind=u, kd_eqs=rates)
    method.kanes_equations(system.bodies, system.loads)
    return system, method.mass_matrix, method.forcing


def by_lagrange(text: Callable[..., System], n: int, count: int) -> tuple[System, Any, Any]:
    """The same by Lagrange's equations."""
    q = dynamicsymbols(f"q:{count}")
    system = text(n, q, [x.diff() for x in q])
    method = LagrangesMethod(Lagrangian(system.frame, *system.bodies), q, frame=system.frame)
    method.form_lagranges_equations()
    return system, method.mass_matrix, method.forcing


METHODS = {"KanesMethod": by_kane, "LagrangesMethod": by_lagrange}


def operations(M: Any, f: Any) -> int:
    """How many remain when equal subexpressions are computed once."""
    replaced, reduced = sympy.cse([M, f])
    return int(sum(x.count_ops() for _, x in replaced) + sum(x.count_ops() for y in reduced for x in y))


def accelerations(system: System, M: Any, f: Any, q: Sequence[float], u: Sequence[float]) -> list[float]:
    """M⁻¹ f in one state."""
    inputs = [*system.q, *system.u, *system.numbers]
    evaluate = sympy.lambdify(inputs, [M, f], modules="numpy", cse=True)
    numbers_M, numbers_f = evaluate(*q, *u, *system.numbers.values())
    return [float(x) for x in np.linalg.solve(numbers_M, np.ravel(numbers_f))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("system", choices=SYSTEMS)
    parser.add_argument("n", type=int)
    parser.add_argument("method", choices=METHODS)
    parser.add_argument("state", type=json.loads, help='such as {"q": [0.1, 0.2], "u": [0.0, -1.0]}')
    given = parser.parse_args()
    text, more = SYSTEMS[given.system]
    begin = time.thread_time()
    system, M, f = METHODS[given.method](text, given.n, given.n + more)
    seconds = time.thread_time() - begin
    print(json.dumps({"seconds": seconds}), flush=True)
    found = {"accelerations": accelerations(system, M, f, given.state["q"], given.state["u"])}
    print(json.dumps(found | {"seconds": seconds}), flush=True)
    print(json.dumps(found | {"seconds": seconds, "operations": operations(M, f)}), flush=True)


if __name__ == "__main__":
    main()
