"""From a link to what is behind it: feeds, pages, catalogues, files; and an honest word about what is not to be had."""

from __future__ import annotations

import asyncio
import io
import zipfile

import pytest

from core.interviews.podcast.episode_chores import (
    FIND_SECONDS,
    LACKS,
    EpisodeFound,
    FeedFound,
    FileFound,
    Found,
    PodcastServices,
    resolve_link,
)
from core.interviews.podcast.formats.feeds import match_episode, read_feed
from core.interviews.podcast.sources.material import ContextOrigin
from core.interviews.submissions import link_in
from core.readers.client import SourceClient
from core.readers.source_errors import Absent, Empty, FetchRefused, Forbidden, Heavy, Slow, SourceError, Unreadable
from tests.fakes.manual_clock import ManualClock
from tests.fakes.readers import episodes_of, opener
from tests.fakes.web import INSIDE, Web, misbehaving


async def found_at(link: str, client: SourceClient, web: Web) -> Found:
    services = PodcastServices(apple=web.url("/apple"), spotify=web.url("/spotify"), youtube=web.url("/youtube"))
    found = await resolve_link(link, client, opener(), services=services)
    if not isinstance(found, FileFound):
        assert set(found.lacks) <= set(LACKS)
    return found


def feed_of(web: Web, count: int = 3, more: str = "") -> str:
    items = "".join(
        f"""<item><title>Winter {n}</title><guid>guid-{n}</guid><link>{web.url(f"/winter-{n}/")}</link>
        <enclosure url="https://count.test/r/cdn.test/{n}.mp3?src=feed" type="audio/mpeg"/>
        <description>Notes of {n}</description></item>"""
        for n in range(count)
    )
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>Home</title>{items}{more}</channel></rss>'


# --- feeds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("media_type", ["application/rss+xml", "text/html", "text/plain; charset=iso-8859-1", ""])
async def test_a_feed_whatever_it_is_called(web: Web, client: SourceClient, media_type: str) -> None:
    web.put_packed("/feed", feed_of(web).encode(), media_type or "application/octet-stream")
    found = await found_at(web.url("/feed"), client, web)
    assert isinstance(found, FeedFound)
    assert [episode.guid for episode in episodes_of(found.feed)] == ["guid-0", "guid-1", "guid-2"]
    assert found.feed.title == "Home"


async def test_a_feed_that_moved_is_known_by_where_it_is_now(web: Web, client: SourceClient) -> None:
    web.put_redirect("/old", "new.xml", status=301)
    web.put("/new.xml", '<rss version="2.0"><channel><item><title>x</title><link>a</link></item></channel></rss>')
    found = await found_at(web.url("/old"), client, web)
    assert isinstance(found, FeedFound)
    (episode,) = episodes_of(found.feed)
    assert (episode.feed, episode.link) == (web.url("/new.xml"), web.url("/a"))


