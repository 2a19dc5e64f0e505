"""The life-story interview: a long script, led by what the person tells. `interview.LifeStory` is its front."""

from pathlib import Path

SCRIPTS = Path(__file__).parent / "scripts"
