"""Questions of a study: signals, expressions, numbers along runs, and functions, by names of the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set, Sized
from typing import Any, TypeAlias, TypeVar

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.number_checks import told
from dalembert.runs.motion import Motion
from dalembert.runs.motions import Motions
from dalembert.studies.along import Along
from dalembert.studies.case_answers import Failure, Shapes, column_of

Answer: TypeAlias = float | Array
"""A number or an array."""

Question: TypeAlias = str | Scalar | Array | Along | Callable[..., Answer]
"""A signal by name, an expression, a number along a run, or a function."""

Questions: TypeAlias = Mapping[str, str | Scalar | Array | Along | Callable[..., Answer]]
"""Names of signals, expressions of measures, numbers along a run, or functions, by names of the answers."""

Named = TypeVar("Named")

What: TypeAlias = str | Iterable[str] | Questions | Callable[..., Answer]
"""What is asked: one signal or several, questions by name, or a function."""


def questions_of(what: What) -> Questions:
    """Questions by names of the answers: names of signals, expressions, or functions of a motion."""
    if isinstance(what, Mapping):
        return {_checked_name(name): checked_question(name, y) for name, y in _asking_something(what).items()}
    if isinstance(what, str):
        return {what: what}
    if callable(what):
        return {getattr(what, "__name__", "result"): what}
    names = [*_asking_something(what)] if isinstance(what, Iterable) else [what]
    if not all(isinstance(name, str) for name in names):
        raise ModelError(
            "a sweep asks for signals by name, or for a dict in which expressions, functions and numbers along a "
            "run have names: {'peak': da.sweeps.Peak('pin.force.x')}"
        )
    return {name: name for name in names}


def _checked_name(name: object) -> str:
    if not isinstance(name, str) or not name:
        raise ModelError(f"answers have names, such as 'peak', not {told(name)}")
    return name


def checked_question(name: str, question: Question) -> Question:
    """A question that is one, as far as that can be said without a system."""
    y = question.of if isinstance(question, Along) else question
    is_bare = isinstance(question, type) and issubclass(question, Along)
    if (
        is_bare
        or y is None
        or isinstance(y, Along | list | tuple | Mapping | Set | bytes)
        or (callable(y) and y is not question)
    ):
        raise ModelError(
            f"{name!r} asks for a signal by name, an expression of measures, a function, or a number along a run "
            f"such as da.sweeps.Peak('pin.force.x'), not {told(question)}"
        )
    return question


def _asking_something(what: Named) -> Named:
    if isinstance(what, Sized) and not len(what):
        raise ModelError("a sweep asks for something: signals by name, such as 'energy', or a dict of questions")
    return what


def functions_in(questions: Questions) -> dict[str, Callable[..., Answer]]:
    """Questions that are Python functions."""
    return {name: y for name, y in questions.items() if callable(y)}


def expressions_in(dynamics: Dynamics, questions: Questions) -> dict[str, Scalar | Array]:
    """Expressions of the questions that are not functions; signals stay names."""
    solved, outputs = dynamics.solved, {}
    for name, question in questions.items():
        if callable(question):
            continue
        y = question.of if isinstance(question, Along) else question
        outputs[name] = solved.signal(y) if isinstance(y, str) else y
    return outputs


def asked(function: Callable[..., Answer], name: str, *arguments: object) -> Answer | Failure:
    """The answer of a function, or the reason why it gives none."""
    try:
        return function(*arguments)
    # a function that leaves the program would take a worker with it, and each that comes after
    except (Exception, SystemExit) as error:
        return Failure(f"{name!r} raised {type(error).__name__}: {error}")


def of_functions(
    functions: Mapping[str, Callable[..., Answer]],
    arguments: Mapping[int, tuple[Any, ...]],
    count: int,
    shapes: Shapes,
) -> tuple[dict[str, Vector | None], dict[int, Failure]]:
    """Answers of functions for some cases out of so many, and what failed."""
    columns: dict[str, Vector | None] = {}
    failures: dict[int, Failure] = {}
    for name, function in functions.items():
        given = {k: asked(function, name, *values) for k, values in arguments.items()}
        refused = {k: answer for k, answer in given.items() if isinstance(answer, Failure)}
        answers = {k: x for k, x in given.items() if k not in refused}
        columns[name], unlike = column_of(name, answers, count, shapes.get(name))
        failures = {**unlike, **refused, **failures}
    return columns, failures


def of_motion(motion: Motion, question: Question, *, is_at_end: bool) -> Answer:
    """The answer of one motion to a question that is no function."""
    y = question.of if isinstance(question, Along) else question
    values = np.asarray(motion[y] if isinstance(y, str) else motion.evaluate(y))
    if isinstance(question, Along):
        return question.reduced(motion.times, values[None])[0]
    return values[-1] if is_at_end else values


def along(
    motions: Motions, questions: Questions, shapes: Shapes, *, is_at_end: bool
) -> tuple[dict[str, Vector | None], dict[int, Failure]]:
    """Answers along motions, and what functions failed at."""
    reached = np.isfinite(motions.states[:, -1]).all(axis=1)
    expressions = expressions_in(motions.dynamics, questions)
    values: dict[str, Vector] = motions.evaluate(expressions) if expressions else {}
    columns: dict[str, Vector | None] = {}
    for name, y in values.items():
        question = questions[name]
        if isinstance(question, Along):
            columns[name] = question.reduced(motions.times, y)
        else:
            columns[name] = y[:, -1] if is_at_end else y
    # those that an event ended have their last value there
    for k in map(int, np.flatnonzero(~reached)):
        if k in motions.failed or not len(motions[k]):
            continue
        for name in values:
            if is_at_end or isinstance(questions[name], Along):
                column = columns[name]
                assert column is not None
                column[k] = of_motion(motions[k], questions[name], is_at_end=is_at_end)
    functions = functions_in(questions)
    good = [k for k in range(len(motions)) if k not in motions.failed] if functions else []
    answers, failures = of_functions(functions, {k: (motions[k],) for k in good}, len(motions), shapes)
    columns |= answers
    return {name: columns[name] for name in questions}, failures
