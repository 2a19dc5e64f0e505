"""Read the folder that Inkwell writes about an episode, in the shapes of all its versions.

Models wrote these files and people edit them, so whatever is missing or odd is passed over.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import PurePosixPath
from typing import Final

from core.interviews.podcast.formats.feeds import parse_date, parse_length, whole_number
from core.interviews.podcast.formats.front_matter import (
    is_rule,
    parse_heading,
    split_front,
    split_sections,
    strip_markup,
    yaml_values,
)
from core.interviews.podcast.formats.transcripts import read_transcript
from core.interviews.podcast.sources.bounds import quotes_in_text
from core.interviews.podcast.sources.material import (
    BESIDE_INKWELL,
    Concept,
    ContextOrigin,
    Episode,
    EpisodeContext,
    Material,
    Quote,
    Transcript,
)
from core.interviews.podcast.sources.pieces import tidy_line
from core.languages import fold
from core.languages.lexicon import any_of, any_word, entries
from core.readers.html_text import decode_text
from core.readers.source_errors import Empty, SourceError, Unreadable

_METADATA = (".metadata.yaml", ".metadata.yml", "metadata.yaml", "metadata.yml")
_TEXTS = ("summary.md", "quotes.md", "key-concepts.md", "concepts.md")
_MENTIONED: Final = "-mentioned.md"
_KINDS: Final = ("books", "tools", "people")
"""The lists that a context has; other things that are mentioned are concepts."""
_TRANSCRIPT = re.compile(r"_?transcript\.(?:md|txt|srt|vtt|json|html)")
_CAPTIONS = (".srt", ".vtt")
_LARGEST: Final = 1 << 18  # bytes of one text that are read; a transcript may be longer
_SUMMARY_LIMIT: Final = 20_000
_MOST_FILES: Final = 20
_MOST_OTHERS: Final = 20
_MOST_GUESTS: Final = 20
_MOST: Final = 100
_LONGEST_NAME: Final = 200
_LONGEST_MEANING: Final = 1_000
_WHOLE_TRANSCRIPT = re.compile(rb"^##[ \t]+Full Transcript[ \t]*\r?$", re.MULTILINE | re.IGNORECASE)
_UNKNOWN = frozenset({"", "unknown", "unknown podcast", "unknown episode", "n/a", "none", "null"})
_GENERAL = re.compile(any_of("podcast", "general_headings"))
"""Headings that name no concept, book or person, but a kind of them."""
_FIELD = re.compile(r"(?:[-*+]\s+)?\*\*([^*\n:]{1,40}):?\*\*\s*:?\s*(.*)")
"""`**Definition:** words`."""
_NAMED_ITEM = re.compile(r"(?:\*\*|__)(.+?):?(?:\*\*|__)\s*(?:[:–—-]+\s*)?(.*)|(.{1,120}?)(?:\s+[–—-]\s+|:\s+)(.*)")
_FIELD_NAME = re.compile(rf"\*\*{any_word('podcast', 'concept_field')}:?\*\*")
_MEANING = entries("podcast", "concept_meaning")
_TIME = r"[\[(]\s*([^\[\]()]{1,40})\s*[\])]"
_DASHED = re.compile(r"(?:[—–―]|--?)\s*(\S.*)")
_WHOSE = re.compile(rf"(.{{1,80}}?)[,:]?\s*(?:{_TIME}|\bat\s+([\d:]{{3,10}})|[,@]\s*([\d:]{{3,10}}))?")
ITEM = re.compile(r"(?:[-*+•]|\d{1,3}[.)])\s+(.+)")
_IN_MARKS = re.compile(r"[*_]{0,2}([\"“«„].{1,2000}[\"”»“])[*_]{0,2}\s*(.*)")
_OPENING, _CLOSING = '"“„«', '"”“»'
_SPEAKER = entries("podcast", "quote_speaker")
_WHEN = entries("podcast", "quote_time")
_NOBODY = frozenset({"unknown", "n/a", "none", "unknown speaker", ""})
_LONGEST_WHOSE = 100  # characters of a line that says whose words stand above it


def read_inkwell_folder(files: Mapping[str, bytes]) -> Material:
    """Return what the files of a folder say, given by their paths; of several folders the one with most of them counts.

    Quotes that the transcript does not hold word for word are left out; without a transcript all stand. The title is
    empty where no file states one. Blocking. Raises Unreadable for no such folder, Empty where nothing is in it.
    """
    ours, others = _of_one_folder(files)
    metadata: dict[str, object] = {}
    for name in sorted(ours):
        if name.endswith(".md"):
            metadata |= {key: value for key, value in split_front(_text(ours[name]))[0].items() if key not in metadata}
    for name in _METADATA:
        if name in ours:
            metadata |= {
                key: value for key, value in yaml_values(_text(ours[name])).items() if _line(value) or key == "guests"
            }
    transcript = _transcript(ours)
    found = {name: _concepts(split_front(_text(body))[1]) for name, body in list(others.items())[:_MOST_OTHERS]}
    context = _context(ours, transcript, [each for concepts in found.values() for each in concepts])
    if transcript is None and context == EpisodeContext():
        raise Empty("There is nothing in the Inkwell folder.")
    # `date` alone is the day on which Inkwell read it.
    values = (metadata.get(key) for key in ("published_date", "published", "episode_date"))
    days = (parse_date(each.isoformat() if isinstance(each, date) else _line(each)) for each in values)
    return Material(
        episode=Episode(
            title=_first(metadata, "episode_title", "episode", "title"),
            show=_first(metadata, "podcast_name", "podcast", "podcast_title", "show"),
            link=_address(_first(metadata, "episode_url", "url", "source_url", "source")),
            feed=_address(_first(metadata, "feed_url", "podcast_url", "rss_url")),
            seconds=parse_length(_first(metadata, "duration_seconds", "duration")),
            number=whole_number(_first(metadata, "episode_number")),
            guests=_guests(metadata.get("guests")) or _guests(metadata.get("guest")),
            published=next(filter(None, days), None),
            language=_first(metadata, "language") or (transcript.language if transcript is not None else ""),
        ),
        origin=ContextOrigin.INKWELL,
        transcript=transcript,
        context=context,
        unread=tuple(tidy_line(name[:_LONGEST_NAME]) for name in others if not found.get(name)),
    )


def _of_one_folder(files: Mapping[str, bytes]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return the files of the folder with most of what we know, and its other Markdown files, by lower-case name."""
    folders: dict[str, dict[str, bytes]] = defaultdict(dict)
    for path, body in files.items():
        found = PurePosixPath(path)
        name = found.name.lower()
        if name in (*_METADATA, *_TEXTS) or name.endswith((_MENTIONED, *_CAPTIONS)) or _TRANSCRIPT.fullmatch(name):
            folders[str(found.parent)].setdefault(name, body)
    if not folders:
        raise Unreadable("It is no Inkwell folder.")
    best = folders[min(folders, key=lambda folder: (-len(folders[folder]), len(folder), folder))]
    names = sorted(best, key=lambda name: (name.endswith((_MENTIONED, *_CAPTIONS)), name))
    ours = {name: best[name] for name in names[:_MOST_FILES]}
    folder = next(path for path, found in folders.items() if found is best)
    beside = {
        PurePosixPath(path).name.lower(): files[path] for path in files if str(PurePosixPath(path).parent) == folder
    }
    others = {
        name: beside[name] for name in sorted(beside) if name.endswith(".md") and name not in {*ours, BESIDE_INKWELL}
    }
    return ours, others


