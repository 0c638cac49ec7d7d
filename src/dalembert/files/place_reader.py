"""Places of model files: bodies, their markers, ports, and frames by name or as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.files.included_files import MOST_FILES, IncludedFiles
from dalembert.files.toml_places import Path as Keys
from dalembert.files.toml_places import Toml
from dalembert.files.word_reader import WordReader
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.model import Model
from dalembert.model.submodels import port
from dalembert.name_checks import closest
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import as_array


class PlaceReader(WordReader):
    """One model of a file with its bodies by name, and places on them."""

    parents: Sequence[PlaceReader]

    def __init__(self, files: IncludedFiles, toml: Toml, root: Keys, folder: Path) -> None:
        super().__init__(files, toml, root, folder)
        self.bodies: dict[str, Body] = {"ground": ground}
        self.ports_of: dict[str, Model] = {}
        self._frames: dict[str, Frame] = {}

    def place(self, text: str) -> Body | Frame:
        """A body, a marker `arm.end`, a port `left.hub`, or a frame of [frames]."""
        if (found := self.found_place(text)) is not None:
            return found
        name, dot, marker = text.partition(".")
        if name in self.bodies and dot:
            return self.bodies[name][marker]
        if name in self.ports_of:
            raise ModelError(
                f"submodel {name!r} has no port {marker!r}; {closest(marker, self.ports_of[name].ports)}"
            )
        names = [*self.bodies, *self.ports_of, *self.section("frames")]
        raise ModelError(f"there is no body {name!r}; {closest(name, names)}")

    def found_place(self, text: str) -> Body | Frame | None:
        """The place of this name, if there is one."""
        if text in self.bodies:
            return self.bodies[text]
        for reader in (self, *self.parents):
            if text in reader.section("frames"):
                return reader.named_frame(text)
        name, _, marker = text.partition(".")
        if name in self.bodies and marker in self.bodies[name].markers:
            return self.bodies[name][marker]
        if name in self.ports_of and marker in self.ports_of[name].ports:
            return port(name, marker)
        return None

    def named_frame(self, name: str) -> Frame:
        """A frame of [frames]."""
        if name not in self._frames:
            keys = (*self.root, "frames", name)
            if name in self._pending:
                self.fail(keys, f"the frame {name!r} stands on itself")
            if len(self._pending) > MOST_FILES:
                self.fail(keys, "frames stand on each other in too long a chain")
            self._pending.add(name)
            self._frames[name] = self.frame_of(keys, self.section("frames")[name])
            self._pending.discard(name)
        return self._frames[name]

    def frame(self, on: object = "ground", **options: object) -> Frame:
        """A frame by its body, `at`, `rotation`, and `label`."""
        if unknown := [key for key in options if key not in ("at", "rotation", "label")]:
            raise ModelError(f"a frame in an expression has at, rotation and label, no {unknown[0]!r}")
        if not isinstance(on, str):
            raise ModelError("a frame stands on a body, frame('arm', at=[…])")
        return self._placed(self.place(on), options)

    def _placed(self, on: Body | Frame, options: Mapping[str, Any]) -> Frame:
        frame = on if isinstance(on, Frame) else Frame(on)
        if "label" in options:
            # as it was written by a model: the place as it is
            pose = Pose(as_array(options.get("rotation", np.eye(3))), as_array(options.get("at", np.zeros(3))))
            return Frame(frame.body, pose, str(options["label"]))
        rotation = options.get("rotation")
        return frame.at(
            options.get("at", (0.0, 0.0, 0.0)), rotation=None if rotation is None else as_array(rotation)
        )

    def frame_of(self, keys: Keys, value: object) -> Frame:
        """A frame from the name of a place or a table; that of a body, from the body."""
        place = self.decoded(value, Body | Frame, keys)
        return place if isinstance(place, Frame) else Frame(place)

    def frame_from(self, data: dict[str, Any], keys: Keys) -> Frame:
        """A place as a table: `on` a body, `at` a point in its axes, turned by a matrix or about an axis."""
        if "port" in data:
            of, name = data.get("of"), data["port"]
            if not isinstance(of, str) or not isinstance(name, str):
                self.fail(keys, "a port is { port = 'hub', of = 'left' }")
            on: Body | Frame = port(of, name)
        else:
            on = self.decoded(data.get("on", "ground"), Body | Frame, (*keys, "on"))
        hints = {"at": Sequence[Scalar], "rotation": Sequence[Sequence[Scalar]], "label": str}
        allowed = ("on", "port", "of", "rotated", *hints)
        for key in data:
            if key not in allowed:
                self.fail((*keys, key), f"a place has no {key!r}; {closest(key, allowed)}")
        options = {key: self.decoded(data[key], hint, (*keys, key)) for key, hint in hints.items() if key in data}
        frame = self.guarded(keys, lambda: self._placed(on, options))
        return self.turned(frame, data["rotated"], (*keys, "rotated")) if "rotated" in data else frame

    def turned(self, frame: Frame, data: object, keys: Keys) -> Frame:
        """A frame turned about an axis of its own: `{ about = "y", by = "30 deg" }`."""
        if not isinstance(data, dict) or {*data} != {"about", "by"}:
            self.fail(keys, 'a frame is turned by rotated = { about = "y", by = "30 deg" }')
        axis = self.decoded(data["about"], str | Sequence[Scalar], (*keys, "about"))
        angle = self.decoded(data["by"], Scalar, (*keys, "by"))
        return self.guarded(keys, lambda: frame.rotated(axis, angle))
