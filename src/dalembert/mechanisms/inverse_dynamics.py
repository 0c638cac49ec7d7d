"""Inverse dynamics: the inputs, and all reactions, that go with a given motion."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Arguments, Matrix, Vector
from dalembert.config import Config
from dalembert.configuration.assemble import Values
from dalembert.configuration.constraint_unknowns import is_plain
from dalembert.configuration.contact_overlaps import has_contacts, with_lasting_rows
from dalembert.configuration.mobility import without_dependent
from dalembert.configuration.typical_sizes import sizes_around
from dalembert.contact.state_modes import held_as_told
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.native_functions import NativeFunction
from dalembert.equations.equations import Equations
from dalembert.equations.given_accelerations import with_given_accelerations
from dalembert.equations.joint_axes import axes_text
from dalembert.equations.required_inputs import required_inputs, ways_of
from dalembert.equations.solution import Solution
from dalembert.equations.time_stepping_forms import check_second_order
from dalembert.equations.variables import helper_variables
from dalembert.errors import FormulationError, ModelError, SolverError
from dalembert.expr.calculus import derivative
from dalembert.expr.node import Expression, Node, Scalar
from dalembert.expr.spline import Spline, over_time
from dalembert.expr.symbol_nodes import symbol, time
from dalembert.mechanisms.kinematics import checked_times, kinematics
from dalembert.memo import Key
from dalembert.model.constraints.couplings import Drive
from dalembert.model.constraints.expressions import Holonomic
from dalembert.model.measure import coordinate
from dalembert.model.model import Model, flat, on_its_bodies
from dalembert.model.part import Part
from dalembert.modules.subsystem import Subsystem
from dalembert.modules.subsystem_reader import subsystem
from dalembert.modules.tree_of_equations import root_of
from dalembert.name_checks import checked_names
from dalembert.number_checks import checked_number, is_number, told
from dalembert.rank import ROUNDING, dependent_among, ranks
from dalembert.rows import Baumgarte
from dalembert.runs.motion import Motion
from dalembert.runs.several_solutions import several_solutions
from dalembert.state import State

Laws: TypeAlias = Mapping[str, Scalar] | Mapping[str | Node, Scalar]
"""Laws of time for coordinates by name, or for expressions of measures."""

UNREACHED = 1e-6
"""Part of the forces at an instant, beside the largest, that inputs may fail to give."""

_NOTHING = 1e-9
"""Forces beside the largest of all instants that are not worth a check of their own."""


def inverse_dynamics(
    subject: Subject,
    along: Motion | State | Laws | Mapping[str, Spline],
    *,
    times: ArrayLike | None = None,
    guess: Values | State | None = None,
    accelerations: Values | None = None,
    unknown: Sequence[str] | None = None,
    config: Config | None = None,
) -> Motion:
    """Inputs that produce a motion, as the motion of the model with these inputs: all its signals are loads.

    Laws of all coordinates of a system without constraints are differentiated. Others are followed as drives of
    the model, in a tree of systems as further rows of its root; equations of a model are derived again with rows
    for them, by their own principle. A model without inputs, whose drives determine its motion, has its loads in
    the motion already: forces of drives and reactions.

    With these inputs the equations give the accelerations asked for, at every instant, forces that depend on
    reactions included; inputs that cannot act, or not in one way only, are an error. Where something moves
    without inertia, the accelerations are further inputs of the result, called `<speed>' given`: nothing else
    says them.

    Contacts have the modes that the state or the motion tells, or `da.contacts.with_modes(model, modes)`;
    nothing looks whether the forces that are found let them last.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    along : Motion, State or dict of expressions
        A motion of the same coordinates, such as one of `kinematics`; laws of time for coordinates or
        measures, `{"shoulder": 0.5 * da.sin(da.time)}`, and for inputs that are known; or one state.
    times : array of float, optional
        Instants in seconds, with laws; those of the motion unless given.
    guess : State or dict of coordinates, optional
        Position near that of the mechanism at the first instant; default values of the model unless given.
    accelerations : dict of float, optional
        Rates of the speeds in rad/s² or m/s², with a state; zero unless given.
    unknown : sequence of str, optional
        Inputs that are solved for, all without a law unless given; reactions `<row>.multiplier`, which are signals
        of the result anyway, may be named too. Other inputs are as in the motion, in the state, or in a guess that
        is a state; zero where nothing says them.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Returns
    -------
    Motion
        Inputs and all signals at every instant; one sample for one state.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=2.0)
    >>> pendulum = da.Model(
    ...     da.Revolute("hinge", da.ground, rod, axis="z"), da.Motor("torque", "hinge"), gravity=(0, -9.81, 0)
    ... )
    >>> loads = da.inverse_dynamics(pendulum, {"hinge": 0.0 * da.time}, times=[0.0, 1.0])
    >>> print(loads["torque"].round(6))
    [9.81 9.81]
    """
    eom = as_dynamics(subject, config=config).equations
    if not isinstance(along, State):
        if accelerations is not None:
            raise ModelError("accelerations go with one state; a motion, or laws of time, have their own")
        if isinstance(along, Motion):
            return _along_motion(subject, along, _Sought(_unknown_inputs(eom, unknown, {}), {}), config)
        with_lasting_rows(as_dynamics(subject, config=config), "inverse_dynamics")
        if not isinstance(along, Mapping):
            raise ModelError(
                f"inverse dynamics goes along laws of time by name, {{'hinge': da.sin(da.time)}}, a motion or a "
                f"state, not {told(along)}"
            )
        laws: Laws = {what: over_time(law) for what, law in along.items()}
        return _along_laws(subject, laws, times, guess, config, _sought_along(eom, laws, unknown, guess))
    names = _unknown_inputs(eom, unknown, {})
    dynamics, state = _with_modes(as_dynamics(subject, config=config), along)
    assert isinstance(state, State)
    return _in_one_state(dynamics, state, accelerations or {}, names)


def _with_modes(dynamics: Dynamics, along: State | Motion) -> tuple[Dynamics, State | Motion]:
    """Dynamics whose contacts have the modes that a state or a motion tells."""
    if has_contacts(dynamics.equations.model):
        dynamics, along = held_as_told(dynamics, along, "inverse_dynamics")
    return with_lasting_rows(dynamics, "inverse_dynamics"), along


@dataclass(frozen=True)
class _Sought:
    """Inputs that are solved for, and what others are: laws of time, or numbers."""

    unknown: tuple[str, ...]
    known: Mapping[str, Scalar | Vector]


def _unknown_inputs(
    eom: Equations, unknown: Sequence[str] | None, laws: Collection[str | Node]
) -> tuple[str, ...]:
    """Inputs that are solved for, after a check of the names."""
    if unknown is None:
        return tuple(name for name in eom.inputs if name not in laws)
    if isinstance(unknown, str):
        raise ModelError(f"unknown is a list of inputs, [{unknown!r}]")
    reactions = [f"{row.name}.multiplier" for row in eom.rows]
    checked_names(list(unknown), {*eom.inputs, *reactions}, "input")
    if both := [name for name in unknown if name in laws]:
        raise ModelError(f"the input {both[0]!r} is unknown and has a law; leave one of them out")
    return tuple(name for name in eom.inputs if name in unknown)


def _sought_along(
    eom: Equations, laws: Laws, unknown: Sequence[str] | None, guess: Values | State | None
) -> _Sought:
    """Inputs that are solved for, and those that have laws, or numbers in a guess that is a state."""
    own = {name: law for name, law in laws.items() if isinstance(name, str) and name in eom.inputs}
    names = _unknown_inputs(eom, unknown, own)
    told = guess.tau if isinstance(guess, State) else {}
    known = {**told, **own}
    return _Sought(names, {name: known[name] for name in eom.inputs if name in known and name not in names})


def _along_motion(subject: Subject, motion: Motion, sought: _Sought, config: Config | None) -> Motion:
    """Loads along a motion of the same coordinates."""
    dynamics, along = _with_modes(as_dynamics(subject, config=config), motion)
    assert isinstance(along, Motion)
    states = _states_for(dynamics, along)
    reduced = without_dependent(_kept_like(dynamics, along), _first(dynamics, along, states), along.parameters)
    wanted = np.stack([*along.signals(_accelerations(reduced.equations.speeds)).values()], axis=1)
    own = set(reduced.equations.inputs).difference(sought.unknown, sought.known)
    given = along.signals([name for name in along.dynamics.equations.inputs if name in own])
    # what acts is another than in the run: neither its steps nor its work belong to this motion
    still = replace(along, dynamics=reduced, states=states, segments=(), saved_work=None)
    inputs = _known_inputs(still, {**given, **sought.known})
    return _loads(replace(still, inputs=inputs), wanted, sought.unknown)


def _known_inputs(along: Motion, known: Mapping[str, Scalar | Vector]) -> Matrix:
    """Inputs (n, n_tau) at every instant, zero where they are unknown."""
    names = along.dynamics.equations.inputs
    inputs = np.zeros((len(along), len(names)))
    laws = {name: x for name, x in known.items() if isinstance(x, Expression)}
    numbers = {name: x for name, x in known.items() if name not in laws}
    if laws:
        kernel = along.dynamics.engine.compile({"tau": np.array([*laws.values()], dtype=object)}, {"t": time})
        p = {name: x for name, x in along.parameters.items() if name in kernel.parameters}
        numbers |= dict(zip(laws, np.asarray(kernel(t=along.times, parameters=p)["tau"]).T, strict=True))
    for name, values in numbers.items():
        inputs[:, names.index(name)] = np.asarray(values, dtype=float)
    if not np.isfinite(inputs).all():
        row, k = np.argwhere(~np.isfinite(inputs))[0]
        raise SolverError(f"the law of the input {names[k]!r} has no value at t = {along.times[row]:.9g}")
    return inputs


def _loads(along: Motion, wanted: Matrix, unknown: Sequence[str]) -> Motion:
    """A motion with the inputs that give it these accelerations (n, nu)."""
    inputs, notes = _required(along.dynamics, along, along.states, wanted, unknown)
    dynamics = along.dynamics
    if not _resists(dynamics.solution):
        # nothing but what is given says how it accelerates
        solution = dynamics.solution
        dynamics = as_dynamics(
            Solution(with_given_accelerations(solution.equations), None, solution.left_out, solution.stabilization)
        )
        inputs = np.concatenate([inputs, wanted], axis=1)
    motion = replace(along, dynamics=dynamics, inputs=inputs, notes=(*along.notes, *notes))
    _check_motion(motion, wanted, unknown)
    return replace(motion, notes=tuple(dict.fromkeys((*motion.notes, *several_solutions(motion)))))


def _resists(solution: Solution) -> bool:
    """Whether all speeds have inertia, or constraints that say how they change."""
    try:
        return bool(solution.definite_mass)
    except FormulationError:
        return False


def _in_one_state(dynamics: Dynamics, state: State, accelerations: Values, unknown: Sequence[str]) -> Motion:
    """Loads where speeds have these rates."""
    check_second_order(dynamics.equations, "inverse_dynamics of one state")
    now, eom = dynamics.arguments(state), dynamics.equations
    if axes := dynamics.dependent_axes(now, state.p):
        raise SolverError(axes_text(axes))
    rates = eom.by_speed(accelerations)
    for name, value in rates.items():
        checked_number(value, f"the acceleration of {name!r}")
    wanted = np.array([[rates.get(name, 0.0) for name in eom.speeds]], dtype=float)
    states = np.concatenate([now["q"], now["u"], now["z"]])[None]
    motion = Motion(
        without_dependent(dynamics, now, state.p), np.array([state.t]), states, now["tau"][None], dict(state.p)
    )
    return _loads(motion, wanted, unknown)


def _along_laws(
    subject: Subject,
    laws: Laws,
    times: ArrayLike | None,
    guess: Values | State | None,
    config: Config | None,
    sought: _Sought,
) -> Motion:
    """Loads of the model, of its equations, or of the tree of systems, that are driven by laws of time."""
    if times is None:
        raise ModelError("inverse dynamics along laws of time needs the times at which loads are wanted")
    laws = {what: law for what, law in laws.items() if what not in sought.known}
    dynamics = as_dynamics(subject, config=config)
    _check_laws(laws)
    named = [name for name in laws if not isinstance(name, Expression)]
    node, model = root_of(dynamics.equations), dynamics.equations.model
    if node is not None:
        checked_names(named, {*node.kinematics.coordinates, *node.kinematics.speeds}, "coordinate or speed")
    elif model is not None:
        checked_names(named, {*model.coordinates, *model.measurable}, "coordinate")
    else:
        checked_names(named, dynamics.equations.coordinates, "coordinate")
    if _says_all(dynamics.equations, laws):
        p = guess.p if isinstance(guess, State) else {}
        return _by_derivatives(dynamics, laws, checked_times(times), p, sought)
    guess = replace(guess, tau={}) if isinstance(guess, State) else guess
    driven = _driven_tree(node, laws) if node is not None else _driven_model(subject, dynamics.equations, laws)
    along = kinematics(as_dynamics(driven, config=config), times, guess=guess)
    return _along_motion(subject, along, sought, config)


def _check_laws(laws: Laws) -> None:
    """Refuse what is no law of time."""
    for what, law in laws.items():
        if not isinstance(law, Expression) and not is_number(law):
            raise ModelError(
                f"the law of {what} is a number or an expression of time, such as 0.5 * da.sin(da.time), "
                f"not {told(law)}"
            )


def _driven_tree(node: Subsystem, laws: Laws) -> Subsystem:
    """Tree of systems whose root has the laws as further rows."""
    rows = {
        _law_name(k, x): (symbol(x) if isinstance(x, str) else x) - law
        for k, (x, law) in enumerate(laws.items(), 1)
    }
    return subsystem(f"{node.name} by laws", [node], constraints=rows)


def _driven_model(subject: Subject, eom: Equations, laws: Laws) -> Model | Equations:
    """Model with a drive for each law; of equations of a model, derived as they were."""
    if isinstance(subject, Model):
        parts = [part for part in flat(subject).parts if not part.is_input]
        drives = [_drive(k, what, law) for k, (what, law) in enumerate(laws.items(), 1)]
        return on_its_bodies(subject, *parts, *drives, cut=flat(subject).cut)
    model: Model | None = eom.model
    if model is None:
        raise ModelError(
            "inverse dynamics along laws of time that leave motions open needs a model, or a tree of systems, to "
            "drive its coordinates; equations that were typed are one as da.modules.leaf('name', equations)"
        )
    # equations keep their inputs, which may act on what is driven
    rows = [
        Holonomic(_law_name(k, x), (coordinate(x) if isinstance(x, str) else x) - law)
        for k, (x, law) in enumerate(laws.items(), 1)
    ]
    driven = on_its_bodies(model, *flat(model).parts, *rows, cut=flat(model).cut)
    return eom.of_model(driven, "laws of time are followed by deriving the equations with drives")


def _drive(number: int, what: str | Node, law: Scalar) -> Part:
    """The part that makes a coordinate, or an expression of measures, follow a law."""
    name = _law_name(number, what)
    return Holonomic(name, what - law) if isinstance(what, Expression) else Drive(name, what, law)


def _law_name(number: int, what: str | Node) -> str:
    """Name of the row that makes something follow a law, as messages have it."""
    return f"law {number}" if isinstance(what, Expression) else f"law of {what}".replace(".", " ")


def _says_all(eom: Equations, laws: Laws) -> bool:
    """Whether laws are the motion itself: of all coordinates, free of each other, whose rates are the speeds."""
    is_free = not eom.rows and not eom.states and not len(eom.c) and not eom.motion.has_affine_rates
    if eom.variables.are_momenta:
        return False
    return is_free and set(laws) == set(eom.coordinates) and is_plain(eom)


def _by_derivatives(dynamics: Dynamics, laws: Laws, times: Matrix, p: Values, sought: _Sought) -> Motion:
    """Loads where coordinates are laws of time, and speeds and accelerations their derivatives."""
    eom = dynamics.equations
    q = np.array([laws[name] for name in eom.coordinates], dtype=object)
    u = np.array([derivative(law, time) for law in q], dtype=object)
    a = np.array([derivative(rate, time) for rate in u], dtype=object)
    kernel = dynamics.engine.compile({"q": q, "u": u, "a": a}, {"t": time})
    numbers = kernel(t=times, parameters={name: x for name, x in p.items() if name in kernel.parameters})
    for what, values in (("value", numbers["q"]), ("rate", numbers["u"]), ("second derivative", numbers["a"])):
        if not (is_finite := np.isfinite(values)).all():
            row, k = np.argwhere(~is_finite)[0]
            raise SolverError(f"the law of {eom.coordinates[k]!r} has no {what} at t = {times[row]:.9g}")
    states = np.concatenate([numbers["q"], numbers["u"]], axis=1)
    parameters = {name: float(value) for name, value in p.items()}
    still = Motion(dynamics, times, states, np.zeros((len(times), len(eom.inputs))), parameters)
    return _loads(replace(still, inputs=_known_inputs(still, sought.known)), numbers["a"], sought.unknown)


def _accelerations(speeds: Sequence[str]) -> list[str]:
    return [f"{name.removesuffix('.rate')}.acceleration" for name in speeds]


def _states_for(dynamics: Dynamics, along: Motion) -> Matrix:
    """States of the motion in the order of the dynamics."""
    eom = dynamics.equations
    names = (*eom.coordinates, *eom.speeds, *eom.states)
    if missing := [name for name in names if name not in along.names]:
        raise ModelError(
            f"the given motion has no {missing[0]!r}, which is a state of these equations; give a motion in the "
            "same coordinates and speeds, or equations in those of the motion"
        )
    return np.stack([along[name] for name in names], axis=1)


def _kept_like(dynamics: Dynamics, along: Motion) -> Dynamics:
    """The dynamics without those redundant rows that the motion was made without, and stabilized like it."""
    names, solution = {row.name for row in dynamics.equations.rows}, along.dynamics.solution
    reduced, stabilization = dynamics.without(names.intersection(solution.left_out)), solution.stabilization
    is_common = (
        not isinstance(stabilization, Baumgarte)
        or stabilization.has_numbers
        or len(names) == len(solution.equations.rows)
    )
    return reduced.stabilized(stabilization) if is_common else reduced


def _first(dynamics: Dynamics, along: Motion, states: Matrix) -> Arguments:
    """The first of the states as numbers, without inputs."""
    eom = dynamics.equations
    q, u, z = np.split(states[0], np.cumsum([len(eom.coordinates), len(eom.speeds)]))
    return {"t": along.times[0], "q": q, "u": u, "z": z, "tau": np.zeros(len(eom.inputs))}


# ---- the inputs


_INVERSE_DYNAMICS: Key[tuple[NativeFunction, set[str]]] = Key("inverse dynamics")


def _required(
    dynamics: Dynamics, along: Motion, states: Matrix, accelerations: Matrix, unknown: Sequence[str]
) -> tuple[Matrix, tuple[str, ...]]:
    """Inputs (n, n_tau) that give the accelerations, and what there is to say about them."""
    eom = dynamics.equations
    if not unknown:
        return along.inputs, ()
    kernel, names = dynamics.memo.get(_INVERSE_DYNAMICS.of(tuple(unknown)), lambda: _kernel(dynamics, unknown))
    nq, nu = len(eom.coordinates), len(eom.speeds)
    q, u, z = np.split(states, [nq, nq + nu], axis=1)
    p = {name: value for name, value in along.parameters.items() if name in names}
    numbers = kernel(t=along.times, q=q, u=u, z=z, a=accelerations, known=along.inputs, parameters=p)
    tau, ways = np.asarray(numbers["tau"]), np.asarray(numbers["ways"])
    # a force along a length, times an arm, counts like a moment
    sizes = sizes_around(dynamics, _first(dynamics, along, states), along.parameters)
    _check_inputs(unknown, along.times, ways * sizes.columns[:, None])
    if not (is_finite := np.isfinite(tau).all(axis=1)).all():
        t = along.times[int(np.argmin(is_finite))]
        raise SolverError(
            f"at t = {t:g} no inputs {', '.join(unknown)} produce this motion: forces that depend on reactions "
            "have no value that fits them; friction locks the mechanism itself, or it jams"
        )
    places = [k for k, name in enumerate(eom.inputs) if name in unknown]
    return tau, _passed(unknown, along.times, ways, tau[:, places])


def _kernel(dynamics: Dynamics, unknown: Sequence[str]) -> tuple[NativeFunction, set[str]]:
    """Inputs by states and accelerations, and the parameters that they depend on."""
    eom, solution = dynamics.equations, dynamics.solution
    a = helper_variables((f"given {name}'" for name in eom.speeds), eom.variables.names)
    outputs = {"tau": required_inputs(solution, a, unknown)[0], "ways": ways_of(solution, unknown)}
    names = set(dynamics.known_parameters(outputs, eom.parameters))
    inputs = {"t": time, "q": eom.q, "u": eom.u, "z": eom.z, "a": a, "known": eom.tau}
    return dynamics.engine.compile(outputs, inputs), names


def _check_inputs(unknown: Sequence[str], times: Matrix, ways: Matrix) -> None:
    """Inputs must act, each in its own way, at every instant."""
    is_full = ranks(ways.transpose(0, 2, 1), ROUNDING) == ways.shape[2]
    for t, here in zip(times[~is_full], ways[~is_full], strict=True):
        names = _dependent_inputs(unknown, here)
        if len(names) > 1:
            raise SolverError(
                f"at t = {t:g} the inputs {', '.join(names)} {ROUNDING.words}: several choices of them "
                "produce the same motion; leave one out"
            )
        if names:
            raise SolverError(
                f"at t = {t:g} the input {names[0]} cannot act: constraints balance it, whatever it is; let "
                "another coordinate have the input, or leave this instant out"
            )


def _dependent_inputs(unknown: Sequence[str], ways: Matrix) -> list[str]:
    """Inputs of which a combination does nothing that constraints do not do as well."""
    involved = dependent_among(ways.T, range(ways.shape[1]), ROUNDING)
    return [name for i, name in enumerate(unknown) if i in involved]


def _passed(unknown: Sequence[str], times: Matrix, ways: Matrix, tau: Matrix) -> tuple[str, ...]:
    """Notes on instants between those asked for at which inputs cannot act; an error if they go to infinity there.

    The determinant of the ways changes its sign there. By Cramer's rule an input that does so too has a pole.
    """
    if ways.shape[1] != ways.shape[2]:
        return ()
    signs = np.linalg.slogdet(ways)[0]
    notes = []
    for k in np.flatnonzero(signs[1:] * signs[:-1] < 0.0):
        between = f"between t = {times[k]:g} and {times[k + 1]:g}"
        unbounded = [name for name, x in zip(unknown, tau[k] * tau[k + 1], strict=True) if x < 0.0]
        if unbounded:
            raise SolverError(
                f"{between} there is an instant at which the inputs {', '.join(unknown)} cannot act as the "
                f"motion needs it: {', '.join(unbounded)} would have to be infinite; let other coordinates have "
                "inputs, or take another motion"
            )
        notes.append(f"{between} there is an instant at which the inputs {', '.join(unknown)} cannot act")
    return tuple(notes)


# ---- what they produce


def _check_motion(motion: Motion, wanted: Matrix, inputs: Sequence[str]) -> None:
    """Accelerations by all equations, with the inputs found, must be those asked for, at every instant."""
    eom = motion.dynamics.equations
    numbers = motion.evaluate({"a": motion.dynamics.solved.accelerations, "M": eom.M, "f": eom.f})
    M, f = np.asarray(numbers["M"]), np.asarray(numbers["f"])
    missing = np.abs(np.einsum("tij,tj->ti", M, wanted - numbers["a"]))
    sizes = np.maximum(np.abs(np.einsum("tij,tj->ti", M, wanted)), np.abs(f)).max(axis=1)
    limits = UNREACHED * np.maximum(sizes, _NOTHING * sizes.max()) + np.finfo(float).tiny
    is_wrong = ~(missing <= limits[:, None])
    if not is_wrong.any():
        return
    parts = np.where(np.isnan(missing), np.inf, missing) / limits[:, None]
    row, speed = np.unravel_index(int(np.argmax(parts)), parts.shape)
    if np.isnan(missing[row, speed]):
        cause = motion.dynamics.singular_cause(motion.state(int(row)))
        raise SolverError(f"at t = {motion.times[row]:g} there are no accelerations: {cause}")
    if several := several_solutions(motion):
        raise SolverError(f"the inputs that were found produce another motion: {several[0]}")
    subject = f"the inputs {', '.join(inputs)} cannot" if inputs else "there are no inputs that could"
    raise SolverError(
        f"{subject} produce this motion: at t = {motion.times[row]:g} a force of {missing[row, speed]:g} along "
        f"{eom.speeds[speed]!r} is missing; add an input there, such as da.Motor"
    )
