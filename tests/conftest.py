"""What all tests share: code that is made quickly, which gives the same bits as full-speed code."""

import pytest

from dalembert.config import Tier


@pytest.fixture(autouse=True, scope="session")
def quick_code():
    """Most tests compute little: quick code answers them several times sooner."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DALEMBERT_TIER", Tier.QUICK.name)
        yield


@pytest.fixture
def full_speed_code(monkeypatch):
    """Code as users get it, for tests of the code itself."""
    monkeypatch.delenv("DALEMBERT_TIER")
