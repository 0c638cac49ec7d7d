"""Linkages of the literature: planar four-bars, slider-crank, and loops that move although counting says no."""

from typing import Any

import numpy as np

import dalembert as da

GRAVITY = (0.0, -9.81, 0.0)


def four_bar(crank=0.5, coupler=1.2, rocker=0.75, base=1.1, *further, axis="z"):
    """Ground pins A and D, C closes the loop."""
    a, b, c = (
        da.rod(name, length=length, mass=1.0, radius=0.02)
        for name, length in (("crank", crank), ("coupler", coupler), ("rocker", rocker))
    )
    return da.Model(
        da.Revolute("A", da.ground, a, axis=axis),
        da.Revolute("B", a["end"], b, axis=axis),
        da.Revolute("D", da.ground.at(x=base), c, axis=axis),
        da.Revolute("C", b["end"], c["end"], axis=axis),
        *further,
        gravity=GRAVITY,
    )


def parallelogram(*further):
    """A four-bar that can lie flat."""
    return four_bar(0.5, 1.0, 0.5, 1.0, *further)


def three_cranks(second=0.5):
    """A parallelogram with a third crank; it moves only if that one is parallel to the others."""
    names = ("first", "third", "second")
    first, third, crank = (da.rod(name, length=0.5, mass=1.0) for name in names)
    coupler = da.rod("coupler", length=1.0, mass=1.0)
    return da.Model(
        da.Revolute("A", da.ground, first),
        da.Revolute("B", first["end"], coupler),
        da.Revolute("D", da.ground.at(x=1.0), third),
        da.Revolute("E", da.ground.at(x=second), crank),
        da.Revolute("C", coupler["end"], third["end"]),
        da.Revolute("F", coupler.at(x=0.5), crank["end"]),
        gravity=GRAVITY,
    )


def slider_crank(crank=0.2, rod=0.5, *further):
    """Crank A, rod B, slider S along x; C closes the loop."""
    a, b = da.rod("crank", length=crank, mass=0.5), da.rod("rod", length=rod, mass=1.0)
    block = da.box("block", size=(0.1, 0.1, 0.1), mass=2.0)
    return da.Model(
        da.Revolute("A", da.ground, a),
        da.Revolute("B", a["end"], b),
        da.Prismatic("S", da.ground, block, axis="x"),
        da.Revolute("C", b["end"], block),
        *further,
        gravity=GRAVITY,
    )


def revolute_loop(lengths, twists):
    """Links between revolute joints R1, R2, … by the lengths and twists of Denavit and Hartenberg.

    Π Rz(θᵢ) Tx(aᵢ) Rx(αᵢ) = 1; the last joint closes the loop, the last link is the ground.
    """
    parts, place = [], da.ground
    for k, (length, twist) in enumerate(zip(lengths[:-1], twists[:-1], strict=True)):
        link = da.rod(f"link{k + 1}", length=length, mass=1.0, radius=0.05)
        parts.append(da.Revolute(f"R{k + 1}", place, link))
        place = link.at(x=length, rotation=da.spatial.rotation("x", twist))
    base = da.ground.at(x=-lengths[-1], rotation=da.spatial.rotation("x", -twists[-1]))
    return da.Model(*parts, da.Revolute(f"R{len(lengths)}", place, base), gravity=GRAVITY)


def bennett(alpha=0.8, beta=1.2):
    """Four skew revolute axes that move, with opposite links equal and a / sin α = b / sin β (Bennett 1903)."""
    b = np.sin(beta) / np.sin(alpha)
    return revolute_loop([1.0, b, 1.0, b], [alpha, beta, alpha, beta])


def bricard():
    """Six revolute axes, each perpendicular to the next, move with one degree of freedom (Bricard 1897).

    Angles alternate between θ and φ with cos θ + cos φ + cos θ cos φ = 0.
    """
    return revolute_loop([1.0] * 6, [np.pi / 2, -np.pi / 2] * 3)


def sprung_four_bar(*parts: Any) -> da.Model:
    """Rods with a spring in one pin and a damper in the one that closes the loop."""
    crank, coupler, rocker = (
        da.rod(name, length=length, mass=length)
        for name, length in (("crank", 0.5), ("coupler", 1.2), ("rocker", 0.75))
    )
    return da.Model(
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], coupler, axis="z"),
        da.Revolute("D", da.ground.at(x=1.1), rocker, axis="z"),
        da.Revolute("C", coupler["end"], rocker["end"], axis="z"),
        da.JointSpring("spring", "B", stiffness=2.0),
        da.JointDamper("damper", "C", damping=0.3),
        *parts,
        gravity=(0.0, -9.81, 0.0),
    )
