"""What draws nothing loads nothing that draws, and what stays here loads no cluster."""

import os
import subprocess
import sys
from pathlib import Path

SRC = Path(__file__).parents[2] / "src"

PROGRAM = """
import sys
import dalembert as da
rod = da.rod("rod", length=da.param("l", 1.0), mass=1.0)
pendulum = da.Model(da.Revolute("pin", da.ground, rod, axis="z"), gravity=(0, -9.81, 0))
da.sweep(pendulum, da.sweeps.Random(10, {"l": da.sweeps.Uniform(0.9, 1.1)}), "pin", until=0.1).summary
da.control.lqr
print([name for name in ("matplotlib", "distributed", "pyarrow", "pandas", "sympy") if name in sys.modules])
"""


def test_sweeps_and_control_load_no_pictures_and_no_cluster():
    environment = {**os.environ, "PYTHONPATH": str(SRC)}
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "[]"
