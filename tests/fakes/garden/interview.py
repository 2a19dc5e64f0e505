"""A talk about a garden: a name, or a link to it, then two questions; beds can be sent as a list or as a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel

from core.contracts.about import About, SessionName
from core.contracts.chore import ChoreKind, ChoreResult, ChoreSituation, Copy, Document, Sees
from core.contracts.errors import ModelError
from core.contracts.messages import Progress, SendDocument
from core.contracts.ports import LanguageModel, Prompt
from core.contracts.script import ScriptSet
from core.contracts.script_files import load_scripts
from core.contracts.session import Record, Session
from core.contracts.tools import ChoreAccess, Tool
from core.contracts.turn import (
    AcceptedInput,
    Interview,
    NewQuestion,
    Offer,
    SubmissionKind,
    Turn,
    TurnContext,
)
from core.interviews.kind import Operator
from core.interviews.message_check import CheckContext, broken_laws
from core.readers.source_errors import SourceError
from core.text.quoting import quote_in_tag
from tests.fakes.garden import SCRIPTS
from tests.fakes.garden.flow import GardenFlow, kept
from tests.fakes.garden.reading import Found
from tests.fakes.garden.subject import State, Subject, called, progress, state_of


@dataclass(frozen=True, slots=True, kw_only=True)
class GardenSettings:
    """What the operator sets about it."""

    copies: Path | None = None


class Reply(BaseModel):
    message: str = ""


class Garden(Interview):
    kind = "garden"
    takes = AcceptedInput(files=(".txt",), links=True, code=True)
    intake = GardenFlow()
    commands: Mapping[str, Mapping[str, str]] = {
        "beds": {"en": "count your beds again"},
        "years": {"en": "compare your gardens"},
    }
    lasting = frozenset({"years"})
    styles: Mapping[str, str] = {"short": "short"}
    reads = "tests.fakes.garden.reading"
    chores: Mapping[str, ChoreKind] = {
        "look": ChoreKind(
            sees=Sees.SESSION,
            tools=frozenset({Tool.WEB, Tool.READERS}),
            wakes=True,
            request=lambda session: kept(session).link,
        ),
        "count": ChoreKind(sees=Sees.SESSION, tools=frozenset({Tool.FILES, Tool.READERS}), wakes=True),
        "years": ChoreKind(sees=Sees.SESSION, earlier="count"),
        "reflection-gardener": ChoreKind(sees=Sees.WHOLE, before_document=True),
    }

    def __init__(self, operator: Operator) -> None:
        self.scripts: ScriptSet = load_scripts(SCRIPTS)
        self._guidance = operator.guidance
        self._settings = operator.settings if isinstance(operator.settings, GardenSettings) else GardenSettings()

    # --- turns ----------------------------------------------------------------------------------------------------

    def sees_from(self, session: Session) -> int:
        return 1

    def begin(self, situation: TurnContext, *, offline: bool) -> Turn:
        return self._asks(situation, State(), remark=self.scripts.speak("en").opening)

    async def answer(self, situation: TurnContext, model: LanguageModel) -> Turn:
        state = state_of(situation.session)
        code = next((each.text for each in situation.submissions if each.kind is SubmissionKind.CODE), None)
        if code is not None:
            return self._counts(state.model_copy(update={"plan": code, "sent": False}))
        onward = state.model_copy(update={"index": state.index + 1})
        if model.offline:
            return self._asks(situation, onward)
        system = f"Ask about the garden. {self._guidance}"
        prompt = Prompt(purpose="talk", system=system, user=quote_in_tag("answer", situation.answer))
        try:
            message = (await model.ask(prompt, Reply)).message
        except ModelError:
            message = ""
        allowed = not broken_laws(message, CheckContext(language="en"))
        return self._asks(situation, onward, words=message if allowed else "")

    def skip(self, situation: TurnContext, *, elsewhere: bool = False) -> Turn:
        state = state_of(situation.session)
        return self._asks(situation, state.model_copy(update={"index": state.index + 1}))

    def help_text(self, language: str) -> str:
        return "Call somebody."

    async def welcome(self, situation: TurnContext, model: LanguageModel) -> Turn:
        beds = situation.findings.get("count")
        return Turn(state=situation.session.state, notice=f"You have {beds} beds." if beds else "")

    def finish(self, situation: TurnContext, *, offline: bool) -> Turn:
        remark = self.scripts.speak("en").closing
        return Turn(state=situation.session.state, remark=remark, closes=True, offers=(), chores=tuple(self.findings()))

    # --- what else a person may do --------------------------------------------------------------------------------

    def command(self, situation: TurnContext, name: str, argument: str) -> Turn | None:
        state = state_of(situation.session)
        if name == "years":
            return Turn(state=situation.session.state, notice="I am comparing.", chores=("years",))
        return self._counts(state) if state.plan else None

    def submitted(self, situation: TurnContext) -> Turn | None:
        file = situation.submissions[0].file
        if file is None:
            return None
        state = state_of(situation.session)
        return self._counts(state.model_copy(update={"plan": file.file_ref, "sent": True}))

    def news(self, situation: TurnContext, chore: str) -> Turn | None:
        beds, state = situation.findings.get("count"), state_of(situation.session)
        if chore != "count" or beds is None:
            return Turn(state=state.model_dump(), notice="I cannot count them.") if chore == "count" else None
        asked = NewQuestion(id="best-year", text=f"You have {beds} beds. Which one is the best?")
        return Turn(state=state.model_dump(), question=asked, own=(Offer(command="beds", label="Count again"),))

    # --- beside the turns -----------------------------------------------------------------------------------------

    async def chore(self, name: str, situation: ChoreSituation, model: LanguageModel) -> ChoreResult:
        if situation.tools is None:
            raise ValueError("a chore has tools")
        if name == "look":
            return ChoreResult(finding=await self._title(situation, situation.tools))
        if name == "count":
            return ChoreResult(finding=await self._beds(situation, situation.tools))
        if name == "years":
            beds = ", ".join((*(each.finding for each in situation.earlier), situation.findings.get("count", "0")))
            return ChoreResult(files=(SendDocument(name="beds.csv", media_type="text/csv", body=beds.encode()),))
        return ChoreResult(finding="A patient gardener.")

    async def _title(self, situation: ChoreSituation, tools: ChoreAccess) -> str:
        try:
            page = await tools.web.get(kept(situation.session).link, limit=100_000)
            found, _ = await tools.readers.read("garden-title", page.body, person=situation.person.id)
        except SourceError:
            return "a garden"
        return Found.model_validate(found).text

    async def _beds(self, situation: ChoreSituation, tools: ChoreAccess) -> str:
        state = state_of(situation.session)
        body = await tools.file(state.plan, limit=10_000) if state.sent else state.plan.encode()
        found, _ = await tools.readers.read("garden-beds", body, person=situation.person.id)
        return Found.model_validate(found).text

    def progress(self, session: Session, scripts: ScriptSet) -> Progress:
        return progress(session, scripts)

    def findings(self) -> tuple[str, ...]:
        return ("reflection-gardener",)

    async def document(
        self, situation: ChoreSituation, model: LanguageModel, *, style: str, language: str
    ) -> Document | None:
        if situation.record is None or situation.about is None:
            return None
        text = self.notes(situation.record, situation.scripts, language=language)
        copies = () if self._settings.copies is None else (Copy(place=self._settings.copies / "garden.md"),)
        plan = situation.findings.get("plan", "").encode()
        files = (SendDocument(name="plan.txt", media_type="text/plain", body=plan),) if plan else ()
        name = f"garden{style and f'-{style}'}.md"
        return Document(name=name, text=text, caption="Your garden.", copies=copies, files=files)

    def notes(self, record: Record, scripts: ScriptSet, *, language: str) -> str:
        told = [entry.text for entry in record.entries if entry.answers is not None]
        return "\n\n".join(("# Your garden", *told, record.findings.get("reflection-gardener", ""))).strip() + "\n"

    def called(self, about: About) -> SessionName:
        return called(about)

    # --- turns in the making --------------------------------------------------------------------------------------

    def _asks(self, situation: TurnContext, state: State, *, remark: str = "", words: str = "") -> Turn:
        places = situation.scripts.speak("en").places
        if state.index >= len(places):
            return self.finish(situation, offline=False)
        question = places[state.index].question
        name = Subject.model_validate_json(situation.about.value).name if situation.about is not None else ""
        text = words or (f"{name}: {question.text}" if name and state.index == 0 else question.text)
        return Turn(state=state.model_dump(), remark=remark, question=NewQuestion(id=question.id, text=text))

    def _counts(self, state: State) -> Turn:
        kept = (("plan", state.plan),)
        return Turn(state=state.model_dump(), remark="I am counting your beds.", chores=("count",), findings=kept)
