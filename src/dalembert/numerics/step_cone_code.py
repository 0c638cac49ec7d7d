"""Native code of one step's impulses: M s = p + Jᵀ P, with joints, contacts and Coulomb's cone, for one lane.

s is the change of speeds, v = v⁻ + J s the velocities of the rows after it, ṽ_n = v_n + e v_n⁻ what contacts keep
from being negative; of joints, whose middle of step counts, ṽ = v + v⁻. For each contact

    P_n = max(0, P_n − w_n ṽ_n)        P_t = P_t − w_t v_t, shortened to μ P_n

holds for any w > 0 if and only if Signorini's and Coulomb's laws do. By how much it does not, in the unit of
velocities (divided by w, the inverse of J M⁻¹ Jᵀ or about that), is the residual that certifies a solution.

Newton's method comes first, with the last active set. Where it goes round in circles, a descent leads near the
solution, from where Newton's method goes on; where even that does not help, the descent goes on to the end.
"""

from __future__ import annotations

from dalembert.numerics.cone_descent import ConeDescent
from dalembert.numerics.cone_newton import OPEN, SLIPPING, STICKING, ConeNewton
from dalembert.numerics.cone_rows import Pair
from dalembert.numerics.cone_state import TIGHT, ConeState
from dalembert.numerics.contact_records import TouchingLayout
from dalembert.procedures.array_loops import LaneByLane
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array
from dalembert.procedures.values import Index

NEAR = (1e-5, 1e-8, TIGHT)
"""Residuals, relative to the velocities of the step, at which Newton's method is tried again after a descent."""

GAIN, HALVINGS = 1e-9, 3
"""Work of impulses, relative to its terms, that is rounding; and how often restitution is halved where they
would gain more, before there is none: with friction Newton's law may multiply energy, or bodies jam each other."""

SHARED, STILL = 1e-12, 1e-9
"""Parts of the velocities of the step below which what an impulse makes, or a velocity, counts as none."""


def step_solution(layout: TouchingLayout) -> LaneByLane:
    """x: `layout.given` → y: `layout.found`."""
    c = Code(f"impulses_{layout.key}")
    state = ConeState(c, layout, c.argument("x"), c.argument("y"))
    newton, descent = ConeNewton(state), ConeDescent(state)
    part, count = c.variable(1.0), c.variable(0)
    state.begin()
    with c.repeat() as again:
        springs = state.spring_back(part.value)
        _solve(state, newton, descent)
        is_wrong = c.variable(c.pick(c.is_true(~(state.best.value <= TIGHT * state.scale.value)), 1, 0))
        with c.when(springs):
            is_wrong.value = c.pick(c.is_true(state.gain() > GAIN), 1, is_wrong.value)
        eases = springs & is_wrong.value.equals(1)
        count.value = count.value + 1
        with c.when(eases):
            part.value = 0.5 * part.value
        with c.when(eases & (count.value > HALVINGS)):
            part.value = 0.0
        again.append(eases)
    _tell(state)
    state.y[layout.found["eased"][0]] = c.select(part.value < 1.0, 1.0, 0.0)
    return LaneByLane(c.procedure(), layout.n_given, layout.n_found)


def _solve(state: ConeState, newton: ConeNewton, descent: ConeDescent) -> None:
    """Solve as well as possible: Newton's method, and descents where it is lost."""
    c = state.c
    goals, tried = c.table(NEAR), c.variable(0)
    with c.repeat() as again:
        newton.write()
        is_lost = c.is_true(~(state.best.value <= TIGHT * state.scale.value)) & (tried.value < len(NEAR))
        with c.when(is_lost):
            descent.write(goals[tried.value])
            tried.value = tried.value + 1
        again.append(is_lost)
    state.restore()


def _tell(state: ConeState) -> None:
    """Write the results: change of speeds, impulses, modes of contacts, residuals."""
    c, s = state.c, state.layout
    results = {name: state.y.part(start) for name, (start, _) in s.found.items()}
    with c.each(s.nu) as i:
        results["change"][i] = state.s[i]
    with c.each(len(s.rows)) as i:
        results["impulses"][i] = 0.0
    with c.each(len(s.touches)) as k:
        for name in ("modes", "residuals", "closed"):
            results[name][k] = 0.0
    results["worst"][0] = c.maximum(state.best.value, state.imbalance())
    results["scale"][0] = c.maximum(state.scale.value, state.change())
    with state.each_active() as g:
        with state.each_row(g) as (i, _):
            results["impulses"][i] = state.P[i]
        with c.when(g >= s.n_joints):
            _tell_contact(state, g, results)


def _tell_contact(state: ConeState, g: Index, results: dict[str, Array]) -> None:
    """The mode of a contact, its residual, and whether its gap stays closed."""
    c, n, k = state.c, state.first_row[g], g - state.layout.n_joints
    first, slip, still = n + state.has_normal[g], Pair(c), STILL * state.scale.value
    with c.when(state.n_tangents(g) > 0):
        slip.first.value = state.v[first]
    with c.when(state.n_tangents(g) > 1):
        slip.second.value = state.v[first + 1]
    mode = c.variable(c.select(slip.length() > still, SLIPPING, STICKING))
    with c.when(state.n_tangents(g).equals(0)):
        mode.value = SLIPPING
    results["residuals"][k], results["modes"][k] = state.residual_of(g), mode.value
    with c.when(state.has_normal[g].equals(1)):
        is_pressed = state.P[n] > SHARED * state.w[n] * state.scale.value
        results["modes"][k] = c.select(is_pressed, mode.value, OPEN)
        results["closed"][k] = c.select(is_pressed & (c.abs(state.v[n]) <= still), 1.0, 0.0)
