"""Native code of the margin of contacts whose single forces are not unique: zero where modes end, for one lane."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.contact.bearable_code import HOLDING, PRESSING, BearableShape, bearable
from dalembert.contact.cone_code import ConeShape, Fields
from dalembert.numerics.contact_levels import DEPENDENT
from dalembert.procedures.language import Code
from dalembert.procedures.orthogonal import Layout, orthogonal, pseudo_solve
from dalembert.procedures.statements import Array, Procedure

EXCEEDS = 1.5e-8
"""By how much forces exceed what points can bear, beside their size, where modes end: then others are clear."""


@dataclass(frozen=True)
class MarginShape:
    """Points, speeds, and rows that always hold; which points have which tangents."""

    cone: ConeShape
    nu: int
    lasting: int

    @property
    def given(self) -> Fields:
        """Gradients of all rows, multipliers, friction, modes, and whether single forces tell when these end."""
        n, N = self.cone.n, self.cone.size
        own = {"J": N * self.nu, "J_lasting": self.lasting * self.nu, "lam": N, "mu": n, "base": n}
        return Fields(**own, mode=n, watched=n)


def shared_margin(shape: MarginShape) -> Procedure:
    """x: `shape.given` → y: what is left, one where all forces are unique."""
    inner = BearableShape(shape.cone, shape.nu)
    c = Code(f"shared_margin_{inner.key}_{shape.lasting}")
    given, y = shape.given.of(c.argument("x")), c.argument("y")
    x, found = c.array(inner.given.size), c.array(inner.found.size)
    parts, n, N, w, nu = inner.given.of(x), shape.cone.n, shape.cone.size, shape.cone.width, shape.nu
    any_blind = c.variable(0)
    has_normal = c.table([int(x) for x in shape.cone.has_normal] or [0], "index")
    y[0] = 1.0
    with c.each(n) as i:
        is_blind = (given["mode"][i] > 0.5) & (given["watched"][i] < 0.5)
        sticks = (given["mode"][i] > 1.5) & ((given["mu"][i] > 0.0) | (c.spread(has_normal[i]) < 0.5))
        kind = c.select(sticks, HOLDING, c.select(c.spread(has_normal[i]) > 0.5, PRESSING, 0.0))
        parts["kind"][i] = c.select(is_blind, kind, 0.0)
        parts["mu"][i], parts["base"][i] = given["mu"][i], given["base"][i]
        with c.when(c.is_true(is_blind)):
            any_blind.value = 1
    with c.when(any_blind.value.equals(1)):
        with c.each(n) as i, c.each(i * w, (i + 1) * w) as k:
            is_normal = c.spread(k).equals(c.spread(i * w))
            takes_part = (is_normal & (parts["kind"][i] > 0.5)) | (~is_normal & (parts["kind"][i] > 1.5))
            with c.each(nu) as j:
                parts["R"][j * N + k] = c.select(takes_part, given["J"][k * nu + j], 0.0)
        if shape.lasting:
            _without_lasting(c, shape, given["J_lasting"], parts["R"])
        with c.each(nu) as j:
            total = c.variable(0.0)
            with c.each(N) as k:
                total.value = c.fma(parts["R"][j * N + k], given["lam"][k], total.value)
            parts["b"][j] = total.value
        parts["allowed"][0] = EXCEEDS
        c.call(bearable(inner), x, found)
        y[0] = EXCEEDS - inner.found.of(found)["excess"][0]
    return c.procedure()


def _without_lasting(c: Code, shape: MarginShape, J: Array, R: Array) -> None:
    """Columns of R less their part in what rows that always hold can exert."""
    nu, b, N = shape.nu, shape.lasting, shape.cone.size
    at = Layout(nu, b)
    A, factors, along = c.array(nu * b), c.array(at.size + nu), c.array(b)
    with c.each(nu) as j, c.each(b) as i:
        A[j * b + i] = J[i * nu + j]
    c.call(orthogonal(nu, b, min(nu, b), DEPENDENT, f"lasting_split_{nu}_{b}"), A, factors)
    with c.each(N) as k:
        with c.each(nu) as j:
            factors[j + at.size] = R[j * N + k]
        c.call(pseudo_solve(nu, b, 1, False), factors, along)
        with c.each(nu) as j, c.each(b) as i:
            R[j * N + k] = c.fma(-A[j * b + i], along[i], R[j * N + k])
