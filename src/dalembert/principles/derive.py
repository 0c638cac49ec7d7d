"""From a model to its equations, by a principle and in coordinates."""

from __future__ import annotations

from dalembert.equations.equations import Equations
from dalembert.model.model import Model
from dalembert.principles.coordinates.choice import Coordinates
from dalembert.principles.deriving.derivation import Derivation
from dalembert.principles.formulation import Explains, Principle, formulation


def derive(
    model: Model, principle: Principle | None = None, *, coordinates: Coordinates | None = None
) -> Equations:
    """Equations of motion of a model.

    Equations of a module, whose bodies other models will carry, are those of `da.modules.standalone(model)`:
    its ports are free.

    Parameters
    ----------
    model : Model
        Model that is described.
    principle : principle, optional
        How they are derived, such as `da.Kane()`; default `da.Recursive()`.
    coordinates : Relative, Absolute or AbsolutePlanar, optional
        Coordinates of the equations; default `da.formulations.Relative()`, those of joints.

    Returns
    -------
    Equations
        One value, whatever the principle: `eom.M`, `eom.f`, `eom.J`, `eom.latex()` …; every analysis takes it.

    Raises
    ------
    FormulationError
        The principle does not take this model; the message says which does.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=2.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod, axis="z"), gravity=(0, -9.81, 0))
    >>> eom = da.derive(pendulum, da.Kane())
    >>> eom.coordinates, eom.speeds
    (('hinge',), ('hinge.rate',))
    """
    return formulation(principle, coordinates).equations(model)


def explain(
    model: Model, principle: Explains | None = None, *, coordinates: Coordinates | None = None
) -> Derivation:
    """Derivation of the equations of a model by a principle, step by step.

    Parameters
    ----------
    model : Model
        Model that is described.
    principle : principle, optional
        How they are derived, such as `da.Kane()`; default `da.Recursive()`.
    coordinates : Relative, Absolute or AbsolutePlanar, optional
        Coordinates of the equations; default `da.formulations.Relative()`, those of joints.

    Returns
    -------
    Derivation
        Steps with their formulas, shown by `text()`, `latex()`, `markdown()` and in notebooks.

    Raises
    ------
    FormulationError
        The principle does not take this model; the message says which does.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> derivation = da.explain(pendulum, da.Lagrange())
    >>> print([step.title for step in derivation.steps][:4])
    ['Kinetic energy', 'Potential energy', 'Lagrangian', 'Momenta']
    """
    return formulation(principle, coordinates).derivation(model)
