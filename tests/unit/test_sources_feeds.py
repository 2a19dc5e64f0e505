"""Feeds as they are found in the wild: in every alphabet, shape and state of repair, and some that mean harm."""

from __future__ import annotations

import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.interviews.podcast.formats.feeds import read_feed, search_episodes
from core.interviews.podcast.sources.material import Episode, Feed
from core.readers.html_text import html_to_line
from core.readers.kinds import is_feed
from core.readers.source_errors import Empty, Heavy, SourceError, Unreadable

URL = "https://pod.test/show/feed.xml"
PODCAST = "https://podcastindex.org/namespace/1.0"
OLDER = "https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md"
ITUNES = "http://www.itunes.com/dtds/podcast-1.0.dtd"


def _feed(*items: str, head: str = '<?xml version="1.0" encoding="UTF-8"?>', space: str = PODCAST) -> str:
    return f"""{head}
<rss version="2.0" xmlns:itunes="{ITUNES}" xmlns:podcast="{space}"
     xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><title>Дом и сад</title><language>ru-RU</language>{"".join(items)}</channel></rss>"""


def _item(title: str = "Первая зима", more: str = "") -> str:
    return f"<item><title>{title}</title>{more}</item>"


def _one(*parts: str) -> Episode:
    (episode,) = read_feed(_feed(*parts).encode(), URL).episodes
    return episode


# --- what is read -------------------------------------------------------------------------------------------------


def test_everything_that_a_feed_says() -> None:
    more = """<guid isPermaLink="false"> tag:1 </guid><link>/first</link>
        <pubDate>Mon, 03 Mar 2025 10:00:00 +0300</pubDate>
        <enclosure url="../audio/1.mp3?x=1&amp;y=2" type="audio/mpeg" length="9"/>
        <itunes:duration>1:02:03</itunes:duration>
        <description>Short.</description><content:encoded><![CDATA[<p>Мы <b>говорим</b> о&nbsp;зиме.</p><ul><li>печь
        <li>дрова</ul>]]></content:encoded>"""
    assert _one(_item(more=more)) == Episode(
        title="Первая зима",
        show="Дом и сад",
        guid="tag:1",
        link="https://pod.test/first",
        feed=URL,
        audio="https://pod.test/audio/1.mp3?x=1&y=2",
        seconds=3723.0,
        published=datetime(2025, 3, 3, 7, tzinfo=UTC),
        language="ru",
        notes="Мы говорим о зиме.\n– печь\n– дрова",
    )


@pytest.mark.parametrize("space", [PODCAST, OLDER, PODCAST.upper(), f"{PODCAST}/", OLDER.replace("https", "http")])
def test_all_transcripts_under_both_namespaces(space: str) -> None:
    tags = """<podcast:transcript url="https://pod.test/1.vtt" type="text/vtt" language="ru" rel="captions"/>
        <podcast:transcript url="/1.srt" type="Application/SRT; charset=utf-8"/>
        <podcast:transcript url="1.json?a=1&amp;b=2" type="application/json"></podcast:transcript>
        <podcast:transcript url="/1.srt" type="application/srt"/><podcast:transcript type="text/html"/>
        <podcast:transcript url="file:///etc/passwd"/><podcast:transcript url="javascript:alert(1)"/>"""
    feed = read_feed(_feed(_item(), _item("Вторая", tags), _item("Третья"), space=space).encode(), URL)
    assert [len(episode.transcripts) for episode in feed.episodes] == [0, 3, 0]
    first, second, third = feed.episodes[1].transcripts
    assert (first.url, first.media_type, first.language) == ("https://pod.test/1.vtt", "text/vtt", "ru")
    assert (second.url, second.media_type) == ("https://pod.test/1.srt", "application/srt")
    assert third.url == "https://pod.test/show/1.json?a=1&b=2"


def test_number_and_guests_are_those_that_are_declared() -> None:
    tags = """<itunes:episode> 41 </itunes:episode><podcast:person role="Guest">Jon
        Frey</podcast:person><podcast:person role="host">Ann</podcast:person><podcast:person>Ann</podcast:person>
        <podcast:person role="guest" group="cast">Мария</podcast:person>
        <podcast:person role="guest"> </podcast:person>"""
    feed = read_feed(_feed(_item(more=tags), _item("Вторая", "<itunes:episode>many</itunes:episode>")).encode(), URL)
    first, second = feed.episodes
    assert (first.number, first.guests) == (41, ("Jon Frey", "Мария"))
    assert (second.number, second.guests) == (None, ())


