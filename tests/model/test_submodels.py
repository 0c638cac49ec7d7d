"""Models inside models: the same equations as when all is written out."""

from typing import Any

import numpy as np
import pytest

from dalembert.errors import ModelError
from dalembert.expr.symbol_nodes import param, time
from dalembert.model.bodies import Body, ground
from dalembert.model.forces.applied import PointForce
from dalembert.model.forces.bushing import Bushing
from dalembert.model.forces.joint_forces import JointForce, JointSpring
from dalembert.model.forces.joint_stop import JointStop
from dalembert.model.forces.line_forces import Damper, Spring
from dalembert.model.forces.potential import Potential
from dalembert.model.joints.free import Free
from dalembert.model.joints.planar_joint import Planar
from dalembert.model.joints.revolute import Revolute
from dalembert.model.joints.spherical import Spherical
from dalembert.model.joints.weld import Weld
from dalembert.model.measure import coordinate, distance, position, speed, velocity
from dalembert.model.model import Model, Submodel
from dalembert.model.motors import Motor
from dalembert.model.shapes import box, cylinder, rod
from dalembert.model.submodels import port
from tests.model.states import AtRandom

RTOL = 1e-12
"""The same operations, perhaps in another order."""

GRAVITY = (0.0, -9.81, 0.0)
L, K = param("l", 0.5), param("k", 30.0)


def leg_parts(prefix: str, thigh: Any, shin: Body, l: Any, k: Any) -> list[Any]:
    """Joint, forces and motor of a leg, as they stand in a model or in a copy of it."""
    knee = f"{prefix}knee"
    return [
        Revolute(knee, thigh, shin.at(x=0.1), axis="z"),
        JointSpring(f"{prefix}spring", knee, k, 0.1 * l),
        JointForce(f"{prefix}law", knee, l * speed(knee) - coordinate(knee) ** 3 + position(shin["end"])[1]),
        JointStop(f"{prefix}stop", knee, upper=0.2, stiffness=k),
        PointForce(f"{prefix}drag", shin["end"], -0.3 * velocity(shin["end"])),
        Potential(f"{prefix}pull", distance(shin["end"], ground.at(x=1.0)) ** 2),
        Spring(f"{prefix}tether", ground, shin["end"], k, l),
        Motor(f"{prefix}motor", knee),
        Motor(f"{prefix}drive", knee, l * time),
    ]


def leg(l: Any = L, k: Any = K) -> Model:
    """A module: nothing carries the thigh."""
    thigh, shin = rod("thigh", length=l, mass=1.0, radius=0.1), rod("shin", length=0.4, mass=0.5)
    return Model(
        *leg_parts("", thigh["end"], shin, l, k),
        ports={"hip": thigh["start"], "knee": thigh["end"], "foot": shin["end"]},
    )


def robot(shared: Any = ()) -> Model:
    trunk = box("trunk", size=(0.5, 0.2, 0.1), mass=4.0)
    left, right = Submodel("left", leg(), shared=shared), Submodel("right", leg(), shared=shared)
    return Model(
        Planar("trunk motion", ground, trunk),
        left,
        right,
        Revolute("left hip", trunk.at(x=0.2), left["hip"]),
        Revolute("right hip", trunk.at(x=-0.2), port("right", "hip").at(y=0.05)),
        Damper("strap", left["foot"], port("right", "foot"), 2.0),
        JointForce("balance", "left hip", 3.0 * (coordinate("right/knee") - coordinate("left/knee"))),
        gravity=GRAVITY,
    )


