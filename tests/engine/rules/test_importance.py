"""Importance: the parts of memories that people would agree about, and sums worked out by hand."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wdm.engine.rules import importance
from wdm.engine.rules.importance import Parts
from wdm.store.records import Draft, Kind, Standing, Tier

SHARES = st.floats(0, 1)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def told(words: str) -> float:
    return importance.explicitness(Draft(words))


def filled(words: str) -> float:
    """Return how many of who, when, where, what, why and outcome a text tells."""
    return importance.structure(Draft(words), {}) * 6


# The sum


def test_the_four_weights_are_those_of_the_design() -> None:
    assert Parts(1, 0, 0, 0).importance == 0.35
    assert Parts(0, 1, 0, 0).importance == 0.25
    assert Parts(0, 0, 1, 0).importance == 0.20
    assert Parts(0, 0, 0, 1).importance == 0.20
    assert Parts(1, 1, 1, 1).importance == pytest.approx(1)


@pytest.mark.parametrize(
    ("parts", "importance_"),
    [
        # Told to be remembered, with a who and a what: .35 + .2 * 2/6
        (Parts(1, 0, 0, 2 / 6), 0.416667),
        # A standing order that came twice: .35 * .7 + .25 * .5 + .2 * 1/6
        (Parts(0.7, 0.5, 0, 1 / 6), 0.403333),
        # Gossip, three times, felt at half strength: .25 * .75 + .2 * .5 + .2 * 3/6
        (Parts(0, 0.75, 0.5, 3 / 6), 0.3875),
        # A bare remark: .2 * 1/6
        (Parts(0, 0, 0, 1 / 6), 0.033333),
    ],
)
def test_worked_sums(parts: Parts, importance_: float) -> None:
    assert parts.importance == pytest.approx(importance_, abs=1e-6)


@given(SHARES, SHARES, SHARES, SHARES, st.integers(0, 3))
def test_importance_lies_between_0_and_1_and_grows_with_each_part(
    a: float, b: float, c: float, d: float, which: int
) -> None:
    parts = Parts(a, b, c, d)
    full = parts._replace(**{Parts._fields[which]: 1.0})
    assert 0 <= parts.importance <= full.importance <= 1 + 1e-12


def test_a_whole_memory_from_words_to_sum() -> None:
    draft = Draft("请记住：我昨天在医院里因为发烧打了针", perception='{"emotion": 0.4}')
    columns = importance.assessed(draft)
    # who 我, when 昨天, where 在医院里, why 因为, and the what; no outcome
    assert columns == {"explicitness": 1, "emotion": 0.4, "structure": pytest.approx(5 / 6)}
    standing = Standing(
        id=1, tier=Tier.HOT, pinned=False, kind=Kind.FACT, repeats=1, uses=0, last_used=None,
        happened_at=0, created_at=0, **columns,
    )  # fmt: skip
    # .35 * 1 + .25 * .5 + .2 * .4 + .2 * 5/6 = .35 + .125 + .08 + .166667
    assert importance.parts(standing).importance == pytest.approx(0.721667, abs=1e-6)


# Explicitness

REMEMBER = [
    "记住我对花生过敏",
    "请记住，我的生日是三月五日",
    "帮我记一下：门禁密码是 4711",
    "一定要记住我只喝热水",
    "别忘了明天交报告",
    "千万别忘了吃药",
    "不要忘记关窗",
    "切记不要删生产库",
    "勿忘周五体检",
    "周末去爬山。记住带雨衣！",
    "都要记牢这条规定",
    "請記住我對花生過敏",
    "別忘了我不吃辣",
    "千萬不要忘記關門",
    "幫我記下來：車牌是滬A12345",
    "Remember that I am allergic to peanuts.",
    "Please remember my birthday is 5 March",
    "REMEMBER: the key is under the mat",
    "Don't forget the milk!",
    "Don’t forget: the meeting is at nine",  # a typographic apostrophe
    "Never forget that Anna is vegan.",
    "Keep in mind that I work nights",
    "I moved to Oslo. Please remember it.",
    "Make a note: the router is in the cellar",
    "Could you remember that I hate coriander",
    "And remember, no calls before nine.",
    "Ｒｅｍｅｍｂｅｒ my size is 42",  # full width
]


@pytest.mark.parametrize("words", REMEMBER)
def test_what_is_told_to_be_remembered(words: str) -> None:
    assert told(words) == 1
    assert importance.told_to_remember(Draft(words))


@pytest.mark.parametrize(
    "words",
    [
        "以后都用中文回答",
        "从现在起叫我老王",
        "从今以后别用表情符号",
        "每次都要先问我再改代码",
        "无论如何别在夜里打电话",
        "绝对不要碰生产库",
        "千万别发邮件给客户",
        "從現在起叫我老王",
        "Always answer in French.",
        "Never call me before nine",
        "You should always run the tests first",
        "From now on, use tabs",
        "Make sure to back up before you upgrade",
        "You must never delete the log",
    ],
)
def test_a_standing_order_is_urged_not_told(words: str) -> None:
    assert told(words) == 0.7
    assert not importance.told_to_remember(Draft(words))


@pytest.mark.parametrize(
    "words",
    [
        "不用记住这个",
        "这个不用记",
        "别记了",
        "你不必记住我的地址",
        "不需要记住",
        "没必要记住这些细节",
        "无需记住",
        "请不要记住这件事",
        "忘了这件事吧",
        "当我没说",
        "不用記住這個",
        "別記了",
        "無需記住",
        "No need to remember this",
        "There is no need to remember that, really.",
        "You don't need to remember my address.",
        "Please don't remember this",
        "Do not save this",
        "Forget it.",
        "forget about it",
        "Please forget that",
        "Never mind",
    ],
)
def test_what_is_told_not_to_be_remembered(words: str) -> None:
    assert told(words) == 0


@pytest.mark.parametrize("words", ["Don't forget it: the code is 4711", "别忘了这个：密码 4711"])
def test_not_to_forget_it_is_no_order_to_forget(words: str) -> None:
    assert told(words) == 1


@pytest.mark.parametrize(
    "words",
    [
        "Remember when we got lost in Rome?",
        "Remember when we got lost in Rome",
        "Remember the time we missed the train.",
        "Remember how we laughed",
        "Do you remember me?",
        "do you remember what I told you?",
        "Remember me?",
        "Remember?",
        "Please remember, did I tell you my name?",
        "I remember that day well",
        "I don't remember where I put it",
        "We will remember her",
        "你记住了吗？",
        "你记住了没",
        "妳記住了嗎？",
        "你还记得我吗？",
        "请记住了吗？",
        "我记得那天下雨",
        "我记不住单词",
        "这首歌很容易让人记住",
        "我忘了带伞",
    ],
)
def test_reminiscences_and_questions_ask_for_nothing(words: str) -> None:
    assert told(words) == 0


@pytest.mark.parametrize(
    "words",
    [
        "I've always loved hiking",
        "She never eats meat",
        "We have never been to Norway.",
        "It always rains here in autumn",
        "As always, the train was late",
        "Should I always use tabs?",
        "他总是迟到",
        "我从来不喝酒",
        "我一直住在成都",
        "这件事很重要",
        "记者来了",
        "他的记性很好",
        "",
        "   \n",
    ],
)
def test_ordinary_sentences_are_not_told(words: str) -> None:
    assert told(words) == 0


@pytest.mark.parametrize("speaker", ["assistant", "Assistant ", "AI", "system", "tool", "助手", "模型"])
def test_an_agents_own_words_ask_nobody_to_remember(speaker: str) -> None:
    assert importance.explicitness(Draft("记住：每天喝水", speaker=speaker)) == 0
    assert importance.explicitness(Draft("Remember to drink. Always stretch.", speaker=speaker)) == 0


@pytest.mark.parametrize("speaker", [None, "user", "Mei", "小王", "Aida"])
def test_the_words_of_a_person_do(speaker: str | None) -> None:
    assert importance.explicitness(Draft("记住：每天喝水", speaker=speaker)) == 1


def test_only_the_users_side_of_a_turn_is_heard() -> None:
    asked, reply = "How do I keep warm?", "Remember to wear a hat. Never forget gloves."
    assert importance.explicitness(Draft(f"{asked}\n{reply}", reply_at=len(asked) + 1)) == 0
    asked, reply = "Remember that I get cold.", "No need to remember, it is noted."
    assert importance.explicitness(Draft(f"{asked}\n{reply}", reply_at=len(asked) + 1)) == 1
    assert importance.explicitness(Draft("Remember that.", reply_at=0)) == 0


@pytest.mark.parametrize("kind", [Kind.FILE, Kind.ACTION])
def test_files_and_actions_tell_their_readers(kind: Kind) -> None:
    assert importance.explicitness(Draft("Remember to rebase. 切记备份。", kind=kind)) == 0
    assert importance.explicitness(Draft("a file", kind=kind, remember=True)) == 1


@pytest.mark.parametrize("kind", [Kind.FACT, Kind.CHAT, Kind.TASK])
def test_other_kinds_are_heard(kind: Kind) -> None:
    assert importance.explicitness(Draft("Remember to rebase", kind=kind)) == 1


def test_a_preference_counts_as_a_standing_order_whatever_its_words() -> None:
    assert importance.explicitness(Draft("喝茶", kind=Kind.PREFERENCE)) == 0.7


@given(st.text(max_size=40), st.sampled_from(Kind), st.none() | st.sampled_from(["Mei", "assistant"]))
def test_a_callers_flag_goes_over_all_words(words: str, kind: Kind, speaker: str | None) -> None:
    draft = Draft(f"no need to remember {words}", kind=kind, speaker=speaker, remember=True)
    assert importance.explicitness(draft) == 1
    assert importance.told_to_remember(draft)


@given(st.sampled_from(REMEMBER), st.sampled_from(["", "\n", "今天下雨。", "It rains.\n"]))
def test_a_cue_is_heard_after_another_sentence_in_any_case(words: str, before: str) -> None:
    assert told(before + words.upper()) == 1


@given(st.text(max_size=200))
def test_any_text_is_told_urged_or_neither(words: str) -> None:
    assert told(words) in (0, 0.7, 1)


@pytest.mark.parametrize(
    "words", ["  记住我对花生过敏", " Remember my size is 42", "- remember the milk", "“记住：别迟到”"]
)
def test_what_stands_before_a_cue_does_not_hide_it(words: str) -> None:
    assert told(words) == 1


@pytest.mark.parametrize("words", ["我记住了你的话", "好的，记住了。", "我也记住了他的名字"])
def test_to_have_remembered_asks_for_nothing(words: str) -> None:
    assert told(words) == 0


@pytest.mark.parametrize("words", ["你要记得我不吃辣", "请记得我对花生过敏", "請記得明天叫我"])
def test_to_keep_in_mind_in_other_words(words: str) -> None:
    assert told(words) == 1


@pytest.mark.parametrize(
    "words",
    [
        "What are your plans going forward?",
        "今后怎么办？",
        "She was kind, always smiling",
        "我永远不要再见他",
    ],
)
def test_questions_and_descriptions_are_no_standing_orders(words: str) -> None:
    assert told(words) == 0


def test_a_preference_that_is_told_to_be_remembered_is_told() -> None:
    assert importance.explicitness(Draft("记住我只喝茶", kind=Kind.PREFERENCE)) == 1


# Repetition


@pytest.mark.parametrize(
    ("repeats", "share"),
    [(0, 0), (1, 0.5), (2, 0.75), (3, 0.875), (-3, 0), (10**6, 1)],  # 1 - 1, 1 - 1/2, 1 - 1/4, 1 - 1/8
)
def test_each_repeat_adds_half_of_what_is_left(repeats: int, share: float) -> None:
    assert importance.repetition(repeats) == pytest.approx(share, abs=1e-15)


@given(st.integers(0, 1000))
def test_repetition_grows_and_saturates(repeats: int) -> None:
    assert 0 <= importance.repetition(repeats) <= importance.repetition(repeats + 1) <= 1


# Emotion


@pytest.mark.parametrize(
    ("emotion", "strength"),
    [
        (0.8, 0.8),
        (0, 0),
        (1, 1),
        (7, 1),
        (-0.4, 0),
        ("joy", 0.5),
        ("难过", 0.5),
        ("", 0),
        ("  ", 0),
        (None, 0),
        ({"joy": 0.3, "anger": 0.9}, 0.9),  # the strongest
        ({"name": "joy", "intensity": 0.3}, 0.3),
        ({}, 0),
    ],
)
def test_emotion_of_a_perception(emotion: object, strength: float) -> None:
    assert importance.emotion({"emotion": emotion}) == strength
    assert importance.assessed(Draft("x", perception=json.dumps({"emotion": emotion})))["emotion"] == strength


def test_a_memory_without_perception_was_not_felt() -> None:
    assert importance.emotion({}) == 0
    assert importance.emotion({"genre": "news", "state": "done"}) == 0
    assert importance.assessed(Draft("I am so happy"))["emotion"] == 0


@given(JSON)
def test_any_emotion_lies_between_0_and_1(emotion: object) -> None:
    assert 0 <= importance.emotion({"emotion": emotion}) <= 1


def test_an_emotion_of_four_hundred_digits_is_a_full_one() -> None:
    assert importance.emotion({"emotion": 10**400}) == 1


# Structure


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("The sky is blue.", 1),  # what
        ("天空是蓝色的", 1),  # what
        ("I like tea", 2),  # what, who: I
        ("我喜欢喝茶", 2),  # what, who: 我
        ("今天下雨", 2),  # what, when: 今天
        ("The shop opens on Monday", 2),  # what, when: Monday
        ("Tea grows in China", 2),  # what, where: in China
        ("会在公司里开", 2),  # what, where: 在公司里
        ("The bug is fixed", 2),  # what, outcome: fixed
        ("问题解决了", 2),  # what, outcome: 解决
        ("因为堵车，迟到了", 2),  # what, why: 因为
        ("It failed because of rain", 3),  # what, outcome: failed, why: because
        ("我们昨天在北京站见面", 4),  # what, who: 我, when: 昨天, where: 在北京站
        ("她去年因为生病在医院里住了三周", 5),  # what, who: 她, when: 去年, why: 因为, where: 在医院里
        # who: we, where: at the station, when: yesterday, why: because, outcome: finally, what
        ("We sat at the station yesterday because it rained, and finally the train came.", 6),
        # who: 我, when: 昨天, where: 在办公室, why: 因为, outcome: 决定, what
        ("我昨天在办公室加班，因为要上线，最后决定改期", 6),
        ("我們昨天在辦公室開會，因為要上線，最後決定改期", 6),  # the same in traditional characters
    ],
)
def test_structure_of_sentences_counted_by_hand(words: str, count: int) -> None:
    assert filled(words) == pytest.approx(count)


def test_fields_of_a_memory_fill_its_structure() -> None:
    assert importance.structure(Draft("Lunch"), {}) == pytest.approx(1 / 6)
    assert importance.structure(Draft("Lunch", speaker="Mei"), {}) == pytest.approx(2 / 6)
    assert importance.structure(Draft("Lunch", scene="work/review"), {}) == pytest.approx(2 / 6)
    # when and outcome come from the perception; what is named twice counts once
    perception: dict[str, object] = {"time": "noon", "when": "noon", "state": "eaten", "genre": "meal"}
    assert importance.structure(Draft("Lunch"), perception) == pytest.approx(3 / 6)
    everything: dict[str, object] = dict.fromkeys(("who", "when", "where", "why", "outcome"), "x")
    assert importance.structure(Draft("Lunch"), everything) == pytest.approx(1)
    assert importance.structure(Draft("Lunch"), dict.fromkeys(everything, "")) == pytest.approx(1 / 6)


@given(st.text(max_size=100), st.text(max_size=100))
def test_structure_is_a_number_of_sixths_and_a_field_never_lowers_it(words: str, field: str) -> None:
    plain = importance.structure(Draft(words), {})
    assert 1 / 6 <= plain <= 1
    assert plain * 6 == pytest.approx(round(plain * 6))
    assert plain <= importance.structure(Draft(words, speaker=field or None), {"why": field})


@pytest.mark.parametrize(
    ("words", "count"),
    [("I want to sleep", 2), ("He came in time", 2)],  # what, who; no place
)
def test_a_verb_or_a_time_is_no_place(words: str, count: int) -> None:
    assert filled(words) == pytest.approx(count)
