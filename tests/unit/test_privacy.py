"""What people are told about their words: all that is configured, and nothing else."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.config import AccessSection, InterviewsSection, LlmSection, PodcastSection, Settings
from bot.facts import build_privacy_facts
from bot.sections import StorageSection, TimersSection, VoiceSection
from core.languages import LANGUAGES
from core.privacy.facts import (
    Facts,
    HeardWhere,
    NoteCopies,
    ReadWhere,
    consent_digest,
    consent_text,
    host_location,
    privacy_text,
    terms_for_language,
)
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePlatform

CARRIERS = ("", "Telegram", "Discord")
HOSTS = ("Anthropic", "OpenAI", "api.together.xyz", "192.168.1.20")
MODELS = ("claude-opus-5-5", "qwen3:14b")
TERMS = "The terms of the study of 2026."
SERVICES = (*CARRIERS[1:], *HOSTS, *MODELS, "Amazon")


@st.composite
def facts(draw: st.DrawFn) -> Facts:
    place = draw(st.sampled_from(ReadWhere))
    asked = place is not ReadWhere.NOWHERE
    elsewhere = place in {ReadWhere.NEARBY, ReadWhere.PROVIDER}
    hearing = draw(st.sampled_from(HeardWhere))
    links = draw(st.booleans())
    return Facts(
        operator=draw(st.sampled_from(["", "Maria Petrova, maria@example.org"])),
        place=place,
        host=draw(st.sampled_from(HOSTS)) if elsewhere else "",
        models=draw(st.sampled_from([MODELS[:1], MODELS])) if asked else (),
        keeps_prompts=asked and draw(st.booleans()),
        hearing=hearing,
        keeps_audio=hearing is HeardWhere.LOCAL and draw(st.booleans()),
        files_at=draw(st.sampled_from(["", "Amazon"])),
        opens_links=links,
        copies=draw(st.sampled_from(NoteCopies)) if links else NoteCopies.NONE,
        retention_days=draw(st.sampled_from([None, 2, 365])),
        terms=draw(st.sampled_from([{}, {"en": TERMS}])),
    )


def _named(text: str) -> set[str]:
    return {service for service in SERVICES if service in text}


@given(known=facts(), carrier=st.sampled_from(CARRIERS), language=st.sampled_from(LANGUAGES))
def test_each_service_that_is_configured_is_named_and_no_other(known: Facts, carrier: str, language: str) -> None:
    configured = set(filter(None, (carrier, known.host, known.files_at)))
    assert _named(consent_text(known, carrier, language)) == configured
    assert _named(privacy_text(known, carrier, language)) == configured | set(known.models)


@given(known=facts(), carrier=st.sampled_from(CARRIERS), language=st.sampled_from(LANGUAGES))
def test_both_texts_say_who_runs_it_and_what_the_operator_adds(known: Facts, carrier: str, language: str) -> None:
    for text in (consent_text(known, carrier, language), privacy_text(known, carrier, language)):
        assert known.operator in text
        assert (TERMS in text) == bool(known.terms)


@given(known=facts(), carrier=st.sampled_from(CARRIERS), language=st.sampled_from(LANGUAGES))
def test_they_are_short_enough_to_be_read(known: Facts, carrier: str, language: str) -> None:
    own = len(TERMS.split()) if known.terms else 0
    more = (40 if known.opens_links else 0) + (12 if known.files_at else 0)
    assert len(consent_text(known, carrier, language).split()) <= 120 + own + more
    assert len(privacy_text(known, carrier, language)) <= 1_300 + len(TERMS) + 6 * more
    for command in ("/export", "/delete"):
        assert command in consent_text(known, carrier, language)
        assert command in privacy_text(known, carrier, language)


@given(one=facts(), other=facts(), carriers=st.tuples(st.sampled_from(CARRIERS), st.sampled_from(CARRIERS)))
def test_people_are_asked_again_just_when_the_text_is_another(
    one: Facts, other: Facts, carriers: tuple[str, str]
) -> None:
    alike = [consent_text(one, carriers[0], code) == consent_text(other, carriers[1], code) for code in LANGUAGES]
    assert len(set(alike)) == 1, "the languages disagree about what is said"
    assert (consent_digest(one, carriers[0]) == consent_digest(other, carriers[1])) == alike[0]


def test_what_is_kept_of_prompts_and_for_how_long_is_told() -> None:
    def told(*, prompts: bool, days: int | None) -> str:
        known = Facts(place=ReadWhere.HERE, models=("m",), keeps_prompts=prompts, retention_days=days)
        return privacy_text(known, "", "en")

    texts = {pair: told(prompts=pair[0], days=pair[1]) for pair in product((True, False), (None, 30, 365))}
    assert len(set(texts.values())) == len(texts)
    assert "30 days" in texts[False, 30]


@pytest.mark.parametrize(
    ("terms", "language", "found"),
    [
        ({}, "en", ""),
        ({"en": "English.", "ru": "Русский."}, "ru", "Русский."),
        ({"en": "English.", "ru": " "}, "ru", "English."),
        ({"de": "Deutsch."}, "ru", "Deutsch."),
    ],
)
def test_the_operators_text_is_never_left_out(terms: dict[str, str], language: str, found: str) -> None:
    assert terms_for_language(Facts(terms=terms), language) == found


# --- where a computer stands --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "place"),
    [
        ("localhost", ReadWhere.HERE),
        ("ollama.localhost", ReadWhere.HERE),
        ("127.8.8.8", ReadWhere.HERE),
        ("::1", ReadWhere.HERE),
        ("0.0.0.0", ReadWhere.HERE),  # noqa: S104 - to be asked there, not to listen there
        ("192.168.1.20", ReadWhere.NEARBY),
        ("100.64.3.4", ReadWhere.NEARBY),
        ("fd00::1", ReadWhere.NEARBY),
        ("ollama", ReadWhere.NEARBY),
        ("gpu.home.arpa", ReadWhere.NEARBY),
        ("172.32.0.1", ReadWhere.PROVIDER),
        ("2001:4860:4860::8888", ReadWhere.PROVIDER),
        ("localhost.example.org", ReadWhere.PROVIDER),
        ("local.example", ReadWhere.PROVIDER),
    ],
)
def test_where_a_computer_stands(host: str, place: ReadWhere) -> None:
    assert host_location(host) is place


# --- from the configuration ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("provider", "base_url", "place", "host"),
    [
        ("anthropic", None, ReadWhere.PROVIDER, "Anthropic"),
        ("openai", None, ReadWhere.PROVIDER, "OpenAI"),
        ("openai", "https://API.Together.xyz/v1", ReadWhere.PROVIDER, "api.together.xyz"),
        ("openai", "http://127.0.0.1:11434/v1", ReadWhere.HERE, ""),
        ("openai", "http://192.168.1.20:8000/v1", ReadWhere.NEARBY, "192.168.1.20"),
        ("anthropic", "https://proxy.example.org", ReadWhere.PROVIDER, "proxy.example.org"),
    ],
)
def test_where_the_model_is_asked(provider: str, base_url: str | None, place: ReadWhere, host: str) -> None:
    llm = {"provider": provider, "model": "big", "fast_model": "small", "base_url": base_url, "api_key": "a-key"}
    known = build_privacy_facts(Settings(llm=LlmSection.model_validate(llm)), {}, offline=False)
    assert (known.place, known.host, known.models, known.keeps_prompts) == (place, host, ("big", "small"), True)
    assert not re.search("a-key", str(known))


def test_what_the_configuration_says_is_what_people_are_told() -> None:
    settings = Settings(
        access=AccessSection(operator=" Maria "),
        interviews=InterviewsSection(consent_text={"en": TERMS}),
        timers=TimersSection(retention_days=30),
    )
    platform = FakePlatform(ManualClock())
    known = build_privacy_facts(settings, {platform.name: platform}, offline=True)
    assert known == Facts(operator="Maria", retention_days=30, terms={"en": TERMS}, carriers={"fake": ""})


@pytest.mark.parametrize("language", LANGUAGES)
def test_whether_recordings_are_heard_and_kept_is_told(language: str) -> None:
    ways = [
        Facts(),
        Facts(hearing=HeardWhere.LOCAL),
        Facts(hearing=HeardWhere.LOCAL, keeps_audio=True),
    ]
    assert len({consent_text(known, "", language) for known in ways}) == 3
    assert len({privacy_text(known, "", language) for known in ways}) == 3


def test_recordings_are_called_kept_only_where_they_are_heard() -> None:
    settings = Settings(voice=VoiceSection(keep_audio=True))
    deaf = build_privacy_facts(settings, {}, offline=True)
    hearing = build_privacy_facts(settings, {}, offline=True, hears=True)
    assert (deaf.hearing, deaf.keeps_audio) == (HeardWhere.NONE, False)
    assert (hearing.hearing, hearing.keeps_audio) == (HeardWhere.LOCAL, True)


@pytest.mark.parametrize(
    ("files", "endpoint", "told"),
    [
        ("s3://lives/house", "", "Amazon"),
        ("s3://lives/house", "https://fsn1.example-storage.com", "fsn1.example-storage.com"),
        ("s3://lives/house", "http://192.168.1.20:9000", ""),
        ("/srv/shared", "https://fsn1.example-storage.com", ""),
    ],
)
def test_whose_servers_recordings_are_on_is_told_and_agreed_to(files: str, endpoint: str, told: str) -> None:
    storage = StorageSection(files=files, files_endpoint=endpoint)
    known = build_privacy_facts(Settings(storage=storage), {}, offline=True)
    assert known.files_at == told
    assert (consent_digest(known, "") != consent_digest(Facts(), "")) == bool(told)


# --- links, and copies of notes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("podcast", "links", "copies"),
    [
        (PodcastSection(), True, NoteCopies.NONE),
        (PodcastSection(inkwell_dir=Path("inkwell")), True, NoteCopies.INKWELL),
        (PodcastSection(notes_dir=Path("vault")), True, NoteCopies.ALL),
        (PodcastSection(notes_dir=Path("vault"), inkwell_dir=Path("inkwell")), True, NoteCopies.ALL),
        (PodcastSection(notes_dir=Path("vault")), False, NoteCopies.NONE),
    ],
)
def test_where_nobody_can_talk_about_an_episode_nothing_is_said_of_it(
    podcast: PodcastSection, links: bool, copies: NoteCopies
) -> None:
    known = build_privacy_facts(Settings(podcast=podcast), {}, offline=True, links=links)
    assert (known.opens_links, known.copies) == (links, copies)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whether_links_are_opened_and_notes_copied_is_told(language: str) -> None:
    ways = [Facts(), *(Facts(opens_links=True, copies=copies) for copies in NoteCopies)]
    assert len({consent_text(known, "", language) for known in ways}) == len(ways)
    assert len({privacy_text(known, "", language) for known in ways}) == len(ways)
    copied = Facts(opens_links=True, copies=NoteCopies.ALL)
    assert consent_text(copied, "Telegram", language).count("/delete") == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_inkwell_only_those_hear_whose_messages_stay_on_the_machine(language: str) -> None:
    """Nobody else can name a folder there."""
    known = Facts(opens_links=True, copies=NoteCopies.INKWELL)
    assert "Inkwell" in consent_text(known, "", language)
    assert "Inkwell" not in consent_text(known, "Telegram", language) + privacy_text(known, "Telegram", language)


def test_who_agreed_unheard_is_asked_again_only_when_something_is_heard() -> None:
    assert consent_digest(Facts(), "") == consent_digest(Facts(keeps_audio=True), "")
    assert consent_digest(Facts(), "") != consent_digest(Facts(hearing=HeardWhere.LOCAL), "")


@given(known=facts(), carrier=st.sampled_from(CARRIERS))
def test_both_say_first_that_no_person_speaks(known: Facts, carrier: str) -> None:
    for text in (consent_text, privacy_text):
        assert "program, not a person" in text(known, carrier, "en").split(".")[0]
        assert "программа, не человек" in text(known, carrier, "ru").split(".")[0]


def test_without_a_model_none_is_named_whatever_is_configured() -> None:
    llm = LlmSection.model_validate({"provider": "openai", "model": "big"})
    known = build_privacy_facts(Settings(llm=llm), {}, offline=True)
    assert (known.place, known.host, known.models, known.keeps_prompts) == (ReadWhere.NOWHERE, "", (), False)
