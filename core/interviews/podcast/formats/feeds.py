"""Read a podcast's feed from bytes that our own client fetched. Nothing here reaches for the network."""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from itertools import takewhile
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from lxml import etree
from rapidfuzz import fuzz, process

from core.interviews.podcast.sources.material import Episode, Feed, TranscriptLink
from core.languages import LANGUAGES, fold
from core.languages.lexicon import any_word, lexicon
from core.readers.html_text import decode_text, html_to_line, html_to_text, strip_heavy_tags
from core.readers.kinds import kind_of_media, language_code, title_of_file
from core.readers.source_errors import Empty, Heavy, Unreadable

_YEARS = range(1990, 2101)
_WEEKDAY = re.compile(r"^[^\W\d]+\.?,?\s+(?=\d)|^[^\W\d]+,\s*")
_DAY = rf"(\d{{1,2}})(?:{any_word('podcast', 'day_ending')}|\.)?"
_JOINER = rf"(?:{any_word('podcast', 'date_joiner')}\s+)?"
_MONTH_FIRST = re.compile(rf"^([^\W\d]+)\.?\s+{_DAY},?\s+(\d{{4}})\b")
_NAMED_MONTH = re.compile(rf"^{_DAY}[\s-]+{_JOINER}([^\W\d]+)\.?[\s-]+{_JOINER}(\d{{4}}|\d{{2}})\b(.*)$")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_BY_BEGINNING = {
    beginning: month
    for language in LANGUAGES
    for month, beginnings in zip(_MONTHS, lexicon("podcast", language)["months"], strict=True)
    for beginning in beginnings
}
_PERIOD = re.compile(
    r"P(?:(\d+)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?", re.IGNORECASE
)
_LONGEST = 100 * 3_600
_LONGEST_TEXT = 80


def parse_date(text: str) -> datetime | None:
    """Parse a date of RFC 822, ISO 8601 or our languages, in UTC; None for no date, or one of no podcast's time."""
    written = " ".join(text.split())[:_LONGEST_TEXT]
    try:
        found = _iso(written) or _mail(written)
        if found is None:
            return None
        found = found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return found if found.year in _YEARS else None


def _iso(text: str) -> datetime | None:
    if match := re.fullmatch(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(.*))?", text):
        year, month, day, rest = match.groups()
    elif match := re.fullmatch(r"(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,?\s+(.*))?", text):
        day, month, year, rest = match.groups()
    elif text[:8].isdecimal() and (len(text) == 8 or text[8] == "T"):
        return datetime.fromisoformat(text)
    else:
        return None
    time = (rest or "00:00").replace(" ", "")
    return datetime.fromisoformat(f"{year}-{int(month):02}-{int(day):02}T{time}")


def _mail(text: str) -> datetime | None:
    """Parse RFC 822 and its relatives, with names of months in any of our languages."""
    bare = _WEEKDAY.sub("", text, count=1)
    if match := _MONTH_FIRST.match(text) or _MONTH_FIRST.match(bare):
        name, day, year = match.groups()
        rest = ""
    elif match := _NAMED_MONTH.match(bare):
        day, name, year, rest = match.groups()
    else:
        return parsedate_to_datetime(text)
    folded = fold(name)
    month = next((month for beginning, month in _BY_BEGINNING.items() if folded.startswith(beginning)), None)
    if month is None or year.startswith("00"):
        return None
    time = re.search(r"\d{1,2}:\d{2}.*", rest)
    return parsedate_to_datetime(f"{day} {month} {year} {time[0] if time else '00:00:00'}")


