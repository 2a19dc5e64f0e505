"""Links into catalogues: Apple's, Spotify's and YouTube's, and what each gives away."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.interviews.podcast.episode_chores import AppleLink, CardLink, EpisodeFound, FeedFound, recognise_service_link
from core.interviews.podcast.sources.material import ContextOrigin
from core.readers.client import SourceClient
from core.readers.source_errors import Absent, Empty, FetchRefused, Slow, SourceError, Unreadable
from tests.fakes.web import Web
from tests.integration.test_sources_links import feed_of, found_at

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
    web: Web, client: SourceClient, more: dict[str, str]
) -> None:
    web.put("/feed", feed_of(web), "text/xml")
    _catalogue(web, _listed(2), _listed(1, **more))
    found = await found_at(APPLE, client, web)
    assert isinstance(found, EpisodeFound)
    assert (found.episode.guid, found.episode.notes, found.lacks) == ("guid-1", "Notes of 1", ())


async def test_an_old_episode_is_found_by_the_address(web: Web, client: SourceClient) -> None:
    web.put("/feed", feed_of(web), "text/xml")
    _catalogue(web, _listed(2))
    found = await found_at(APPLE, client, web)
    assert isinstance(found, EpisodeFound)
    assert found.episode.guid == "guid-1"
    unknown = await found_at(APPLE.replace("winter-1", "another-name"), client, web)
    assert isinstance(unknown, FeedFound)
    assert unknown.lacks == ("apple-episode",)


async def test_an_address_naming_the_show_means_no_episode_of_that_name(web: Web, client: SourceClient) -> None:
    web.put("/feed", feed_of(web, more="<item><title>Home</title><guid>trailer</guid></item>"), "text/xml")
    _catalogue(web, _listed(2))
    found = await found_at(APPLE.replace("winter-1", "home"), client, web)
    assert isinstance(found, FeedFound)
    assert found.lacks == ("apple-episode",)


async def test_a_podcast_in_apples_catalogue_is_its_feed(web: Web, client: SourceClient) -> None:
    web.put("/feed", feed_of(web), "text/xml")
    _catalogue(web, _listed(2))
    found = await found_at(APPLE.partition("?")[0], client, web)
    assert isinstance(found, FeedFound)
    assert found.lacks == ()


@pytest.mark.parametrize("feed", ["", "/gone"])
async def test_without_its_feed_the_catalogue_speaks(web: Web, client: SourceClient, feed: str) -> None:
    _catalogue(web, _listed(1), feed=feed)
    found = await found_at(APPLE, client, web)
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
async def test_catalogues_that_do_not_help(web: Web, client: SourceClient, body: str, kind: type[SourceError]) -> None:
    web.put(LOOKED_UP, body, "text/javascript")
    with pytest.raises(SourceError) as raised:
        await found_at(APPLE, client, web)
    assert type(raised.value) is kind


# --- cards --------------------------------------------------------------------------------------------------------


async def test_spotify_gives_away_a_title(web: Web, client: SourceClient) -> None:
    web.put("/spotify/oembed", json.dumps({"title": "Winter &amp; us", "provider_name": "Spotify"}), "application/json")
    found = await found_at("https://open.spotify.com/intl-de/episode/4rOoJ6Egrf8K2IrywzwOMk?si=secret", client, web)
    assert isinstance(found, EpisodeFound)
    assert (found.episode.title, found.episode.audio) == ("Winter & us", "")
    assert (found.lacks, found.origin) == (("spotify-audio",), ContextOrigin.TITLE)
    assert web.paths() == ["/spotify/oembed?url=https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk"]


async def test_a_show_on_spotify_tells_its_name_alone(web: Web, client: SourceClient) -> None:
    web.put("/spotify/oembed", json.dumps({"title": "Home"}), "application/json")
    found = await found_at("https://open.spotify.com/show/4rOoJ6Egrf8K2IrywzwOMk", client, web)
    assert isinstance(found, EpisodeFound)
    assert (found.episode.title, found.episode.show, found.lacks) == ("", "Home", ("spotify-episode",))


async def test_half_a_character_of_a_card_goes(web: Web, client: SourceClient) -> None:
    web.put("/spotify/oembed", '{"title": "Win\\ud83cter"}', "application/json")
    found = await found_at("https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk", client, web)
    assert isinstance(found, EpisodeFound)
    assert found.episode.title == "Winter"


async def test_youtube_gives_away_title_and_channel(web: Web, client: SourceClient) -> None:
    web.put("/youtube/oembed", json.dumps({"title": "Winter", "author_name": "Home"}), "application/json")
    found = await found_at("https://youtu.be/dQw4w9WgXcQ?t=42", client, web)
    assert isinstance(found, EpisodeFound)
    assert (found.episode.title, found.episode.show) == ("Winter", "Home")
    assert found.episode.link == "https://www.youtube.com/watch?v=dQw4w9WgXcQ"
    assert found.lacks == ("youtube-audio", "youtube-transcript")


@pytest.mark.parametrize(("status", "kind"), [(401, FetchRefused), (403, FetchRefused), (404, Absent), (500, Slow)])
async def test_a_film_that_is_not_public(web: Web, client: SourceClient, status: int, kind: type[SourceError]) -> None:
    web.put("/youtube/oembed", "Unauthorized", "text/plain", status=status)
    with pytest.raises(SourceError) as raised:
        await found_at("https://www.youtube.com/watch?v=dQw4w9WgXcQ", client, web)
    assert type(raised.value) is kind


@pytest.mark.parametrize("card", ["{}", '{"title": ""}', '{"title": 5}', "not json"])
async def test_an_empty_card(web: Web, client: SourceClient, card: str) -> None:
    web.put("/youtube/oembed", card, "application/json")
    with pytest.raises(Unreadable):
        await found_at("https://www.youtube.com/watch?v=dQw4w9WgXcQ", client, web)


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
    assert recognise_service_link(link) == meaning
