"""Files that a description names, such as meshes: found beneath a folder that may be read, or told why not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from dalembert.errors import ModelError
from dalembert.files.xml_elements import LARGEST
from dalembert.model import visuals
from dalembert.spatial.pose import Pose

PACKAGE = "package://"


@dataclass(frozen=True)
class Folders:
    """Where files may lie that a description at `file` names.

    Relative names are beneath the package of the file, the nearest folder above it that has a `package.xml`, or
    else beneath the folder of the file; `package://name/…` is beneath the folder of that package, which is given
    or is one above the file.
    """

    file: Path
    packages: Mapping[str, Path]

    def found(self, name: str) -> Path | str:
        """The path of an existing file, or in words why there is none."""
        if name.startswith(PACKAGE):
            package, _, rest = name.removeprefix(PACKAGE).partition("/")
            if (root := self._package(package)) is None:
                return f"the package {package!r} is not above the file; give packages={{{package!r}: folder}}"
            path = root / rest
        else:
            path = self.file.parent / name.removeprefix("file://")
            root = self._own_package()
        try:
            path, root = path.resolve(), root.resolve()
            if not path.is_relative_to(root):
                return f"it lies outside of {root.name!r}; put it beneath, or name it by a package"
            return path if path.is_file() else "there is no such file"
        except (OSError, ValueError) as error:
            return str(error)

    def _package(self, name: str) -> Path | None:
        if name in self.packages:
            return Path(self.packages[name])
        for folder in self.file.resolve().parents:
            if folder.name == name:
                return folder
            if (folder / name / "package.xml").is_file():
                return folder / name
        return None

    def _own_package(self) -> Path:
        folder = self.file.resolve().parent
        return next((above for above in (folder, *folder.parents) if (above / "package.xml").is_file()), folder)

    def mesh(self, name: str, scale: Sequence[float], place: Pose, colour: str | None) -> visuals.MeshFile | str:
        """The surface in a file as it is drawn, or in words why it is not; damage is found already here."""
        path = self.found(name)
        if isinstance(path, str):
            return path
        if path.suffix.lower() != ".stl":
            return "surfaces are drawn from STL files only"
        if not (scale[0] > 0.0 and scale[0] == scale[1] == scale[2]):
            return f"it is scaled by {tuple(scale)}, unequally"
        if path.stat().st_size > LARGEST:
            return f"it has more than {LARGEST:,} bytes"
        solid = visuals.MeshFile(path, scale[0], place=place, colour=colour)
        try:
            points = solid.mesh(0.0).points
        except ModelError:
            return "it is damaged, or no mesh in the STL format"
        return solid if np.isfinite(points).all() else "it has corners that are not finite numbers"
