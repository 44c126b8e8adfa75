"""How a call ends: its exit code, and the words for an error.

0 done   1 a bug   2 usage   3 partly done   4 not found   5 refused   6 configuration   10 no store
11 busy   12 schema newer than this program   13 damaged   74 cannot read or write   130 interrupted
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

import typer

from wdm.cli.output.text import document, safe
from wdm.store.errors import WdmError

INTERRUPTED = 130
CANNOT_WRITE = 74

_ClickError: Any = typer.BadParameter.__mro__[2]
"""The base of all errors of the command line's own."""


def ending(run: Callable[[], Any], words: Sequence[str]) -> int:
    """Run a call and return its exit code; errors are told on stderr, a closed pipe ends quietly.

    Args:
        run: the call; what it returns is its exit code, or None for 0.
        words: the command line, to see whether it asks for JSON.

    """
    as_json = "--json" in words
    try:
        code = run()
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except WdmError as error:
        tell(error.message, error.hint, error.exit_code, as_json=as_json)
        return error.exit_code
    except (KeyboardInterrupt, typer.Abort):
        tell("interrupted", "", INTERRUPTED, as_json=as_json)
        return INTERRUPTED
    except BrokenPipeError:
        _forget_stdout()
        return 0
    except OSError as error:
        if error.errno == errno.EPIPE:
            _forget_stdout()
            return 0
        tell(f"{error.filename or 'output'}: {error.strerror or error}", "", CANNOT_WRITE, as_json=as_json)
        _forget_stdout()
        return CANNOT_WRITE
    except _ClickError as error:
        code = int(getattr(error, "exit_code", 2))
        if as_json or not hasattr(error, "show"):
            tell(
                error.format_message() if hasattr(error, "format_message") else str(error),
                "",
                code,
                as_json=as_json,
            )
        else:
            error.show()
        return code


def tell(message: str, hint: str, code: int, *, as_json: bool) -> None:
    """Say on stderr what went wrong."""
    if as_json:
        print(document("wdm.error/1", code=code, message=message, hint=hint or None), file=sys.stderr)
        return
    print(f"wdm: {safe(message)}", file=sys.stderr)
    if hint:
        print(f"     {safe(hint)}", file=sys.stderr)


def _forget_stdout() -> None:
    """Let nothing more be written, so that the end of the program does not fail again."""
    if sys.__stdout__ is not None and sys.stdout is sys.__stdout__:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
