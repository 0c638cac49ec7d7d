"""Every equation that is printed is true: what `explain` and `reading` show, read back from its text.

Accelerations, forces by reactions and multipliers to put in are computed here: by recursion, dense algebra, and
differences along the motion where speeds are others. A sentence that says how results go together is an equation
as well; those of each step stand in `TRUE`.
"""

from functools import cache
from inspect import signature

import numpy as np
import pytest

import dalembert as da
from dalembert.expr.node import inputs_of, name_of
from dalembert.principles.catalogue import every_principle
from dalembert.symbolic.equation_text import style_of
from tests.examples import example
from tests.principles.printed_equations import Printed

ATOL = 1e-10

SEEDS = 1, 2
"""Of random states."""

MASS, LENGTH, GRAVITY = 1.5, 0.7, 9.81

LAW = da.sin(2.0 * da.time) / 8.0


def param(name, value):
    return da.param(name, value)


# ---- models with inputs, and states that satisfy their rows


def cart_with_friction(*rows):
    """A rod on a cart, both with motors; the friction of the cart's guide is by what it carries."""
    body, bob = da.particle("cart", mass=param("m", 2.0)), da.rod("bob", length=param("l", LENGTH), mass=MASS)
    N = da.reaction_force("x")[1]
    law = -param("mu", 0.1) * da.sqrt(N**2 + 1.0) * da.tanh(da.speed("x"))
    return da.Model(
        da.Prismatic("x", da.ground, body, axis="x"),
        da.Revolute("theta", body, bob, axis="z"),
        da.Motor("F", "x"),
        da.Motor("T", "theta"),
        da.JointDamper("damper", "theta", param("c", 0.2)),
        da.JointForce("rub", "x", law),
        *rows,
        gravity=(0.0, -param("g", GRAVITY), 0.0),
    )


def cart_state(t, theta, turn):
    return {"x": np.sin(2.0 * t) / 8.0, "theta": theta}, {"x": np.cos(2.0 * t) / 4.0, "theta": turn}


def friction(a, state):
    """Of the cart: printed names of what its law stands for, and what it adds along each speed."""
    (_, theta), (slide, turn) = state.q.values(), state.u.values()
    rising = LENGTH / 2.0 * (np.cos(theta) * a[1] - np.sin(theta) * turn**2)
    carried = (2.0 + MASS) * GRAVITY + MASS * rising
    rub = -0.1 * np.sqrt(carried**2 + 1.0) * np.tanh(slide)
    return {"w[x.force.y]": carried, "s[rub]": rub}, np.array([rub, 0.0])


def restricted_particle():
    """ẏ = z ẋ + sin t, said twice, under any force and a spring."""
    P, k = da.particle("P", mass=param("m", 2.0)), param("k", 3.0)
    (x, _, z), (vx, vy, _) = da.position(P), da.velocity(P)
    row = vy - z * vx - da.sin(da.time)
    return da.Model(
        da.Translational("r", da.ground, P),
        da.PointForce("push", P.at(), [da.Input("X"), da.Input("Y"), da.Input("Z")]),
        da.PointForce("spring", P.at(), [-k * x, 0.0, 0.0]),
        da.Nonholonomic("row", row),
        da.Nonholonomic("again", 2.0 * row),
    )


def particle_state(t, x, y, z, vx, vz):
    return {"r.x": x, "r.y": y, "r.z": z}, {"r.x": vx, "r.y": z * vx + np.sin(t), "r.z": vz}


def wire():
    """A particle on a wire that is lifted; holonomic rows, one of them a drive."""
    P, m, l = da.particle("P", mass=param("m", 2.0)), param("m", 2.0), param("l", LENGTH)
    x, y, _ = da.position(P)
    return da.Model(
        da.Translational("r", da.ground, P),
        da.PointForce("push", P.at(), [da.Input("X"), da.Input("Y"), 0.0]),
        da.PointForce("spring", P.at(), [0.0, -m * y, 0.0]),
        da.Holonomic("wire", y + x**2 / l - da.cos(da.time)),
        da.Drive("lift", "r.z", LAW),
        gravity=(0.0, -param("g", GRAVITY), 0.0),
    )


