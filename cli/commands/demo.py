"""``wdm demo``: see in a minute what it does."""

import tempfile
from pathlib import Path

import typer

from wdm.cli import start
from wdm.cli.options import Command, options
from wdm.cli.output.cards import answer_json, card_json, hit_lines
from wdm.cli.output.text import document, one_line
from wdm.engine import demo as conversation
from wdm.engine.context import Asked, Budgets
from wdm.engine.ingest import Defaults
from wdm.engine.look import Wanted
from wdm.engine.memory import Memory
from wdm.engine.recall import Query
from wdm.store.records import Card, Depth, Draft, Level

app = typer.Typer(add_completion=False, rich_markup_mode=None)

SHOWN = 2
"""Hits shown for a question."""

TOLD, NEXT = "记住：Mei 对花生过敏", "what did the puppy chew?"
"""Something that is told to be remembered, and what the agent is asked next."""


@app.command(cls=Command)
def demo(context: typer.Context) -> None:
    """See in a minute what it does, in a store that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="wdm-demo-") as folder:
        memory = start.memory(context, Path(folder) / "demo.db")
        memory.ingest(conversation.drafts(memory.caller.now), Defaults())
        cards = sorted(memory.listing(Wanted()).cards, key=lambda card: card.id)
        if options(context).json:
            answers = [answer_json(answer, why=True) for answer in memory.recall(_queries())]
            print(document("wdm.demo/1", cards=[card_json(card) for card in cards], recalls=answers))
            return
        _tell(memory, cards)


def _tell(memory: Memory, cards: list[Card]) -> None:
    print(
        f"1. An agent talked with Mei. {len(cards)} turns were kept, each with tags found in its own words:\n"
    )
    for card in cards:
        tags = "  ".join(f"#{tag.name}" for tag in card.tags)
        print(f"   [{card.id}] {card.speaker}: {one_line(card.text)}\n       {one_line(tags)}")
    print("\n2. Later the agent asks its memory. Each hit says how it matched, and --explain gives the sum:")
    for number, answer in enumerate(memory.recall(_queries())):
        explain = number == len(conversation.QUESTIONS) - 2
        print(f"\n   $ wdm recall {answer.query.words!r}{' --explain' if explain else ''}")
        for place, hit in enumerate(answer.hits, start=1):
            lines = hit_lines(place, hit, answer.query.depth, why=explain)
            print("\n".join(f"   {line}" for line in lines))
        if not answer.hits:
            print(f"   nothing found; no memory holds: {', '.join(answer.unknown)}")
    print(
        "\n3. Tags are yours to govern. The dog is only ever called a puppy, so say that the two mean the same:"
    )
    print("\n   $ wdm recall dog\n   nothing found; no memory holds: dog")
    print("   $ wdm tags add dog && wdm tags relate dog puppy --as synonym\n   $ wdm recall dog")
    memory.pool.add("dog", definition=None, dimension=None, kind=None, aliases=())
    memory.pool.relate("dog", "puppy", Level.SYNONYM, "")
    (answer,) = memory.recall([Query("dog", top=1)])
    for hit in answer.hits:
        print("\n".join(f"   {line}" for line in hit_lines(1, hit, answer.query.depth, why=False)))
    print(
        "\n4. What the agent reads before it answers, in so many tokens; what is told to be remembered stays for good:"
    )
    print(f"\n   $ wdm ingest -t {TOLD!r}\n   $ wdm context {NEXT!r} --hot 150")
    memory.ingest([Draft(TOLD)], Defaults())
    block = memory.context(Asked(NEXT, Depth.SHALLOW, SHOWN, Budgets(700, 150, 400, 800)))
    print("\n".join(f"   {line}" for line in block.text.splitlines()))
    print(
        "\n5. All of it was one file, now thrown away: no server, no model, no network. To go on:\n"
        "\n   wdm ingest -t 'a thing worth keeping'      wdm ingest chat.jsonl notes.md"
        "\n   wdm recall 'a question' --explain          wdm why ID 'a question'"
        "\n   wdm list, wdm show ID                      wdm tags list, wdm tags triage"
        "\n   wdm context 'a question'                   wdm frame, wdm complete ID"
        "\n   wdm evolve, wdm clean (from cron)          wdm log, wdm undo, wdm --help\n"
    )


def _queries() -> list[Query]:
    return [Query(words, top=SHOWN) for words in conversation.QUESTIONS]
