"""FMUs of models, run by another package: validated, and with our motions."""

import shutil
import zipfile

import numpy as np
import pytest

import dalembert as da
from tests.oracles.linkages import slider_crank

fmpy = pytest.importorskip("fmpy")
from fmpy.fmi2 import FMU2Slave  # noqa: E402
from fmpy.fmi3 import FMU3Slave  # noqa: E402
from fmpy.validation import validate_fmu  # noqa: E402

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler"),
]

FINE = da.methods.DOP853(rtol=1e-12, atol=1e-12)

# the importer's solver is of low order; what is left at its finest tolerance
IMPORTED, OWN = 1e-8, 1e-10


def driven_crank() -> da.Model:
    return slider_crank(da.param("r", 0.2), 0.5, da.Motor("motor", "A"))


def ball() -> tuple[da.Model, list[da.Event]]:
    """A ball that leaves the floor with 0.8 of its speed, and counts."""
    body = da.sphere("ball", radius=0.1, mass=1.0)
    model = da.Model(da.Prismatic("z", da.ground, body, axis="z"), gravity=(0, 0, -9.81))
    kept, count = da.param("kept", 0.8), da.param("count", 0.0)
    actions = [da.actions.Reset({"z.rate": -kept * da.speed("z")}), da.actions.Set({"count": count + 1})]
    return model, [da.Event("bounce", da.coordinate("z"), direction=-1, action=actions)]


@pytest.fixture(scope="module", params=["2.0", "3.0"])
def crank(request, tmp_path_factory):
    model = driven_crank()
    start = da.assemble(model, q={"A": 1.0})
    path = tmp_path_factory.mktemp("fmu") / f"the crank {request.param}.fmu"
    names = ["A", "A.rate", "S", "kinetic energy"]
    da.save(model, path, version=request.param, start=start, outputs=names, method=FINE, until=2.0)
    return model, start, str(path)


@pytest.fixture(scope="module", params=["2.0", "3.0"])
def bouncing(request, tmp_path_factory):
    model, events = ball()
    start = da.State(q={"z": 1.0})
    path = tmp_path_factory.mktemp("fmu") / "ball.fmu"
    da.save(model, path, version=request.param, start=start, events=events, method=FINE, until=1.4)
    return str(path)


def differences(result, motion_at) -> float:
    """The largest difference of any output from our motion at the same times, beside its size."""
    times, rows = np.unique(result["time"], return_index=True)
    motion = motion_at(times)
    names = [name for name in result.dtype.names if name != "time"]
    found = {name: (np.asarray(result[name])[rows], np.asarray(motion[name])) for name in names}
    return max(np.abs(x - ours).max() / np.abs(ours).max() for x, ours in found.values())


@pytest.mark.parametrize(("kind", "tolerance"), [("CoSimulation", OWN), ("ModelExchange", IMPORTED)])
def test_a_slider_crank_moves_in_another_package_as_here(crank, kind, tolerance):
    model, start, path = crank
    assert validate_fmu(path) == []
    result = fmpy.simulate_fmu(path, fmi_type=kind, relative_tolerance=1e-13, output_interval=0.02)
    names = ("A", "A.rate", "S", "kinetic energy")
    assert {*names} == {*result.dtype.names} - {"time"}
    assert differences(result, lambda t: da.simulate(model, start, times=t, method=FINE)) < tolerance


@pytest.mark.parametrize(("kind", "tolerance"), [("CoSimulation", OWN), ("ModelExchange", 1e-7)])
def test_a_crank_of_another_length_begins_where_its_constraints_hold(crank, kind, tolerance):
    model, _, path = crank
    result = fmpy.simulate_fmu(
        path,
        fmi_type=kind,
        relative_tolerance=1e-12,
        output_interval=0.02,
        start_values={"r": 0.25, "motor": 1.5},
    )
    first = {name: float(result[name][0]) for name in ("A", "S")}
    start = da.assemble(model, q=first, p={"r": 0.25}, tau={"motor": 1.5})
    assert start.q["S"] == pytest.approx(first["S"], abs=1e-12)
    assert differences(result, lambda t: da.simulate(model, start, times=t, method=FINE)) < tolerance


