"""Words that tell nothing: greetings, goodbyes, what is written into a pause, yes and no. English and Russian."""

from __future__ import annotations

import re
from enum import IntEnum

LONGEST = 200
"""Characters; whoever writes more is telling something."""

# --- greetings, thanks and goodbyes -------------------------------------------------------------------------------

_HI = (
    r"hi|hello|hey|good (?:morning|day|evening|afternoon)|i(?:'|’)?m back|it(?:'|’)?s me|"
    r"привет|здравствуй(?:те)?|доброе утро|добр(?:ый день|ый вечер)|"
    r"это (?:снова |опять )?я|я (?:снова |опять )?(?:здесь|тут)"
)
_HELLO = re.compile(rf"\W*\b(?:{_HI})\b(?:\W*\b(?:{_HI}|again|there|dear|снова|опять)\b)*\W*", re.IGNORECASE)
_THANKS = (
    r"thanks(?: a lot| so much)?|(?:many )?thank you(?: (?:very|so) much)?|"
    r"спасибо(?: (?:вам|большое|огромное))*|благодарю(?: вас)?"
)
_BYE = (
    r"good ?bye|bye(?:[ -]bye)?|good night|see you(?: (?:later|soon|tomorrow))?|"
    r"до свидания|до завтра|до встречи|до скорого|пока|всего (?:доброго|хорошего)|(?:спокойной|доброй) ночи"
)
_AROUND = r"ok|okay|well|then|and|(?:my )?dear|ок|хорошо|ладно|ну|и"
_GOODBYE = re.compile(
    rf"(?:\W*\b(?:{_AROUND})\b)*\W*\b(?:{_THANKS}|{_BYE})\b(?:\W*\b(?:{_THANKS}|{_BYE}|{_AROUND})\b)*\W*",
    re.IGNORECASE,
)
_THANKFUL = re.compile(rf"\b(?:{_THANKS})\b", re.IGNORECASE)


def is_hello(text: str) -> bool:
    """A mere greeting: somebody who comes back and waits to be asked."""
    return _HELLO.fullmatch(text) is not None


def is_goodbye(text: str) -> bool:
    """Thanks or a goodbye, and nothing else."""
    return _GOODBYE.fullmatch(text) is not None


def thanks(text: str) -> bool:
    return _THANKFUL.search(text) is not None


def is_courtesy(text: str) -> bool:
    """A greeting, thanks or a goodbye, and nothing else: no answer to a question that was left."""
    return is_hello(text) or is_goodbye(text)


# --- coming back --------------------------------------------------------------------------------------------------

