"""A step of an interview in the making, and the messages that say it: a header, a remark, one question, and buttons.

`Draft.change` is what the store commits. Pure: nothing is read or written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from babel.numbers import format_decimal

from core.contracts.commits import (
    AskForChore,
    BeginSession,
    BindPhoto,
    BindRecording,
    Commit,
    KeepFinding,
    KeepNotes,
    KeepSound,
    Mark,
    OutboxMessage,
    Revise,
)
from core.contracts.effects import Effect
from core.contracts.messages import (
    LISTED,
    NOTHING_ASKED,
    PICK,
    Address,
    Badge,
    Button,
    Choice,
    Content,
    Edit,
    Incoming,
    Photo,
    Progress,
    Say,
    Saying,
    Style,
    StyledMessage,
    Text,
    Voice,
    encode_button,
    fits_button,
)
from core.contracts.script import ScriptSet
from core.contracts.session import (
    BY_PEOPLE,
    ENDED,
    PHOTO_MARK,
    PHOTO_NOT_HERE,
    Counters,
    Entry,
    EntryKind,
    KeptPart,
    Reason,
    Record,
    Revision,
    Role,
    Session,
    Status,
    add_caption,
    joined_passages,
    words_without_photos,
)
from core.contracts.turn import NewQuestion, Offer, OthersAsked, Turn
from core.languages.messages import match_locale, say

FURTHER = "↳"
"""Before a question that stays with what was just told, where its interview marks those."""
ADDED = "added-"
"""How the id begins under which words stand that were added after the end."""
EVERY = 10
"""The number of a question is said at the first one and every so many: always would count down an old person's life."""


def command_button(language: str, command: str, argument: str = "", *, label: str = "") -> Choice:
    """Return a button for a command that is valid at any time; without `label`, with the words `button-<command>`."""
    text = label or say(language, f"button-{command}")
    return Choice(label=text, data=encode_button(Button(command=command, argument=argument)))


def question_buttons(language: str, session_id: str, seq: int, offers: tuple[str, ...]) -> tuple[Choice, ...]:
    """Return buttons that belong to one question: pressed later, they do nothing but say so.

    Where they may tell more, they have answered already: then what skips leads to the next question, and says so.
    """
    words = {"skip": "next"} if "more" in offers else {}
    return tuple(
        Choice(
            label=say(language, f"button-{words.get(name, name)}"),
            data=encode_button(Button(command=name, session_id=session_id, seq=seq)),
        )
        for name in offers
    )


def all_buttons(
    language: str, session_id: str, seq: int, offers: tuple[str, ...], own: tuple[Offer, ...]
) -> tuple[Choice, ...]:
    """Return all buttons under a question: its answers first, so that each one's number is its number in a list."""
    answers = tuple(_own_button(session_id, seq, each) for each in own if each.answer)
    others = tuple(_own_button(session_id, seq, each) for each in own if not each.answer)
    return (*answers, *question_buttons(language, session_id, seq, offers), *others)


def _own_button(session_id: str, seq: int, offer: Offer) -> Choice:
    """Return a button of the interview's own that belongs to one question."""
    if offer.editor:
        return Choice(label=offer.label, data="", editor=offer.editor)
    command = PICK if offer.answer else offer.command
    data = Button(command=command, argument=offer.answer, session_id=session_id, seq=seq)
    return Choice(label=offer.label, data=encode_button(data))


def correction_buttons(language: str, session_id: str, seq: int, *, ref: str = "") -> tuple[Choice, ...]:
    """Return the two buttons that put a spoken answer right; none where its session's id fits no button.

    `ref` is the platform's id of the recording.
    """
    argument = f"{session_id}-{seq}"
    if not fits_button(argument):
        return ()
    return tuple(replace(command_button(language, name, argument), about=ref) for name in ("fix", "record"))


def heard_message(
    language: str,
    session_id: str,
    seq: int,
    text: str,
    *,
    lead: str = "",
    doubt: str = "",
    ways: tuple[Choice, ...] = (),
    ref: str = "",
) -> Say:
    """Return what was heard of a voice note, with the ways to put it right; `doubt` says that it may be wrong.

    `ref` is the platform's id of the voice note.
    """
    page = StyledMessage().add(lead).add(text, Style.QUOTE).add(doubt)
    return page.say((*correction_buttons(language, session_id, seq, ref=ref), *ways))


