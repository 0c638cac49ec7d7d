"""What trees of systems are made of: matrices with names, and choices of what is independent."""

from dalembert.assembly.complements import Complement as Complement
from dalembert.assembly.complements import Independent as Independent
from dalembert.assembly.complements import LeastSquares as LeastSquares
from dalembert.assembly.complements import Pivoted as Pivoted
from dalembert.assembly.labelled import LabelledMatrix as LabelledMatrix
from dalembert.assembly.labelled import assembled as assembled
from dalembert.assembly.labelled import identity as identity
from dalembert.assembly.labelled import labelled_column as labelled_column
