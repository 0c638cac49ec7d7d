"""Transcriptions: how a phase between its knots becomes rows of a problem."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.polynomial.legendre import Legendre

from dalembert.arrays import Matrix, Vector
from dalembert.errors import ModelError
from dalembert.files.casadi_functions import casadi_package
from dalembert.number_checks import is_count, told
from dalembert.optimal_control.blocks import Block, zero_rows
from dalembert.optimal_control.phase_system import PhaseSystem, PointFunction
from dalembert.optimal_control.trajectory_unknowns import Points, Unknowns


@dataclass(frozen=True, eq=False)
class Parameters:
    """Values of all parameters, and where those stand that are unknowns."""

    values: Vector
    places: Sequence[int]

    def __call__(self, kind: Any, free: Any) -> Any:
        """All parameters as a column of a class of expressions, with the unknown ones in their places."""
        entries: list[Any] = [kind(float(x)) for x in self.values]
        for k, place in enumerate(self.places):
            entries[place] = free[k]
        return casadi_package().vertcat(*entries) if entries else kind(0, 1)


@dataclass(frozen=True, eq=False)
class Asked:
    """What blocks of intervals need besides points: functions, and parameters."""

    equations: PointFunction
    integrand: PointFunction
    free: Any
    """Numbers of the unknown parameters (k,)."""

    parameters: Parameters

    @property
    def kind(self) -> Any:
        """The class of expressions."""
        ca = casadi_package()
        return ca.SX if self.equations.is_plain and self.integrand.is_plain else ca.MX


class Transcription(Protocol):
    """A way from a differential equation to rows: what the options of `da.trajectory` are."""

    @property
    def is_shooting(self) -> bool:
        """Whether it needs accelerations that are solved for."""

    @property
    def has_rows_at_knots(self) -> bool:
        """Whether accelerations and rows of constraints are asked at knots, not within the block of intervals."""

    @property
    def order(self) -> int:
        """Order of its error from knot to knot."""

    def points(self, system: PhaseSystem, mesh: Vector, unknowns: Unknowns, times: tuple[int, int]) -> Points:
        """Unknowns of a phase."""

    def intervals(self, points: Points, asked: Asked) -> Block:
        """The block of its intervals."""

    def input_polynomials(self, points: Points, tau: Matrix) -> Vector:
        """Coefficients (N, n_tau, d + 1) of the inputs in each interval, of powers of the fraction within it."""


@dataclass(frozen=True)
class HermiteSimpson:
    """Collocation by Hermite's cubic and Simpson's rule, of fourth order (Hargraves, Paris 1987).

    Inputs are parabolas in each interval. Rows of positions and velocities hold at the knots, with the
    corrections of Posa, Kuindersma and Tedrake (2016) in the middle.

    Examples
    --------
    >>> import dalembert as da
    >>> da.trajectories.HermiteSimpson().order
    4
    """

    is_shooting = False
    has_rows_at_knots = True
    order = 4

    def points(self, system: PhaseSystem, mesh: Vector, unknowns: Unknowns, times: tuple[int, int]) -> Points:
        n = len(mesh) - 1
        fractions = np.empty(2 * n + 1)
        fractions[::2], fractions[1::2] = mesh, 0.5 * (mesh[1:] + mesh[:-1])
        x, tau, y = _at_points(system, unknowns, 2 * n + 1)
        slack = unknowns.new([f"the correction of {name}" for name in system.position_rows], n)
        return Points(system, mesh, fractions, x, tau, y, slack, np.arange(0, 2 * n + 1, 2), *times)

    def intervals(self, points: Points, asked: Asked) -> Block:
        ca, k, system = casadi_package(), points.knots[:-1], points.system
        block = _Interval(points, asked)
        a, c, b = block.point(0.0), block.point(0.5), block.point(1.0)
        mu = block.column(len(points.slack))
        f, h = (a.rates, block.corrected(c, mu), b.rates), block.length
        middle = c.x - 0.5 * (a.x + b.x) - h / 8.0 * (f[0] - f[2])
        end = b.x - a.x - h / 6.0 * (f[0] + 4.0 * f[1] + f[2])
        cost = h / 6.0 * (a.integrand + 4.0 * c.integrand + b.integrand)
        labels = [*system.labels["rates"] * 2, *system.labels["balance"], *system.labels["only"]]
        rows = ca.vertcat(middle, end, c.equations["balance"], c.equations["only"])
        places = [block.places(k), block.places(k + 1), block.places(k + 2), points.slack]
        return block.made(cost, rows, labels, places)

    def input_polynomials(self, points: Points, tau: Matrix) -> Vector:
        a, c, b = tau[:, :-1:2], tau[:, 1::2], tau[:, 2::2]
        return np.stack([a, 4.0 * c - 3.0 * a - b, 2.0 * (a + b) - 4.0 * c]).transpose(2, 1, 0)


@dataclass(frozen=True)
class LegendreGaussRadau:
    """Collocation at the points of Legendre, Gauss and Radau, of order 2 n − 1 (Garg and others 2010).

    Rows of positions and velocities hold at all points, with corrections of the rates of coordinates that vanish
    as the mesh is refined (Gear, Gupta, Leimkuhler 1985).

    Parameters
    ----------
    n : int, optional
        Points in each interval, 1 to 9; default 3.

    Examples
    --------
    >>> import dalembert as da
    >>> da.trajectories.LegendreGaussRadau(4).order
    7
    """

    n: int = 3
    is_shooting = False
    has_rows_at_knots = False

    def __post_init__(self) -> None:
        if not is_count(self.n, 1, 9):
            raise ModelError(f"the points of LegendreGaussRadau are a count from 1 to 9, not {told(self.n)}")

    @property
    def order(self) -> int:
        """Order of its error from knot to knot."""
        return 2 * self.n - 1

    @property
    def nodes(self) -> Vector:
        """Points within an interval, in (0, 1], the last one its end."""
        if self.n == 1:
            return np.ones(1)
        # roots of P_{n−1}(−x) + P_n(−x): −1 among those of P_{n−1} + P_n, mirrored
        roots = np.sort((Legendre.basis(self.n - 1) - Legendre.basis(self.n)).roots().real)
        return np.append(0.5 * (1.0 + roots[:-1]), 1.0)

    def points(self, system: PhaseSystem, mesh: Vector, unknowns: Unknowns, times: tuple[int, int]) -> Points:
        n, s = len(mesh) - 1, self.n
        inner = mesh[:-1, None] + np.diff(mesh)[:, None] * self.nodes[None]
        fractions = np.concatenate([mesh[:1], inner.ravel()])
        x = unknowns.new(system.states, n * s + 1)
        tau, y = (_after_first(unknowns.new(names, n * s)) for names in (system.inputs, system.names_of_y))
        slack = unknowns.new([f"the correction of {name}" for name in system.position_rows], n * s)
        return Points(system, mesh, fractions, x, tau, y, slack, np.arange(0, n * s + 1, s), *times)

    def intervals(self, points: Points, asked: Asked) -> Block:
        ca, s, system, k = casadi_package(), self.n, points.system, points.knots[:-1]
        block = _Interval(points, asked)
        start = block.column(len(points.x))
        stages, corrections = [], []
        for node in self.nodes:
            stages.append(block.point(float(node)))
            corrections.append(block.column(len(points.slack)))
        D, weights = radau_matrix(self.nodes)
        labels: list[str] = []
        rows, cost = [], 0.0
        for i, (stage, mu) in enumerate(zip(stages, corrections, strict=True)):
            slope = D[i, 0] * start + sum(float(D[i, j + 1]) * other.x for j, other in enumerate(stages))
            rows.append(slope - block.length * block.corrected(stage, mu))
            rows += [stage.equations[name] for name in ("balance", "only", "phi", "psi")]
            labels += [x for name in ("rates", "balance", "only", "phi", "psi") for x in system.labels[name]]
            cost += block.length * float(weights[i]) * stage.integrand
        places = [points.x[:, k]]
        for i in range(s):
            places += [block.places(k + 1 + i), points.slack[:, i::s]]
        return block.made(cost, ca.vertcat(*rows), labels, places)

    def input_polynomials(self, points: Points, tau: Matrix) -> Vector:
        values = tau[:, 1:].reshape(len(tau), len(points.mesh) - 1, self.n)
        powers = np.linalg.inv(np.vander(self.nodes, increasing=True))
        return np.einsum("ij,anj->nai", powers, values)


@dataclass(frozen=True)
class MultipleShooting:
    """Runs of a few steps of the classical Runge–Kutta method from knot to knot, with constant inputs.

    Rows of positions and velocities hold at the knots, to which runs are projected.

    Parameters
    ----------
    steps : int, optional
        Steps in each interval; default 2.

    Examples
    --------
    >>> import dalembert as da
    >>> da.trajectories.MultipleShooting(3).order
    4
    """

    steps: int = 2
    is_shooting = True
    has_rows_at_knots = False
    order = 4

    def __post_init__(self) -> None:
        if not is_count(self.steps, 1):
            raise ModelError(f"the steps of MultipleShooting are a count from 1, not {told(self.steps)}")

    def points(self, system: PhaseSystem, mesh: Vector, unknowns: Unknowns, times: tuple[int, int]) -> Points:
        n = len(mesh) - 1
        x, tau = unknowns.new(system.states, n + 1), unknowns.new(system.inputs, n)
        none = np.full((len(tau), 1), -1)
        rows = [*system.position_rows, *system.velocity_rows]
        slack = unknowns.new([f"the correction of {name}" for name in rows], n)
        y = np.zeros((0, n + 1), dtype=int)
        return Points(
            system, mesh, mesh, x, np.concatenate([tau, none], axis=1), y, slack, np.arange(n + 1), *times
        )

    def intervals(self, points: Points, asked: Asked) -> Block:
        ca, system, k = casadi_package(), points.system, points.knots[:-1]
        block = _Interval(points, asked)
        x, tau = block.column(len(points.x)), block.column(len(points.tau))
        slack, end = block.column(len(points.slack)), block.column(len(points.x))
        h, y, cost = block.length / self.steps, x, 0.0
        for step in range(self.steps):
            parts = [step / self.steps, (step + 0.5) / self.steps, (step + 1.0) / self.steps]
            k1, c1 = block.rates(parts[0], y, tau)
            k2, c2 = block.rates(parts[1], y + 0.5 * h * k1, tau)
            k3, c3 = block.rates(parts[1], y + 0.5 * h * k2, tau)
            k4, c4 = block.rates(parts[2], y + h * k3, tau)
            y = y + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
            cost += h / 6.0 * (c1 + 2.0 * c2 + 2.0 * c3 + c4)
        at_end = asked.equations(block.time(1.0), end, tau, block.kind.zeros(system.n_y), block.p)
        n_phi, nq, nu = len(system.position_rows), system.nq, system.nu
        moved = ca.vertcat(
            _transposed_times(at_end["phi_q"], nq, slack[:n_phi]),
            _transposed_times(at_end["psi_u"], nu, slack[n_phi:]),
            block.kind.zeros(len(points.x) - nq - nu),
        )
        rows = ca.vertcat(end - y - moved, at_end["phi"], at_end["psi"])
        labels = [x for name in ("rates", "phi", "psi") for x in system.labels[name]]
        places = [points.x[:, k], points.tau[:, k], points.slack, points.x[:, k + 1]]
        return block.made(cost, rows, labels, places)

    def input_polynomials(self, points: Points, tau: Matrix) -> Vector:
        return tau[:, :-1].T[:, :, None]


# ---- an interval


@dataclass(frozen=True, eq=False)
class _Stage:
    """A point within an interval."""

    x: Any
    equations: dict[str, Any]
    integrand: Any

    @property
    def rates(self) -> Any:
        return self.equations["rates"]


class _Interval:
    """A block of an interval while it is written: unknowns in the order in which they are asked for."""

    def __init__(self, points: Points, asked: Asked) -> None:
        self.points, self.asked, self.kind = points, asked, asked.kind
        self._columns: list[Any] = []
        self._free = self.kind.sym("free", len(asked.free))
        self._times, self._mesh = self.kind.sym("times", 2), self.kind.sym("mesh", 2)
        self.p = asked.parameters(self.kind, self._free)
        self.length = self._times[1] * self._mesh[1]

    def column(self, n: int) -> Any:
        """New unknowns."""
        self._columns.append(self.kind.sym(f"v{len(self._columns)}", n))
        return self._columns[-1]

    def time(self, part: float) -> Any:
        """The time at a part of the interval."""
        return self._times[0] + self._times[1] * (self._mesh[0] + part * self._mesh[1])

    def point(self, part: float) -> _Stage:
        """A point with unknowns of its own."""
        points = self.points
        x, tau, y = (self.column(len(rows)) for rows in (points.x, points.tau, points.y))
        t = self.time(part)
        values = (t, x, tau, y, self.p)
        return _Stage(x, self.asked.equations(*values), self.asked.integrand(*values)["integrand"])

    def places(self, which: Any) -> Any:
        """Numbers of the unknowns of such points."""
        points = self.points
        return np.concatenate([points.x[:, which], points.tau[:, which], points.y[:, which]])

    def corrected(self, stage: _Stage, mu: Any) -> Any:
        """Rates with corrections that keep rows of positions."""
        ca, system = casadi_package(), self.points.system
        if not mu.shape[0]:
            return stage.rates
        along = _transposed_times(stage.equations["phi_q"], system.nq, mu)
        return stage.rates + ca.vertcat(along, self.kind.zeros(len(self.points.x) - system.nq))

    def rates(self, part: float, x: Any, tau: Any) -> tuple[Any, Any]:
        """ẋ and the integrand for given states, with accelerations that are solved for."""
        ca, system, t = casadi_package(), self.points.system, self.time(part)
        y = self.kind(0, 1)
        if not system.is_solved:
            unknown = self.kind.sym("y", system.n_y)
            at = self.asked.equations(t, x, tau, unknown, self.p)
            rows = ca.vertcat(at["balance"], at["held"], at["only"])
            K = ca.jacobian(rows, unknown)
            zero = self.kind.zeros(system.n_y)
            K, rest = ca.substitute([K, rows], [unknown], [zero])
            y = ca.solve(ca.densify(K), -rest)
        values = (t, x, tau, y, self.p)
        return self.asked.equations(*values)["rates"], self.asked.integrand(*values)["integrand"]

    def made(self, cost: Any, rows: Any, labels: Sequence[str], places: Sequence[Any]) -> Block:
        """The block, for all intervals at once."""
        ca, points = casadi_package(), self.points
        n = len(points.mesh) - 1
        v = ca.vertcat(*self._columns, self._times, self._free)
        whole = [*places, np.repeat(points.times, n, axis=1), np.repeat(self.asked.free[:, None], n, axis=1)]
        function = ca.Function("interval", [*self._columns, self._times, self._free, self._mesh], [cost, rows])
        w = self.kind.sym("w", v.shape[0])
        cuts = np.cumsum([0, *(int(x.shape[0]) for x in self._columns), 2, len(self.asked.free)])
        parts = [w[int(a) : int(b)] for a, b in itertools.pairwise(cuts)]
        block = ca.Function("interval", [w, self._mesh], function.call([*parts, self._mesh]))
        data = np.stack([points.mesh[:-1], np.diff(points.mesh)])
        return Block(block, np.concatenate(whole), data, **zero_rows(labels, n))


def _transposed_times(flat: Any, n: int, mu: Any) -> Any:
    """Jᵀ μ of a matrix J (m, n) whose entries come row by row."""
    ca = casadi_package()
    m = mu.shape[0]
    return ca.mtimes(ca.reshape(flat, n, m), mu) if m else flat.zeros(n)


def _at_points(system: PhaseSystem, unknowns: Unknowns, count: int) -> tuple[Any, Any, Any]:
    return (
        unknowns.new(system.states, count),
        unknowns.new(system.inputs, count),
        unknowns.new(system.names_of_y, count),
    )


def _after_first(numbers: Any) -> Any:
    return np.concatenate([np.full((len(numbers), 1), -1), numbers], axis=1)


def radau_matrix(nodes: Vector) -> tuple[Matrix, Vector]:
    """Derivatives (s, s + 1) at nodes of the polynomial through 0 and them, and weights (s,) of its integral."""
    s = len(nodes)
    all_nodes = np.concatenate([[0.0], nodes])
    powers = np.vander(all_nodes, increasing=True)
    slopes = np.zeros((s, s + 1))
    for k in range(1, s + 1):
        slopes[:, k] = k * nodes ** (k - 1)
    D = slopes @ np.linalg.inv(powers)
    moments = 1.0 / np.arange(1, s + 1)
    weights = np.linalg.solve(np.vander(nodes, increasing=True).T, moments)
    return D, np.asarray(weights, dtype=float)