def kept_back_button(language: str, parts: tuple[KeptPart, ...]) -> tuple[Choice, ...]:
    """Return the button that says how much was just kept back, and leads to the list of all that is."""
    if not parts:
        return ()
    label = say(language, "button-kept-back", count=sum(part.count for part in parts))
    return (command_button(language, "private", LISTED, label=label),)


def turn_message(
    turn: Turn, session: Session, *, language: str, later: str = "", about: tuple[Choice, ...] = ()
) -> Say | None:
    """Return the message of a turn, by the session after it; None if it says nothing. `later` replaces the question.

    `about`: buttons about what was just told.
    """
    about = (*about, *(() if turn.kept_back_line else kept_back_button(language, turn.kept_back)))
    if later:
        page = StyledMessage().add(turn.notice, Style.ITALIC).add(turn.remark).add(later, Style.ITALIC)
        return page.add_told(turn.after).say((command_button(language, "now"), *about))
    page = StyledMessage() if turn.closes else StyledMessage().add(turn.notice, Style.ITALIC)
    question = turn.question
    progress = None if question is None or question.kind is not EntryKind.QUESTION else question.progress
    if progress is not None and (progress.done == 1 or progress.done % EVERY == 0):
        page.add(progress_line(language, progress), Style.ITALIC)
    page.add_told(turn.remark)
    if question is not None:
        page.add_told(f"{FURTHER} {question.text}" if question.marked else question.text)
    if turn.closes:
        page.add(turn.notice, Style.ITALIC)
    page.add_told(turn.after)
    seq = session.open_question
    choices: tuple[Choice, ...] = ()
    if seq is not None and not turn.closes:
        choices = all_buttons(language, session.id, seq, turn.offers, turn.own)
    choices = (*choices, *about)
    if question is None:
        message = page.say(choices)
    else:
        message = page.say(
            choices, question.progress, asks=True, badge=question_badge(question), course=question.course
        )
    return message if message.text else None


def question_badge(question: NewQuestion | Entry) -> Badge:
    """Return what kind of question it is; one that was asked before is not said to open anything."""
    if isinstance(question, NewQuestion) and question.others:
        return Badge.QUESTION
    if question.kind is not EntryKind.QUESTION:
        return Badge.FOLLOW_UP
    return Badge.OVERVIEW if isinstance(question, NewQuestion) and question.opens else Badge.QUESTION


def progress_line(language: str, progress: Progress) -> str:
    """Say how far an interview is: by chapters where it has them, since a count of a hundred questions frightens."""
    if progress.chapters:
        return say(language, "status-chapters", done=progress.chapters_done, total=progress.chapters)
    return say(language, "progress-line", done=progress.done, total=progress.total)


def with_session_progress(saying: Saying, session: Session | None) -> Saying:
    """Return the message; where its session is not at its questions, the page stops showing how far it is."""
    over = session is None or session.open_question is None or session.status in ENDED
    return replace(saying, course=NOTHING_ASKED) if over and isinstance(saying, Say) and not saying.course else saying


def format_money(micros: int, language: str) -> str:
    """Format an amount in the currency of the operator's prices (`core.contracts.calls`)."""
    return format_decimal(micros / 1_000_000, "#,##0.00", locale=match_locale(language))


def visible_progress(progress: Progress | None) -> Progress | None:
    """Return what every message may show; nothing where there are so many questions that there are chapters."""
    return None if progress is None or progress.chapters else progress


LONGEST_GAP = 120.0
"""Seconds: of a longer silence no more is counted as time spent on the interview. A person may sleep."""
SHORTEST = 0.1
"""Seconds of a recording whose length nobody knows; without any it would count as written."""


@dataclass(frozen=True, slots=True)
class UserMessage:
    """One message of an answer, written or by voice, with the wordings it has had."""

    texts: tuple[str, ...]
    """The first wording and those that edits brought, oldest first."""
    ref: str
    at: datetime
    seconds: float = 0.0
    """How long the recording is; 0 for what was written."""
    audio: str = ""
    """The name of the recording, where it is kept."""
    doubtful: str = ""
    """The event of the recording, where a place in it was hard to hear."""
    photo: str = ""
    """The event of a photograph."""
    address: Address | None = None
    """The chat that the message stands in."""

    @property
    def text(self) -> str:
        return self.texts[-1]


