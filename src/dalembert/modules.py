"""What trees of systems are made of: named matrices, leaves, choices of what is independent, linear models."""

from dalembert.assembly.body_leaves import Place as Place
from dalembert.assembly.body_leaves import dc_motor as dc_motor
from dalembert.assembly.body_leaves import planar_body as planar_body
from dalembert.assembly.body_leaves import point_mass as point_mass
from dalembert.assembly.body_leaves import rigid_body as rigid_body
from dalembert.assembly.body_leaves import rolling_wheel as rolling_wheel
from dalembert.assembly.body_leaves import tied as tied
from dalembert.assembly.complements import Complement as Complement
from dalembert.assembly.complements import Independent as Independent
from dalembert.assembly.complements import LeastSquares as LeastSquares
from dalembert.assembly.complements import Pivoted as Pivoted
from dalembert.assembly.condensed_equations import condensed as condensed
from dalembert.assembly.extended import extended as extended
from dalembert.assembly.files import load as load
from dalembert.assembly.files import save as save
from dalembert.assembly.labelled import LabelledMatrix as LabelledMatrix
from dalembert.assembly.labelled import assembled as assembled
from dalembert.assembly.labelled import identity as identity
from dalembert.assembly.labelled import labelled_column as labelled_column
from dalembert.assembly.linear_node import Differences as Differences
from dalembert.assembly.linear_tree import linearized as linearized
from dalembert.assembly.mirror import Mirror as Mirror
from dalembert.assembly.speed_matrices import canonical_matrices as canonical_matrices