def robot_by_hand(l: dict[str, Any], k: dict[str, Any]) -> Model:
    trunk = box("trunk", size=(0.5, 0.2, 0.1), mass=4.0)
    thigh = {side: rod(f"{side}/thigh", length=l[side], mass=1.0, radius=0.1) for side in ("left", "right")}
    shin = {side: rod(f"{side}/shin", length=0.4, mass=0.5) for side in ("left", "right")}
    return Model(
        Planar("trunk motion", ground, trunk),
        Revolute("left hip", trunk.at(x=0.2), thigh["left"]),
        Revolute("right hip", trunk.at(x=-0.2), thigh["right"].at(y=0.05)),
        *leg_parts("left/", thigh["left"]["end"], shin["left"], l["left"], k["left"]),
        *leg_parts("right/", thigh["right"]["end"], shin["right"], l["right"], k["right"]),
        Damper("strap", shin["left"]["end"], shin["right"]["end"], 2.0),
        JointForce("balance", "left hip", 3.0 * (coordinate("right/knee") - coordinate("left/knee"))),
        gravity=GRAVITY,
    )


STATE = {
    "trunk motion.x": 0.3,
    "trunk motion.angle": 0.7,
    "left hip": -0.4,
    "right hip": 0.5,
    "left/knee": 0.6,
    "right/knee": -0.8,
    "left/knee.rate": 1.5,
    "right hip.rate": -2.0,
    "trunk motion.angle.rate": 0.4,
    "left/motor": 3.0,
    "right/motor": -1.0,
}


def accelerations(model: Model, **p: float) -> dict[str, float]:
    rest = dict.fromkeys([*model.coordinates, *model.speeds], 0.1)
    return AtRandom(model, given=rest | STATE, **p).accelerations()


@pytest.mark.covers("F000-19")
def test_one_module_twice_moves_like_the_model_written_out():
    sides = {"left": 0.5, "right": 0.5}
    by_hand = robot_by_hand(sides, {"left": 30.0, "right": 30.0})
    assert accelerations(robot()) == pytest.approx(accelerations(by_hand), rel=RTOL)


def test_each_copy_has_its_own_parameters():
    whole = robot()
    assert whole.parameters == {"left/l": 0.5, "left/k": 30.0, "right/l": 0.5, "right/k": 30.0}
    by_hand = robot_by_hand({"left": 0.6, "right": 0.4}, {"left": 10.0, "right": 20.0})
    values = {"left/l": 0.6, "right/l": 0.4, "left/k": 10.0, "right/k": 20.0}
    assert accelerations(whole, **values) == pytest.approx(accelerations(by_hand), rel=RTOL)


def test_shared_parameters_are_those_of_the_whole():
    whole = robot(shared=[K])
    assert whole.parameters == {"left/l": 0.5, "k": 30.0, "right/l": 0.5}
    by_hand = robot_by_hand({"left": 0.5, "right": 0.5}, {"left": 12.0, "right": 12.0})
    assert accelerations(whole, k=12.0) == pytest.approx(accelerations(by_hand), rel=RTOL)


def test_names_get_the_prefix_of_the_copy():
    whole = robot()
    assert {"left/knee", "right/knee"} < set(whole.coordinates)
    assert [motor.name for motor in whole.motors] == ["left/motor", "right/motor"]
    assert {"left/spring", "right/drive"} < {force.name for force in whole.forces}
    assert {body.name for body in whole.bodies} == {
        "trunk",
        "left/thigh",
        "left/shin",
        "right/thigh",
        "right/shin",
    }
    assert [part.name for part in whole.children] == ["left", "right"]


def test_bodies_are_copied_for_every_instance():
    module = leg()
    trunk = box("trunk", size=(0.5, 0.2, 0.1), mass=4.0)
    left, right = Submodel("left", module), Submodel("right", module)
    whole = Model(
        Free("pose", ground, trunk), left, right, Weld("a", trunk, left["hip"]), Weld("b", trunk, right["hip"])
    )
    copies = {whole.body("left/shin"), whole.body("right/shin"), module.body("shin")}
    assert len(copies) == 3
    assert len({body.inertia for body in copies}) == 1
    assert whole.body("left/shin")["end"].pose.p[0] == 0.4


