"""Constraints between frames and between coordinates, beyond the common ones."""

from dalembert.model.constraints.differences import CoordinateDifference as CoordinateDifference
from dalembert.model.constraints.differences import RelativeRotation as RelativeRotation
from dalembert.model.constraints.directions import AngleBetween as AngleBetween
from dalembert.model.constraints.directions import Parallel as Parallel
from dalembert.model.constraints.directions import Perpendicular as Perpendicular
from dalembert.model.constraints.expressions import AccelerationConstraint as AccelerationConstraint
from dalembert.model.constraints.gears import external_mesh as external_mesh
from dalembert.model.constraints.gears import internal_mesh as internal_mesh
from dalembert.model.constraints.guided_points import PointOnCurve as PointOnCurve
from dalembert.model.constraints.guided_points import PointOnLine as PointOnLine
from dalembert.model.constraints.guided_points import PointOnPlane as PointOnPlane
from dalembert.model.constraints.guided_points import PointOnSurface as PointOnSurface
from dalembert.model.constraints.rolling import KnifeEdge as KnifeEdge
from dalembert.model.constraints.transmissions import Belt as Belt
from dalembert.model.constraints.transmissions import RackAndPinion as RackAndPinion
from dalembert.model.constraints.transmissions import ScrewCoupling as ScrewCoupling