def _guests(value: object) -> tuple[str, ...]:
    return tuple(filter(None, map(_line, value[:_MOST_GUESTS] if isinstance(value, list) else (value,))))


def _first(stated: Mapping[str, object], *keys: str) -> str:
    return next((line for key in keys if (line := _line(stated.get(key)))), "")


def _line(value: object) -> str:
    """Return a plain value as a line; nothing for lists, for what says that nothing is known, and for huge ones."""
    if isinstance(value, bool) or not isinstance(value, str | int | float | date):
        return ""
    if isinstance(value, int) and value.bit_length() > 64:
        return ""
    line = tidy_line(str(value)[:1_000])[:300]
    return "" if line.casefold() in _UNKNOWN else line


def _address(text: str) -> str:
    return text if text.startswith(("https://", "http://")) and " " not in text else ""


def _transcript(files: Mapping[str, bytes]) -> Transcript | None:
    names = [name for name in files if _TRANSCRIPT.fullmatch(name)] or [n for n in files if n.endswith(_CAPTIONS)]
    for name in sorted(names):
        body = files[name]
        if above := _WHOLE_TRANSCRIPT.search(body):
            body = body[above.end() :]
        try:
            return read_transcript(body, "", name)
        except SourceError:
            continue
    return None


def _context(files: Mapping[str, bytes], transcript: Transcript | None, further: Iterable[Concept]) -> EpisodeContext:
    quotes = read_quotes(_body(files, "quotes.md"))[:_MOST]
    concepts = _concepts(_body(files, "key-concepts.md") or _body(files, "concepts.md"))
    lists = {name.removesuffix(_MENTIONED): _body(files, name) for name in sorted(files) if name.endswith(_MENTIONED)}
    others = [concept for kind, text in lists.items() if kind not in _KINDS for concept in _concepts(text)]
    paragraphs: list[str] = []
    for section in split_sections(_body(files, "summary.md")):
        words: list[str] = []
        for line in (*section.lines, ""):
            if flat := tidy_line(strip_markup(line.strip())):
                words.append(flat)
            elif words:
                paragraphs.append("\n".join(words))
                words = []
    return EpisodeContext(
        summary="\n\n".join(paragraphs)[:_SUMMARY_LIMIT].rstrip(),
        quotes=quotes_in_text(quotes, transcript.text) if transcript is not None else quotes,
        concepts=_unlike((*concepts, *others, *further)),
        **{kind: tuple(each.name for each in _concepts(lists.get(kind, ""))) for kind in _KINDS},
    )


