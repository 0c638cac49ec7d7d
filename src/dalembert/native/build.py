"""Modules to callable code, through the cache where there is one."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import llvmlite
from llvmlite import binding as llvm

from dalembert.config import Config, Tier
from dalembert.native.cache import Cache
from dalembert.native.machine import Library, Target, assembling, link
from dalembert.native.module import Module, closure

T = TypeVar("T")


@dataclass(frozen=True)
class Built:
    """Linked code, and the time that it took to get it."""

    library: Library
    compile_time: float
    """Seconds from assembly to objects; zero if the cache had them."""

    load_time: float
    """Seconds for reading, checking and linking."""

    is_cached: bool


def build(modules: Sequence[Module], target: Target, tier: Tier, config: Config) -> Built:
    """Code of these modules and all they need; the entry points are the given ones."""
    return all_of(building(modules, target, tier, config))


def all_of(steps: Generator[None, None, T]) -> T:
    """Result of a generator, after all its steps."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def building(
    modules: Sequence[Module], target: Target, tier: Tier, config: Config
) -> Generator[None, None, Built]:
    """Code of these modules and all they need, in steps: each makes one object or a part of it."""
    if (built := cached(modules, target, tier, config)) is not None:
        return built
    pieces = closure(modules)
    start = time.perf_counter()
    objects = []
    for module in pieces:
        for image in assembling(module, target, tier):
            if image is not None:
                objects.append(image)
            yield
    compile_time = time.perf_counter() - start
    if (cache := cache_of(config)) is not None:
        cache.store(contents_key(pieces, target, tier), objects)
    start = time.perf_counter()
    return Built(_linked(objects, modules, pieces), compile_time, time.perf_counter() - start, is_cached=False)


def cached(modules: Sequence[Module], target: Target, tier: Tier, config: Config) -> Built | None:
    """Code of these modules and all they need from the cache; None if it is not there."""
    cache = cache_of(config)
    if cache is None:
        return None
    start = time.perf_counter()
    pieces = closure(modules)
    objects = cache.load(contents_key(pieces, target, tier))
    if objects is None:
        return None
    return Built(_linked(objects, modules, pieces), 0.0, time.perf_counter() - start, is_cached=True)


def cache_of(config: Config) -> Cache | None:
    """The folder of compiled code, if there is one."""
    return Cache(config.cache, config.cache_limit) if config.cache is not None else None


def _linked(objects: Sequence[bytes], modules: Sequence[Module], pieces: Iterable[Module]) -> Library:
    imports = {symbol: address for module in pieces for symbol, address in module.imports.items()}
    return link(objects, [module.name for module in modules], imports)


def contents_key(pieces: Iterable[Module], target: Target, tier: Tier, exports: Sequence[str] = ()) -> str:
    """Digest of all that the objects depend on: contents, generator, LLVM, processor, tier, exported symbols."""
    parts = [
        generator_version(),
        llvmlite.__version__,
        str(llvm.llvm_version_info),
        target.llvm_triple,
    ]
    parts += [target.cpu, target.features, str(target.fuses), tier.name]
    parts += [f"{module.name} {module.key}" for module in pieces]
    parts += [f"exports {name}" for name in exports]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


@lru_cache(maxsize=1)
def generator_version() -> str:
    """Digest of the sources that generate code: where they change, cached code is not used."""
    here = Path(__file__).parent
    return _digest_of(here, here.parent / "procedures")


@lru_cache(maxsize=1)
def loop_version() -> str:
    """Digest of the sources that generate loops of methods."""
    package = Path(__file__).parents[1]
    return _digest_of(package / "integrators", package / "numerics")


def _digest_of(*folders: Path) -> str:
    """Digest of all sources in some folders."""
    digest = hashlib.sha256()
    for folder in folders:
        sources = sorted(folder.glob("*.py"))
        # a folder that moved must not go unnoticed: code of other versions would pass for that of this one
        assert sources, folder
        for source in sources:
            digest.update(source.read_bytes())
    return digest.hexdigest()
