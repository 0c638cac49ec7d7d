"""Linear equations of large trees, whose rates are rolled code: direction by direction, as of any other."""

import numpy as np
import pytest

import dalembert as da
from benchmarks.chains import chain
from dalembert.tree import rolled_recursions
from tests.oracles.trees import sample, tree


def test_linear_equations_of_rolled_rates_are_those_of_named_links(monkeypatch: pytest.MonkeyPatch) -> None:
    def model() -> da.Model:
        bare = tree(["free", "revolute x", "spherical", "revolute"], seed=3)
        spring = da.JointSpring("spring", "joint1", da.param("k", 5.0), rest=0.3)
        return da.Model(*bare.parts, spring, gravity=(0.0, 0.0, -9.81))

    at = sample(tree(["free", "revolute x", "spherical", "revolute"], seed=3), seed=4)
    systems = {}
    for name, limit in (("named", 10**9), ("rolled", 0)):
        monkeypatch.setattr(rolled_recursions, "ROLLED_FROM", limit)
        system = model()
        start = system.state(
            q=dict(zip(system.coordinates, at.q, strict=True)),
            u=dict(zip(system.speeds, at.u, strict=True)),
            p={"k": 7.0},
        )
        systems[name] = da.linearize(system, [start, system.state()], outputs=["energy"])
    for matrix in ("A", "B", "C", "D"):
        expected = getattr(systems["named"], matrix)
        scale = np.abs(expected).max(initial=1.0)
        np.testing.assert_allclose(getattr(systems["rolled"], matrix), expected, rtol=0.0, atol=1e-11 * scale)


def test_frequencies_of_a_long_hanging_chain_are_those_of_a_rope() -> None:
    """ω_k = j_{0,k} / 2 √(g / L), with zeros of the Bessel function J₀, for many slender links."""
    n = 150
    linear = da.linearize(chain(n, is_spatial=False))
    frequencies = np.sort(np.abs(np.linalg.eigvals(linear.A).imag))[::2][:3]
    zeros = np.array([2.404825557695773, 5.520078110286311, 8.653727912911013])
    np.testing.assert_allclose(frequencies, 0.5 * zeros * np.sqrt(9.81 / n), rtol=2e-3)
