"""Read a feed's XML once and within limits, however broken it is."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urljoin

from lxml import etree

from core.readers.html_text import strip_heavy_tags
from core.readers.source_errors import Heavy, Unreadable

Tags = Mapping[str, list[Any]]
"""What lies directly inside a tag, by names such as "title" and "itunes:duration". lxml's elements have no types."""

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
"""How an address of a namespace begins, however it is spelled behind that, and how its tags are called here."""
_ENTITY = re.compile(r"<!ENTITY\b", re.IGNORECASE)
_HTML = "a|b|blockquote|br|center|div|em|font|h[1-6]|hr|i|img|li|ol|p|pre|small|span|strong|table|tbody|td|th|tr|u|ul"
_BARE = re.compile(rf"&(?!#\d+;|#[xX][0-9a-fA-F]+;)(\w+;)?|<(?![^\W\d]|[/!?])|<(?=/?(?:{_HTML})[\s/>])", re.IGNORECASE)
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LITERAL = re.compile(r"(<!\[CDATA\[.*?(?:\]\]>|\Z))", re.DOTALL)
_MOST_TAGS = 300_000
"""Tags of a whole feed; 2,000 items with 40 tags each have 80,000."""
_MOST_ITEMS = 20_000
_LONGEST_ADDRESS = 4_000


def parse_feed_xml(text: str) -> tuple[Tags, str, Iterator[Tags]]:
    """Return what a feed says of itself, the language that its root states, and each of its items.

    Raises Heavy, and Unreadable for what is no feed and for one with entities of its own: they are how a small file is
    made to fill a machine, or to read its files.
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
