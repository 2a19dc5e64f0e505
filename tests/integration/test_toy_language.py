"""A human language is one folder: with it, an interview is held in that language, and nothing else is touched."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import core

CODE = Path(core.__file__).parent
TALK = """
import asyncio
from core.interviews.life_story.interview import LifeStory
from core.languages.messages import match_locale, say
from core.languages.phrases import Phrase, find_phrase
from core.languages.detection import detect_language
from core.languages.sensitive import is_hard
from tests.unit.life_story_kit import Talk, offline

async def held() -> None:
    session = Talk(LifeStory(), language="eo", model=offline())
    first = session.begin()
    print(first.question.text)
    turn = await session.say("Mi loĝis apud rivero kun mia avino kaj tri kokinoj.")
    print(turn.question.text)

asyncio.run(held())
print(say(match_locale("eo-EO"), "button-skip"))
print(find_phrase("Saltu", "eo"), is_hard("Ŝi mortis.", "eo"), detect_language("Zorn fleb"))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The program with one more folder of a language, of which only the most needed is written."""
    root = CODE.parent
    for name in ("core", "tests"):
        shutil.copytree(root / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    folder = tmp_path / "core" / "languages" / "eo"
    (folder / "messages").mkdir(parents=True)
    (folder / "scripts").mkdir()
    english = CODE / "languages" / "en"
    phrases = (english / "phrases.toml").read_text(encoding="utf-8").replace('"skip"', '"saltu"')
    (folder / "phrases.toml").write_text(phrases, encoding="utf-8")
    words = (english / "sensitive.txt").read_text(encoding="utf-8").replace("die, dies", "mortis, die, dies")
    (folder / "sensitive.txt").write_text(words, encoding="utf-8")
    skip = "button-skip = Saltu\n"
    (folder / "messages" / "desk.ftl").write_text(skip, encoding="utf-8")
    script = (english / "scripts" / "life_story.toml").read_text(encoding="utf-8")
    script = script.replace('language = "en"', 'language = "eo"').replace('text = "', 'text = "Zorn fleb: ')
    (folder / "scripts" / "life_story.toml").write_text(script, encoding="utf-8")
    return tmp_path


def test_one_folder_is_enough(copy: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", TALK], cwd=copy, capture_output=True, text=True, check=False, timeout=120
    )
    assert ended.returncode == 0, ended.stderr
    first, after, skip, known = ended.stdout.splitlines()
    assert first.startswith("Zorn fleb: ")
    assert after.startswith("Zorn fleb: ")
    assert skip == "Saltu"
    assert known == "skip True eo"
