"""English words by kind: lists of those that are no nouns or odd nouns, and the kind and the singular of any word.

Chosen by hand for any user. Words are in lower case, but for the starts of names.
"""

from functools import lru_cache

from wdm.engine.rules import generic
from wdm.engine.rules.generic import words

DETERMINERS = words("""
a an the my your his her its our their this that these those some any no each every another such both all
whose one two three four five six seven eight nine ten twelve twenty many several few most more first second third last next
""")
"""English words after which a noun phrase stands."""

PREPOSITIONS = words("""
of in on at for with from by about into onto over under after before during through between among against without within along
across around near behind beside beyond despite via per than like as upon toward towards until since including besides outside
inside off plus versus called named
""")
"""English words after which a noun phrase stands, and which end the one before."""

SUBJECTS = words("""
i you he she it we they who what which there to will would can could shall should may might must do does did don not never
let cannot wanna gonna gotta lemme have has had ve ll d how why where when whenever if because that's please
already only usually often sometimes probably definitely actually finally totally
""")
"""English words after which a verb stands."""

BE = words(
    "be is are was were been being am m s re isn aren wasn weren seem seems look looks feel feels felt sound sounds get gets got"
)
"""English words after which an adjective or participle stands."""

BREAKS = words("""
and or but nor yet though although however therefore then thus else instead maybe perhaps together again ever here
me him them us mine yours hers ours theirs myself yourself himself herself itself ourselves themselves out up down away back
well oh hey hi wow yeah yes no okay ok hello thanks lol haha btw omg gosh woah whoa anyway anyways everything anything something nothing
someone anyone everyone somebody anybody everybody nobody once twice almost soon today tomorrow yesterday
tonight now later ago yep yup nah nope hmm um uh ugh aww sure congrats bye whether while unless otherwise meanwhile
e g i e etc vs ago forward ahead apart aside indeed same own
""")
"""Other English words that end a phrase and promise nothing about the next word."""

VERBS = words("""
accept accomplish achieve admire adore admit afford agree aim allow amaze announce annoy answer anticipate apologize appear apply
appreciate approve argue arrange arrive ask assist assume assure attend avoid bake become begin believe belong bet borrow bother
bring brighten build buy calculate call calm cancel capture care carry catch celebrate check choose clarify climb collect combine come
compare compete complain complete concentrate configure confirm confuse congratulate connect consider consist contact contain continue
contribute convert convince cope create cry curate dare deal debug decide define deliver demand depend deploy describe deserve destroy
determine develop die dig disagree disappear discover discuss dive donate draw drive drop earn eat embrace emphasize
enable encounter encourage enhance enjoy ensure enter escape establish examine excite execute exist expand expect explain
explore express face fail fall fascinate feed fight figure fill find finish fit fix focus follow force forget forgive fulfil fulfill gain gather
generate give glad go grab grow guarantee guess hang happen hate hear hesitate hide highlight hold identify ignore imagine implement
imply import impress improve include increase indicate inform insert inspire install integrate intend introduce invest invite
involve join keep know laugh launch lead learn leave look lend lie light listen live lose maintain make manage marry mean meet mention
miss modify motivate move need notice obtain occur offer open organize overcome owe own participate pass pay perform pick
prefer prepare prevent proceed produce promise promote protect prove provide publish pull push put raise reach react
read realize receive recognize recommend recover reduce refer reflect refuse relate relax release rely remain remember remind
remove rent repair repeat replace represent require resolve respond retrieve return reveal ride rock run save say schedule see select
sell send separate serve set settle share show shine sing sit sleep smell smile solve sort speak specify spend split stand stay
steal stick stop store strengthen struggle succeed suffer suggest suppose surround swim take talk teach tell tend think throw tie
touch train travel treat trust try turn understand update upgrade use utilize validate vary verify visit wait wake want warm wash
watch wear win wish wonder worry write thank hope love help thrive pose free back boost count beat book handle follow adjust adapt add chat cheer chill hit hurt kick kill
lay let lift load lock log mark mix note pack paint plan play point pop pray practice print raise rate record rest reward ring
roll rush score seek shake shoot shut slip sound spark spread start step strike study surf surprise swear sweep switch taste
unwind wander welcome worth check catch keep got gotten went gone came began begun ate eaten bought brought built came chose chosen did done drew
drawn drove driven fell fallen found flew flown forgot forgotten gave given grew grown heard held hid kept knew known laid led left lent lost
made meant met paid read ran said saw seen sold sent shown sat slept spoke spoken spent stood stole stuck swam taken took taught told
thought threw thrown understood woke won wore worn written wrote lit sang sung felt dealt hung became become fed fought rode ridden
shot rose risen shook swept tore torn froze frozen broke broken crashed stressed
""")
"""English words, base forms and irregular forms, taken as verbs unless a noun phrase has just been opened."""

