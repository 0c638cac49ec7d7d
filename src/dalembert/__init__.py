"""Multibody dynamics: one model, every classical principle, native speed.

So far: rigid bodies in trees and loops, their equations and their motion, on expressions with native code.
"""

from importlib import import_module
from math import pi
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dalembert import looks
    from dalembert.analysis.action import Stationarity, action, stationarity, varied
    from dalembert.analysis.assemble import Assembly, assemble
    from dalembert.analysis.compare import compare
    from dalembert.analysis.comparison import ComparedPrinciple, Comparison
    from dalembert.analysis.convert import converted
    from dalembert.analysis.drift_comparison import DriftComparison, Drifted, compare_drift
    from dalembert.analysis.events import Event, SampledController
    from dalembert.analysis.invariants import CandidateInvariant, Invariants, invariant_drifts, invariants
    from dalembert.analysis.inverse_dynamics import inverse_dynamics
    from dalembert.analysis.kinematics import kinematics
    from dalembert.analysis.mobility import Dependence, Mobility, mobility
    from dalembert.analysis.reaction_solutions import reaction_solutions
    from dalembert.analysis.saved_motions import load_motion
    from dalembert.analysis.simulate import batch, simulate
    from dalembert.analysis.speed_ellipsoid import speed_ellipsoid
    from dalembert.analysis.summary import summary
    from dalembert.config import Config, Tier
    from dalembert.dynamics import Dynamics
    from dalembert.equations.solution import Solution
    from dalembert.equations.value import Equations
    from dalembert.errors import (
        AssemblyError,
        CompileError,
        DalembertError,
        ExpressionError,
        FormulationError,
        ModelError,
        SolverError,
    )
    from dalembert.expr.calculus import (
        SparseMatrix,
        Sweep,
        derivative,
        directional,
        gradient,
        hessian,
        jacobian,
        sparse_jacobian,
        time_derivative,
        weighted_gradient,
    )
    from dalembert.expr.callback import callback
    from dalembert.expr.factorizations import LDL, LU, Cholesky, Factorization, factor
    from dalembert.expr.fixed_order import FixedOrderFactors, ldl, ldl_solve
    from dalembert.expr.functions import (
        absolute,
        acos,
        asin,
        atan,
        atan2,
        cos,
        cosh,
        equal,
        exp,
        floor,
        less,
        less_equal,
        log,
        maximum,
        minimum,
        mod,
        power,
        sign,
        sin,
        sinh,
        sqrt,
        tan,
        tanh,
        where,
    )
    from dalembert.expr.jets import Jet, linear_part
    from dalembert.expr.least_squares import least_squares
    from dalembert.expr.linear import solve
    from dalembert.expr.node import Condition, Node
    from dalembert.expr.null_space import basic_solution, null_space
    from dalembert.expr.rewrite import evaluate, substitute
    from dalembert.expr.root import fixed_point, root
    from dalembert.expr.spline import Spline, spline
    from dalembert.expr.spline_ends import ClampedEnds, NaturalEnds, NotAKnot, PeriodicEnds
    from dalembert.expr.stationary import StationaryPoint, stationary_point
    from dalembert.expr.subprogram import subprogram
    from dalembert.expr.symbols import param, symbol, symbols, time
    from dalembert.expr.sympy_bridge.from_sympy import from_sympy
    from dalembert.expr.sympy_bridge.latex import latex
    from dalembert.expr.sympy_bridge.simplify import Simplified, simplify
    from dalembert.expr.sympy_bridge.to_sympy import to_sympy
    from dalembert.formulations.coordinates.absolute import Absolute
    from dalembert.formulations.coordinates.absolute_planar import AbsolutePlanar
    from dalembert.formulations.coordinates.relative import Relative
    from dalembert.formulations.derivation import Derivation, Step
    from dalembert.formulations.derive import derive, explain
    from dalembert.formulations.energy_functions import acceleration_energy
    from dalembert.formulations.gibbs_function import gibbs_function
    from dalembert.formulations.passive_relations import passive_relations
    from dalembert.formulations.principles.bodies import MovingBodies
    from dalembert.formulations.principles.body_speeds import (
        BodyAxes,
        BodyOrigins,
        MassCentres,
        PrincipalAxes,
        WorldAxes,
    )
    from dalembert.formulations.principles.boltzmann_hamel import BoltzmannHamel
    from dalembert.formulations.principles.canonical_forms import (
        DiracMultipliers,
        ForceMultipliers,
        MomentumMultipliers,
    )
    from dalembert.formulations.principles.dalembert import DAlembert
    from dalembert.formulations.principles.energy_rates import EnergyRates, Nielsen, Tzenoff
    from dalembert.formulations.principles.gauss import Gauss
    from dalembert.formulations.principles.gibbs_appell import GibbsAppell
    from dalembert.formulations.principles.hamilton import Hamilton
    from dalembert.formulations.principles.jourdain import Jourdain
    from dalembert.formulations.principles.kane import Kane
    from dalembert.formulations.principles.lagrange import Lagrange, LagrangeFirstKind
    from dalembert.formulations.principles.maggi import Maggi
    from dalembert.formulations.principles.multiplier_lagrangian import MultiplierLagrangian
    from dalembert.formulations.principles.newton_euler import NewtonEuler
    from dalembert.formulations.principles.nonminimal import Nonminimal
    from dalembert.formulations.principles.principle import TreePrinciple
    from dalembert.formulations.principles.speeds import QuasiVelocities
    from dalembert.formulations.principles.terms import Terms
    from dalembert.formulations.principles.udwadia_kalaba import UdwadiaKalaba
    from dalembert.formulations.recursive import Recursive
    from dalembert.formulations.typed.system import TypedSystem
    from dalembert.kernels.c.export import export_c
    from dalembert.kernels.kernel import Kernel, compile
    from dalembert.kernels.native import NativeProcedure
    from dalembert.model.bodies import Body, Frame, ground
    from dalembert.model.closures import Closure
    from dalembert.model.constraint import Constraint, Relation
    from dalembert.model.constraints.couplings import Drive
    from dalembert.model.constraints.differences import AngleDifference, CoordinateDifference
    from dalembert.model.constraints.directions import Angle, Parallel, Perpendicular
    from dalembert.model.constraints.expressions import AccelerationConstraint, Holonomic, Nonholonomic
    from dalembert.model.constraints.gears import Gear, Mesh, external_mesh, internal_mesh
    from dalembert.model.constraints.guided_points import PointOnCurve, PointOnLine, PointOnPlane, PointOnSurface
    from dalembert.model.constraints.points import Coincident, Distance
    from dalembert.model.constraints.rolling import KnifeEdge, Rolling
    from dalembert.model.constraints.transmissions import Belt, RackAndPinion, ScrewCoupling
    from dalembert.model.curves import Curve, Line, curve, line
    from dalembert.model.drawn_line import DrawnLine
    from dalembert.model.ellipsoid import EnergyEllipsoid, energy_ellipsoid
    from dalembert.model.force import BodyLoad, Force, Loads, ScalarForce
    from dalembert.model.forces.applied import PointForce, Torque
    from dalembert.model.forces.bushing import Bushing
    from dalembert.model.forces.joint_forces import JointDamper, JointForce, JointSpring
    from dalembert.model.forces.joint_stop import JointStop
    from dalembert.model.forces.line_forces import Damper, Spring
    from dalembert.model.forces.potential import Potential
    from dalembert.model.inputs import Motor
    from dalembert.model.integral import Integral
    from dalembert.model.joint import Joint
    from dalembert.model.joints.cylindrical import Cylindrical
    from dalembert.model.joints.extra import extra_coordinate
    from dalembert.model.joints.free import Free
    from dalembert.model.joints.planar import Planar
    from dalembert.model.joints.prismatic import Prismatic
    from dalembert.model.joints.revolute import Revolute
    from dalembert.model.joints.screw import Screw
    from dalembert.model.joints.spherical import Spherical
    from dalembert.model.joints.translational import Translational
    from dalembert.model.joints.universal import Universal
    from dalembert.model.joints.weld import Weld
    from dalembert.model.measures import (
        Input,
        acceleration,
        angle,
        angular_acceleration,
        angular_velocity,
        coordinate,
        distance,
        force,
        kinetic_energy,
        orientation,
        position,
        potential_energy,
        speed,
        supplied_power,
        value,
        velocity,
    )
    from dalembert.model.model import Model, Submodel, flat, walked
    from dalembert.model.part import Output, Part
    from dalembert.model.ports import port
    from dalembert.model.reaction_measures import multiplier, reaction_force, reaction_moment
    from dalembert.model.shapes import box, cone, cylinder, disc, ellipsoid, particle, rod, sphere, torus
    from dalembert.model.standalone import standalone
    from dalembert.model.surfaces import Plane, Surface, bowl, dome, drum, pipe, plane, surface
    from dalembert.motion import Motion
    from dalembert.pictures.animate import Animation, animate
    from dalembert.pictures.draw import draw
    from dalembert.pictures.page import Page, page_html, view
    from dalembert.pictures.plot import plot
    from dalembert.pipeline import as_dynamics
    from dalembert.procedures.language import Code
    from dalembert.procedures.spline import Beyond
    from dalembert.reading import Reading, SymbolicEquations
    from dalembert.rows import Baumgarte, Drifting, Level, Projection, Role, Row
    from dalembert.solvers.constrained.augmented import AugmentedMatrix, BlockInverse, InverseBlocks
    from dalembert.solvers.constrained.least_constraint import LeastConstraint
    from dalembert.solvers.constrained.multiplier_sign import MultiplierSign
    from dalembert.solvers.constrained.nonideal import NonidealConstraints
    from dalembert.solvers.constrained.one_at_a_time import OneAtATime
    from dalembert.solvers.constrained.partitions import CoordinatePartitioning, FullOrderForm, NullSpace
    from dalembert.solvers.constrained.projectors import ProjectorForm, Projectors
    from dalembert.solvers.constrained.pseudoinverses import StackedPseudoinverse, WeightedPseudoinverse
    from dalembert.solvers.constrained.reduced import ReducedEquations
    from dalembert.solvers.constrained.solver import AccelerationSolver
    from dalembert.solvers.methods import (
        DOP853,
        RK4,
        Algorithm3,
        DormandPrince,
        ExplicitEuler,
        Gauss4,
        GeneralizedAlpha,
        ImplicitMidpoint,
        IndexThree,
        KuttaMerson,
        Radau,
    )
    from dalembert.spatial.inertia import Inertia
    from dalembert.spatial.pose import Pose
    from dalembert.spatial.rotations import Axes, euler, rotation
    from dalembert.spatial.twists import (
        cross_force,
        cross_motion,
        force_transform,
        motion_transform,
        twist,
        twist_at,
        wrench,
        wrench_at,
    )
    from dalembert.state import State

