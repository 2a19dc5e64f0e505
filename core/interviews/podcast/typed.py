"""Read what people type before an interview about an episode begins. Pure.

What counts is the page that they answer. Nothing is guessed from their words: a link, a pasted transcript, a bare
number and the exact name of a template are known for what they are, and everything else is kept as it was written.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from core.interviews.podcast.episode_intake import EpisodeIntake, IntakeStep, clean_title
from core.interviews.podcast.pasted import PastedDetails
from core.interviews.podcast.prompt import TEMPLATES
from core.interviews.podcast.settings import MOST_QUESTIONS
from core.interviews.submissions import link_in
from core.languages import LANGUAGES
from core.languages.messages import say

LONGEST_SEARCH: Final = 12
"""Words; somebody who writes more isn't looking for a title, but tells what they remember."""
LONGEST_WISH: Final = 300
"""Characters; a longer text, or a recording, tells about the episode."""
_SENTENCE = 3
"""Words; nobody looks for a title with more of them and a full stop."""
_LONGEST_LINK = 2_000
_FEW = 12
"""Words beside a link that cannot be opened; somebody who writes more is telling."""
_REFUSED = re.compile(
    r"(?<![\w:/.-])(?:file|ftps?|sftp|javascript|vbscript|data|blob|about|view-source|chrome|resource|jar|smb|ssh|telnet|gopher|wss?|"
    r"ldaps?|magnet|intent|content|tel|sms|mailto|tg|spotify|itms?|itmss|podcasts?-app):[^\s<>]+",
    re.IGNORECASE,
)


def apply_typed(intake: EpisodeIntake, told: PastedDetails) -> EpisodeIntake:
    """Return the intake after somebody has written this: `FINDING` when there is now something to look for."""
    after = intake.telling(told)
    if after.told[-1].pasted:
        # Whatever addresses and numbers are in it, the person did not write them.
        return after.about(step=IntakeStep.SOURCE) if after.failed or after.step is IntakeStep.CHOOSING else after
    text = told.text.strip()
    link, rest = link_and_rest(text)
    if link:
        intake = intake.about(step=IntakeStep.FINDING, link=link, linked_by=told.ref, anew=False)
        return intake.telling(told.model_copy(update={"text": rest})) if rest else intake
    template = _template_names().get(clean_title(text).casefold(), "")
    if template and intake.step is not IntakeStep.CHOOSING:
        return intake.model_copy(update={"template": template})
    known = intake.step in {IntakeStep.TEMPLATE, IntakeStep.PREPARING}
    if known and (number := bare_number(text)) is not None:
        return intake.model_copy(update={"questions": min(max(number, 1), MOST_QUESTIONS), "counted": True})
    if intake.step is IntakeStep.CHOOSING:
        words = len(text.split())
        is_sentence = words > _SENTENCE and text.endswith((".", "!", "…"))
        if words <= LONGEST_SEARCH and not is_sentence:
            return intake.model_copy(update={"step": IntakeStep.FINDING, "search": text, "page": 0})
        intake = intake if words <= LONGEST_SEARCH else intake.about(step=IntakeStep.SOURCE)
    elif intake.failed:
        intake = intake.about()
    wish = intake.step is IntakeStep.TEMPLATE and len(text) <= LONGEST_WISH and not told.seconds
    return intake.telling(told.model_copy(update={"text": text, "wish": wish}))


def link_and_rest(text: str) -> tuple[str, str]:
    """Return the first address in a text, and the text without it; no address and the text where there is none."""
    link = link_in(_REFUSED.sub("", text))
    if link is None and (bare := re.fullmatch(r"(?:[a-z0-9-]+\.)+[a-z]{2,24}/?", text.strip(), re.IGNORECASE)):
        return bare[0], ""
    if link is None or len(link) > _LONGEST_LINK:
        return "", text
    return link, text.replace(link, " ", 1).strip()


def is_refused_link(text: str) -> bool:
    """Return whether it is an address of a kind that is never opened: a local file, a script, another program."""
    if len(text) > _LONGEST_LINK or len(text.split()) > _FEW:
        return False
    others = _REFUSED.sub("", text)
    return len(others) < len(text) and link_in(others) is None


def bare_number(text: str) -> int | None:
    """Return the number that is the whole of a message."""
    bare = text.strip().rstrip(".")
    return int(bare) if bare.isdecimal() and len(bare) <= 3 else None


@cache
def _template_names() -> dict[str, str]:
    named = {say(language, f"template-{name}").casefold(): name for language in LANGUAGES for name in TEMPLATES}
    return {**{name: name for name in TEMPLATES}, **named}
