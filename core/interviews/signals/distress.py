"""Distress of today."""

from __future__ import annotations

import re

from core.interviews.signals.normal import flat


def _words(*parts: str) -> re.Pattern[str]:
    """Alternatives that begin a word."""
    return re.compile(rf"\b(?:{'|'.join(parts)})")


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


def in_distress(text: str) -> bool:
    return _DISTRESS.search(flat(_QUOTED.sub(" ", text))) is not None
