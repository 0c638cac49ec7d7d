"""Steps of heaps: contacts are found, impulses that obey their laws too, and bodies moved."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from dalembert.arrays import Array
from dalembert.contact.heap_cone_code import applied, measured, sweep
from dalembert.contact.heap_contacts_code import near_contacts
from dalembert.contact.heap_layout import SPEEDS, Contact, Pair, Placed, Shape, State
from dalembert.contact.heap_moves_code import moved, unhindered
from dalembert.contact.heap_newton_code import factored, newton_system, profile, ranked, solved, taken
from dalembert.contact.heap_places_code import near_pairs, placed_shapes
from dalembert.contact.heap_tables import HeapTables
from dalembert.errors import SolverError
from dalembert.native.native import TrustedProcedure
from dalembert.procedures.statements import Procedure

SKIN = 1e-5
"""Gap that counts as closed, beside the size of the smallest shape."""

FIRST_SWEEPS, SWEEPS = 15, 5
"""Sweeps forth and back before Newton's method, and after each of its steps."""

MOST, LAST, HALVINGS, WIDER = 60, 200, 5, 5.0
"""Steps of Newton's method for the contacts of one step, in the shortest one, how often a step is
halved, and by how much gaps that count as closed grow each time: with friction the last of a gap may not close."""

PATIENCE = 10
"""Long turns of sweeps before Newton's method, where a step cannot be halved any more."""

BETWEEN, FEW, MANY = 8, 50, 3000
"""Steps of Newton's method between long turns of sweeps, which double: half of the first, and the longest."""

SOFTEST, SOFT, STIFFEST = 1.0, 10.0, 1e6
"""Stiffness in place of what cannot move: the least, at first, and the greatest."""

PARTS = (1.0, 0.5, 0.25, 0.1, 0.03, 0.01, 0.003, 0.001)
"""Parts of a step of Newton's method that are tried."""

_LIFTS = 30

_ROUTINES: dict[str, Callable[[], Procedure]] = {
    "places": placed_shapes,
    "pairs": near_pairs,
    "contacts": near_contacts,
    "unhindered": unhindered,
    "moved": moved,
    "forth": lambda: sweep("heap_sweep_forth", is_backward=False),
    "back": lambda: sweep("heap_sweep_back", is_backward=True),
    "applied": lambda: applied("heap_applied"),
    "measured": lambda: measured("heap_measured"),
    "ranked": ranked,
    "profile": profile,
    "system": newton_system,
    "factored": factored,
    "solved": solved,
    "taken": taken,
}


@cache
def _native(name: str) -> TrustedProcedure:
    """Native code of a routine, made once: it is the same for all heaps."""
    return TrustedProcedure(_ROUTINES[name]())


@dataclass
class Told:
    """What a step tells."""

    contacts: Array
    """How many touch, of each set."""

    overlaps: Array
    """The deepest overlap of each set, at the beginning of the step; (sets,)."""

    residual: float
    """Residual of the impulses beside the largest one."""


