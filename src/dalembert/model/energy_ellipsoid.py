"""Kinetic-energy ellipsoids: all velocities with the same kinetic energy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.errors import ModelError
from dalembert.model.bodies import Body
from dalembert.rank import NOISE
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.vectors import VectorLike, is_numeric

NEGATIVE = 1e-9
"""Size of a negative moment, beside the largest one, above which it is not rounding."""


@dataclass(frozen=True, eq=False)
class EnergyEllipsoid:
    """All x with ½ x · I x = T; its centre is x = 0."""

    names: tuple[str, ...]
    """Names of the components of x."""

    energy: float
    """T."""

    moments: Vector
    """Principal moments in rising order (n,): eigenvalues of I."""

    axes: Matrix
    """Principal axes as columns (len(names), n), orthonormal; for three components right-handed."""

    @property
    def semi_axes(self) -> Vector:
        """√(2 T / moment) along each axis (n,); infinite where there is no inertia."""
        with np.errstate(divide="ignore"):
            return np.sqrt(2.0 * self.energy / self.moments)


def energy_ellipsoid(
    body: Body | Inertia, *, energy: float = 1.0, about: VectorLike | None = None
) -> EnergyEllipsoid:
    """Angular velocities, in the axes of a body, that turn it about a point with the same kinetic energy.

    Parameters
    ----------
    body : Body or Inertia
        Body whose inertia counts.
    energy : float, optional
        Kinetic energy T in J; default 1.
    about : vector (3,), optional
        Point in the frame of the body, in m, about which it turns; default its mass centre.

    Examples
    --------
    >>> import dalembert as da
    >>> brick = da.box("brick", size=(0.3, 0.2, 0.1), mass=1.0)
    >>> print(da.energies.energy_ellipsoid(brick, energy=1.0).semi_axes.round(3))
    [21.909 15.492 13.587]
    """
    inertia = body.inertia if isinstance(body, Body) else body
    if not isinstance(inertia, Inertia):
        raise ModelError(f"an energy ellipsoid needs a body with mass, or an Inertia, not {body!r}")
    J = inertia.J if about is None else inertia.about(about)
    if not is_numeric(J):
        raise ModelError(f"an energy ellipsoid needs numbers, not\n{J}")
    return ellipsoid_of(("wx", "wy", "wz"), J, np.eye(3), energy)


def ellipsoid_of(names: tuple[str, ...], I: Matrix, Z: Matrix, energy: float) -> EnergyEllipsoid:
    """The ellipsoid of a matrix I (n, n) for x along the n columns of Z (len(names), n)."""
    if not energy > 0.0:
        raise ModelError(f"the energy of an ellipsoid is positive, not {energy!r}")
    moments, axes = np.linalg.eigh(np.asarray(I, dtype=float))
    if (smallest := moments.min(initial=0.0)) < -NEGATIVE * np.abs(moments).max(initial=0.0):
        raise ModelError(f"there is no ellipsoid: along one axis the inertia is negative, {smallest:.3g}")
    moments = np.where(moments > NOISE * moments.max(initial=0.0), moments, 0.0)
    if len(names) == 3 == len(moments):
        axes = axes * np.array([1.0, 1.0, np.sign(np.linalg.det(Z @ axes))])
    return EnergyEllipsoid(names, float(energy), moments, Z @ axes)
