"""The podcast interview: a short conversation about an episode. `interview.Podcast` is its front."""

from pathlib import Path

SCRIPTS = Path(__file__).parent / "scripts"
