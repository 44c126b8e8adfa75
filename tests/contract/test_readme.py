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


def _turn(tmp_path: Path, question: str, model: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the script of the README that wraps an agent, with a stand-in for the model."""
    bin_ = tmp_path / "bin"
    bin_.mkdir(exist_ok=True)
    (script,) = re.findall(r"```bash\n(#!/usr/bin/env bash\n.*?)```", README, re.S)
    for name, words in (
        ("ask", script),
        ("model", f"#!/bin/sh\n{model}\n"),
        ("wdm", f'#!/bin/sh\nexec "{sys.executable}" -m wdm "$@"\n'),
    ):
        (bin_ / name).write_text(words, encoding="utf-8")
        (bin_ / name).chmod(0o755)
    env = {name: value for name, value in os.environ.items() if not name.startswith("WDM_")}
    env |= {
        "PATH": f"{bin_}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        "WDM_STORE": str(tmp_path / "memory.db"),
        "HOME": str(tmp_path),
        **more,
    }
    return subprocess.run(
        ["ask", question], env=env, capture_output=True, text=True, cwd=tmp_path, timeout=60
    )


def test_the_script_that_wraps_an_agent_remembers_from_turn_to_turn(tmp_path: Path) -> None:
    told = _turn(tmp_path, "记住：我对花生过敏", "cat > /dev/null; echo 记下了")
    assert (told.returncode, told.stdout) == (0, "记下了\n"), told.stderr
    # The stand-in answers from what the block tells it.
    told = _turn(tmp_path, "-- 我吃什么会过敏？", "sed -n 's/.*我对\\(.*\\)过敏.*/\\1/p'")
    assert (told.returncode, told.stdout) == (0, "花生\n"), told.stderr
    assert told.stderr == "card 2 is completed\n"


def test_the_script_keeps_a_question_whose_answer_failed(tmp_path: Path) -> None:
    told = _turn(tmp_path, "今天几号？", "exit 3")
    assert told.returncode == 1
    assert told.stderr == "wdm: there is nothing to tell yet\ncard 1 is failed\n"
    assert told.stdout == ""
