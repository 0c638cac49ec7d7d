"""Reading of subsystems from names of variables, relations, constraints and forces."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeAlias, TypedDict

import numpy as np

from dalembert.errors import FormulationError
from dalembert.expr.calculus import gradient, jacobian
from dalembert.expr.node import Expression, Node, Scalar, inputs_of, name_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.symbol_nodes import symbol
from dalembert.expr.trial_numbers import finite_samples
from dalembert.model.measure import InputValue
from dalembert.model.part import measures_in
from dalembert.modules.complements import Complement, Independent
from dalembert.modules.labelled_matrix import LabelledMatrix, labelled_column
from dalembert.modules.node_constraints import NodeConstraint, node_constraints
from dalembert.modules.node_kinematics import Kinematics, SolvedRates, rate_symbol, solved_rates
from dalembert.modules.node_units import (
    check_force,
    check_names,
    check_terms,
    check_units,
    units_of,
    with_higher_rates,
    with_rates,
)
from dalembert.modules.subsystem import Subsystem
from dalembert.modules.system_node import MotionVariables
from dalembert.modules.tree_reactions import multiplier_names
from dalembert.name_checks import closest
from dalembert.number_checks import checked_number
from dalembert.rows import Role
from dalembert.typed.vocabulary import (
    Kind,
    NamedExpressions,
    NamedNumbers,
    TypedExpression,
    VariableNames,
    Vocabulary,
    label,
    labels,
)

ConstraintExpressions: TypeAlias = Mapping[str, TypedExpression] | Iterable[tuple[str, TypedExpression]]
"""Expressions that are zero, by name: a mapping, or pairs."""

MotionPair: TypeAlias = tuple[TypedExpression, TypedExpression]
"""A motion variable as an expression, and its effective force."""

EVERYTHING = frozenset(Kind)


class SubsystemOptions(TypedDict, total=False):
    """Options of `subsystem`, without its children and constraints."""

    coordinates: VariableNames
    speeds: VariableNames
    accelerations: VariableNames
    rates: NamedExpressions | None
    relations: ConstraintExpressions
    forces: NamedExpressions | None
    motion: Mapping[str, MotionPair] | None
    multipliers: VariableNames
    independent: Complement | VariableNames
    inputs: VariableNames
    parameters: NamedNumbers | None
    default_values: NamedNumbers | None
    units: Mapping[str, str] | None


WITHOUT_FORCE = 1e-9
"""Force of a multiplier along independent variables, relative to that along others, that is rounding."""


def subsystem(
    name: str,
    children: Mapping[str, Subsystem] | Iterable[Subsystem] = (),
    *,
    coordinates: VariableNames = (),
    speeds: VariableNames = None,
    accelerations: VariableNames = None,
    rates: NamedExpressions | None = None,
    relations: ConstraintExpressions = (),
    constraints: ConstraintExpressions = (),
    forces: NamedExpressions | None = None,
    motion: Mapping[str, MotionPair] | None = None,
    multipliers: VariableNames = (),
    independent: Complement | VariableNames = None,
    inputs: VariableNames = (),
    parameters: NamedNumbers | None = None,
    default_values: NamedNumbers | None = None,
    units: Mapping[str, str] | None = None,
) -> Subsystem:
    """A node of a tree of systems: a leaf, or with children a composite of them.

    Parameters
    ----------
    name : str
        Name of the node.
    children : dict or sequence of Subsystem, optional
        Subsystems that it joins: in a dict, keys stand before all names of a child, `left/x`; children in
        a list keep theirs. Default none, for a leaf.
    coordinates : str or sequence of str, optional
        Names of coordinates, of a composite those it adds; default none.
    speeds : str or sequence of str, optional
        Names of speeds; default `x.rate` for a coordinate `x`.
    accelerations : str or sequence of str, optional
        Names of accelerations; default the rates `v'` of the speeds.
    rates : dict of expressions, optional
        Rates of coordinates by name; default the speeds.
    relations : dict or sequence of pairs, of expressions, optional
        Expressions that are zero and contain the rates as `x'`, in place of `rates`; default none.
    constraints : dict or sequence of pairs, of expressions, optional
        Expressions of any order that are zero, by name; default none.
    forces : dict of expressions, optional
        *Effective* forces, those of inertia included, along speeds by name: −m x'' + F, affine in
        accelerations. They may contain variables of any subsystem below, and multipliers
        `<row>.multiplier` of its constraints. Default none.
    motion : dict of pairs of expressions, optional
        Motion variables of any order by name, each an expression and its effective force; default none.
    multipliers : str or sequence of str, optional
        Names in forces; their forces must vanish along the independent variables. Default none.
    independent : Complement, or names, optional
        Independent variables; default chosen by pivots in admissible states.
    inputs : str or sequence of str, optional
        Names of inputs; default none.
    parameters : dict of float, optional
        Default values of parameters by name; default none.
    default_values : dict of float, optional
        Default values of coordinates by name; default 0.
    units : dict of str, optional
        Units of variables, inputs and parameters by name, as far as they are to be checked: "m", "rad/s",
        "N m". Default none.

    Examples
    --------
    >>> import dalembert as da
    >>> S = da.expr.symbol
    >>> bob = da.modules.subsystem("bob", coordinates="x", forces={"x": -2.0 * S("x.rate'") - 8.0 * S("x")})
    >>> print(bob)
    -2 ẍ - 8 x = 0
    """
    reader = _Reader(name, _children(children, name), labels(multipliers, "multipliers"), parameters or {})
    expressions = pairs(constraints, "constraints")
    own_rows = tuple(row for row, _ in expressions)
    reader.check_own_rows(own_rows)
    acting = _input_names(inputs, forces, motion, dict(expressions))
    reader.declare(coordinates, speeds, accelerations, acting, own_rows)
    reader.know_units(units or {})
    solved = reader.rates(rates or {}, pairs(relations, "relations"))
    kinematics = Kinematics(
        reader.coordinates, reader.speeds, reader.accelerations, reader.highest, solved.rates, solved.kept
    )
    everything = kinematics.joined([child.kinematics for child in reader.children])
    rows = reader.constraints(expressions, solved, everything)
    node = Subsystem(
        name,
        reader.children,
        kinematics,
        rows,
        reader.forces(forces or {}, everything),
        complement=complement_of(independent, name),
        own_inputs=reader.inputs,
        default_values=reader.default_values(default_values or {}, everything),
        own_units=reader.own_units,
    )
    whole = reader.with_motion(node, motion or {})
    _check_shared_names(whole)
    check_names(name, units or {}, {*whole.coordinates, *whole.speeds, *whole.inputs, *reader.parameters})
    if vanished := [row for row in whole.reaction_rows if row not in {x.name for x in whole.all_constraints}]:
        raise FormulationError(
            f"{name}: a force depends on the multiplier of {vanished[0]!r}, which always holds or repeats another "
            "constraint, so it has none"
        )
    return whole


class _Reader:
    """Reader of the expressions of a node; messages begin with its name."""

    def __init__(
        self,
        name: str,
        children: tuple[Subsystem, ...],
        multipliers: tuple[str, ...],
        parameters: NamedNumbers,
    ) -> None:
        if not isinstance(name, str) or not name:
            raise FormulationError(f"a subsystem has a name, not {name!r}")
        self.name, self.children, self.multipliers = name, children, multipliers
        self.values = {
            label(key, "parameters"): checked_number(x, f"{name}: the parameter {key!r}", FormulationError)
            for key, x in parameters.items()
        }
        self.parameters = set(self.values)
        self.units: dict[str, str] = {}

    def default_values(self, given: NamedNumbers, kinematics: Kinematics) -> dict[str, float]:
        """Default values of coordinates, here and below."""
        values: dict[str, float] = {}
        for key, x in given.items():
            name = label(key, "default_values")
            if name not in kinematics.coordinates:
                raise FormulationError(
                    f"{self.name}: default_values has {name!r}, which is no coordinate; "
                    f"{closest(name, kinematics.coordinates)}"
                )
            values[name] = checked_number(x, f"{self.name}: the default value of {name!r}", FormulationError)
        return values

    def know_units(self, given: Mapping[str, str]) -> None:
        """Set the units of variables, as given here and below."""
        below = {name: unit for child in self.children for name, unit in child.units.items()}
        check_units(self.name, given, below)
        self.own_units, self.units = dict(given), {**below, **given}

    def declare(
        self,
        coordinates: VariableNames,
        speeds: VariableNames,
        accelerations: VariableNames,
        inputs: tuple[str, ...],
        own_rows: tuple[str, ...],
    ) -> None:
        """Set the names of the variables of the node, and the vocabularies for its expressions."""
        self.coordinates = labels(coordinates, "coordinates")
        self.has_named_speeds = speeds is not None
        default = tuple(f"{name}.rate" for name in self.coordinates)
        self.speeds = labels(speeds, "speeds") if speeds is not None else default
        self.has_named_accelerations = accelerations is not None
        self.accelerations = labels(accelerations, "accelerations") if accelerations is not None else self.speeds
        named = self.accelerations if accelerations is not None else tuple(f"{name}'" for name in self.speeds)
        self.highest = tuple(map(symbol, named))
        inherited = {name for child in self.children for name in child.inputs}
        self.inputs = tuple(name for name in inputs if name not in inherited)
        below = [child.kinematics for child in self.children]
        below_rows = (constraint.name for child in self.children for constraint in child.all_constraints)
        names = {
            Kind.COORDINATE: (*self.coordinates, *(x for kinematics in below for x in kinematics.coordinates)),
            Kind.SPEED: (*self.speeds, *(x for kinematics in below for x in kinematics.speeds)),
            Kind.ACCELERATION: tuple(
                map(name_of, [*self.highest, *(x for kinematics in below for x in kinematics.highest)])
            ),
            Kind.INPUT: (*self.inputs, *sorted(inherited)),
            Kind.MULTIPLIER: (*self.multipliers, *multiplier_names((*own_rows, *below_rows))),
        }
        self._check_names(names)
        # rates of coordinates are x' in relations, unless that is the name of a speed
        taken = {name for group in names.values() for name in group}
        rates = (f"{name}'" for name in (*self.coordinates, *self.speeds))
        also = tuple(dict.fromkeys(name for name in rates if name not in taken))
        jerks = tuple(f"{name}'" for name in names[Kind.ACCELERATION])
        self.vocabulary = Vocabulary(names, self.values)
        wide = {
            **names,
            Kind.ACCELERATION: (*names[Kind.ACCELERATION], *also, *jerks),
            Kind.MULTIPLIER: self.multipliers,
        }
        self.wide = Vocabulary(wide, self.values)

    def _check_names(self, names: Mapping[Kind, tuple[str, ...]]) -> None:
        """Refuse a name that two variables of the node and its children have."""
        owners: dict[str, str] = {}
        groups = [(self.name, self.coordinates), (self.name, self.speeds)]
        for child in self.children:
            groups += [(child.name, child.coordinates), (child.name, child.speeds)]
        for owner, group in groups:
            for name in group:
                if owners.get(name) == owner:
                    raise FormulationError(f"{self.name}: the variable {name!r} of {owner!r} is given twice")
                if name in owners:
                    raise FormulationError(
                        f"{self.name}: {name!r} is a variable of {owners[name]!r} and of {owner!r}; give children "
                        "in a mapping, {'left': …}, so that their names stand before their variables"
                    )
                owners[name] = owner
        self._check_constraint_names(owners)

    def check_own_rows(self, rows: Sequence[str]) -> None:
        """Refuse a constraint of the node whose name another one has, here or below."""
        below = {row.name: child.name for child in self.children for row in child.all_constraints}
        for name in rows:
            if name in below:
                raise FormulationError(
                    f"{self.name}: {name!r} is a constraint of {below[name]!r} already; give this one another name"
                )
            if rows.count(name) > 1:
                raise FormulationError(f"{self.name}: two constraints are called {name!r}; each has its own name")

    def _check_constraint_names(self, owners: Mapping[str, str]) -> None:
        """Refuse a constraint of a child whose name another constraint or a variable has, by owners of these."""
        holders: dict[str, str] = {}
        for child in self.children:
            for constraint in child.all_constraints:
                name = constraint.name
                if name in owners:
                    what = f"a variable of {owners[name]!r}"
                elif name in holders:
                    what = f"of {holders[name]!r}"
                else:
                    holders[name] = child.name
                    continue
                raise FormulationError(
                    f"{self.name}: {name!r} is a constraint of {child.name!r} and {what}; give children in a "
                    "mapping, {'left': …}, so that their names stand before all names in them"
                )

    def read(self, expression: TypedExpression, owner: str) -> Scalar:
        """Expression over the variables of the node and its children."""
        return self._noted(self.vocabulary.read(expression, f"{self.name}: {owner}", EVERYTHING))

    def _read_widely(self, expression: TypedExpression, owner: str) -> Scalar:
        """Expression that may contain rates of variables too."""
        x = self._noted(self.wide.read(expression, f"{self.name}: {owner}", EVERYTHING))
        check_terms(self.name, owner, x, self.units, self.sure_alone)
        return x

    def _noted(self, x: Scalar) -> Scalar:
        """The expression; its parameters may have units."""
        if isinstance(x, Expression):
            self.parameters |= {name_of(y) for y in inputs_of([x]) if y.op == "parameter"}
        return x

    # ---- rates

    def rates(self, rates: NamedExpressions, relations: Sequence[tuple[str, TypedExpression]]) -> SolvedRates:
        """Rates of the coordinates and speeds of the node, as given or from relations."""
        self._know_rates({}, ())
        explicit = {label(key, "rates"): self._read_widely(x, "rates") for key, x in rates.items()}
        variables = (*self.coordinates, *self.speeds)
        if unknown := [name for name in explicit if name not in variables]:
            raise FormulationError(f"{self.name}: rates has {unknown[0]!r}, which is none of its variables")
        read = [(name, self._read_widely(x, f"the relation {name!r}")) for name, x in relations]
        upper = [pair for pair in read if self._is_of_second_order(pair[1])]
        lower = [pair for pair in read if pair not in upper]
        first = self._solved(self.coordinates, self.speeds, explicit, lower, self.has_named_speeds)
        if not self.has_named_accelerations:
            second = SolvedRates(dict(zip(map(symbol, self.speeds), self.highest, strict=True)), (), ())
        else:
            second = self._solved(self.speeds, self.accelerations, explicit, upper, True)
        self._know_rates({**first.rates, **second.rates}, explicit)
        return SolvedRates(
            {**first.rates, **second.rates}, (*first.left, *second.left), (*first.kept, *second.kept)
        )

    def _know_rates(self, rates: Mapping[Node, Scalar], typed: Collection[str]) -> None:
        """Complete the units by those of the rates of variables, here and below."""
        known = with_rates(self.name, self.own_units, rates, typed)
        self.own_units |= units_of(self.speeds, known)
        names = (*self.coordinates, *self.speeds, *map(name_of, self.highest))
        below = [child.kinematics for child in self.children]
        names += tuple(x for k in below for x in (*k.coordinates, *k.speeds, *map(name_of, k.highest)))
        self.units = with_higher_rates({**self.units, **self.own_units}, names)
        given = {name: unit for child in self.children for name, unit in child.given_units.items()}
        self.sure_alone = frozenset(with_higher_rates({**given, **self.own_units}, names))

    def _is_of_second_order(self, x: Scalar) -> bool:
        inputs = set(inputs_of([x])) if isinstance(x, Expression) else set()
        return self.has_named_accelerations and not inputs.isdisjoint(
            [*self.highest, *(rate_symbol(name) for name in self.speeds)]
        )

    def _solved(
        self,
        names: tuple[str, ...],
        higher: tuple[str, ...],
        explicit: Mapping[str, Scalar],
        relations: list[tuple[str, Scalar]],
        are_named: bool,
    ) -> SolvedRates:
        rates = {symbol(name): explicit[name] for name in names if name in explicit}
        if relations:
            if rates:
                also = [(f"rate of {name_of(x)}", rate_symbol(name_of(x)) - rate) for x, rate in rates.items()]
                relations = [*relations, *also]
            return solved_rates(names, higher, relations, self.name)
        missing = [name for name in names if name not in explicit]
        if not missing:
            return SolvedRates(rates, (), ())
        if rates or (are_named and len(names) != len(higher)):
            raise FormulationError(
                f"{self.name}: {len(names)} variables and {len(higher)} of the next order: say what the rate of "
                f"{missing[0]!r} is, rates={{…}}, or give relations that contain {missing[0]}'"
            )
        return SolvedRates(dict(zip(map(symbol, names), map(symbol, higher), strict=True)), (), ())

    # ---- rows and forces

    def constraints(
        self, expressions: Sequence[tuple[str, TypedExpression]], solved: SolvedRates, kinematics: Kinematics
    ) -> tuple[NodeConstraint, ...]:
        """Constraints of the node, and relations that remain besides the rates."""
        below = {constraint.name for child in self.children for constraint in child.all_constraints}
        variables = {*kinematics.coordinates, *kinematics.speeds}
        names = [name for name, _ in (*expressions, *solved.left)]
        for name in names:
            if name in variables or name in below or names.count(name) > 1:
                owner = "variable" if name in variables else "constraint"
                raise FormulationError(
                    f"{self.name}: the name {name!r} of a constraint is taken by a {owner}; each has its own"
                )
        definitions = node_constraints(solved.left, kinematics, self.name, Role.DEFINITION)
        read = [(name, self._read_widely(x, f"the constraint {name!r}")) for name, x in expressions]
        return (*node_constraints(read, kinematics, self.name), *definitions)

    def forces(self, expressions: NamedExpressions, kinematics: Kinematics) -> LabelledMatrix:
        """f⊕ along variables of second order, named by these or by coordinates whose rates they are."""
        forces: dict[str, Scalar] = {}
        for key, x in expressions.items():
            variable = self._label(label(key, "forces"), kinematics)
            if variable in forces:
                raise FormulationError(f"{self.name}: two forces are given along {variable!r}; add them up")
            force = self.read(x, f"the force along {variable!r}")
            check_force(self.name, variable, force, self.units, self.inputs)
            forces[variable] = self._checked_force(force, variable, kinematics)
        return labelled_column(forces)

    def _label(self, name: str, kinematics: Kinematics) -> str:
        if name in kinematics.accelerations:
            return name
        rate = kinematics.rates.get(symbol(name)) if name in kinematics.coordinates else None
        if isinstance(rate, Node) and rate.op == "symbol" and name_of(rate) in kinematics.accelerations:
            return name_of(rate)
        raise FormulationError(
            f"{self.name}: there is no variable {name!r} for a force to act along; there are "
            f"{', '.join(kinematics.accelerations)}"
        )

    def _checked_force(self, x: Scalar, owner: str, kinematics: Kinematics) -> Scalar:
        highest = np.array(kinematics.highest, dtype=object)
        if isinstance(x, Expression) and len(highest):
            inputs = set(inputs_of([y for y in gradient(x, highest) if isinstance(y, Expression)]))
            if curved := [y for y in highest if y in inputs]:
                raise FormulationError(
                    f"{self.name}: the force along {owner!r} is not affine in {curved[0]!r}, so accelerations "
                    "cannot be solved for"
                )
        return x

    def with_motion(self, node: Subsystem, variables: Mapping[str, MotionPair]) -> Subsystem:
        """The node with forces along motion variables, and without multipliers."""
        kinematics = node.kinematics
        motion, forces = None, node.own_forces
        if variables:
            motion = self._motion(variables, kinematics)
            forces = forces + motion.along_variables
        if self.multipliers:
            forces = self._without_multipliers(node, forces)
        return Subsystem(
            *(node.name, node.children, node.own_kinematics, node.constraints, forces, motion, node.complement),
            *(node.own_inputs, node.default_values),
            own_units=node.own_units,
        )

    def _motion(self, variables: Mapping[str, MotionPair], kinematics: Kinematics) -> MotionVariables:
        """Motion variables of any order, each differentiated up to second order for V, and their forces."""
        values, forces = {}, {}
        for name, pair in variables.items():
            if not isinstance(pair, tuple | list) or len(pair) != 2:
                raise FormulationError(
                    f"{self.name}: the motion variable {name!r} is given as (expression, effective force)"
                )
            values[name] = self._second_order(self.read(pair[0], f"the motion variable {name!r}"), kinematics)
            forces[name] = self._checked_force(self.read(pair[1], f"the force of {name!r}"), name, kinematics)
        entries = np.array(list(values.values()), dtype=object)
        V = jacobian(entries, np.array(kinematics.highest, dtype=object))
        return MotionVariables(LabelledMatrix(tuple(values), kinematics.accelerations, V), labelled_column(forces))

    def _second_order(self, value: Scalar, kinematics: Kinematics) -> Scalar:
        inputs = set(inputs_of([value])) if isinstance(value, Expression) else set()
        order = (
            2
            if not inputs.isdisjoint(kinematics.highest)
            else 0
            if inputs.isdisjoint(map(symbol, kinematics.speeds))
            else 1
        )
        for _ in range(2 - order):
            value = kinematics.derivative(value)
        return value

    def _without_multipliers(self, node: Subsystem, forces: LabelledMatrix) -> LabelledMatrix:
        """Forces without multipliers, which must do no work along any motion that the constraints allow."""
        lam = np.array(list(map(symbol, self.multipliers)), dtype=object)
        along = LabelledMatrix(forces.rows, self.multipliers, jacobian(forces.entries[:, 0], lam))
        left = (node.S.T @ along).entries
        both = finite_samples(np.concatenate([left.ravel(), along.entries.ravel()]))
        n = left.size
        for sample in both:
            if n and np.abs(sample[:n]).max() > WITHOUT_FORCE * np.abs(sample[n:]).max():
                k = int(np.argmax(np.abs(sample[:n].reshape(left.shape)).max(axis=0)))
                raise FormulationError(
                    f"{self.name}: the multiplier {self.multipliers[k]!r} does work along independent variables, "
                    "so it belongs to no constraint that is given"
                )
        return forces.mapped(lambda F: substitute(F, dict.fromkeys(lam, 0.0)))


def _check_shared_names(node: Subsystem) -> None:
    """Refuse a node in which a constraint and an input, or a variable and a parameter, have one name."""
    inputs = set(node.inputs)
    if shared := [row.name for row in node.all_constraints if row.name in inputs]:
        raise FormulationError(
            f"{node.name}: {shared[0]!r} is a constraint and an input; give one of them another name"
        )
    own = [*node.own_kinematics.rates.values(), *node.own_forces.entries.flat]
    own += [x for row in node.constraints for x in row.by_order if x is not None]
    parameters = {
        name_of(x) for x in inputs_of([y for y in own if isinstance(y, Expression)]) if x.op == "parameter"
    }
    if shared := [name for name in (*node.coordinates, *node.speeds, *node.inputs) if name in parameters]:
        raise FormulationError(
            f"{node.name}: {shared[0]!r} is a variable and a parameter; give one of them another name"
        )


def _children(children: Mapping[str, Subsystem] | Iterable[Subsystem], owner: str) -> tuple[Subsystem, ...]:
    if isinstance(children, Mapping):
        pairs = list(children.items())
        _check_children([child for _, child in pairs])
        return tuple(child.renamed(name) for name, child in pairs)
    if isinstance(children, Subsystem) or not isinstance(children, Iterable):
        raise FormulationError(f"children stand in a list or in a mapping, [{children!r}] or {{'left': …}}")
    nodes = tuple(children)
    _check_children(nodes)
    names = [child.name for child in nodes]
    if twice := [name for name in names if names.count(name) > 1]:
        raise FormulationError(
            f"{owner}: two children are called {twice[0]!r}; give them in a mapping, {{'left': …, 'right': …}}"
        )
    return nodes


def _check_children(children: Iterable[object]) -> None:
    for child in children:
        if not isinstance(child, Subsystem):
            raise FormulationError(
                "children are subsystems, such as da.modules.leaf(name, equations) or da.modules.subsystem(…), "
                f"not {child!r}"
            )


def pairs(expressions: ConstraintExpressions, owner: str) -> list[tuple[str, TypedExpression]]:
    """Pairs of names and expressions, from a mapping or from pairs."""
    entries = list(expressions.items()) if isinstance(expressions, Mapping) else list(expressions)
    for entry in entries:
        if not isinstance(entry, tuple | list) or len(entry) != 2 or not isinstance(entry[0], str):
            raise FormulationError(f"{owner} are pairs of a name and an expression that is zero, not {entry!r}")
    return [(name, x) for name, x in entries]


def complement_of(choice: Complement | VariableNames, owner: str) -> Complement:
    """Complement from names of independent variables, or as it is; `Independent()` if None."""
    if choice is None:
        return Independent()
    if isinstance(choice, Complement):
        return choice
    if isinstance(choice, type):
        raise FormulationError(f"{owner}: a complement is an object, {choice.__name__}(…)")
    return Independent(*labels(choice, "independent variables"))


def _input_names(
    inputs: VariableNames, *tables: Mapping[str, object] | Mapping[Node, object] | None
) -> tuple[str, ...]:
    """Inputs that are named, and those that stand in forces and constraints as `da.Input`."""
    named: list[str] = []
    for table in tables:
        for x in (table or {}).values():
            for y in x if isinstance(x, tuple | list) else [x]:
                for node in measures_in(y) if isinstance(y, Expression) else []:
                    if isinstance(node.args[0], InputValue):
                        named.append(node.args[0].name)
    return tuple(dict.fromkeys((*labels(inputs, "inputs"), *named)))
