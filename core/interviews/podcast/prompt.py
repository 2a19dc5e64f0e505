"""Load the prompts of this interview: our instructions, from Markdown files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Final, Self

TEMPLATES = ("reflective", "analytical", "creative")
TEMPERATURES: Final = {"reflective": 0.7, "analytical": 0.8, "creative": 0.9}
"""The freedom in wording questions."""
_FOLDER = Path(__file__).parent / "prompts"


@dataclass(frozen=True, slots=True)
class PodcastPrompts:
    texts: Mapping[str, str]
    """By the name of the file; each template has one of its own name."""

    @classmethod
    def load(cls) -> Self:
        """Load the prompts. Raises OSError when a file cannot be read."""
        return cls({path.stem: path.read_text(encoding="utf-8").strip() for path in _FOLDER.glob("*.md")})

    def filled(self, name: str, **values: str) -> str:
        return Template(self.texts[name]).substitute(values)


def known_template(template: str) -> str:
    """Return the template whose prompt is used: the one that is named, else the first."""
    return template if template in TEMPLATES else TEMPLATES[0]
