"""A warm copy of the program that can be killed at named points, and a store on which every command has work."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conftest import NOW
from tests.process.killer import Killer
from tests.process.writing import Stock, stock


@pytest.fixture(scope="session")
def killer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Killer]:
    """Return what runs commands in forks, with a fixed clock and far from the user's own files."""
    if not hasattr(os, "fork"):
        pytest.skip("needs forks")
    home = tmp_path_factory.mktemp("home")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("WDM_", "XDG_"))}
    killer = Killer(
        tmp_path_factory.mktemp("scratch"),
        kept | {"HOME": str(home), "XDG_CONFIG_HOME": str(home), "WDM_NOW": NOW, "LOGNAME": "mei"},
    )
    yield killer
    killer.close()


@pytest.fixture(scope="session")
def kept(killer: Killer, tmp_path_factory: pytest.TempPathFactory) -> Stock:
    """Return a store of every kind of row; it is copied before use."""
    return stock(killer, tmp_path_factory.mktemp("kept"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return where a run happens; `Stock.put` fills it."""
    return tmp_path / "run"
