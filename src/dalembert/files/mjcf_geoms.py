"""Geoms of MJCF: what they look like, and which of them touch which by the rules of MuJoCo."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import ModelError
from dalembert.files.part_names import some
from dalembert.model import visuals
from dalembert.model.bodies import Body, Frame
from dalembert.model.contacts.contact import Contact
from dalembert.model.convex_shapes import Ball, Ellipsoid, Shape
from dalembert.model.joints.weld import Weld
from dalembert.model.part import Part
from dalembert.model.surfaces import FlatSurface
from dalembert.spatial.pose import Pose

Integers = NDArray[np.int64]

MOST_CONTACTS = 100
"""Pairs that touch at most: each is rows of the equations."""

SPINS, ROLLS = 4, 6
"""Least dimensions of a contact in which friction resists spin, and rolling."""


class Geom(IntEnum):
    """Numbers of MuJoCo's kinds of geoms that have a shape of ours; 1 and those above are fields and meshes."""

    PLANE = 0
    SPHERE = 2
    CAPSULE = 3
    ELLIPSOID = 4
    CYLINDER = 5
    BOX = 6


@dataclass(frozen=True)
class Pair:
    """Two geoms that may touch, and their friction: along the surface, then arms against spin and rolling."""

    first: int
    second: int
    dimension: int
    friction: tuple[float, float, float]