def test_expressions_about_the_whole_name_copies_and_ports():
    at = AtRandom(robot())
    by_port, by_body = position(port("left", "foot")), position(at.model.body("left/shin")["end"])
    np.testing.assert_array_equal(at.number(by_port), at.number(by_body))
    offset = at.number(position(port("left", "foot").at(y=1.0), relative_to=port("left", "foot")))
    np.testing.assert_allclose(offset, [0.0, 1.0, 0.0], atol=1e-15)


def test_angles_named_by_the_user_get_the_prefix_too():
    ball = box("ball", size=(1.0, 1.0, 1.0), mass=1.0)
    module = Model(
        Spherical("joint", ground, ball, angles="zxy", names=["yaw", "lean", "spin"]),
        JointForce("law", "lean", -coordinate("yaw")),
    )
    whole = Model(Submodel("top", module))
    assert whole.coordinates == ("top/yaw", "top/lean", "top/spin")
    assert whole.forces[0].acts_on == ("top/lean",)


def test_ground_of_a_submodel_is_that_of_the_whole():
    def pendulum(prefix: str) -> tuple[Any, Any]:
        bob = rod(f"{prefix}bob", length=1.0, mass=1.0)
        return Revolute(f"{prefix}pin", ground.at(x=0.3), bob, axis="z"), bob

    pin, bob = pendulum("")
    module = Model(pin, ports={"end": bob["end"]}, gravity=GRAVITY)
    two = Model(
        Submodel("a", module),
        Submodel("b", module),
        Spring("s", port("a", "end"), port("b", "end"), 5.0, 0.2),
        gravity=GRAVITY,
    )
    (pin_a, a), (pin_b, b) = pendulum("a/"), pendulum("b/")
    by_hand = Model(pin_a, pin_b, Spring("s", a["end"], b["end"], 5.0, 0.2), gravity=GRAVITY)
    given = {"a/pin": 0.3, "b/pin": -0.6, "a/pin.rate": 1.0}
    found, expected = (AtRandom(model, given=given).accelerations() for model in (two, by_hand))
    assert found == pytest.approx(expected, rel=RTOL)
    assert module.tree.links[0].body is bob


def test_a_module_may_be_a_single_body():
    wheel = Model(ports={"hub": cylinder("rim", radius=0.3, length=0.1, mass=2.0, axis="y")})
    cart = box("cart", size=(1.0, 0.5, 0.2), mass=10.0)
    front, rear = Submodel("front", wheel), Submodel("rear", wheel)
    whole = Model(
        Free("pose", ground, cart),
        front,
        rear,
        Revolute("front axle", cart.at(x=0.4), front["hub"], axis="y"),
        Revolute("rear axle", cart.at(x=-0.4), rear["hub"], axis="y"),
    )
    assert [body.name for body in whole.bodies] == ["cart", "front/rim", "rear/rim"]


def nested(depth_first: bool) -> Model:
    """Hand on wrist on arm on ground: the hand inside the arm module, or beside it."""
    hand = Model(ports={"palm": box("hand", size=(0.1, 0.05, 0.02), mass=param("mass", 0.4))})
    arm = rod("arm", length=0.6, mass=1.0, radius=0.03)
    palm = port("hand", "palm")
    wrist = Revolute("wrist", arm["end"], palm, axis="y")
    bearing = Bushing("bearing", arm["end"], palm, np.diag([1.0] * 6))
    if depth_first:
        module = Model(Submodel("hand", hand), wrist, bearing, ports={"base": arm, "palm": palm})
        return Model(Submodel("limb", module), Spherical("shoulder", ground, port("limb", "base"), angles="xyz"))
    return Model(Submodel("hand", hand), wrist, bearing, Spherical("shoulder", ground, arm, angles="xyz"))


