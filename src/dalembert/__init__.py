"""Multibody dynamics: one model, every classical principle, native speed.

So far the package is its own foundation: expressions, their calculus, and their native code.
"""

from importlib import import_module
from math import pi
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
    from dalembert.expr.factorizations import LDL, LU, Cholesky, Factorization, factor
    from dalembert.expr.fixed_order import FixedOrderFactors, ldl, ldl_solve
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
    from dalembert.expr.least_squares import least_squares
    from dalembert.expr.linear import solve
    from dalembert.expr.node import Condition, Node
    from dalembert.expr.null_space import basic_solution, null_space
    from dalembert.expr.rewrite import evaluate, substitute
    from dalembert.expr.spline import Spline, spline
    from dalembert.expr.spline_ends import ClampedEnds, NaturalEnds, NotAKnot, PeriodicEnds
    from dalembert.expr.subprogram import subprogram
    from dalembert.expr.symbols import param, symbol, symbols, time
    from dalembert.expr.sympy_bridge import Simplified, from_sympy, latex, simplify, to_sympy
    from dalembert.kernels.c.export import export_c
    from dalembert.kernels.kernel import Kernel, compile
    from dalembert.kernels.machine import Tier
    from dalembert.kernels.native import NativeProcedure
    from dalembert.procedures.language import Code
    from dalembert.procedures.spline import Beyond

# Where each public name lives. Modules are imported when a name of theirs is first used, so that importing the
# package costs next to nothing however large it grows; the imports above are for type checkers and editors.
_NAMES = {
    "dalembert.config": ["Config"],
    "dalembert.errors": [
        "AssemblyError",
        "CompileError",
        "DalembertError",
        "ExpressionError",
        "FormulationError",
        "ModelError",
        "SolverError",
    ],
    "dalembert.expr.calculus": [
        "SparseMatrix",
        "Sweep",
        "derivative",
        "directional",
        "gradient",
        "hessian",
        "jacobian",
        "sparse_jacobian",
        "time_derivative",
        "weighted_gradient",
    ],
    "dalembert.expr.callback": ["callback"],
    "dalembert.expr.factorizations": ["Cholesky", "Factorization", "LDL", "LU", "factor"],
    "dalembert.expr.fixed_order": ["FixedOrderFactors", "ldl", "ldl_solve"],
    "dalembert.expr.functions": [
        "absolute",
        "acos",
        "asin",
        "atan",
        "atan2",
        "cos",
        "cosh",
        "equal",
        "exp",
        "floor",
        "log",
        "maximum",
        "minimum",
        "mod",
        "power",
        "sign",
        "sin",
        "sinh",
        "sqrt",
        "tan",
        "tanh",
        "where",
    ],
    "dalembert.expr.jets": ["Jet", "linear_part"],
    "dalembert.expr.least_squares": ["least_squares"],
    "dalembert.expr.linear": ["solve"],
    "dalembert.expr.node": ["Condition", "Node"],
    "dalembert.expr.null_space": ["basic_solution", "null_space"],
    "dalembert.expr.rewrite": ["evaluate", "substitute"],
    "dalembert.expr.spline": ["Spline", "spline"],
    "dalembert.expr.spline_ends": ["ClampedEnds", "NaturalEnds", "NotAKnot", "PeriodicEnds"],
    "dalembert.expr.subprogram": ["subprogram"],
    "dalembert.expr.symbols": ["param", "symbol", "symbols", "time"],
    "dalembert.expr.sympy_bridge": ["Simplified", "from_sympy", "latex", "simplify", "to_sympy"],
    "dalembert.kernels.c.export": ["export_c"],
    "dalembert.kernels.kernel": ["Kernel", "compile"],
    "dalembert.kernels.machine": ["Tier"],
    "dalembert.kernels.native": ["NativeProcedure"],
    "dalembert.procedures.language": ["Code"],
    "dalembert.procedures.spline": ["Beyond"],
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names}

__all__ = [
    "AssemblyError",
    "Beyond",
    "Cholesky",
    "ClampedEnds",
    "Code",
    "CompileError",
    "Condition",
    "Config",
    "DalembertError",
    "ExpressionError",
    "Factorization",
    "FixedOrderFactors",
    "FormulationError",
    "Jet",
    "Kernel",
    "LDL",
    "LU",
    "ModelError",
    "NativeProcedure",
    "NaturalEnds",
    "Node",
    "NotAKnot",
    "PeriodicEnds",
    "Simplified",
    "SolverError",
    "SparseMatrix",
    "Spline",
    "Sweep",
    "Tier",
    "absolute",
    "acos",
    "asin",
    "atan",
    "atan2",
    "basic_solution",
    "callback",
    "compile",
    "cos",
    "cosh",
    "derivative",
    "directional",
    "equal",
    "evaluate",
    "exp",
    "export_c",
    "factor",
    "floor",
    "from_sympy",
    "gradient",
    "hessian",
    "jacobian",
    "latex",
    "ldl",
    "ldl_solve",
    "least_squares",
    "linear_part",
    "log",
    "maximum",
    "minimum",
    "mod",
    "null_space",
    "param",
    "pi",
    "power",
    "sign",
    "simplify",
    "sin",
    "sinh",
    "solve",
    "sparse_jacobian",
    "spline",
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


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'dalembert' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value


def __dir__() -> list[str]:
    return __all__
