"""What words before an interview are: a wish for it, a thought about the episode, or a question to the bot. Pure."""

from __future__ import annotations

import re
from typing import Final

LONGEST_WISH: Final = 300
"""Characters; what is longer tells of the episode."""
_MANY = 8
"""Words; a fragment of more is a sentence, and tells."""
_SENTENCE = 4
"""Words; so many with a full stop behind them are one, too."""
_ASKING = 14
"""Words; a longer question is a thought."""
_WISH = re.compile(
    r"\W*(?:(?:and|but|please|maybe|perhaps|mostly|mainly|только|лучше|и|а|но|пожалуйста|можно|главное)\W+)*"
    r"(?:(?:with )?(?:a |the |my )?(?:main )?focus(?:ing|ed)? (?:is )?(?:more )?on|concentrat\w+ (?:more )?on|"
    r"(?:please )?(?:ask|asking) (?:me )?(?:\w+ )?(?:about|on|for)|(?:please )?(?:ask|talk) me\b|"
    r"(?:a (?:little|bit) |much |something )?(?:more|less) (?:about|on|of)|"
    r"(?:mostly |mainly |especially |particularly |only |just |not |nothing |anything |all )about|"
    r"(?:not|no) (?:too |so )?(?:many|much|long|deep|personal|private|questions|politics|religion)|"
    r"(?:(?:please )?(?:leave out|avoid|skip|keep (?:it|them|off|away)|stay (?:with|on|away)|"
    r"be (?:gentle|brief|short|kind)|don['’]?t (?:ask|talk|make|go)|do not (?:ask|talk|make|go)))|"
    r"(?:i(?:['’]d| would) (?:like|love|prefer|rather)|i['’]?d rather|i (?:want|wish|prefer|hope)|"
    r"let['’]?s|let us|(?:could|can|shall|may) (?:we|you)|we (?:could|can|should)) "
    r"(?:to |not |please |rather |just |only |mostly |also |you to )*"
    r"(?:talk|speak|focus|concentrate|discuss|stay|keep|think|look|hear|go|leave|avoid|skip|know|start|begin|be asked|"
    r"ask|dwell|explore|chat)|"
    r"what (?:interests|matters to|concerns) me|what i care|i care (?:most|mostly|more|about)|"
    r"i(?:['’]?| a)m (?:most(?:ly)? |more |mainly )?interested|interested in|most important|the most important|"
    r"(?:с )?(?:упор\w*|акцент\w*|фокус\w*) на|сосредоточ\w*|"
    r"(?:давай(?:те)? )?спрос(?:и|ите)|спрашивай(?:те)?|расспроси(?:те)?|"
    r"по?(?:больше|меньше) (?:о|об|обо|про|внимания|вопросов)|(?:больше|меньше) (?:о|об|обо|про|внимания)|"
    r"(?:в основном|особенно|прежде всего|преимущественно|только|лишь|не) (?:о|об|обо|про)|"
    r"(?:не надо|не нужно|без|не хочу|не стоит|обойд\w+ без|избега\w+) (?:\w+ )?"
    r"(?:о|об|обо|про|вопрос\w*|политик\w*|личн\w*)|"
    r"не спрашивай(?:те)?|не (?:слишком|очень) (?:долго|подробно|глубоко|личн\w+)|(?:по)?короче|покороче|недолго|"
    r"(?:давай(?:те)?|хочу|хочется|хотел(?:а|ось)? бы|мне бы|можно|будем|лучше)(?: \w+)? "
    r"(?:поговори\w*|говори\w*|обсуди\w*|сосредоточ\w*|начн\w+|начать|погово\w+|про|о|об|побольше|поменьше|коротко)|"
    r"поговорим|обсудим|меня (?:больше |особенно |очень |прежде )?(?:всего )?(?:интересу\w+|волну\w+|занима\w+)|"
    r"(?:мне )?(?:важн\w+|интересн\w+) (?:всего|про|о|об|именно)|важнее всего|интересует)(?!\w)",
    re.IGNORECASE,
)
_THEIRS = re.compile(
    r"(?<![\w'’])(?:i|i['’](?:m|ve|d|ll)|me|myself|we|us|"
    r"я|мне|меня|мной|мною|мы|нам|нас|"
    r"listened|heard|liked|loved|enjoyed|hated|disliked|disagree\w*|agree\w*|cried|laughed|remember\w*|reminds?|reminded|touched|"
    r"surprised|moved|made|felt|"
    r"понрави\w*|запомни\w*|тронул\w*|задел\w*|удиви\w*|согла\w+|плака\w*|заплак\w*|вспомни\w*|вспомина\w*|напомни\w*|"
    r"показал\w*|порази\w*|жаль|жалко|люблю|полюби\w*|груст\w+|рассмеш\w*|смеял\w*|"
    r"(?:по|про)?слушал\w?|у?слышал\w?|думаю|подума\w*|кажется|хотя)(?!\w)",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"\W*(?:(?:and|but|so|well|и|а|но|ну) )*(?:it|it['’]s|there|he|she|they|this|that|that['’]s|"
    r"это|там|тут|он|она|они|оно|был|была|было|были)(?!\w)",
    re.IGNORECASE,
)
_TO_THE_BOT = re.compile(r"(?<!\w)(?:you|your|вы|вам|вас|ваш\w*|вами|ты|тебя|тебе)(?!\w)", re.IGNORECASE)
_CAPITAL = 4
"""Letters of a word from which on it has a capital one in an English title."""
_FULL_STOP = re.compile(r"[.!…][»”\"')\]]*\s*\Z")
_EPISODE = re.compile(
    r"(?<!\w)(?:episode|podcast|show|programme|program|interview|выпуск\w*|подкаст\w*|эпизод\w*|передач\w*|сери[юия]\w*|"
    r"интервью)(?!\w)|[«“\"]",
    re.IGNORECASE,
)


