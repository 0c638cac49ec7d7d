"""Modules do not carry contacts, stops, cables and dry friction: these are refused by name, at all levels."""

import pytest

import dalembert as da
from dalembert.errors import FormulationError

ball = da.sphere("ball", radius=0.1, mass=1.0)
slide = da.Prismatic("z", da.ground, ball, axis="z")
PARTS = {
    "Contact 'floor'": da.Contact("floor", ball, da.geometry.plane(da.ground, "z")),
    "Stop 'end'": da.Stop("end", "z", low=0.0),
    "Cable 'rope'": da.contacts.Cable("rope", da.ground, ball, length=2.0),
    "DryFriction 'rub'": da.DryFriction("rub", "z", static=1.0),
}
MOTOR = da.modules.subsystem("motor", coordinates=["turn"], forces={"turn.rate": -da.expr.symbol("turn.rate'")})


def with_part(label):
    return da.Model(slide, PARTS[label], gravity=(0, 0, -9.81))


@pytest.mark.parametrize("label", PARTS)
def test_leaves_and_joined_parts_refuse_what_touches(label):
    model = with_part(label)
    for refused in (
        lambda: da.modules.leaf("falling", model),
        lambda: da.modules.leaf("falling", da.derive(model, da.Kane())),
        lambda: da.modules.joined({"falling": model}),
    ):
        with pytest.raises(FormulationError, match=f"falling.*{label}"):
            refused()


def test_a_modular_tree_keeps_its_contacts_or_says_so(tmp_path):
    inner = with_part("Contact 'floor'")
    tree = da.Modular().tree(da.Model(da.Submodel("left", inner), gravity=(0, 0, -9.81)))
    for refused in (
        lambda: da.modules.joined({"tree": tree, "motor": MOTOR}),
        lambda: da.modules.subsystem("both", [tree, MOTOR]),
        lambda: tree["left"].equations,
        lambda: tree.flat().equations,
        lambda: da.modules.condensed(tree),
        lambda: da.modules.save_subsystem(tree, tmp_path / "tree.json"),
    ):
        with pytest.raises(FormulationError, match=r"Contact '.*floor'"):
            refused()
