"""A particle in space whose velocity is restricted: ẏ = z ẋ + α(t).

No relation between the coordinates follows from this one between their rates, so the particle can reach every
place but cannot move in every direction at once. Left alone it moves evenly in z and on a curve known in closed
form. It is then pushed while the restriction itself changes in time, and the restriction is given a second time
by its rate, a relation between accelerations.
"""

from typing import Any

import numpy as np

import dalembert as da

METHOD = da.methods.DOP853(rtol=1e-13, atol=1e-14)
PUSHED_MASS = 1.5


def particle(restriction: Any, mass: Any = 1.0, force: Any = (0.0, 0.0, 0.0)) -> da.Model:
    """The particle with a constraint and a force (x, y, z)."""
    body = da.particle("particle", mass=mass)
    return da.Model(da.Translational("P", da.ground, body), restriction, da.PointForce("push", body, force))


def by_speeds(alpha: Any = 0.0) -> da.Nonholonomic:
    """ẏ = z ẋ + α."""
    return da.Nonholonomic("restriction", da.speed("P.y") - da.coordinate("P.z") * da.speed("P.x") - alpha)


def by_accelerations(alpha_rate: Any = 0.0) -> da.relations.AccelerationConstraint:
    """The same after differentiation: ÿ = z ẍ + ż ẋ + α̇."""
    change = da.coordinate("P.z") * da.acceleration("P.x") + da.speed("P.z") * da.speed("P.x") + alpha_rate
    return da.relations.AccelerationConstraint("restriction", da.acceleration("P.y") - change)


def left_alone() -> da.Model:
    """No force, α = 0."""
    return particle(by_speeds())


def pushed(is_restricted_by_accelerations: bool = False) -> da.Model:
    """Forces in all directions, α = sin(t) / 2."""
    t = da.time
    restriction = (
        by_accelerations(0.5 * da.cos(t)) if is_restricted_by_accelerations else by_speeds(0.5 * da.sin(t))
    )
    return particle(restriction, PUSHED_MASS, (1.0, -0.5, 0.3 * da.cos(t)))


def start(model: da.Model) -> da.State:
    """Both begin like this."""
    return model.state(q={"P.z": 0.5}, u={"P.x": 0.2, "P.y": 0.1, "P.z": 0.3})


def closed_form(t: Any) -> Any:
    """Place (x, y, z) of the particle left alone: ẋ √(1 + z²) and ż stay constant."""
    z0, w = 0.5, 0.3
    z, c = z0 + w * np.asarray(t), 0.2 * np.sqrt(1.0 + z0**2)
    x = c / w * (np.arcsinh(z) - np.arcsinh(z0))
    y = c / w * (np.sqrt(1.0 + z**2) - np.sqrt(1.0 + z0**2))
    return np.stack([x, y, z], axis=-1)


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Models and starts, by name."""
    models = {"left alone": left_alone(), "pushed": pushed()}
    return {name: (model, start(model)) for name, model in models.items()}


def move(model: da.Model, until: float) -> da.Motion:
    """The motion from the common start."""
    return da.simulate(model, start(model), until=until, method=METHOD)


def numbers() -> dict[str, Any]:
    """Where the particle goes."""
    free, driven, same = move(left_alone(), 10.0), move(pushed(), 5.0), move(pushed(True), 5.0)
    return {
        "left alone": free.states[-1],
        "off the closed form": float(np.abs(free.states[:, :3] - closed_form(free.times)).max()),
        "pushed": driven.states[-1],
        "kind": driven.dynamics.equations.rows[0].kind,
        "residual": float(np.abs(driven["restriction.residual"]).max()),
        "by accelerations": float(np.abs(same.states - driven.states).max()),
    }


def main() -> None:
    """Move, and say where to."""
    found = numbers()
    with np.printoptions(precision=9, suppress=True):
        print("left alone, after 10 s: x, y, z", found["left alone"][:3], "rates", found["left alone"][3:])
        print("pushed, after 5 s:      x, y, z", found["pushed"][:3], "rates", found["pushed"][3:])
    print(
        f"the closed form is met to {found['off the closed form']:.0e}; the restriction, {found['kind']},", end=" "
    )
    print(f"is kept to {found['residual']:.0e}")
    print(f"as a relation between accelerations it gives the same motion to {found['by accelerations']:.0e}")


if __name__ == "__main__":
    main()