def test_a_transcript_of_another_namespace_is_none() -> None:
    tag = '<podcast:transcript url="/1.srt" type="text/srt"/>'
    (episode,) = read_feed(_feed(_item(more=tag), space="https://elsewhere.test/ns").encode(), URL).episodes
    assert episode.transcripts == ()


SHARED = Path(__file__).resolve().parents[3] / "shared" / "data" / "podcast" / "podcast-pc20_example.xml"


@pytest.mark.skipif(not SHARED.exists(), reason="the example is not there")
def test_the_example_of_the_namespace_itself() -> None:
    tags = [
        each for each in SHARED.read_text(encoding="utf-8").splitlines() if "podcast:" in each and "test-" not in each
    ]
    episode = _one(_item(more="".join(tags)))
    assert [each.url.removeprefix("https://example.com/") for each in episode.transcripts] == [
        *("ep1/transcript.txt", "ep2/transcript.txt", "ep3/transcript.txt"),
    ]


def test_atom() -> None:
    text = """<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
        <title type="html">A &lt;b&gt;show&lt;/b&gt;</title>
        <entry><id>urn:1</id><title>Old</title><updated>2024-01-01T00:00:00Z</updated>
        <link rel="alternate" href="https://pod.test/old"/>
        <link rel="enclosure" type="audio/ogg" href="old.ogg"/></entry>
        <entry><id>urn:2</id><title>New</title><published>2025-01-01T10:00:00+02:00</published>
        <content type="html">&lt;p&gt;Words&lt;/p&gt;</content></entry></feed>"""
    feed = read_feed(text.encode(), URL)
    assert [(each.title, each.guid) for each in feed.episodes] == [("New", "urn:2"), ("Old", "urn:1")]
    assert feed.episodes[0].notes == "Words"
    assert feed.episodes[1].audio == "https://pod.test/show/old.ogg"
    assert feed.title == "A show"


@pytest.mark.parametrize(
    ("enclosures", "audio"),
    [
        ('<enclosure url="/a.jpg" type="image/jpeg"/><enclosure url="/a.mp3" type="audio/mpeg"/>', "a.mp3"),
        ('<enclosure url="/a.mp4" type="video/mp4"/><enclosure url="/a.m4a" type="audio/x-m4a"/>', "a.m4a"),
        ('<enclosure url="/a.opus" type="application/octet-stream"/>', "a.opus"),
        ('<enclosure url="file:///a.mp3" type="audio/mpeg"/>', ""),
        ('<m:content xmlns:m="http://search.yahoo.com/mrss/" url="/a.mp3" type="audio/mpeg"/>', "a.mp3"),
        ('<m:content xmlns:m="http://search.yahoo.com/mrss/" url="/v" type="application/x-shockwave-flash"/>', ""),
    ],
)
def test_the_recording_is_found_among_what_is_enclosed(enclosures: str, audio: str) -> None:
    assert _one(_item(more=enclosures)).audio == (f"https://pod.test/{audio}" if audio else "")


def test_titles_that_are_missing() -> None:
    long = "Сегодня мы говорим о том, как зимовали в деревне, и о многом другом, что помнится с тех пор до сих пор"
    assert _one(_item("", "<itunes:title>Из каталога</itunes:title>")).title == "Из каталога"
    assert _one(_item("", f"<description>{long}</description>")).title.endswith("…")
    assert (
        _one(_item("", '<enclosure url="/a/my_first-talk%20two.mp3" type="audio/mpeg"/>')).title == "my first talk two"
    )
    assert _one("<item><description>Words.</description><guid>1</guid></item>").title == "Words."
    feed = _feed(_item(), "<item><guid>nothing at all</guid></item>")
    assert len(read_feed(feed.encode(), URL).episodes) == 1


def test_titles_are_one_plain_line() -> None:
    assert _one(_item("<![CDATA[ Tom &amp; <i>Ann</i>\n at  home \u202e\u200b]]>")).title == "Tom & Ann at home"


def test_without_guids_episodes_are_told_apart() -> None:
    items = [_item(f"Часть {n}", f'<enclosure url="/{n}.mp3" type="audio/mpeg"/>') for n in range(3)]
    assert len({episode.key for episode in read_feed(_feed(*items).encode(), URL).episodes}) == 3


def test_newest_first_and_what_has_no_date_keeps_its_place() -> None:
    dates = {"a": "", "b": "2025-01-01", "c": "", "d": "2025-03-01", "e": "no date", "f": "2024-01-01"}
    items = [_item(name, f"<pubDate>{date}</pubDate>") for name, date in dates.items()]
    titles = [episode.title for episode in read_feed(_feed(*items).encode(), URL).episodes]
    assert titles == ["d", "e", "a", "b", "c", "f"]