def parse_length(text: str) -> float | None:
    """Parse "3723", "62:03", "1:02:03" or "PT1H2M3S"; None for anything else, for zero, and for over 100 hours."""
    written = text.strip()[:_LONGEST_TEXT]
    if re.fullmatch(r"\d+(\.\d+)?", written, re.ASCII):
        length = float(written)
    elif match := re.fullmatch(r"(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2}(?:\.\d+)?)", written):
        hours, minutes, rest = match.groups(default="0")
        length = int(hours) * 3_600 + int(minutes) * 60 + float(rest)
    elif match := _PERIOD.fullmatch(written):
        days, *parts = (float(part) for part in match.groups(default="0"))
        length = days * 86_400 + parts[0] * 3_600 + parts[1] * 60 + parts[2]
    else:
        return None
    return length if 0 < length <= _LONGEST else None


def whole_number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,6}", text.strip()) else None


_TITLE_FROM_NOTES = 80
_MOST_WORDS = 12
_LONGEST_WORD = 40
_SAME_LETTERS = 3
_NOTES_SEARCHED = 5_000
_CLOSE = 75.0  # points of 100 that a word must score to be taken for the one that was meant
_LONGEST_GUID = 1_000
_LONGEST_TYPE = 100
_DATES = ("pubdate", "published", "issued", "dc:date", "updated", "modified", "created", "dc:created")
_NOTES = (
    *("content:encoded", "content", "description", "summary"),
    *("itunes:summary", "itunes:subtitle", "media:description"),
)
_MOST = 20  # transcripts of one item, and guests; nobody has more languages and formats
_LONGEST_NAME = 100
_EARLIEST = datetime.min.replace(tzinfo=UTC)
Tags = Mapping[str, list[Any]]
"""The tags directly inside a tag, by names such as "title" and "itunes:duration". lxml's elements have no types."""
_SPACES = {
    "www.itunes.com/dtds/podcast-1.0": "itunes:",
    "podcastindex.org/namespace/1.0": "podcast:",
    "github.com/podcastindex-org/podcast-namespace": "podcast:",
    "purl.org/rss/1.0/modules/content": "content:",
    "search.yahoo.com/mrss": "media:",
    "purl.org/dc/": "dc:",
    "purl.org/rss/1.0": "",
    "www.w3.org/2005/atom": "",
    "purl.org/atom/": "",
}
"""The beginning of a namespace's address, whatever follows, and the prefix that its tags have here."""
_ENTITY = re.compile(r"<!ENTITY\b", re.IGNORECASE)
_HTML = "a|b|blockquote|br|center|div|em|font|h[1-6]|hr|i|img|li|ol|p|pre|small|span|strong|table|tbody|td|th|tr|u|ul"
_BARE = re.compile(rf"&(?!#\d+;|#[xX][0-9a-fA-F]+;)(\w+;)?|<(?![^\W\d]|[/!?])|<(?=/?(?:{_HTML})[\s/>])", re.IGNORECASE)
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LITERAL = re.compile(r"(<!\[CDATA\[.*?(?:\]\]>|\Z))", re.DOTALL)
_MOST_TAGS = 300_000  # tags of a whole feed; 2,000 items with 40 tags each have 80,000
_MOST_ITEMS = 20_000
_LONGEST_ADDRESS = 4_000


def read_feed(body: bytes, url: str, charset: str = "") -> Feed:
    """Return the episodes of an RSS or Atom feed, newest first. Only reader processes do it: it can take seconds.

    `url` is where it was fetched, `charset` what the server said. A broken feed is read as far as it goes. Raises
    Unreadable for what is no feed or has entities of its own, Empty for one without episodes.
    """
    about, tongue_of_all, items = parse_feed_xml(decode_text(body, charset))
    show = html_to_line(first_text(about, "title"))
    language = language_code(first_text(about, "language", "dc:language") or tongue_of_all)
    telling = (item for item in items if first_text(item, "title", "itunes:title") or _raw_notes(item) or _media(item))
    episodes = [_episode(item, url, show, language) for item in telling]
    if not episodes:
        raise Empty("There are no episodes in this feed.")
    # An episode that has no date keeps its place behind the one before it.
    day = next((episode.published for episode in episodes if episode.published), _EARLIEST)
    dated = []
    for episode in episodes:
        day = episode.published or day
        dated.append((day, episode))
    dated.sort(key=lambda each: each[0], reverse=True)
    return Feed(url=url, title=show, language=language, episodes=tuple(episode for _, episode in dated))


