"""Warm copies of the program, for runs that are killed or have a bad disk, and a store on which every command has work."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.conftest import NOW
from tests.process.disk import Disk
from tests.process.forks import surroundings
from tests.process.killer import Killer
from tests.process.writing import Stock, stock


@pytest.fixture(scope="session")
def killer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Killer]:
    """Return what runs commands in forks, and kills them at named points."""
    if not hasattr(os, "fork"):
        pytest.skip("needs forks")
    around = surroundings(tmp_path_factory.mktemp("home"), NOW)
    with closing(Killer(tmp_path_factory.mktemp("scratch"), around)) as killer:
        yield killer


@pytest.fixture(scope="session")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Disk]:
    """Return what runs commands in forks, on a disk that is full, forbidden, or odd."""
    if not hasattr(os, "fork"):
        pytest.skip("needs forks")
    scratch = tmp_path_factory.mktemp("disk")
    with closing(Disk(scratch, surroundings(scratch / "home", NOW))) as disk:
        yield disk


@pytest.fixture(scope="session")
def kept(killer: Killer, tmp_path_factory: pytest.TempPathFactory) -> Stock:
    """Return a store of every kind of row; it is copied before use."""
    return stock(killer, tmp_path_factory.mktemp("kept"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return where a run happens; `Stock.put` fills it."""
    return tmp_path / "run"
