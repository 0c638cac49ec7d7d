"""The types that model files can name by `type`: dataclasses of `model/`, and functions that make such parts.

A constructor knows its fields and their types. Reading, writing and the JSON schema are driven by these alone.
"""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from importlib import import_module
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from dalembert import model as model_room
from dalembert.errors import ModelError
from dalembert.expr import spline_ends
from dalembert.expr.spline import Spline, spline
from dalembert.files import file_tasks
from dalembert.files.file_tasks import Analysis, Picture
from dalembert.model import cams, curves, profiles, shapes, surfaces, visuals
from dalembert.model.bodies import Body, Frame
from dalembert.model.constraint import Constraint
from dalembert.model.constraints import gears
from dalembert.model.contacts.compliant import CompliantContact
from dalembert.model.contacts.contact_rows import ContactPart
from dalembert.model.controllers import PID
from dalembert.model.force import Force
from dalembert.model.joint import Joint
from dalembert.model.joints import extra_variables
from dalembert.model.measure import Measure
from dalembert.model.model import Model, Submodel
from dalembert.model.motors import Actuator, Motor
from dalembert.model.part import Part
from dalembert.model.servo import Servo
from dalembert.model.state_variable import StateVariable
from dalembert.model.visuals import Solid
from dalembert.name_checks import closest
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.pose import Pose

SECTIONS: Mapping[str, tuple[type, ...]] = {
    "body": (Body,),
    "joint": (Joint,),
    "constraint": (Constraint,),
    "force": (Force,),
    "contact": (ContactPart, CompliantContact),
    "motor": (Motor, Actuator),
    "controller": (PID,),
    "state_variable": (StateVariable,),
    "goal": (Servo,),
    "submodel": (Submodel,),
    "part": (Part,),
    "analysis": (Analysis,),
    "picture": (Picture,),
}
"""Lists of a model file, and what stands in each; the first that fits is the home of a class."""

FUNCTIONS: Sequence[Callable[..., object]] = (
    *(shapes.particle, shapes.rod, shapes.cylinder, shapes.cone, shapes.disc, shapes.torus),
    *(shapes.box, shapes.sphere, shapes.ellipsoid),
    *(surfaces.plane, surfaces.sphere_outside, surfaces.sphere_inside),
    *(surfaces.cylinder_outside, surfaces.cylinder_inside),
    *(curves.line, cams.cam, profiles.circle_profile, profiles.straight_profile, profiles.spline_profile),
    *(gears.external_mesh, gears.internal_mesh),
    *(extra_variables.extra_coordinate, extra_variables.extra_speed, spline),
)
"""Functions that may stand for what they make."""

OTHER_CLASSES: Sequence[type] = (Pose, Inertia, Spline)
"""Classes of other rooms that models hold."""

ALIASES: Mapping[type, Mapping[str, str]] = {Joint: {"parent": "from", "child": "to"}}
"""Names of fields in files, where these read better than those in Python."""

_HINTS: Mapping[tuple[type, str], Any] = {
    (Body, "visual"): Sequence[Solid] | Solid | None,
    (visuals.Plate, "corners"): Sequence[Sequence[float]],
}
"""Types of fields whose annotations leave them open."""


@dataclass(frozen=True)
class Field:
    """An argument of a constructor: its name in Python and in files, its type, its default."""

    name: str
    key: str
    hint: Any
    default: Any
    is_required: bool


@dataclass(frozen=True)
class Constructor:
    """A class or function by the name that files call it."""

    name: str
    make: Callable[..., Any]
    result: type
    fields: tuple[Field, ...]

    def field(self, key: str) -> Field | None:
        """The field that files call so."""
        return next((field for field in self.fields if field.key == key), None)

    @property
    def section(self) -> str | None:
        """The list of a model file in which it stands; None for what stands inside other things."""
        return section_of(self.result)

    @property
    def description(self) -> str:
        """The first sentence of its docstring."""
        return (inspect.getdoc(self.make) or "").partition("\n\n")[0].replace("\n", " ")


def section_of(kind: type) -> str | None:
    """The list of a model file in which things of a class stand, if they do."""
    return next((name for name, classes in SECTIONS.items() if issubclass(kind, classes)), None)


@cache
def constructors() -> Mapping[str, tuple[Constructor, ...]]:
    """All of them by name; a few names are those of a part and of a solid for drawings."""
    by_name: dict[str, list[Constructor]] = {}
    for kind in _reachable(list(dict.fromkeys(_classes()))):
        by_name.setdefault(kind.__name__, []).append(of_class(kind))
    for function in FUNCTIONS:
        by_name.setdefault(function.__name__, []).append(_of_function(function))
    return {name: tuple(group) for name, group in by_name.items()}


