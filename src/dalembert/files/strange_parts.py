"""Parts that a file may mean, and more often has by mistake: they are kept and told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dalembert.files.part_names import some
from dalembert.model.forces.joint_forces import JointDamper, JointSpring
from dalembert.model.part import Part


def strange_parts(parts: Sequence[Part]) -> Iterator[str]:
    """Sentences about dampers and springs that do the opposite of what such parts do."""
    dampers, springs = [], []
    for part in parts:
        match part:
            case JointDamper(damping=float(damping)) if damping < 0.0:
                dampers.append(part.name)
            case JointSpring(stiffness=float(stiffness)) if stiffness < 0.0:
                springs.append(part.name)
    if dampers:
        yield f"damping is negative, so that it drives, in {some(dampers)}"
    if springs:
        yield f"stiffness is negative, so that it drives away from rest, in {some(springs)}"
