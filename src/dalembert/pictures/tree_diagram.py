"""Diagrams of trees of systems: every node a box with its name and its counts, the root on the left."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch, PathPatch
from matplotlib.path import Path as Curve

from dalembert.errors import DalembertError, ModelError
from dalembert.modules.subsystem import Subsystem
from dalembert.pictures.figures import ENDINGS, INK, RULE, SOFT, Picture, any_letters, new_picture, written
from dalembert.pictures.picture_files import checked_file

MOST_NODES = 200
"""Nodes of a diagram that can be read."""

LONGEST_NAME = 36
"""Letters of a name in its box."""

NAME_SIZE, COUNT_SIZE = 10.0, 8.0
"""Sizes of the letters in points."""

HEIGHT, LOW, GAP, BETWEEN, PADDING, MARGIN = 34.0, 19.0, 7.0, 46.0, 9.0, 16.0
"""Height of a box of two lines and of one line, room below it, width between levels, room around letters, and
around the picture; points."""

MOST_LEAVES = 16
"""Leaves that have two lines each; of more, name and counts stand in one line."""

LEGEND = "q: coordinates of a node and all nodes below it   rows: its own constraints   dof: degrees of freedom"

LEAF, COMPOSITE = "#f4f2ec", "#e3edf6"
"""Colours of boxes."""


@dataclass(frozen=True)
class NodeCounts:
    """Numbers of variables and constraints of a node of a tree of systems."""

    coordinates: int
    """Coordinates of the node and all nodes below it."""

    extra: int
    """Coordinates that the node itself adds to those of its children."""

    rows: int
    """Constraints of the node itself, without those of the nodes below it."""

    degrees_of_freedom: int | None
    """None where the choice of independent variables is refused."""

    def text(self, is_leaf: bool) -> str:
        """Counts in one line, as a diagram shows them."""
        extra = f" ({self.extra} extra)" if self.extra and not is_leaf else ""
        freedom = "?" if self.degrees_of_freedom is None else str(self.degrees_of_freedom)
        return f"{self.coordinates} q{extra} · {self.rows} row{'s' * (self.rows != 1)} · {freedom} dof"


def node_counts(node: Subsystem) -> NodeCounts:
    """Counts of coordinates, rows and degrees of freedom of a node."""
    try:
        degrees = node.degrees_of_freedom
    except DalembertError:
        # a tree with a mistake is drawn, so that one sees where it is
        degrees = None
    return NodeCounts(len(node.coordinates), len(node.own_kinematics.coordinates), len(node.constraints), degrees)


@dataclass(frozen=True)
class _Box:
    """A node with the texts of its box, its level below the root and the boxes of its children."""

    name: str
    counts: str
    level: int
    children: tuple[_Box, ...]
    is_low: bool
    """Whether name and counts stand in one line."""

    @property
    def height(self) -> float:
        """Height in points."""
        return LOW if self.is_low else HEIGHT

    def all(self) -> list[_Box]:
        """Boxes of the node and all nodes below it."""
        return [self, *(box for child in self.children for box in child.all())]


def draw_tree(root: Subsystem, *, file: str | Path | None = None) -> Picture:
    """Diagram of a tree of systems, the root on the left, with counts at every node."""
    if file is not None:
        checked_file(file, ENDINGS, "picture")
    if (n := sum(1 for _ in root.nodes())) > MOST_NODES:
        raise ModelError(
            f"a diagram of {n} systems cannot be read; up to {MOST_NODES} are drawn: draw a part of the tree, "
            f"such as da.draw(tree[{root.children[0].name!r}])"
        )
    tree = _box(root, 0, sum(not node.children for node in root.nodes()) > MOST_LEAVES)
    boxes = tree.all()
    widths = _level_widths(boxes)
    heights = _heights(tree)
    left = [MARGIN + sum(widths[:k]) + k * BETWEEN for k in range(len(widths))]
    legend_width = _widths([(LEGEND, COUNT_SIZE, "normal")])[0]
    width = max(left[-1] + widths[-1] + MARGIN, legend_width + 2.0 * MARGIN)
    height = max(heights[id(box)] + 0.5 * box.height for box in boxes) + 2.0 * MARGIN + 2.0 * COUNT_SIZE

    # points of the paper, y downwards
    figure, axes = new_picture(width / 72.0, height / 72.0)
    axes.set(xlim=(0.0, width), ylim=(height, 0.0))
    for box in boxes:
        x, y = left[box.level], MARGIN + heights[id(box)]
        for child in box.children:
            end = left[child.level], MARGIN + heights[id(child)]
            _draw_branch(axes, (x + widths[box.level], y), end)
        _draw_box(axes, box, (x, y), widths[box.level])
    axes.text(MARGIN, height - MARGIN, LEGEND, fontsize=COUNT_SIZE, color=SOFT, va="baseline", parse_math=False)
    return written(figure, file)


def _box(node: Subsystem, level: int, has_low_leaves: bool) -> _Box:
    # names of children begin with that of their parent
    short = node.name.rpartition("/")[2]
    name = short if len(short) <= LONGEST_NAME else f"{short[: LONGEST_NAME - 1]}…"
    children = tuple(_box(child, level + 1, has_low_leaves) for child in node.children)
    is_low = has_low_leaves and not children
    return _Box(name, node_counts(node).text(not children), level, children, is_low)


# ---- places


def _heights(tree: _Box) -> dict[int, float]:
    """Middles of the boxes, by identity: leaves one below the other, a parent in the middle of its children."""
    middles: dict[int, float] = {}
    end = 0.0

    def place(box: _Box) -> float:
        nonlocal end
        if box.children:
            start = end
            places = [place(child) for child in box.children]
            # a parent of one low leaf needs more room than that
            end = max(end, start + box.height + GAP)
            middles[id(box)] = max(0.5 * (places[0] + places[-1]), start + 0.5 * box.height)
            # some room behind a family
            end += GAP
        else:
            middles[id(box)] = end + 0.5 * box.height
            end += box.height + GAP
        return middles[id(box)]

    place(tree)
    return middles


def _level_widths(boxes: list[_Box]) -> list[float]:
    """Widths of the boxes of each level, in which all texts have room; points."""
    texts = [(box.name, NAME_SIZE, "bold") for box in boxes] + [
        (box.counts, COUNT_SIZE, "normal") for box in boxes
    ]
    widths = _widths(texts)
    levels = [0.0] * (1 + max(box.level for box in boxes))
    for box, name, counts in zip(boxes, widths[: len(boxes)], widths[len(boxes) :], strict=True):
        content = name + 2.0 * PADDING + counts if box.is_low else max(name, counts)
        levels[box.level] = max(levels[box.level], content + 2.0 * PADDING)
    return levels


def _widths(texts: list[tuple[str, float, str]]) -> list[float]:
    """Widths of texts by their size and weight, in points."""
    figure = Picture(dpi=72)
    canvas: Any = figure.canvas
    with any_letters():
        return [
            float(
                figure.text(0, 0, text, fontsize=size, fontweight=weight, parse_math=False)
                .get_window_extent(canvas.get_renderer())
                .width
            )
            for text, size, weight in texts
        ]


# ---- strokes


def _draw_box(axes: Axes, box: _Box, place: tuple[float, float], width: float) -> None:
    """A box with its texts; its place is the middle of its left side."""
    x, y = place
    axes.add_patch(
        FancyBboxPatch(
            (x, y - 0.5 * box.height),
            width,
            box.height,
            boxstyle="round,pad=0,rounding_size=4",
            facecolor=COMPOSITE if box.children else LEAF,
            edgecolor=SOFT if box.children else RULE,
            linewidth=0.9,
        )
    )
    middle = x + 0.5 * width
    places = ((middle, y - 0.16 * HEIGHT), (middle, y + 0.23 * HEIGHT), ("center", "center"))
    if box.is_low:
        places = ((x + PADDING, y), (x + width - PADDING, y), ("left", "right"))
    name, counts, sides = places
    style: dict[str, Any] = {"va": "center", "parse_math": False, "color": INK}
    axes.text(*name, box.name, fontsize=NAME_SIZE, fontweight="bold", ha=sides[0], **style)
    axes.text(*counts, box.counts, fontsize=COUNT_SIZE, ha=sides[1], **style)


def _draw_branch(axes: Axes, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A line from a box to one of the next level, with level ends."""
    middle = 0.5 * (start[0] + end[0])
    points = [start, (middle, start[1]), (middle, end[1]), end]
    curve = Curve(points, [Curve.MOVETO, Curve.CURVE4, Curve.CURVE4, Curve.CURVE4])
    axes.add_patch(PathPatch(curve, facecolor="none", edgecolor=SOFT, linewidth=1.1, zorder=0.5))
