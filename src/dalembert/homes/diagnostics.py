"""Diagnostics of runs and laws: drift, invariants, reactions that friction leaves open."""

from dalembert.comparisons.drift_comparison import compare_drift as compare_drift
from dalembert.conservation.invariants import invariant_drifts as invariant_drifts
from dalembert.conservation.invariants import invariants as invariants
from dalembert.reactions.reaction_iterations import reaction_iterations as reaction_iterations
from dalembert.reactions.reaction_solutions import reaction_solutions as reaction_solutions