def _episode(item: Tags, url: str, show: str, language: str) -> Episode:
    media = [(absolute_address(url, address), kind) for address, kind in _media(item)]
    # Sound before film.
    recordings = (a for wanted in ("audio", "video") for a, kind in media if a and kind_of_media(kind, a) == wanted)
    audio = next(recordings, "")
    notes = html_to_text(_raw_notes(item))
    published = next(filter(None, (parse_date(first_text(item, name)) for name in _DATES)), None)
    title = html_to_line(first_text(item, "title", "dc:title", "itunes:title"))
    if not title:
        # How its notes begin, its file, or its day.
        first = notes.partition("\n")[0]
        if len(first) > _TITLE_FROM_NOTES:
            first = f"{first[:_TITLE_FROM_NOTES].rpartition(' ')[0] or first[:_TITLE_FROM_NOTES]}…"
        title = first or title_of_file(audio) or (published.date().isoformat() if published else "")
    persons = (each for each in item.get("podcast:person", ()) if each.get("role", "").strip().lower() == "guest")
    names = (" ".join(tag_text(each).split())[:_LONGEST_NAME] for each in persons)
    links = (
        TranscriptLink(
            url=address,
            media_type=each.get("type", "").partition(";")[0].strip().lower()[:_LONGEST_TYPE],
            language=each.get("language", "").strip().lower()[:_LONGEST_TYPE],
        )
        for each in item.get("podcast:transcript", ())
        if each.get("url", "").strip() and (address := absolute_address(url, each.get("url")))
    )
    # RSS has the address of an item's page as words, or only the guid, and Atom has it as an attribute.
    pages = [each.get("href", "") for each in item.get("link", ()) if each.get("rel", "alternate") == "alternate"]
    guids = [tag_text(each).strip() for each in item.get("guid", ()) if each.get("isPermaLink", "true") == "true"]
    return Episode(
        title=title,
        show=show,
        guid=first_text(item, "guid", "id")[:_LONGEST_GUID],
        link=absolute_address(url, first_text(item, "link") or next(filter(None, [*pages, *guids]), "")),
        feed=url,
        audio=audio,
        seconds=parse_length(first_text(item, "itunes:duration")),
        number=whole_number(first_text(item, "itunes:episode")),
        guests=tuple(dict.fromkeys(filter(None, names)))[:_MOST],
        published=published,
        language=language,
        notes=notes,
        transcripts=tuple(dict.fromkeys(links))[:_MOST],
    )


def _media(item: Tags) -> list[tuple[str, str]]:
    linked = [each for each in item.get("link", ()) if each.get("rel") == "enclosure"]
    grouped = [each for group in item.get("media:group", ()) for each in child_tags(group).get("media:content", ())]
    found: list[Any] = [*item.get("enclosure", ()), *linked, *item.get("media:content", ()), *grouped]
    return [(address, each.get("type", "")) for each in found if (address := each.get("url") or each.get("href"))]


def _raw_notes(item: Tags) -> str:
    return max((tag_text(each) for name in _NOTES for each in item.get(name, ())), key=len, default="")


