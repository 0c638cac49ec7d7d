"""The bicycle of four modules of `examples/bicycle_tree.py`."""

from tests.examples import example

_tree = example("bicycle_tree")
bicycle, straight = _tree.bicycle, _tree.straight
COORDINATES, SPEEDS, LATERAL = _tree.COORDINATES, _tree.SPEEDS, _tree.LATERAL
