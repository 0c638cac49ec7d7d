"""Checks of a model's parts against each other, when the model exists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable
from dataclasses import fields

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.node import Expression, Node, inputs_of
from dalembert.model.bodies import Body, Frame, another_of_that_name, ground
from dalembert.model.constraint import Constraint
from dalembert.model.contribution import Contribution
from dalembert.model.joint import Joint
from dalembert.model.measure import ElementForce, InputValue, Measure, Names, SuppliedPower
from dalembert.model.part import Part, measures_in
from dalembert.model.part_contents import Leaf, leaves
from dalembert.model.reaction_measures import ReactionMeasure
from dalembert.model.topology import Link, Tree
from dalembert.name_checks import checked_names
from dalembert.rank import SINGULAR, is_definite
from dalembert.spatial.block_inertia import Blocks, added_blocks, blocks_to_parent, momentum, projected_blocks
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import is_numeric

RESERVED = frozenset(
    [
        *("ground", "gravity", "energy", "kinetic energy", "potential energy", "power"),
        *("lagrangian", "hamiltonian", "gibbs function"),
        *("momentum", "angular momentum", "center of mass"),
    ]
)
"""Names that results of every model have, alone or before a dot."""

GENERIC = 0.6180339887
"""A coordinate at which nothing is aligned by chance."""

_CONSTANT = frozenset(["parameter"])
_OF_TIME = frozenset(["parameter", "time"])
_LAW = frozenset(["parameter", "time", "measure"])


def check_names(contributions: Iterable[Contribution], bodies: Iterable[Body]) -> None:
    """Every name belongs to one part, body or coordinate."""
    named = [(name, contribution.part.label) for contribution in contributions for name in contribution.names]
    named += [(body.name, f"body {body.name!r}") for body in bodies]
    for name, count in Counter(name for name, _ in named).items():
        if count > 1:
            labels = " and ".join(dict.fromkeys(label for other, label in named if other == name))
            raise ModelError(f"{count} parts are called {name!r}; give each its own name: {labels}")
    for name, label in named:
        if name == ground.name:
            raise ModelError(
                f"{label} is called like da.ground, the body that does not move; give it another name"
            )
        if name in RESERVED:
            raise ModelError(f"{label} would hide the result {name!r} that every model has; give it another name")


def check_inputs(inputs: Iterable[str], parts: Iterable[Part], names: Names, parameters: Iterable[str]) -> None:
    """An input has a name of its own; that of a part which is nothing but an input is its input's."""
    parts = list(parts)
    pure_inputs = {part.name for part in parts if part.is_input}
    taken = {ground.name: "the body that does not move"} | dict.fromkeys(parameters, "a parameter")
    taken |= {part.name: part.label for part in parts if part.name not in pure_inputs}
    taken |= dict.fromkeys(names.coordinates, "a coordinate") | dict.fromkeys(names.speeds, "a speed")
    for name in inputs:
        if name in taken:
            raise ModelError(f"an input is called {name!r}, which is the name of {taken[name]}; give it another")
        if name in RESERVED:
            raise ModelError(f"an input is called {name!r}, which is the name of a result; give it another name")


def inputs_named(part: Part) -> list[str]:
    """Names of the inputs that the laws of a part refer to."""
    return [measure.name for measure in _measures(part) if isinstance(measure, InputValue)]


def check_carried(submodel: str, bodies: Iterable[Body], carried: Collection[Body]) -> None:
    """Every body of a submodel is carried by a joint."""
    for body in bodies:
        if body not in carried:
            raise ModelError(
                f"nothing carries {body.name!r} of {submodel}; join one of its ports, or leave the submodel out"
            )


def check_references(parts: Iterable[Part], bodies: Collection[Body], names: Names) -> None:
    """Bodies and variables that parts and their laws refer to must exist."""
    for part in parts:
        lone = frozenset[str]() if part.constraints else names.coordinate_free_speeds
        for name in (name for name in part.acts_on if name not in lone):
            checked_names([name], names.coordinates, f"coordinate for {part.label}:")
            if f"{name}.rate" not in names.speeds:
                raise ModelError(
                    f"{part.label} acts on {name!r}, which is no coordinate with a rate among the speeds; "
                    "use a Torque on the body, or a joint with angles"
                )
        for leaf in leaves(part):
            _check_leaf(leaf, bodies, names, part.label)


