"""The state of an installation: versions, processor, cache, optional parts."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from dalembert.config import Config

OPTIONAL = {
    "casadi": ("functions for optimization with CasADi", "pip install 'dalembert[casadi]'"),
    "control": ("linear equations as systems of python-control", "pip install 'dalembert[control]'"),
    "dask": ("sweeps on many machines", "pip install 'dalembert[cluster]'"),
    "gymnasium": ("environments for agents that learn", "pip install 'dalembert[gym]'"),
    "jax": ("functions for JAX", "pip install 'dalembert[jax]'"),
    "mujoco": ("models in MJCF", "pip install 'dalembert[mjcf]'"),
    "pandas": ("motions as data frames", "pip install pandas"),
    "pyarrow": ("motions and sweeps as Parquet files", "pip install pyarrow"),
    "trimesh": ("mass properties of meshes", "pip install 'dalembert[meshes]'"),
    "xarray": ("sweeps as labelled arrays", "pip install xarray"),
    "ziglang": ("a C compiler for FMUs, for other systems too", "pip install 'dalembert[fmu]'"),
}
"""Packages that only some need: what for, and how to get them."""


def installed_version(package: str = "dalembert") -> str:
    """The version of a package; of this one also if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "from a source folder, not installed" if package == "dalembert" else ""


def as_data() -> dict[str, object]:
    """All of it for machines."""
    config = Config.from_environment()
    packages = ("dalembert", "numpy", "scipy", "llvmlite", "sympy", *OPTIONAL)
    return {
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cache": str(config.cache) if config.cache else None,
        "threads": config.threads,
        "packages": {package: installed_version(package) or None for package in packages},
    }


def report() -> str:
    """All of it, a line each."""
    lines = [f"dalembert {installed_version()}", f"Python {platform.python_version()} on {platform.platform()}"]
    lines += [f"{package} {installed_version(package)}" for package in ("numpy", "scipy", "llvmlite", "sympy")]
    config = Config.from_environment()
    lines.append(f"native code is kept in {config.cache or 'no file'}; batches use {config.threads} threads")
    for package, (purpose, remedy) in OPTIONAL.items():
        number = installed_version(package)
        lines.append(f"{package} {number}: {purpose}" if number else f"{package} is missing: {purpose}; {remedy}")
    return "\n".join(lines)