def text_of_content(content: Content) -> str | None:
    """Return the words in what somebody sent, written, or heard without trouble and stripped; None if there are none.

    A photograph's words are its mark.
    """
    if isinstance(content, Text):
        return content.text
    if isinstance(content, Photo):
        return PHOTO_MARK
    if isinstance(content, Voice) and not content.trouble:
        return (content.text or "").strip() or None
    return None


def group_messages(items: Iterable[Incoming]) -> tuple[UserMessage, ...]:
    """Return the messages among mailbox items that wait together, each with the edits that wait with it."""
    found: list[UserMessage] = []
    places: dict[tuple[Address, str, bool], int] = {}
    for item in items:
        text = text_of_content(item.content)
        if isinstance(item.content, Voice) and text is not None:
            voice = item.content
            heard = UserMessage(
                (text,),
                item.ref,
                item.sent_at,
                seconds=voice.seconds or SHORTEST,
                audio=voice.audio,
                doubtful=item.event_id if voice.doubtful else "",
                address=item.address,
            )
            places[(item.address, item.ref, True)] = len(found)
            found.append(heard)
        elif isinstance(item.content, Photo):
            # What is written anew is what was written with it, if there was anything.
            places.setdefault((item.address, item.ref, False), len(found))
            found.append(UserMessage((PHOTO_MARK,), item.ref, item.sent_at, photo=item.event_id, address=item.address))
        elif text is not None:
            places[(item.address, item.ref, False)] = len(found)
            found.append(UserMessage((text,), item.ref, item.sent_at, address=item.address))
        elif isinstance(item.content, Edit):
            place = places.get((item.address, item.content.ref, item.content.heard))
            if place is not None and item.content.ref:
                first = found[place]
                text = add_caption(item.content.text) if first.photo else item.content.text
                found[place] = replace(first, texts=(*first.texts, text))
    return tuple(found)


def join_messages(texts: Iterable[str]) -> str:
    return "\n".join(texts)


def counted_words(text: str) -> int:
    return len(text.split())


