"""``wdm config``: show, write or find the configuration."""

import os
from typing import Annotated

import typer

from wdm.cli import start
from wdm.cli.options import Command, Group, options
from wdm.cli.output.text import document, one_line
from wdm.engine.settings import as_table, write_sample
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
    if not force and os.path.lexists(path):
        raise Refused(f"{path} is there already", hint="--force writes over it")
    try:
        write_sample(path)
    except OSError as error:
        raise Unusable(f"cannot write {path}: {error.strerror}") from error
    print(document("wdm.config/1", path=str(path)) if options(context).json else one_line(str(path)))


@app.command("path", cls=Command)
def path(context: typer.Context) -> None:
    """Print where the configuration and the memory are looked for."""
    config_path, _ = start.config_path(context)
    store = start.store_path(context)
    if options(context).json:
        print(document("wdm.config/1", path=str(config_path), store=str(store)))
    else:
        print(f"configuration\t{one_line(str(config_path))}\nmemory\t{one_line(str(store))}")
