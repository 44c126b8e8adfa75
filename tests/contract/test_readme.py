"""The README is true: its console blocks are run, and its two commands are those that CI runs."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _console() -> Iterator[tuple[str, list[str]]]:
    """Yield each command of the console blocks with the lines that the README says it prints."""
    for block in re.findall(r"```console\n(.*?)```", README, re.S):
        command, told = "", list[str]()
        for line in block.splitlines():
            if line.startswith("$ "):
                if command:
                    yield command, told
                command, told = line[2:], []
            else:
                told.append(line)
        yield command, told


def test_every_command_of_the_readme_prints_what_it_says(tmp_path: Path) -> None:
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    script = bin_ / "wdm"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m wdm "$@"\n')
    script.chmod(0o755)
    env = {name: value for name, value in os.environ.items() if not name.startswith("WDM_")}
    env |= {
        "PATH": f"{bin_}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        "WDM_STORE": str(tmp_path / "memory.db"),
        "WDM_NOW": "2026-06-01T12:00:00Z",
        "HOME": str(tmp_path),
        "LOGNAME": "mei",
    }
    commands = list(_console())
    assert len(commands) > 15
    for command, told in commands:
        done = subprocess.run(["bash", "-c", command], env=env, capture_output=True, text=True, cwd=tmp_path)
        assert (done.stdout + done.stderr).splitlines() == told, command


def test_ci_runs_the_readmes_test_command() -> None:
    (command,) = re.findall(r"^python3 -m venv .*pytest$", README, re.M)
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert command in script.replace("install -q", "install")
