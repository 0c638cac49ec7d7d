"""The tree of systems behind a motion, as a card of its page."""

from __future__ import annotations

import base64
from io import BytesIO

from dalembert.equations.equations import Equations
from dalembert.modules.tree_of_equations import node_of


def tree_card(equations: Equations) -> str:
    """Diagram of the tree that equations are of, as a figure of HTML; empty if they are of none.

    Of a leaf alone there is nothing to see, and of too many systems nothing to be read.
    """
    node = node_of(equations)
    n_systems = 0 if node is None else sum(1 for _ in node.nodes())
    if node is None or n_systems < 2:
        return ""
    # imported here: most motions are of no tree, and Matplotlib takes long to load
    import matplotlib

    from dalembert.pictures.tree_diagram import MOST_NODES, draw_tree

    if n_systems > MOST_NODES:
        return ""
    stream = BytesIO()
    # the same tree, the same bytes
    with matplotlib.rc_context({"svg.hashsalt": "tree"}):
        draw_tree(node).savefig(stream, format="svg", metadata={"Date": None})
    picture = base64.b64encode(stream.getvalue()).decode("ascii")
    return (
        '<figure id="tree"><figcaption><b>Tree</b><small>its systems, with their counts</small></figcaption>'
        f'<img src="data:image/svg+xml;base64,{picture}" width="100%" alt="tree of systems"></figure>'
    )
