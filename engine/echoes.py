"""What comes back as input that the memory itself has told: it is no new memory."""

from __future__ import annotations

from wdm.engine.rules import echo
from wdm.store.reader import Reader


def own_words(store: Reader, words: str) -> str:
    """Return a text without the prompt blocks that it quotes; nothing where it is but a block, or entries of one."""
    own, _ = echo.without_blocks(words)
    entries = echo.entries(own)
    return "" if entries and all(_told(store, number, lines) for number, lines in entries) else own


def _told(store: Reader, number: int, lines: str) -> bool:
    """Tell whether a card stands in a prompt block in just these lines."""
    from wdm.engine.rules import block  # which few texts need
    from wdm.engine.rules.block import Form

    return any(
        lines.rstrip() == "\n".join(form).rstrip()
        for card in store.cards([number])
        for dated in (True, False)
        for longest in Form
        for form in block.forms(card, longest, dated=dated).values()
    )
