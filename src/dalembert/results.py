"""Types of what functions return, for annotations; nobody makes them by hand."""

from dalembert.analysis.action import Stationarity as Stationarity
from dalembert.analysis.assemble import Assembly as Assembly
from dalembert.analysis.comparison import ComparedPrinciple as ComparedPrinciple
from dalembert.analysis.comparison import Comparison as Comparison
from dalembert.analysis.drift_comparison import DriftComparison as DriftComparison
from dalembert.analysis.drift_comparison import Drifted as Drifted
from dalembert.analysis.invariants import CandidateInvariant as CandidateInvariant
from dalembert.analysis.invariants import Invariants as Invariants
from dalembert.analysis.mobility import Dependence as Dependence
from dalembert.analysis.mobility import Mobility as Mobility
from dalembert.analysis.motions import Motions as Motions
from dalembert.analysis.stepper import Stepper as Stepper
from dalembert.analysis.sweep import Sweep as Sweep
from dalembert.expr.spline import Spline as Spline
from dalembert.expr.stationary import StationaryPoint as StationaryPoint
from dalembert.expr.sympy_bridge.simplify import Simplified as Simplified
from dalembert.formulations.derivation import Derivation as Derivation
from dalembert.formulations.derivation import DerivationStep as DerivationStep
from dalembert.model.constraints.gears import GearMesh as GearMesh
from dalembert.model.ellipsoid import EnergyEllipsoid as EnergyEllipsoid
from dalembert.pictures.animate import Animation as Animation
from dalembert.pictures.page import Page as Page
from dalembert.prepared import Prepared as Prepared
from dalembert.reading import Reading as Reading
from dalembert.reading import SymbolicEquations as SymbolicEquations
from dalembert.rows import Row as Row
