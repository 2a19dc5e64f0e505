"""What the doctor says of what speaks."""

from __future__ import annotations

import pytest

from bot.config import Settings
from bot.features.read_aloud import examination
from bot.features.read_aloud.examination import examine_speaking
from bot.sections import VoiceSection
from core.contracts.findings import Finding, Verdict
from core.features.read_aloud.catalogue import installed
from core.languages import LANGUAGES


async def examined(speak: str = "asked", *, speaks: bool = False) -> dict[str, Finding]:
    settings = Settings(voice=VoiceSection.model_validate({"speak": speak}))
    found = {finding.what: finding async for finding in examine_speaking(settings, speak=speaks)}
    assert all((finding.mark is Verdict.WELL) == (finding.mend == "") for finding in found.values())
    return found


async def test_switched_off_it_says_so() -> None:
    [finding] = (await examined("off", speaks=True)).values()
    assert (finding.mark, "voice.speak" in finding.how) == (Verdict.WELL, True)


async def test_without_the_packages_it_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examination, "installed", tuple)
    [finding] = (await examined(speaks=True)).values()
    assert (finding.mark, "make voice" in finding.mend) == (Verdict.NOTE, True)


async def test_a_language_without_a_voice_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    english = tuple(voice for voice in installed() if voice.languages == {"en"})
    if not english:
        pytest.skip("hibari is not installed")
    monkeypatch.setattr(examination, "installed", lambda: english)
    [finding] = (await examined()).values()
    assert (finding.mark, "nobody speaks de, es, ru" in finding.how) == (Verdict.NOTE, True)


async def test_each_of_the_bots_languages_says_a_sentence() -> None:
    if len(installed()) < 2:
        pytest.skip("not every voice is installed")
    found = await examined("always", speaks=True)
    assert list(found) == ["Speaking", *(f"A spoken word ({language})" for language in LANGUAGES)]
    assert "all but those who say /voice off" in found["Speaking"].how
    assert {finding.mark for finding in found.values()} == {Verdict.WELL}
