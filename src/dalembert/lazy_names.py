"""Names that packages offer: listed in their stubs, a line each, and loaded when they are first used."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from types import ModuleType
from typing import Any

from dalembert.memo import uncollected

Load = Callable[[str], object]


def modules_of_names(folder: str) -> dict[str, str]:
    """The module that each name comes from, as `__init__.pyi` in a folder says.

    So type checkers see what a package offers, and importing it costs next to nothing.
    """
    with open(f"{folder}/__init__.pyi", encoding="utf-8") as file:
        imports = [line.split() for line in file if line.startswith("from ")]
    return {name: module for _, module, _, name, *_ in imports}


def loading(package: dict[str, Any], listed: dict[str, str]) -> tuple[Load, Callable[[], list[str]], list[str]]:
    """`__getattr__`, `__dir__` and `__all__` of a package that offers these names; those loaded stand in it."""
    name_of_package, folder, names = package["__name__"], package["__path__"][0], sorted(listed)

    def load(name: str) -> object:
        if name == "__version__":
            return _version(name_of_package.split(".")[0])
        if name not in listed:
            elsewhere = _elsewhere(name_of_package, folder, listed, name)
            raise AttributeError(f"module {name_of_package!r} has no attribute {name!r}{elsewhere}")
        home = listed[name]
        # to look for garbage among what modules define takes a sixth of the time that they take to load
        with uncollected():
            value = _offered(home, name)
        package[name] = value
        return value

    return load, lambda: names, names


def _version(package: str) -> str:
    """The version of an installed package; reading it takes longer than importing all else."""
    return str(import_module("importlib.metadata").version(package))


def _offered(home: str, name: str) -> object:
    """The attribute of this name in a module, or the module of that name below it."""
    place = import_module(home)
    return getattr(place, name) if name in vars(place) or not hasattr(place, "__path__") else _below(place, name)


def _below(package: ModuleType, name: str) -> object:
    """The module of a name below a package, or the attribute of the package."""
    module = f"{package.__name__}.{name}"
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return getattr(package, name)


RENAMED = {
    "Drifting": "NoStabilization",
    "DriftProjection": "Projection",
    "Integral": "StateVariable",
    "checks": "diagnostics",
    "continued": "resume",
    "converted": "convert_state",
    "follow": "continuation",
    "forms": "formulations",
    "integral_value": "state_variable",
    "linear": "matrices",
    "looks": "visuals",
    "loops": "kernels",
    "page_html": "view",
    "parts": "extend",
    "what_if": "variants",
}
"""Public names of earlier versions, and the present ones."""


_OURS = {
    "Revolute": "Hinge HingeJoint Pin PinJoint Pivot RevoluteJoint Rotary RotationalJoint",
    "Prismatic": "PrismaticJoint Slider SliderJoint Slide",
    "Spherical": "Ball BallJoint SphericalJoint",
    "Weld": "Fixed FixedJoint Rigid WeldJoint",
    "Free": "Floating FreeJoint FreeFlyer SixDOF",
    "Cylindrical": "CylindricalJoint",
    "Planar": "PlanarJoint",
    "Body": "RigidBody Link",
    "extend.Frame": "ReferenceFrame Marker Point Site",
    "rod": "Bar",
    "Model": "System World MultibodyPlant MultibodySystem Mechanism Robot",
    "ground": "world Ground inertial_frame",
    "particle": "Particle PointMass",
    "PointForce": "Force PointLoad",
    "Torque": "Moment Couple",
    "Spring": "SpringDamper LinearSpring",
    "JointSpring": "TorsionalSpring RotationalSpring TorsionSpring RotSpring",
    "JointDamper": "TorsionalDamper RotationalDamper",
    "Kane": "KanesMethod",
    "Lagrange": "LagrangesMethod",
    "derive": "equations_of_motion eom",
    "coordinate": "dynamicsymbols",
    "orientation": "quaternion rotation_matrix",
    "reaction_force": "reaction joint_force constraint_force",
    "mobility": "dof DoF degrees_of_freedom",
    "sphere": "Sphere",
    "box": "Box Cuboid",
    "cylinder": "Cylinder",
    "Rolling": "Wheel RollingDisc Tire Tyre",
    "DryFriction": "Friction JointFriction",
    "Bushing": "Bearing",
    "planar.HigherPair": "Cam CamFollower",
    "relations.Belt": "Pulley",
    "contacts.Cable": "Rope Tendon Wire",
    "relations.RackAndPinion": "Rack",
    "param": "Parameter parameter",
    "time": "t",
    "radians": "deg2rad degrees deg",
    "simulate": "Simulator sim solve integrate solve_ivp odeint",
    "as_dynamics": "forward_dynamics aba compile",
    "inverse_dynamics": "rnea",
    "stepper": "mj_step step",
    "batch": "monte_carlo",
    "sweep": "parameter_sweep parametric_study",
    "matrices.mass_matrix": "crba",
    "assemble": "inverse_kinematics ik",
    "equilibrium": "static_equilibrium",
    "steady_motion": "trim",
    "linearize": "eigenvalues eig modes modal_analysis mode_shapes natural_frequencies linearise",
    "load": "load_urdf from_urdf read_urdf load_mjcf urdf mjcf sdf MjModel from_xml",
    "model_files.from_dh": "DH dh DHTable DHParameters",
    "save": "fmu to_fmu export_fmu export",
    "view": "visualize visualise render show viewer view3d",
    "animate": "animate3d animation",
    "control.step": "step_response",
    "control.bode": "bode_plot frequency_response",
    "control.root_locus": "rlocus",
    "methods.DormandPrince": "RK45 ode45",
    "methods.Radau": "ode15s BDF",
}
OF_OTHER_PACKAGES = {theirs: ours for ours, names in _OURS.items() for theirs in names.split()}
"""What people type who know another package, and what that is here."""


def _elsewhere(package: str, folder: str, listed: dict[str, str], name: str) -> str:
    """A hint about a name that a package does not offer but one of its homes does; empty if none has it.

    Homes are read, not loaded: a question whether there is a name must not take seconds.
    """
    if name.startswith("_"):
        return ""
    if (now := RENAMED.get(name)) in listed:
        return f"; it is called {package}.{now}"
    theirs = {_plain(other): ours for other, ours in OF_OTHER_PACKAGES.items()}
    if (here := OF_OTHER_PACKAGES.get(name)) and here.split(".")[0] in listed:
        return f"; it is called {package}.{here} here"
    # written another way, or with letters exchanged
    if same := [other for other in listed if _plain(other) == _plain(name)]:
        return f"; there is {package}.{same[0]}"
    if found := _in_a_home(package, folder, listed, name):
        return f"; there is {found}"
    if (here := theirs.get(_plain(name))) and here.split(".")[0] in listed:
        return f"; it is called {package}.{here} here"
    if found := _in_a_home(package, folder, listed, name, re.IGNORECASE):
        return f"; there is {found}"
    likely = get_close_matches(name, listed, n=1, cutoff=0.8)
    return f"; did you mean {package}.{likely[0]}?" if likely else ""


def _plain(name: str) -> str:
    """A name without capitals and underscores."""
    return name.replace("_", "").casefold()


def _in_a_home(package: str, folder: str, listed: dict[str, str], name: str, flags: int = 0) -> str:
    """The whole name of what a home offers under this name; empty if none does."""
    offered = re.compile(
        rf"^(?:from \S+ import ({name}) as {name}|(?:class|def) ({name})\b)", re.MULTILINE | flags
    )
    for home, module in listed.items():
        if not home.islower():
            continue
        below = "/".join([folder, *module.split(".")[1:]])
        for file in (f"{home}.py", f"{home}/__init__.py", f"{home}/__init__.pyi"):
            with suppress(OSError), open(f"{below}/{file}", encoding="utf-8") as text:
                if found := offered.search(text.read()):
                    return f"{package}.{home}.{found[1] or found[2]}"
    return ""
