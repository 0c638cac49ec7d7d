"""The model: parts that fit together, checked when it exists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.errors import ModelError
from dalembert.expr.node import Expression
from dalembert.model.bodies import Body
from dalembert.model.forces import Force
from dalembert.model.inputs import Motor
from dalembert.model.joint import Joint
from dalembert.model.topology import Tree, tree_of
from dalembert.spatial.vectors import as_vector
from dalembert.state import State, checked_names

Part = Joint | Force | Motor


@dataclass(frozen=True, init=False, eq=False)
class Model:
    """Joints, and the bodies they join, with the forces that act on them.

    There is no gravity unless it is given: the acceleration (3,) of free fall, in world axes.
    """

    parts: tuple[Part, ...]
    gravity: Any

    def __init__(self, *parts: Part, gravity: Any = None) -> None:
        for part in parts:
            if not isinstance(part, (Joint, Force, Motor)):
                raise ModelError(f"a model is made of joints, forces and motors; {part!r} is none of them")
        object.__setattr__(self, "parts", parts)
        fall = np.zeros(3) if gravity is None else as_vector(gravity, "gravity")
        object.__setattr__(self, "gravity", fall)
        self._check_names()
        self._check_masses()
        self._check_references()

    @property
    def joints(self) -> tuple[Joint, ...]:
        """Its joints, as given."""
        return tuple(part for part in self.parts if isinstance(part, Joint))

    @property
    def forces(self) -> tuple[Force, ...]:
        """Its forces besides gravity."""
        return tuple(part for part in self.parts if isinstance(part, Force))

    @property
    def motors(self) -> tuple[Motor, ...]:
        """Its inputs."""
        return tuple(part for part in self.parts if isinstance(part, Motor))

    @cached_property
    def tree(self) -> Tree:
        """Bodies and joints from the ground to the tips."""
        return tree_of(self.joints)

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        """Its bodies, from the ground to the tips."""
        return tuple(link.body for link in self.tree.links)

    @cached_property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the coordinates q."""
        return tuple(name for link in self.tree.links for name in link.joint.coordinates)

    @cached_property
    def speeds(self) -> tuple[str, ...]:
        """Names of the speeds u."""
        return tuple(name for link in self.tree.links for name in link.joint.speeds)

    def state(
        self,
        *,
        t: float = 0.0,
        q: Mapping[str, float] | None = None,
        u: Mapping[str, float] | None = None,
        tau: Mapping[str, float] | None = None,
        p: Mapping[str, float] | None = None,
    ) -> State:
        """A state by names; what is not named takes its usual value. A speed may be named like its coordinate."""
        speeds = {self.speed_name(name): value for name, value in (u or {}).items()}
        checked_names(q or {}, self.coordinates, "coordinate")
        checked_names(tau or {}, [motor.name for motor in self.motors], "input")
        neutral = [x for link in self.tree.links for x in link.joint.neutral]
        return State(
            t=t,
            q={**dict(zip(self.coordinates, neutral, strict=True)), **(q or {})},
            u={**dict.fromkeys(self.speeds, 0.0), **speeds},
            tau={**{motor.name: 0.0 for motor in self.motors}, **(tau or {})},
            p=p or {},
        )

    def speed_name(self, name: str) -> str:
        """A speed's own name, from that or from the coordinate it is the rate of."""
        if f"{name}.rate" in self.speeds:
            return f"{name}.rate"
        checked_names([name], self.speeds, "speed")
        return name

    def summary(self) -> str:
        """What the model is, in words."""
        lines = [f"{len(self.bodies)} bodies, {len(self.coordinates)} coordinates, {len(self.speeds)} speeds"]
        for link in self.tree.links:
            above = self.tree.links[link.parent].body.name if link.parent >= 0 else "ground"
            names = ", ".join(link.joint.coordinates) or "none"
            kind = type(link.joint).__name__
            lines.append(f"  {above} – {link.joint.name} ({kind}) – {link.body.name}; coordinates: {names}")
        lines += [f"  {type(force).__name__} {force.name}" for force in self.forces]
        lines += [f"  input {motor.name} on {motor.coordinate}" for motor in self.motors]
        has_gravity = any(isinstance(x, Expression) or x != 0.0 for x in self.gravity)
        lines.append(f"  gravity {[*self.gravity]}" if has_gravity else "  no gravity: none was given")
        return "\n".join(lines)

    # ---- checks

    def _check_names(self) -> None:
        if not self.joints:
            raise ModelError("a model needs at least one joint that carries a body")
        names = [part.name for part in self.parts] + [body.name for body in self.bodies]
        names += [name for joint in self.joints for name in joint.coordinates if name != joint.name]
        for name, count in Counter(names).items():
            if count > 1:
                raise ModelError(f"{count} parts are called {name!r}; give each its own name")

    def _check_masses(self) -> None:
        """A tip without mass has no definite acceleration."""
        for k, link in enumerate(self.tree.links):
            if link.joint.speeds and not self.tree.children(k) and _is_massless(link.body):
                raise ModelError(
                    f"body {link.body.name!r} at the end of joint {link.joint.name!r} has no mass; "
                    "give it some, or weld it to another body"
                )

    def _check_references(self) -> None:
        for force in self.forces:
            name = getattr(force, "coordinate", None)
            if name is not None:
                checked_names([name], self.coordinates, f"coordinate for the force {force.name!r}:")
        for motor in self.motors:
            checked_names([motor.coordinate], self.coordinates, f"coordinate for the input {motor.name!r}:")


def _is_massless(body: Body) -> bool:
    return body.inertia is not None and not isinstance(body.inertia.mass, Expression) and body.inertia.mass == 0.0
