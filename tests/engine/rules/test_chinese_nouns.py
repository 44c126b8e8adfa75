from wdm.engine.rules.chinese_nouns import PART, SUFFIX, chinese, weigh


def test_rarer_words_weigh_more() -> None:
    # (16 - log2(64)) / 2 + 1 = 6, but the rarity is capped at 9: 9 / 2 + 1 = 5.5; (16 - log2(4096)) / 2 + 1 = 3.
    assert weigh("风筝", "n", 64, True).weight == 5.5
    assert weigh("风筝", "n", 4096, True).weight == 3.0


def test_weights_of_the_special_words() -> None:
    assert weigh("店", "n", 900, True).weight == SUFFIX
    assert weigh("创新", "v", 900, True).weight == PART
    assert weigh("东西", "ns", 18_877, True).weight == 0
    assert weigh("很差", "a", 1, False).weight == 0
    assert weigh("决定", "v", 32_771, True).weight == 0
    assert weigh("张艺谋", "nr", 47, True).role == "person"


def test_neighbouring_nouns_make_a_name_and_a_suffix_joins() -> None:
    tokens = [weigh("乒乓球", "n", 300, True), weigh("比赛", "vn", 9_000, True), weigh("馆", "n", 900, True)]
    found = {one.name for one in chinese("乒乓球比赛馆", tokens)}
    assert {"乒乓球", "乒乓球比赛馆"} <= found


def test_the_name_is_taken_from_the_text_itself() -> None:
    assert [one.name for one in chinese("圖書館", [weigh("图书馆", "n", 1_000, True)])] == ["圖書館"]


def test_a_surname_joins_a_title() -> None:
    tokens = [weigh("陈", "nr", 900, True), weigh("医生", "n", 3_000, True)]
    assert [one.name for one in chinese("陈医生", tokens)] == ["陈医生"]