def wire_state(t, x, vx):
    q = {"r.x": x, "r.y": np.cos(t) - x**2 / LENGTH, "r.z": np.sin(2.0 * t) / 8.0}
    return q, {"r.x": vx, "r.y": -np.sin(t) - 2.0 * x * vx / LENGTH, "r.z": np.cos(2.0 * t) / 4.0}


def knife():
    """A blade under a body that is pushed, its speeds along and across."""
    body = da.Body("body", da.Inertia(param("m", 2.0), (0.0, 0.0, 0.0), np.diag([0.2, 0.2, 0.3])))
    turn, (vx, vy, _) = da.coordinate("p.angle"), da.velocity(body)
    across = da.cos(turn) * vy - da.sin(turn) * vx
    return da.Model(
        da.Planar("p", da.ground, body),
        da.PointForce("push", body.at(x=0.5), [da.Input("X"), da.Input("Y"), 0.0], axes=body),
        da.Nonholonomic("blade", across - param("b", 0.2) * da.speed("p.angle")),
    )


def knife_state(t, x, y, turn, along, spin):
    c, s, across = np.cos(turn), np.sin(turn), 0.2 * spin
    q = {"p.x": x, "p.y": y, "p.angle": turn}
    return q, {"p.x": c * along - s * across, "p.y": s * along + c * across, "p.angle": spin}


def linkage():
    """A four-bar linkage with a motor, of rods whose moments of inertia are l²."""
    lengths = {"crank": 0.5, "coupler": 1.25, "rocker": 0.75}
    crank, coupler, rocker = (da.rod(name, length=length, mass=12.0) for name, length in lengths.items())
    return da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], coupler),
        da.Revolute("D", da.ground.at(x=1.0), rocker),
        da.Revolute("C", coupler["end"], rocker["end"]),
        da.Motor("motor", "A"),
        gravity=(0.0, -param("g", GRAVITY), 0.0),
    )


def linkage_state(t, angle, turn):
    state = da.assemble(linkage(), q={"A": angle}, u={"A": turn})
    return state.q, state.u


def along_the_blade():
    turn, vx, vy = da.coordinate("p.angle"), da.speed("p.x"), da.speed("p.y")
    c, s = da.cos(turn), da.sin(turn)
    return da.formulations.QuasiVelocities(
        {"v": c * vx + s * vy, "w": c * vy - s * vx, "spin": da.speed("p.angle")}
    )


MODELS = {
    "friction": (cart_with_friction, cart_state, friction),
    "led": (lambda: cart_with_friction(da.Holonomic("guide", da.coordinate("x") - LAW)), cart_state, friction),
    "redundant": (restricted_particle, particle_state, None),
    "wire": (wire, wire_state, None),
    "knife": (knife, knife_state, None),
    "linkage": (linkage, linkage_state, None),
}


@cache
def modelled(name):
    return MODELS[name][0]()


@cache
def state_of(name, seed):
    """A random state that satisfies the rows."""
    placed, random = MODELS[name][1], np.random.default_rng(seed)
    eom = da.derive(modelled(name))
    drawn = random.uniform(0.2, 1.0, len(signature(placed).parameters))
    q, u = placed(*drawn)
    return eom.state(t=drawn[0], q=q, u=u, tau={x: random.uniform(-1.0, 1.0) for x in eom.inputs})


# ---- what to put in


def numbers(expressions, values):
    """Arrays of expressions for numbers by the names of their inputs."""
    arrays = [np.asarray(x, dtype=object) for x in expressions]
    nodes = inputs_of([x for array in arrays for x in array.flat if isinstance(x, da.expr.Node)])
    known = {x: values[name_of(x)] for x in nodes}
    return [np.asarray(da.expr.evaluate(array, known), dtype=float).reshape(array.shape) for array in arrays]


