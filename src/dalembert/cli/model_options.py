"""Options that all commands share which take a model: how a file of another package is read."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import typer

import dalembert as da
from dalembert.cli.answers import vector
from dalembert.cli.model_sources import model_and_start, model_from

MODEL = Annotated[
    str,
    typer.Argument(
        help="A model file, a URDF, SDF or MJCF file, or a Python file; one of several models is FILE:NAME."
    ),
]
OPTIONS: Mapping[str, tuple[Any, object]] = {
    "gravity": (
        Annotated[str, typer.Option(help="Acceleration of free fall of files that say none, such as 0,0,-9.81.")],
        "",
    ),
    "stops": (Annotated[bool, typer.Option("--stops", help="Limits of joints are hard stops.")], False),
    "friction": (Annotated[bool, typer.Option("--friction", help="Dry friction of joints is kept.")], False),
    "contacts": (
        Annotated[str, typer.Option(help="Geoms of MJCF that make contacts: none, ground or all.")],
        "none",
    ),
    "free_base": (
        Annotated[bool, typer.Option("--free-base", help="The first link of a URDF moves freely.")],
        False,
    ),
    "inertia": (
        Annotated[str, typer.Option(help='"as given" takes inertias that belong to no possible body.')],
        "checked",
    ),
}
"""Options of `da.load` by name: their type, and what they are unless given."""


@dataclass(frozen=True)
class Source:
    """Where a model comes from, and how its file is read."""

    place: str
    options: Mapping[str, Any]
    """Those that are not as they are unless given."""

    def model(self) -> da.Model:
        """The model."""
        return model_from(self.place, self.options)

    def model_and_file(self) -> tuple[da.Model, da.model_files.ModelFile | None]:
        """The model, and all of its file if that is one of our own format."""
        return model_and_start(self.place, self.options)


def takes_model(command: Callable[..., None]) -> Callable[..., None]:
    """A command whose first parameter is a `Source`, as one with a place and the options of all such commands."""
    signature = inspect.signature(command, eval_str=True)
    first, *others = signature.parameters.values()
    keyword = inspect.Parameter.KEYWORD_ONLY
    place = inspect.Parameter("model", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=MODEL)
    options = [
        inspect.Parameter(name, keyword, annotation=annotation, default=default)
        for name, (annotation, default) in OPTIONS.items()
    ]

    @functools.wraps(command)
    def with_source(model: str, **given: Any) -> None:
        chosen = {name: given.pop(name) for name in OPTIONS}
        changed = {name: x for name, x in chosen.items() if x != OPTIONS[name][1]}
        if "gravity" in changed:
            changed["gravity"] = vector(changed["gravity"], "--gravity")
        command(**{first.name: Source(model, changed)}, **given)

    parameters = [place, *(x.replace(kind=keyword) for x in others), *options]
    vars(with_source)["__signature__"] = signature.replace(parameters=parameters)
    with_source.__annotations__ = {x.name: x.annotation for x in parameters}
    return with_source
