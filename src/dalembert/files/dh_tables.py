"""Robots from tables of Denavit and Hartenberg, in the standard and in the modified convention."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from dalembert.errors import ModelError
from dalembert.expr.node import NUMBERS, Expression, Scalar
from dalembert.model import visuals
from dalembert.model.bodies import Body, Frame, Place, as_frame, ground
from dalembert.model.joint import Joint
from dalembert.model.joints.prismatic import Prismatic
from dalembert.model.joints.revolute import Revolute
from dalembert.model.model import Model
from dalembert.model.motors import Motor
from dalembert.model.part import Part
from dalembert.name_checks import closest
from dalembert.number_checks import told
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotations import rotation
from dalembert.spatial.vectors import VectorLike, as_array

JOINTS: Mapping[str, type[Revolute] | type[Prismatic]] = {"revolute": Revolute, "prismatic": Prismatic}
CONVENTIONS = ("standard", "modified")
LENGTHS = ("a", "alpha", "d", "theta", "offset")
KEYS = ("name", "link", "joint", *LENGTHS, "mass", "com", "inertia")


def from_dh(
    rows: Iterable[Mapping[str, Any]],
    *,
    convention: str = "standard",
    base: Place = ground,
    gravity: VectorLike | None = None,
    motors: bool = True,
) -> Model:
    """Make a robot of a table of Denavit and Hartenberg, one row a joint.

    Standard, frame k at the end of link k: A = Rz(θ) Tz(d) Tx(a) Rx(α). Modified (Craig), frame k at joint k:
    A = Rx(α) Tx(a) Rz(θ) Tz(d), with the a and α that tables write in row k, those before the joint. The
    coordinate of a revolute joint is added to θ, that of a prismatic one to d.

    Parameters
    ----------
    rows : sequence of mappings
        Keys `a` and `d` in metres, `alpha` and `theta` in radians, zero unless given, numbers or open
        parameters; `offset` is added to θ of a revolute joint and d of a prismatic one; `joint` "revolute" or
        "prismatic"; `name` of the joint, "joint 1" …, and `link` of the body, "link 1" …; `mass` in kg, `com`
        (3,) in m and `inertia` about it, three moments, a matrix (3, 3) or an `Inertia` with all of it, in the
        axes of frame k. A link without mass properties resists nothing.
    convention : "standard" or "modified", optional
        Where the frames are; default "standard".
    base : Body or Frame, optional
        Where frame 0 is; default the ground.
    gravity : three numbers, optional
        Acceleration of free fall in world axes, m/s²; none unless it is given.
    motors : bool, optional
        Whether every joint has an input, `<joint> motor`; default True.

    Returns
    -------
    Model
        The robot; its bodies' own frames are those of the table.

    Examples
    --------
    >>> import dalembert as da
    >>> link = {"a": 0.5, "mass": 1.0, "com": (-0.25, 0.0, 0.0), "inertia": (0.001, 0.02, 0.02)}
    >>> arm = da.model_files.from_dh([link, link], gravity=(0, -9.81, 0))
    >>> arm.coordinates
    ('joint 1', 'joint 2')
    """
    if convention not in CONVENTIONS:
        raise ModelError(f"the convention is {' or '.join(map(repr, CONVENTIONS))}, not {convention!r}")
    if isinstance(rows, str | Mapping) or not isinstance(rows, Iterable):
        raise ModelError(f"a table is a list of rows, from_dh([{{'a': 0.5, 'mass': 1.0}}, …]), not {told(rows)}")
    table = [_Row(number, row) for number, row in enumerate(rows, 1)]
    if not table:
        raise ModelError("a table has one row for each joint; this one has none")
    place, parts = as_frame(base, "the base of a table"), list[Part]()
    for row in table:
        joint = row.joint(place, convention == "standard")
        parts += [joint, *([Motor(f"{joint.name} motor", joint.name)] if motors else [])]
        place = Frame(joint.child_frame.body)
    return Model(*parts, gravity=gravity)


class _Row:
    """One row of a table, checked."""

    def __init__(self, number: int, row: object) -> None:
        self.owner = f"row {number} of the table"
        if not isinstance(row, Mapping):
            raise ModelError(f"{self.owner} is a mapping, {{'a': 0.5, 'd': 0.1}}, not {told(row)}")
        for key in row:
            if key not in KEYS:
                raise ModelError(f"{self.owner} has no {key!r}; {closest(str(key), KEYS)}")
        self.data: Mapping[str, Any] = row
        self.a, self.alpha, self.d, self.theta, self.offset = (self._number(key) for key in LENGTHS)
        self.name, self.link = str(row.get("name", f"joint {number}")), str(row.get("link", f"link {number}"))
        self.kind = row.get("joint", "revolute")
        if self.kind not in JOINTS:
            raise ModelError(f"{self.owner}: a joint is 'revolute' or 'prismatic', not {told(self.kind)}")

    def _number(self, key: str) -> Scalar:
        value = self.data.get(key, 0.0)
        if isinstance(value, Expression):
            return value  # type: ignore[return-value]  # a node, as checked where it is used
        if isinstance(value, bool) or not isinstance(value, NUMBERS) or not np.isfinite(value):
            raise ModelError(f"{self.owner}: {key!r} is a finite number or a parameter, not {told(value)}")
        return float(value)

    def joint(self, place: Frame, is_standard: bool) -> Joint:
        """The joint to the next link, which begins at a frame."""
        is_revolute = self.kind == "revolute"
        theta = self.theta + self.offset if is_revolute else self.theta
        d = self.d if is_revolute else self.d + self.offset
        along = Pose(p=as_array([0.0, 0.0, d]))
        aside = Pose(rotation("x", self.alpha), as_array([self.a, 0.0, 0.0]))
        start = Pose(rotation("z", theta)) @ along
        before, after = (start, aside) if is_standard else (aside @ start, Pose())
        body = Body(self.link, self._inertia(), visual=self._visual(is_standard))
        parent = Frame(place.body, place.pose @ before, self.name)
        return JOINTS[self.kind](self.name, parent, Frame(body, after.inverse, self.name), axis="z")

    def _visual(self, is_standard: bool) -> tuple[visuals.Solid, ...] | None:
        """A rod across the link, where it has a length."""
        if not is_standard or (not isinstance(self.a, Expression) and self.a == 0.0):
            return None
        return (visuals.Bar((-self.a, 0.0, 0.0), (0.0, 0.0, 0.0)),)

    def _inertia(self) -> Inertia | None:
        mass, com, J = (self.data.get(key) for key in ("mass", "com", "inertia"))
        if isinstance(J, Inertia):
            if mass is not None or com is not None:
                raise ModelError(f"{self.owner}: an Inertia has its mass and centre; leave `mass` and `com` out")
            return J
        if mass is None:
            if com is not None or J is not None:
                raise ModelError(f"{self.owner} has a centre or an inertia, and no mass; give mass=…")
            return None
        moments: Any = np.zeros((3, 3)) if J is None else np.asarray(J)
        try:
            return Inertia(mass, (0.0, 0.0, 0.0) if com is None else com, _matrix(moments))  # type: ignore[arg-type]
        except ModelError as error:
            words, may_be_taken, _ = str(error).partition("; to take published")
            remedy = "; inertia=da.Inertia(mass, com, J, check=False) takes published numbers as they are"
            raise ModelError(f"{self.owner}: {words}{remedy if may_be_taken else ''}") from None


def _matrix(moments: Any) -> Any:
    """Three moments on a diagonal; a matrix as it is."""
    if np.shape(moments) != (3,):
        return moments
    rows: Sequence[Sequence[Any]] = [[moments[i] if i == j else 0.0 for j in range(3)] for i in range(3)]
    return as_array(rows)
