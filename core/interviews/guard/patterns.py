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


def _whole(*parts: str) -> re.Pattern[str]:
    """The same for alternatives that also end one."""
    return re.compile(rf"\b(?:{'|'.join(parts)})\b")


# --- asking -------------------------------------------------------------------------------------------------------

_LEAD = r"(?:^|[,;:–—]\s*)(?:(?:and|so|now|then|please|perhaps|well|but|и|а|но|теперь|тогда|пожалуйста)[, ]+){0,3}"

ASK = _any(
    # Who is told something is not asked for it: "tell your boy that ..."
    _LEAD + r"(?:tell\b(?!\s+(?!(?:me|us|about)\b)[\w' ]{1,30}\bthat\b)|(?:describe|share|explain|show)\b"
    # "Say the table grows" supposes something.
    r"|say(?=[,:.]|$| (?:more|something|whatever|anything|it|in|who|what|how|which|when|where|why|to me|"
    r"a (?:little|few|bit|word))\b))",
    _LEAD + r"(?:walk|paint|name|list|talk|give)\b",
    _LEAD + r"(?:i would (?:like|love) to (?:hear|know)|i am curious|i wonder|let us (?:talk|hear|turn))\b",
    _LEAD + r"(?:расскажи|опиши|поделись|назови|объясни|перечисли|скажи|нарисуй|покажи|поясни|проведи)(?:те)?\b",
    _LEAD + r"(?:давайте поговорим|поговорим|хотел(?:а|ось)? бы (?:услышать|узнать)|интересно (?:услышать|узнать))\b",
)
ASK_IN_A_TRADE = _any(
    _LEAD + r"(?:tell me|describe|explain|(?:walk|give|show|name|list|say) (?:me|us))\b",
    _LEAD + r"(?:расскажи|опиши|назови|объясни|перечисли|скажи|поясни)(?:те)?\b",
)
"""The same beside a question with a mark, where lists, names and numbers are given to functions."""
SETUP = _any(
    _LEAD + r"(?:take me|think|choose|pick|imagine|picture|remember|recall|go back|look back|close your eyes|try)\b",
    _LEAD
    + r"(?:вспомни|выбери|припомни|представь|попробуй|постарай(?:тесь|ся)|подумай|вернись|вернемся)(?:те|тесь)?\b",
)
"""Makes ready for a question; a question itself only where no other follows."""

_WH = r"(?:what|how|who|whom|whose|where|when|why|which)"
_WH_RU = (
    r"(?:что|чем|чего|чему|как|кто|кого|кому|кем|ком|где|куда|откуда|когда|почему|зачем|отчего|сколько|чей|"
    r"чья|чье|чьи"
    r"|как(?:ой|ая|ое|ие|ого|ом|ую|их|им|ими))"
)
_AUX = r"(?:did|do|does|was|were|is|are|have|has|had|could|would|can|will|should)"
_WHO = r"(?:you|it|he|she|they|we|that|this|there|your|the|anyone|anybody|somebody|someone)"
QUESTION_WORD = re.compile(rf"\b(?:{_WH}|{_WH_RU})\b")
ENDS_IN_QUESTION_WORD = re.compile(rf"(?:^|\s)(?:{_WH}|{_WH_RU}|tell me|about)[\s,;:]*$")

