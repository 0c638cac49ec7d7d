"""Models with contacts that stand in a tree of systems, and one model of them all, under the names of the tree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from dalembert.equations.equations import Equations
from dalembert.errors import FormulationError
from dalembert.model.model import Model, Submodel, flat, on_its_bodies, touching_parts
from dalembert.model.part import Part


@dataclass(frozen=True, eq=False)
class TouchingModel:
    """A model with contacts, stops, cables or dry friction, and the names that stand before its own in a tree."""

    model: Model
    path: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Names of the nodes around it, outermost first, each with the parameters that keep their names there."""

    def inside(self, name: str, shared: tuple[str, ...]) -> TouchingModel:
        """The model in a node of this name."""
        return replace(self, path=((name, shared), *self.path))


def touching_model(owner: str, equations: Equations) -> TouchingModel | None:
    """The model of a leaf, for the sake of its contacts, stops, cables and dry friction; None if it has none."""
    model = equations.model
    if not (touching := touching_parts(model)):
        return None
    check_strengths(f"the leaf {owner!r}", model)
    if {*model.speeds} != {*equations.speeds} or {*model.coordinates} != {*equations.coordinates}:
        raise FormulationError(
            f"the leaf {owner!r} has the {touching[0].label}, and other variables than its joints; "
            "derive it by a principle in these, such as da.Kane()"
        )
    return without_gravity(model)


def check_strengths(owner: str, model: Model | None) -> None:
    """Refuse dry friction by reactions: loads on its model are not all that presses in a tree."""
    # contacts say themselves what presses them, joints do not
    pressed = [part for part in touching_parts(model) if part.contact_coordinate and part.contact_friction()]
    if pressed:
        raise FormulationError(
            f"{owner} has the {pressed[0].label}, whose strength depends on reactions; these are known only when "
            "all parts are joined: derive a model of the whole, or give it a strength of its own"
        )


def without_gravity(model: Model) -> TouchingModel:
    """A model for the sake of its contacts: gravity is among the forces of its equations."""
    plain = flat(model)
    parts = on_its_bodies(plain, *plain.parts, gravity=(0.0, 0.0, 0.0), ports=plain.ports, cut=plain.cut)
    return TouchingModel(parts)


def whole_model(touching: Iterable[TouchingModel]) -> Model:
    """One model of several, under the names that they have in the tree."""
    parts: list[Part] = []
    cut: list[str] = []
    inner: dict[str, list[TouchingModel]] = {}
    for one in touching:
        if one.path:
            inner.setdefault(one.path[0][0], []).append(one)
        else:
            parts += one.model.parts
            cut += one.model.cut
    return Model(*parts, *(_submodel(name, group) for name, group in inner.items()), cut=cut)


def touching_labels(touching: Sequence[TouchingModel]) -> tuple[str, ...]:
    """Contacts, stops, cables and dry friction in words, under the names that they have in the tree."""
    return tuple(part.label for part in touching_parts(whole_model(touching))) if touching else ()


def _submodel(name: str, group: Sequence[TouchingModel]) -> Submodel:
    """The models inside a node of the tree, as a submodel."""
    model = whole_model(replace(one, path=one.path[1:]) for one in group)
    kept = {parameter for one in group for parameter in one.path[0][1]}
    return Submodel(name, model, shared=[x for key, x in model.open_parameters.items() if key in kept])
