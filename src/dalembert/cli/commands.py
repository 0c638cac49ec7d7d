"""Commands of the command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated

import typer

import dalembert as da
from dalembert.cli.answers import told, values_by_name, vector
from dalembert.cli.diagnosis import installed_version, report
from dalembert.cli.file_commands import add_file_commands, end_time, with_start
from dalembert.cli.model_sources import model_and_start, model_from
from dalembert.cli.motion_files import write_motion
from dalembert.cli.principles_by_name import chosen, object_named, principle_named

app = typer.Typer(
    help="Multibody dynamics: one model, every classical principle, native speed.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """Run the command that the arguments of the program ask for; errors of ours are told in a sentence."""
    try:
        app()
    except da.errors.DalembertError as error:
        typer.echo(f"error: {error}", err=True)
        raise SystemExit(2) from None


@app.callback(invoke_without_command=True)
def dalembert(
    is_version: Annotated[bool, typer.Option("--version", help="Tell the version and end.")] = False,
) -> None:
    """Multibody dynamics: one model, every classical principle, native speed."""
    if is_version:
        typer.echo(f"dalembert {installed_version()}")
        raise typer.Exit


ModelFile = Annotated[
    str,
    typer.Argument(
        help="A model file, a URDF or MJCF file, or a Python file; one of several models is FILE:NAME."
    ),
]
Gravity = Annotated[str, typer.Option(help="Acceleration of free fall for URDF files, such as 0,0,-9.81.")]
Start = Annotated[
    list[str],
    typer.Option("--start", "-s", help="A coordinate or speed at the start, NAME=NUMBER; repeatable."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of words.")]
Until = Annotated[
    float | None, typer.Option(help="Time at the end, in seconds; 10 unless the model file says another.")
]
ByPrinciple = Annotated[str, typer.Option(help="A principle by name, such as Lagrange, or Kane in Absolute.")]


@app.command()
def check(model: ModelFile, gravity: Gravity = "", as_json: AsJson = False) -> None:
    """Tell what is in a model: parts, degrees of freedom, redundant constraints, and what a file says beyond it.

    A Python file is executed; it has a da.Model in a variable, or a function that returns one.
    """
    subject = _model(model, gravity)
    data: dict[str, object] = {"bodies": [body.name for body in subject.bodies]}
    data |= {"coordinates": subject.coordinates}
    data |= {"speeds": subject.speeds, "inputs": subject.inputs, "notes": subject.notes}
    mobility = da.mobility(subject)
    data |= {"degrees of freedom": mobility.degrees_of_freedom, "report": mobility.report}
    told(da.summary(subject), data, as_json)


@app.command()
def derive(
    model: ModelFile,
    principle: ByPrinciple = "Recursive",
    simplify: Annotated[float, typer.Option(help="Seconds to look for shorter forms; 0 for none.")] = 2.0,
    latex: Annotated[bool, typer.Option("--latex", help="As LaTeX instead of text.")] = False,
    gravity: Gravity = "",
) -> None:
    """Print the equations of motion of a model by a principle."""
    reading = _equations(model, gravity, principle).reading(simplify=simplify or None)
    typer.echo(reading.latex() if latex else reading.text())


@app.command()
def explain(model: ModelFile, principle: ByPrinciple = "Lagrange", gravity: Gravity = "") -> None:
    """Print how a principle comes to the equations of a model, step by step."""
    by, coordinates = principle_named(principle)
    typer.echo(da.explain(_model(model, gravity), by, coordinates=coordinates).text())


@app.command()
def simulate(
    model: ModelFile,
    until: Until = None,
    start: Start = [],  # noqa: B006 -- how Typer says that it may be left out
    out: Annotated[
        Path | None,
        typer.Option(help="File for the motion: .npz to load again, .csv, .parquet, .html."),
    ] = None,
    signals: Annotated[str, typer.Option(help="Signals of the table or page, with commas between.")] = "",
    gravity: Gravity = "",
    as_json: AsJson = False,
) -> None:
    """Simulate a model, and tell the end; constraints are met at the start by what is not given."""
    motion = _motion(model, gravity, until, start)
    names = [name.strip() for name in signals.split(",") if name.strip()]
    if out is not None:
        write_motion(motion, out, names)
    end = motion.state()
    lines = [motion.termination, *(f"  {name} = {x:.9g}" for name, x in (*end.q.items(), *end.u.items()))]
    notes = _notes(motion.dynamics.equations.model, motion.notes)
    lines += [f"note: {note}" for note in notes] + ([f"written to {out}"] if out is not None else [])
    data = {"termination": motion.termination, "t": end.t, "q": end.q, "u": end.u, "notes": notes}
    told("\n".join(lines), data, as_json)


@app.command()
def view(
    model: ModelFile,
    until: Until = None,
    start: Start = [],  # noqa: B006 -- how Typer says that it may be left out
    out: Annotated[Path | None, typer.Option(help="File for the page; else it is opened.")] = None,
    gravity: Gravity = "",
) -> None:
    """Simulate a model and show its motion in the browser."""
    page = da.view(_motion(model, gravity, until, start), title=Path(model).stem, file=out)
    typer.echo(str(page.path))


@app.command()
def plot(
    model: ModelFile,
    signals: Annotated[list[str], typer.Argument(help="Signals, such as elbow or energy.")],
    until: Until = None,
    start: Start = [],  # noqa: B006 -- how Typer says that it may be left out
    out: Annotated[Path, typer.Option(help="File for the picture.")] = Path("plot.png"),
    gravity: Gravity = "",
) -> None:
    """Simulate a model and draw signals over time into a file."""
    da.plot(_motion(model, gravity, until, start), signals, file=out)
    typer.echo(f"written to {out}")


@app.command()
def equilibrium(
    model: ModelFile,
    guess: Annotated[
        list[str], typer.Option("--guess", "-g", help="A coordinate near the rest, NAME=NUMBER; may be repeated.")
    ] = [],  # noqa: B006 -- how Typer says that it may be left out
    gravity: Gravity = "",
    as_json: AsJson = False,
) -> None:
    """Tell where a model rests near a guess, and whether that is stable."""
    subject = _model(model, gravity)
    rest = da.equilibrium(subject, guess=values_by_name(guess, "a guess"))
    notes = _notes(subject)
    lines = [*(f"{name} = {x:.9g}" for name, x in rest.q.items()), rest.report, *(f"note: {x}" for x in notes)]
    data = {"q": rest.q, "report": rest.report, "eigenvalues": rest.eigenvalues, "notes": notes}
    told("\n".join(lines), data, as_json)


@app.command()
def linearize(
    model: ModelFile,
    at: Annotated[
        list[str], typer.Option(help="A coordinate or speed of the state, NAME=NUMBER; may be repeated.")
    ] = [],  # noqa: B006 -- how Typer says that it may be left out
    gravity: Gravity = "",
    as_json: AsJson = False,
) -> None:
    """Tell the modes of small motions about a state; --json has the matrices."""
    subject = _model(model, gravity)
    linear = da.linearize(subject, _state(subject, values_by_name(at, "a state")))
    data = {"states": linear.states, "inputs": linear.inputs, "A": linear.A, "B": linear.B}
    data |= {"eigenvalues": linear.poles, "notes": _notes(subject)}
    told("\n".join([f"{linear}", f"{linear.modes()}", *(f"note: {x}" for x in _notes(subject))]), data, as_json)


@app.command()
def doctor() -> None:
    """Tell versions, the processor, the cache of native code, and which optional parts are missing."""
    typer.echo(report())


def _notes(model: da.Model, others: Iterable[str] = ()) -> list[str]:
    """Notes of a file about what the model leaves out, and other notes."""
    return [*model.notes, *others]


def _model(place: str, gravity: str) -> da.Model:
    return model_from(place, vector(gravity, "--gravity") if gravity else None)


def _equations(place: str, gravity: str, words: str) -> da.Equations:
    by, coordinates = principle_named(words)
    return da.derive(_model(place, gravity), by, coordinates=coordinates)


def _state(model: da.Model, values: Mapping[str, float]) -> da.State:
    """A state in which given coordinates and speeds hold, and constraints are met by the others."""
    q = {name: x for name, x in values.items() if name not in model.speeds}
    u = {name: x for name, x in values.items() if name in model.speeds}
    return da.assemble(model, q=q, u=u) if model.is_constrained else model.state(q=q, u=u)


def _motion(place: str, gravity: str, until: float | None, start: list[str]) -> da.Motion:
    """The motion from the start that a file or the command says, until the time that one of them says."""
    model, file = model_and_start(place, vector(gravity, "--gravity") if gravity else None)
    values = values_by_name(start, "a start")
    if file is None:
        return da.simulate(model, _state(model, values), until=10.0 if until is None else until)
    state = da.model_files.start_state(with_start(file, values))
    return da.simulate(model, state, until=end_time(file) if until is None else until)


@app.command()
def compare(
    model: ModelFile,
    principles: Annotated[
        str,
        typer.Option(
            help="Principles by name, with commas between: Recursive,Kane in Absolute. All unless given."
        ),
    ] = "",
    coordinates: Annotated[
        str, typer.Option(help="Coordinates of all that say none, with commas between: Relative,AbsolutePlanar.")
    ] = "",
    reference: Annotated[str, typer.Option(help="The principle that the others are measured by.")] = "",
    states: Annotated[int, typer.Option(min=1, help="How many random states.")] = 20,
    seed: Annotated[int, typer.Option(help="Other numbers give other states.")] = 1,
) -> None:
    """Derive a model by several principles, and tell to how many digits they agree and what they cost.

    MODEL is a Python file with a da.Model in a variable, or with a function that returns one and is annotated so.
    The file is executed. The command fails, with exit code 1, if the principles do not agree.
    """
    several = [chosen(words) for words in principles.split(",")] if principles else None
    places = [object_named(name, "coordinates") for name in coordinates.split(",")] if coordinates else None
    measure = chosen(reference) if reference else None
    comparison = da.compare(model_from(model), several, states, coordinates=places, reference=measure, seed=seed)
    typer.echo(str(comparison))
    if not comparison.agrees():
        raise typer.Exit(1)


add_file_commands(app)
