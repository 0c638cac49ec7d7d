"""Nodes of trees of systems as recursions over the tree read them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from dalembert.expr.node import Node, Scalar
from dalembert.model.model import Model
from dalembert.modules.complements import Complement, NodeRows
from dalembert.modules.labelled_matrix import LabelledMatrix
from dalembert.modules.node_constraints import NodeConstraint
from dalembert.modules.node_kinematics import Kinematics
from dalembert.modules.placed_bodies import PlacedBody
from dalembert.modules.touching_model import TouchingModel


@dataclass(frozen=True, eq=False)
class MotionVariables:
    """Motion variables v of any order that a user chose, their effective forces f′, and V = ∂v/∂q."""

    V: LabelledMatrix
    """∂v/∂q of second order: rows are the motion variables, columns the variables of the subsystem."""

    forces: LabelledMatrix
    """f′: effective forces, active ones and those of inertia, by motion variable."""

    @property
    def along_variables(self) -> LabelledMatrix:
        """Vᵀ f′."""
        return self.V.T @ self.forces


class SystemNode(Protocol):
    """A node of a tree of systems; `Subsystem` is the class behind it, and describes its members."""

    @property
    def name(self) -> str: ...

    @property
    def bodies(self) -> tuple[PlacedBody, ...]: ...

    @property
    def children(self) -> tuple[SystemNode, ...]: ...

    @property
    def model(self) -> Model | None: ...

    # ---- variables and rows

    @property
    def own_kinematics(self) -> Kinematics: ...

    @property
    def kinematics(self) -> Kinematics: ...

    @property
    def labels(self) -> tuple[str, ...]: ...

    @property
    def label_set(self) -> frozenset[str]: ...

    @property
    def rates(self) -> Mapping[str, Scalar]: ...

    @property
    def inputs(self) -> tuple[str, ...]: ...

    @property
    def parameters(self) -> Mapping[str, float]: ...

    @property
    def units(self) -> Mapping[str, str]: ...

    @property
    def all_default_values(self) -> Mapping[str, float]: ...

    @property
    def constraints(self) -> tuple[NodeConstraint, ...]: ...

    @property
    def all_constraints(self) -> tuple[NodeConstraint, ...]: ...

    @property
    def admissible_states(self) -> list[dict[Node, float]]: ...

    @property
    def coordinates(self) -> tuple[str, ...]: ...

    @property
    def speeds(self) -> tuple[str, ...]: ...

    @property
    def constraint_order(self) -> int: ...

    # ---- the recursion

    @property
    def A(self) -> LabelledMatrix: ...

    @property
    def b(self) -> LabelledMatrix: ...

    @property
    def R(self) -> LabelledMatrix: ...

    @property
    def B(self) -> LabelledMatrix: ...

    @property
    def C(self) -> LabelledMatrix: ...

    @property
    def S(self) -> LabelledMatrix: ...

    @property
    def free(self) -> tuple[str, ...]: ...

    @property
    def independent(self) -> tuple[str, ...]: ...

    @property
    def degrees_of_freedom(self) -> int: ...

    @property
    def complement(self) -> Complement: ...

    @property
    def rows(self) -> NodeRows: ...

    @property
    def has_dependent_rows(self) -> bool: ...

    @property
    def full_A(self) -> LabelledMatrix: ...

    @property
    def full_b(self) -> LabelledMatrix: ...

    # ---- forces

    @property
    def motion(self) -> MotionVariables | None: ...

    @property
    def own_forces(self) -> LabelledMatrix: ...

    @property
    def own_touching(self) -> TouchingModel | None: ...

    @property
    def f(self) -> LabelledMatrix: ...

    @property
    def f_bar(self) -> LabelledMatrix: ...

    @property
    def M(self) -> LabelledMatrix: ...

    @property
    def forces(self) -> LabelledMatrix: ...

    @property
    def reaction_rows(self) -> tuple[str, ...]: ...

    def nodes(self) -> Iterator[SystemNode]:
        """All nodes below this one and itself, leaves first."""

    @property
    def touching(self) -> tuple[TouchingModel, ...]:
        """Models with contacts, stops, cables or dry friction of this node, or of those below it."""

    def with_more(
        self, constraints: tuple[NodeConstraint, ...] = (), forces: LabelledMatrix | None = None
    ) -> SystemNode:
        """The tree with more constraints and forces at its root."""

    def without(self, left_out: Collection[str]) -> SystemNode:
        """The tree without constraints of these names."""

    def with_complements(self, complement: Callable[[SystemNode], Complement]) -> SystemNode:
        """The tree with another complement at every node."""

    def R_row(self, label: str) -> Mapping[str, Scalar]:
        """Entries of a row of R that are not zero, by column."""

    def particular(self, right: LabelledMatrix) -> LabelledMatrix:
        """Variables of second order that meet A a = right, level by level."""
