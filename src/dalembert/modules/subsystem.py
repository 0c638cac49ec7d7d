"""A node of a tree of systems: its variables, rows and forces, and all matrices of the recursive algorithm.

```
R = (1⊕, S of the children)      B = A⊕ R      B C = 0      S = R C
f = (f⊕, f̄ of the children)      f̄ = Cᵀ f
```

Source: Orsino 2016, theorem 2.10 and table 4.1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.equations.value import Equations
from dalembert.errors import FormulationError
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Node, name_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbol_nodes import symbol
from dalembert.model.model import Model
from dalembert.modules.admissible_states import admissible_states
from dalembert.modules.complements import Complement, Independent, NodeRows
from dalembert.modules.explanation import Explanation, explained
from dalembert.modules.joining import joined_equations, joined_parameters
from dalembert.modules.labelled_matrix import LabelledMatrix, assembled, identity, labelled_column
from dalembert.modules.linear_matrix import FirstOrderForm
from dalembert.modules.model_equations import model_equations
from dalembert.modules.node_constraints import NodeConstraint
from dalembert.modules.node_kinematics import Kinematics
from dalembert.modules.renaming import Renaming


@dataclass(frozen=True, eq=False)
class MotionVariables:
    """Quantities that move, of the user's choice, the forces that belong to them, and V, what moves them."""

    V: LabelledMatrix
    """∂v/∂q of second order: rows are the motion variables, columns the variables of the subsystem."""

    forces: LabelledMatrix
    """f′: effective forces, active ones and those of inertia, by motion variable."""

    @property
    def along_variables(self) -> LabelledMatrix:
        """Vᵀ f′."""
        return self.V.T @ self.forces


