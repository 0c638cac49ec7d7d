"""Linear systems (μ I − J) x = r inside native loops, with real and complex μ; every lane has its own pivots."""

from __future__ import annotations

from functools import cache

from dalembert.errors import CompileError
from dalembert.procedures.extents import Extent, Length
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array, Procedure, Variable
from dalembert.procedures.values import Index, IndexLike, Real


class ShiftedSystem:
    """(μ I − J) x = r with n unknowns, of which the first m are positions and the next m their rates.

    Positions are eliminated by hand: μ x_q = r_q + x_u. What is left has n − m unknowns, eight times less work if
    nothing else moves. Numbers are one part, real, or two, real and imaginary. Rows are exchanged under masks, so
    that lanes with other pivots stand side by side. A singular matrix gives results that are not finite.

    Parameters
    ----------
    c : Code
        Procedure that solves it.
    n : int or Extent
        Number of unknowns.
    m : int or Extent
        How many of them, at the beginning, are positions whose rates are next.
    is_complex : bool
        Whether numbers have an imaginary part.
    room : int or Extent, optional
        (n − m)², which has to be said where n is open; default from n and m.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> import dalembert as da
    >>> @dataclass(frozen=True)
    ... class Implicit(da.methods.Method):
    ...     step: float
    ...
    ...     @property
    ...     def settings(self):
    ...         return (self.step,)
    ...
    ...     def texts(self, system):
    ...         first = system.solved()
    ...         jacobian = da.methods.MethodProgram(list(da.expr.jacobian(first.rate, first.x).ravel()))
    ...         return da.methods.right_hand_side(first, {"jacobian": jacobian})
    ...
    ...     def scheme(self, problem):
    ...         needs = {"programs": ("jacobian",), "sizes": (problem.n**2,)}
    ...         return da.methods.Scheme("Implicit", 2, 1, ImplicitSteps, da.methods.FixedSteps, **needs)
    ...
    >>> class ImplicitSteps(da.methods.Steps):
    ...     def __init__(self, w):
    ...         super().__init__(w)
    ...         (square,) = w.parts.sizes
    ...         self.jacobian, self.cubic = w.c.array(square), da.methods.Interpolant(w)
    ...         self.linear = da.methods.ShiftedSystem(w.c, w.n, 0, is_complex=False, room=square)
    ...
    ...     @property
    ...     def interpolant(self):
    ...         return self.cubic
    ...
    ...     def attempt(self, step, running):
    ...         w, linear = self.w, self.linear
    ...         w.c.call(w.parts.programs["jacobian"], w.here.array, w.p, self.jacobian)
    ...         linear.factor(self.jacobian, (1.0 / step,))
    ...         with w.c.each(w.n) as i:
    ...             linear.right[0][i] = w.slopes[0][i]
    ...         linear.solve(self.jacobian)
    ...         with w.c.each(w.n) as i:
    ...             w.trial.state[i] = w.here.state[i] + linear.right[0][i]
    ...         return w.nan_unless_finite(w.trial.state)
    ...
    >>> block = da.particle("block", mass=1.0)
    >>> slide, damper = da.Prismatic("x", da.ground, block, axis="x"), da.JointDamper("damper", "x", 1e6)
    >>> stiff = da.Model(slide, da.JointSpring("spring", "x", 1e6), damper)
    >>> motion = da.simulate(stiff, {"x": 1.0}, until=1.0, method=Implicit(0.001))
    >>> print(f"{motion['x'][-1]:.3f}, exactly {da.exp(-1.0):.3f}")
    0.368, exactly 0.368
    """

    def __init__(self, c: Code, n: Length, m: Length, *, is_complex: bool, room: Length | None = None) -> None:
        """`room` is (n − m)², which whoever leaves n open has to say."""
        size = n + -1 * m
        if room is None:
            if isinstance(size, Extent):
                raise CompileError("ShiftedSystem: say room=, the square of n − m, where n is open")
            room = size * size
        self._c, self._parts = c, 2 if is_complex else 1
        self.right = [c.array(n) for _ in range(self._parts)]
        """r, which the solution replaces; its parts."""

        # μ and its inverse, factors, one over their diagonals, and pivots
        self._shift = c.array(2 * self._parts)
        rows = [c.array(length) for length in (room, size) for _ in range(self._parts)]
        self._sizes, self._kept = (c.number(n), c.number(m)), (self._shift, *rows, c.array(size))

    def factor(self, jacobian: Array, shift: tuple[Real, ...]) -> None:
        """P (μ I − J) = L U, for J (n, n) row by row."""
        for k, part in enumerate(shift):
            self._shift[k] = part
        self._c.call(factors(self._parts), *self._sizes, jacobian, *self._kept)

    def solve(self, jacobian: Array) -> None:
        """The solution in the place of the right-hand side."""
        self._c.call(solution(self._parts), *self._sizes, jacobian, *self._kept, *self.right)


