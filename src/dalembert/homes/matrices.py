"""Mass matrix and Jacobians of a system in a state, and linear algebra on numbers and expressions."""

from dalembert.dynamics.system_matrices import jacobian_of as jacobian_of
from dalembert.dynamics.system_matrices import mass_matrix as mass_matrix
from dalembert.expr.factorizations import LDL as LDL
from dalembert.expr.factorizations import LU as LU
from dalembert.expr.factorizations import Cholesky as Cholesky
from dalembert.expr.factorizations import Factorization as Factorization
from dalembert.expr.factorizations import factorize as factorize
from dalembert.expr.fixed_order import FixedOrderFactors as FixedOrderFactors
from dalembert.expr.fixed_order import ldl as ldl
from dalembert.expr.fixed_order import ldl_solve as ldl_solve
from dalembert.expr.least_squares import least_squares as least_squares
from dalembert.expr.linear import solve as solve
from dalembert.expr.null_space import basic_solution as basic_solution
from dalembert.expr.null_space import null_space as null_space
from dalembert.expr.sparse_matrix import SparseMatrix as SparseMatrix
