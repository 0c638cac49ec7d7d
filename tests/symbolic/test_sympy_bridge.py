import os
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from pkgutil import iter_modules

import numpy as np
import pytest
import sympy as sy
from sympy.physics.mechanics import dynamicsymbols

from dalembert import symbolic as sympy_bridge
from dalembert.errors import ExpressionError
from dalembert.expr import functions as fn
from dalembert.expr.node import make, name_of, traverse
from dalembert.expr.operations import OPERATIONS
from dalembert.expr.symbol_nodes import param, symbol, symbols, time
from dalembert.symbolic import simplify_worker
from dalembert.symbolic.from_sympy import from_sympy
from dalembert.symbolic.latex import latex
from dalembert.symbolic.latex_names import distinct_latex, distinct_plain
from dalembert.symbolic.simplify import simplify
from dalembert.symbolic.simplify_worker import pack, unpack
from dalembert.symbolic.to_sympy import to_sympy

pytestmark = pytest.mark.slow

RTOL = 1e-11
"""Both sides round every operation; SymPy also reorders sums and products."""

SOURCE = str(Path(simplify_worker.__file__).parents[2])

x, y, z = symbols("x y z")
X, Y, Z = sy.symbols("x y z", real=True)


# independent evaluation


def value_of(root, values):
    """Value of an expression by its operations' numeric definitions."""
    done = {}
    for node in traverse([root]):
        if node.op in OPERATIONS:
            args = [done.get(a, a) for a in node.args]
            done[node] = OPERATIONS[node.op].numeric(*args)
        else:
            done[node] = float(node.args[0]) if node.op == "constant" else values[name_of(node)]
    return done.get(root, root)


def sympy_value(expr, values):
    """Value of a SymPy expression as plain Python, made by SymPy."""
    names = list(values)
    arguments = [sy.Symbol(name, real=True) for name in names]
    return sy.lambdify(arguments, expr, modules="math")(*values.values())


def random_expression(rng, depth):
    """A random expression, defined for all positive values of its symbols."""
    if depth == 0:
        leaves = [x, y, z, time, 0.5, 2.0, float(rng.normal())]
        return leaves[rng.integers(len(leaves))]
    a, b, c, d = (random_expression(rng, depth - 1) for _ in range(4))
    choices = [
        lambda: a + b,
        lambda: a - b,
        lambda: a * b,
        lambda: -a * 0.25,
        lambda: a / (2.0 + b * b),
        lambda: fn.pow(abs(a) + 0.5, fn.tanh(b)),
        lambda: fn.sqrt(a * a + 0.1),
        lambda: fn.sin(a) * fn.cos(b) + fn.tan(fn.tanh(a)),
        lambda: fn.asin(fn.tanh(a)) - fn.acos(fn.tanh(b)),
        lambda: fn.atan2(a, b),
        lambda: fn.exp(fn.sin(a)) + fn.log(1.0 + b * b),
        lambda: fn.sinh(fn.sin(a)) - fn.cosh(fn.cos(b)),
        lambda: fn.sign(a) * fn.floor(b) + abs(a),
        lambda: fn.mod(a, 1.5),
        lambda: fn.minimum(a, b) + fn.maximum(c, d),
        lambda: fn.where(fn.pow(abs(a) + 1.0, 1.5) < abs(b), c, d),
        lambda: fn.where(fn.sin(x + a) <= y, c, d),
    ]
    return choices[rng.integers(len(choices))]()


def random_values(rng):
    return dict(zip(["x", "y", "z", "t"], rng.uniform(0.3, 1.7, 4).tolist(), strict=True))


# to SymPy


@pytest.mark.parametrize("op", OPERATIONS)
def test_every_operation_has_the_value_that_sympy_computes(op):
    rng = np.random.default_rng(7)
    operation = OPERATIONS[op]
    conditions = {"where": [x < y], "and": [x < y, y < z], "or": [x < y, y < z], "not": [x < y]}.get(op, [])
    node = make(op, tuple([*conditions, x, y, z][: operation.arity]))
    for _ in range(20):
        values = random_values(rng)
        if op in ("asin", "acos"):
            values = {name: value / 2.0 for name, value in values.items()}
        assert sympy_value(to_sympy(node), values) == pytest.approx(value_of(node, values), rel=RTOL)


