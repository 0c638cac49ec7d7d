"""The gallery: a drawing, curves and the page of every example, on one page.

`python examples/gallery/make.py` writes `examples/results/gallery/index.html`; names of examples after it draw
only these.
"""

import importlib
import sys
import time
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import dalembert as da

EXAMPLES = Path(__file__).resolve().parents[1]
RESULTS = EXAMPLES / "results" / "gallery"
if str(EXAMPLES) not in sys.path:
    # examples import each other as scripts do
    sys.path.append(str(EXAMPLES))

SPANS = {
    "andrews_mechanism": 0.03,
    "appell_hamel": 1.0,
    "arm_and_obstacle": 1.6,
    "bicycle": 0.3,
    "bricard_linkage": 1.5,
    "cart_pendulum": 0.4,
    "chaplygin_sleigh": 3.0,
    "double_wishbone": 0.3,
    "energy_ellipsoid": 1.0,
    "flyball_governor": 0.5,
    "free_body_flip": 3.0,
    "gyroscope": 1.0,
    "heavy_top": 0.5,
    "n_four_bar": 0.45,
    "parallel_mechanism": 1.0,
    "particle_on_a_surface": 1.0,
    "particle_on_a_wire": 0.7,
    "pendulum_of_varying_length": 0.6,
    "planetary_gear": 0.5,
    "rattleback": 1.0,
    "restricted_particle": 1.0,
    "ring_and_disc": 0.5,
    "rolling_disc": 0.8,
    "servo_constraints": 3.0,
    "seven_joint_arm": 0.3,
    "spring_pendulum": 1.0,
    "stewart_platform": 0.1,
    "struck_four_bar": 3.0,
    "two_blocks": 4.0,
}
"""Seconds of the motion that are drawn, one unless said here."""

WITHOUT_BODIES = (
    *(
        "bicycle_tree",
        "constrained_hamilton",
        "first_kernel",
        "five_bar_tree",
        "from_energies",
        "manipulator_tree",
    ),
    *("pendulum_tree", "ring_and_disc_tree", "slider_crank_tree", "sphere_in_a_trough", "tricycle"),
)
"""Examples of formulas and equations: there is nothing to draw."""

REPEATED = ("demo", "servo_goals")
"""Examples that run models of others."""

CHARTS = ("best_designs", "biped_gait", "identification", "known_optima", "worked_figures")
"""Examples that draw figures of others, without a motion of their own."""

STYLE = """
body { margin: 2rem auto; max-width: 76rem; padding: 0 1rem; color: #23272e; }
body { font: 15px/1.45 system-ui, sans-serif; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(22rem, 1fr)); gap: 1.2rem; }
article { border: 1px solid #e4e1d9; border-radius: 10px; padding: 1rem; }
h2 { font-size: 1.05rem; margin: 0 0 .4rem; }
p { margin: 0 0 .6rem; color: #555b64; }
img { width: 100%; }
"""


@dataclass(frozen=True)
class Entry:
    """An example on the page: its first words, pictures by file name, and where it is seen moving, if it is."""

    name: str
    words: str
    pictures: tuple[str, ...]
    moving: str | None


def names() -> list[str]:
    """All examples with something to draw."""
    found = sorted(file.stem for file in EXAMPLES.glob("*.py"))
    return [name for name in found if name not in (*WITHOUT_BODIES, *REPEATED, *CHARTS)]


def system(name: str) -> tuple[Any, da.State, float]:
    """The first system of an example that is made of bodies, its start, and the end of its motion."""
    subject, start = next(iter(importlib.import_module(name).systems().values()))
    return subject, start, start.t + SPANS.get(name, 1.0)


def motion(name: str) -> da.Motion:
    """Its motion."""
    subject, start, until = system(name)
    return da.simulate(subject, start, until=until)


def moving_page(name: str, found: da.Motion, file: Path) -> None:
    """The page on which it moves by itself; what no page can run is shown as it moved."""
    subject, start, until = system(name)
    try:
        da.live(subject, start, until=until, title=title(name), file=file)
    except da.errors.ModelError:
        da.view(found, title=title(name), file=file)


def entry(name: str, folder: Path) -> Entry:
    """Draw an example: where it starts, faintly, and where it gets."""
    found = motion(name)
    drawing, curves, moving = f"{name}.png", f"{name}_curves.png", f"{name}.html"
    da.draw(found, t=[found.times[0], found.times[-1]], names=False, file=folder / drawing)
    da.plot(found, list(found.dynamics.equations.coordinates[:6]), file=folder / curves)
    moving_page(name, found, folder / moving)
    return Entry(name, words(name), (drawing, curves), moving)


def charts(name: str, folder: Path) -> Entry:
    """Draw the figures of an example."""
    module = importlib.import_module(name)
    return Entry(name, words(name), tuple(file.name for file in module.pictures(folder, module.numbers())), None)


def words(name: str) -> str:
    """The first words of an example."""
    return (importlib.import_module(name).__doc__ or "").split("\n\n")[0].replace("\n", " ")


def title(name: str) -> str:
    """What an example is called."""
    return name.replace("_", " ").capitalize()


def page(entries: list[Entry]) -> str:
    """The page; every text in it is escaped."""
    articles = []
    for one in entries:
        # to where it moves, or else to each picture by itself
        heading = _link(one.moving, escape(title(one.name))) if one.moving else escape(title(one.name))
        images = [f'<img loading="lazy" alt="" src="{escape(file, quote=True)}">' for file in one.pictures]
        targets = [one.moving or file for file in one.pictures]
        shown = "".join(map(_link, targets, images))
        articles.append(f"<article><h2>{heading}</h2><p>{escape(one.words)}</p>{shown}</article>")
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>dalembert: gallery</title>'
        '<meta name="viewport" content="width=device-width">'
        f"<style>{STYLE}</style></head><body><h1>Gallery</h1><main>{''.join(articles)}</main></body></html>"
    )


def _link(target: str, inside: str) -> str:
    return f'<a href="{escape(target, quote=True)}">{inside}</a>'


def main(folder: Path = RESULTS, wanted: Any = ()) -> Path:
    """Draw all examples, or those that are named, and write the page."""
    folder.mkdir(parents=True, exist_ok=True)
    entries = []
    for name in wanted or (*names(), *CHARTS):
        begin = time.perf_counter()
        entries.append(charts(name, folder) if name in CHARTS else entry(name, folder))
        print(f"{name}: drawn in {time.perf_counter() - begin:.1f} s")
    file = folder / "index.html"
    file.write_text(page(entries), encoding="utf-8")
    print(f"the gallery is {file}")
    return file


if __name__ == "__main__":
    main(wanted=sys.argv[1:])
