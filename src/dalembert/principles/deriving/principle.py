"""Principles of mechanics make M and f of the bodies of a model: their contract."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.contract_help import ContractClass
from dalembert.equations.coordinate_motion import CoordinateMotion
from dalembert.equations.equations import Equations
from dalembert.equations.level_rows import LevelRow
from dalembert.equations.solvers.independent_speeds import own_names
from dalembert.equations.solvers.solver import AccelerationSolver
from dalembert.errors import FormulationError
from dalembert.expr.scalar import is_zero
from dalembert.model.model import Model
from dalembert.principles.deriving.assembly import equations_by, moving_bodies
from dalembert.principles.deriving.constraint_steps import parted_speeds, rows_step
from dalembert.principles.deriving.derivation import Derivation, DerivationStep
from dalembert.principles.deriving.principle_names import principle_name
from dalembert.principles.deriving.terms import Terms
from dalembert.rows import Level, Row
from dalembert.symbolic.equation_text import Balances, acting_symbol, balances, equation_lines
from dalembert.symbolic.latex_names import upright
from dalembert.tree.moving_bodies import MovingBodies, MovingBody
from dalembert.tree.speeds import SpeedChoice


class TreePrinciple(metaclass=ContractClass):
    """A principle over the bodies of a model, in the coordinates of its tree; a subclass is its mathematics.

    `terms` is all that it must say. Constraints, loads by reactions, signals and analyses follow from that.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import dalembert as da
    >>> @dataclass(frozen=True)
    ... class Power(da.formulations.TreePrinciple):
    ...     def terms(self, bodies):
    ...         balance, forces = 0.0, bodies.joint_forces
    ...         for body in bodies.bodies:
    ...             v, w = body.R @ body.v, body.R @ body.w
    ...             p, L = body.mass * v, body.R @ (body.I @ body.w)
    ...             v_u, w_u = da.expr.jacobian(v, bodies.u), da.expr.jacobian(w, bodies.u)
    ...             balance = balance + v_u.T @ bodies.rate_of(p) + w_u.T @ bodies.rate_of(L)
    ...             forces = forces + v_u.T @ (body.R @ body.F) + w_u.T @ (body.R @ body.T)
    ...         return da.formulations.Terms.of_balance(balance, forces, bodies.a)
    ...
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> print(da.compare(pendulum, [da.Kane(), Power()], 5).agrees(1e-10))
    True
    """

    @property
    def acceleration_solver(self) -> AccelerationSolver | None:
        """Solver of accelerations and multipliers where there are constraints; the Schur complement if None."""
        return None

    @property
    def chosen_speeds(self) -> SpeedChoice | None:
        """Speeds instead of the model's."""
        return None

    @abstractmethod
    def terms(self, bodies: MovingBodies) -> Terms:
        """M and all forces."""

    def steps(self, bodies: MovingBodies) -> Sequence[DerivationStep]:
        """The way to M and f, step by step, for who wants it explained."""
        return ()

    def check(self, model: Model, rows: Sequence[Row]) -> None:
        """Raise if it cannot treat a model with these rows."""
        return

    def constraint_matrix(self, rows: Sequence[LevelRow], motion: CoordinateMotion) -> Array | None:
        """Matrix J of the constraint forces Jᵀ λ in the principle's own way; None for that of the rows."""
        return None

    @property
    def named_independent(self) -> Sequence[str]:
        """Names of independent speeds, if the user chooses them."""
        return ()

    def equations(self, model: Model) -> Equations:
        """The equations of motion of a model."""
        equations = equations_by(self, model)
        if self.named_independent and not equations.rows:
            _check_all_named(self.named_independent, equations.speeds)
        return equations

    def derivation(self, model: Model) -> Derivation:
        """The equations and how they come about, step by step."""
        equations = self.equations(model)
        steps = [*self.steps(moving_bodies(equations)), _equations_step(equations)]
        if equations.rows:
            steps += self.constraint_steps(equations)
        written = self.written(equations)
        if written is None and equations.rows:
            written = self.balances(equations)
        lines = equation_lines(equations, written)
        return Derivation(self.title, tuple(steps), equations, tuple(lines))

    def balances(self, equations: Equations) -> Balances | None:
        """Equations of motion with constraints; None for those along each speed, with multipliers."""
        return None

    def written(self, equations: Equations) -> Balances | None:
        """Equations of motion as they are always read; None for M a − f and the other forces."""
        return None

    def constraint_steps(self, equations: Equations) -> Sequence[DerivationStep]:
        """How constraints come in, step by step."""
        return [rows_step(equations)]

    @property
    def title(self) -> str:
        """Name of the principle with the options that are not the default ones."""
        return principle_name(self)

    # ---- what a principle may refuse

    def refuse(self, what: str, others: str) -> FormulationError:
        """The error for a model that the principle cannot treat."""
        return FormulationError(f"{type(self).__name__} cannot treat {what}; {others} can")

    def refuse_rows(self, rows: Sequence[Row], others: str) -> None:
        """Raise if there are constraints."""
        if rows:
            raise self.refuse(f"constraints, such as {rows[0].name!r} of {rows[0].part!r}", others)

    def refuse_nonholonomic(self, rows: Sequence[Row], others: str) -> None:
        """Raise if there are rows without a position level."""
        for row in rows:
            if row.level != Level.POSITION:
                raise self.refuse(f"the row {row.name!r} of {row.part!r}, which is {row.kind}", others)

    def refuse_nonlinear(self, rows: Sequence[Row], others: str) -> None:
        """Raise if there are rows that are not linear in the speeds, or of accelerations."""
        for row in rows:
            if row.level == Level.ACCELERATION or not row.is_linear:
                raise self.refuse(f"the row {row.name!r} of {row.part!r}, which is {row.kind}", others)


