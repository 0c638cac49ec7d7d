"""Samples: distributions as textbooks have them, and indices of functions whose indices are known."""

import numpy as np
import pytest
from scipy import stats

import dalembert as da


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (da.sweeps.Uniform(1.0, 3.0), stats.uniform(1.0, 2.0)),
        (da.sweeps.LogUniform(0.1, 10.0), stats.loguniform(0.1, 10.0)),
        (da.sweeps.Normal(2.0, 0.5), stats.norm(2.0, 0.5)),
        (da.sweeps.LogNormal(2.0, 0.1), stats.lognorm(0.1, scale=2.0)),
        (da.sweeps.Triangular(1.0, 1.5, 4.0), stats.triang(1.0 / 6.0, 1.0, 3.0)),
    ],
)
def test_distributions_have_the_quantiles_of_scipy(ours, theirs):
    parts = np.linspace(0.01, 0.99, 50)
    np.testing.assert_allclose(ours.ppf(parts), theirs.ppf(parts), rtol=1e-12)


def test_a_random_case_is_a_function_of_seed_and_number():
    values = {"l": da.sweeps.Normal(1.0, 0.1), "m": stats.uniform(1.0, 2.0), "g": da.sweeps.Choice([1.6, 9.8])}
    few, many = (da.sweeps.Random(n, values, seed=3).cases.columns for n in (1000, 5000))
    assert all(np.array_equal(few[name], many[name][:1000]) for name in values)
    assert not np.array_equal(few["l"], da.sweeps.Random(1000, values, seed=4).cases.columns["l"])
    # of 5000 the mean is known to σ / √5000, three of them here
    assert many["l"].mean() == pytest.approx(1.0, abs=0.3 / np.sqrt(5000))
    assert many["m"].mean() == pytest.approx(2.0, abs=3.0 / np.sqrt(12 * 5000))
    assert set(many["g"]) == {1.6, 9.8}


@pytest.mark.parametrize("design", [da.sweeps.Sobol, da.sweeps.Halton, da.sweeps.LatinHypercube])
def test_even_samples_have_one_case_in_each_part(design):
    sample = design(256, {"a": da.sweeps.Uniform(0.0, 1.0), "b": da.sweeps.Uniform(0.0, 1.0)}, seed=1)
    a, b = (np.asarray(x) for x in sample.cases.columns.values())
    if design is not da.sweeps.Halton:
        assert np.array_equal(np.sort((256 * a).astype(int)), np.arange(256))
    # ∫ a b is ¼; random points would be wrong by 0.014
    assert (a * b).mean() == pytest.approx(0.25, abs=2e-3)


def test_designs_that_cannot_be_are_refused():
    normal = {"l": da.sweeps.Normal(1.0, 0.1)}
    for make, text in [
        (lambda: da.sweeps.Sobol(1000, normal), "a power of two, such as 1024"),
        (lambda: da.sweeps.Random(0, normal), "the number of cases is a whole number above zero"),
        (lambda: da.sweeps.Random(10, normal, seed=-1), "a seed is a whole number"),
        (lambda: da.sweeps.Random(10, {"l": 1.0}), "'l' is sampled from a distribution"),
        (lambda: da.sweeps.Random(10, {}), "a sample draws values by name"),
        (lambda: da.sweeps.Morris(10, normal).cases, "the distribution of 'l' gives no finite number"),
        (lambda: da.sweeps.Morris(10, normal, levels=3), "the number of levels is even"),
        (lambda: da.sweeps.Uniform(1.0, 1.0), "low is below high"),
        (lambda: da.sweeps.Normal(1.0, float("nan")), "deviation of Normal is a finite number"),
        (lambda: da.sweeps.Choice([]), "at least one"),
        (lambda: da.sweep(None, {"l": da.sweeps.Normal(1.0, 0.1)}, "energy"), "distributions are sampled"),
    ]:
        with pytest.raises(da.errors.ModelError, match=text):
            make()
