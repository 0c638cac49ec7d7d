"""Equations as native functions of numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from math import isfinite
from typing import Any, TypeVar

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.dynamics.method_systems import NO_EVENTS, EventProgram, SolvedSystem
from dalembert.dynamics.native_functions import (
    Engine,
    Expressions,
    FunctionWithSettings,
    NativeFunction,
    outputs_key,
    resolved,
    resolved_together,
)
from dalembert.dynamics.prepared import Prepared
from dalembert.dynamics.state_arrays import (
    EXACT,
    INVALID,
    Arguments,
    NamedValues,
    StateArrays,
    invalid_coordinates,
)
from dalembert.equations.input_states import check_inputs_are_states
from dalembert.equations.joint_axes import axes_text, dependent_axes
from dalembert.equations.outputs import JointAxes, OpenContact
from dalembert.equations.solution import Solution
from dalembert.equations.solved_rows import is_switch
from dalembert.errors import SolverError
from dalembert.expr.calculus import directional
from dalembert.expr.node import Expression, Node, Scalar, inputs_of, traverse
from dalembert.expr.operations import LEAVES
from dalembert.expr.symbol_nodes import time
from dalembert.integrators.integration import Integrator
from dalembert.integrators.method import Method
from dalembert.integrators.problem import Event as Crossing
from dalembert.memo import Key, Memo
from dalembert.name_checks import checked_names
from dalembert.native.kernel import Kernel
from dalembert.rank import (
    NEARLY,
    ROUNDING,
    SINGULAR,
    are_lengths,
    column_sizes,
    dependent_among,
    zero_combinations,
)
from dalembert.rows import Stabilization
from dalembert.state import SpeedValues, State, States, Values, as_state

T = TypeVar("T")

_LARGE = 16
"""Speeds and rows of a system whose derivation takes longer than a look at the disk."""

TOUCHES = 1e-9
"""Gap, in m, up to which a contact touches."""

_DYNAMICS: Key[Dynamics] = Key("dynamics")
_SHARED: Key[Memo] = Key("values for all dynamics of the equations")
_KERNEL: Key[Kernel] = Key("native function")
_INTEGRATOR: Key[Integrator] = Key("integrator")
_INTEGRATOR_OF_EVENTS: Key[Integrator] = Key("integrator of events as they are given")
_VALID_COORDINATES: Key[tuple[NativeFunction | None, frozenset[str]]] = Key("valid coordinates")
_TURNING_AXES: Key[tuple[JointAxes, ...]] = Key("turning axes")
_ASKED: Key[tuple[dict[str, Any], NativeFunction, frozenset[str]]] = Key("expressions that were asked for")
_ASKS_FOR_FORCES: Key[bool] = Key("asks for forces")
_GOALS: Key[Mapping[str, Array]] = Key("quantities of goals")


class Dynamics:
    """The quantities of a solution as native functions, made when they are asked for and kept.

    Rows that are left out and gains of a stabilization are parameters of these functions: dynamics that differ in
    them only share all code, those that differ otherwise what they have in common.
    """

    def __init__(self, solution: Solution, engine: Engine) -> None:
        self.solution, self.engine = solution, engine
        self.equations, self.solved = solution.equations, solution.parametrized
        self.memo = Memo()
        """Values derived from these dynamics."""
        self.shared = self.equations.memo.get(_SHARED.of(engine), Memo)
        """Values for all dynamics of these equations; what depends on the solution has it in its key."""
        self._possible_parameters: dict[str, float] | None = None

    @classmethod
    def of(cls, solution: Solution, engine: Engine) -> Dynamics:
        """The dynamics of a solution, made once."""

        def made() -> Dynamics:
            check_inputs_are_states(solution.equations)
            return cls(solution, engine)

        return solution.memo.get(_DYNAMICS.of(engine), made)

    def __repr__(self) -> str:
        return f"<Dynamics of {self.equations!r}>"

    def __reduce__(self) -> tuple[type[Dynamics], tuple[Solution, Engine]]:
        # without native code, which is made again when it is asked for
        return Dynamics, (self.solution, self.engine)

    def function(self, outputs: Expressions, varying: Sequence[Node] = ()) -> NativeFunction:
        """A native function of (t, q, u, z, tau) for named expressions of the equations' variables.

        Parameters that are `varying`, as nodes, are an input `own` too, one after the other.
        """
        return self.with_parameters(self.shared_function(outputs, varying))

    def shared_function(self, outputs: Expressions, varying: Sequence[Node] = ()) -> NativeFunction:
        """The native function that solutions share which differ in settings alone."""

        def compiled() -> Kernel:
            eom = self.equations
            inputs = {"t": time, "q": eom.q, "u": eom.u, "z": eom.z, "tau": eom.tau}
            if varying:
                inputs["own"] = np.array([*varying], dtype=object)
            return self.engine.compile(dict(outputs), inputs)

        return self.shared.get(_KERNEL.of(outputs_key(outputs), tuple(varying)), compiled)

    def with_parameters(self, kernel: NativeFunction) -> NativeFunction:
        """A native function that gets the settings of the solution beside the parameters of a call."""
        default = dict(zip(kernel.parameters, kernel.defaults, strict=True))
        settings = {name: x for name, x in self.settings.items() if default.get(name, x) != x}
        return FunctionWithSettings(kernel, settings) if settings else kernel

    def recalled(self, kind: str, made_of: tuple[object, ...], make: Callable[[], T]) -> T:
        """A value that was made of an equal system before, in this process or another; or a new one.

        Of small systems it is made sooner than it is found.
        """
        eom = self.equations
        if len(eom.speeds) + len(eom.rows) < _LARGE:
            return make()
        return self.engine.recalled(kind, (self.solved, *made_of), make)

    @property
    def settings(self) -> Mapping[str, float]:
        """Values of the parameters that rows which are left out and gains are."""
        return self.solution.settings

    def without(self, rows: Collection[str]) -> Dynamics:
        """Dynamics of the system with these rows of constraints left out of the solution, and no others."""
        return self._of(self.solution.without(rows))

    def stabilized(self, stabilization: Stabilization | None) -> Dynamics:
        """Dynamics of the system with constraints kept like this along a run; None is by projection."""
        if stabilization is None and self.solution.stabilization is None:
            return self
        return self._of(self.solution.stabilized(stabilization))

    def _of(self, solution: Solution) -> Dynamics:
        """Dynamics of another solution of the same system, with what can be shared."""
        return self if solution is self.solution else Dynamics.of(solution, self.engine)

    def integrator(
        self,
        method: Method,
        events: EventProgram = NO_EVENTS,
        varying: Sequence[str] = (),
    ) -> Any:
        """Native integrator by this kind of method, with events whose guards are expressions of measures."""
        # events that are the very same need not be resolved again
        key = _INTEGRATOR_OF_EVENTS.of(self.solved, method.kind, events, tuple(varying))
        return self.shared.get(key, lambda: self._integrator(method, events, varying))

    def _integrator(self, method: Method, events: EventProgram, varying: Sequence[str]) -> Integrator:
        guards: tuple[Scalar, ...] = ()
        if events.guards:
            guards = tuple(resolved(self.solved, events.guards))
            guards = (*guards, *self.guard_rates(guards, events.crossings))
        program = replace(events, guards=guards) if guards else events
        if method.is_adaptive:
            program = program.watching([*self.solved.first_order().rate, *guards])

        def made() -> Integrator:
            if method.finds_accelerations and any(map(is_switch, events.discrete)):
                raise SolverError(
                    f"{type(method).__name__} solves for all rows by itself, so events cannot switch them; use "
                    "another method, such as da.methods.DOP853()"
                )
            programs = method.texts(SolvedSystem(self.solved))
            parameters = self.equations.parameters
            return self.engine.integrator(programs, program, method, varying, self.n_states, parameters)

        return self.shared.get(_INTEGRATOR.of(self.solved, method.kind, program.key, tuple(varying)), made)

    def guard_rates(self, guards: Sequence[Scalar], crossings: Sequence[Crossing]) -> list[Scalar]:
        """Rates of guards along the motion, where events look at them, zero for the others; none if none does."""
        if not any(crossing.has_rate for crossing in crossings):
            return []
        eom = self.equations
        known_rates = {
            time: 1.0,
            **dict(zip(eom.q, eom.rates, strict=True)),
            **dict(zip(eom.z, self.solved.h, strict=True)),
        }
        rated = [k for k, crossing in enumerate(crossings) if crossing.has_rate]
        values = np.array([guards[k] for k in rated], dtype=object)
        if not set(eom.u).isdisjoint(inputs_of(values)):
            known_rates |= dict(zip(eom.u, self.solved.accelerations, strict=True))
        rates = np.full(len(guards), 0.0, dtype=object)
        rates[rated] = directional(values, known_rates)
        return list(rates)

    def arguments(self, state: State) -> Arguments:
        """A state as the arrays that functions take; names are checked, what is missing takes its default value.

        Coordinates are valid by themselves: a quaternion that nearly has unit length gets it, one that is further
        off is refused; of angles that count turns, the turns are taken. Values of parameters with which a body is
        impossible are refused.
        """
        guess = self.guessed(state)
        q = self.valid(guess, state.p)
        if q is guess["q"]:
            return guess
        free = len(self.equations.coordinates) - len(self.equations.variables.unwrapped_angles)
        if not (np.abs(q - guess["q"])[:free] <= INVALID).all():
            raise invalid_coordinates(self.equations.coordinates, guess["q"], q, free)
        return {**guess, "q": q}

    def many_arguments(self, states: States) -> Arguments:
        """Many states as the arrays (N, …) that functions take, checked as in `arguments`."""
        self.equations.outputs.check_parameters(states.p)
        arrays = self.state_arrays.of_many(states)
        nearest, depends_on = self._default_coordinates
        if nearest is None:
            return arrays
        if any(np.ndim(states.p[name]) for name in depends_on.intersection(states.p)):
            return {**arrays, "q": np.array([self.arguments(state)["q"] for state in states])}
        q = self.valid(arrays, {name: float(x) for name, x in states.p.items() if not np.ndim(x)})
        free = len(self.equations.coordinates) - len(self.equations.variables.unwrapped_angles)
        is_valid = (np.abs(q - arrays["q"])[:, :free] <= INVALID).all(axis=1)
        if not is_valid.all():
            k = int(np.argmin(is_valid))
            raise invalid_coordinates(self.equations.coordinates, arrays["q"][k], q[k], free)
        return {**arrays, "q": q}

    def valid(self, arguments: Arguments, p: Mapping[str, float]) -> Vector:
        """The nearest coordinates (…, nq) that are valid by themselves; those that are up to rounding stay."""
        eom, q = self.equations, np.asarray(arguments["q"], dtype=float)
        nearest, names = self._default_coordinates
        if nearest is None:
            return q
        parameters = {name: value for name, value in p.items() if name in names}

        # unwrapped angles come second: they depend on the other coordinates
        nq = len(eom.coordinates)
        is_unwrapped = np.arange(nq) >= nq - len(eom.variables.unwrapped_angles)
        for is_meant in (~is_unwrapped, is_unwrapped) if eom.variables.unwrapped_angles else (~is_unwrapped,):
            nearest_q = nearest(**{**arguments, "q": q}, parameters=parameters)["q"]
            q = np.where(is_meant & ~(np.abs(nearest_q - q) <= EXACT), nearest_q, q)
        return q

    @property
    def corrects_coordinates(self) -> bool:
        """Whether coordinates may be invalid by themselves, as those of orientations are."""
        return self._default_coordinates[0] is not None

    @cached_property
    def _default_coordinates(self) -> tuple[NativeFunction | None, frozenset[str]]:
        return self.shared.get(_VALID_COORDINATES, self._valid)

    def _valid(self) -> tuple[NativeFunction | None, frozenset[str]]:
        """The function for valid coordinates and the parameters in it; None if all coordinates are."""
        eom = self.equations
        if all(x is y for x, y in zip(eom.motion.projected, eom.q, strict=True)):
            return None, frozenset()
        outputs = {"q": eom.motion.projected}
        return self.function(outputs), frozenset(self.known_parameters(outputs, eom.parameters))

    @property
    def n_states(self) -> int:
        """How many numbers q, u and z are."""
        eom = self.equations
        return len(eom.coordinates) + len(eom.speeds) + len(eom.states)

    def guessed(self, state: State) -> Arguments:
        """A state as arrays whose coordinates may be a guess only: only names and parameters are checked."""
        self._check_parameters(state.p)
        return self.state_arrays.of(state)

    def own_names(self, state: State | States) -> NamedValues:
        """Values of a state by kind, with speeds under their own names; names that do not exist are refused."""
        return self.state_arrays.by_kind(state)

    @cached_property
    def state_arrays(self) -> StateArrays:
        """States by name as arrays."""
        return StateArrays(self.equations)

    def _check_parameters(self, p: Mapping[str, float]) -> None:
        """Raise if a body is impossible with these values; those that were asked for last are known."""
        values = dict(p.items())
        if self._possible_parameters != values:
            self.equations.outputs.check_parameters(values)
            self._possible_parameters = values

    def state(self, t: float, x: Vector, tau: Vector, p: Mapping[str, float]) -> State:
        """Numbers as a state: x holds q, u and z one after the other."""
        return self.state_of(t, [*x.tolist(), *tau.tolist()], p)

    def state_of(self, t: float, numbers: list[float], p: Mapping[str, float]) -> State:
        """Floats as a state: q, u, z and τ one after the other."""
        return State.of_numbers(t, self.state_arrays.order, numbers, p)

    def evaluate(self, outputs: Any, state: State | Values) -> Any:
        """An expression of measures or variables in one state, or a dict of them.

        Where three angles have no rates, what depends on accelerations is refused.
        """
        if not isinstance(outputs, Mapping):
            return self.evaluate({"value": outputs}, state)["value"]
        state = as_state(state)
        # walks over graphs are made once for what is asked again
        resolved, function, names = self.memo.get(_ASKED.of(*outputs_key(outputs)), lambda: self._asked(outputs))
        parameters = {name: value for name, value in state.p.items() if name in names}
        checked_names([name for name in state.p if name not in parameters], self.equations.parameters, "parameter")
        arguments = self.arguments(state)
        if (axes := self.dependent_axes(arguments, state.p)) and self._has_accelerations(resolved):
            raise SolverError(axes_text(axes))
        if self._contacts and self._asks_for_forces(outputs):
            self.check_contacts(state)
        return dict(function(**arguments, parameters=parameters))

    def _asked(self, outputs: Expressions) -> tuple[dict[str, Any], NativeFunction, frozenset[str]]:
        """Expressions in the variables of the equations, their native function, and the parameters in it."""
        resolved = resolved_together(self.solved, outputs)
        function = self.function(resolved)
        return resolved, function, frozenset(function.parameters)

    def evaluate_many(self, outputs: Expressions, arguments: Arguments, p: Mapping[str, Any]) -> dict[str, Array]:
        """Expressions of measures or variables in many states: arrays along the same leading axes in, and out.

        Parameters are one number for all, or arrays along these axes.
        """
        resolved = resolved_together(self.solved, outputs)
        entries = [x for y in resolved.values() for x in np.asarray(y, dtype=object).ravel()]
        nodes = [x for x in inputs_of(entries) if x.op == "parameter" and x.args[0] in p]
        varying = [x for x in nodes if np.ndim(p[str(x.args[0])])]
        parameters = {str(x.args[0]): float(p[str(x.args[0])]) for x in nodes if not np.ndim(p[str(x.args[0])])}
        lanes = {}
        if varying:
            columns = np.broadcast_arrays(*(p[str(x.args[0])] for x in varying))
            lanes = {"own": np.stack(columns, axis=-1)}
        return dict(self.function(resolved, varying)(**arguments, **lanes, parameters=parameters))

    def dependent_axes(
        self, arguments: Arguments, p: Mapping[str, float], limit: float = SINGULAR.distance
    ) -> tuple[JointAxes, ...]:
        """Joints whose axes depend on each other, or nearly, in one of the states."""
        if not (joints := self.turning_axes):
            return ()
        outputs = {axes.joint: axes.H for axes in joints}
        values = self.function(outputs)(**arguments, parameters=self.known_parameters(outputs, p))
        return dependent_axes(joints, values, limit)

    @cached_property
    def turning_axes(self) -> tuple[JointAxes, ...]:
        """Axes of joints that turn with their coordinates: they may come to depend on each other."""
        return self.shared.get(_TURNING_AXES, lambda: self.equations.outputs.turning_axes)

    def _has_accelerations(self, outputs: Expressions) -> bool:
        """Whether accelerations or multipliers stand in expressions."""
        expressions = [
            x for x in (*self.solved.accelerations, *self.solved.multipliers) if isinstance(x, Expression)
        ]
        solved = {x for x in expressions if x.op not in LEAVES}
        entries = [x for y in outputs.values() for x in np.asarray(y, dtype=object).ravel()]
        return not solved.isdisjoint(traverse(entries))

    # ---- contacts, which only runs decide about

    @cached_property
    def _contacts(self) -> tuple[OpenContact, ...]:
        """Contacts that the equations do not know, or know by the modes in a state."""
        without_contacts = self.equations.given
        return self.equations.outputs.contacts if without_contacts is None else without_contacts.outputs.contacts

    def check_contacts(self, state: State, *, by_impulses: bool = False) -> None:
        """Raise if contacts touch in a state that does not tell their modes: they would count as open.

        By impulses only those count that can exert some.
        """
        modes: Any = {} if self.equations.given is None else state.z
        untold = [x for x in self._contacts if f"{x.name}.mode" not in modes]
        if by_impulses:
            untold = [x for x in untold if x.exerts_impulses]
        gaps = self.gaps(state, untold)
        for contact, gap in zip(untold, gaps, strict=True):
            if gap < -TOUCHES and contact.is_rigid:
                raise SolverError(
                    f"bodies overlap here, {contact.label} by {-gap:.3g} m, so there are no forces and "
                    "accelerations; move them apart"
                )
        for contact, gap in zip(untold, gaps, strict=True):
            if gap <= TOUCHES:
                raise SolverError(
                    f"{contact.label} touches here, and only runs decide what it does; ask the motion that begins "
                    "here, da.simulate(model, state, times=[state.t]), or hold its mode, da.contacts.with_modes"
                )

    def check_answers(self, outputs: Mapping[str, str | Scalar | Array], states: Iterable[State]) -> None:
        """Raise if answers, signals by name or expressions, depend on contacts that touch in one of the states."""
        if self._contacts and self._asks_for_forces(self._by_name(outputs)):
            for state in states:
                self.check_contacts(state)

    def _asks_for_forces(self, outputs: Expressions) -> bool:
        """Whether accelerations or multipliers stand in expressions of measures, constant ones too."""
        eom = self.equations
        unknown = {x for x in (*eom.a, *eom.lam) if isinstance(x, Expression)}

        def asks() -> bool:
            named = resolved_together(self.solved.unsolved, outputs)
            entries = [x for y in named.values() for x in np.asarray(y, dtype=object).ravel()]
            expressions = [x for x in entries if isinstance(x, Expression)]
            return not unknown.isdisjoint(inputs_of(expressions)) or self._has_accelerations(
                self._asked(outputs)[0]
            )

        return self.memo.get(_ASKS_FOR_FORCES.of(*outputs_key(outputs)), asks)

    def gaps(self, state: State, contacts: Sequence[OpenContact]) -> list[float]:
        """Distances at contacts in a state; zero where one always touches."""
        outputs = {contact.name: contact.gap for contact in contacts if contact.gap is not None}
        if not outputs:
            return [0.0] * len(contacts)
        _, function, names = self.memo.get(_ASKED.of(*outputs_key(outputs)), lambda: self._asked(outputs))
        parameters = {name: value for name, value in state.p.items() if name in names}
        numbers = function(**self.arguments(state), parameters=parameters)
        return [float(numbers.get(contact.name, 0.0)) for contact in contacts]

    def accelerations(self, state: State | Values) -> Values:
        """Rates of the speeds in one state, by name of the speed or of the coordinate it is the rate of."""
        state = as_state(state)
        arguments = self.arguments(state)
        if self._contacts:
            self.check_contacts(state)
        if axes := self.dependent_axes(arguments, state.p):
            raise SolverError(axes_text(axes))
        function, names = self._acceleration_function
        if state.p:
            checked_names([name for name in state.p if name not in names], self.equations.parameters, "parameter")
        parameters = {name: value for name, value in state.p.items() if name in names}
        try:
            a = function(**arguments, parameters=parameters)["a"]
        except SolverError as error:
            raise SolverError(f"{error}: {self.singular_cause(state)}") from error
        values = a.tolist()
        if not all(map(isfinite, values)):
            lost = [name for name, x in zip(self.equations.speeds, values, strict=True) if not isfinite(x)]
            raise SolverError(f"the rates of {', '.join(lost)} have no value there: {self.singular_cause(state)}")
        return SpeedValues(dict(zip(self.equations.speeds, values, strict=True)), "speed")

    @cached_property
    def _acceleration_function(self) -> tuple[NativeFunction, frozenset[str]]:
        """The native function for accelerations and the parameters in it."""

        def made() -> NativeFunction:
            return self.shared_function({"a": self.solved.accelerations})

        function = self.with_parameters(self.recalled("accelerations", (), made))
        return function, frozenset(function.parameters)

    def prepared(self, outputs: Any, parameters: Mapping[str, float] | None = None) -> Prepared:
        """A function of (t, q, u, z, tau) as arrays, for one evaluation after the other at least cost.

        `outputs` is an expression of measures or variables, an array of them, or the name of a signal; or a dict
        of these, and then the result is a dict. Values of `parameters` stay as they are given here.
        """
        named = outputs if isinstance(outputs, Mapping) else {"value": outputs}
        expressions = {name: self.solved.signal(y) if isinstance(y, str) else y for name, y in named.items()}
        resolved = resolved_together(self.solved, expressions)
        contacts = self.equations.outputs.contacts
        if contacts and self._asks_for_forces(self._by_name(named)):
            raise SolverError(
                f"a prepared function does not look at contacts, so {contacts[0].label} would not count: ask "
                "dynamics.evaluate(…, state), which does, or leave it out of the model"
            )
        values = dict(parameters or {})
        self._check_parameters(values)
        checked_names(values, self.equations.parameters, "parameter")
        function, of_outputs = self.function(resolved), self.known_parameters(resolved, values)
        is_single = not isinstance(outputs, Mapping)
        return Prepared(function.bind(of_outputs), function.lanes, is_single, function.failures)

    def singular_cause(self, state: State | Values) -> str:
        """Why M a = f + Jᵀ λ, J a = γ has no definite solution in a state, in words."""
        if text := self._lost_goal(as_state(state)) or self._lost(as_state(state)):
            return text
        eom, taken = self.equations, list(self.solution.independent)
        outputs = {"forces": eom.f, "mass matrix": eom.inertia, "rows of constraints": eom.gradients[taken]}
        values = self.evaluate({name: y for name, y in outputs.items() if np.size(y)}, state)
        if undefined := [name for name, numbers in values.items() if not np.isfinite(numbers).all()]:
            return (
                f"the {' and the '.join(undefined)} are not defined: a law is not everywhere, nor are three "
                "angles where the first and the last turn about one axis (a quaternion is)"
            )
        M, J = values["mass matrix"], values.get("rows of constraints", np.zeros((0, len(eom.speeds))))
        rows = [eom.rows[i].name for i in taken]
        matrix = np.vstack([M, J])
        directions = eom.variables.directions
        matrix = matrix * column_sizes(matrix, are_lengths(directions, eom.variables.units))
        if useless := zero_combinations(matrix):
            names = ", ".join(directions[k] for k in useless)
            return (
                f"neither inertia nor a constraint resists a motion of {names}; three angles have such a motion "
                "where the first and the last turn about one axis (a quaternion has none)"
            )
        if idle := [name for name, row in zip(rows, J, strict=True) if not row.any()]:
            return f"no motion changes {', '.join(idle)}"
        for level in (ROUNDING, SINGULAR, NEARLY):
            if dependent := dependent_among(matrix[len(M) :], range(len(J)), level):
                names = ", ".join(rows[k] for k in dependent)
                return f"the rows {names} {level.words}; da.mobility tells whether in this state only"
        return "the system is nearly singular, or a force that depends on reactions has no value"

    def _lost(self, state: State) -> str:
        """Cause that accelerations have no value in a state, as far as the balance knows."""
        arguments = self.arguments(state)
        return self.equations.balance.lost(state.t, arguments["q"], arguments["u"], arguments["tau"], state.p)

    @property
    def goal_quantities(self) -> Mapping[str, Array]:
        """Quantities by which a law of inputs tells why there are none, as expressions."""
        law, passive = self.solution.law, self.solved.passive
        assert law is not None
        return self.shared.get(_GOALS.of(self.solved), lambda: law.quantities(passive))

    def goal_numbers(self, arguments: Arguments, p: Mapping[str, Any]) -> dict[str, Array]:
        """Numbers of `goal_quantities` in many states (N, …); not a number where there is none.

        Parameters are one number for all, or one for each state (N,).
        """
        quantities = self.goal_quantities
        numbers = self.evaluate_many({name: y for name, y in quantities.items() if np.size(y)}, arguments, p)
        n = len(arguments["q"])
        return {
            name: numbers[name] if name in numbers else np.zeros((n, *np.shape(y)))
            for name, y in quantities.items()
        }

    def goal_numbers_at(self, arguments: Arguments, p: Mapping[str, float]) -> dict[str, Array]:
        """Numbers of `goal_quantities` in one state; a quantity without a value is no error."""
        numbers = self.goal_numbers({name: np.asarray(x)[None] for name, x in arguments.items()}, p)
        return {name: x[0] for name, x in numbers.items()}

    def _lost_goal(self, state: State) -> str:
        """Why no inputs follow from their law in a state; empty if they do, or if they are free."""
        law = self.solution.law
        if law is None:
            return ""
        return law.cause(self.solved.passive, self.goal_numbers_at(self.arguments(state), state.p), {})

    def signals(self, names: Iterable[str], state: State | Values) -> dict[str, float]:
        """Named signals in one state."""
        wanted = list(names)
        self.check_answers({name: name for name in wanted}, [as_state(state)])
        numbers = self.evaluate({name: self.solved.signal(name) for name in wanted}, state)
        return {name: float(value) for name, value in numbers.items()}

    def _by_name(self, outputs: Mapping[str, str | Scalar | Array]) -> Expressions:
        """Signals by their names, and expressions, with accelerations and multipliers as variables."""
        return {name: self.solved.unsolved.signal(y) if isinstance(y, str) else y for name, y in outputs.items()}

    def known_parameters(self, outputs: Expressions, values: Mapping[str, float]) -> dict[str, float]:
        """The given parameters that these outputs depend on."""
        if not values:
            return {}
        entries = [x for y in outputs.values() for x in np.asarray(y, dtype=object).ravel()]
        open_names = {x.args[0] for x in inputs_of(entries) if x.op == "parameter"}
        return {name: value for name, value in values.items() if name in open_names}