# --- alphabets ----------------------------------------------------------------------------------------------------

RUSSIAN = "Выпуск о том, как бабушка пекла хлеб"
FRENCH = "Où est passé l’été à Genève"


@pytest.mark.parametrize(
    ("alphabet", "declared", "stated", "title"),
    [
        ("utf-8", "", "", RUSSIAN),
        ("utf-8", "windows-1251", "iso-8859-1", RUSSIAN),
        ("utf-8-sig", "", "", RUSSIAN),
        ("utf-16", "utf-16", "", RUSSIAN),
        ("windows-1251", "", "windows-1251", RUSSIAN),
        ("windows-1251", "utf-8", "", RUSSIAN),
        ("windows-1251", "", "", RUSSIAN),
        ("koi8-r", "", "", "Пётр слушает Iron Maiden"),
        ("windows-1252", "iso-8859-1", "", FRENCH),
        ("windows-1252", "", "", FRENCH),
        ("latin-1", "", "", "Schöne Grüße"),
        ("latin-1", "no-such-thing", "neither", "Schöne Grüße"),
    ],
)
def test_alphabets_declared_and_not(alphabet: str, declared: str, stated: str, title: str) -> None:
    head = f'<?xml version="1.0" encoding="{declared}"?>' if declared else ""
    show = "<rss version='2.0'><channel><title>x</title>"
    body = f"{head}{show}<item><title>{title}</title></item></channel></rss>".encode(alphabet)
    assert read_feed(body, URL, stated).episodes[0].title == title


# --- states of repair ---------------------------------------------------------------------------------------------


def test_a_feed_with_bare_ampersands_keeps_its_transcripts() -> None:
    tag = '<podcast:transcript url="/1.srt?a=1&b=2" type="application/srt"/><description>Tea&nbsp;& toast</description>'
    episode = _one(_item("R&D &eacute;tude", tag))
    assert [each.url for each in episode.transcripts] == ["https://pod.test/1.srt?a=1&b=2"]
    assert (episode.title, episode.notes) == ("R&D étude", "Tea & toast")


def test_tags_whose_prefix_was_never_declared_are_known() -> None:
    tags = '<itunes:duration>62:03</itunes:duration><podcast:transcript url="/1.srt" type="text/srt"/>'
    bare = f"<rss version='2.0'><channel>{_item(more=tags)}</channel></rss>"
    (episode,) = read_feed(bare.encode(), URL).episodes
    assert (episode.seconds, len(episode.transcripts)) == (3723, 1)


def test_a_feed_that_breaks_off_is_read_so_far() -> None:
    tag = '<guid>1</guid><podcast:transcript url="/1.srt" type="application/srt"/>'
    whole = _feed(_item("One", tag), _item("Two", "<guid>2</guid>"))
    feed = read_feed(whole[: whole.index("Two") + 5].encode(), URL)
    assert feed.episodes[0].title == "One"
    assert len(feed.episodes[0].transcripts) == 1


def test_blank_lines_and_control_characters_do_no_harm() -> None:
    feed = "\n\n \ufeff" + _feed(_item("On\x00e \x0bwinter"))
    assert "winter" in read_feed(feed.encode(), URL).episodes[0].title


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", Unreadable),
        (b"<html><body><p>Nothing</p></body></html>", Unreadable),
        (b'{"version": "https://jsonfeed.org/version/1"}', Unreadable),
        (_feed().encode(), Empty),
        (_feed("<item/>").encode(), Empty),
    ],
)
def test_what_is_no_feed_and_what_is_empty(body: bytes, kind: type[SourceError]) -> None:
    with pytest.raises(SourceError) as raised:
        read_feed(body, URL)
    assert type(raised.value) is kind


def test_a_feed_is_known_by_its_beginning() -> None:
    assert is_feed(_feed().encode())
    assert is_feed(b"<!-- made --><feed xmlns='http://www.w3.org/2005/Atom'>")
    assert is_feed("<?xml version='1.0'?><rss>".encode("utf-16"))
    for other in (b"<!DOCTYPE html><html><rss>", b"words about <rss >", b"", b"WEBVTT\n\n<feed >"):
        assert not is_feed(other)


# --- harm ---------------------------------------------------------------------------------------------------------

