"""Reading what people write before an interview about something begins: a link, a title, a wish, or a memory. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from core.intake import MOST_QUESTIONS, Intake, Step
from core.sources.mentions import link_in

LONGEST_WISH: Final = 300
"""Characters; what is longer tells of the episode."""
LONGEST_SEARCH: Final = 12
"""Words; who writes more is not looking for a title."""
LONGEST_LINK: Final = 2_000
_SHORT = 4
_BARE = re.compile(r"(?:[a-z0-9-]+\.)+[a-z]{2,24}/?", re.IGNORECASE)
_NOUN = r"(?:questions?|вопрос(?:а|ов)?)"
_NUMBER = rf"(?:ask\s+(?:me\s+)?|задай(?:те)?\s+(?:мне\s+)?)?(?P<before>\d{{1,3}})\s+(?:main\s+|основн\w+\s+)?{_NOUN}"
_NAMED = re.compile(rf"\b{_NOUN}\s*[=:]\s*(?P<after>\d{{1,3}})\b", re.IGNORECASE)
_ANYWHERE = re.compile(rf"\b{_NUMBER}\b", re.IGNORECASE)
_CLAUSE = re.compile(
    rf"(?:(?<=[,;.\n])|^)\s*(?:and\s+|please\s+|и\s+|пожалуйста,?\s+)?{_NUMBER}(?:,?\s+(?:please|пожалуйста))?\s*(?=[,;.!\n]|$)",
    re.IGNORECASE,
)
_TEMPLATE = re.compile(r"\b(?:template|style|шаблон)\s*[=:]\s*(\w+)", re.IGNORECASE)
_BEFORE = re.compile(r"^(?:(?:and|with|please|и|с|пожалуйста)\b|[\s,;:.–—-])+", re.IGNORECASE)
_BEHIND = re.compile(r"(?:[\s,;:–—-]|\b(?:and|with|и|с)$)+$", re.IGNORECASE)
_WISH = re.compile(
    r"\W*(?:(?:and|but|please|и|а|но|пожалуйста)\W+)*(?:focus(?:ing)? on|concentrate on|ask me (?:more )?about|"
    r"(?:a little |much )?(?:more|less) about|(?:i(?:['’]d| would) like to|i want to|let['’]?s|let us) (?:talk|speak)|"
    r"сосредоточ\w*|спрос(?:и|ите) (?:меня )?(?:о|об|про)|спрашивай(?:те)?|по?(?:больше|меньше) (?:о|об|про)|"
    r"(?:больше|меньше) (?:о|об|про)|(?:давай(?:те)?|хочу|хотел(?:а|ось)? бы) поговори\w*|поговорим)\b",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"\W*(?:№|#|no\.?|number|номер)?\s*(\d{1,2})\W*", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What words of the intake say."""

    link: str = ""
    questions: int | None = None
    template: str = ""
    rest: str = ""
    """Everything else, as it was written."""


def read_wish(text: str, templates: Mapping[str, str], *, settled: bool = False) -> Wish:
    """What somebody wrote; `templates`: what each may be called, in lower case, and its name.

    `settled`: it is known what it is about, so that nothing here is a title. A title may hold a number of questions.
    """
    link, rest = _link(text)
    free = settled or link != ""
    questions, rest = _count(rest, free=free)
    template, rest = _template(rest, templates, free=free)
    if link or questions is not None or template:
        rest = _BEHIND.sub("", _BEFORE.sub("", rest.strip()))
    return Wish(link=link, questions=questions, template=template, rest=rest.strip())


def _count(text: str, *, free: bool) -> tuple[int | None, str]:
    """How many questions they would like, and the text without that."""
    if found := _NAMED.search(text):
        return min(MOST_QUESTIONS, max(1, int(found["after"]))), _cut(text, found)
    found = (_ANYWHERE if free else _CLAUSE).search(text)
    if found is None or not 1 <= (number := int(found["before"])) <= MOST_QUESTIONS:
        return None, text
    return number, _cut(text, found)


def _template(text: str, templates: Mapping[str, str], *, free: bool) -> tuple[str, str]:
    """The way that they name, and the text without that."""
    if named := _TEMPLATE.search(text):
        return templates.get(named[1].casefold(), ""), _cut(text, named)
    whole = text.strip(' .,!«»“”"').casefold()
    if whole in templates:
        return templates[whole], ""
    words = re.findall(r"\w+", whole)
    if free and len(words) <= _SHORT and (found := [templates[word] for word in words if word in templates]):
        return found[0], ""
    return "", text


def _cut(text: str, found: re.Match[str]) -> str:
    return f"{text[: found.start()]}{text[found.end() :]}"


def _link(text: str) -> tuple[str, str]:
    """The first address in a text, and the text without it."""
    link = link_in(text)
    if link is None and (bare := _BARE.fullmatch(text.strip())):
        return bare[0], ""
    if link is None or len(link) > LONGEST_LINK:
        return "", text
    return link, text.replace(link, " ", 1)


def ordinal(text: str) -> int | None:
    """The number of something in a list, where they write nothing but that."""
    found = _ORDINAL.fullmatch(text)
    return int(found[1]) if found is not None else None


def heard(intake: Intake, text: str, ref: str, templates: Mapping[str, str]) -> Intake:
    """The intake after somebody has written this: `FINDING` where there is now something to be looked for."""
    wish = read_wish(text, templates, settled=intake.has_source)
    template = wish.template or intake.template
    intake = intake.model_copy(update={"questions": wish.questions or intake.questions, "template": template})
    rest = wish.rest
    is_wish = _WISH.match(rest) is not None and len(rest) <= LONGEST_WISH
    if wish.link:
        intake = intake.about(step=Step.FINDING, link=wish.link, linked_by=ref, anew=False)
    elif intake.step is Step.CHOOSING and rest and not is_wish:
        if len(rest.split()) <= LONGEST_SEARCH:
            return intake.model_copy(update={"step": Step.FINDING, "search": rest, "page": 0})
        # Nobody looks for a title with so many words: they tell what they remember.
        intake = intake.about(step=Step.SOURCE)
    elif intake.failed and rest and not is_wish:
        intake = intake.about()
    if not rest:
        return intake
    return intake.telling(ref, rest, wish=is_wish or _is_brief(intake, rest))


def _is_brief(intake: Intake, text: str) -> bool:
    """Whether words are a wish because it is known what it is about, and they are few."""
    if not intake.has_source or intake.step is Step.SOURCE:
        return False
    if intake.episode is None and intake.file is None:
        return len(text.split()) < _SHORT
    return len(text) <= LONGEST_WISH
