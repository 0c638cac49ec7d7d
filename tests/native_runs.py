"""Runs procedures of the loop language natively, for tests."""

import ctypes

import numpy as np

from dalembert.config import Tier
from dalembert.native.machine import Target, assemble, link
from dalembert.native.module import closure
from dalembert.native.procedure_ir import procedure_module
from dalembert.procedures.statements import Procedure


def run(procedure: Procedure, *arrays: np.ndarray, lanes: int = 1, tier: Tier = Tier.FULL) -> int:
    """The status of one native run; arrays are (entries, lanes) or (entries,), and changed in place."""
    module = procedure_module(procedure, lanes, lambda callee, lanes: procedure_module(callee, lanes, None))
    objects = [image for m in closure([module]) for image in assemble(m, Target.host(), tier)]
    library = link(objects, [module.name])
    function = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * (len(arrays) + 1))(
        library.address(module.name)
    )
    assert all(a.flags.c_contiguous and a.dtype.itemsize == 8 for a in arrays)
    work = np.zeros((procedure.work + 1) * lanes)
    return int(function(*(a.ctypes.data for a in arrays), work.ctypes.data))