_SORRY = (
    r"(?:i(?:['’]m| am) )?(?:so |very |really |terribly )?sorry|(?:my )?apologies|forgive me|i apologi[sz]e|"
    r"(?:ещё раз )?(?:извини(?:те)?|прости(?:те)?|прошу прощения|извиняюсь)"
)
_LONG = r"for|since|all|lately|badly|these|this|the|last|past|a|so|long|few|couple|of|two|three|\d+"
_SPAN = rf"(?: (?:{_LONG}|days?|weeks?|months?))*"
_SPAN_RU = (
    r"(?: (?:немного|немножко|сильно|долго|эт[уио] \w+|вс[юёе] (?:\w+ )?(?:неделю|время|месяц)|"
    r"(?:\w+ )?(?:дня|дней|неделю|недели|недель|месяц|месяца)|гриппом|простудой|ковидом))*"
)
_AWAY = (
    r"(?:(?:that|because|for) )?(?:i(?:['’]ve| have)?(?: was| am| been| got| fell)|i['’]m|been|being)"
    r"(?: (?:so|very|a bit|quite|rather|really))*"
    r" (?:ill|sick|unwell|poorly|not well|away|busy|travell?ing|in (?:the )?hospital|out of town|on holiday|"
    rf"under the weather|gone|quiet|late|laid up){_SPAN}|"
    r"for (?:(?:the|my|such a) )?(?:long )?(?:silence|delay|wait|pause|absence|break|late reply|"
    r"not (?:writing|answering|replying))|"
    r"(?:that )?i (?:could not|couldn['’]?t|did not|didn['’]?t|have not|haven['’]?t) "
    rf"(?:write|answer|reply|written|answered|replied)(?: back| sooner| earlier)?{_SPAN}|"
    r"it(?:['’]s| has) been (?:a |so |too |such a )?(?:long|while|long time|ages)|long time no see|"
    r"(?:что )?(?:я )?(?:так )?(?:долго |давно )?(?:приболела?|заболела?|болела?|(?:была?|лежала?) в больнице|уезжала?|"
    r"была? в отъезде|была? занята?|пропала?|молчала?|не (?:писала?|отвечала?)|не (?:мог|могла) (?:писать|ответить))"
    rf"{_SPAN_RU}|за (?:долгое |такое )?(?:молчание|задержку|перерыв|паузу|отсутствие)|"
    r"не было (?:времени|сил|возможности)|давно не (?:виделись|писала?|разговаривали)"
)
_BACK = (
    r"here i am|i(?:['’]?m| am) here|i (?:am|have come) back|(?:and |now )?back (?:now|again)|"
    r"вот и я|я вернул(?:ся|ась)|вернул(?:ся|ась)|снова с вами|опять с вами"
)
_FILLER = r"and|but|so|now|well|ok|okay|dear|again|there|и|а|но|ну|вот|теперь|наконец|снова|опять"
_COMES = re.compile(
    rf"\W*\b(?=.*\b(?:{_HI}|{_SORRY}|{_BACK})\b)"
    rf"(?:{_HI}|{_SORRY}|{_AWAY}|{_BACK}|{_FILLER})\b(?:\W+(?:{_HI}|{_SORRY}|{_AWAY}|{_BACK}|{_FILLER})\b)*\W*",
    re.IGNORECASE | re.DOTALL,
)
_ON = re.compile(
    r"\W*(?:(?:yes|ok|okay|well|sure|so|да|ну|хорошо|ладно|ок|конечно)\W+)*"
    r"(?:yes|let(?:['’]?s| us) (?:go on|continue|carry on|resume|begin again)|"
    r"(?:shall|can|could|may) we (?:go on|continue|carry on|resume)|(?:i am|i['’]?m) ready(?: to (?:go on|continue))?|"
    r"(?:i(?:['’]d| would) like to |i want to )?(?:go on|continue|carry on|resume)|go ahead|ask away|where were we|"
    r"да|давайте|(?:давайте )?(?:продолжим|продолжаем|продолжать|продолжить)|можно продолжать|"
    r"я готова?(?: продолжать| продолжить)?|спрашивайте|поехали|(?:на )?ч[её]м мы остановились)"
    r"(?:\W+(?:now|again|please|then|сейчас|пожалуйста|тогда|дальше))*\W*",
    re.IGNORECASE,
)


def comes_back(text: str) -> bool:
    """A greeting with an excuse ("hello again, sorry I was ill"), and nothing that is told."""
    return len(text) <= LONGEST and "?" not in text and _COMES.fullmatch(text) is not None


def wants_on(text: str) -> bool:
    """Somebody in a pause who wishes to go on, and says no more."""
    return len(text) <= LONGEST and _ON.fullmatch(text) is not None


def is_no_answer(text: str, *, offline: bool) -> bool:
    """Words into a pause that go on with it, or leave it as it is; `offline`: where no model could answer them."""
    return is_courtesy(text) or wants_on(text) or (offline and comes_back(text))


# --- adding something ---------------------------------------------------------------------------------------------


class Added(IntEnum):
    """How plainly words say of themselves that they belong to what was said before."""

    NO = 0
    HINTED = 1
    """ "Oh, and ..." """
    PLAIN = 2
    """ "PS." """


