"""An interview without any craft: it asks the questions of a small script one after the other."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel

from core.contracts.chore import ChoreKind, ChoreResult, ChoreSituation, Sees
from core.contracts.messages import Progress
from core.contracts.ports import LanguageModel, Prompt
from core.contracts.script import Chapter, Script, ScriptQuestion, ScriptSet
from core.contracts.session import Note, Record, Session
from core.contracts.turn import Interview, NewQuestion, Turn, TurnContext
from core.languages.messages import say


class Reply(BaseModel):
    """What the model gives back."""

    words: str


def small_script(language: str = "en", *, questions: int = 5) -> Script:
    asked = tuple(
        ScriptQuestion(id=f"q{n}", text=f"Question {n} in {language}?", objective="Anything.")
        for n in range(1, questions + 1)
    )
    return Script(
        kind="plain",
        language=language,
        version=1,
        title=f"Plain {language}",
        opening="We begin.",
        closing="Thank you.",
        chapters=(Chapter(id="only", title="The only chapter", questions=asked),),
    )


class PlainInterview(Interview):
    """`Interview` with `index` as its whole state; one model call for each answer."""

    kind = "plain"
    chores: Mapping[str, ChoreKind] = {
        "notes": ChoreKind(),
        **{f"reflection-{name}": ChoreKind(sees=Sees.WHOLE) for name in ("psychologist", "economist")},
    }

    def __init__(self, *, questions: int = 5) -> None:
        self.scripts = ScriptSet(
            kind="plain", scripts={lang: small_script(lang, questions=questions) for lang in ("en", "ru")}
        )
        self.heard: list[str] = []
        """Every answer that was thought about, in order."""

    def sees_from(self, session: Session) -> int:
        return 1

    def begin(self, situation: TurnContext, *, offline: bool) -> Turn:
        return self._ask(situation, 0, remark="We begin.", notice="offline" if offline else "")

    async def answer(self, situation: TurnContext, model: LanguageModel) -> Turn:
        self.heard.append(situation.answer)
        if model.offline:
            return self._ask(situation, self._index(situation.session) + 1)
        prompt = Prompt(purpose="talk", system="plain", user=situation.answer, session_id=situation.session.id)
        words = (await model.ask(prompt, Reply)).words
        return self._ask(situation, self._index(situation.session) + 1, remark=words, chores=("notes",))

    def skip(self, situation: TurnContext, *, elsewhere: bool = False) -> Turn:
        return self._ask(situation, self._index(situation.session) + 1)

    def more(self, situation: TurnContext) -> Turn:
        return Turn(state=situation.session.state, remark="Go on.")

    def help_text(self, language: str) -> str:
        return "Call somebody."

    async def welcome(self, situation: TurnContext, model: LanguageModel) -> Turn:
        notice = say(situation.session.language, "resumed-plain", name="none")
        if situation.answer.strip():
            return self._ask(situation, self._index(situation.session) + 1, notice=notice)
        return Turn(state=situation.session.state, notice=notice)

    def parting(self, situation: TurnContext) -> Turn | None:
        return None

    def finish(self, situation: TurnContext, *, offline: bool) -> Turn:
        chores = () if offline else ("reflection-psychologist", "reflection-economist")
        return Turn(state=situation.session.state, remark="Thank you.", closes=True, offers=(), chores=chores)

    async def chore(self, name: str, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
        if name == "notes" and not situation.changed:
            return ChoreResult()
        asked = Prompt(purpose=name, system="plain", user=name, session_id=situation.session.id)
        reply = await model.ask(asked, Reply)
        if name == "notes":
            rests = tuple(e.seq for e in situation.changed)
            return ChoreResult(notes=(Note(key="last", value=reply.words, entries=rests),), summary=reply.words)
        return ChoreResult(finding=f"{name}: {reply.words}")

    def progress(self, session: Session, scripts: ScriptSet) -> Progress:
        return Progress(done=self._index(session) + 1, total=len(scripts.speak("en").places))

    def findings(self) -> tuple[str, ...]:
        return ("reflection-psychologist", "reflection-economist")

    def afterwards(self, record: Record) -> str:
        return ""

    @staticmethod
    def _index(session: Session) -> int:
        index = session.state.get("index", 0)
        assert isinstance(index, int)
        return index

    def _ask(
        self,
        situation: TurnContext,
        index: int,
        *,
        remark: str = "",
        notice: str = "",
        chores: tuple[str, ...] = (),
    ) -> Turn:
        places = situation.scripts.speak(situation.session.language).places
        if index >= len(places):
            return Turn(state={"index": index}, remark="Thank you.", closes=True, offers=())
        question = places[index].question
        return Turn(
            state={"index": index},
            notice=notice,
            remark=remark,
            question=NewQuestion(
                id=question.id, text=question.text, progress=Progress(done=index + 1, total=len(places))
            ),
            chores=chores,
        )
