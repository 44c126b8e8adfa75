import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wdm.engine.rules import text

TEXTS = st.text(max_size=80) | st.text(
    alphabet="aB1'’-./@:+#_ ，？：中國国的是我カな한ü\u200b\u0301\U0001f600", max_size=40
)


def kept(query: str) -> list[str]:
    return [each.term for each in text.query_terms(query).kept]


@pytest.mark.parametrize(
    ("given_", "folded"),
    [
        ("Ｗｄｍ　ＯＫ", "wdm ok"),
        ("資料庫", "资料库"),
        ("a\u200bb\x00c", "abc"),
        ("国\ud800家", "国家"),
        ("STRASSE straße", "strasse strasse"),
        ("don’t", "don't"),
        ("你好，世界？", "你好,世界?"),
        ("one\ntwo", "one\ntwo"),
    ],
)
def test_fold(given_: str, folded: str) -> None:
    assert text.fold(given_) == folded


def test_name_key_joins_spaces_and_keeps_traditional_characters() -> None:
    assert text.name_key("  Data \t Base ") == "data base"
    assert text.name_key("資料 庫") == "資料 庫"


@pytest.mark.parametrize(
    ("given_", "found"),
    [
        ("The cats were running", ["the", "cat", "were", "run"]),
        ("She went; children ate", ["she", "go", "child", "eat"]),
        ("don't Anna's we'll O'Brien", ["dont", "anna", "we", "obrien"]),
        ("今天下雨", ["今天", "天下", "下雨", "今", "天", "下", "雨"]),
        ("茶", ["茶"]),
        ("C盘", ["c", "c盘", "盘"]),
        ("5月8日", ["5", "5月", "月", "月8", "8", "8日", "日"]),
        ("Python很好", ["python", "很好", "很", "好"]),
        ("C++ C# v1.2", ["c++", "c", "c#", "c", "v1.2", "v1", "2"]),
        ("wdm-cli", ["wdm-cli", "wdm", "cli"]),
        ("ann@mail.org", ["ann@mail.org", "mail.org", "ann", "mail", "org"]),
        ("/srv/a/run.py", ["srv/a/run.py", "run.py", "srv", "a", "run", "py"]),
        ("snake_case __x__", ["snake_case", "snake", "case", "x"]),
        ("nice 👍🏽!", ["nice", "👍"]),
        ("食べる スーパー", ["食べ", "べる", "食", "スー", "ーパ", "パー"]),
        ("café", ["cafe"]),
        ("时间：下周", ["时间", "时", "间", "下周", "下", "周"]),
        ("हिन्दी", ["हिन्दी"]),
        (" .,;!'\"*()___ ", []),
    ],
)
def test_terms(given_: str, found: list[str]) -> None:
    assert text.terms(given_) == found


def test_a_run_of_any_length_gives_short_terms() -> None:
    assert text.terms("x" * 1000) == ["x" * 64]


def test_date_terms_answer_every_way_to_name_a_day() -> None:
    found = set(text.date_terms(2023, 5, 8))
    assert found >= set(text.terms("May 2023")) | {"2023-05-08", "5月", "8日", "2023年"}


def test_a_query_loses_its_function_words() -> None:
    query = text.query_terms("What did Anna buy in the market?")
    assert [k.term for k in query.kept] == ["anna", "buy", "market"]
    assert query.dropped == ("what", "did", "in", "the")


def test_a_chinese_query_loses_its_function_characters() -> None:
    assert kept("请问小狗是什么") == ["问小", "小狗", "狗是", "小", "狗"]


def test_the_first_person_stays() -> None:
    assert kept("what is my name") == ["my", "name"]
    assert kept("我的狗") == ["我的", "的狗", "我", "狗"]


def test_joined_words_are_asked_for_whole_and_in_parts() -> None:
    assert kept("wdm-cli C++ C盘") == ["wdm", "cli", "wdm-cli", "c", "c++", "盘", "c盘"]


@pytest.mark.parametrize("query", ["who is the", "是什么", "的"])
def test_a_query_of_function_words_alone_keeps_them(query: str) -> None:
    assert kept(query) == list(dict.fromkeys(text.terms(query)))


@pytest.mark.parametrize("query", ["", "  \n ", "***", '""'])
def test_a_blank_query_asks_for_nothing(query: str) -> None:
    assert text.query_terms(query) == text.QueryTerms(())


def test_search_syntax_is_plain_data() -> None:
    assert kept('"red" NEAR(blue*) -green') == ["red", "near", "blue", "green"]


def test_weights_grow_with_the_root_of_the_count() -> None:
    weights = {k.term: k.weight for k in text.query_terms("tea tea tea tea cup 茶").kept}
    assert weights == {"tea": 2.0, "cup": 1.0, "茶": 0.5}  # sqrt(4), sqrt(1), half of sqrt(1)


def test_the_last_line_of_a_dialogue_counts_most() -> None:
    query = text.query_terms("Ann: tea\nBob: soup\nAnn: cake")
    weights = {k.term: k.weight for k in query.kept}
    assert query.dialogue
    assert weights["tea"] == 1.0
    assert weights["soup"] == pytest.approx(0.5**0.5)
    assert weights["cake"] == pytest.approx(2**0.5)


@pytest.mark.parametrize("query", ["When was it?", "什么时候去", "几号开会"])
def test_asking_when(query: str) -> None:
    assert text.query_terms(query).asks_when


def test_unknown_words_are_spelled_as_in_the_query() -> None:
    query = text.query_terms("running zebras snake_case 小狗和长颈鹿")
    assert text.unknown_words(query, {"run", "snake", "小狗", "鹿"}) == ["zebras", "case", "长颈鹿"]


@given(TEXTS)
def test_fold_is_idempotent(words: str) -> None:
    folded = text.fold(words)
    assert text.fold(folded) == folded


@given(TEXTS)
def test_terms_are_short_and_clean(words: str) -> None:
    for term in text.terms(words):
        assert 1 <= len(term) <= text.LONGEST_TERM
        assert not any(
            c.isspace() or c in "'\"" or unicodedata.category(c) in ("Cc", "Cf", "Cs") for c in term
        )


@pytest.mark.parametrize(
    ("words", "folded"),
    [
        ("ǰ", "ǰ"),  # U+01F0, which casefolding writes as two characters
        ("ΐ", "ΐ"),  # iota with dialytika and tonos, which casefolding writes as three
        ("τῶν Ἑλλήνων", "τῶν ἑλλήνων"),
    ],
)
def test_what_casefolding_takes_apart_is_put_together_again(words: str, folded: str) -> None:
    assert text.fold(words) == folded


def test_every_letter_below_the_ideographs_folds_to_what_stays_as_it_is() -> None:
    for character in map(chr, range(0x3000)):
        assert text.fold(text.fold(character)) == text.fold(character)


@given(TEXTS)
def test_folding_first_changes_no_term(words: str) -> None:
    assert text.terms(text.fold(words)) == text.terms(words)


@given(TEXTS)
def test_a_query_asks_only_for_terms_of_its_words(words: str) -> None:
    query = text.query_terms(words)
    assert {k.term for k in query.kept} <= set(text.terms(words))
    assert bool(query.kept) == bool(text.terms(words))
    assert all(k.weight > 0 for k in query.kept)
