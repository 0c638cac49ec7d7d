"""The choice of modes: Painlevé's rod, and stick and slip of a block."""

import numpy as np
import pytest

from dalembert.contact.stick_or_slip import InconsistentError, IndeterminateError, choose_modes

NONE, NOWHERE = np.zeros(1), np.array([[np.nan]])


def rod(angle, mu, spin=0.0, slip=1.0):
    """A uniform rod of unit mass and length that slides on its tip; a_n = b + p N (Painlevé 1895)."""
    s, c, b = np.sin(angle), np.cos(angle), 0.5 * spin**2 * np.sin(angle) - 9.81
    W = np.array([[1 + 3 * c**2, 3 * s * c], [3 * s * c, 1 + 3 * s**2]])
    return choose_modes(
        W, np.array([b, 0.0]), np.array([mu]), np.array([mu]), np.array([[slip]]), NONE, ("tip",)
    )  # fmt: skip


def p(angle, mu):
    return 1 + 3 * np.cos(angle) ** 2 - 3 * mu * np.sin(angle) * np.cos(angle)


def test_painleves_rod_has_no_motion_from_four_thirds_on():
    angle = np.radians(63.4349488229)
    assert p(angle, 4 / 3) == pytest.approx(0.0, abs=1e-12)
    found = rod(angle, 4 / 3 - 1e-4)
    assert found.is_closed.all()
    assert found.is_proved
    assert found.lam[0] == pytest.approx(9.81 / p(angle, 4 / 3 - 1e-4))
    with pytest.raises(InconsistentError, match=r"'tip'.*no forces fit.*Painlevé"):
        rod(angle, 4 / 3 + 1e-4)


def test_where_the_rod_flies_and_jams_alike_both_are_told():
    # it lifts by its spin, but the normal force would press as well: two solutions
    angle, mu, spin = np.radians(63.4), 1.5, 6.0
    with pytest.raises(IndeterminateError, match="2 sets of modes fit") as told:
        rod(angle, mu, spin)
    lifts = 0.5 * spin**2 * np.sin(angle) - 9.81
    N = -lifts / p(angle, mu)
    assert f"'tip' opens, forces (0, 0), relative accelerations ({lifts:.6g}, " in str(told.value)
    assert f"; or 'tip' slips, forces ({N:.6g}, {-mu * N:.6g}), relative accelerations (" in str(told.value)


def test_a_block_sticks_up_to_its_static_friction_and_slips_against_the_kinetic_one():
    def block(load):
        return choose_modes(
            np.eye(2), np.array([-10.0, load]), np.array([0.5]), np.array([0.4]), NOWHERE, NONE, ("b",)
        )

    assert not block(4.99).slips[0]
    assert block(4.99).lam == pytest.approx([10.0, -4.99])
    assert block(-5.01).slips[0]
    assert block(-5.01).lam == pytest.approx([10.0, 4.0])
    assert block(-5.01).direction[0, 0] == -1.0
