"""Base classes for parts of one's own: joints, forces, constraints, actions of events; and frames."""

from dalembert.model.bodies import Frame as Frame
from dalembert.model.closures import Closure as Closure
from dalembert.model.constraint import Constraint as Constraint
from dalembert.model.constraint import Relation as Relation
from dalembert.model.drawing_symbols import DrawnLine as DrawnLine
from dalembert.model.force import BodyLoad as BodyLoad
from dalembert.model.force import Force as Force
from dalembert.model.force import Loads as Loads
from dalembert.model.force import ScalarForce as ScalarForce
from dalembert.model.joint import Joint as Joint
from dalembert.model.joints.extra_variables import extra_coordinate as extra_coordinate
from dalembert.model.joints.extra_variables import extra_speed as extra_speed
from dalembert.model.joints.extra_variables import rotor as rotor
from dalembert.model.part import Output as Output
from dalembert.model.part import Part as Part
from dalembert.rows import Level as Level
from dalembert.rows import Role as Role
from dalembert.runs.actions_at_events import Action as Action
