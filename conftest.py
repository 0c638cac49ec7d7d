"""Examples in docstrings run in a folder of their own, on code that is made quickly."""

import pytest


@pytest.fixture(autouse=True)
def aside(request):
    """Files that examples write are left nowhere else."""
    if isinstance(request.node, pytest.DoctestItem):
        patch = request.getfixturevalue("monkeypatch")
        patch.chdir(request.getfixturevalue("tmp_path"))
        patch.setenv("DALEMBERT_TIER", "QUICK")
