"""LLVM assembly of programs: straight-line code, chunk by chunk.

A program's code is a function `i64 f(x, p, y, work)` of inputs, shared inputs, outputs and work space. For
several lanes, entry k of lane l stands at position k·lanes + l. Where the processor's vectors are narrower than
the lanes asked for, the body runs in several passes, each over as many lanes as one instruction takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dalembert.native.instructions import instruction, intrinsics
from dalembert.native.llvm_types import Types
from dalembert.native.procedure_ir import function_symbol
from dalembert.native.program import CONDITIONS, Program, operands
from dalembert.native.schedule import Schedule

SIGNATURE = (
    "ptr noalias readonly captures(none) %x, ptr noalias readonly captures(none) %p, "
    "ptr noalias captures(none) %y, ptr noalias captures(none) %w"
)


@dataclass(frozen=True)
class Layout:
    """How lanes are laid out: `lanes` in memory, `width` of them in one register."""

    lanes: int
    width: int
    at: tuple[tuple[int, int], ...] | None = None
    """Blocks of inputs, which begin where shared inputs say, and places there; None if inputs are in a row."""


@dataclass(frozen=True)
class Links:
    """Symbols that a program calls: its routines, and the procedure for sines and cosines of an array, if any.

    That procedure takes `step` doubles at a time.
    """

    routines: list[str]
    sines: list[str]
    step: int


def program_assembly(name: str, program: Program, plan: Schedule, layout: Layout, links: Links) -> Iterator[str]:
    """Assembly of the chunks, one by one, the last with the entry point `name` that calls them."""
    n = len(plan.chunks)
    if n == 1 and layout.lanes == layout.width:
        yield _ChunkPrinter(name, program, plan, layout, links).write(0).assembly
        return
    bodies = [f"{name}.{c}" for c in range(n)]
    for c, body in enumerate(bodies):
        yield _ChunkPrinter(body, program, plan, layout, links).write(c).assembly
    yield _entry(name, bodies, layout, has_status=bool(program.routines)).assembly


@dataclass(frozen=True)
class _Piece:
    """Assembly of a function, and the declarations it needs by symbol."""

    symbol: str
    definition: str
    declared: dict[str, str]

    @property
    def assembly(self) -> str:
        """Both."""
        return "\n".join([self.definition, *(self.declared[k] for k in sorted(self.declared)), ""])


def _entry(name: str, bodies: list[str], layout: Layout, *, has_status: bool) -> _Piece:
    """Calls the chunks in order, once per pass; the first failure is the status."""
    lines = [f'define i64 @"{name}"({SIGNATURE}) nounwind {{', "start:"]
    status, n = "0", 0
    for first in range(0, layout.lanes, layout.width):
        lines.append(f"%x{first} = getelementptr inbounds double, ptr %x, i64 {first}")
        lines.append(f"%y{first} = getelementptr inbounds double, ptr %y, i64 {first}")
        for body in bodies:
            n += 1
            lines.append(f'%s{n} = call i64 @"{body}"(ptr %x{first}, ptr %p, ptr %y{first}, ptr %w)')
            if has_status:
                lines += _merge_status(f"%m{n}", status, f"%s{n}", f"go{n}")
                status = f"%m{n}"
    lines += [f"ret i64 {status}", "}"]
    declared = {body: f'declare i64 @"{body}"(ptr, ptr, ptr, ptr) nounwind' for body in bodies}
    return _Piece(name, "\n".join(lines), declared)


def _merge_status(result: str, before: str, status: str, label: str) -> list[str]:
    """Keep the first positive status; leave at once with a negative one."""
    return [
        f"{result}.n = icmp slt i64 {status}, 0",
        f"br i1 {result}.n, label %{label}.end, label %{label}",
        f"{label}.end:",
        f"ret i64 {status}",
        f"{label}:",
        f"{result}.z = icmp eq i64 {before}, 0",
        f"{result} = select i1 {result}.z, i64 {status}, i64 {before}",
    ]


class _ChunkPrinter:
    """Writes one chunk of a program."""

    def __init__(self, name: str, program: Program, plan: Schedule, layout: Layout, links: Links) -> None:
        self.name, self.rows, self.program, self.plan = name, program.rows, program, plan
        self.layout, self.links = layout, links
        self.types = Types(layout.width)
        self.lines: list[str] = []
        self.computed: set[int] = set()
        self.blocks: set[int] = set()
        self.ops: set[str] = set()
        self.external: dict[str, str] = {}
        self.status = "0"
        self.outputs: dict[int, list[int]] = {}
        for position, row in enumerate(program.outputs):
            if isinstance(row, int):
                self.outputs.setdefault(row, []).append(position)

    def write(self, chunk: int) -> _Piece:
        """The function of a chunk."""
        rows = self.plan.chunks[chunk]
        for done, k in enumerate(rows):
            if chunk == 0 and done == self.plan.n_early:
                self._early_sines()
            self._compute(k)
        if chunk == 0 and len(rows) == self.plan.n_early:
            self._early_sines()
        if chunk == len(self.plan.chunks) - 1:
            self._remaining_outputs()
        head = f'define i64 @"{self.name}"({SIGNATURE}) nounwind {{'
        definition = "\n".join([head, *self.lines, f"ret i64 {self.status}", "}"])
        return _Piece(self.name, definition, intrinsics(self.ops, self.types) | self.external)

    # ---- values

    def _ref(self, a: int | float) -> str:
        if not isinstance(a, int):
            return self.types.real_constant(a)
        if a not in self.computed:
            self.computed.add(a)
            self._load(a)
        return f"%v{a}"

    def _load(self, a: int) -> None:
        op, k, *_ = self.rows[a]
        if op == "shared":
            self._load_shared(a, k)
            return
        if op in CONDITIONS:
            self._conditions(a)
            return
        if op == "input" and self.layout.at is not None:
            block, place = self.layout.at[k]
            base, position = self._block(block), place * self.layout.lanes
        else:
            base, position = ("%x", k * self.layout.lanes) if op == "input" else ("%w", self._place(a))
        self.lines.append(f"%p{a} = getelementptr inbounds double, ptr {base}, i64 {position}")
        self.lines.append(f"%v{a} = load {self.types.real}, ptr %p{a}, align 8")

    def _block(self, block: int) -> str:
        """Where a block of inputs begins."""
        if block not in self.blocks:
            self.blocks.add(block)
            self.lines += [
                f"%b{block}p = getelementptr inbounds double, ptr %p, i64 {block}",
                f"%b{block}d = load double, ptr %b{block}p, align 8",
                f"%b{block}i = fptosi double %b{block}d to i64",
                f"%b{block}n = mul i64 %b{block}i, {self.layout.lanes}",
                f"%b{block} = getelementptr inbounds double, ptr %x, i64 %b{block}n",
            ]
        return f"%b{block}"

    def _conditions(self, a: int) -> None:
        """A condition is computed where it is used, after those it is made of."""
        needed: set[int] = set()
        stack = [a]
        while stack:
            if (k := stack.pop()) not in needed:
                needed.add(k)
                stack += [
                    b for b in operands(self.rows[k]) if self.rows[b][0] in CONDITIONS and b not in self.computed
                ]
        for k in sorted(needed):
            self._compute(k)

    def _load_shared(self, a: int, k: int) -> None:
        scalar = f"%v{a}" if self.layout.width == 1 else f"%u{a}"
        self.lines.append(f"%p{a} = getelementptr inbounds double, ptr %p, i64 {k}")
        self.lines.append(f"{scalar} = load double, ptr %p{a}, align 8")
        if self.layout.width > 1:
            real, zeros = self.types.real, f"<{self.layout.width} x i32> zeroinitializer"
            self.lines.append(f"%i{a} = insertelement {real} poison, double {scalar}, i64 0")
            self.lines.append(f"%v{a} = shufflevector {real} %i{a}, {real} poison, {zeros}")

    def _place(self, a: int) -> int:
        slot = self.plan.in_memory[a] if a in self.plan.in_memory else self.plan.crossing[a]
        return slot * self.layout.width

    def _store(self, value: str, base: str, position: int, tag: str) -> None:
        self.lines.append(f"%{tag} = getelementptr inbounds double, ptr {base}, i64 {position}")
        self.lines.append(f"store {self.types.real} {value}, ptr %{tag}, align 8")

    def _finish(self, k: int) -> None:
        """A computed row goes to its slot and to the outputs it is."""
        self.computed.add(k)
        if k in self.plan.crossing:
            self._store(f"%v{k}", "%w", self._place(k), f"s{k}")
        for position in self.outputs.pop(k, ()):
            self._store(f"%v{k}", "%y", position * self.layout.lanes, f"o{position}")

    # ---- rows

    def _compute(self, k: int) -> None:
        op, *args = self.rows[k]
        if op == "call":
            self._call(k, args[0], args[1:])
        elif op == "sincos":
            self._sincos(k, self._ref(args[0]))
        else:
            self._operation(k, op, [self._ref(a) for a in args])
            self._finish(k)

    def _operation(self, k: int, op: str, args: list[str]) -> None:
        if op in ("fms", "fnma"):
            negated = 2 if op == "fms" else 0
            self.lines.append(f"%n{k} = fneg {self.types.real} {args[negated]}")
            args[negated], op = f"%n{k}", "fma"
        text = instruction(op, self.types, args)
        if text is None:
            text = self._function(op, args)
        else:
            self.ops.add(op)
        self.lines.append(f"%v{k} = {text}")

    def _function(self, op: str, args: Sequence[str], results: int = 1) -> str:
        """A call of an elementary function; arguments and results in registers."""
        real, symbol = self.types.real, function_symbol(op, self.layout.width)
        result = real if results == 1 else f"{{ {', '.join([real] * results)} }}"
        self.external[symbol] = f"declare {result} @{symbol}({', '.join([real] * len(args))}) nounwind"
        return f"call {result} @{symbol}({', '.join(f'{real} {a}' for a in args)})"

    def _sincos(self, k: int, angle: str) -> None:
        pair = f"{{ {self.types.real}, {self.types.real} }}"
        self.lines.append(f"%v{k} = {self._function('sincos', [angle], results=2)}")
        for element in self.program.elements.get(k, ()):
            self.lines.append(f"%v{element} = extractvalue {pair} %v{k}, {self.rows[element][2]}")
            self._finish(element)

    def _early_sines(self) -> None:
        """Sines and cosines of all early angles at once, by vectors whatever the number of lanes."""
        if not self.plan.angles:
            return
        n, width, step = self.plan.padded_angles, self.layout.width, self.links.step
        values = [self._ref(angle) for angle in self.plan.angles]
        count = -(-len(values) * width // step)
        # the last vector is filled up with zeros
        values += [self.types.real_constant(0.0)] * (count * step // width - len(values))
        for slot, value in enumerate(values):
            self._store(value, "%w", slot * width, f"a{slot}")
        symbol = self.links.sines[0]
        self.lines.append(f"%sines = getelementptr inbounds double, ptr %w, i64 {n * width}")
        self.lines.append(f"%cosines = getelementptr inbounds double, ptr %w, i64 {2 * n * width}")
        self.lines.append(f"%none = call i64 @{symbol}(ptr @count, ptr %w, ptr %sines, ptr %cosines, ptr %w)")
        self.external[symbol] = f"declare i64 @{symbol}(ptr, ptr, ptr, ptr, ptr) nounwind"
        self.external["count"] = f"@count = private constant i64 {count}"

    def _call(self, k: int, number: int, args: Sequence[int | float]) -> None:
        """Operands into memory, the routine on them, its results stay in memory."""
        first, width = self.plan.call_slot[k], self.layout.width
        for position, a in enumerate(args):
            self._store(self._ref(a), "%w", (first + position) * width, f"c{k}.{position}")
        spots = {"x": first, "y": first + len(args), "w": self.plan.n_slots}
        for name, slot in spots.items():
            self.lines.append(f"%c{k}{name} = getelementptr inbounds double, ptr %w, i64 {slot * width}")
        symbol = self.links.routines[number]
        self.external[symbol] = f'declare i64 @"{symbol}"(ptr, ptr, ptr) nounwind'
        self.lines.append(f'%c{k}s = call i64 @"{symbol}"(ptr %c{k}x, ptr %c{k}y, ptr %c{k}w)')
        # a positive status names the routine that failed
        self.lines.append(f"%c{k}f = icmp sgt i64 %c{k}s, 0")
        self.lines.append(f"%c{k}t = select i1 %c{k}f, i64 {number + 1}, i64 %c{k}s")
        self.lines += _merge_status(f"%c{k}m", self.status, f"%c{k}t", f"go{k}")
        self.status = f"%c{k}m"

    def _remaining_outputs(self) -> None:
        """Outputs that no chunk computes: constants, inputs, and results that arrays hold."""
        for position, y in enumerate(self.program.outputs):
            if not isinstance(y, int) or self.rows[y][0] in ("input", "shared") or y in self.plan.in_memory:
                self._store(self._ref(y), "%y", position * self.layout.lanes, f"o{position}")
