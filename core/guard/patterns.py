"""What an interviewer must not say, and how a request for words looks, in the languages that are known here.

English and Russian are checked whatever the interview's language is: a model that slips, slips into these. The patterns
are matched against `normal`: folded case, ё as е, straight apostrophes, short forms of "not" and "am" written out.
"""

from __future__ import annotations

import re
import unicodedata

ASKS_KNOWN = frozenset({"en", "ru"})
"""Languages in which a request without a question mark is recognised."""

_APOSTROPHES = str.maketrans({"’": "'", "ʼ": "'", "‘": "'", "ё": "е"})
_SHORT = (("i'm", "i am"), ("it's", "it is"), ("that's", "that is"), ("i'd", "i would"), ("let's", "let us"))


def normal(text: str) -> str:
    """The form that the patterns are written for; as long as the text it is made of plus a few letters."""
    folded = unicodedata.normalize("NFKC", text).casefold().translate(_APOSTROPHES)
    for short, full in _SHORT:
        folded = folded.replace(short, full)
    return folded


def _any(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{part})" for part in parts))


def _words(*parts: str) -> re.Pattern[str]:
    """Alternatives that begin a word; with the boundary in front of all of them a search is three times as fast."""
    return re.compile(rf"\b(?:{'|'.join(parts)})")


# --- asking -------------------------------------------------------------------------------------------------------

_LEAD = r"(?:^|[,;:–—]\s*)(?:(?:and|so|now|then|please|perhaps|well|but|и|а|но|теперь|тогда|пожалуйста)[, ]+){0,3}"

ASK = _any(
    _LEAD + r"(?:tell|describe|share|explain|say|show|walk|take me|paint|name|list|talk|give)\b",
    _LEAD + r"(?:i would (?:like|love) to (?:hear|know)|i am curious|i wonder|let us (?:talk|hear|turn))\b",
    _LEAD + r"(?:расскажи|опиши|поделись|назови|объясни|перечисли|скажи|нарисуй|покажи|поясни|проведи)(?:те)?\b",
    _LEAD + r"(?:давайте поговорим|поговорим|хотел(?:а|ось)? бы (?:услышать|узнать)|интересно (?:услышать|узнать))\b",
)
SETUP = _any(
    _LEAD + r"(?:think|choose|pick|imagine|picture|remember|recall|go back|look back|close your eyes|try)\b",
    _LEAD
    + r"(?:вспомни|выбери|припомни|представь|попробуй|постарай(?:тесь|ся)|подумай|вернись|вернемся)(?:те|тесь)?\b",
)
"""Makes ready for a question; a question itself only where no other follows."""

_WH = r"(?:what|how|who|whom|whose|where|when|why|which)"
_WH_RU = (
    r"(?:что|чем|чего|чему|как|кто|кого|кому|кем|ком|где|куда|откуда|когда|почему|зачем|отчего|сколько|чей|чья|чье|чьи"
    r"|как(?:ой|ая|ое|ие|ого|ом|ую|их|им|ими))"
)
_AUX = r"(?:did|do|does|was|were|is|are|have|has|had|could|would|can|will|should)"
_WHO = r"(?:you|it|he|she|they|we|that|this|there|your|the|anyone|anybody|somebody|someone)"
QUESTION_WORD = re.compile(rf"\b(?:{_WH}|{_WH_RU})\b")
ENDS_IN_QUESTION_WORD = re.compile(rf"(?:^|\s)(?:{_WH}|{_WH_RU}|tell me|about)[\s,;:]*$")

