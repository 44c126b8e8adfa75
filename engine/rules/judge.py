"""The rule judge: what a user's words do to the mood of the agent they are said to. Unsure means no event."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wdm.engine.rules.clauses import QUOTED, Sentence, clause_of, is_chinese, own_lines
from wdm.engine.rules.cue_lists import Cues, Guards, Language
from wdm.engine.rules.cue_patterns import Hit, Tokens
from wdm.engine.rules.mood import Happening

BASE, PER_EMPHASIS, PER_MARK, SHOUTED = 0.6, 0.15, 0.1, 0.2
"""Intensity of a plain cue; what a strengthening word, an exclamation mark and capitals add; words and marks twice at most."""

WEAKEST = 0.2
"""Intensity of the faintest event; the strongest is 1."""

PLEASANT = frozenset(
    (Happening.PRAISE, Happening.THANKS, Happening.COMFORT, Happening.SUCCESS, Happening.APOLOGY)
)
"""Events that irony turns round."""

OF_THE_AGENT = frozenset((Happening.PRAISE, Happening.INSULT, Happening.CRITICISM))
"""Events that must be about the agent: words without an address count only where nothing else was spoken of."""

TOLD = frozenset((Happening.SUCCESS, Happening.FAILURE, Happening.USER_SAD))
"""Events that are told, so that a word after the cue may make them a topic: `when the tests fail`, 失败的时候."""

_OF_THE_WORK = frozenset((Happening.CRITICISM, Happening.SUCCESS, Happening.FAILURE))
"""Events whose words may go on with what was worked at: a function, a log."""

SHORT = 4
"""Tokens of a clause that is a call or a filler and speaks of nothing."""

NEAR_ZH, NEAR_EN = 10, 5
"""Characters and words over which a negation reaches."""

_CAPITALS = re.compile(r"\b[A-Z]{3,}\b")


class Event(NamedTuple):
    """Something that a text does to the agent's mood."""

    event: Happening
    intensity: float
    """In [0.2, 1]."""
    cue: str
    """The words that tell of it, as they are compared."""


class Said(NamedTuple):
    """A clause where it stands."""

    language: Language
    chinese: bool
    tokens: Tokens
    emphasis: int
    begins: tuple[int, ...]
    """Places where the clause may be taken to begin: at once, and after each filler."""
    end: str
    """What ends the sentence, for its last clause."""
    hits: tuple[Hit, ...]
    known: dict[str, bool]
    """Guards that were asked for, by kind."""

    def has(self, kind: str) -> bool:
        """Tell whether a guard stands anywhere in the clause after its fillers."""
        if kind not in self.known:
            self.known[kind] = self.guards.hit(kind, self.body)
        return self.known[kind]

    @property
    def body(self) -> Tokens:
        """The clause without its fillers."""
        return self.tokens[self.begins[-1] :]

    @property
    def guards(self) -> Guards:
        """The guards of its language."""
        return self.language.guards


def judge(text: str, cues: Cues) -> tuple[Event, ...]:
    """Return the events of a text, the user's side of a talk with an agent, in text order and each kind once."""
    shouted = {word.lower() for word in _CAPITALS.findall(text)} - _ABBREVIATIONS
    found: dict[Happening, Event] = {}
    muted = False
    ironic: bool | None = None
    for line in own_lines(text):
        before: list[Said] = []  # of the line
        for sentence in line:
            said = [_said(clause, sentence, number, cues) for number, clause in enumerate(sentence.clauses)]
            said = [one for one in said if one.tokens]
            for number, one in enumerate(said):
                for hit in () if muted or not one.hits else _longest(one.hits):
                    event = hit.cue.event
                    if event in PLEASANT:
                        if ironic is None:
                            ironic = _ironic(text.casefold(), cues)
                        if ironic:
                            continue
                    told = _event(hit, one, sentence, shouted)
                    if event in found and found[event].intensity >= told.intensity:
                        continue
                    if not _guarded(hit, one, said, number, before):
                        found[event] = told
            before += said
        if before and line[-1].colon and any(one.has("about") for one in before):
            muted = True
    return tuple(found.values())


def _ironic(text: str, cues: Cues) -> bool:
    return any(mark in text for mark in cues.irony)


def _said(text: str, sentence: Sentence, number: int, cues: Cues) -> Said:
    """Return a clause with the cues found in it."""
    chinese = is_chinese(text)
    language = cues.chinese if chinese else cues.english
    clause = clause_of(text, chinese, language.words)
    tokens, begins = clause.tokens, [0]
    while (length := language.fillers.at(tokens, begins[-1]) if tokens else 0) and begins[-1] + length < len(
        tokens
    ):
        begins.append(begins[-1] + length)
    last = number == len(sentence.clauses) - 1
    hits = tuple(language.finder.hits(tokens, begins)) if tokens else ()
    return Said(
        language, chinese, tokens, clause.emphasis, tuple(begins), sentence.end if last else "", hits, {}
    )


def _longest(hits: Sequence[Hit]) -> Iterator[Hit]:
    """Return the hits of a clause that do not lie within a longer one of another event."""
    for hit in hits:
        if not any(
            o.start <= hit.start and hit.end <= o.end and o.end - o.start > hit.end - hit.start
            for o in hits
            if o.cue.event is not hit.cue.event
        ):
            yield hit


