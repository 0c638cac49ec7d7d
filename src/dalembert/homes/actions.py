"""Actions of events: they change states and parameters, switch rows, strike."""

from dalembert.runs.actions_at_events import Impulse as Impulse
from dalembert.runs.actions_at_events import Reset as Reset
from dalembert.runs.actions_at_events import Set as Set
from dalembert.runs.actions_at_events import Switch as Switch
