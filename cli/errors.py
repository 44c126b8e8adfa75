"""How a call ends: its exit code, and the words for an error.

0 done   1 a bug   2 usage   3 partly done   4 not found   5 refused   6 configuration   10 no store
11 busy   12 schema newer than this program   13 damaged   74 cannot read or write   130 interrupted
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import typer

from wdm.cli.output.text import cut, document, one_line, safe
from wdm.store.errors import WdmError

INTERRUPTED = 130
CANNOT_WRITE = 74

FULL = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))
"""How the system says that there is no room."""

KEPT = "whatever the command changes is kept, see `wdm log`"
"""What is true of the memory when an answer cannot be written."""

ClickError: Any = typer.BadParameter.__mro__[2]
"""The base of all errors of the command line's own."""


def ending(run: Callable[[], Any], words: Sequence[str]) -> int:
    """Run a call and return its exit code; errors are told on stderr, a closed pipe ends quietly.

    Args:
        run: the call; what it returns is its exit code, or None for 0.
        words: the command line, to see whether it asks for JSON.

    """
    as_json = "--json" in words
    try:
        try:
            code = run()
        except typer.Exit as end:
            code = end.exit_code
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except WdmError as error:
        tell(error.message, error.hint, error.exit_code, as_json=as_json)
        return error.exit_code
    except (KeyboardInterrupt, EOFError, typer.Abort):
        tell("interrupted", "", INTERRUPTED, as_json=as_json)
        return INTERRUPTED
    except OSError as error:
        if error.errno == errno.EPIPE:
            return 0
        room = "make room on the disk" if error.errno in FULL else ""
        if error.filename:
            what, hint = error.filename, room and f"{room}, then run it again"
        else:  # nothing but the answer is written without a name, and that when all is done
            what, hint = "the answer cannot be written", "; ".join(filter(None, (room, KEPT)))
        tell(f"{what}: {error.strerror or error}", hint, CANNOT_WRITE, as_json=as_json)
        return CANNOT_WRITE
    except ClickError as error:
        return _misused(error, as_json=as_json)


def _misused(error: Any, *, as_json: bool) -> int:
    """Say what is wrong with the words of a call, and where its help is; return the exit code."""
    code = int(getattr(error, "exit_code", 2))
    command = error.ctx.command_path if getattr(error, "ctx", None) else "wdm"
    if type(error).__name__ == "NoArgsIsHelpError" and not as_json:
        error.show()
        return code
    hint = f"`{command} -h` shows what it takes"
    if type(error).__name__ == "NoSuchOption":
        hint += "; words that begin with `-` go after ` -- `"
    # Typer puts the name of the exception before the words of a choice that is none.
    message = error.format_message().replace("Value error, ", "").rstrip(".")
    message = message.replace("Input should", "it should").partition(", unable to parse")[0]
    tell(message[:1].lower() + message[1:], hint, code, as_json=as_json)
    return code


def tell(message: str, hint: str, code: int, *, as_json: bool) -> None:
    """Say on stderr what went wrong; where nobody reads it, the exit code alone says it."""
    message = cut(message)
    words = f"wdm: {one_line(message)}" + (f"\n     {safe(hint)}" if hint else "")
    if as_json:
        words = document("wdm.error/1", code=code, message=message, hint=hint or None)
    with suppress(OSError):
        print(words, file=sys.stderr, flush=True)