def test_random_expressions_have_the_value_that_sympy_computes():
    rng = np.random.default_rng(3)
    for _ in range(60):
        node, values = random_expression(rng, 3), random_values(rng)
        expected = value_of(node, values)
        assert sympy_value(to_sympy(node), values) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (0.0, sy.Integer(0)),
        (-3.0, sy.Integer(-3)),
        (0.5, sy.Rational(1, 2)),
        (1 / 3.0, sy.Rational(1, 3)),
        (-22 / 7.0, sy.Rational(-22, 7)),
        (np.float64(0.999), sy.Rational(999, 1000)),
        (0.1234567, sy.Float(0.1234567)),
        (np.pi, sy.Float(np.pi)),
        (2.1e11, sy.Float(2.1e11)),
        (1e-20, sy.Float(1e-20)),
        (True, sy.true),
    ],
)
def test_simple_fractions_become_exact_and_other_numbers_stay(number, expected):
    result = to_sympy(number)
    assert result == expected
    assert type(result) is type(expected)


def test_usual_forms_are_the_ones_people_write():
    assert to_sympy(x * x / (y * 2.0)) == X**2 / (2 * Y)
    assert to_sympy(fn.sqrt(x) - 1.0) == sy.sqrt(X) - 1
    assert to_sympy(~(x < y)) == sy.Ge(X, Y)
    assert to_sympy(fn.where(x < y, x, y)) == sy.Piecewise((X, X < Y), (Y, True))
    assert to_sympy(fn.where((x < y) & ~(x < y), x, z)) == Z
    assert to_sympy(fn.minimum(x, 1.0)) == sy.Min(X, 1)
    assert to_sympy(fn.mod(time, 2.0)) == sy.Mod(sy.Symbol("t", real=True), 2)
    assert to_sympy(make("constant", ("-0.0",))) == 0


def test_vectors_become_columns_and_matrices_stay():
    assert to_sympy([x, 1.0]) == sy.Matrix([X, 1])
    assert to_sympy(np.array([[x, 0.0, y]])) == sy.Matrix([[X, 0, Y]])
    assert to_sympy(np.empty((0, 3), dtype=object)).shape == (0, 3)
    assert to_sympy(np.array([[[x]], [[y]]])).shape == (2, 1, 1)
    assert list(to_sympy([x < y, y < x])) == [X < Y, Y < X]


def test_names_rename_inputs():
    q = dynamicsymbols("q")
    assert to_sympy(x + y, {x: "a", "y": q}) == sy.Symbol("a", real=True) + q


def test_parameters_are_symbols_of_their_name():
    assert to_sympy(param("x", 2.0) + y) == X + Y


@pytest.mark.parametrize("pair", [(x, param("x", 1.0)), (symbol("t"), time), (param("m", 1.0), param("m", 2.0))])
def test_two_inputs_of_one_name_are_refused_and_can_be_renamed(pair):
    a, b = pair
    with pytest.raises(ExpressionError, match="two different things"):
        to_sympy(a + b)
    with pytest.raises(ExpressionError, match="two different things"):
        to_sympy(x + y, {x: "y"})


@pytest.mark.parametrize("thing", ["x", None, 1j, object()])
def test_what_is_no_expression_is_refused(thing):
    with pytest.raises(ExpressionError):
        to_sympy(thing)


@dataclass(frozen=True)
class Routine:
    name: str
    size: int = 2
    tag: int = 0


def test_entries_of_calls_are_undefined_functions():
    call = make("call", (Routine("solve"), x, y * 2.0))
    entry = make("element", (call, 1))
    assert to_sympy(fn.sin(entry)) == sy.sin(sy.Function("solve_1")(X, 2 * Y))
    assert from_sympy(to_sympy(entry * x), {to_sympy(entry): entry}) is entry * x
    other = make("element", (make("call", (Routine("solve", 3), x)), 0))
    with pytest.raises(ExpressionError, match="solve"):
        to_sympy(entry + other)


