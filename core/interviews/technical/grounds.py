"""Whether an answer gives grounds: a reason, a number, or a decision of one's own. By rules."""

from __future__ import annotations

import re
from typing import Final

from core.contracts.script import primary_language

_GROUNDS: Final = {
    "en": re.compile(
        r"\d|\b(?:because|since|so that|so (?:we|i)|therefore|thus|which meant|instead|rather than|trade-?offs?|"
        r"in exchange|at the cost|costs?|reason|in order to|otherwise|turned out|measured|compared|unless|if we|if i|"
        r"half|twice|double|dozens?|hundreds?|thousands?|two|three|four|five|six|seven|eight|nine|ten|"
        r"i (?:decided|chose|choose|rejected|dropped|moved|split|wrote|replaced|changed|found|fixed|proposed))\b",
        re.IGNORECASE,
    ),
    "ru": re.compile(
        r"\d|\b(?:потому|поэтому|так как|чтобы|иначе|вместо|зато|ценой|стоил\w*|причин\w+|из-за|если бы|оказалось|"
        r"измерил\w*|сравнил\w*|компромисс\w*|вдвое|втрое|половин\w+|десят\w+|сотн\w+|тысяч\w*|дв[ае]|три|четыре|"
        r"пять|(?:я|мы) (?:решил|выбрал|отказал|заменил|перен[её]с|разделил|нашл|наш[её]л|исправил|предложил)\w*)\b",
        re.IGNORECASE,
    ),
}


def has_grounds(text: str, language: str) -> bool:
    """In a language without rules every answer is taken to have some."""
    grounds = _GROUNDS.get(primary_language(language))
    return grounds is None or grounds.search(text) is not None
