"""Tell where an interview of any kind is, and make the turns that follow from there, each a value."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Self, TypeVar

from core.contracts.errors import BudgetSpent, ModelAbsent, ModelError
from core.contracts.messages import Progress
from core.contracts.script import QuestionRef, Script, primary_language
from core.contracts.session import PHOTO_MARK, QUESTIONS, Entry, EntryKind, words_without_photos
from core.contracts.turn import NewQuestion, Occurrence, Turn, TurnContext
from core.documents.readable import excerpt
from core.interviews.message_check import names_closed_subject
from core.interviews.scripted_base.base_state import SpokenState, bit_numbers, clear_bits, set_bits
from core.languages.detection import detect_language
from core.languages.messages import say
from core.text.text import count_words, in_alphabet_of

S = TypeVar("S", bound=SpokenState)
FREELY = "freely:"
"""The beginning of the id of a subject that is told without being asked; no script has such an id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedContext(ABC, Generic[S]):
    """A situation with the interview's state read from it."""

    marks_follow_ups: ClassVar[bool] = False
    """Chats show which questions stay with what was just told."""
    situation: TurnContext
    state: S
    script: Script
    """In the interview's language, else the nearest there is."""
    language: str
    """The interview's, as a primary tag."""

    @property
    @abstractmethod
    def agenda(self) -> Sequence[QuestionRef]:
        """The subjects of this interview, in the order of the script."""

    @property
    @abstractmethod
    def window(self) -> Sequence[QuestionRef]:
        """The subjects that the script would ask next, nearest first; empty at the end of the interview."""

    @abstractmethod
    def state_at(self, place: QuestionRef, text: str) -> S:
        """Return the state after `text` was asked about the subject `place`, as far as only this kind knows of it."""

    @abstractmethod
    def state_deeper(self, text: str) -> S:
        """Return the state after `text` went further into the open subject."""

    @property
    def title(self) -> str | None:
        """The title of what it is about, empty where that has none; None for a kind that is about nothing."""
        return None

    @property
    @abstractmethod
    def may_stay(self) -> bool:
        """True where anything further may be asked by rule on the open subject."""

    @abstractmethod
    def progress_at(self, place: QuestionRef) -> Progress | None:
        """Say how far it is, where that helps a person more than it frightens."""

    @property
    def reached(self) -> Progress | None:
        """The progress that somebody who comes back is told."""
        return None

    def course_at(self, place: QuestionRef) -> Progress | None:
        """Return the progress with a subject, its chapters too; None for a kind that does not go by chapters."""
        return None

    def opens(self, place: QuestionRef) -> bool:
        """Tell whether a subject is the first to be asked about of several in its chapter."""
        taken = bit_numbers(self.state.taken_up)
        beside = [each.index for each in self.script.places if each.chapter.id == place.chapter.id]
        return len(beside) > 1 and not any(index in taken for index in beside)

    def remembering(self, **values: Any) -> Self:
        return replace(self, state=self.state.model_copy(update=values))

    @property
    def place(self) -> QuestionRef:
        """The subject that the talk is at."""
        return self.script.by_id[self.state.question_id]

    @property
    def freely(self) -> bool:
        """True while the talk is at something they told without being asked: no subject of the script."""
        question = self.situation.question
        return question is not None and question.question_id.startswith(FREELY)

    @property
    def just_told_freely(self) -> bool:
        """True where the answer is all of what they told without being asked."""
        question = self.situation.question
        return question is not None and bool(question.title)

    @property
    def thread(self) -> str:
        """The id of the subject that a further question belongs to."""
        question = self.situation.question
        return question.question_id if question is not None and self.freely else self.place.question.id

    @property
    def untold(self) -> tuple[QuestionRef, ...]:
        """The subjects of the agenda that are neither told nor closed."""
        told = bit_numbers(self.state.told)
        return tuple(place for place in self.agenda if place.index not in told and self.allowed(place))

    def allowed(self, place: QuestionRef) -> bool:
        return not names_closed_subject(place.question.text, self.state.closed)

    def may_speak(self, language: str) -> bool:
        """Tell whether the interview may continue in a language."""
        return bool(language)

    @property
    def scripted(self) -> bool:
        """True where the script is in the interview's language."""
        return self.script.language == self.language

    @property
    def asked(self) -> tuple[str, ...]:
        """Our messages in sight, the open one among them."""
        lines: dict[int, Entry] = {entry.seq: entry for entry in (*self.situation.tail, *self.situation.talk)}
        if self.situation.question is not None:
            lines[self.situation.question.seq] = self.situation.question
        return tuple(entry.text for entry in lines.values() if entry.kind in QUESTIONS)

    @property
    def unmet(self) -> str:
        """The part of the answer that no word about stopping or distress has met yet."""
        answer = self.situation.answer
        return answer[self.heard :].strip() or answer

    @property
    def fresh(self) -> str:
        """The words of `unmet`, without the marks of photographs."""
        return words_without_photos(self.unmet) if PHOTO_MARK in self.unmet else self.unmet

    @property
    def heard(self) -> int:
        """The number of characters of the answer that were met before."""
        question = self.situation.question
        # All that is told freely is met when they have told it.
        if question is None or question.seq != self.state.met_question or question.title:
            return 0
        return min(self.state.met, len(self.situation.answer))