SECOND_ASK = _any(
    rf"[,;–—-]*\s+(?:and|or|but|as well as)\s+(?:also\s+|then\s+|perhaps\s+)?(?:in |at |on |with |to |of )?{_WH}\b",
    rf"[,;–—-]*\s+(?:and|or|but)\s+(?:also\s+|then\s+)?{_AUX}(?:n't)?\s+{_WHO}\b",
    r"[,;–—-]*\s+(?:and|or)\s+(?:also\s+|then\s+|please\s+)?(?:tell|describe|share|explain)\b",
    rf"[,;–—-]*\s+(?:и|а|или|а также|а еще|и еще)\s+(?:(?:в|во|на|с|со|к|о|об|у|от|из|для|за|по)\s+)?{_WH_RU}\b",
    r"[,;–—-]*\s+(?:и|а|или)\s+(?:еще\s+)?(?:был[аои]?|есть|можно|расскажите|опишите|объясните)(?:\s+ли)?\b",
    r"[,;–—-]*\s+(?:и|а|или)\s+(?:вы\s+)?\w+\s+ли\b",
)
"""Where a second question begins inside a sentence."""
REQUEST = re.compile(r"\b(?:tell|describe|share|explain|расскажите|опишите|объясните)\b")
SPLICE = re.compile(rf"[,;–—]\s*(?:{_WH}(?:\s+\w+)?\s+)?{_AUX}\s+{_WHO}\b(?!\s+(?:think|say)\b)")
"""The same without an "and", where what stands before it is a question already (`COMPLETE`)."""
COMPLETE = re.compile(
    rf"^(?:what|how|who|whom|whose|where|why|which)(?:\s+(?!you\b|he\b|she\b|they\b|it\b|we\b|i\b|the\b)\w+)?\s+{_AUX}\s+\w"
)

# --- leading ------------------------------------------------------------------------------------------------------

_FEELING = (
    r"(?:sad|happy|proud|afraid|scared|scary|lonely|angry|ashamed|guilty|hard|difficult|painful|terrible|wonderful|"
    r"beautiful|joyful|exciting|excited|frightening|frightened|hurt|hurtful|upset|upsetting|nervous|relieved|"
    r"disappointed|disappointing|unhappy|awful|tough|fun|nice|special|good|bad|great)"
)
_FEELING_RU = (
    r"(?:грустно|страшно|тяжело|трудно|сложно|радостно|весело|больно|обидно|одиноко|стыдно|горько|приятно|жутко|тоскливо|"
    r"счастлив\w*|горды\w*|рады?|рада|напуган\w*|одинок\w*|расстроен\w*|страх|гордость|радость|обиду|стыд|вину|боль|тоску)"
)
LEADING = _words(
    rf"{_AUX}n't {_WHO}\b|(?:is|was) it (?:that|this )?because\b|(?:is|was) (?:that|this) because\b",
    r"am i right\b|(?:you|it|that|this|he|she|they) must\b|must have\b",
    r"(?:surely|obviously|certainly|undoubtedly|no doubt|probably|presumably|of course)\b",
    r"(?:i (?:suppose|guess|bet|assume|believe|imagine|think|am sure)|would you (?:say|agree) that)\b",
    r"(?:it|that|this) sounds\b|you sound\b|не правда ли\b|не так ли\b|правда(?: ведь)?\s*\?|верно\s*\?",
    r"согласны ли\b",
    r"(?:наверное?|должно быть|вероятно|видимо|по-видимому|наверняка|конечно|безусловно|очевидно)\b",
    r"(?:ведь|разве|неужели)\b|потому ли\b|это (?:было )?(?:из-за того|потому),? что\b|мне кажется\b",
    r"(?:полагаю|думаю|представляю|уверена?|догадываюсь)\b",
)
LEADING_TAGS = _any(
    r"[,–—-]\s*(?:right|correct|yes|no|yeah|okay|ok)\s*\?|[,–—-]\s*да\s*\?|,\s*согласны\s*\?",
    r"(?:^|[,.]\s*)(?:похоже|кажется),",
)
SUGGESTED = _any(
    r"\b(?:was|is|were|are|did|do)\s+(?:it|that|this|you|they)\s+(?:feel\s+|make you (?:feel )?)?"
    rf"(?:\w+ly\s+|so\s+|very\s+)?{_FEELING}\b",
    rf"\bhow\s+(?:very\s+)?{_FEELING}\s+{_AUX}\b",
    rf"\b(?:вам|тебе)\s+(?:тогда\s+)?(?:был[оа]\s+)?(?:очень\s+|так\s+|ли\s+)?{_FEELING_RU}\b|\b{_FEELING_RU}\s+ли\b",
    rf"\bвы\s+(?:тогда\s+)?(?:чувствовали|испытывали|ощущали|были)\s+(?:себя\s+)?(?:очень\s+)?{_FEELING_RU}\b",
)
"""A feeling is offered to be agreed with; no fault where the person named it first."""