@pytest.mark.parametrize(("kind", "tolerance"), [("CoSimulation", OWN), ("ModelExchange", IMPORTED)])
def test_a_ball_bounces_in_another_package_as_here(bouncing, kind, tolerance):
    path = bouncing
    assert validate_fmu(path) == []
    result = fmpy.simulate_fmu(
        path,
        fmi_type=kind,
        relative_tolerance=1e-12,
        output_interval=0.01,
        record_events=False,
        output=["z", "z.rate", "count"],
    )
    # closed form: flights between bounces at t1, t1 + 2 t1 e, …
    e, g, t1 = 0.8, 9.81, np.sqrt(2.0 / 9.81)
    ends = t1 * np.cumsum([1.0, 2 * e, 2 * e**2])
    assert ends[1] < 1.4 < ends[2]
    t = np.asarray(result["time"])
    n = np.searchsorted(ends, t)
    away = np.min(np.abs(t[:, None] - ends), axis=1) > 1e-6
    since = t - np.array([0.0, *ends])[n]
    leaves = np.where(n == 0, 0.0, e ** n.astype(float) * g * t1)
    z = np.where(n == 0, 1.0, 0.0) + leaves * since - g * since**2 / 2
    assert np.abs(np.asarray(result["z"]) - z)[away].max() < tolerance
    assert np.abs(np.asarray(result["z.rate"]) - (leaves - g * since))[away].max() < tolerance
    assert (np.asarray(result["count"]) == n)[away].all()


PUSHES = {
    "straight": lambda t: da.where((t >= 0.0) & (t < 0.003), 1000.0, 0.0),
    "smooth": lambda t: 3000.0 / np.sqrt(np.pi) * da.exp(-((t / 0.001) ** 2)),
    "curved": lambda t: da.where(da.cos(2.0 * da.pi * t) > np.cos(2.0 * np.pi * 0.0015), 1000.0, 0.0),
}
"""Pushes of 3 Ns within some milliseconds."""


@pytest.mark.parametrize(("version", "push"), [("2.0", "straight"), *(("3.0", name) for name in PUSHES)])
def test_no_solver_of_others_steps_over_a_short_push(version, push, tmp_path):
    """A push of 3 Ns in 3 ms, wherever a parameter puts it, on a sled that has nothing else to do."""
    begin = da.param("begin", 0.5)
    law = PUSHES[push](da.time - begin)
    sled = da.Prismatic("x", da.ground, da.box("sled", size=(1, 1, 1), mass=2.0), axis="x")
    model = da.Model(sled, da.JointForce("push", "x", law))
    path = str(da.save(model, tmp_path / "push.fmu", version=version, start={"x": 0.0}, until=1.0))
    for kind in ("ModelExchange", "CoSimulation"):
        for t in (0.5, 0.7):
            result = fmpy.simulate_fmu(
                path, fmi_type=kind, stop_time=1.0, relative_tolerance=1e-9, start_values={"begin": t}
            )
            middle = t + 0.0015 if push == "straight" else t
            assert result["x.rate"][-1] == pytest.approx(1.5, abs=1e-6)
            assert result["x"][-1] == pytest.approx(1.5 * (1.0 - middle), abs=1e-6)


def test_bodies_that_cannot_be_are_refused_when_initialization_ends(tmp_path):
    J = [da.param(f"J{axis}", x) for axis, x in zip("xyz", (1.0, 1.0, 0.5), strict=True)]
    top = da.Body("top", da.Inertia(da.param("m", 2.0), (0, 0, 0.1), np.diag(np.array(J, dtype=object))))
    rod = da.rod("rod", length=da.param("length", 1.0), mass=1.0, radius=0.02)
    model = da.Model(da.Revolute("A", da.ground, top, axis="x"), da.Revolute("B", top, rod, axis="x"))
    path = str(da.save(model, tmp_path / "top.fmu", version="2.0"))
    impossible = [{"m": -1.0}, {"length": 0.0}, {"length": -1.0}, {"Jz": 2.5}, {"Jy": -0.1}, {"Jx": 0.2}]
    for values in impossible:
        with pytest.raises(da.errors.ModelError, match="is impossible"):
            da.simulate(model, model.state(p=values), until=0.1)
        with pytest.raises(Exception, match="fmi2ExitInitializationMode"):
            fmpy.simulate_fmu(path, stop_time=0.1, start_values=values, logger=lambda *_: None)
    # moments of a plane plate are at the limit
    fmpy.simulate_fmu(path, stop_time=0.1, start_values={"Jz": 2.0, "m": 0.5, "length": 1e-3})


