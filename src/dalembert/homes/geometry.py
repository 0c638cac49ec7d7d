"""Curves and surfaces on frames, for points to stay on and bodies to roll on."""

from dalembert.model.cams import cam as cam
from dalembert.model.curves import Curve as Curve
from dalembert.model.curves import Line as Line
from dalembert.model.curves import curve as curve
from dalembert.model.curves import line as line
from dalembert.model.surfaces import ContactSurface as ContactSurface
from dalembert.model.surfaces import FlatSurface as FlatSurface
from dalembert.model.surfaces import Surface as Surface
from dalembert.model.surfaces import cylinder_inside as cylinder_inside
from dalembert.model.surfaces import cylinder_outside as cylinder_outside
from dalembert.model.surfaces import plane as plane
from dalembert.model.surfaces import sphere_inside as sphere_inside
from dalembert.model.surfaces import sphere_outside as sphere_outside
from dalembert.model.surfaces import surface as surface
