"""A small conversation in Chinese and English, and questions to it."""

from __future__ import annotations

from wdm.store.records import Draft, Kind

_DAY = 86_400_000

_TURNS = (
    # days ago, session, speaker, words
    (40, "home", "Mei", "我对花生过敏，记得点菜的时候提醒我。"),
    (40, "home", "agent", "好的，以后推荐餐厅和菜谱都会避开花生。"),
    (33, "travel", "Mei", "We are thinking about a week in Lisbon in October."),
    (33, "travel", "agent", "October is mild there. Do you prefer the old town or the coast?"),
    (33, "travel", "Mei", "The old town, but a quiet street. My mother cannot climb many stairs."),
    (21, "work", "Mei", "标签池服务这周用灰度发布，先放百分之五的流量。"),
    (21, "work", "agent", "收到。回滚脚本放在 deploy/rollback.sh，出问题五分钟内可以退回。"),
    (20, "work", "Mei", "昨天的灰度发布失败了，原因是 Redis 连接数超限。"),
    (20, "work", "agent", "已把连接池上限从 50 调到 200，重新发布成功。"),
    (12, "pets", "Mei", "Biscuit, our new puppy, chewed through the router cable last night!"),
    (
        12,
        "pets",
        "agent",
        "Oh no. I noted it: keep cables out of Biscuit's reach, and the vet visit is on Friday.",
    ),
    (3, "home", "Mei", "妈妈下个月过生日，想送她一条丝巾，她喜欢蓝色。"),
)

QUESTIONS = (
    "上次发布为什么失败？",
    "妈妈喜欢什么颜色",
    "what did the puppy chew?",
    "Lisbon with my mother",
    "钓鱼",
)
"""Questions to the conversation, the last one of which it does not answer."""


def drafts(now: int) -> list[Draft]:
    """Return the conversation as it would have come in over the last weeks.

    Args:
        now: milliseconds since 1970.

    """
    return [
        Draft(
            text=words,
            kind=Kind.CHAT,
            speaker=speaker,
            topic=session,
            happened_at=now - days * _DAY + 1000 * place,
        )
        for place, (days, session, speaker, words) in enumerate(_TURNS)
    ]
