"""Data of contacts for a live page, besides the code that decides about them."""

from __future__ import annotations

from dalembert.contact.contact_guards import GUARDS
from dalembert.contact.unattended import FORCES, UnattendedRun
from dalembert.pictures.packing import PageData


def contacts_told(run: UnattendedRun) -> PageData:
    """Points with places of their modes among the states, and what is watched, by the numbers of the guards."""
    guards, system, first = run.guards, run.guards.system, run.guards.system.z_start
    points = [
        {
            "name": point.name,
            "words": list(point.rows.event_words),
            **{what: first + point.states[what] for what in ("mode", "undecided")},
            # where the direction stands in which it slips, if that is to and fro
            "way": first + point.states[system.along(point)] if len(point.tangents) == 1 else None,
        }
        for point in run.points
    ]
    crossings = run.departure.launch.events.crossings
    recorded: dict[str, list[int]] = {}
    if guards.decide is not None:
        record = guards.decide.layout.record
        spans = {name: (record.starts[name], record.sizes[name]) for name in ("impulses", "until")}
        recorded = {name: list(range(start, start + size)) for name, (start, size) in spans.items()}
    kinds = [GUARDS[k % len(GUARDS)] for k in range(len(guards.guards))]
    return {
        "points": points,
        "kinds": list(GUARDS),
        "states": [first + place for point in run.points for place in point.states.values()],
        "told": recorded,
        "actions": [crossing.action for crossing in crossings],
        "forces": [k for k, kind in enumerate(kinds) if kind in FORCES],
        "gaps": [k for k, kind in enumerate(kinds) if kind == "gap"],
    }
