"""Notice that somebody told about violence, loss, illness, shame or danger, from lists of words in each language.

Recall comes first: a false alarm costs one follow-up question, a miss can hurt somebody. Much that's hard is told in
words that are harmless one by one ("the scan went quiet", "then there were four"), so words weigh: three points within
a few sentences are hard, and the lists only ever make the interviewer gentler.

`sensitive.txt` in each language's folder has sections in square brackets:

- `[strong]`: each entry is worth three points, so it's enough alone
- `[medium]`: each entry is worth two points, but the same words only once
- `[weak]`: each paragraph is one theme, worth one point however many of its entries occur
- `[not]`: harmless idioms, removed from the text before anything is looked for
- `[danger]` and `[plain danger]`: precise phrases, which are hard too; entries of `[not danger]` and
  `[not plain danger]` are removed from the text before they're looked for
- `[groups]`: alternatives with a name

In `[strong]`, `[medium]`, `[weak]` and `[not]`, commas separate the entries; in the others each line is one entry.

- words are separated by spaces and match whole words; `*` at the end of a word matches any ending
- `a/b_c` matches either "a" or "b c", and `<name>` any of the alternatives of that name in `[groups]`
- an apostrophe may be missing, so `don't` matches "dont" too
- `word?` may be missing, and so may any one word for which `*?` is written (not at the end of an entry)
- `...` matches up to four words within a clause, also at the beginning or end of an entry
- `.` matches the beginning or end of a sentence; between words a comma, colon or dash may always come
"""

from __future__ import annotations

import re
from functools import cache

from core.languages import HERE, fold, languages_to_search

_TOKEN = re.compile(r"\w+(?:'\w+)*|[.!?…\n]+|[,;:()\[\]\"«»“”„—–]|(?<=\s)-(?=\s)")
_QUOTATION = re.compile(r"\"[^\"]{1,300}\"|“[^”]{1,300}”|„[^“”]{1,300}[“”]|«[^»]{1,300}»")
_GROUP = re.compile(r"<(\w+)>")
_WORD = r"[\w']++"
_NEXT = r"(?: ,)? "
_GAP_BETWEEN = rf"(?: ,)?(?: {_WORD}){{0,4}}?{_NEXT}"
_GAP_BEFORE = rf"(?:{_WORD} ){{0,4}}(?:, )?"
_GAP_AFTER = rf"(?: ,)?(?: {_WORD}){{0,4}}"
_NEVER = r"(?!)"
_ENOUGH = 3
_NEARBY = 200  # characters within which points add up: about three sentences
_SEPARATED_BY_COMMAS = frozenset({"strong", "medium", "weak", "not"})


def is_hard(text: str, language: str) -> bool:
    """Say if the text tells about something painful, past or present."""
    told = _flatten(text)
    return is_danger(text, language) or any(
        _adds_up(_without(told, tag, "not"), tag) for tag in languages_to_search(language)
    )


def is_danger(text: str, language: str) -> bool:
    """Say if the person may harm themselves or is being harmed now."""
    told = _flatten(_QUOTATION.sub(" , ", text))
    return any(
        _section(tag, section).search(told)  # most texts have none, and removing harmless idioms takes longer
        and _section(tag, section).search(_without(told, tag, "not", "not danger"))
        for tag in languages_to_search(language)
        for section in ("danger", "plain danger")
    )


def is_plain_danger(text: str, language: str) -> bool:
    """Say if the person tells in words that can't be misread that they mean to end their life."""
    told = _flatten(_QUOTATION.sub(" , ", text))
    return any(
        _section(tag, "plain danger").search(_without(told, tag, "not", "not danger", "not plain danger"))
        for tag in languages_to_search(language)
    )


def _adds_up(told: str, language: str) -> bool:
    """Say if entries near each other are worth enough points together."""
    if any(_section(language, section).search(told) for section in ("strong", "danger", "plain danger")):
        return True
    near: dict[str | int | None, tuple[int, int]] = {}
    for found in _hints(language).finditer(told):
        hint, points = (found.group(), 2) if found.lastindex == 1 else (found.lastindex, 1)
        near = {other: (start, worth) for other, (start, worth) in near.items() if found.start() - start < _NEARBY}
        near[hint] = (found.start(), points)
        if sum(worth for _, worth in near.values()) >= _ENOUGH:
            return True
    return False


