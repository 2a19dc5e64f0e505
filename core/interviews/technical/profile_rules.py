"""What stands in a résumé or in the text of a job, by rules; and what in it is said to whoever reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from core.interviews.technical.intake import Outcome
from core.interviews.technical.orders import speaks_to_the_reader
from core.interviews.technical.skills import skills_in
from core.interviews.technical.subject import LONGEST_FACT, MOST_FACTS, Job, Project, Resume

_MOST_ROLES: Final = 4
_MOST_PROJECTS: Final = 8
_HEADLINE: Final = 10
"""Words of a line that can be a title, a role or a heading."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A text about a job or about the candidate."""

    text: str
    name: str = ""
    """Of its file."""


# --- what is said to the reader -----------------------------------------------------------------------------------

_TO_THE_INTERVIEWER = re.compile(
    r"\b(?:ignore|disregard)\b[^.]{0,40}\b(?:text|r[ée]sum[ée]|job|candidate|question)|"
    r"\b(?:from now on|you (?:must|should|will) (?:now |only |always |never )?(?:ask|say|praise|give|treat|act|"
    r"answer))\b|"
    r"\b(?:only|just|never|do not|don['’]t) ask\b|\bask (?:only|no|nothing|easy|trivial|the candidate)\b|"
    r"\b(?:skip|end|stop) (?:the|this) (?:interview|exercises?|questions?|evaluation)\b|\bpraise (?:the|this|him|her|"
    r"them|me)\b|"
    r"\bgive (?:(?:the|them|him|her|me|this candidate) )*(?:highest|full|top|maximum|best|perfect) (?:score|mark|"
    r"rating|grade)|"
    r"\b(?:reveal|repeat|print|show)\b[^.]{0,30}\b(?:prompt|instructions)\b|"
    r"\b(?:ai|llm|chat) ?(?:assistant|interviewer|model|agent|recruiter|bot)s?\b\s*[:,!]\s|"
    r"</?(?:system|text|instructions?|user|assistant|resume|job)\b[^>]{0,40}>|"
    r"(?:не задавай|задавай только|спрашивай только|не спрашивай|похвали|заверши (?:это )?собеседовани|"
    r"пропусти (?:задач|вопрос|собеседовани)|с этого момента|ты (?:теперь|должен|обязан)|"
    r"(?:нейросеть|модель|ассистент|интервью[еэ]р|бот)\s*[,!]\s)",
    re.IGNORECASE,
)
"""Beyond what speaks to whoever weighs (`orders`)."""


def is_aside(text: str) -> bool:
    """Whether these words are said to whoever reads, and not about a job or a career."""
    return speaks_to_the_reader(text) or _TO_THE_INTERVIEWER.search(text) is not None


def without_asides(text: str) -> str:
    """The text without its lines and sentences that are said to whoever reads; one may run on into the next line."""
    kept: list[str] = []
    for line in _ENDLESS.sub(r"\1", text).splitlines():
        if kept and _runs_on(kept[-1], line):
            kept.pop()
        said = " ".join(each for each in re.split(r"(?<=[.!?…])\s+", line) if not is_aside(each))
        if not is_aside(said):
            kept.append(said)
    return "\n".join(kept)


def _runs_on(before: str, line: str) -> bool:
    """Whether what is said to the reader begins in the line before."""
    words = line.split()[:_RUN_ON]
    begins = (" ".join(words[:count]) for count in range(1, len(words) + 1))
    return any(is_aside(f"{before} {begun}") and not is_aside(begun) for begun in begins)


_ENDLESS = re.compile(r"(\S{100})\S+")
"""What is longer is no word, and takes long to look through."""
_RUN_ON: Final = 8
"""Words of a line that may be the rest of an order in the line before."""


# --- whom it is about ---------------------------------------------------------------------------------------------

