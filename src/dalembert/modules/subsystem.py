"""A node of a tree of systems: its variables, rows and forces, and all matrices of the recursive algorithm.

```
R = (1⊕, S of the children)      B = A⊕ R      B C = 0      S = R C
f = (f⊕, f̄ of the children)      f̄ = Cᵀ f
```

Source: Orsino 2016, theorem 2.10 and table 4.1.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Unpack

import numpy as np

from dalembert.equations.equations import Equations
from dalembert.errors import FormulationError
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Node, Scalar, name_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.model.model import Model
from dalembert.modules.admissible_states import admissible_states
from dalembert.modules.complements import Complement, Independent, NodeRows, Pivoted
from dalembert.modules.explanation import Explanation, explained
from dalembert.modules.explicit_model import ExplicitModel, explicit_model
from dalembert.modules.first_order_forms import first_order_forms, level_forms, rate_forms
from dalembert.modules.joining import joined_equations, joined_parameters
from dalembert.modules.joining_with_contacts import joined_with_contacts
from dalembert.modules.labelled_matrix import LabelledMatrix, assembled, identity, labelled_column
from dalembert.modules.linear_matrix import FirstOrderForm
from dalembert.modules.matrices_by_order import matrix_of_order
from dalembert.modules.model_equations import model_equations
from dalembert.modules.new_names import renaming_of
from dalembert.modules.node_constraints import NodeConstraint
from dalembert.modules.node_kinematics import Kinematics
from dalembert.modules.placed_bodies import PlacedBody
from dalembert.modules.plain_solves import without_solves
from dalembert.modules.renaming import Renaming
from dalembert.modules.singular_choices import singular_choices
from dalembert.modules.symbolic_solution import SymbolicSolver, unchanged
from dalembert.modules.system_form import SystemForm, system_form
from dalembert.modules.system_node import MotionVariables, SystemNode
from dalembert.modules.touching_model import TouchingModel, touching_labels, whole_model
from dalembert.modules.tree_reactions import rows_of_multipliers
from dalembert.state import State, StateValues
from dalembert.symbolic.equation_text import DISPLAY_SECONDS


@dataclass(frozen=True, eq=False, repr=False)
class Subsystem:
    """A node of a tree of systems, with its children; made by `da.modules.subsystem` and `da.modules.leaf`.

    Every matrix is made when it is asked for: a step that nobody looks at costs nothing. Rows and
    columns have the names of the variables of the highest order, which are those of the speeds, unless
    accelerations have names of their own.
    """

    name: str
    children: tuple[Subsystem, ...]
    own_kinematics: Kinematics
    """Extra variables of the node (all variables of a leaf) and their rates."""

    constraints: tuple[NodeConstraint, ...]
    """Constraints of the node itself: of a composite those between its children."""

    own_forces: LabelledMatrix
    """f⊕: effective forces that are given at this node, along any of its variables."""

    motion: MotionVariables | None = None
    complement: Complement = field(default_factory=Independent)
    own_inputs: tuple[str, ...] = ()
    default_values: Mapping[str, float] = field(default_factory=dict)
    """Default values of coordinates of the node, zero for others."""

    model: Model | None = None
    """Model of bodies that the node was made of, under the same names; None if there is none."""

    own_touching: TouchingModel | None = None
    """Model with contacts, stops, cables or dry friction whose equations the node is; None if there are none."""

    own_bodies: tuple[PlacedBody, ...] = ()
    """Bodies that a leaf stands for, which pictures show."""

    own_units: Mapping[str, str] = field(default_factory=dict)
    """Units of variables, inputs and parameters that are given here, and of rates, by name."""

    usual_units: Mapping[str, str] = field(default_factory=dict)
    """Units of variables of bodies and models, in SI; a factor 1 that nobody sees may be of any such unit."""

    def __getstate__(self) -> dict[str, object]:
        # fields only, without cached matrices
        return {part.name: getattr(self, part.name) for part in fields(self)}

    # ---- the tree

    def nodes(self) -> Iterator[Subsystem]:
        """All nodes below this one and itself, leaves first."""
        for child in self.children:
            yield from child.nodes()
        yield self

    @property
    def bodies(self) -> tuple[PlacedBody, ...]:
        """Bodies of all leaves below this node, under the names of these, with their places in its variables."""
        return tuple(
            replace(body, name=node.name if len(node.own_bodies) == 1 else f"{node.name}/{body.name}")
            for node in self.nodes()
            for body in node.own_bodies
        )

    @property
    def touching(self) -> tuple[TouchingModel, ...]:
        """Models with contacts, stops, cables or dry friction of this node, or of those below it."""
        if self.own_touching is not None:
            return (self.own_touching,)
        return tuple(one for child in self.children for one in child.touching)

    def __getitem__(self, name: str) -> Subsystem:
        """The direct child of this name."""
        for child in self.children:
            if child.name in (name, f"{self.name}/{name}"):
                return child
        raise FormulationError(
            f"{self.name!r} has no child {name!r}; it has {', '.join(x.name for x in self.children) or 'none'}"
        )

    def without(self, left_out: Collection[str]) -> Subsystem:
        """Tree without constraints of these names; the others of such a node count as independent."""
        kept = tuple(constraint for constraint in self.constraints if constraint.name not in left_out)
        children = tuple(child.without(left_out) for child in self.children)
        complement = self.complement.with_rank(len(kept)) if len(kept) < len(self.constraints) else self.complement
        return replace(self, children=children, constraints=kept, complement=complement)

    def with_more(
        self, constraints: tuple[NodeConstraint, ...] = (), forces: LabelledMatrix | None = None
    ) -> Subsystem:
        """Tree with more constraints and forces at its root; independent variables are chosen by pivots then."""
        own_forces = self.own_forces if forces is None else self.own_forces + forces
        if not constraints:
            return replace(self, own_forces=own_forces)
        return replace(
            self,
            own_forces=own_forces,
            constraints=(*self.constraints, *constraints),
            complement=Pivoted(),
        )

    def with_complements(self, complement: Callable[[SystemNode], Complement]) -> Subsystem:
        """The tree with another complement at every node."""
        children = tuple(child.with_complements(complement) for child in self.children)
        return replace(self, children=children, complement=complement(self))

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
    def rates(self) -> Mapping[str, Scalar]:
        """Rates of all coordinates and speeds as plain expressions, by name."""
        rates = without_solves(self.kinematics.rates.values(), SymbolicSolver(self.name, unchanged))
        return dict(zip(map(name_of, self.kinematics.rates), rates, strict=True))

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
        return self._grouped(
            _rows({constraint.name: constraint.A for constraint in self.constraints}, self.labels)
        )

    @cached_property
    def b(self) -> LabelledMatrix:
        """b⊕: terms without variables of second order in its own constraints, A a + b = 0."""
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
        A = {constraint.name: constraint.A for constraint in self.all_constraints}
        return self._grouped(_rows(A, self.labels))

    @cached_property
    def full_b(self) -> LabelledMatrix:
        """b of this node and all below it."""
        return labelled_column({constraint.name: constraint.b for constraint in self.all_constraints})

    def matrix_of_order(self, order: int) -> LabelledMatrix:
        """A of this node and all below it, read off the constraints of another order: the same from ν° on."""
        return matrix_of_order(self, order)

    # ---- the recursion

    @cached_property
    def R(self) -> LabelledMatrix:
        """R: ones on the extra variables of the node, S of each child."""
        whole = assembled([identity(self.own_kinematics.accelerations), *(child.S for child in self.children)])
        return self._grouped(whole.block(self.labels))

    def _grouped(self, X: LabelledMatrix) -> LabelledMatrix:
        """A matrix of the node, whose blocks may be asked for by groups of names."""
        return replace(X, groups=self.group)

    def group(self, name: str) -> Collection[str]:
        """Names that a name stands for: `#`, `*`, `⊕`, or a node below; empty if it stands for none."""
        if name == "#":
            return self.independent
        if name == "*":
            return {*self.labels, *self.free}.difference(self.independent)
        if name == "⊕":
            return (*self.own_kinematics.accelerations, *(constraint.name for constraint in self.constraints))
        below = (
            node for child in self.children for node in child.nodes() if name in (node.name, f"{self.name}/{name}")
        )
        rows = {
            x for node in below for x in (*node.labels, *node.independent, *(y.name for y in node.all_constraints))
        }
        return rows

    @cached_property
    def free(self) -> tuple[str, ...]:
        """Names of the extra variables and of the independent variables of the children: columns of R."""
        return (
            *self.own_kinematics.accelerations,
            *(name for child in self.children for name in child.independent),
        )

    @cached_property
    def label_set(self) -> frozenset[str]:
        """Names of all variables of the highest order."""
        return frozenset(self.labels)

    def R_row(self, label: str) -> Mapping[str, Scalar]:
        """Entries of a row of R that are not zero, by column."""
        if label in self.own_kinematics.accelerations:
            return {label: 1.0}
        return next(child.S_row(label) for child in self.children if label in child.label_set)

    def S_row(self, label: str) -> Mapping[str, Scalar]:
        """Entries of a row of S = R C that are not zero, by column, without making S."""
        if not self.constraints:
            return self.R_row(label)
        if label not in self._S_rows:
            entries: dict[str, Scalar] = dict.fromkeys(self.independent, 0.0)
            for name, x in self.R_row(label).items():
                for column, y in zip(self.C.columns, self.C.entries[self._C_places[name]], strict=True):
                    if not is_zero(y):
                        entries[column] = entries[column] + x * y
            self._S_rows[label] = {name: x for name, x in entries.items() if not is_zero(x)}
        return self._S_rows[label]

    @cached_property
    def _S_rows(self) -> dict[str, Mapping[str, Scalar]]:
        return {}

    @cached_property
    def _C_places(self) -> Mapping[str, int]:
        return {name: k for k, name in enumerate(self.C.rows)}

    @cached_property
    def B(self) -> LabelledMatrix:
        """B = A⊕ R: constraints of the node in the variables that its children leave free."""
        entries = np.full((len(self.constraints), len(self.free)), 0.0, dtype=object)
        place = {name: k for k, name in enumerate(self.free)}
        for i, constraint in enumerate(self.constraints):
            for label, x in constraint.A.items():
                for column, y in self.R_row(label).items():
                    entries[i, place[column]] = entries[i, place[column]] + x * y
        names = tuple(constraint.name for constraint in self.constraints)
        return self._grouped(LabelledMatrix(names, self.free, entries))

    @cached_property
    def C(self) -> LabelledMatrix:
        """Orthogonal complement C of the constraints of the node: B C = 0."""
        return self._grouped(self.complement.matrix(self.rows) if self.constraints else identity(self.free))

    @cached_property
    def independent(self) -> tuple[str, ...]:
        """Names of the independent variables: columns of C and S."""
        return self.complement.labels(self.rows) if self.constraints else self.free

    @cached_property
    def singular_choices(self) -> tuple[str, ...]:
        """Sentences on nodes whose independent variables do not determine the others in some state; else empty.

        Denominators of the complements are followed to their zeros by Newton's method from admissible states.
        """
        return singular_choices(self)

    @cached_property
    def rows(self) -> NodeRows:
        """Rows B of the node, with admissible states in which they are judged."""
        return NodeRows(self.name, self.B, lambda: self.admissible_states)

    @cached_property
    def admissible_states(self) -> list[dict[Node, float]]:
        """Some states that all constraints allow, by variable; empty if none were found."""
        return admissible_states(self.kinematics, self.all_constraints, self.all_default_values)

    @cached_property
    def S(self) -> LabelledMatrix:
        """S = R C: all variables by the independent ones."""
        return self._grouped(self.R @ self.C)

    @property
    def degrees_of_freedom(self) -> int:
        """ν#: number of independent variables."""
        return len(self.independent)

    @cached_property
    def f(self) -> LabelledMatrix:
        """Forces f along the columns of R: those of the node, and f̄ of the children."""
        external = self.R.T @ self.own_forces if self.own_forces.rows else _zero_column(self.R.columns)
        every = [_zero_column(self.R.columns), external, *(child.f_bar for child in self.children)]
        return self._grouped(assembled(every))

    @cached_property
    def f_bar(self) -> LabelledMatrix:
        """f̄ = Cᵀ f: effective forces along the independent variables, which are zero along every motion."""
        return self.C.T @ self.f

    @cached_property
    def all_forces(self) -> LabelledMatrix:
        """Effective forces of all levels along all variables, before any constraint is used."""
        every = [_zero_column(self.labels), self.own_forces, *(child.all_forces for child in self.children)]
        return assembled(every).block(self.labels)

    @cached_property
    def reaction_rows(self) -> tuple[str, ...]:
        """Names of the constraints on whose multipliers forces of this node and all below it depend."""
        below = [row for child in self.children for row in child.reaction_rows]
        return tuple(dict.fromkeys([*below, *rows_of_multipliers(self.own_forces.entries.flat)]))

    @cached_property
    def M(self) -> LabelledMatrix:
        """Mass matrix: effective forces are forces − M a."""
        F = self.all_forces.entries[:, 0]
        highest = np.array(self.kinematics.highest, dtype=object)
        return LabelledMatrix(self.labels, self.labels, jacobian(-F, highest) if len(F) else np.zeros((0, 0)))

    @cached_property
    def forces(self) -> LabelledMatrix:
        """Effective forces without accelerations."""
        zero = dict.fromkeys(self.kinematics.highest, 0.0)
        return self.all_forces.mapped(lambda F: substitute(F, zero) if F.size else F)

    @property
    def has_dependent_rows(self) -> bool:
        """Whether some node has redundant rows, other than those that may be incompatible."""
        is_dependent = (
            len(self.free) - len(self.independent) < len(self.constraints)
            and not self.complement.allows_incompatible_rows
        )
        return is_dependent or any(child.has_dependent_rows for child in self.children)

    def particular(self, right: LabelledMatrix) -> LabelledMatrix:
        """Variables of second order that meet A a = `right`, a column by rows of this node and all below it.

        Level by level: children meet their rows, and this node its own in what they leave free.
        """
        e = assembled([_zero_column(self.labels), *(child.particular(right) for child in self.children)])
        if not self.constraints:
            return e
        rest = right.block(self.A.rows) - self.A @ e
        return e + self.R @ self.complement.particular(self.rows, rest)

    def flat(self, complement: Complement | None = None) -> Subsystem:
        """One leaf with all variables, constraints and forces of the tree."""
        return Subsystem(
            *(self.name, (), self.kinematics, self.all_constraints, self.all_forces, None),
            *(complement or self.complement_of_all, self.inputs, self.all_default_values),
            own_touching=TouchingModel(whole_model(self.touching)) if self.touching else None,
            own_bodies=self.bodies,
            own_units=self.given_units,
            usual_units=self.units,
        )

    @property
    def complement_of_all(self) -> Complement:
        """Complement of all rows of the tree at once: its independent variables, if these are variables of it."""
        if self.has_dependent_rows or not self.label_set.issuperset(self.independent):
            return Pivoted(len(self.labels) - self.degrees_of_freedom)
        return Independent(*self.independent)

    # ---- to first order

    @cached_property
    def first_order(self) -> Mapping[str, FirstOrderForm]:
        """A, forces and constraints of second order of the node, with derivatives, for all references."""
        return first_order_forms(self)

    @cached_property
    def levels(self) -> tuple[FirstOrderForm, FirstOrderForm]:
        """Constraints of this node and all below it, of order 0 and 1."""
        return level_forms(self)

    @cached_property
    def rate_forms(self) -> FirstOrderForm:
        """Rates of all coordinates and speeds."""
        return rate_forms(self)

    # ---- other names

    def renamed(
        self,
        name: str,
        *,
        names: Mapping[str, str] | None = None,
        shared: tuple[str, ...] = (),
        replaced: Mapping[str, Scalar] | None = None,
    ) -> Subsystem:
        """Copy of the subsystem under a name, which stands before all names in it: `left/x`, `left/mass`.

        `names` gives other names to some instead. Parameters and inputs that are `shared` keep theirs, as those of
        the whole. Parameters may be `replaced` by numbers or expressions of parameters.
        """
        copy = self._with(renaming_of(self, name, names, shared, replaced), name, (name, shared))
        every = (*copy.coordinates, *copy.speeds)
        if twice := [x for x in every if every.count(x) > 1]:
            raise FormulationError(
                f"{self.name}: two variables would be called {twice[0]!r}; each has its own name"
            )
        return copy

    def _with(self, renaming: Renaming, name: str, place: tuple[str, tuple[str, ...]]) -> Subsystem:
        motion = self.motion and MotionVariables(*map(renaming.matrix, (self.motion.V, self.motion.forces)))
        return replace(
            self,
            name=name,
            children=tuple(child._with(renaming, f"{name}/{child.name}", place) for child in self.children),
            own_kinematics=self.own_kinematics.renamed(renaming),
            constraints=tuple(constraint.renamed(renaming) for constraint in self.constraints),
            own_forces=renaming.column(self.own_forces),
            motion=motion,
            complement=self.complement.renamed(renaming),
            own_inputs=tuple(map(renaming.name, self.own_inputs)),
            default_values={renaming.name(x): value for x, value in self.default_values.items()},
            own_units={renaming.name(x): unit for x, unit in self.own_units.items()},
            usual_units={renaming.name(x): unit for x, unit in self.usual_units.items()},
            model=None,
            own_touching=self.own_touching and self.own_touching.inside(*place),
            own_bodies=tuple(body.renamed(renaming) for body in self.own_bodies),
        )

    @cached_property
    def all_default_values(self) -> Mapping[str, float]:
        """Default values of coordinates of the tree, zero for others."""
        values = dict(self.default_values)
        for child in self.children:
            values |= child.all_default_values
        return values

    @cached_property
    def units(self) -> Mapping[str, str]:
        """Units of variables, inputs and parameters of the tree, by name, as far as they are known."""
        usual = {name: unit for node in self.nodes() for name, unit in node.usual_units.items()}
        return {**usual, **self.given_units}

    @cached_property
    def given_units(self) -> Mapping[str, str]:
        """Units given by `units=` somewhere in the tree, and those of rates."""
        return {name: unit for node in self.nodes() for name, unit in node.own_units.items()}

    @cached_property
    def parameters(self) -> Mapping[str, float]:
        """Names and default values of the open parameters."""
        return joined_parameters(self)

    # ---- equations

    @cached_property
    def equations(self) -> Equations:
        """`Equations` of the tree with the rows of all levels; accelerations are solved level by level."""
        if self.model is not None:
            return model_equations(self)
        return joined_with_contacts(self) if self.touching else joined_equations(self)

    def reading(
        self,
        simplify: float | None = None,
        *,
        dependent: Mapping[str, Scalar] | None = None,
        variables: Iterable[str] | None = None,
    ) -> SystemForm:
        """Equations of the node as they are read: q̇ = …, A a + b = 0, f̄ = 0, without multipliers.

        simplify: seconds for shorter forms; None for expressions as they are derived.
        dependent: expressions that take the place of coordinates or speeds, by name; refused if they do not hold.
        variables: speeds that all others and their accelerations are written in, such as `node.independent`.
        """
        return system_form(self, simplify, dependent=dependent, variables=variables)

    def solved(
        self,
        simplify: float | None = None,
        *,
        dependent: Mapping[str, Scalar] | None = None,
        variables: Iterable[str] | None = None,
    ) -> ExplicitModel:
        """Explicit model: every rate and acceleration as a plain expression, checked against numbers.

        simplify: seconds for shorter forms; None for expressions as they are derived.
        dependent: expressions that take the place of coordinates or speeds, by name; refused if they do not hold.
        variables: speeds that all others are written in, such as `node.independent`.
        """
        return explicit_model(self, simplify, dependent=dependent, variables=variables)

    def state(self, **values: Unpack[StateValues]) -> State:
        """State of the equations by names, as of `Equations.state`; others have their default values."""
        return self.equations.state(**values)

    def explain(self) -> Explanation:
        """Explanation of the recursive algorithm, leaves first: every matrix with its names, and its time."""
        return explained(self)

    def __str__(self) -> str:
        return self.reading().text()

    def _repr_html_(self) -> str:
        return self.reading(DISPLAY_SECONDS).system.html()

    def __repr__(self) -> str:
        kind = f"of {', '.join(child.name for child in self.children)}" if self.children else "leaf"
        return (
            f"<Subsystem {self.name!r}, {kind}: {len(self.coordinates)} coordinates, {len(self.speeds)} speeds, "
            f"{len(self.all_constraints)} constraints>"
        )


