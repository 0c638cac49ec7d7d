"""Multibody dynamics: one model, every classical principle, native speed.

So far the package is its own foundation: expressions, their calculus, and their native code.
"""

from math import pi

from dalembert.config import Config
from dalembert.errors import (
    AssemblyError,
    CompileError,
    DalembertError,
    ExpressionError,
    FormulationError,
    ModelError,
    SolverError,
)
from dalembert.expr.calculus import (
    SparseMatrix,
    Sweep,
    derivative,
    directional,
    gradient,
    hessian,
    jacobian,
    sparse_jacobian,
    time_derivative,
    weighted_gradient,
)
from dalembert.expr.callback import callback
from dalembert.expr.functions import (
    absolute,
    acos,
    asin,
    atan,
    atan2,
    cos,
    cosh,
    equal,
    exp,
    floor,
    log,
    maximum,
    minimum,
    mod,
    power,
    sign,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
    where,
)
from dalembert.expr.jets import Jet, linear_part
from dalembert.expr.node import Condition, Node
from dalembert.expr.rewrite import evaluate, substitute
from dalembert.expr.subprogram import subprogram
from dalembert.expr.symbols import param, symbol, symbols, time
from dalembert.expr.sympy_bridge import Simplified, from_sympy, latex, simplify, to_sympy
from dalembert.kernels.kernel import Kernel, compile
from dalembert.kernels.machine import Tier
from dalembert.kernels.native import NativeProcedure
from dalembert.procedures.language import Code

__all__ = [
    "AssemblyError",
    "Code",
    "CompileError",
    "Condition",
    "Config",
    "DalembertError",
    "ExpressionError",
    "FormulationError",
    "Jet",
    "Kernel",
    "ModelError",
    "NativeProcedure",
    "Node",
    "Simplified",
    "SolverError",
    "SparseMatrix",
    "Sweep",
    "Tier",
    "absolute",
    "acos",
    "asin",
    "atan",
    "atan2",
    "callback",
    "compile",
    "cos",
    "cosh",
    "derivative",
    "directional",
    "equal",
    "evaluate",
    "exp",
    "floor",
    "from_sympy",
    "gradient",
    "hessian",
    "jacobian",
    "latex",
    "linear_part",
    "log",
    "maximum",
    "minimum",
    "mod",
    "param",
    "pi",
    "power",
    "sign",
    "simplify",
    "sin",
    "sinh",
    "sparse_jacobian",
    "sqrt",
    "subprogram",
    "substitute",
    "symbol",
    "symbols",
    "tan",
    "tanh",
    "time",
    "time_derivative",
    "to_sympy",
    "weighted_gradient",
    "where",
]
