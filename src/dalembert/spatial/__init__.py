"""Space: vectors, rotations, poses, twists, wrenches and inertia, of numbers or of expressions."""

from dalembert.spatial.pose import Pose as Pose
from dalembert.spatial.rotations import Axes as Axes
from dalembert.spatial.rotations import euler as euler
from dalembert.spatial.rotations import rotation as rotation
from dalembert.spatial.twists import cross_force as cross_force
from dalembert.spatial.twists import cross_motion as cross_motion
from dalembert.spatial.twists import force_transform as force_transform
from dalembert.spatial.twists import motion_transform as motion_transform
from dalembert.spatial.twists import twist as twist
from dalembert.spatial.twists import twist_at as twist_at
from dalembert.spatial.twists import wrench as wrench
from dalembert.spatial.twists import wrench_at as wrench_at
