"""From graphs and procedures to machine code, in this process, with LLVM."""

from dalembert.config import Config as Config
from dalembert.config import Tier as Tier
from dalembert.expr.subprogram import subprogram as subprogram
from dalembert.files.casadi_functions import CasadiFunctions as CasadiFunctions
from dalembert.files.casadi_functions import casadi_functions as casadi_functions
from dalembert.files.jax_functions import JaxFunctions as JaxFunctions
from dalembert.files.jax_functions import jax_functions as jax_functions
from dalembert.native.c.export import export_c as export_c
from dalembert.native.kernel import Kernel as Kernel
from dalembert.native.kernel import compile as compile
from dalembert.native.native import NativeProcedure as NativeProcedure
from dalembert.procedures.language import Code as Code
