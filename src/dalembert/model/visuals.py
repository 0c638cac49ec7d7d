"""Visuals of bodies: solids fixed to them, for drawings and the page.

Their only effect on mechanics: a body with one solid and no `shape` touches with it.
Sizes are numbers, or expressions of parameters; a drawing takes the values of the parameters that it is made with.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import Axis, VectorLike, across, as_shape, as_vector, is_numeric, unit

Points = NDArray[np.float64]
Faces = NDArray[np.int64]

AROUND, FINE = 24, 48
"""Corners of the circles of small solids, and of solids that may be large."""


class Mesh(NamedTuple):
    """Triangles: corners (n, 3), and three of them for each face (m, 3), seen from outside counterclockwise.

    Parameters
    ----------
    points : array (n, 3)
        Corners in m.
    faces : array of int (m, 3)
        Numbers of the three corners of each triangle, counterclockwise as seen from outside.

    Examples
    --------
    >>> import dalembert as da
    >>> mesh = da.visuals.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3)])
    >>> print(len(mesh.points), "corners,", len(mesh.faces), "faces")
    4 corners, 2 faces
    """

    points: Points
    faces: Faces

    @classmethod
    def joined(cls, meshes: Sequence[Mesh]) -> Mesh:
        """Several meshes as one."""
        starts = np.cumsum([0, *(len(mesh.points) for mesh in meshes)])
        points = np.concatenate([np.zeros((0, 3)), *(mesh.points for mesh in meshes)])
        faces = [mesh.faces + start for mesh, start in zip(meshes, starts, strict=False)]
        return cls(points, np.concatenate([np.zeros((0, 3), dtype=np.int64), *faces]))

    def moved(self, R: Array, p: Array) -> Mesh:
        """The mesh turned by R (3, 3), then shifted by p (3,)."""
        return Mesh(self.points @ np.asarray(R, dtype=float).T + np.asarray(p, dtype=float), self.faces)


@dataclass(frozen=True)
class Solid(ABC):
    """A solid at a place in the axes of a body; in the colour of the body unless it has one.

    Parameters
    ----------
    place : Pose, optional
        Place in the axes of the body; default its own frame.
    colour : str, optional
        Colour by name or number, "orange" or "#c60"; default that of the body.

    Examples
    --------
    >>> import dalembert as da
    >>> print(isinstance(da.visuals.Box((0.2, 0.1, 0.1)), da.visuals.Solid))
    True
    """

    _: KW_ONLY
    place: Pose = Pose()  # noqa: RUF009 -- a pose is a value
    colour: str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.place, Pose):
            raise ModelError(f"the place of a {type(self).__name__} is a Pose, not {self.place!r}")
        if not isinstance(self.colour, str | None):
            raise ModelError(f"a colour is text such as 'orange' or '#c60', not {self.colour!r}")

    @abstractmethod
    def mesh(self, thin: float) -> Mesh:
        """Surface of the solid, of numbers, in its own axes; a solid without thickness is as thick as `thin`."""

    def _sizes(self, *fields: str) -> None:
        for field in fields:
            value = as_shape(getattr(self, field), (), f"{field!r} of a {type(self).__name__}").item()
            if is_numeric(value) and not value >= 0.0:
                raise ModelError(f"{field!r} of a {type(self).__name__} must not be negative, unlike {value:g}")
            object.__setattr__(self, field, value)

    def _vector(self, *fields: str) -> None:
        for field in fields:
            vector = as_vector(getattr(self, field), f"{field!r} of a {type(self).__name__}")
            object.__setattr__(self, field, tuple(vector.tolist()))


@dataclass(frozen=True)
class Box(Solid):
    """A box about its origin with edges (x, y, z).

    Parameters
    ----------
    size : vector (3,)
        Edges along x, y and z, in m.
    place : Pose, optional
        Place in the axes of the body; default its own frame.
    colour : str, optional
        Colour by name or number, "orange" or "#c60"; default that of the body.

    Examples
    --------
    >>> import dalembert as da
    >>> look = da.visuals.Box((0.2, 0.1, 0.1), colour="tomato")
    >>> block = da.Body("block", da.Inertia(1.0), visual=look)
    >>> print(look.size, look.colour)
    (0.2, 0.1, 0.1) tomato
    """

    size: VectorLike

    def __post_init__(self) -> None:
        super().__post_init__()
        self._vector("size")

    def mesh(self, thin: float) -> Mesh:
        corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
        size = np.maximum(np.array(self.size, dtype=float), 1e-3 * thin)
        sides = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
        faces = [face for a, b, c, d in sides for face in ((a, b, c), (a, c, d))]
        return Mesh(corners * size, np.array(faces))


@dataclass(frozen=True)
class _AlongAxis(Solid):
    """A round solid along an axis."""

    radius: Scalar
    length: Scalar
    axis: Axis = "z"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._sizes("radius", "length")


@dataclass(frozen=True)
class Cylinder(_AlongAxis):
    """A cylinder about its origin, along an axis.

    Parameters
    ----------
    radius : float or expression
        Radius in m.
    length : float or expression
        Length in m.
    axis : "x", "y", "z" or vector (3,), optional
        Direction of the axis; default "z".
    place : Pose, optional
        Place in the axes of the body; default its own frame.
    colour : str, optional
        Colour by name or number, "orange" or "#c60"; default that of the body.

    Examples
    --------
    >>> import dalembert as da
    >>> look = da.visuals.Cylinder(0.1, 0.3, axis="y")
    >>> drum = da.Body("drum", da.Inertia(1.0), visual=look)
    >>> print(look.radius, look.axis)
    0.1 y
    """

    def mesh(self, thin: float) -> Mesh:
        h = 0.5 * max(float(self.length), 0.5 * thin)
        r = max(float(self.radius), 0.5 * thin)
        return _turned([(0.0, -h), (r, -h), (r, h), (0.0, h)], self.axis, FINE)


@dataclass(frozen=True)
class Cone(_AlongAxis):
    """A cone along an axis: its base a quarter of the length below its origin, which is its centre of mass.

    Parameters
    ----------
    radius : float or expression
        Radius of the base in m.
    length : float or expression
        Length in m.
    axis : "x", "y", "z" or vector (3,), optional
        Direction from the base to the tip; default "z".
    place : Pose, optional
        Place in the axes of the body; default its own frame.
    colour : str, optional
        Colour by name or number, "orange" or "#c60"; default that of the body.

    Examples
    --------
    >>> import dalembert as da
    >>> nose = da.visuals.Cone(0.1, 0.3, axis="x")
    >>> print(nose.radius, nose.length)
    0.1 0.3
    """

    def mesh(self, thin: float) -> Mesh:
        r, l = float(self.radius), float(self.length)
        return _turned([(0.0, -l / 4.0), (r, -l / 4.0), (0.0, 0.75 * l)], self.axis, FINE)


@dataclass(frozen=True)
class Ellipsoid(Solid):
    """An ellipsoid about its origin with half-axes (x, y, z); three equal ones make a sphere, zeros a point.

    Parameters
    ----------
    radii : vector (3,)
        Half-axes along x, y and z, in m.
    place : Pose, optional
        Place in the axes of the body; default its own frame.
    colour : str, optional
        Colour by name or number, "orange" or "#c60"; default that of the body.

    Examples
    --------
    >>> import dalembert as da
    >>> egg = da.visuals.Ellipsoid((0.03, 0.02, 0.02))
    >>> print(egg.radii)
    (0.03, 0.02, 0.02)
    """

    radii: VectorLike

    def __post_init__(self) -> None:
        super().__post_init__()
        self._vector("radii")

    def mesh(self, thin: float) -> Mesh:
        angles = np.linspace(-np.pi / 2.0, np.pi / 2.0, AROUND // 2 + 1)
        ball = _turned([(np.cos(a), np.sin(a)) for a in angles], "z")
        radii = np.array(self.radii, dtype=float)
        return Mesh(ball.points * np.where(radii > 0.0, radii, 1.8 * thin), ball.faces)


def sphere(radius: Scalar, *, place: Pose | None = None, colour: str | None = None) -> Ellipsoid:
    """A sphere about its origin.

    Parameters
    ----------
    radius : float or expression
        Radius in m.
    place : Pose, optional
        Place in the axes of the body; default its own frame.
    colour : str, optional
        Colour by name or number, "orange" or "#c60"; default that of the body.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.visuals.sphere(0.1, colour="gold")
    >>> print(type(ball).__name__, ball.radii)
    Ellipsoid (0.1, 0.1, 0.1)
    """
    return Ellipsoid((radius, radius, radius), place=place or Pose(), colour=colour)


@dataclass(frozen=True)
class Torus(Solid):
    """A ring about an axis: radius of the centre line, radius of the tube.

    Parameters
    ----------
    radius : float or expression
        Radius of the centre line in m.
    tube : float or expression
        Radius of the tube in m.
    axis : "x", "y", "z" or vector (3,), optional
        Direction of the axis; default "z".
    place : Pose, optional
        Place in the axes of the body; default its own frame.
    colour : str, optional
        Colour by name or number, "orange" or "#c60"; default that of the body.

    Examples
    --------
    >>> import dalembert as da
    >>> tyre = da.visuals.Torus(0.3, 0.03, axis="y")
    >>> print(tyre.radius, tyre.tube)
    0.3 0.03
    """

    radius: Scalar
    tube: Scalar
    axis: Axis = "z"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._sizes("radius", "tube")

    def mesh(self, thin: float) -> Mesh:
        R, r = float(self.radius), max(float(self.tube), 0.5 * thin)
        angles = np.linspace(0.0, 2.0 * np.pi, AROUND // 2 + 1)
        return _turned([(R + r * np.cos(a), r * np.sin(a)) for a in angles], self.axis, FINE)


@dataclass(frozen=True)
class Bar(Solid):
    """A round bar from one point to another, with round ends; without a radius as thin as suits the drawing.

    Parameters
    ----------
    start : vector (3,)
        One end in the axes of the body, in m.
    end : vector (3,)
        The other end, in m.
    radius : float or expression, optional
        Radius in m; default 0, as thin as suits the drawing.
    place : Pose, optional
        Place in the axes of the body; default its own frame.
    colour : str, optional
        Colour by name or number, "orange" or "#c60"; default that of the body.

    Examples
    --------
    >>> import dalembert as da
    >>> bar = da.visuals.Bar((0, 0, 0), (1, 0, 0), radius=0.02)
    >>> print(bar.start, bar.end)
    (0.0, 0.0, 0.0) (1.0, 0.0, 0.0)
    """

    start: VectorLike
    end: VectorLike
    radius: Scalar = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self._vector("start", "end")
        self._sizes("radius")

    def mesh(self, thin: float) -> Mesh:
        start, end = (np.array(p, dtype=float) for p in (self.start, self.end))
        r = float(self.radius) or thin
        way = end - start
        length = float(np.linalg.norm(way))
        caps = np.linspace(0.0, np.pi / 2.0, AROUND // 4 + 1)
        lower = [(r * np.sin(a), -r * np.cos(a)) for a in caps]
        upper = [(r * np.cos(a), length + r * np.sin(a)) for a in caps]
        bar = _turned([*lower, *upper], way / length if length > 0.0 else "z")
        return Mesh(bar.points + start, bar.faces)


@dataclass(frozen=True)
class Plate(Solid):
    """A flat plate with these corners, in the order of its rim; as thin as suits the drawing by default.

    Parameters
    ----------
    corners : sequence of vectors (3,)
        Corners in the order of the rim, in m.
    thickness : float or expression, optional
        Thickness in m; default 0, as thin as suits the drawing.
    place : Pose, optional
        Place in the axes of the body; default its own frame.
    colour : str, optional
        Colour by name or number, "orange" or "#c60"; default that of the body.

    Examples
    --------
    >>> import dalembert as da
    >>> plate = da.visuals.Plate([(0, 0, 0), (1, 0, 0), (0, 1, 0)], thickness=0.01)
    >>> print(plate.thickness)
    0.01
    """

    corners: Sequence[VectorLike] | Array
    thickness: Scalar = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self._sizes("thickness")
        corners = [as_vector(p, "a corner of a Plate").tolist() for p in self.corners]
        if len(corners) < 3:
            raise ModelError(f"a Plate has at least three corners, not {len(corners)}")
        object.__setattr__(self, "corners", tuple(map(tuple, corners)))

    def mesh(self, thin: float) -> Mesh:
        rim = np.array(self.corners, dtype=float)
        n, h = len(rim), 0.5 * (float(self.thickness) or 1.4 * thin)
        normal = _normal(rim)
        middle = rim.mean(axis=0)
        points = np.concatenate([rim + h * normal, rim - h * normal, [middle + h * normal, middle - h * normal]])
        faces = []
        for i in range(n):
            j = (i + 1) % n
            faces += [(i, j, 2 * n), (n + j, n + i, 2 * n + 1), (n + i, n + j, j), (n + i, j, i)]
        return Mesh(points, np.array(faces))


@dataclass(frozen=True)
class Gear(Solid):
    """A toothed wheel about its origin: radius of the pitch circle, teeth outside, or inside of a ring.

    A tooth is on the first direction across the axis, which is x for "z".

    Parameters
    ----------
    radius : float or expression
        Radius of the pitch circle in m.
    teeth : int
        Number of teeth.
    axis : "x", "y", "z" or vector (3,), optional
        Direction of the axis; default "z".
    width : float or expression, optional
        Width of the face in m; default 0, as thin as suits the drawing.
    is_internal : bool, optional
        Whether teeth are inside of a ring; default False.
    place : Pose, optional
        Place in the axes of the body; default its own frame.
    colour : str, optional
        Colour by name or number, "orange" or "#c60"; default that of the body.

    Examples
    --------
    >>> import dalembert as da
    >>> wheel = da.visuals.Gear(0.1, teeth=20, width=0.02)
    >>> print(wheel.teeth)
    20
    """

    radius: Scalar
    teeth: int
    axis: Axis = "z"
    width: Scalar = 0.0
    is_internal: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self._sizes("radius", "width")
        if not isinstance(self.teeth, int) or self.teeth < 3:
            raise ModelError(f"a Gear has three teeth or more, not {self.teeth!r}")

    def mesh(self, thin: float) -> Mesh:
        r, h = float(self.radius), 0.5 * (float(self.width) or 1.6 * thin)
        height = 2.0 * r / self.teeth
        # each tooth: up at its first flank, down at its second
        parts = np.array([-0.36, -0.14, 0.14, 0.36])
        heights = height * np.array([-1.1, 0.9, 0.9, -1.1]) * (-1.0 if self.is_internal else 1.0)
        angles = 2.0 * np.pi / self.teeth * (np.arange(self.teeth)[:, None] + parts).ravel()
        toothed, plain = np.tile(r + heights, self.teeth), np.full(4 * self.teeth, r + 3.2 * height)
        outer, inner = (plain, toothed) if self.is_internal else (toothed, np.full(4 * self.teeth, 0.3 * r))
        return _ring(angles, inner, outer, h, self.axis)


@dataclass(frozen=True)
class MeshFile(Solid):
    """A surface from a file of triangles in the STL format, binary or text, in metres times `scale`.

    Parameters
    ----------
    path : str or path
        File in the STL format, binary or text.
    scale : float, optional
        Length in m of a unit of the file, 0.001 for millimetres; default 1.
    place : Pose, optional
        Place in the axes of the body; default its own frame.
    colour : str, optional
        Colour by name or number, "orange" or "#c60"; default that of the body.

    Examples
    --------
    >>> import dalembert as da
    >>> hull = da.visuals.MeshFile("hull.stl", scale=1e-3)
    >>> print(hull.path, hull.scale)
    hull.stl 0.001
    """

    path: str | Path
    scale: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "path", Path(self.path))
        self._sizes("scale")

    def mesh(self, thin: float) -> Mesh:
        corners = _stl(Path(self.path))
        points, numbers = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
        return Mesh(points * self.scale, numbers.reshape(-1, 3))


Visual = tuple[Solid, ...]


def as_visual(visual: object, owner: str) -> Visual | None:
    """The visual of a body from one solid or several; None stays None.

    Parameters
    ----------
    visual : Solid, sequence of Solid, or None
        What a body should look like.
    owner : str
        Name of the body, for messages.

    Examples
    --------
    >>> import dalembert as da
    >>> solid = da.visuals.Box((0.2, 0.1, 0.1))
    >>> print(da.visuals.as_visual(None, "block"), type(da.visuals.as_visual([solid], "block")).__name__)
    None tuple
    """
    if visual is None:
        return None
    solids = tuple(visual) if isinstance(visual, Sequence) else (visual,)
    for solid in solids:
        if not isinstance(solid, Solid):
            raise ModelError(f"the visual of {owner} is made of solids such as visuals.Box(…), not {solid!r}")
    return solids


SYMBOLS = ("hinge", "slider", "sleeve", "screw", "cross", "ball", "plane", "weld")
"""Kinds of joints that have a symbol."""


@dataclass(frozen=True)
class JointSymbol:
    """The symbol of a joint in drawings: a word for its kind, and its direction in the frame of the child.

    Parameters
    ----------
    kind : str
        "hinge", "slider", "sleeve", "screw", "cross", "ball", "plane" or "weld".
    axis : "x", "y", "z" or vector (3,), optional
        Direction of the joint in the frame of the child; default "z".
    slot : "x", "y", "z" or vector (3,), optional
        Direction in the frame of the parent along which a hinge slides; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.visuals.JointSymbol("hinge", axis="y"))
    JointSymbol(kind='hinge', axis='y', slot=None)
    """

    kind: str
    axis: Axis = "z"
    slot: Axis | None = None
    """The direction in the frame of the parent along which a hinge slides, if it does."""

    def __post_init__(self) -> None:
        if self.kind not in SYMBOLS:
            raise ModelError(f"there is no symbol {self.kind!r} for a joint; there are {', '.join(SYMBOLS)}")


# ---- meshes


def _turned(profile: Sequence[tuple[float, float]], axis: Axis, around: int = AROUND) -> Mesh:
    """A profile of (radius, height), from below to above on the outside, turned about an axis."""
    turns = 2.0 * np.pi * np.arange(around) / around
    circle = np.stack([np.cos(turns), np.sin(turns), np.zeros(around)], axis=1)
    points = np.concatenate([r * circle + [0.0, 0.0, z] for r, z in profile])
    i = np.arange(around)
    j = (i + 1) % around
    faces = [np.zeros((0, 3), dtype=np.int64)]
    for k in range(len(profile) - 1):
        low, high = k * around, (k + 1) * around
        if profile[k][0] > 0.0:
            faces.append(np.stack([low + i, low + j, high + j], axis=1))
        if profile[k + 1][0] > 0.0:
            faces.append(np.stack([low + i, high + j, high + i], axis=1))
    return Mesh(points @ np.stack([*across(axis), unit(axis)]), np.concatenate(faces))


def _ring(angles: Points, inner: Points, outer: Points, half: float, axis: Axis) -> Mesh:
    """A flat ring between two rims, by their radii at some angles, from −half to half along an axis."""
    n = len(angles)
    circle = np.stack([np.cos(angles), np.sin(angles), np.zeros(n)], axis=1)
    rims = [(radii[:, None] * circle + [0.0, 0.0, z]) for radii in (inner, outer) for z in (half, -half)]
    i = np.arange(n)
    j = (i + 1) % n
    in_top, in_low, out_top, out_low = (k * n for k in range(4))
    quads = [
        (in_top + i, out_top + i, out_top + j, in_top + j),
        (in_low + j, out_low + j, out_low + i, in_low + i),
        (out_low + i, out_low + j, out_top + j, out_top + i),
        (in_top + i, in_top + j, in_low + j, in_low + i),
    ]
    faces = [np.stack(corners, axis=1) for a, b, c, d in quads for corners in ((a, b, c), (a, c, d))]
    return Mesh(np.concatenate(rims) @ np.stack([*across(axis), unit(axis)]), np.concatenate(faces))


def _normal(rim: Points) -> Points:
    """The unit normal of a polygon, by the area that it encloses (Newell)."""
    area: Points = np.cross(rim, np.roll(rim, -1, axis=0)).sum(axis=0)
    size = np.linalg.norm(area)
    return area / size if size > 0.0 else np.array([0.0, 0.0, 1.0])


def _stl(path: Path) -> Points:
    """Corners (m, 3, 3) of the triangles in an STL file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ModelError(f"the mesh {path} cannot be read: {error}") from error
    count = int.from_bytes(data[80:84], "little") if len(data) >= 84 else -1
    if len(data) == 84 + 50 * count:
        records = np.frombuffer(data, dtype=np.dtype([("v", "<f4", (4, 3)), ("rest", "<u2")]), offset=84)
        return np.array(records["v"][:, 1:], dtype=float)
    words = data.split()
    try:
        vertices = [[float(x) for x in words[i + 1 : i + 4]] for i, word in enumerate(words) if word == b"vertex"]
        corners = np.array(vertices).reshape(-1, 3, 3)
    except ValueError:
        corners = np.zeros((0, 3, 3))
    if not len(corners):
        raise ModelError(f"{path} is not a mesh in the STL format")
    return corners
