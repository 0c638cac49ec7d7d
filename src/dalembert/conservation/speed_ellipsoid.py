"""The kinetic-energy ellipsoid of a whole system, in its speeds."""

from __future__ import annotations

import numpy as np

from dalembert.configuration.assemble import assemble
from dalembert.configuration.typical_sizes import sizes_around
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.errors import FormulationError
from dalembert.model.energy_ellipsoid import EnergyEllipsoid, ellipsoid_of
from dalembert.rank import free_motions
from dalembert.state import State, Values, as_state
from dalembert.tolerances import UNSYMMETRIC


def speed_ellipsoid(
    subject: Subject, state: State | Values | None = None, *, energy: float = 1.0
) -> EnergyEllipsoid:
    """Ellipsoid ½ uᵀ M u = T of the speeds u of a whole system, in a state; in that of `assemble` if None.

    With constraints, speeds obey J u = 0, and there are as many axes as degrees of freedom. Axes and moments
    depend on the speeds and their units. Those of canonical equations are in the rates conjugate to the
    momenta.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    state : State or dict of coordinates, optional
        State in which M is taken; default the one that `assemble` finds.
    energy : float, optional
        Kinetic energy T in J; default 1.

    Examples
    --------
    >>> import dalembert as da
    >>> cart, pole = da.particle("cart", mass=1.0), da.rod("pole", length=1.0, mass=0.5)
    >>> slide, pin = da.Prismatic("x", da.ground, cart, axis="x"), da.Revolute("lean", cart, pole)
    >>> model = da.Model(slide, pin, da.Motor("push", "x"), gravity=(0, -9.81, 0))
    >>> ellipsoid = da.energies.speed_ellipsoid(model, energy=2.0)
    >>> print(ellipsoid.semi_axes.round(4))
    [4.899 1.633]
    """
    dynamics = as_dynamics(subject)
    eom = dynamics.equations
    if names := [row.row.name for row in eom.constraints.state_rows if row.is_kept]:
        raise FormulationError(
            f"these equations have no ellipsoid: the row {names[0]!r} constrains momenta, in which speeds are not "
            "linear"
        )
    state = assemble(dynamics) if state is None else as_state(state)
    matrices = dynamics.evaluate({"M": eom.inertia, "J": eom.while_on(eom.gradients)}, state)
    M, J = np.asarray(matrices["M"]), np.asarray(matrices["J"])
    if np.abs(M - M.T).max() > UNSYMMETRIC * np.abs(M).max():
        raise FormulationError("these equations have no ellipsoid: their mass matrix is not symmetric")
    sizes = sizes_around(dynamics, dynamics.arguments(state), state.p)
    Z = np.linalg.qr(sizes.columns[:, None] * free_motions(sizes.sized(J)))[0] if len(J) else np.eye(len(M))
    return ellipsoid_of(eom.variables.directions, Z.T @ M @ Z, Z, energy)