BEGINS_TO_ASK = re.compile(
    rf"(?:^|[,;:–—]\s*)(?:and |so |then |но |и |а )?{_AUX}(?:n't)?\s+{_WHO}\b|\b\w+ ли\b|^(?:есть|был[аои]?)\b"
)
"""A question without a word that asks."""
SECOND_ASK = _any(
    rf"[,;–—-]*\s+(?:and|or|but|as well as)\s+(?:also\s+|then\s+|perhaps\s+)?(?:in |at |on |with |to |of )?{_WH}\b",
    rf"[,;–—-]*\s+(?:and|or|but)\s+(?:also\s+|then\s+)?{_AUX}(?:n't)?\s+{_WHO}\b",
    r"[,;–—-]*\s+(?:and|or)\s+(?:also\s+|then\s+|please\s+)?(?:tell|describe|share|explain)\b",
    rf"[,;–—-]*\s+(?:и|а|или|а также|а еще|и еще)\s+(?:(?:в|во|на|с|со|к|о|об|у|от|из|для|за|по)\s+)?{_WH_RU}\b",
    r"[,;–—-]*\s+(?:и|а|или)\s+(?:еще\s+)?(?:был[аои]?|есть|можно|расскажите|опишите|объясните)(?:\s+ли)?\b",
    r"[,;–—-]*\s+(?:и|а|или)\s+(?:вы\s+)?\w+\s+ли\b",
)
"""Where a second question begins inside a sentence."""
TOGETHER = _any(
    r"and (?:also )?who (?:was|were|is|are) (?:there|beside|around|with|in|at)\b",
    r"(?:и|а) кто (?:был|были|стоял|сидел|оказался)?\s*(?:там|рядом|с вами|вокруг|при этом|возле)\b",
)
"""What may be asked in the same breath: a scene has a place and people."""
REQUEST = re.compile(r"\b(?:tell|describe|share|explain|расскажите|опишите|объясните)\b")
SPLICE = re.compile(rf"[,;–—]\s*(?:{_WH}(?:\s+(?!{_WHO}\b)\w+)?\s+)?{_AUX}\s+{_WHO}\b(?!\s+(?:think|say)\b)")
"""The same without an "and", where what stands before it is a question already (`COMPLETE`)."""
COMPLETE = re.compile(
    rf"^(?:what|how|who|whom|whose|where|why|which)(?:\s+(?!you\b|he\b|she\b|they\b|it\b|we\b|i\b|"
    rf"the\b)\w+)?\s+{_AUX}\s+\w"
)

# --- leading ------------------------------------------------------------------------------------------------------