async def test_links_as_apps_and_people_write_them(web: Web, client: SourceClient) -> None:
    web.put("/feed", feed_of(web), "text/xml")
    for link in (f"feed:{web.url('/feed')}", web.url("/feed").replace("http://", "HTTP://"), f" <{web.url('/feed')}> "):
        assert isinstance(await found_at(link, client, web), FeedFound)
    for link in ("file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "http://10.0.0.1/feed"):
        with pytest.raises(Forbidden):
            await found_at(link, client, web)


# --- pages --------------------------------------------------------------------------------------------------------

WORDS = "In this episode Anna tells how the house was built, who carried the beams, and what was eaten at noon. "


def _page(web: Web, path: str, head: str = "", body: str = f"<article><p>{WORDS * 5}</p></article>") -> str:
    offered = f'<link rel="alternate" type="application/rss+xml" title="Podcast" href="{web.url("/feed")}">'
    return web.put(path, f"<html lang='en'><head>{offered}{head}</head><body>{body}</body></html>", "text/html")


@pytest.mark.parametrize(
    "head",
    [
        '<meta property="og:audio" content="https://other.test/x/cdn.test/1.mp3?from=page">',
        '<meta property="og:title" content="WINTER 1">',
        '<link rel="canonical" href="/winter-1?utm_source=page">',
    ],
    ids=["by its recording", "by its title", "by its address"],
)
async def test_a_page_is_found_in_its_feed(web: Web, client: SourceClient, head: str) -> None:
    web.put("/feed", feed_of(web), "text/xml")
    found = await found_at(_page(web, "/some-page", head), client, web)
    assert isinstance(found, EpisodeFound)
    assert (found.episode.guid, found.lacks, found.origin) == ("guid-1", (), ContextOrigin.SHOW_NOTES)
    assert found.episode.feed == web.url("/feed")


async def test_a_page_is_the_same_with_www_and_a_counting_query(web: Web) -> None:
    feed = read_feed(feed_of(web).replace(INSIDE, "pod.test").encode(), "https://pod.test/feed")
    link = f"https://www.pod.test:{web.port}/winter-2?utm_source=mail"
    episode = match_episode(feed, link=link)
    assert episode is not None
    assert episode.guid == "guid-2"
    assert match_episode(feed, link="https://www.pod.test/") is None


async def test_a_title_that_two_episodes_have_tells_nothing(web: Web, client: SourceClient) -> None:
    web.put("/feed", feed_of(web, more="<item><title>winter 1</title><guid>twin</guid></item>"), "text/xml")
    head = '<meta property="og:title" content="Winter 1"><meta property="og:type" content="article">'
    found = await found_at(_page(web, "/some-page", head), client, web)
    assert isinstance(found, EpisodeFound)
    assert (found.episode.feed, found.origin) == ("", ContextOrigin.PAGE)


async def test_the_home_of_a_podcast_is_its_feed(web: Web, client: SourceClient) -> None:
    web.put("/feed", feed_of(web), "text/xml")
    assert isinstance(await found_at(_page(web, "/"), client, web), FeedFound)


@pytest.mark.parametrize("trouble", ["none", "no feed", "broken", "private"])
async def test_a_page_speaks_for_itself_when_its_feed_does_not_know_it(
    web: Web, client: SourceClient, trouble: str
) -> None:
    if trouble == "none":
        web.put("/feed", feed_of(web), "text/xml")
    if trouble == "broken":
        web.put("/feed", "<html>an error", "text/html")
    if trouble == "private":
        web.put_redirect("/feed", "http://10.0.0.1/feed")
    head = '<meta property="og:title" content="Summer"><meta property="og:type" content="article">'
    found = await found_at(_page(web, "/summer", head), client, web)
    assert isinstance(found, EpisodeFound)
    assert (found.episode.title, found.episode.feed, found.lacks, found.origin) == (
        "Summer",
        "",
        ("audio",),
        ContextOrigin.PAGE,
    )
    assert "carried the beams" in found.episode.notes


async def test_an_article_of_a_site_without_podcasts_is_an_article(web: Web, client: SourceClient) -> None:
    web.put("/feed", "<rss version='2.0'><channel><item><title>News</title></item></channel></rss>", "text/xml")
    found = await found_at(_page(web, "/about", "<title>About a house</title>"), client, web)
    assert isinstance(found, EpisodeFound)
    assert (found.episode.title, found.origin) == ("About a house", ContextOrigin.PAGE)


async def test_a_page_with_a_player_and_no_feed(web: Web, client: SourceClient) -> None:
    web.put("/p", "<html><title>Summer</title><body><audio src='/s.mp3'></audio></body></html>", "text/html")
    found = await found_at(web.url("/p"), client, web)
    assert isinstance(found, EpisodeFound)
    assert (found.episode.title, found.episode.audio, found.lacks) == ("Summer", web.url("/s.mp3"), ())


async def test_a_page_with_nothing(web: Web, client: SourceClient) -> None:
    for body in ("<html><body></body></html>", "", "  \n"):
        web.put("/", body, "text/html")
        with pytest.raises(Empty):
            await found_at(web.url("/"), client, web)


# --- recordings and files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "media_type", "body"),
    [
        ("/my_first-talk.mp3", "audio/mpeg", b"ID3\x04" + b"\0" * 30_000_000),
        ("/my_first-talk.mp3", "application/octet-stream", b"\xff\xfb" + b"\0" * 5_000),
        ("/my_first-talk.php", "text/plain", b"OggS" + b"\0" * 5_000),
        ("/my_first-talk", "", b"\0\0\0 ftypM4A " + b"\0" * 5_000),
        ("/my_first-talk", "audio/mp4", b"\0\0"),
        ("/my_first-talk.mp3", "", b"\0" * 5_000),
    ],
)
async def test_a_bare_recording(web: Web, client: SourceClient, path: str, media_type: str, body: bytes) -> None:
    web.put(path, body, media_type)
    found = await found_at(web.url(path), client, web)
    assert isinstance(found, EpisodeFound)
    assert (found.episode.title, found.episode.audio) == ("my first talk", web.url(path))
    assert (found.lacks, found.origin) == (("show-notes",), ContextOrigin.TITLE)


