"""Models of an SDF file as scopes of names: where their links, joints and frames are, and what carries them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from dalembert.errors import ModelError
from dalembert.files.part_names import part_name
from dalembert.files.urdf import LoadOptions
from dalembert.files.xml_elements import LARGEST, Element, xml_root
from dalembert.name_checks import closest
from dalembert.spatial.pose import Pose
from dalembert.spatial.quaternions import quaternion_rotation
from dalembert.spatial.rotations import rotation

WORLD, OF_MODEL = "world", "__model__"
"""Names of the ground, and of the frame of a model."""

MOST_INCLUDED = 100
"""Files that are included at most."""

DEEPEST = 30
"""Models within each other at most."""

NAMED = ("link", "joint", "frame", "model")
"""Elements with a place, whose names are of one scope."""

BETWEEN = "::"
"""What stands between the name of a model and of what is in it."""


@dataclass(eq=False)
class SdfFiles:
    """Files that are read together, all beneath one folder or the folder of a package."""

    folder: Path
    options: LoadOptions
    size: int = 0
    count: int = 0
    open_files: list[Path] = field(default_factory=list)

    def model_in(self, include: Element) -> tuple[Element, Path, str]:
        """The model of an <include>, its file, and the version of SDF that the file is in."""
        uri = include.word("uri")
        path = self._path(include, uri)
        if path.is_dir():
            path = self._in_folder(include, path)
        if path in self.open_files:
            include.fail(f"{uri!r} includes itself, directly or through other files")
        self.count, self.size = self.count + 1, self.size + path.stat().st_size
        if self.count > MOST_INCLUDED or self.size > LARGEST or len(self.open_files) > DEEPEST:
            include.fail(
                f"more than {MOST_INCLUDED} files, {LARGEST:,} bytes or {DEEPEST} files within each other"
            )
        root = xml_root(path.read_bytes(), path.name)
        if root.tag != "sdf":
            include.fail(f"{uri!r} has <{root.tag}> outermost, not <sdf>")
        return root.one("model"), path, root.attributes.get("version", "")

    def _path(self, include: Element, uri: str) -> Path:
        scheme, sign, rest = uri.rpartition("://")
        if scheme not in ("", "model", "file"):
            include.fail(f"{uri!r} is not read: copy the model beneath the folder, and name it 'model://name'")
        name = rest if sign else uri
        package, _, inner = name.partition("/")
        if scheme == "model" and package in self.options.packages:
            root, path = Path(self.options.packages[package]), Path(self.options.packages[package]) / inner
        else:
            root, path = self.folder, self.folder / name
        try:
            root, path = root.resolve(), path.resolve()
            is_beneath, exists = path.is_relative_to(root), path.exists()
        except (OSError, ValueError, RuntimeError) as error:
            include.fail(f"{uri!r} is no path: {error}")
        if not is_beneath:
            include.fail(f"{uri!r} lies outside of the folder {root.name!r}; put it beneath")
        if not exists:
            hint = f", or give packages={{{package!r}: folder}}" if scheme == "model" else ""
            include.fail(f"there is no {name!r} in the folder {self.folder.name!r}; put it there{hint}")
        return path

    def _in_folder(self, include: Element, folder: Path) -> Path:
        """The file that the configuration of a model names, or `model.sdf`."""
        name, config = "model.sdf", folder / "model.config"
        if config.is_file() and config.stat().st_size <= LARGEST:
            names = [x.content for x in xml_root(config.read_bytes(), config.name).all("sdf")]
            name = names[-1] if names else name
        path = (folder / name).resolve()
        if not path.is_relative_to(folder) or not path.is_file():
            include.fail(f"there is no {name!r} in the folder {folder.name!r}")
        return path


@dataclass(eq=False)
class Scope:
    """One model: its elements by name, and the models in it."""

    element: Element
    name: str
    version: tuple[int, ...]
    file: Path
    above: Scope | None = None
    pose_element: Element | None = None
    """The pose of an <include>, which takes the place of its own."""

    is_static: bool = False
    placement: str = ""
    """The frame that the pose of an <include> is that of, if it says one."""

    elements: dict[str, Element] = field(default_factory=dict)
    models: dict[str, Scope] = field(default_factory=dict)
    _poses: dict[str, Pose] = field(default_factory=dict)
    _pending: list[str] = field(default_factory=list)

    def read(self, files: SdfFiles) -> Scope:
        """The scope with all models in it."""
        depth, above = 0, self.above
        while above is not None:
            depth, above = depth + 1, above.above
        if depth > DEEPEST:
            self.element.fail(f"more than {DEEPEST} models stand within each other")
        self.is_static |= self.element.is_true("static")
        for child in self.element.children:
            if child.tag in NAMED:
                self._add(child, child.text("name"))
            if child.tag == "model":
                name = part_name(child.text("name"))
                inner = Scope(child, name, self.version, self.file, self, None, self.is_static)
                self.models[name] = inner.read(files)
            elif child.tag == "include":
                self._include(child, files)
        return self

    def _include(self, include: Element, files: SdfFiles) -> None:
        if include.attributes.get("merge", "false") not in ("false", "0"):
            include.fail("models that are merged are not read; include it without merge, under a name of its own")
        element, path, version = files.model_in(include)
        name = part_name(include.word("name", element.text("name")))
        self._add(include, name)
        static = self.is_static or include.is_true("static")
        numbers, placed = version_numbers(element, version), include.word("placement_frame", "")
        inner = Scope(element, name, numbers, path, self, include.first("pose"), static, placed)
        files.open_files.append(path)
        self.models[name] = inner.read(files)
        files.open_files.pop()

    def _add(self, element: Element, name: str) -> None:
        name = part_name(name)
        if not name or name == WORLD or name.startswith("__") or BETWEEN in name:
            element.fail(f"a {element.tag} cannot be called {name!r}; rename it")
        if name in self.elements:
            other = self.elements[name]
            element.fail(f"there is another {other.tag} {name!r}, line {other.line}; `_` stands for a dot")
        self.elements[name] = element

    # ---- names

    @property
    def prefix(self) -> str:
        """The prefix of names in this scope."""
        return f"{self.above.prefix}{self.name}{BETWEEN}" if self.above is not None and self.name else ""

    def walked(self) -> Iterator[Scope]:
        """This scope, and all in it."""
        yield self
        for inner in self.models.values():
            yield from inner.walked()

    def of_kind(self, tag: str) -> Mapping[str, Element]:
        """Elements of a kind by name."""
        return {name: element for name, element in self.elements.items() if element.tag == tag}

    def holder(self, name: str, user: Element) -> tuple[Scope, str]:
        """The scope that a name leads to, and what is left of the name there."""
        scope, rest = self, name
        while BETWEEN in rest:
            first, _, rest = rest.partition(BETWEEN)
            if part_name(first) not in scope.models:
                user.fail(f"there is no model {first!r}; {closest(first, scope.models)}")
            scope = scope.models[part_name(first)]
        return scope, part_name(rest)

    def link_of(self, name: str, user: Element, seen: tuple[object, ...] = ()) -> tuple[Scope, str] | None:
        """The link that carries a frame; None if that is the ground."""
        scope, rest = self.holder(name, user)
        if rest == WORLD:
            return None
        if (scope, rest) in seen:
            user.fail(f"the frame {name!r} is attached to itself, directly or through others")
        seen = (*seen, (scope, rest))
        if rest in ("", OF_MODEL) or rest in scope.models:
            inner = scope.models.get(rest, scope)
            if inner.element.tag == WORLD:
                return None
            if (canonical := inner.element.attributes.get("canonical_link")) is not None:
                return inner.link_of(canonical, user, seen)
            for candidate in inner.walked():
                if links := candidate.of_kind("link"):
                    return candidate, next(iter(links))
            return None
        element = scope._element(rest, user)
        if element.tag == "link":
            return scope, rest
        if element.tag == "joint":
            return scope.link_of(element.word("child"), element, seen)
        return scope.link_of(element.attributes.get("attached_to") or OF_MODEL, element, seen)

    def _element(self, name: str, user: Element) -> Element:
        if name not in self.elements:
            user.fail(f"there is no link, joint, frame or model {name!r}; {closest(name, self.elements)}")
        return self.elements[name]

    # ---- places

    @property
    def pose(self) -> Pose:
        """The place of the model in that above it."""
        own = self.pose_element if self.pose_element is not None else self.element.first("pose")
        X = Pose()
        if own is not None:
            relative_to = own.attributes.get("relative_to", "")
            X = raw_pose(own)
            if relative_to and self.above is not None:
                X = self.above.place(relative_to, own) @ X
            elif relative_to and relative_to != WORLD:
                own.fail(f"the pose of the outermost model is relative to the world, not to {relative_to!r}")
        if placed := self.placement or self.element.attributes.get("placement_frame"):
            X = X @ self.place(placed, self.element).inverse
        return X

    def place(self, name: str, user: Element) -> Pose:
        """Where a frame is in this model."""
        first, sign, rest = name.partition(BETWEEN)
        if sign:
            if part_name(first) not in self.models:
                user.fail(f"there is no model {first!r}; {closest(first, self.models)}")
            return self.place(first, user) @ self.models[part_name(first)].place(rest, user)
        name = part_name(name)
        if name in ("", OF_MODEL):
            return Pose()
        if name == WORLD:
            return self.in_world.inverse
        if name in self._pending:
            user.fail(f"the pose of {name!r} is relative to itself, directly or through others")
        if name not in self._poses:
            self._pending.append(name)
            self._poses[name] = self._place(name, user)
            self._pending.remove(name)
        return self._poses[name]

    @property
    def in_world(self) -> Pose:
        """Where the model is in the world."""
        return self.pose if self.above is None else self.above.in_world @ self.pose

    def _place(self, name: str, user: Element) -> Pose:
        element = self._element(name, user)
        if name in self.models:
            return self.models[name].pose
        own = element.first("pose")
        base = OF_MODEL
        if element.tag == "joint":
            base = element.word("child")
        elif element.tag == "frame":
            base = element.attributes.get("attached_to") or OF_MODEL
        if own is None:
            return self.place(base, element)
        return self.place(own.attributes.get("relative_to") or base, own) @ raw_pose(own)


def raw_pose(element: Element) -> Pose:
    """The numbers of a <pose>: a place, then roll, pitch and yaw about fixed axes, or a quaternion."""
    if element.attributes.get("frame"):
        element.fail("'frame' of <pose> has no meaning that all readers share; write relative_to, of SDF 1.7")
    words = element.content.split()
    form = element.attributes.get("rotation_format", "euler_rpy")
    in_degrees = element.attributes.get("degrees", "false").lower()
    if form not in ("euler_rpy", "quat_xyzw") or in_degrees not in ("true", "false", "0", "1"):
        element.fail(
            f"a pose is euler_rpy, in degrees or not, or quat_xyzw, not {form!r} with degrees={in_degrees!r}"
        )
    if not words:
        return Pose()
    numbers = element.parsed(7 if form == "quat_xyzw" else 6)
    p, angles = np.array(numbers[:3]), np.array(numbers[3:])
    if form == "quat_xyzw":
        if not (size := float(np.linalg.norm(angles))) > 0.0:
            element.fail("a quaternion is not zero")
        x, y, z, w = angles / size
        return Pose(np.asarray(quaternion_rotation(np.array([w, x, y, z])), dtype=float), p)
    roll, pitch, yaw = np.radians(angles) if in_degrees in ("true", "1") else angles
    return Pose(rotation("z", yaw) @ rotation("y", pitch) @ rotation("x", roll), p)


def version_numbers(element: Element, text: str) -> tuple[int, ...]:
    """The version of SDF as numbers."""
    try:
        version = tuple(int(word) for word in text.split("."))
    except ValueError:
        version = ()
    if not (1, 2) <= version < (2,):
        raise ModelError(f"{element.source}: the version of SDF is 1.2 to 1.12, not {text!r}")
    return version