def check_without_contacts(node: Subsystem, what: str) -> None:
    """Raise if models of a tree have contacts, stops, cables or dry friction, which `what` would leave out."""
    for label in touching_labels(node.touching):
        raise FormulationError(
            f"{node.name!r} has the {label}, which {what} would leave out; take the `equations` of the tree, "
            "or leave it out of the model"
        )


def check_without_reactions(node: Subsystem, what: str) -> None:
    """Raise if forces of a tree depend on multipliers, where `what` has no place for them."""
    for row in node.reaction_rows:
        raise FormulationError(
            f"{node.name}: a force depends on the multiplier of {row!r}, which {what} does not support; take the "
            "`equations` of the tree"
        )


def _rows(rows: Mapping[str, Mapping[str, Scalar]], labels: tuple[str, ...]) -> LabelledMatrix:
    entries = np.full((len(rows), len(labels)), 0.0, dtype=object)
    place = {name: k for k, name in enumerate(labels)}
    for i, factors in enumerate(rows.values()):
        for name, x in factors.items():
            entries[i, place[name]] = x
    return LabelledMatrix(tuple(rows), labels, entries)


def _zero_column(labels: tuple[str, ...]) -> LabelledMatrix:
    """A column of zeros."""
    return LabelledMatrix(labels, ("",), np.zeros((len(labels), 1)))
