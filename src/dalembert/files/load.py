"""Models from files: the format is known by the suffix and the content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from dalembert.errors import ModelError
from dalembert.files.mjcf import mjcf_model
from dalembert.files.model_reader import read_model_file
from dalembert.files.sdf import sdf_model
from dalembert.files.urdf import LoadOptions, urdf_model
from dalembert.files.xml_elements import LARGEST, xml_root
from dalembert.model.model import Model

INERTIA_CHOICES = ("checked", "as given")
CONTACT_CHOICES = ("none", "ground", "all")

_RESULTS, _UNIT = "a file of results", "a Functional Mock-up Unit"
_ONLY_WRITTEN = {**dict.fromkeys((".csv", ".parquet", ".nc", ".mat"), _RESULTS), ".fmu": _UNIT}
_READ_AGAIN = {_RESULTS: ".npz", _UNIT: ".toml"}


def load(
    path: str | Path,
    *,
    gravity: Sequence[float] | None = None,
    free_base: bool = False,
    motors: bool = True,
    stops: bool = False,
    friction: bool = False,
    merge_fixed: bool = False,
    contacts: str = "none",
    inertia: str = "checked",
    packages: Mapping[str, str | Path] | None = None,
) -> Model:
    """Load a model from a file: our own format, `.toml`, which says all of it, or one of another package.

    URDF and SDF are read, and MJCF if MuJoCo is installed. Joints and bodies have the names of the file, with
    `_` for a dot. What a file says that the model leaves out stands in `model.notes`.

    Parameters
    ----------
    path : str or Path
        The file, such as `"panda.urdf"`.
    gravity : three numbers, optional
        Acceleration of free fall in world axes, m/s². URDF says nothing of it: none unless it is given; of
        MJCF and of worlds in SDF it is that of the file.
    free_base : bool, optional
        Whether the first link of a URDF moves freely instead of being fixed to the ground; default False.
    motors : bool, optional
        Whether there are inputs: in URDF `<joint> motor` for every joint with one coordinate that mimics no
        other, in MJCF the actuators; default True.
    stops : bool, optional
        Whether limits of joints are hard stops, `<joint> stop`; default False.
    friction : bool, optional
        Whether dry friction of joints is kept, `<joint> friction`; damping always is; default False.
    merge_fixed : bool, optional
        Whether links behind fixed joints are markers of the body that carries them, instead of welded bodies;
        default False.
    contacts : "none", "ground" or "all", optional
        Which geoms of MJCF make contacts: none, those that meet what does not move, or all that the file lets
        collide; default "none".
    inertia : "checked" or "as given", optional
        Whether principal moments that belong to no possible body are refused, or taken as they are; default
        "checked".
    packages : mapping of names to folders, optional
        Folders of the packages in `package://name/…`; folders above the file are found without it.

    Returns
    -------
    Model
        The robot, with `model.notes`.

    Examples
    --------
    >>> from pathlib import Path
    >>> import dalembert as da
    >>> inertia = "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/>"
    >>> links = f"<link name='base'/><link name='bar'><inertial><mass value='1'/>{inertia}</inertial></link>"
    >>> ends = "<parent link='base'/><child link='bar'/><axis xyz='0 1 0'/>"
    >>> text = f"<robot name='arm'>{links}<joint name='hinge' type='continuous'>{ends}</joint></robot>"
    >>> size = Path("arm.urdf").write_text(text)
    >>> arm = da.load("arm.urdf", gravity=(0, 0, -9.81))
    >>> print(arm.coordinates, arm.inputs)
    ('hinge',) ('hinge motor',)
    """
    if not isinstance(path, str | Path) or "\0" in str(path):
        raise ModelError(f"a path is text or a Path, such as 'panda.urdf', not {path!r}")
    for name, value in (("free_base", free_base), ("motors", motors), ("stops", stops), ("friction", friction)):
        if not isinstance(value, bool):
            raise ModelError(f"{name} is True or False, not {value!r}")
    file = Path(path)
    if inertia not in INERTIA_CHOICES:
        raise ModelError(f"inertia is {' or '.join(map(repr, INERTIA_CHOICES))}, not {inertia!r}")
    if contacts not in CONTACT_CHOICES:
        raise ModelError(f"contacts is {' or '.join(map(repr, CONTACT_CHOICES))}, not {contacts!r}")
    folders = _folders(packages)
    if file.suffix.lower() == ".toml":
        _check_own(gravity, free_base, not motors, stops, friction, merge_fixed, contacts, inertia, packages)
        return read_model_file(file).model
    data = _contents(file)
    if file.suffix.lower() == ".npz":
        raise ModelError(f"{file.name} looks like a saved motion; da.load_motion(path, model) reads it")
    if file.suffix.lower() == ".json":
        raise ModelError(f"{file.name} is no model; trees of systems are read by da.modules.load_subsystem(path)")
    if what := _ONLY_WRITTEN.get(file.suffix.lower()):
        raise ModelError(
            f"{file.name} is {what}, which is only written; save as {_READ_AGAIN[what]} to load again"
        )
    options = LoadOptions(gravity, free_base, motors, stops, friction, merge_fixed, contacts, inertia, folders)
    if not data.strip():
        raise ModelError(f"{file.name} is empty")
    if b"<" not in data[:1000]:
        raise ModelError(
            f"{file.name} has no format that da.load knows; it reads *.toml, *.urdf, *.sdf, and MJCF, *.xml"
        )
    # what numbers of a stranger make of checks is told by these
    try:
        with np.errstate(all="ignore"):
            return _from_xml(file, data, options)
    except ModelError as error:
        # parts know nothing of the file that they are made of
        if str(error).startswith(file.name):
            raise
        raise ModelError(f"{file.name}: {error}") from None


def _from_xml(file: Path, data: bytes, options: LoadOptions) -> Model:
    root, free_base, merge_fixed = xml_root(data, file.name), options.free_base, options.merge_fixed
    if root.tag == "mujoco":
        if free_base or merge_fixed:
            raise ModelError("free_base and merge_fixed are for URDF files; MJCF says what is free or fixed")
        return mjcf_model(file, data, options)
    if root.tag == "sdf":
        if free_base or merge_fixed:
            raise ModelError("free_base and merge_fixed are for URDF files; SDF says what is free or fixed")
        _check_no_contacts(options)
        return sdf_model(file, root, options)
    _check_no_contacts(options)
    return urdf_model(file, root, options)


def _check_no_contacts(options: LoadOptions) -> None:
    if options.contacts != "none":
        raise ModelError("contacts are read from MJCF alone; add da.Contact parts for bodies that touch")


def _check_own(*options: object) -> None:
    """Raise if a file of our own format, which says all of it, comes with options of others."""
    if any(x not in (None, False, "none", "checked") for x in options):
        raise ModelError("a model file says gravity, stops and all else itself; options are for files of others")


def _folders(packages: Mapping[str, str | Path] | None) -> dict[str, Path]:
    if packages is None:
        return {}
    if not isinstance(packages, Mapping) or not all(isinstance(x, str | Path) for x in packages.values()):
        raise ModelError(f"packages are folders by name, {{'name': folder}}, not {packages!r}")
    return {name: Path(folder) for name, folder in packages.items()}


def _contents(file: Path) -> bytes:
    try:
        if file.exists() and not file.is_file():
            raise ModelError(f"{file} is no ordinary file")
        if file.stat().st_size > LARGEST:
            raise ModelError(f"{file.name} has {file.stat().st_size:,} bytes; at most {LARGEST:,} are read")
        return file.read_bytes()
    except OSError as error:
        raise ModelError(f"{file} cannot be read: {error.strerror}") from None
