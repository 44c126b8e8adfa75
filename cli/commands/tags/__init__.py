"""``wdm tags``: the tags by which memories are found."""

import typer

from wdm.cli.commands.tags import edit, listing, merge, relate, show, suggest, triage
from wdm.cli.options import Command, Group

app = typer.Typer(cls=Group, add_completion=False, rich_markup_mode=None, no_args_is_help=True)


@app.callback()
def tags() -> None:
    """The tags by which memories are found."""


app.command("list", cls=Command)(listing.list_)
app.command("show", cls=Command)(show.show)
app.command("add", cls=Command)(edit.add)
app.command("define", cls=Command)(edit.define)
app.command("alias", cls=Command)(edit.alias)
app.command("unalias", cls=Command)(edit.unalias)
app.command("rename", cls=Command)(edit.rename)
app.command("activate", cls=Command)(edit.activate)
app.command("deprecate", cls=Command)(edit.deprecate)
app.command("relate", cls=Command)(relate.relate)
app.command("unrelate", cls=Command)(relate.unrelate)
app.command("merge", cls=Command)(merge.merge)
app.command("split", cls=Command)(merge.split)
app.command("suggest", cls=Command)(suggest.suggest)
app.command("triage", cls=Command)(triage.triage)
