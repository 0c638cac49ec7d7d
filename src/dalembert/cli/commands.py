"""What can be asked for on the command line."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from inspect import isabstract
from typing import Annotated, Any

import typer

import dalembert as da
from dalembert.cli.model_files import model_from

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
        typer.echo(f"dalembert {_version()}")
        raise typer.Exit


def _version() -> str:
    try:
        return version("dalembert")
    except PackageNotFoundError:
        return "from a source folder, not installed"


ModelFile = Annotated[
    str, typer.Argument(help="A URDF file, or a Python file with a model; one of several is FILE:NAME.")
]


@app.command()
def check(model: ModelFile) -> None:
    """Tell what is in a model: parts, degrees of freedom, redundant constraints, and what a file says beyond it.

    A Python file is executed; it has a da.Model in a variable, or a function that returns one.
    """
    typer.echo(da.summary(model_from(model)))


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
    chosen = [_chosen(words) for words in principles.split(",")] if principles else None
    places = [_object(name, "coordinates") for name in coordinates.split(",")] if coordinates else None
    measure = _chosen(reference) if reference else None
    found = da.compare(model_from(model), chosen, states, coordinates=places, reference=measure, seed=seed)
    typer.echo(str(found))
    if not found.agrees():
        raise typer.Exit(1)


_KINDS = {"principle": "equations", "coordinates": "arranged"}
"""What can be named, and the method that tells it."""


def _chosen(words: str) -> Any:
    """A principle, or one in coordinates: Kane, Kane in Absolute."""
    principle, _, coordinates = words.partition(" in ")
    by = _object(principle, "principle")
    return (by, _object(coordinates, "coordinates")) if coordinates else by


def _object(name: str, kind: str) -> Any:
    """A principle or coordinates with default options, by its public name."""
    choices = _choices(kind)
    if name.strip() not in choices:
        verb = "are" if kind == "coordinates" else "is"
        raise da.errors.ModelError(f"there {verb} no {kind} {name.strip()!r}; there are {', '.join(choices)}")
    return choices[name.strip()]()


def _choices(kind: str) -> dict[str, type]:
    """Public classes of a kind by name, sorted."""
    places = (da, da.formulations, da.modules)
    public = {name: getattr(place, name) for place in places for name in dir(place) if not name.startswith("_")}
    return {
        name: thing
        for name, thing in sorted(public.items())
        if isinstance(thing, type) and callable(getattr(thing, _KINDS[kind], None)) and not isabstract(thing)
    }
