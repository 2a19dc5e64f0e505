"""From a link to what is behind it: feeds, pages, catalogues, files; and an honest word about what is not to be had."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from collections.abc import AsyncIterator
from typing import Any

import pytest

from core.interviews.podcast.formats.feeds import read_feed
from core.interviews.podcast.formats.matching import matching
from core.interviews.podcast.sources.links import FIND_SECONDS, LACKS, EpisodeFound, FeedFound, FileFound, Found, find
from core.interviews.podcast.sources.material import Origin
from core.interviews.podcast.sources.services import AppleLink, CardLink, Services, recognised
from core.interviews.submissions import link_in
from core.readers.client import Client
from core.readers.source_errors import Absent, Empty, FetchRefused, Forbidden, Heavy, Slow, SourceError, Unreadable
from tests.fakes.manual_clock import ManualClock
from tests.fakes.readers import episodes_of, opener
from tests.fakes.web import INSIDE, Web, misbehaving, serving


@pytest.fixture
async def web() -> AsyncIterator[Web]:
    async with serving() as fake:
        yield fake


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    made = Client(clock=ManualClock(), allowed_hosts=frozenset({INSIDE}))
    yield made
    await made.close()


async def _found(link: str, client: Client, web: Web) -> Found:
    services = Services(apple=web.url("/apple"), spotify=web.url("/spotify"), youtube=web.url("/youtube"))
    found = await find(link, client, opener(), services=services)
    if not isinstance(found, FileFound):
        assert set(found.lacks) <= set(LACKS)
    return found


def _feed(web: Web, count: int = 3, more: str = "") -> str:
    items = "".join(
        f"""<item><title>Winter {n}</title><guid>guid-{n}</guid><link>{web.url(f"/winter-{n}/")}</link>
        <enclosure url="https://count.test/r/cdn.test/{n}.mp3?src=feed" type="audio/mpeg"/>
        <description>Notes of {n}</description></item>"""
        for n in range(count)
    )
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>Home</title>{items}{more}</channel></rss>'


# --- feeds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("media_type", ["application/rss+xml", "text/html", "text/plain; charset=iso-8859-1", ""])
async def test_a_feed_whatever_it_is_called(web: Web, client: Client, media_type: str) -> None:
    web.put_packed("/feed", _feed(web).encode(), media_type or "application/octet-stream")
    found = await _found(web.url("/feed"), client, web)
    assert isinstance(found, FeedFound)
    assert [episode.guid for episode in episodes_of(found.feed)] == ["guid-0", "guid-1", "guid-2"]
    assert found.feed.title == "Home"


async def test_a_feed_that_moved_is_known_by_where_it_is_now(web: Web, client: Client) -> None:
    web.put_redirect("/old", "new.xml", status=301)
    web.put("/new.xml", '<rss version="2.0"><channel><item><title>x</title><link>a</link></item></channel></rss>')
    found = await _found(web.url("/old"), client, web)
    assert isinstance(found, FeedFound)
    (episode,) = episodes_of(found.feed)
    assert (episode.feed, episode.link) == (web.url("/new.xml"), web.url("/a"))


async def test_links_as_apps_and_people_write_them(web: Web, client: Client) -> None:
    web.put("/feed", _feed(web), "text/xml")
    for link in (f"feed:{web.url('/feed')}", web.url("/feed").replace("http://", "HTTP://"), f" <{web.url('/feed')}> "):
        assert isinstance(await _found(link, client, web), FeedFound)
    for link in ("file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "http://10.0.0.1/feed"):
        with pytest.raises(Forbidden):
            await _found(link, client, web)


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
async def test_a_page_is_found_in_its_feed(web: Web, client: Client, head: str) -> None:
    web.put("/feed", _feed(web), "text/xml")
    found = await _found(_page(web, "/some-page", head), client, web)
    assert isinstance(found, EpisodeFound)
    assert (found.episode.guid, found.lacks, found.origin) == ("guid-1", (), Origin.SHOW_NOTES)
    assert found.episode.feed == web.url("/feed")


async def test_a_page_is_the_same_with_www_and_a_counting_query(web: Web) -> None:
    feed = read_feed(_feed(web).replace(INSIDE, "pod.test").encode(), "https://pod.test/feed")
    link = f"https://www.pod.test:{web.port}/winter-2?utm_source=mail"
    episode = matching(feed, link=link)
    assert episode is not None
    assert episode.guid == "guid-2"
    assert matching(feed, link="https://www.pod.test/") is None


async def test_a_title_that_two_episodes_have_tells_nothing(web: Web, client: Client) -> None:
    web.put("/feed", _feed(web, more="<item><title>winter 1</title><guid>twin</guid></item>"), "text/xml")
    head = '<meta property="og:title" content="Winter 1"><meta property="og:type" content="article">'
    found = await _found(_page(web, "/some-page", head), client, web)
    assert isinstance(found, EpisodeFound)
    assert (found.episode.feed, found.origin) == ("", Origin.PAGE)


async def test_the_home_of_a_podcast_is_its_feed(web: Web, client: Client) -> None:
    web.put("/feed", _feed(web), "text/xml")
    assert isinstance(await _found(_page(web, "/"), client, web), FeedFound)


@pytest.mark.parametrize("trouble", ["none", "no feed", "broken", "private"])
async def test_a_page_speaks_for_itself_when_its_feed_does_not_know_it(web: Web, client: Client, trouble: str) -> None:
    if trouble == "none":
        web.put("/feed", _feed(web), "text/xml")
    if trouble == "broken":
        web.put("/feed", "<html>an error", "text/html")
    if trouble == "private":
        web.put_redirect("/feed", "http://10.0.0.1/feed")
    head = '<meta property="og:title" content="Summer"><meta property="og:type" content="article">'
    found = await _found(_page(web, "/summer", head), client, web)
    assert isinstance(found, EpisodeFound)
    assert (found.episode.title, found.episode.feed, found.lacks, found.origin) == (
        "Summer",
        "",
        ("audio",),
        Origin.PAGE,
    )
    assert "carried the beams" in found.episode.notes


async def test_an_article_of_a_site_without_podcasts_is_an_article(web: Web, client: Client) -> None:
    web.put("/feed", "<rss version='2.0'><channel><item><title>News</title></item></channel></rss>", "text/xml")
    found = await _found(_page(web, "/about", "<title>About a house</title>"), client, web)
    assert isinstance(found, EpisodeFound)
    assert (found.episode.title, found.origin) == ("About a house", Origin.PAGE)


async def test_a_page_with_a_player_and_no_feed(web: Web, client: Client) -> None:
    web.put("/p", "<html><title>Summer</title><body><audio src='/s.mp3'></audio></body></html>", "text/html")
    found = await _found(web.url("/p"), client, web)
    assert isinstance(found, EpisodeFound)
    assert (found.episode.title, found.episode.audio, found.lacks) == ("Summer", web.url("/s.mp3"), ())


async def test_a_page_with_nothing(web: Web, client: Client) -> None:
    for body in ("<html><body></body></html>", "", "  \n"):
        web.put("/", body, "text/html")
        with pytest.raises(Empty):
            await _found(web.url("/"), client, web)


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
async def test_a_bare_recording(web: Web, client: Client, path: str, media_type: str, body: bytes) -> None:
    web.put(path, body, media_type)
    found = await _found(web.url(path), client, web)
    assert isinstance(found, EpisodeFound)
    assert (found.episode.title, found.episode.audio) == ("my first talk", web.url(path))
    assert (found.lacks, found.origin) == (("show-notes",), Origin.TITLE)


async def test_a_page_that_is_called_like_a_recording_is_a_page(web: Web, client: Client) -> None:
    web.put("/talk.mp3", f"<!doctype html><title>Talk</title><p>{WORDS * 20}</p>", "text/html")
    found = await _found(web.url("/talk.mp3"), client, web)
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
async def test_a_file_to_be_read(web: Web, client: Client, path: str, media_type: str, body: bytes) -> None:
    web.put(path, body, media_type)
    found = await _found(web.url(path), client, web)
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
    web: Web, client: Client, status: int, media_type: str, body: bytes, kind: type[SourceError]
) -> None:
    web.put("/x", body, media_type, status=status)
    with pytest.raises(SourceError) as raised:
        await _found(web.url("/x"), client, web)
    assert type(raised.value) is kind


# --- Apple --------------------------------------------------------------------------------------------------------

APPLE = "https://podcasts.apple.com/us/podcast/winter-1/id123456?i=1000000000001"
LOOKED_UP = "/apple/lookup?id=123456&media=podcast&entity=podcastEpisode&limit=200&country=us"


def _catalogue(web: Web, *episodes: dict[str, Any], feed: str = "/feed") -> None:
    show = {"wrapperType": "track", "kind": "podcast", "collectionId": 123456, "collectionName": "Home"}
    results = [show | ({"feedUrl": web.url(feed)} if feed else {}), *episodes]
    web.put(LOOKED_UP, json.dumps({"resultCount": len(results), "results": results}), "text/javascript; charset=utf-8")


def _listed(number: int, **more: object) -> dict[str, Any]:
    said = {
        "wrapperType": "podcastEpisode",
        "kind": "podcast-episode",
        "trackId": 1000000000000 + number,
        "trackName": f"Winter {number}",
        "collectionName": "Home",
        "episodeUrl": f"https://apple.test/cdn.test/{number}.mp3",
        "trackTimeMillis": 3_723_000,
        "releaseDate": "2025-03-03T07:00:00Z",
        "description": "What Apple says",
    }
    return said | more


@pytest.mark.parametrize(
    "more",
    [
        {"episodeGuid": "guid-1", "trackName": "Renamed", "episodeUrl": ""},
        {"episodeGuid": "", "trackName": "Renamed"},
        {"episodeGuid": "", "trackName": "winter  1", "episodeUrl": ""},
    ],
    ids=["by its guid", "by its recording", "by its title"],
)
async def test_an_episode_in_apples_catalogue_is_found_in_its_feed(
    web: Web, client: Client, more: dict[str, str]
) -> None:
    web.put("/feed", _feed(web), "text/xml")
    _catalogue(web, _listed(2), _listed(1, **more))
    found = await _found(APPLE, client, web)
    assert isinstance(found, EpisodeFound)
    assert (found.episode.guid, found.episode.notes, found.lacks) == ("guid-1", "Notes of 1", ())


async def test_an_old_episode_is_found_by_the_address(web: Web, client: Client) -> None:
    web.put("/feed", _feed(web), "text/xml")
    _catalogue(web, _listed(2))
    found = await _found(APPLE, client, web)
    assert isinstance(found, EpisodeFound)
    assert found.episode.guid == "guid-1"
    unknown = await _found(APPLE.replace("winter-1", "another-name"), client, web)
    assert isinstance(unknown, FeedFound)
    assert unknown.lacks == ("apple-episode",)


async def test_an_address_with_the_name_of_the_show_means_no_episode_called_like_it(web: Web, client: Client) -> None:
    web.put("/feed", _feed(web, more="<item><title>Home</title><guid>trailer</guid></item>"), "text/xml")
    _catalogue(web, _listed(2))
    found = await _found(APPLE.replace("winter-1", "home"), client, web)
    assert isinstance(found, FeedFound)
    assert found.lacks == ("apple-episode",)


async def test_a_podcast_in_apples_catalogue_is_its_feed(web: Web, client: Client) -> None:
    web.put("/feed", _feed(web), "text/xml")
    _catalogue(web, _listed(2))
    found = await _found(APPLE.partition("?")[0], client, web)
    assert isinstance(found, FeedFound)
    assert found.lacks == ()


@pytest.mark.parametrize("feed", ["", "/gone"])
async def test_without_its_feed_the_catalogue_speaks(web: Web, client: Client, feed: str) -> None:
    _catalogue(web, _listed(1), feed=feed)
    found = await _found(APPLE, client, web)
    assert isinstance(found, EpisodeFound)
    assert (found.episode.title, found.episode.show, found.episode.seconds) == ("Winter 1", "Home", 3723.0)
    assert (found.episode.notes, found.lacks) == ("What Apple says", ("feed",))


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ('{"resultCount": 0, "results": []}', Absent),
        ('{"results": [{"kind": "podcast"}]}', Empty),
        ('{"results": "x"}', Absent),
        ("[]", Unreadable),
        ("<html>", Unreadable),
        ("[" * 100_000, Unreadable),
    ],
    ids=["nothing", "no feed", "strange", "a list", "a page", "deep"],
)
async def test_catalogues_that_do_not_help(web: Web, client: Client, body: str, kind: type[SourceError]) -> None:
    web.put(LOOKED_UP, body, "text/javascript")
    with pytest.raises(SourceError) as raised:
        await _found(APPLE, client, web)
    assert type(raised.value) is kind


# --- cards --------------------------------------------------------------------------------------------------------


async def test_spotify_gives_away_a_title(web: Web, client: Client) -> None:
    web.put("/spotify/oembed", json.dumps({"title": "Winter &amp; us", "provider_name": "Spotify"}), "application/json")
    found = await _found("https://open.spotify.com/intl-de/episode/4rOoJ6Egrf8K2IrywzwOMk?si=secret", client, web)
    assert isinstance(found, EpisodeFound)
    assert (found.episode.title, found.episode.audio) == ("Winter & us", "")
    assert (found.lacks, found.origin) == (("spotify-audio",), Origin.TITLE)
    assert web.paths() == ["/spotify/oembed?url=https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk"]


async def test_a_show_on_spotify_tells_its_name_alone(web: Web, client: Client) -> None:
    web.put("/spotify/oembed", json.dumps({"title": "Home"}), "application/json")
    found = await _found("https://open.spotify.com/show/4rOoJ6Egrf8K2IrywzwOMk", client, web)
    assert isinstance(found, EpisodeFound)
    assert (found.episode.title, found.episode.show, found.lacks) == ("", "Home", ("spotify-episode",))


async def test_half_a_character_of_a_card_goes(web: Web, client: Client) -> None:
    web.put("/spotify/oembed", '{"title": "Win\\ud83cter"}', "application/json")
    found = await _found("https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk", client, web)
    assert isinstance(found, EpisodeFound)
    assert found.episode.title == "Winter"


async def test_youtube_gives_away_title_and_channel(web: Web, client: Client) -> None:
    web.put("/youtube/oembed", json.dumps({"title": "Winter", "author_name": "Home"}), "application/json")
    found = await _found("https://youtu.be/dQw4w9WgXcQ?t=42", client, web)
    assert isinstance(found, EpisodeFound)
    assert (found.episode.title, found.episode.show) == ("Winter", "Home")
    assert found.episode.link == "https://www.youtube.com/watch?v=dQw4w9WgXcQ"
    assert found.lacks == ("youtube-audio", "youtube-transcript")


@pytest.mark.parametrize(("status", "kind"), [(401, FetchRefused), (403, FetchRefused), (404, Absent), (500, Slow)])
async def test_a_film_that_is_not_public(web: Web, client: Client, status: int, kind: type[SourceError]) -> None:
    web.put("/youtube/oembed", "Unauthorized", "text/plain", status=status)
    with pytest.raises(SourceError) as raised:
        await _found("https://www.youtube.com/watch?v=dQw4w9WgXcQ", client, web)
    assert type(raised.value) is kind


@pytest.mark.parametrize("card", ["{}", '{"title": ""}', '{"title": 5}', "not json"])
async def test_an_empty_card(web: Web, client: Client, card: str) -> None:
    web.put("/youtube/oembed", card, "application/json")
    with pytest.raises(Unreadable):
        await _found("https://www.youtube.com/watch?v=dQw4w9WgXcQ", client, web)


FILM = CardLink(address="https://www.youtube.com/watch?v=dQw4w9WgXcQ", what="film")
SPOKEN = CardLink(address="https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk", what="episode")


@pytest.mark.parametrize(
    ("link", "meaning"),
    [
        (APPLE, AppleLink(show="123456", episode="1000000000001", country="us", slug="winter-1")),
        ("https://podcasts.apple.com/podcast/id123456", AppleLink(show="123456")),
        ("https://itunes.apple.com/ru/podcast/x/id123456?mt=2", AppleLink(show="123456", country="ru", slug="x")),
        ("https://podcasts.apple.com/us/podcast/x/id1234?i=1%27", AppleLink(show="1234", country="us", slug="x")),
        ("https://podcasts.apple.com/us/browse", None),
        ("https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&t=1", FILM),
        ("https://www.youtube.com/live/dQw4w9WgXcQ?si=x", FILM),
        ("https://music.youtube.com/watch?v=dQw4w9WgXcQ", FILM),
        ("https://www.youtube.com/@channel", None),
        ("https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ", None),
        ("https://open.spotify.com/embed/episode/4rOoJ6Egrf8K2IrywzwOMk", SPOKEN),
        ("https://open.spotify.com/track/4rOoJ6Egrf8K2IrywzwOMk", None),
        ("https://evil.test/open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk", None),
        ("http://[bad", None),
    ],
)
def test_what_a_link_means_to_its_service(link: str, meaning: object) -> None:
    assert recognised(link) == meaning


# --- the rest -----------------------------------------------------------------------------------------------------


async def test_nothing_hangs(client: Client, web: Web) -> None:
    clock = client.clock
    assert isinstance(clock, ManualClock)

    async def script(_: asyncio.StreamReader, __: asyncio.StreamWriter) -> None:
        await asyncio.Event().wait()

    async with misbehaving(script) as address:
        finding = asyncio.ensure_future(_found(address, client, web))
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
