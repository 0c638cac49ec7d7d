"""Simplification in a process of its own, because SymPy cannot be stopped in any other way.

`best_forms` starts `python -m dalembert.symbolic.simplify_worker`, sends it expressions and reads back ever
shorter forms until it is done or its time is up: time of the processor, so that a busy machine gives the forms
that a quiet one gives. The worker ends itself too, should its parent be gone.
"""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

from dalembert.symbolic.number_format import are_no_longer
from dalembert.symbolic.sympy_types import SympyConstructor, SympyExpr

_log = logging.getLogger(__name__)

_LENGTH = 8
"""Bytes before each message that tell its length; the empty message is the last."""

_PATIENCE = 4.0
"""Time on the wall, beside that of the processor, after which a worker is ended on a busy machine."""

_MOST_SUMMANDS = 12
"""Summands up to which a sum is tried to be a product."""


_OUT_OF_TIME: int = getattr(signal, "SIGPROF", 0)
"""Signal that ends a worker whose time of the processor is up; 0 where there is none, and the wall's counts."""

# the side that asks


def best_forms(roots: Sequence[SympyExpr], deadline: float) -> tuple[list[SympyExpr], bool]:
    """The shortest forms found before the deadline (of `time.thread_time`); whether all was tried by then."""
    messages = list(_messages(_answer(pack(roots), deadline)))
    finished = b"" in messages
    forms = [message for message in messages if message]
    return (unpack(forms[-1]) if forms else list(roots)), finished


def _answer(question: bytes, deadline: float) -> bytes:
    """Bytes that the worker has written until it ended or was ended."""
    if (seconds := deadline - time.thread_time()) <= 0.0:
        return b""
    command = [sys.executable, "-W", "ignore", "-m", "dalembert.symbolic.simplify_worker", str(seconds)]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command,
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        env=_environment(),
        start_new_session=True,
    ) as process:
        try:
            answer, report = process.communicate(question, timeout=seconds * (_PATIENCE if _OUT_OF_TIME else 1.0))
            if process.returncode and process.returncode != -_OUT_OF_TIME:
                _log.warning("simplification ended early: %s", report.decode(errors="replace")[-500:])
        except subprocess.TimeoutExpired:
            _end(process)
            answer, _ = process.communicate()
        finally:
            _end(process)
    return answer


