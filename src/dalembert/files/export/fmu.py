"""FMUs: models as archives that other simulators run, with their equations, their loop and their events."""

from __future__ import annotations

import hashlib
import tempfile
import zipfile
from collections.abc import Sequence
from importlib import resources
from io import BytesIO
from pathlib import Path

from dalembert.dynamics.as_dynamics import Subject
from dalembert.errors import CompileError, ModelError
from dalembert.files.export.c_compiler import CCompiler, this_platform
from dalembert.files.export.fmu_description import (
    FmuHeader,
    build_description,
    checked_version,
    description,
)
from dalembert.files.export.fmu_run_code import RunCode
from dalembert.files.export.fmu_system import Chosen, FmuSystem
from dalembert.integrators.method import Method
from dalembert.native.c.c_names import identifier, string
from dalembert.number_checks import checked_number
from dalembert.runs.events import Event
from dalembert.state import State, Values
from dalembert.whole_files import checked_path, write_file

KINDS = ("ModelExchange", "CoSimulation")

_FOLDERS = {
    "2.0": {
        **{"x86_64-linux": "linux64", "x86_64-windows": "win64", "x86_64-darwin": "darwin64"},
        **{"aarch64-linux": "linux-aarch64", "aarch64-darwin": "darwin-aarch64"},
    },
    "3.0": {},
}
"""Folders of binaries where these are not called like their platform."""

_ENDINGS = {"linux": ".so", "darwin": ".dylib", "windows": ".dll"}

_WHEN = (1980, 1, 1, 0, 0, 0)
"""Date of all files in the archive, so that equal models are equal archives."""


def save_fmu(
    subject: Subject,
    path: str | Path,
    *,
    version: str = "3.0",
    start: State | Values | None = None,
    events: Sequence[Event] = (),
    outputs: Chosen | None = None,
    method: Method | None = None,
    until: float = 10.0,
    kinds: Sequence[str] | None = None,
    platforms: Sequence[str] | None = None,
) -> Path:
    """Write a model as an FMU, for model exchange and for co-simulation, with its sources and with binaries.

    Open parameters are its parameters, inputs its inputs. States start as `start` says; where constraints are, the
    FMU moves them there when its initialization ends. Co-simulation runs the loop of the method with its events;
    model exchange has event indicators and does at them what the events do.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System without functions of Python; rigid contacts are in co-simulation alone.
    path : str or Path
        The archive, such as `"crank.fmu"`.
    version : str, optional
        Version of the standard, `"2.0"` or `"3.0"`; default `"3.0"`.
    start : State or dict of coordinates, optional
        Start values; those of the model unless given.
    events : sequence of Event, optional
        Events with their actions.
    outputs : list of names, or dict of names or expressions, optional
        Signals or expressions of measures that are outputs; all coordinates and speeds unless given.
    method : Method, optional
        Method of integration in co-simulation; default `da.methods.DOP853()`.
    until : float, optional
        Stop time of the default experiment in seconds; default 10.
    kinds : sequence of str, optional
        `"ModelExchange"`, `"CoSimulation"`; those that can be unless given.
    platforms : sequence of str, optional
        What there are binaries for, such as `"x86_64-linux"` or `"x86_64-windows"`; this machine unless given,
        none at all if it is empty.

    Returns
    -------
    Path
        The file that was written.
    """
    file = checked_path(path, "crank.fmu")
    checked_version(version)
    checked_number(until, "the stop time of an FMU", is_positive=True)
    asked = KINDS if kinds is None else kinds
    if isinstance(asked, str) or not asked or [kind for kind in asked if kind not in KINDS]:
        raise ModelError(f"the kinds of an FMU are {' and '.join(map(repr, KINDS))}, not {asked!r}")
    targets = (this_platform(),) if platforms is None else tuple(platforms)
    compilers = {target: CCompiler.of(target) for target in targets}

    system = FmuSystem.of(subject, start, events, outputs, method, float(until))
    reason = _no_model_exchange(system)
    if reason and kinds is not None and "ModelExchange" in kinds:
        raise ModelError(f"{reason}; save it with kinds=['CoSimulation']")
    name = identifier(file.stem)
    sources = _sources(version, system, name)
    header = FmuHeader(
        file.stem,
        name,
        hashlib.sha256(sources["model.c"]).hexdigest()[:32],
        tuple(kind for kind in KINDS if kind in asked and not (reason and kind == "ModelExchange")),
        system.problem.n_events,
        system.departure.launch.start,
        system.departure.launch.until,
        min(1e-6, system.departure.launch.method.wanted_accuracy),
    )
    sources["model.c"] += f"\n#define TOKEN {string(header.token)}\n".encode()
    contents = {"modelDescription.xml": description(version, header, system.variables)}
    contents |= {f"sources/{name}": text for name, text in sources.items()}
    if version == "3.0":
        contents["sources/buildDescription.xml"] = build_description(header)
    for target, compiler in compilers.items():
        ending = _ENDINGS[target.partition("-")[2]]
        folder = _FOLDERS[version].get(target, target)
        contents[f"binaries/{folder}/{name}{ending}"] = _binary(compiler, sources, version, ending)
    return write_file(file, _archive(contents))


def _no_model_exchange(system: FmuSystem) -> str:
    """Why model exchange cannot be; empty if it can."""
    if system.contacts is not None:
        return "what contacts do is decided in the loop of co-simulation, which model exchange does not have"
    if system.departure.launch.method.treats_contacts:
        return "the steps of the method decide about contacts, and model exchange has none of them"
    touching = [event.name for event in system.departure.events if event.detect_touch]
    return (
        f"event {touching[0]!r} happens where its value touches zero, which no event indicator shows"
        if touching
        else ""
    )


def _sources(version: str, system: FmuSystem, name: str) -> dict[str, bytes]:
    """All files of C by name."""
    folder = resources.files("dalembert.files.export") / "fmu_sources"
    face = f"fmi{version[0]}.c"
    found = {file: (folder / file).read_bytes() for file in ("contacts.c", "time_laws.c", "instance.c", face)}
    return {"model.c": f"{RunCode(system).text}\n#define MODEL_PREFIX {name}_\n".encode(), **found}


def _binary(compiler: CCompiler, sources: dict[str, bytes], version: str, ending: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in sources.items():
            (Path(folder) / name).write_bytes(text)
        library = Path(folder) / f"fmu{ending}"
        face = f"fmi{version[0]}"
        compiler.shared_library(Path(folder) / f"{face}.c", library, [f"{face.upper()}_FUNCTION_PREFIX="])
        if not library.exists():
            raise CompileError(f"the compiler made no {library.name}")
        return library.read_bytes()


def _archive(contents: dict[str, bytes]) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            info = zipfile.ZipInfo(name, _WHEN)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, content)
    return stream.getvalue()