def by_name(eom, state):
    """Numbers by the names of variables and parameters."""
    names = zip((eom.coordinates, eom.speeds, eom.inputs), (state.q, state.u, state.tau), strict=True)
    return {"t": state.t, **eom.parameters, **{name: own[name] for group, own in names for name in group}}


@cache
def accelerations(name, seed):
    """Of the model's own speeds, printed names of reactions with their values, and what acts by these."""
    eom, state, law = da.derive(modelled(name)), state_of(name, seed), MODELS[name][2]
    M, f, G, J, gamma, tau = numbers((eom.M, eom.f, eom.G, eom.J, eom.gamma, eom.tau), by_name(eom, state))
    n, m = len(M), len(J)
    r, labels = np.zeros(n), {}
    system = np.block([[M, -J.T], [J, np.zeros((m, m))]])
    for _ in range(60 if law else 1):
        a = np.linalg.lstsq(system, np.concatenate([f + G @ tau + r, gamma]), rcond=None)[0][:n]
        labels, r = law(a, state) if law else (labels, r)
    return a, labels, r


def rates_of_speeds(name, seed, eom):
    """u̇ of other speeds, by differences along the motion."""
    model, state = modelled(name), state_of(name, seed)
    base, a = da.derive(model), accelerations(name, seed)[0]
    values = by_name(base, state)
    (N_u,) = numbers([base.rates], values)
    h, speeds = 1e-3, {}
    for k in (-2, -1, 1, 2):
        u = np.array([state.u[x] for x in base.speeds]) + k * h * a
        q = np.array([state.q[x] for x in base.coordinates]) + k * h * N_u
        near = base.state(
            t=state.t + k * h,
            q=dict(zip(base.coordinates, q, strict=True)),
            u=dict(zip(base.speeds, u, strict=True)),
            tau=state.tau,
        )
        moved = da.convert_state(near, model, eom)
        speeds[k] = np.array([moved.u[x] for x in eom.speeds])
    return (8.0 * (speeds[1] - speeds[-1]) - (speeds[2] - speeds[-2])) / (12.0 * h)


class Known:
    """Numbers of everything that printed equations have names for."""

    def __init__(self, name, seed, eom, principle):
        model, state = modelled(name), state_of(name, seed)
        base, (a, labels, r) = da.derive(model), accelerations(name, seed)
        self.eom, self.rates = eom, a
        # momenta that hold what multipliers have added are told by no path
        self.in_momenta = isinstance(getattr(principle, "form", None), da.formulations.MomentumMultipliers)
        if eom.speeds != base.speeds:
            state = da.convert_state(state, model, eom)
            dynamics = da.as_dynamics(eom)
            a = (
                dynamics.evaluate(eom.accelerations, state)
                if self.in_momenta
                else rates_of_speeds(name, seed, eom)
            )
            r = dynamics.evaluate(eom.r, state) if labels or self.in_momenta else np.zeros(len(a))
            if not isinstance(principle, da.Hamilton):
                self.rates = a
        values = by_name(eom, state)
        M, f, G, E, tau, rates = numbers(
            (eom.M, eom.f, eom.G, eom.constraint_force_matrix, eom.tau, eom.rates), values
        )
        self.a, self.r, self.tau, self.q_rates = a, r, tau, rates
        self.lam = np.linalg.lstsq(E, M @ a - f - G @ tau - r, rcond=None)[0]
        self.held = E @ self.lam
        self.balance = M @ a, f + G @ tau + r + self.held

        values |= dict(zip(map(name_of, eom.a), a, strict=True))
        values |= dict(zip(map(name_of, eom.lam), self.lam, strict=True))
        # of higher rates nothing is said but what contains them
        values |= {f"{x}''": 0.37 for x in eom.speeds}
        values |= {f".rate {x}": rate for x, rate in zip(eom.coordinates, rates, strict=True)}
        values |= {f".reaction {x}": own for x, own in zip(eom.speeds, r, strict=True)}
        self.values, text = values, style_of(eom).text
        self.printed = Printed({text.get(x, x): float(value) for x, value in values.items()} | labels)