def _guarded(hit: Hit, one: Said, said: Sequence[Said], number: int, line: Sequence[Said]) -> bool:
    """Tell whether a cue does not count.

    Args:
        hit: the cue.
        one: its clause.
        said: the clauses of its sentence.
        number: which of them it is.
        line: the clauses of the line before that sentence.

    """
    event, guards = hit.cue.event, one.guards
    start = max((place for place in one.begins if place <= hit.start), default=0)
    before, after = one.tokens[start : hit.start], one.tokens[hit.end :]
    earlier = said[:number]
    if QUOTED in one.tokens:
        return True
    if guards.hit("negation", before[-(NEAR_ZH if one.chinese else NEAR_EN) :]):
        return True
    if guards.hit("report", before) or (
        event is not Happening.USER_SAD and any(o.has("report") for o in earlier)
    ):
        return True
    own = event is Happening.USER_SAD and any(word in one.tokens[start : hit.end] for word in _FIRST_PERSON)
    if not own and event is not Happening.PROVOCATION and guards.hit("third", before):
        return True
    if one.chinese and event in OF_THE_AGENT and _own(str(before)):
        return True
    if one.chinese and event is Happening.SUCCESS and any(o.has("third") for o in earlier):
        return True
    if any(o.has("about") for o in earlier) or guards.hit("about", before) or guards.hit("about", after):
        return True
    if any(o.has("unreal") for o in earlier) or guards.hit("unreal", before):
        return True
    if event in OF_THE_AGENT | TOLD and one.has("unreal"):
        return True
    if hit.cue.place != "asks" and _asked(one, hit):
        return True
    if event in TOLD and guards.begins("after", after):
        return True
    if event in TOLD and any(o.has("past") for o in said):
        return True
    return _out_of_place(hit, one, said, number, line)


def _own(before: str) -> bool:
    """Tell whether a Chinese clause speaks of the user before the cue: 我写得好."""
    for word in _FOR_ME:
        before = before.replace(word, "")
    return "我" in before


def _asked(one: Said, hit: Hit) -> bool:
    """Tell whether a clause is a question."""
    if "?" in one.end:
        return True
    if one.chinese:
        return one.guards.hit("question", one.tokens[: hit.start]) or one.guards.hit(
            "question", one.tokens[hit.end :]
        )
    return any(
        one.guards.begins("question", one.tokens[place:]) for place in one.begins if place <= hit.start
    )


def _out_of_place(hit: Hit, one: Said, said: Sequence[Said], number: int, line: Sequence[Said]) -> bool:
    """Tell whether the clauses around a cue take its meaning away."""
    event, earlier = hit.cue.event, said[:number]
    following = said[number + 1] if number + 1 < len(said) else None
    if event in (Happening.THANKS, Happening.PRAISE):
        if any(o.has("refusal") and len(o.body) <= SHORT for o in earlier):
            return True
        if following is not None and following.guards.begins("but", following.tokens):
            return True
    if hit.cue.place != "alone":
        return False
    if event is Happening.APOLOGY:
        return following is not None and not following.hits and not _of_the_user(following)
    if event in OF_THE_AGENT:
        if hit.end - hit.start == 1 and not one.chinese and following is not None and not following.hits:
            return True  # "great, now add the tests"
        if any(not _speaks_of_the_agent(o) for o in (*line, *earlier)):
            return True
        return following is not None and not following.hits and _of_another(following)
    return False


def _of_the_user(one: Said) -> bool:
    return one.body[:1] in ("我", ("i",), ("my",)) or one.body[:2] in (
        "是我",
        "刚才",
        "刚刚",
        "让你",
        "之前",
        "误会",
    )


def _of_another(one: Said) -> bool:
    if isinstance(one.body, str):
        return one.body.startswith(("我", "他", "她", "它")) and not one.body.startswith("我们")
    return bool(one.body) and one.body[0] in _OTHERS


def _speaks_of_the_agent(one: Said) -> bool:
    """Tell whether a clause before an exclamation leaves it to the agent: it has an event or an address, or is short."""
    if not one.hits and _of_another(one):
        return False
    if one.hits or (QUOTED not in one.tokens and len(one.body) <= (SHORT if one.chinese else 2)):
        return True
    return any(word in one.tokens for word in ("你", "您", "you", "your"))


def _event(hit: Hit, one: Said, sentence: Sentence, shouted: set[str]) -> Event:
    """Return the event of a cue with its intensity."""
    words = one.tokens[hit.start : hit.end]
    marks = min(sentence.end.count("!"), 2)
    loud = not isinstance(words, str) and any(word in shouted for word in words)
    intensity = BASE + PER_EMPHASIS * min(one.emphasis, 2) + PER_MARK * marks + SHOUTED * loud
    cue = words if isinstance(words, str) else " ".join(words)
    return Event(hit.cue.event, round(min(max(intensity, WEAKEST), 1.0), 2), cue)


_FIRST_PERSON = ("我", "i", "me", "my")
_FOR_ME = ("我们", "我从", "帮我", "给我", "替我", "为我", "陪我", "教我", "对我", "让我")
_OTHERS = frozenset(("i", "my", "he", "she", "they", "his", "her", "their"))
_ABBREVIATIONS = frozenset(
    ("api", "sql", "css", "html", "json", "http", "url", "cpu", "gpu", "pdf", "png", "omg", "lol")
)
