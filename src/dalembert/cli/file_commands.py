"""Commands about files: to begin one, to do what one says, to convert one, and the examples."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

import typer

import dalembert as da
from dalembert.cli.answers import end_early, told
from dalembert.cli.model_options import Source, takes_model
from dalembert.cli.motion_files import write_motion
from dalembert.cli.principles_by_name import principle_named
from dalembert.cli.progress import simulated, watched

DEFAULT_UNTIL = 10.0
"""Time at the end where nothing says another, in seconds."""


AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of words.")]


def add_file_commands(app: typer.Typer) -> None:
    """Add the commands to those of the program."""
    for command in (new, run, convert, export, schema, examples):
        app.command()(command)


def end_time(file: da.model_files.ModelFile) -> float:
    """The time at the end that the first simulation of a file says."""
    return next((task.until for task in file.analyses if hasattr(task, "until")), DEFAULT_UNTIL)


def with_start(file: da.model_files.ModelFile, values: Mapping[str, float]) -> da.model_files.ModelFile:
    """A file with other values of coordinates and speeds at its start."""
    start = {kind: dict(x) if isinstance(x, Mapping) else x for kind, x in file.start.items()}
    for name, value in values.items():
        start.setdefault("u" if name in file.model.speeds else "q", {})[name] = value
    return replace(file, start=start)


def new(
    file: Annotated[Path, typer.Argument(help="The file to write, such as arm.toml.")],
    kind: Annotated[
        str, typer.Option("--kind", "-k", help="pendulum, slider_crank, box_on_slope, robot or car.")
    ] = "pendulum",
    as_json: AsJson = False,
) -> None:
    """Write a commented model file to begin with."""
    text = da.model_files.starter(kind)
    if file.suffix.lower() != ".toml":
        raise da.errors.ModelError(f"a model file ends in .toml, unlike {file.name!r}")
    if file.exists():
        raise da.errors.ModelError(f"{file} is there already; choose another name, or remove it")
    _write_text(file, text)
    told(f"written to {file}; now: dalembert view {file}", {"file": file}, as_json)


def run(
    file: Annotated[Path, typer.Argument(help="A model file with analyses and pictures.")], as_json: AsJson = False
) -> None:
    """Do what a model file says: its analyses, then its pictures, which are written beneath its folder."""
    contents = da.model_files.read(file)
    tasks = (*contents.analyses, *contents.pictures)
    if not tasks:
        raise da.errors.ModelError(f'{file} says nothing to do; add [[analysis]] with type = "Simulate"')
    work, answers = _Work(contents, file.resolve().parent), list[dict[str, object]]()
    for task in tasks:
        answer = _DONE[type(task).__name__](work, task)
        answers.append({"type": type(task).__name__, **answer.data})
        if not as_json:
            typer.echo(answer.words)
        if work.early:
            break
    if as_json:
        told("", {"tasks": answers}, as_json)
    end_early(work.early)


@dataclass(frozen=True)
class _Answer:
    """The answer of a command, in words and as data."""

    words: str
    data: Mapping[str, object]


class _Work:
    """A file at work: its start and its motion are made once."""

    def __init__(self, contents: da.model_files.ModelFile, folder: Path) -> None:
        self.contents, self.folder = contents, folder
        self.start = da.model_files.start_state(contents)
        self._motions: dict[float, da.Motion] = {}
        self.early = ""
        """Why a motion ended early, if one did."""

    def motion(self, until: float | None = None) -> da.Motion:
        """The motion until a time, or that of the first simulation."""
        end = end_time(self.contents) if until is None else until
        if end not in self._motions:
            self._motions[end], self.early = simulated(self.contents.model, self.start, end)
        return self._motions[end]

    def file(self, name: str) -> Path:
        """Where a task writes: beneath the folder of the model file."""
        path = (self.folder / name).resolve()
        if not path.is_relative_to(self.folder):
            raise da.errors.ModelError(f"{name!r} lies outside of the folder of the model file; name a file in it")
        return path

    def written(self, name: str, write: Callable[[Path], object]) -> _Answer:
        """A file that is written beneath that folder."""
        path = self.file(name)
        write(path)
        place = path.relative_to(self.folder)
        return _Answer(f"written to {place}", {"file": place})


def _simulate(work: _Work, task: Any) -> _Answer:
    motion = work.motion(task.until)
    state = motion.state()
    lines = [motion.termination, *(f"  {name} = {x:.9g}" for name, x in (*state.q.items(), *state.u.items()))]
    lines += [f"note: {note}" for note in motion.notes]
    data = {"termination": motion.termination, "t": state.t, "q": state.q, "u": state.u, "notes": motion.notes}
    if task.file is not None:
        answer = work.written(task.file, lambda path: write_motion(motion, path, list(task.signals)))
        lines, data = [*lines, answer.words], {**data, **answer.data}
    return _Answer("\n".join(lines), data)


def _equilibrium(work: _Work, task: Any) -> _Answer:
    with watched("looking for a rest"):
        rest = da.equilibrium(work.contents.model, guess=dict(task.guess))
    words = "\n".join([*(f"{name} = {x:.9g}" for name, x in rest.q.items()), rest.report])
    return _Answer(words, {"q": rest.q, "report": rest.report, "eigenvalues": rest.eigenvalues})


def _linearize(work: _Work, task: Any) -> _Answer:
    with watched("linearizing"):
        linear = da.linearize(work.contents.model, work.start)
    data = {"states": linear.states, "inputs": linear.inputs, "A": linear.A, "B": linear.B}
    return _Answer(f"{linear}\n{linear.modes()}", data | {"eigenvalues": linear.poles})


def _derive(work: _Work, task: Any) -> _Answer:
    by, coordinates = principle_named(task.principle)
    with watched("deriving"):
        reading = da.derive(work.contents.model, by, coordinates=coordinates).reading()
        text = reading.latex() if task.latex else reading.text()
    return _Answer(text, {"principle": task.principle, "latex" if task.latex else "text": text})


def _plot(work: _Work, task: Any) -> _Answer:
    return work.written(task.file, lambda path: da.plot(work.motion(), list(task.signals), file=path))


def _page(work: _Work, task: Any) -> _Answer:
    return work.written(task.file, lambda path: da.view(work.motion(), signals=list(task.signals), file=path))


def _drawing(work: _Work, task: Any) -> _Answer:
    return work.written(task.file, lambda path: da.draw(work.contents.model, work.start, file=path))


_DONE: Mapping[str, Callable[[_Work, Any], _Answer]] = {
    "Simulate": _simulate,
    "Equilibrium": _equilibrium,
    "Linearize": _linearize,
    "Derive": _derive,
    "Plot": _plot,
    "Page": _page,
    "Drawing": _drawing,
}
"""What each kind of task does."""


Target = Annotated[Path, typer.Argument(help="The file to write; its suffix says the format, such as arm.toml.")]


@takes_model
def convert(source: Source, target: Target, as_json: AsJson = False) -> None:
    """Write a model in another format, which the suffix of the target names."""
    _save(source, target, as_json, {})


@takes_model
def export(
    source: Source,
    target: Target,
    option: Annotated[
        list[str], typer.Option("--option", "-o", help="An option of the format, NAME=VALUE, such as version=2.0.")
    ] = [],  # noqa: B006 -- how Typer says that it may be left out
    as_json: AsJson = False,
) -> None:
    """Write a model for another package, with options of the format; docs/reference/export.md tells them."""
    words = [word.partition("=") for word in option]
    if wrong := [name for name, sign, _ in words if not sign or not name]:
        raise da.errors.ModelError(f"an option is given as NAME=VALUE, such as version=2.0, not {wrong[0]!r}")
    _save(source, target, as_json, {name: _value(text) for name, _, text in words})


def _save(source: Source, target: Path, as_json: bool, options: Mapping[str, Any]) -> None:
    model, contents = source.model_and_file()
    thing = model if contents is None or target.suffix.lower() != ".toml" else contents
    with watched("writing"):
        path = da.save(thing, target, **options)
    told(f"written to {path}", {"file": path}, as_json)


def _value(text: str) -> object:
    """True or false, or the text."""
    return {"true": True, "false": False}.get(text.lower(), text)


def schema() -> None:
    """Print the JSON schema of model files, with which editors complete and check them."""
    typer.echo(json.dumps(da.model_files.schema(), indent=1, ensure_ascii=False, sort_keys=True))


def examples(
    name: Annotated[str, typer.Argument(help="One of the examples; all are listed without it.")] = "",
    show: Annotated[bool, typer.Option("--show", help="Print its text.")] = False,
    copy: Annotated[bool, typer.Option("--copy", help="Copy it into this folder.")] = False,
    run: Annotated[bool, typer.Option("--run", help="Run it.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the examples; show one, copy one here, or run one."""
    texts = _example_files()
    if not name and as_json:
        told("", {key: _first_line(file) for key, file in texts.items()}, as_json)
        return
    if not name:
        width = max(map(len, texts))
        for key, file in texts.items():
            typer.echo(f"{key:{width}}  {_first_line(file)}")
        return
    key = Path(name).stem
    if key not in texts:
        likely = " or ".join(get_close_matches(key, texts))
        hint = f"did you mean {likely}?" if likely else "`dalembert examples` lists them"
        raise da.errors.ModelError(f"there is no example {name!r}; {hint}")
    file = texts[key]
    if copy:
        if Path(file.name).exists():
            raise da.errors.ModelError(f"{file.name} is there already; remove it, or go to another folder")
        _write_text(Path(file.name), file.read_text(encoding="utf-8"))
        typer.echo(f"written to {file.name}")
    if run:
        command = ["-m", "dalembert", "run"] if file.suffix == ".toml" else []
        raise typer.Exit(subprocess.run([sys.executable, *command, str(file)], check=False).returncode)
    if show or not copy:
        typer.echo(file.read_text(encoding="utf-8"), nl=False)


def _example_files() -> dict[str, Path]:
    """Files of the examples by name: programs, and model files to begin with."""
    package = Path(da.__file__).parent
    folders = (package / "example_programs", package.parents[1] / "examples", package / "files" / "starters")
    found = [file for folder in folders if folder.is_dir() for file in sorted(folder.iterdir())]
    return dict(sorted((file.stem, file) for file in found if file.suffix in (".py", ".toml")))


def _first_line(file: Path) -> str:
    """The first line of an example, without comment signs and quotes."""
    with file.open(encoding="utf-8") as lines:
        return lines.readline().strip().strip('"#').strip()


def _write_text(file: Path, text: str) -> None:
    try:
        with file.open("x", encoding="utf-8") as stream:
            stream.write(text)
    except OSError as error:
        raise da.errors.ModelError(f"{file} cannot be written: {error.strerror}") from None
