"""The measured mechanisms in other packages, with the fastest settings found for the wanted error."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from mechanisms import BLOCK, CRANK, CRANK_ANGLE, GRAVITY, ROD, slider_crank_start

Run = Callable[[], Any]

# ---- slider-crank, MuJoCo

MUJOCO_SETTINGS = [(56, 0.07, 0.32), (58, 0.07, 0.32), (62, 0.07, 0.32), (70, 0.08, 0.3), (100, 0.08, 0.3)]
"""Steps per 0.1 s, stiffness of the soft constraint times step², damping ratio.

Of Runge–Kutta steps, which are far ahead of the implicit ones at this error. The impedance is as hard as MuJoCo
allows.
"""

_MUJOCO = """
<mujoco>
  <option gravity="0 -{g} 0" integrator="RK4" jacobian="dense" iterations="1" ls_iterations="1" tolerance="0">
    <flag contact="disable" limit="disable" frictionloss="disable" warmstart="disable" actuation="disable"
          sensor="disable" island="disable"/>
  </option>
  <worldbody>
    <body>
      <joint axis="0 0 1"/><inertial pos="{c[0]} 0 0" mass="{c[1]}" diaginertia="{c[2]} {c[2]} {c[2]}"/>
      <body name="rod" pos="{l} 0 0">
        <joint axis="0 0 1"/><inertial pos="{r[0]} 0 0" mass="{r[1]}" diaginertia="{r[2]} {r[2]} {r[2]}"/>
      </body>
    </body>
    <body name="block">
      <joint type="slide" axis="1 0 0"/><inertial pos="0 0 0" mass="{s}" diaginertia="1e-3 1e-3 1e-3"/>
    </body>
  </worldbody>
  <equality><connect body1="block" body2="rod" anchor="0 0 0"/></equality>
</mujoco>"""


def mujoco_slider_crank(n_samples: int, per_sample: int, stiffness: float, damping: float) -> Run:
    """States (q, u) at samples 0.1 s apart; the loop is closed by a soft constraint."""
    import mujoco

    rods = [(length / 2, mass, mass * length**2 / 12) for length, mass in (CRANK, ROD)]
    model = mujoco.MjModel.from_xml_string(_MUJOCO.format(g=GRAVITY, c=rods[0], r=rods[1], l=CRANK[0], s=BLOCK))
    h = 0.1 / per_sample
    k = stiffness / h**2
    model.opt.timestep = h
    model.eq_solref[0] = [-k, -2.0 * damping * math.sqrt(k)]
    model.eq_solimp[0] = [0.9999, 0.9999, 0.001, 0.5, 2.0]
    model.eq_data[0, :6] = [0.0, 0.0, 0.0, ROD[0], 0.0, 0.0]
    start = [slider_crank_start().q[name] for name in ("A", "B", "S")]
    data = mujoco.MjData(model)

    def run() -> Any:
        mujoco.mj_resetData(model, data)
        data.qpos[:] = start
        states = [np.concatenate([data.qpos, data.qvel])]
        for _ in range(n_samples - 1):
            mujoco.mj_step(model, data, per_sample)
            states.append(np.concatenate([data.qpos, data.qvel]))
        return np.array(states)

    return run


# ---- slider-crank, one equation for the crank's angle


def reduced_rate() -> Callable[[float, Any], Any]:
    """The rate of angle and speed as SymPy writes it for Python."""
    import sympy

    (theta, omega), a = reduced_acceleration()
    function = sympy.lambdify([theta, omega], [omega, a], modules="math", cse=True)
    return lambda t, x: function(*x)


def heyoka_slider_crank(times: Any) -> Callable[[float], Any]:
    """Angle and speed at these times by Taylor's method, compiled for each tolerance."""
    import heyoka as hy

    symbols, a = reduced_acceleration()
    theta, omega = hy.make_vars("theta", "omega")
    acceleration = hy.from_sympy(a.evalf(20), dict(zip(symbols, (theta, omega), strict=True)))
    compiled: dict[float, Any] = {}

    def run(rtol: float) -> Any:
        if rtol not in compiled:
            system = [(theta, omega), (omega, acceleration)]
            compiled[rtol] = hy.taylor_adaptive(system, REDUCED_START, tol=rtol, compact_mode=False)
        integrator = compiled[rtol]
        integrator.time, integrator.state[:] = 0.0, REDUCED_START
        return integrator.propagate_grid(times)[-1]

    return run


def reduced_acceleration() -> tuple[tuple[Any, Any], Any]:
    """θ and ω, and −(m′ ω²/2 + V′)/m from T = m(θ) ω²/2 and V(θ), by SymPy: the loop is solved by hand."""
    import sympy

    theta, omega = sympy.symbols("theta omega")
    (l, m1), (r, m2) = (tuple(map(sympy.Rational, map(str, pair))) for pair in (CRANK, ROD))
    m3 = sympy.Rational(str(BLOCK))
    lean = sympy.asin(-l * sympy.sin(theta) / r)
    centers = [
        (m1, l / 2 * sympy.cos(theta), l / 2 * sympy.sin(theta), m1 * l**2 / 12, theta),
        (m2, l * sympy.cos(theta) + r / 2 * sympy.cos(lean), l / 2 * sympy.sin(theta), m2 * r**2 / 12, lean),
        (m3, l * sympy.cos(theta) + r * sympy.cos(lean), sympy.Integer(0), sympy.Integer(0), theta),
    ]
    inertia = sum(
        m * (x.diff(theta) ** 2 + y.diff(theta) ** 2) + J * angle.diff(theta) ** 2 for m, x, y, J, angle in centers
    )
    V = GRAVITY * sum(m * y for m, _, y, _, _ in centers)
    a = -(inertia.diff(theta) * omega**2 / 2 + V.diff(theta)) / inertia
    return (theta, omega), a


