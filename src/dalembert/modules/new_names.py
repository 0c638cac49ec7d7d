"""Other names for all that a tree of systems holds, checked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from dalembert.errors import FormulationError
from dalembert.expr.node import Scalar
from dalembert.modules.renaming import Renaming, check_constants
from dalembert.modules.system_node import SystemNode
from dalembert.modules.tree_reactions import MULTIPLIER


def renaming_of(
    node: SystemNode,
    name: str,
    names: Mapping[str, str] | None,
    shared: tuple[str, ...],
    replaced: Mapping[str, Scalar] | None,
) -> Renaming:
    """Renaming that puts a name before all names of a tree, except new ones and those that are shared."""
    if not isinstance(name, str) or not name:
        raise FormulationError(f"{node.name}: its new name is a text, not {name!r}; new names are `names=`")
    new_names = dict(names or {})
    _check_names(node, (*new_names, *shared, *(replaced or {})))
    if wrong := [x for x in replaced or {} if x not in node.parameters]:
        raise FormulationError(
            f"{node.name}: {wrong[0]!r} is no parameter, so it cannot be replaced; a variable is held by "
            "a constraint"
        )
    check_constants(node.name, replaced or {})

    def rename(old: str) -> str:
        # v' is the rate of v, and row.multiplier belongs to row
        plain = old.removesuffix(MULTIPLIER).rstrip("'")
        primes = old[len(plain) :]
        if old in new_names or plain in new_names:
            return new_names.get(old) or new_names[plain] + primes
        return old if plain in shared else f"{name}/{old}"

    _check_touching(node, {*new_names, *(replaced or {}), *({*shared} & {*node.inputs})})
    return Renaming(rename, replaced)


def _check_touching(root: SystemNode, changed: Collection[str]) -> None:
    """Refuse other changes than the name of a node before all names in it, where contacts know these."""
    for node in root.nodes():
        if node.own_touching is None:
            continue
        present = {*node.coordinates, *node.speeds, *node.inputs, *node.parameters}
        if wrong := sorted(present.intersection(changed)):
            raise FormulationError(
                f"{root.name}: {wrong[0]!r} of {node.name!r} cannot be renamed, shared or replaced, because "
                "contacts of its model know it; change the model"
            )


def _check_names(node: SystemNode, names: Iterable[str]) -> None:
    from_parameters = node.parameters
    present = {*node.coordinates, *node.speeds, *node.labels, *node.inputs, *from_parameters}
    present |= {constraint.name for constraint in node.all_constraints}
    if unknown := [name for name in names if name not in present]:
        raise FormulationError(
            f"{node.name}: there is no name {unknown[0]!r} to be renamed, shared or replaced; the names "
            f"are {', '.join(sorted(present))}"
        )
