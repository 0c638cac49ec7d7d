"""Linear models of trees of systems, node by node, without the nonlinear model of the whole."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Matrix
from dalembert.equations.equations import Equations
from dalembert.errors import FormulationError
from dalembert.expr.node import Expression, Node, Scalar, inputs_of, name_of
from dalembert.expr.rewrite import evaluate
from dalembert.expr.sparse_matrix import products
from dalembert.expr.symbol_nodes import symbol, time
from dalembert.modules.labelled_matrix import LabelledMatrix, under_heads
from dalembert.modules.linear_leaf import linear_leaf
from dalembert.modules.linear_matrix import LinearMatrix
from dalembert.modules.linear_node import AGREEMENT, Differences, FirstOrderMethod, LinearNode, linear_node
from dalembert.modules.mirror import Mirror
from dalembert.modules.reduced_linear import ReducedLinear, reduced, sorted_eigenvalues
from dalembert.modules.refused_trees import check_without_contacts, check_without_reactions
from dalembert.modules.subsystem import Subsystem
from dalembert.modules.subsystem_reader import subsystem
from dalembert.modules.symbolic_linear import SymbolicLinear, symbolic_linear
from dalembert.name_checks import closest
from dalembert.number_checks import checked_number, told
from dalembert.rank import ROUNDING, rank


@dataclass(frozen=True, eq=False, repr=False)
class LinearTree:
    """ẋ = G x + H τ of all coordinates and speeds of a tree of systems, about a reference."""

    system: Subsystem
    root: LinearNode
    reference: Mapping[str, float]
    """Values of all variables in the reference, accelerations `v'` among them."""

    _point: Mapping[Node, float]
    mirror: Mirror | None = None
    expressions: Mapping[str, Scalar] = field(default_factory=dict)
    """Values in the reference that were given as expressions of parameters."""

    @property
    def states(self) -> tuple[str, ...]:
        """Names of x: changes of all coordinates and speeds."""
        return (*self.system.coordinates, *self.system.speeds)

    @cached_property
    def G(self) -> LabelledMatrix:
        """State matrix ∂ẋ/∂x."""
        return self._rates(self.states)

    @cached_property
    def H(self) -> LabelledMatrix:
        """Input matrix ∂ẋ/∂τ."""
        return self._rates(self.system.inputs)

    @property
    def C(self) -> LabelledMatrix:
        """Complement C of the root to first order in changes of variables, which have the names of these."""
        return self.root.C.expressions

    @cached_property
    def symbols(self) -> SymbolicLinear:
        """G, H and C in symbols, where parameters of the tree and of the reference stay open."""
        names = (*self.states, *self.system.inputs)
        reference: dict[Node, Scalar] = {symbol(name): x for name, x in self._values.items() if name in names}
        reference[time] = self._point[time]
        return symbolic_linear(self.system, reference, self.G.to_array())

    @property
    def _values(self) -> Mapping[str, Scalar]:
        """Values of all variables in the reference, as they were given."""
        return {name: self.expressions.get(name, x) for name, x in self.reference.items()}

    def leaf(self, name: str | None = None) -> Subsystem:
        """Leaf of another tree: the rates, forces and rows A a + b = 0 of this one to first order.

        A tree of such leaves has the linear model of the tree of systems themselves, about the same reference.
        """
        reference: dict[Node, Scalar] = {symbol(x): value for x, value in self._values.items()}
        return linear_leaf(self.system, reference | {time: self._point[time]}, name or self.system.name)

    @cached_property
    def equations(self) -> Equations:
        """Equations ẋ = ẋ₀ + G (x − x₀) + H (τ − τ₀), in the names and values of the tree, for runs beside it."""
        names = (*self.states, *self.system.inputs)
        point = {symbol(name): self.reference[name] for name in names}
        changes = np.array([x - value for x, value in point.items()], dtype=object)
        slopes = np.concatenate([self.G.to_array(), self.H.to_array()], axis=1)
        rates = self._rate_forms.value[:, 0] + products(slopes.astype(object), changes)
        by_name = dict(zip(self.states, rates, strict=True))
        system = self.system
        return subsystem(
            f"{system.name}, linear",
            coordinates=system.coordinates,
            speeds=system.speeds,
            rates={name: by_name[name] for name in system.coordinates},
            forces={name: by_name[name] - symbol(f"{name}'") for name in system.speeds},
            inputs=system.inputs,
            default_values={name: self.reference[name] for name in system.coordinates},
        ).equations

    @property
    def name(self) -> str:
        """Name of the tree."""
        return self.system.name

    @cached_property
    def eigenvalues(self) -> NDArray[np.complex128]:
        """Eigenvalues of G, the largest real part first."""
        return sorted_eigenvalues(self.G.to_array())

    @cached_property
    def _rate_forms(self) -> LinearMatrix:
        return self.system.rate_forms.at(self._point)

    def _rates(self, along: tuple[str, ...]) -> LabelledMatrix:
        linear = self._rate_forms
        direct, by_second = linear.along(along), linear.along(self._second)
        return LabelledMatrix(self.states, along, direct + by_second @ self._accelerations(along))

    def __str__(self) -> str:
        names = (*self.states, *self.system.inputs)
        at = ", ".join(f"{name} = {self.reference[name]:g}" for name in names if self.reference[name] != 0.0)
        where = f"{at}, all else zero" if at else "all variables zero"
        return under_heads(f"ẋ = ẋ₀ + G δx + H δτ about {where}", G=self.G, H=self.H)

    def __repr__(self) -> str:
        return f"<LinearTree {self.name!r}: {len(self.states)} states, {len(self.system.inputs)} inputs>"

    @property
    def _second(self) -> tuple[str, ...]:
        return tuple(name_of(x) for x in self.system.kinematics.highest)

    def _accelerations(self, along: tuple[str, ...]) -> Matrix:
        """Changes of the variables of second order, from the rows of all levels and f̄ of the root."""
        rows, f = self.root.all_second(), self.root.f_bar
        return _balanced(self.system, self.root, -rows.along(along), f.along(along))

    @cached_property
    def levels(self) -> tuple[LinearMatrix, LinearMatrix]:
        """Constraints of coordinates and of speeds to first order."""
        positions, velocities = self.system.levels
        return positions.at(self._point), velocities.at(self._point)

    @cached_property
    def residuals(self) -> Mapping[str, float]:
        """Residuals of constraints of coordinates and speeds that do not hold in the reference, by name."""
        residuals: dict[str, float] = {}
        for level in self.levels:
            for name, value in zip(level.rows, level.value[:, 0], strict=True):
                if abs(value) > AGREEMENT * max(1.0, abs(residuals.get(name, 0.0))):
                    residuals.setdefault(name, float(value))
        return residuals

    def reduced(
        self, coordinates: Sequence[str], speeds: Sequence[str], *, weights: Mapping[str, float] | None = None
    ) -> ReducedLinear:
        """Linear equations in independent coordinates and speeds; their numbers may differ.

        The others follow from the linear constraints of order 0 and 1, by least squares with weights of rows.
        """
        chosen = tuple(coordinates), tuple(speeds), dict(weights or {})
        rows = (*self.levels, self.root.all_second())
        return reduced(self.system, self.root.f_bar, self.root.C, rows, self._rate_forms, *chosen, self.mirror)


def linearized(
    system: Subsystem,
    reference: Mapping[str, Scalar] | Mapping[Node, Scalar] | None = None,
    *,
    differences: Differences | None = None,
    mirror: Mirror | None = None,
    balanced: bool = True,
) -> LinearTree:
    """A tree of systems to first order about a reference, node by node: linear models of linear models.

    If no acceleration is given, accelerations are those of the motion through the reference, which need not be
    an equilibrium.

    Parameters
    ----------
    system : Subsystem
        Tree of systems.
    reference : dict of float or expressions, optional
        Values of variables by name, accelerations as `v'`; expressions of parameters stay open in
        `symbols`. Default the default values of the variables, or zero.
    differences : Differences, optional
        First-order parts of complements by differences; default exact ones.
    mirror : Mirror, optional
        Left–right symmetry, by which complements by least squares are made symmetric; default none.
    balanced : bool, optional
        Whether forces balance in the reference (default True), or the part is in a larger tree whose
        reactions balance them.

    Examples
    --------
    >>> import dalembert as da
    >>> S = da.expr.symbol
    >>> forces = {"θ": -S("θ.rate'") - 9.81 * da.sin(S("θ"))}
    >>> swing = da.modules.subsystem("swing", coordinates="θ", forces=forces)
    >>> linear = da.modules.linearized(swing, {"θ": 0.0})
    >>> print(linear.reduced(coordinates=["θ"], speeds=["θ.rate"]).eigenvalues.imag.round(4))
    [ 3.1321 -3.1321]
    """
    if not isinstance(system, Subsystem):
        raise FormulationError(
            f"da.modules.linearized takes a tree of systems, such as da.modules.subsystem(…), not "
            f"{type(system).__name__}; for models and equations there is da.linearize"
        )
    method = FirstOrderMethod(differences, mirror)
    check_without_contacts(system, "da.modules.linearized")
    check_without_reactions(system, "da.modules.linearized")
    if not isinstance(reference, Mapping | None):
        raise FormulationError(
            f"{system.name}: a reference is a mapping of names to values, {{'θ': 0.3}}, not {told(reference)}"
        )
    given = {key if isinstance(key, str) else name_of(key): x for key, x in (reference or {}).items()}
    expressions = {name: x for name, x in given.items() if isinstance(x, Expression)}
    by_name = {name: _number(system, name, x) for name, x in given.items()}
    increments = _increments(system)
    _check_values(system, by_name, increments)
    second = [name_of(x) for x in system.kinematics.highest]
    values = {name: by_name.get(name, system.all_default_values.get(name, 0.0)) for name in increments}
    point = _point(system, values, by_name)
    root = _linear(system, point, method)
    if not any(name in by_name for name in second):
        # of the motion through the reference: rows and forces are affine in accelerations
        a = _balanced(system, root, -root.all_second().value, root.f_bar.value)
        values |= dict(zip(second, map(float, a[:, 0]), strict=True))
        point = _point(system, values, by_name)
        root = _linear(system, point, method)
    linear = LinearTree(system, root, values, point, mirror, expressions)
    _check_residuals(linear)
    if balanced:
        _check_reference(system, root)
    return linear


def _number(system: Subsystem, name: str, value: Scalar) -> float:
    """Value in a reference; an expression of parameters at their defaults."""
    if not isinstance(value, Expression):
        return checked_number(value, f"{system.name}: the value of {name!r} in the reference", FormulationError)
    if variables := [x for x in inputs_of([value]) if x.op != "parameter"]:
        raise FormulationError(
            f"{system.name}: the value of {name!r} in the reference depends on {variables[0]!r}; it is a number "
            "or an expression of parameters"
        )
    return float(evaluate(value, {}))


def _check_values(system: Subsystem, values: Mapping[str, float], variables: Collection[str]) -> None:
    """Refuse values of unknown or ambiguous names, and values that are not finite."""
    names = {*variables, "t", *system.parameters}
    for name, x in values.items():
        if name not in names:
            raise FormulationError(f"{system.name}: there is no variable {name!r}; {closest(name, names)}")
        if name in variables and name in system.parameters:
            raise FormulationError(
                f"{system.name}: {name!r} is the name of a variable and of a parameter; give one of them another"
            )
        checked_number(x, f"{system.name}: the value of {name!r} in the reference", FormulationError)


def _balanced(system: Subsystem, root: LinearNode, right: Matrix, rest: Matrix) -> Matrix:
    """Variables of second order for which rows are `right`, by least squares, and f̄ + rest is zero."""
    names = tuple(name_of(x) for x in system.kinematics.highest)
    rows = dict(zip(root.all_second().rows, right, strict=True)) or {"": np.zeros(rest.shape[1])}
    e = root.particular(rows, root.R.rows)
    S, slope = root.S.value, root.f_bar.along(names)
    if rank(slope @ S, ROUNDING) < S.shape[1]:
        raise FormulationError(
            f"{system.name}: accelerations do not follow from rows and forces in this reference; a motion has no "
            "inertia, or the reference is singular"
        )
    return e - S @ np.linalg.solve(slope @ S, rest + slope @ e)


def _linear(node: Subsystem, reference: Mapping[Node, float], method: FirstOrderMethod) -> LinearNode:
    return linear_node(node, reference, method, [_linear(child, reference, method) for child in node.children])


def _increments(system: Subsystem) -> dict[str, Node]:
    """All variables of orders 0 to 2, and inputs."""
    names = (*system.coordinates, *system.speeds, *system.inputs)
    return {name: symbol(name) for name in names} | {name_of(x): x for x in system.kinematics.highest}


def _point(system: Subsystem, values: Mapping[str, float], reference: Mapping[str, float]) -> Mapping[Node, float]:
    numbers: dict[Node, float] = {x: values[name] for name, x in _increments(system).items()}
    numbers[time] = reference.get("t", 0.0)
    everything = [x for node in system.nodes() for x in (*node.A.entries.flat, *node.own_forces.entries.flat)]
    everything += [y for constraint in system.all_constraints for y in constraint.by_order if y is not None]
    everything += list(system.kinematics.rates.values())
    for x in inputs_of(everything):
        if x.op == "parameter" and name_of(x) in reference:
            numbers[x] = reference[name_of(x)]
    return numbers


def _check_residuals(linear: LinearTree) -> None:
    """Refuse a reference in which constraints do not hold, except at nodes that allow incompatible rows."""
    agreed = {
        constraint.name
        for node in linear.system.nodes()
        for constraint in node.constraints
        if node.complement.allows_incompatible_rows
    }
    if off := {name: x for name, x in linear.residuals.items() if name not in agreed}:
        told = ", ".join(
            f"{name} is off by {x:.3g}" for name, x in sorted(off.items(), key=lambda p: -abs(p[1]))[:6]
        )
        raise FormulationError(
            f"{linear.system.name}: {len(off)} constraints do not hold in the reference: {told}; give values "
            "that satisfy them, or say independent=LeastSquares(…, incompatible=True) where parts do not fit"
        )


def _check_reference(system: Subsystem, root: LinearNode) -> None:
    """Refuse a reference whose accelerations do not balance the forces."""
    off = np.abs(root.f_bar.value[:, 0])
    sizes = [np.abs(node.f.value).max(initial=0.0) for node in root.nodes()]
    if len(off) and off.max() > AGREEMENT * max(1.0, *sizes):
        name = root.f_bar.rows[int(np.argmax(off))]
        raise FormulationError(
            f"{system.name}: accelerations of the reference do not balance the forces: along {name!r} the "
            f"residual is {off.max():.3g}; give other accelerations, or none, so that they are computed"
        )