def _concepts(text: str) -> tuple[Concept, ...]:
    """Return names with what is said of them: from headings, from the rows of tables, from lists."""
    parts = split_sections(text)
    found: list[Concept] = []
    for part, level in zip(parts, (*(each.level for each in parts[1:]), 0), strict=False):
        holds_others = level > part.level and not any(map(str.strip, part.lines))
        rows = _rows(part.lines)
        is_general = _GENERAL.fullmatch(fold(tidy_line(part.title))) is not None
        # A heading over nothing but names in bold is what they have in common.
        lines = [line.strip() for line in part.lines if line.strip()]
        is_list = bool(lines) and all((item := ITEM.fullmatch(line)) and item[1].startswith("**") for line in lines)
        if rows:
            found += rows
        elif part.level and not holds_others and not is_general and not is_list:
            found.append(_concept(part.title, _meaning(part.lines)))
        elif not holds_others:
            for line in part.lines:
                # What is indented says something about the item above it.
                if (item := ITEM.fullmatch(line.rstrip()[:2_000])) and not _FIELD_NAME.match(fold(item[1])):
                    named = _NAMED_ITEM.fullmatch(item[1])
                    name, meaning = (named[1] or named[3], named[2] or named[4] or "") if named else (item[1], "")
                    found.append(_concept(name, meaning))
    return _unlike(found)


def _meaning(lines: Iterable[str]) -> str:
    """Return the definition, or the first words of the section."""
    first = ""
    for line in map(str.strip, lines):
        field = _FIELD.fullmatch(line)
        if field and fold(field[1].strip()) in _MEANING:
            return field[2]
        if not first and line and not field:
            first = line
    return first


def _rows(lines: Iterable[str]) -> list[Concept]:
    """Read the rows of a table, without the two that head it; the last column says most."""
    rows = [match for line in lines if (match := re.fullmatch(r"\|([^|\n]*)\|(.*)", line.strip()[:2_000]))]
    if len(rows) < 2 or set(rows[1][1].strip()) - set("-: ") or not rows[1][1].strip():
        return []
    return [_concept(row[1], row[2].strip().strip("|").rpartition("|")[2]) for row in rows[2:]]


