"""Measures in expressions that are differentiated: each hides a function that nobody knows yet.

What `position(arm["end"])` is follows from the model and from how its equations are derived; so does what
`coordinate("elbow")` is, a function of other coordinates where the joint closes a loop. Until then its derivative
is unknown, by whatever variable but itself, and never zero.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from dalembert.errors import ExpressionError
from dalembert.expr.node import Expression, Node, TruthNode, name_of
from dalembert.expr.operations import LEAVES


def refuse_hidden_functions(roots: Iterable[object], variables: Container[object]) -> None:
    """Raise for a measure below the roots that hides a function and is none of the variables.

    A state variable is a variable in all equations, so other variables do not change it.
    """
    for measure in _measures(roots):
        if measure not in variables and not measure.args[0].is_variable:
            raise _unresolved(measure)


def refuse_constant_measures(roots: Iterable[object], moving: Container[object]) -> None:
    """Raise for a measure below the roots whose rate is not given: along a motion none of them is constant."""
    for measure in _measures(roots):
        if measure not in moving:
            raise _unresolved(measure)


def _measures(roots: Iterable[object]) -> list[Node]:
    """The measures below the roots; not those in conditions, which select among derivatives and have none."""
    seen: set[Expression] = set()
    stack = [x for x in roots if isinstance(x, Expression)]
    measures: list[Node] = []
    while stack:
        x = stack.pop()
        if x in seen or type(x) is TruthNode:
            continue
        seen.add(x)
        if x.op == "measure":
            measures.append(x)  # type: ignore[arg-type]
        elif x.op not in LEAVES:
            stack += [a for a in x.args if isinstance(a, Expression)]
    return measures


def _unresolved(measure: Node) -> ExpressionError:
    return ExpressionError(
        f"the derivative of {name_of(measure)} is not known before equations are derived; resolve the expression "
        "first, with eom.resolve(expression) of derived equations, and differentiate by eom.q, eom.u or "
        "parameters; or write it over measures that are rates already, such as velocity and speed"
    )
