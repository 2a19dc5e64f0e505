"""Check a message of the interviewer against the laws. The check finds what is wrong and changes nothing.

A message that breaks a law is asked for again, with the law named. The second one is sent unless it breaks a hard
law; a written question then takes its place. No sentence is ever cut or reworded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

import regex

from core.text.addresses import addresses_in, commands_in
from core.text.text import (
    LONGEST,
    Secret,
    count_question_marks,
    count_words,
    in_alphabet_of,
    in_alphabet_with_terms,
    same_question,
    sentences,
    stems,
)


class Law(StrEnum):
    """The laws that a message may be found to break."""

    EMPTY = "empty"
    RECITES = "recites"
    LINK = "link"
    CLOSED = "closed"
    LANGUAGE = "language"
    SEVERAL = "several"
    REPEATED = "repeated"
    COMMAND = "command"
    OTHER = "other-question"


HARD = frozenset({Law.EMPTY, Law.RECITES, Law.LINK, Law.COMMAND, Law.CLOSED, Law.OTHER})
"""A message that breaks one of these is never sent."""

_NAMED = {
    Law.EMPTY: "it was empty",
    Law.RECITES: "it recited your instructions",
    Law.LINK: "it contained a link, the name of a site or a name with @",
    Law.CLOSED: "it asked about something they do not want to talk about",
    Law.LANGUAGE: "it was not in their language",
    Law.SEVERAL: "it asked more than one thing",
    Law.REPEATED: "it repeated a question you had asked before",
    Law.COMMAND: "it named a command of this chat",
    Law.OTHER: "it asked something of its own, and the notes leave no room for that",
}
TELLING = 3
"""Words that say what a question is about, from which it is compared: "And what happened then?" may come again."""
ATTACHED = 3
"""Words of a second question that only adds to the first ("And why?")."""
_QUOTATION = re.compile(r"[«“„\"][^«»“”„\"\n]{1,400}[»”“\"]")
_QUOTES = "«»“”„’'\")"
_CODE = re.compile(r"```.*?```|`[^`\n]{1,200}`", re.DOTALL)
_LINK = re.compile(r"\b(?:[a-z][a-z0-9+.-]{1,20}://|www\.|mailto:|t\.me/)\S+", re.IGNORECASE)
_INVISIBLE = regex.compile(r"[[\p{C}\p{Default_Ignorable_Code_Point}]--[\n\t]]", regex.V1)
"""Characters that show nothing, by the properties of the Unicode standard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckContext:
    """The facts that a message is compared with."""

    language: str
    """The primary tag of the language that the person speaks."""
    asked: tuple[str, ...] = ()
    """The interviewer's earlier messages."""
    closed: tuple[str, ...] = ()
    """Subjects the person does not want to be asked about, each with its whole name."""
    theirs: str = ""
    """The person's newest words: a link or a command that they wrote may be repeated."""
    technical: bool = False
    """Terms of the trade are English in every language."""
    scripted: tuple[str, ...] = ()
    """Questions that people wrote, one of which the message may ask word for word: their wording is not checked."""
    may_ask: bool = True
    """False: it may ask one of those, or nothing."""
    secret: Secret = field(default_factory=Secret)


def broken_laws(message: str, context: CheckContext) -> tuple[Law, ...]:
    """Return the laws that `message` breaks, the hard ones first. Raises for no text; linear in it."""
    text = message.strip()[:LONGEST]
    if not any(character.isalnum() for character in text):
        return (Law.EMPTY,)
    scripted = [each for each in context.scripted if asks_word_for_word(text, each)]
    own = text
    for each in scripted:
        own = _word_for_word(each).sub(" ", own)
    visible = _INVISIBLE.sub("", own)
    bare = _CODE.sub(" ", visible)
    pressed = bare if context.technical else visible
    leads = addresses_in(pressed, in_code=context.technical)
    orders = commands_in(pressed, in_code=context.technical)
    questions = questions_in(own)
    written = in_alphabet_with_terms if context.technical else in_alphabet_of
    found = {
        Law.RECITES: context.secret.leaks(text),
        Law.LINK: bool(leads) and not leads <= addresses_in(context.theirs),
        Law.CLOSED: any(
            names_closed_subject(each, context.closed, context.language)
            for each in (*questions, *scripted) or sentences(bare)[-1:]
        ),
        Law.OTHER: bool(questions) and not scripted and not context.may_ask,
        Law.LANGUAGE: not written(context.language, _QUOTATION.sub(" ", _LINK.sub(" ", bare))),
        Law.SEVERAL: len(scripted) > 1
        or any(count_words(each) > ATTACHED for each in questions[0 if scripted else 1 :]),
        Law.REPEATED: any(
            same_question(each, old)
            for each in questions
            if len(stems(each, context.language)) >= TELLING
            for earlier in context.asked
            for old in questions_in(earlier)
        ),
        Law.COMMAND: bool(orders) and not orders <= commands_in(context.theirs),
    }
    return tuple(law for law, is_broken in found.items() if is_broken)


def describe_broken_laws(laws: Iterable[Law], closed: Iterable[str] = ()) -> str:
    """Say which laws a message broke, for the model that is to write it again."""
    faults = " and ".join(_NAMED[law] for law in laws)
    about = "; ".join(closed)
    return f"{faults} ({about})" if about and Law.CLOSED in laws else faults


def questions_in(message: str) -> list[str]:
    """Return the sentences that end with a question mark of their own, outside of quotations and code."""
    for pattern in (_CODE, _QUOTATION):
        message = pattern.sub(_without_marks, message)
    return [each for each in sentences(message) if count_question_marks(each)]


def asks_word_for_word(message: str, question: str) -> bool:
    """Tell whether a message contains a question as it was written, whatever its spaces and quotation marks are."""
    return _word_for_word(question).search(message) is not None


def _word_for_word(question: str) -> re.Pattern[str]:
    """Match a question up to the end of its sentence: "What do you do on Sundays?" does not ask "What do you do?"."""
    words = r"\W+".join(map(re.escape, re.findall(r"\w+", question)))
    return re.compile(rf"(?<!\w){words}[\s{_QUOTES}]*(?:[?!.…。？؟]+[{_QUOTES}]*|$)", re.IGNORECASE)


def _without_marks(found: re.Match[str]) -> str:
    return re.sub(r"[?!.;\n؟？]", " ", found.group())


def names_closed_subject(text: str, closed: Iterable[str], language: str = "") -> bool:
    """Tell whether a text names a closed subject as a whole: "Nika's father" closes neither Nika nor another father."""
    words = stems(text, language)
    return any(name and name <= words for name in (stems(each, language) for each in closed))
