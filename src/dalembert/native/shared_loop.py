"""Loops of methods, made once for all systems: sizes and programs are told when they run.

A program is called by its address, which is read at every call. So the programs of a run may be exchanged while it
lasts, for others that give the same bits.
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import cast

import numpy as np

from dalembert.config import Config, Tier
from dalembert.errors import CompileError
from dalembert.integrators.loop_parts import event_tables, loop_kind
from dalembert.integrators.method import Method
from dalembert.integrators.problem import Problem
from dalembert.integrators.time_loop import kinds_for_all
from dalembert.native.build import Built, build, building, cached, loop_version
from dalembert.native.loop_runs import LoopRunner
from dalembert.native.machine import Library, Target
from dalembert.native.module import Module
from dalembert.native.native import AddressedCode
from dalembert.native.procedure_ir import procedure_module, procedure_symbol
from dalembert.native.program_code import ProgramCode, resolve
from dalembert.procedures.extents import Extent, Length
from dalembert.procedures.statements import Procedure

_loops: dict[str, AddressedCode] = {}
"""Loops of this process by the keys of their modules, one for each method and kind of problem."""


def shared_loop(method: Method, problem: Problem, lanes: int, config: Config) -> AddressedCode:
    """The loop of a method for all problems like this one: at full speed if there is such code, else quick."""
    modules, tier = _modules(method, problem, lanes), Tier.FULL
    if (key := modules[0].key) not in _loops:
        if (built := cached(modules, Target.host(), tier, config)) is None:
            tier = Tier.QUICK
            built = build(modules, Target.host(), tier, config)
        _loops[key] = _code(method, problem, lanes, built, tier)
    return _loops[key]


def making_full_loop(
    method: Method, problem: Problem, lanes: int, config: Config
) -> Generator[None, None, AddressedCode]:
    """The loop at full speed, which `shared_loop` gives from then on, step by step."""
    modules = _modules(method, problem, lanes)
    if (key := modules[0].key) not in _loops or _loops[key].tier is not Tier.FULL:
        built = yield from building(modules, Target.host(), Tier.FULL, config)
        _loops[key] = _code(method, problem, lanes, built, Tier.FULL)
    return _loops[key]


def _name(method: Method, problem: Problem) -> str:
    return ".".join([type(method).__name__, *loop_kind(problem)])


def _code(method: Method, problem: Problem, lanes: int, built: Built, tier: Tier) -> AddressedCode:
    name = _name(method, problem)
    return AddressedCode(name, kinds_for_all(problem), built.library, procedure_symbol(name, lanes), tier)


def _modules(method: Method, problem: Problem, lanes: int) -> list[Module]:
    """The loop, and a function that gives its work space."""
    name = _name(method, problem)
    symbol = procedure_symbol(name, lanes)

    @cache
    def procedure() -> Procedure:
        loop = method.procedure_for_all(name, problem)
        assert loop is not None
        if not all(isinstance(callee, Procedure) for callee in loop.callees):
            raise CompileError(
                f"{type(method).__name__}: a loop for all systems cannot call a program of one; name it in the "
                "programs of the scheme and call w.parts.programs[name], or say fits_all=False"
            )
        return loop

    def assembly() -> Iterable[str]:
        return procedure_module(procedure(), lanes, resolve).assembly()

    # nothing is written where the cache has loops that are published; others are what their text is
    published = method.published
    contents = [loop_version(), *published, symbol] if published else [*assembly()]
    key = hashlib.sha256("\n".join(contents).encode()).hexdigest()
    called = method.scheme(problem).procedures if published else procedure().callees
    needs = tuple(_called_module(x, lanes) for x in called if isinstance(x, Procedure))
    loop = Module(symbol, key, assembly, needs, is_structured=True, needs_few_passes=True)

    def room() -> Length:
        return procedure().own_work + max((callee.work for callee in procedure().callees), default=0)

    return [loop, room_module(symbol, key, room)]


def _called_module(procedure: Procedure, lanes: int) -> Module:
    """Module of a procedure that a loop calls, such as factors of a matrix: short code that runs long."""
    module = procedure_module(procedure, lanes, resolve)
    return replace(module, needs_few_passes=True, is_always_full=True)


def room_module(symbol: str, key: str, room: Callable[[], Length]) -> Module:
    """A function that gives the work space of a procedure for the sizes it is told.

    So code from the cache can be run though nothing of it is written.
    """
    name = _room_symbol(symbol)

    def assembly() -> list[str]:
        length = room()
        constant, factors = (length.constant, length.factors) if isinstance(length, Extent) else (length, ())
        lines = [f"define i64 @{name}({', '.join(f'i64 %s{k}' for k in range(len(factors)))}) nounwind {{"]
        total = str(constant)
        for k, factor in enumerate(factors):
            lines += [f"%p{k} = mul i64 %s{k}, {factor}", f"%t{k} = add i64 {total}, %p{k}"]
            total = f"%t{k}"
        return ["\n".join([*lines, f"ret i64 {total}", "}", ""])]

    return Module(name, f"{key} room", assembly)


def room_of(library: Library, symbol: str, sizes: Sequence[int]) -> int:
    """Entries of work space that a procedure in a library needs for these sizes."""
    signature = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * len(sizes))
    return int(signature(library.address(_room_symbol(symbol)))(*sizes))


def _room_symbol(symbol: str) -> str:
    return f"{symbol}.room"


def in_shared_loop(method: Method, problem: Problem, lanes: int, config: Config, room: int) -> LoopRunner:
    """The loop with sizes and tables of one problem; code of the programs comes later, and needs this room."""
    loop, scheme = shared_loop(method, problem, lanes, config), method.scheme(problem)
    sizes = scheme.lengths(problem)
    programs = {k: cast(ProgramCode, x) for k, x in enumerate(scheme.programs_of(problem)) if x is not None}
    work = room_of(loop.library, loop.symbol, sizes) + room
    fixed = (np.array(sizes, dtype=np.int64), *(np.array([*table, 0.0]) for table in event_tables(problem.events)))
    symbols = {k: program.symbol(lanes) for k, program in programs.items()}
    return LoopRunner(loop, lanes, work, fixed, symbols)