def test_contacts_that_steps_decide_about_are_those_of_our_runs(tmp_path):
    """A disc that bounces, slips and rolls: friction and impacts are in the loop."""
    disc = da.disc("disc", radius=0.2, mass=1.0, axis="y")
    floor = da.Contact("floor", disc, da.geometry.plane(da.ground, "z"), restitution=0.5, friction=0.3)
    model = da.Model(da.Planar("p", da.ground, disc, normal="y", along="x"), floor, gravity=(0, 0, -9.81))
    start = model.state(q={"p.y": -0.5}, u={"p.x": 2.0})
    method = da.methods.MoreauJean(1e-3)
    start = model.state(q={"p.y": 0.5}, u={"p.x": 2.0}) if height(model, start) < 0.0 else start
    path = str(da.save(model, tmp_path / "disc.fmu", start=start, method=method, until=1.5))
    assert validate_fmu(path) == []
    assert fmpy.read_model_description(path).modelExchange is None
    result = fmpy.simulate_fmu(path, output_interval=0.01)
    motion = da.simulate(model, start, times=np.asarray(result["time"]), method=method)
    for name in (*model.coordinates, *model.speeds):
        np.testing.assert_allclose(result[name], motion[name], atol=1e-10)
    # it has touched, and rolls in the end
    speed, turn = result["p.x.rate"][-1], result["p.angle.rate"][-1]
    assert abs(abs(speed) - 0.2 * abs(turn)) < 1e-6 and 1.2 < speed < 1.5


def over_floor(**laws) -> da.Model:
    body = da.sphere("ball", radius=0.1, mass=1.0)
    floor = da.Contact("floor", body, da.geometry.plane(da.ground, "z"), **laws)
    return da.Model(da.Prismatic("z", da.ground, body, axis="z"), floor, gravity=(0, 0, -9.81))


@pytest.mark.parametrize("version", ["2.0", "3.0"])
def test_a_ball_on_a_contact_bounces_from_event_to_event_until_it_rests(tmp_path, version):
    model, e, h = over_floor(restitution=da.param("e", 0.8)), 0.5, 0.7
    path = str(da.save(model, tmp_path / "ball.fmu", version=version, start={"z": 1.1}, until=3.0))
    assert validate_fmu(path) == []
    assert fmpy.read_model_description(path).modelExchange is None

    # another height and another restitution: modes at the start are decided there
    values = {"e": e, "z": 0.1 + h}
    result = fmpy.simulate_fmu(path, stop_time=2.0, output_interval=0.01, start_values=values)
    state = da.State(q={"z": 0.1 + h}, p={"e": e})
    motion = da.simulate(model, state, times=np.asarray(result["time"]))
    for name in ("z", "z.rate"):
        np.testing.assert_allclose(result[name], motion[name], atol=1e-8)
    v, t = np.sqrt(2.0 * 9.81 * h), np.asarray(result["time"])
    second = (t > v / 9.81) & (t < (1.0 + 2.0 * e) * v / 9.81)
    flown = t[second] - v / 9.81
    np.testing.assert_allclose(result["z"][second], 0.1 + e * v * flown - 0.5 * 9.81 * flown**2, atol=1e-9)
    assert result["z"][-1] == pytest.approx(0.1, abs=1e-12) and abs(result["z.rate"][-1]) < 1e-12

    told: list[bytes] = []
    with pytest.raises(fmpy.fmi1.FMICallException):
        fmpy.simulate_fmu(
            path, stop_time=0.1, start_values={"z": 0.05}, logger=lambda *words: told.append(words[-1])
        )
    assert b"'floor' overlap by 0.05 m" in told[0]


def test_friction_holds_slides_and_lets_go_where_inputs_jump(tmp_path):
    """A block on a slope by the closed forms: at rest, sliding, braked until it sticks, and pushed away."""
    angle, g = 0.3, 9.81
    block = da.box("block", size=(0.2, 0.2, 0.2), mass=2.0)
    slope = da.Contact("slope", block, da.geometry.plane(da.ground, "y"), friction=da.param("mu", 0.4))
    gravity = (g * np.sin(angle), -g * np.cos(angle), 0.0)
    model = da.Model(da.Planar("pose", da.ground, block), slope, da.Motor("push", "pose.x"), gravity=gravity)
    path = str(da.save(model, tmp_path / "block.fmu", start={"pose.y": 0.1}, until=2.0))
    for mu, speed in ((0.4, 0.0), (0.2, 0.0), (0.4, 1.0)):
        values = {"mu": mu, "pose.x.rate": speed}
        result = fmpy.simulate_fmu(path, stop_time=1.0, output_interval=0.02, start_values=values)
        a, t = g * (np.sin(angle) - mu * np.cos(angle)), np.asarray(result["time"])
        moving = np.minimum(t, -speed / a) if a < 0.0 else t
        np.testing.assert_allclose(result["pose.x"], speed * moving + 0.5 * a * moving**2, atol=1e-9)

    t = np.linspace(0.0, 2.0, 201)
    push = np.array([(x, 30.0 if x >= 1.0 else 0.0) for x in t], dtype=[("time", float), ("push", float)])
    result = fmpy.simulate_fmu(path, stop_time=2.0, output_interval=0.01, input=push)
    a = g * (np.sin(angle) - 0.4 * np.cos(angle)) + 15.0
    np.testing.assert_allclose(
        result["pose.x"], 0.5 * a * np.maximum(np.asarray(result["time"]) - 1.0, 0.0) ** 2, atol=1e-9
    )


