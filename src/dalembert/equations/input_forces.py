"""Forces and the inputs in them: f + G τ."""

from __future__ import annotations

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Expression, inputs_of, name_of
from dalembert.expr.rewrite import substitute


def without_inputs(forces: Array, tau: Array) -> Array:
    """f (nu,): forces while all inputs are zero."""
    return np.asarray(substitute(forces, dict.fromkeys(tau, 0.0))) if len(tau) else forces


def input_matrix(forces: Array, tau: Array) -> Array:
    """G (nu, n_tau), which inputs must enter by: forces are affine in them."""
    if not len(tau):
        return np.zeros((len(forces), 0))
    G = jacobian(forces, tau)
    if entering := set(tau).intersection(inputs_of(x for x in G.flat if isinstance(x, Expression))):
        name = sorted(map(name_of, entering))[0]
        raise FormulationError(
            f"forces are not linear in the input {name!r}, so there is no input matrix G; make the whole term an "
            "input"
        )
    return G