# Where each public name lives. Modules are imported when a name of theirs is first used, so that importing the
# package costs next to nothing however large it grows; the imports above are for type checkers and editors.
_NAMES = {
    "dalembert": ["looks"],
    "dalembert.analysis.action": ["Stationarity", "action", "stationarity", "varied"],
    "dalembert.analysis.assemble": ["Assembly", "assemble"],
    "dalembert.analysis.compare": ["compare"],
    "dalembert.analysis.comparison": ["ComparedPrinciple", "Comparison"],
    "dalembert.analysis.convert": ["converted"],
    "dalembert.analysis.drift_comparison": ["DriftComparison", "Drifted", "compare_drift"],
    "dalembert.analysis.events": ["Event", "SampledController"],
    "dalembert.analysis.invariants": ["CandidateInvariant", "Invariants", "invariant_drifts", "invariants"],
    "dalembert.analysis.inverse_dynamics": ["inverse_dynamics"],
    "dalembert.analysis.kinematics": ["kinematics"],
    "dalembert.analysis.mobility": ["Dependence", "Mobility", "mobility"],
    "dalembert.analysis.reaction_solutions": ["reaction_solutions"],
    "dalembert.analysis.saved_motions": ["load_motion"],
    "dalembert.analysis.simulate": ["batch", "simulate"],
    "dalembert.analysis.speed_ellipsoid": ["speed_ellipsoid"],
    "dalembert.analysis.summary": ["summary"],
    "dalembert.config": ["Config", "Tier"],
    "dalembert.dynamics": ["Dynamics"],
    "dalembert.equations.solution": ["Solution"],
    "dalembert.equations.value": ["Equations"],
    "dalembert.errors": [
        "AssemblyError",
        "CompileError",
        "DalembertError",
        "ExpressionError",
        "FormulationError",
        "ModelError",
        "SolverError",
    ],
    "dalembert.expr.calculus": [
        "SparseMatrix",
        "Sweep",
        "derivative",
        "directional",
        "gradient",
        "hessian",
        "jacobian",
        "sparse_jacobian",
        "time_derivative",
        "weighted_gradient",
    ],
    "dalembert.expr.callback": ["callback"],
    "dalembert.expr.factorizations": ["Cholesky", "Factorization", "LDL", "LU", "factor"],
    "dalembert.expr.fixed_order": ["FixedOrderFactors", "ldl", "ldl_solve"],
    "dalembert.expr.functions": [
        "absolute",
        "acos",
        "asin",
        "atan",
        "atan2",
        "cos",
        "cosh",
        "equal",
        "exp",
        "floor",
        "less",
        "less_equal",
        "log",
        "maximum",
        "minimum",
        "mod",
        "power",
        "sign",
        "sin",
        "sinh",
        "sqrt",
        "tan",
        "tanh",
        "where",
    ],
    "dalembert.expr.jets": ["Jet", "linear_part"],
    "dalembert.expr.least_squares": ["least_squares"],
    "dalembert.expr.linear": ["solve"],
    "dalembert.expr.node": ["Condition", "Node"],
    "dalembert.expr.null_space": ["basic_solution", "null_space"],
    "dalembert.expr.rewrite": ["evaluate", "substitute"],
    "dalembert.expr.root": ["fixed_point", "root"],
    "dalembert.expr.spline": ["Spline", "spline"],
    "dalembert.expr.spline_ends": ["ClampedEnds", "NaturalEnds", "NotAKnot", "PeriodicEnds"],
    "dalembert.expr.stationary": ["StationaryPoint", "stationary_point"],
    "dalembert.expr.subprogram": ["subprogram"],
    "dalembert.expr.symbols": ["param", "symbol", "symbols", "time"],
    "dalembert.expr.sympy_bridge.from_sympy": ["from_sympy"],
    "dalembert.expr.sympy_bridge.latex": ["latex"],
    "dalembert.expr.sympy_bridge.simplify": ["Simplified", "simplify"],
    "dalembert.expr.sympy_bridge.to_sympy": ["to_sympy"],
    "dalembert.formulations.coordinates.absolute": ["Absolute"],
    "dalembert.formulations.coordinates.absolute_planar": ["AbsolutePlanar"],
    "dalembert.formulations.coordinates.relative": ["Relative"],
    "dalembert.formulations.derivation": ["Derivation", "Step"],
    "dalembert.formulations.derive": ["derive", "explain"],
    "dalembert.formulations.energy_functions": ["acceleration_energy"],
    "dalembert.formulations.gibbs_function": ["gibbs_function"],
    "dalembert.formulations.passive_relations": ["passive_relations"],
    "dalembert.formulations.principles.body_speeds": [
        "BodyAxes",
        "BodyOrigins",
        "MassCentres",
        "PrincipalAxes",
        "WorldAxes",
    ],
    "dalembert.formulations.principles.bodies": ["MovingBodies"],
    "dalembert.formulations.principles.boltzmann_hamel": ["BoltzmannHamel"],
    "dalembert.formulations.principles.canonical_forms": [
        "DiracMultipliers",
        "ForceMultipliers",
        "MomentumMultipliers",
    ],
    "dalembert.formulations.principles.dalembert": ["DAlembert"],
    "dalembert.formulations.principles.energy_rates": ["EnergyRates", "Nielsen", "Tzenoff"],
    "dalembert.formulations.principles.gauss": ["Gauss"],
    "dalembert.formulations.principles.gibbs_appell": ["GibbsAppell"],
    "dalembert.formulations.principles.hamilton": ["Hamilton"],
    "dalembert.formulations.principles.jourdain": ["Jourdain"],
    "dalembert.formulations.principles.kane": ["Kane"],
    "dalembert.formulations.principles.lagrange": ["Lagrange", "LagrangeFirstKind"],
    "dalembert.formulations.principles.maggi": ["Maggi"],
    "dalembert.formulations.principles.multiplier_lagrangian": ["MultiplierLagrangian"],
    "dalembert.formulations.principles.newton_euler": ["NewtonEuler"],
    "dalembert.formulations.principles.nonminimal": ["Nonminimal"],
    "dalembert.formulations.principles.principle": ["TreePrinciple"],
    "dalembert.formulations.principles.speeds": ["QuasiVelocities"],
    "dalembert.formulations.principles.terms": ["Terms"],
    "dalembert.formulations.principles.udwadia_kalaba": ["UdwadiaKalaba"],
    "dalembert.formulations.recursive": ["Recursive"],
    "dalembert.formulations.typed.system": ["TypedSystem"],
    "dalembert.kernels.c.export": ["export_c"],
    "dalembert.kernels.kernel": ["Kernel", "compile"],
    "dalembert.kernels.native": ["NativeProcedure"],
    "dalembert.model.bodies": ["Body", "Frame", "ground"],
    "dalembert.model.closures": ["Closure"],
    "dalembert.model.constraint": ["Constraint", "Relation"],
    "dalembert.model.constraints.couplings": ["Drive"],
    "dalembert.model.constraints.differences": ["AngleDifference", "CoordinateDifference"],
    "dalembert.model.constraints.directions": ["Angle", "Parallel", "Perpendicular"],
    "dalembert.model.constraints.expressions": ["AccelerationConstraint", "Holonomic", "Nonholonomic"],
    "dalembert.model.constraints.gears": ["Gear", "Mesh", "external_mesh", "internal_mesh"],
    "dalembert.model.constraints.guided_points": ["PointOnCurve", "PointOnLine", "PointOnPlane", "PointOnSurface"],
    "dalembert.model.constraints.points": ["Coincident", "Distance"],
    "dalembert.model.constraints.rolling": ["KnifeEdge", "Rolling"],
    "dalembert.model.constraints.transmissions": ["Belt", "RackAndPinion", "ScrewCoupling"],
    "dalembert.model.curves": ["Curve", "Line", "curve", "line"],
    "dalembert.model.ellipsoid": ["EnergyEllipsoid", "energy_ellipsoid"],
    "dalembert.model.drawn_line": ["DrawnLine"],
    "dalembert.model.force": ["BodyLoad", "Force", "Loads", "ScalarForce"],
    "dalembert.model.forces.applied": ["PointForce", "Torque"],
    "dalembert.model.forces.bushing": ["Bushing"],
    "dalembert.model.forces.joint_forces": ["JointDamper", "JointForce", "JointSpring"],
    "dalembert.model.forces.joint_stop": ["JointStop"],
    "dalembert.model.forces.line_forces": ["Damper", "Spring"],
    "dalembert.model.forces.potential": ["Potential"],
    "dalembert.model.inputs": ["Motor"],
    "dalembert.model.integral": ["Integral"],
    "dalembert.model.joint": ["Joint"],
    "dalembert.model.joints.cylindrical": ["Cylindrical"],
    "dalembert.model.joints.extra": ["extra_coordinate"],
    "dalembert.model.joints.free": ["Free"],
    "dalembert.model.joints.planar": ["Planar"],
    "dalembert.model.joints.prismatic": ["Prismatic"],
    "dalembert.model.joints.revolute": ["Revolute"],
    "dalembert.model.joints.screw": ["Screw"],
    "dalembert.model.joints.spherical": ["Spherical"],
    "dalembert.model.joints.translational": ["Translational"],
    "dalembert.model.joints.universal": ["Universal"],
    "dalembert.model.joints.weld": ["Weld"],
    "dalembert.model.measures": [
        "Input",
        "acceleration",
        "angle",
        "angular_acceleration",
        "angular_velocity",
        "coordinate",
        "distance",
        "force",
        "kinetic_energy",
        "orientation",
        "position",
        "potential_energy",
        "speed",
        "supplied_power",
        "value",
        "velocity",
    ],
    "dalembert.model.model": ["Model", "Submodel", "flat", "walked"],
    "dalembert.model.part": ["Output", "Part"],
    "dalembert.model.ports": ["port"],
    "dalembert.model.reaction_measures": ["multiplier", "reaction_force", "reaction_moment"],
    "dalembert.model.standalone": ["standalone"],
    "dalembert.model.shapes": [
        "box",
        "cone",
        "cylinder",
        "disc",
        "ellipsoid",
        "particle",
        "rod",
        "sphere",
        "torus",
    ],
    "dalembert.model.surfaces": ["Plane", "Surface", "bowl", "dome", "drum", "pipe", "plane", "surface"],
    "dalembert.motion": ["Motion"],
    "dalembert.pipeline": ["as_dynamics"],
    "dalembert.procedures.language": ["Code"],
    "dalembert.procedures.spline": ["Beyond"],
    "dalembert.reading": ["Reading", "SymbolicEquations"],
    "dalembert.rows": ["Baumgarte", "Drifting", "Level", "Projection", "Role", "Row"],
    "dalembert.solvers.constrained.augmented": ["AugmentedMatrix", "BlockInverse", "InverseBlocks"],
    "dalembert.solvers.constrained.least_constraint": ["LeastConstraint"],
    "dalembert.solvers.constrained.multiplier_sign": ["MultiplierSign"],
    "dalembert.solvers.constrained.nonideal": ["NonidealConstraints"],
    "dalembert.solvers.constrained.one_at_a_time": ["OneAtATime"],
    "dalembert.solvers.constrained.partitions": ["CoordinatePartitioning", "FullOrderForm", "NullSpace"],
    "dalembert.solvers.constrained.projectors": ["ProjectorForm", "Projectors"],
    "dalembert.solvers.constrained.pseudoinverses": ["StackedPseudoinverse", "WeightedPseudoinverse"],
    "dalembert.solvers.constrained.reduced": ["ReducedEquations"],
    "dalembert.solvers.constrained.solver": ["AccelerationSolver"],
    "dalembert.solvers.methods": [
        "Algorithm3",
        "DOP853",
        "DormandPrince",
        "ExplicitEuler",
        "Gauss4",
        "GeneralizedAlpha",
        "ImplicitMidpoint",
        "IndexThree",
        "KuttaMerson",
        "RK4",
        "Radau",
    ],
    "dalembert.spatial.inertia": ["Inertia"],
    "dalembert.spatial.pose": ["Pose"],
    "dalembert.spatial.rotations": ["Axes", "euler", "rotation"],
    "dalembert.spatial.twists": [
        "cross_force",
        "cross_motion",
        "force_transform",
        "motion_transform",
        "twist",
        "twist_at",
        "wrench",
        "wrench_at",
    ],
    "dalembert.state": ["State"],
    "dalembert.pictures.animate": ["Animation", "animate"],
    "dalembert.pictures.draw": ["draw"],
    "dalembert.pictures.page": ["Page", "page_html", "view"],
    "dalembert.pictures.plot": ["plot"],
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names}

