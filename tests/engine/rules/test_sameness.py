"""Pairs that people would call the same note, pairs that they would not, and what holds for any text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wdm.engine.rules.sameness import content_hash, same_form
from wdm.store.records import Kind

SAME = [
    # Chinese
    ("我喜欢喝茶", "我喜欢喝茶。"),
    ("我喜欢喝茶", "我喜欢喝茶！！"),
    ("请记住我的生日", "记住我的生日"),
    ("請記住我的生日", "请记住我的生日"),
    ("今天下雨了", "今天下雨了啊"),
    ("今天下雨了", "哦，今天下雨了"),
    ("我的猫叫小白啊", "我的猫叫小白"),
    ("麻烦你把窗户关上", "把窗户关上"),
    ("麻烦把窗户关上", "拜托把窗户关上"),
    ("帮我查一下天气", "帮我查天气"),
    ("明天开会吧", "明天开会"),
    ("“明天”开会", "「明天」开会"),
    ("ＷＤＭ很好用", "wdm很好用"),
    ("他住在上海、北京", "他住在上海，北京"),
    ("資料庫在伺服器上", "资料库在伺服器上"),
    ("我住在 北京", "我住在北京"),
    ("咖啡，不加糖", "咖啡 不加糖"),
    ("【重要】密码改了", "重要：密码改了"),
    ("她养了3只狗……", "她养了３只狗"),
    ("这件事嘛，我知道呀", "这件事我知道"),
    ("第一行\n第二行", "第一行，第二行"),
    ("会议 15:30 开始", "会议 １５：３０ 开始。"),
    # English
    ("I like tea", "i like TEA."),
    ("I can't swim", "I cannot swim"),
    ("I can't swim", "I can not swim!"),
    ("I'm allergic to nuts", "I am allergic to nuts."),
    ("It’s raining", "It is raining"),
    ("The meeting is at 3", "Meeting is at 3"),
    ("Please call Anna", "Call Anna"),
    ("We don't eat meat", "We do not eat meat"),
    ("They've moved", "They have moved"),
    ("I'll be there; promise", "I will be there, promise"),
    ("Well, I agree", "I agree"),
    ("  Two   spaces ", "Two spaces"),
    ("Buy milk, eggs and bread", "Buy milk eggs, and bread"),
    ("He said “yes”", 'He said "yes"'),
    ("line one\nline two", "line one line two"),
    ("ＨＥＬＬＯ　ＷＯＲＬＤ", "hello world"),
    ("I won't go", "I will not go"),
    ("Let's go home", "Let us go home"),
    ("Oh, the door is open", "door is open"),
    ("Anna (my sister) lives in Oslo", "Anna, my sister, lives in Oslo"),
    ("We're gonna move", "We are going to move"),
    ("zero\u200bwidth", "zerowidth"),
    ("Café Noir", "Cafe\u0301 Noir"),  # composed and decomposed
]

OTHER = [
    # A number
    ("我有3只猫", "我有4只猫"),
    ("房租是 1500 元", "房租是 15000 元"),
    ("价格 1.5 元", "价格 15 元"),
    ("总价1.5元", "总价15元"),
    ("会议在15:30", "会议在15:40"),
    ("三月五日体检", "五月三日体检"),
    ("The code is 4711", "The code is 4712"),
    ("It is -5 degrees", "It is 5 degrees"),
    ("Version 1.12 is out", "Version 11.2 is out"),
    ("Raise it by 5%", "Raise it by 5"),
    ("Pages 3-5", "Pages 35"),
    ("It costs 5 €", "It costs 5 $"),
    # A negation
    ("我吃辣", "我不吃辣"),
    ("他来了", "他没来"),
    ("可以删除", "不可以删除"),
    ("别给他打电话", "给他打电话"),
    ("I can swim", "I can't swim"),
    ("I do eat meat", "I don't eat meat"),
    ("She will never call", "She will call"),
    ("Coffee with sugar", "Coffee without sugar"),
    # A name
    ("张伟住在上海", "张玮住在上海"),
    ("妈妈在北京", "妈妈在南京"),
    ("Anna likes tea", "Anne likes tea"),
    ("C++ is fast", "C is fast"),
    ("C++ is fast", "C# is fast"),
    # A pronoun
    ("我喜欢你", "他喜欢你"),
    ("他是医生", "她是医生"),
    ("我们赢了", "他们赢了"),
    ("He is ill", "She is ill"),
    ("My car is red", "Your car is red"),
    # A tense
    ("我去北京", "我去了北京"),
    ("我去了北京", "我去过北京"),
    ("他在睡觉", "他要睡觉"),
    ("I live in Oslo", "I lived in Oslo"),
    ("He has left", "He had left"),
    ("I'll go", "I'd go"),
    # The order
    ("猫追狗", "狗追猫"),
    ("先吃饭再洗澡", "先洗澡再吃饭"),
    ("Anna owes Bo money", "Bo owes Anna money"),
    ("Only I know", "I know only"),
    # A question
    ("你吃了", "你吃了？"),
    ("你吃了", "你吃了吗"),
    ("你喜欢茶", "你喜不喜欢茶"),
    ("You like tea.", "You like tea?"),
    ("It is open", "Is it open"),
    # Signs that mean something, and words that only look like one another
    ("x > 5", "x < 5"),
    ("x == 5", "x = 5"),
    ("a & b", "a | b"),
    ("I passed 😊", "I passed 😢"),
    ("We're ill", "Were ill"),
    ("The dog lost its bone", "The dog lost it's bone"),
    ("[x] buy milk", "[ ] buy milk"),
    ("a bee", "a be"),
]


def test_there_are_enough_pairs_of_both_languages() -> None:
    for pairs in (SAME, OTHER):
        chinese = [one for one, _ in pairs if any("\u4e00" <= character <= "\u9fff" for character in one)]
        assert len(pairs) >= 30
        assert 0.4 <= len(chinese) / len(pairs) <= 0.6


@pytest.mark.parametrize(("one", "other"), SAME)
def test_near_same_texts(one: str, other: str) -> None:
    assert one != other
    assert same_form(one) == same_form(other)


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_texts_that_only_look_the_same(one: str, other: str) -> None:
    assert same_form(one) != same_form(other)


def test_no_two_of_the_other_texts_are_taken_for_one() -> None:
    texts = {text for pair in OTHER for text in pair}
    assert len({same_form(text) for text in texts}) == len(texts)


@pytest.mark.parametrize(
    ("words", "form"),
    [
        ("I can't swim, please!", "i can not swim"),
        ("The cat isn't here.", "cat is not here"),
        ("我的猫叫小白。", "我 的 猫 叫 小 白"),
        ("It costs -3.50 €?", "it costs -3.50 € ?"),
        ("2026-05-31", "2026-05-31"),
    ],
)
def test_forms_by_hand(words: str, form: str) -> None:
    assert same_form(words) == form


@pytest.mark.parametrize(
    ("words", "form"),
    [("。。。", "。。。"), (" 嗯！ ", "嗯！"), ("嗯", "嗯"), ("", ""), ("  ", "")],
)
def test_a_text_of_which_nothing_would_be_left_is_itself(words: str, form: str) -> None:
    assert same_form(words) == form


def test_different_texts_of_which_nothing_would_be_left_are_different() -> None:
    assert same_form("嗯。") != same_form("哦。")
    assert same_form("please") != same_form("ok")


WORDS = st.lists(
    st.sampled_from(
        ["cat", "Anna", "likes", "not", "7", "v2", "小", "猫", "不", "來", "了", "3.5", "C#", "?", "😊"]
    ),
    min_size=1,
    max_size=10,
)
TEXTS = st.text(max_size=60) | st.text(
    alphabet="aAn't I'm-5.,:!?的请吧麻烦你一下了不猫國3１ \n…—“”()é\u0301한の😊", max_size=30
)


def full_width(words: str) -> str:
    """Return a text with its letters and digits in the double width of Chinese typesetting."""
    return "".join(chr(ord(c) + 0xFEE0) if c.isascii() and c.isalnum() else c for c in words)


@given(WORDS)
def test_case_width_and_traditional_characters_do_not_matter(words: list[str]) -> None:
    text = " ".join(words)
    for variant in (text.upper(), text.lower(), full_width(text), text.replace("來", "来"), f"  {text}\n"):
        assert same_form(variant) == same_form(text)


@given(
    WORDS, st.lists(st.sampled_from(["", ",", ";", ".", "!", "。", "，", "！", "、", "…", " —"]), min_size=10)
)
def test_punctuation_between_words_does_not_matter(words: list[str], marks: list[str]) -> None:
    text = "".join(f"{word}{mark} " for word, mark in zip(words, marks, strict=False))
    assert same_form(text) == same_form(" ".join(words))


@given(WORDS, st.sampled_from(["Please {}", "Well, {}", "ok, {}", "嗯，{}", "{}啊", "{}吧。", "{}, please."]))
def test_politeness_and_fillers_at_the_edges_do_not_matter(words: list[str], frame: str) -> None:
    text = " ".join([*words, "Anna"])
    assert same_form(frame.format(text)) == same_form(text)


@given(WORDS, st.integers(0, 9), st.sampled_from(["not", "8", "猫", "bird", "?", "-8", "😢", "never", "没"]))
def test_any_word_of_meaning_makes_another_memory(words: list[str], place: int, more: str) -> None:
    assert same_form(" ".join([*words[:place], more, *words[place:]])) != same_form(" ".join(words))


@given(TEXTS)
def test_a_form_is_empty_only_where_the_text_is(words: str) -> None:
    assert bool(same_form(words)) == bool(words.strip())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("今天气温-5度", "今天气温5度"),
        ("Take .5 mg", "Take 5 mg"),
        ("It is –5 degrees", "It is 5 degrees"),  # an en dash, as word processors set it
    ],
)
def test_a_number_keeps_its_sign_and_its_point(one: str, other: str) -> None:
    assert same_form(one) != same_form(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x != 0", "x = 0"),
        ("return !done", "return done"),
        ("我的血型是O-", "我的血型是O"),
        ("I got a B-", "I got a B"),
    ],
)
def test_operators_and_signs_are_part_of_what_is_said(one: str, other: str) -> None:
    assert same_form(one) != same_form(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("我不想麻烦你", "我不想"),  # I don't want to trouble you
        ("妈妈拜托你买菜", "妈妈买菜"),  # mother asks you to shop
        ("老板请吃饭", "老板吃饭"),  # the boss pays
        ("我爱的人在北京", "我爱人在北京"),  # the one I love; my wife
        ("我每天吃维生素A", "我每天吃维生素"),
        ("Mei sings well", "Mei sings"),
        ("Are you ok?", "Are you?"),
        ("I want to please her", "I want to, her"),
    ],
)
def test_a_polite_or_empty_word_may_be_the_very_thing_that_is_said(one: str, other: str) -> None:
    assert same_form(one) != same_form(other)


@pytest.mark.parametrize(
    ("one", "other"), [("会议在15:30开始", "会议在 15:30 开始"), ("价格1.5元", "价格 1.5 元")]
)
def test_a_space_between_characters_and_digits_does_not_matter(one: str, other: str) -> None:
    assert same_form(one) == same_form(other)


def test_the_same_words_of_the_same_speaker_are_the_same_content() -> None:
    same = content_hash(Kind.CHAT, "Mei", "hello")
    assert content_hash(Kind.CHAT, "Mei", "  Hello!\n") == same
    assert len(same) == 12
    others = {
        content_hash(Kind.CHAT, "Bo", "hello"),
        content_hash(Kind.CHAT, None, "hello"),
        content_hash(Kind.FACT, "Mei", "hello"),
        content_hash(Kind.CHAT, "Mei", "hello?"),
    }
    assert same not in others
    assert len(others) == 4
    # A section of a file is what the file says, to the letter.
    assert content_hash(Kind.FILE, None, "Hello") != content_hash(Kind.FILE, None, "hello!")
