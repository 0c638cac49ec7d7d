"""The pictures of the README: one that moves and some that do not, written into `docs/pictures`."""

import importlib
from pathlib import Path

from make import EXAMPLES, motion  # puts the examples where they are found

import dalembert as da

PICTURES = EXAMPLES.parent / "docs" / "pictures"


def moving(file: Path) -> None:
    """A platform on springs, let go askew."""
    import stewart_platform

    model, start = stewart_platform.systems()["suspended"]
    run = da.simulate(model, start, until=0.5)
    da.animate(run, speed=0.1, rate=14.0, width=460, file=file)


def stills(folder: Path) -> None:
    """A plane mechanism with forces in some of its joints, a bicycle just after a push, its modes, and a chart."""
    squeezer = motion("andrews_mechanism")
    da.draw(squeezer, t=[0.0, 0.006, 0.0105], arrows=["β", "γ"], names=False, file=folder / "andrews.png")
    da.draw(motion("bicycle"), t=[0.0, 0.3], names=False, file=folder / "bicycle.png")
    bicycle = importlib.import_module("bicycle")
    da.plot(bicycle.modes_against_speed(bicycle.bicycle()), file=folder / "bicycle_modes.png")
    support = importlib.import_module("vibrating_support")
    support.picture(support.numbers(), folder / "vibrating_support.png")


def main(folder: Path = PICTURES) -> None:
    """Write all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    stills(folder)
    moving(folder / "stewart_platform.gif")
    for file in sorted(folder.iterdir()):
        print(f"{file}: {file.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
