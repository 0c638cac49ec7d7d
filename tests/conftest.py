"""What all tests share: code that is made quickly, and one process for the tests of one system."""

import gc

import pytest

import dalembert as da
from dalembert.config import Tier
from tests.examples import EXAMPLES, LARGE
from tests.oracles.contact_law import assert_lawful, touches_of

NAMES = {path.stem for path in EXAMPLES.glob("*.py")}

# what tests share lives to the end: looking for garbage among millions of nodes takes a tenth of all time
gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Tests that name one example, as a parameter or in their text, run in one process, with its numbers.

    So do those of one file, with what they share.
    """
    for item in items:
        if isinstance(item, pytest.Function) and "example" in item.path.stem:
            parameters = getattr(item, "callspec", None)
            texts = (*(parameters.params.values() if parameters else ()), *item.function.__code__.co_consts)
            named = [x for x in texts if isinstance(x, str) and x in NAMES]
            if named:
                item.add_marker(pytest.mark.xdist_group(named[0]))
            if LARGE.intersection(named):
                item.add_marker(pytest.mark.slow)
        if item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(item.nodeid.split("::")[0]))


@pytest.fixture(autouse=True, scope="session")
def quick_code():
    """Most tests compute little: quick code answers them several times sooner, with the same bits."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DALEMBERT_TIER", Tier.QUICK.name)
        yield


def pytest_addoption(parser):
    """`--judge`: every motion with contacts that a test simulates must obey their laws."""
    parser.addoption("--judge", action="store_true", help="judge all simulated motions by the laws of contact")


@pytest.fixture(autouse=True)
def judged_contacts(request, monkeypatch):
    """Motions with contacts are judged where that is asked for."""
    if request.config.getoption("--judge"):
        simulate = da.simulate

        def judged(*args, **options):
            motion = simulate(*args, **options)
            if motion.segments and touches_of(motion):
                assert_lawful(motion)
            return motion

        monkeypatch.setattr(da, "simulate", judged)


@pytest.fixture
def full_speed_code(monkeypatch):
    """Code as users get it, for tests of the code itself."""
    monkeypatch.delenv("DALEMBERT_TIER")


@pytest.fixture
def others_left_alone():
    """Collecting garbage looks through what the test makes alone, not through all that others share."""
    gc.freeze()
    yield
    gc.unfreeze()
