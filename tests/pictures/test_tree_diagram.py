"""Pictures of trees of systems: diagrams with counts at every node, and their bodies like those of models."""

import base64
import re
from itertools import combinations, pairwise

import numpy as np
import pytest
from matplotlib.patches import FancyBboxPatch

import dalembert as da
from dalembert.pictures.body_poses import state_scene
from tests.modules import five_bar
from tests.modules.bicycle import bicycle, straight

S = da.expr.symbol


def bead(name):
    return da.modules.point_mass(name, mass=1.0, gravity=(0.0, -9.81))


def rope(n):
    """Beads in a row, every one at a distance from the next, in groups of four."""
    groups = {}
    for first in range(0, n, 4):
        names = [f"bead {k}" for k in range(4)]
        pairs = pairwise(names)
        rows = {
            f"{a} to {b}": (S(f"{a}/x") - S(f"{b}/x")) ** 2 + (S(f"{a}/y") - S(f"{b}/y")) ** 2 - 1.0
            for a, b in pairs
        }
        children = {name: bead("bead") for name in names}
        independent = [f"{name}/{axis}.rate" for name in names for axis in "xy"]
        free = [independent[0], *independent[1::2]]
        groups[f"group {first // 4 + 1}"] = da.modules.subsystem(
            "group", children, constraints=rows, independent=free
        )
    return da.modules.subsystem("rope", groups)


def texts(figure):
    """Names and counts of the boxes, in the order in which they are drawn."""
    every = [text.get_text() for text in figure.axes[0].texts]
    return dict(zip(every[:-1:2], every[1:-1:2], strict=True))


@pytest.mark.covers("F000-88")
def test_the_tree_of_the_bicycle_has_its_counts_at_every_node():
    # W = {A = {S, H}, R, F} in the thesis; each wheel has three rows of rolling
    figure = da.draw(bicycle())
    assert texts(figure) == {
        "bicycle": "26 q (1 extra) · 11 rows · 3 dof",
        "frames": "13 q (1 extra) · 6 rows · 7 dof",
        "B": "6 q · 0 rows · 6 dof",
        "H": "6 q · 0 rows · 6 dof",
        "R": "6 q · 3 rows · 3 dof",
        "F": "6 q · 3 rows · 3 dof",
    }
    assert "degrees of freedom" in figure.axes[0].texts[-1].get_text()


@pytest.mark.covers("F000-88")
def test_counts_of_a_node_are_those_of_its_matrices():
    tree = five_bar.nested()
    shown = [text.get_text() for text in da.draw(tree).axes[0].texts[1:-1:2]]
    expected = []
    for node in tree.nodes():
        m, n = node.B.entries.shape
        assert n - m <= node.degrees_of_freedom
        extra = len(node.own_kinematics.coordinates)
        told = f" ({extra} extra)" if node.children and extra else ""
        counts = f"{len(node.coordinates)} q{told} · {m} row{'' if m == 1 else 's'}"
        expected.append(f"{counts} · {node.degrees_of_freedom} dof")
    assert sorted(shown) == sorted(expected)


@pytest.mark.covers("F000-88")
@pytest.mark.parametrize("n", [4, 32], ids=["6 nodes", "41 nodes"])
def test_texts_stay_in_boxes_that_do_not_meet(n):
    figure = da.draw(rope(n))
    (axis,) = figure.axes
    renderer = figure.canvas.get_renderer()
    boxes = [patch.get_window_extent(renderer) for patch in axis.patches if isinstance(patch, FancyBboxPatch)]
    assert len(boxes) == 1 + n // 4 + n
    assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))
    words = [text.get_window_extent(renderer) for text in axis.texts[:-1]]
    assert all(any(box.contains(*word.min) and box.contains(*word.max) for box in boxes) for word in words)
    assert not any(a.overlaps(b) for a, b in combinations(words, 2))


@pytest.mark.covers("F000-88")
def test_a_diagram_is_written_and_shown(tmp_path):
    motor = da.modules.dc_motor(
        "motor",
        torque_constant=0.3,
        back_emf=0.3,
        inertia=0.01,
        damping=0.0,
        inductance=0.5,
        resistance=1.5,
        voltage=da.Input("u"),
    )
    # a current is a speed without a coordinate
    figure = da.draw(motor, file=tmp_path / "motor.svg")
    assert texts(figure) == {"motor": "0 q · 0 rows · 2 dof"}
    assert (tmp_path / "motor.svg").stat().st_size > 0
    assert figure._repr_png_()[:4] == b"\x89PNG"


