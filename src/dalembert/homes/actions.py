"""Actions of events: they change states and parameters, switch rows, strike."""

from dalembert.runs.actions import Impulse as Impulse
from dalembert.runs.actions import Reset as Reset
from dalembert.runs.actions import Set as Set
from dalembert.runs.actions import Switch as Switch
