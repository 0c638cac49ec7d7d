"""The live page: one HTML file in which a model runs, with sliders for its numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np

from dalembert.arrays import Array
from dalembert.configuration.assemble import assemble
from dalembert.configuration.contact_overlaps import has_contacts
from dalembert.contact.unattended import is_unattended
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.errors import ModelError
from dalembert.integrators.constrained_methods import IndexThree, MoreauJean
from dalembert.integrators.integration_methods import as_method
from dalembert.integrators.method import Method
from dalembert.model.model import Model
from dalembert.name_checks import checked_names
from dalembert.number_checks import is_count, is_number, told
from dalembert.pictures.arrows import arrow_measures
from dalembert.pictures.body_poses import drawn_model, pose_measures
from dalembert.pictures.live_geometry import live_geometry
from dalembert.pictures.live_pull import pull_parameters, pulled_model
from dalembert.pictures.live_rest import rest_outputs, rest_told
from dalembert.pictures.live_run import live_departure, live_run, rate_operations
from dalembert.pictures.packing import PageData
from dalembert.pictures.page import Page, page_text, written_page
from dalembert.pictures.page_curves import by_interest
from dalembert.pictures.page_data import MOST_ARROW_BODIES, arrow_names, page_data, wanted_signals
from dalembert.pictures.page_tree import tree_card
from dalembert.pictures.signal_curves import Quantities, items
from dalembert.pictures.sliders import Sliders, check_laws, sliders_of
from dalembert.runs.events import Event
from dalembert.runs.motion import Motion
from dalembert.runs.simulate import simulate
from dalembert.runs.singular_positions import SINGULAR
from dalembert.state import State, Values, as_state

_PER_SECOND, _LEAST, _MOST = 100, 301, 1201
"""Samples of a motion: for each second, and in all."""

_STEP = 1e-3
"""Step in seconds where contacts are stepped or singular positions passed, and nobody chooses a method."""

_SIGNALS = 60
"""Signals besides the states that can be chosen on the page."""


def live(
    subject: Subject,
    start: State | Values | None = None,
    *,
    until: float = 5.0,
    samples: int | None = None,
    method: Method | None = None,
    events: Sequence[Event] = (),
    sliders: Sliders | None = None,
    units: Mapping[str, str] | None = None,
    title: str = "Motion",
    signals: Quantities = (),
    equilibria: bool | None = None,
    file: str | Path | None = None,
) -> Page:
    """Page in which a model moves by itself, in any browser: one HTML file with sliders, without server or Python.

    The loop of the method and the programs of the model are the native ones, as WebAssembly; numbers that are set
    on the page stand in its address, so that a link is a setting.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that moves; it has bodies to look at.
    start : State or dict of coordinates, optional
        Where it begins, with inputs and parameters; default values of the model unless given, assembled if it has
        loops.
    until : float, optional
        End of the motion in seconds; default 5.
    samples : int, optional
        Samples of the motion; default 100 for each second, from 301 to 1201.
    method : Method, optional
        Method of integration; default as `simulate` has it, from event to event where native code decides about
        all that contacts do, else `da.methods.MoreauJean(1e-3)`; `da.methods.IndexThree(1e-3)` where it passes
        singular positions.
    events : sequence of Event, optional
        Events that are looked for; default none.
    sliders : dict of (least, largest) or (least, largest, step), or names, optional
        Parameters, inputs and start values that can be varied; default the open parameters, the inputs, and
        starts along independent motions. With bounds 0 and 1 and a step of 1 a slider is a switch.
    units : dict of str, optional
        Units of parameters and inputs, as text beside their sliders; default none.
    title : str, optional
        Title of the page; default "Motion".
    signals : str, sequence of str or dict of expressions, optional
        Curves that are plotted at first; states, energies and accelerations can be chosen in the page.
    equilibria : bool, optional
        Whether the page finds states of rest, with their eigenvalues; default where the code for it is short.
    file : path, optional
        File (.html) that it is written to; default a temporary file, which is opened where there is a desktop.

    Returns
    -------
    Page
        Path and text of the page; a notebook shows it inline.

    Raises
    ------
    ModelError
        The model needs Python while it moves, such as for a callback: its name is told.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> page = da.live(pendulum, {"hinge": 0.1}, until=2.0, file="pendulum.html")
    >>> print(page.path.name)
    pendulum.html
    """
    dynamics = as_dynamics(subject)
    begin = as_state(start)
    if start is None:
        begin = assemble(dynamics) if dynamics.equations.rows else dynamics.equations.state()
    if not is_number(until) or until <= begin.t:
        raise ModelError(f"the end of a live page is a time after its start at {begin.t:g} s, not {told(until)}")
    n = samples if samples is not None else int(np.clip(_PER_SECOND * (until - begin.t) + 1, _LEAST, _MOST))
    if not is_count(n, 2, _MOST):
        raise ModelError(f"a live page has from 2 to {_MOST:,} samples, not {n!r}")
    if method is None and has_contacts(dynamics.equations.model) and not is_unattended(dynamics):
        method = MoreauJean(_STEP)
    times = np.linspace(begin.t, until, n)
    motion = simulate(dynamics, begin, times=times, method=as_method(method), events=events)
    if method is None and any(interval.name == SINGULAR for interval in motion.intervals):
        # on the page nobody else takes over there
        method = IndexThree(_STEP)
        motion = simulate(dynamics, begin, times=times, method=method, events=events)
    more = by_interest(motion)[: len(motion.names) + _SIGNALS]
    data = page_data({"motion": motion}, str(title), {}, signals, more)
    data["live"] = _live(
        subject, motion, as_method(method), events, sliders, units or {}, signals, equilibria, data
    )
    return written_page(page_text(data, tree_card(dynamics.equations)), file)


def _live(
    subject: Subject,
    motion: Motion,
    method: Method,
    events: Sequence[Event],
    sliders: Sliders | None,
    units: Mapping[str, str],
    signals: Quantities,
    equilibria: bool | None,
    data: PageData,
) -> PageData:
    """The data by which a page runs the model of a motion: code, sliders, plots and shapes."""
    dynamics, first = motion.dynamics, cast(list[PageData], data["motions"])[0]
    # without what steps find out about contacts
    begin = motion.state(0)
    begin = replace(begin, z={name: begin.z[name] for name in as_dynamics(subject).equations.states})
    scene = cast(PageData, first["scene"])
    model = drawn_model(dynamics)
    chosen = sliders_of(dynamics, begin, sliders, cast(float, scene["size"]))
    check_laws(as_dynamics(subject), chosen)
    checked_names(units, [slider.name for slider in chosen], "slider")
    chosen = [replace(slider, unit=str(units.get(slider.name, slider.unit))) for slider in chosen]

    varied, running = [slider.name for slider in chosen], as_dynamics(subject)
    if (pulled := pulled_model(subject) if isinstance(subject, Model) else None) is not None:
        running, varied = as_dynamics(pulled), [*varied, *pull_parameters(len(model.bodies))]
    prepared = live_departure(running, begin, motion.times, method, events)
    solved = prepared.launch.dynamics.solved

    # all that is shown, in the order in which the page reads it
    curves = cast(PageData, first["curves"])
    names = cast(Sequence[str], curves["names"])
    wanted, _ = wanted_signals(motion, {label: x for label, x in items(signals) if not isinstance(x, str)})
    expressions = [wanted[name] if name in wanted else solved.signal(name) for name in names]
    has_arrows = len(model.bodies) <= MOST_ARROW_BODIES and dynamics.equations.model is not None
    arrows = arrow_measures(model, arrow_names(model) if has_arrows else False)
    shown: dict[str, Array] = {
        **pose_measures(dynamics, model),
        "signals": np.array(expressions, dtype=object),
        "arrows": np.array(list(arrows.outputs.values()), dtype=object).reshape(-1, 2, 3),
    }
    geometry = live_geometry(model, scene, motion.parameters, float(motion.times[0]))
    rest = rest_outputs(as_dynamics(subject), equilibria, rate_operations(prepared))
    run = live_run(prepared, shown, varied, drawn=geometry.expressions, rest=rest)
    for slider in chosen:
        if not run.depends_on(slider.name):
            raise ModelError(f"nothing in the model depends on {slider.name!r}, so it cannot have a slider")
    return {
        "run": run.packed,
        "pulls": pulled is not None,
        "sliders": [slider.told for slider in chosen],
        "signals": {"names": list(names), "units": list(cast(Sequence[str], curves["units"]))},
        "arrows": [{"name": name, "kind": kind} for name, kind in arrows.heads],
        "drawn": geometry.told,
        "rest": rest_told(as_dynamics(subject), rest, cast(float, scene["size"])),
        "still": geometry.still,
    }
