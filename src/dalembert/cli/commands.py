"""What can be asked for on the command line."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
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


@app.command()
def compare(
    model: Annotated[str, typer.Argument(help="A Python file with a model, or one of several: FILE:NAME.")],
    principles: Annotated[
        str, typer.Option(help="Principles by name, with commas between: Recursive,Absolute. All unless given.")
    ] = "",
    reference: Annotated[str, typer.Option(help="The principle that the others are measured by.")] = "",
    states: Annotated[int, typer.Option(min=1, help="How many random states.")] = 20,
    seed: Annotated[int, typer.Option(help="Other numbers give other states.")] = 1,
) -> None:
    """Derive a model by several principles, and tell to how many digits they agree and what they cost.

    MODEL is a Python file with a da.Model in a variable, or with a function that returns one and is annotated so.
    The file is executed. The command fails, with exit code 1, if the principles do not agree.
    """
    chosen = [_principle(name.strip()) for name in principles.split(",")] if principles else None
    measure = _principle(reference.strip()) if reference else None
    found = da.compare(model_from(model), chosen, states, reference=measure, seed=seed)
    typer.echo(str(found))
    if not found.agrees():
        raise typer.Exit(1)


def _principle(name: str) -> Any:
    """A principle with its usual options, by its public name."""
    if not _is_principle(name):
        known = ", ".join(filter(_is_principle, dir(da)))
        raise da.errors.ModelError(f"there is no principle {name!r}; there are {known}")
    return getattr(da, name)()


def _is_principle(name: str) -> bool:
    thing = getattr(da, name) if name in dir(da) else None
    return isinstance(thing, type) and callable(getattr(thing, "equations", None))