class Draft:
    """Collects what one step does to one session."""

    def __init__(self, session: Session, now: datetime, *, new: ScriptSet | None = None) -> None:
        self._session = session
        self._was = session.status
        self._values: dict[str, Any] = {}
        """What is new of the session and not in `_session` yet: a copy for each value would cost more than the rest."""
        self._new = new
        self._now = now
        self._entries: list[Entry] = []
        self._revisions: list[tuple[int, Revision]] = []
        self._marks: list[Mark] = []
        self._letters: list[OutboxMessage] = []
        self._doubtful: dict[int, str] = {}
        """By the `seq` of an answer: the event of a recording in which a place was hard to hear."""
        self._pictured: dict[int, str] = {}
        """The same for photographs."""
        self._effects: list[Effect] = []

    @property
    def session(self) -> Session:
        """Return the session as it is after what was drafted so far."""
        if self._values:
            self._session = self._session.model_copy(update=self._values)
            self._values = {}
        return self._session

    @property
    def added(self) -> tuple[Entry, ...]:
        return tuple(self._entries)

    @property
    def withdrawn(self) -> frozenset[int]:
        """Return the `seq` of entries taken back so far."""
        return frozenset(seq for seq, revision in self._revisions if revision.withdrawn)

    def set(self, **values: Any) -> None:
        self._values.update(values)

    def time(self, **values: Any) -> None:
        """Set fields of `Timing`, which the deadlines are counted from."""
        self.set(timing=self._value("timing").model_copy(update=values))

    def _value(self, name: str) -> Any:
        """Return a field of the session as it is now."""
        return self._values[name] if name in self._values else getattr(self._session, name)

    def _count(self, **more: float) -> None:
        counters: Counters = self._value("counters")
        counted = {name: max(0, getattr(counters, name) + amount) for name, amount in more.items()}
        self.set(counters=counters.model_copy(update=counted))

    # --- words ----------------------------------------------------------------------------------------------------

    def hear(
        self, messages: tuple[UserMessage, ...], *, to: int | None, question_id: str = "", beside: bool = False
    ) -> None:
        """Append what they said as answers to the question `to` (None: before any was asked), and count the time.

        `beside`: it is no answer (a command in words, a goodbye), and is kept as a remark of theirs.
        """
        if not messages:
            return
        for message in messages:
            seq = self._add(
                Role.PERSON,
                EntryKind.REMARK if beside else EntryKind.ANSWER,
                question_id,
                *message.texts,
                at=message.at,
                answers=None if beside else to,
                ref=message.ref,
                address=message.address,
                spoken_seconds=message.seconds,
                audio=message.audio,
                photo=PHOTO_NOT_HERE if message.photo else "",
            )
            if message.doubtful:
                self._doubtful[seq] = message.doubtful
            if message.photo:
                self._pictured[seq] = message.photo
        if self._value("timing").parting:
            self.time(parting=False)
        touched_at: datetime = self._value("touched_at")
        speaking = sum(message.seconds for message in messages)
        gap = (messages[-1].at - touched_at).total_seconds() - speaking
        active = speaking + min(LONGEST_GAP, max(0.0, gap))
        told = () if beside else messages
        self._count(
            answers=len(told),
            words=sum(counted_words(words_without_photos(m.text) if m.photo else m.text) for m in told),
            active_seconds=active,
        )
        self.set(touched_at=max(touched_at, messages[-1].at))

    def append_postscript(self, said: Sequence[Entry], *, heading: str, lead: str) -> None:
        """Append remarks of the person as answers under a heading of their own; the remarks are taken back."""
        subject = f"{ADDED}{self._value('last_seq') + 1}"
        question = self._add(Role.INTERVIEWER, EntryKind.ROOM, subject, lead, title=heading)
        for entry in said:
            self._add(
                Role.PERSON,
                EntryKind.ANSWER,
                subject,
                *(each.text for each in entry.revisions),
                at=entry.at,
                answers=question,
                ref=entry.ref,
                address=entry.address,
                spoken_seconds=entry.spoken_seconds,
                audio=entry.audio,
            )
            self.withdraw(entry)
        words = sum(counted_words(entry.text) for entry in said)
        self._count(answers=len(said), words=words)
        self.set(touched_at=max(self._now, self._value("touched_at")))

    def show_heard(self, *, key: str, language: str, lead: str = "", ways: tuple[Choice, ...] = ()) -> None:
        """Show first what was heard of each voice note, after `lead`, with `ways` after the buttons that mend it."""
        shown: list[OutboxMessage] = []
        for entry in self._entries:
            if entry.spoken_seconds:
                doubt = say(language, "voice-doubtful") if entry.seq in self._doubtful else ""
                at = self._session.id, entry.seq
                message = heard_message(language, *at, entry.text, lead=lead, doubt=doubt, ways=ways, ref=entry.ref)
                shown.append(self._letter(message, f"{key}-{entry.seq}", language))
        self._letters[:0] = shown

    def apply(self, turn: Turn, *, key: str, language: str, later: str = "", about: tuple[Choice, ...] = ()) -> None:
        """Append what the interviewer says, take over the new state, and write the letter that says it.

        `later`: the question is held back or not made yet, and these words, which tell until when, are said instead.
        `about`: buttons about what was just told.
        """
        self.set(state=dict(turn.state), touched_at=max(self._now, self._value("touched_at")))
        self.mark_asides(turn.asides)
        self._marks.extend(Mark(seq=p.seq, kept_back=True, kept_passages=p.passages) for p in turn.kept_back)
        if turn.language is not None:
            self.set(language=turn.language)
        question = turn.question
        if turn.about and self._value("open_question") is not None:
            self._marks.append(Mark(seq=self._value("open_question"), question_id=turn.about))
        for theirs in turn.asked_others:
            answered = self._value("open_question") or 0
            self.add_effects(OthersAsked(question_id=theirs, session_id=self._session.id, seq=answered))
        if turn.learned is not None:
            self._effects.append(KeepNotes(turn.learned))
        if turn.remark:
            subject = question.id if question is not None else ""
            self._add(Role.INTERVIEWER, EntryKind.REMARK, subject, turn.remark)
        if question is not None:
            seq = self._add(
                Role.INTERVIEWER,
                question.kind,
                question.id,
                question.text,
                state={**turn.state, BY_PEOPLE: True} if question.by_people else dict(turn.state),
                retells=question.retells,
                title=question.title,
                asker=question.asker,
            )
            self.set(open_question=seq)
            self.time(held_at=None)
            if question.others:
                self.add_effects(OthersAsked(question_id=question.others, session_id=self._session.id, seq=seq))
            if question.kind is not EntryKind.ROOM and not question.retells:
                self._count(**{"questions" if question.kind is EntryKind.QUESTION else "follow_ups": 1})
        if later:
            # What is told until then moves the time no further, except in a pause, in which it may be long over.
            held_at = self._value("timing").held_at if self._was is Status.ACTIVE else None
            self.time(held_at=held_at or self._now, unmade=question is None)
        if turn.closes:
            self.set(status=Status.COMPLETED, ended_at=self._now)
            self.time(held_at=None)
        elif turn.pauses:
            self.set(status=Status.PAUSED)
        self._count(mended=1 if any(o.name.startswith("message-asked-again-") for o in turn.log) else 0)
        self.ask_for(*turn.chores)
        self.find(*turn.findings)
        self._effects.extend(turn.log)
        if turn.distress:
            self.time(calm=True)
        self.keep_apart(turn.distressed)
        self._letters.extend(self._kept_back_note(turn, key, language))
        message = turn_message(turn, self.session, language=language, later=later, about=about)
        if message is not None:
            asked = question is not None and not later
            self.tell(message, key=key, language=language, seq=self.session.open_question if asked else None)

    def _kept_back_note(self, turn: Turn, key: str, language: str) -> tuple[OutboxMessage, ...]:
        """Return the message that says what stays out of the file, apart from what the interviewer says."""
        if not turn.kept_back_line:
            return ()
        page = StyledMessage().add(turn.kept_back_line, Style.ITALIC)
        message = page.say(kept_back_button(language, turn.kept_back))
        return (self._letter(message, f"{key}-kept", language),)

    def release(self, answers: Iterable[Entry]) -> None:
        """Let a family have answers as they are worded now."""
        released: tuple[int, ...] = self._value("timing").released
        self.time(released=tuple(dict.fromkeys((*released, *(each.newest.number for each in answers)))))

    def keep_apart(self, questions: Iterable[int]) -> None:
        """Have what was told to these questions go to no family by itself."""
        apart: tuple[int, ...] = self._value("timing").apart
        if new := set(questions).difference(apart):
            self.time(apart=tuple(sorted({*apart, *new})))

    def take_back_release(self, answers: Iterable[Entry]) -> None:
        """Have these answers go to no family, whatever their person has let go before."""
        answers = tuple(answers)
        worded = {revision.number for each in answers for revision in each.revisions}
        released: tuple[int, ...] = self._value("timing").released
        self.time(released=tuple(number for number in released if number not in worded))
        self.keep_apart(each.answers or 0 for each in answers)

    def keep_newest_apart(self) -> None:
        """Do so with what was told in distress: what was just heard, else what is being told."""
        heard = {entry.answers or 0 for entry in self._entries if entry.kind is EntryKind.ANSWER}
        self.keep_apart(heard or {self._value("open_question") or 0})

    def add_effects(self, *effects: Effect) -> None:
        self._effects.extend(effects)

    def remark(self, text: str) -> None:
        self._add(Role.INTERVIEWER, EntryKind.REMARK, "", text)

    def keep_back(self, seqs: Iterable[int], *, kept: bool = True) -> None:
        """Keep whole answers out of every document until they are released, which is with `kept` false."""
        self._marks.extend(Mark(seq=seq, kept_back=kept) for seq in seqs)

    def show_telling(self, question: Entry, *, shown: bool) -> None:
        """Have documents show what was told to a question that asked anew, or not."""
        self._marks.append(Mark(seq=question.seq, set_aside=not shown))

    def mark_asides(self, passages: tuple[str, ...]) -> None:
        """Mark asides among the words that were just appended."""
        for entry in self._entries:
            said = tuple(passage for passage in passages if passage in entry.text)
            if said and entry.kind is EntryKind.ANSWER:
                self._marks.append(Mark(seq=entry.seq, asides=said))

    def withdraw(self, entry: Entry, reason: Reason = Reason.UNDO) -> None:
        """Take an entry back: documents leave it out, its words stay."""
        revision = Revision(number=0, text=entry.text, reason=reason, withdrawn=True, at=self._now)
        self._revisions.append((entry.seq, revision))
        self._count_entry(entry, -1)

    def restore(self, entry: Entry) -> None:
        """Bring back an entry that was taken back."""
        self._revisions.append((entry.seq, Revision(number=0, text=entry.text, reason=Reason.UNDO, at=self._now)))
        self._count_entry(entry, 1)

    def _count_entry(self, entry: Entry, by: int) -> None:
        match entry.kind:
            case EntryKind.ANSWER:
                told = words_without_photos(entry.text) if entry.photo else entry.text
                self._count(answers=by, words=by * counted_words(told))
            case EntryKind.QUESTION if not entry.retells:
                self._count(questions=by)
            case EntryKind.FOLLOW_UP if not entry.retells:
                self._count(follow_ups=by)
            case _:
                pass

    def tell(self, saying: Saying, *, key: str, language: str, seq: int | None = None) -> None:
        self._letters.append(self._letter(saying, key, language, seq))

    def _letter(self, saying: Saying, key: str, language: str, seq: int | None = None) -> OutboxMessage:
        return OutboxMessage(
            key=key,
            address=self._value("address"),
            saying=with_session_progress(saying, self.session),
            language=language,
            session_id=self._session.id,
            seq=seq,
        )

    def over(self, whole: Record) -> Record:
        """Return the interview as it is after what was drafted so far; `whole` is what is stored."""
        changed: dict[int, tuple[Revision, ...]] = {}
        for seq, revision in self._revisions:
            changed[seq] = (*changed.get(seq, ()), revision)
        entries = {e.seq: e for e in (*whole.entries, *self._entries)}
        for seq, revisions in changed.items():
            entries[seq] = entries[seq].model_copy(update={"revisions": (*entries[seq].revisions, *revisions)})
        for mark in self._marks:
            entry = entries[mark.seq]
            passages = joined_passages(entry.kept_back, entry.kept_passages, mark.kept_passages)
            known = {
                "asides": mark.asides,
                "question_id": mark.question_id,
                "kept_back": mark.kept_back,
                "kept_passages": None if mark.kept_back is None else passages if mark.kept_back else (),
                "set_aside": mark.set_aside,
            }
            values = {name: value for name, value in known.items() if value is not None}
            entries[mark.seq] = entry.model_copy(update=values)
        return whole.model_copy(update={"session": self.session, "entries": tuple(entries.values())})

    def ask_for(self, *chores: str) -> None:
        self._effects.extend(AskForChore(name) for name in dict.fromkeys(chores))

    def find(self, *findings: tuple[str, str]) -> None:
        """Keep (name, text) with the session; an empty text takes away what is kept under that name."""
        self._effects.extend(KeepFinding(name, text) for name, text in findings)

    def _add(
        self,
        role: Role,
        kind: EntryKind,
        question_id: str,
        *texts: str,
        at: datetime | None = None,
        **more: Any,
    ) -> int:
        """Append an entry with the wordings it has had; return its `seq`. `more` are further fields of `Entry`."""
        seq: int = self._value("last_seq") + 1
        self.set(last_seq=seq)
        moment = at or self._now
        reasons = (Reason.ORIGINAL, *(Reason.EDIT for _ in texts[1:]))
        revisions = tuple(
            Revision(number=0, text=text, reason=reason, at=moment) for text, reason in zip(texts, reasons, strict=True)
        )
        self._entries.append(
            Entry(seq=seq, role=role, kind=kind, question_id=question_id, at=moment, revisions=revisions, **more)
        )
        return seq

    # --- the result -----------------------------------------------------------------------------------------------

    def change(self, *effects: Effect, **more: Any) -> Commit:
        """Return all of it as one commit with further effects; `more` are further fields of `Commit`."""
        # The deadlines are counted from here.
        status: Status = self._value("status")
        if status is Status.PAUSED and self._was is not Status.PAUSED:
            self.time(paused_at=self._now)
        elif status is Status.ACTIVE and self._was is not Status.ACTIVE:
            self.set(ended_at=None)
            self.time(paused_at=None, warned_at=None, gone=False)
        session_id = self._session.id
        begun = () if self._new is None else (BeginSession(self._new),)
        sounds = (KeepSound(entry.ref) for entry in self._entries if entry.audio and entry.ref)
        revised = (Revise(session_id, seq, revision) for seq, revision in self._revisions)
        words = (*begun, *sounds, *revised, *self._marks)
        bound = (BindRecording(event, session_id, seq) for seq, event in self._doubtful.items())
        pictured = (BindPhoto(event, session_id, seq) for seq, event in self._pictured.items())
        return Commit(
            person_id=self._session.person_id,
            session=self.session,
            entries=tuple(self._entries),
            letters=tuple(self._letters),
            effects=(*words, *self._effects, *bound, *pictured, *effects),
            **more,
        )
