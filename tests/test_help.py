"""Help of the large verbs lists every argument, as NumPy's does."""

import inspect
import pydoc
import re
from operator import attrgetter
from typing import Any

import pytest

import dalembert as da

VERBS = (
    *("simulate", "batch", "stepper", "derive", "explain", "linearize", "equilibrium", "equilibria"),
    *("steady_motion", "continuation", "inverse_dynamics", "kinematics", "assemble", "mobility", "summary"),
    *("sensitivities", "periodic_motion", "sweep", "variants", "plot", "draw", "animate"),
    *("view", "compare", "convert_state", "resume", "load_motion", "trajectory", "optimize", "mpc"),
)
CLASSES = ("Model", "Event", "Contact", "State")
PARTS = (
    *("Revolute", "Prismatic", "Screw", "Cylindrical", "Universal", "Spherical", "Planar", "Translational"),
    *("Free", "Weld", "Spring", "Damper", "JointSpring", "JointDamper", "JointForce", "PointForce", "Torque"),
    *("Motor", "Drive", "Distance", "Coincident", "Stop"),
)
"""Parts that nearly every model has."""
FLAT = (
    *(
        "Actuator",
        "Body",
        "Bushing",
        "Coulomb",
        "DryFriction",
        "Gear",
        "Holonomic",
        "Inertia",
        "Input",
        "JointStop",
    ),
    *(
        "Nonholonomic",
        "PinInSlot",
        "Potential",
        "Rolling",
        "Servo",
        "StateVariable",
        "States",
        "Submodel",
        "param",
    ),
    *("BoltzmannHamel", "DAlembert", "Gauss", "GibbsAppell", "Hamilton", "Jourdain", "Kane", "Maggi", "Modular"),
    *("NewtonEuler", "Nonminimal", "Recursive", "UdwadiaKalaba", "as_dynamics", "impulse", "steady_motions"),
    *("acceleration", "angular_velocity", "coordinate", "orientation", "position", "reaction_force"),
    *("reaction_moment", "speed", "velocity", "port", "radians", "spline"),
    *("box", "cone", "cylinder", "disc", "ellipsoid", "particle", "rod", "sphere", "torus"),
)
"""All other flat names that take arguments, but functions of numbers such as `sin`."""
HOMES = {
    "geometry": (
        "cam",
        "curve",
        "cylinder_inside",
        "cylinder_outside",
        "line",
        "plane",
        "sphere_inside",
        "sphere_outside",
        "surface",
    ),
    "planar": (
        "Sketch",
        "circle_profile",
        "closing_spring",
        "counterweights",
        "cycloidal",
        "flat_cam",
        "gear_friction",
        "grashof",
        "harmonic",
        "instant_centre",
        "joint_friction",
        "lift_law",
        "lift_off",
        "mechanical_advantage",
        "motion_range",
        "nodal_equations",
        "polar_profile",
        "polynomial_345",
        "polynomial_4567",
        "profile",
        "roller_cam",
        "shaking_force",
        "shaking_moment",
        "spline_profile",
        "transmission_angle",
    ),
    "control": (
        "LeastInputs",
        "PID",
        "SampledController",
        "bode",
        "closed_loop",
        "estimator",
        "goal_report",
        "goal_start",
        "internal_dynamics",
        "kalman",
        "law",
        "lqr",
        "lqr_along",
        "minimum_jerk",
        "nyquist",
        "root_locus",
        "trapezoidal",
        "with_input_instead",
        "with_input_states",
    ),
    "measures": ("angular_acceleration", "distance", "force", "multiplier", "rotation_angle", "state_variable"),
    "methods": (
        "Baumgarte",
        "ConstantAcceleration",
        "DOP853",
        "DormandPrince",
        "ExplicitEuler",
        "GaussLegendre",
        "GeneralizedAlpha",
        "ImplicitMidpoint",
        "IndexThree",
        "KuttaMerson",
        "MoreauJean",
        "RK4",
        "Radau",
    ),
    "relations": (
        "AccelerationConstraint",
        "AngleBetween",
        "Belt",
        "CoordinateDifference",
        "KnifeEdge",
        "Parallel",
        "Perpendicular",
        "PointOnCurve",
        "PointOnLine",
        "PointOnPlane",
        "PointOnSurface",
        "RackAndPinion",
        "RelativeRotation",
        "ScrewCoupling",
        "external_mesh",
        "internal_mesh",
    ),
}
"""Names of homes that take arguments, by home."""
IN_HOMES = [f"{home}.{name}" for home, names in HOMES.items() for name in names]


def value_of(name: str) -> Any:
    """What stands behind `da.<name>`."""
    return attrgetter(name)(da)


def sections(name: str) -> dict[str, str]:
    """Text of each section of a docstring by its title; that before the first has none."""
    parts = re.split(r"^(\w+)\n-+$", inspect.getdoc(value_of(name)) or "", flags=re.MULTILINE)
    return dict(zip(["", *parts[1::2]], parts[::2], strict=True))


@pytest.mark.parametrize("name", [*VERBS, *CLASSES, *PARTS, *FLAT, *IN_HOMES])
def test_help_lists_every_argument_in_its_order_and_tells_defaults(name):
    listed = re.findall(r"^(\*?\w+) : (.+)$", sections(name)["Parameters"], re.MULTILINE)
    arguments = inspect.signature(value_of(name)).parameters.values()
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