_OH = r"(?:(?:oh|ah|and|ой|ах|а|и|да)\W+)*"
_PLAIN = re.compile(
    rf"\W*(?:p\W{{0,2}}s\b|пс\b|п\. ?с\.|з\W{{0,2}}ы\b|постскриптум\b|{_OH}(?:"
    r"one more thing|i forgot to (?:say|tell|add|mention)|i meant to (?:say|add)|"
    r"забыла? (?:сказать|добавить|написать|рассказать)|хотела? (?:ещ[её] )?добавить|ещ[её] (?:одно|вот что))\b)",
    re.IGNORECASE,
)
_HINTED = re.compile(r"\W*(?:oh,? and|and|also|by the way|и|а ещ[её]|ещ[её]|кстати|да,? и)\b", re.IGNORECASE)


def adds(text: str) -> Added:
    """Whether words are a postscript."""
    if _PLAIN.match(text):
        return Added.PLAIN
    return Added.HINTED if _HINTED.match(text) else Added.NO


# --- a plain yes and a plain no ---------------------------------------------------------------------------------------

_SHORT = 80
"""Characters; whoever writes more is not simply saying yes or no."""
_OPENS = r"well|oh|so|ah|ну|что ж|что же|ох|ой|а|тогда"
"""What may stand in front."""
_POLITE = (
    r"please|thanks|thank you|(?:my )?(?:dear|love|darling|sweetheart|friend)|then|"
    r"пожалуйста|спасибо|тогда|(?:мо[йяё] )?(?:мил(?:ый|ая)|дорог(?:ой|ая)|голубчик|родн(?:ой|ая))"
)
_AGREES = (
    r"yes|yeah|yep|ok|okay|sure|of course|certainly|gladly|fine|all right|alright|very well|agreed|"
    r"(?:i )?(?:do )?agree|i accept|i consent|i do|"
    r"(?:that(?:['’]s| is)|it(?:['’]s| is)) (?:fine|ok|okay|all right)(?: (?:with|by) me)?|"
    r"it is|i (?:do not|don['’]?t) mind|(?:i am|i['’]?m )?ready|why not|"
    r"let(?:['’]?s| us) (?:begin|start|go|do it|try)|begin|start|go on|go ahead|"
    r"да|ага|угу|ок|окей|хорошо|ладно|конечно|(?:я )?соглас(?:на|ен|ны)|(?:я )?не (?:возражаю|против)|можно|"
    r"(?:мне )?(?:вс[её] )?подходит|(?:меня )?(?:вс[её] )?устраивает|(?:я )?готов(?:а|ы)?|давай(?:те)?|попробуем|"
    r"почему бы и нет|начн[её]м|начинай(?:те)?|начинаем|начинать|начать|поехали|👍\W?"
)
_REFUSES = (
    r"no|nope|i (?:do not|don['’]?t|will not|won['’]?t) ?(?:agree|accept|consent|want(?: to| this| that)?)?|"
    r"i (?:disagree|refuse)|(?:да )?нет|(?:я )?не (?:надо|хочу|буду|соглас(?:на|ен|ны))|(?:я )?(?:против|отказываюсь)"
)
_YES = re.compile(rf"\W*?(?:(?:{_OPENS})\W+)*(?:{_AGREES})(?:\W+(?:{_AGREES}|{_POLITE}))*\W*", re.IGNORECASE)
_NO = re.compile(rf"\W*?(?:(?:{_OPENS})\W+)*(?:{_REFUSES})(?:\W+(?:{_REFUSES}|{_POLITE}))*\W*", re.IGNORECASE)


def agrees(text: str) -> bool:
    """A plain yes, and nothing else."""
    return len(text) <= _SHORT and _YES.fullmatch(text) is not None


def refuses(text: str) -> bool:
    """A plain no, and nothing else."""
    return len(text) <= _SHORT and _NO.fullmatch(text) is not None
