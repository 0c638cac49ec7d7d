"""JAX functions against native kernels of the same system, and JAX's derivatives against differences."""

import numpy as np
import pytest

import dalembert as da
from tests.oracles.linkages import slider_crank

jax = pytest.importorskip("jax")

RTOL_KERNELS, RTOL_DIFFERENCES = 1e-12, 1e-6


@pytest.fixture(scope="module", autouse=True)
def _bits():
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", True)
    yield
    jax.config.update("jax_enable_x64", before)


@pytest.fixture(scope="module")
def functions():
    model = slider_crank(da.param("r", 0.2), 0.5, da.Motor("motor", "A"))
    return da.kernels.jax_functions(
        model, {"height": da.coordinate("A") ** 2 + da.expr.absolute_value(da.speed("B"))}
    )


def numbers(functions, seed):
    random = np.random.default_rng(seed)
    arguments = [random.uniform(0.2, 1.0, len(names)) for names in functions.arguments.values()]
    arguments[-1] = functions.p * random.uniform(0.5, 2.0, len(functions.p))
    return arguments


@pytest.mark.parametrize(
    "name", ["accelerations", "multipliers", "mass_matrix", "constraint_jacobian", "A.force.x", "height"]
)
def test_functions_give_the_numbers_of_kernels(functions, name):
    quantities = functions.quantities
    groups = {key: np.array(x, dtype=object) for key, x in quantities.arguments.items() if x}
    kernel = da.kernels.compile({"y": quantities.checked(name)}, groups)
    compiled = jax.jit(functions[name])
    for seed in range(2):
        given = numbers(functions, seed)
        by_name = dict(zip(quantities.arguments, given, strict=True))
        ours = np.asarray(kernel(**{key: by_name[key] for key in groups})["y"], dtype=float)
        for found in (functions[name](*given), compiled(*given)):
            np.testing.assert_allclose(found, ours, rtol=RTOL_KERNELS, atol=RTOL_KERNELS * np.abs(ours).max())


def test_jax_differentiates_through_calls_in_reverse_and_maps_them(functions):
    f, given = functions["accelerations"], numbers(functions, 5)
    gradient = np.asarray(jax.jit(jax.grad(lambda q: (f(given[0], q, *given[2:]) ** 2).sum()))(given[1]))
    differences = []
    for step in np.eye(len(given[1])) * 1e-6:
        ahead, behind = (np.sum(np.asarray(f(given[0], given[1] + s, *given[2:])) ** 2) for s in (step, -step))
        differences.append((ahead - behind) / 2e-6)
    np.testing.assert_allclose(gradient, differences, atol=RTOL_DIFFERENCES * np.abs(gradient).max())
    many = np.stack([given[1], given[1] + 0.1])
    mapped = jax.vmap(lambda q: f(given[0], q, *given[2:]))(many)
    np.testing.assert_allclose(mapped[0], f(*given), rtol=1e-12)


def test_what_jax_cannot_be_given_is_named(functions):
    with pytest.raises(da.errors.ModelError, match="acceleration"):
        functions["acceleration"]
    given = numbers(functions, 1)
    with pytest.raises(da.errors.ModelError, match="takes 3 numbers as q, not 2"):
        functions["accelerations"](given[0], given[1][:2], *given[2:])
    jax.config.update("jax_enable_x64", False)
    try:
        with pytest.raises(da.errors.ModelError, match="64 bits"):
            da.kernels.jax_functions(slider_crank())
    finally:
        jax.config.update("jax_enable_x64", True)
