"""Find what platforms turn into something to press: links, bare domains, names with @, and commands of this chat.

A text is looked at as a reader's eye and a platform's parser see it: without characters that show nothing, in one form
of each letter, without the marks of Markdown.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

import regex
from tld import is_tld

from core.languages.messages import message_keys

_UNSEEN: Final = regex.compile(r"[[\p{C}\p{Default_Ignorable_Code_Point}\p{Mn}]--[\n\t]]", regex.V1)
"""Characters that show nothing of their own, as the Unicode standard has them: formats, controls, fillers, marks."""
_ONE_FORM: Final = str.maketrans({"。": ".", "⁄": "/", "∕": "/", "⧸": "/", "∶": ":", "ː": ":"})
"""Characters that look like a dot, a slash or a colon and are no form of it by the standard."""
_MARKDOWN: Final = str.maketrans("", "", "*~|`\\")
_ENDS: Final = ".,;:!?…)»”\"'"
_LINK: Final = re.compile(
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
    found = {each.group().rstrip(_ENDS) for each in _LINK.finditer(text)}
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
