"""Whole interviews for tests: a small one that never changes, and a hypothesis strategy for any.

What `records()` gives could have come out of the store: numbers rise, answers name an earlier question, edits and
withdrawals are further revisions, and the session is bound to `small_scripts()`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st
from pydantic import JsonValue

from core.contracts.messages import Address
from core.contracts.script import Chapter, Script, ScriptQuestion, ScriptSet
from core.contracts.session import (
    QUESTIONS,
    Counters,
    Digest,
    Entry,
    EntryKind,
    Note,
    Person,
    Reason,
    Record,
    Revision,
    Role,
    Session,
    Stage,
    Status,
    Timing,
)

BEGAN = datetime(2026, 3, 12, 9, 30, tzinfo=UTC)
QUESTION_IDS = ("first-memory", "the-house", "first-day", "a-teacher")
AUDIO = (f"{'0a' * 32}.ogg", f"{'1b' * 32}.m4a", f"{'2c' * 32}.wav")
"""Names of recordings."""


def small_scripts() -> ScriptSet:
    """Four questions in two chapters, in English and in Russian."""
    words = {
        "en": ("Life story", ("Childhood", "School"), "Tell me about {}."),
        "ru": ("История жизни", ("Детство", "Школа"), "Расскажите про {}."),
    }
    scripts = {}
    for language, (title, chapters, wording) in words.items():
        questions = [
            ScriptQuestion(id=q, text=wording.format(q), objective=f"To hear about {q}.") for q in QUESTION_IDS
        ]
        scripts[language] = Script(
            kind="life-story",
            language=language,
            version=1,
            title=title,
            chapters=(
                Chapter(id="childhood", title=chapters[0], questions=tuple(questions[:2])),
                Chapter(id="school", title=chapters[1], questions=tuple(questions[2:])),
            ),
        )
    return ScriptSet(kind="life-story", scripts=scripts)


@dataclass(slots=True)
class Conversation:
    """Writes entries one after the other, a minute apart, numbered as the store numbers them."""

    entries: list[Entry] = field(default_factory=list)
    numbers: int = 0

    @property
    def now(self) -> datetime:
        return BEGAN + timedelta(minutes=self.numbers)

    def _revision(self, text: str, reason: Reason = Reason.ORIGINAL, *, withdrawn: bool = False) -> Revision:
        self.numbers += 1
        return Revision(number=self.numbers, text=text, reason=reason, withdrawn=withdrawn, at=self.now)

    def _add(
        self, kind: EntryKind, text: str, question_id: str = "", answers: int | None = None, **more: str | float
    ) -> int:
        seq = len(self.entries) + 1
        answer = kind is EntryKind.ANSWER
        entry = Entry(
            seq=seq,
            role=Role.PERSON if answer else Role.INTERVIEWER,
            kind=kind,
            question_id=question_id,
            answers=answers,
            ref=str(1000 + seq) if answer else "",
            address=Address(platform="telegram", chat="4711") if answer else None,
            at=self.now,
            state={"block": question_id} if kind in QUESTIONS else None,
            revisions=(self._revision(text),),
        )
        self.entries.append(entry.model_copy(update=more))
        return seq

    def remark(self, text: str, question_id: str = "") -> int:
        return self._add(EntryKind.REMARK, text, question_id)

    def said(self, text: str) -> int:
        """Words of the person that are no answer; their `seq`."""
        seq = self.remark(text)
        address = Address(platform="telegram", chat="4711")
        self.mark(seq, role=Role.PERSON, ref=str(1000 + seq), address=address)
        return seq

    def ask(self, text: str, question_id: str = "first-memory", *, follow_up: bool = False) -> int:
        """The question's `seq`."""
        return self._add(EntryKind.FOLLOW_UP if follow_up else EntryKind.QUESTION, text, question_id)

    def room(self, text: str, question_id: str = "first-memory") -> int:
        """A message of ours that asks nothing; its `seq`."""
        return self._add(EntryKind.ROOM, text, question_id)

    def answer(self, text: str, to: int) -> int:
        """An answer to the question `to`; its own `seq`."""
        return self._add(EntryKind.ANSWER, text, self.entries[to - 1].question_id, to)

    def speak(self, text: str, to: int, *, seconds: float = 42.0, audio: str = AUDIO[0]) -> int:
        """As `answer`, with a recording."""
        question_id = self.entries[to - 1].question_id
        return self._add(EntryKind.ANSWER, text, question_id, to, spoken_seconds=seconds, audio=audio)

    def _revise(self, seq: int, revision: Revision) -> None:
        entry = self.entries[seq - 1]
        self.entries[seq - 1] = entry.model_copy(update={"revisions": (*entry.revisions, revision)})

    def mark(self, seq: int, **values: object) -> None:
        """`asides` or `kept_back` of an answer."""
        self.entries[seq - 1] = self.entries[seq - 1].model_copy(update=values)

    def edit(self, seq: int, text: str) -> None:
        self._revise(seq, self._revision(text, Reason.EDIT))

    def withdraw(self, seq: int) -> None:
        self._revise(seq, self._revision(self.entries[seq - 1].text, Reason.UNDO, withdrawn=True))


