"""The model: parts that fit together, checked when it exists; and models inside models."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import cached_property
from typing import Any, TypeVar, Unpack, cast

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.callbacks import Callback, callbacks_in
from dalembert.expr.node import Expression, Node, Scalar
from dalembert.expr.rewrite import substitute
from dalembert.memo import Key, Memo
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
from dalembert.model.contribution import Contribution
from dalembert.model.coordinate_axes import JointAxes
from dalembert.model.force import Force
from dalembert.model.joint import Joint
from dalembert.model.measure import Names
from dalembert.model.part import Output, Part, measures_in
from dalembert.model.part_contents import leaves
from dalembert.model.plain_data import plain, plain_fields
from dalembert.model.possible_bodies import check_all_possible, check_possible, open_bodies
from dalembert.model.servo import Servo
from dalembert.model.state_variable import StateVariable
from dalembert.model.submodels import Instance, Wiring, port, ports_in
from dalembert.model.topology import Spanning, Tree, floating_roots, spanning, tree_of
from dalembert.name_checks import checked_names, closest
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import LEAST, VectorLike, as_vector, written, zero_vector
from dalembert.state import State, StateValues, by_own_names, checked_values, state_of

_Expressions = TypeVar("_Expressions", Scalar, Expression, Array, Scalar | Array)
_STANDALONE: Key[Model] = Key("model that stands alone")


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Model:
    """Bodies, joints, constraints, forces, contacts, state variables and submodels of a system, as described.

    Joints along the shortest ways from the ground carry the bodies; others close loops.

    Parameters
    ----------
    *parts : Part
        Joints, constraints, forces, motors, contacts, state variables and submodels; bodies come with them.
    gravity : vector (3,), optional
        Acceleration of free fall in m/s², in world axes; default none.
    ports : dict of bodies or frames, optional
        Frames that the model offers as a `Submodel`; then it may have bodies without a way to the ground,
        which joints of the other model carry. Default none.
    cut : iterable of str, optional
        Names of joints that shall close loops; default those that carry nothing.
    notes : iterable of str, optional
        Sentences that go with the model, such as what a file said that a model cannot have; default none.
    starts : dict of dicts, optional
        States by name, such as `{"home": {"q": {"elbow": 1.2}}}`, which `model.state("home")` gives; default none.

    Raises
    ------
    ModelError
        Parts do not fit together; the message says which, and what to do.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=2.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod, axis="z"), gravity=(0, -9.81, 0))
    >>> print(pendulum.summary())
    1 body, 1 coordinate, 1 speed
    joints
      hinge  Revolute  ground – rod  hinge
    gravity (0, -9.81, 0)
    """

    parts: tuple[Part, ...]
    """Joints, constraints, forces, motors, state variables and submodels, in the user's order."""

    gravity: Array
    ports: Mapping[str, Frame]
    cut: tuple[str, ...]
    """Names of joints that the user lets close loops."""

    notes: tuple[str, ...]
    """Sentences about the model, such as what of a file it leaves out; models are equal whatever these say."""

    starts: Mapping[str, StateValues]
    """Values of states by name, such as keyframes of a file; models are equal whatever these are."""

    _resolved: ResolvedParts

    def __init__(
        self,
        *parts: Part,
        gravity: VectorLike | None = None,
        ports: Mapping[str, Place] | None = None,
        cut: Iterable[str] = (),
        notes: Iterable[str] = (),
        starts: Mapping[str, StateValues] | None = None,
    ) -> None:
        resolved = ResolvedParts.of(tuple(map(_checked_part, parts)), tuple(cut))
        offered = {name: as_frame(place, f"port {name!r}") for name, place in _named_ports(ports).items()}
        values = {
            "parts": parts,
            "gravity": zero_vector() if gravity is None else as_vector(gravity, "gravity, such as (0, 0, -9.81),"),
            "ports": resolved.wiring.wired(offered),
            "cut": tuple(cut),
            "notes": tuple(notes),
            "starts": {} if starts is None else dict(starts),
            "_resolved": resolved,
        }
        for field, value in values.items():
            object.__setattr__(self, field, value)
        self._check()

    # ---- parts

    @property
    def children(self) -> tuple[Submodel, ...]:
        """Submodels of the model."""
        return tuple(part for part in self.parts if isinstance(part, Submodel))

    @property
    def contributions(self) -> tuple[Contribution, ...]:
        """Parts of the model and its submodels, each with the elements that it contributes."""
        return self._resolved.contributions

    @property
    def flat_parts(self) -> tuple[Part, ...]:
        """Parts of the model and of its submodels, on copies of their bodies and with real frames for ports."""
        return tuple(added.part for added in self.contributions)

    @property
    def has_gravity(self) -> bool:
        """Whether there is gravity, if only as an open parameter."""
        return any(isinstance(x, Expression) or x != 0.0 for x in self.gravity)

    @cached_property
    def joints(self) -> tuple[Joint, ...]:
        """All joints, in the order of the parts."""
        return tuple(joint for added in self.contributions for joint in added.joints)

    @cached_property
    def forces(self) -> tuple[Force, ...]:
        """Forces besides gravity, those of motors among them, fitted to the joints."""
        axes = JointAxes(self.joints)
        return tuple(force.fitted(axes) for added in self.contributions for force in added.forces)

    @cached_property
    def motors(self) -> tuple[Part, ...]:
        """Parts that are nothing but inputs, such as motors without a law."""
        return tuple(part for part in self.flat_parts if part.is_input)

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        """Names of the inputs τ: motors without a law, and every `Input` in an expression, in their order."""
        return tuple(dict.fromkeys(name for part in self._elements for name in inputs_named(part)))

    @cached_property
    def state_variables(self) -> tuple[StateVariable, ...]:
        """First-order states with their rates, discrete ones last."""
        variables = [variable for added in self.contributions for variable in added.state_variables]
        return tuple(sorted(variables, key=lambda variable: variable.is_discrete))

    @cached_property
    def goals(self) -> tuple[Servo, ...]:
        """Servo goals, which inputs meet."""
        return tuple(cast("Servo", goal) for part in self.flat_parts for goal in part.goals)

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """Constraints besides joints that close loops, fitted to the joints."""
        axes = JointAxes(self.joints, self.carrying)
        return tuple(constraint.fitted(axes) for constraint in self._constraints)

    @cached_property
    def _constraints(self) -> tuple[Constraint, ...]:
        return tuple(constraint for added in self.contributions for constraint in added.constraints)

    @cached_property
    def _elements(self) -> tuple[Part, ...]:
        """Parts, and the elements that they contribute."""
        return tuple(part for added in self.contributions for part in added.everything)

    @cached_property
    def outputs(self) -> Mapping[str, Output]:
        """Signals of parts, by name."""
        return {
            f"{part.name}.{key}" if key else part.name: output
            for part in self._elements
            for key, output in part.outputs.items()
        }

    @cached_property
    def dry_friction_parts(self) -> Mapping[str, Part]:
        """Parts that are dry friction, by name."""
        return {part.name: part for part in self._elements if part.dry_friction_force is not None}

    @property
    def closing(self) -> tuple[Joint, ...]:
        """Joints that close loops."""
        return self._spanning.closing

    @property
    def is_constrained(self) -> bool:
        """Whether the model has loops or other constraints."""
        return bool(self.closing or self.constraints)

    @cached_property
    def parameters(self) -> Mapping[str, float]:
        """Names and default values of the parameters."""
        return {name: node.args[1] for name, node in self.open_parameters.items()}

    @cached_property
    def part_parameters(self) -> Collection[str]:
        """Names of the parameters on which parts depend, without those of gravity alone."""
        return parameters_in(self._elements, self.joints, self.bodies, self.ports.values(), ()).keys()

    def check_parameters(self, p: Mapping[str, ArrayLike]) -> None:
        """Raise if a body or part is impossible with these parameters, or arrays of them."""
        if any(map(np.ndim, p.values())):
            check_all_possible(self._open_bodies, p)
        else:
            check_possible(self._open_bodies, cast("Mapping[str, float]", p))
        for part in self._open_parts:
            part.check_parameters(p)

    @cached_property
    def _open_parts(self) -> tuple[Part, ...]:
        return tuple(part for part in self.flat_parts if part.has_open_numbers)

    @cached_property
    def _open_bodies(self) -> tuple[Body, ...]:
        return open_bodies(self.bodies)

    @cached_property
    def open_parameters(self) -> Mapping[str, Node]:
        """Parameters by name, as expressions."""
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
        tree = tree_of(self.carrying)
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
        return spanning(self.joints, [ground, *self.roots], self._resolved.cut)

    @property
    def carrying(self) -> tuple[Joint, ...]:
        """Joints that carry bodies, from the ground to the tips."""
        return self._spanning.carrying

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        """Bodies, from the ground to the tips."""
        markers = {joint.child_frame.body for joint in self.carrying if not joint.carries_body}
        return tuple(body for body in self.carried if body not in markers)

    @cached_property
    def carried(self) -> tuple[Body, ...]:
        """Bodies, and the markers that stand for one where a coordinate is of no body."""
        return (*self.roots, *(joint.child_frame.body for joint in self.carrying))

    def body(self, name: str) -> Body:
        """The body of this name, such as the copy `left/rim` in a submodel."""
        bodies = {body.name: body for body in (ground, *self.bodies)}
        checked_names([name], bodies, "body")
        return bodies[name]

    @cached_property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the coordinates q: those of the joints that carry bodies, then unwrapped angles."""
        return (*(name for joint in self.carrying for name in joint.coordinates), *self.unwrapped_angles)

    @cached_property
    def measurable(self) -> Mapping[str, tuple[Joint, int]]:
        """Coordinates of joints that close loops, by name: the joint and which of its coordinates it is."""
        return {name: (joint, k) for joint in self.closing for k, name in enumerate(joint.coordinates)}

    @cached_property
    def unwrapped_angles(self) -> tuple[str, ...]:
        """Angles of joints that close loops which parts refer to: coordinates of their own, over many turns."""
        measured = {name for part in self._elements for name in (*part.acts_on, *names_measured(part))}
        measured |= {name for joint in self.closing for name in names_measured(joint.closure(Pose(), Pose()))}
        return tuple(
            name for name, (joint, k) in self.measurable.items() if name in measured and k in joint.angle_indices
        )

    @cached_property
    def speeds(self) -> tuple[str, ...]:
        """Names of the speeds u."""
        return tuple(name for joint in self.carrying for name in joint.speeds)

    @cached_property
    def coordinate_free_speeds(self) -> tuple[str, ...]:
        """Names of the speeds that move no coordinate."""
        return tuple(name for joint in self.carrying if not joint.coordinates for name in joint.speeds)

    @cached_property
    def states(self) -> tuple[str, ...]:
        """Names of the first-order states z."""
        return tuple(state_variable.name for state_variable in self.state_variables)

    # ---- what can be asked

    def state(self, start: str | None = None, /, **values: Unpack[StateValues]) -> State:
        """A state of values by name; others are defaults. A speed may be named like its coordinate.

        `state("home")` is the one of `starts` called so, and values that are given take the place of its own.
        The state of a module, whose bodies other models will carry, is that of the module with free ports.
        """
        if self.roots:
            from dalembert.model.standalone import standalone

            return self.memo.get(_STANDALONE, lambda: standalone(self)).state(start, **values)
        state = state_of(values if start is None else self._begun(start, values))
        names = {"q": self.coordinates, "z": self.states, "tau": self.inputs, "p": self.parameters}
        if any(name not in self.states for name in state.z):
            # modes of contacts, from a run
            points = [
                rows
                for part in (() if contact_sets(self) else touching_parts(self))
                for rows in part.contact_points()
            ]
            held = [part for part in self.parts if part.run_states]
            names["z"] = (*self.states, *(name for one in (*points, *held) for name in one.run_states))
        checked_values({kind: getattr(state, kind) for kind in names}, {**names, "u": self.speeds})
        self.check_parameters(state.p)
        default_values = [
            *(x for joint in self.carrying for x in joint.default_values),
            *(0.0 for _ in self.unwrapped_angles),
        ]
        return State(
            t=state.t,
            q={**dict(zip(self.coordinates, default_values, strict=True)), **state.q},
            u={**dict.fromkeys(self.speeds, 0.0), **by_own_names(state.u, self.speed_name)},
            z={
                **{state_variable.name: state_variable.start for state_variable in self.state_variables},
                **state.z,
            },
            tau={**dict.fromkeys(self.inputs, 0.0), **state.tau},
            p=state.p,
        )

    def _begun(self, start: str, values: StateValues) -> StateValues:
        """Values of a start by name, with others in their places."""
        if not isinstance(start, str):
            raise ModelError(
                f"a start is the name of one; values go by kind, such as state(q={{'elbow': 1.2}}), not {start!r}"
            )
        if start not in self.starts:
            hint = closest(start, self.starts) if self.starts else "it has none: da.Model(…, starts={…})"
            raise ModelError(f"the model has no start {start!r}; {hint}")
        begun: dict[str, Any] = dict(self.starts[start])
        for kind, value in values.items():
            own: Callable[[str], str] = self.speed_name if kind == "u" else str
            both = [begun.get(kind) or {}, value] if isinstance(value, Mapping) else []
            begun[kind] = {own(name): x for each in both for name, x in each.items()} if both else value
        return cast("StateValues", begun)

    def speed_name(self, name: str) -> str:
        """The name of a speed, from that or from the coordinate it is the rate of."""
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
                **{name: part.dry_friction_force.is_scalar for name, part in self.dry_friction_parts.items()},
            },
        )

    def bound(self, expression: _Expressions) -> _Expressions:
        """An expression of measures, or an array of them, with real frames for ports; its names must exist."""
        nodes = measures_in(expression)
        wired = [self._resolved.wiring.wired(node) for node in nodes]
        check_measures(wired, self._known_bodies, self._names, "an expression")
        changed = {old: new for old, new in zip(nodes, wired, strict=True) if new is not old}
        return substitute(expression, changed) if changed else expression

    @cached_property
    def open_ports(self) -> tuple[str, ...]:
        """Ports of submodels that no part touches, as `left[hub]`, and that the model does not offer itself."""
        used = {pair for part in self.parts if not isinstance(part, Submodel) for pair in ports_in(part)}
        offered = {(frame.body.name, frame.label) for frame in self.ports.values()}
        return tuple(
            f"{child.name}[{name}]"
            for child in self.children
            for name, frame in child.model.ports.items()
            if (child.name, name) not in used and (f"{child.name}/{frame.body.name}", frame.label) not in offered
        )

    def summary(self) -> str:
        """A text about the model: its size, parts, inputs, parameters and gravity."""
        from dalembert.model.model_summary import summary

        return summary(self)

    def _repr_html_(self) -> str:
        from dalembert.pictures.notebook import model_html

        return model_html(self)

    def __repr__(self) -> str:
        from dalembert.model.model_summary import size

        return f"<Model: {size(self)}>"

    @cached_property
    def _callbacks(self) -> tuple[Callback, ...]:
        """Python functions in its parts, which plain data cannot describe."""
        return callbacks_in(x for x in leaves((self._elements, self.gravity)) if isinstance(x, Expression))

    @cached_property
    def described(self) -> Mapping[str, object]:
        """The model as plain data, by name: parts, bodies, gravity. Files keep it."""
        return {
            **{f"{type(part).__name__} {part.name!r}": plain(part) for part in self.flat_parts},
            # what a body looks like is not what it is
            **{f"body {body.name!r}": plain_fields(body, besides=("visual",)) for body in self.bodies},
            "gravity": plain(self.gravity),
            "parameters": dict(self.parameters),
            "callbacks": [routine.name for routine in self._callbacks],
            "cut": sorted(self._resolved.cut),
        }

    def __eq__(self, other: object) -> bool:
        """Whether two models say the same: bodies are compared by name and content, whatever they were made of."""
        if not isinstance(other, Model):
            return NotImplemented
        if self._callbacks != other._callbacks:
            return False
        return self is other or (self.described, plain(self.ports)) == (other.described, plain(other.ports))

    def __hash__(self) -> int:
        return hash((self.coordinates, tuple(part.name for part in self.flat_parts)))

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
        check_names((*self.contributions, *map(Contribution.of, self.children)), self.carried)
        check_closing(self.closing)
        check_inputs(self.inputs, self._elements, self._names, self.parameters)
        for part, instance in zip(self.children, self._resolved.instances, strict=True):
            part.check_gravity(self.gravity)
            check_carried(part.label, instance.bodies, self._known_bodies)
        check_references(self._elements, self._known_bodies, self._names)
        check_laws(self.forces, self.constraints)
        check_drives(self.constraints, self.motors)
        _ = self.parameters
        if not self.ports:
            _ = self.tree
        for name in self.starts:
            try:
                self.state(name)
            except ModelError as error:
                raise ModelError(f"the start {name!r}: {error}") from None


@dataclass(frozen=True, eq=False)
class ResolvedParts:
    """Parts of a model when its submodels are resolved."""

    contributions: tuple[Contribution, ...]
    cut: tuple[str, ...]
    wiring: Wiring
    instances: tuple[Instance, ...]
    """Copies of the submodels, in their order."""

    @classmethod
    def of(cls, parts: Sequence[Part], cut: Sequence[str]) -> ResolvedParts:
        """Copies of the models inside, and the other parts with real frames for ports."""
        children = [part for part in parts if isinstance(part, Submodel)]
        check_names(map(Contribution.of, children), [])
        instances = {part.name: Instance(part.name, frozenset(part.shared)) for part in children}
        wiring = Wiring({part.name: part.frames(instances[part.name]) for part in children})
        flat: list[Part] = []
        for part in parts:
            if isinstance(part, Submodel):
                flat += [instances[part.name].part(inner) for inner in part.model.flat_parts]
            else:
                flat.append(wiring.wired(part))
        inner_cuts = (f"{part.name}/{name}" for part in children for name in part.model._resolved.cut)
        return cls(tuple(map(Contribution.of, flat)), (*cut, *inner_cuts), wiring, tuple(instances.values()))


def flat(model: Model) -> Model:
    """A model without submodels: their parts stand in it, on copies of their bodies.

    Parameters
    ----------
    model : Model
        Model with submodels.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> arm = da.Model(da.Revolute("axle", da.ground, rod))
    >>> pair = da.Model(da.Submodel("left", arm), da.Submodel("right", arm))
    >>> print([part.name for part in da.modules.flat(pair).parts])
    ['left/axle', 'right/axle']
    """
    if not checked_model(model).children:
        return model
    whole = on_its_bodies(model, *model.flat_parts, ports=model.ports, cut=model._resolved.cut)
    object.__setattr__(whole, "starts", model.starts)
    return whole


def contact_sets(model: object) -> tuple[Part, ...]:
    """Contacts between all bodies of a set, of a model and its submodels; none if it is not a `Model`."""
    if not isinstance(model, Model):
        return ()
    return tuple(part for part in model.flat_parts if part.is_contact_set)


_TOUCHING_PARTS: Key[tuple[Part, ...]] = Key("touching parts")


def touching_parts(model: object) -> tuple[Part, ...]:
    """Contacts, stops, cables and dry friction of a model and its submodels; none if it is not a `Model`.

    Contacts of a set are refused: whoever does not look for `contact_sets` first would count them as open.
    """
    if not isinstance(model, Model):
        return ()
    if sets := contact_sets(model):
        raise ModelError(
            f"{sets[0].label} lets many bodies touch whose pairs have no names, which only "
            "da.simulate(model, …, method=da.methods.MoreauJean(step)) and da.batch can treat; name the few pairs "
            "that matter, da.Contact(name, body, other), or leave the set out"
        )
    return model.memo.get(
        _TOUCHING_PARTS, lambda: tuple(part for part in flat(model).parts if part.contact_points())
    )


def _named_ports(ports: Mapping[str, Place] | None) -> Mapping[str, Place]:
    """Ports of a user, checked to be places by name."""
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
    gravity: VectorLike | None = None,
    ports: Mapping[str, Place] | None = None,
    cut: Iterable[str] = (),
) -> Model:
    """A model of these parts on the bodies of another one; ports of submodels are the frames that they are there.

    Gravity is that of the other model unless it is given.
    """
    wiring = model._resolved.wiring
    wired = map(wiring.wired, parts)
    other = Model(
        *wired, gravity=model.gravity if gravity is None else gravity, ports=ports, cut=cut, notes=model.notes
    )
    object.__setattr__(other, "_resolved", replace(other._resolved, wiring=wiring))
    return other


def walked(model: Model, owner: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Part]]:
    """All parts of a model and its submodels, as the user wrote them, each with the names that lead to it.

    Parameters
    ----------
    model : Model
        Model that is walked through.
    owner : tuple of str, optional
        Names that stand before those of its parts; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> arm = da.Model(da.Revolute("axle", da.ground, rod))
    >>> pair = da.Model(da.Submodel("left", arm), da.Submodel("right", arm))
    >>> print([(owner, part.name) for owner, part in da.modules.walked(pair)])
    [(('left',), 'axle'), (('right',), 'axle')]
    """
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

    Parameters
    ----------
    name : str
        Name that stands before all names of the copy, `name/…`.
    model : Model
        Model that is copied.
    shared : collection of str, optional
        Parameters that stay those of the model around; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> arm = da.Model(da.Revolute("axle", da.ground, rod))
    >>> pair = da.Model(da.Submodel("left", arm), da.Submodel("right", arm), gravity=(0, -9.81, 0))
    >>> print(pair.coordinates)
    ('left/axle', 'right/axle')
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
            if not any(node is parameter for parameter in self.model.open_parameters.values()):
                raise ModelError(
                    f"{self.label} cannot share {node!r}; the parameters of its model are "
                    f"{', '.join(self.model.parameters) or 'none'}"
                )

    def __getitem__(self, name: str) -> Frame:
        checked_names([name], self.model.ports, f"port of {self.label} called")
        return port(self.name, name)

    def frames(self, instance: Instance) -> dict[str, Frame]:
        """Ports of the submodel on the bodies of a copy."""
        return {name: instance.frame(frame) for name, frame in self.model.ports.items()}

    def check_gravity(self, gravity: Array) -> None:
        """Raise if the submodel has another gravity than the model it stands in."""
        inner = self.model.gravity
        if self.model.has_gravity and any(a is not b and a != b for a, b in zip(inner, gravity, strict=True)):
            raise ModelError(
                f"{self.label} was made with gravity {written(inner, LEAST)}, the model it stands in with "
                f"{written(gravity, LEAST)}; leave it out of the submodel, or give both the same"
            )


def checked_model(model: object) -> Model:
    """A model of a user; raises for anything else."""
    if not isinstance(model, Model):
        raise ModelError(f"a model is needed here, such as da.Model(…), not {type(model).__name__}")
    return model


def _checked_part(part: object) -> Part:
    """A part of a user; raises for anything else."""
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