def search_episodes(feed: Feed, words: str) -> tuple[Episode, ...]:
    """Find episodes whose title has at least half of the words, best and newest first; else those whose notes have all.

    Endings of words may differ, and a word that no title has is taken for one with a mistake.
    """
    given = list(dict.fromkeys(word[:_LONGEST_WORD] for word in _words(words)))[:_MOST_WORDS]
    # Short words count only where there are no others.
    wanted = [word for word in given if len(word) > 3 or word.isdecimal()] or given
    if not wanted:
        return ()
    titles = [_words(episode.title) for episode in feed.episodes]
    vocabulary = sorted({each for title in titles for each in title})
    for place, word in enumerate(wanted):
        if len(word) >= 4 and not word.isdecimal() and not _alike(word, vocabulary):
            meant = process.extractOne(word, vocabulary, scorer=fuzz.ratio, score_cutoff=_CLOSE)
            wanted[place] = word if meant is None else meant[0]
    scored = zip(_scores(wanted, titles, vocabulary), feed.episodes, strict=True)
    good = [each for each in scored if each[0] * 2 >= len(wanted)]
    if not good:
        notes = [_words(episode.notes[:_NOTES_SEARCHED]) for episode in feed.episodes]
        scores = _scores(wanted, notes, sorted({each for note in notes for each in note}))
        good = [(0.0, each) for score, each in zip(scores, feed.episodes, strict=True) if score > len(wanted) - 1]
    return tuple(episode for _, episode in sorted(good, key=lambda each: -each[0]))


def _words(text: str) -> list[str]:
    """Return the words without accents, in lower case."""
    return re.findall(r"\w+", _without_accents(text).casefold())


def _without_accents(text: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))


def _scores(wanted: list[str], texts: list[list[str]], vocabulary: list[str]) -> list[float]:
    """Return how many of the wanted words each text has; endings that differ count a little less."""
    alike = [_alike(word, vocabulary) for word in wanted]
    return [sum(max((like[word] for word in text if word in like), default=0.0) for like in alike) for text in texts]


def _alike(word: str, vocabulary: list[str]) -> dict[str, float]:
    """Return the words like this one, and how like. `vocabulary` is sorted: they begin with the same letters."""
    beginning = word[:_SAME_LETTERS]
    first = bisect_left(vocabulary, beginning)
    last = bisect_left(vocabulary, beginning + "\U0010ffff", lo=first)
    return {other: likeness for other in vocabulary[first:last] if (likeness := _likeness(word, other))}


def _likeness(word: str, other: str) -> float:
    if word == other:
        return 1.0
    if word.isdecimal() or other.isdecimal():
        return 0.0
    if other.startswith(word):
        return 0.95
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, other, strict=False)))
    return 0.9 if common >= max(_SAME_LETTERS, min(len(word), len(other)) - 2) and len(word) - common <= 3 else 0.0


# --- which episode a page or a catalogue means --------------------------------------------------------------------


def match_episode(feed: Feed, *, guid: str = "", audio: str = "", link: str = "", title: str = "") -> Episode | None:
    """Find the one episode with this guid, else this recording, page or title; what several have tells nothing."""
    for wanted, said in (
        (guid.strip(), [episode.guid for episode in feed.episodes]),
        (_recording(audio), [_recording(episode.audio) for episode in feed.episodes]),
        (_page(link), [_page(episode.link) for episode in feed.episodes]),
        (_page(link), [_page(episode.guid) for episode in feed.episodes]),
        (_letters(title), [_letters(episode.title) for episode in feed.episodes]),
    ):
        if wanted and said.count(wanted) == 1:
            return feed.episodes[said.index(wanted)]
    return None


def match_episode_slug(feed: Feed, slug: str) -> Episode | None:
    """Find the one episode whose title makes this part of an address ("the-first-winter"); a show's name means none."""
    wanted = _letters(unquote(slug))
    if wanted == _letters(feed.title):
        return None
    found = [episode for episode in feed.episodes if wanted and _letters(episode.title) == wanted]
    return found[0] if len(found) == 1 else None


def _letters(title: str) -> str:
    """Return letters and digits alone, so that a title and the address made of it are alike."""
    return "".join(re.findall(r"\w", _without_accents(title.casefold()))).replace("_", "")


