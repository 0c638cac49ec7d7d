"""Bodies of a condensed model of models; variables are those of the model, in another order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Never

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.lazy_signals import Signal, SignalTable, joined, state_signals
from dalembert.equations.outputs import BodyMotion, JointAxes, Outputs
from dalembert.equations.solved_system import SolvedSystem
from dalembert.equations.variables import Variables
from dalembert.errors import FormulationError
from dalembert.expr.node import Scalar
from dalembert.memo import Key
from dalembert.model.model import Model
from dalembert.state import State
from dalembert.tree.reactions import Reactions
from dalembert.tree.signals import Signals
from dalembert.tree.solved_motion import SolvedMotion
from dalembert.tree.tree import Tree
from dalembert.tree.tree_outputs import TreeOutputs

_SOLVED_MOTION: Key[CondensedSolvedMotion] = Key("solved motion")


class CondensedBodies(TreeOutputs):
    """Outputs of a condensed tree that was made of a model; `multipliers` are those of the rows between its parts.

    `plain` are the outputs of the tree without bodies.
    """

    def __init__(
        self, model: Model, variables: Variables, multipliers: Mapping[str, Signal], plain: Outputs
    ) -> None:
        self.model, self.variables, self.multipliers, self.plain = model, variables, multipliers, plain

    # lazy: the model may have hundreds of modules, and not every run asks for a body
    tree = cached_property(lambda self: Tree(self.model))
    kinematics = cached_property(lambda self: self.tree.kinematics)

    @property
    def description(self) -> str:
        return self.plain.description

    @property
    def frames(self) -> Never:
        raise FormulationError(
            "a condensed tree is for runs only: it has no matrices of the whole, which this needs; take the "
            "`equations` of the tree"
        )

    @property
    def turning_axes(self) -> tuple[JointAxes, ...]:
        return ()

    def reaction_patterns(self, n_rows: int) -> tuple[tuple[str, ...], Array]:
        return (), np.zeros((0, n_rows))

    def numbers_for(
        self, motions: Mapping[str, BodyMotion], p: Mapping[str, float], near: Sequence[State]
    ) -> tuple[Array, Array]:
        v = self.tree.variables
        q, u = super().numbers_for(motions, p, near)
        return (
            q[:, [v.coordinates.index(name) for name in self.variables.coordinates]],
            u[:, [v.speeds.index(name) for name in self.variables.speeds]],
        )

    def solved_motion(self, solution: SolvedSystem) -> CondensedSolvedMotion:
        return solution.memo.get(_SOLVED_MOTION, lambda: CondensedSolvedMotion(self, solution))

    def signals_of(self, motion: SolvedMotion) -> Signals:
        assert isinstance(motion, CondensedSolvedMotion)
        return CondensedBodySignals(motion, self)

    @cached_property
    def without_multiplier(self) -> tuple[str, ...]:
        """Rows inside parts that depend on each other, whose multipliers have no definite values."""
        names = (row.row.name for row in self.tree.constraints.rows)
        return tuple(name for name in names if name not in self.multipliers)

    def gibbs_function(self, a: Array) -> Scalar:
        rate_of = dict(zip(self.variables.speeds, a, strict=True))
        return super().gibbs_function(
            np.array([rate_of[name] for name in self.tree.variables.speeds], dtype=object)
        )


class CondensedSolvedMotion(SolvedMotion):
    """Motion of the bodies of a model with the accelerations of a condensed tree."""

    def __init__(self, outputs: CondensedBodies, solution: SolvedSystem) -> None:
        super().__init__(outputs.tree, solution)
        self.outputs = outputs

    @cached_property
    def a(self) -> Array:
        rate_of = dict(zip(self.solution.equations.variables.speeds, self.solution.accelerations, strict=True))
        return np.array([rate_of[name] for name in self.tree.variables.speeds], dtype=object)

    @cached_property
    def reactions(self) -> Reactions:
        if inside := self.outputs.without_multiplier:
            raise FormulationError(
                f"rows inside a part of this condensed tree depend on each other, such as {inside[0]!r}, so their "
                "multipliers are not unique; leave redundant ones out, or take the `equations` of the tree"
            )
        rows = self.tree.constraints.rows
        lam = np.array([self.outputs.multipliers[row.row.name].make() for row in rows], dtype=object)
        return self.tree.reactions(self.a, lam)

    def multiplier(self, name: str) -> Scalar:
        signal = self.outputs.multipliers.get(name)
        return signal.make() if signal is not None else super().multiplier(name)


class CondensedBodySignals(Signals):
    """Signals of the bodies; reactions, and what follows from them, only where all multipliers are determined."""

    def __init__(self, motion: CondensedSolvedMotion, outputs: CondensedBodies) -> None:
        super().__init__(motion)
        self._tree_outputs = outputs

    @cached_property
    def _made(self) -> Mapping[str, Signal]:
        return SignalTable(self._single, self._along_speeds())

    @property
    def _single(self) -> dict[str, Signal]:
        """All signals but those of force elements along speeds."""
        states = state_signals(self._tree_outputs.variables, lambda: self._motion.solution.accelerations)
        tables = [states, self._closing(), self._energies(), self._elements(), self._totals(), self._bodies()]
        if not self._tree_outputs.without_multiplier:
            return joined(*tables, self._outputs(), self._reactions())
        del tables[2]["power"]
        rows = {f"{name}.multiplier": signal for name, signal in self._tree_outputs.multipliers.items()}
        return joined(*tables, rows)