def height(model, state) -> float:
    return float(da.as_dynamics(model).evaluate(da.position(model.body("disc"))[2], state))


def slave(path: str):
    """An instance by hand, with what one needs to know of it."""
    folder = fmpy.extract(path)
    description = fmpy.read_model_description(path)
    kind = FMU2Slave if description.fmiVersion == "2.0" else FMU3Slave
    fmu = kind(
        guid=description.guid,
        unzipDirectory=folder,
        modelIdentifier=description.coSimulation.modelIdentifier,
        instanceName="one",
    )
    return fmu, {x.name: x.valueReference for x in description.modelVariables}


class Values:
    """Instances of both versions by the same words."""

    def __init__(self, path: str) -> None:
        self.fmu, self.references = slave(path)
        self.is_2 = isinstance(self.fmu, FMU2Slave)
        self.fmu.instantiate()

    def begin(self) -> None:
        if self.is_2:
            self.fmu.setupExperiment(startTime=0.0)
            self.fmu.enterInitializationMode()
        else:
            self.fmu.enterInitializationMode(startTime=0.0)
        self.fmu.exitInitializationMode()

    def get(self, *names: str) -> list[float]:
        read = self.fmu.getReal if self.is_2 else self.fmu.getFloat64
        return list(read([self.references[name] for name in names]))

    def set(self, **values: float) -> None:
        write = self.fmu.setReal if self.is_2 else self.fmu.setFloat64
        write([self.references[name] for name in values], [*values.values()])

    def step(self, t: float, h: float) -> None:
        self.fmu.doStep(currentCommunicationPoint=t, communicationStepSize=h)

    def end(self) -> None:
        self.fmu.freeInstance()


def test_instances_live_their_own_lives_and_states_are_kept(crank):
    one, other = Values(crank[2]), Values(crank[2])
    other.set(motor=3.0)
    for fmu in (one, other):
        fmu.begin()
        fmu.step(0.0, 0.1)
    before = one.get("A", "A.rate", "S")
    assert before != other.get("A", "A.rate", "S")

    # back to a state that was kept, also by way of bytes: the same bits again
    names = ("get{}", "set{}", "free{}", "serialize{}", "deSerialize{}" if one.is_2 else "deserialize{}")
    word = "FMUstate" if one.is_2 else "FMUState"
    get, set_, release, to_bytes, from_bytes = (getattr(one.fmu, name.format(word)) for name in names)
    kept = get()
    one.step(0.1, 0.2)
    later = one.get("A", "A.rate", "S")
    set_(kept)
    assert one.get("A", "A.rate", "S") == before
    one.step(0.1, 0.2)
    assert one.get("A", "A.rate", "S") == later
    set_(from_bytes(to_bytes(kept)))
    assert one.get("A", "A.rate", "S") == before
    release(kept)

    # and from the beginning
    one.fmu.reset()
    one.begin()
    one.step(0.0, 0.1)
    assert one.get("A", "A.rate", "S") == before
    one.end()
    other.end()


def test_wrong_calls_are_answered_by_errors(crank):
    fmu = Values(crank[2])
    wrong = fmpy.fmi1.FMICallException
    with pytest.raises(wrong):
        fmu.step(0.0, 0.1)
    with pytest.raises(wrong):
        fmu.set(**{"kinetic energy": 1.0})
    with pytest.raises(wrong):
        fmu.set(r=float("nan"))
    with pytest.raises(wrong):
        (fmu.fmu.getReal if fmu.is_2 else fmu.fmu.getFloat64)([4711])
    fmu.begin()
    with pytest.raises(wrong):
        fmu.set(r=0.3)
    with pytest.raises(wrong):
        fmu.step(5.0, 0.1)
    with pytest.raises(wrong):
        fmu.step(0.0, -0.1)
    fmu.step(0.0, 0.1)
    fmu.end()

    # no instance at all
    nobody = Values(crank[2])
    kept, nobody.fmu.component = nobody.fmu.component, None
    for call in (nobody.begin, nobody.fmu.reset, lambda: nobody.get("A"), lambda: nobody.step(0.0, 0.1)):
        with pytest.raises(wrong):
            call()
    nobody.fmu.component = kept
    nobody.end()

    # a crank so long that nothing can be computed
    fmu = Values(crank[2])
    fmu.set(r=1e200)
    with pytest.raises(wrong):
        fmu.begin()
    fmu.end()