def _environment() -> dict[str, str]:
    """Environment in which the worker imports from the same places as this process."""
    places = [os.path.abspath(place) for place in sys.path]
    home = str(Path(__file__).parents[2])
    return {**os.environ, "PYTHONPATH": os.pathsep.join([*places, home]), "PYTHONSAFEPATH": "1"}


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the worker and whatever it may have started."""
    if process.poll() is not None:
        return
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _messages(stream: bytes) -> Iterator[bytes]:
    """The complete messages in what was read; the last may be cut."""
    start = _LENGTH
    while start <= len(stream):
        end = start + int.from_bytes(stream[start - _LENGTH : start])
        if end <= len(stream):
            yield stream[start:end]
        start = end + _LENGTH


# both sides


def pack(roots: Sequence[SympyExpr]) -> bytes:
    """SymPy expressions as bytes, shared parts once; unlike pickling them, deep ones need no recursion."""
    position: dict[int, int] = {}
    rows: list[SympyExpr | tuple[SympyConstructor | str, list[int]]] = []
    stack = list(reversed(roots))
    while stack:
        x = stack[-1]
        if missing := [a for a in x.args if id(a) not in position]:
            stack += reversed(missing)
            continue
        if id(x) not in position:
            position[id(x)] = len(rows)
            rows.append((_kind(x), [position[id(a)] for a in x.args]) if x.args else x)
        stack.pop()
    return pickle.dumps((rows, [position[id(x)] for x in roots]))


def _kind(x: SympyExpr) -> SympyConstructor | str:
    """The class of an expression; of an undefined function its name, as that class cannot be imported."""
    from sympy.core.function import AppliedUndef

    return x.func.__name__ if isinstance(x, AppliedUndef) else x.func


def unpack(data: bytes) -> list[SympyExpr]:
    """The SymPy expressions, put together as they were."""
    rows, roots = pickle.loads(data)
    forms: list[SympyExpr] = []
    for row in rows:
        forms.append(_of_kind(row[0], [forms[i] for i in row[1]]) if isinstance(row, tuple) else row)
    return [forms[i] for i in roots]


def _of_kind(kind: Any, args: list[SympyExpr]) -> SympyExpr:
    import sympy

    try:
        form = (sympy.Function(kind) if isinstance(kind, str) else kind)(*args, evaluate=False)
    except TypeError:
        form = kind(*args)
    # asked at every level, SymPy's recursive questions go one level deep
    hash(form), form.is_commutative
    return form


# the side that works


def improvements(roots: Sequence[SympyExpr]) -> Iterator[list[SympyExpr]]:
    """Ever shorter forms of the expressions, quick simplifications first."""
    import sympy

    best = list(roots)
    quick = (sympy.factor_terms, _with_factored_sums, _with_common_signs)
    for shorten in (*quick, sympy.trigsimp, sympy.simplify, sympy.fu):
        for i, x in enumerate(best):
            form = x
            if shorten in (sympy.trigsimp, sympy.simplify, sympy.fu) and _is_plain(x):
                continue
            # SymPy may meet something it cannot treat; then the form we have stays
            with contextlib.suppress(Exception):
                other = shorten(x)
                form = other if _is_shorter(other, x) else x
            if form is not x:
                best[i] = form
                yield best


def _is_shorter(form: SympyExpr, x: SympyExpr) -> bool:
    """Whether a form has fewer operations, and no numbers that are new and long."""
    import sympy

    return bool(sympy.count_ops(form) < sympy.count_ops(x)) and are_no_longer(_numbers(form), _numbers(x))


def _numbers(x: SympyExpr) -> list[float]:
    import sympy

    return [float(part) for part in sympy.preorder_traversal(x) if part.is_Rational or part.is_Float]


def _is_plain(x: SympyExpr) -> bool:
    """Whether an expression is of inputs, sines and cosines only, which `short_forms` has seen to."""
    import sympy

    functions = sympy.sin | sympy.cos | sympy.Abs
    return all(
        part.is_Atom
        or isinstance(part, sympy.Add | sympy.Mul | functions)
        # one over a sum is not plain: there SymPy knows more
        or (part.is_Pow and part.exp.is_Integer and (part.exp.is_positive or not part.base.is_Add))
        for part in sympy.preorder_traversal(x)
    )


def _with_factored_sums(x: SympyExpr) -> SympyExpr:
    """Each sum within an expression as the product that it is, if that is shorter."""
    import sympy

    if x.is_Atom or not isinstance(x, sympy.Expr):
        return x
    args = [_with_factored_sums(a) for a in x.args]
    form = x if all(a is b for a, b in zip(args, x.args, strict=True)) else x.func(*args)
    if form.is_Add and len(form.args) <= _MOST_SUMMANDS:
        product = sympy.factor(form)
        return product if _is_shorter(product, form) else form
    return form


def _with_common_signs(x: SympyExpr) -> SympyExpr:
    """The expression with a − b as −(b − a) where b − a stands too: both are one factor then, and cancel."""
    import sympy

    sums = sorted((part for part in x.atoms(sympy.Add)), key=sympy.default_sort_key)
    kept: set[SympyExpr] = set()
    for part in sums:
        kept |= set() if -part in kept else {part}
    opposite = {part: sympy.Mul(-1, -part, evaluate=False) for part in sums if part not in kept}
    return sympy.factor_terms(x.xreplace(opposite)) if opposite else x


def serve(question: BinaryIO, answer: BinaryIO) -> None:
    """Read expressions, write each improvement as a message, an empty one at the end."""
    for message in chain(map(pack, improvements(unpack(question.read()))), [b""]):
        answer.write(len(message).to_bytes(_LENGTH) + message)
        answer.flush()


if __name__ == "__main__":
    # a watchdog outside the interpreter, for the case that nobody is left to end us
    faulthandler.dump_traceback_later(_PATIENCE * float(sys.argv[1]) + 1.0, exit=True)
    if _OUT_OF_TIME:
        # the signal ends the process, whatever SymPy is doing
        signal.setitimer(signal.ITIMER_PROF, float(sys.argv[1]))
    serve(sys.stdin.buffer, sys.stdout.buffer)