@dataclass(eq=False)
class Geoms:
    """Geoms of a compiled model."""

    arrays: Mapping[str, np.ndarray]
    names: Sequence[str]
    poses: Sequence[Pose]
    filters_parents: bool

    def solid(self, g: int) -> visuals.Solid | None:
        """The solid that a geom is drawn as; None for planes, meshes and height fields."""
        X, size = self.poses[g], [float(x) for x in self.arrays["geom_size"][g]]
        rgb = np.clip(self.arrays["geom_rgba"][g][:3], 0.0, 1.0)
        colour = "#" + "".join(f"{round(255 * x):02x}" for x in rgb)
        match int(self.arrays["geom_type"][g]):
            case Geom.SPHERE:
                return visuals.sphere(size[0], place=X, colour=colour)
            case Geom.CAPSULE:
                ends = ((0.0, 0.0, -size[1]), (0.0, 0.0, size[1]))
                return visuals.Bar(*ends, size[0], place=X, colour=colour)
            case Geom.ELLIPSOID:
                return visuals.Ellipsoid(tuple(size), place=X, colour=colour)
            case Geom.CYLINDER:
                return visuals.Cylinder(size[0], 2.0 * size[1], axis="z", place=X, colour=colour)
            case Geom.BOX:
                return visuals.Box(tuple(2.0 * x for x in size), place=X, colour=colour)
        return None

    # ---- which pairs may touch

    @cached_property
    def named_pairs(self) -> dict[tuple[int, int], Pair]:
        """Pairs that the file names."""
        arrays, pairs = self.arrays, dict[tuple[int, int], Pair]()
        for k, dimension in enumerate(arrays["pair_dim"]):
            first, second = int(arrays["pair_geom1"][k]), int(arrays["pair_geom2"][k])
            slide, _, spin, roll, _ = map(float, arrays["pair_friction"][k])
            pairs[_ordered(first, second)] = Pair(first, second, int(dimension), (slide, spin, roll))
        return pairs

    def _colliding(self) -> Iterator[tuple[int, Integers]]:
        """Geoms with those behind them that bits, bodies and exclusions let them collide with."""
        arrays, n = self.arrays, len(self.names)
        types, affinities, bodies = (arrays[f"geom_{x}"] for x in ("contype", "conaffinity", "bodyid"))
        # bodies without a joint between them are one; a body and what carries it do not touch
        welded = arrays["body_weldid"]
        one = welded[bodies]
        above = welded[arrays["body_parentid"][one]]
        excluded = np.unique(arrays["exclude_signature"])
        for g in range(n):
            k = slice(g + 1, n)
            may = ((types[g] & affinities[k]) | (types[k] & affinities[g])) != 0
            may &= one[k] != one[g]
            if self.filters_parents:
                are_neighbours = (one[k] == above[g]) | (above[k] == one[g])
                may &= ~(are_neighbours & (one[k] != 0) & (one[g] != 0))
            if excluded.size:
                low, high = np.minimum(bodies[k], bodies[g]), np.maximum(bodies[k], bodies[g])
                may &= ~np.isin((low.astype(np.int64) << 16) + high, excluded)
            yield g, np.flatnonzero(may) + g + 1

    @cached_property
    def _is_fixed(self) -> np.ndarray:
        """Which geoms do not move."""
        fixed: np.ndarray = self.arrays["body_weldid"][self.arrays["geom_bodyid"]] == 0
        return fixed

    def pairs(self, with_each_other: bool) -> list[Pair] | int:
        """All pairs that may touch, or those with geoms that do not move; how many, if they are too many."""
        pairs, count = self._counted[with_each_other]
        return pairs if count <= MOST_CONTACTS else count

    @cached_property
    def _counted(self) -> dict[bool, tuple[list[Pair], int]]:
        """The first pairs and how many there are, of all and of those with geoms that do not move."""
        fixed, named = self._is_fixed, list(self.named_pairs.values())
        with_fixed = [x for x in named if fixed[x.first] or fixed[x.second]]
        found = {True: (named, len(named)), False: (with_fixed, len(with_fixed))}
        for g, others in self._colliding():
            for with_each_other, (pairs, count) in found.items():
                meeting = others if with_each_other or fixed[g] else others[fixed[others]]
                some = [int(k) for k in meeting[:MOST_CONTACTS] if (g, int(k)) not in self.named_pairs]
                count += len(some) + max(0, len(meeting) - MOST_CONTACTS)
                if len(pairs) <= MOST_CONTACTS:
                    pairs += [self._mixed(g, k) for k in some]
                found[with_each_other] = pairs, count
        return found

    def _mixed(self, first: int, second: int) -> Pair:
        """The friction of two geoms: of that with priority, or the larger of each number."""
        arrays, (a, b) = self.arrays, (first, second)
        if (gap := arrays["geom_priority"][a] - arrays["geom_priority"][b]) != 0:
            a = b = a if gap > 0 else b
        friction = np.maximum(arrays["geom_friction"][a], arrays["geom_friction"][b])
        dimension = max(int(arrays["geom_condim"][a]), int(arrays["geom_condim"][b]))
        return Pair(first, second, dimension, (float(friction[0]), float(friction[1]), float(friction[2])))

    # ---- contacts

    def body_of(self, g: int) -> int:
        """The body that a geom belongs to."""
        return int(self.arrays["geom_bodyid"][g])

    def contacts(
        self, pairs: Sequence[Pair], frames: Sequence[Frame], new_name: Callable[[str], str]
    ) -> tuple[list[Part], list[str]]:
        """Contacts of pairs, and what is left out; each geom is a body without mass that is fixed to its own."""
        carriers: dict[int, Weld] = {}
        contacts: list[Part] = []
        left: list[str] = []
        for pair in pairs:
            geoms = self._moving_first(pair)
            name = " on ".join(self.names[g] for g in geoms)
            try:
                needed = [g for g in geoms if g not in carriers and not self._is_plane(g)]
                new = {g: self._carrier(g, frames, new_name) for g in needed}
                known = {**carriers, **new}
                sides = [known[g].child_frame.body if g in known else self._plane(g, frames) for g in geoms]
                contacts.append(_contact(new_name(name), sides, pair))
                carriers = known
            except ModelError:
                left.append(name)
        return [*carriers.values(), *contacts], left

    def _moving_first(self, pair: Pair) -> tuple[int, int]:
        """The geoms of a pair, planes and what is fixed to the world last."""
        fixed = self._is_fixed
        first, second = sorted((pair.first, pair.second), key=lambda g: (self._is_plane(g), bool(fixed[g])))
        return first, second

    def _is_plane(self, g: int) -> bool:
        return int(self.arrays["geom_type"][g]) == Geom.PLANE

    def _plane(self, g: int, frames: Sequence[Frame]) -> FlatSurface:
        frame = frames[self.body_of(g)]
        return FlatSurface(Frame(frame.body, frame.pose @ self.poses[g], self.names[g]), "z")

    def _carrier(self, g: int, frames: Sequence[Frame], new_name: Callable[[str], str]) -> Weld:
        """The fixed joint between the shape of a geom, a body without mass, and the geom's own body."""
        frame = frames[self.body_of(g)]
        solid = self.solid(g)
        if solid is None:
            raise ModelError(f"the geom {self.names[g]!r} has no shape that touches")
        size = [float(x) for x in self.arrays["geom_size"][g]]
        shape: Shape | None = None
        if self.arrays["geom_type"][g] == Geom.SPHERE:
            shape = Ball(size[0])
        elif self.arrays["geom_type"][g] == Geom.ELLIPSOID:
            shape = Ellipsoid((size[0], size[1], size[2]))
        body = Body(new_name(self.names[g]), None, visual=(replace(solid, place=Pose()),), shape=shape)
        place = Frame(frame.body, frame.pose @ self.poses[g], self.names[g])
        return Weld(new_name(f"{self.names[g]} mount"), place, body)

    def notes(self, pairs: Sequence[Pair], left: Sequence[str]) -> Iterator[str]:
        """Notes on contacts that differ from the file."""
        arrays = self.arrays
        if left:
            yield f"contacts {some(left)} are of shapes that do not touch here, and left out"
        if pairs:
            yield "contacts are rigid and do not bounce: solref and solimp are left out"
        touching = {g for pair in pairs for g in (pair.first, pair.second)}
        margins = [g for g in touching if arrays["geom_margin"][g] or arrays["geom_gap"][g]]
        if margins or arrays["pair_margin"].any() or arrays["pair_gap"].any():
            yield "margins and gaps of contacts are left out"
        if any(friction[0] != friction[1] or friction[3] != friction[4] for friction in arrays["pair_friction"]):
            yield "friction that differs along and across is that along"


def _contact(name: str, sides: Sequence[Body | FlatSurface], pair: Pair) -> Contact:
    """A contact with so much friction as its dimension says."""
    slide, spin, roll = pair.friction
    has_friction, spins, rolls = (pair.dimension >= n for n in (3, SPINS, ROLLS))
    a, b = sides
    return Contact(
        name,
        a,
        b,
        friction=slide if has_friction and slide > 0.0 else None,
        drilling=slide and spin if spins else 0.0,
        rolling=slide and roll if rolls else 0.0,
    )


def _ordered(first: int, second: int) -> tuple[int, int]:
    return min(first, second), max(first, second)