@cache
def factors(n_parts: int) -> Procedure:
    """The factors of μ I − J, with numbers of one or two parts."""
    c = Code(f"shifted_factors_{n_parts}")
    _Text(c, n_parts).factor()
    return c.procedure()


@cache
def solution(n_parts: int) -> Procedure:
    """A solution by these factors, with numbers of one or two parts."""
    c = Code(f"shifted_solution_{n_parts}")
    _Text(c, n_parts, with_right=True).solve()
    return c.procedure()


def shifted_procedures() -> tuple[Procedure, ...]:
    """All procedures that shifted systems call."""
    return tuple(make(n_parts) for n_parts in (1, 2) for make in (factors, solution))


class _Text:
    """Writes the text of both procedures, whose first arguments are the same."""

    def __init__(self, c: Code, n_parts: int, *, with_right: bool = False) -> None:
        parts = range(n_parts)
        self.c = c
        n, m = c.indices("n")[0], c.indices("m")[0]
        self.n, self.m, self.size = n, m, n - m
        self._diagonal = self.size + 1
        """From one entry of the diagonal to the next."""

        self._jacobian, shift = c.argument("jacobian"), c.argument("shift")
        self._shift, self._inverse_shift = shift, shift.part(n_parts)
        self._matrix = [c.argument(f"matrix{k}") for k in parts]
        self._inverses = [c.argument(f"inverses{k}") for k in parts]
        self._pivots = c.argument("pivots")
        self.right = [c.argument(f"right{k}") for k in parts] if with_right else []

    # ---- the factors

    def factor(self) -> None:
        """P (μ I − J) = L U, for J (n, n) row by row."""
        c = self.c
        for position, part in enumerate(self._inverse(self._parts_of(self._shift))):
            self._inverse_shift[position] = part
        self._assemble()
        with c.each(self.size) as k:
            self._pivots[k] = self._largest_below(k)
            for matrix in self._matrix:
                self._exchange(matrix, k, self.size)
            inverse = self._inverse([part[k * self._diagonal] for part in self._matrix])
            for kept, value in zip(self._inverses, inverse, strict=True):
                kept[k] = value
            with c.each(k + 1, self.size) as i:
                self._eliminate(k, i, inverse)

    def _assemble(self) -> None:
        """μ I − J, less what positions contribute through their rates."""
        c, n, m, size, jacobian = self.c, self.n, self.m, self.size, self._jacobian
        shifts, inverses = self._parts_of(self._shift), self._parts_of(self._inverse_shift)
        with c.each(size) as i:
            with c.each(size) as j:
                self._matrix[0][i * size + j] = -jacobian[(m + i) * n + m + j]
                for part in self._matrix[1:]:
                    part[i * size + j] = 0.0
            with c.each(m) as j:
                entry = jacobian[(m + i) * n + j]
                for part, inverse in zip(self._matrix, inverses, strict=True):
                    part[i * size + j] = c.fma(-entry, inverse, part[i * size + j])
            for part, shift in zip(self._matrix, shifts, strict=True):
                part[i * self._diagonal] = part[i * self._diagonal] + shift

    def _eliminate(self, k: Index, i: Index, inverse: list[Real]) -> None:
        """Take row k from row i."""
        c, size = self.c, self.size
        factor = self._product([part[i * size + k] for part in self._matrix], inverse)
        for part, value in zip(self._matrix, factor, strict=True):
            part[i * size + k] = value
        with c.each(k + 1, size) as j:
            upper = [part[k * size + j] for part in self._matrix]
            rest = self._less([part[i * size + j] for part in self._matrix], factor, upper)
            for part, value in zip(self._matrix, rest, strict=True):
                part[i * size + j] = value

    # ---- solutions

    def solve(self) -> None:
        """The solution in the place of the right-hand side."""
        c, n, m, size, jacobian = self.c, self.n, self.m, self.size, self._jacobian
        inverse = self._parts_of(self._inverse_shift)

        # positions by their rates
        with c.each(m) as j:
            scaled = self._product([part[j] for part in self.right], inverse)
            for part, value in zip(self.right, scaled, strict=True):
                part[j] = value
        with c.each(size) as i:
            totals = [c.variable(part[m + i]) for part in self.right]
            with c.each(m) as j:
                entry = jacobian[(m + i) * n + j]
                for total, part in zip(totals, self.right, strict=True):
                    total.value = c.fma(entry, part[j], total.value)
            for total, part in zip(totals, self.right, strict=True):
                part[m + i] = total.value

        self._substitute([part.part(m) for part in self.right])
        with c.each(m) as j:
            moved = self._product([part[m + j] for part in self.right], inverse)
            for part, value in zip(self.right, moved, strict=True):
                part[j] = part[j] + value

    def _substitute(self, x: list[Array]) -> None:
        """Forward, then backward."""
        c, size = self.c, self.size
        with c.each(size) as k:
            for part in x:
                self._exchange(part, k, 1)
        with c.each(size) as i:
            totals = [c.variable(part[i]) for part in x]
            with c.each(i) as j:
                self._take(totals, i * size + j, [part[j] for part in x])
            for total, part in zip(totals, x, strict=True):
                part[i] = total.value
        with c.each(size) as back:
            k = size - 1 - back
            totals = [c.variable(part[k]) for part in x]
            with c.each(k + 1, size) as j:
                self._take(totals, k * size + j, [part[j] for part in x])
            found = self._product([t.value for t in totals], [part[k] for part in self._inverses])
            for part, value in zip(x, found, strict=True):
                part[k] = value

    def _take(self, totals: list[Variable], at: Index, x: list[Real]) -> None:
        """totals − A[at] x."""
        rest = self._less([t.value for t in totals], [part[at] for part in self._matrix], x)
        for total, value in zip(totals, rest, strict=True):
            total.value = value

    # ---- numbers of one or two parts

    def _parts_of(self, number: Array) -> list[Real]:
        return [number[k] for k in range(len(self._matrix))]

    def _product(self, a: list[Real], b: list[Real]) -> list[Real]:
        c = self.c
        if len(a) == 1:
            return [a[0] * b[0]]
        return [c.fma(a[0], b[0], -(a[1] * b[1])), c.fma(a[0], b[1], a[1] * b[0])]

    def _less(self, x: list[Real], a: list[Real], b: list[Real]) -> list[Real]:
        """x − a b."""
        c = self.c
        if len(a) == 1:
            return [c.fma(-a[0], b[0], x[0])]
        return [
            c.fma(a[1], b[1], c.fma(-a[0], b[0], x[0])),
            c.fma(-a[1], b[0], c.fma(-a[0], b[1], x[1])),
        ]

    def _inverse(self, a: list[Real]) -> list[Real]:
        if len(a) == 1:
            return [1.0 / a[0]]
        square = 1.0 / self.c.fma(a[0], a[0], a[1] * a[1])
        return [a[0] * square, -(a[1] * square)]

    # ---- pivots

    def _weight(self, at: Index) -> Real:
        """How large an entry is: the sum of its parts."""
        first, *others = (self.c.abs(part[at]) for part in self._matrix)
        return first + others[0] if others else first

    def _largest_below(self, k: Index) -> Real:
        """The row, from k on, of the largest entry of column k, in each lane."""
        c, size = self.c, self.size
        row, largest = c.variable(c.spread(k)), c.variable(self._weight(k * self._diagonal))
        with c.each(k + 1, size) as i:
            candidate = self._weight(i * size + k)
            is_larger = candidate > largest.value
            row.update(is_larger, c.spread(i))
            largest.update(is_larger, candidate)
        found: Real = row.value
        return found

    def _exchange(self, array: Array, k: Index, width: IndexLike) -> None:
        """Exchange row k with its pivot's, in an array of this many columns."""
        c = self.c
        with c.when(c.any(self._pivots[k] > c.spread(k))), c.each(k + 1, self.size) as i:
            mine = self._pivots[k].equals(c.spread(i))
            with c.when(c.any(mine)), c.each(width) as j:
                upper, lower = array[k * width + j], array[i * width + j]
                array[k * width + j] = c.select(mine, lower, upper)
                array[i * width + j] = c.select(mine, upper, lower)
