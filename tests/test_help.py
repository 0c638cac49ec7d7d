"""Help of the large verbs lists every argument, as NumPy's does."""

import inspect
import pydoc
import re

import pytest

import dalembert as da

VERBS = (
    *("simulate", "batch", "stepper", "derive", "explain", "linearize", "equilibrium", "equilibria"),
    *("steady_motion", "continuation", "inverse_dynamics", "kinematics", "assemble", "mobility", "summary"),
    *("sensitivities", "periodic_motion", "sweep", "variants", "plot", "draw", "animate"),
    *("view", "compare", "convert_state", "resume", "load_motion"),
)
CLASSES = ("Model", "Event", "Contact", "State")
PARTS = (
    *("Revolute", "Prismatic", "Screw", "Cylindrical", "Universal", "Spherical", "Planar", "Translational"),
    *("Free", "Weld", "Spring", "Damper", "JointSpring", "JointDamper", "JointForce", "PointForce", "Torque"),
    *("Motor", "Drive", "Distance", "Coincident", "Stop"),
)
"""Parts that nearly every model has."""


def sections(name: str) -> dict[str, str]:
    """Text of each section of a docstring by its title; that before the first has none."""
    parts = re.split(r"^(\w+)\n-+$", inspect.getdoc(getattr(da, name)) or "", flags=re.MULTILINE)
    return dict(zip(["", *parts[1::2]], parts[::2], strict=True))


@pytest.mark.parametrize("name", [*VERBS, *CLASSES, *PARTS])
def test_help_lists_every_argument_in_its_order_and_tells_defaults(name):
    listed = re.findall(r"^(\*?\w+) : (.+)$", sections(name)["Parameters"], re.MULTILINE)
    arguments = inspect.signature(getattr(da, name)).parameters.values()
    assert [argument for argument, _ in listed] == [str(one).split(":")[0] for one in arguments]
    optional = {one.name for one in arguments if one.default is not inspect.Parameter.empty}
    assert {argument for argument, kind in listed if kind.endswith("optional")} == optional


@pytest.mark.parametrize("name", PARTS)
def test_help_of_a_part_has_an_example_and_fits_on_a_screen_or_two(name):
    assert ">>> " in sections(name)["Examples"]
    text = pydoc.render_doc(getattr(da, name), renderer=pydoc.plaintext)
    assert len(text.splitlines()) < 75
    # what machinery asks of every part
    assert "check_parameters" not in text


@pytest.mark.parametrize("name", VERBS)
def test_help_tells_what_comes_back(name):
    assert sections(name)["Returns"].strip()