def check_laws(forces: Iterable[Part], constraints: Iterable[Constraint]) -> None:
    """No force may depend on what follows from the forces, reactions excepted; no constraint on reactions."""
    for force in forces:
        for measure in _measures(force):
            if measure.needs_forces:
                raise ModelError(
                    f"{force.label} depends on {measure!r}, which depends on all forces; a StateVariable of it is "
                    "allowed"
                )
    for constraint in constraints:
        if inputs_named(constraint) and not constraint.may_have_inputs:
            raise ModelError(
                f"{constraint.label} depends on the input {inputs_named(constraint)[0]!r}, which may jump; "
                f"positions and speeds would jump with it; {constraint.instead_of_inputs}"
            )
        for measure in _measures(constraint):
            if isinstance(measure, ReactionMeasure | SuppliedPower | ElementForce):
                raise ModelError(
                    f"{constraint.label} depends on {measure!r}; a constraint cannot depend on reactions, forces "
                    "and powers, a force can depend on reactions"
                )


def _measures(part: object) -> list[Measure]:
    """Measures in the expressions of a part."""
    return [node.args[0] for node in measures_in([x for x in leaves(part) if isinstance(x, Expression)])]


def names_measured(part: object) -> set[str]:
    """Coordinates that a part or a joint's closure refers to, by their own names or those of their rates."""
    measures = [measure for measure in _measures(part) if not isinstance(measure, ReactionMeasure)]
    names = [getattr(measure, field) for measure in measures for field in measure.names_in]
    return {name.removesuffix(".rate") for name in names if isinstance(name, str)}


def check_drives(constraints: Iterable[Constraint], inputs: Iterable[Part]) -> None:
    """A coordinate is driven by one law, and no input acts on it."""
    driven: dict[str, Constraint] = {}
    for drive in constraints:
        for name in drive.prescribed:
            if name in driven:
                raise ModelError(
                    f"{driven[name].label} and {drive.label} both prescribe {name!r}; leave one of them out"
                )
            driven[name] = drive
    for motor in inputs:
        for name in motor.acts_on:
            if name in driven:
                raise ModelError(
                    f"{motor.label} acts on {name!r}, which {driven[name].label} prescribes, so it would have no "
                    "effect; leave one of them out, or, if an event switches the law off, give it as "
                    f"da.Holonomic(name, da.coordinate({name!r}) - law)"
                )


def check_closing(joints: Iterable[Joint]) -> None:
    """A joint that closes a loop must restrict something, along axes of numbers."""
    for joint in joints:
        try:
            relations = joint.closure(Pose(), Pose()).relations
        except ModelError as error:
            raise ModelError(f"{joint.label} closes a loop: {error}; cut another joint of it") from None
        if not relations:
            raise ModelError(
                f"{joint.label} leaves {joint.child_frame.body.name!r} free, but another joint carries that body, "
                "so it would have no effect; leave it out, or cut the other joint"
            )


def check_measures(nodes: Iterable[Node], bodies: Collection[Body], names: Names, owner: str) -> None:
    """Bodies and variables that measures refer to must exist."""
    for node in nodes:
        measure = node.args[0]
        measure.check(names, owner)
        for leaf in leaves(measure):
            _check_leaf(leaf, bodies, names, owner)


def _check_leaf(leaf: Leaf, bodies: Collection[Body], names: Names, owner: str) -> None:
    if isinstance(leaf, Expression):
        check_measures(measures_in(leaf), bodies, names, owner)
        return
    body = leaf.body if isinstance(leaf, Frame) else leaf
    if body not in bodies:
        copies = [other.name for other in bodies if other.name.endswith(f"/{body.name}")]
        hint = "join it to another body first"
        if copies:
            hint = f"its copies are {copies}: use a port of the submodel"
        elif any(other.name == body.name for other in bodies):
            hint = another_of_that_name(body.name)
        raise ModelError(f"{owner} refers to body {body.name!r}, which is not part of the model; {hint}")


def parameters_in(
    parts: Iterable[Part],
    joints: Iterable[Joint],
    bodies: Iterable[Body],
    frames: Iterable[Frame],
    gravity: Array | tuple[()],
) -> dict[str, Node]:
    """All parameters by name.

    Refuses what must not depend on more: geometry and inertia are constant, gravity may depend on time, laws on
    measures too.
    """
    parameters: dict[str, Node] = {}
    constant = set(map(id, joints))
    for part in parts:
        allowed = _CONSTANT if id(part) in constant else _LAW
        for leaf in leaves(part):
            if isinstance(leaf, Frame):
                _collect(parameters, leaf.pose, _CONSTANT, f"the frame {leaf!r} of {part.label}")
            elif isinstance(leaf, Expression):
                _collect(parameters, leaf, allowed, part.label)
    for body in bodies:
        _collect(parameters, body.inertia, _CONSTANT, f"the inertia of body {body.name!r}")
        _collect(parameters, body.shape, _CONSTANT, f"the shape of body {body.name!r}")
        for key, pose in body.markers.items():
            _collect(parameters, pose, _CONSTANT, f"the marker {key!r} of body {body.name!r}")
    for frame in frames:
        _collect(parameters, frame.pose, _CONSTANT, f"the port {frame!r}")
    _collect(parameters, gravity, _OF_TIME, "gravity")
    return parameters


