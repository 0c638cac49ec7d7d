"""Models of models: each module derived by its own principle, once, and joined level by level."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from dalembert.equations.value import Equations
from dalembert.errors import FormulationError
from dalembert.expr.node import inputs_of, name_of
from dalembert.expr.sparse_matrix import products
from dalembert.expr.symbol_nodes import symbol
from dalembert.memo import Key
from dalembert.model.checks import check_masses
from dalembert.model.model import Model, Submodel, touching_parts
from dalembert.model.topology import floating_roots
from dalembert.modules.complements import Complement, Independent, Pivoted
from dalembert.modules.explanation import Explanation
from dalembert.modules.labelled_matrix import LabelledMatrix, labelled_column
from dalembert.modules.leaves import node_constraint
from dalembert.modules.node_kinematics import Kinematics
from dalembert.modules.released import belongs, free, joints_between, own_bodies, own_joints, released
from dalembert.modules.subsystem import Subsystem
from dalembert.principles.derive import derive
from dalembert.principles.deriving.derivation import Derivation, DerivationStep
from dalembert.principles.formulation import Principle
from dalembert.principles.recursive import Recursive
from dalembert.tree.tree import Tree

logger = logging.getLogger(__name__)


_MODULE: Key[Subsystem] = Key("module")


@dataclass(frozen=True)
class Modular:
    """A principle for each module by its name, `"left"` or `"front/left"`, and one for all others.

    What is given for a module is meant for all modules inside it that have none of their own.

    No module carries another: what is inside each moves by itself, and joints between them are constraints, whose
    multipliers drop out level by level. The equations of a module are derived once, kept with its model, and serve
    wherever that model stands, under any names.
    """

    principles: Mapping[str, Principle] = field(default_factory=dict)
    default: Principle = field(default_factory=Recursive)
    independent: Mapping[str, Complement] = field(default_factory=dict)
    """What is independent at a node, by its name, `""` for the whole; by pivots in every state unless given."""

    def __post_init__(self) -> None:
        for choices, what in (
            (self.principles, "principles"),
            (self.independent, "choices of what is independent"),
        ):
            if not isinstance(choices, Mapping):
                raise FormulationError(f"{what} are given by names of modules, {{'left': …}}, not as {choices!r}")
        if wrong := [name for name, x in self.independent.items() if not isinstance(x, Complement)]:
            raise FormulationError(
                f"what is independent in {wrong[0]!r} is an object such as modules.Independent(…), not "
                f"{self.independent[wrong[0]]!r}"
            )

    def equations(self, model: Model) -> Equations:
        """The equations of motion of a model."""
        tree = self.tree(model)
        if tree.model is not None and not tree.model.is_constrained:
            # nothing stands at its ports that would hold what has no inertia
            check_masses(tree.model.tree)
        return tree.equations

    def derivation(self, model: Model) -> Derivation:
        """The equations and how they come about, node by node; `explain` shows the same with names."""
        equations = self.equations(model)
        # pivots are not to be read; where rows depend on each other there is nothing else
        chosen = {path: Independent() for path in ("", *_paths(model))} | dict(self.independent)
        try:
            steps = [_step(node) for node in replace(self, independent=chosen).tree(model).nodes()]
        except FormulationError:
            steps = [_step(node) for node in self.tree(model).nodes()]
        return Derivation("Modular()", tuple(steps), equations)

    def tree(self, model: Model) -> Subsystem:
        """The tree of systems: every node with its matrices, inspectable by name."""
        self._check_names(model)
        if model.open_ports:
            logger.info("ports that nothing touches: %s", ", ".join(model.open_ports))
        return self._node(model, "", _numbers(model.gravity))

    def explain(self, model: Model) -> Explanation:
        """The algorithm node by node."""
        return self.tree(model).explain()

    def _check_names(self, model: Model) -> None:
        paths = ["", *_paths(model)]
        for name in (*self.principles, *self.independent):
            if name not in paths:
                raise FormulationError(
                    f"there is no module {name!r}; the modules are {', '.join(paths[1:]) or 'none'}"
                )

    def _principle(self, path: str) -> Principle:
        """That of a module, of the module around it that has one, or the usual one."""
        around = [path, *(path[:k] for k in range(len(path) - 1, 0, -1) if path[k] == "/")]
        return next((self.principles[name] for name in around if name in self.principles), self.default)

    # ---- nodes

    def _node(self, model: Model, path: str, gravity: Any) -> Subsystem:
        """The node of a model, kept with it: the same principles give the same node."""
        inner = {name: x for name, x in self.principles.items() if name == path or name.startswith(_below(path))}
        chosen = {name: x for name, x in self.independent.items() if name == path or name.startswith(_below(path))}
        key = _MODULE.of(_told(inner, path), _told(chosen, path), repr(self._principle(path)), gravity)
        return model.memo.get(key, lambda: self._made(model, path, gravity))

    def _made(self, model: Model, path: str, gravity: Any) -> Subsystem:
        name = path.rpartition("/")[2] or "whole"
        complement = self.independent.get(path, Pivoted())
        principle = self._principle(path)
        free_model = released(model, gravity)
        touching = tuple(part.label for part in touching_parts(model))
        if not model.children:
            leaf = _leaf(name, derive(free_model, principle), complement, principle)
            return replace(leaf, model=free_model, touching=touching)
        children = [self._instance(child, path, gravity) for child in model.children]
        of_no_body = [joint for joint in own_joints(model) if not joint.carries_body]
        if alone := [joint.name for joint in of_no_body if joint.coordinates]:
            raise FormulationError(
                f"the coordinate {alone[0]!r} of no body stands between modules; put it into one of them, with "
                "the constraint that says what it is, or take another principle"
            )
        if own_bodies(model) or of_no_body:
            children.append(
                _leaf("own bodies", derive(_own_model(model, gravity), principle), Pivoted(), principle)
            )
        whole = _composite(name, model, Tree(free_model), tuple(children), complement)
        return replace(whole, model=free_model, touching=touching)

    def _instance(self, child: Submodel, path: str, gravity: Any) -> Subsystem:
        """The node of a module, under the names of this copy of it."""
        of_gravity = _of_gravity(child, gravity)
        node = self._node(child.model, _below(path) + child.name, gravity)
        parameters = node.parameters
        shared = dict.fromkeys((*map(name_of, child.shared), *(name for name in of_gravity if name in parameters)))
        return node.renamed(child.name, shared=tuple(shared))


def _of_gravity(child: Submodel, gravity: Any) -> list[str]:
    """Parameters of gravity: those of the whole in every module, which has no other of such a name."""
    names = [name_of(x) for x in inputs_of(gravity) if x.op == "parameter"]
    shared = {name_of(x) for x in child.shared}
    if twice := [name for name in names if name in child.model.part_parameters and name not in shared]:
        raise FormulationError(
            f"the module {child.name!r} has a parameter {twice[0]!r} of its own, and so has gravity; give one of "
            "them another name, or share it if they are the same: Submodel(…, shared=[…])"
        )
    return names


def _step(node: Subsystem) -> DerivationStep:
    """What a node does, for who reads it without names."""
    if not node.constraints:
        why = "It has no rows of its own: what its children leave free stays free."
        return DerivationStep(node.name, why, {r"\bar{f}": node.f_bar.entries[:, 0]})
    why = (
        "Its rows in what its children leave free are B; C spans what they allow, and forces along that are zero."
    )
    results = {"B": node.B.entries, "C": node.C.entries, r"\bar{f}": node.f_bar.entries[:, 0]}
    return DerivationStep(node.name, why, results)


def _leaf(name: str, eom: Equations, complement: Complement, principle: Any) -> Subsystem:
    """Equations of a module as a leaf."""
    owner = f"the module {name!r} by {type(principle).__name__}"
    if eom.variables.momentum_coordinates or eom.variables.own_speeds is not None:
        raise FormulationError(f"{owner} has other speeds than its joints; take a principle in these")
    if eom.reaction_dependent_forces.loads.laws or not eom.is_ideal:
        raise FormulationError(f"{owner} has forces that depend on reactions, which only the whole knows")
    a = eom.a
    F = eom.balance.forces - products(eom.entries.M, a)
    rates = dict(zip(eom.q, eom.rates, strict=True)) | dict(zip(map(symbol, eom.speeds), a, strict=True))
    kept = tuple((f"{name}: relation {k}", x) for k, x in enumerate(eom.c, 1))
    return Subsystem(
        name,
        (),
        Kinematics(eom.coordinates, eom.speeds, eom.speeds, tuple(a), rates, kept),
        tuple(node_constraint(row, eom.speeds, a) for row in eom.constraint_rows),
        labelled_column(dict(zip(eom.speeds, F, strict=True))),
        complement=complement,
        own_inputs=eom.inputs,
        default_values=dict(zip(eom.coordinates, eom.variables.default_values, strict=True)),
    )


def _composite(
    name: str, model: Model, tree: Tree, children: tuple[Subsystem, ...], complement: Complement
) -> Subsystem:
    """Modules joined by the joints, constraints and forces between them."""
    v, kinematics = tree.variables, tree.kinematics
    a = np.array([symbol(f"{speed}'") for speed in v.speeds], dtype=object)
    rows = [row for row in tree.constraints.rows if not _is_inside(row.row.part, model, children)]
    names = [force.name for force in model.forces if not belongs(force.name, model)]
    forces = np.full(len(v.speeds), 0.0, dtype=object)
    for force in names:
        forces = forces + kinematics.generalized_loads(kinematics.loads[force])
    if tree.reaction_dependent_forces.loads.laws:
        raise FormulationError(
            f"the module {name!r} has forces that depend on reactions, which only the whole knows"
        )
    return Subsystem(
        name,
        children,
        _counted(model, tree),
        tuple(node_constraint(row, v.speeds, a) for row in rows),
        LabelledMatrix(v.speeds, ("",), forces[:, None]) if names else labelled_column({}),
        complement=complement,
        own_inputs=tuple(x for x in v.inputs if not belongs(x, model)),
    )


def _is_inside(part: str, model: Model, children: tuple[Subsystem, ...]) -> bool:
    """Whether a constraint is one of a module, or of the model's own bodies alone."""
    parts = {
        constraint.row.part
        for child in children
        if child.name == "own bodies"
        for constraint in child.all_constraints
    }
    return belongs(part, model) or part in parts


