"""Chinese words that could be tags: what each word of a cut text weighs, and which neighbours join to one name."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from math import log2
from typing import NamedTuple

from wdm.engine.rules import generic
from wdm.engine.rules.generic import words
from wdm.engine.rules.tag_candidates import Candidate, cached_key, has_han, is_date

SURNAMES = frozenset(
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕张孔曹严华金魏陶姜戚谢邹喻苏潘葛范彭郎鲁韦马苗方俞任袁柳鲍史唐费薛雷贺倪汤罗毕"
    "郝邬安常乐于傅齐康伍余顾孟黄穆萧尹姚邵汪祁毛米戴宋庞熊纪舒项祝董梁杜阮蓝席季贾路江童颜郭梅盛林钟徐邱骆高夏蔡田樊胡凌霍万"
    "柯卢莫房丁邓洪包石崔吉龚程邢裴陆荣翁甄曲段焦侯班宁甘武刘景龙叶黎白赖卓蔺池乔闻翟谭温庄柴瞿阎连习容向易廖耿欧关游简肖覃岳"
)
"""Chinese surnames of one character."""

SUFFIXES = frozenset(
    "店馆机课节会室员师证卡费车病药茶酒鞋包箱船桥路街城县村山湖河岛寺庙院校站厅所园网犬猫狗鱼鸡鸭花树草果菜饭面汤粉糖油肉蛋饼"
    "糕球棋琴舞歌剧片赛票奖展社团队组厂部局司屋楼房床灯柜桌椅表镜笔本书纸刀锅碗杯壶瓶服裤裙帽衣袜圈链镯器仪板盘键库表码号件群"
    "圈营班族党派节令牌"
)
"""Single characters that lengthen the Chinese noun before them: 店, 馆, 机."""

TITLES = words("""
老师 医生 经理 主任 教授 阿姨 叔叔 律师 老板 师傅 同学 总 工 姐 哥 局长 校长 院长 主管 导演 教练 博士 奶奶 爷爷
""")
"""Chinese titles that follow a surname."""

KIN = words("""
妈妈 爸爸 母亲 父亲 父母 爷爷 奶奶 外公 外婆 姥姥 姥爷 哥哥 姐姐 弟弟 妹妹 叔叔 阿姨 舅舅 舅妈 姑姑 姑妈 婶婶 伯伯
表哥 表姐 表弟 表妹 堂哥 堂姐 堂弟 堂妹 丈夫 妻子 老公 老婆 儿子 女儿 孩子 同事 上司 下属 领导 老师 邻居 室友 男友 女友 男朋友
女朋友 岳父 岳母 公公 婆婆 侄子 外甥 孙子 孙女
""")
"""Chinese words for persons of one's own, which join no neighbour."""

COMPLEMENTS = frozenset("到完出起上下成来去住掉开给入回过好满透")
"""Characters that end a Chinese verb without naming anything: 交到, 用完."""

LOOSE = frozenset(
    "的了得着过地是不没很太挺超真好更最这那哪某各每我你他她它您咱谁啥就都也还又再只能会要想有在和与跟把被对让给吗呢吧啊呀哦嘛"
    "多么一两几"
)
"""Chinese characters at the edge of a guessed word that betray a wrong cut."""

FESTIVALS = words("""
春节 元旦 除夕 元宵 端午 清明 中秋 国庆 圣诞 七夕 重阳
""")
"""Chinese feasts that the dictionary takes for plain times."""

SUFFIX = -1.0
"""The weight of a single character that only lengthens the noun before it: 店, 馆, 机."""

PART = -2.0
"""The weight of a weak noun, which joins its neighbours and is no tag alone: 创新, 活动."""

LONGEST_COMPOUND = 6
"""Characters of the longest tag made of two neighbouring nouns."""

LONGEST_PHRASE = 12
"""Characters of the longest tag made of three to five neighbouring nouns: the name of an event or an institution."""

_NUMERALS = frozenset("一二三四五六七八九十百千万两几半双")


class Token(NamedTuple):
    """A Chinese word with the class that decides what it joins, and its weight as a tag: 0 for none, else 1 to about 8."""

    word: str
    role: str
    weight: float


def weigh(word: str, pos: str, frequency: int, known: bool) -> Token:
    """Return a word with its role and weight, or with the weights SUFFIX or PART.

    `pos` is the class jieba gives, `frequency` the dictionary's count, and `known` tells a word of the dictionary
    from one that was guessed.
    """
    person = pos[:2] == "nr" and len(word) == 3 and word[0] in SURNAMES
    if person or word in KIN:
        role = "person"
    elif pos[:2] == "nr":
        role = "given" if len(word) <= 2 else "noun"
    elif word in generic.FACTS or word in ("工作", "生活", "学习"):
        role = "fact"
    else:
        role = {"ns": "place", "v": "verb", "t": "time"}.get(pos, "noun")
    return Token(word, role, _weight(word, pos, frequency, known, person))