def _collect(parameters: dict[str, Node], value: object, allowed: Collection[str], owner: str) -> None:
    """Add the parameters of some expressions, and refuse other inputs that are not allowed there."""
    for node in inputs_of(leaves(value)):
        if node.op == "symbol":
            name = node.args[0]
            raise ModelError(
                f"{owner} depends on the symbol {name!r}, which has no value; use param({name!r}, value)"
            )
        if node.op not in allowed:
            raise ModelError(f"{owner} depends on {node!r}, but must be constant: numbers and parameters")
        if node.op == "parameter":
            name, default = node.args
            if parameters.setdefault(name, node) is not node:
                raise ModelError(
                    f"the parameter {name!r} has two defaults, {parameters[name].args[1]:g} and {default:g}; "
                    "give it one, or use two names"
                )
        if node.op == "measure":
            for leaf in leaves(node.args[0]):
                if isinstance(leaf, Frame):
                    _collect(parameters, leaf.pose, _CONSTANT, f"the frame {leaf!r} of a measure in {owner}")


def check_masses(tree: Tree) -> None:
    """A joint at whose end nothing resists some motion has no definite acceleration.

    Decided from numbers alone: an open parameter is never zero here. From tips to root, as far as links have no
    mass of their own.
    """
    carried: dict[int, Blocks] = {}
    settled: set[int] = set()
    moving: dict[Hashable, tuple[Array, Pose]] = {}
    for k in reversed(range(len(tree.links))):
        link = tree.links[k]
        if k in settled:
            settled.add(link.parent)
            continue
        inertia = link.inertia.blocks()
        inertia = added_blocks(inertia, carried[k]) if k in carried else inertia
        felt = _felt(link, inertia, moving)
        is_last = bool(link.joint.speeds) and (link.parent < 0 or tree.links[link.parent].body.inertia is not None)
        if felt is None or is_last:
            settled.add(link.parent)
        else:
            above = carried.get(link.parent)
            carried[link.parent] = felt if above is None else added_blocks(above, felt)


def _felt(link: Link, inertia: Blocks, known: dict[Hashable, tuple[Array, Pose]]) -> Blocks | None:
    """Inertia that the parent feels through the joint, which must be definite along its axes; None if open.

    Axes and poses of joints that look at no frames are made once for equal fields: they are `known` then.
    """
    joint, key = link.joint, None
    # what a class says of itself need not hold for those made of it
    if not vars(type(joint)).get("looks_at_frames", True):
        own = (getattr(joint, x.name) for x in fields(joint) if x.name not in ("name", "parent", "child"))
        key = (type(joint), repr(tuple(own)))
    if key is None or key not in known:
        q = joint.retract(np.array(joint.default_values), np.linspace(GENERIC, 1.0, len(joint.speeds)))
        known[key] = joint.motion(q), joint.pose(q)
    H, pose = known[key]
    if not all(map(is_numeric, (H, *inertia))):
        return None
    if joint.speeds:
        D = H.T @ (U := momentum(inertia, H))
        _check_definite(link, D, inertia, H)
        inertia = projected_blocks(inertia, U, np.linalg.solve(D, U.T).T)
    for step in (pose, link.offset):
        inertia = blocks_to_parent(step.R, step.p, inertia)
    return inertia


def _check_definite(link: Link, D: Array, inertia: Blocks, H: Array) -> None:
    where = f"body {link.body.name!r} at the end of {link.joint.label}"
    if not any(block.any() for block in inertia):
        if not link.joint.carries_body:
            raise ModelError(
                f"nothing determines the coordinate {link.joint.name!r} of no body; give a constraint for it, "
                f"da.Holonomic(…, da.coordinate({link.joint.name!r}) - …)"
            )
        raise ModelError(f"{where} has no mass; give it some, weld it to another body, or let a da.Drive move it")
    # zero is what is small beside the inertia there is
    size = np.trace(inertia.A) * (H[:3] ** 2).sum(axis=0) + np.trace(inertia.M) * (H[3:] ** 2).sum(axis=0)
    if (D.diagonal() <= SINGULAR.square * size).any() or not is_definite(D):
        raise ModelError(
            f"{where} has no inertia against some of its motion: a thin rod turns freely about itself, a particle "
            "about its point, a rotor without mass goes anywhere; give it a radius or a mass, or another joint"
        )
