"""The model: parts that fit together, checked when it exists; and models inside models."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import cached_property
from typing import Any, Unpack

import numpy as np

from dalembert.errors import ModelError
from dalembert.expr.callbacks import Callback, callbacks_in
from dalembert.expr.node import Expression, Node
from dalembert.expr.rewrite import substitute
from dalembert.memo import Key, Memo
from dalembert.model.axes import JointAxes
from dalembert.model.bodies import Body, Frame, Place, as_frame, ground
from dalembert.model.checks import (
    check_carried,
    check_closing,
    check_drives,
    check_inputs,
    check_laws,
    check_masses,
    check_measures,
    check_names,
    check_references,
    inputs_named,
    names_measured,
    parameters_in,
)
from dalembert.model.constraint import Constraint
from dalembert.model.contents import leaves
from dalembert.model.contribution import Contribution
from dalembert.model.descriptions import (
    contact_row,
    count,
    has_gravity,
    joint_row,
    listed,
    numbers,
    part_row,
    section,
    state_variable_line,
)
from dalembert.model.force import Force
from dalembert.model.instance import Instance
from dalembert.model.joint import Joint
from dalembert.model.measures import Names
from dalembert.model.part import Output, Part, measures_in
from dalembert.model.plain import plain, plain_fields
from dalembert.model.ports import Wiring, port, ports_in
from dalembert.model.possible_bodies import check_all_possible, check_possible, open_bodies
from dalembert.model.servo import Servo
from dalembert.model.state_variable import StateVariable
from dalembert.model.topology import Spanning, Tree, floating_roots, spanning, tree_of
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import as_vector, zero_vector
from dalembert.state import State, StateValues, by_own_names, checked_names, checked_values, state_of

_STANDALONE: Key[Model] = Key("model that stands alone")


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Model:
    """Joints, the bodies they join, constraints between them, forces, state variables, and models inside it.

    Joints along the shortest ways from the ground carry the bodies; others close loops, and so do those in `cut`.

    There is no gravity unless it is given: the acceleration (3,) of free fall, in world axes. Frames under `ports`
    are what the model offers as a `Submodel`; then it may have bodies without a way to the ground, which joints of
    the other model carry.
    """

    parts: tuple[Part, ...]
    """Joints, constraints, forces, motors, state variables and submodels, as they were given.

    `flat` resolves these.
    """

    gravity: Any
    ports: Mapping[str, Frame]
    cut: tuple[str, ...]
    """Names of joints that close loops because someone said so."""

    notes: tuple[str, ...]
    """Sentences about it, such as what of a file it leaves out; they do not count when models are compared."""

    _contents: Contents

    def __init__(
        self,
        *parts: Part,
        gravity: Any = None,
        ports: Mapping[str, Place] | None = None,
        cut: Iterable[str] = (),
        notes: Iterable[str] = (),
    ) -> None:
        contents = Contents.of(tuple(map(_checked_part, parts)), tuple(cut))
        offered = {name: as_frame(place, f"port {name!r}") for name, place in _named_ports(ports).items()}
        given = {
            "parts": parts,
            "gravity": zero_vector() if gravity is None else as_vector(gravity, "gravity"),
            "ports": contents.wiring.wired(offered),
            "cut": tuple(cut),
            "notes": tuple(notes),
            "_contents": contents,
        }
        for field, value in given.items():
            object.__setattr__(self, field, value)
        self._check()

    # ---- parts

    @property
    def children(self) -> tuple[Submodel, ...]:
        """Models inside it."""
        return tuple(part for part in self.parts if isinstance(part, Submodel))

    @property
    def _flat(self) -> tuple[Part, ...]:
        """Its parts and those of the models inside it, on bodies of their own and with real frames for ports."""
        return tuple(one.part for one in self._contents.contributions)

    @cached_property
    def joints(self) -> tuple[Joint, ...]:
        """Its joints, as given."""
        return tuple(joint for one in self._contents.contributions for joint in one.joints)

    @cached_property
    def forces(self) -> tuple[Force, ...]:
        """Its forces besides gravity, those of motors among them; they know the joints by now."""
        axes = JointAxes(self.joints)
        return tuple(force.fitted(axes) for one in self._contents.contributions for force in one.forces)

    @cached_property
    def motors(self) -> tuple[Part, ...]:
        """Its parts that are nothing but inputs, such as motors without a law."""
        return tuple(part for part in self._flat if part.is_input)

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        """Names of the inputs τ: motors without a law, and every `Input` in an expression, in their order."""
        return tuple(dict.fromkeys(name for part in self._elements for name in inputs_named(part)))

    @cached_property
    def state_variables(self) -> tuple[StateVariable, ...]:
        """Its first-order states and their rates."""
        return tuple(
            state_variable for one in self._contents.contributions for state_variable in one.state_variables
        )

    @cached_property
    def goals(self) -> tuple[Servo, ...]:
        """Its servo goals, which inputs meet."""
        return tuple(goal for part in self._flat for goal in part.goals)

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """Its constraints besides joints that close loops; they know the joints by now."""
        axes = JointAxes(self.joints)
        return tuple(constraint.fitted(axes) for constraint in self._constraints)

    @cached_property
    def _constraints(self) -> tuple[Constraint, ...]:
        return tuple(x for one in self._contents.contributions for x in one.constraints)

    @cached_property
    def _elements(self) -> tuple[Part, ...]:
        """Its parts and what they contribute."""
        return tuple(part for one in self._contents.contributions for part in one.everything)

    @cached_property
    def outputs(self) -> Mapping[str, Output]:
        """Signals that parts have of their own, by name."""
        return {f"{one.name}.{key}": output for one in self._elements for key, output in one.outputs.items()}

    @cached_property
    def kinetic_friction(self) -> Mapping[str, Part]:
        """Its parts that are dry friction, by name."""
        return {part.name: part for part in self._elements if part.kinetic_friction is not None}

    @property
    def closing(self) -> tuple[Joint, ...]:
        """Its joints that close loops."""
        return self._spanning.closing

    @property
    def is_constrained(self) -> bool:
        """Whether it has loops or other constraints."""
        return bool(self.closing or self.constraints)

    @cached_property
    def parameters(self) -> Mapping[str, float]:
        """Names and default values of its open parameters."""
        return {name: node.args[1] for name, node in self._open.items()}

    @cached_property
    def part_parameters(self) -> Collection[str]:
        """Names of those on which its parts depend, whatever gravity does."""
        return parameters_in(self._elements, self.joints, self.bodies, self.ports.values(), ()).keys()

    def check_parameters(self, p: Mapping[str, Any]) -> None:
        """Raise if a body or a part is impossible with these values of parameters, or arrays; others are usual."""
        check = check_all_possible if any(map(np.ndim, p.values())) else check_possible
        check(self._open_bodies, p)
        for part in self._open_parts:
            part.check_parameters(p)

    @cached_property
    def _open_parts(self) -> tuple[Part, ...]:
        return tuple(part for part in self._flat if part.has_open_numbers)

    @cached_property
    def _open_bodies(self) -> tuple[Body, ...]:
        return open_bodies(self.bodies)

    @cached_property
    def _open(self) -> Mapping[str, Node]:
        return parameters_in(self._elements, self.joints, self.bodies, self.ports.values(), self.gravity)

    @cached_property
    def tree(self) -> Tree:
        """Bodies and joints from the ground to the tips."""
        if self.roots:
            raise ModelError(
                f"nothing carries {self.roots[0].name!r}; this model is a module: use it as a Submodel, "
                "or join it to the ground"
            )
        if not self.joints:
            raise ModelError("a model needs at least one joint that carries a body")
        tree = tree_of(self._ordered)
        # what has no inertia by itself may be held by what stands at its ports
        if not self.is_constrained and not self.ports:
            check_masses(tree)
        return tree

    @cached_property
    def roots(self) -> tuple[Body, ...]:
        """Bodies of a module that something else must carry."""
        offered = [frame.body for frame in self.ports.values()]
        return tuple(floating_roots(self.joints, offered)) if offered else ()

    @cached_property
    def _spanning(self) -> Spanning:
        return spanning(self.joints, [ground, *self.roots], self._contents.cut)

    @property
    def _ordered(self) -> tuple[Joint, ...]:
        return self._spanning.carrying

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        """Its bodies, from the ground to the tips."""
        of_none = {joint.child_frame.body for joint in self._ordered if not joint.carries_body}
        return tuple(body for body in self.carried if body not in of_none)

    @cached_property
    def carried(self) -> tuple[Body, ...]:
        """What its joints carry: the bodies, and what stands for one where a coordinate is of no body."""
        return (*self.roots, *(joint.child_frame.body for joint in self._ordered))

    def body(self, name: str) -> Body:
        """The body of this name, such as the copy `left/rim` in a submodel."""
        found = {body.name: body for body in (ground, *self.bodies)}
        checked_names([name], found, "body")
        return found[name]

    @cached_property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the coordinates q: those of the joints that carry bodies, then counted angles."""
        return (*(name for joint in self._ordered for name in joint.coordinates), *self.counted)

    @cached_property
    def measurable(self) -> Mapping[str, tuple[Joint, int]]:
        """Coordinates of joints that close loops, by name: the joint and which of its coordinates it is."""
        return {name: (joint, k) for joint in self.closing for k, name in enumerate(joint.coordinates)}

    @cached_property
    def counted(self) -> tuple[str, ...]:
        """Angles of joints that close loops which parts refer to: coordinates of their own, to count the turns."""
        wanted = {name for part in self._elements for name in (*part.acts_on, *names_measured(part))}
        wanted |= {name for joint in self.closing for name in names_measured(joint.closure(Pose(), Pose()))}
        return tuple(
            name for name, (joint, k) in self.measurable.items() if name in wanted and k in joint.angles_among
        )

    @cached_property
    def speeds(self) -> tuple[str, ...]:
        """Names of the speeds u."""
        return tuple(name for joint in self._ordered for name in joint.speeds)

    @cached_property
    def coordinate_free_speeds(self) -> tuple[str, ...]:
        """Names of the speeds that move no coordinate."""
        return tuple(name for joint in self._ordered if not joint.coordinates for name in joint.speeds)

    @cached_property
    def states(self) -> tuple[str, ...]:
        """Names of the first-order states z."""
        return tuple(state_variable.name for state_variable in self.state_variables)

    # ---- what can be asked

    def state(self, **values: Unpack[StateValues]) -> State:
        """A state by names; what is not named takes its default value. A speed may be named like its coordinate.

        That of a module, whose bodies other models will carry, is one of the module by itself: its ports are free.
        """
        if self.roots:
            from dalembert.model.standalone import standalone

            return self.memo.get(_STANDALONE, lambda: standalone(self)).state(**values)
        given = state_of(values)
        names = {"q": self.coordinates, "z": self.states, "tau": self.inputs, "p": self.parameters}
        if any(name not in self.states for name in given.z):
            # modes of contacts, from a run
            points = [rows for part in touching_parts(self) for rows in part.contact_points()]
            names["z"] = (*self.states, *(name for rows in points for name in rows.run_states))
        checked_values({kind: getattr(given, kind) for kind in names}, {**names, "u": self.speeds})
        self.check_parameters(given.p)
        default_values = [
            *(x for joint in self._ordered for x in joint.default_values),
            *(0.0 for _ in self.counted),
        ]
        return State(
            t=given.t,
            q={**dict(zip(self.coordinates, default_values, strict=True)), **given.q},
            u={**dict.fromkeys(self.speeds, 0.0), **by_own_names(given.u, self.speed_name)},
            z={
                **{state_variable.name: state_variable.start for state_variable in self.state_variables},
                **given.z,
            },
            tau={**dict.fromkeys(self.inputs, 0.0), **given.tau},
            p=given.p,
        )

    def speed_name(self, name: str) -> str:
        """A speed's own name, from that or from the coordinate it is the rate of."""
        rate = f"{name}.rate"
        if rate in self._names.speeds:
            return rate
        if name not in self._names.speeds:
            checked_names([name], [*self.speeds, *self.coordinates], "speed")
            checked_names([name], self.speeds, "speed")
        return name

    @cached_property
    def _names(self) -> Names:
        rates = {f"{name}.rate" for name in self.measurable}
        coordinates = {*self.coordinates, *self.measurable}
        placed = {part.name for part in self._constraints if part.reaction_frame is not None}
        return Names(
            frozenset(coordinates),
            frozenset(rates.union(self.speeds)),
            frozenset(self.states),
            frozenset(self.inputs),
            reactions=frozenset(placed.union(joint.name for joint in self.joints if joint.carries_body)),
            constraints=frozenset(part.name for part in (*self.closing, *self._constraints)),
            coordinate_free_speeds=frozenset(self.coordinate_free_speeds),
            forces={
                **{force.name: force.as_scalar is not None for force in self.forces},
                **{name: part.kinetic_friction.is_scalar for name, part in self.kinetic_friction.items()},
            },
        )

    def bound(self, expression: Any) -> Any:
        """An expression of measures, or an array of them, with real frames for ports; what it names must exist."""
        nodes = measures_in(expression)
        wired = [self._contents.wiring.wired(node) for node in nodes]
        check_measures(wired, self._known_bodies, self._names, "an expression")
        changed = {old: new for old, new in zip(nodes, wired, strict=True) if new is not old}
        return substitute(expression, changed) if changed else expression

    @cached_property
    def open_ports(self) -> tuple[str, ...]:
        """Ports of its submodels that nothing in it touches, as `left[hub]`, and that it does not offer itself."""
        used = {pair for part in self.parts if not isinstance(part, Submodel) for pair in ports_in(part)}
        offered = {(frame.body.name, frame.label) for frame in self.ports.values()}
        return tuple(
            f"{child.name}[{name}]"
            for child in self.children
            for name, frame in child.model.ports.items()
            if (child.name, name) not in used and (f"{child.name}/{frame.body.name}", frame.label) not in offered
        )

    def summary(self) -> str:
        """What the model is, in words."""
        lines = [self._size]
        lines += section("submodels", [[part.name, listed(part.model.ports)] for part in self.children])
        lines += section("ports left open", [[name] for name in self.open_ports])
        lines += section("joints", [joint_row(joint) for joint in self._ordered])
        lines += section("joints that close loops", [joint_row(joint) for joint in self.closing])
        lines += section("constraints", [part_row(constraint) for constraint in self.constraints])
        if self.counted:
            lines.append(f"counted angles: {listed(self.counted)}")
        lines += section(
            "forces", [part_row(one.part, one.forces) for one in self._contents.contributions if one.forces]
        )
        lines += section("contacts", [contact_row(part) for part in self._flat if part.contact_points()])
        if self.inputs:
            lines.append(f"inputs: {listed(self.inputs)}")
        lines += section("servo goals", [part_row(goal) for goal in self.goals])
        lines += section(
            "state variables", [state_variable_line(state_variable) for state_variable in self.state_variables]
        )
        lines += section("parameters", [[name, f"{x:g}"] for name, x in self.parameters.items()])
        lines += section("ports", [[name, repr(frame)] for name, frame in self.ports.items()])
        lines.append(
            f"gravity ({numbers(self.gravity)})" if has_gravity(self.gravity) else "no gravity: none was given"
        )
        if self.roots:
            lines.append(f"a module: nothing carries {listed(body.name for body in self.roots)}")
        lines += section("notes", [[note] for note in self.notes])
        return "\n".join(lines)

    @property
    def _size(self) -> str:
        sizes = [count(self.bodies, "body", "bodies")]
        sizes += [count(self.coordinates, "coordinate"), count(self.speeds, "speed")]
        return listed([*sizes, count(self.state_variables, "state variable")] if self.state_variables else sizes)

    def _repr_html_(self) -> str:
        from dalembert.pictures.notebook import model_html

        return model_html(self)

    def __repr__(self) -> str:
        return f"<Model: {self._size}>"

    @cached_property
    def _callbacks(self) -> tuple[Callback, ...]:
        """Python functions in its parts, which plain data cannot describe."""
        return callbacks_in(x for x in leaves((self._elements, self.gravity)) if isinstance(x, Expression))

    @cached_property
    def described(self) -> Mapping[str, Any]:
        """All that it is as plain data, by name: its parts, the bodies they join, gravity. Files keep it."""
        return {
            **{f"{type(part).__name__} {part.name!r}": plain(part) for part in self._flat},
            # what a body looks like is not what it is
            **{f"body {body.name!r}": plain_fields(body, besides=("visual",)) for body in self.bodies},
            "gravity": plain(self.gravity),
            "parameters": dict(self.parameters),
            "callbacks": [routine.name for routine in self._callbacks],
            "cut": sorted(self._contents.cut),
        }

    def __eq__(self, other: object) -> bool:
        """Whether two models say the same: bodies are compared by name and content, whatever they were made of."""
        if not isinstance(other, Model):
            return NotImplemented
        if self._callbacks != other._callbacks:
            return False
        return self is other or (self.described, plain(self.ports)) == (other.described, plain(other.ports))

    def __hash__(self) -> int:
        return hash((self.coordinates, tuple(part.name for part in self._flat)))

    @cached_property
    def memo(self) -> Memo:
        """Values derived from the model, for as long as it lives."""
        return Memo()

    def __copy__(self) -> Model:
        # it never changes
        return self

    def __deepcopy__(self, memo: object) -> Model:
        return self

    # ---- checks

    @cached_property
    def _known_bodies(self) -> frozenset[Body]:
        return frozenset([ground, *self.carried])

    def _check(self) -> None:
        """Raise if parts do not fit together; of a module, what depends on the other model is left open."""
        check_names((*self._contents.contributions, *map(Contribution.of, self.children)), self.carried)
        check_closing(self.closing)
        check_inputs(self.inputs, self._elements, self._names, self.parameters)
        for part, instance in zip(self.children, self._contents.instances, strict=True):
            part.check_gravity(self.gravity)
            check_carried(part.label, instance.bodies, self._known_bodies)
        check_references(self._elements, self._known_bodies, self._names)
        check_laws(self.forces, self.constraints)
        check_drives(self.constraints, self.motors)
        _ = self.parameters
        if not self.ports:
            _ = self.tree


