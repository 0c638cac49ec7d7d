"""Large programs in a loop before they are compiled: each is a small function that hands its rows to the machine.

A program of tens of thousands of rows takes seconds to compile, and a short run calls it a few hundred times.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.config import Config, Tier
from dalembert.native.build import build
from dalembert.native.folded_rows import FoldedRows
from dalembert.native.machine import Library, Target
from dalembert.native.module import Imported, Module
from dalembert.native.program_code import ProgramCode
from dalembert.native.row_machine import ProgramRows, row_machine

LARGE = 20_000
"""Rows of programs that are not worth compiling for a short run."""


@dataclass(frozen=True, eq=False)
class RowProgram:
    """A program for a number of lanes, one vector at most."""

    code: ProgramCode
    lanes: int
    is_folded: bool = False
    """Whether stretches of rows that repeat are compiled: that takes longer, and is several times as fast."""

    @cached_property
    def rows(self) -> ProgramRows | FoldedRows:
        """The rows of the program as numbers."""
        return (FoldedRows if self.is_folded else ProgramRows)(self.code.program, self.lanes)

    @property
    def room(self) -> int:
        """Entries of work space per lane that it needs; compiled, it needs no more."""
        return self.rows.n_values + max((routine.work for routine in self.code.routines), default=0)


class RowPrograms:
    """Programs that the machine computes; they are called like compiled ones."""

    def __init__(self) -> None:
        self._kept: list[object] = []
        self._compiled: list[Library] = []
        self._library: Library

    @classmethod
    def making(cls, programs: Sequence[RowProgram], config: Config) -> Generator[None, None, RowPrograms]:
        """The programs, in steps: each makes the rows of one."""
        made, modules = cls(), []
        for program in {program.code.name: program for program in programs}.values():
            machine = row_machine(program.lanes, config)
            symbol, n_values = program.code.symbol(program.lanes), program.lanes * program.rows.n_values
            code = _assembly(symbol, machine.address, made._arrays(program, config), n_values)
            modules.append(Module.of(symbol, code))
            made._kept.append(machine)
            yield
        # addresses hold in this process only
        made._library = build(modules, Target.host(), Tier.QUICK, Config(None, 1)).library
        return made

    def address(self, name: str) -> int:
        """Where a program starts."""
        return self._library.address(name)

    @property
    def imports(self) -> Mapping[str, Imported]:
        """Python functions that routines of the programs call."""
        return {name: x for library in self._compiled for name, x in library.imports.items()}

    def _arrays(self, program: RowProgram, config: Config) -> list[int]:
        """Addresses of sizes, rows, outputs, constants and routines of a program, which stay where they are."""
        code, rows = program.code, program.rows
        outputs = rows.outputs
        constants = np.array([*rows.constants.values(), 0.0])
        counts = [1, *code.sizes[:2], len(rows.constants), rows.n_rows, len(outputs)]
        routines = self._addresses([x.module(program.lanes) for x in code.routines], Tier.QUICK, config)
        kernels = self._addresses(rows.kernels, Tier.FULL, config) if isinstance(rows, FoldedRows) else []
        addresses = np.array([*routines, *kernels, 0], dtype=np.int64)
        arrays = (np.array(counts, dtype=np.int64), rows.table, outputs, constants, addresses)
        self._kept.append((arrays, rows))
        return [int(array.ctypes.data) for array in arrays]

    def _addresses(self, modules: Sequence[Module], tier: Tier, config: Config) -> list[int]:
        """Where modules start, compiled."""
        if not modules:
            return []
        named = {module.name: module for module in modules}
        library = build(list(named.values()), Target.host(), tier, config).library
        self._compiled.append(library)
        return [library.address(module.name) for module in modules]


def _assembly(symbol: str, machine: int, arrays: Sequence[int], n_values: int) -> str:
    """Assembly of the function: work space holds the file of values, then work space of routines."""
    sizes, rows, outputs, constants, routines = (f"ptr inttoptr (i64 {address} to ptr)" for address in arrays)
    arguments = f"{sizes}, {rows}, {outputs}, ptr %x, ptr %p, {constants}, ptr %y, ptr %w, {routines}, ptr %work"
    return "\n".join(
        [
            f'define i64 @"{symbol}"(ptr %x, ptr %p, ptr %y, ptr %w) nounwind {{',
            f"%work = getelementptr double, ptr %w, i64 {n_values}",
            f"%status = call i64 inttoptr (i64 {machine} to ptr)({arguments})",
            "ret i64 %status",
            "}",
            "",
        ]
    )
