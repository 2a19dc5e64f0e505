"""Files that one person sends to hold up everybody else, made here; each is a kind, and not these bytes.

Some of them stopped the program when parsers ran in its threads.
"""

from __future__ import annotations

import bz2
import io
import random
import string
import struct
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from core.interviews.podcast.sources.opener import Opener
from core.readers.source_errors import SourceError

_MB = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """What is sent, and how."""

    name: str
    """With an ending that says what it calls itself."""
    media_type: str
    make: Callable[[], bytes]


def merge_keys() -> bytes:
    """4 KB of front matter whose nested merge keys expand without end."""
    rows = ""
    for i in range(30):
        keys = ", ".join(f"k{i}_{j}: 1" for j in range(8))
        merged = ", <<: [" + ",".join([f"*a{i - 1}"] * 9) + "]" if i else ""
        rows += f"a{i}: &a{i} {{{keys}{merged}}}\n"
    return f"---\n{rows}---\nHello there, this is what the episode said and more than forty characters.\n".encode()


def page_of_spans() -> bytes:
    """725 kB of HTML, over which the interpreter's lock was held for 22 s."""
    return b"<html><body><article><p>" + b"<span>hello there</span> " * 29_000 + b"</p></article></body></html>"


def feed_of_words() -> bytes:
    """Titles that are all different words: looking for twelve words in them took half a minute."""
    chance = random.Random(1)
    rows = "".join(f"<item><title>{' '.join(_word(chance) for _ in range(8))}</title></item>" for _ in range(20_000))
    return _feed(rows)


def zip_of_one_name() -> bytes:
    """Entries of one name that all point at one body of 7 MB: 13 GB, if the sum is over names."""
    return _zip_over([b"a.md"] * 1_900)


def line_of_times() -> bytes:
    """8 MB on one line, a time before every word."""
    return b"[00:01] w " * 800_000


# --- further kinds ------------------------------------------------------------------------------------------------


