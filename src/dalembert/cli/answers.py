"""Answers of commands: as words for people, or as JSON for machines."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
import typer

import dalembert as da

FAILED, WRONG, INTERRUPTED = 1, 2, 130
"""Exit codes: what was asked does not hold or ended early; something is wrong; Ctrl-C."""


def told(words: str, data: Mapping[str, object], as_json: bool) -> None:
    """Print the words, or the data as one JSON object."""
    typer.echo(json.dumps(data, default=_plain, ensure_ascii=False) if as_json else words)


def tell_error(words: str) -> None:
    """Print an error in words, or as JSON where that was asked for."""
    if "--json" in sys.argv:
        print(json.dumps({"error": words}, ensure_ascii=False))
    typer.echo(f"error: {words}", err=True)


def end_early(why: str) -> None:
    """End the program with its exit code, if a run ended early for this reason."""
    if why:
        tell_error(why)
        raise typer.Exit(INTERRUPTED if why.startswith("interrupted") else FAILED)


def _plain(value: object) -> object:
    """Numbers and arrays as JSON has them; a complex number is its two parts."""
    if isinstance(value, np.ndarray):
        return _plain(value.tolist()) if value.dtype.kind != "c" else [_plain(x) for x in value.tolist()]
    if isinstance(value, complex):
        return [value.real, value.imag]
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, list | tuple):
        return list(value)
    return str(value)


def values_by_name(words: list[str], what: str) -> dict[str, float]:
    """Numbers that are given as NAME=VALUE."""
    values: dict[str, float] = {}
    for word in words:
        name, sign, text = word.rpartition("=")
        try:
            values[name.strip()] = float(text)
        except ValueError:
            sign = ""
        if not sign or not name.strip():
            raise da.errors.ModelError(f"{what} is given as NAME=NUMBER, such as shoulder=0.5, not {word!r}")
    return values


def laws_by_name(words: list[str], what: str) -> dict[str, Any]:
    """Laws of time that are given as NAME=LAW."""
    laws = {}
    for word in words:
        name, sign, text = word.partition("=")
        if not sign or not name.strip() or not text.strip():
            raise da.errors.ModelError(f"{what} is given as NAME=LAW, such as 'crank=2*t', not {word!r}")
        laws[name.strip()] = da.model_files.law_of_time(text)
    return laws


def vector(text: str, what: str) -> tuple[float, float, float]:
    """Three numbers with commas between them."""
    try:
        x, y, z = (float(word) for word in text.split(","))
    except ValueError:
        raise da.errors.ModelError(f"{what} is three numbers, such as 0,0,-9.81, not {text!r}") from None
    return x, y, z
