import numpy as np
import pytest

import dalembert as da
from dalembert.principles.deriving.derivation import Derivation, DerivationStep

pytestmark = pytest.mark.slow

SECONDS = 60.0
"""More than any of these needs."""


@pytest.fixture(scope="module")
def pendulum():
    """Lagrange's equation of a pendulum, written by hand."""
    m, l, g = (da.param(name, 1.0) for name in "mlg")
    bob = da.particle("bob", mass=m)
    model = da.Model(da.Revolute("theta", da.ground, bob.at(y=l), axis="z"), gravity=(0.0, -g, 0.0))
    equations = da.derive(model)
    (q,), (u,), (a,) = equations.q, equations.u, equations.a
    v = np.array([l * da.cos(q) * u, l * da.sin(q) * u])
    T, V = m * (v @ v) / 2.0, -m * g * l * da.cos(q)
    p = da.expr.derivative(T - V, u)
    rate, slope = da.expr.time_derivative(p, {q: u, u: a}), da.expr.derivative(T - V, q)
    total_rate = {r"\frac{d}{dt} \frac{\partial L}{\partial \dot{\theta}}": rate}
    steps = (
        DerivationStep("Energies", "The bob moves on a circle.", {"v": v, "T": T, "V": V}),
        DerivationStep("Momentum", "", {r"\partial L / \partial \dot{\theta}": p}),
        DerivationStep("Its rate", "By the chain rule.", total_rate),
        DerivationStep("Equation", "Both agree.", {r"\frac{dp}{dt} - \partial L / \partial \theta": rate - slope}),
    )
    return Derivation("Lagrange's equations", steps, equations)


@pytest.mark.covers("F000-67")
def test_each_step_is_told_in_text(pendulum):
    assert pendulum.text(SECONDS).splitlines() == [
        "Lagrange's equations",
        "",
        "1. Energies",
        "The bob moves on a circle.",
        "",
        "   v = [ l cos(θ) θ̇ ]",
        "       [ l sin(θ) θ̇ ]",
        "",
        "   T = l² m θ̇²/2",
        "",
        "   V = -g l m cos(θ)",
        "",
        "2. Momentum",
        "",
        "   ∂ L / ∂ θ̇ = l² m θ̇",
        "",
        "3. Its rate",
        "By the chain rule.",
        "",
        "   d/dt ∂ L/∂ θ̇ = l² m θ̈",
        "",
        "4. Equation",
        "Both agree.",
        "",
        "   dp/dt - ∂ L / ∂ θ = l m (l θ̈ + g sin(θ))",
        "",
        "5. Equations of motion",
        "",
        "   l m (l θ̈ + g sin(θ)) = 0",
    ]


@pytest.mark.covers("F000-67")
def test_each_step_is_told_in_latex_and_in_a_notebook(pendulum):
    latex, shown = pendulum.latex(SECONDS), pendulum._repr_markdown_()
    assert r"\subsection*{Lagrange's equations}" in latex
    assert r"\paragraph{2. Momentum}" in latex
    for text in (latex, shown):
        assert r"\partial L / \partial \dot{\theta} = l^{2} m \dot{\theta}" in text
        assert r"T = \frac{l^{2} m \dot{\theta}^{2}}{2}" in text
        assert "5. Equations of motion" in text
        assert r"l m \left(l \ddot{\theta} + g \sin{\left(\theta \right)}\right) &= 0" in text
    assert "### 3. Its rate\n\nBy the chain rule.\n\n$$\n" in shown


def test_steps_are_simplified_unless_they_shall_stay_as_they_were_derived(pendulum):
    assert "sin(θ)²" in pendulum.text(None)
    assert "sin(θ)²" not in pendulum.text()
    assert str(pendulum) == pendulum.text()


@pytest.fixture(scope="module")
def cart():
    """A cart of mass M with a pendulum, by Lagrange."""
    M, m, l, g = (da.param(name, 1.0) for name in "Mmlg")
    cart, bob = da.particle("cart", mass=M), da.particle("bob", mass=m)
    model = da.Model(
        da.Prismatic("x", da.ground, cart, axis="x"),
        da.Revolute("theta", cart, bob.at(y=l), axis="z"),
        gravity=(0.0, -g, 0.0),
    )
    return da.explain(model, da.Lagrange())


@pytest.mark.covers("F000-67")
def test_a_cart_and_its_mass_matrix_have_two_letters(cart):
    text = cart.text(SECONDS)
    assert "is the mass matrix 𝐌; the rest" in text
    assert "   𝐌 = [ M + m        l m cos(θ) ]\n       [ l m cos(θ)   l² m       ]\n" in text
    assert text.endswith(
        "9. Equations of motion\n\n"
        "   (M + m) ẍ + l m cos(θ) θ̈ - l m sin(θ) θ̇² = 0\n"
        "   l m (cos(θ) ẍ + l θ̈ + g sin(θ)) = 0\n"
    )
    latex = cart.latex(None)
    assert r"is the mass matrix $\mathbf{M}$; the rest" in latex
    assert r"{\mathbf{M}} = \begin{bmatrix}M + m" in latex


def test_letters_that_the_model_leaves_free_are_plain(cart):
    assert "   L = " in cart.text(None) and "   T = " in cart.text(None) and "   f = " in cart.text(None)


def test_steps_are_data(pendulum):
    step = pendulum.steps[0]
    assert list(step.results) == ["v", "T", "V"]
    with pytest.raises(TypeError):
        step.results["T"] = 0.0


def test_what_is_too_long_is_told_by_its_size(pendulum):
    (q,) = pendulum.equations.q
    long = q
    for _ in range(30):
        long = da.sin(long) * long + 1.0
    steps = [DerivationStep("Large", "", {"S": np.array([[long, q], [q, long]]), "s": long})]
    text = Derivation("Nothing", steps, pendulum.equations).text()
    assert "S: 2 × 2, more than a million operations, not written out" in text
    assert "s: more than a million operations, not written out" in text


def test_time_that_ran_out_is_told(pendulum):
    assert "ran out of time" in pendulum.text(1e-6)
    assert "ran out of time" in pendulum.latex(1e-6)
