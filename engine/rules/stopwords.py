"""Word lists as data: function words that a query may lose, and irregular English forms.

The lists hold closed classes (articles, pronouns, auxiliaries, question words, particles) and courtesy
phrases, written by hand from grammar; they name no subject matter.
"""

_ENGLISH_STOP = """
    a an the this that these those
    we us our ours ourselves you your yours yourself yourselves he him his himself she her
    hers herself it its itself they them their theirs themselves one
    am is are was were be been being do does did doing done have has had having
    can could may might must shall should will would ought
    id ill youre youve hes shes weve theyre theyve thats whats lets
    arent cant cannot couldnt didnt doesnt dont hadnt hasnt havent isnt mustnt neednt shouldnt wasnt werent
    wont wouldnt not no nor
    and or but if then else so than as because while though although unless until whether
    about above across after against along among around at before behind below beneath beside between beyond
    by down during for from in into of off on onto out over per through to toward towards under up upon with
    within without via
    who whom whose what which when where why how there here
    all any both each either every few many more most much neither other others own same several some such
    just only very too also ever even still again quite rather really please tell let
    yes yeah ok okay oh hey hi hello thanks
    s t d m re ve ll
"""
ENGLISH_STOP = frozenset(_ENGLISH_STOP.split())
"""English function words, folded, apostrophes cut (`don't` is `dont`).

The first person stays a term, as `我` does: it tells what somebody said of himself from what he was told.
"""

_HAN_STOP_WORDS = """
    什么 怎么 怎样 怎么样 如何 为什么 为何 哪里 哪儿 哪个 哪些 哪位 谁 几 多少 多久 多大 何时 吗 呢 吧 啊 呀 哦 嗯 哈 啦 嘛 哎 喂
    什么时候 来着 请问 告诉 记得 知道 一下 那个 这个 那些 这些 那么 这么 那 这 另外 还有 以及 并且 而且 但是 不过 因为 所以 如果
    你 您 他 她 它 我们 你们 他们 她们 它们 咱们 自己
    的 地 得 了 着 过 是 在 有 和 与 跟 或 及 就 都 也 还 又 很 把 被 给 让 对 从 向 到 于 以 为 吗 会 要 能 可以 应该 没有 不
    一个 一些 叫做 叫
"""
HAN_STOP_WORDS = frozenset(_HAN_STOP_WORDS.split())
"""Chinese function words, question words and particles, simplified."""

HAN_STOP_CHARACTERS = frozenset(
    "的地得了着过是在有和与跟或及就都也还又很把被给让对从向到于以为吗呢吧啊呀哦嗯哈啦嘛哎喂么"
    "你您他她它们咱那这哪谁什怎几个些请问"
)
"""Characters that carry no subject when they stand alone; a bigram of two of them is dropped as well."""

IRREGULAR = {
    form: base
    for base, forms in (
        line.split(": ")
        for line in """
become: became
begin: began begun
bite: bit bitten
blow: blew blown
break: broke broken
bring: brought
build: built
buy: bought
catch: caught
choose: chose chosen
come: came
deal: dealt
dig: dug
draw: drew drawn
drink: drank drunk
drive: drove driven
eat: ate eaten
fall: fell fallen
feed: fed
feel: felt
fight: fought
find: found
fly: flew flown
forget: forgot forgotten
forgive: forgave forgiven
freeze: froze frozen
get: got gotten
give: gave given
go: went gone
grow: grew grown
hang: hung
hear: heard
hide: hid hidden
hold: held
keep: kept
know: knew known
lead: led
leave: left
lend: lent
lose: lost
make: made
mean: meant
meet: met
pay: paid
ride: rode ridden
ring: rang rung
rise: rose risen
run: ran
say: said
see: saw seen
sell: sold
send: sent
shake: shook shaken
shoot: shot
show: shown
sing: sang sung
sink: sank sunk
sit: sat
sleep: slept
speak: spoke spoken
spend: spent
stand: stood
steal: stole stolen
stick: stuck
strike: struck
swim: swam swum
swing: swung
take: took taken
teach: taught
tell: told
think: thought
throw: threw thrown
understand: understood
wake: woke woken
wear: wore worn
win: won
write: wrote written
child: children
foot: feet
goose: geese
man: men
mouse: mice
person: people
tooth: teeth
woman: women
knife: knives
life: lives
wife: wives
leaf: leaves
shelf: shelves
wolf: wolves
good: better best
bad: worse worst
january: jan
february: feb
april: apr
august: aug
september: sep sept
october: oct
november: nov
december: dec
""".strip().splitlines()
    )
    for form in forms.split()
}
"""Irregular English form to base form, for what a suffix stemmer cannot join (`went` is `go`)."""

ENGLISH_TIMES = """
    yesterday today tonight tomorrow ago last next week weekend month year morning afternoon evening
    monday tuesday wednesday thursday friday saturday sunday
    january february march april june july august september october november december
"""
HAN_TIMES = frozenset(
    ("昨天", "今天", "明天", "前天", "后天", "昨晚", "今晚", "上周", "下周", "本周", "周一", "周二", "周三", "周四",
     "周五", "周六", "周日", "周末", "星期", "上月", "下月", "去年", "今年", "明年", "早上", "晚上")
)  # fmt: skip
"""Words that say when, English and Chinese; `may` is left out, since it mostly is no month."""

ENGLISH_DULL = _ENGLISH_STOP + " i me my mine myself im ive"
"""English words that no text lends to a query."""

MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
"""English month names, January first."""
