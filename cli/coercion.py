"""Values of the command line without the library that Typer checks them with.

Typer builds a pydantic adapter for each parameter; importing pydantic takes longer than a whole recall. The
few types that these commands use are checked here, with the same words; any other goes Typer's way.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

import typer


class Light:
    """Checks one parameter's values.

    Args:
        parameter: a Typer parameter, whose own check is used for types that are not known here.

    """

    def __init__(self, parameter: Any) -> None:
        self._kind = parameter.type_descriptor.annotation
        self._heavy = type(parameter).get_runtime_param

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value as the parameter's type.

        Raises:
            typer.BadParameter: it is none.

        """
        kind = self._kind
        if value is None or (kind in (str, bool) and isinstance(value, kind)):
            return value
        if kind == list[str]:
            return list(value)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return _choice(kind, value, param, ctx)
        if kind is int:
            return _number(value, param, ctx)
        param._runtime_param = None
        return self._heavy(param).coerce(value, param=param, ctx=ctx)


def lighten(parameters: list[Any]) -> None:
    """Let parameters check their values here."""
    for parameter in parameters:
        if hasattr(parameter, "type_descriptor"):
            parameter._runtime_param = Light(parameter)


def _choice(kind: type[Enum], value: Any, param: Any, ctx: Any) -> Any:
    try:
        return kind(value)
    except ValueError as error:
        choices = ", ".join(repr(str(choice.value)) for choice in kind)
        raise typer.BadParameter(f"{value!r} is not one of {choices}.", ctx=ctx, param=param) from error


def _number(value: Any, param: Any, ctx: Any) -> int:
    try:
        number = int(value)
    except ValueError as error:
        raise typer.BadParameter(f"{value!r} is not a valid integer.", ctx=ctx, param=param) from error
    low, high = param.min, param.max
    if (low is not None and number < low) or (high is not None and number > high):
        bounds = " and ".join(
            f"{word} {bound}" for word, bound in (("at least", low), ("at most", high)) if bound is not None
        )
        raise typer.BadParameter(f"{number} must be {bounds}.", ctx=ctx, param=param)
    return number
