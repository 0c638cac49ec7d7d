"""Relative coordinates: those of the joints, as the model has them."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.model.model import Model


@dataclass(frozen=True)
class Relative:
    """Coordinates of the joints that carry the bodies; joints that close loops are constraints.

    Examples
    --------
    >>> import dalembert as da
    >>> crank, bar = da.rod("crank", length=0.3, mass=1.0), da.rod("bar", length=0.9, mass=1.0)
    >>> piston = da.particle("piston", mass=1.0)
    >>> engine = da.Model(
    ...     da.Revolute("A", da.ground, crank),
    ...     da.Revolute("B", crank["end"], bar),
    ...     da.Prismatic("slide", da.ground, piston, axis="x"),
    ...     da.Revolute("C", bar["end"], piston),
    ... )
    >>> eom = da.derive(engine, coordinates=da.formulations.Relative())
    >>> print(eom.coordinates, len(eom.rows))
    ('A', 'B', 'slide') 2
    """

    def arranged(self, model: Model) -> Model:
        """The model as it is."""
        return model