# there and back


def test_round_trip_keeps_values():
    rng = np.random.default_rng(11)
    for _ in range(60):
        node = random_expression(rng, 3)
        back = from_sympy(to_sympy(node))
        for _ in range(3):
            values = random_values(rng)
            assert value_of(back, values) == pytest.approx(value_of(node, values), rel=1e-9, abs=1e-9)


def test_round_trip_of_a_matrix_keeps_entries():
    M = np.array([[x, 2.0], [fn.sin(y), x * y]])
    back = from_sympy(to_sympy(M))
    assert back.dtype == object
    assert (back == M).all()


def test_sharing_is_kept():
    node = x
    for _ in range(300):
        node = fn.sin(node) * y + node
    back = from_sympy(to_sympy(node))
    values = random_values(np.random.default_rng(0))
    assert value_of(back, values) == pytest.approx(value_of(node, values), rel=1e-9)
    assert len(traverse([back])) < 2 * len(traverse([node]))


def test_deep_expressions_need_no_recursion():
    node = x
    for i in range(sys.getrecursionlimit()):
        node = fn.sqrt(abs(node * y - z) + 1.0) if i % 3 else fn.minimum(fn.sin(node), y + node)
        node = fn.where((node < y) | ~(node <= z), fn.atan2(node, z), -node)
    back = from_sympy(to_sympy(node))
    values = random_values(np.random.default_rng(0))
    assert value_of(back, values) == pytest.approx(value_of(node, values), rel=1e-9)


def test_long_sums_stay_sums():
    terms = [symbol(f"c{i}") * float(i) for i in range(3000)]
    total = sum(terms, start=x)
    back = from_sympy(to_sympy(total))
    values = {name_of(node): 0.25 for node in traverse([total]) if node.op == "symbol"}
    assert value_of(back, values) == pytest.approx(0.25 + 0.25 * sum(range(3000)), rel=RTOL)


# from SymPy


@pytest.mark.parametrize(
    "text",
    [
        "x**2 + 3*y/z", "x**(1/3)", "x**-2.5", "2**x", "pi*E + x", "sqrt(x*y)", "exp(x)", "log(x, 10)",
        "sin(x) + cos(y) + tan(z)", "cot(x) + sec(y) + csc(z)", "asin(x/2) + acos(y/2) + atan(z)",
        "acot(-x) + acot(y)", "asec(2 + x) + acsc(2 + y)", "atan2(y, -x)", "sinh(x) + cosh(y) + tanh(z)",
        "coth(x) + sech(y) + csch(z)", "asinh(x) + asinh(-y) + acosh(1 + y) + atanh(z/2)",
        "Abs(x - y) + sign(y - x)", "Min(x, y, z) - Max(x, y, z)", "floor(3*x) + ceiling(3*y)",
        "Mod(x, y)", "Mod(-x, y)", "Heaviside(x - y) + Heaviside(x, 1)",
        "Piecewise((x, x < y), (y, y <= z), (z, True))",
        "Piecewise((1, (x > y) & (y >= z) | Ne(x, z)), (2, Eq(x, y)), (3, ~(x > z)), (4, True))",
        "Rational(1, 3)*x + 1.25",
    ],
)  # fmt: skip
def test_functions_have_the_value_that_sympy_gives(text):
    rng = np.random.default_rng(5)
    expr = sy.sympify(text, locals={"x": X, "y": Y, "z": Z})
    node = from_sympy(expr)
    for _ in range(5):
        values = random_values(rng)
        expected = float(expr.subs({X: values["x"], Y: values["y"], Z: values["z"]}).evalf())
        assert float(value_of(node, values)) == pytest.approx(expected, rel=RTOL)


