"""The position of a technical interview in its plan, and the planning of its questions and exercises."""

from __future__ import annotations

import tomllib
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import Annotated, Final, Literal, Self

from pydantic import Field, TypeAdapter

from core.contracts.frozen import Strict
from core.contracts.messages import Progress
from core.contracts.script import QuestionRef, Script
from core.interviews.scripted_base.base_turns import ScriptedContext
from core.interviews.technical.code_submissions import RUN, RunSeen, stored_finding
from core.interviews.technical.exercises.exercise import GENERAL, Exercise, ExerciseLevel, Programming, Work
from core.interviews.technical.state import LONGEST_ASKED, MOST_ASKED, TechnicalState, taken_ids
from core.interviews.technical.subject import Focus, Length, Seniority, TechnicalSubject
from core.languages import LANGUAGES, fold
from core.languages.lexicon import own_lexicon
from core.text.quoting import one_line, quote_in_tag, quoted_list, shorten_middle
from core.text.text import stems

MOST_LISTED: Final = 12
"""Exercises that a model can choose from."""
EXERCISES: Final = "exercises"
"""The script's chapter whose questions are places for exercises."""
MINUTES: Final[Mapping[Length, int]] = {Length.SHORT: 20, Length.USUAL: 40, Length.LONG: 60}
COUNTS: Final[Mapping[Focus, Mapping[Length, tuple[int, int]]]] = {
    Focus.MIXED: {Length.SHORT: (3, 1), Length.USUAL: (5, 2), Length.LONG: (7, 3)},
    Focus.TALK: {Length.SHORT: (5, 0), Length.USUAL: (8, 0), Length.LONG: (12, 0)},
    Focus.CODE: {Length.SHORT: (1, 1), Length.USUAL: (1, 3), Length.LONG: (2, 4)},
}  # questions and exercises
_FEW: Final = 2
"""Levels of a question that is made for some, such as influence across teams."""
_LEVELS: Final[Mapping[Seniority, tuple[ExerciseLevel, ...]]] = {
    Seniority.JUNIOR: (ExerciseLevel.JUNIOR, ExerciseLevel.JUNIOR, ExerciseLevel.MIDDLE),
    Seniority.MIDDLE: (ExerciseLevel.JUNIOR, ExerciseLevel.MIDDLE, ExerciseLevel.MIDDLE),
    Seniority.SENIOR: (ExerciseLevel.MIDDLE, ExerciseLevel.MIDDLE, ExerciseLevel.SENIOR),
    Seniority.STAFF: (ExerciseLevel.MIDDLE, ExerciseLevel.SENIOR, ExerciseLevel.SENIOR),
}


Aspect = Literal["challenge", "impact", "design", "trade-off", "implementation"]
"""The side of the candidate's work that a question is about."""


class QuestionNote(Strict):
    """A note on one of the script's questions, from `bank.toml`."""

    aspect: Aspect
    levels: Annotated[tuple[Seniority, ...], Field(min_length=1)]
    words: tuple[str, ...] = ()
    """Skills and subjects that it has to do with, in every language, folded."""


