"""Folders of C: made by `make`, run, and compared with the kernel."""

import shutil
import subprocess

import numpy as np
import pytest

import dalembert as da
from dalembert.files.export.c_folder import system_kernel
from tests.oracles.linkages import slider_crank

needs_make = pytest.mark.skipif(
    shutil.which("make") is None or shutil.which("cc") is None, reason="there is no make or no C compiler"
)


def runge_kutta(rates, x, t, step, n):
    found = [x]
    for i in range(n):
        k1 = rates(t + i * step, x)
        k2 = rates(t + (i + 0.5) * step, x + 0.5 * step * k1)
        k3 = rates(t + (i + 0.5) * step, x + 0.5 * step * k2)
        k4 = rates(t + (i + 1) * step, x + step * k3)
        x = x + step / 6.0 * (k1 + 2.0 * (k2 + k3) + k4)
        found.append(x)
    return np.array(found)


@pytest.mark.slow
@needs_make
@pytest.mark.parametrize("name", ["crank", "the 3rd crank", "while"])
def test_the_program_agrees_with_the_kernel(tmp_path, name):
    model = slider_crank(da.param("r", 0.2), 0.5, da.Motor("motor", "A"))
    start = da.assemble(model, q={"A": 1.0}, tau={"motor": 0.5})
    folder = da.save(model, tmp_path / name, outputs=["mass_matrix", "A.force.x"], start=start, step=0.01)
    flags = "CFLAGS=-O2 -Werror -pedantic"
    subprocess.run(["make", flags], cwd=folder, check=True, capture_output=True)
    printed = subprocess.run([folder / "example", "0.2"], check=True, capture_output=True, text=True).stdout
    head, *rows = printed.splitlines()
    assert head.split(",") == ["t", *model.coordinates, *model.speeds]
    found = np.array([[float(x) for x in row.split(",")] for row in rows])

    kernel = system_kernel(model, ["mass_matrix"])
    arguments = da.as_dynamics(model).arguments(start)
    n = len(arguments["q"])

    def rates(t, x):
        return kernel(t, x[:n], x[n:], arguments["tau"])["state_rates"]

    x = np.concatenate([arguments["q"], arguments["u"]])
    np.testing.assert_allclose(found[:, 1:], runge_kutta(rates, x, 0.0, 0.01, 20), rtol=0.0, atol=1e-12)
    np.testing.assert_allclose(found[:, 0], 0.01 * np.arange(21), atol=1e-15)


def test_what_no_c_contains_is_refused_by_name(tmp_path):
    wind = da.expr.callback("wind", lambda x: -(x[0] ** 2), [da.time])
    model = slider_crank(0.2, 0.5, da.Motor("motor", "A", wind[0]))
    with pytest.raises(da.errors.ModelError, match="'wind' is a function of Python"):
        da.save(model, tmp_path / "crank")
    plain = slider_crank()
    with pytest.raises(da.errors.ModelError, match="'mass' is no quantity"):
        da.save(plain, tmp_path / "crank", outputs=["mass"])
    (tmp_path / "file").write_text("")
    with pytest.raises(da.errors.ModelError, match="is a file"):
        da.save(plain, tmp_path / "file")
    with pytest.raises(da.errors.ModelError, match="does not exist"):
        da.save(plain, tmp_path / "nowhere" / "crank")
    with pytest.raises(da.errors.ModelError, match=r"\.toml.*a folder of C, not"):
        da.save(plain, tmp_path / "crank.docx")
    assert not (tmp_path / "crank").exists()