NOUN_VERBS = words("""
answer bake bet break build call care chat check climb contact cry deal demand die dive draw drive drop face fall feed fight figure
fit fix focus force gain guess hit hold hope import laugh launch lead lie light lift load lock log love mark miss mix move need
note offer pack paint plan play point pop practice print promise rate reach read record release rent repair reward ride ring rock
roll run rush save schedule score sell set shake share shoot show sleep smell smile sort sound spark split spread stand start stay
step stick stop store strike struggle study surf surprise swim switch talk taste tie touch train travel treat trust try turn
update upgrade use visit wait wake walk want wash watch wear win wish wonder worry work
""")
"""Those of VERBS that are nouns as well, when a noun phrase has just been opened."""

MODIFIERS = words("""
able absolute accurate active actual additional adorable afraid alive alone amazing ambitious angry anxious appropriate ashamed asleep
available aware awesome awful bad basic beautiful beloved best better big bitter black blank blue bold bored boring brave brief bright brilliant
brown busy calm careful caring certain charming cheap cheerful clean clear clever close closer cold colorful comfortable comfy common complete complex
confident confused considerate consistent constant convenient cool correct cozy crazy creative crucial curious current cute daily dark dear
deep deeper delicious delightful detailed different difficult dirty distant dry dull dynamic eager early easier easy easygoing effective efficient elegant
empty endless enough enormous entire epic equal essential ethical evil exact excellent excited exciting exhausted exhausting expensive extra extreme
fabulous fair false familiar famous fancy fantastic far fast fat faulty favorite favourite fellow fine firm fit flexible fond fresh friendly
frustrated frustrating full fun funny further general gentle genuine giant glad golden good gorgeous grand grateful gray great green grey
growing grumpy guilty handy happy hard hardest harder hardworking harsh healthy heavy helpful high higher hilarious honest hot huge humble hungry ideal
ill imaginative immediate immense important impossible impressed impressive incredible independent individual initial inner
innocent inspired inspiring intense interested interesting internal jealous key kind known large larger largest late latest lazy legal less likely limited
little live lively local lonely long longer loose lost loud lovely low lower loving lucky mad magical main major massive mean meaningful memorable
mighty mild minor modern motivated motivating multiple mutual narrow natural near nearby neat necessary negative nervous new newest nice
normal notable numerous obvious odd official ok old older oldest online only open opposite optimal optimistic ordinary organized original
outdoor outer outstanding overall overwhelmed overwhelming pale particular passionate past patient peaceful perfect personal pink
plain pleasant pleased poor popular positive possible potential powerful practical precious precise present previous primary private
productive professional proper proud pure purple quick quiet random rare raw ready real realistic reasonable recent red refreshing regular related
relaxed relaxing relevant reliable remarkable respective responsible rewarding rich ridiculous right rough rude sad safe satisfied satisfying
scared scary secure select selfless sensitive separate serious severe sharp shiny shocked short shy sick significant silly similar simple
single sized slight slow small smaller smart smooth soft solid sorry special specific spectacular stable standard steady strange
strict strong stronger stunning stupid sturdy subtle successful sudden suitable super superb supportive sure surprised surprising sweet talented
tall tasty terrible terrific terrified thankful thick thin thoughtful thrilled thrilling tight tiny tired total tough tricky
true typical ugly ultimate unbelievable uncomfortable understanding unexpected unforgettable unfortunate unhappy unique universal
unlikely upcoming upset upper useful useless usual valid valuable various vast vibrant vital vivid vulnerable warm weak weird wet white
whole wide wild willing wise wonderful wooden worried worse worst worthwhile wrong yellow young younger youngest yummy half nonstop
uplifting newfound exclusive inclusive elderly calming soothing captivating engaging enjoyable exhilarating incredible awesome cozy comforting challenging
fulfilling heartwarming heartfelt nostalgic majestic serene tranquil picturesque breathtaking gonna awesome swamped hectic
often soon maybe forever lately nowadays somewhere anywhere everywhere nowhere somehow abroad downtown upstairs downstairs overnight
""")
"""Common English adjectives and adverbs: dropped from a phrase, never a tag alone."""

