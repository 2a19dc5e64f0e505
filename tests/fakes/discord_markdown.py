"""Discord's Markdown as its clients read it: `displayed` gives the words that a person sees.

The rules and their order are those of the clients' parser. What looks like a mention, a timestamp or an emoji becomes
a word in angle quotes, so that a test notices it.
"""

from __future__ import annotations

import re

# The clients' parser knows letters of ASCII only where it looks for the end of a word: so do these patterns.
_ESCAPE = re.compile(r"\\([^0-9A-Za-z\s])")
_FENCE = re.compile(r"```(?:([a-z0-9_+\-.#]+?)\n)?\n*([^\n][\s\S]*?)\n*```", re.IGNORECASE)
_CODE = re.compile(r"(`+)([\s\S]*?[^`])\1(?!`)")
_LINK = re.compile(
    r"\[((?:\[[^\]]*\]|[^\[\]]|\](?=[^\[]*\]))*)\]"
    r"\(\s*<?((?:\([^)]*\)|\((?![^)]*\))|[^\s\\()]|\\.)*?)>?(?:\s+['\"][\s\S]*?['\"])?\s*\)"
)
_AUTOLINK = re.compile(r"<((?:https?|mailto|tel|sms):[^ >]+)>")
_URL = re.compile(r"(?:https?|steam)://[^\s<]+[^<.,:;\"'\]\s]")
_SHRUG = re.compile(r"¯\\_\(ツ\)_/¯")
_TAGS = (
    (re.compile(r"<@!?\d+>"), "mention"),
    (re.compile(r"<@&\d+>"), "role"),
    (re.compile(r"<#\d+>"), "channel"),
    (re.compile(r"</[-\w ]+:\d+>"), "command"),
    (re.compile(r"<a?:[A-Za-z0-9_]+:\d+>"), "emoji"),
    (re.compile(r"<t:-?\d{1,17}(?::[tTdDfFRsS])?>"), "time"),
    (re.compile(r"<id:(?:customize|browse|guide|home|linked-roles)(?::\d+)?>"), "place"),
    (re.compile(r":(?:[0-9_]*[A-Za-z][A-Za-z0-9_+-]*|[+-]1|100|1234)(?:::skin-tone-\d)?:"), "emoji"),
)
_EMPHASIS = (
    (re.compile(r"\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)"), 0.1),
    (re.compile(r"__((?:\\[\s\S]|[^\\])+?)__(?!_)"), 0.0),
    (re.compile(r"_((?:__|\\[\s\S]|[^\\_])+?)_(?![A-Za-z0-9_])"), 0.2),
    (
        re.compile(r"\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)"),
        0.2,
    ),
)
_HIDDEN = (re.compile(r"~~([\s\S]+?)~~(?!_)"), re.compile(r"\|\|([\s\S]+?)\|\|"))
_HEADING = re.compile(r" *#{1,3} +([^\n]+?) *#* *(?:\n|$)")
_SUBTEXT = re.compile(r" *-# +([^\n]+)(?:\n|$)")
_QUOTE_REST = re.compile(r" *>>> +([\s\S]*)")
_QUOTE_LINE = re.compile(r" *>(?!>>) +([^\n]*)(?:\n|$)")
_BULLET = re.compile(r"( *)[-*] +(?=\S)")
_NUMBER = re.compile(r"( *)(\d{1,9})\. +(?=\S)")
_PLAIN = re.compile(r"[0-9A-Za-z\u00c0-\ufffe ]+?(?=[^0-9A-Za-z\s\u00c0-\ufffe]|\s|https?://|$)")


_DEEPEST = 50


def displayed(content: str) -> str:
    """The words of a message as a client shows them: markup gone, line breaks kept, bullets drawn."""
    return _Reader().read(content, start=True)


class _Reader:
    """One pass; `number` is where an ordered list has got to, `depth` how deep markup lies in markup."""

    def __init__(self) -> None:
        self._number: int | None = None
        self._depth = 0
        self._quoted = False

    def _within(self, text: str) -> str:
        """What stands between two signs; nothing is looked for in it when it lies too deep."""
        if self._depth >= _DEEPEST:
            return text
        self._depth += 1
        words = self.read(text, start=False, block=False)
        self._depth -= 1
        return words

    def read(self, text: str, *, start: bool, block: bool = True) -> str:
        """`start`: the text begins a line; `block`: headings, quotes and lists count."""
        shown: list[str] = []
        while text:
            taken = self._block(text) if start and block else None
            found = taken or self._inline(text)
            words, length = found
            shown.append(words)
            start = text[length - 1] == "\n"
            text = text[length:]
        return "".join(shown)

    def _block(self, text: str) -> tuple[str, int] | None:
        """What only a line can begin with."""
        if number := _NUMBER.match(text):
            self._number = int(number[2]) if self._number is None else self._number + 1
            return f"{number[1]}{self._number}. ", number.end()
        self._number = None
        if bullet := _BULLET.match(text):
            return f"{bullet[1]}• ", bullet.end()
        for pattern in (_HEADING, _SUBTEXT):
            if line := pattern.match(text):
                words = self.read(line[1], start=False)
                return words + ("\n" if line[0].endswith("\n") else ""), line.end()
        return None if self._quoted else self._quote(text)

    def _quote(self, text: str) -> tuple[str, int] | None:
        """A quotation; there is none within another."""
        quote = _QUOTE_REST.match(text) or _QUOTE_LINE.match(text)
        if quote is None:
            return None
        self._quoted = True
        words = self.read(quote[1], start=True)
        self._quoted = False
        ends = quote.re is _QUOTE_LINE and quote[0].endswith("\n")
        return words + ("\n" if ends else ""), quote.end()

    def _inline(self, text: str) -> tuple[str, int]:
        for read in (self._literal, self._tag, self._link, self._emphasis, self._hidden):
            if found := read(text):
                return found
        if plain := _PLAIN.match(text):
            return plain[0], plain.end()
        return text[0], 1

    @staticmethod
    def _literal(text: str) -> tuple[str, int] | None:
        """What is shown as it stands, or with its delimiters gone."""
        if shrug := _SHRUG.match(text):
            return shrug[0], shrug.end()
        if escape := _ESCAPE.match(text):
            return escape[1], escape.end()
        if fence := _FENCE.match(text):
            return fence[2], fence.end()
        if code := _CODE.match(text):
            return code[2].strip() if code[2].strip().startswith("`") else code[2], code.end()
        if url := _URL.match(text):
            return url[0], url.end()
        return None

    @staticmethod
    def _tag(text: str) -> tuple[str, int] | None:
        for pattern, name in _TAGS:
            if tag := pattern.match(text):
                return f"‹{name}›", tag.end()
        if link := _AUTOLINK.match(text):
            return link[1].removeprefix("mailto:").removeprefix("tel:"), link.end()
        return None

    def _link(self, text: str) -> tuple[str, int] | None:
        link = _LINK.match(text)
        if link is None or not re.match(r"(?:https?|discord|mailto):", link[2]):
            return None
        return self._within(link[1]), link.end()

    def _emphasis(self, text: str) -> tuple[str, int] | None:
        """The longest wins, and of equally long ones the finer."""
        found = [(match.end() + finer, match) for pattern, finer in _EMPHASIS if (match := pattern.match(text))]
        if not found:
            return None
        _, match = max(found, key=lambda pair: pair[0])
        return self._within(match[1]), match.end()

    def _hidden(self, text: str) -> tuple[str, int] | None:
        for pattern in _HIDDEN:
            if match := pattern.match(text):
                return self._within(match[1]), match.end()
        return None
