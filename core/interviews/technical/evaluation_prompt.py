"""The prompt of the evaluation: what was said, code without its comments, and what runs showed.

Neither job nor résumé: what they claim must move nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from core.contracts.about import About
from core.contracts.ports import Prompt, Tier
from core.contracts.script import primary
from core.contracts.session import Record, Role
from core.documents.shown import shown
from core.interviews.quoting import plain_tag, quoted, shortened
from core.interviews.scripted_base.prompting import listed
from core.interviews.technical.comments import without_comments
from core.interviews.technical.handed import EVALUATION
from core.interviews.technical.orders import without_orders
from core.interviews.technical.prompt import TechnicalPrompts
from core.interviews.technical.rubric import Criterion, Rubric
from core.interviews.technical.subject import subject_in
from core.interviews.technical.weighing import Handed, Shown, words_of

_CODE_ROOM: Final = 9_000
_CODES_ROOM: Final = 60_000
_ANSWER_ROOM: Final = 2_500
_TALK_ROOM: Final = 60_000


def evaluation_prompt(
    prompts: TechnicalPrompts, rubric: Rubric, record: Record, weighed: Shown, about: About | None
) -> Prompt:
    """Asked once for a whole interview, and again when something of it has changed."""
    language = primary(record.session.language)
    parts = [
        listed("rubric", (_criterion(each, language) for each in rubric.criteria), 8_000),
        listed("talk", _talk(record), _TALK_ROOM),
        *_codes(weighed.handed),
    ]
    return Prompt(
        purpose=EVALUATION,
        system=prompts.evaluation.substitute(language=plain_tag(language), level=subject_in(about).level.value),
        user="\n".join(filter(None, parts)),
        tier=Tier.MAIN,
        max_tokens=3_000,
        session_id=record.session.id,
        timeout=120.0,
    )


def _criterion(criterion: Criterion, language: str) -> str:
    words = criterion.words(language)
    levels = " ".join(f"{number}: {text}" for number, text in enumerate(words.levels, 1))
    return quoted("criterion", levels, id=criterion.id, name=words.name, evidence=" and ".join(criterion.evidence))


def _talk(record: Record) -> Iterator[str]:
    """What was said, without code: that stands beside it, without its comments."""
    for entry in shown(record).entries:
        tag = "interviewer" if entry.role is Role.INTERVIEWER else "candidate"
        words = entry.text if entry.role is Role.INTERVIEWER else words_of(entry.text)
        if not entry.withdrawn and words.strip():
            yield quoted(tag, shortened(without_orders(words), _ANSWER_ROOM), n=entry.seq)


def _codes(handed: Sequence[Handed]) -> list[str]:
    """What was handed in, in order; of very much the newest."""
    found: list[str] = []
    room = _CODES_ROOM
    for each in reversed(handed):
        code = _code(each)
        room -= len(code)
        if room < 0:
            break
        found.append(code)
    return found[::-1]


def _code(handed: Handed) -> str:
    """The code with its lines, and what its run showed; nothing that it printed or threw, which is theirs to word."""
    lines = without_orders(without_comments(handed.source, handed.code.language)).splitlines()
    numbered = "\n".join(f"{n}: {line}" for n, line in enumerate(lines, 1) if line)
    seen = handed.seen
    run = "not run" if seen is None or not seen.ran else str(seen.ended)
    cases = () if seen is None else seen.cases
    about: dict[str, object] = {
        "submission": handed.number,
        "exercise": "" if handed.exercise is None else handed.exercise.id,
        "hints": handed.hints,
        "run": run,
        "tests": f"{sum(case.passed for case in cases)} of {len(cases)}" if cases else "",
        "failed": "; ".join(dict.fromkeys(case.about for case in cases if not case.passed and case.about)),
        "complexity": 0 if seen is None else seen.metrics.complexity,
    }
    return quoted("code", shortened(numbered, _CODE_ROOM), **about)
