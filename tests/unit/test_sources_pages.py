"""What is read from a web page: stated for machines, for other sites, for people, or hardly at all."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.interviews.podcast.formats.episode_readings import read_page
from core.interviews.podcast.sources.material import WebPage
from core.readers.source_errors import Unreadable

URL = "https://pod.test/episodes/first"
WORDS = "In this episode Anna tells how the house was built, who carried the beams, and what was eaten at noon. "
ARTICLE = f"<article><h1>The house</h1>{''.join(f'<p>{WORDS}{n}.</p>' for n in range(5))}</article>"


def _page(head: str = "", body: str = ARTICLE, html: str = "<html lang='en-GB'>") -> WebPage:
    return read_page(f"<!DOCTYPE html>{html}<head>{head}</head><body>{body}</body></html>".encode(), URL)


def _data(*values: object) -> str:
    return "".join(f'<script type="application/ld+json">{json.dumps(value)}</script>' for value in values)


EPISODE = {
    "@context": "https://schema.org",
    "@type": "PodcastEpisode",
    "name": "The house &amp; the garden",
    "datePublished": "2025-03-03T10:00:00+03:00",
    "timeRequired": "PT1H2M3S",
    "description": "<p>How a house was built.</p>",
    "inLanguage": "en",
    "associatedMedia": {"@type": "MediaObject", "contentUrl": "/audio/1.mp3"},
    "partOfSeries": {"@type": "PodcastSeries", "name": "Home", "webFeed": "https://feeds.test/home"},
}


def test_what_is_stated_for_machines() -> None:
    page = _page(_data({"@type": "Organization", "name": "Somebody"}, EPISODE))
    episode = page.episode
    assert (episode.title, episode.show, episode.notes) == ("The house & the garden", "Home", "How a house was built.")
    assert (episode.audio, episode.seconds) == ("https://pod.test/audio/1.mp3", 3723.0)
    assert episode.published == datetime(2025, 3, 3, 7, tzinfo=UTC)
    assert page.feeds == ("https://feeds.test/home",)
    assert (page.single, page.url, episode.link) == (True, URL, URL)


@pytest.mark.parametrize(
    "wrapped",
    [
        {"@graph": [{"@type": "WebPage", "name": "Page"}, EPISODE]},
        [{"@type": "WebSite", "name": "Site"}, EPISODE],
        {**EPISODE, "@type": ["https://schema.org/PodcastEpisode", "CreativeWork"]},
    ],
)
def test_it_may_be_wrapped(wrapped: object) -> None:
    assert _page(_data(wrapped)).episode.title == "The house & the garden"


@pytest.mark.parametrize(
    "data",
    [
        "{not json",
        "[" * 100_000,
        "null",
        '{"@type": 7, "name": {}}',
        '{"@type": "PodcastEpisode", "name": ["", 5], "partOfSeries": "x", "associatedMedia": [], "duration": 4}',
    ],
    ids=["broken", "deep", "nothing", "strange", "stranger"],
)
def test_statements_that_make_no_sense_are_left(data: str) -> None:
    page = _page(f"<title>The house</title><script type='application/ld+json'>{data}</script>")
    assert page.episode.title == "The house"


def test_what_is_stated_for_other_sites() -> None:
    metas = """<meta property="og:title" content="The house"><meta property="og:site_name" content="Home">
        <meta property="og:audio" content="https://cdn.test/1.m4a"><meta property="og:audio:type" content="audio/mp4">
        <meta property="og:description" content="How it was built."><meta property="og:type" content="article">
        <meta property="article:published_time" content="2025-03-03"><meta property="og:title" content="Another">
        <meta property="og:url" content="https://pod.test/first">"""
    page = _page(metas)
    assert (page.episode.title, page.episode.show, page.episode.language) == ("The house", "Home", "en")
    assert page.episode.audio == "https://cdn.test/1.m4a"
    assert (page.episode.notes, page.url, page.single) == ("How it was built.", "https://pod.test/first", True)


@pytest.mark.parametrize(
    ("body", "audio"),
    [
        ('<audio><source src="a.ogg" type="audio/ogg"><source src="a.mp3"></audio>', "https://pod.test/episodes/a.ogg"),
        ('<audio><source src="/play/7" type="audio/mpeg"></audio>', "https://pod.test/play/7"),
        ('<a href="/about">About</a><a href="https://cdn.test/1.MP3?dl=1">Download</a>', "https://cdn.test/1.MP3?dl=1"),
        ('<video src="/v.mp4"></video><a href="/a.mp3">sound</a>', "https://pod.test/a.mp3"),
        ("<a href=\"javascript:play('x.mp3')\">Play</a><audio></audio><a>x</a>", ""),
        ('<audio src="file:///etc/a.mp3"></audio><audio src="http://[bad/a.mp3"></audio>', ""),
    ],
)
def test_recordings_in_players_and_links(body: str, audio: str) -> None:
    page = _page(body=body + ARTICLE)
    assert page.episode.audio == audio
    assert page.single == bool(audio)


def test_feeds_that_a_page_offers() -> None:
    page = _page("""<link rel="alternate" type="application/rss+xml" title="Comments" href="/comments/feed">
        <link rel="alternate" type="application/rss+xml" title="News" href="/feed">
        <link rel="ALTERNATE nofollow" type="application/rss+xml; charset=utf-8" title="Our podcast" href="/pod.xml">
        <link rel="alternate" type="text/html" hreflang="ru" href="/ru"><link rel="stylesheet" href="/x.css">
        <link rel="alternate" type="application/atom+xml" href="file:///etc/passwd">
        <link rel="alternate" type="application/rss+xml" href="/feed">""")
    assert page.feeds == ("https://pod.test/pod.xml", "https://pod.test/feed")
    assert not page.single


def test_the_text_of_a_page_is_what_it_is_about() -> None:
    around = "<nav><ul><li><a href='/'>Home</a><li><a href='/shop'>Shop</a></ul></nav>"
    page = _page("<title>The house</title>", f"{around}{ARTICLE}<footer>All rights reserved, subscribe now</footer>")
    assert page.text.count("carried the beams") == 5
    assert "Shop" not in page.text
    assert "<" not in page.text


@pytest.mark.parametrize(
    ("title", "bare"),
    [
        ("The house | Home", "The house"),
        ("home — The house - 2", "The house — 2"),
        ("At Home", "At Home"),
    ],
)
def test_a_title_goes_without_the_name_of_the_show(title: str, bare: str) -> None:
    page = _page(f'<meta property="og:site_name" content="Home"><title>{title}</title>')
    assert page.episode.title == bare


def test_a_page_names_itself_only_on_its_own_host() -> None:
    assert _page('<link rel="canonical" href="/second?x=1">').url == "https://pod.test/second?x=1"
    assert _page('<link rel="canonical" href="https://evil.test/second">').url == URL


@pytest.mark.parametrize("body", [b"", b"   ", b"\0" * 100])
def test_what_is_no_page(body: bytes) -> None:
    with pytest.raises(Unreadable):
        read_page(body, URL)


HOSTILE = {
    "deep": "<html><body>" + "<div>" * 50_000 + "word",
    "attributes": "<html><body><p " + " ".join(f"a{n}='1'" for n in range(50_000)) + ">x</p>" + ARTICLE,
    "quotes": "<html><body>" + "<a '\"" * 100_000,
    "brackets": "<html>" + "<" * 200_000,
    "comments": "<html><body>" + "<!-- " * 100_000,
    "many": "<html><body>" + "<b>x</b>" * 60_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_pages_that_are_meant_to_keep_us_busy(text: str) -> None:
    with suppress(Unreadable):
        assert len(read_page(text.encode(), URL).text) <= 60_000


@given(st.text(alphabet="<>/abhtmlp ='\"!-&;\n", max_size=400))
def test_reading_a_page_raises_one_error_alone(text: str) -> None:
    with suppress(Unreadable):
        read_page(f"<html>{text}".encode(), URL)
