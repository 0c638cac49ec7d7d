"""Procedures around the programs of one system, called by address: in the tier that pays."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.config import Config, Tier
from dalembert.native.background import BackgroundJob
from dalembert.native.build import Built, all_of, build, building, cached
from dalembert.native.machine import Target
from dalembert.native.module import Module
from dalembert.native.native import AddressedCode, AddressedRunner
from dalembert.native.procedure_ir import procedure_module, procedure_symbol
from dalembert.native.program_code import ProgramCode, resolve
from dalembert.native.row_programs import LARGE, RowProgram, RowPrograms
from dalembert.native.tiers import LARGEST, SECONDS_PER_INSTRUCTION, SHORT
from dalembert.procedures.statements import Procedure

Progress = Callable[[float], object]


class Sweep:
    """Procedures that call the same programs by address, `programs` by their places.

    Quick programs, or folded ones where they are large, are exchanged for full-speed code once they have run as
    long as that takes.
    """

    def __init__(
        self,
        procedures: Sequence[Procedure],
        sizes: Sequence[int],
        programs: Mapping[int, ProgramCode],
        config: Config,
        lanes: int = 1,
    ) -> None:
        self._programs, self._config, self._lanes, self._spent = programs, config, lanes, 0.0
        self._job: BackgroundJob | None = None
        made, self._is_final = self._begun()
        self._runners = [self._runner(procedure, sizes) for procedure in procedures]
        self._exchange(made)

    def __call__(self, number: int, *arrays: Array, progress: Progress | None = None) -> None:
        """Run one of the procedures."""
        start = time.perf_counter()
        self._runners[number](*arrays, progress=progress)
        self._spent += time.perf_counter() - start
        is_at_work = self._job is not None and self._job.is_at_work
        if not self._is_final and not is_at_work and self._spent >= SECONDS_PER_INSTRUCTION * self._size:
            self._job = BackgroundJob(self._steps)

    def _steps(self) -> Iterator[None]:
        """Full-speed code of the programs, step by step; where that fails, the code at hand stays."""
        self._is_final = True
        built = yield from building(self._modules, Target.host(), Tier.FULL, self._config)
        self._exchange(built)

    def _exchange(self, made: Built | RowPrograms) -> None:
        for runner in self._runners:
            runner.exchange(made.library if isinstance(made, Built) else made)

    def _runner(self, procedure: Procedure, sizes: Sequence[int]) -> AddressedRunner:
        tier = self._config.tier or Tier.QUICK
        library = build(
            [procedure_module(procedure, self._lanes, resolve)], Target.host(), tier, self._config
        ).library
        symbol = procedure_symbol(procedure.name, self._lanes)
        code = AddressedCode(procedure.name, procedure.parameters, library, symbol, tier)
        symbols = {place: program.symbol(self._lanes) for place, program in self._programs.items()}
        work = procedure.work_for(sizes) + self._room
        return AddressedRunner(code, self._lanes, work, [np.array(sizes, dtype=np.int64)], symbols)

    # ---- programs

    def _begun(self) -> tuple[Built | RowPrograms, bool]:
        """The code that runs begin with, and whether it is the last."""
        tier = self._config.tier
        if tier is None:
            for known in (Tier.FULL, Tier.QUICK):
                if (built := cached(self._modules, Target.host(), known, self._config)) is not None:
                    return built, known is Tier.FULL
            if self._size > SHORT and self._n_rows >= LARGE:
                return all_of(self._folded()), self._n_rows > LARGEST
            tier = Tier.FULL if self._size <= SHORT else Tier.QUICK
            return build(self._modules, Target.host(), tier, self._config), tier is Tier.FULL
        return build(self._modules, Target.host(), tier, self._config), True

    def _folded(self) -> Generator[None, None, RowPrograms]:
        return RowPrograms.making([replace(x, is_folded=True) for x in self._row_programs], self._config)

    @cached_property
    def _row_programs(self) -> list[RowProgram]:
        return [RowProgram(program, self._lanes) for program in self._programs.values()]

    @cached_property
    def _modules(self) -> list[Module]:
        # two of them may be the same program
        return list(
            {module.name: module for module in (x.module(self._lanes) for x in self._programs.values())}.values()
        )

    @property
    def _n_rows(self) -> int:
        return sum(len(program.program.rows) for program in self._programs.values())

    @property
    def _size(self) -> int:
        return sum(program.size for program in self._programs.values())

    @cached_property
    def _room(self) -> int:
        """Work space of programs, in whatever form they come."""
        rows = self._row_programs if self._n_rows >= LARGE else []
        return max([*(x.work for x in self._programs.values()), *(x.room for x in rows)])