@pytest.mark.covers("F000-19")
def test_nesting_changes_names_only():
    deep, flat = nested(True), nested(False)
    assert set(deep.coordinates) == {"shoulder.angle1", "shoulder.angle2", "shoulder.angle3", "limb/wrist"}
    assert deep.parameters == {"limb/hand/mass": 0.4}
    given = {"shoulder.angle1": 0.2, "shoulder.angle2": 0.5, "shoulder.angle3": -0.3, "shoulder.angle3.rate": 0.7}
    a = AtRandom(
        deep, given=given | {"limb/wrist": 0.4, "limb/wrist.rate": 1.0, **_still(deep, given)}
    ).accelerations()
    b = AtRandom(flat, given=given | {"wrist": 0.4, "wrist.rate": 1.0, **_still(flat, given)}).accelerations()
    assert {name.removeprefix("limb/"): x for name, x in a.items()} == pytest.approx(b, rel=RTOL)


def _still(model: Model, given: dict[str, float]) -> dict[str, float]:
    return {name: 0.0 for name in model.speeds if name not in given and "wrist" not in name}


def test_ports_can_be_handed_on():
    inner = Model(ports={"hub": box("rim", size=(1.0, 1.0, 1.0), mass=1.0)})
    middle = Model(Submodel("inner", inner), ports={"axle": port("inner", "hub").at(x=0.5)})
    whole = Model(Submodel("outer", middle), Revolute("pin", ground, port("outer", "axle")))
    assert whole.bodies[0].name == "outer/inner/rim"
    assert whole.tree.links[0].joint.child_frame.pose.p.tolist() == [0.5, 0.0, 0.0]


# what is refused


def wheel(**options: Any) -> Model:
    return Model(ports={"hub": box("rim", size=(1.0, 1.0, 1.0), mass=param("mass", 1.0))}, **options)


def standing(*parts: Any) -> Model:
    return Model(Submodel("left", wheel()), Revolute("pin", ground, port("left", "hub")), *parts)


RIM = box("rim", size=(1.0, 1.0, 1.0), mass=1.0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Submodel("left", "wheel"), "Submodel 'left' needs a Model, not 'wheel'"),
        (lambda: Submodel("left", wheel())["hup"], "no port of Submodel 'left' called 'hup'; did you mean 'hub'"),
        (lambda: Submodel("left", wheel(), shared=[L]), "Submodel 'left' cannot share l; .* are mass"),
        (lambda: Model(wheel()), r"give Submodel\(name, model\)"),
        (lambda: standing(Submodel("left", wheel())), "2 parts are called 'left'"),
        (
            lambda: standing(Revolute("r", port("right", "hub"), RIM)),
            "no submodel for .*: 'right'; there are 'left'",
        ),
        (
            lambda: standing(Revolute("r", port("left", "hob"), RIM)),
            "port of submodel 'left' called 'hob'; did you mean",
        ),
        (lambda: standing(Weld("w", port("left", "hub"), port("left", "hub"))), "Weld 'w' joins .* same body"),
        (
            lambda: Model(Submodel("left", wheel())),
            "nothing carries 'left/rim' of Submodel 'left'; join one of its ports",
        ),
        (lambda: standing(Submodel("right", wheel())), "nothing carries 'right/rim' of Submodel 'right'"),
        (lambda: port("left", 3), "a port is given by two names"),
        (lambda: wheel().tree, "nothing carries 'rim'; this model is a module: use it as a Submodel"),
        (lambda: Model(ports={"hub": "rim"}), "port 'hub' needs a body or a frame"),
        (lambda: standing(Spring("s", ground, RIM, 1.0)), "'rim', which is not part of the model; its copies are"),
        (
            lambda: Model(Submodel("left", wheel(gravity=(0, 0, -9.81))), Weld("w", ground, port("left", "hub"))),
            r"Submodel 'left' was made with gravity \(0, 0, -9.81\), the model it stands in with \(0, 0, 0\)",
        ),
    ],
)
def test_wrong_submodels_are_refused(make, message):
    with pytest.raises(ModelError, match=message):
        make()
