"""Errors that a user can act on, each with the exit code of its kind.

WdmError (1, a bug when raised bare)
├── Usage          2   the words of the call are off
├── PartlyDone     3   some of the input was kept, some refused
├── NotFound       4   no such card, tag or operation
├── Refused        5   a rule forbids it; nothing was changed
├── BadConfig      6   the configuration cannot be used
├── NoStore       10   there is no store at that path
├── Busy          11   another process holds the store
├── SchemaTooNew  12   a later version of this program wrote the store
├── Damaged       13   the file is not a sound store
└── Unusable      74   the file system said no
"""

from __future__ import annotations

UNSOUND = "see `wdm doctor`, or put a backup in its place with `wdm restore-from`"
"""What to do where a store is not sound."""


class WdmError(Exception):
    """An error with a message for the user and, where there is one, a way out."""

    exit_code = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class Usage(WdmError):
    """The words of the call are off."""

    exit_code = 2


class NotFound(WdmError):
    """No such card, tag or operation."""

    exit_code = 4


class Refused(WdmError):
    """A rule forbids it; nothing was changed."""

    exit_code = 5


class BadConfig(WdmError):
    """The configuration cannot be used."""

    exit_code = 6


class NoStore(WdmError):
    """There is no store at that path."""

    exit_code = 10


class Busy(WdmError):
    """Another process holds the store."""

    exit_code = 11


class SchemaTooNew(WdmError):
    """A later version of this program wrote the store."""

    exit_code = 12


class Damaged(WdmError):
    """The file is not a sound store."""

    exit_code = 13


class Unusable(WdmError):
    """The file system said no."""

    exit_code = 74