INTENSIFIERS = words(
    "so very quite pretty rather too super extremely truly incredibly still also just really always even"
)
"""English words that may stand before an adjective and change nothing in what is expected."""

GERUNDS = words("""
acting baking biking blogging boating bowling boxing camping canoeing climbing coaching coding cooking crafting cycling dancing
decorating diving drawing driving editing fencing fishing gaming gardening golfing hiking hunting jogging journaling kayaking
kickboxing knitting mentoring modeling networking painting parenting programming publishing quilting racing rafting reading
riding rowing running sailing scrapbooking sewing shopping singing skateboarding skating skiing sketching skydiving snorkeling
snowboarding stargazing streaming surfing swimming training travelling traveling volunteering walking weightlifting woodworking
wrestling writing
""")
"""English verbal nouns that name an activity."""

NOUNS = words("""
family fly ally reply supply butterfly lily jelly belly bully assembly anomaly monopoly rally tally jellyfish dragonfly firefly italy sicily
emily bed seed speed breed shed weed steed reed sled creed sacred hundred table vegetable cable variable bible timetable turntable
collectible fish dish polish radish parish carrier barrier soldier terrier courier frontier pier cashier premier supplier
chandelier wedding building ceiling clothing evening sibling dumpling pudding earring stocking counseling marketing engineering string
lightning housing meeting recording greeting savings
""")
"""English nouns that end like an adverb, a participle, an adjective or a verbal form."""

NOT_PLURAL = words("""
always alias atlas bias bus canvas chaos christmas clothes corps cosmos ethos focus gas goods gps headquarters iris jeans kudos lens
mathematics means mens moss news olympics outdoors outskirts pants plus politics pros physics regards scissors series shorts species
sunglasses glasses surroundings thanks this tennis texas trans trousers us vs virus yes asparagus athletics aerobics gymnastics
economics ethics electronics genetics graphics kubernetes pajamas leggings lyrics sales windows s3 aws ios dns https css rss ices
""")
"""English words on -s that have no regular singular."""

SINGULARS = dict(
    pair.split(":")
    for pair in words("""
children:child men:man women:woman feet:foot teeth:tooth geese:goose mice:mouse knives:knife wives:wife lives:life wolves:wolf
leaves:leaf shelves:shelf halves:half loaves:loaf thieves:thief scarves:scarf selves:self movies:movie cookies:cookie pies:pie
ties:tie zombies:zombie selfies:selfie brownies:brownie hoodies:hoodie rookies:rookie smoothies:smoothie veggies:veggie
foodies:foodie calories:calorie shoes:shoe toes:toe canoes:canoe horseshoes:horseshoe caches:cache aches:ache headaches:headache
axes:axe databases:database buses:bus gases:gas viruses:virus lenses:lens indices:index analyses:analysis crises:crisis
diagnoses:diagnosis quizzes:quiz kids:kid
""")
)
"""English plurals that the rule gets wrong, with their singular."""