def _counted(model: Model, tree: Tree) -> Kinematics:
    """Angles of joints between modules that count turns: extra coordinates."""
    names = [name for name in tree.variables.counted if not belongs(name, model)]
    rates = dict(zip(tree.variables.q, tree.motion.rates, strict=True))
    return Kinematics(tuple(names), (), (), (), {symbol(name): rates[symbol(name)] for name in names})


def _own_model(model: Model, gravity: Any) -> Model:
    """The bodies that belong to no module, and the joints among them alone."""
    between = joints_between(model)
    joints = [joint for joint in own_joints(model) if joint.name not in between]
    kept = [joint for joint in joints if joint.name not in model.cut]
    frees = [free(body) for body in floating_roots(kept, own_bodies(model))]
    return Model(*frees, *joints, gravity=gravity, cut=[x for x in model.cut if x in {j.name for j in joints}])


def _paths(model: Model, path: str = "") -> list[str]:
    """Names of all modules inside a model."""
    paths = []
    for child in model.children:
        inner = _below(path) + child.name
        paths += [inner, *_paths(child.model, inner)]
    return paths


def _below(path: str) -> str:
    return f"{path}/" if path else ""


def _told(chosen: Mapping[str, Any], path: str) -> str:
    """Choices for a module as seen from it."""
    return repr(sorted((name.removeprefix(path), repr(x)) for name, x in chosen.items()))


def _numbers(gravity: Any) -> tuple[Any, ...]:
    return tuple(gravity)
