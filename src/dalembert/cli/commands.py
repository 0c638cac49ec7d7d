"""Commands of the command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import partial
from html import escape
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

import dalembert as da
from dalembert.cli.answers import (
    FAILED,
    INTERRUPTED,
    WRONG,
    end_early,
    laws_by_name,
    tell_error,
    told,
    values_by_name,
)
from dalembert.cli.diagnosis import as_data, installed_version, report
from dalembert.cli.file_commands import AsJson, add_file_commands, end_time, with_start
from dalembert.cli.model_options import Source, takes_model
from dalembert.cli.motion_files import check_target, write_motion
from dalembert.cli.principles_by_name import chosen, object_named, principle_named
from dalembert.cli.progress import simulated, watched
from dalembert.cli.watch import ServedPage, serve

INITIAL = "initial"
"""Name of the start at which a file of another package has its bodies."""

app = typer.Typer(
    help="Multibody dynamics: one model, every classical principle, native speed.",
    epilog="Exit codes: 0 done, 1 a comparison failed or a run ended early, 2 wrong input, 130 interrupted.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """Run the command that the arguments of the program ask for; errors of ours are told in a sentence."""
    try:
        app(standalone_mode=True)
    except SystemExit as end:
        # click ends so, also where what it has printed goes nowhere
        raise SystemExit(_flushed(end.code)) from None
    except da.errors.DalembertError as error:
        tell_error(str(error))
        raise SystemExit(WRONG) from None
    except KeyboardInterrupt:
        tell_error("interrupted")
        raise SystemExit(INTERRUPTED) from None
    except OSError as error:
        raise SystemExit(_closed(error)) from None


def _flushed(code: object) -> object:
    """The exit code, or another if what was printed cannot be written."""
    try:
        sys.stdout.flush()
    except OSError as error:
        return _closed(error)
    return code


def _closed(error: OSError) -> int:
    """The exit code where output goes nowhere; a reader that has read enough is no error."""
    # what is left in memory would fail again when Python ends
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return FAILED
    where = f"{error.filename}: " if error.filename else "the output cannot be written: "
    typer.echo(f"error: {where}{error.strerror}", err=True)
    return WRONG


@app.callback(invoke_without_command=True)
def dalembert(
    is_version: Annotated[bool, typer.Option("--version", help="Tell the version and end.")] = False,
) -> None:
    """Multibody dynamics: one model, every classical principle, native speed."""
    if is_version:
        typer.echo(f"dalembert {installed_version()}")
        raise typer.Exit


Start = Annotated[
    list[str],
    typer.Option(
        "--start", "-s", help="A coordinate or speed at the start, NAME=NUMBER, or a start by name; repeatable."
    ),
]
Out = Annotated[
    Path | None, typer.Option(help="File for the motion: .npz to load again, .csv, .parquet, .html and others.")
]
Signals = Annotated[str, typer.Option(help="Signals of the table or page, with commas between.")]
Until = Annotated[
    float | None, typer.Option(help="Time at the end, in seconds; 10 unless the model file says another.")
]
Samples = Annotated[int, typer.Option(min=2, help="How many times of output.")]
ByPrinciple = Annotated[str, typer.Option(help="A principle by name, such as Lagrange, or Kane in Absolute.")]


@app.command()
@takes_model
def check(source: Source, as_json: AsJson = False) -> None:
    """Tell what is in a model: parts, degrees of freedom, redundant constraints, and what a file says beyond it.

    A Python file is executed; it has a da.Model in a variable, or a function that returns one.
    """
    subject = source.model()
    data: dict[str, object] = {"bodies": [body.name for body in subject.bodies]}
    data |= {"coordinates": subject.coordinates}
    data |= {"speeds": subject.speeds, "inputs": subject.inputs, "notes": subject.notes}
    mobility = da.mobility(subject)
    data |= {"degrees of freedom": mobility.degrees_of_freedom, "report": mobility.report}
    told(da.summary(subject), data | {"starts": list(subject.starts)}, as_json)


@app.command()
@takes_model
def derive(
    source: Source,
    principle: ByPrinciple = "Recursive",
    simplify: Annotated[float, typer.Option(help="Seconds to look for shorter forms; 0 for none.")] = 2.0,
    latex: Annotated[bool, typer.Option("--latex", help="As LaTeX instead of text.")] = False,
    html: Annotated[bool, typer.Option("--html", help="As a page in HTML instead of text.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print the equations of motion of a model by a principle."""
    by, coordinates = principle_named(principle)
    with watched("deriving"):
        reading = da.derive(source.model(), by, coordinates=coordinates).reading(simplify=simplify or None)
        form = "html" if html else "latex" if latex else "text"
        text = str(getattr(reading, form)())
    title = escape(f"{Path(source.place).stem} by {principle}")
    page = f'<!doctype html>\n<meta charset="utf-8">\n<title>{title}</title>\n<h1>{title}</h1>\n{text}'
    told(page if html else text, {"principle": principle, form: text}, as_json)


