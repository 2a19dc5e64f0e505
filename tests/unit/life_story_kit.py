"""A life-story interview without a desk: what a session would hold is kept in a list."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from core.contracts.about import About
from core.contracts.chore import ChoreSituation
from core.contracts.messages import Address
from core.contracts.ports import LanguageModel
from core.contracts.script import Chapter, Script, ScriptQuestion, ScriptSet
from core.contracts.session import QUESTIONS, Digest, Entry, EntryKind, Person, Revision, Role, Session
from core.contracts.turn import Turn, TurnContext
from core.interviews.life_story.interview import LifeStory
from tests.fakes.model import Reply, ScriptedModel

if TYPE_CHECKING:
    from core.interviews.podcast.interview import Podcast

HELP = {"en": "Call Ruth: 555.", "ru": "Позвоните Рут: 555."}
NOW = datetime(2026, 5, 4, 10, 0, tzinfo=UTC)
SUBJECTS = {
    "en": ["bread", "river", "window", "garden", "teacher", "winter", "bicycle", "letters", "harvest", "market"],
    "ru": ["хлеб", "реку", "окно", "огород", "учителя", "зиму", "велосипед", "письма", "урожай", "рынок"],
    "de": ["Brot", "Fluss", "Fenster", "Garten", "Lehrer", "Winter", "Fahrrad", "Briefe", "Ernte", "Markt"],
    "es": ["pan", "río", "ventana", "huerto", "maestra", "invierno", "bicicleta", "cartas", "cosecha", "mercado"],
}
_WORDS = {
    "en": ("Opening.", "Closing.", "Tell me about the {}.", "What did {} number {} smell of?"),
    "ru": ("Начало.", "Конец.", "Расскажите про {}.", "Чем пахло, если {}, раз {}?"),
    "de": ("Anfang.", "Ende.", "Erzählen Sie mir etwas zu: {}.", "Wonach roch {} Nummer {}?"),
    "es": ("Comienzo.", "Final.", "Cuénteme algo de esto: {}.", "¿A qué olía {} número {}?"),
}


def scripts(*, per_chapter: int = 5, repeat: int = 1) -> ScriptSet:
    """Ten questions (times `repeat`) in chapters, in every language, each with two probes of its own."""
    made = {}
    for language, subjects in SUBJECTS.items():
        opening, closing, text, probe = _WORDS[language]
        named = [f"{s}{'' if n == 0 else f' {n}'}" for n in range(repeat) for s in subjects]
        questions = [
            ScriptQuestion(
                id=f"q-{n}",
                text=text.format(subject),
                objective=f"A scene with {n}.",
                probes=tuple(probe.format(subject, k) for k in (1, 2)),
            )
            for n, subject in enumerate(named)
        ]
        chapters = [questions[n : n + per_chapter] for n in range(0, len(questions), per_chapter)]
        made[language] = Script(
            kind="life-story",
            language=language,
            version=1,
            title="Life",
            opening=opening,
            closing=closing,
            chapters=tuple(
                Chapter(id=f"c-{n}", title=f"Part {n}", questions=tuple(each)) for n, each in enumerate(chapters)
            ),
        )
    return ScriptSet(kind="life-story", scripts=made)


def entry(seq: int, role: Role, kind: EntryKind, text: str, **more: object) -> Entry:
    revision = Revision(number=seq, text=text, at=NOW)
    return Entry.model_validate({"seq": seq, "role": role, "kind": kind, "at": NOW, "revisions": (revision,), **more})


def saying(*texts: str, **books: object) -> ScriptedModel:
    """A model that says one text after the other, and always notes the same."""
    return ScriptedModel(talk=texts, books=lambda _prompt: dict(books))


def failing(error: Exception) -> ScriptedModel:
    return ScriptedModel(talk=lambda _prompt: error, books=lambda _prompt: error)


def offline() -> ScriptedModel:
    def never(_prompt: object, _schema: object) -> Reply:
        raise AssertionError("nobody asks an absent model")

    return ScriptedModel(never, offline=True)


class Talk:
    """A session in the making: what the person says goes in, turns come out and are kept."""

    def __init__(
        self,
        interview: LifeStory | Podcast,
        *,
        language: str = "en",
        model: LanguageModel | None = None,
        digest: Digest | None = None,
        about: About | None = None,
    ) -> None:
        self.interview = interview
        self.model = model if model is not None else offline()
        self.digest = digest if digest is not None else Digest()
        self.about = about
        self.person = Person(id="p", name="Anna", language=language, created_at=NOW)
        self.session = Session(
            id="s",
            person_id="p",
            kind=interview.scripts.kind,
            title="Life",
            language=language,
            script_digest="d",
            address=Address(platform="t", chat="1"),
            created_at=NOW,
            touched_at=NOW,
        )
        self.entries: list[Entry] = []
        self.turns: list[Turn] = []

    @property
    def question(self) -> Entry | None:
        return next((e for e in self.entries if e.seq == self.session.open_question), None)

    @property
    def asked(self) -> list[Entry]:
        return [e for e in self.entries if e.kind in QUESTIONS]

    @property
    def last(self) -> Turn:
        return self.turns[-1]

    def set(self, **values: object) -> None:
        self.session = self.session.model_copy(update=values)

    def situation(self, answer: str = "", *newest: Entry) -> TurnContext:
        since = self.interview.sees_from(self.session)
        return TurnContext(
            person=self.person,
            session=self.session,
            scripts=self.interview.scripts,
            now=NOW,
            question=self.question,
            answer=answer,
            tail=tuple(self.entries[-40:]),
            digest=self.digest,
            talk=tuple(e for e in (*self.entries, *newest) if e.seq >= since),
            about=self.about,
        )

    def begin(self) -> Turn:
        return self._apply(self.interview.begin(self.situation(), offline=self.model.offline))

    async def say(self, text: str, *, seconds: float = 20) -> Turn:
        """The person's next message; to a question that stays open it is added."""
        counters = self.session.counters
        counted = {
            "answers": counters.answers + 1,
            "words": counters.words + len(text.split()),
            "active_seconds": counters.active_seconds + seconds,
        }
        self.set(counters=counters.model_copy(update=counted))
        open_question = self.session.open_question
        earlier = [e.text for e in self.entries if e.answers is not None and e.answers == open_question]
        answer = "\n".join([*earlier, text])
        newest = entry(len(self.entries) + 1, Role.PERSON, EntryKind.ANSWER, text, answers=open_question)
        turn = await self.interview.answer(self.situation(answer, newest), self.model)
        self.entries.append(newest)
        return self._apply(turn)

    def skip(self) -> Turn:
        return self._apply(self.interview.skip(self.situation()))

    def chore(self, *changed: Entry, **more: object) -> ChoreSituation:
        return ChoreSituation(
            person=self.person,
            session=self.session,
            scripts=self.interview.scripts,
            digest=self.digest,
            now=NOW,
            changed=changed,
            about=self.about,
            **more,  # type: ignore[arg-type]  # a test names the fields of ChoreSituation
        )

    def _add(self, role: Role, kind: EntryKind, text: str, **more: object) -> Entry:
        made = entry(len(self.entries) + 1, role, kind, text, **more)
        self.entries.append(made)
        return made

    def _apply(self, turn: Turn) -> Turn:
        self.turns.append(turn)
        self.set(state=dict(turn.state), language=turn.language or self.session.language)
        if turn.remark:
            self._add(Role.INTERVIEWER, EntryKind.REMARK, turn.remark)
        if turn.question is not None:
            asked = self._add(Role.INTERVIEWER, turn.question.kind, turn.question.text, question_id=turn.question.id)
            self.set(open_question=asked.seq)
        return turn


def names(turn: Turn) -> list[str]:
    """What a turn is counted as."""
    return [occurrence.name for occurrence in turn.log]
