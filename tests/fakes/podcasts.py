"""A podcast on a small web, and an app in which somebody has asked for an interview about an episode."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, nullcontext
from typing import Any

from bot.config import AccessSection, PodcastSection, Settings
from bot.kinds import podcast_settings
from bot.sections import LimitsSection
from core.access.gate import Policy
from core.contracts.messages import Outgoing, Press, Say
from core.contracts.ports import Clock
from core.contracts.session import Session
from core.contracts.tools import Readers
from core.interviews.kind import Operator
from core.interviews.podcast.episode_intake import EpisodeIntake, intake_of
from core.interviews.podcast.interview import Podcast
from core.interviews.podcast.sources.material import Source, source_in
from core.llm.build import OfflineModel
from core.store.finding_rows import about_of
from core.store.store import Store
from tests.fakes.app import Running, held_model, running
from tests.fakes.model import ScriptedModel
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.transcriber import FakeTranscriber
from tests.fakes.web import INSIDE, Web, serving

SRT = """1
00:00:01,000 --> 00:00:05,000
Ann: Ideas are cheap, and shipping is what is hard.

2
00:00:05,000 --> 00:00:09,000
Ben: I would say that a walk in the woods is where ideas come from.
"""
SPOKEN = "What I say into this microphone is that bees forgive nobody, and that a hive is a town of its own."
NOTES = (
    "Ann talks with Ben about making things, about walks in the woods, and about what is left when a day is over and "
    "nobody has looked at anything that was made in it; and then about what to do on the next one, and about patience."
)
ANSWER = "I realised that patience is what I lack, and I will walk in the woods every morning, time {n}."


def item(web: Web, number: int, *, title: str = "Something else", notes: str = NOTES, more: str = "") -> str:
    return (
        f"<item><title>Episode {number}: {title}</title><guid>guid-{number}</guid>"
        f"<pubDate>{number:02} Mar 2026 10:00:00 GMT</pubDate><description>{notes}</description>"
        f'<enclosure url="{web.url(f"/{number}.mp3")}" type="audio/mpeg" length="1"/>{more}</item>'
    )


def feed(web: Web, episodes: int = 9, *, path: str = "/feed.xml") -> str:
    """The address of a feed; its first episode is about shipping, and has a transcript."""
    transcript = web.put("/one.srt", SRT, "application/x-subrip")
    told = f'<podcast:transcript url="{transcript}" type="application/x-subrip"/>'
    items = [item(web, 1, title="Shipping", more=told), *(item(web, number) for number in range(2, episodes + 1))]
    return put_feed(web, *items, path=path)


def put_feed(web: Web, *items: str, path: str = "/feed.xml") -> str:
    xml = (
        '<?xml version="1.0"?><rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>'
        f"<title>Making Things</title>{''.join(items)}</channel></rss>"
    )
    return web.put(path, xml, "application/rss+xml")


def settings(*, at_a_time: int = 2, **podcast: Any) -> Settings:
    values = {"allowed_hosts": (INSIDE,), "transcribe": False, **podcast}
    return Settings(
        access=AccessSection(policy=Policy.OPEN),
        podcast=PodcastSection(**values),
        limits=LimitsSection(sources_at_a_time=at_a_time),
    )


@asynccontextmanager
async def listening(
    *,
    model: ScriptedModel | None = None,
    transcriber: FakeTranscriber | None = None,
    clock: Clock | None = None,
    store: Store | None = None,
    platform: FakePlatform | None = None,
    readers: Readers | None = None,
    web: Web | None = None,
    **podcast: Any,
) -> AsyncIterator[tuple[Running, Web]]:
    """An app that knows podcasts alone, and a small web that it may look at."""
    async with (
        nullcontext(web) if web else serving() as small,
        running(
            settings=(configured := settings(**podcast)),
            model=model or OfflineModel(),
            kinds={"podcast": Podcast(operator=Operator(settings=podcast_settings(configured)))},
            transcriber=transcriber,
            clock=clock,
            store=store,
            platform=platform,
            readers=readers,
        ) as app,
    ):
        yield app, small


@asynccontextmanager
async def talking(*, language: str = "en", **more: Any) -> AsyncIterator[tuple[Running, FakePerson, Web]]:
    """As `listening`, with Anna who has asked for an interview."""
    async with listening(**more) as (app, web):
        anna = app.platform.person(language=language)
        await anna.begin("podcast")
        yield app, anna, web


def labels(message: Outgoing) -> list[str]:
    return [choice.label for choice in message.saying.choices] if isinstance(message.saying, Say) else []


def newest(anna: FakePerson) -> list[str]:
    return labels(anna.received[-1])


def buttons(anna: FakePerson) -> Mapping[str, Press]:
    """The newest message's buttons, to be pressed later."""
    saying = anna.received[-1].saying
    return {choice.label: Press(data=choice.data) for choice in saying.choices} if isinstance(saying, Say) else {}


async def does(app: Running, anna: FakePerson, *deeds: str) -> list[str]:
    """Write, or press the button "[...]", and wait until all is quiet; so with each. What came after the last."""
    for what in deeds:
        before = len(anna.received)
        await (anna.press(what[1:-1]) if what.startswith("[") else anna.write(what))
        await app.settled()
        anna.read = len(anna.received)
    return anna.said[before:]


async def session_now(app: Running, number: int = -1) -> Session:
    return (await app.sessions())[number]


async def intake_now(app: Running, number: int = -1) -> EpisodeIntake:
    found = intake_of(await session_now(app, number))
    assert found is not None
    return found


async def source_of(app: Running, number: int = -1) -> Source:
    session = await session_now(app, number)
    found = source_in(await app.store.read(lambda c: about_of(c, session.id)))
    assert found is not None
    return found


async def to_the_template(app: Running, anna: FakePerson, web: Web) -> None:
    """Choose an episode of a feed; which template is asked next."""
    await does(app, anna, feed(web), "[1. Episode 9: Something else]")


@asynccontextmanager
async def preparing() -> AsyncIterator[tuple[Running, FakePerson, Web, ScriptedModel]]:
    """As `talking`, while the episode that was chosen is read about, until the model's gate is opened."""
    model = held_model("context", "opening")
    async with talking(model=model) as (app, anna, web):
        await to_the_template(app, anna, web)
        await anna.press("Reflective")
        await anna.next_where("I’m reading about")
        yield app, anna, web, model