@dataclass(frozen=True, eq=False)
class Contents:
    """What a model consists of when the models inside it are resolved."""

    contributions: tuple[Contribution, ...]
    cut: tuple[str, ...]
    wiring: Wiring
    instances: tuple[Instance, ...]
    """Copies of the models inside it, in their order."""

    @classmethod
    def of(cls, parts: Sequence[Part], cut: Sequence[str]) -> Contents:
        """Copies of the models inside, and the other parts with real frames for ports."""
        children = [part for part in parts if isinstance(part, Submodel)]
        check_names(map(Contribution.of, children), [])
        instances = {part.name: Instance(part.name, frozenset(part.shared)) for part in children}
        wiring = Wiring({part.name: part.frames(instances[part.name]) for part in children})
        found: list[Part] = []
        for part in parts:
            if isinstance(part, Submodel):
                found += [instances[part.name].part(inner) for inner in part.model._flat]
            else:
                found.append(wiring.wired(part))
        inner_cuts = (f"{part.name}/{name}" for part in children for name in part.model._contents.cut)
        return cls(tuple(map(Contribution.of, found)), (*cut, *inner_cuts), wiring, tuple(instances.values()))


def flat(model: Model) -> Model:
    """The same model without models inside: their parts stand in it, on bodies of their own."""
    if not checked_model(model).children:
        return model
    return on_its_bodies(model, *model._flat, ports=model.ports, cut=model._contents.cut)


