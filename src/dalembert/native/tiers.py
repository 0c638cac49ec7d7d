"""Code of integrators in two tiers: quick programs at once, full-speed code when runs have lasted long enough.

All give the same bits, so the choice is a matter of time alone. Programs run in the loop that all systems share,
which is quick code itself until somebody has made it at full speed: that happens once on a machine, so the second
run of a system is reason enough. Short programs are made at full speed at once, others when runs have taken as
long as that takes. What is not made at once is made in the background, and taken over. Large programs begin as
rows that a machine computes, and are folded before they are compiled whole, which the largest never are.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import cast

from dalembert.arrays import Array
from dalembert.config import Config, Tier
from dalembert.integrators.loop_parts import event_tables, loop_kind
from dalembert.integrators.method import Method
from dalembert.integrators.problem import Problem
from dalembert.integrators.simulations import RUN_KINDS
from dalembert.native.background import BackgroundJob
from dalembert.native.build import Built, all_of, building, cached, loop_version
from dalembert.native.inlining import inlined_module, is_short
from dalembert.native.loop_runs import LoopRunner
from dalembert.native.machine import Target
from dalembert.native.module import Module
from dalembert.native.native import AddressedCode, Runner, TrustedProcedure
from dalembert.native.procedure_ir import procedure_module, procedure_symbol
from dalembert.native.program_code import ProgramCode, resolve
from dalembert.native.row_programs import LARGE, RowProgram, RowPrograms
from dalembert.native.shared_loop import in_shared_loop, making_full_loop, room_module, room_of
from dalembert.procedures.statements import Procedure

Progress = Callable[[float], object]

SECONDS_PER_INSTRUCTION, _SECONDS_FOR_A_LOOP = 45e-6, 0.15
"""Time to make full-speed code, per instruction of programs and for a loop."""

_SECONDS_TO_FOLD = 8e-6
"""Time to fold large programs, per row."""

LARGEST = 200_000
"""Rows of programs that stay folded: to compile them takes minutes and much memory, and gains little."""

_LEAST_OF_A_RUN = 1e-3
"""Time that a run counts for at least: who has asked for hundreds of short ones will ask for more."""

SHORT = 400
"""Instructions of programs that are made at full speed at once: that takes some hundredths of a second."""

_REPEATED, _OFTEN = 2, 8
"""Runs after which the loop is made at full speed, and after which one waits for it."""


def loop_code(method: Method, problem: Problem, lanes: int, config: Config) -> Runner | TieredLoop:
    """The native code of an integrator: in the tier that is asked for, or in the one that pays."""
    if not method.scheme(problem).fits_all:
        return TrustedProcedure(method.procedure(problem), lanes=lanes, config=config)
    code = _LoopCode(method, problem, lanes, config)
    if config.tier is Tier.FULL:
        return code.full()
    if config.tier is Tier.QUICK:
        return code.quick()
    return code.own_if_cached() or TieredLoop(code)


class TieredLoop:
    """Native code of an integrator that begins with quick programs, and becomes faster."""

    def __init__(self, code: _LoopCode) -> None:
        self.lanes, self._code = code.lanes, code
        self._quick, self._tier = code.begun()
        self._runner: Runner = self._quick
        self._spent, self._n_runs, self._is_final, self._is_folded = 0.0, 0, False, False
        self._job: BackgroundJob | None = None

    def __call__(self, *arrays: Array, progress: Progress | None = None) -> int:
        """Run; returns a positive status without a declared failure, or 0."""
        if self._is_final:
            return self._runner(*arrays, progress=progress)
        return self._watched(lambda look: self._quick(*arrays, progress=look), progress)

    def prepared(self, *arrays: Array) -> Callable[[], int]:
        """A function that runs on these arrays, again and again, without progress, one run at a time."""
        begun = self._quick.begun(*arrays)
        final_run: Callable[[], int] | None = None

        def run() -> int:
            nonlocal final_run
            if not self._is_final:
                # whoever was stopped and calls again wants a new run
                begun.is_under_way = False
                return self._watched(begun, None)
            if final_run is None:
                final_run = self._runner.prepared(*arrays)
            return final_run()

        return run

    def _watched(self, run: Callable[[Progress], int], progress: Progress | None) -> int:
        """A run that looks at every beat whether it has lasted long enough for faster code."""
        start = time.perf_counter()

        def look(part: float) -> None:
            self._look(time.perf_counter() - start)
            if progress is not None:
                progress(part)

        try:
            return run(look)
        finally:
            self._note(time.perf_counter() - start)

    def bound(self, *arrays: Array) -> Callable[[], int]:
        """A function for very short runs on these arrays: there will be many of them, so it is full-speed code."""
        if not self._is_final:
            self._runner, self._is_final = self._code.fastest(), True
        return self._runner.bound(*arrays)

    def _note(self, seconds: float) -> None:
        """Add the time of a run, and look whether faster code pays."""
        self._spent += max(seconds, _LEAST_OF_A_RUN)
        self._n_runs += 1
        self._look(0.0)
        if self._n_runs == _OFTEN and self._job is not None and self._quick.loop.tier is not Tier.FULL:
            self._job.wait()

    def _look(self, seconds: float) -> None:
        """Begin to make faster code if runs have lasted as long as that takes."""
        if self._is_final or (self._job is not None and self._job.is_at_work):
            return
        spent = self._spent + seconds
        if self._next(spent) is not None:
            self._job = BackgroundJob(lambda: self._steps(spent))

    def _next(self, spent: float) -> Callable[[], Iterator[None]] | None:
        """Steps that pay next: of the loop first, which all systems share, then of programs."""
        code = self._code
        if self._quick.loop.tier is not Tier.FULL:
            pays = self._n_runs >= _REPEATED or spent >= _SECONDS_FOR_A_LOOP
            return self._loop_steps if pays else None
        if self._tier is None and not self._is_folded:
            return self._folding_steps if spent >= code.seconds_to_fold else None
        if code.stays_folded:
            return None
        return self._full_steps if spent >= code.seconds_to_make else None

    def _steps(self, spent: float) -> Iterator[None]:
        """All steps that pay; where one fails, the code at hand stays."""
        try:
            while not self._is_final and (steps := self._next(spent)) is not None:
                yield from steps()
                yield
        except Exception:
            self._is_final = True
            raise

    def _loop_steps(self) -> Iterator[None]:
        self._quick.exchange_loop((yield from self._code.making_full_loop()))

    def _folding_steps(self) -> Iterator[None]:
        self._quick.exchange((yield from self._code.folding()))
        self._is_folded = True

    def _full_steps(self) -> Iterator[None]:
        code = self._code
        if self._tier is not Tier.FULL:
            self._quick.exchange((yield from code.making_programs(Tier.FULL)).library)
            self._tier = Tier.FULL
            yield
        if code.is_short:
            self._runner = yield from code.making_own()
        self._is_final = True


class _LoopCode:
    """All native code of one integrator."""

    def __init__(self, method: Method, problem: Problem, lanes: int, config: Config) -> None:
        self.method, self.problem, self.lanes, self.config = method, problem, lanes, config
        self.scheme = method.scheme(problem)

    def full(self) -> Runner:
        """Full-speed code: a loop of its own around short programs, else that which all systems share."""
        if not self.is_short:
            runner = self._with_programs(Tier.FULL)
            runner.exchange_loop(all_of(self.making_full_loop()))
            return runner
        return self.own_if_cached() or all_of(self.making_own())

    def fastest(self) -> Runner:
        """Full-speed code, or folded programs where there is none."""
        if not self.stays_folded:
            return self.full()
        runner = self._in_shared_loop(self._row_room)
        runner.exchange(all_of(self.folding()))
        runner.exchange_loop(all_of(self.making_full_loop()))
        return runner

    # ---- programs in the loop that all systems share

    def quick(self) -> LoopRunner:
        """Quick programs in the shared loop."""
        return self._with_programs(Tier.QUICK)

    def _with_programs(self, tier: Tier) -> LoopRunner:
        """Programs of a tier in the shared loop."""
        runner = self._in_shared_loop(self._room)
        runner.exchange(all_of(self.making_programs(tier)).library)
        return runner

    def begun(self) -> tuple[LoopRunner, Tier | None]:
        """The runner that runs begin with, and the tier of its programs; none of large ones that no cache has."""
        for tier in (Tier.FULL, Tier.QUICK):
            if (built := cached(self._program_modules, Target.host(), tier, self.config)) is not None:
                runner = self._in_shared_loop(self._room)
                runner.exchange(built.library)
                return runner, tier
        if self.size <= SHORT:
            return self._with_programs(Tier.FULL), Tier.FULL
        if self._n_rows < LARGE or self.lanes > Target.host().width:
            return self.quick(), Tier.QUICK
        runner = self._in_shared_loop(self._row_room)
        runner.exchange(all_of(RowPrograms.making(self._row_programs, self.config)))
        return runner, None

    def folding(self) -> Generator[None, None, RowPrograms]:
        """Folded programs, step by step."""
        return RowPrograms.making([replace(x, is_folded=True) for x in self._row_programs], self.config)

    @cached_property
    def _row_programs(self) -> list[RowProgram]:
        """Programs for the machine."""
        return [RowProgram(program, self.lanes) for program in self.programs]

    @property
    def _row_room(self) -> int:
        """Work space of programs for the machine."""
        return max(program.room for program in self._row_programs)

    @cached_property
    def _n_rows(self) -> int:
        """Rows of all programs."""
        return sum(program.n_rows for program in self.programs)

    @property
    def stays_folded(self) -> bool:
        """Whether the programs are never compiled whole."""
        return self._n_rows > LARGEST and self.lanes <= Target.host().width

    @property
    def seconds_to_fold(self) -> float:
        """Estimated time to fold the programs."""
        return _SECONDS_TO_FOLD * self._n_rows

    @property
    def _room(self) -> int:
        """Work space of compiled programs."""
        return max(program.work for program in self.programs)

    def _in_shared_loop(self, room: int) -> LoopRunner:
        return in_shared_loop(self.method, self.problem, self.lanes, self.config, room)

    def making_programs(self, tier: Tier) -> Generator[None, None, Built]:
        """Code of the programs, step by step."""
        return building(self._program_modules, Target.host(), tier, self.config)

    def making_full_loop(self) -> Generator[None, None, AddressedCode]:
        """The shared loop at full speed, step by step."""
        return making_full_loop(self.method, self.problem, self.lanes, self.config)

    @cached_property
    def programs(self) -> list[ProgramCode]:
        """The programs that the loop calls."""
        return [
            cast(ProgramCode, callee) for callee in self.scheme.programs_of(self.problem) if callee is not None
        ]

    @cached_property
    def _program_modules(self) -> list[Module]:
        # two of them may be the same program
        return list({module.name: module for module in (x.module(self.lanes) for x in self.programs)}.values())

    # ---- a loop of its own, which holds the programs

    def own_if_cached(self) -> Runner | None:
        """A loop of its own if the cache has it."""
        built = cached(self._own_modules(), Target.host(), Tier.FULL, self.config)
        return self._runner(built) if built is not None else None

    def making_own(self) -> Generator[None, None, Runner]:
        """A loop of its own, step by step."""
        return self._runner((yield from building(self._own_modules(), Target.host(), Tier.FULL, self.config)))

    @property
    def is_short(self) -> bool:
        """Whether a loop of its own holds all that it calls, and is faster for that."""
        return is_short(self._procedure)

    @cached_property
    def seconds_to_make(self) -> float:
        """Estimated time to make full-speed code."""
        return _SECONDS_FOR_A_LOOP + SECONDS_PER_INSTRUCTION * self.size

    @cached_property
    def size(self) -> int:
        """Instructions of the programs."""
        return sum(program.size for program in self.programs) * max(1, self.lanes // Target.host().width)

    def _runner(self, built: Built) -> Runner:
        symbol = procedure_symbol(self._name, self.lanes)
        return Runner(self._name, RUN_KINDS, self.lanes, built.library, symbol, room_of(built.library, symbol, ()))

    def _own_modules(self) -> list[Module]:
        """Modules of its own loop; assembly is written only if the cache does not have them."""
        symbol, key = procedure_symbol(self._name, self.lanes), self._key

        def assembly() -> Iterable[str]:
            return inlined_module(self._procedure, self.lanes).assembly()

        loop = Module(symbol, key, assembly, is_structured=True, is_inlined=True)
        # its work space is on the stack
        return [loop, room_module(symbol, key, lambda: 0)]

    @cached_property
    def _procedure(self) -> Procedure:
        return self.method.procedure(self.problem)

    @property
    def _name(self) -> str:
        return f"{self.scheme.name}_{self.problem.rate.name}"

    @cached_property
    def _key(self) -> str:
        """Digest that identifies the code of its own loop: by the edition of its text, or by the text itself."""
        if not (published := self.method.published):
            return procedure_module(self._procedure, self.lanes, resolve).key
        names = [program.name for program in self.programs]
        numbers = self.scheme.lengths(self.problem), event_tables(self.problem.events)
        parts = [loop_version(), published, type(self.method).__name__, loop_kind(self.problem), names, numbers]
        return hashlib.sha256(f"{parts} {self.lanes}".encode()).hexdigest()