LAUGHS = '<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY {after} "{f"&{before};" * 10}">' for before, after in zip("abcdefgh", "bcdefghi", strict=True)
)
HARMFUL = (
    f"<!DOCTYPE rss [{LAUGHS}]>",
    '<!DOCTYPE rss [<!ENTITY i SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE rss [<!ENTITY % p SYSTEM "http://127.0.0.1/x.dtd"> %p;]>',
    '<!DOCTYPE rss [<!ENTITY i "harmless">]>',
    f'<!DOCTYPE rss [<!ENTITY i "{"x" * 50_000}">]>',
)


@pytest.mark.parametrize("doctype", HARMFUL, ids=["laughs", "a file", "from outside", "harmless", "large"])
@pytest.mark.parametrize("before", ["", "junk "])
def test_entities_of_a_feeds_own_are_never_read(doctype: str, before: str) -> None:
    body = _feed(_item("&i;" * 100), head=f'{before}<?xml version="1.0"?>{doctype}').encode()
    try:
        feed = read_feed(body, URL)
    except Unreadable:
        return
    assert before, "a well-formed one is refused"
    for episode in feed.episodes:
        assert "root:" not in episode.title
        assert len(episode.title) <= 300


def test_a_doctype_without_entities_is_an_old_feed() -> None:
    doctype = '<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.test/rss.dtd">'
    assert read_feed(_feed(_item(), head=doctype).encode(), URL).episodes[0].title == "Первая зима"


def _attributes(count: int) -> str:
    return " ".join(f"a{number}='1'" for number in range(count))


BUSY = {
    "deep": _feed("<a>" * 400_000),
    "attributes": _feed(f"<item {_attributes(50_000)}/>"),
    "broken, attributes": f"junk<rss version='2.0'><item {_attributes(50_000)}>",
    "broken, deep": "junk<rss version='2.0'><channel>" + "<a>" * 400_000,
}


@pytest.mark.parametrize("body", BUSY.values(), ids=BUSY)
def test_feeds_that_are_meant_to_keep_us_busy_are_left(body: str) -> None:
    with pytest.raises((Unreadable, Empty)):
        read_feed(body.encode(), URL)


def test_more_tags_than_any_podcast_has_are_not_read() -> None:
    with pytest.raises(Heavy):
        read_feed(_feed(_item(more="<a/>" * 700_000)).encode(), URL)


def test_two_thousand_episodes() -> None:
    tag = '<podcast:transcript url="/{0}.srt" type="application/srt"/><guid>{0}</guid>'
    notes = "<description><![CDATA[<p>Слова, много слов.</p><p>И ещё немного.</p>]]></description>"
    items = [_item(f"Выпуск {number}", tag.format(number) + notes) for number in range(2_000)]
    found: list[Feed] = []
    reading = threading.Thread(target=lambda: found.append(read_feed(_feed(*items).encode(), URL)))
    reading.start()
    reading.join()
    assert all(each.transcripts[0].url.endswith(f"/{each.guid}.srt") for each in found[0].episodes)
    assert len(search_episodes(found[0], "выпуск 1234")) == 2_000  # they all are a "выпуск"
    assert search_episodes(found[0], "выпуск 1234")[0].title == "Выпуск 1234"


# --- search -------------------------------------------------------------------------------------------------------


def _shelf(*titles: str) -> Feed:
    return Feed(url=URL, episodes=tuple(Episode(title=title, notes=f"О разном {n}") for n, title in enumerate(titles)))


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("хлеб", ["Бабушкин хлеб", "Хлеб и вода"]),
        ("выпуск про бабушку и хлеб", ["Бабушкин хлеб"]),
        ("елка", ["Ёлка на Рождество"]),
        ("leaders", ["On Leadership"]),
        ("leedership", ["On Leadership"]),
        ("12", ["Разговор 12"]),
        ("космос", []),
        ("", []),
    ],
)
def test_search_by_title(words: str, found: list[str]) -> None:
    shelf = _shelf("Бабушкин хлеб", "Хлеб и вода", "Ёлка на Рождество", "On Leadership", "Разговор 12")
    assert [episode.title for episode in search_episodes(shelf, words)] == found


@given(st.lists(st.text(max_size=30), max_size=8), st.text(max_size=40))
def test_what_is_found_was_there_and_whole_titles_are_found(titles: list[str], words: str) -> None:
    shelf = _shelf(*titles)
    assert set(search_episodes(shelf, words)) <= set(shelf.episodes)
    for episode in shelf.episodes:
        if any(each.isalnum() for each in html_to_line(episode.title)):
            assert episode in search_episodes(shelf, episode.title)
