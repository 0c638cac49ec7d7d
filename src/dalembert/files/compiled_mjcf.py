"""MJCF files compiled by MuJoCo's own compiler, in a separate process that gets file contents only."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from dalembert.errors import ModelError
from dalembert.files.xml_elements import LARGEST, Element, xml_root
from dalembert.number_checks import told

MOST_COPIES = 10_000
"""How often a file may replicate something."""

NOT_A_NUMBER = re.compile(r"[+-]?(nan|inf|infinity)", re.IGNORECASE)

SECONDS = 60.0
"""How long the compiler may take."""


def compiled_mjcf(file: Path, data: bytes) -> Mapping[str, np.ndarray]:
    """Arrays of the compiled model."""
    if find_spec("mujoco") is None:
        raise ModelError(
            f"{file.name} is read by MuJoCo's own compiler, which is missing: pip install 'dalembert[mjcf]'"
        )
    files = _named_files(file, data)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as packed:
        packed.writestr("model.xml", data)
        packed.writestr("names.json", json.dumps({name: f"f{k}" for k, name in enumerate(files)}))
        for k, contents in enumerate(files.values()):
            packed.writestr(f"f{k}", contents)
    # what the compiler writes of its own accord goes into a folder that is removed
    places = os.pathsep.join(str(Path(place).resolve()) for place in sys.path)
    try:
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run(
                [sys.executable, "-m", "dalembert.files.mjcf_compiler"],
                input=stream.getvalue(),
                capture_output=True,
                timeout=SECONDS,
                check=False,
                cwd=folder,
                # what it would load and begin for pictures and threads takes longer than its work
                env={**os.environ, "PYTHONPATH": places, "MUJOCO_GL": "disable", "OPENBLAS_NUM_THREADS": "1"},
            )
    except subprocess.TimeoutExpired:
        raise ModelError(f"{file.name}: MuJoCo's compiler took more than {SECONDS:g} s") from None
    if run.returncode or not run.stdout:
        words = run.stderr.decode(errors="replace").strip().splitlines() or [f"it ended with {run.returncode}"]
        raise ModelError(f"{file.name}: MuJoCo's compiler failed: {words[-1]}")
    if run.stdout.startswith(b"{"):
        raise ModelError(f"{file.name}: {' '.join(json.loads(run.stdout)['error'].split())}")
    return dict(np.load(io.BytesIO(run.stdout)))


def _named_files(file: Path, data: bytes) -> dict[str, bytes]:
    """Contents of all files that a description names, by their names without folders."""
    files: dict[str, bytes] = {}
    root, folder = xml_root(data, file.name), file.resolve().parent
    waiting, seen, size = [(root, folder)], {file.resolve()}, len(data)
    while waiting:
        element, base = waiting.pop()
        _check_numbers(element)
        _check_copies(element, 1)
        folders = _asset_folders(root) | _asset_folders(element)
        for named in _elements(element):
            for attribute in ("file", "fileup", "filedown", "fileleft", "fileright", "filefront", "fileback"):
                if not (name := named.attributes.get(attribute)) or named.tag == "plugin":
                    continue
                path = _beneath(folder, [base / sub / name for sub in ("", *folders.get(named.tag, ()))], named)
                if path is None:
                    continue
                contents = path.read_bytes()
                size += len(contents)
                if size > LARGEST:
                    named.fail(f"the files that it names have more than {LARGEST:,} bytes")
                # the compiler asks by the last part of names
                if files.setdefault(path.name, contents) != contents:
                    named.fail(f"two files are called {path.name!r}, alike for the compiler; rename one")
                if named.tag in ("include", "model") and path not in seen:
                    seen.add(path)
                    waiting.append((xml_root(contents, path.name), path.parent if named.tag == "model" else base))
    return files


def _check_numbers(root: Element) -> None:
    """Raise for numbers that are none: the compiler takes them as if nothing was said."""
    elements = list(_elements(root))
    names = {element.attributes.get("name") for element in elements}
    for element in elements:
        for key, text in element.attributes.items():
            if key != "name" and text not in names and any(NOT_A_NUMBER.fullmatch(word) for word in text.split()):
                element.fail(f"{key!r} of <{element.tag}> is finite numbers, not {told(text)}")


def _check_copies(element: Element, copies: int) -> None:
    """Raise if elements are replicated more often than anyone means."""
    if element.tag == "replicate":
        with suppress(ValueError):
            copies *= max(1, int(element.attributes.get("count", "1")))
        if copies > MOST_COPIES:
            element.fail(f"its contents would be there {copies:,} times; at most {MOST_COPIES:,} are read")
    for child in element.children:
        _check_copies(child, copies)


def _elements(root: Element) -> Iterator[Element]:
    yield root
    for child in root.children:
        yield from _elements(child)


def _asset_folders(root: Element) -> dict[str, tuple[str, ...]]:
    """Folders of meshes and textures that the compiler is told of."""
    folders: dict[str, tuple[str, ...]] = {}
    for compiler in (element for element in _elements(root) if element.tag == "compiler"):
        whole = compiler.attributes.get("assetdir", "")
        meshes, textures = (compiler.attributes.get(name, whole) for name in ("meshdir", "texturedir"))
        folders |= {"mesh": (meshes,), "hfield": (meshes,), "skin": (meshes,), "texture": (textures,)}
    return folders


def _beneath(folder: Path, candidates: Sequence[Path], named: Element) -> Path | None:
    """The file among candidates that exists beneath a folder; None if there is none."""
    for path in candidates:
        resolved = path.resolve()
        if not resolved.is_relative_to(folder):
            named.fail(f"the file {str(path.name)!r} lies outside of the folder {folder.name!r}; put it beneath")
        if resolved.is_file():
            return resolved
    return None
