"""Models at random states: numbers for expressions of measures and for what the equations hold."""

from typing import Any

import numpy as np

from dalembert.expr.calculus import directional
from dalembert.expr.rewrite import evaluate
from dalembert.expr.symbol_nodes import param, time
from dalembert.model.measure import resolved
from dalembert.model.model import Model
from dalembert.principles.derive import derive


class AtRandom:
    """A model in a random state; interpreted, not compiled."""

    def __init__(
        self, model: Model, *, seed: int = 1, t: float = 0.4, given: dict[str, float] | None = None, **p: float
    ) -> None:
        rng = np.random.default_rng(seed)
        self.model, self.eom = model, derive(model)
        self.kinematics = self.eom.outputs.kinematics
        q = list(self.eom.q)
        variables = [*q, *self.eom.u, *self.eom.tau, *self.eom.z]
        self.values = {x: rng.uniform(-1.0, 1.0) for x in variables} | {time: t}
        projected = self.eom.motion.projected
        self.values |= dict(zip(q, evaluate(projected, {x: self.values[x] for x in q}), strict=True))
        by_name = {x.args[0]: x for x in variables}
        self.values |= {by_name[name]: value for name, value in (given or {}).items()}
        self.values |= {param(name, model.parameters[name]): value for name, value in p.items()}

    def number(self, y: Any) -> Any:
        """The value of an expression of measures or variables."""
        return evaluate(resolved(self.model.bound(y), self.kinematics), self.values)

    def rate(self, y: Any, accelerations: Any = None) -> Any:
        """The value of dy/dt along q̇, with the speeds constant unless accelerations are given."""
        rates = dict(zip(self.eom.q, self.eom.rates, strict=True))
        if accelerations is not None:
            rates |= dict(zip(self.eom.u, accelerations, strict=True))
        return self.number(directional(resolved(self.model.bound(y), self.kinematics), rates))

    def accelerations(self) -> dict[str, float]:
        """Rates of the speeds by name."""
        return dict(zip(self.eom.speeds, self.number(self.eom.accelerations), strict=True))

    def power(self, force: Any) -> float:
        """What a force element does to all bodies and joints per time."""
        loads = force.loads(self.kinematics)
        total: Any = 0.0
        for load in loads.on_bodies:
            w, v = self.kinematics.velocity(load.frame)
            total = total + load.force @ v + load.moment @ w
        for name, value in loads.on_joints.items():
            total = total + value * self.kinematics.speed(name)
        return float(self.number(total))