@dataclass(frozen=True)
class TakesSolver(TreePrinciple):
    """A principle with a free choice of what gets accelerations and multipliers."""

    _: KW_ONLY
    solver: AccelerationSolver | None = None
    """The solver of accelerations; the Schur complement of the constraints if None."""

    @property
    def acceleration_solver(self) -> AccelerationSolver | None:
        return self.solver


@dataclass(frozen=True)
class TakesSpeeds(TreePrinciple):
    """A principle in speeds of one's own choice."""

    _: KW_ONLY
    speeds: SpeedChoice | None = None
    """Speeds of one's own choice; the speeds of the model if None."""

    @property
    def chosen_speeds(self) -> SpeedChoice | None:
        return self.speeds


@dataclass(frozen=True)
class NamesIndependent(TreePrinciple):
    """A principle that parts speeds into independent and dependent ones."""

    _: KW_ONLY
    independent: Sequence[str] = ()
    """Names of independent speeds, or of coordinates whose rates they are; chosen by pivoting if none."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "independent", tuple(self.independent))

    @property
    def named_independent(self) -> Sequence[str]:
        return self.independent

    def balances(self, equations: Equations) -> Balances:
        """Along what the constraints allow, where multipliers drop out."""
        A2, (left, right) = parted_speeds(equations, self.independent).A2, balances(equations)
        return A2 @ left, A2 @ right


def _check_all_named(independent: Sequence[str], speeds: Sequence[str]) -> None:
    """Raise if these are not all speeds; with constraints that is seen where accelerations are solved for."""
    if set(own_names(independent, speeds)) != set(speeds):
        raise FormulationError(
            f"without constraints all speeds are independent, {list(speeds)}, but {list(independent)} are named; "
            "name none"
        )


def _equations_step(equations: Equations) -> DerivationStep:
    symbol = acting_symbol(equations)
    added = [
        words for sign, words in (("tau", " Inputs τ add G τ."), ("r", " Reactions add r.")) if sign in symbol
    ]
    return DerivationStep(
        "Mass matrix and forces",
        f"What multiplies accelerations is the mass matrix M; the rest stands on the other side.{''.join(added)}",
        {"M": equations.M, "f": equations.f, **({"G": equations.G} if len(equations.inputs) else {})},
    )


# ---- what several principles need


def matrix_of(columns: Mapping[int, Array], n: int) -> Array:
    """Columns by number as a matrix (3, n)."""
    matrix = np.full((3, n), 0.0, dtype=object)
    for k, column in columns.items():
        matrix[:, k] = column
    return matrix


def columns_of(angular: Array, linear: Array) -> tuple[dict[int, Array], dict[int, Array]]:
    """Columns of two matrices by number, where one of them is not zero."""
    both = np.concatenate([angular, linear])
    moving = [k for k in range(both.shape[1]) if not all(is_zero(x) for x in both[:, k])]
    return {k: angular[:, k] for k in moving}, {k: linear[:, k] for k in moving}


def applied_forces(bodies: MovingBodies) -> Array:
    """Generalized forces (nu,) of all that is applied, gravity included, by partial velocities."""
    total = np.array(bodies.joint_forces, dtype=object)
    for body, (angular, linear) in zip(bodies.bodies, bodies.partial_velocities, strict=True):
        for k, w in angular.items():
            total[k] = total[k] + (linear[k] @ body.F + w @ body.T)
    return total


def named(body: MovingBody) -> str:
    """The name of a body in LaTeX."""
    return upright(body.name)


def velocities_step(bodies: MovingBodies) -> DerivationStep:
    """Velocities of all bodies."""
    results: dict[str, Any] = {}
    for body in bodies.bodies:
        results |= {rf"\omega_{{{named(body)}}}": body.w, rf"v_{{{named(body)}}}": body.v}
    return DerivationStep(
        "Velocities", "Of each body's axes and of its mass centre, in the axes of the body.", results
    )


def accelerations_step(bodies: MovingBodies) -> DerivationStep:
    """Accelerations of all bodies."""
    results: dict[str, Any] = {}
    for body, (alpha, a) in zip(bodies.bodies, bodies.accelerations, strict=True):
        results |= {rf"\alpha_{{{named(body)}}}": alpha, rf"a_{{{named(body)}}}": a}
    return DerivationStep(
        "Accelerations",
        "The velocities differentiated, together with the turning of the axes they are seen in.",
        results,
    )
