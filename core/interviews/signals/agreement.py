"""A plain yes and a plain no, and nothing else. By rules."""

from __future__ import annotations

import re

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