def test_constants_become_floats_and_conditions_conditions():
    assert from_sympy(sy.Rational(1, 3)) == 1 / 3
    assert from_sympy(sy.pi) == np.pi
    assert from_sympy(2) == 2.0
    assert from_sympy(X < Y) is (x < y)
    assert from_sympy(sy.true) is True


def test_symbols_are_found_by_name_or_mapped():
    assert from_sympy(sy.Symbol("x") * sy.Symbol("y")) is x * y
    assert from_sympy(sy.Symbol("t")) is time
    assert from_sympy(X + Y, {X: z, "y": 2.0}) is z + 2.0
    assert from_sympy(sy.Symbol("t"), {"t": x}) is x


def test_two_sympy_symbols_of_one_name_are_refused():
    with pytest.raises(ExpressionError, match="two different things"):
        from_sympy(X + sy.Symbol("x"))
    assert from_sympy(X + sy.Symbol("x"), {X: y}) is x + y


def test_functions_of_time_are_symbols_and_their_rates_are_mapped():
    q, rate = dynamicsymbols("q"), dynamicsymbols("q", 1)
    assert from_sympy(2 * q) is symbol("q") * 2.0
    assert from_sympy(q + rate, {q: x, rate: y}) is x + y
    assert from_sympy(q, {"q": z}) is z
    with pytest.raises(ExpressionError, match=r"Derivative\(q\(t\), t\).*map it"):
        from_sympy(q + rate)


@pytest.mark.parametrize(
    ("expr", "message"),
    [
        (sy.gamma(X), "gamma is not known here; there are .*sinh"),
        (sy.Function("f")(X), "map it"),
        (sy.Integral(X, X), "Integral is not known"),
        (sy.oo, "finite real"),
        (X + sy.I, "finite real"),
        (sy.zoo, "finite real"),
        (sy.nan, "finite real"),
        (sy.Integer(10) ** 400, "finite real"),
        (sy.Pow(-1, sy.Rational(1, 2), evaluate=False), "finite real"),
        (sy.Pow(0, -1, evaluate=False), "finite real"),
        (sy.Piecewise((X, X < Y)), r"end it with \(value, True\)"),
        ("x + 1", "parse text"),
    ],
)
def test_what_has_no_counterpart_is_named(expr, message):
    with pytest.raises(ExpressionError, match=message):
        from_sympy(expr)


def test_symbols_map_to_scalars_only():
    with pytest.raises(ExpressionError, match="mapped to 'z'"):
        from_sympy(X, {X: "z"})


# LaTeX

q0, u0, a0 = symbols("q[0] u[0] a[0]")


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (x / y, r"\frac{x}{y}"),
        (x * x / (2.0 * y * z), r"\frac{x^{2}}{2 y z}"),
        (x * x * x, "x^{3}"),
        (0.5 * x, r"\frac{x}{2}"),
        (9.81 * x, "9.81 x"),
        (q0, "q_{0}"),
        (symbol("M[0,1]"), "M_{0,1}"),
        (symbol("alpha") + symbol("Omega"), r"\Omega + \alpha"),
        (symbol("θ1"), r"\theta_{1}"),
        (symbol("omega_x"), r"\omega_{x}"),
        (symbol("λ"), r"\lambda"),
        (symbol("shoulder"), r"\mathrm{shoulder}"),
        (symbol("pose.x"), r"\mathrm{pose}_{x}"),
        (symbol("arm.q[0]"), r"\mathrm{arm}_{q,0}"),
        (symbol("left-hand"), r"\text{left-hand}"),
        (symbol("50%"), r"\text{50\%}"),
        (symbol("elbow") * symbol("wrist"), r"\mathrm{elbow} \, \mathrm{wrist}"),
        (param("m", 1.0) * time, "m t"),
        (np.array([[x, 0.0]]), r"\left[\begin{matrix}x & 0\end{matrix}\right]"),
        (x < y, "x < y"),
        (2.0, "2"),
    ],
)
def test_latex_reads_as_people_write(node, text):
    assert latex(node) == text


