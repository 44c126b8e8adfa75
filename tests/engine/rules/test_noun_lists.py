import pytest

from wdm.engine.rules.noun_lists import (
    ALLOWED,
    GENERIC,
    GERUND,
    IS,
    MODIFIER,
    NOUN,
    NOUN_VERB,
    OPENS,
    TO_VERB,
    VERB,
    WEAK,
    kind_of,
    singular,
)


@pytest.mark.parametrize(
    ("plural", "single"),
    [
        ("cities", "city"),
        ("boxes", "box"),
        ("heroes", "hero"),
        ("glasses", "glasses"),
        ("movies", "movie"),
        ("bus", "bus"),
        ("physics", "physics"),
        ("analysis", "analysis"),
        ("children", "child"),
        ("road trips", "road trip"),
    ],
)
def test_plurals_become_singular(plural: str, single: str) -> None:
    assert singular(plural) == single


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("the", OPENS),
        ("they", TO_VERB),
        ("they've", TO_VERB),
        ("she's", IS),
        ("violin", NOUN),
        ("violins", NOUN),
        ("city's", NOUN),
        ("family", NOUN),  # neither an adverb on -ly
        ("wedding", NOUN),  # nor a verb on -ing
        ("slowly", MODIFIER),
        ("well-known", MODIFIER),
        ("planned", VERB),
        ("hiking", GERUND),
        ("walks", NOUN_VERB),
        ("things", GENERIC),
        ("friends", WEAK),
        ("python", ALLOWED),
    ],
)
def test_the_kinds_of_words(word: str, kind: int) -> None:
    assert kind_of(word) == kind