# ---- what steps say


def balance(v, k):
    yield v["M"] @ k.a, v["f"] + v.get("G", np.zeros((len(k.a), 0))) @ k.tau + k.r + k.held


def rows(v, k):
    yield v["J"] @ k.rates, v[r"\gamma"]
    yield v["J"].T @ k.lam, k.held
    for level in (r"\varphi", r"\psi"):
        if level in v:
            yield v[level], 0.0 * v[level]


def parted(v, k):
    A, J = v[r"\dot u_D = A \dot u_I + B: \quad A"], v["J"]
    names = k.why.split("independent are ")[1].removesuffix(". A₂ is what is allowed.").split(", ")
    own = [k.eom.speeds.index(name) for name in names]
    others = [i for i in range(len(k.a)) if i not in own]
    yield k.a[others], A @ k.a[own] + v["B"]
    yield J @ v["A_2"].T, np.zeros((len(J), len(own)))


def projected(v, k):
    (acting,) = (name for name in k.names if name.startswith(("A_2 f", "A_2 (f")))
    yield v["A_2 M"] @ k.a, v[acting]


def free(v, k):
    yield v["M"] @ v["a_0"], v["f"] + v["G"] @ k.tau + k.r
    yield v[r"\gamma - J a_0"], v[r"\gamma"] - v["J"] @ v["a_0"]


def least(v, k):
    yield v["a_0"] + v[r"\dot u - a_0"], k.a


def by_slopes(v, k):
    """Lagrange's equations, in rates or along the speeds."""
    if r"\frac{d}{dt} \partial L / \partial \dot q" in v:
        yield v["L"], v["T"] - v["V"]
        inertia = v[r"\frac{d}{dt} \partial L / \partial \dot q"] - v[r"\partial L / \partial q"]
    else:
        inertia = sum(v[name] for name in k.names if name.startswith((r"N^\top (", r"N^\top \partial V")))
    yield inertia, v["Q"] + k.held


def by_rates(v, k):
    """Of the kinetic energy, or its slopes by speeds; with Hamel's term."""
    hamel = v.get(r"N^\top (\dot Y - \partial u / \partial q)^\top \partial T / \partial u", 0.0)
    slopes = v[r"N^\top \partial T / \partial q"]
    if r"\frac{d}{dt} \partial T / \partial u" in v:
        inertia = v[r"\frac{d}{dt} \partial T / \partial u"] - slopes
    else:
        n = 1 if "T^{(1)}" in k.names else 2
        (slope,) = (name for name in k.names if name.startswith(rf"\partial T^{{({n})}}"))
        inertia = (v[slope] - (1.0 + n) * slopes) / n
    yield inertia + hamel, v["Q"] + k.held


def momenta(v, k):
    for name, rate in v.items():
        if name.startswith(r"\dot p_"):
            of = name.removeprefix(r"\dot p_")
            yield rate, v[f"f_{of}"] + v[f"f^c_{of}"]
            if f"t_{of}" in v:
                yield v[rf"(\dot h - p \times v_P)_{of}"], v[f"t_{of}"] + v[f"t^c_{of}"]


def canonical(v, k):
    yield v[r"\dot q"][: len(k.q_rates)], k.q_rates[: len(v[r"\dot q"])]
    slopes = v[r"-\partial H / \partial q"]
    if not k.in_momenta:
        yield k.a, slopes + v.get("Q", 0.0) + k.held


def multipliers(v, k):
    slopes = v[r"-\partial H / \partial q"]
    yield v["J M^{-1}"] @ k.held, v[r"\gamma"] - v["J M^{-1}"] @ (v.get("Q", 0.0) + slopes)