# --- consoling, praising, leaking -----------------------------------------------------------------------------------

CONSOLATION = _words(
    r"i am (?:so |very |deeply |truly |really )*sorry\b|condolence",
    r"sorry (?:to hear|for your|about your|for what)\b|time heals\b|everything happens\b|for a reason\b",
    r"better place\b|(?:stay|be) strong\b|at least\b",
    r"(?:can|could|can't|cannot) (?:only |hardly |barely )?(?:even )?imagine\b",
    r"i (?:understand|know) (?:how|what|that)\b",
    r"it is (?:completely |perfectly )?(?:ok|okay|normal|natural|understandable)\b|not alone\b",
    r"(?:that|it|this|you) (?:must|sounds)\b|my heart\b",
    r"how (?:very )?(?:hard|sad|painful|awful|terrible)\b",
    r"(?:thank you|thanks|grateful|appreciate)\b.{0,30}\b(?:shar|open|trust|honest|brav|courage)|жаль\b",
    r"соболезн|сочувств|время лечит\b|к лучшему\b|держитесь\b|крепитесь\b|все будет хорошо\b",
    r"царств\w+ небесн|земля пухом\b|представить себе\b|могу (?:\w+ )?представить\b|представляю\b",
    r"понимаю,? (?:как|что|ваш)|спасибо\b.{0,20}\b(?:подели|довери|откровен|искрен)|благодар",
    r"это (?:нормально|естественно)\b|не одн[аи]\b.{0,10}$|не переживайте\b|не расстраивайтесь\b",
    r"должно быть\b|наверное?\b|все к лучшему\b|как это (?:тяжело|больно|страшно|грустно)\b",
)
_PRAISE = (
    r"(?:wonderful|beautiful|great|amazing|fantastic|lovely|incredible|fascinating|inspiring|remarkable|impressive|excellent|"
    r"interesting|touching|moving|powerful|vivid|precious|charming|delightful|rich|brave|strong|courageous|admirable)"
)
_PRAISE_RU = (
    r"(?:замечательн|прекрасн|чудесн|удивительн|интересн|трогательн|потрясающ|восхитительн|изумительн|великолепн|"
    r"бесценн|невероятн|увлекательн|вдохновляющ)"
)
PRAISE = _words(
    rf"(?:what|such) an? (?:\w+ly )?{_PRAISE}\b|how (?:very |truly )?{_PRAISE}\b",
    rf"{_PRAISE} (?:story|stories|memory|memories|answer|question|life|insight|image|detail|example|picture|"
    r"point)\b",
    r"(?:that|this|it|which|you|your \w+) (?:is|was|are|were|sounds?) (?:so |really |very |truly |such an? |"
    rf"quite |a )*{_PRAISE}\b",
    r"i (?:really |truly |so )?(?:love|loved|like|liked|admire|enjoyed)\b|well done\b",
    rf"good (?:answer|job|point)\b|как(?:ой|ая|ое|ие)\b(?: же| это)? (?:\w+ )?{_PRAISE_RU}\w*",
    rf"{_PRAISE_RU}\w* (?:истори|воспоминан|рассказ|ответ|детал|пример)",
    rf"(?:это|как|очень|так)\s+(?:было\s+)?(?:очень\s+)?{_PRAISE_RU}о\b|восхища",
    r"вы (?:очень |такой |такая |так )?(?:сильн|храбр|мужествен|смел)",
)
PRAISE_AT_ONCE = _any(
    rf"^(?:great|wonderful|excellent|perfect)\b|^{_PRAISE_RU}о\b|^(?:отлично|здорово|молодец|супер)\b",
)
LEAK = _words(
    r"(?:system|secret|hidden|original) (?:prompt|instruction|message)",
    r"my (?:instructions|prompt|rules|guidelines)\b|as an ai\b|language model\b",
    r"(?:next_id|follow_up|objective_met|go_on|json)\b|prompt\b|chatgpt\b|assistant\b",
    r"системн\w+ (?:промпт|подсказк|инструкц|сообщен)|языков\w+ модел|промпт",
    r"мои (?:инструкции|указания|правила)\b",
)
