"""Tags that a person would keep, for sentences of both languages, and what holds for any text."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wdm.engine.rules.generic import GENERIC
from wdm.engine.rules.text import name_key
from wdm.engine.tagging import caller_tags, extract

# Each row: the text, the tags that must come, and words that must not be a tag.
CHINESE = [
    ("昨天在杭州用 Python 部署了支付服务。", "杭州 Python", "昨天 服务"),
    ("我妹妹对花生过敏，做饭的时候要小心。", "妹妹 花生过敏 做饭", "时候 小心"),
    ("李雪梅下周要去成都出差。", "李雪梅 成都 出差", "下周"),
    ("数据库的连接池又满了，需要重启服务器。", "数据库 连接池 服务器", "需要"),
    ("他最喜欢的事情就是周末去爬山。", "爬山", "事情 周末 喜欢"),
    ("奶奶的生日是八月十五号。", "奶奶 生日", "八月 十五号"),
    ("请记住：代码提交之前一定要跑测试。", "测试 代码", "之前 一定"),
    ("王老师推荐我们读《百年孤独》。", "王老师 百年孤独", "我们"),
    ("天气预报说明天有暴雨，大家别出门。", "天气预报 暴雨", "明天 大家 出门"),
    ("周末和室友一起去看了音乐会。", "室友 音乐会", "周末 一起"),
    ("我家的橘猫不爱吃鱼罐头。", "罐头", "我家"),
    ("爸爸的手机屏幕碎了，正在找修理厂。", "爸爸 手机屏幕 修理厂", "正在"),
    ("公司决定把日志迁移到 ClickHouse。", "日志 ClickHouse", "决定"),
    ("春节要提前买去长沙的高铁票。", "春节 长沙 高铁票", "提前"),
    ("表哥在上海开了一家咖啡店。", "表哥 上海 咖啡店", "一家"),
    ("這個資料庫的索引壞了，要重新建立。", "索引", "這個"),
    ("媽媽每天早上都去公園跳舞。", "媽媽 公園 跳舞", "每天 早上"),
    ("他的邮箱是 lin.hao@example.com，请不要外传。", "邮箱 lin.hao@example.com", "不要"),
    ("配置写在 ~/app/config.toml 里。", "~/app/config.toml", "里"),
    ("用C++重写了图像识别模块，速度快了三倍。", "C++ 图像识别模块", "速度 三倍"),
    ("这个问题没有什么好办法。", "", "问题 办法 什么"),
    ("你好，谢谢！再见。", "", "你好 谢谢 再见"),
    ("哈哈，太好了，加油！", "", "哈哈 加油 太好了"),
    ("好的，我知道了，没事。", "", "好的 知道 没事"),
    ("失眠的时候她会听古典音乐。", "古典音乐 失眠", "时候"),
]
ENGLISH = [
    ("I adopted two cats from the animal shelter last week.", "cat, animal shelter", "week, two, cats, last"),
    ("Grace moved to Lisbon to study marine biology.", "Grace, Lisbon, marine biology", "study, moved"),
    ("We went hiking near Lake Tahoe and saw a bear.", "Lake Tahoe, hiking, bear", "we, went"),
    ("Hey Nora! Thanks, that's awesome, lol.", "", "Nora, Hey, thanks, awesome, lol"),
    ("Yeah, gonna do it later.", "", "yeah, gonna, later, it"),
    ("My brother is allergic to peanuts.", "brother, peanut", "my, allergic"),
    ("The deploy script in tools/release.sh fails on CI.", "tools/release.sh, CI", "the, fails"),
    ("Please run wdm-cli with v1.2 of the parser.", "v1.2, parser", "please, run"),
    ("She teaches C++ and Rust at the university.", "C++, Rust, university", "she, teaches"),
    ("Write to ada@example.org about the invoice.", "ada@example.org, invoice", "write"),
    ("The news about the glass status was good.", "", "new, glas, statu, good"),
    ("Our PostgreSQL database ran out of connections.", "PostgreSQL", "our, ran"),
    ("I painted a sunrise for my grandmother.", "sunrise, grandmother", "painted, my"),
    ("Tom and Maria are planning a road trip to Norway.", "Tom, Maria, Norway, road trip", "planning"),
    ("I'm taking a pottery class on Monday.", "pottery class", "Monday, taking, I'm"),
    ("The cache in src/store.py grows without limit.", "cache, src/store.py", "without"),
    ("Good morning! How are you doing today?", "", "morning, today, good, doing"),
    ("He plays the violin in a string quartet.", "violin, string quartet", "he, plays"),
    ("The children visited the science museum.", "child, science museum", "children, visited"),
    ("It was so refreshing and really fun.", "", "refreshing, fun, really, so"),
    ("I don't know, maybe something different.", "", "don't, something, different, maybe"),
    ("Backups go to https://storage.example.com/bucket every night.", "storage.example.com", "night, every"),
    ("The CEO of Initech resigned after the audit.", "CEO of Initech, audit", "after, resigned"),
    ("Do you like jazz music or salsa dancing?", "jazz music", "do, like"),
    ("My daughter's school starts in Toronto.", "daughter, Toronto", "my"),
]


@pytest.mark.parametrize(("text", "wanted", "unwanted"), CHINESE)
def test_chinese_sentences(text: str, wanted: str, unwanted: str) -> None:
    tags = extract(text)
    assert set(wanted.split()) <= set(tags)
    assert not set(unwanted.split()) & set(tags)


@pytest.mark.parametrize(("text", "wanted", "unwanted"), ENGLISH)
def test_english_sentences(text: str, wanted: str, unwanted: str) -> None:
    tags = extract(text)
    assert set(filter(None, wanted.split(", "))) <= set(tags)
    assert not {word.casefold() for word in unwanted.split(", ")} & {tag.casefold() for tag in tags}


def test_a_name_of_the_pool_wins_at_equal_rank() -> None:
    text = "The violin, the cello, the flute, the organ and the piano were there."
    without = extract(text, most=2)
    for name in ("violin", "cello", "flute", "organ", "piano"):
        assert name in extract(text, most=2, pool={name})
    assert len(without) == 2


def test_a_name_of_the_pool_does_not_lift_a_generic_word() -> None:
    assert extract("What a thing, what a day.", pool={"thing", "day"}) == ()


def test_only_the_start_and_the_end_of_a_long_text_count() -> None:
    filler = "It was so. " * 2_000
    text = f"The orchard of Kyoto. {filler} The lighthouse {filler} The harbour of Oslo."
    tags = extract(text, most=10)
    assert {"Kyoto", "orchard", "harbour", "Oslo"} <= set(tags)
    assert "lighthouse" not in tags


def test_english_text_does_not_load_the_chinese_dictionary() -> None:
    code = (
        "import sys; from wdm.engine.tagging import extract; assert extract('A cat in Paris');"
        "assert 'rjieba' not in sys.modules; assert extract('一只猫在巴黎'); assert 'rjieba' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_caller_tags_are_cleaned_and_kept_in_order() -> None:
    accepted, refused = caller_tags(["  部署 ", "Home  Lab", "home lab", "猫", "API", "ＡＰＩ"])
    assert accepted == ("部署", "Home Lab", "猫", "API")
    assert refused == ()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("问题", "generic"),
        ("Things", "generic"),
        ("問題", "generic"),
        ("  ", "empty"),
        ("", "empty"),
        ("a\x1b[31m", "control characters"),
        ("a\x00b", "control characters"),
        ("a\u202eb", "control characters"),
        ("\ud800", "control characters"),
        ("字" * 25, "too long"),
        ("x" * 41, "too long"),
        ("2024-03-15", "numbers or punctuation only"),
        ("!!!", "numbers or punctuation only"),
        ("3月5日", "a date or a time"),
        ("March 5, 2024", "a date or a time"),
        ("周三", "generic"),
    ],
)
def test_caller_tags_are_refused_with_a_reason(name: str, reason: str) -> None:
    assert caller_tags([name]) == ((), ((name, reason),))


TEXTS = st.one_of(
    st.text(max_size=300),
    st.text(alphabet=st.characters(), max_size=300),  # lone surrogates too
    st.lists(
        st.sampled_from(
            ["数据库", "，", "的", "Python", " ", "\x00", "\ud800", "🐈", "the", "cat's", "I", "New", "York", "of", "and", ".", "12",
             "《", "》", "running", "a@b.co", "C++", "/a/b", "李", "老师", "’s", "-", "\n", "東西", "thing", "é", "ﬁ"]
        ),
        max_size=60,
    ).map("".join),
)  # fmt: skip


@settings(max_examples=300)
@given(TEXTS, st.integers(min_value=0, max_value=6))
def test_any_text_gives_few_clean_tags(text: str, most: int) -> None:
    tags = extract(text, most=most)
    assert len(tags) <= most
    assert tags == extract(text, most=most)
    assert len({name_key(tag) for tag in tags}) == len(tags)
    for tag in tags:
        assert tag == tag.strip()
        assert tag.isprintable()
        assert name_key(tag) not in GENERIC
        assert 2 <= len(tag) <= 40
    assert caller_tags(tags) == (tags, ())


@settings(max_examples=200)
@given(st.lists(TEXTS, max_size=6))
def test_every_name_of_the_caller_is_accepted_or_refused_or_a_repetition(names: list[str]) -> None:
    accepted, refused = caller_tags(names)
    keys = {name_key(name) for name in accepted}
    assert len(keys) == len(accepted)
    assert sum(name_key(name) in keys for name in names) + len(refused) == len(names)


@pytest.mark.parametrize(
    "text",
    ["数" * 100_000, "a" * 100_000, "A-" * 50_000, "a.b/" * 25_000, " " * 100_000, "\x00" * 9, "😀" * 50_000],
)
def test_a_hundred_kilobytes_are_no_trouble(text: str) -> None:
    assert len(extract(text)) <= 4
