"""Native text of accelerations by unit forces, all rows that always hold being kept, for one lane."""

from __future__ import annotations

from dalembert.contact.decision_layout import DecisionLayout
from dalembert.procedures.columns import give_up
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Procedure
from dalembert.procedures.values import Index


def responses(layout: DecisionLayout) -> Procedure:
    """x: M, J → y: accelerations by a unit of force along each row, along each speed, and for each fixed row."""
    c = Code(f"contact_responses_{layout.key}")
    x, y = c.argument("x"), c.argument("y")
    nu, m, b = layout.nu, layout.rows, len(layout.bilateral)
    size, width = nu + b, nu + b + m + nu + b
    M, J = (layout.matrices.of(x)[name] for name in ("M", "J"))
    K = c.array(size * width)
    fixed = c.table(layout.bilateral or [0], "index")
    with c.each(size * width) as k:
        K[k] = 0.0
    with c.each(nu) as i:
        with c.each(nu) as j:
            K[i * width + j] = M[i * nu + j]
        with c.each(b) as j:
            K[i * width + (j + nu)] = -J[fixed[j] * nu + i]
            K[(j + nu) * width + i] = J[fixed[j] * nu + i]
        with c.each(m) as j:
            K[i * width + (j + size)] = J[j * nu + i]
        K[i * width + (i + (size + m))] = 1.0
    with c.each(b) as j:
        K[(j + nu) * width + (j + (size + m + nu))] = 1.0
        largest = c.variable(0.0)
        with c.each(nu) as i:
            largest.value = c.maximum(largest.value, c.abs(J[fixed[j] * nu + i]))
        # a row that is off is zero, and so is what it exerts
        with c.when(c.is_true(largest.value.equals(0.0))):
            K[(j + nu) * width + (j + nu)] = 1.0
    _eliminate(c, K, size, width, y, layout.responses.size)
    with c.each(m + nu + b) as j, c.each(nu) as i:
        y[j * nu + i] = K[i * width + (j + size)]
    return c.procedure()


def _eliminate(c: Code, K: Array, size: int, width: int, y: Array, n_results: int) -> None:
    """The right columns of [A | B] become A⁻¹ B."""
    with c.each(size) as k:
        row = _pivot(c, K, k, size, width)
        with c.when(c.is_true(~(c.abs(K[row * width + k]) > 0.0))):
            give_up(c, y, n_results)
        with c.when(row > k), c.each(width) as j:
            above, below = K[k * width + j], K[row * width + j]
            K[k * width + j], K[row * width + j] = below, above
        inverse = 1.0 / K[k * width + k]
        with c.each(k, width) as j:
            K[k * width + j] = K[k * width + j] * inverse
        with c.each(size) as i, c.when(~i.equals(k)):
            factor = K[i * width + k]
            with c.each(k, width) as j:
                K[i * width + j] = c.fma(-factor, K[k * width + j], K[i * width + j])


def _pivot(c: Code, K: Array, k: Index, size: int, width: int) -> Index:
    """The row, from k on, of the largest entry of column k."""
    row, largest = c.variable(k), c.variable(0.0)
    with c.each(k, size) as i:
        entry = c.abs(K[i * width + k])
        with c.when(c.is_true(entry > largest.value)):
            row.value, largest.value = i, entry
    found: Index = row.value
    return found