_LEADS = (
    rf"{_AUX}n't {_WHO}\b|(?:is|was) it (?:that|this )?because\b|(?:is|was) (?:that|this) because\b",
    r"am i right\b|must have (?:been|felt)\b",
    r"(?:surely|obviously|certainly|undoubtedly|no doubt|presumably)\b",
    r"(?:i (?:suppose|guess|bet|assume|believe|am sure)|would you (?:say|agree) that)\b",
    r"(?:it|that|this) sounds\b|you sound\b|не правда ли\b|не так ли\b|правда(?: ведь)?\s*\?|верно\s*\?",
    r"согласны ли\b|(?:вероятно|видимо|по-видимому|наверняка|безусловно|очевидно)\b",
    r"(?:разве|неужели)\b|потому ли\b|это (?:было )?(?:из-за того|потому),? что\b",
)
LEADING = _words(*_LEADS, r"(?:you|it|that|this|he|she|they) must\b|must have\b|должно быть\b")
"""Looked for in what asks: a remark may say "of course"."""
LEADING_IN_A_TRADE = _words(*_LEADS)
"""What must hold of a machine is no guess."""
LEADING_TAGS = _any(
    r"[,–—-]\s*(?:right|correct|yes|no|yeah|okay|ok)\s*\?|[,–—-]\s*да\s*\?|,\s*согласны\s*\?",
    r"(?:^|[,.]\s*)(?:похоже|кажется),",
)
LOADED = _whole(
    r"devastat\w*|trauma\w*|cruel\w*|tragic\w*|tragedy|tragedies|resilien\w*|heartbr\w*|horrif\w*|terrif\w*|"
    r"shatter\w*",
    r"abus\w*|depress\w*|agon\w*|suffer\w*|overcom\w*|overcame|pain|pains|painful\w*|humiliat\w*|betray\w*|victim\w*",
    r"lessons?|surviv\w*|heal|healing|healed|closure|cope|coping|grateful\w*|bless\w*|miracle\w*|destin\w*|fate",
    r"god|gods|faith|pray|prayed|prayers?|soul|sin|sins|heaven",
    r"травм\w*|трагед\w*|трагич\w*|жесток\w*|ужасн\w*|кошмар\w*|потрясен\w*|раздавлен\w*|сломлен\w*|опустош\w*",
    r"страдан\w*|страдал\w*|боль|боли|болью|больно|больнее|мучен\w*|мучил\w*|унизи\w*|унижен\w*|предал\w*|"
    r"предател\w*|жертв\w*",
    r"урок|уроки|уроков|выжи\w*|преодол\w*|справ(?:ились|иться|ились ли)|исцел\w*|благодарн\w*|чудо|чуда|судьб\w*",
    r"бог|бога|богу|богом|боге|господ\w*|вер(?:а|ы|у|ой|е)\b|молил\w*|молитв\w*|душ(?:а|и|у|ой|е)\b|грех\w*",
    r"депресси\w*|насили\w*|абьюз\w*|счастлив\w*ли",
)
"""Words that judge, diagnose or believe: only where the person has used them."""
SUPPOSED = _whole(
    r"your (?:late |first |second |ex-?)?(?:husband|wife|spouse|partner|boyfriend|girlfriend|fiance|children|"
    r"child|kids|sons?|"
    r"daughters?|grand(?:children|sons?|daughters?)|wedding|marriage|divorce)",
    r"(?:ваш(?:а|и|его|ей|ему|им|их|у|е)?|у вас) (?:покойн\w+ |перв\w+ |втор\w+ |бывш\w+ )?(?:муж\w*|"
    r"жен[аеуы]\w*|супруг\w*|дет(?:и|ей|ям)"
    r"|реб[её]н\w+|сын\w*|доч\w+|внук\w*|внуч\w+|свадьб\w+|брак\w*|развод\w*)",
)
"""Somebody or something of theirs that not everybody has: only where the person has spoken of it."""
PRIVATE = _whole(
    r"(?:bank|credit|debit)? ?card numbers?|card details|(?:bank )?account number|iban|pin(?: code)?|cvv|cvc|"
    r"passwords?|passcode",
    r"codes? (?:from|in|by|you got by) (?:the |your )?(?:sms|text|message)|(?:one[- ]time|verification|sms|"
    r"text) codes?|social security|national insurance number|tax (?:id|number)",
    r"(?:passport|identity card|id card|driving licen[cs]e) number|mother's maiden name|your (?:exact |"
    r"home )?address",
    r"номер\w* (?:вашей |вашего |банковск\w+ )*(?:карт\w+|сч[её]та|паспорт\w*|снилс|инн|полиса)|пин-?код\w*|парол\w+",
    r"код\w* [^.?!\n]{0,20}(?:смс|sms|сообщен\w+)|девичь\w+ фамили\w+ (?:вашей )?матери|снилс|паспортные данные|"
    r"ваш (?:точный |домашний )?адрес",
)
"""What nobody should tell a bot."""
PRIVATE_OF_THEIRS = re.compile(
    rf"(?:\b(?:your|ваш\w*) (?:own |собственн\w+ )?|^(?:please |пожалуйста,? )?(?:tell|send|give|enter|share|type|"
    rf"пришлите|скажите|назовите|введите|напишите|сообщите)\b.{{0,30}})(?:{PRIVATE.pattern})"
)
"""The same where it is asked of them, and not how a program keeps it."""

# --- consoling, praising, leaking -----------------------------------------------------------------------------------