@app.command()
@takes_model
def explain(source: Source, principle: ByPrinciple = "Lagrange", as_json: AsJson = False) -> None:
    """Print how a principle comes to the equations of a model, step by step."""
    by, coordinates = principle_named(principle)
    with watched("deriving"):
        text = da.explain(source.model(), by, coordinates=coordinates).text()
    told(text, {"principle": principle, "text": text}, as_json)


@app.command()
@takes_model
def simulate(
    source: Source,
    until: Until = None,
    start: Start = [],  # noqa: B006 -- how Typer says that it may be left out
    out: Out = None,
    signals: Signals = "",
    as_json: AsJson = False,
) -> None:
    """Simulate a model, and tell the end; constraints are met at the start by what is not given.

    After Ctrl-C, or where a run cannot go on, what was reached until then is told and written.
    """
    check_target(out)
    motion, early = _motion(source, until, start)
    _tell_motion(motion, out, signals, as_json)
    end_early(early)


@app.command()
@takes_model
def kinematics(
    source: Source,
    until: Until = None,
    drive: Annotated[
        list[str], typer.Option("--drive", "-d", help="A law of a coordinate, NAME=LAW, such as 'crank=2*t'.")
    ] = [],  # noqa: B006 -- how Typer says that it may be left out
    guess: Annotated[
        list[str], typer.Option("--guess", "-g", help="A coordinate near the first position, NAME=NUMBER.")
    ] = [],  # noqa: B006 -- how Typer says that it may be left out
    samples: Samples = 101,
    out: Out = None,
    signals: Signals = "",
    as_json: AsJson = False,
) -> None:
    """Tell the motion of a mechanism that drives determine: those of the model, and those that are given."""
    check_target(out)
    model, file = source.model_and_file()
    laws = laws_by_name(drive, "a drive")
    drives = [da.Drive(f"{name} drive", name, law) for name, law in laws.items()]
    # a motor of a coordinate that is prescribed would have no effect
    idle = [part for part in model.motors if laws.keys() & {*part.acts_on}]
    parts = [part for part in model.parts if part not in idle]
    driven = da.Model(*parts, *drives, gravity=model.gravity, cut=model.cut, notes=model.notes)
    times = np.linspace(0.0, _end(until, file), samples)
    with watched("following the drives"):
        motion = da.kinematics(driven, times, guess=values_by_name(guess, "a guess") or None)
    _tell_motion(motion, out, signals, as_json)


@app.command()
@takes_model
def inverse(
    source: Source,
    law: Annotated[
        list[str], typer.Option("--law", "-l", help="A law of a coordinate, NAME=LAW, such as 'elbow=sin(t)'.")
    ],
    until: Until = None,
    guess: Annotated[
        list[str], typer.Option("--guess", "-g", help="A coordinate near the first position, NAME=NUMBER.")
    ] = [],  # noqa: B006 -- how Typer says that it may be left out
    samples: Samples = 101,
    out: Out = None,
    signals: Signals = "",
    as_json: AsJson = False,
) -> None:
    """Tell the inputs that a motion takes, which laws of its coordinates say."""
    check_target(out)
    model, file = source.model_and_file()
    times = np.linspace(0.0, _end(until, file), samples)
    with watched("inverse dynamics"):
        motion = da.inverse_dynamics(
            model, laws_by_name(law, "a law"), times=times, guess=values_by_name(guess, "a guess") or None
        )
    inputs = {name: motion[name] for name in motion.dynamics.equations.inputs}
    if out is not None:
        write_motion(motion, out, _names(signals) or [*motion.names, *inputs])
    lines = [f"{name}: from {x.min():.9g} to {x.max():.9g}, at the end {x[-1]:.9g}" for name, x in inputs.items()]
    notes = [*model.notes, *motion.notes]
    lines += [f"note: {note}" for note in notes] + ([f"written to {out}"] if out is not None else [])
    told("\n".join(lines), {"t": times, "inputs": inputs, "notes": notes}, as_json)


