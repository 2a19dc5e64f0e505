"""What must be heard in an answer even where no model listens: wishes, refusals, distress.

Conservative on purpose. A wish is a whole short utterance (the answer, or its last message), so that a story with the
word "stop" in it is no wish. Distress is looked for everywhere, but only in the first person and in the present: most
of what is hard in a life is told in the past. English and Russian are known; other languages need the model.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

LONGEST_WISH = 14
"""Words; whoever says more is telling something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """What was heard; at most one of the wishes is true."""

    declined: bool = False
    """They would rather not answer this."""
    onward: bool = False
    """They want another question."""
    pause: bool = False
    """They want to stop for now."""
    stop: bool = False
    """They want the interview to be over."""
    distress: bool = False
    """They may hurt themselves, or are being hurt."""
    subject: str = ""
    """What is refused, in their words; empty where it is only this question."""
    nothing: bool = False
    """They have nothing to say to it: not a refusal, but asking on would press."""

    @property
    def wish(self) -> bool:
        return self.declined or self.onward or self.pause or self.stop


def hear(text: str) -> Signals:
    """The signals in an answer. Linear in the text; raises for none."""
    lines = [line for line in text.splitlines() if line.strip()]
    distress = _in_distress(text)
    for utterance in (text, lines[-1]) if len(lines) > 1 else (text,):
        wish = _wish(utterance)
        if wish:
            heard: dict[str, Any] = {wish: True}
            return Signals(distress=distress, **heard)
    return Signals(distress=distress, nothing=any(_NOTHING.fullmatch(form) for form in _forms(text)))


def hard(text: str) -> bool:
    """Whether something hard seems to be told: then nothing is echoed and nothing is probed by rule."""
    return _HARD.search(_folded(text)) is not None


# --- wishes -------------------------------------------------------------------------------------------------------

_APOSTROPHES = str.maketrans({"’": "'", "ʼ": "'", "‘": "'", "`": "'", "ё": "е"})
_SHORT_FORMS = {
    "i'm": "i am",
    "i'd": "i would",
    "i've": "i have",
    "let's": "let us",
    "don't": "do not",
    "can't": "cannot",
    "it's": "it is",
    "that's": "that is",
    "isn't": "is not",
    "won't": "will not",
}
_SHORT = re.compile(rf"\b(?:{'|'.join(_SHORT_FORMS)})\b")
_NO_LETTERS = re.compile(r"[^\w']+")
_POLITE = re.compile(
    r"^(?:(?:please|ok|okay|well|sorry|no|yes|oh|so|actually|thanks|thank you|honestly|i think|maybe|can we|could we|"
    r"пожалуйста|ладно|ну|извините|простите|нет|да|ой|так|честно говоря|знаете|спасибо|наверное|можно|"
    r"а можно|а|я думаю)"
    r" )+|(?: (?:please|thanks|thank you|sorry|ok|okay|now|then|пожалуйста|спасибо|извините|простите|"
    r"ладно|сейчас|тогда))+$"
)
_ABOUT = r"(?: (?:about|of|on|into|to|over)(?: \w[\w']*){1,6})?"
_ABOUT_RU = r"(?: (?:об?|обо|про|на)(?: \w+){1,5})?"
_TURNS = re.compile(r" (?:but|because|so|and|но|потому|однако|зато|и) ")
"""A wish that goes on like this is an answer with reasons; the model weighs those."""


def _all(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{part})" for part in parts))


def _words(*parts: str) -> re.Pattern[str]:
    """Alternatives that begin a word; with the boundary in front of all of them a search is three times as fast."""
    return re.compile(rf"\b(?:{'|'.join(parts)})")


