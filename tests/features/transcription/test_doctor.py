"""The doctor on what hears: the engine, its weights, a clip, and the episodes of podcasts that it may hear."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.config import Settings
from bot.features.transcription import examination
from bot.features.transcription.examination import examine_voice
from bot.sections import VoiceSection
from core.contracts.errors import VoiceAbsent
from core.contracts.findings import Finding, Verdict
from core.features.transcription import clip
from tests.fakes.effort import some
from tests.fakes.transcriber import hears_voices
from tests.features.transcription.weights import MODEL, faster_folder, whisper_folder
from tests.integration.doctor_kit import findings

hearing = pytest.mark.skipif(not hears_voices(), reason="the extra `voice` is not installed")


async def examined(*, hear: bool = False, **voice: object) -> dict[str, Finding]:
    settings = Settings(voice=VoiceSection.model_validate(voice))
    found = {finding.what: finding async for finding in examine_voice(settings, hear)}
    assert all((finding.mark is Verdict.WELL) == (finding.mend == "") for finding in found.values())
    return found


def real(engine: str) -> dict[str, object]:
    folder = whisper_folder() if engine == "whisper" else faster_folder()
    return {"engine": engine, "model": MODEL, "models_dir": folder}


async def test_switched_off_it_says_so() -> None:
    [finding] = (await examined(engine="off", hear=True)).values()
    assert finding.mark is Verdict.WELL
    assert "voice.engine" in finding.how


async def test_without_the_packages_it_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(_: str) -> None:
        raise VoiceAbsent("to hear voices, torch must be installed: run `make voice`")

    monkeypatch.setattr(examination, "require", absent)
    [finding] = (await examined(hear=True)).values()
    assert finding.mark is Verdict.NOTE
    assert "make voice" in finding.mend


@hearing
@pytest.mark.parametrize("engine", ["whisper", "faster-whisper"])
async def test_missing_weights_are_a_note_or_a_mistake_and_nothing_is_heard(engine: str, tmp_path: Path) -> None:
    found = await examined(engine=engine, models_dir=tmp_path, hear=True)
    assert found["Weights"].mark is (Verdict.NOTE if engine == "whisper" else Verdict.WRONG)
    assert str(tmp_path) in f"{found['Weights'].how} {found['Weights'].mend}"
    assert "Hearing" not in found


@hearing
@pytest.mark.parametrize("engine", some(["whisper"], soak=["whisper", "faster-whisper"]))
async def test_the_clip_is_heard_to_the_word(engine: str) -> None:
    found = await examined(**real(engine), hear=True)
    assert {name: finding.mark for name, finding in found.items()} == {
        "Voice": Verdict.WELL,
        "Weights": Verdict.WELL,
        "Hearing": Verdict.WELL,
    }
    assert "GB of memory" in found["Voice"].how


@hearing
async def test_a_clip_that_is_misheard_is_told_word_by_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clip, "SAYS", "My grandfather lived in a small house by the lake.")
    found = (await examined(**real("faster-whisper"), hear=True))["Hearing"]
    assert found.mark is Verdict.NOTE
    assert "2 words were heard otherwise" in found.how


@hearing
async def test_a_machine_that_is_too_small_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examination, "memory", lambda: 0.5)
    assert (await examined())["Voice"].mark is Verdict.NOTE


def test_the_clip_is_small_and_says_what_it_says() -> None:
    assert clip.FILE.stat().st_size < 20_000
    assert clip.differences(clip.SAYS.lower()) == 0
    assert clip.differences("") == len(set(clip.SAYS.split()))


async def test_no_episode_is_said_to_be_heard_where_nothing_hears(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examination, "require", lambda _engine: None)
    found = await findings()
    assert "the weights of base are missing" in found["Weights"].how
    assert "http" not in found["Weights"].how
    assert "until recordings can be turned into text" in found["Podcasts"].how
