"""Memory of workers: while they compute, arrays are not mapped anew each time."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
import resource
import numpy as np
from dalembert.studies.worker_memory import memory_kept

def faults():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(40):
        np.ones(1 << 17)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

outside = faults()
with memory_kept():
    faults()
    inside = faults()
print(outside, inside, faults())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="a setting of the C library of Linux")
def test_memory_is_kept_while_cases_are_computed_and_given_back_afterwards():
    environment = {**os.environ, "MALLOC_TRIM_THRESHOLD_": "65536"}
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    )
    before, inside, after = map(int, ran.stdout.split())
    # 40 arrays of 256 pages
    assert inside < 0.1 * before and after > 0.5 * before