_TELL = r"(?:say|answer|talk|speak|tell|discuss|share|go|remember|get)"
_TELL_RU = r"(?:говорить|отвечать|рассказывать|вспоминать|обсуждать|делиться|ответить|рассказать)"
_DECLINED = _all(
    rf"i (?:would rather|would prefer|prefer) not(?: to)?(?: {_TELL})?(?: (?:it|that|this|any more|anymore|"
    rf"more))?{_ABOUT}",
    rf"i (?:do not|would not|will not|cannot|do not really|really do not)(?: (?:want|wish|like|care))?(?: to)? "
    rf"(?:answer|talk|speak|discuss|go into)(?: (?:it|that|this|any more|anymore))?{_ABOUT}",
    r"i do not (?:want|wish) to(?: (?:say|answer|tell))?(?: (?:it|that|this|more|anything))?",
    r"no comment|none of your business",
    r"(?:that|this|it) is (?:too |very |quite )?(?:private|personal)(?: for me)?",
    rf"let us not(?: {_TELL})?(?: there)?{_ABOUT}|do not ask(?: me)?(?: (?:that|this|it))?{_ABOUT}",
    rf"i am not (?:comfortable|ready)(?: (?:answering|talking|with that|with this|to {_TELL}))?{_ABOUT}",
    r"not that|i refuse(?: to answer)?",
    rf"(?:я )?(?:не хочу|не буду|не хотел(?:а)? бы|не могу|не хочется|мне не хочется|мне не хотелось бы)"
    rf"(?: (?:об этом|про это|на это|на этот вопрос|больше))* {_TELL_RU}{_ABOUT_RU}",
    rf"(?:я )?(?:предпочитаю|предпоч(?:ел|ла|ту)(?: бы)?) не {_TELL_RU}{_ABOUT_RU}",
    rf"давайте не (?:будем|надо)(?: {_TELL_RU})?{_ABOUT_RU}",
    r"(?:лучше )?не (?:надо|будем|стоит|спрашивайте)(?: меня)? (?:об|про) эт(?:ом|о)",
    rf"не (?:хочу|буду|надо){_ABOUT_RU.removesuffix('?')}|без комментариев|не ваше дело",
    r"(?:это )?(?:слишком |очень )?личное",
    rf"(?:лучше|давайте) (?:не будем|оставим)(?: {_TELL_RU})?(?: это| эту тему)?{_ABOUT_RU}",
    r"оставим (?:это|эту тему)|отказываюсь(?: отвечать)?",
)
_ONWARD = _all(
    r"next(?: one| question)?|(?:let us |i want to |i would like to )?(?:move|go) on(?: to .{1,30})?|pass",
    r"(?:let us |i want to |i would like to |i will )?(?:skip|pass)(?: (?:it|this|that|over))?(?: one| question)?",
    r"(?:the |ask me )?(?:another|next|different) (?:question|topic|one)|(?:let us )?change the (?:subject|topic)",
    r"(?:let us )?talk about something else|something else|ask (?:me )?(?:about )?something else",
    r"(?:давайте |иде[мт]е? |пойдем(?:те)? |поехали )?дальше|следующий(?: вопрос)?",
    r"(?:задайте )?(?:другой|следующий) вопрос",
    r"(?:давайте )?(?:пропустим|пропустить|пропускаем|пропускаю|пропустите|пропусти)(?: (?:это|этот|"
    r"его))?(?: вопрос)?|пас",
    r"(?:давайте )?(?:сменим|поменяем) тему|другая тема",
    r"(?:давайте )?(?:поговорим )?о(?: чем нибудь)? другом",
    r"(?:давайте )?перейдем (?:к следующему|дальше)(?: вопросу)?",
    r"спросите (?:о другом|что нибудь другое)",
)
_PAUSE = _all(
    r"(?:let us |i want to |i would like to |i need to |we )?(?:pause|stop|take a break|have a break|make a pause|rest)"
    r"(?: (?:here|it|this))?(?: for (?:now|today|a while|tonight))?",
    r"that is enough|(?:that is |this is )?(?:enough|all|it) for (?:now|today|tonight)|a break",
    r"i need (?:a break|a pause|a rest|to rest|to go)|i have to go",
    r"i am (?:too |very |a bit |a little |so )?tired(?: (?:today|for today))?",
    r"(?:let us |we (?:can|will) )?(?:continue|go on|talk|finish) (?:later|tomorrow|another (?:day|time)|"
    r"some other time|next time)",
    r"(?:i will )?(?:continue|answer|come back|be back) (?:later|tomorrow)",
    r"(?:good ?bye|bye(?: bye)?|good night|(?:see|talk to) you (?:tomorrow|later|soon|next time)|"
    r"(?:talk|more) (?:later|tomorrow)|until (?:tomorrow|next time))(?: (?:my )?dear)?",
    r"до свидания|до завтра|до встречи|до скорого|пока|всего (?:доброго|хорошего)|(?:спокойной|доброй) ночи",
    r"(?:я )?(?:потом|позже|завтра) (?:отвечу|напишу|расскажу|допишу)",
    r"пауза|стоп|перерыв|(?:давайте )?(?:сделаем |возьмем )?(?:небольшую |маленькую )?паузу",
    r"(?:давайте )?(?:сделаем )?(?:небольшой )?перерыв",
    r"(?:давайте )?(?:остановимся|прервемся|передохнем|отдохнем)(?: (?:на этом|здесь|пока|на сегодня|ненадолго))*",
    r"(?:давайте )?(?:потом|позже|завтра|в другой раз)? ?(?:продолжим|договорим|поговорим|доскажу|"
    r"расскажу|отвечу) (?:потом|позже|завтра|в другой раз|после)",
    r"(?:давайте )(?:потом|позже|завтра|в другой раз)|(?:на сегодня|пока) (?:хватит|достаточно|все)",
    r"(?:хватит|достаточно) (?:на сегодня|пока)|хватит",
    r"(?:я )?(?:сегодня |что то |очень |немного |уже )+устал(?:а)?",
    r"(?:я )?устал(?:а)? (?:сегодня|давайте (?:потом|позже|завтра|продолжим потом))",
    r"(?:давайте )?(?:закончим|завершим) (?:на сегодня|пока)",
    r"мне (?:надо|нужно|пора) (?:идти|отдохнуть|бежать|прерваться)|мне пора",
)
_INTERVIEW = r"(?: (?:the|this|our) (?:interview|conversation|talk))"
_STOP = _all(
    r"(?:let us |i want to |i would like to |we )?(?:stop|end|finish|close|quit|"
    rf"complete){_INTERVIEW}(?: (?:here|for good))?",
    r"(?:let us |i want to |i would like to )?(?:stop|end|finish)(?: it| this)? (?:here )?(?:for good|"
    r"for ever|forever|altogether)",
    r"(?:let us |i want to |i would like to )?(?:end|finish)(?: it| this)?(?: here)?|i want to be done",
    rf"i am (?:done|finished|through) with(?: (?:this|it)|{_INTERVIEW})",
    r"i do not want to (?:continue|go on|do this)(?: (?:with )?(?:this|it|the interview|any more|"
    r"anymore))*|no more questions",
    r"(?:давайте )?(?:закончим|завершим|заканчиваем|завершаем|закончить|завершить|прекратим|прекратите|"
    r"прекратить|остановите)"
    r"(?: (?:интервью|разговор|беседу|этот разговор|на этом|совсем|насовсем|опрос))*",
    r"(?:я )?хочу (?:закончить|завершить|прекратить)(?: (?:интервью|разговор|этот разговор|беседу|на этом|совсем))*",
    r"больше никаких вопросов",
    r"(?:я )?(?:больше )?не (?:хочу|буду) (?:больше )?(?:продолжать|участвовать|этого|"
    r"разговаривать)(?: (?:интервью|разговор|в этом))*|(?:я )?больше не хочу",
)
_WISHES = (("stop", _STOP), ("pause", _PAUSE), ("declined", _DECLINED), ("onward", _ONWARD))
"""Where several are said at once, the first of these counts."""
_CLAUSE = re.compile(r"[,.;:!…–—\n]+")
_NOTHING = _all(
    r"(?:i )?(?:do not|cannot|can not|no longer)(?: really)? (?:know|remember|recall)(?: (?:it|that|this|"
    r"any more|anymore|anything|nothing))?",
    r"no idea|nothing|nothing (?:special|comes to mind|really)|no one|nobody|none|never|no|nope",
    r"i have no idea|i forgot|i have forgotten",
    r"(?:я )?(?:уже |больше |этого |ничего |совсем |сейчас )*не (?:знаю|помню|вспомню|припомню|"
    r"вспоминается)(?: (?:этого|уже|ничего|точно|совсем))*",
    r"(?:я )?(?:забыла?|позабыла?)(?: уже)?|ничего(?: (?:особенного|такого|не было))?|никто|никого",
    r"никогда|нет|не было|нечего сказать|даже не знаю",
)