REDUCED_START = [CRANK_ANGLE, 0.0]
REDUCED_COLUMNS = [0, 3]
"""Angle and speed of the crank among the states."""


# ---- N four-bars, Exudyn

EXUDYN_SETTINGS = [(5_750, 1e-8, False), (4_750, 1e-3, True)]
"""Steps in 10 s, relative tolerance of Newton's method, whether each step has a new Jacobian.

With a spectral radius of 0.95; with 1, and by the trapezoidal rule, runs end in the first flat position. Few steps
need the tight tolerance, or the new Jacobian; the error is then that of the rule.
"""


def exudyn_four_bars(
    n: int, steps: int, tolerance: float, is_updated: bool, until: float = 10.0
) -> tuple[Run, Run]:
    """The simulation, and one that watches the energy: energies at some hundred samples (n_samples,).

    Links are bodies in the plane with absolute coordinates, which Exudyn has the fastest code for.
    """
    import exudyn as exu

    exu.config.printToConsole = False
    settings = exu.SimulationSettings()
    integration = settings.timeIntegration
    integration.numberOfSteps, integration.endTime = steps, until
    integration.generalizedAlpha.spectralRadius = 0.95
    integration.newton.useModifiedNewton = True
    integration.newton.modifiedNewtonJacUpdatePerStep = is_updated
    integration.newton.relativeTolerance = tolerance
    integration.newton.absoluteTolerance = 1e-2 * tolerance
    solvers = exu.LinearSolverType
    settings.linearSolverType = solvers.EigenDense if n < 5 else solvers.EigenSparse
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.sensorsWritePeriod = 2.0 * until
    solver = exu.DynamicSolverType.GeneralizedAlpha

    def prepared() -> Run:
        _, system = _exudyn_links(n)
        return lambda: exu.SolveDynamic(system, settings, solverType=solver)

    def energies() -> Any:
        container, system = _exudyn_links(n)
        found: list[float] = []
        every = max(1, steps // 500)
        count = iter(range(10 * steps))

        def watch(mbs: Any, t: float) -> bool:
            if next(count) % every == 0:
                found.append(_exudyn_energy(mbs, n))
            return True

        system.SetPreStepUserFunction(watch)
        exu.SolveDynamic(system, settings, solverType=solver)
        found.append(_exudyn_energy(system, n))
        del container
        return np.array(found)

    return prepared, energies


def _exudyn_links(n: int) -> tuple[Any, Any]:
    """Uprights, then couplers; a container must outlive its system."""
    import exudyn as exu
    from exudyn.itemInterface import (
        Gravity,
        MarkerBodyMass,
        MarkerBodyPosition,
        ObjectGround,
        RevoluteJoint2D,
        Rigid2D,
        RigidBody2D,
    )

    container = exu.SystemContainer()
    system = container.AddSystem()
    ground = system.AddObject(ObjectGround())

    def link(x: float, y: float, angle: float, speed: float, turning: float) -> Any:
        node = system.AddNode(Rigid2D(referenceCoordinates=[x, y, angle], initialVelocities=[speed, 0.0, turning]))
        body = system.AddObject(RigidBody2D(physicsMass=1.0, physicsInertia=1.0 / 12.0, nodeNumber=node))
        center = system.AddMarker(MarkerBodyMass(bodyNumber=body))
        system.AddLoad(Gravity(markerNumber=center, loadVector=[0.0, -GRAVITY, 0.0]))
        return body

    def pin(first: Any, x_first: float, second: Any, x_second: float) -> None:
        markers = [
            system.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=[x, 0.0, 0.0]))
            for body, x in ((first, x_first), (second, x_second))
        ]
        system.AddObject(RevoluteJoint2D(markerNumbers=markers))

    uprights = [link(i, 0.5, math.pi / 2, 0.5, -1.0) for i in range(n + 1)]
    couplers = [link(i + 0.5, 1.0, 0.0, 1.0, 0.0) for i in range(n)]
    for i, body in enumerate(uprights):
        pin(ground, i, body, -0.5)
    for i, body in enumerate(couplers):
        pin(uprights[i], 0.5, body, -0.5)
        pin(body, 0.5, uprights[i + 1], 0.5)
    system.Assemble()
    return container, system


def _exudyn_energy(system: Any, n: int) -> float:
    """With the potential measured from the ground pins."""
    import exudyn as exu

    now = exu.ConfigurationType.Current
    q = np.array(system.systemData.GetODE2Coordinates(now)).reshape(-1, 3)
    v = np.array(system.systemData.GetODE2Coordinates_t(now)).reshape(-1, 3)
    heights = q[:, 1] + np.repeat([0.5, 1.0], [n + 1, n])
    return float(0.5 * (v[:, :2] ** 2).sum() + v[:, 2] @ v[:, 2] / 24.0 + GRAVITY * heights.sum())
