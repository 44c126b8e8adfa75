"""``wdm config``: show, write or find the configuration."""

import os
from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import Command, Group, options
from wdm.cli.output.text import document
from wdm.engine.settings import as_table, sample
from wdm.store.errors import Refused, Unusable

app = typer.Typer(cls=Group, add_completion=False, rich_markup_mode=None, no_args_is_help=True)


@app.callback()
def config() -> None:
    """Show, write or find the configuration."""


@app.command("show", cls=Command)
def show(context: typer.Context) -> None:
    """Show the settings in force, as TOML."""
    import tomli_w

    told = as_table(start.settings(context))
    print(document("wdm.config/1", settings=told) if options(context).json else tomli_w.dumps(told), end="\n")


@app.command("init", cls=Command)
def init(
    context: typer.Context,
    force: Annotated[bool, typer.Option("--force", help="Write over one that is there.")] = False,
) -> None:
    """Write a configuration that has every setting at its default, with a word on each."""
    path, _ = start.config_path(context)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = os.O_CREAT | os.O_WRONLY | (os.O_TRUNC if force else os.O_EXCL)
        with open(os.open(path, mode, 0o600), "w", encoding="utf-8") as stream:  # noqa: PTH123
            stream.write(sample())
    except FileExistsError as error:
        raise Refused(f"{path} is there already", hint="--force writes over it") from error
    except OSError as error:
        raise Unusable(f"cannot write {path}: {error.strerror}") from error
    print(document("wdm.config/1", path=str(path)) if options(context).json else path)


@app.command("path", cls=Command)
def path(context: typer.Context) -> None:
    """Print where the configuration and the memory are looked for."""
    config_path, _ = start.config_path(context)
    store = start.store_path(context)
    if options(context).json:
        print(document("wdm.config/1", path=str(config_path), store=str(store)))
    else:
        print(f"configuration\t{config_path}\nmemory\t{store}")
