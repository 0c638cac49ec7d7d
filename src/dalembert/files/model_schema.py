"""The JSON schema of model files, made of the same constructors that read them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from enum import Enum
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_origin

import numpy as np

from dalembert.expr.node import Node
from dalembert.expr.spline import Spline
from dalembert.files.constructors import (
    SECTIONS,
    Constructor,
    alternatives,
    classes_in,
    constructors_fitting,
    fitting,
    of_class,
)
from dalembert.files.model_reader import VERSION
from dalembert.files.start_reader import START_KEYS
from dalembert.model.bodies import Body, Frame
from dalembert.model.model import Model

Schema = dict[str, Any]

_NUMBER: Schema = {"type": ["number", "string"], "description": "a number, or an expression as a text"}
_PLACE = {"$ref": "#/$defs/place"}
_TYPE_IS_OPEN = {"body": "Body", "submodel": "Submodel", "goal": "Servo", "state_variable": "StateVariable"} | {
    "controller": "PID"
}
"""Lists whose tables may leave out their type."""


def schema() -> Schema:
    """The JSON schema of model files, with which editors complete and check them.

    Returns
    -------
    dict
        A schema of draft 2020-12; `json.dumps` makes a file of it.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.model_files.schema()["$schema"])
    https://json-schema.org/draft/2020-12/schema
    """
    definitions: dict[str, Schema] = {"place": _place(), "model": {}}
    definitions["model"] = _model(definitions)
    properties = {
        "version": {"const": VERSION},
        "start": {"type": "object", "additionalProperties": False, "properties": _start()},
        "models": {"type": "object", "additionalProperties": {"$ref": "#/$defs/model"}},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "a model file of dalembert",
        "type": "object",
        "required": ["version"],
        "properties": {**properties, **definitions["model"]["properties"]},
        "additionalProperties": False,
        "$defs": definitions,
    }


def schema_text() -> str:
    """The schema as the text of a file."""
    return json.dumps(schema(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _start() -> Schema:
    by_name = {"type": "object", "additionalProperties": _NUMBER}
    return {key: _NUMBER if key == "t" else by_name for key in START_KEYS}


def _model(definitions: dict[str, Schema]) -> Schema:
    texts = {"type": "array", "items": {"type": "string"}}
    start = {"type": "object", "additionalProperties": False, "properties": _start()}
    splines = [_table(x, definitions, False) for x in (of_class(Spline), fitting("spline", Spline))]
    properties: Schema = {
        "include": texts,
        "gravity": {"type": "array", "items": _NUMBER, "minItems": 3, "maxItems": 3},
        "parameters": {"type": "object", "additionalProperties": _NUMBER},
        "expressions": {"type": "object", "additionalProperties": _NUMBER},
        "splines": {"type": "object", "additionalProperties": {"anyOf": splines}},
        "frames": {"type": "object", "additionalProperties": _PLACE},
        "ports": {"type": "object", "additionalProperties": _PLACE},
        "cut": texts,
        "notes": texts,
        "starts": {"type": "object", "additionalProperties": start},
    }
    for section, bases in SECTIONS.items():
        choices = [x for base in bases for x in constructors_fitting(base) if x.section == section]
        default = _TYPE_IS_OPEN.get(section)
        tables = [_table(x, definitions, x.name != default) for x in choices]
        properties[section] = {"type": "array", "items": {"anyOf": tables}}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _place() -> Schema:
    vector = {"type": "array", "items": _NUMBER, "minItems": 3, "maxItems": 3}
    turned = {"type": "object", "properties": {"about": {"type": ["string", "array"]}, "by": _NUMBER}}
    keys = {
        "on": _PLACE,
        "at": vector,
        "rotation": {"type": "array", "items": vector, "minItems": 3, "maxItems": 3},
    }
    keys |= {key: {"type": "string"} for key in ("label", "port", "of")} | {"rotated": turned}
    table = {"type": "object", "properties": keys, "additionalProperties": False}
    words = "a body, a marker such as 'arm.end', a port such as 'left.hub', or a frame of [frames]"
    return {"anyOf": [{"type": "string", "description": words}, table]}


def _table(constructor: Constructor, definitions: dict[str, Schema], needs_type: bool) -> Schema:
    """The schema of what a constructor takes."""
    properties = {field.key: _of(field.hint, definitions) for field in constructor.fields}
    required = [field.key for field in constructor.fields if field.is_required]
    properties["type"] = {"const": constructor.name}
    table: Schema = {"type": "object", "title": constructor.name, "description": constructor.description}
    return table | {
        "properties": properties,
        "required": ["type", *required] if needs_type else required,
        "additionalProperties": False,
    }


def _of(hint: Any, definitions: dict[str, Schema]) -> Schema:
    """The schema of values of a type."""
    choices: list[Schema] = []
    for kind in alternatives(hint):
        choices += _choices(kind, hint, definitions)
    unique = [x for k, x in enumerate(choices) if x not in choices[:k]]
    return {} if {} in unique else unique[0] if len(unique) == 1 else {"anyOf": unique}


def _choices(kind: Any, hint: Any, definitions: dict[str, Schema]) -> list[Schema]:
    origin, args = get_origin(kind), get_args(kind)
    if kind is Any:
        return [{}]
    if kind in (NoneType, complex, bytes):
        return []
    if kind in (float, Node):
        return [_NUMBER]
    if kind in (Body, Frame):
        return [_PLACE]
    if kind in (str, Path, Model):
        return [{"type": "string"}]
    if kind is bool or kind is int:
        return [{"type": "boolean" if kind is bool else "integer"}]
    if kind is np.ndarray or origin is np.ndarray:
        return [{"type": "array"}]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return [{"enum": list(kind.__members__)}]
    if origin is tuple or (isinstance(origin, type) and issubclass(origin, Sequence)):
        return [{"type": "array", "items": _of(args[0], definitions)}]
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return [{"type": "object", "additionalProperties": _of(args[1], definitions)}]
    return [_class(kind, hint, definitions)] if isinstance(kind, type) and origin is None else []


def _class(kind: type, hint: Any, definitions: dict[str, Schema]) -> Schema:
    """A reference to what may stand for a class."""
    name = f"{kind.__module__.rpartition('.')[2]}.{kind.__name__}"
    if name not in definitions:
        definitions[name] = {}
        constructors = constructors_fitting(kind) if classes_in(kind) else ()
        only = [x for x in constructors if x.make is kind]
        tables = [_table(x, definitions, x not in only) for x in constructors]
        simple = [x.name for x in constructors if not any(field.is_required for field in x.fields)]
        definitions[name] = {"anyOf": [*tables, *([{"enum": simple}] if simple else [])]}
    return {"$ref": f"#/$defs/{name}"}
