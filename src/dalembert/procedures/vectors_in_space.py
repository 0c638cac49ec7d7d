"""Vectors of three in native loops: tuples of reals, and products of them."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array
from dalembert.procedures.values import IndexLike, Real, RealLike

Vector3 = tuple[Real, Real, Real]
"""Components along x, y and z."""


class Vectors:
    """Arithmetic of vectors in a procedure that is being recorded."""

    def __init__(self, c: Code) -> None:
        self.c = c

    def at(self, array: Array, first: IndexLike) -> Vector3:
        """Three entries of an array."""
        place = array.part(first)
        return place[0], place[1], place[2]

    def put(self, array: Array, first: IndexLike, values: Sequence[RealLike]) -> None:
        """Write entries of an array one after the other."""
        place = array.part(first)
        for k, x in enumerate(values):
            place[k] = x

    def dot(self, a: Sequence[Real], b: Sequence[Real]) -> Real:
        """a · b."""
        total = a[0] * b[0]
        for x, y in zip(a[1:], b[1:], strict=True):
            total = self.c.fma(x, y, total)
        return total

    def cross(self, a: Vector3, b: Vector3) -> Vector3:
        """a × b."""
        return (
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        )

    def plus(self, a: Vector3, b: Vector3) -> Vector3:
        """a + b."""
        return a[0] + b[0], a[1] + b[1], a[2] + b[2]

    def minus(self, a: Vector3, b: Vector3) -> Vector3:
        """a − b."""
        return a[0] - b[0], a[1] - b[1], a[2] - b[2]

    def scaled(self, factor: RealLike, a: Vector3) -> Vector3:
        """Factor times a."""
        return factor * a[0], factor * a[1], factor * a[2]

    def moved(self, factor: RealLike, a: Vector3, b: Vector3) -> Vector3:
        """Factor times a, plus b."""
        fma = self.c.fma
        return fma(factor, a[0], b[0]), fma(factor, a[1], b[1]), fma(factor, a[2], b[2])

    def times(self, A: Sequence[Real], a: Vector3) -> Vector3:
        """A a of a matrix of nine entries, row by row."""
        return self.dot(A[0:3], a), self.dot(A[3:6], a), self.dot(A[6:9], a)

    def transposed_times(self, A: Sequence[Real], a: Vector3) -> Vector3:
        """Aᵀ a."""
        return self.dot(A[0:9:3], a), self.dot(A[1:9:3], a), self.dot(A[2:9:3], a)

    def nine(self, array: Array, first: IndexLike) -> list[Real]:
        """A matrix from an array, row by row."""
        place = array.part(first)
        return [place[k] for k in range(9)]

    def rotation(self, array: Array, first: IndexLike) -> list[Real]:
        """The matrix of a unit quaternion in an array, row by row."""
        place = array.part(first)
        w, x, y, z = (place[k] for k in range(4))
        return [
            1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y),
            2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x),
            2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y),
        ]  # fmt: skip

    def tangents(self, n: Vector3) -> tuple[Vector3, Vector3]:
        """Two unit vectors that make a right-handed basis with a unit vector (Duff et al. 2017)."""
        s = self.c.copysign(1.0, n[2])
        a = -1.0 / (s + n[2])
        b = n[0] * n[1] * a
        first = 1.0 + s * n[0] * n[0] * a, s * b, -s * n[0]
        return first, (b, s + n[1] * n[1] * a, -n[1])