def _concept(name: str, meaning: str) -> Concept:
    bare_name = tidy_line(strip_markup(name.strip()[:_LONGEST_NAME])).strip('"“”«» ').rstrip(":").strip()
    return Concept(name=bare_name, meaning=tidy_line(strip_markup(meaning.strip()))[:_LONGEST_MEANING])


def _unlike(concepts: Iterable[Concept]) -> tuple[Concept, ...]:
    """Return each concept once, by its name in any case; those without a name are left out."""
    found: dict[str, Concept] = {}
    for concept in concepts:
        key = concept.name.casefold()
        if key not in _UNKNOWN:
            found.setdefault(key, concept)
    return tuple(found.values())[:_MOST]


def _body(files: Mapping[str, bytes], name: str) -> str:
    return split_front(_text(files[name]))[1] if name in files else ""


def _text(body: bytes) -> str:
    return decode_text(body[:_LARGEST]).replace("\r\n", "\n").replace("\r", "\n").lstrip()


# --- quotes: which lines are somebody's words, and which say whose they are -------------------------------------------


@dataclass(slots=True)
class _Block:
    words: list[str] = field(default_factory=list)
    speaker: str = ""
    time: str = ""
    over: bool = False
    """Its words are all there: only whose they are may follow."""

    def quote(self) -> Quote:
        return _quote(self.words, self.speaker, self.time)


def read_quotes(text: str) -> tuple[Quote, ...]:
    """Return the quotes of a `quotes.md` without its front matter, each once: block quotes, or items of a list."""
    lines = [line.strip() for line in text.splitlines()]
    found: list[Quote] = []
    block = _Block()
    for line in lines:
        inside = line.startswith(">")
        flat = line.lstrip("> \t") if inside else line
        if block.words and (whose := _whose(flat)):
            block.speaker, block.time = whose
            block.over = True
        elif inside and flat:
            before = block.words
            # The quote before it is closed, and this line opens one.
            opens = before and before[-1][-1] in _CLOSING and before[0][0] in _OPENING and flat[0] in _OPENING
            if block.over or opens:
                found.append(block.quote())
                block = _Block()
            block.words.append(flat)
        elif block.words and not inside:
            block.over = True
            told = _FIELD.fullmatch(flat)
            name, value = (fold(told[1].strip()), tidy_line(strip_markup(told[2]))) if told else ("", "")
            if name in _SPEAKER:
                block.speaker = _somebody(value)
            elif name in _WHEN:
                block.time = value.strip("[]()")[:40]
            if parse_heading(flat)[0] or is_rule(flat):
                found.append(block.quote())
                block = _Block()
    if block.words:
        found.append(block.quote())
    for line in () if found else lines:
        item = ITEM.fullmatch(line[:4_000])
        match = _IN_MARKS.fullmatch(item[1] if item else line[:4_000])
        if match:  # `- "words" — Speaker (time)`
            speaker, time = _whose(match[2]) or ("", "")
            found.append(_quote([match[1]], speaker, time))
    return tuple({quote.text.casefold(): quote for quote in reversed(found) if quote.text}.values())[::-1]


def _whose(line: str) -> tuple[str, str] | None:
    """Return speaker and time of `— **Speaker** (time)`; None for what are words themselves."""
    dashed = _DASHED.fullmatch(line)
    if dashed is None or len(line) > _LONGEST_WHOSE:
        return None
    flat = tidy_line(strip_markup(dashed[1]))
    match = _WHOSE.fullmatch(flat)
    if match is None or flat[-1] in ".!?…" or not any(map(str.isalpha, match[1])):
        return None
    return _somebody(match[1]), tidy_line(match[2] or match[3] or match[4] or "")


def _quote(words: list[str], speaker: str, time: str) -> Quote:
    text = tidy_line(strip_markup(" ".join(words)))
    if text[:1] in _OPENING and text[-1:] in _CLOSING:
        text = text.strip('"“”„«» \t')
    return Quote(text=text, speaker=speaker, time=time)


def _somebody(name: str) -> str:
    flat = name.strip("*_ \t,:")
    return "" if flat.casefold() in _NOBODY else flat[:80]