def yaml_laughs() -> bytes:
    """A billion of one word, by aliases alone."""
    rows = "a0: &a0 lol\n" + "".join(f"a{i}: &a{i} [{','.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 12))
    return f"---\n{rows}---\nHello there, this is what the episode said and more than forty characters.\n".encode()


def yaml_brackets() -> bytes:
    """Lists within lists within lists."""
    return b"---\na: " + b"[" * 15_000 + b"\n---\nHello there, this is what the episode said and more than forty.\n"


def zip_of_many_names() -> bytes:
    """As the ZIP of one name, with a name for each entry."""
    return _zip_over([b"%d.md" % number for number in range(1_900)])


def zip_in_zips() -> bytes:
    """A ZIP whose texts are ZIPs, the innermost of zeros."""
    body = b"\0" * (8 * _MB)
    for _ in range(5):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("summary.md", body)
        body = packed.getvalue()
    return body


def charset_that_unpacks() -> bytes:
    """A file that calls its alphabet "bz2", which Python takes for one: 5 KB become 2 GB."""
    return bz2.compress(b"\0" * (20 * _MB)) * 100


def deep_page() -> bytes:
    """An element in an element in an element."""
    return b"<html><body>" + b"<div>" * 300_000 + b"hello" + b"</body></html>"


def page_of_tables() -> bytes:
    """Tables within tables, none of them closed."""
    return b"<html><body>" + b"<table><tr><td>a word " * 25_000 + b"</body></html>"


def page_of_attributes() -> bytes:
    """One tag with half a million attributes."""
    return b"<html><body><p " + b" ".join(b"a%d=1" % i for i in range(400_000)) + b">hello</p></body></html>"


def page_of_data() -> bytes:
    """JSON-LD of one list with a third of a million objects."""
    data = b"[" + b",".join([b"{}"] * 330_000) + b"]"
    return b'<html><head><script type="application/ld+json">' + data + b"</script></head><body>hello</body></html>"


def deep_json() -> bytes:
    """A list in a list in a list."""
    return b"[" * (8 * _MB - 10)


def json_of_nothing() -> bytes:
    """Two and a half million empty objects, forty times as large in memory."""
    return b'{"segments": [' + b",".join([b"{}"] * 2_700_000) + b"]}"


def json_of_digits() -> bytes:
    """Numbers of four thousand digits each."""
    return b'{"segments": [' + b",".join([b'{"text":"a","start":' + b"9" * 4_000 + b"}"] * 2_000) + b"]}"


def json_of_segments() -> bytes:
    """Speakers who change with every word: each word is a passage."""
    rows = ",".join(f'{{"speaker":"{n % 7}","text":"a"}}' for n in range(60_000))
    return f'{{"segments": [{rows}]}}'.encode()


def laughing_feed() -> bytes:
    """Entities of entities of entities."""
    defined = '<!ENTITY a "lol">'
    for before, name in pairwise("abcdefghijkl"):
        defined += f'<!ENTITY {name} "{f"&{before};" * 10}">'
    return (
        f'<?xml version="1.0"?><!DOCTYPE rss [{defined}]>{_feed("<item><title>&l;</title></item>").decode()}'.encode()
    )


def feed_of_items() -> bytes:
    """Items without end, with next to nothing in them."""
    return _feed("<item><title>a</title></item>" * 140_000)


def feed_of_one_title() -> bytes:
    """A title of 15 MB, in words."""
    return _feed(f"<item><title>{'word ' * (3 * _MB)}</title></item>")


def feed_of_long_notes() -> bytes:
    """Show notes as long as they can be, with markup between the words."""
    notes = "&lt;b&gt;word&lt;/b&gt; " * 3_000
    return _feed(f"<item><title>a</title><description>{notes}</description></item>" * 60)


def deep_feed() -> bytes:
    """Elements in elements, in a feed."""
    return _feed("<item><title>a</title>" + "<b>" * 250_000)


def broken_feed() -> bytes:
    """A feed that breaks off at once, and goes on with markup that is none."""
    return _feed("<item><title>a</titel>" + "<a b='" * 140_000)


def captions_of_digits() -> bytes:
    """Times of as many digits as there is room for."""
    return (b"1\n" + b"9" * 100_000 + b":00:01,000 --> 00:00:02,000\nWords\n\n") * 70


def captions_without_end() -> bytes:
    """As many captions as there is room for, all at once."""
    return b"".join(b"%d\n00:00:01,000 --> 00:00:02,000\nA %d\n\n" % (n, n) for n in range(66_000))


def captions_of_voices() -> bytes:
    """One caption in which somebody else speaks at each word."""
    return b"WEBVTT\n\n00:01.000 --> 00:02.000\n" + b"".join(b"<v A%d>b " % (n % 9) for n in range(700_000))


def marks() -> bytes:
    """Markdown of nothing but marks."""
    return b"# T\n" + (b"*a _b `c [d ** __ [[" * 50_000 + b"\n") * 8


def blanks() -> bytes:
    """Eight megabytes of blanks, with a word at either end."""
    return b"Hello" + b" \t" * (4 * _MB - 50) + b"there"


def colons() -> bytes:
    """Names of speakers without anything that they say."""
    return b"Anna Bee Cee Dee: " * 400_000


SAMPLES = {
    each.name: each
    for each in (
        Sample(name="merge.md", media_type="text/markdown", make=merge_keys),
        Sample(name="spans.html", media_type="text/html", make=page_of_spans),
        Sample(name="words.xml", media_type="application/rss+xml", make=feed_of_words),
        Sample(name="one-name.zip", media_type="application/zip", make=zip_of_one_name),
        Sample(name="times.txt", media_type="text/plain", make=line_of_times),
        Sample(name="laughs.md", media_type="text/markdown", make=yaml_laughs),
        Sample(name="brackets.md", media_type="text/markdown", make=yaml_brackets),
        Sample(name="many-names.zip", media_type="application/zip", make=zip_of_many_names),
        Sample(name="zips.zip", media_type="application/zip", make=zip_in_zips),
        Sample(name="charset.txt", media_type="text/plain; charset=bz2", make=charset_that_unpacks),
        Sample(name="deep.html", media_type="text/html", make=deep_page),
        Sample(name="tables.html", media_type="text/html", make=page_of_tables),
        Sample(name="attributes.html", media_type="text/html", make=page_of_attributes),
        Sample(name="data.html", media_type="text/html", make=page_of_data),
        Sample(name="deep.json", media_type="application/json", make=deep_json),
        Sample(name="nothing.json", media_type="application/json", make=json_of_nothing),
        Sample(name="digits.json", media_type="application/json", make=json_of_digits),
        Sample(name="segments.json", media_type="application/json", make=json_of_segments),
        Sample(name="laughs.xml", media_type="application/rss+xml", make=laughing_feed),
        Sample(name="items.xml", media_type="application/rss+xml", make=feed_of_items),
        Sample(name="title.xml", media_type="application/rss+xml", make=feed_of_one_title),
        Sample(name="notes.xml", media_type="application/rss+xml", make=feed_of_long_notes),
        Sample(name="deep.xml", media_type="application/rss+xml", make=deep_feed),
        Sample(name="broken.xml", media_type="application/rss+xml", make=broken_feed),
        Sample(name="digits.srt", media_type="application/x-subrip", make=captions_of_digits),
        Sample(name="captions.srt", media_type="application/x-subrip", make=captions_without_end),
        Sample(name="voices.vtt", media_type="text/vtt", make=captions_of_voices),
        Sample(name="marks.md", media_type="text/markdown", make=marks),
        Sample(name="blanks.txt", media_type="text/plain", make=blanks),
        Sample(name="colons.txt", media_type="text/plain", make=colons),
    )
}


READ = "read"


async def opened(opener: Opener, sample: Sample, body: bytes) -> str:
    """Read a sample as what it is sent for: the code of the error, or `READ`."""
    try:
        if sample.name.endswith(".xml"):
            feed = await opener.feed(body, "https://pod.test/feed")
            await opener.listed(feed, search=twelve_words(), page=0, size=6, longest_notes=3_000)
        elif sample.name.endswith(".html"):
            await opener.page(body, "https://pod.test/page")
        else:
            await opener.file(body, sample.media_type, sample.name)
    except SourceError as error:
        return error.code
    return READ


def _word(chance: random.Random) -> str:
    return "".join(chance.choices(string.ascii_lowercase, k=5))


def twelve_words() -> str:
    """Words that no title has."""
    return " ".join(_word(random.Random(seed)) for seed in range(100, 112))


def _feed(rows: str) -> bytes:
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>t</title>{rows}</channel></rss>'.encode()


def _zip_over(names: list[bytes]) -> bytes:
    """A ZIP whose entries share one body of 7 MB of zeros."""
    data = b"\0" * (7 * _MB)
    packer = zlib.compressobj(9, 8, -15)
    body = packer.compress(data) + packer.flush()
    crc = zlib.crc32(data)
    sizes = struct.pack("<III", crc, len(body), len(data))
    local = struct.pack("<IHHHHH", 0x04034B50, 20, 0, 8, 0, 0) + sizes + struct.pack("<HH", len(names[0]), 0) + names[0]
    entries = b"".join(
        struct.pack("<IHHHHHH", 0x02014B50, 20, 20, 0, 8, 0, 0)
        + sizes
        + struct.pack("<HHHHHII", len(name), 0, 0, 0, 0, 0, 0)
        + name
        for name in names
    )
    start = len(local) + len(body)
    end = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, len(names), len(names), len(entries), start, 0)
    return local + body + entries + end
