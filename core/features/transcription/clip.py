"""A few words to try a transcriber with, as a voice note.

Spoken by hibari-tts 0.2.1 (Apache-2.0), by nobody who lives.
"""

from __future__ import annotations

import re
from pathlib import Path

FILE = Path(__file__).with_name("clip.ogg")
"""OGG with Opus, mono."""
SAYS = "My grandmother lived in a small house by the river."
LANGUAGE = "en"
SECONDS = 4.3


def differences(heard: str) -> int:
    """Return how many words were heard otherwise."""
    said, found = set(_words(SAYS)), set(_words(heard))
    return max(len(said - found), len(found - said))


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z]+", text.lower())