@dataclass(frozen=True, eq=False, repr=False)
class Subsystem:
    """A system and the systems in it: what `da.modules.subsystem` and `da.modules.leaf` make.

    Every matrix is made when it is asked for, and only then: a step that nobody looks at costs nothing. Rows and
    columns have the names of the variables of the highest order, which are those of the speeds, unless
    accelerations have names of their own.
    """

    name: str
    children: tuple[Subsystem, ...]
    own_kinematics: Kinematics
    """Its extra variables (all variables, of a leaf) and their rates."""

    constraints: tuple[NodeConstraint, ...]
    """Its own constraints: of a composite those between its children."""

    own_forces: LabelledMatrix
    """f⊕: effective forces that are given at this node, along any of its variables."""

    motion: MotionVariables | None = None
    complement: Complement = field(default_factory=Independent)
    own_inputs: tuple[str, ...] = ()
    default_values: Mapping[str, float] = field(default_factory=dict)
    """Usual values of its coordinates, zero where none is given."""

    model: Model | None = None
    """The model of bodies that its variables are those of; None if it is of none, or has other names than that."""

    touching: tuple[str, ...] = ()
    """Contacts, stops, cables and dry friction of that model, in words: no tree of systems carries them."""

    def __getstate__(self) -> dict[str, Any]:
        # without what was made of it
        return {part.name: getattr(self, part.name) for part in fields(self)}

    # ---- the tree

    def nodes(self) -> Iterator[Subsystem]:
        """All nodes below it and itself, leaves first."""
        for child in self.children:
            yield from child.nodes()
        yield self

    @property
    def all_touching(self) -> tuple[str, ...]:
        """Contacts of the models that it and all nodes below it were made of, in words."""
        return tuple(dict.fromkeys(part for node in self.nodes() for part in node.touching))

    def __getitem__(self, name: str) -> Subsystem:
        """The direct child of this name."""
        for child in self.children:
            if child.name in (name, f"{self.name}/{name}"):
                return child
        raise FormulationError(
            f"{self.name!r} has no child {name!r}; it has {', '.join(x.name for x in self.children) or 'none'}"
        )

    def without(self, left_out: Collection[str]) -> Subsystem:
        """The same without constraints of these names, and of which the others at a node are independent."""
        kept = tuple(constraint for constraint in self.constraints if constraint.name not in left_out)
        children = tuple(child.without(left_out) for child in self.children)
        complement = self.complement.with_rank(len(kept)) if len(kept) < len(self.constraints) else self.complement
        return replace(self, children=children, constraints=kept, complement=complement)

    # ---- variables by order

    @cached_property
    def kinematics(self) -> Kinematics:
        """Variables of this node and all below it, and their rates."""
        return self.own_kinematics.joined([child.kinematics for child in self.children])

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of all variables of order 0."""
        return self.kinematics.coordinates

    @property
    def speeds(self) -> tuple[str, ...]:
        """Names of all variables of order 1."""
        return self.kinematics.speeds

    @property
    def labels(self) -> tuple[str, ...]:
        """Names of all variables of the highest order: rows of R and S, columns of A."""
        return self.kinematics.accelerations

    @property
    def inputs(self) -> tuple[str, ...]:
        """Names of all inputs."""
        every = (*self.own_inputs, *(name for child in self.children for name in child.inputs))
        return tuple(dict.fromkeys(every))

    @cached_property
    def rates(self) -> Mapping[str, Any]:
        """Rates of all coordinates and speeds, by name."""
        return {name_of(x): rate for x, rate in self.kinematics.rates.items()}

    @cached_property
    def constraint_order(self) -> int:
        """ν°: the least order from which on all constraints are affine and all variables trivial."""
        orders = [constraint.affine_from for constraint in self.constraints]
        orders += (
            [2] if self.own_kinematics.has_own_accelerations else [0 if self.own_kinematics.is_trivial else 1]
        )
        return max([*orders, *(child.constraint_order for child in self.children)])

    # ---- rows

    @cached_property
    def A(self) -> LabelledMatrix:
        """A⊕: factors of the variables of second order in its own constraints; columns are all variables."""
        return _rows({constraint.name: constraint.A for constraint in self.constraints}, self.labels)

    @cached_property
    def b(self) -> LabelledMatrix:
        """b⊕: what is left of its own constraints without them: A a + b = 0."""
        return labelled_column({constraint.name: constraint.b for constraint in self.constraints})

    @cached_property
    def all_constraints(self) -> tuple[NodeConstraint, ...]:
        """Constraints of this node and all below it."""
        return (
            *(constraint for child in self.children for constraint in child.all_constraints),
            *self.constraints,
        )

    @cached_property
    def full_A(self) -> LabelledMatrix:
        """A of this node and all below it."""
        return _rows({constraint.name: constraint.A for constraint in self.all_constraints}, self.labels)

    @cached_property
    def full_b(self) -> LabelledMatrix:
        """b of this node and all below it."""
        return labelled_column({constraint.name: constraint.b for constraint in self.all_constraints})

    def matrix_of_order(self, order: int) -> LabelledMatrix:
        """A of this node and all below it, read off the constraints of another order: the same from ν° on."""
        if order < self.constraint_order:
            raise FormulationError(
                f"{self.name}: the constraints are affine and the variables trivial from order "
                f"{self.constraint_order} on, not from {order}"
            )
        kinematics = self.kinematics
        residuals = [constraint.by_order[min(order, 2)] for constraint in self.all_constraints]
        names_of_order = {0: self.coordinates, 1: self.speeds}
        variables = list(map(symbol, names_of_order[order]) if order in names_of_order else kinematics.highest)
        for _ in range(order - 2):
            residuals = [kinematics.derivative(x) for x in residuals]
            variables = [symbol(f"{name_of(x)}'") for x in variables]
        entries = (
            jacobian(np.array(residuals, dtype=object), np.array(variables, dtype=object))
            if residuals and variables
            else np.zeros((0, 0))
        )
        names = tuple(constraint.name for constraint in self.all_constraints)
        columns = self.labels
        if order == 0:
            by_rate = {kinematics.rates[symbol(name)]: name for name in self.coordinates}
            speeds = {name: symbol(name) for name in self.speeds}
            columns = tuple(next(s for s, x in speeds.items() if by_rate.get(x) == q) for q in self.coordinates)
        return LabelledMatrix(names, columns, entries)

    # ---- the recursion

    @cached_property
    def R(self) -> LabelledMatrix:
        """What children leave free: ones on its own variables, S of each child."""
        whole = assembled([identity(self.own_kinematics.accelerations), *(child.S for child in self.children)])
        return whole.block(self.labels)

    @cached_property
    def free(self) -> tuple[str, ...]:
        """Names of what children leave free, and its own variables: columns of R."""
        return (
            *self.own_kinematics.accelerations,
            *(name for child in self.children for name in child.independent),
        )

    @cached_property
    def label_set(self) -> frozenset[str]:
        """Names of all variables of the highest order."""
        return frozenset(self.labels)

    def R_row(self, label: str) -> Mapping[str, Any]:
        """A row of R: entries that are not zero, by column."""
        if label in self.own_kinematics.accelerations:
            return {label: 1.0}
        return next(child.S_row(label) for child in self.children if label in child.label_set)

    def S_row(self, label: str) -> Mapping[str, Any]:
        """A row of S = R C: S itself stays a product, and is looked at where rows of a parent need it."""
        if not self.constraints:
            return self.R_row(label)
        if label not in self._S_rows:
            entries: dict[str, Any] = dict.fromkeys(self.independent, 0.0)
            for name, x in self.R_row(label).items():
                for column, y in zip(self.C.columns, self.C.entries[self._C_places[name]], strict=True):
                    if not is_zero(y):
                        entries[column] = entries[column] + x * y
            self._S_rows[label] = {name: x for name, x in entries.items() if not is_zero(x)}
        return self._S_rows[label]

    @cached_property
    def _S_rows(self) -> dict[str, Mapping[str, Any]]:
        return {}

    @cached_property
    def _C_places(self) -> Mapping[str, int]:
        return {name: k for k, name in enumerate(self.C.rows)}

    @cached_property
    def B(self) -> LabelledMatrix:
        """A⊕ R: its own constraints in what children leave free."""
        entries = np.full((len(self.constraints), len(self.free)), 0.0, dtype=object)
        place = {name: k for k, name in enumerate(self.free)}
        for i, constraint in enumerate(self.constraints):
            for label, x in constraint.A.items():
                for column, y in self.R_row(label).items():
                    entries[i, place[column]] = entries[i, place[column]] + x * y
        return LabelledMatrix(tuple(constraint.name for constraint in self.constraints), self.free, entries)

    @cached_property
    def C(self) -> LabelledMatrix:
        """What its own constraints leave free of that: B C = 0."""
        return self.complement.matrix(self.rows) if self.constraints else identity(self.free)

    @cached_property
    def independent(self) -> tuple[str, ...]:
        """Names of the independent variables: columns of C and S."""
        return self.complement.labels(self.rows) if self.constraints else self.free

    @cached_property
    def rows(self) -> NodeRows:
        """Its rows, and states to judge them in."""
        return NodeRows(self.name, self.B, lambda: self.admissible_states)

    @cached_property
    def admissible_states(self) -> list[dict[Node, float]]:
        """Some states that all its constraints allow, by variable; none if none were found."""
        return admissible_states(self.kinematics, self.all_constraints, self.all_default_values)

    @cached_property
    def S(self) -> LabelledMatrix:
        """R C: all variables in terms of the independent ones."""
        return self.R @ self.C

    @property
    def degrees_of_freedom(self) -> int:
        """ν#: how many variables are independent."""
        return len(self.independent)

    @cached_property
    def f(self) -> LabelledMatrix:
        """Forces along what children leave free: its own, and f̄ of the children."""
        external = self.R.T @ self.own_forces if self.own_forces.rows else _none(self.R.columns)
        return assembled([_none(self.R.columns), external, *(child.f_bar for child in self.children)])

    @cached_property
    def f_bar(self) -> LabelledMatrix:
        """f̄ = Cᵀ f: forces along the independent variables, which are zero along every motion."""
        return self.C.T @ self.f

    @cached_property
    def all_forces(self) -> LabelledMatrix:
        """Effective forces along all variables, those of all levels, before any constraint is used."""
        every = [_none(self.labels), self.own_forces, *(child.all_forces for child in self.children)]
        return assembled(every).block(self.labels)

    @cached_property
    def M(self) -> LabelledMatrix:
        """Factors of the variables of second order in the effective forces, which are forces − M a."""
        F = self.all_forces.entries[:, 0]
        highest = np.array(self.kinematics.highest, dtype=object)
        return LabelledMatrix(self.labels, self.labels, jacobian(-F, highest) if len(F) else [])

    @cached_property
    def forces(self) -> LabelledMatrix:
        """Effective forces without accelerations."""
        zero = dict.fromkeys(self.kinematics.highest, 0.0)
        return self.all_forces.mapped(lambda F: substitute(F, zero) if F.size else F)

    @property
    def has_dependent_rows(self) -> bool:
        """Whether some node counts rows as repetitions of others; those that may contradict each other do not."""
        is_dependent = (
            len(self.free) - len(self.independent) < len(self.constraints)
            and not self.complement.allows_incompatible_rows
        )
        return is_dependent or any(child.has_dependent_rows for child in self.children)

    def particular(self, right: LabelledMatrix) -> LabelledMatrix:
        """Variables of second order that meet A a = `right`, a column by rows of this node and all below it.

        Level by level: children meet their rows, and this node its own in what they leave free.
        """
        e = assembled([_none(self.labels), *(child.particular(right) for child in self.children)])
        if not self.constraints:
            return e
        rest = right.block(self.A.rows) - self.A @ e
        return e + self.R @ self.complement.particular(self.rows, rest)

    def flat(self, complement: Complement | None = None) -> Subsystem:
        """The same system as one leaf: all variables, constraints and forces at once, nothing in between."""
        return Subsystem(
            *(self.name, (), self.kinematics, self.all_constraints, self.all_forces, None),
            *(complement or Independent(*self.independent), self.inputs, self.all_default_values),
            touching=self.all_touching,
        )

    # ---- to first order

    @cached_property
    def first_order(self) -> Mapping[str, FirstOrderForm]:
        """What the node itself gives to a linear model, with derivatives: made once for all references."""
        second = labelled_column({constraint.name: constraint.by_order[2] for constraint in self.constraints})
        return {
            name: FirstOrderForm(X) for name, X in (("A", self.A), ("forces", self.own_forces), ("second", second))
        }

    @cached_property
    def levels(self) -> tuple[FirstOrderForm, FirstOrderForm]:
        """Constraints of this node and all below it, of order 0 and 1."""
        constraints = self.all_constraints
        zero = {
            constraint.name: constraint.by_order[0]
            for constraint in constraints
            if constraint.by_order[0] is not None
        }
        first = {
            constraint.name: constraint.by_order[1]
            for constraint in constraints
            if constraint.by_order[1] is not None
        }
        kept = dict(self.kinematics.kept)
        return FirstOrderForm(labelled_column(kept | zero)), FirstOrderForm(labelled_column(first))

    @cached_property
    def rate_forms(self) -> FirstOrderForm:
        """Rates of all coordinates and speeds."""
        names = (*self.coordinates, *self.speeds)
        return FirstOrderForm(labelled_column({name: self.rates[name] for name in names}))

    # ---- other names

    def renamed(
        self,
        name: str,
        *,
        names: Mapping[str, str] | None = None,
        shared: tuple[str, ...] = (),
        replaced: Mapping[str, Any] | None = None,
    ) -> Subsystem:
        """The same subsystem under a name, which stands before all of its own: `left/x`, `left/mass`.

        Under `names` some get others instead. Those that are `shared` keep theirs: parameters and inputs of the
        whole. Parameters may also be `replaced` by numbers or expressions.
        """
        new_names = dict(names or {})
        self._check_names((*new_names, *shared, *(replaced or {})))
        if wrong := [x for x in replaced or {} if x not in self.parameters]:
            raise FormulationError(
                f"{self.name}: {wrong[0]!r} is no parameter, so it cannot be replaced; a variable is held by "
                "a constraint"
            )

        def rename(old: str) -> str:
            # v' is the rate of v
            plain = old.rstrip("'")
            primes = old[len(plain) :]
            if old in new_names or plain in new_names:
                return new_names.get(old) or new_names[plain] + primes
            return old if plain in shared else f"{name}/{old}"

        copy = self._with(Renaming(rename, replaced), name)
        every = (*copy.coordinates, *copy.speeds)
        if twice := [x for x in every if every.count(x) > 1]:
            raise FormulationError(
                f"{self.name}: two variables would be called {twice[0]!r}; each has its own name"
            )
        return copy

    def _with(self, renaming: Renaming, name: str) -> Subsystem:
        motion = self.motion and MotionVariables(*map(renaming.matrix, (self.motion.V, self.motion.forces)))
        return replace(
            self,
            name=name,
            children=tuple(child._with(renaming, f"{name}/{child.name}") for child in self.children),
            own_kinematics=self.own_kinematics.renamed(renaming),
            constraints=tuple(constraint.renamed(renaming) for constraint in self.constraints),
            own_forces=renaming.column(self.own_forces),
            motion=motion,
            complement=self.complement.renamed(renaming),
            own_inputs=tuple(map(renaming.name, self.own_inputs)),
            default_values={renaming.name(x): value for x, value in self.default_values.items()},
            model=None,
        )

    def _check_names(self, names: Any) -> None:
        from_parameters = self.parameters
        present = {*self.coordinates, *self.speeds, *self.labels, *self.inputs, *from_parameters}
        present |= {constraint.name for constraint in self.all_constraints}
        if unknown := [name for name in names if name not in present]:
            raise FormulationError(
                f"{self.name}: there is nothing called {unknown[0]!r} to be renamed, shared or replaced; there "
                f"are {', '.join(sorted(present))}"
            )

    @cached_property
    def all_default_values(self) -> Mapping[str, float]:
        """Usual values of all coordinates, where they are not zero."""
        values = dict(self.default_values)
        for child in self.children:
            values |= child.all_default_values
        return values

    @cached_property
    def parameters(self) -> Mapping[str, float]:
        """Names and default values of the open parameters."""
        return joined_parameters(self)

    # ---- equations

    @cached_property
    def equations(self) -> Equations:
        """One `Equations` with the rows of all levels; accelerations are got level by level."""
        if self.model is not None:
            return model_equations(self)
        check_untouched(self.name, self.all_touching)
        return joined_equations(self)

    def explain(self) -> Explanation:
        """The algorithm node by node, leaves first: every matrix with its names, and how long it took."""
        return explained(self)

    def __repr__(self) -> str:
        kind = f"of {', '.join(child.name for child in self.children)}" if self.children else "leaf"
        return (
            f"<Subsystem {self.name!r}, {kind}: {len(self.coordinates)} coordinates, {len(self.speeds)} speeds, "
            f"{len(self.all_constraints)} constraints>"
        )


def check_untouched(name: str, touching: Collection[str]) -> None:
    """Raise if something would be left out of equations that know variables only, not the parts of a model."""
    for part in touching:
        raise FormulationError(
            f"{name!r} has the {part}, which modules do not carry yet, so it would be left out: put all parts "
            "into one da.Model and simulate that, or leave it out of the model"
        )


def _rows(rows: Mapping[str, Mapping[str, Any]], labels: tuple[str, ...]) -> LabelledMatrix:
    entries = np.full((len(rows), len(labels)), 0.0, dtype=object)
    place = {name: k for k, name in enumerate(labels)}
    for i, factors in enumerate(rows.values()):
        for name, x in factors.items():
            entries[i, place[name]] = x
    return LabelledMatrix(tuple(rows), labels, entries)


def _none(labels: tuple[str, ...]) -> LabelledMatrix:
    """A column of zeros."""
    return LabelledMatrix(labels, ("",), np.zeros((len(labels), 1)))