def _flatten(text: str) -> str:
    """Return the words in lower case, with " . " around sentences and " , " between clauses."""
    tokens = ["."]
    for found in _TOKEN.findall(fold(text)):
        word = found if found[0].isalnum() or found[0] == "_" else "." if found[0] in ".!?…\n" else ","
        if word != "," or tokens[-1] not in ",.":
            tokens.append(word)
    return f" {' '.join(tokens)} . "


def _without(told: str, language: str, *sections: str) -> str:
    for section in sections:
        told = _section(language, section).sub("|", told)  # no word of an entry, and no gap, matches the bar
    return told


@cache
def _section(language: str, section: str) -> re.Pattern[str]:
    entries = [entry for paragraph in _paragraphs(language)[section] for entry in paragraph]
    return re.compile(rf"(?<= )(?:{_alternatives(entries)})(?= )")


@cache
def _hints(language: str) -> re.Pattern[str]:
    """Return a pattern whose first group is what's worth two points, and each other group a theme worth one."""
    paragraphs = _paragraphs(language)
    groups = [[entry for paragraph in paragraphs["medium"] for entry in paragraph], *paragraphs["weak"]]
    return re.compile(rf"(?<= )(?:{'|'.join(f'({_alternatives(group)})' for group in groups)})(?= )")


@cache
def _paragraphs(language: str) -> dict[str, list[list[str]]]:
    """Return the entries of each paragraph of each section, with the alternatives of a group for its name."""
    sections: dict[str, list[list[str]]] = {}
    groups: dict[str, str] = {}
    section = ""
    for line in (HERE / language / "sensitive.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[] ")
            sections[section] = [[]]
        elif not line.strip():
            sections.setdefault(section, []).append([])
        elif not line.startswith("#"):
            entry = _GROUP.sub(lambda name: groups[name[1]], fold(line.strip()))
            if section == "groups":
                name, _, alternatives = entry.partition("=")
                groups[name.strip()] = alternatives.strip()
            else:
                sections[section][-1] += entry.split(", ") if section in _SEPARATED_BY_COMMAS else [entry]
    return {name: [entries for entries in paragraphs if entries] for name, paragraphs in sections.items()}


def _alternatives(entries: list[str]) -> str:
    """Return a pattern of any of the entries, sorted by their first letters so that few are tried at each word."""
    sorted_entries: dict[str, list[str]] = {}
    for entry in entries:
        first, _, rest = entry.partition(" ")
        if first.endswith("?") or first == "...":
            sorted_entries.setdefault("", []).append(entry)
            continue
        choices: dict[str, list[str]] = {}
        for choice in first.split("/"):
            choices.setdefault(choice[0], []).append(choice)
        for letter, alike in choices.items():
            sorted_entries.setdefault(letter, []).append(f"{'/'.join(alike)} {rest}".rstrip())
    return (
        "|".join(
            f"(?={re.escape(letter)})(?:{'|'.join(map(_entry, alike))})" for letter, alike in sorted_entries.items()
        )
        or _NEVER
    )


def _entry(entry: str) -> str:
    """Return the pattern of one entry."""
    words = entry.removeprefix("... ").removesuffix(" ...").split()
    pattern = _GAP_BEFORE if entry.startswith("... ") else ""
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word == "...":
            continue
        if word.endswith("?"):
            pattern += f"(?:{_choice(word[:-1])}{_NEXT})?"
        elif following:
            pattern += _choice(word) + (_GAP_BETWEEN if following == "..." else _NEXT)
        else:
            pattern += _choice(word) + (_GAP_AFTER if entry.endswith(" ...") else "")
    return pattern


def _choice(alternatives: str) -> str:
    """Return the pattern of "a/b*/c_d"."""
    patterns = (_NEXT.join(map(_word, words.split("_"))) for words in alternatives.split("/"))
    return f"(?:{'|'.join(patterns)})"


def _word(word: str) -> str:
    return re.escape(word.removesuffix("*")).replace("'", "'?") + (r"[\w']*+" if word.endswith("*") else "")
