"""Check a message of the interviewer against the laws. The check finds what is wrong and changes nothing.

A message that breaks a law is asked for again, with the law named. The second one is sent unless it breaks a hard
law; a written question then takes its place. No sentence is ever cut or reworded.

Links, names with @ and commands are looked for as a reader's eye and a platform's parser see a text: without characters
that show nothing, in one form of each letter, without the marks of Markdown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Final

import regex
from tld import is_tld

from core.languages.messages import message_keys
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

_UNSEEN: Final = regex.compile(r"[[\p{C}\p{Default_Ignorable_Code_Point}\p{Mn}]--[\n\t]]", regex.V1)
"""Characters that show nothing of their own, as the Unicode standard has them: formats, controls, fillers, marks."""
_ONE_FORM: Final = str.maketrans({"。": ".", "⁄": "/", "∕": "/", "⧸": "/", "∶": ":", "ː": ":"})
"""Characters that look like a dot, a slash or a colon and are no form of it by the standard."""
_MARKDOWN: Final = str.maketrans("", "", "*~|`\\")
_ENDS: Final = ".,;:!?…)»”\"'"
_PRESSED_LINK: Final = re.compile(
    r"\b(?:[a-z][a-z0-9+.-]{1,20}://|(?:mailto|tel|sms|tg|xmpp|magnet|javascript|data):(?=\S)|www\.)\S+"
)
_DOMAIN: Final = re.compile(r"(?<![\w.-])(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.)+([^\W\d_][\w-]{0,61}[^\W_])(?![\w-])")
_MENTION: Final = re.compile(r"(?<![\w.])@\w{2,}|<[@#][!&]?\d+>")
_ONLY_ADDRESSES: Final = frozenset(
    ("com", "org", "net", "info", "biz", "edu", "gov", "ru", "de", "uk", "fr", "xyz", "online", "site", "top", "click")
)
"""Endings of domains that are no ending of a file and no word of a program."""


def fold_visible(text: str) -> str:
    """Return `text` in small letters and without what cannot be seen; of its result it returns the same."""
    while True:
        plain = unicodedata.normalize("NFKC", _UNSEEN.sub("", text).translate(_ONE_FORM)).casefold()
        if plain == text:
            return text
        text = plain


def addresses_in(text: str, *, in_code: bool = False) -> set[str]:
    """Return the links, domains and names with @ in a text.

    `in_code`: the text is about programs, in which `example.py` and `user.name` are no domains.
    """
    text = fold_visible(text).translate(_MARKDOWN)
    found = {each.group().rstrip(_ENDS) for each in _PRESSED_LINK.finditer(text)}
    found.update(_MENTION.findall(text))
    for each in _DOMAIN.finditer(text):
        behind = text[each.end() : each.end() + 2]
        leads_on = behind[:1] == "/" and behind[1:].strip() != ""
        if is_tld(each[1]) and (not in_code or leads_on or each[1] in _ONLY_ADDRESSES):
            found.add(each.group())
    return found


def command_names() -> frozenset[str]:
    """Return the names of all commands; each has a message that says what it does."""
    return frozenset(key.removeprefix("command-") for key in message_keys() if key.startswith("command-"))


@cache
def _commands() -> re.Pattern[str]:
    which = "|".join(sorted(command_names()))
    return re.compile(rf"(?<![\w/.])/(?:{which})(?![\w/-]|\.\w)")


def commands_in(text: str, *, in_code: bool = False) -> set[str]:
    """Return the commands of this chat in a text.

    `in_code`: the text is about programs, in which "/delete" may be a path; then only a line that begins with a command
    counts.
    """
    text = fold_visible(text).translate(_MARKDOWN)
    found = _commands().finditer(text)
    return {each.group() for each in found if not in_code or not text[: each.start()].rpartition("\n")[2].strip()}


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