G = TypeVar("G", bound=ScriptedContext[Any])


# --- its language: the first answer settles it, later it changes after two in a row in another ------------------------

FEWEST_WORDS = 3
"""Shorter answers ("ok", "Paris") are no evidence."""


def language_by_words(ground: ScriptedContext[Any]) -> str:
    """Return the script language that an answer's words are of; empty where they tell nothing."""
    if count_words(ground.fresh) < FEWEST_WORDS:
        return ""
    return detect_language(ground.fresh, ground.situation.scripts.scripts)


def language_from_model(ground: ScriptedContext[Any], tag: str) -> str:
    """Return the language that the model named, where the answer is long enough and in its letters."""
    if not ground.may_speak(tag) or count_words(ground.fresh) < FEWEST_WORDS or not in_alphabet_of(tag, ground.fresh):
        return ""
    return tag


def settle_language(ground: G) -> G:
    """Return the ground of a first answer, in the language of its words: until then only the platform's is known."""
    heard = language_by_words(ground) if len(ground.asked) == 1 else ""
    return _speaking(ground, heard) if heard and heard != ground.language else ground


def vote_for_language(ground: G, heard: str) -> G:
    """Return the ground after a vote for `heard`: in a new language after two votes for it in a row."""
    if not heard:
        return ground
    if heard not in {ground.language, ground.state.vote}:
        return ground.remembering(vote=heard)
    return _speaking(ground.remembering(vote=""), heard)


def _speaking(ground: G, language: str) -> G:
    return replace(ground, script=ground.situation.scripts.speak(language), language=language)


_VARIANTS = {"hard": 4, "more": 3, "room": 3}
"""The number of wordings of each kind of sentence."""
_ONCE = frozenset({"offline", "fallback", "budget"})


def vary_wording(ground: G, kind: str) -> tuple[G, str]:
    """Return the ground that remembers it, and the next wording of a kind ("hard", "more", "room")."""
    variants = ground.state.variants
    number = variants.get(kind, 0) % _VARIANTS[kind] + 1
    kept = {name: count for name, count in variants.items() if name in _VARIANTS}
    return ground.remembering(variants={**kept, kind: number}), say(ground.language, f"interview-{kind}-{number}")


def notice_once(ground: G, name: str) -> tuple[G, str]:
    """Return a notice ("offline", "fallback", "budget") the first time, nothing after that."""
    if name in ground.state.said:
        return ground, ""
    said = (*(each for each in ground.state.said if each in _ONCE), name)
    return ground.remembering(said=said), say(ground.language, f"interview-{name}")