CONSOLATION = _words(
    r"i am (?:so|very|deeply|truly|really|terribly) sorry\b|condolence|sorry (?:to hear|for your|about your|"
    r"for what)\b",
    r"time heals\b|everything happens\b|for a reason\b|better place\b|(?:stay|be) strong\b",
    r"at least (?:you|he|she|they|it|there|now)\b|(?:can|could|can't|cannot) (?:only |hardly |"
    r"barely )?(?:even )?imagine\b",
    r"i (?:understand|know) (?:how|what) (?:you|hard|it|that|this|difficult|painful)\b|i am (?:here|with you)\b",
    r"it is (?:completely |perfectly )?(?:ok|okay|normal|natural|understandable) to (?:feel|cry|be|grieve)\b|"
    r"not alone\b",
    r"(?:that|it|this|you) (?:must|sounds)\b|my heart\b|how (?:very )?(?:sad|painful|awful|terrible)\b",
    r"(?:thank you|thanks|grateful|appreciate)\b.{0,30}\b(?:shar|open|trust|honest|brav|courage)",
    r"мне (?:очень |так |искренне )?жаль\b|соболезн|сочувств|время лечит\b|к лучшему\b|держитесь\b|крепитесь\b",
    r"все будет хорошо\b|царств\w+ небесн|земля пухом\b|представить себе\b|могу (?:\w+ )?представить\b|"
    r"представляю,? как",
    r"понимаю,? (?:как (?:вам|это|тяжело|больно|трудно)|что вы (?:чувств|пережи|испыт)|ваш)|я (?:рядом|с вами)\b",
    r"спасибо\b.{0,20}\b(?:подели|довери|откровен|искрен)|это (?:нормально|естественно)\b|не одн[аи]\b.{0,10}$",
    r"не переживайте\b|не расстраивайтесь\b|(?:это|вам) (?:было )?,? ?должно быть\b|как это (?:тяжело|больно|"
    r"страшно|грустно)\b",
)
_PRAISE = (
    r"(?:wonderful|beautiful|great|amazing|fantastic|lovely|incredible|fascinating|inspiring|remarkable|"
    r"impressive|excellent|"
    r"interesting|touching|moving|powerful|vivid|precious|charming|delightful|rich|brave|strong|courageous|"
    r"admirable|resilient|"
    r"wise|extraordinary)"
)
_PRAISE_RU = (
    r"(?:замечательн|прекрасн|чудесн|удивительн|интересн|трогательн|потрясающ|восхитительн|изумительн|великолепн|"
    r"бесценн|невероятн|увлекательн|вдохновляющ|мудр)"
)
_PRAISES = (
    rf"(?:what|such) an? (?:\w+ly )?{_PRAISE}\b|how (?:very |truly )?{_PRAISE}\b",
    rf"{_PRAISE} (?:story|stories|memory|memories|answer|question|life|insight|image|detail|example|picture|point)\b",
    r"i (?:really |truly |so )?(?:love|loved|like|liked|admire|enjoyed)\b|well done\b",
    rf"good (?:answer|job|point)\b|как(?:ой|ая|ое|ие)\b(?: же| это)? (?:\w+ )?{_PRAISE_RU}\w*",
    rf"{_PRAISE_RU}\w* (?:истори|воспоминан|рассказ|ответ|детал|пример)",
    rf"(?:это|как|очень|так)\s+(?:было\s+)?(?:очень\s+)?{_PRAISE_RU}о\b|восхища",
    r"вы (?:очень |такой |такая |так )?(?:сильн|храбр|мужествен|смел)",
)
PRAISE = _words(
    *_PRAISES,
    r"(?:that|this|it|which|you|your \w+) (?:is|was|are|were|sounds?) (?:so |really |very |truly |such an? |"
    rf"quite |a )*{_PRAISE}\b",
)
PRAISE_IN_A_TRADE = _words(*_PRAISES)
"""Of a machine one may say that it is powerful, or moving."""
PRAISE_AT_ONCE = _any(
    rf"^(?:great|wonderful|excellent|perfect)\b|^{_PRAISE_RU}о\b|^(?:отлично|здорово|молодец|супер)\b",
)
_LEAKS = (
    r"(?:hidden|original) (?:prompt|instruction|message)|my (?:instructions|prompt|guidelines|system)\b",
    r"(?:keep_back|on_return|hand_back|not_now|to_me)\b|(?:мои|мой|моя|моих) (?:инструкци|указани|промпт|системн)",
)
LEAK = _words(
    *_LEAKS,
    r"(?:system|secret) (?:prompt|instruction|message)|(?:json|prompt)\b",
    r"системн\w+ (?:промпт|подсказк|инструкц|сообщен)|промпт",
)
LEAK_IN_A_TRADE = _words(*_LEAKS)
"""Who builds programs around language models speaks of prompts."""
