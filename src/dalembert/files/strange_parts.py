"""Parts that a file may mean, and more often has by mistake: they are kept and told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from numbers import Real

from dalembert.files.part_names import some
from dalembert.model.forces.joint_forces import JointDamper, JointSpring
from dalembert.model.part import Part


def strange_parts(parts: Sequence[Part]) -> Iterator[str]:
    """Sentences about dampers and springs that do the opposite of what such parts do."""
    dampers = [x.name for x in parts if isinstance(x, JointDamper) and _is_negative(x.damping)]
    if dampers:
        yield f"damping is negative, so that it drives, in {some(dampers)}"
    springs = [x.name for x in parts if isinstance(x, JointSpring) and _is_negative(x.stiffness)]
    if springs:
        yield f"stiffness is negative, so that it drives away from rest, in {some(springs)}"


def _is_negative(x: object) -> bool:
    return isinstance(x, Real) and float(x) < 0.0
