"""Models of models: each module derived by its own principle, once, and joined level by level."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from dalembert.equations.equations import Equations
from dalembert.errors import FormulationError
from dalembert.expr.node import Scalar, inputs_of, name_of
from dalembert.expr.sparse_matrix import products
from dalembert.expr.symbol_nodes import symbol
from dalembert.memo import Key
from dalembert.model.bodies import Body, ground
from dalembert.model.checks import check_masses
from dalembert.model.joint import Joint
from dalembert.model.joints.free import Free
from dalembert.model.model import Model, Submodel, flat, on_its_bodies, touching_parts
from dalembert.model.topology import floating_roots
from dalembert.modules.complements import Complement, Independent, Pivoted
from dalembert.modules.explanation import Explanation
from dalembert.modules.labelled_matrix import LabelledMatrix, labelled_column
from dalembert.modules.node_constraints import node_constraint
from dalembert.modules.node_kinematics import Kinematics
from dalembert.modules.subsystem import Subsystem
from dalembert.modules.touching_model import without_gravity
from dalembert.principles.derive import derive
from dalembert.principles.deriving.derivation import Derivation, DerivationStep
from dalembert.principles.formulation import Principle
from dalembert.principles.recursive import Recursive
from dalembert.tree.tree import Tree

logger = logging.getLogger(__name__)


_MODULE: Key[Subsystem] = Key("module")


@dataclass(frozen=True)
class Modular:
    """Formulation of a model of models: a principle for each module by its name, `"left"` or `"front/left"`.

    The principle of a module is also that of all modules inside it that have none of their own; `default` is that
    of all others.

    No module carries another: what is inside each moves by itself, and joints between them are constraints, whose
    multipliers drop out level by level. The equations of a module are derived once, kept with its model, and serve
    wherever that model stands, under any names.

    Parameters
    ----------
    principles : dict of principles, optional
        Principle by name of a module, such as `"front/left"`; default none.
    default : principle, optional
        Principle of all other modules; default `da.Recursive()`.
    independent : dict of sequences of str, optional
        Names of independent speeds by module; default chosen.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> arm = da.Model(da.Revolute("axle", da.ground, rod))
    >>> pair = da.Model(da.Submodel("left", arm), da.Submodel("right", arm), gravity=(0, -9.81, 0))
    >>> eom = da.derive(pair, da.Modular({"left": da.Lagrange()}, default=da.Kane()))
    >>> print(eom.coordinates)
    ('left/axle', 'right/axle')
    """

    principles: Mapping[str, Principle] = field(default_factory=dict)
    default: Principle = field(default_factory=Recursive)
    independent: Mapping[str, Complement] = field(default_factory=dict)
    """Complement at a node, by its name, `""` for the whole; `Pivoted()` by default."""

    def __post_init__(self) -> None:
        for choices, what in (
            (self.principles, "principles"),
            (self.independent, "complements"),
        ):
            if not isinstance(choices, Mapping):
                raise FormulationError(f"{what} are given by names of modules, {{'left': …}}, not as {choices!r}")
        if wrong := [name for name, x in self.independent.items() if not isinstance(x, Complement)]:
            raise FormulationError(
                f"the complement of {wrong[0]!r} is an object such as modules.Independent(…), not "
                f"{self.independent[wrong[0]]!r}"
            )

    def equations(self, model: Model) -> Equations:
        """Equations of motion of a model."""
        tree = self.tree(model)
        if tree.model is not None and not tree.model.is_constrained:
            # nothing stands at its ports that would hold what has no inertia
            check_masses(tree.model.tree)
        return tree.equations

    def derivation(self, model: Model) -> Derivation:
        """Derivation of the equations, node by node; `explain` shows every matrix with its names."""
        equations = self.equations(model)
        # pivots are not to be read; where rows depend on each other there is nothing else
        chosen = {path: Independent() for path in ("", *_paths(model))} | dict(self.independent)
        try:
            steps = [_step(node) for node in replace(self, independent=chosen).tree(model).nodes()]
        except FormulationError:
            steps = [_step(node) for node in self.tree(model).nodes()]
        return Derivation("Modular()", tuple(steps), equations)

    def tree(self, model: Model) -> Subsystem:
        """Tree of systems of a model: every node with its matrices, by name."""
        self._check_names(model)
        if model.open_ports:
            logger.info("ports that nothing touches: %s", ", ".join(model.open_ports))
        return self._node(model, "", tuple(model.gravity))

    def explain(self, model: Model) -> Explanation:
        """Explanation of the recursive algorithm, node by node."""
        return self.tree(model).explain()

    def _check_names(self, model: Model) -> None:
        paths = ["", *_paths(model)]
        for name in (*self.principles, *self.independent):
            if name not in paths:
                raise FormulationError(
                    f"there is no module {name!r}; the modules are {', '.join(paths[1:]) or 'none'}"
                )

    def _principle(self, path: str) -> Principle:
        """Principle of a module: its own, that of the nearest module around it that has one, or the default."""
        around = [path, *(path[:k] for k in range(len(path) - 1, 0, -1) if path[k] == "/")]
        return next((self.principles[name] for name in around if name in self.principles), self.default)

    # ---- nodes

    def _node(self, model: Model, path: str, gravity: tuple[Scalar, ...]) -> Subsystem:
        """Node of a model, made once for the same principles, complements and gravity."""
        inner = {name: x for name, x in self.principles.items() if name == path or name.startswith(_below(path))}
        chosen = {name: x for name, x in self.independent.items() if name == path or name.startswith(_below(path))}
        choices = (_relative_choices(inner, path), _relative_choices(chosen, path))
        key = _MODULE.of(*choices, repr(self._principle(path)), gravity)
        return model.memo.get(key, lambda: self._made(model, path, gravity))

    def _made(self, model: Model, path: str, gravity: tuple[Scalar, ...]) -> Subsystem:
        name = path.rpartition("/")[2] or "whole"
        complement = self.independent.get(path, Pivoted())
        principle = self._principle(path)
        free_model = _released(model, gravity)
        touching = without_gravity(free_model) if touching_parts(model) else None
        if not model.children:
            leaf = _leaf(name, derive(free_model, principle), complement, principle)
            return replace(leaf, model=free_model, own_touching=touching)
        children = [self._instance(child, path, gravity) for child in model.children]
        of_no_body = [joint for joint in _own_joints(model) if not joint.carries_body]
        if alone := [joint.name for joint in of_no_body if joint.coordinates]:
            raise FormulationError(
                f"the coordinate {alone[0]!r} belongs to no body and to no module; put it into a module, with the "
                "constraint that defines it, or take another principle"
            )
        if _own_bodies(model) or of_no_body:
            children.append(
                _leaf("own bodies", derive(_own_model(model, gravity), principle), Pivoted(), principle)
            )
        whole = _composite(name, model, Tree(free_model), tuple(children), complement)
        return replace(whole, model=free_model, own_touching=touching)

    def _instance(self, child: Submodel, path: str, gravity: tuple[Scalar, ...]) -> Subsystem:
        """Node of a module, under the names of this instance."""
        of_gravity = _of_gravity(child, gravity)
        node = self._node(child.model, _below(path) + child.name, gravity)
        parameters = node.parameters
        shared = dict.fromkeys((*map(name_of, child.shared), *(name for name in of_gravity if name in parameters)))
        return node.renamed(child.name, shared=tuple(shared))


def _of_gravity(child: Submodel, gravity: tuple[Scalar, ...]) -> list[str]:
    """Parameters of gravity, which modules share; refuse another parameter of such a name in a module."""
    names = [name_of(x) for x in inputs_of(gravity) if x.op == "parameter"]
    shared = {name_of(x) for x in child.shared}
    if twice := [name for name in names if name in child.model.part_parameters and name not in shared]:
        raise FormulationError(
            f"the module {child.name!r} has a parameter {twice[0]!r} of its own, and so has gravity; give one of "
            "them another name, or share it if they are the same: Submodel(…, shared=[…])"
        )
    return names


def _step(node: Subsystem) -> DerivationStep:
    """Step of the derivation at a node."""
    if not node.constraints:
        why = "The node has no constraints of its own: its children's independent variables are its own."
        return DerivationStep(node.name, why, {r"\bar{f}": node.f_bar.entries[:, 0]})
    why = (
        "B are the constraints of the node in the variables that its children leave free; C is their orthogonal "
        "complement, and the effective forces along its columns are zero."
    )
    results = {"B": node.B.entries, "C": node.C.entries, r"\bar{f}": node.f_bar.entries[:, 0]}
    return DerivationStep(node.name, why, results)


def _leaf(name: str, eom: Equations, complement: Complement, principle: Principle) -> Subsystem:
    """Equations of a module as a leaf."""
    owner = f"the module {name!r} by {type(principle).__name__}"
    if eom.variables.momentum_coordinates or eom.variables.own_speeds is not None:
        raise FormulationError(f"{owner} has other speeds than those of its joints; take a principle in these")
    if eom.reaction_dependent_forces.loads.laws or not eom.is_ideal:
        raise FormulationError(f"{owner} has forces that depend on reactions, which a module alone does not know")
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
    names = [force.name for force in model.forces if not _belongs(force.name, model)]
    forces = np.full(len(v.speeds), 0.0, dtype=object)
    for force in names:
        forces = forces + kinematics.generalized_loads(kinematics.loads[force])
    if tree.reaction_dependent_forces.loads.laws:
        raise FormulationError(
            f"the module {name!r} has forces that depend on reactions, which a module alone does not know"
        )
    return Subsystem(
        name,
        children,
        _unwrapped_angles(model, tree),
        tuple(node_constraint(row, v.speeds, a) for row in rows),
        LabelledMatrix(v.speeds, ("",), forces[:, None]) if names else labelled_column({}),
        complement=complement,
        own_inputs=tuple(x for x in v.inputs if not _belongs(x, model)),
    )


def _is_inside(part: str, model: Model, children: tuple[Subsystem, ...]) -> bool:
    """Whether a constraint stands inside a module, or among the bodies of no module alone."""
    parts = {
        constraint.row.part
        for child in children
        if child.name == "own bodies"
        for constraint in child.all_constraints
    }
    return _belongs(part, model) or part in parts


def _unwrapped_angles(model: Model, tree: Tree) -> Kinematics:
    """Unwrapped (multi-turn) angles of joints between modules: extra coordinates."""
    names = [name for name in tree.variables.unwrapped_angles if not _belongs(name, model)]
    rates = dict(zip(tree.variables.q, tree.motion.rates, strict=True))
    return Kinematics(tuple(names), (), (), (), {symbol(name): rates[symbol(name)] for name in names})


def _own_model(model: Model, gravity: tuple[Scalar, ...]) -> Model:
    """Model of the bodies that belong to no module, and the joints among them alone."""
    between = _joints_between(model)
    joints = [joint for joint in _own_joints(model) if joint.name not in between]
    kept = [joint for joint in joints if joint.name not in model.cut]
    frees = [_free_joint(body) for body in floating_roots(kept, _own_bodies(model))]
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


def _relative_choices(chosen: Mapping[str, object], path: str) -> str:
    """Choices for a module and those inside it, by names relative to it, as text."""
    return repr(sorted((name.removeprefix(path), repr(x)) for name, x in chosen.items()))


# ---- modules released from each other


def _released(model: Model, gravity: tuple[Scalar, ...]) -> Model:
    """Model in which no module carries another: bodies that only other modules carry are free.

    Joints that touch a module from outside close loops. Names of modules stay before those of their parts, so each
    has the variables that it has by itself; the bodies are those of the model.
    """
    whole = flat(model)
    bodies = {body.name: body for body in model.bodies}
    frees = [_free_joint(bodies[name], module) for module, name in _released_bodies(model)]
    cut = tuple(dict.fromkeys((*whole.cut, *_between_all(model))))
    return on_its_bodies(model, *frees, *whole.parts, gravity=gravity, ports=model.ports, cut=cut)


def _free_joint(body: Body, module: str = "") -> Joint:
    """Free joint of a body, as a part of its module."""
    return Free(f"{module}free {body.name.removeprefix(module)}", ground, body)


def _released_bodies(model: Model, module: str = "") -> list[tuple[str, str]]:
    """Bodies that no joint inside their module carries: prefix of the module, and name of the body."""
    between = _joints_between(model)
    kept = [joint for joint in _own_joints(model) if joint.name not in between and joint.name not in model.cut]
    roots = [(module, module + body.name) for body in floating_roots(kept, _own_bodies(model))]
    return [
        *roots,
        *(root for child in model.children for root in _released_bodies(child.model, f"{module}{child.name}/")),
    ]


def _between_all(model: Model, module: str = "") -> list[str]:
    """Names of the joints that touch a module, also inside modules."""
    inner = [name for child in model.children for name in _between_all(child.model, f"{module}{child.name}/")]
    return [*(module + name for name in _joints_between(model)), *inner]


def _own_joints(model: Model) -> list[Joint]:
    """Joints of the model that belong to none of its modules."""
    return [joint for joint in model.joints if not _belongs(joint.name, model)]


def _own_bodies(model: Model) -> list[Body]:
    """Bodies of the model that belong to none of its modules."""
    return [body for body in model.bodies if not _belongs(body.name, model)]


def _joints_between(model: Model) -> tuple[str, ...]:
    """Names of the joints that touch a module."""
    inside = {body for body in model.bodies if _belongs(body.name, model)}
    return tuple(
        joint.name
        for joint in _own_joints(model)
        if not inside.isdisjoint((joint.parent_frame.body, joint.child_frame.body))
    )


def _belongs(name: str, model: Model) -> bool:
    """Whether a name is that of a part of one of the modules of a model."""
    return any(name.startswith(f"{child.name}/") for child in model.children)