GREETINGS = words("""
hey hi hello bye goodbye thanks thank wow oh yeah yes no ok okay sure congrats congratulations dear welcome awesome cool great nice
well aw aww haha sorry morning evening afternoon you absolutely definitely certainly
""")
"""English words after which a lone name is an address, not a subject."""

NAME_STARTS = words("""
New North South East West Great Grand Golden Red Black White Blue Green Big High Saint
""")
"""English adjectives that begin a name."""

TOWARDS = words("""
go goes going went gone get got come comes coming came drive drove listen listening listened move moved moving return returned travel
traveled trip welcome been back fly flew walk walked next close allergic addicted related similar
dedicated married according due prior access guide key
""")
"""English words after which `to` is a preposition."""

NOUN, OPENS, TO_VERB, IS, BREAK, VERB, NOUN_VERB, MODIFIER, GERUND, GENERIC, WEAK, ALLOWED = range(12)
"""The kinds of words: what a word is, and so what is expected after it."""

FUNCTION = frozenset([OPENS, TO_VERB, IS, BREAK])
"""The kinds that tell of the words around them and name nothing."""

_CLASS = {
    word: number
    for listed, number in (
        (generic.GENERIC, GENERIC),
        (generic.WEAK, WEAK),
        (VERBS, VERB),
        (NOUN_VERBS, NOUN_VERB),
        (MODIFIERS, MODIFIER),
        (GERUNDS, GERUND),
        (BREAKS, BREAK),
        (DETERMINERS, OPENS),
        (PREPOSITIONS, OPENS),
        (SUBJECTS, TO_VERB),
        (BE, IS),
        (INTENSIFIERS, MODIFIER),
        (generic.ALLOW, ALLOWED),
    )
    for word in listed
    if word.isascii()
}


def kind_of(low: str) -> int:
    """Return the kind of an English word in lower case."""
    kind = _CLASS.get(low)
    if kind is not None:
        return kind
    if "'" in low:
        base, _, tail = low.partition("'")
        if tail != "s" or _CLASS.get(base) in FUNCTION:
            return IS if tail in ("m", "re", "s") else TO_VERB
        return kind_of(base)
    single = singular(low)
    if single != low:
        kind = _CLASS.get(single)
        if kind is not None:
            return VERB if kind == MODIFIER else kind
    if low in NOUNS:
        return NOUN
    if low.endswith("ly"):
        return MODIFIER
    for end in ("ing", "ed", "d"):
        if low.endswith(end) and len(low) > len(end) + 2:
            base = low[: -len(end)]
            if any(
                _CLASS.get(form) in (VERB, NOUN_VERB, IS)
                for form in (base, base + "e", base[:-1], base[:-1] + "y")
            ):
                return VERB
    if low.endswith("ed") and len(low) > 4:
        return VERB
    if low.endswith(("ful", "ous", "less", "able", "ible", "iest", "ish", "ier")):
        return MODIFIER
    if "-" in low:
        ends = [kind_of(part) for part in low.split("-") if part]
        if ends[-1] in FUNCTION or ends[-1] in (VERB, MODIFIER) or ends[0] in FUNCTION or ends[0] == VERB:
            return MODIFIER
    return NOUN


@lru_cache(maxsize=32_768)
def singular(word: str) -> str:
    """Return an English noun or noun phrase in lower case with its last word in the singular."""
    head, space, last = word.rpartition(" ")
    if space:
        return head + space + singular(last)
    found = SINGULARS.get(word)
    if found is not None:
        return found
    if (
        len(word) < 4
        or word[-1] != "s"
        or word in NOT_PLURAL
        or word.endswith(("ss", "us", "is", "ics", "'s"))
    ):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")) else word[:-1]