TRUE = {
    "Mass matrix and forces": balance,
    "Mass matrix": balance,
    "Constraints": rows,
    "Independent speeds": parted,
    "Projection": lambda v, k: projected(v, k) if "A_2 M" in v else (),
    "Full order": lambda v, k: [(v["T"] @ k.a, v["V"])],
    "Free accelerations": free,
    "Correction": least,
    "Inertia forces": lambda v, k: [(v["F"] + v["F^*"] + k.held, 0.0 * k.a)],
    "Other forces": by_slopes,
    "Forces": by_rates,
    "Minimum": lambda v, k: [(v[r"\partial Z / \partial \dot u"], k.held)],
    "Applied forces": lambda v, k: [(v[r"\partial S / \partial \dot u"], v["Q"] + k.held)],
    "Reactions": momenta,
    "Canonical equations": canonical,
    "Multipliers of forces": multipliers,
    "Multipliers of momenta": lambda v, k: [(v[r"\dot p"], k.a)],
}
"""What a step says of its results and those before, as left and right sides."""


# ---- all that is printed


def texts_of(quantities, style):
    return [(one.text(style), one.shape) for one in quantities]


def lines_of(lines, style):
    """Lines but those that say in words what a reaction is, or are told by their size."""
    found = [line.text(style) for line in lines]
    return [text for text in found if "reaction_force" not in text and "not written out" not in text]


def printed_sides(steps, results, known):
    """What steps say, with its left and right side."""
    values, told = {}, []
    known.names = {name for step in steps for name in step.results}
    for step, texts in zip(steps, results, strict=True):
        for name, text in zip(step.results, texts, strict=True):
            values[name] = known.printed.array(*text)
            if values[name] is None:
                told.append(name)
                del values[name]
        known.why = step.why
        try:
            for left, right in TRUE.get(step.title, lambda v, k: ())(values, known):
                yield step.title, left, right
        except KeyError as missing:
            # this would need what is too long to be printed
            assert missing.args[0] in told, (step.title, missing)


def part_sides(parts, known):
    """What the parts of a reading are there for."""
    v = {name: known.printed.array(*text) for name, text in parts.items()}
    if v["f"] is not None and v["M"] is not None and v["r"] is not None:
        yield "M a", v["M"] @ known.a, v["f"] + v["G"] @ known.tau + v["r"] + known.held
    if v["J"] is not None and v["gamma"] is not None:
        yield "J a", v["J"] @ known.a, v["gamma"]


def assert_true(sides):
    for what, left, right in sides:
        scale = 1.0 + np.max(np.abs(left), initial=0.0)
        assert np.shape(left) == np.shape(right), what
        assert np.all(np.abs(left - right) <= ATOL * scale), (what, left, right)


def assert_prints_the_truth(name, derivation, principle):
    page, reading = derivation._page(None, ()), derivation.equations.reading()
    results = [texts_of(quantities, page.style) for quantities in page.results]
    parts = dict(zip(reading.quantities, texts_of(reading.quantities.values(), reading.style), strict=True))
    lines = {*lines_of(page.lines, page.style), *lines_of(reading.lines, reading.style)}
    for seed in SEEDS:
        known = Known(name, seed, derivation.equations, principle)
        assert_true([("M a", *known.balance), *printed_sides(derivation.steps, results, known)])
        assert_true([(line, *known.printed.sides(line)) for line in sorted(lines)])
        assert_true(part_sides(parts, known))


def takes(model, principle):
    try:
        return da.explain(model, principle)
    except da.errors.FormulationError:
        return None


@pytest.mark.slow
@pytest.mark.covers("F000-67", "F000-69")
@pytest.mark.parametrize("principle", every_principle(), ids=lambda one: getattr(one, "title", "Recursive"))
def test_every_printed_equation_is_true(principle):
    models = ["friction", "led", "redundant", "wire"]
    if isinstance(principle, da.NewtonEuler):
        models = ["led"]
    derivations = {name: takes(modelled(name), principle) for name in models}
    taken = {name: derivation for name, derivation in derivations.items() if derivation is not None}
    assert len(taken) >= 1
    for name, derivation in taken.items():
        assert_prints_the_truth(name, derivation, principle)


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    [da.BoltzmannHamel, da.GibbsAppell, da.Nonminimal, da.UdwadiaKalaba, da.formulations.Tzenoff],
)
def test_printed_equations_in_speeds_that_are_no_rates_are_true(kind):
    principle = kind(speeds=along_the_blade())
    derivation = da.explain(modelled("knife"), principle)
    assert_prints_the_truth("knife", derivation, principle)