def _folded(text: str) -> str:
    return text.casefold().translate(_APOSTROPHES)


def _forms(text: str) -> tuple[str, ...]:
    """A short text in the form that the patterns are written for, as it is and without what is said out of politeness.

    Empty for a longer text.
    """
    if len(text) > 30 * LONGEST_WISH or len(text.split()) > 2 * LONGEST_WISH:
        return ()
    words = _written_out(" ".join(_NO_LETTERS.sub(" ", _folded(text)).split()))
    bare = _POLITE.sub("", words).strip()
    return tuple(form for form in dict.fromkeys((words, bare)) if form and len(form.split()) <= LONGEST_WISH)


def _written_out(words: str) -> str:
    return _SHORT.sub(lambda found: _SHORT_FORMS[found.group()], words) if "'" in words else words


def _wish(text: str) -> str:
    """The name of the wish that `text` is; empty when it is none, or when anything else is said with it."""
    forms = _forms(text)
    asks_long = "?" in text and len(text.split()) > 8
    if not forms or asks_long or any(_TURNS.search(form) for form in forms):
        return ""
    if whole := _named(forms):
        return whole
    found = {_named(clause) for part in _CLAUSE.split(text) if (clause := _forms(part))}
    return "" if "" in found else next((name for name, _ in _WISHES if name in found), "")


