"""Help of every public name lists its arguments, as NumPy's does."""

import inspect
import pydoc
import re
from enum import Enum
from operator import attrgetter
from typing import Any

import pytest

import dalembert as da
from dalembert.contract_help import ContractClass
from tests.test_public_names import spoken

VERBS = (
    *("simulate", "batch", "stepper", "derive", "explain", "linearize", "equilibrium", "equilibria"),
    *("steady_motion", "continuation", "inverse_dynamics", "kinematics", "assemble", "mobility", "summary"),
    *("sensitivities", "periodic_motion", "sweep", "variants", "plot", "draw", "animate"),
    *("view", "compare", "convert_state", "resume", "load_motion", "trajectory", "optimize", "mpc"),
)
PARTS = (
    *("Revolute", "Prismatic", "Screw", "Cylindrical", "Universal", "Spherical", "Planar", "Translational"),
    *("Free", "Weld", "Spring", "Damper", "JointSpring", "JointDamper", "JointForce", "PointForce", "Torque"),
    *("Motor", "Drive", "Distance", "Coincident", "Stop"),
)
"""Parts that nearly every model has."""


def value_of(name: str) -> Any:
    """What stands behind `da.<name>`."""
    return attrgetter(name)(da)


def sections_of(value: Any) -> dict[str, str]:
    """Text of each section of a docstring by its title; that before the first has none."""
    parts = re.split(r"^(\w+)\n-+$", inspect.getdoc(value) or "", flags=re.MULTILINE)
    return dict(zip(["", *parts[1::2]], parts[::2], strict=True))


def sections(name: str) -> dict[str, str]:
    """Sections of the docstring of a public name."""
    return sections_of(value_of(name))


def arguments_of(value: Any) -> list[inspect.Parameter]:
    """Arguments that people give: none of what is no call of theirs, such as members of an enumeration."""
    if not (inspect.isclass(value) or inspect.isroutine(value)):
        return []
    if inspect.isclass(value) and issubclass(value, Enum | Exception):
        return []
    found = inspect.signature(value).parameters.values()
    return [argument for argument in found if not argument.name.startswith("_")]


def not_explained(value: Any) -> str:
    """What is wrong with the list of arguments in a docstring; empty if each is there, in order, with a text.

    `Parameters` mark those that have a default as optional. Values that the package makes, and people only read,
    have `Attributes` instead.
    """
    arguments, found = arguments_of(value), sections_of(value)
    if not arguments:
        return ""
    listed = re.findall(
        r"^(\*{0,2}\w+) : (.+)\n    (?=\S)", found.get("Parameters") or found.get("Attributes") or "", re.MULTILINE
    )
    if [name for name, _ in listed] != [str(one).split(":")[0].split("=")[0] for one in arguments]:
        return f"it has {[one.name for one in arguments]}, the docstring {[name for name, _ in listed]}"
    optional = {one.name for one in arguments if one.default is not inspect.Parameter.empty}
    marked = {name for name, kind in listed if kind.endswith("optional")}
    if "Parameters" in found and marked != optional:
        return f"optional are {sorted(optional)}, not {sorted(marked)}"
    texts = dict(re.findall(r"^(\*{0,2}\w+) : .+\n((?:    .*\n?)+)", found.get("Parameters", ""), re.MULTILINE))
    untold = [
        one.name
        for one in arguments
        if one.default not in (inspect.Parameter.empty, None, ())
        and not re.search("default|unless", texts.get(one.name, "default"), re.IGNORECASE)
    ]
    return f"the defaults of {untold} are not told" if untold else ""


def test_help_of_every_public_name_lists_each_argument_in_its_order_and_tells_defaults():
    """A function or class whose call has arguments explains all of them, one by one."""
    values = {name: value_of(name) for name in spoken()}
    assert sum(bool(arguments_of(value)) for value in values.values()) > 480
    assert {name: text for name, value in values.items() if (text := not_explained(value))} == {}


def test_arguments_that_are_not_explained_are_noticed():
    def silent(x, y=1.0):
        """A sum."""

    def swapped(x, y=1.0):
        """A sum.

        Parameters
        ----------
        y : float, optional
            One.
        x : float
            The other.
        """

    def unmarked(x, y=1.0):
        """A sum.

        Parameters
        ----------
        x : float
            One.
        y : float
            The other.
        """

    def empty(x):
        """A value.

        Parameters
        ----------
        x : float
        """

    def vague(x=1.0):
        """A value.

        Parameters
        ----------
        x : float, optional
            One.
        """

    def told(*x, y=1.0):
        """A sum.

        Parameters
        ----------
        *x : float
            Terms.
        y : float, optional
            One more; default 1.
        """

    assert all(not_explained(value) for value in (silent, swapped, unmarked, empty, vague))
    assert not not_explained(told) and not not_explained(da.pi)


@pytest.mark.parametrize("name", PARTS)
def test_help_of_a_part_has_an_example_and_fits_on_a_screen_or_two(name):
    assert ">>> " in sections(name)["Examples"]
    text = pydoc.render_doc(getattr(da, name), renderer=pydoc.plaintext)
    assert len(text.splitlines()) < 75
    # what machinery asks of every part
    assert "check_parameters" not in text


def test_help_of_what_fills_a_contract_shows_no_internals_of_it():
    """Methods, principles, solvers and laws as parts do: machinery stands in the help of the contract."""
    shown = {}
    for name in spoken():
        value = value_of(name)
        if isinstance(value, ContractClass) and not value.__abstractmethods__ and name != "extend.Part":
            shown[name] = pydoc.render_doc(value, renderer=pydoc.plaintext)
    assert {"Kane", "methods.DOP853", "solvers.NullSpace", "contacts.PoissonImpact", "Revolute"} <= {*shown}
    assert {name for name, text in shown.items() if "inherited from dalembert" in text} == set()
    assert {name: n for name, text in shown.items() if (n := len(text.splitlines())) > 100} == {}
    # who writes a method of one's own finds all of it
    assert "uniform_step" in pydoc.render_doc(da.methods.Method, renderer=pydoc.plaintext)


@pytest.mark.parametrize("name", VERBS)
def test_help_tells_what_comes_back(name):
    assert sections(name)["Returns"].strip()