def _reachable(kinds: Sequence[Any]) -> list[Any]:
    """Classes whose values stand in a list of a model file, in measures, or in fields of these, however deep."""
    wanted: set[type] = {Measure, *(base for bases in SECTIONS.values() for base in bases)}
    done: dict[Any, None] = {}
    while more := [x for x in kinds if x not in done and issubclass(x, tuple(wanted))]:
        done |= dict.fromkeys(more)
        hints = [field.hint for kind in more for field in of_class(kind).fields]
        wanted |= {kind for hint in hints for kind in _all_classes(hint)} - {Model}
    return [kind for kind in done if kind not in (Part, Analysis, Picture, Frame)]


def _all_classes(hint: Any) -> set[type]:
    """Classes of ours in a type, also inside of lists and mappings."""
    # the arguments of a function are a list
    parts = [part for x in alternatives(hint) for part in get_args(x) if not isinstance(part, list)]
    inner = {kind for part in parts for kind in _all_classes(part)}
    return inner.union(classes_in(hint))


def _classes() -> Iterator[type[Any]]:
    modules = [
        import_module(found.name) for found in pkgutil.walk_packages(model_room.__path__, "dalembert.model.")
    ]
    for module in (*modules, spline_ends, file_tasks):
        for value in vars(module).values():
            if isinstance(value, type) and value.__module__ == module.__name__ and _is_constructible(value):
                yield value
    yield from OTHER_CLASSES


def _is_constructible(kind: type) -> bool:
    return is_dataclass(kind) and not inspect.isabstract(kind) and not kind.__name__.startswith("_")


@cache
def of_class(kind: Any) -> Constructor:
    """The constructor of a dataclass."""
    hints = _resolved(kind)
    aliases = next((names for base, names in ALIASES.items() if issubclass(kind, base)), {})
    arguments = []
    for field in fields(kind):
        if field.init:
            default = field.default if field.default_factory is MISSING else field.default_factory()
            hint = _HINTS.get((kind, field.name), hints[field.name])
            key = aliases.get(field.name, field.name)
            arguments.append(Field(field.name, key, hint, default, default is MISSING))
    return Constructor(kind.__name__, kind, kind, tuple(arguments))


def _of_function(function: Callable[..., object]) -> Constructor:
    hints = _resolved(function)
    arguments = [
        Field(name, name, hints[name], argument.default, argument.default is argument.empty)
        for name, argument in inspect.signature(function).parameters.items()
    ]
    return Constructor(function.__name__, function, hints["return"], tuple(arguments))


def _resolved(thing: Any) -> dict[str, Any]:
    """Types of fields or arguments; the alias `Place` is a text while a program runs."""
    return get_type_hints(thing, localns={"Place": Body | Frame})


@cache
def alternatives(hint: Any) -> tuple[Any, ...]:
    """The types that a value may have, of a union each."""
    if get_origin(hint) in (Union, UnionType):
        return tuple(dict.fromkeys(kind for option in get_args(hint) for kind in alternatives(option)))
    return (NoneType,) if hint is None else (hint,)


def fitting(name: str, hint: Any) -> Constructor:
    """The constructor of this name that makes something of a type; raises if there is none, with a hint."""
    kinds = _results(hint)
    choices = [x for x in constructors().get(name, ()) if not kinds or _fits(x, kinds)]
    if choices:
        return choices[0]
    names = names_fitting(hint)
    if name in constructors():
        raise ModelError(f"{name!r} does not fit here; {_told(names)}")
    raise ModelError(f"there is no type {name!r}; {closest(name, names)}")


def _told(names: Sequence[str]) -> str:
    return f"there are {', '.join(map(repr, names[:12]))}" if names else "nothing with a type does"


def names_fitting(hint: Any) -> list[str]:
    """Names of all constructors that make something of a type."""
    return [x.name for x in constructors_fitting(hint)]


@cache
def constructors_fitting(hint: Any) -> tuple[Constructor, ...]:
    """All constructors that make something of a type, sorted by name."""
    kinds = _results(hint)
    found = [x for group in constructors().values() for x in group if _fits(x, kinds)]
    return tuple(sorted(found, key=lambda x: x.name))


def _results(hint: Any) -> tuple[type, ...]:
    """Classes of what may stand for a type; bodies too, where a list of them is meant."""
    return classes_in(hint) or ((hint,) if isinstance(hint, type) else ())


def _fits(constructor: Constructor, kinds: Sequence[type]) -> bool:
    return issubclass(constructor.result, tuple(kinds))


@cache
def classes_in(hint: Any) -> tuple[type, ...]:
    """Classes among the alternatives of a type whose values are written as tables."""
    # bodies and frames are named
    return tuple(
        x
        for x in alternatives(hint)
        if isinstance(x, type) and x.__module__.startswith("dalembert.") and x not in (Body, Frame)
    )
