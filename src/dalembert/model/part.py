"""What all parts of a model share: a name, and fields that are checked when the part exists."""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from dalembert.errors import ModelError
from dalembert.expr.node import Node, inputs_of
from dalembert.spatial.vectors import across, as_shape


class Output(NamedTuple):
    """A signal that a part has of its own: an expression of measures, and its unit if that is known."""

    value: Any
    unit: str = ""


@dataclass(frozen=True)
class Part(ABC):
    """A named part of a model; a value, complete and checked when it exists.

    What it contributes are joints, constraints, forces and state variables: itself if it is one of these, or
    others that it stands for, as a motor stands for a force. Bodies that these bring along are the same whenever
    it is asked.
    """

    names_in: ClassVar[tuple[str, ...]] = ("name",)
    """Fields that hold names of the model: in a submodel they get its prefix."""

    name: str

    def __post_init__(self) -> None:
        checked_name(self.name, f"a {type(self).__name__}")

    @property
    def label(self) -> str:
        """How messages call it."""
        return f"{type(self).__name__} {self.name!r}"

    @property
    def joints(self) -> tuple[Any, ...]:
        """Joints that it contributes."""
        return ()

    @property
    def constraints(self) -> tuple[Any, ...]:
        """Constraints that it contributes."""
        return ()

    @property
    def forces(self) -> tuple[Any, ...]:
        """Force elements that it contributes."""
        return ()

    @property
    def state_variables(self) -> tuple[Any, ...]:
        """First-order states that it contributes, with their rates."""
        return ()

    @property
    def goals(self) -> tuple[Any, ...]:
        """Servo goals that it contributes."""
        return ()

    def contact_points(self) -> tuple[Any, ...]:
        """Points at which it may touch, each as rows that runs close and open."""
        return ()

    @property
    def run_states(self) -> tuple[str, ...]:
        """Names of states that runs had for it before its modes were held, which states may still tell."""
        return ()

    @property
    def point_law(self) -> Any:
        """The law of contact that its rows obey, if it is a point of one whose law can be told; else None."""
        return None

    @property
    def kinetic_friction(self) -> Any:
        """How it rubs, if it is dry friction that may be asked for by its name; else None."""
        return None

    @property
    def kinetic_friction_forces(self) -> tuple[Any, ...]:
        """What it exerts then along its velocities, as measures; none while that is not known."""
        return ()

    @property
    def in_words(self) -> str:
        """What it does where it touches, for people."""
        return ""

    def contact_friction(self) -> tuple[Any, ...]:
        """Forces of friction by reactions, in runs with contacts: each with its `rows`, `static` and `kinetic`."""
        return ()

    def contact_parts(self) -> tuple[Any, ...]:
        """Other parts that belong to its points there, for the sake of signals."""
        return ()

    @property
    def outputs(self) -> Mapping[str, Output]:
        """Signals of its own, by what follows its name and a dot in theirs."""
        return {}

    @property
    def has_open_numbers(self) -> bool:
        """Whether it is possible with some values of its parameters only, and is asked about them."""
        return False

    def check_parameters(self, p: Mapping[str, Any]) -> None:
        """Raise if it is impossible with these values of parameters, or arrays of them; others are usual."""
        return

    @property
    def is_input(self) -> bool:
        """Whether it is nothing but an input, of its name."""
        return False

    @property
    def acts_on(self) -> tuple[str, ...]:
        """Coordinates on whose rates it exerts forces directly, and speeds of no coordinate."""
        return ()

    def keep(self, shape: tuple[int, ...], *fields: str) -> None:
        """Check that fields hold finite numbers or expressions in this shape; arrays are kept as tuples."""
        for field in fields:
            array = as_shape(getattr(self, field), shape, f"{field!r} of {self.label}")
            object.__setattr__(self, field, as_tuple(array))

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
    """A usable name: a dot separates the components of results, so none is in it."""
    if not isinstance(name, str) or not name.strip() or "." in name or not name.isprintable():
        raise ModelError(f"{owner} needs a name of printable text without dots, not {name!r}")
    return name


def checked_axis(axis: Any, what: str) -> Any:
    """An axis of numbers, a vector as a tuple; `what` begins the message about anything else."""
    try:
        across(axis)
    except ModelError as error:
        raise ModelError(f"{what}: {error}") from None
    return axis if isinstance(axis, str) else as_tuple(axis)


def as_tuple(array: Any) -> Any:
    """The entries of an array as nested tuples, which are compared like other values; a scalar stays one."""
    return _frozen(np.asarray(array).tolist())


def _frozen(entries: Any) -> Any:
    return tuple(map(_frozen, entries)) if isinstance(entries, list) else entries


def measures_in(value: Any) -> Sequence[Any]:
    """The measures that an expression or an array of them depends on."""
    return [x for x in inputs_of(np.asarray(value, dtype=object).ravel()) if x.op == "measure"]