_OF_A_JOB = re.compile(
    r"we are looking|we['’]re (?:looking|hiring)|looking for an?|hiring|you will|you['’]ll|nice[- ]to[- ]have|we offer|"
    r"we expect|join (?:us|our)|our (?:team|company|product)|ideal candidate|requirements|apply (?:now|here)|salary|"
    r"benefits|job description|vacancy|\b(?:required|wanted)\b|"
    r"мы ищем|ищем|мы предлагаем|предлагаем|ожидаем|будет плюсом|требовани\w+|условия|откликн\w+|в нашу команду|"
    r"вакансия|зарплата|оформление по тк|дмс|что (?:нужно|предстоит) делать|чем предстоит|идеальн\w+ кандидат|"
    r"требу(?:е|ю)тся|опыт (?:работы )?от \d",
    re.IGNORECASE,
)
_OF_A_PERSON = re.compile(
    r"curriculum vitae|r[ée]sum[ée]|education|work experience|employment|references|linkedin\.com/in|github\.com/|"
    r"about me|\bpresent\b|\bmy\b|\bi (?:am|have|was|built|led|work\w*|know|wrote|did|made)\b|\w@\w|"
    r"резюме|образование|опыт работы|обо мне|о себе|настоящее время|н\. ?в\.|желаемая должность|достижения|родил\w+|"
    r"\bя\b|\bмо[йяеи]\b|(?:19|20)\d\d ?[-–—] ?(?:(?:19|20)\d\d|now|сейчас)",
    re.IGNORECASE,
)
_JOB_FILE = re.compile(r"job|vacanc|position|jd\b|ваканси", re.IGNORECASE)
_PERSON_FILE = re.compile(r"r[ée]sum[ée]|\bcv|cv\b|резюме", re.IGNORECASE)


def about_a_job(told: Told) -> bool:
    """Whether it is about a position; by its file's name, else by how such texts are written."""
    if _PERSON_FILE.search(told.name) or _JOB_FILE.search(told.name):
        return _PERSON_FILE.search(told.name) is None
    return _cues(_OF_A_JOB, told.text) > _cues(_OF_A_PERSON, told.text)


def _cues(pattern: re.Pattern[str], text: str) -> int:
    return len({found[0].casefold() for found in pattern.finditer(text)})


# --- what stands in it --------------------------------------------------------------------------------------------

_ROLE = re.compile(
    r"\b(?:developer|engineer|programmer|architect|analyst|tester|devops|sre|data scientist|team ?lead|tech ?lead|"
    r"разработчи\w+|инженер\w*|программист\w*|архитектор\w*|аналитик\w*|тестировщи\w+|тимлид|техлид)\b",
    re.IGNORECASE,
)
_BEFORE_A_TITLE = re.compile(
    r"^(?:[#*•–-]\s*)*(?:(?:job|position|title|role|vacancy|we are looking for an?|вакансия|должность|позиция|мы ищем|"
    r"ищем|требу(?:е|ю)тся|желаемая должность)\b\s*(?:title)?\s*:?\s*)*",
    re.IGNORECASE,
)
_LOOKED_FOR = re.compile(
    rf"\b(?:looking for|hiring) (?:an? )?(?P<title>[^.,;\n]{{0,60}}?{_ROLE.pattern}s?)", re.IGNORECASE
)
_DATES = re.compile(
    r"[\s,|(–—-]*\b(?:\w+\.? )?(?:19|20)\d\d\b.*$|[\s,|–—-]+$",
    re.IGNORECASE,
)
_HEADING = re.compile(
    r"^[#*\s]*(?:(?:work |professional )?experience|education|skills|technologies|languages|employment|summary|"
    r"about(?: me)?|"
    r"certificat\w+|references|interests|contacts?|опыт(?: работы)?|образование|навыки|технологии|языки|о себе|обо мне|"
    r"контакты|курсы|сертификаты|достижения|ключевые навыки)[*\s:]*$",
    re.IGNORECASE,
)
_PROJECTS = re.compile(
    r"^[#*\s]*(?:(?:selected|key|my|personal|pet|side|основные|мои|личные|ключевые|пет-?) ?)?(?:projects?|"
    r"проекты)[*\s:]*$",
    re.IGNORECASE,
)
_NAME_AND_DEED = re.compile(r"^[\s#*•·–—-]*(?P<name>[^:–—|]{2,60}?)[*\s]*(?::|\s[–—|-]\s|\|)\s*(?P<did>.+)$")
_COUNTED: Final = {
    word: number
    for words in (
        "one two three four five six seven eight nine ten",
        "один два три четыре пять шесть семь восемь девять десять",
    )
    for number, word in enumerate(words.split(), 1)
}
_YEARS = re.compile(
    rf"(?<![\d.\w])(\d{{1,2}}|{'|'.join(_COUNTED)})(?:\s*[-–]\s*\d{{1,2}})?\s*\+?\s*(?:years?|yrs?|лет|года?)\b",
    re.IGNORECASE,
)
_EXPERIENCE = re.compile(r"experience|опыт\w*|стаж\w*|commercial|professional", re.IGNORECASE)
_AGE = re.compile(r"(?:age|aged|возраст|мужчина|женщина|мне)[\s,:–-]*$", re.IGNORECASE)
_AGED = re.compile(r"[\s,]*(?:old|родил)", re.IGNORECASE)