def notice_about(error: ModelError) -> str:
    """Return the name of the notice that tells of such a failure of the model."""
    if isinstance(error, BudgetSpent):
        return "budget"
    return "offline" if isinstance(error, ModelAbsent) else "fallback"


def help_text(language: str, help_texts: Mapping[str, str]) -> str:
    """Return the words to somebody in danger, with the operator's help text in their language, else in another."""
    own = help_texts.get(primary_language(language)) or help_texts.get("en") or next(iter(help_texts.values()), "")
    return join_paragraphs(say(language, "interview-danger"), own.strip())


def join_paragraphs(*parts: str) -> str:
    """Join the parts that are not empty, each as a paragraph."""
    return "\n\n".join(part for part in parts if part)


Log = tuple[Occurrence, ...]
_NOTHING_MET = {"met_question": 0, "met": 0}
LAST_WORDS = 90
"""Characters of what they told last, for the sentence that says where they were."""


# --- going on -----------------------------------------------------------------------------------------------------


def move_to(
    ground: ScriptedContext[Any], target: QuestionRef, *, words: str = "", lead: str = "", log: Log = ()
) -> Turn:
    """Move on to the subject `target`, in `words` or else as the script has it."""
    text = words or target.question.text
    state = ground.state_at(target, text).model_copy(
        update={
            "question_id": target.question.id,
            "taken_up": set_bits(ground.state.taken_up, target.index),
            "follow_ups": 0,
            **_NOTHING_MET,
        }
    )
    return Turn(
        state=state.dump(),
        remark=lead,
        question=NewQuestion(
            id=target.question.id,
            text=text,
            progress=ground.progress_at(target),
            opens=ground.opens(target),
            course=ground.course_at(target),
            by_people=not words,
        ),
        language=changed_language(ground),
        log=log,
    )


def go_deeper(ground: ScriptedContext[Any], words: str, *, lead: str = "", room: bool = False, log: Log = ()) -> Turn:
    """Go further into the open subject; `room`: with words that ask nothing and leave the floor to the person."""
    state = ground.state_deeper(words).model_copy(update={"follow_ups": ground.state.follow_ups + 1, **_NOTHING_MET})
    kind = EntryKind.ROOM if room else EntryKind.FOLLOW_UP
    return Turn(
        state=state.dump(),
        remark=lead,
        question=NewQuestion(
            id=ground.thread,
            text=words,
            kind=kind,
            course=ground.course_at(ground.place),
            marked=ground.marks_follow_ups and not room,
        ),
        language=changed_language(ground),
        log=log,
    )


def retell_question(ground: ScriptedContext[Any], question: Entry) -> Turn:
    """Ask `question` again. An open question without an answer counts as not asked."""
    place = ground.script.by_id.get(question.question_id, ground.place)
    # It was asked about before: one more question at most comes of it by rule.
    state = _leaving_open(ground, place, follow_ups=1)
    subject = question.question_id if question.title else place.question.id
    asked = NewQuestion(id=subject, text=question.text, kind=question.kind, title=question.title)
    return Turn(state=state.dump(), question=replace(asked, course=ground.course_at(place)))


def give_floor(ground: ScriptedContext[Any], title: str) -> Turn:
    """Give them the floor until they are done. An open question without an answer counts as not asked."""
    subject = f"{FREELY}{ground.situation.session.last_seq + 1}"
    text = say(ground.language, "tell-floor")
    return Turn(
        state=_leaving_open(ground, ground.place, follow_ups=0).dump(),
        question=NewQuestion(id=subject, text=text, kind=EntryKind.ROOM, title=title),
        offers=("told",),
    )


def _leaving_open(ground: ScriptedContext[Any], place: QuestionRef, *, follow_ups: int) -> SpokenState:
    """Return the state at a place, in which an open question without an answer counts as not asked."""
    open_now, taken_up = ground.situation.question, ground.state.taken_up
    if open_now is not None and open_now.kind is EntryKind.QUESTION and not ground.situation.answer:
        taken_up = clear_bits(taken_up, ground.place.index)
    values = {"question_id": place.question.id, "taken_up": taken_up, "follow_ups": follow_ups}
    state: SpokenState = ground.state_at(place, "").model_copy(update={**values, **_NOTHING_MET})
    return state


