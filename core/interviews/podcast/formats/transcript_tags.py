"""The `<podcast:transcript>` and `<podcast:person>` tags of a feed, of which its reader keeps only one of each item."""

from __future__ import annotations

import html
import io
import re
import xml.sax
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import urljoin

from defusedxml.common import DefusedXmlException
from defusedxml.sax import make_parser

from core.interviews.podcast.sources.material import TranscriptLink
from core.readers.source_errors import Heavy, Unreadable

_NAMESPACES = ("podcastindex.org/namespace/1.0", "github.com/podcastindex-org/podcast-namespace")
"""The present one and its older address, however they are spelled behind that."""
_ITEMS = ("item", "entry")
_BARE = re.compile(r"&(?!(?:#\d+|#[xX][0-9a-fA-F]+|amp|lt|gt|quot|apos);)(\w+;)?")
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LITERAL = re.compile(r"(<!\[CDATA\[.*?(?:\]\]>|\Z))", re.DOTALL)
_DOCTYPE = re.compile(r"<!DOCTYPE[^<>\[]*>", re.IGNORECASE)
_MOST = 20
"""Transcripts of one item, and guests; nobody has more languages and formats."""
_LONGEST_NAME = 100
_MOST_TAGS = 300_000
"""Of a whole feed; 2,000 items with 40 tags each have 80,000."""
_MOST_ITEMS = 20_000
_DEEPEST = 60
_LONGEST_ADDRESS = 4_000
_LONGEST_TAG = 100


@dataclass(slots=True, kw_only=True)
class TaggedItem:
    """One item of a feed as far as it is needed to find it again."""

    guid: str = ""
    transcripts: list[TranscriptLink] = field(default_factory=list)
    guests: list[str] = field(default_factory=list)


class _Attributes(Protocol):
    def items(self) -> list[tuple[tuple[str | None, str], str]]: ...


def tagged_items(text: str, url: str) -> tuple[TaggedItem, ...]:
    """All items of a mended feed, in its order. Raises Unreadable where it has entities of its own, Heavy.

    Those are of no use in a feed, and are how a small file is made to fill a machine, or to read its files.
    """
    reader = _Reader(url)
    parser = make_parser()
    parser.setFeature(xml.sax.handler.feature_namespaces, True)  # noqa: FBT003  the library's own way
    parser.setContentHandler(reader)
    source = xml.sax.xmlreader.InputSource()
    source.setByteStream(io.BytesIO(text.encode("utf-8", "replace")))
    source.setEncoding("utf-8")
    try:
        parser.parse(source)
    except DefusedXmlException:
        raise Unreadable("This feed defines entities of its own; it is not read.") from None
    except xml.sax.SAXException:
        if text.count("<") > _MOST_TAGS:  # what follows the break cannot be told apart from markup
            raise Unreadable("This feed is broken, and too large to be mended.") from None
    return tuple(reader.items)


def mended(text: str) -> str:
    """A feed without what most often breaks one: a bare "&", a name that only HTML knows, control characters.

    What is marked as text (CDATA) stays as it is. A document type that only names a file elsewhere goes, too.
    """
    parts = _LITERAL.split(_ILLEGAL.sub("", text))
    parts[::2] = [_BARE.sub(_spelled, _DOCTYPE.sub("", part)) for part in parts[::2]]
    return "".join(parts)


def _spelled(match: re.Match[str]) -> str:
    known = html.unescape(match[0])
    return f"&amp;{match[1] or ''}" if known == match[0] or known in "<>&\"'" else known


class _Reader(xml.sax.ContentHandler):
    """Goes through a feed without keeping it."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.items: list[TaggedItem] = []
        self._url = url
        self._tags = 0
        self._depth = 0
        self._item: TaggedItem | None = None
        self._words: list[str] | None = None
        self._names_guest = False

    def startElementNS(
        self, name: tuple[str | None, str], qname: str | None, attrs: _Attributes | Mapping[str, str]
    ) -> None:
        self._tags += 1
        if self._tags > _MOST_TAGS:
            raise Heavy("This feed has more tags than any podcast.")
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Unreadable("This feed is nested deeper than any podcast's.")
        space, local = (name[0] or "").lower(), name[1]
        if local in _ITEMS:
            self._item = TaggedItem()
            self.items.append(self._item)
            if len(self.items) > _MOST_ITEMS:
                raise Heavy("This feed has more episodes than any podcast.")
        elif self._item is None:
            return
        elif local in ("guid", "id"):
            self._words = []
        elif local in ("transcript", "person") and space.partition("://")[2].startswith(_NAMESPACES):
            stated = {key[1] if isinstance(key, tuple) else key: value for key, value in attrs.items()}
            if local == "transcript":
                self._keep(stated)
            elif stated.get("role", "").strip().lower() == "guest":
                self._words, self._names_guest = [], True

    def endElementNS(self, name: tuple[str | None, str], qname: str | None) -> None:
        self._depth -= 1
        if name[1] in _ITEMS:
            self._item = None
        elif self._words is not None:
            words = "".join(self._words).strip()
            if self._item is not None and self._names_guest:
                self._guest(" ".join(words.split())[:_LONGEST_NAME])
            elif self._item is not None and not self._item.guid:
                self._item.guid = words
            self._words, self._names_guest = None, False

    def characters(self, content: str) -> None:
        if self._words is not None:
            self._words.append(content)

    def _guest(self, name: str) -> None:
        if self._item is not None and name and name not in self._item.guests and len(self._item.guests) < _MOST:
            self._item.guests.append(name)

    def _keep(self, attributes: Mapping[str, str]) -> None:
        address = attributes.get("url", "").strip()
        if self._item is None or not address or len(self._item.transcripts) >= _MOST:
            return
        link = TranscriptLink(
            url=absolute(self._url, address),
            media_type=attributes.get("type", "").partition(";")[0].strip().lower()[:_LONGEST_TAG],
            language=attributes.get("language", "").strip().lower()[:_LONGEST_TAG],
            captions=attributes.get("rel", "").strip().lower() == "captions",
        )
        if link.url and link not in self._item.transcripts:
            self._item.transcripts.append(link)


def absolute(base: str, address: str) -> str:
    """An address as it stands in a document, made whole; empty where it is none."""
    try:
        whole = urljoin(base, address.strip())
    except ValueError:
        return ""
    return whole if len(whole) <= _LONGEST_ADDRESS and whole.lower().startswith(("http://", "https://")) else ""
