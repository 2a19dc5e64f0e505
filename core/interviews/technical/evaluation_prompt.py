"""The prompt of the evaluation: what was said, code without its comments, and what runs showed.

Neither job nor résumé: what they claim must move nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from core.contracts.about import About
from core.contracts.family import LONGEST_QUESTION
from core.contracts.ports import Prompt, Tier
from core.contracts.script import primary_language
from core.contracts.session import Record, Role
from core.documents.visibility import visible_record
from core.interviews.technical.code_submissions import EVALUATION
from core.interviews.technical.exercises.exercise import Programming
from core.interviews.technical.injection import strip_injections
from core.interviews.technical.prompt import TechnicalPrompts
from core.interviews.technical.rubric import TechnicalRubric
from core.interviews.technical.score_bounds import Handed, ReviewMaterial, text_without_code
from core.interviews.technical.subject import subject_in
from core.text.quoting import plain_tag, quote_in_tag, quoted_list, said_by_another, shorten_middle

_CODE_ROOM: Final = 9_000
_CODES_ROOM: Final = 60_000
_ANSWER_ROOM: Final = 2_500
_TALK_ROOM: Final = 60_000
_STRING: Final = r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
_PYTHON: Final = re.compile(
    r"(?P<doc>^[ \t]*[rRuUbBfF]{0,2}(?P<mark>\"\"\"|''')(?:\\.|(?!(?P=mark)).)*(?:(?P=mark)|\Z))"
    r"|(?:\"\"\"|''')(?:\\.|[^\\])*?(?:\"\"\"|'''|\Z)"
    rf"|{_STRING}|(?P<comment>#[^\n]*)",
    re.DOTALL | re.MULTILINE,
)
_LIKE_C: Final = re.compile(rf"{_STRING}|`(?:\\.|[^`\\])*`|(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))", re.DOTALL)


def evaluation_prompt(
    prompts: TechnicalPrompts, rubric: TechnicalRubric, record: Record, weighed: ReviewMaterial, about: About | None
) -> Prompt:
    """Ask for the evaluation: once for a whole interview, and again when something of it has changed."""
    language = primary_language(record.session.language)
    codes: list[str] = []
    room = _CODES_ROOM
    for each in reversed(weighed.handed):  # of very much code, the newest
        code = _code(each)
        room -= len(code)
        if room < 0:
            break
        codes.insert(0, code)
    criteria: list[str] = []
    for criterion in rubric.criteria:
        words, evidence = criterion.words(language), " and ".join(criterion.evidence)
        levels = " ".join(f"{number}: {text}" for number, text in enumerate(words.levels, 1))
        criteria.append(quote_in_tag("criterion", levels, id=criterion.id, name=words.name, evidence=evidence))
    parts = [quoted_list("rubric", criteria, 8_000), quoted_list("talk", _talk(record), _TALK_ROOM), *codes]
    return Prompt(
        purpose=EVALUATION,
        system=prompts.evaluation.substitute(language=plain_tag(language), level=subject_in(about).level.value),
        user="\n".join(filter(None, parts)),
        tier=Tier.MAIN,
        max_tokens=3_000,
        session_id=record.session.id,
        timeout=120.0,
    )


def _talk(record: Record) -> Iterator[str]:
    """Yield what was said, without code, which is quoted separately and without its comments."""
    for entry in visible_record(record).entries:
        tag = "interviewer" if entry.role is Role.INTERVIEWER else "candidate"
        words = entry.text if entry.role is Role.INTERVIEWER else text_without_code(entry.text)
        if entry.withdrawn or not words.strip():
            continue
        if entry.asker:
            yield said_by_another("family_asks", strip_injections(words), entry.asker, LONGEST_QUESTION, n=entry.seq)
        else:
            yield quote_in_tag(tag, shorten_middle(strip_injections(words), _ANSWER_ROOM), n=entry.seq)


def _code(handed: Handed) -> str:
    """Quote the code with its lines and the result of its run, but nothing that it printed or threw: they word that."""
    lines = strip_injections(without_comments(handed.source, handed.code.language)).splitlines()
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
    return quote_in_tag("code", shorten_middle(numbered, _CODE_ROOM), **about)


def without_comments(source: str, language: Programming) -> str:
    """Return the code with as many lines as before, those of comments empty."""
    pattern = _PYTHON if language is Programming.PYTHON else _LIKE_C
    left = pattern.sub(_kept, source)
    return "\n".join(line.rstrip() for line in left.split("\n"))


def _kept(found: re.Match[str]) -> str:
    """Keep a string whole, and only the line breaks of a comment."""
    is_comment = found["comment"] is not None or found.groupdict().get("doc") is not None
    return "\n" * found[0].count("\n") if is_comment else found[0]
