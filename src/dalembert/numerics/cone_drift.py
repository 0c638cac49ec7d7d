"""Native code of the projection of positions after a step, for one lane."""

from __future__ import annotations

from dalembert.numerics.cone_rows import KAPPA, ConeRows
from dalembert.numerics.contact_records import TouchingLayout
from dalembert.procedures.array_loops import LaneByLane
from dalembert.procedures.language import Code

DRIFT = 1e-13
"""Gap, in m, that is not worth a projection."""

_PASSES = 3


def drift_correction(layout: TouchingLayout) -> LaneByLane:
    """x: `layout.given` → y: the smallest motion (nu,) that closes gaps of joints and closed contacts."""
    c = Code(f"drift_{layout.key}")
    _Correction(c, layout, c.argument("x"), c.argument("y")).write()
    return LaneByLane(c.procedure(), layout.n_given, layout.nu)


class _Correction(ConeRows):
    """Writes the code of the projection of positions."""

    def write(self) -> None:
        """δ with J δ = −φ, nearest in the sense of M, by an augmented Lagrangian."""
        c, s = self.c, self.layout
        phi, closed = self.part("phi"), self.part("closed")
        right, ell, worst = c.array(s.nu), c.array(len(s.rows)), c.variable(0.0)
        self.count.value = 0
        has_place = c.table([*s.have_places, False], "index")
        with c.each(s.n_joints) as g, c.when(has_place[g].equals(1)):
            self.take_part(g)
        with c.each(len(s.touches)) as k, c.when(c.is_true(closed[k] > 0.5)):
            self.take_part(k + s.n_joints)
        with c.each(s.nu) as i:
            self.y[i] = 0.0
        with self.each_active() as g:
            worst.value = c.maximum(worst.value, c.abs(phi[self.first_row[g]]))
        with c.when(c.is_true(worst.value > DRIFT)):
            self.weigh()
            self.outline()
            self.begin_matrix()
            with self.each_active() as g:
                ell[self.first_row[g]] = 0.0
                self.add_row(g, self.first_entry[g], KAPPA * self.w[self.first_row[g]])
            self.matrix.factorize()
            with c.each(_PASSES):
                with c.each(s.nu) as i:
                    right[i] = 0.0
                self.subtract_inertia(right, self.y)
                with self.each_active() as g:
                    n, begin = self.first_row[g], self.first_entry[g]
                    missing = self.along(g, begin, self.y, phi[n])
                    self.exert(right, g, begin, ell[n] - KAPPA * self.w[n] * missing)
                self.matrix.solve(right)
                with c.each(s.nu) as i:
                    self.y[i] = self.y[i] + right[i]
                with self.each_active() as g:
                    n = self.first_row[g]
                    missing = self.along(g, self.first_entry[g], self.y, phi[n])
                    ell[n] = ell[n] - KAPPA * self.w[n] * missing