def test_an_event_ends_the_simulation(tmp_path):
    model, _ = ball()
    floor = da.Event("floor", da.coordinate("z"), direction=-1, is_terminal=True)
    for version in ("2.0", "3.0"):
        path = da.save(model, tmp_path / "fall.fmu", version=version, start={"z": 1.0}, events=[floor])
        for kind in ("CoSimulation", "ModelExchange"):
            result = fmpy.simulate_fmu(str(path), fmi_type=kind, relative_tolerance=1e-10, stop_time=1.0)
            assert result["time"][-1] == pytest.approx(np.sqrt(2.0 / 9.81), abs=2e-3)
            assert abs(result["z"][-1]) < 1e-2


def test_the_description_tells_what_depends_on_what(crank):
    path = crank[2]
    description = fmpy.read_model_description(path)
    known = {x.name: x for x in description.modelVariables}
    assert known["A"].unit == "rad" and known["A.rate"].unit == "rad/s" and known["motor"].unit == "N m"
    assert known["kinetic energy"].unit == "J"
    assert (known["r"].causality, known["r"].variability, float(known["r"].start)) == ("parameter", "fixed", 0.2)
    assert known["motor"].causality == "input"
    rates = {x.variable.name: {y.name for y in x.dependencies} for x in description.derivatives}
    assert rates["der(A)"] == {"A.rate"}
    assert "motor" in rates["der(A.rate)"] and "S" not in rates["der(A)"]
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
    assert any(name.startswith("binaries/") for name in names)
    assert {"sources/model.c", "sources/instance.c", "sources/contacts.c"} <= {*names}


def test_what_no_fmu_can_be_is_refused_by_name(tmp_path):
    model, _ = ball()
    touch = da.Event("touch", da.coordinate("z"), detect_touch=True)
    path = tmp_path / "ball.fmu"
    cases = [
        ({"version": "1.0"}, "version of an FMU"),
        ({"kinds": ["Simulation"]}, "kinds of an FMU"),
        ({"outputs": ["z.speed"]}, "there is no signal 'z.speed'"),
        ({"outputs": {"z": "z.rate"}}, "has the name of a variable"),
        ({"events": [touch], "kinds": ["ModelExchange"]}, "'touch' happens where its value touches zero"),
        ({"platforms": ["vax"]}, "binaries are for"),
        ({"verson": "2.0"}, "'verson' is no option"),
    ]
    for options, message in cases:
        with pytest.raises(da.errors.DalembertError, match=message):
            da.save(model, path, **options)

    touching = over_floor(friction=da.contacts.Contensou(0.2, 0.01))
    with pytest.raises(da.errors.ModelError, match=r"'floor' do at their events is decided in Python.*MoreauJean"):
        da.save(touching, path, start={"z": 1.0})
    hop = da.Event("hop", da.coordinate("z") - 0.5, action=da.actions.Reset({"z.rate": 1.0}))
    with pytest.raises(da.errors.ModelError, match=r"'hop' acts: beside contacts an FMU cannot have that"):
        da.save(over_floor(restitution=0.5), path, start={"z": 1.0}, events=[hop])
    with pytest.raises(da.errors.ModelError, match="what contacts do is decided in the loop of co-simulation"):
        da.save(over_floor(restitution=0.5), path, start={"z": 1.0}, kinds=["ModelExchange"])
    touching = over_floor(restitution=0.8)
    with pytest.raises(
        da.errors.ModelError, match="steps of the method decide about contacts, and model exchange"
    ):
        da.save(touching, path, start={"z": 1.0}, method=da.methods.MoreauJean(1e-3), kinds=["ModelExchange"])
    blow = da.expr.callback("wind", lambda x: -(x[0] ** 2), [da.time])
    pushed = da.Model(*model.parts, da.Motor("fan", "z", blow[0]), gravity=(0, 0, -9.81))
    with pytest.raises(da.errors.ModelError, match="'wind' is a function of Python"):
        da.save(pushed, path)
    moved = da.Event("gust", da.coordinate("z"), action=da.actions.Set({"fan": 0.0}))
    with pytest.raises(da.errors.ModelError, match="events set the input 'fan'"):
        da.save(da.Model(*model.parts, da.Motor("fan", "z"), gravity=(0, 0, -9.81)), path, events=[moved])
    with pytest.raises(da.errors.DalembertError, match="nowhere"):
        da.save(model, tmp_path / "nowhere" / "ball.fmu")
    assert not path.exists()