def test_a_tree_with_a_mistake_is_drawn_without_the_count_that_nobody_knows():
    twice = da.modules.subsystem(
        "twice",
        {"bead": bead("bead")},
        constraints={"along x": S("bead/x") - 1.0},
        independent=["bead/x.rate", "bead/y.rate"],
    )
    assert texts(da.draw(twice))["twice"] == "2 q · 1 row · ? dof"


def test_what_no_diagram_has_is_refused():
    tree = bicycle()
    with pytest.raises(da.errors.ModelError, match="'bicycle' is drawn as a diagram"):
        da.draw(tree, t=1.0)
    with pytest.raises(da.errors.ModelError, match=r"diagram of 251 systems cannot be read.*'group 1'"):
        da.draw(rope(200))


# ---- bodies of trees


def pendulum():
    """A plane body that is held at one of its points."""
    bob = da.modules.planar_body("bob", mass=2.0, inertia=0.1, gravity=(0.0, -9.81), nodes={"a": (0.0, 1.0)})
    return da.modules.subsystem(
        "pendulum",
        {"left": bob},
        constraints={"held along x": S("left/ax"), "held along y": S("left/ay")},
        independent=["left/angle.rate"],
    )


@pytest.mark.covers("F000-88")
def test_bodies_of_a_tree_are_where_its_variables_say():
    tree = pendulum()
    state = da.assemble(tree.equations, q={"left/angle": 0.8})
    scene = state_scene(da.as_dynamics(tree.equations), state)
    assert [body.name for body in scene.bodies] == ["left"]
    np.testing.assert_allclose(scene.poses.p[0, 0], [np.sin(0.8), -np.cos(0.8), 0.0], atol=1e-9)
    np.testing.assert_allclose(scene.poses.R[0, 0], da.spatial.rotation("z", 0.8), atol=1e-12)
    np.testing.assert_allclose(scene.up, [0.0, 1.0, 0.0])


@pytest.mark.covers("F000-88")
def test_a_tree_of_bodies_is_drawn_like_a_model(tmp_path):
    tree = bicycle()
    values = straight(3.0)
    state = tree.equations.state(q={name: x for name, x in values.items() if name in tree.coordinates})
    figure = da.draw(tree, state, file=tmp_path / "bicycle.png")
    assert {"B", "H", "R", "F"} <= {text.get_text() for text in figure.axes[0].texts}
    # z is downwards here, and so is gravity
    scene = state_scene(da.as_dynamics(tree.equations), state)
    np.testing.assert_allclose(scene.up, [0.0, 0.0, -1.0])
    wheels = dict(zip([body.name for body in scene.bodies], scene.poses.p[0], strict=True))
    assert wheels["R"][2] == pytest.approx(-0.3) and wheels["F"][2] == pytest.approx(-0.35)


@pytest.mark.covers("F000-88")
def test_motions_of_trees_are_drawn_animated_and_viewed(tmp_path):
    eom = pendulum().equations
    motion = da.simulate(eom, da.assemble(eom, q={"left/angle": 0.8}), until=0.3)
    assert da.draw(motion, t=[0.0, 0.3]).axes
    assert da.animate(motion, rate=4).frames
    page = da.view(motion, file=tmp_path / "pendulum.html").html
    assert "left" in page
    # the page has the diagram too, whose letters are drawn; of one leaf alone there is none
    (picture,) = re.findall(r'<img src="data:image/svg\+xml;base64,([^"]+)"', page)
    assert base64.b64decode(picture).startswith(b"<?xml") and page.count("<figure") == 1
    alone = da.simulate(bead("bead"), {"y": 1.0}, until=0.1)
    assert "<figure" not in da.view(alone, file=tmp_path / "bead.html").html
    with pytest.raises(da.errors.ModelError, match="act along its variables"):
        da.draw(motion, arrows=["gravity"])


@pytest.mark.covers("F000-88")
def test_bodies_keep_their_places_when_a_tree_is_made_flat_or_renamed():
    tree = pendulum()
    renamed = tree.renamed("arm")
    (body,) = renamed.bodies
    assert body.name == "arm/left"
    at = {S("arm/left/x"): 1.0, S("arm/left/y"): 2.0, S("arm/left/angle"): 0.3}
    np.testing.assert_allclose(da.expr.evaluate(body.p, at), [1.0, 2.0, 0.0])
    (flat,) = tree.flat().bodies
    np.testing.assert_allclose(da.expr.evaluate(flat.p, {S("left/x"): 1.0, S("left/y"): 2.0}), [1.0, 2.0, 0.0])


def test_a_tree_without_bodies_has_none_to_draw():
    tree = da.modules.subsystem("spring", coordinates="x", forces={"x": -S("x.rate'") - S("x")})
    with pytest.raises(da.errors.ModelError, match="no bodies to look at"):
        da.draw(tree, tree.equations.state())