_EITHER = re.compile(
    r"\W*(?:(?:well|oh|ok|okay|just|really|i|it|that|i['’]m|ну|да|мне|это|тут|вы)\W+)*"
    r"(?:you (?:choose|decide|pick)|up to you|whatever(?: you (?:like|want|think best))?|"
    r"any(?: of (?:them|these|the three)| one|thing)?(?: (?:is|will be) (?:fine|ok|good))?|"
    r"(?:do not|don['’]?t) (?:mind|care|know)|no preference|(?:it )?(?:does not|doesn['’]?t) matter|either(?: one)?|"
    r"surprise me|as you (?:like|wish|please)|not sure|no idea|all the same|the usual|default|"
    r"как (?:хотите|угодно|вам (?:угодно|удобно|лучше)|скажете|считаете нужным)|на ваш\w* (?:усмотрение|выбор|вкус)|"
    r"вс[её] равно|люб(?:ой|ая|ое|ым)|без разницы|не ?важно|не знаю|не принципиально|"
    r"(?:выбирайте|решайте|выберите|решите)(?: вы)?(?: сами| за меня)?|что (?:хотите|угодно))"
    r"(?:\W+(?:really|please|then|you choose|you decide|to me|me|сами|пожалуйста|выбирайте|решайте|вам))*\W*",
    re.IGNORECASE,
)


def leaves_it(text: str) -> bool:
    """Whether they leave a choice to the bot."""
    return len(text) <= LONGEST_WISH and _EITHER.fullmatch(text) is not None


def is_wish(text: str) -> bool:
    """Whether it says what the interview is to be like."""
    return len(text) <= LONGEST_WISH and _WISH.match(text) is not None


def is_thought(text: str) -> bool:
    """Whether it tells something of its own: it is no wish, and more than the name of a subject."""
    if is_wish(text):
        return False
    words = len(text.split())
    if words > _MANY or tells(text):
        return True
    return words >= _SENTENCE and _FULL_STOP.search(text) is not None


def tells(text: str) -> bool:
    """Whether words speak of somebody or something, as a title does not."""
    if _is_in_capitals(text):
        return False
    return _TELLS.match(text) is not None or _THEIRS.search(text[:LONGEST_WISH]) is not None


def _is_in_capitals(text: str) -> bool:
    """Whether it is written as titles are in English, "It Was Always You"."""
    words = re.findall(r"[^\W\d_]+", text[:LONGEST_WISH])
    longer = [word for word in words if len(word) >= _CAPITAL]
    return bool(longer) and all(w[0].isupper() for w in longer) and sum(w[0].isupper() for w in words) > 2


def names_an_episode(text: str) -> bool:
    """Whether "let us talk about ..." says which episode it is to be about, and not what in it."""
    return _EPISODE.search(text[:LONGEST_WISH]) is not None


def is_question(text: str, *, named: bool) -> bool:
    """Whether it asks the bot something, and tells nothing. `named`: the episode is known, so that it is no title."""
    asks = text.rstrip().endswith("?") and len(text.split()) <= _ASKING
    return asks and (named or _TO_THE_BOT.search(text) is not None)
