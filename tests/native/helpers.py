"""Kernels with other settings than `compile` gives them."""

from dataclasses import replace

from dalembert.native.kernel import Kernel
from dalembert.native.machine import Target
from dalembert.native.program_code import ProgramCode


def with_chunk(kernel: Kernel, chunk: int) -> Kernel:
    """The same kernel cut into chunks of another size."""
    return replace(kernel, code=ProgramCode(kernel.program, kernel.code.target, chunk))


def for_target(kernel: Kernel, target: Target) -> Kernel:
    """The same kernel for another processor."""
    return replace(kernel, code=ProgramCode(kernel.program, target, kernel.code.chunk))