__all__ = [
    "Absolute",
    "AbsolutePlanar",
    "AccelerationConstraint",
    "AccelerationSolver",
    "Algorithm3",
    "Angle",
    "AngleDifference",
    "Animation",
    "Assembly",
    "AssemblyError",
    "AugmentedMatrix",
    "Axes",
    "Baumgarte",
    "Belt",
    "Beyond",
    "BlockInverse",
    "Body",
    "BodyAxes",
    "BodyLoad",
    "BodyOrigins",
    "BoltzmannHamel",
    "Bushing",
    "CandidateInvariant",
    "Cholesky",
    "ClampedEnds",
    "Closure",
    "Code",
    "Coincident",
    "ComparedPrinciple",
    "Comparison",
    "CompileError",
    "Condition",
    "Config",
    "Constraint",
    "CoordinateDifference",
    "CoordinatePartitioning",
    "Curve",
    "Cylindrical",
    "DAlembert",
    "DOP853",
    "DalembertError",
    "Damper",
    "Dependence",
    "Derivation",
    "DiracMultipliers",
    "Distance",
    "DormandPrince",
    "DrawnLine",
    "DriftComparison",
    "Drifted",
    "Drifting",
    "Drive",
    "Dynamics",
    "EnergyEllipsoid",
    "EnergyRates",
    "Equations",
    "Event",
    "ExplicitEuler",
    "ExpressionError",
    "Factorization",
    "FixedOrderFactors",
    "Force",
    "ForceMultipliers",
    "FormulationError",
    "Frame",
    "Free",
    "FullOrderForm",
    "Gauss",
    "Gauss4",
    "Gear",
    "GeneralizedAlpha",
    "GibbsAppell",
    "Hamilton",
    "Holonomic",
    "ImplicitMidpoint",
    "IndexThree",
    "Inertia",
    "Input",
    "Integral",
    "Invariants",
    "InverseBlocks",
    "Jet",
    "Joint",
    "JointDamper",
    "JointForce",
    "JointSpring",
    "JointStop",
    "Jourdain",
    "Kane",
    "Kernel",
    "KnifeEdge",
    "KuttaMerson",
    "LDL",
    "LU",
    "Lagrange",
    "LagrangeFirstKind",
    "LeastConstraint",
    "Level",
    "Line",
    "Loads",
    "Maggi",
    "MassCentres",
    "Mesh",
    "Mobility",
    "Model",
    "ModelError",
    "MomentumMultipliers",
    "Motion",
    "Motor",
    "MovingBodies",
    "MultiplierLagrangian",
    "MultiplierSign",
    "NativeProcedure",
    "NaturalEnds",
    "NewtonEuler",
    "Nielsen",
    "Node",
    "Nonholonomic",
    "NonidealConstraints",
    "Nonminimal",
    "NotAKnot",
    "NullSpace",
    "OneAtATime",
    "Output",
    "Page",
    "Parallel",
    "Part",
    "PeriodicEnds",
    "Perpendicular",
    "Planar",
    "Plane",
    "PointForce",
    "PointOnCurve",
    "PointOnLine",
    "PointOnPlane",
    "PointOnSurface",
    "Pose",
    "Potential",
    "PrincipalAxes",
    "Prismatic",
    "Projection",
    "ProjectorForm",
    "Projectors",
    "QuasiVelocities",
    "RK4",
    "RackAndPinion",
    "Radau",
    "Reading",
    "Recursive",
    "ReducedEquations",
    "Relation",
    "Relative",
    "Revolute",
    "Role",
    "Rolling",
    "Row",
    "SampledController",
    "ScalarForce",
    "Screw",
    "ScrewCoupling",
    "Simplified",
    "Solution",
    "SolverError",
    "SparseMatrix",
    "Spherical",
    "Spline",
    "Spring",
    "StackedPseudoinverse",
    "State",
    "Stationarity",
    "StationaryPoint",
    "Step",
    "Submodel",
    "Surface",
    "Sweep",
    "SymbolicEquations",
    "Terms",
    "Tier",
    "Torque",
    "Translational",
    "TreePrinciple",
    "TypedSystem",
    "Tzenoff",
    "UdwadiaKalaba",
    "Universal",
    "WeightedPseudoinverse",
    "Weld",
    "WorldAxes",
    "absolute",
    "acceleration",
    "acceleration_energy",
    "acos",
    "action",
    "angle",
    "angular_acceleration",
    "angular_velocity",
    "animate",
    "as_dynamics",
    "asin",
    "assemble",
    "atan",
    "atan2",
    "basic_solution",
    "batch",
    "bowl",
    "box",
    "callback",
    "compare",
    "compare_drift",
    "compile",
    "cone",
    "converted",
    "coordinate",
    "cos",
    "cosh",
    "cross_force",
    "cross_motion",
    "curve",
    "cylinder",
    "derivative",
    "derive",
    "directional",
    "disc",
    "distance",
    "dome",
    "draw",
    "drum",
    "ellipsoid",
    "energy_ellipsoid",
    "equal",
    "euler",
    "evaluate",
    "exp",
    "explain",
    "export_c",
    "external_mesh",
    "extra_coordinate",
    "factor",
    "fixed_point",
    "flat",
    "floor",
    "force",
    "force_transform",
    "from_sympy",
    "gibbs_function",
    "gradient",
    "ground",
    "hessian",
    "internal_mesh",
    "invariant_drifts",
    "invariants",
    "inverse_dynamics",
    "jacobian",
    "kinematics",
    "kinetic_energy",
    "latex",
    "ldl",
    "ldl_solve",
    "least_squares",
    "less",
    "less_equal",
    "line",
    "linear_part",
    "load_motion",
    "log",
    "looks",
    "maximum",
    "minimum",
    "mobility",
    "mod",
    "motion_transform",
    "multiplier",
    "null_space",
    "orientation",
    "page_html",
    "param",
    "particle",
    "passive_relations",
    "pi",
    "pipe",
    "plane",
    "plot",
    "port",
    "position",
    "potential_energy",
    "power",
    "reaction_force",
    "reaction_moment",
    "reaction_solutions",
    "rod",
    "root",
    "rotation",
    "sign",
    "simplify",
    "simulate",
    "sin",
    "sinh",
    "solve",
    "sparse_jacobian",
    "speed",
    "speed_ellipsoid",
    "sphere",
    "spline",
    "sqrt",
    "standalone",
    "stationarity",
    "stationary_point",
    "subprogram",
    "substitute",
    "summary",
    "supplied_power",
    "surface",
    "symbol",
    "symbols",
    "tan",
    "tanh",
    "time",
    "time_derivative",
    "to_sympy",
    "torus",
    "twist",
    "twist_at",
    "value",
    "varied",
    "velocity",
    "view",
    "walked",
    "weighted_gradient",
    "where",
    "wrench",
    "wrench_at",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'dalembert' has no attribute {name!r}")
    home = _HOMES[name]
    # names of the package itself are modules
    value = import_module(f"dalembert.{name}") if home == "dalembert" else getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
