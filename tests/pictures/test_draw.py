import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.collections import PolyCollection

import dalembert as da
from dalembert.errors import ModelError
from dalembert.pictures import draw as drawing
from dalembert.pictures.arrows import arrow_measures
from dalembert.pictures.body_poses import state_scene
from dalembert.pictures.camera import Camera
from dalembert.pictures.draw import default_state
from dalembert.pictures.figures import force_text
from dalembert.pictures.raster import Raster
from dalembert.pictures.shaded_surfaces import Surface
from tests.pictures.models import pendulum, slider_crank, swing, tripod

pytestmark = pytest.mark.slow

NASTY = "<script>alert('$x_{1}$\")</script>"


def words(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def extents(figure):
    renderer = figure.canvas.get_renderer()
    return [text.get_window_extent(renderer) for text in figure.axes[0].texts if text.get_text()]


@pytest.fixture(scope="module")
def crank():
    model = slider_crank()
    dynamics = da.as_dynamics(model)
    return dynamics, da.assemble(dynamics, q={"shaft": 1.0}, guess={"guide": 0.9})


# ---- what is seen


@pytest.mark.parametrize("make", [pendulum, slider_crank, tripod])
def test_nothing_is_cut_off(make):
    dynamics = da.as_dynamics(make())
    state = default_state(dynamics)
    scene = state_scene(dynamics, state)
    axes = da.draw(dynamics, state).axes[0]
    flat = Camera.of(scene).flat(scene.points)
    for points, limits in zip(flat.T, (axes.get_xlim(), axes.get_ylim()), strict=True):
        assert limits[0] < points.min() and points.max() < limits[1]


def test_bodies_have_names_that_do_not_cover_each_other(crank):
    figure = da.draw(*crank)
    assert {"crank", "rod", "piston"} <= set(words(figure))
    boxes = extents(figure)
    assert not any(a.overlaps(b) for k, a in enumerate(boxes) for b in boxes[k + 1 :])
    assert "crank" not in words(da.draw(*crank, names=False))


def test_pins_ground_springs_and_dampers_have_their_symbols(crank):
    axes = da.draw(*crank).axes[0]
    # two circles for each of three pins; a triangle under the one on the ground
    assert sum(type(patch).__name__ == "Circle" for patch in axes.patches) == 6
    assert sum(type(patch).__name__ == "Polygon" for patch in axes.patches) == 1
    longest = max(len(path) for lines in axes.collections for path in lines.get_paths())
    assert longest > 15, "the zigzag of a spring"


def test_other_instants_are_ghosts():
    axes = da.draw(swing(), t=[0.0, 0.2, 0.5]).axes[0]
    assert sum(isinstance(one, PolyCollection) for one in axes.collections) == 3
    strengths = [one.get_facecolor()[:, :3].min() for one in axes.collections if isinstance(one, PolyCollection)]
    assert strengths[0] > strengths[1] > strengths[2]


def test_the_body_is_drawn_where_it_is():
    motion = swing()
    axes = da.draw(motion, t=0.5).axes[0]
    (faces,) = (one for one in axes.collections if isinstance(one, PolyCollection))
    points = np.concatenate([path.vertices for path in faces.get_paths()])
    row = int(np.argmin(np.abs(motion.times - 0.5)))
    angle = motion["hinge"][row]
    along = points @ [np.cos(angle), np.sin(angle)]
    across = points @ [-np.sin(angle), np.cos(angle)]
    assert (along.min(), along.max()) == pytest.approx((0.0, 1.0), abs=0.03)
    assert np.abs(across).max() < 0.03


# ---- arrows


def test_arrows_are_the_forces_and_the_longest_is_told():
    model = pendulum()
    figure = da.draw(model, arrows=["hinge", "gravity"])
    # at rest and level the hinge carries a quarter of the weight: m g / 4
    assert "hinge 2.45 N" in words(figure)
    assert "arm 9.81 N" in words(figure)
    assert "longest arrow 9.81 N" in words(figure)


@pytest.mark.parametrize("kind", ["coin on a table", "egg on a ball"])
def test_the_arrow_of_a_contact_starts_where_it_has_no_moment(kind):
    if kind == "coin on a table":
        body = da.disc("coin", radius=0.1, mass=0.05, axis="y")
        surface = da.geometry.plane(da.ground, "z")
        start, guess = {"wy": 8.0, "wz": 0.5}, 0.09
    else:
        body = da.ellipsoid("egg", radii=(0.1, 0.1, 0.15), mass=0.3)
        surface = da.geometry.sphere_outside(da.ground, 0.5)
        start, guess = {"wx": 1.0}, 0.65
    free = da.Free("free", da.ground, body)
    model = da.Model(free, da.Rolling("contact", body, on=surface), gravity=(0, 0, -9.81))
    q = free.turned(da.spatial.rotation("x", 0.4))
    state = da.assemble(model, q=q, guess={"free.z": guess}, u={f"free.{k}": x for k, x in start.items()})
    dynamics = da.as_dynamics(model)
    wanted = arrow_measures(model, ["contact"])
    moment = da.reaction_moment("contact", axes=da.ground)
    values = dynamics.evaluate({**wanted.outputs, "moment": moment, "centre": da.position(body)}, state)
    (arrow,) = wanted.arrows(values, 1)
    arm = arrow.points[0] - values["centre"]
    assert np.linalg.norm(arm) > 0.09 and np.linalg.norm(arrow.forces) > 0.1
    np.testing.assert_allclose(np.cross(arm, arrow.forces[0]), values["moment"], atol=1e-9)


@pytest.mark.parametrize(
    ("force", "text"),
    [(6921.0, "6.92 kN"), (999.6, "1 kN"), (9.81, "9.81 N"), (0.0123, "12.3 mN"), (2e7, "20 MN")],
)
def test_forces_are_told_in_the_unit_that_suits_them(force, text):
    assert force_text(force) == text


def test_times_of_ghosts_are_told():
    motion = swing()
    times = [0.0, float(motion.times[-1])]
    assert f"t = 0, {times[1]:.3g} s" in words(da.draw(motion, t=times))
    assert not any(text.startswith("t =") for text in words(da.draw(motion)))


def test_axes_and_their_letters_are_in_the_picture():
    for towards in ((1, 1, 1), (-1, 0.3, 0.5), (0.2, -1, -0.8)):
        figure = da.draw(tripod(), towards=towards)
        (x0, x1), (y0, y1) = figure.axes[0].get_xlim(), figure.axes[0].get_ylim()
        letters = [text.get_position() for text in figure.axes[0].texts if text.get_text() in {"x", "y", "z"}]
        assert len(letters) == 3 and all(x0 < x < x1 and y0 < y < y1 for x, y in letters)


def test_all_arrows_are_those_of_joints_and_forces(crank):
    found = " ".join(words(da.draw(*crank, arrows=True)))
    assert all(name in found for name in ("shaft", "pin", "wrist", "gas"))
    with pytest.raises(ModelError, match="did you mean 'shaft'"):
        da.draw(*crank, arrows=["shat"])


# ---- in space


def test_the_nearest_surface_is_seen():
    near, far = (
        Surface.of(da.visuals.Box((1.0, 1.0, 0.1)).mesh(0.1), colour) for colour in ("#ff0000", "#0000ff")
    )
    camera = Camera.along((0, 0, 1), np.array([0.0, 1.0, 0.0]))
    raster = Raster(camera, ((-1.0, 1.0), (-1.0, 1.0)), 40)
    raster.add(near, np.eye(3), np.array([0.0, 0.0, 1.0]))
    raster.add(far, np.eye(3), np.array([0.3, 0.0, 0.0]))
    image, (x0, x1, _, _) = raster.image()
    columns = np.linspace(x0, x1, image.shape[1] + 1)[:-1] + 0.5 * (x1 - x0) / image.shape[1]
    middle = image[image.shape[0] // 2]
    colours = {x: middle[np.argmin(np.abs(columns - x))] for x in (-0.7, 0.0, 0.4, 0.7)}
    assert colours[-0.7][3] == 0.0
    assert colours[0.0][0] > 0.6 > colours[0.0][2]
    assert colours[0.4][0] > 0.6 > colours[0.4][2]
    assert colours[0.7][2] > 0.6 > colours[0.7][0]


def test_a_covered_area_is_as_large_as_it_should_be():
    ball = Surface.of(da.visuals.sphere(0.5).mesh(0.1), "red")
    camera = Camera.along((1, 2, 3), np.array([0.0, 0.0, 1.0]))
    raster = Raster(camera, ((-1.0, 1.0), (-1.0, 1.0)), 200)
    raster.add(ball, np.eye(3), np.zeros(3))
    image, (x0, x1, y0, y1) = raster.image()
    assert image[..., 3].mean() * (x1 - x0) * (y1 - y0) == pytest.approx(np.pi / 4.0, rel=0.02)


def test_a_model_in_space_is_drawn_with_shadow_and_floor():
    axes = da.draw(tripod(), da.assemble(tripod(), guess={"pose.z": 0.5})).axes[0]
    assert len(axes.images) == 1
    assert np.asarray(axes.images[0].get_array())[..., 3].mean() > 0.05


# ---- figures


def test_figures_are_shown_by_notebooks_and_not_known_to_pyplot(crank):
    before = pyplot.get_fignums()
    figure = da.draw(*crank)
    assert figure._repr_png_().startswith(b"\x89PNG")
    assert pyplot.get_fignums() == before


def test_showing_without_a_screen_says_what_to_do(crank, monkeypatch):
    monkeypatch.setattr(pyplot, "figure", lambda: da.draw(*crank))
    monkeypatch.setattr(pyplot, "close", lambda figure: None)
    with pytest.raises(ModelError, match="write it to a file"):
        da.draw(*crank).show()


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_pictures_are_written(kind, tmp_path):
    da.draw(pendulum(), file=tmp_path / f"a.{kind}")
    assert (tmp_path / f"a.{kind}").stat().st_size > 3_000


# ---- bad input


def test_names_are_text_and_nothing_else(tmp_path):
    figure = da.draw(pendulum(NASTY), file=tmp_path / "a.svg")
    assert NASTY in words(figure)
    assert "<script>" not in (tmp_path / "a.svg").read_text(encoding="utf-8")


def test_what_cannot_be_drawn_is_refused(tmp_path, monkeypatch, crank):
    motion = swing()
    with pytest.raises(ModelError, match="in between"):
        da.draw(motion, t=5.0)
    with pytest.raises(ModelError, match="in between"):
        da.draw(motion, t=float("nan"))
    with pytest.raises(ModelError, match="state with that time"):
        da.draw(pendulum(), t=1.0)
    with pytest.raises(ModelError, match="cannot be written"):
        da.draw(pendulum(), file=tmp_path / "missing" / "a.png")
    with pytest.raises(ModelError, match="cannot be written"):
        da.draw(pendulum(), file=tmp_path / "a.doc")
    with pytest.raises(ModelError, match="no colour 'reddish'"):
        body = da.Body("b", da.Inertia(1.0), visual=da.visuals.sphere(1.0, colour="reddish"))
        da.draw(da.Model(da.Translational("place", da.ground, body)))
    monkeypatch.setattr(drawing, "MOST_BODIES", 2)
    with pytest.raises(ModelError, match="3 bodies cannot be read"):
        da.draw(*crank)


def test_equations_that_were_typed_in_have_no_picture():
    x, v = da.expr.symbol("x"), da.expr.symbol("v")
    eom = da.formulations.TypedSystem([x], [v]).from_energies(0.5 * v**2, 0.5 * x**2)
    with pytest.raises(ModelError, match="no bodies to look at"):
        da.draw(eom)


def test_motions_that_are_empty_or_not_finite_are_refused():
    motion = swing()
    empty = da.Motion(motion.dynamics, motion.times[:0], motion.states[:0], motion.inputs[:0])
    with pytest.raises(ModelError, match="empty motion"):
        da.draw(empty)
    lost = da.Motion(motion.dynamics, motion.times[:3], motion.states[:3] * np.nan, motion.inputs[:3])
    with pytest.raises(ModelError, match=r"at t = 0\.05 the places of the bodies are not finite"):
        da.draw(lost)


def test_letters_that_the_font_lacks_are_no_trouble(tmp_path):
    rod = da.rod("棒 🚲", length=1.0, mass=1.0)
    model = da.Model(da.Revolute("関節", da.ground, rod), gravity=(0, -9.81, 0))
    da.draw(model, file=tmp_path / "a.png")
    motion = da.simulate(model, model.state(q={"関節": 0.1}), until=0.1, times=[0.0, 0.1])
    da.plot(motion, file=tmp_path / "b.png")
    da.animate(motion, names=True, width=120)