def record_of(
    talk: Conversation,
    *,
    name: str = "Maria",
    language: str = "en",
    status: Status = Status.COMPLETED,
    open_question: int | None = None,
    counters: Counters | None = None,
    digest: Digest | None = None,
    findings: dict[str, str] | None = None,
    state: dict[str, JsonValue] | None = None,
    timing: Timing | None = None,
    **of_person: str,
) -> Record:
    """A record around the conversation. `of_person`: more fields of the person."""
    scripts = small_scripts()
    told = [e.text for e in talk.entries if e.kind is EntryKind.ANSWER and not e.withdrawn]
    session = Session(
        id="s-0001",
        person_id="p-0001",
        kind="life-story",
        title=scripts.speak(language).title,
        status=status,
        language=language,
        script_digest=scripts.digest,
        address=Address(platform="terminal", chat="1"),
        state=state or {},
        open_question=open_question,
        last_seq=len(talk.entries),
        revision=talk.numbers,
        counters=counters
        or Counters(
            questions=sum(e.kind is EntryKind.QUESTION and not e.withdrawn for e in talk.entries),
            follow_ups=sum(e.kind is EntryKind.FOLLOW_UP and not e.withdrawn for e in talk.entries),
            answers=len(told),
            words=sum(len(text.split()) for text in told),
            active_seconds=60.0 * talk.numbers,
        ),
        created_at=BEGAN,
        touched_at=talk.now,
        ended_at=talk.now if status is Status.COMPLETED else None,
        timing=timing or Timing(),
    )
    person = Person.model_validate(
        {"id": "p-0001", "name": name, "language": language, "stage": Stage.KNOWN, "created_at": BEGAN, **of_person}
    )
    return Record(
        person=person,
        session=session,
        entries=tuple(talk.entries),
        digest=digest or Digest(),
        findings=findings or {},
    )


def small_record() -> Record:
    """A finished interview with a bit of everything: follow-up, edit, late answer, undo, skip, note and finding."""
    talk = Conversation()
    talk.remark("Good morning, Maria.")
    memory = talk.ask("What is the first thing you remember?")
    first = talk.answer("A blue door.", memory)
    talk.answer("And the smell of bread.", memory)
    talk.remark("A blue door, and bread.")
    detail = talk.ask("Whose door was it?", follow_up=True)
    undone = talk.answer("No idea.", detail)
    talk.withdraw(undone)
    talk.answer("My grandmother’s.", detail)
    runtime = talk.ask("Which room did you like best?", "the-house")
    talk.ask("Who walked with you on the first day of school?", "first-day")
    talk.answer("It was painted every spring.", detail)
    talk.answer("My brother.", runtime + 1)
    talk.edit(first, "A green door, not a blue one.")
    talk.remark("Thank you, Maria.")
    return record_of(
        talk,
        digest=Digest(
            notes=(Note(key="uncertain_door_colour", value="green", entries=(first,)),),
            summary="Maria remembers a door.",
            watermark=talk.numbers,
        ),
        findings={"reflection-economist": "Bread was baked at home."},
        state={"place": 3, "skipped": ["the-house"]},
    )


_WORDS = st.text(max_size=80) | st.sampled_from(["", " ", "# A", "- a\n\n1. b", "**b**", "<b>", "Ёлка 🎄", "a\r\nb"])
_JSON: st.SearchStrategy[JsonValue] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.floats(allow_nan=False, allow_infinity=False)
    | _WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_WORDS, inner, max_size=3),
    max_leaves=6,
)


