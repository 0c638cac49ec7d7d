"""Curves and surfaces on frames, for points to stay on and bodies to roll on."""

from dalembert.model.cams import cam as cam
from dalembert.model.curves import Curve as Curve
from dalembert.model.curves import Line as Line
from dalembert.model.curves import curve as curve
from dalembert.model.curves import line as line
from dalembert.model.surfaces import FlatSurface as FlatSurface
from dalembert.model.surfaces import Surface as Surface
from dalembert.model.surfaces import bowl as bowl
from dalembert.model.surfaces import dome as dome
from dalembert.model.surfaces import drum as drum
from dalembert.model.surfaces import pipe as pipe
from dalembert.model.surfaces import plane as plane
from dalembert.model.surfaces import surface as surface