def _weight(word: str, pos: str, frequency: int, known: bool, person: bool) -> float:
    if len(word) == 1:
        return SUFFIX if word in SUFFIXES and pos[0] in "nvqgzj" else 0.0
    if word in generic.ALLOW:
        return 3.2
    if word in generic.WEAK:
        return PART
    if (
        word in generic.GENERIC
        or not has_han(word[0] + word[-1])
        or is_date(word)
        or (word[0] in _NUMERALS and word[1] in _NUMERALS)
    ):
        return 0.0
    # The dictionary counts some 60 million words; the rarest tell most, but a count under 50 tells nothing certain.
    rarity = min(16.0 - log2(max(frequency, 50)), 9.0) / 2
    if not known:
        if word[0] in LOOSE or word[-1] in LOOSE:
            return 0.0
        return 6.5 if person else 3.5 if pos[0] == "n" else 0.0
    if pos[:2] == "nr" and not person and word[-1] in LOOSE:
        return 0.0  # the dictionary takes some exclamations for names: 真是太
    if pos[0] == "n":
        return rarity + (3.0 if person else 1.5 if pos in ("ns", "nt", "nz") else 1.0)
    if pos in ("vn", "s", "j", "an"):
        return rarity + 0.3
    if pos == "l":
        return 0.0 if LOOSE.intersection(word) else 2.4
    if pos == "t":
        return 5.0 if (word[-1] == "节" and len(word) > 2) or word in FESTIVALS else 0.0
    if pos == "v":  # only the rarer ones: 露营, 失眠; the common ones are what every sentence does
        common = (
            not 50 <= frequency < 1000
            or word[0] == word[1]
            or word[-1] in COMPLEMENTS
            or LOOSE.intersection(word)
        )
        return 0.0 if common else min(rarity - 1.5, 2.4)
    return 0.0


def chinese(text: str, tokens: Sequence[Token]) -> list[Candidate]:
    """Return the candidates of the Chinese parts of a text, in text order.

    `tokens` are the words that together make up the text, in simplified characters and of equal length; the names
    are taken from the text itself.
    """
    scores: dict[str, float] = {}
    counts: dict[str, int] = {}
    length = len(text) or 1

    def add(start: int, end: int, score: float) -> None:
        name = text[start:end]
        if name in counts:
            counts[name] += 1
        else:
            counts[name] = 1
            scores[name] = score + 0.5 * (1 - start / length)

    run: list[_Piece] = []
    surname = -1  # where a surname stands that the cut left alone
    position = 0
    for word, role, weight in tokens:
        end = position + len(word)
        if surname >= 0 and (role == "given" or word in TITLES):
            add(surname, end, 6.0)
            surname = -1
        elif weight == 0.0:
            surname = position if word in SURNAMES else -1
        elif role in _ALONE:
            if weight > 0:
                add(position, end, weight)
            surname = -1
        elif weight != SUFFIX:
            run.append((position, end, weight, role))
            position, surname = end, -1
            continue
        elif run:
            start, _, before, role = run[-1]
            run[-1] = (start, end, before + 0.4 if before > 0 else 2.4, role)
            position = end
            continue
        else:
            surname = position if word in SURNAMES else -1
        if run:
            _join(run, add)
            run = []
        position = end
    if run:
        _join(run, add)
    if "》" in text or "」" in text:
        for title in _titles().finditer(text):
            add(title.start(1), title.end(1), 7.0)
    return [
        Candidate(name, cached_key(name), score + (0.7 * log2(counts[name]) if counts[name] > 1 else 0.0))
        for name, score in scores.items()
    ]


_Piece = tuple[int, int, float, str]
_ALONE = frozenset(["verb", "person", "time", "fact"])


@cache
def _titles() -> re.Pattern[str]:
    return re.compile("[《「]([^《》「」\n]{2,20})[》」]")


def _join(run: list[_Piece], add: Callable[[int, int, float], None]) -> None:
    for start, end, weight, _ in run:
        if weight > 0:
            add(start, end, weight)
    if len(run) < 2:
        return
    for (start, _, a, first), (_, end, b, second) in pairwise(run):
        if end - start <= LONGEST_COMPOUND and (a > 0 or b > 0) and not first == second == "place":
            add(start, end, (max(a, 1.5) + max(b, 1.5)) / 2 + 0.8)
    start, end = run[0][0], run[-1][1]
    if 3 <= len(run) <= 5 and end - start <= LONGEST_PHRASE:
        add(start, end, sum(max(weight, 1.5) for _, _, weight, _ in run) / len(run) + 2.0)
