"""Contacts between all bodies of a set, whose pairs need no names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass
from typing import Any

from dalembert.errors import ModelError
from dalembert.model.bodies import Body, ground
from dalembert.model.part import Part
from dalembert.model.state_variable import StateVariable
from dalembert.model.surfaces import FlatSurface
from dalembert.number_checks import checked_number

TOLD = {"contacts": "", "residual": "", "overlap": "m"}
"""What steps tell about a set, with units."""


@dataclass(frozen=True)
class _Told(StateVariable):
    """A number that steps tell: it goes from one into the next, as states do."""

    def __post_init__(self) -> None:
        return


@dataclass(frozen=True)
class ContactSet(Part):
    """Contacts of all pairs of some bodies and planes: see `da.contacts.between`, which makes one.

    Parameters
    ----------
    name : str
        Name of the part.
    members : sequence of bodies and planes
        What may touch each other.
    friction : float, optional
        Coefficient of Coulomb's law. Default 0.
    restitution : float, optional
        Newton's coefficient, 0 to 1. Default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> balls = [da.sphere(f"ball{k}", radius=0.05, mass=1.0) for k in range(3)]
    >>> heap = da.contacts.between(*balls, da.geometry.plane(da.ground, "z"), friction=0.5)
    >>> print(heap.name, len(heap.members))
    contacts 4
    """

    members: tuple[Body | FlatSurface, ...]
    _: KW_ONLY
    friction: float = 0.0
    restitution: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        members = tuple(_flattened(self.members))
        object.__setattr__(self, "members", members)
        checked_number(self.friction, f"{self.label}: the friction", ModelError, least=0.0)
        checked_number(self.restitution, f"{self.label}: the restitution", ModelError, least=0.0, most=1.0)
        seen: set[int] = set()
        for member in members:
            if not isinstance(member, Body | FlatSurface) or member is ground:
                raise ModelError(
                    f"{self.label} is between bodies with shapes and planes, such as da.geometry.plane(da.ground, "
                    f"'z'), not {member!r}"
                )
            if isinstance(member, FlatSurface) and member.frame.body is not ground:
                raise ModelError(
                    f"{self.label}: a plane of a set is fixed to the ground, not to {member.frame.body.name!r}; "
                    "give that body itself"
                )
            if id(member) in seen:
                name = member.name if isinstance(member, Body) else member
                raise ModelError(f"{self.label} names {name!r} twice; once is enough for all its pairs")
            seen.add(id(member))
        if sum(isinstance(member, Body) for member in members) == 0 or len(members) < 2:
            raise ModelError(f"{self.label} needs two members, of which one at least is a body")

    @property
    def is_contact_set(self) -> bool:
        return True

    @property
    def state_variables(self) -> tuple[StateVariable, ...]:
        return tuple(_Told(f"{self.name}.{what}", rate=0.0) for what in TOLD)


def _flattened(members: Any) -> Iterable[Any]:
    if isinstance(members, list | tuple):
        for member in members:
            yield from _flattened(member)
    else:
        yield members


def between(
    *members: Body | FlatSurface | Iterable[Body | FlatSurface],
    friction: float = 0.0,
    restitution: float = 0.0,
    name: str = "contacts",
) -> ContactSet:
    """Contacts of all pairs of some bodies and planes, which close and open as they come near each other.

    No pair is named and nothing is compiled for it; time and memory grow with the pairs that are near each other.
    Bodies are spheres, boxes and rods with a radius, carried by `da.Free` joints on the ground or fixed to it by
    `da.Weld`; planes are fixed to the ground. Spheres touch anything, boxes and rods touch planes and spheres.
    Runs of such models take `method=da.methods.MoreauJean(step)`. Signals are `<name>.contacts`, how many touch,
    `<name>.residual`, by how much impulses of the step are not as the laws say beside the largest one, and
    `<name>.overlap`, how deep bodies overlap.

    Parameters
    ----------
    *members : bodies, planes or lists of them
        What may touch each other.
    friction : float, optional
        Coefficient of Coulomb's law. Default 0.
    restitution : float, optional
        Newton's coefficient, 0 to 1. Default 0.
    name : str, optional
        Name of the part. Default "contacts".

    Examples
    --------
    >>> import dalembert as da
    >>> balls = [da.sphere(f"ball{k}", radius=0.05, mass=1.0) for k in range(2)]
    >>> joints = [da.Free(f"b{k}", da.ground, ball) for k, ball in enumerate(balls)]
    >>> floor = da.geometry.plane(da.ground, "z")
    >>> model = da.Model(*joints, da.contacts.between(balls, floor, friction=0.5), gravity=(0, 0, -9.81))
    >>> start = {"b0.z": 0.05, "b1.z": 0.25}
    >>> motion = da.simulate(model, start, until=1.0, method=da.methods.MoreauJean(0.005))
    >>> print(f"{motion['b1.z'][-1]:.4f} m")
    0.1500 m
    """
    return ContactSet(name, tuple(_flattened(members)), friction=friction, restitution=restitution)