@cache
def load_question_bank() -> Mapping[str, QuestionNote]:
    """Return the notes by the question's id. Raises ValueError or OSError when the file is wrong."""
    data = tomllib.loads((Path(__file__).parent / "bank.toml").read_text(encoding="utf-8"))
    notes = TypeAdapter(dict[str, QuestionNote]).validate_python(data)
    skills = [own_lexicon("technical", tag).get("skills", {}) for tag in LANGUAGES]
    return {
        name: note.model_copy(update={"words": tuple(word for each in skills for word in each.get(name, ()))})
        for name, note in notes.items()
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class TechnicalStanding(ScriptedContext[TechnicalState]):
    subject: TechnicalSubject
    exercises: Mapping[str, Exercise]

    @property
    def planned(self) -> tuple[QuestionRef, ...]:
        """The questions and the places for exercises, in their order."""
        return tuple(self.script.by_id[each] for each in self.state.plan if each in self.script.by_id)

    @property
    def agenda(self) -> Sequence[QuestionRef]:
        return tuple(place for place in self.planned if place.chapter.id != EXERCISES)

    @property
    def title(self) -> str | None:
        return self.subject.job.title

    @property
    def left(self) -> tuple[QuestionRef, ...]:
        """The part of the plan that was not asked yet, exercises too, in its order."""
        taken = taken_ids(self.state, self.script)
        return tuple(place for place in self.planned if place.question.id not in taken and self.allowed(place))

    @property
    def window(self) -> tuple[QuestionRef, ...]:
        return tuple(place for place in self.left if place.chapter.id != EXERCISES)

    @property
    def slots_left(self) -> tuple[QuestionRef, ...]:
        return tuple(place for place in self.left if place.chapter.id == EXERCISES)

    @property
    def exercise(self) -> Exercise | None:
        return None if self.state.solved else self.exercises.get(self.state.exercise)

    @property
    def usual(self) -> Programming:
        """The language of code whose fence names none: that of the open exercise, else that of the interview."""
        exercise, usual = self.exercise, self.language_in_use
        return usual if exercise is None or usual in exercise.languages else exercise.languages[0]

    @property
    def looked_at(self) -> int:
        """The number of characters of the answer in which code was looked for: all but what came behind the last."""
        question, seen = self.situation.question, self.state.looked_at
        if question is None or not seen:
            return self.heard
        fresh = (e for e in self.situation.talk if e.answers == question.seq and e.seq > seen)
        return max(self.heard, len(self.situation.answer) - sum(len(e.text) + 1 for e in fresh))

    @property
    def awaits_code(self) -> bool:
        """True while code that was handed in is being run or reviewed."""
        return self.state.submissions > self.state.reviewed

    @property
    def may_stay(self) -> bool:
        return self.exercise is None

    @property
    def language_in_use(self) -> Programming:
        """The language of the newest code that could be run; before that, the one that was chosen."""
        return next((each for each in GENERAL if each == self.state.in_use), self.subject.language)

    def next_exercise(self) -> Exercise | None:
        """Return the exercise that is due: of a kind of work and a topic that had no turn, and of the fitting level."""
        return next(iter(self.fitting_exercises()), None)

    def fitting_exercises(self) -> list[Exercise]:
        """Return the exercises that were not given and suit their language, the one that is due first."""
        given = set(self.state.given)
        due = _LEVELS[self.subject.level][min(len(given), 2)]
        order = list(ExerciseLevel)
        had = [self.exercises[each] for each in self.state.given if each in self.exercises]
        works, topics = Counter(each.work for each in had), Counter(each.topic for each in had)
        first_is_code = not had
        skills = [fold(each) for each in (*self.subject.resume.skills, *self.subject.job.skills)]
        knows_tables = not skills or any("sql" in each for each in skills)

        def suits(exercise: Exercise) -> bool:
            if exercise.work is Work.SQL:
                return knows_tables
            return self.language_in_use in exercise.languages

        return sorted(
            (each for each in self.exercises.values() if each.id not in given and suits(each)),
            key=lambda each: (
                abs(order.index(each.level) - order.index(due)),
                first_is_code and each.work is not Work.WRITE,
                works[each.work],
                topics[each.topic],
                _mixed(self.situation.session.id, each.id),
            ),
        )

    def state_at(self, place: QuestionRef, text: str) -> TechnicalState:
        left = {"at": place.index, "exercise": "", "solved": False, "hints": 0, "stage": 0, "struggles": 0}
        return self.state.model_copy(update={"asked": self._asking(text), **left})

    def state_deeper(self, text: str) -> TechnicalState:
        return self.state.model_copy(update={"asked": self._asking(text)})

    def progress_at(self, place: QuestionRef) -> Progress | None:
        """Return the number of a question or an exercise: there are few."""
        taken = taken_ids(self.state, self.script)
        done = sum(1 for each in self.state.plan if each in taken)
        return Progress(done=done + 1, total=max(len(self.state.plan), done + 1))

    def _asking(self, text: str) -> tuple[str, ...]:
        return (*self.state.asked, text[:LONGEST_ASKED])[-MOST_ASKED:]


def _mixed(seed: str, each: str) -> int:
    """Return a rank that differs from one interview to the next, and stays the same within one."""
    return zlib.crc32(f"{seed}/{each}".encode())


def plan_technical_questions(
    script: Script, bank: Mapping[str, QuestionNote], subject: TechnicalSubject, *, seed: str
) -> tuple[str, ...]:
    """Return the ids of the questions and the places for exercises, in their order.

    Questions of the level: no topic twice before each had its turn, first those that have to do with what the résumé or
    the job names, no aspect much more often than another, and of these what is made for this level. The exercises stand
    between them, the first behind the second question. `seed`: chooses among equals, so that somebody who practises
    again is not asked the same.
    """
    talks, codes = COUNTS[subject.focus][subject.length]
    first, *fitting = [
        place
        for place in script.places
        if place.chapter.id != EXERCISES and subject.level in bank[place.question.id].levels
    ]
    names = (*subject.resume.skills, *subject.job.skills, subject.job.title, *subject.job.duties)
    named, named_stems = frozenset(map(fold, names)), stems(" ".join(names))
    chosen, topics, aspects = [first], Counter([first.chapter.id]), Counter([bank[first.question.id].aspect])

    def rank(place: QuestionRef) -> tuple[int, ...]:
        note, chance = bank[place.question.id], _mixed(seed, place.question.id)
        # In any form of a word; "C++" and "Go", which have no stem, as written.
        near = sum(1 for word in note.words if word in named or frozenset() < stems(word) <= named_stems)
        made_for_it = chance % 2 if len(note.levels) <= _FEW else 0  # every other time
        return topics[place.chapter.id], -near, aspects[note.aspect], -made_for_it, chance

    while fitting and len(chosen) < talks:
        place = min(fitting, key=rank)
        fitting.remove(place)
        chosen.append(place)
        topics[place.chapter.id] += 1
        aspects[bank[place.question.id].aspect] += 1
    questions = [place.question.id for place in sorted(chosen, key=lambda p: p.index)]
    slots = [place.question.id for place in script.places if place.chapter.id == EXERCISES][:codes]
    # The exercises are spread evenly behind the questions.
    last, gaps = len(questions) - 1, len(slots) + 1
    behind = [min(last, number * len(questions) // gaps) for number in range(1, gaps)]
    planned: list[str] = []
    for number, question in enumerate(questions):
        planned += [question, *(slot for slot, at in zip(slots, behind, strict=True) if at == number)]
    return tuple(planned)


HERE = Path(__file__).parent / "prompts"


@dataclass(frozen=True, slots=True, kw_only=True)
class TechnicalPrompts:
    """The Markdown files of all calls but the talk, read once."""

    profile: Template
    review: Template
    evaluation: Template
    books: str

    @classmethod
    def load(cls, folder: Path = HERE) -> Self:
        names = ("profile", "review", "evaluation", "books")
        profile, review, evaluation, books = (
            (folder / f"{name}.md").read_text(encoding="utf-8").strip() for name in names
        )
        return cls(profile=Template(profile), review=Template(review), evaluation=Template(evaluation), books=books)


def current_state_lines(ground: TechnicalStanding) -> Iterator[str]:
    """Say how far the interview is, and what the open exercise is, one line each."""
    subject, state = ground.subject, ground.state
    gone = round(ground.situation.session.counters.active_seconds / 60)
    left = f"{len(ground.window)} questions and {len(ground.slots_left)} exercises are left of the plan."
    yield f"{left} Meant to take about {MINUTES[subject.length]} minutes, of which {gone} have gone."
    if subject.focus is Focus.TALK:
        yield "They chose to have no exercises: one only when they ask for it."
    if state.struggles:
        yield f"They have been stuck for {state.struggles} answers now."
    if ground.awaits_code:
        yield "Their newest code is being run; what comes of it is said by the program."
    exercise = ground.exercise
    if exercise is None:
        if ground.slots_left or subject.focus is not Focus.TALK:
            listed = "; ".join(_listed(each, ground.language) for each in _various(ground.fitting_exercises()))
            yield f"Exercises that the program can put: {listed}."
        return
    wording = exercise.wording(ground.language)
    told, hidden = wording.hints[: state.hints], wording.hints[state.hints :]
    statement = shorten_middle(one_line(wording.statement), 900)
    yield f"The open exercise, {wording.title} ({exercise.work}, {exercise.minutes} minutes): {statement}"
    yield f"Its hints that were given: {one_line(' / '.join(told)) or 'none'}."
    if hidden:
        yield f"Its hints that only the program gives: {one_line(' / '.join(hidden))}"
    yield "What you know of it and don't give away:"
    yield from inside_notes(exercise, ground.language)
    run = stored_finding(ground.situation.findings, RUN, state.submissions, RunSeen)
    if run is not None and run.cases:
        failed = "; ".join(dict.fromkeys(each.about or each.call for each in run.cases if not each.passed))
        yield f"Their newest code passed {run.passed} of {len(run.cases)} tests. Failed: {failed or 'none'}."


def _various(fitting: Sequence[Exercise]) -> Iterator[Exercise]:
    """Yield the first of each kind of work, and then the next ones, a dozen in all."""
    turns = Counter[Work]()
    ranked: list[tuple[int, int, Exercise]] = []
    for number, each in enumerate(fitting):
        ranked.append((turns[each.work], number, each))
        turns[each.work] += 1
    ranked.sort(key=lambda each: each[:2])
    return (each for _, _, each in ranked[:MOST_LISTED])


def _listed(exercise: Exercise, language: str) -> str:
    about = f"{exercise.work}, {exercise.level}, {exercise.minutes} min"
    return f"[exercise: {exercise.id}] {exercise.wording(language).title} ({about})"


def inside_notes(exercise: Exercise, language: str) -> Iterator[str]:
    """Say what only the interviewer knows of an exercise."""
    tag = exercise.spoken_in(language)
    edges = "; ".join(dict.fromkeys(case.about[tag] for case in exercise.cases if tag in case.about))
    if edges:
        yield f"Its hidden tests are about: {edges}."
    for number, fault in enumerate(exercise.faults, 1):
        yield f"Fault {number}, at `{fault.at.strip()}`: {one_line(fault.says[tag])}"
    for number, stage in enumerate(exercise.stages, 1):
        wanted = one_line("; ".join(stage.looks_for[tag]))
        yield f"Stage {number}: {one_line(stage.asks[tag])} A good answer has: {wanted}."
    if exercise.patch is not None:
        verdict = "can be taken as it is" if exercise.patch.right else "must not be taken as it is"
        yield f"The assistant's change {verdict}: {one_line(exercise.patch.why[tag])}"
        yield f"Questions about it: {one_line(' / '.join(exercise.patch.questions[tag]))}"
    if exercise.second:
        yield f"Its second part, when the first is solved: {one_line(exercise.second[tag])}"


def subject_prompt(subject: TechnicalSubject) -> str:
    """Quote what is known of job and résumé; the same in every turn, so that it is cached."""
    job, resume = subject.job, subject.resume
    of_job = [
        *([quote_in_tag("title", job.title)] if job.title else []),
        *(quote_in_tag("skill", each) for each in job.skills),
        *(quote_in_tag("duty", each) for each in job.duties),
        *([] if job.years is None else [quote_in_tag("years", str(job.years))]),
    ]
    of_resume = [
        *(
            quote_in_tag("project", "; ".join(filter(None, (each.name, each.role, each.did))))
            for each in resume.projects
        ),
        *(quote_in_tag("role", each) for each in resume.roles),
        *(quote_in_tag("skill", each) for each in resume.skills),
        *([] if resume.years is None else [quote_in_tag("years", str(resume.years))]),
    ]
    topics = (quote_in_tag("topic", each.topic, anchor=each.anchor) for each in subject.topics)
    lines = [
        f"Level: {subject.level}. Programming in {subject.language}.",
        quoted_list("job", of_job, 1_000),
        quoted_list("resume", of_resume, 2_000),
        quoted_list("topics_planned", topics, 1_000),
        quoted_list("said_beforehand", (quote_in_tag("words", each) for each in subject.wishes), 500),
    ]
    return "\n".join(filter(None, lines))
