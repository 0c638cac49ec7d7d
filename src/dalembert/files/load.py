"""Models from files: the format is known by the suffix and the content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from dalembert.errors import ModelError
from dalembert.files.mjcf import mjcf_model
from dalembert.files.urdf import UrdfOptions, urdf_model
from dalembert.files.xml_elements import LARGEST
from dalembert.model.model import Model

XML = (".urdf", ".xml", ".mjcf", ".xacro")
INERTIA_CHOICES = ("checked", "as given")


def load(
    path: str | Path,
    *,
    gravity: Sequence[float] | None = None,
    free_base: bool = False,
    motors: bool = True,
    stops: bool = False,
    friction: bool = False,
    merge_fixed: bool = False,
    inertia: str = "checked",
    packages: Mapping[str, str | Path] | None = None,
) -> Model:
    """Load a model from a file of another package.

    URDF is read, and MJCF if MuJoCo is installed. Joints and bodies have the names of the file, with `_` for a
    dot. What a file says that the model leaves out stands in `model.notes`.

    Parameters
    ----------
    path : str or Path
        The file, such as `"panda.urdf"`.
    gravity : three numbers, optional
        Acceleration of free fall in world axes, m/s². URDF says nothing of it: none unless it is given; of
        MJCF it is that of the file.
    free_base : bool, default False
        Whether the first link of a URDF moves freely instead of being fixed to the ground.
    motors : bool, default True
        Whether there are inputs: in URDF `<joint> motor` for every joint with one coordinate that mimics no
        other, in MJCF the actuators.
    stops : bool, default False
        Whether limits of joints are hard stops, `<joint> stop`.
    friction : bool, default False
        Whether dry friction of joints is kept, `<joint> friction`; damping always is.
    merge_fixed : bool, default False
        Whether links behind fixed joints are markers of the body that carries them, instead of welded bodies.
    inertia : "checked" or "as given"
        Whether principal moments that belong to no possible body are refused, or taken as they are.
    packages : mapping of names to folders, optional
        Folders of the packages in `package://name/…`; folders above the file are found without it.

    Returns
    -------
    Model
        The robot, with `model.notes`.
    """
    file = Path(path)
    if inertia not in INERTIA_CHOICES:
        raise ModelError(f"inertia is {' or '.join(map(repr, INERTIA_CHOICES))}, not {inertia!r}")
    folders = {name: Path(folder) for name, folder in (packages or {}).items()}
    data = _contents(file)
    if file.suffix.lower() == ".npz":
        raise ModelError(f"{file.name} looks like a saved motion; da.load_motion(path, model) reads it")
    options = UrdfOptions(gravity, free_base, motors, stops, friction, merge_fixed, inertia, folders)
    if file.suffix.lower() in XML and b"<mujoco" in data:
        return mjcf_model(file, data, options)
    if file.suffix.lower() not in XML or b"<" not in data:
        raise ModelError(f"{file.name} has no format that da.load knows; it reads URDF, *.urdf, and MJCF, *.xml")
    return urdf_model(file, data, options)


def _contents(file: Path) -> bytes:
    try:
        if file.stat().st_size > LARGEST:
            raise ModelError(f"{file.name} has {file.stat().st_size:,} bytes; at most {LARGEST:,} are read")
        return file.read_bytes()
    except OSError as error:
        raise ModelError(f"{file} cannot be read: {error.strerror}") from None