_TOUCHING_PARTS: Key[tuple[Part, ...]] = Key("touching parts")


def touching_parts(model: Any) -> tuple[Part, ...]:
    """Contacts, stops, cables and dry friction of a model, and of models inside it; none of what is no model."""
    if not isinstance(model, Model):
        return ()
    return model.memo.get(
        _TOUCHING_PARTS, lambda: tuple(part for part in flat(model).parts if part.contact_points())
    )


def _named_ports(ports: Any) -> Mapping[str, Place]:
    """Frames under the names that other models know them by."""
    if ports is None:
        return {}
    if not isinstance(ports, Mapping):
        raise ModelError(f"ports are bodies or frames by name, such as ports={{'hub': rim}}, not {ports!r}")
    if wrong := [name for name in ports if not isinstance(name, str) or not name]:
        raise ModelError(f"the name of a port is a word, such as 'hub', not {wrong[0]!r}")
    return ports


def on_its_bodies(
    model: Model,
    *parts: Part,
    gravity: Any = None,
    ports: Mapping[str, Place] | None = None,
    cut: Iterable[str] = (),
) -> Model:
    """Another model of the same bodies, with these parts; what ports of submodels mean in it, they mean here.

    Gravity is the same unless another is given.
    """
    wiring = model._contents.wiring
    own = map(wiring.wired, parts)
    found = Model(
        *own, gravity=model.gravity if gravity is None else gravity, ports=ports, cut=cut, notes=model.notes
    )
    object.__setattr__(found, "_contents", replace(found._contents, wiring=wiring))
    return found


