"""The five-bar mechanism with motors of `examples/five_bar_tree.py`."""

from tests.examples import example

_tree = example("five_bar_tree")
nested, by_sides, values = _tree.nested, _tree.by_sides, _tree.values
