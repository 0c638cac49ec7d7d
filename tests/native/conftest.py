"""Tests of the code itself run code as users get it."""

import pytest


@pytest.fixture(autouse=True)
def code_as_users_get_it(full_speed_code):
    """Full-speed code unless a test asks for another."""