class HeapStepper:
    """Bodies of a heap on their way; `states` are where they are."""

    def __init__(self, tables: HeapTables, gravity: Array, states: Array, tolerance: float) -> None:
        self.tables, self.states, self.tolerance = tables, states, tolerance
        self.n, self.n_shapes = len(tables.names), len(tables.shapes)
        lengths = tables.shapes[: tables.n_solids, Shape.lengths : Shape.lengths + 3]
        sizes = np.where(lengths > 0.0, lengths, np.inf).min(axis=1)
        self.size = float(sizes.min())
        self.skin = SKIN * self.size
        self.settings = np.array([0.0, 0.02 * self.size, 0.02 * self.size, self.skin, *gravity])
        self.told = np.zeros(4)
        self.free, self.y = np.zeros((self.n + 1, SPEEDS)), np.zeros((self.n + 1, SPEEDS))
        self.reach, self.touched = np.zeros(self.n + 1), np.zeros(self.n + 1)
        self.placed = np.zeros((self.n_shapes, Placed.size))
        self.order, self.heads = np.arange(self.n_shapes, dtype=float), np.zeros(self.n_shapes)
        self.rows, self.rank = np.arange(self.n, dtype=float), np.zeros(self.n)
        self.first, self.start = np.zeros(self.n), np.zeros(self.n)
        self.right, self.way = np.zeros((self.n + 1) * SPEEDS), np.zeros((self.n + 1) * SPEEDS)
        self.work = np.zeros(self.n * SPEEDS)
        self.lower = self.upper = np.zeros(0)
        self.n_pairs = self.n_contacts = 0
        self.pairs, self.records = np.zeros((0, Pair.size)), np.zeros((0, Contact.size))
        self._room_for_pairs(8 * self.n_shapes + 64)
        self._room_for_contacts(8 * self.n_shapes + 64)

    # ---- memory

    def _room_for_pairs(self, room: int) -> None:
        check_memory(8 * room * (2 * Pair.size + 1), f"{room} pairs of near shapes")
        kept = self.pairs[: self.n_pairs] if self.n_pairs else None
        self.pairs, self.old_pairs = np.zeros((room, Pair.size)), np.zeros((room, Pair.size))
        self.following = np.zeros(room)
        if kept is not None:
            self.pairs[: len(kept)] = kept

    def _room_for_contacts(self, room: int) -> None:
        check_memory(8 * room * (2 * Contact.size + 3), f"{room} contacts")
        kept = self.records[: self.n_contacts] if self.n_contacts else None
        self.records, self.before = np.zeros((room, Contact.size)), np.zeros((room, Contact.size))
        self.P = np.zeros((room, 3))
        if kept is not None:
            self.records[: len(kept)] = kept

    # ---- what is near

    def find(self, step: float) -> None:
        """Contacts that may matter in a step, with the impulses of the step before."""
        self.settings[0] = step
        _native("unhindered")(np.array([self.n]), self.settings, self.tables.bodies, self.states, self.free)
        fastest = float(np.linalg.norm(self.free[: self.n, :3], axis=1).max(initial=0.0))
        self.reach[: self.n] = 0.6 * step * fastest
        _native("places")(np.array([self.n_shapes]), self.tables.shapes, self.states, self.placed)
        self._find_pairs(1.2 * step * fastest + 2.0 * float(self.settings[1]))
        self._find_contacts()

    def _find_pairs(self, near: float) -> None:
        while True:
            room = len(self.pairs)
            self.told[1] = self.n_pairs
            _native("pairs")(
                np.array([self.n_shapes, self.tables.n_solids, room, self.n]), np.array([near]),
                self.tables.shapes, self.placed, self.order, self.pairs, self.heads, self.following,
                self.old_pairs, self.told,
            )  # fmt: skip
            if (found := int(self.told[0])) <= room:
                self.pairs, self.old_pairs, self.n_pairs = self.old_pairs, self.pairs, found
                return
            self._room_for_pairs(2 * found)

    def _find_contacts(self) -> None:
        t = self.tables
        # where contacts of the step before are stands in the pairs, which the routine writes anew
        known = self.pairs[: self.n_pairs, Pair.first : Pair.size].copy()
        while True:
            room = len(self.records)
            _native("contacts")(
                np.array([self.n_pairs, room, self.n]), self.settings, t.bodies, t.sets, t.shapes, self.states,
                self.placed, self.free, self.reach, self.pairs, self.records, self.before, self.P, self.told,
            )  # fmt: skip
            if (found := int(self.told[0])) <= room:
                self.records, self.before, self.n_contacts = self.before, self.records, found
                self.count = np.array([found, self.n + 1])
                self.counts = np.array([found, self.n])
                return
            self._room_for_contacts(2 * found)
            self.pairs[: self.n_pairs, Pair.first : Pair.size] = known

    @property
    def contacts(self) -> Array:
        """Records of the contacts of a step."""
        result: Array = self.records[: self.n_contacts]
        return result

    @property
    def impulses(self) -> Array:
        """Their impulses along their directions."""
        result: Array = self.P[: self.n_contacts]
        return result

    # ---- one step

    def advance(self, step: float) -> Told:
        """One step, in halves of halves where its impulses are not found."""
        return self._advance(step, HALVINGS)

    def _advance(self, step: float, halvings: int) -> Told:
        self.find(step)
        if -self.contacts[:, Contact.gap].min(initial=0.0) > 2.0 * self.skin:
            self._lift(step)
        skin = min(self.skin * WIDER ** (HALVINGS - halvings), float(self.settings[2]))
        residual, most = np.inf, MOST if halvings else LAST
        if halvings == HALVINGS:
            residual = self._solve(most, skin)
        if not residual <= self.tolerance:
            # forces that hold each other, left from before, may be in the way
            self.impulses[:] = 0.0
            residual = self._solve(most, skin, patience=0 if halvings else PATIENCE)
        self._remember()
        if not residual <= self.tolerance and halvings:
            first, second = (self._advance(0.5 * step, halvings - 1) for _ in range(2))
            overlaps = np.maximum(first.overlaps, second.overlaps)
            return Told(second.contacts, overlaps, max(first.residual, second.residual))
        records = self.contacts
        told = Told(*self._counted(), residual)
        self.touched[:] = 0.0
        is_near = records[:, Contact.active] > 0.5
        for side in (Contact.a, Contact.b):
            self.touched[records[is_near, side].astype(int)] = 1.0
        self.states = self._moved(self.y)
        return told

    def _remember(self) -> None:
        """Write impulses in world axes, for the step that follows."""
        records, d = self.contacts, Contact.directions
        directions = records[:, d : d + 9].reshape(-1, 3, 3)
        world = np.einsum("ij,ijk->ik", self.impulses, directions)
        records[:, Contact.impulse : Contact.impulse + 3] = world

    def _moved(self, y: Array) -> Array:
        states = self.states.copy()
        _native("moved")(np.array([self.n]), self.settings, self.states, y, self.touched, states)
        return states

    def _counted(self) -> tuple[Array, Array]:
        """How many contacts of each set press, and how deep its bodies overlap."""
        n_sets = len(self.tables.sets)
        counts, overlaps = np.zeros(n_sets), np.zeros(n_sets)
        owner = self.pairs[: self.n_pairs]
        numbers = np.repeat(owner[:, Pair.a].astype(int), owner[:, Pair.count].astype(int))
        which = self.tables.shapes[numbers, Shape.set].astype(int)
        np.add.at(counts, which, self.impulses[:, 0] > 0.0)
        np.maximum.at(overlaps, which, -self.contacts[:, Contact.gap])
        return counts, overlaps

    def _lift(self, step: float) -> None:
        """Bodies that overlap go apart, as little as can be and without friction; speeds stay."""
        records, P = self.contacts, self.P
        kept = records[:, [Contact.active, Contact.bias, Contact.friction]].copy()
        warm, self.P = P, np.zeros_like(P)
        records[:, Contact.active], records[:, Contact.friction] = 1.0, 0.0
        records[:, Contact.bias] = records[:, Contact.gap] - 0.5 * self.skin
        shift = np.zeros_like(self.y)
        for _ in range(_LIFTS):
            for way in ("forth", "back"):
                _native(way)(self.count, records, self.P, shift)
        speeds = self.states[:, State.velocity :].copy()
        # a shift is what a speed does in one second
        self.settings[0], self.touched[:] = 1.0, 1.0
        self.states = self._moved(shift)
        self.states[:, State.velocity :] = speeds
        self.P = warm
        records[:, [Contact.active, Contact.bias, Contact.friction]] = kept
        self._remember()
        self.find(step)

    # ---- impulses

    def _solve(self, most: int, skin: float, patience: int = 0) -> float:
        """Impulses that obey the laws; gives their residual beside the largest one."""
        records, P = self.contacts, self.impulses
        gaps = records[:, Contact.gap]
        is_open = (records[:, Contact.bias] >= 0.0) & (gaps >= skin)
        records[is_open, Contact.bias] = (gaps[is_open] - 0.5 * self.skin) / self.settings[0]
        P[records[:, Contact.active] < 0.5] = 0.0
        self._apply()
        self._sweep(FIRST_SWEEPS)
        for _ in range(patience):
            if self._residual() <= self.tolerance:
                break
            self._sweep(MANY)
        tries = 0
        while True:
            residual, tries = self._newton(tries, most)
            if residual > self.tolerance or not self._meet_others():
                return residual

    def _apply(self) -> None:
        _native("applied")(self.count, self.records, self.P, self.free, self.y)

    def _residual(self) -> float:
        """Of what stands there, beside the largest impulse."""
        self._apply()
        _native("measured")(self.count, self.records, self.P, self.y, self.told)
        return float(self.told[0]) / max(float(self.told[1]), 1e-300)

    def _sweep(self, times: int) -> None:
        for _ in range(times):
            for way in ("forth", "back"):
                _native(way)(self.count, self.records, self.P, self.y)

    def _meet_others(self) -> bool:
        """Let contacts take part that would close though they did not seem to; whether there are any."""
        records = self.contacts
        off = np.flatnonzero(records[:, Contact.active] < 0.5)
        if not len(off):
            return False
        r = records[off]
        a, b = self.y[r[:, Contact.a].astype(int)], self.y[r[:, Contact.b].astype(int)]
        d, arms = Contact.directions, Contact.arms
        v = (r[:, d : d + 3] * (a[:, :3] - b[:, :3])).sum(axis=1)
        v += (r[:, arms : arms + 3] * a[:, 3:]).sum(axis=1) + (r[:, arms + 9 : arms + 12] * b[:, 3:]).sum(axis=1)
        closing = off[v + r[:, Contact.bias] < -self.skin / self.settings[0]]
        records[closing, Contact.active] = 1.0
        return bool(len(closing))

    def _newton(self, tries: int, most: int) -> tuple[float, int]:
        """Newton's method, in parts of its steps that lower the residual, with sweeps in between."""
        residual = self._residual()
        if residual <= self.tolerance:
            return residual, tries
        size = self._matrix()
        stiff = SOFT
        while residual > self.tolerance and tries < most:
            tries += 1
            part = self._newton_step(residual, stiff, size)
            stiff = min(3.0 * stiff, STIFFEST) if part == 1.0 else stiff
            stiff = max(0.1 * stiff, SOFTEST) if part < 0.3 else stiff
            reached, best = self._residual(), self.impulses.copy()
            if reached > self.tolerance:
                self._sweep(SWEEPS)
                swept = self._residual()
                if reached < residual and not swept < residual:
                    self.impulses[:] = best
                    swept = self._residual()
                reached = swept
            residual = reached
            if residual > self.tolerance and tries % BETWEEN == 0:
                # where its steps go to and fro, sweeps alone may lead on, if slowly
                self._sweep(min(FEW << tries // BETWEEN, MANY))
                residual = self._residual()
        return residual, tries

    def _matrix(self) -> int:
        """The order of bodies, and memory for the matrix; gives its size."""
        _native("ranked")(np.array([self.n]), self.states, self.rows, self.rank)
        _native("profile")(self.counts, self.records, self.rank, self.first, self.start, self.told)
        size = int(self.told[0])
        if size > len(self.lower):
            room = size + size // 4
            check_memory(16 * room, f"matrices of {self.n} bodies in contact")
            self.lower, self.upper = np.zeros(room), np.zeros(room)
        return size

    def _newton_step(self, residual: float, stiff: float, size: int) -> float:
        """One step, in the part of it that lowers the residual, or the best of those tried."""
        self.told[1], self.told[2] = size, stiff
        rows, before, P = np.array([self.n]), self.impulses.copy(), self.impulses
        _native("system")(
            self.counts, self.tables.bodies, self.records, self.P, self.y, self.free, self.rank, self.first,
            self.start, self.lower, self.upper, self.right, self.told,
        )  # fmt: skip
        _native("factored")(rows, self.first, self.start, self.lower, self.upper)
        _native("solved")(
            rows, self.rows, self.first, self.start, self.lower, self.upper, self.right, self.way, self.work
        )
        _native("taken")(self.count, self.records, self.P, self.y, self.way, self.told)
        whole, best = P.copy(), (np.inf, PARTS[-1])
        if not np.isfinite(whole).all():
            P[:] = before
            return PARTS[-1]
        for part in PARTS:
            P[:] = before + part * (whole - before)
            reached = self._residual()
            best = min(best, (reached, part))
            if reached < residual * (1.0 - 0.3 * part * (part < 1.0)):
                return part
        P[:] = before + best[1] * (whole - before)
        return best[1]


def check_memory(size: int, what: str) -> None:
    """Raise before memory is taken that the machine does not have."""
    most = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 2**34
    if size > 0.5 * most:
        raise SolverError(
            f"contacts of a set need {size / 2**30:.1f} GiB for {what}, more than half of the "
            f"{most / 2**30:.1f} GiB of this machine; take fewer bodies, or smaller steps if they are fast"
        )
