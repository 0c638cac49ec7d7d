"""Where the values of a program live: in which order rows are computed, and which go through memory.

A large program is cut into chunks, each a function of its own, because LLVM's time grows faster than the size
of a function. Values that cross a chunk's border pass through *slots* of the caller's work array; a slot is used
again as soon as its value is no longer needed. The sines and cosines of angles that are simple functions
of the inputs are computed together beforehand, as an array: vector instructions then serve one lane too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dalembert.native.program import CONDITIONS, NAMES, Program, Row, operands

CHUNK = 600
"""Operations per function."""

_SIMPLE = frozenset(["input", "shared", "add", "sub", "mul", "neg", "fma", "fms", "fnma"])

_LARGEST_ANGLE = 16
"""Operations and inputs that the angle of an early sine may take."""

_FEWEST_ANGLES = 4
"""Fewer are faster one by one: their way through memory takes longer than what vectors save."""

_ALIGNMENT = 8
"""Arrays of angles are padded to the widest vector."""


@dataclass(frozen=True)
class Schedule:
    """The order of computation, and the slots of values that live in memory."""

    chunks: tuple[tuple[int, ...], ...]
    """Rows to compute, chunk by chunk; conditions are computed where they are used instead."""

    n_early: int
    """How many rows of the first chunk come before the array of sines."""

    angles: tuple[int, ...]
    """Rows whose sines and cosines are computed as an array: slots of angles, of sines, of cosines."""

    call_slot: dict[int, int]
    """First slot of each call: operands, then results."""

    in_memory: dict[int, int]
    """Slots of the results that arrays hold, of sines and of calls."""

    crossing: dict[int, int]
    """Slots of the values that a later chunk uses."""

    n_slots: int

    @property
    def padded_angles(self) -> int:
        """Slots of the angles, with padding."""
        return _padded(len(self.angles))


def schedule(program: Program, chunk: int = CHUNK) -> Schedule:
    """Order and slots for a program."""
    rows = program.rows
    pairs = _early_pairs(rows, chunk)
    angles = [rows[k][1] for k in pairs]
    early = [k for k in _cone(rows, angles) if rows[k][0] not in NAMES]
    placed = {*early, *pairs}
    body = [
        k for k, row in enumerate(rows) if row[0] not in NAMES and row[0] not in CONDITIONS and k not in placed
    ]
    # the array of sines needs all its angles in the first chunk
    order = early + body
    cuts = [0, *range(max(chunk, len(early)), len(order), chunk), len(order)]
    chunks = tuple(tuple(order[a:b]) for a, b in pairwise(cuts))

    call_slot, in_memory, n_fixed = _array_slots(program, pairs)
    crossing, n_slots = _crossing_slots(program, chunks, in_memory, n_fixed)
    return Schedule(chunks, len(early), tuple(angles), call_slot, in_memory, crossing, n_slots)


def _padded(n: int) -> int:
    return -(-n // _ALIGNMENT) * _ALIGNMENT


def _early_pairs(rows: tuple[Row, ...], chunk: int) -> list[int]:
    """Sines and cosines whose angles are simple functions of the inputs, if there are enough; as many as fit.

    Each takes at most its operations and a store, and all of them stand in one chunk.
    """
    pairs = [k for k, row in enumerate(rows) if row[0] == "sincos" and _is_simple(rows, row[1])]
    return pairs[: max(1, chunk // 2)] if len(pairs) >= _FEWEST_ANGLES else []


def _is_simple(rows: tuple[Row, ...], angle: int | float) -> bool:
    """Whether an angle takes few and cheap operations."""
    if not isinstance(angle, int):
        return False
    needed: set[int] = set()
    stack = [angle]
    while stack:
        if (k := stack.pop()) not in needed:
            needed.add(k)
            if rows[k][0] not in _SIMPLE or len(needed) > _LARGEST_ANGLE:
                return False
            stack += operands(rows[k])
    return True


def _cone(rows: tuple[Row, ...], roots: Iterable[int]) -> list[int]:
    """The rows that the roots need, in order."""
    needed: set[int] = set()
    stack = list(roots)
    while stack:
        if (k := stack.pop()) not in needed:
            needed.add(k)
            stack += operands(rows[k])
    return sorted(needed)


def _array_slots(program: Program, pairs: Sequence[int]) -> tuple[dict[int, int], dict[int, int], int]:
    """Slots of arrays: angles, sines and cosines; operands and results of calls."""
    padded = _padded(len(pairs))
    in_memory: dict[int, int] = {}
    for number, pair in enumerate(pairs):
        for k in program.elements.get(pair, ()):
            in_memory[k] = (1 + program.rows[k][2]) * padded + number
    call_slot: dict[int, int] = {}
    n_slots = 3 * padded
    for call, row in enumerate(program.rows):
        if row[0] == "call":
            routine = program.routines[row[1]]
            call_slot[call] = n_slots
            for k in program.elements.get(call, ()):
                in_memory[k] = n_slots + routine.n_inputs + program.rows[k][2]
            n_slots += routine.n_inputs + routine.n_outputs
    return call_slot, in_memory, n_slots


def _crossing_slots(
    program: Program, chunks: Sequence[Sequence[int]], in_memory: dict[int, int], n_slots: int
) -> tuple[dict[int, int], int]:
    """Slots of the values used in a later chunk than their own, by linear scan, and the number of slots."""
    rows = program.rows
    home = {k: c for c, chunk in enumerate(chunks) for k in chunk}
    home.update({e: home[k] for k in home for e in program.elements.get(k, ()) if e not in in_memory})
    used = _values_used if any(row[0] in CONDITIONS for row in rows) else _operands
    last_use: dict[int, int] = {}
    for c, chunk in enumerate(chunks):
        for k in chunk:
            for a in used(rows, k):
                if home.get(a, c) != c:
                    last_use[a] = c
    starting: list[list[int]] = [[] for _ in chunks]
    for a in sorted(last_use):
        starting[home[a]].append(a)
    released: list[list[int]] = [[] for _ in chunks]
    crossing: dict[int, int] = {}
    free: list[int] = []
    for c in range(len(chunks)):
        free += released[c - 1] if c else []
        for a in starting[c]:
            if not free:
                free.append(n_slots)
                n_slots += 1
            crossing[a] = free.pop()
            released[last_use[a]].append(crossing[a])
    return crossing, n_slots


def _operands(rows: tuple[Row, ...], k: int) -> list[int]:
    return operands(rows[k])


def _values_used(rows: tuple[Row, ...], k: int) -> list[int]:
    """The real values a row computes with; those of a condition stand for the condition."""
    reached: set[int] = set()
    stack = operands(rows[k])
    while stack:
        if (a := stack.pop()) not in reached:
            reached.add(a)
            stack += operands(rows[a]) if rows[a][0] in CONDITIONS else ()
    return [a for a in reached if rows[a][0] not in CONDITIONS]
