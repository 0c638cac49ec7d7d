"""CasADi functions against native kernels of the same system, and CasADi's derivatives against differences."""

import numpy as np
import pytest

import dalembert as da
from dalembert.files.casadi_functions import casadi_functions
from dalembert.files.exported_quantities import QUANTITIES

casadi = pytest.importorskip("casadi")

RTOL_KERNELS = 1e-12
RTOL_DIFFERENCES = 1e-6


def slider_crank(*more):
    crank, rod = da.rod("crank", length=0.1, mass=da.param("m", 1.0)), da.rod("rod", length=0.3, mass=1.0)
    slider = da.rod("slider", length=0.05, mass=0.5)
    return da.Model(
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], rod, axis="z"),
        da.Prismatic("C", da.ground, slider, axis="x"),
        da.Revolute("D", rod["end"], slider, axis="z"),
        da.Motor("drive", "A"),
        *more,
        gravity=(0, -9.81, 0),
    )


def numbers(functions, seed):
    random = np.random.default_rng(seed)
    arguments = [random.uniform(0.2, 1.0, len(names)) for names in functions.arguments.values()]
    arguments[-1] = functions.p * random.uniform(0.5, 2.0, len(functions.p))
    return arguments


@pytest.mark.parametrize("name", [*QUANTITIES, "A.force.x", "energy", "height"])
def test_functions_give_the_numbers_of_kernels(name):
    model = slider_crank()
    functions = casadi_functions(
        model, {"height": da.coordinate("A") ** 2 + da.speed("B")} if name == "height" else None
    )
    quantities = functions.quantities
    array, nodes = quantities.checked(name), quantities.arguments
    groups = {key: np.array(x, dtype=object) for key, x in nodes.items() if x}
    kernel = da.kernels.compile({"y": array}, groups)
    for seed in range(3):
        given = numbers(functions, seed)
        by_name = dict(zip(nodes, given, strict=True))
        ours = np.asarray(kernel(**{key: by_name[key] for key in groups})["y"], dtype=float)
        theirs = np.array(functions[name](*given)).reshape(ours.shape)
        np.testing.assert_allclose(theirs, ours, rtol=RTOL_KERNELS, atol=RTOL_KERNELS * np.abs(ours).max())


def test_casadi_differentiates_through_calls_forward_and_in_reverse():
    functions = casadi_functions(slider_crank())
    f = functions["accelerations"]
    given = numbers(functions, 5)
    q = casadi.MX.sym("q", len(given[1]))
    a = f(given[0], q, *given[2:])
    jacobian = np.array(casadi.Function("J", [q], [casadi.jacobian(a, q)])(given[1]))
    gradient = np.array(casadi.Function("g", [q], [casadi.gradient(casadi.sumsqr(a), q)])(given[1])).ravel()
    h = 1e-6
    columns = []
    for step in np.eye(len(given[1])) * h:
        ahead, behind = (np.array(f(given[0], given[1] + s, *given[2:])).ravel() for s in (step, -step))
        columns.append((ahead - behind) / (2 * h))
    scale = np.abs(jacobian).max()
    np.testing.assert_allclose(jacobian, np.column_stack(columns), atol=RTOL_DIFFERENCES * scale)
    np.testing.assert_allclose(gradient, 2 * np.array(f(*given)).ravel() @ jacobian, rtol=1e-10)


def test_unknown_quantities_and_names_that_are_taken_are_named():
    functions = casadi_functions(slider_crank())
    with pytest.raises(da.errors.ModelError, match="acceleration"):
        functions["acceleration"]
    with pytest.raises(da.errors.ModelError, match="'energy' is the name of a quantity"):
        casadi_functions(slider_crank(), {"energy": 1.0})
