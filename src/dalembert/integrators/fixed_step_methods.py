"""Methods with steps of one length: explicit ones, and Gauss collocation."""

from __future__ import annotations

from dalembert.errors import SolverError
from dalembert.integrators.explicit import ConstantAccelerationSteps, ExplicitSteps
from dalembert.integrators.method import OURS, FixedStep, right_hand_side
from dalembert.integrators.method_programs import MethodPrograms, System
from dalembert.integrators.problem import Problem
from dalembert.integrators.step_control import FixedSteps
from dalembert.integrators.tableaux import CLASSICAL, EULER, GAUSS_4, MERSON, MIDPOINT, Collocation, Tableau
from dalembert.integrators.time_loop import Scheme


class _ExplicitFixedStep(FixedStep):
    tableau: Tableau

    def scheme(self, problem: Problem) -> Scheme:
        T = self.tableau
        name = type(self).__name__
        return Scheme(name, T.n_slopes, T.end, lambda w: ExplicitSteps(w, T), FixedSteps)

    @property
    def explicit_tableau(self) -> Tableau:
        return self.tableau

    def growth(self, z: complex) -> float:
        return self.tableau.growth(z)


class ExplicitEuler(_ExplicitFixedStep):
    """Euler's method with steps of one length; order 1.

    Parameters
    ----------
    step : float
        Length of a step, in s.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> model = da.Model(slide, da.JointSpring("spring", "x", 4.0))
    >>> motion = da.simulate(model, {"x": 1.0}, until=1.0, method=da.methods.ExplicitEuler(1e-4))
    >>> print(f"{motion['x'][-1]:.4f}, cos 2 = {da.cos(2.0):.4f}")
    -0.4162, cos 2 = -0.4161
    """

    edition = OURS
    tableau = EULER


class RK4(_ExplicitFixedStep):
    """The classical Runge–Kutta method with steps of one length; order 4.

    Parameters
    ----------
    step : float
        Length of a step, in s.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> model = da.Model(slide, da.JointSpring("spring", "x", 4.0))
    >>> motion = da.simulate(model, {"x": 1.0}, until=1.0, method=da.methods.RK4(0.01))
    >>> print(f"{motion['x'][-1]:.6f}, cos 2 = {da.cos(2.0):.6f}")
    -0.416147, cos 2 = -0.416147
    """

    edition = OURS
    tableau = CLASSICAL


class KuttaMerson(_ExplicitFixedStep):
    """Merson's variant with five stages and steps of one length; order 4.

    Parameters
    ----------
    step : float
        Length of a step, in s.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> model = da.Model(slide, da.JointSpring("spring", "x", 4.0))
    >>> motion = da.simulate(model, {"x": 1.0}, until=1.0, method=da.methods.KuttaMerson(0.01))
    >>> print(f"{motion['x'][-1]:.6f}, cos 2 = {da.cos(2.0):.6f}")
    -0.416147, cos 2 = -0.416147
    """

    edition = OURS
    tableau = MERSON


class ConstantAcceleration(FixedStep):
    """u⁺ = u + a h, q⁺ = q + q̇ h + ½ a h² with steps of one length, where q̇ = u; order 1.

    Parameters
    ----------
    step : float
        Length of a step, in s.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> model = da.Model(slide, da.JointForce("push", "x", 2.0))
    >>> motion = da.simulate(model, until=1.0, method=da.methods.ConstantAcceleration(0.1))
    >>> print(f"{motion['x'][-1]:.6f} m")
    1.000000 m
    """

    edition = OURS

    def texts(self, system: System) -> MethodPrograms:
        first = system.solved()
        if not first.n_positions:
            names = ", ".join(first.names if len(first.names) <= 6 else (*first.names[:6], "…"))
            raise SolverError(
                "ConstantAcceleration needs coordinates and then their rates as states, but here these are "
                f"{names}; use another method, such as da.methods.RK4({self.step:g}), or equations whose speeds "
                "are the rates of all coordinates"
            )
        return right_hand_side(first)

    def scheme(self, problem: Problem) -> Scheme:
        if not problem.n_positions:
            raise SolverError(
                "ConstantAcceleration needs a state of positions and their rates; set n_positions of the problem"
            )
        return Scheme("ConstantAcceleration", 2, 1, ConstantAccelerationSteps, FixedSteps)

    def growth(self, z: complex) -> float:
        # u advances by Euler's method
        return EULER.growth(z)


class _GaussMethod(FixedStep):
    tableau: Collocation

    def scheme(self, problem: Problem) -> Scheme:
        from dalembert.integrators.implicit import CollocationSteps

        T = self.tableau
        n = len(T.c)
        return Scheme(type(self).__name__, n + 2, n + 1, lambda w: CollocationSteps(w, T), FixedSteps)


class ImplicitMidpoint(_GaussMethod):
    """The implicit midpoint rule, symplectic, with steps of one length; order 2.

    Parameters
    ----------
    step : float
        Length of a step, in s.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> model = da.Model(slide, da.JointSpring("spring", "x", 4.0))
    >>> motion = da.simulate(model, {"x": 1.0}, until=100.0, method=da.methods.ImplicitMidpoint(0.05))
    >>> print(f"{motion['energy'][-1] / motion['energy'][0]:.9f}")
    1.000000000
    """

    edition = OURS
    tableau = MIDPOINT


class GaussLegendre(_GaussMethod):
    """Gauss collocation with two stages, symplectic, with steps of one length; order 4.

    Parameters
    ----------
    step : float
        Length of a step, in s.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> model = da.Model(slide, da.JointSpring("spring", "x", 4.0))
    >>> motion = da.simulate(model, {"x": 1.0}, until=1.0, method=da.methods.GaussLegendre(0.05))
    >>> print(f"{motion['x'][-1]:.6f}, cos 2 = {da.cos(2.0):.6f}")
    -0.416147, cos 2 = -0.416147
    """

    edition = OURS
    tableau = GAUSS_4
