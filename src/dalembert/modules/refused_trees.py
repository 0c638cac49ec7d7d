"""Trees that a form leaves something out of, refused by name: contacts of models, and forces by multipliers."""

from __future__ import annotations

from dalembert.errors import FormulationError
from dalembert.modules.system_node import SystemNode
from dalembert.modules.touching_model import touching_labels


def check_without_contacts(node: SystemNode, what: str) -> None:
    """Raise if models of a tree have contacts, stops, cables or dry friction, which `what` would leave out."""
    for label in touching_labels(node.touching):
        raise FormulationError(
            f"{node.name!r} has the {label}, which {what} would leave out; take the `equations` of the tree, "
            "or leave it out of the model"
        )


def check_without_reactions(node: SystemNode, what: str) -> None:
    """Raise if forces of a tree depend on multipliers, where `what` has no place for them."""
    for row in node.reaction_rows:
        raise FormulationError(
            f"{node.name}: a force depends on the multiplier of {row!r}, which {what} does not support; take the "
            "`equations` of the tree"
        )
