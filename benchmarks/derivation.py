"""From a model to its mass matrix and forces as expressions, against SymPy's methods on the same model.

Ours: `derive`, `M` and `f`, the shortest of several runs, each with a fresh model; SymPy's: one run in a process
of its own (`sympy_systems.py`), because what it remembers would make a second one faster. Both are processor time,
imports not counted. Operations are those of M and f with every common subexpression computed once: ours are
counted in the graph, SymPy's after `cse`. Before anything is told, accelerations of both in a random state are
compared.

Masses, lengths and gravity are symbols on both sides. SymPy's documentation has the angles of the pendulum from
the vertical, which give short equations; ours are between the links, as joints have them. For shorter pendulums
SymPy is also given our angles. The chain has the same angles here and there.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from chains import GRAVITY, LENGTH, MASS, RADIUS, axis, chain
from figures import Figure, at_most, best, elapsed

import dalembert as da
from dalembert.expr.node import operation_count
from dalembert.principles.deriving.principle_names import principle_name

LIMIT = 600.0
"""Seconds after which SymPy is stopped."""

RTOL = 1e-8
"""Of the largest acceleration: ours and SymPy's are the same but for rounding."""

LINKS = (2, 5, 10)
"""Of the pendulum; bounds are for the longest."""


@dataclass(frozen=True)
class Contest:
    """A principle of ours against a method of SymPy's, and how many times faster it should be."""

    principle: Any
    method: str
    on_cart: float
    """Bound for the longest pendulum on a cart."""

    in_space: float
    """Bound for the chain of 6 joints."""


# the one place to enter principles
CONTESTS = (
    Contest(da.Kane(), "KanesMethod", on_cart=20.0, in_space=50.0),
    Contest(da.Lagrange(), "LagrangesMethod", on_cart=200.0, in_space=50.0),
)
CHAINS = (25, 50, 100, 200)
"""Bodies of planar chains in absolute coordinates."""

ON_LONG_ARM = (da.Recursive(), da.Lagrange(), da.Kane(), da.GibbsAppell())
"""Principles that derive an arm of 30 joints."""


def derivation() -> Iterator[Figure]:
    for n in LINKS:
        is_longest = n == LINKS[-1]
        system = System("cart_pendulum", n, partial(cart_pendulum, n), from_vertical)
        for contest in CONTESTS:
            yield from against_sympy(
                f"cart with {n} links", system, contest, contest.on_cart if is_longest else None
            )
            if not is_longest:
                same = System("jointed_cart_pendulum", n, partial(cart_pendulum, n), np.array)
                yield from against_sympy(f"cart with {n} links, same angles", same, contest, 1.0)
    system = System("spatial_chain", 6, partial(spatial_chain, 6), np.array)
    for contest in CONTESTS:
        yield from against_sympy("6-joint spatial chain", system, contest, contest.in_space)
    for principle in ON_LONG_ARM:
        seconds = best(partial(derivation_time, partial(chain, 30), principle), 2)
        yield at_most(f"30-joint spatial arm, {principle_name(principle)}: derivation", seconds, 20.0, "s")
    yield from in_absolute_coordinates()


def in_absolute_coordinates() -> Iterator[Figure]:
    """A planar chain of which every body is placed by itself: rows come with the number of joints."""
    costs = {n: best(partial(planar_time, n), 3) for n in CHAINS}
    yield at_most("100-body planar chain, absolute coordinates: M, f, rows", costs[100], 1.5, "s")
    exponent = float(np.polyfit(np.log(list(costs)), np.log(list(costs.values())), 1)[0])
    yield at_most("growth of that with the number of bodies, 25 to 200, exponent", exponent, 1.2, "")


def planar_time(n: int) -> float:
    """Seconds from a fresh chain of n bodies to M, f, J, γ, φ and ψ."""
    fresh = chain(n, is_spatial=False)

    def derived() -> None:
        eom = da.derive(fresh, coordinates=da.formulations.AbsolutePlanar("y"))
        _ = eom.M, eom.f, eom.J, eom.gamma, eom.phi, eom.psi

    return elapsed(derived)


def derivation_time(model: Callable[[], da.Model], principle: Any) -> float:
    """Seconds from a model, which is fresh, to M and f."""
    fresh = model()
    return elapsed(lambda: derived(fresh, principle))


def derived(model: da.Model, principle: Any) -> tuple[da.Equations, Any, Any]:
    """Equations with M and f as expressions."""
    eom = da.derive(model, principle)
    return eom, eom.M, eom.f


# ---- the models


@dataclass(frozen=True)
class System:
    """The same system here and there."""

    name: str
    n: int
    model: Callable[[], da.Model]
    theirs: Callable[[Any], Any]
    """Our coordinates, speeds or accelerations as SymPy's text has them."""


