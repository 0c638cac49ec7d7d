"""The contract of all parts of a model: a name, fields that are checked when the part exists, contributions."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike

from dalembert.contract_help import ContractClass
from dalembert.errors import ModelError
from dalembert.expr.node import Node, Scalar, inputs_of
from dalembert.expr.spline import over_time
from dalembert.name_checks import closest
from dalembert.spatial.vectors import Axis, across, as_shape

SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "k": ("stiffness",),
    "c": ("damping",),
    "d": ("damping",),
    "rest": ("rest_length",),
    "length": ("rest_length",),
    "free_length": ("rest_length", "rest"),
    "rest_length": ("rest",),
    "rest_angle": ("rest",),
    "normal": ("axis",),
    "torque": ("law", "moment"),
    "force": ("law",),
    "value": ("law",),
    "velocity": ("speed",),
    "joint": ("coordinate",),
    "body": ("place", "first"),
    "point": ("place",),
    "ratio": ("radii",),
    "pitch": ("lead",),
    "mu": ("law",),
}
"""Names of arguments in other packages, and the names they may have here."""


class Output(NamedTuple):
    """A signal of a part: an expression of measures, and its unit, such as "N"; empty if it has none.

    Parameters
    ----------
    value : expression
        Expression of measures.
    unit : str, optional
        Unit such as "N"; default empty, for a number without one.

    Examples
    --------
    >>> import dalembert as da
    >>> output = da.extend.Output(da.coordinate("x") ** 2, "m²")
    >>> print(output.unit)
    m²
    """

    value: Scalar
    unit: str = ""


@dataclass(frozen=True)
class Part(metaclass=ContractClass):
    """A named part of a model; a value, complete and checked when it exists.

    A part contributes joints, constraints, forces and state variables: itself if it is one of these, or others
    that it stands for, as a motor stands for a force. Each call gives the same bodies for them.

    Parameters
    ----------
    *values : Any
        Fields of the part in their order, its name first.
    **options : Any
        Fields by name.

    Examples
    --------
    >>> import dalembert as da
    >>> print(isinstance(da.JointDamper("damper", "x", 2.0), da.extend.Part))
    True
    """

    names_in: ClassVar[tuple[str, ...]] = ("name",)
    """Fields that hold names of the model: in a submodel they get its prefix."""

    instead_of: ClassVar[Mapping[str, str]] = {}
    """Advice about arguments that the part does not have, but that people look for, by the argument."""

    name: str

    def __new__(cls, *values: Any, **options: Any) -> Self:
        check_arguments(cls, options)
        return super().__new__(cls)

    def __post_init__(self) -> None:
        checked_name(self.name, f"a {type(self).__name__}")

    @property
    def label(self) -> str:
        """The part as messages name it: its class and its name."""
        return f"{type(self).__name__} {self.name!r}"

    @property
    def joints(self) -> tuple[Part, ...]:
        """Joints that the part contributes."""
        return ()

    @property
    def constraints(self) -> tuple[Part, ...]:
        """Constraints that the part contributes."""
        return ()

    @property
    def forces(self) -> tuple[Part, ...]:
        """Force elements that the part contributes."""
        return ()

    @property
    def state_variables(self) -> tuple[Part, ...]:
        """First-order states that the part contributes, with their rates."""
        return ()

    @property
    def goals(self) -> tuple[Part, ...]:
        """Servo goals that the part contributes."""
        return ()

    def contact_points(self) -> tuple[Any, ...]:
        """Points at which the part may touch, each as rows that runs close and open."""
        return ()

    @property
    def is_contact_set(self) -> bool:
        """Whether the part lets many bodies touch whose pairs have no names."""
        return False

    @property
    def contact_coordinate(self) -> str | None:
        """Coordinate of a joint along which its points touch, as those of a stop do; None if they do elsewhere."""
        return None

    @property
    def run_states(self) -> tuple[str, ...]:
        """Names of states that runs had for it before its modes were held, which states may still tell."""
        return ()

    @property
    def point_law(self) -> Any:
        """The law of contact that the rows of the part obey, if it is a point of contact; else None."""
        return None

    @property
    def dry_friction_force(self) -> Any:
        """The velocities of dry friction, if the part is one that has a force by its name; else None."""
        return None

    @property
    def dry_friction_forces(self) -> tuple[Scalar, ...]:
        """Forces of dry friction along its velocities, as measures; empty while these are not determined."""
        return ()

    @property
    def in_words(self) -> str:
        """A short text for people: the laws of the contact."""
        return ""

    def contact_friction(self) -> tuple[Any, ...]:
        """Forces of friction by reactions, in runs with contacts: each with its `rows`, `static` and `kinetic`."""
        return ()

    def contact_parts(self) -> tuple[Part, ...]:
        """Other parts that belong to the points of contact, for the sake of signals."""
        return ()

    @property
    def outputs(self) -> Mapping[str, Output]:
        """Signals of the part, by key: `key` of the part `name` is the signal `name.key`."""
        return {}

    @property
    def has_open_numbers(self) -> bool:
        """Whether the part is possible with some values of its parameters only: `check_parameters` tells."""
        return False

    def check_parameters(self, p: Mapping[str, ArrayLike]) -> None:
        """Raise if the part is impossible with these values of parameters, or arrays; others are default ones."""
        return

    @property
    def is_input(self) -> bool:
        """Whether the part is nothing but an input, of its name."""
        return False

    @property
    def acts_on(self) -> tuple[str, ...]:
        """Coordinates on whose rates the part exerts forces directly, and speeds of no coordinate."""
        return ()

    def keep(self, shape: tuple[int, ...], *fields: str) -> None:
        """Check that fields hold finite numbers or expressions in this shape; arrays are kept as tuples."""
        for field in fields:
            array = as_shape(getattr(self, field), shape, f"{field!r} of {self.label}")
            object.__setattr__(self, field, as_tuple(array))

    def keep_law(self, field: str) -> None:
        """Check that a field holds a number or expression; a curve, such as of `da.spline`, is one over time."""
        object.__setattr__(self, field, over_time(getattr(self, field)))
        self.keep((), field)

    def keep_measured(self, field: str, example: str) -> None:
        """Check that a field holds an expression of measures, such as the example, or a list of them."""
        values = np.asarray(getattr(self, field), dtype=object)
        if values.ndim > 1 or not values.size:
            raise ModelError(f"{self.label} needs an expression or a list of them, not the shape {values.shape}")
        for value in values.flat:
            if not isinstance(value, Node) or not measures_in(value):
                raise ModelError(f"{self.label} needs expressions of measures such as {example}, not {value!r}")
        object.__setattr__(self, field, as_tuple(values) if values.ndim else values[()])

    def refuse_measures(self, *fields: str) -> None:
        """Check that fields depend on parameters and time only, so that there is a potential."""
        for field in fields:
            if measures := measures_in(getattr(self, field)):
                raise ModelError(
                    f"{field!r} of {self.label} depends on {measures[0]!r}, so it has no potential; "
                    "for a law of your own use a JointForce or a PointForce"
                )


def checked_name(name: str, owner: str) -> str:
    """A name of printable text without dots, which separate the components of results."""
    if not isinstance(name, str) or not name.strip() or "." in name or not name.isprintable():
        raise ModelError(f"{owner} needs a name of printable text without dots, not {name!r}")
    return name


def checked_axis(axis: Axis, what: str) -> Axis:
    """An axis of numbers, a vector as a tuple; `what` begins the message about anything else."""
    try:
        across(axis)
    except ModelError as error:
        raise ModelError(f"{what}: {error}") from None
    return axis if isinstance(axis, str) else as_tuple(axis)


def as_tuple(array: object) -> Any:
    """The entries of an array as nested tuples, which are compared like other values; a scalar stays one."""
    return _frozen(np.asarray(array).tolist())


def _frozen(entries: object) -> object:
    return tuple(map(_frozen, entries)) if isinstance(entries, list) else entries


def measures_in(value: object) -> Sequence[Node]:
    """The measures that an expression or an array of them depends on."""
    return [x for x in inputs_of(np.asarray(value, dtype=object).ravel()) if x.op == "measure"]


def check_arguments(kind: type[Part], given: Mapping[str, Any]) -> None:
    """Refuse arguments by keyword that a class of parts does not have, with a hint what was meant."""
    code = getattr(kind.__init__, "__code__", None)
    if not given or code is None or code.co_flags & inspect.CO_VARKEYWORDS:
        return
    names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
    for argument in given:
        if argument in names:
            continue
        meant = [name for name in SYNONYMS.get(argument, ()) if name in names]
        if argument in kind.instead_of:
            hint = kind.instead_of[argument]
        elif meant:
            hint = f"here it is called {' or '.join(map(repr, meant))}"
        else:
            hint = closest(argument, names)
        raise ModelError(f"{kind.__name__} has no argument {argument!r}; {hint}")
