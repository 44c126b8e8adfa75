"""A year of an agent's memory under a pinned clock: 20 turns a day, `evolve` every night, `clean` every week.

`python -m tests.bench.year [--days 365] [--seed 7] [--store FILE]` prints a line a month: cards in each tier, what sank
and what warmed, and of the memories that were asked for later the share that still stood in perm or hot, and the share
that recall found. It ends with an error when something that was told to be remembered is gone, a block went over its
budgets, or a golden query lost its card.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

from wdm.engine.context import Asked, Budgets
from wdm.engine.evolve import Step
from wdm.engine.frames import Completion
from wdm.engine.memory import Caller, Memory
from wdm.engine.recall import Query
from wdm.engine.rules.tokens import tokens
from wdm.engine.settings import Settings
from wdm.store.errors import Refused
from wdm.store.records import Depth, Draft, Tier

START = 1_767_225_600_000  # 2026-01-01T00:00:00Z
HOUR, DAY = 3_600_000, 86_400_000
TURNS, NEEDED, MONTH = 20, 3, 30
GOLDEN = 10
"""Golden queries, from the facts of the first days."""

ZH_PEOPLE = [
    "王芳",
    "李强",
    "张敏",
    "刘洋",
    "陈静",
    "赵磊",
    "周婷",
    "孙浩",
    "吴丽",
    "郑凯",
    "冯雪",
    "许诺",
    "何琳",
    "唐宁",
    "曹阳",
]
EN_PEOPLE = [
    "Alice",
    "Bruno",
    "Carla",
    "Dmitri",
    "Elena",
    "Farid",
    "Greta",
    "Hassan",
    "Ingrid",
    "Jorge",
    "Keiko",
    "Liam",
    "Nadia",
    "Omar",
    "Priya",
]
ZH_THINGS = [
    "备用钥匙",
    "护照",
    "体检报告",
    "合同原件",
    "充电器",
    "相机电池",
    "保修卡",
    "旧照片",
    "硬盘",
    "雨伞",
    "处方单",
    "发票",
    "借书证",
    "行李牌",
    "门禁卡",
]
EN_THINGS = [
    "spare key",
    "passport",
    "insurance letter",
    "camera charger",
    "warranty card",
    "backup drive",
    "umbrella",
    "receipt",
    "library card",
    "vaccination card",
    "climbing rope",
    "bike pump",
    "tax folder",
    "guitar strings",
    "telescope",
]
ZH_PLACES = [
    "书房抽屉",
    "厨房柜子",
    "车库架子",
    "床头柜",
    "办公室保险箱",
    "玄关鞋柜",
    "阁楼纸箱",
    "后备箱",
    "客厅书架",
    "地下室",
]
EN_PLACES = [
    "hall drawer",
    "kitchen shelf",
    "garage box",
    "office safe",
    "attic trunk",
    "blue suitcase",
    "desk tray",
    "cellar rack",
]
ZH_WORK = [
    "网关",
    "登录页",
    "报表",
    "缓存",
    "支付回调",
    "搜索索引",
    "消息队列",
    "权限模块",
    "导出任务",
    "定时器",
]
EN_WORK = [
    "gateway",
    "login page",
    "nightly report",
    "cache layer",
    "billing hook",
    "search index",
    "queue worker",
    "export job",
]
ZH_CHAT = [
    "今天{work}又改了一版，跑起来慢了一点", "中午吃了面，下午继续看{work}的日志", "{person}说下周要休假，{work}先放一放",
    "外面下雨了，{person}没带伞", "刚和{person}开完会，聊的是{work}", "{work}的单元测试补了三条", "晚上想看个电影放松一下",
]  # fmt: skip
EN_CHAT = [
    "Spent the morning on the {work}, it is a little slower now", "Had noodles for lunch, back to the logs of the {work}",
    "{person} is off next week, so the {work} can wait", "It is raining and {person} forgot the umbrella again",
    "Just out of a meeting with {person} about the {work}", "Added three unit tests for the {work}",
    "Thinking of a film tonight, something light",
]  # fmt: skip
ZH_TOLD = ["{person}对{food}过敏", "{person}的车牌尾号是{number}", "给{person}寄东西要写{number}号楼"]
EN_TOLD = [
    "{person} is allergic to {food}",
    "{person}'s locker number is {number}",
    "{person} never takes calls before {hour}",
]
ZH_FOOD, EN_FOOD = ["花生", "虾", "芒果", "牛奶", "芝麻"], ["peanuts", "shrimp", "mango", "milk", "sesame"]


class Fact(NamedTuple):
    """Something that is told once and asked for later."""

    card: int
    query: str


class Year:
    """One run of the simulation."""

    def __init__(self, store: Path, seed: int) -> None:
        self.path = store
        self.chance = random.Random(seed)
        self.numbers = count()
        self.due: dict[int, list[Fact]] = defaultdict(list)
        self.told: list[int] = []
        self.used: set[tuple[str, ...]] = set()
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.golden = 0

    def memory(self, now: int, command: str = "wdm") -> Memory:
        """Return the memory at a time."""
        noise = lambda size: next(self.numbers).to_bytes(size, "big")  # noqa: E731
        return Memory(self.path, Settings(), Caller(now, noise, "year", command))

    def run(self, days: int) -> Iterator[str]:
        """Live some days; yield a line for each month."""
        for day in range(days):
            morning = START + day * DAY + 8 * HOUR
            for turn in range(TURNS):
                self.turn(day, turn, morning + turn * HOUR // 2)
            for fact in self.due.pop(day, ()):
                self.ask(fact, morning + 11 * HOUR)
            self.block(morning + 12 * HOUR)
            self.evolve(START + (day + 1) * DAY + 3 * HOUR)
            if day % 7 == 6:
                self.clean(START + (day + 1) * DAY + 4 * HOUR)
            if day % MONTH == MONTH - 1 or day == days - 1:
                yield self.line(day // MONTH + 1, START + (day + 1) * DAY + 5 * HOUR)
        self.end(START + days * DAY + 6 * HOUR)

    def turn(self, day: int, turn: int, now: int) -> None:
        """Say something: a fact that will be needed, something to remember, or small talk."""
        chinese = self.chance.random() < 0.5
        if turn < NEEDED:
            words, query = self.fact(chinese=chinese)
            number = self.say(words, now)
            for _ in range(self.chance.choice((1, 1, 2, 4))):
                self.due[day + round(self.chance.expovariate(1 / 25)) + 1].append(Fact(number, query))
            if self.golden < GOLDEN:
                self.memory(now).upkeep.add_golden(query, str(number))
                self.golden += 1
        elif turn == NEEDED and day % 2 == 0:
            self.told.append(self.say(self.telling(chinese=chinese), now))
        else:
            self.say(self.small_talk(chinese=chinese), now)

    def say(self, words: str, now: int) -> int:
        """Write a turn in its two phases."""
        memory = self.memory(now)
        number = memory.frame(Draft(words, topic=f"day {now // DAY}"))
        memory.complete(str(number), Completion("好的，记下了。" if words[0] > "\u2e80" else "Noted."))
        return number

    def fact(self, *, chinese: bool) -> tuple[str, str]:
        """Return a fact that was not told before, and the question that asks for it."""
        people, things, places = (
            (ZH_PEOPLE, ZH_THINGS, ZH_PLACES) if chinese else (EN_PEOPLE, EN_THINGS, EN_PLACES)
        )
        while True:
            person, thing = self.chance.choice(people), self.chance.choice(things)
            number = self.chance.randrange(1, 60)
            if (person, thing, str(number)) not in self.used:
                self.used.add((person, thing, str(number)))
                break
        place = self.chance.choice(places)
        if chinese:
            return f"{person}的第{number}号{thing}放在{place}了", f"{person}的第{number}号{thing}在哪里？"
        return (
            f"{person} put {thing} number {number} in the {place}",
            f"Where is {person}'s {thing} number {number}?",
        )

    def telling(self, *, chinese: bool) -> str:
        """Return something that is told to be remembered."""
        pick = self.chance.choice
        slots = {"number": self.chance.randrange(1000, 9999), "hour": self.chance.randrange(8, 12)}
        if chinese:
            return "记住：" + pick(ZH_TOLD).format(person=pick(ZH_PEOPLE), food=pick(ZH_FOOD), **slots)
        return "Remember that " + pick(EN_TOLD).format(person=pick(EN_PEOPLE), food=pick(EN_FOOD), **slots)

    def small_talk(self, *, chinese: bool) -> str:
        """Return what nobody will ask for."""
        pick = self.chance.choice
        if chinese:
            return (
                pick(ZH_CHAT).format(person=pick(ZH_PEOPLE), work=pick(ZH_WORK))
                + f"，第{next(self.numbers)}回"
            )
        return (
            pick(EN_CHAT).format(person=pick(EN_PEOPLE), work=pick(EN_WORK)) + f", take {next(self.numbers)}"
        )

    def ask(self, fact: Fact, now: int) -> None:
        """Ask for a fact as an agent does, at depth medium, which counts as use of what is found."""
        memory = self.memory(now)
        card = memory.peek([str(fact.card)])[0]
        self.counts["asked"] += 1
        self.counts["at hand"] += card.live and card.tier is not Tier.COLD
        answer = next(iter(memory.recall([Query(fact.query, depth=Depth.MEDIUM)])))
        self.counts["found"] += any(hit.card.id == fact.card for hit in answer.hits)
        self.counts["archived"] += card.archived_at is not None

    def block(self, now: int) -> None:
        """Make the day's prompt block, and see that it keeps its budgets."""
        told = Settings().context
        budgets = Budgets(told.perm, told.hot, told.cold, told.recalled)
        block = self.memory(now).context(Asked("网关 gateway", Depth.MEDIUM, 5, budgets))
        over = [name for name, used in block.tokens.items() if used > block.budgets[name]]
        if over or tokens(block.text) > sum(budgets):
            self.faults.append(f"the block of day {(now - START) // DAY} went over its budget: {over}")

    def evolve(self, now: int) -> None:
        """Evolve as cron does."""
        done = self.memory(now, "wdm evolve").upkeep.evolve(list(Step), dry_run=False, force=False)
        for change in done.plan.changes:
            name = f"{change.source} > {change.to}" if change.kind == "tier" else f"{change.kind} {change.to}"
            self.counts[name] += 1

    def clean(self, now: int) -> None:
        """Clean as cron does; a refusal is told."""
        try:
            done = self.memory(now, "wdm clean").upkeep.clean(None, None, dry_run=False, force=False)
        except Refused as error:
            self.counts["clean refused"] += 1
            print(f"  clean refused: {error.message}")
        else:
            self.counts["cleaned"] += done.applied

    def line(self, month: int, now: int) -> str:
        """Return the account of a month, and begin the next."""
        tiers = self.memory(now).tiers(None, 1, moves=False).counts
        told = self.counts
        asked = max(told["asked"], 1)
        sank, warmed = told["hot > cold"], told["cold > hot"] + told["hot > perm"]
        line = (
            f"{month:5}  {tiers['perm']:5} {tiers['hot']:5} {tiers['cold']:6}  {sank:6} {warmed:6} {told['cleaned']:8}"
            f"  {told['asked']:5}  {told['at hand'] / asked:7.1%}  {told['found'] / asked:6.1%}  {told['archived'] / asked:8.1%}"
            f"  {told['tag deprecated']:5} {told['tag active']:6} {told['relation related']:6}"
        )
        self.counts = Counter()
        return line

    def end(self, now: int) -> None:
        """See that what was told to be remembered, and what is golden, is there."""
        memory = self.memory(now)
        cards = memory.peek([str(number) for number in self.told])
        lost = [
            card.id
            for card in cards
            if card.superseded_by is None and not (card.live and card.tier is Tier.PERM)
        ]
        if lost:
            self.faults.append(f"told to be remembered, and gone: {lost}")
        gone = [one.golden.query for one in memory.upkeep.check_golden() if one.rank is None]
        if gone:
            self.faults.append(f"golden queries lost: {gone}")


HEAD = "month   perm   hot   cold    sank warmed archived  asked  at hand   found  archived  depr. active related"


def main() -> None:
    """Run the simulation and print its account."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--store", type=Path)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        year = Year(told.store or Path(folder) / "year.db", told.seed)
        print(HEAD)
        for line in year.run(told.days):
            print(line, flush=True)
    print("\n".join(year.faults) or "nothing that was told to be remembered, and no golden query, was lost")
    if year.faults:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