def walked(model: Model, owner: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Part]]:
    """All parts of a model and of the models inside it, each as it was given, with the names that lead to it."""
    for part in checked_model(model).parts:
        if isinstance(part, Submodel):
            yield from walked(part.model, (*owner, part.name))
        else:
            yield owner, part


@dataclass(frozen=True)
class Submodel(Part):
    """A copy of a model under a name, inside another model.

    Its bodies are copied, and the name stands before all of its own: `left/rim`, `left/axle.rate`, and before its
    parameters, `left/mass`, except those that are `shared`: they are parameters of the model it stands in.
    Its ground is the ground of that model. `left["hub"]`, or `port("left", "hub")`, is the frame that it offers.
    """

    model: Model
    _: KW_ONLY
    shared: Sequence[Node] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.model, Model):
            raise ModelError(f"{self.label} needs a Model, not {self.model!r}")
        if isinstance(self.shared, str | Expression) or not isinstance(self.shared, Iterable):
            raise ModelError(f"{self.label} shares a list of parameters, shared=[mass], not {self.shared!r}")
        object.__setattr__(self, "shared", tuple(self.shared))
        for node in self.shared:
            if not any(node is own for own in self.model._open.values()):
                raise ModelError(
                    f"{self.label} cannot share {node!r}; the parameters of its model are "
                    f"{listed(self.model.parameters) or 'none'}"
                )

    def __getitem__(self, name: str) -> Frame:
        checked_names([name], self.model.ports, f"port of {self.label} called")
        return port(self.name, name)

    def frames(self, instance: Instance) -> dict[str, Frame]:
        """Its ports on the bodies of a copy."""
        return {name: instance.frame(frame) for name, frame in self.model.ports.items()}

    def check_gravity(self, gravity: Any) -> None:
        """Gravity is that of the whole: a submodel has none of its own, or the same."""
        own = self.model.gravity
        if has_gravity(own) and any(a is not b and a != b for a, b in zip(own, gravity, strict=True)):
            raise ModelError(
                f"{self.label} was made with gravity ({numbers(own)}), the model it stands in with "
                f"({numbers(gravity)}); leave it out of the submodel, or give both the same"
            )


def checked_model(model: Any) -> Model:
    """A model, and nothing else."""
    if not isinstance(model, Model):
        raise ModelError(f"a model is needed here, such as da.Model(…), not {type(model).__name__}")
    return model


def _checked_part(part: Any) -> Any:
    if isinstance(part, Body):
        raise ModelError(
            f"a body is part of a model through the joint that carries it; join {part.name!r} to another"
        )
    if isinstance(part, Model):
        raise ModelError("a model stands in another one under a name; give Submodel(name, model)")
    if not isinstance(part, Part):
        raise ModelError(
            "a model is made of joints, constraints, forces, motors, state variables and submodels; "
            f"{part!r} is none of them"
        )
    return part