# ---- u̇ = T⁻¹ V, line by line


def surface():
    """Bajodah (2003), example 2.1: (73) to (75), in its speeds."""
    m, forces = param("m", 2.0), [param("F1", 0.3), param("F2", -0.4), param("F3", 0.7)]
    model = example("particle_on_a_surface").spherical(m, 0.0, forces)
    r, phi = da.coordinate("r"), da.coordinate("φ")
    speeds = {"u1": da.speed("r"), "u2": r * da.speed("θ") * da.sin(phi), "u3": -r * da.speed("φ")}

    def expected(r, φ, u1, u2, u3, m, F1, F2, F3, **_):
        a, bent = m**2 * (1 + φ**2), u2**2 + u3**2 - φ * u2**2 / np.tan(φ)
        pushed = m / a * (F1 + φ * F3) + m**2 / (a * r) * bent
        return pushed, F2 / m - (u1 * u2 - u2 * u3 / np.tan(φ)) / r, φ * pushed - u1 * u3 / r

    return model, {"independent": ["u1", "u2"], "speeds": da.formulations.QuasiVelocities(speeds)}, expected


def restricted():
    """Example 2.2: (94) to (96), speeds in the order ẋ, ẏ, ż."""
    m, forces = param("m", 1.5), [param("X", 0.3), param("Y", -0.4), param("Z", 0.7)]
    module = example("restricted_particle")
    model = module.particle(module.by_speeds(0.5 * da.sin(da.time)), m, forces)

    def expected(t, m, X, Y, Z, **v):
        z, turned = v["P.z"], v["P.x.rate"] * v["P.z.rate"] + 0.5 * np.cos(t)
        a = m * (1 + z**2)
        return -m * z / a * turned + (X + z * Y) / a, m / a * turned + z / a * (X + z * Y), Z / m

    return model, {"independent": ["P.x", "P.z"]}, expected


def elliptical_wire():
    """Example 4.1: (248) and (249)."""
    module = example("particle_on_a_wire")
    model = module.particle_on_a_wire(param("m", 1.3), param("K", 2.0))

    def expected(x, y, m, K, **v):
        bar, u1, u2 = x - module.CENTER, v["x.rate"], v["y.rate"]
        slope = module.A * bar / (module.B * y)
        # B as the row gives it: with its row of velocities this is e₁ of the text
        e1 = -(module.A * u1**2 + module.B * u2**2) / (module.B * y)
        e2 = K * (x - module.A / module.B * bar)
        return (m * slope * e1 - e2) / (m * (1 + slope**2)), (m * e1 + slope * e2) / (m * (1 + slope**2))

    return model, {"independent": ["x"]}, expected


def pendulum():
    """Example 4.3: (310) and (311)."""
    model = example("pendulum_of_varying_length").pendulum(gravity=param("g", GRAVITY))

    def expected(x, g, **v):
        u1, d = v["x.rate"], 1 + 4 * x**2
        return -2 * x * (g + 2 * u1**2) / d, (4 * g * x**2 - 2 * u1**2) / d

    return model, {}, expected


@pytest.mark.covers("F002-10", "F002-16", "F002-62")
@pytest.mark.parametrize("system", [surface, restricted, elliptical_wire, pendulum])
def test_nonminimal_equations_are_written_line_by_line_and_are_those_of_the_text(system):
    model, options, expected = system()
    eom = da.derive(model, da.Nonminimal(**options))
    reading = eom.reading()
    texts = reading.text().splitlines()
    assert len(reading.text()) < 600 and "λ" not in reading.text()
    solved = {equation.lhs.name: str(equation.rhs) for equation in eom.to_sympy().lines if equation.lhs.is_Symbol}
    assert all(len(solved[name_of(x)]) < 400 and "_solve" not in solved[name_of(x)] for x in eom.a)

    random = np.random.default_rng(3)
    names = [*eom.coordinates, *eom.speeds, "t"]
    for _ in range(3):
        values = dict(zip(names, random.uniform(0.2, 1.2, len(names)), strict=True)) | eom.parameters
        printed = Printed({reading.style.text.get(x, x): value for x, value in values.items()})
        accelerations = [reading.style.text[name_of(x)] for x in eom.a]
        found = {line.split(" = ")[0]: line.split(" = ")[1] for line in texts}
        np.testing.assert_allclose([printed(found[x]) for x in accelerations], expected(**values), rtol=1e-12)