def cart_pendulum(n: int) -> da.Model:
    """A cart and n massless links with a particle at the end of each."""
    cart = da.particle("cart", mass=da.param("m0", MASS))
    parts: list[Any] = [da.Prismatic("cart x", da.ground, cart, axis="x")]
    hinge: Any = cart
    for k in range(n):
        length = da.param(f"l{k}", LENGTH)
        inertia = da.Inertia(da.param(f"m{k + 1}", MASS), (0.0, -length, 0.0), np.zeros((3, 3)))
        link = da.Body(f"link{k}", inertia)
        parts.append(da.Revolute(f"angle{k}", hinge, link, axis="z"))
        hinge = link.at(0.0, -length, 0.0)
    return da.Model(*parts, gravity=(0.0, -da.param("g", GRAVITY), 0.0))


def spatial_chain(n: int) -> da.Model:
    """The chain of `chains.py` without motors, with the same parameters for all rods."""
    m, length, g = da.param("m", MASS), da.param("l", LENGTH), da.param("g", GRAVITY)
    across = da.param("across", MASS * (LENGTH**2 / 12 + RADIUS**2 / 4))
    along = da.param("along", MASS * RADIUS**2 / 2)
    J = [[across, 0.0, 0.0], [0.0, across, 0.0], [0.0, 0.0, along]]
    parts: list[Any] = []
    hinge: Any = da.ground
    for k in range(n):
        rod = da.Body(f"rod{k}", da.Inertia(m, (0.0, 0.0, -length / 2), J))
        parts.append(da.Revolute(f"joint{k}", hinge, rod, axis=axis(k, is_spatial=True)))
        hinge = rod.at(0.0, 0.0, -length)
    return da.Model(*parts, gravity=(0.0, 0.0, -g))


def from_vertical(x: Any) -> Any:
    """The cart, then angles between links added up."""
    return np.array([x[0], *np.cumsum(x[1:])])


# ---- the contest


def against_sympy(name: str, system: System, contest: Contest, bound: float | None) -> Iterator[Figure]:
    """Times of both and their ratio; operations, which should be fewer where there is a bound."""
    ours, theirs = f"{name}, {principle_name(contest.principle)}", f"SymPy's {contest.method}"
    q, u = random_state(system)
    a, count = numbers(system, contest.principle, q, u)
    said = by_sympy(system, contest.method, system.theirs(q), system.theirs(u))
    if "accelerations" in said:
        check(system.theirs(a), said["accelerations"], f"{ours} and {theirs}")

    seconds = best(partial(derivation_time, system.model, contest.principle))
    yield Figure(f"{ours}: derivation", seconds * 1e3, "ms")
    is_cut = "seconds" not in said
    yield Figure(f"{name}, {theirs}: {'more than' if is_cut else 'derivation'}", said.get("seconds", LIMIT), "s")
    ratio = said.get("seconds", LIMIT) / seconds
    yield Figure(f"{ours} against {theirs}", ratio, "times faster", bound)

    most = said.get("operations")
    if most is not None:
        yield Figure(f"{name}, {theirs}: M and f", most, "operations")
    yield Figure(f"{ours}: M and f", count, "operations", None if bound is None else most, is_upper=True)


def by_sympy(system: System, method: str, q: Any, u: Any) -> dict[str, Any]:
    """What SymPy's program says until it ends or is stopped."""
    state = json.dumps({"q": q.tolist(), "u": u.tolist()})
    program = Path(__file__).with_name("sympy_systems.py")
    command = [sys.executable, str(program), system.name, str(system.n), method, state]
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=True).stdout
    except subprocess.TimeoutExpired as cut:
        said = (cut.stdout or b"").decode() if isinstance(cut.stdout, bytes | None) else cut.stdout
    lines = said.splitlines()
    return dict(json.loads(lines[-1])) if lines else {}


def random_state(system: System) -> tuple[Any, Any]:
    """Coordinates and speeds of ours."""
    rng, model = np.random.default_rng(system.n), system.model()
    return rng.uniform(-1.0, 1.0, len(model.coordinates)), rng.uniform(-1.0, 1.0, len(model.speeds))


def numbers(system: System, principle: Any, q: Any, u: Any) -> tuple[Any, int]:
    """M⁻¹ f in one state, and the operations of M and f; the expressions are forgotten before any is timed."""
    eom, M, f = derived(system.model(), principle)
    values = da.kernels.compile({"M": M, "f": f}, {"q": eom.q, "u": eom.u})(q, u)
    return np.linalg.solve(values["M"], values["f"]), operation_count([*M.ravel(), *f])


def check(ours: Any, theirs: Any, what: str) -> None:
    """Refuse to time what is not the same."""
    error = np.abs(ours - np.array(theirs)).max() / np.abs(theirs).max()
    if not error < RTOL:
        raise RuntimeError(f"{what}: accelerations differ by {error:.1e}")
