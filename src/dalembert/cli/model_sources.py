"""Models out of files that commands are given."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any, TypeVar

import dalembert as da

T = TypeVar("T")

PREFERRED = "model"
"""The name that is taken if there are several models."""


def model_from(place: str, options: Mapping[str, Any] | None = None) -> da.Model:
    """The model in a file that `da.load` reads, or in a Python file, `arm.py`, one of several `arm.py:two_links`.

    It is an object in the file, or what a function returns that is called without arguments. Without a name, it is
    `model`, or else the only object or function that is a model by its type or by its annotation, `-> da.Model`.
    """
    file, name = _split(place)
    if file.suffix.lower() != ".py":
        _check_options(file, options)
        return da.load(file, **(options or {}))
    if options:
        raise da.errors.ModelError(f"{_flag(options)} is for URDF files and such; a Python file says it itself")
    module = _executed(file)
    if name:
        if not hasattr(module, name):
            raise da.errors.ModelError(f"{file} has no {name!r}; models there: {_told(_candidates(module))}")
        return _made(file, name, getattr(module, name))
    if hasattr(module, PREFERRED):
        return _made(file, PREFERRED, getattr(module, PREFERRED))
    models = _candidates(module)
    if not models:
        raise da.errors.ModelError(
            f"{file} has no model: neither a da.Model in a variable nor a function that is annotated with "
            "`-> da.Model` and needs no arguments"
        )
    if len(models) > 1:
        first = next(iter(models))
        raise da.errors.ModelError(
            f"{file} has several models: {_told(models)}; choose one, such as {file}:{first}"
        )
    (only,) = models.items()
    return _made(file, *only)


def model_and_start(
    place: str, options: Mapping[str, Any] | None = None
) -> tuple[da.Model, da.model_files.ModelFile | None]:
    """The model in a file, and all of the file if it is one of our own format, with a start and tasks."""
    file, _ = _split(place)
    if file.suffix.lower() != ".toml":
        return model_from(place, options), None
    _check_options(file, options)
    contents = da.model_files.read(file)
    return contents.model, contents


def _check_options(file: Path, options: Mapping[str, Any] | None) -> None:
    if options and file.suffix.lower() == ".toml":
        raise da.errors.ModelError(f"{_flag(options)} is for URDF files and such; a model file says it itself")


def _flag(options: Mapping[str, Any]) -> str:
    """The first of some options, as it is typed."""
    return f"--{next(iter(options)).replace('_', '-')}"


def _split(place: str) -> tuple[Path, str]:
    """File and name; a colon may also be part of the path."""
    file, colon, name = place.rpartition(":")
    if not colon or not name.isidentifier() or Path(place).exists():
        file, name = place, ""
    if not Path(file).is_file():
        raise da.errors.ModelError(f"there is no file {file!r}")
    return Path(file), name


def _executed(file: Path) -> ModuleType:
    """The file as a module; as for a script, files beside it can be imported."""
    folder = str(file.resolve().parent)
    spec = spec_from_file_location(f"model file {file.stem}", file)
    if spec is None or spec.loader is None:
        raise da.errors.ModelError(f"{file} is no Python file: its name must end in .py")
    module = module_from_spec(spec)
    # dataclasses look their module up
    sys.modules[spec.name] = module
    sys.path.insert(0, folder)
    try:
        _told_with_line(file, partial(spec.loader.exec_module, module))
    finally:
        sys.path.remove(folder)
    return module


def _told_with_line(file: Path, run: Callable[[], T]) -> T:
    """Result of a call; its failure as an error of ours, with the line of the file."""
    try:
        return run()
    except da.errors.DalembertError:
        raise
    except (Exception, SystemExit) as error:
        frames = extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if Path(frame.filename).resolve() == file.resolve()]
        where = f"{file}, line {lines[-1]}" if lines else f"{file}"
        raise da.errors.ModelError(f"{where}: {type(error).__name__}: {error}") from error


def _candidates(module: ModuleType) -> dict[str, object]:
    """Public names of models, and of functions of the file that return one."""
    return {
        name: value
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (isinstance(value, da.Model) or (inspect.isfunction(value) and _returns_model(value, module)))
    }


def _returns_model(function: Callable[..., object], module: ModuleType) -> bool:
    if function.__module__ != module.__name__:
        return False
    try:
        signature = inspect.signature(function, eval_str=True)
    except NameError:
        # an annotation for type checkers only
        return False
    return signature.return_annotation is da.Model and _needs_nothing(signature)


def _needs_nothing(signature: inspect.Signature) -> bool:
    """Whether a call without arguments is possible."""
    gathering = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return all(x.default is not x.empty or x.kind in gathering for x in signature.parameters.values())


def _made(file: Path, name: str, value: object) -> da.Model:
    """The model that a name stands for."""
    if inspect.isfunction(value):
        if not _needs_nothing(inspect.signature(value)):
            raise da.errors.ModelError(f"{name!r} in {file} needs arguments; a function of none is wanted")
        value = _told_with_line(file, value)
    if not isinstance(value, da.Model):
        raise da.errors.ModelError(f"{name!r} in {file} is no model, but {type(value).__name__}")
    return value


def _told(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"