def facts_in(told: Told) -> Outcome:
    """Known skills, years, titles and what stands under a heading of projects."""
    text = told.text
    skills, years, roles = skills_in(text)[:MOST_FACTS], _years_in(text), dict.fromkeys(_roles(text.splitlines()))
    if about_a_job(told):
        wanted = _LOOKED_FOR.search(text)
        title = next(iter(roles), "") or ("" if wanted is None else wanted["title"])
        return Outcome(job=Job(title=title, skills=skills, years=years))
    projects = tuple(_projects(text.splitlines()))[:_MOST_PROJECTS]
    return Outcome(resume=Resume(projects=projects, skills=skills, roles=tuple(roles)[:_MOST_ROLES], years=years))


def together(found: Sequence[Outcome]) -> Outcome:
    """What stands in several texts, what stands in the first one first."""
    resumes, jobs = [each.resume for each in found], [each.job for each in found]
    return Outcome(
        resume=Resume(
            projects=tuple(project for each in resumes for project in each.projects)[:_MOST_PROJECTS],
            skills=_once(skill for each in resumes for skill in each.skills)[:MOST_FACTS],
            roles=_once(role for each in resumes for role in each.roles)[:_MOST_ROLES],
            years=max((each.years for each in resumes if each.years is not None), default=None),
        ),
        job=Job(
            title=next((each.title for each in jobs if each.title), ""),
            skills=_once(skill for each in jobs for skill in each.skills)[:MOST_FACTS],
            years=max((each.years for each in jobs if each.years is not None), default=None),
        ),
    )


def _once(facts: Iterable[str]) -> tuple[str, ...]:
    """Each once, however it is written."""
    return tuple({fact.casefold(): fact for fact in reversed(list(facts))}.values())[::-1]


def _roles(lines: Iterable[str]) -> Iterator[str]:
    """Short lines that name a role."""
    for line in lines:
        named = _DATES.sub("", _BEFORE_A_TITLE.sub("", line.strip())).replace("**", "").strip(" *#.,—–-")
        if named and len(named.split()) <= _HEADLINE and _ROLE.search(named):
            yield named[:LONGEST_FACT]


def _projects(lines: Iterable[str]) -> Iterator[Project]:
    under = False
    for line in lines:
        if _PROJECTS.match(line):
            under = True
        elif _HEADING.match(line):
            under = False
        elif under and line.strip():
            found = _NAME_AND_DEED.match(line)
            if found is not None:
                yield Project(name=found["name"].strip(), did=found["did"].strip()[:LONGEST_FACT])
            elif len(line.split()) <= _HEADLINE:
                yield Project(name=line.strip(" #*•·–—-")[:LONGEST_FACT])


def _years_in(text: str) -> int | None:
    """Of experience where that is said; somebody's age is none."""
    said: list[int] = []
    others: list[int] = []
    for found in _YEARS.finditer(text):
        before, behind = text[max(0, found.start() - 40) : found.start()], text[found.end() : found.end() + 40]
        if _AGE.search(before) or _AGED.match(behind):
            continue
        near = _EXPERIENCE.search(before) or _EXPERIENCE.search(behind)
        (said if near else others).append(_COUNTED.get(found[1].lower()) or int(found[1]))
    return max(said or others, default=None)
