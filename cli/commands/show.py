"""``wdm show``: cards in full."""

import typer

from wdm.cli import start
from wdm.cli.options import CardIds, Command, options
from wdm.cli.output.cards import beside_json, card_json, card_lines
from wdm.cli.output.text import document

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(cls=Command)
def show(
    context: typer.Context,
    ids: CardIds,
) -> None:
    """Show cards in full; that counts as use of them."""
    shown = start.memory(context).show(ids)
    if options(context).json:
        cards = [{**card_json(card, full=True), **beside_json(shown, card)} for card in shown.cards]
        print(document("wdm.show/1", cards=cards, **({"use": shown.use} if shown.use else {})))
    else:
        print("\n\n".join("\n".join(card_lines(card, beside_json(shown, card))) for card in shown.cards))
