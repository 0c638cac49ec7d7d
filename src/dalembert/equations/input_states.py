"""Inputs as states: their rates are the new inputs, so that goals and rows may contain them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from dalembert.equations.equations import Equations
from dalembert.equations.substituted_outputs import SubstitutedOutputs
from dalembert.equations.variables import symbols
from dalembert.errors import FormulationError, ModelError
from dalembert.expr.node import Expression, Node, Scalar, inputs_of, name_of
from dalembert.expr.symbol_nodes import symbol
from dalembert.name_checks import checked_names


def extended(equations: Equations, inputs: Sequence[str]) -> Equations:
    """Equations with some inputs as first-order states, whose rates `<input>.rate` are inputs instead."""
    if isinstance(inputs, str):
        raise ModelError(f"inputs that become states are a list of names, such as ['{inputs}'], not one text")
    names = tuple(inputs)
    checked_names(names, equations.inputs, "input")
    if len(set(names)) < len(names) or not names:
        raise ModelError("inputs that become states are named once each, one or more of them")
    v = equations.variables
    variables = replace(
        v,
        states=(*v.states, *names),
        starts=(*v.starts, *(0.0 for _ in names)),
        inputs=(*(name for name in v.inputs if name not in names), *map(rate_name, names)),
    )
    # variables of equal names are the same, whatever they are called together
    rates = tuple(map(rate_name, names))
    outputs = SubstitutedOutputs(
        equations.outputs,
        inputs=rates,
        rates=symbols(rates),
        contents={f"inputs as states {names}": True},
        note=f"inputs that are states: {', '.join(names)}",
    )
    return replace(equations, recipe=(extended, (equations, names)), variables=variables, outputs=outputs)


def rate_name(name: str) -> str:
    """The input that is the rate of one that became a state."""
    return f"{name}.rate"


def input_rates(inputs: Iterable[str]) -> dict[Node, Scalar]:
    """First and second rates of inputs that are states, by what they are the rates of."""
    chains = [(name, rate_name(name), rate_name(rate_name(name))) for name in inputs]
    return {symbol(name): symbol(rate) for chain in chains for name, rate in pairwise(chain)}


def check_inputs_are_states(equations: Equations) -> None:
    """Raise if rates of coordinates, or rows of positions or speeds, contain an input, which may jump."""
    if not equations.inputs:
        return
    rows = [(f"the constraint {row.row.name!r}", (row.phi, row.psi)) for row in equations.constraint_rows]
    if not equations.variables.are_momenta:
        # with Dirac's brackets, forces stand in the rates too
        rates = zip(equations.coordinates, equations.motion.rates_as_written, strict=True)
        rows += [(f"the rate of {name!r}", (x, None)) for name, x in rates]
    # together they are looked at once, and one by one only if there is something to tell
    if not _inputs_in(equations, [x for _, entries in rows for x in entries]):
        return
    what, inside = next((what, names[0]) for what, entries in rows if (names := _inputs_in(equations, entries)))
    raise FormulationError(
        f"{what} contains the input {inside!r}, which may jump, and positions and speeds with it; make it a state "
        f"whose rate is the input, by da.control.with_input_states(…, ['{inside}']), or use a law of time or a "
        "relation of accelerations"
    )


def _inputs_in(equations: Equations, values: Iterable[Scalar]) -> list[str]:
    inputs = set(equations.tau)
    return [name_of(x) for x in inputs_of([y for y in values if isinstance(y, Expression)]) if x in inputs]