async def test_a_page_that_is_called_like_a_recording_is_a_page(web: Web, client: SourceClient) -> None:
    web.put("/talk.mp3", f"<!doctype html><title>Talk</title><p>{WORDS * 20}</p>", "text/html")
    found = await found_at(web.url("/talk.mp3"), client, web)
    assert isinstance(found, EpisodeFound)
    assert found.episode.audio == ""


def _zip() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("summary.md", "# Summary\n")
    return packed.getvalue()


@pytest.mark.parametrize(
    ("path", "media_type", "body"),
    [
        ("/1.srt", "application/x-subrip", b"1\n00:00:01,000 --> 00:00:02,000\nWords\n"),
        ("/1.vtt", "text/vtt", b"WEBVTT\n\n00:01.000 --> 00:02.000\nWords\n"),
        ("/1", "application/json", b'{"segments": []}'),
        ("/1.md", "text/markdown", b"# Words"),
        ("/1.txt", "text/plain", "Слова".encode("windows-1251")),
        ("/1.srt", "", b"1\n00:00:01,000 --> 00:00:02,000\nWords\n"),
        ("/1.srt", "application/x-strange", b"1\n00:00:01,000 --> 00:00:02,000\nWords\n"),
        ("/notes.zip", "application/zip", _zip()),
    ],
)
async def test_a_file_to_be_read(web: Web, client: SourceClient, path: str, media_type: str, body: bytes) -> None:
    web.put(path, body, media_type)
    found = await found_at(web.url(path), client, web)
    assert isinstance(found, FileFound)
    assert (found.fetched.body, found.fetched.media_type, found.fetched.name) == (body, media_type, path[1:])
    assert found.fetched.whole


@pytest.mark.parametrize(
    ("status", "media_type", "body", "kind"),
    [
        (200, "application/pdf", b"%PDF-1.7", Unreadable),
        (200, "image/png", b"\x89PNG", Unreadable),
        (404, "text/html", b"<html>gone", Absent),
        (403, "text/html", b"<html>no", FetchRefused),
        (502, "text/html", b"<html>later", Slow),
        (200, "text/plain", b"x" * (17 << 20), Heavy),
        (200, "text/html", b"<html>" + b"x" * (5 << 20), Heavy),
    ],
    ids=["pdf", "picture", "absent", "refused", "trouble", "large", "large page"],
)
async def test_what_cannot_be_read(
    web: Web, client: SourceClient, status: int, media_type: str, body: bytes, kind: type[SourceError]
) -> None:
    web.put("/x", body, media_type, status=status)
    with pytest.raises(SourceError) as raised:
        await found_at(web.url("/x"), client, web)
    assert type(raised.value) is kind


# --- the rest -----------------------------------------------------------------------------------------------------


async def test_nothing_hangs(client: SourceClient, web: Web) -> None:
    clock = client.clock
    assert isinstance(clock, ManualClock)

    async def script(_: asyncio.StreamReader, __: asyncio.StreamWriter) -> None:
        await asyncio.Event().wait()

    async with misbehaving(script) as address:
        finding = asyncio.ensure_future(found_at(address, client, web))
        await clock.sleepers(2)
        clock.advance(FIND_SECONDS)
        with pytest.raises(Slow):
            await finding


@pytest.mark.parametrize(
    ("words", "link"),
    [
        ("Listen: https://pod.test/1?a=1#x.", "https://pod.test/1?a=1#x"),
        ("(see https://pod.test/a_(b))", "https://pod.test/a_(b)"),
        ("«https://pod.test/ё», и ещё http://two.test", "https://pod.test/ё"),
        ("pod.test/feed.xml, please", "pod.test/feed.xml"),
        ("feed://pod.test/x", "feed://pod.test/x"),
        ("no link. Really, none/nothing at all", None),
        ("me@pod.test/x", None),
        ("-a" * 30_000, None),
        ("a." * 30_000, None),
        ("", None),
    ],
)
def test_the_link_in_what_somebody_wrote(words: str, link: str | None) -> None:
    assert link_in(words) == link
