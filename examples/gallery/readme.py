"""The pictures of the README and of pages: one that moves, others that do not, written into `docs/pictures`."""

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
    """A plane mechanism with forces in its joints, a bicycle after a push, modes, a tree, a chart, a crane."""
    squeezer = motion("andrews_mechanism")
    da.draw(squeezer, t=[0.0, 0.006, 0.0105], arrows=["β", "γ"], names=False, file=folder / "andrews.png")
    da.draw(motion("bicycle"), t=[0.0, 0.3], names=False, file=folder / "bicycle.png")
    bicycle = importlib.import_module("bicycle")
    da.plot(bicycle.modes_against_speed(bicycle.bicycle()), file=folder / "bicycle_modes.png")
    tricycle = importlib.import_module("tricycle")
    tree = tricycle.tricycle()
    da.draw(tree, file=folder / "tricycle_tree.png")
    modes = tricycle.named_modes(tricycle.matrices(tree).modes(tricycle.RANGE))
    da.plot(modes, file=folder / "tricycle_modes.png")
    support = importlib.import_module("vibrating_support")
    support.picture(support.numbers(), folder / "vibrating_support.png")
    load = importlib.import_module("servo_goals").carried_load()
    ways = [["load.position.x", "load.position.y"], ["swing"], ["drive", "winch"]]
    da.plot(load, ways, file=folder / "crane.png")


def main(folder: Path = PICTURES) -> None:
    """Write all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    stills(folder)
    moving(folder / "stewart_platform.gif")
    for file in sorted(folder.iterdir()):
        print(f"{file}: {file.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