def _page(address: str) -> str:
    """Return host and path, and a query that names the page ("?p=12"): "www." and https are ignored."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return ""
    if not parts.netloc:
        return ""
    path = unquote(parts.path).rstrip("/")
    query = f"?{parts.query}" if re.match(r"(p|id|episode)=", parts.query) else ""
    return f"{parts.netloc.lower().removeprefix('www.')}{path}{query}" if path or query else ""


def _recording(address: str) -> str:
    """Return a recording's address without its query and the counters that it is led through."""
    whole = re.split(r"https?://|(?<=/)(?=[\w-]+\.[\w.-]+/)", address.partition("?")[0].strip())[-1]
    return whole.lower() if "/" in whole else ""


# --- the XML of a feed, read once and within limits, however broken it is -------------------------------------------


def parse_feed_xml(text: str) -> tuple[Tags, str, Iterator[Tags]]:
    """Return what a feed says of itself, the language that its root states, and each of its items.

    Raises Heavy, and Unreadable for what is no feed or has entities of its own: they can fill a machine or read files.
    """
    root = re.search(r"<(?:\w+:)?(?:rss|feed|RDF)[\s>]", text, re.IGNORECASE)
    if root is None:
        raise Unreadable("This is no feed.")
    if _ENTITY.search(text, 0, root.start()):
        raise Unreadable("This feed defines entities of its own; it is not read.")
    parser = etree.XMLParser(
        recover=True, resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False,
        remove_comments=True, remove_pis=True, encoding="utf-8",
    )  # fmt: skip
    # What most often breaks a feed is mended: a bare "&" or "<", a name that only HTML knows, control characters. Tags
    # of HTML become words, since they are often left open; show notes are read as HTML anyway. CDATA stays as it is.
    parts = _LITERAL.split(_ILLEGAL.sub("", strip_heavy_tags(text[root.start() :])))
    if sum(part.count("<") for part in parts[::2]) > 2 * _MOST_TAGS:
        raise Heavy("This feed has more tags than any podcast.")
    parts[::2] = [_BARE.sub(_spelled, part) for part in parts[::2]]
    tree = etree.fromstring("".join(parts).encode("utf-8", "replace"), parser)
    if tree is None:
        raise Unreadable("This is no feed.")
    items = [each for each in tree.iter() if _name(each) in ("item", "entry")]
    if len(items) > _MOST_ITEMS:
        raise Heavy("This feed has more episodes than any podcast.")
    about = next((each for each in tree if _name(each) == "channel"), tree)
    return child_tags(about), tree.get("{http://www.w3.org/XML/1998/namespace}lang", ""), map(child_tags, items)


def child_tags(tag: Any) -> Tags:
    found: dict[str, list[Any]] = {}
    for each in tag:
        found.setdefault(_name(each), []).append(each)
    return found


def tag_text(tag: Any) -> str:
    """Return the text of a tag; other tags in it are left to be read as HTML."""
    return (tag.text or "") + "".join(etree.tostring(each, encoding="unicode") for each in tag)


def first_text(tags: Tags, *names: str) -> str:
    """Return the words of the first of these tags that has any."""
    return next((found for name in names for each in tags.get(name, ()) if (found := tag_text(each).strip())), "")


def absolute_address(base: str, address: str) -> str:
    """Complete an address that is written in a document; empty where it is none."""
    try:
        whole = urljoin(base, address.strip())
    except ValueError:
        return ""
    return whole if len(whole) <= _LONGEST_ADDRESS and whole.lower().startswith(("http://", "https://")) else ""


def _spelled(match: re.Match[str]) -> str:
    known = html.unescape(match[0])
    if len(known) == 1 and known in "<>&\"'":
        return f"&#{ord(known)};"  # behind a mistake libxml2 leaves out those with names
    return f"&#38;{match[1]}" if known == match[0] else known


def _name(tag: Any) -> str:
    """Return a tag's name as in `Tags`. A prefix that was never declared counts as its usual meaning."""
    space, _, local = str(tag.tag).lower().rpartition("}")
    address = space.partition("://")[2]
    known = next((short for start, short in _SPACES.items() if address.startswith(start)), None)
    return f"{f'{tag.prefix}?' if known is None and tag.prefix else known or ''}{local}"