@pytest.mark.covers("F002-16")
def test_small_systems_read_as_short_as_in_the_text():
    def lines(model, **options):
        return da.derive(model, da.Nonminimal(**options)).reading().text().splitlines()

    assert lines(pendulum()[0]) == [
        "ẍ = -2 (2 ẋ² + g) x/(4 x² + 1)",
        "ÿ = 4 (2 ẋ² + g) x²/(4 x² + 1) - 2 ẋ²",
        "x² + y - 1 = 0",
    ]
    # reduced exact equations of Appell and Hamel's mechanism: 26 = I + m ρ², 29/4 = I + a² (M + m) + b² m
    mechanism = example("appell_hamel").appell_hamel()
    assert lines(mechanism, independent=["frame.angle", "spin"])[2:5] == [
        "frame.angle″ = -5 frame.angle′ spin′/26",
        "weight″ = -10 frame.angle′²/29 - 0.338276",
        "spin″ = 20 frame.angle′²/29 + 0.676552",
    ]


@pytest.mark.covers("F002-10", "F002-62")
def test_equations_too_long_to_be_solved_for_are_rows_of_the_full_order_form():
    model, principle = modelled("linkage"), da.Nonminimal(independent=["D"])
    derivation = da.explain(model, principle)
    assert_prints_the_truth("linkage", derivation, principle)
    rows = derivation.equations.reading().text().replace("\n    ", " ").splitlines()
    assert [[x for x in ("Ä", "B̈", "D̈") if x in row] for row in rows[:2]] == [["Ä", "D̈"], ["B̈", "D̈"]]
    assert not any("λ" in row for row in rows)
    # a name is a name, also that of a letter which stands for something
    assert "independent are D.rate" in derivation.text(None)


# ---- what constraints exert besides


@pytest.mark.slow
def test_forces_of_constraints_that_are_not_ideal_are_printed():
    law = {"r.x.rate": -param("d", 0.3) * da.speed("r.x")}
    principle = da.formulations.LagrangeFirstKind(solver=da.solvers.NonidealConstraints(law))
    eom = da.derive(modelled("wire"), principle)
    assert "r[r.x.rate] = -d ṙ_x" in eom.reading().text().splitlines()
    assert "+ r[r.x.rate]" in eom.reading().text().splitlines()[0]


@pytest.mark.slow
def test_the_residual_in_sympy_is_zero_along_a_motion_also_in_momenta():
    for principle in (da.Recursive(), da.Hamilton()):
        eom = da.derive(modelled("wire"), principle)
        known, found = Known("wire", 1, eom, principle), eom.to_sympy()
        numbers = {x: known.values[x.name] for x in found.residual.free_symbols}
        np.testing.assert_allclose(np.array(found.residual.subs(numbers), dtype=float), 0.0, atol=1e-9)


@pytest.mark.slow
def test_what_nodes_of_modules_print_is_true():
    principle = da.Modular()
    derivation = da.explain(modelled("wire"), principle)
    page = derivation._page(None, ())
    for seed in SEEDS:
        known = Known("wire", seed, derivation.equations, principle)
        (B, C, f) = (known.printed.array(*text) for text in texts_of(page.results[0], page.style))
        assert_true([("f̄", f, 0.0 * f), ("B C", B @ C, 0.0 * (B @ C))])
        assert_true([(line, *known.printed.sides(line)) for line in lines_of(page.lines, page.style)])