def progress_log(ground: ScriptedContext[Any]) -> Log:
    return (Occurrence(name="moved-on", detail=ground.place.question.id),)


def reply_keeping_question(ground: ScriptedContext[Any], words: str) -> Turn:
    """Say something that asks nothing: what was open stays open, without what they have said so far."""
    question = ground.situation.question
    if question is not None:
        ground = ground.remembering(met_question=question.seq, met=len(ground.situation.answer))
    return Turn(
        state=ground.state.dump(),
        remark=words,
        language=changed_language(ground),
        log=(Occurrence(name="answered", detail=ground.place.question.id),),
    )


def wait_for_next_question(ground: ScriptedContext[Any], words: str) -> Turn:
    """Say something that asks nothing, where the next question is made when its time has come."""
    return replace(reply_keeping_question(ground, words), waits=True)


def ask_about_photos(ground: ScriptedContext[Any], photos: int) -> Turn:
    """Ask who or what is in photographs that came without a word, unless that was just asked: nobody here sees them."""
    lead, words = (say(ground.language, key, photos=photos) for key in ("interview-photo", "interview-photo-who"))
    question = ground.situation.question
    if ground.situation.session.timing.calm or (question is not None and question.kind is EntryKind.ROOM):
        return reply_keeping_question(ground, lead)
    asked = {say(ground.language, "interview-photo-who", photos=number) for number in (1, 2)}
    if question is not None and question.text in asked:
        return reply_keeping_question(ground, join_paragraphs(lead, words))
    return go_deeper(ground, words, lead=lead)


def changed_language(ground: ScriptedContext[Any]) -> str | None:
    """Return the language that the interview continues in, where it is not the session's."""
    return None if primary_language(ground.situation.session.language) == ground.language else ground.language


# --- the greeting for somebody who comes back, without a model ----------------------------------------------------


def welcome_back(ground: ScriptedContext[Any]) -> Turn:
    """Return the greeting alone where a question is still open, which is then asked again; else with a way on."""
    question, calm = ground.situation.question, ground.situation.session.timing.calm
    if ground.just_told_freely:
        return Turn(state=ground.state.dump(), notice=_plainly(ground))
    is_open = question is not None and question.kind is not EntryKind.ROOM and not ground.situation.answer.strip()
    if is_open:
        return Turn(state=ground.state.dump(), notice=_plainly(ground) if calm else _where(ground))
    for place in () if calm else ground.window:
        return replace(move_to(ground, place), notice=_where(ground))
    return replace(go_deeper(ground, say(ground.language, "resumed-floor"), room=True), notice=_plainly(ground))


def _where(ground: ScriptedContext[Any]) -> str:
    """Name the episode or the chapter that they were at."""
    situation = ground.situation
    name = situation.person.name or "none"
    if ground.title and ground.reached is not None:
        last = next((entry for entry in reversed(situation.tail) if entry.kind is EntryKind.ANSWER), None)
        # Nothing is cited that is a photograph, is kept back, or may be.
        hidden = last is None or situation.answer.strip() or last.kept_back or last.photo
        told = "" if last is None or hidden else excerpt(last.text, LAST_WORDS)
        words = {"title": excerpt(ground.title), "told": "yes" if told else "no", "words": told}
        return say(
            ground.language, "resumed-at", name=name, done=ground.reached.done, total=ground.reached.total, **words
        )
    if ground.title:
        return say(ground.language, "resumed-about", name=name, title=excerpt(ground.title))
    if ground.title is not None or not ground.scripted:
        return _plainly(ground)
    return say(ground.language, "resumed", name=name, chapter=ground.place.chapter.title)


def _plainly(ground: ScriptedContext[Any]) -> str:
    return say(ground.language, "resumed-plain", name=ground.situation.person.name or "none")