@app.command()
@takes_model
def view(
    source: Source,
    until: Until = None,
    start: Start = [],  # noqa: B006 -- how Typer says that it may be left out
    out: Annotated[Path | None, typer.Option(help="File for the page; else it is opened.")] = None,
    is_live: Annotated[bool, typer.Option("--live", help="A page on which the model runs, with sliders.")] = False,
    is_watched: Annotated[
        bool, typer.Option("--watch", help="Serve a live page to this machine, anew whenever the file is saved.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Simulate a model and show its motion in the browser."""
    if is_watched:
        place = source.place
        file = Path(place if Path(place).exists() else place.rpartition(":")[0])
        serve(file, partial(_page, source, until, start), typer.echo)
        return
    if is_live:
        path = _page(source, until, start, out, is_live=True).path
        told(str(path), {"file": path}, as_json)
        return
    motion, early = _motion(source, until, start)
    page = da.view(motion, title=Path(source.place).stem, file=out)
    told(str(page.path), {"file": page.path}, as_json)
    end_early(early)


@app.command()
@takes_model
def plot(
    source: Source,
    signals: Annotated[list[str], typer.Argument(help="Signals, such as elbow or energy.")],
    until: Until = None,
    start: Start = [],  # noqa: B006 -- how Typer says that it may be left out
    out: Annotated[Path, typer.Option(help="File for the picture.")] = Path("plot.png"),
    as_json: AsJson = False,
) -> None:
    """Simulate a model and draw signals over time into a file."""
    motion, early = _motion(source, until, start)
    da.plot(motion, signals, file=out)
    told(f"written to {out}", {"file": out}, as_json)
    end_early(early)


@app.command()
@takes_model
def equilibrium(
    source: Source,
    guess: Annotated[
        list[str], typer.Option("--guess", "-g", help="A coordinate near the rest, NAME=NUMBER; may be repeated.")
    ] = [],  # noqa: B006 -- how Typer says that it may be left out
    as_json: AsJson = False,
) -> None:
    """Tell where a model rests near a guess, and whether that is stable."""
    subject = source.model()
    with watched("looking for a rest"):
        rest = da.equilibrium(subject, guess=values_by_name(guess, "a guess"))
    notes = subject.notes
    lines = [*(f"{name} = {x:.9g}" for name, x in rest.q.items()), rest.report, *(f"note: {x}" for x in notes)]
    data = {"q": rest.q, "report": rest.report, "eigenvalues": rest.eigenvalues, "notes": notes}
    told("\n".join(lines), data, as_json)


@app.command()
@takes_model
def linearize(
    source: Source,
    at: Annotated[
        list[str], typer.Option(help="A coordinate or speed of the state, NAME=NUMBER; may be repeated.")
    ] = [],  # noqa: B006 -- how Typer says that it may be left out
    as_json: AsJson = False,
) -> None:
    """Tell the modes of small motions about a state; --json has the matrices."""
    subject = source.model()
    with watched("linearizing"):
        linear = da.linearize(subject, _state(subject, values_by_name(at, "a state")))
    data = {"states": linear.states, "inputs": linear.inputs, "A": linear.A, "B": linear.B}
    data |= {"eigenvalues": linear.poles, "notes": subject.notes}
    told("\n".join([f"{linear}", f"{linear.modes()}", *(f"note: {x}" for x in subject.notes)]), data, as_json)


@app.command()
def doctor(as_json: AsJson = False) -> None:
    """Tell versions, the processor, the cache of native code, and which optional parts are missing."""
    told(report(), as_data(), as_json)


def _names(signals: str) -> list[str]:
    return [name.strip() for name in signals.split(",") if name.strip()]


def _tell_motion(motion: da.Motion, out: Path | None, signals: str, as_json: bool) -> None:
    """The end of a motion, after it is written."""
    if out is not None:
        write_motion(motion, out, _names(signals))
    end = motion.state()
    lines = [motion.termination, *(f"  {name} = {x:.9g}" for name, x in (*end.q.items(), *end.u.items()))]
    notes = [*motion.dynamics.equations.model.notes, *motion.notes]
    lines += [f"note: {note}" for note in notes] + ([f"written to {out}"] if out is not None else [])
    data = {"termination": motion.termination, "t": end.t, "q": end.q, "u": end.u, "notes": notes}
    told("\n".join(lines), data, as_json)


_MOVED = 1e-6
"""Change of a start, beside its size, from which on it is told."""


def _state(model: da.Model, values: Mapping[str, float], name: str | None = None) -> da.State:
    """A state in which given coordinates and speeds hold, and constraints are met by the others."""
    q = {name: x for name, x in values.items() if name not in model.speeds}
    u = {name: x for name, x in values.items() if name in model.speeds}
    if name is None and INITIAL in model.starts:
        name = INITIAL
    if not model.is_constrained:
        return model.state(name, q=q, u=u)
    if name is None:
        return da.assemble(model, q=q, u=u)
    begin = model.state(name, q=q, u=u)
    state = da.assemble(
        model, q=q, u=u, guess=begin, **{kind: getattr(begin, kind) for kind in ("t", "p", "tau", "z")}
    )
    wanted, found = {**begin.q, **begin.u}, {**state.q, **state.u}
    moved = {other: abs(found[other] - x) for other, x in wanted.items()}
    farthest = max(moved, key=moved.__getitem__)
    if moved[farthest] > _MOVED * (1.0 + abs(wanted[farthest])):
        told = f"{farthest!r} is {found[farthest]:.6g} instead of {wanted[farthest]:.6g}"
        typer.echo(f"note: the start {name!r} does not satisfy the constraints and is moved: {told}", err=True)
    return state


def _end(until: float | None, file: da.model_files.ModelFile | None) -> float:
    """The time at the end that the command or a file says."""
    return until if until is not None else 10.0 if file is None else end_time(file)


def _motion(source: Source, until: float | None, start: list[str]) -> tuple[da.Motion, str]:
    """The motion from the start that a file or the command says, until the time that one of them says."""
    return simulated(*_task(source, until, start))


def _task(source: Source, until: float | None, start: list[str]) -> tuple[da.Model, da.State, float]:
    """The model, its start and the time at the end."""
    model, file = source.model_and_file()
    named = [word for word in start if word in model.starts]
    values = values_by_name([word for word in start if word not in model.starts], "a start")
    if len(named) > 1:
        raise da.errors.ModelError(f"a run has one start by name, not {' and '.join(named)}")
    if file is None or named:
        return model, _state(model, values, *named), _end(until, file)
    return model, da.model_files.start_state(with_start(file, values)), _end(until, file)


def _page(source: Source, until: float | None, start: list[str], out: Path | None, *, is_live: bool) -> ServedPage:
    """The page on which a model runs, or that of its motion."""
    model, begin, end = _task(source, until, start)
    title = Path(source.place).stem
    if is_live:
        return da.live(model, begin, until=end, title=title, file=out)
    return da.view(da.simulate(model, begin, until=end), title=title, file=out)


@app.command()
@takes_model
def compare(
    source: Source,
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
    as_json: AsJson = False,
) -> None:
    """Derive a model by several principles, and tell to how many digits they agree and what they cost.

    A Python file is executed. The command fails, with exit code 1, if the principles do not agree.
    """
    several = [chosen(words) for words in principles.split(",")] if principles else None
    places = [object_named(name, "coordinates") for name in coordinates.split(",")] if coordinates else None
    measure = chosen(reference) if reference else None
    subject = source.model()
    with watched("comparing"):
        comparison = da.compare(subject, several, states, coordinates=places, reference=measure, seed=seed)
    rows = [{"name": row.name, "applies": row.applies, "error": row.error} for row in comparison.rows]
    data = {"agrees": comparison.agrees(), "reference": comparison.reference, "rows": rows}
    told(str(comparison), data | {"bound": comparison.bound}, as_json)
    if not comparison.agrees():
        raise typer.Exit(FAILED)


add_file_commands(app)