def test_rates_are_dotted_coordinates():
    rates = {u0: q0, a0: u0}
    assert latex(u0, rates) == r"\dot{q}_{0}"
    assert latex(a0 * u0 * u0, rates) == r"\ddot{q}_{0} \dot{q}_{0}^{2}"
    assert latex(a0, {"a[0]": ("q[0]", 2)}) == r"\ddot{q}_{0}"
    assert latex(symbol("s"), {"s": ("q", 5)}) == "q^{(5)}"


def test_given_latex_names_are_used_and_dotted():
    assert latex(x + u0, {u0: x}, names={x: r"\xi"}) == r"\dot{\xi} + \xi"


ALIKE = [
    "theta1",
    "theta_1",
    "theta[1]",
    "θ1",
    "θ",
    "theta",
    "ϑ",
    "µ",
    "mu",
    "x",
    "ẋ",
    "x′",
    "0",
    "-1",
    "1e5",
    "π",
    "pi",
]
ALIKE += ["pose.x", "pose_x", "pose x", "q12", "q[1,2]", "q₁₂", "q", "q2", "left arm", "left", "arm", "inf"]


def test_two_different_names_never_print_alike():
    keys = [(name, order) for name in ALIKE for order in range(4)]
    for found in (distinct_latex(keys), distinct_plain(keys)):
        assert set(found) == set(keys)
        assert len(set(found.values())) == len(keys)


def test_names_that_look_alike_are_written_as_they_are():
    assert latex(symbol("theta1") + symbol("theta_1")) == r"\text{theta1} + \text{theta\_1}"
    assert latex(symbol("0") + 1.0) == '\\text{"0"} + 1'
    assert latex(symbol("x1") * symbol("theta"), names={"x1": r"\theta"}) == r"\text{theta} \, \theta"


def test_two_rates_of_one_coordinate_are_refused():
    with pytest.raises(ExpressionError, match="'u' and 'v' would both be written as 'q' with 1 dots"):
        latex(symbol("u") + symbol("v"), {"u": "q", "v": "q"})


def test_rates_in_a_circle_are_refused():
    with pytest.raises(ExpressionError, match="circle: x → y → x"):
        latex(x, {x: y, y: x})


def test_latex_of_what_nobody_can_read_is_refused():
    wide = deep = x
    for _ in range(100):
        wide = fn.sin(wide) * wide + y
    for _ in range(2000):
        deep = fn.sin(deep + y)
    for node in (wide, deep):
        with pytest.raises(ExpressionError, match="print parts of it"):
            latex(node)


# simplification


def endless():
    """An expression that keeps SymPy busy for much longer than any test."""
    rng = np.random.default_rng(2)
    q = symbols("q", 8)
    total = 0.0
    for _ in range(40):
        i, j, k, l = rng.integers(0, 8, 4)
        total = total + fn.sin(q[i] + q[j]) * fn.cos(q[k] - q[l]) / (q[i] * fn.tan(q[k]) + fn.cos(q[l]) + q[j])
    return total / (total + fn.sin(q[0]))


@pytest.fixture
def workers(monkeypatch):
    """The processes that simplification starts."""
    started = []

    class Recorded(subprocess.Popen):
        def __init__(self, *args, **options):
            super().__init__(*args, **options)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Recorded)
    return started


def test_simplification_finds_the_short_form(workers):
    result = simplify([fn.sin(x) ** 2 + fn.cos(x) ** 2, (x * x - y * y) / (x - y)], seconds=60.0)
    assert result.finished
    assert result.expression == sy.Matrix([1, X + Y])
    assert [worker.poll() for worker in workers] == [0]


def test_simplified_expressions_keep_their_values():
    node = fn.where(x < y, fn.sin(x) * fn.cos(y) + fn.cos(x) * fn.sin(y), x / (x * x + x * y))
    result = simplify(node, seconds=60.0)
    assert result.finished
    assert sy.count_ops(result.expression) < sy.count_ops(to_sympy(node))
    rng = np.random.default_rng(4)
    for _ in range(10):
        values = random_values(rng)
        assert sympy_value(result.expression, values) == pytest.approx(value_of(node, values), rel=1e-9)


