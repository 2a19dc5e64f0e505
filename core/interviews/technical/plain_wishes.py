"""Level, programming language, length and focus in plain words of both languages. By rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from core.interviews.technical.exercises.exercise import Programming
from core.interviews.technical.intake import Intake
from core.interviews.technical.subject import Focus, Length, Seniority


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w#+.])(?:{pattern})(?![\w#+])", re.IGNORECASE)


_LEVELS: Final[Mapping[Seniority, re.Pattern[str]]] = {
    Seniority.STAFF: _words(r"staff|principal|tech ?lead|team ?lead|техлид|тимлид|ведущ\w+|лид"),
    Seniority.SENIOR: _words(r"seniors?|sr\.?|сеньор\w*|синьор\w*|сениор\w*|старш\w+"),
    Seniority.MIDDLE: _words(r"middle|mid(?:-?level)?|intermediate|мидл\w*|миддл\w*|средн\w+"),
    Seniority.JUNIOR: _words(r"juniors?|jr\.?|entry[- ]level|trainee|intern|джун\w*|джуниор\w*|младш\w+|стаж[её]р\w*"),
}
_LANGUAGES: Final[Mapping[Programming, re.Pattern[str]]] = {
    Programming.TYPESCRIPT: _words(r"typescript|ts|тайпскрипт\w*"),
    Programming.JAVASCRIPT: _words(r"javascript|js|node(?:\.?js)?|джаваскрипт\w*"),
    Programming.JAVA: _words(r"java|джав[ауые]"),
    Programming.CPP: _words(r"c\+\+|cpp|си ?плюс ?плюс|плюсы|с\+\+"),
    Programming.GO: _words(
        r"golang|go(?= (?:developer|engineer|backend|middle|senior|junior|lang\w*|разраб\w*))|"
        r"(?<=in )go|(?<=на )go|го(?=-разраб|ланг)\w*"
    ),
    Programming.PYTHON: _words(r"python\d?|питон\w*|пайтон\w*"),
}
_MINUTES = re.compile(r"(\d{1,3})\s*(?:min\w*|m\b|мин\w*)", re.IGNORECASE)
_HOUR = _words(r"(?:an?|one|1) hour|час(?:ок)?")
_LENGTHS: Final[Mapping[Length, re.Pattern[str]]] = {
    Length.SHORT: _words(r"short(?:er)?|quick|brief|half an hour|коротк\w*|покороче|быстр\w*|недолг\w*|полчаса"),
    Length.LONG: _words(r"long(?:er)?|full|подлинн\w*|длинн\w*|подольше|полн\w+"),
}
_CODING = r"(?:cod\w+|algorithms?|exercises?|tasks?|leetcode|programming|live coding)"
_CODING_RU = r"(?:код\w*|алгоритм\w*|задач\w*|задани\w*|программирован\w*)"
_FOCUSES: Final[Mapping[Focus, re.Pattern[str]]] = {
    Focus.TALK: _words(
        rf"(?:no|without|skip) (?:the )?{_CODING}|без {_CODING_RU}|only (?:questions|talk)|just (?:questions|talk)|"
        r"только (?:вопрос\w*|разговор\w*|поговорить)|questions only"
    ),
    Focus.CODE: _words(rf"only {_CODING}|just {_CODING}|{_CODING} only|только {_CODING_RU}|одни {_CODING_RU}"),
    Focus.MIXED: _words(r"mixed|both|смешанн\w*|и то и друг\w*|всё вместе|пополам"),
}
_EMPTY: Final = _words(
    r"please|i(?:['’]d| would) like|i want|let(?:['’]s| us)|level|interview|developer|engineer|for|a|an|the|of|in|with|"
    r"and|at|to|minutes?|min|пожалуйста|хочу|хотелось бы|давай(?:те)?|уровень|уровня|собеседование|разработчик\w*|"
    r"инженер\w*|на|в|по|для|и|с|минут\w*|мин"
)


def wished(intake: Intake, text: str) -> tuple[Intake, str]:
    """The intake with what a few words wish, and what of them says something else."""
    update: dict[str, object] = {}
    rest = text
    for key, table in (("level", _LEVELS), ("focus", _FOCUSES), ("language", _LANGUAGES)):
        for value, pattern in table.items():
            if pattern.search(rest):
                update[key] = value
                rest = pattern.sub(" ", rest)
                break
    length, rest = _length(rest)
    if length is not None:
        update["length"] = length
    left = " ".join(re.sub(r"[^\w#+./ -]", " ", _EMPTY.sub(" ", rest)).split())
    return intake.model_copy(update=update), left if any(map(str.isalpha, left)) else ""


def _length(text: str) -> tuple[Length | None, str]:
    if (found := _MINUTES.search(text)) is not None:
        minutes = int(found[1])
        length = Length.SHORT if minutes <= 25 else Length.LONG if minutes > 50 else Length.USUAL
        return length, _MINUTES.sub(" ", text)
    if _HOUR.search(text):
        return Length.LONG, _HOUR.sub(" ", text)
    for length, pattern in _LENGTHS.items():
        if pattern.search(text):
            return length, pattern.sub(" ", text)
    return None, text