def _named(forms: tuple[str, ...]) -> str:
    return next((name for name, pattern in _WISHES if any(pattern.fullmatch(form) for form in forms)), "")


# --- distress -----------------------------------------------------------------------------------------------------

_QUOTED = re.compile(r"[«“„\"][^«»“”„\"\n]{0,400}[»”“\"]")
_PLACE = (
    r"(?:in|at|on|near|with|among|beside|next|peacefully|quietly|like|as|before|after|when|knowing|there|here|"
    r"old|first)"
)
_PLACE_RU = (
    r"(?:в|во|на|дома|там|здесь|тут|с|со|у|одна|один|как|так|рядом|спокойно|своей|раньше|перв\w+|вместе|легко|"
    r"тихо|долго|вечно)"
)
"""After "I want to die" these make a wish for the end of a long life: "at home", "before him"."""
_KIN = r"(?:he|she|they|my (?:husband|wife|son|daughter|father|mother|partner|boyfriend|brother|carer|nurse|grandson))"
_KIN_RU = r"(?:он|она|они|муж|жена|сын|дочь|дочка|отец|мать|брат|внук|внучка|зять|невестка|сожитель|сиделка)"
_NOW = r"(?:now|every (?:day|night|week)|still|again|all the time|these days)"
_NOW_RU = r"(?:сейчас|теперь|каждый (?:день|вечер)|каждую (?:ночь|неделю)|до сих пор|опять|снова|постоянно|все время)"
_DISTRESS = _words(
    rf"i (?:really |just |only )?(?:want|wanna|wish|long) to (?:die|be dead)\b(?! {_PLACE}\b)",
    r"i (?:really |just )?(?:want|wanna|am going|am planning|plan|intend) to (?:kill|hurt|harm|cut|hang) "
    r"myself\b",
    r"i (?:really |just )?(?:want|wanna|am going|am planning|plan) to (?:end (?:my life|it all)|take my "
    r"(?:own )?life)\b",
    r"i(?: am| keep| have been)? think(?:ing)? (?:about|of) (?:killing myself|suicide|ending (?:my life|it "
    r"all)|hurting myself)\b",
    rf"i do not want to (?:live|be alive|wake up)(?: (?:any ?more|any longer))?\b(?! (?:{_PLACE}|without|off|"
    r"alone|under)\b)",
    r"i (?:have (?:nothing|no reason)(?: left)? to live|see no reason to live|would be better off dead|am "
    r"suicidal|feel suicidal)\b",
    r"i (?:am|keep) (?:cutting|hurting|harming) myself\b",
    rf"{_KIN} (?:beats|hits|hurts|chokes|rapes|abuses|threatens) me\b[^.!?\n]{{0,30}}\b{_NOW}\b",
    rf"{_KIN} (?:still |keeps )(?:beats|hits|hurts|beating|hitting|hurting|choking|raping|abusing|threatening) "
    r"me\b",
    r"i am (?:being (?:beaten|abused|raped|hurt)|not safe (?:at home|here|now))\b",
    rf"afraid (?:that )?{_KIN} will kill me\b|не хочу просыпаться\b",
    rf"не хочу (?:больше |уже )?жить\b(?:(?! {_PLACE_RU}\b)(?! без\b))",
    rf"(?:больше )?жить (?:больше )?не (?:хочется|хочу)\b(?! {_PLACE_RU}\b)",
    r"(?<!не )(?:хочу|собираюсь|решила?|думаю) (?:покончить с собой|убить себя|наложить на себя руки|свести "
    r"счеты с жизнью|повеситься|отравиться)\b",
    r"(?:покончу с собой|убью себя|наложу на себя руки|режу себя)\b|думаю (?:о|про) (?:самоубийств|суицид)",
    r"(?:мне |больше )*(?:незачем|не для чего|нет смысла)(?: больше)? жить\b",
    rf"{_KIN_RU} (?:меня )?(?:[а-я]+ ){{0,3}}(?:бьет|бьют|избивает|избивают|насилует|истязает|душит)(?: "
    rf"меня)?\b[^.!?\n]{{0,30}}\b{_NOW_RU}\b",
    rf"{_KIN_RU} (?:меня )?{_NOW_RU} (?:меня )?(?:бьет|бьют|избивает|избивают|насилует|истязает|душит)\b",
    rf"меня (?:{_NOW_RU} )?(?:бьют|избивают|насилуют|истязают) (?:{_NOW_RU}|дома)\b",
    rf"боюсь,? что {_KIN_RU} (?:меня )?убь[её]т\b",
    rf"(?<!не )хочу (?:просто )?(?:умереть|сдохнуть)\b(?! {_PLACE_RU}\b)",
)
_HARD = re.compile(
    r"\b(?:died|dead|death|dying|killed|murder\w*|funeral|buried|passed away|suicide|cancer|divorc\w+|"
    r"miscarr\w+|stillborn|"
    r"raped?|beaten|starv\w+|orphan\w*|grief|mourn\w*|cried|crying|widow\w*|lost (?:my|our|him|her|them)|"
    r"prison|arrested|"
    r"умер\w*|скончал\w*|погиб\w*|смерт\w*|похор\w+|хорони\w+|убил\w*|убит\w*|самоубийств\w*|онколог\w*|"
    r"развод\w*|развел\w*|"
    r"выкидыш\w*|изнасил\w*|избива\w*|голод\w*|сирот\w*|горе|плак\w+|рыда\w*|вдов\w*|потерял\w*|тюрьм\w*|"
    r"арестов\w*|расстрел\w*|"
    r"репресс\w*|сослал\w*|блокад\w*)\b"
)


def _in_distress(text: str) -> bool:
    return _DISTRESS.search(_written_out(_QUOTED.sub(" ", _folded(text)))) is not None