def test_simplification_keeps_undefined_functions():
    entry = make("element", (make("call", (Routine("solve"), x)), 0))
    assert simplify(entry * x / x + entry, seconds=60.0).expression == 2 * sy.Function("solve_0")(X)


def test_time_limit_is_kept_and_no_process_is_left(workers):
    node = endless()
    # time of the processor, here and in the process that has ended
    before = sum(os.times()[:4])
    result = simplify(node, seconds=1.5)
    assert sum(os.times()[:4]) - before < 2.5
    assert not result.finished
    assert result.expression == to_sympy(node)
    assert [worker.poll() is not None for worker in workers] == [True]


@pytest.mark.slow
def test_best_form_so_far_is_returned():
    result = simplify([fn.sin(x) ** 2 + fn.cos(x) ** 2, endless()], seconds=5.0)
    assert not result.finished
    assert result.expression[0] == 1


def test_what_sympy_cannot_simplify_is_returned_as_it_is():
    node = x
    for _ in range(sys.getrecursionlimit()):
        node = fn.sin(node + y)
    result = simplify(node, seconds=5.0)
    assert from_sympy(result.expression) is node


def test_interrupted_simplification_leaves_no_process(workers, monkeypatch):
    def interrupt(*args, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess.Popen, "communicate", interrupt)
    with pytest.raises(KeyboardInterrupt):
        simplify(x + y, seconds=60.0)
    assert [worker.poll() is not None for worker in workers] == [True]


def test_worker_ends_itself_when_nobody_is_left():
    command = [sys.executable, "-m", "dalembert.symbolic.simplify_worker", "0.0"]
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    question = pack([to_sympy(endless())])
    run = subprocess.run(command, input=question, env=environment, capture_output=True, timeout=30.0)
    assert run.returncode != 0
    assert b"Timeout" in run.stderr


def test_simplification_works_on_a_thread():
    results = []
    thread = threading.Thread(target=lambda: results.append(simplify(x + x * 0.0 + y - y, seconds=60.0)))
    thread.start()
    thread.join()
    assert results[0].expression == X


def test_factors_that_differ_by_their_sign_cancel():
    # a lever's length stands as x − y in one term and as y − x in another
    long = (Z * sy.sin(Z) * (Y - X) + (X - Y) ** 2 * sy.cos(Z)) / ((X - Y) * (Z + 2))
    (form,) = next(simplify_worker.improvements([long]))
    assert form.as_numer_denom()[1] == Z + 2
    assert sy.expand(form * (Z + 2) - ((X - Y) * sy.cos(Z) - Z * sy.sin(Z))) == 0


def test_scripts_without_main_guard_and_installation_can_simplify(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        f"import sys\nsys.path.append({SOURCE!r})\n"
        "from dalembert.expr.symbol_nodes import symbols\n"
        "from dalembert.symbolic.simplify import simplify\n"
        "x, y = symbols('x y')\n"
        "print(simplify((x * x - y * y) / (x - y), seconds=60.0))\n",
        encoding="utf-8",
    )
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    run = subprocess.run(
        [sys.executable, script], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout == "Simplified(expression=x + y, finished=True)\n"


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("inf"), float("nan")])
def test_time_limit_must_be_a_limit(seconds):
    with pytest.raises(ExpressionError, match="time limit"):
        simplify(x, seconds=seconds)


def test_expressions_travel_unchanged():
    node = fn.where((x < y) & (y < z), fn.minimum(x, y), fn.mod(x, 2.0)) / (x + 0.123) + abs(x)
    roots = [to_sympy(node), sy.Integer(2), sy.Function("f")(X, sy.pi), to_sympy(x < y)]
    assert unpack(pack(roots)) == roots


def test_sympy_is_imported_only_when_needed():
    modules = [f"dalembert.symbolic.{module.name}" for module in iter_modules(sympy_bridge.__path__)]
    text = f"import sys, {', '.join(modules)}; print('sympy' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    run = subprocess.run([sys.executable, "-c", text], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"