@st.composite
def conversations(draw: st.DrawFn, *, marks: bool = False) -> Conversation:
    """Remarks of both, questions, answers (late ones too), edits and withdrawals in any order that can happen."""
    talk = Conversation()
    for _ in range(draw(st.integers(0, 14))):
        questions = [e.seq for e in talk.entries if e.kind in QUESTIONS]
        answers = [e.seq for e in talk.entries if e.kind is EntryKind.ANSWER]
        theirs = [e.seq for e in talk.entries if e.role is Role.PERSON]
        steps = ["remark", "said", "ask"] + ["answer", "answer", "speak"] * bool(questions)
        steps += ["edit", "withdraw"] * bool(theirs) + ["mark"] * (marks and bool(answers))
        step = draw(st.sampled_from(steps))
        if step == "remark":
            talk.remark(draw(_WORDS))
        elif step == "said":
            talk.said(draw(_WORDS))
        elif step == "ask":
            talk.ask(draw(_WORDS), draw(st.sampled_from(QUESTION_IDS)), follow_up=draw(st.booleans()))
        elif step == "answer":
            talk.answer(draw(_WORDS), draw(st.sampled_from(questions)))
        elif step == "speak":
            length, audio = draw(st.floats(0, 1e5)), draw(st.sampled_from(["", *AUDIO]))
            talk.speak(draw(_WORDS), draw(st.sampled_from(questions)), seconds=length, audio=audio)
        elif step == "edit":
            talk.edit(draw(st.sampled_from(theirs)), draw(_WORDS))
        elif step == "mark":
            asides = tuple(draw(st.lists(_WORDS, max_size=2)))
            kept = draw(st.booleans())
            passages = tuple(draw(st.lists(_WORDS, max_size=2))) if kept else ()
            talk.mark(draw(st.sampled_from(answers)), asides=asides, kept_back=kept, kept_passages=passages)
        else:
            talk.withdraw(draw(st.sampled_from(questions + theirs)))
    return talk


_MOMENTS = st.none() | st.integers(0, 10_000).map(lambda minutes: BEGAN + timedelta(minutes=minutes))
_TIMINGS = st.builds(
    Timing,
    cadence=st.sampled_from(["", "mon,thu 19:00"]),
    held_at=_MOMENTS,
    reminded=st.none() | st.integers(1, 100),
    reminded_at=_MOMENTS,
    paused_at=_MOMENTS,
    warned_at=_MOMENTS,
    calm=st.booleans(),
    gone=st.booleans(),
)


@st.composite
def records(draw: st.DrawFn, *, marks: bool = False) -> Record:
    """Any whole interview that the store could hold; `marks`: with asides, and with answers that are kept back."""
    talk = draw(conversations(marks=marks))
    questions = [e.seq for e in talk.entries if e.kind in QUESTIONS]
    counts = st.integers(0, 10_000)
    seqs = st.integers(1, max(1, len(talk.entries)))
    note = st.builds(
        Note,
        key=st.from_regex(r"[a-z]{1,8}(_[a-z]{1,8})?", fullmatch=True),
        value=_WORDS,
        entries=st.lists(seqs, max_size=3).map(tuple),
        stale=st.booleans(),
    )
    return record_of(
        talk,
        name=draw(_WORDS),
        language=draw(st.sampled_from(["en", "ru"])),
        status=draw(st.sampled_from(Status)),
        open_question=draw(st.sampled_from([None, *questions])),
        counters=draw(
            st.builds(
                Counters,
                questions=counts,
                follow_ups=counts,
                answers=counts,
                words=counts,
                active_seconds=st.floats(0, 1e6),
                mended=counts,
            )
        ),
        digest=draw(st.builds(Digest, notes=st.lists(note, max_size=3).map(tuple), summary=_WORDS, watermark=counts)),
        findings=draw(st.dictionaries(st.sampled_from(["reflection-economist", "reflection-other"]), _WORDS)),
        state=draw(st.dictionaries(st.from_regex(r"[a-z]{1,8}", fullmatch=True), _JSON, max_size=3)),
        timing=draw(_TIMINGS),
        timezone=draw(st.sampled_from(["", "Europe/Berlin"])),
        quiet_hours=draw(st.sampled_from(["", "off", "22:00-08:00"])),
        agreed=draw(st.sampled_from(["", "0123456789abcdef"])),
    )
