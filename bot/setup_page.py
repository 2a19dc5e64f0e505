"""Asks the questions of `bot.setup_form` all at once, on the operator's page of the running program. That goes on with
the settings that it was started with: what is written takes effect at the next start."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from bot import log
from bot.cli_access import DAYS, open_invitation
from bot.config import LlmSection, Settings
from bot.config_file import ChangedMeanwhile, ConfigFile
from bot.nearby_models import describe_model, settings_for_model
from bot.platforms import page_section
from bot.setup_form import MODEL, OFFLINE, PAGE_TOPICS, VOICE, SetupForm, WrongAnswer, has_no_way_in
from core.contracts.errors import ConfigurationError, RaconteurError
from core.contracts.findings import Finding, Verdict
from core.contracts.ports import Clock
from core.contracts.setup_desk import (
    NO,
    YES,
    Answers,
    Asking,
    NearbyOffer,
    Question,
    ReachChoice,
    SetupOutcome,
    SetupSheet,
    SetupTopic,
)
from core.llm import nearby

_MODEL_KEYS: Final = ("provider", "model", "fast_model", "base_url", "api_key")
_HIDDEN: Final = "…"
_TRIAL: Final = f"{VOICE}.try"
_ERROR_NAME: Final = re.compile(r" \([A-Za-z]+(?:Error|Timeout|Exception|Protocol)\)|: [A-Za-z]+(?:Error|Timeout)\b")
_KEY: Final = re.compile(r"\b(?:llm|voice|web|telegram|discord|mail|access|storage)\.[a-z_]+\b|\[llm(?:\.prices)?\]")
_CALLED: Final = {
    "llm.provider": "the provider",
    "llm.model": "the name of the model",
    "llm.fast_model": "the name of the cheaper model",
    "llm.base_url": "the address",
    "llm.api_key": "the key",
    "[llm]": "about the model",
    "telegram.token": "the token",
    "telegram.api_base_url": "the address of your own Bot API server",
    "discord.token": "the token",
    "web.public_url": "the address",
    "voice.engine": "voice messages",
    "voice.model": "model for voices",
    "voice.speak": "reading aloud",
}
"""What a page calls the keys of the configuration."""
Found = tuple[tuple[str, Finding], ...]


@dataclass(slots=True, kw_only=True)
class SetupPage:
    """`SetupDesk` on the configuration file."""

    path: Path
    clock: Clock
    running: LlmSection | None = None
    """The model of the running program; None where nothing tells."""
    _writing: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def sheet(self, language: str) -> SetupSheet:
        file, mark = await asyncio.to_thread(_read, self.path)
        sheet = await asyncio.to_thread(_sheet, file, mark, language)
        found = await nearby.find_nearby_models() if file.settings().llm.takes_offers else ()
        model = nearby.largest_model(found)
        if model is None:
            return sheet
        words = describe_model(model, found, language)
        return replace(sheet, offer=NearbyOffer(model=model.name, base_url=model.base_url, words=words))

    async def has_unused_model(self) -> bool:
        running = self.running
        if running is None:
            return False
        try:
            saved = (await asyncio.to_thread(ConfigFile.at, self.path)).settings().llm
        except ConfigurationError:
            return False
        return saved.provider != OFFLINE and any(getattr(saved, key) != getattr(running, key) for key in _MODEL_KEYS)

    async def take(self, language: str, answers: Answers, *, mark: str, anyway: bool) -> SetupOutcome:
        async with self._writing:
            file, there = await asyncio.to_thread(_read, self.path)
            if mark != there:
                return SetupOutcome(sheet=await self.sheet(language), trouble="changed")
            taking = _Taking(file=file, language=language)
            await asyncio.to_thread(taking.take_all, answers)
            outcome = SetupOutcome(sheet=await asyncio.to_thread(_sheet, file, there, language, answers))
            if taking.wrong:
                return replace(outcome, wrong=taking.wrong)
            outcome = replace(outcome, secret_typed=_has_secret(outcome.sheet, answers))
            outcome = await self._tried(
                taking.file, taking.trials, outcome, language, spared=frozenset(PAGE_TOPICS) if anyway else taking.same
            )
            if not (outcome.written or outcome.trouble == "same"):
                return outcome
            settings = taking.file.settings()
            if outcome.written:
                outcome = _with_reach(outcome, file.settings(), settings)
            heard = await _found(taking.last_trials(settings), settings)
            return await self._with_a_way_in(replace(outcome, found=(*outcome.found, *heard)), settings, language)

    async def use_nearby(self, language: str, *, model: str, base_url: str, mark: str) -> SetupOutcome:
        from bot.doctor_model import examine_model

        async with self._writing:
            sheet = await self.sheet(language)
            if mark != sheet.mark:
                return SetupOutcome(sheet=sheet, trouble="changed")
            if sheet.offer is None or (sheet.offer.model, sheet.offer.base_url) != (model, base_url):
                return SetupOutcome(sheet=sheet, trouble="gone")
            file, _ = await asyncio.to_thread(_read, self.path)
            await asyncio.to_thread(file.set, settings_for_model(model, base_url))
            trials = [(MODEL, examine_model(file.settings(), ask=True))]
            return await self._tried(file, trials, SetupOutcome(sheet=sheet), language)

    async def _tried(
        self,
        file: ConfigFile,
        trials: Iterable[tuple[str, AsyncIterator[Finding]]],
        outcome: SetupOutcome,
        language: str,
        *,
        spared: frozenset[str] = frozenset(),
    ) -> SetupOutcome:
        """Try what is set in the file and write it. Return `outcome` with what was found where it isn't written.

        `spared`: topics whose failed test keeps nothing from being written.
        """
        settings = file.settings()
        log.add_secrets(settings.secrets())
        found = await _found(trials, settings)
        if any(finding.mark is Verdict.WRONG and name not in spared for name, finding in found):
            return replace(outcome, found=found)
        try:
            kept = await asyncio.to_thread(file.save, self.clock.now()) if file.is_changed else None
        except ChangedMeanwhile:
            return SetupOutcome(sheet=await self.sheet(language), trouble="changed")
        except ConfigurationError as error:
            return replace(outcome, found=found, trouble="unwritable", why=str(error))
        sheet = await self.sheet(language)
        if not file.is_changed:
            return SetupOutcome(sheet=sheet, found=found, trouble="same")
        return SetupOutcome(sheet=sheet, found=found, written=True, copy="" if kept is None else kept.name)

    async def _with_a_way_in(self, outcome: SetupOutcome, settings: Settings, language: str) -> SetupOutcome:
        now = self.clock.now()

        def made() -> list[str]:
            if not has_no_way_in(settings, now):
                return []
            return open_invitation(settings, now=now, ends=now + timedelta(days=DAYS), language=language, own=True)

        try:
            return replace(outcome, ways=tuple(await asyncio.to_thread(made)))
        except RaconteurError as error:
            # What is written stays so, whatever becomes of the rest.
            return replace(outcome, why=str(error))


@dataclass(slots=True, kw_only=True)
class _Taking:
    """Puts answers into a file that is not written yet."""

    file: ConfigFile
    language: str
    wrong: dict[str, str] = field(default_factory=dict)
    trials: list[tuple[str, AsyncIterator[Finding]]] = field(default_factory=list)
    same: frozenset[str] = frozenset()
    """The topics whose answers change nothing."""
    tries_voice: bool = False

    def take_all(self, answers: Answers) -> None:
        """Take the answers topic by topic, since what is asked about one may rest on another. Blocks."""
        for name in PAGE_TOPICS:
            form = SetupForm(file=self.file, language=self.language, at_once=True)
            given = _given(form.topic(name), answers)
            try:
                tried = form.taken(name, given)
            except WrongAnswer as wrong:
                self.wrong[wrong.name] = plain_words(str(wrong))
                continue
            if tried.text == self.file.text:
                self.same |= {name}
            if (trial := form.trial(name, given, tried)) is not None:
                self.trials.append((name, trial))
            self.tries_voice |= given.get(_TRIAL) == YES
            self.file = tried

    def last_trials(self, settings: Settings) -> list[tuple[str, AsyncIterator[Finding]]]:
        """Return the trials that take long; nothing waits for them to be written."""
        if not self.tries_voice:
            return []
        from bot.features import examine_voices

        return [(VOICE, examine_voices(settings, tries=True))]


def _with_reach(outcome: SetupOutcome, before: Settings, after: Settings) -> SetupOutcome:
    """Return the outcome with how the page is reached from now on, and whether that is all that was changed."""
    web = page_section(after)
    reach = ReachChoice(home_network=web.home_network, public_url=web.public_url)
    changed = {"home_network": web.home_network, "public_url": web.public_url}
    otherwise = before.model_copy(update={"web": page_section(before).model_copy(update=changed)})
    is_changed = any(getattr(page_section(before), name) != value for name, value in changed.items())
    return replace(outcome, reach=reach, at_once=otherwise == after, reach_changed=is_changed)


def _read(path: Path) -> tuple[ConfigFile, str]:
    """Read the file. Return it with a mark of this state of it. Raises ConfigurationError. Blocks."""
    # Looked at before it is read: a change in between is seen the next time.
    mark = "-"
    with suppress(OSError):
        there = path.stat()
        mark = f"{there.st_ino}-{there.st_size}-{there.st_mtime_ns}"
    return ConfigFile.at(path), mark


def _sheet(file: ConfigFile, mark: str, language: str, answers: Answers | None = None) -> SetupSheet:
    """Return the questions, with the answers that were given to them, but for secrets."""
    form = SetupForm(file=file, language=language, at_once=True)
    topics = []
    for topic in map(form.topic, PAGE_TOPICS):
        questions = []
        for question in topic.questions:
            if question.asking is Asking.SECRET:
                usual = question.usual
            elif answers is not None:
                usual = _given(topic, answers)[question.name]
            else:
                # A voice is tried once, and not whenever something else is changed.
                usual = NO if question.name == _TRIAL and file.before is not None else question.usual
            questions.append(replace(question, usual=usual))
        topics.append(replace(topic, questions=tuple(questions)))
    return SetupSheet(path=str(file.path), mark=mark, topics=tuple(topics))


def _given(topic: SetupTopic, answers: Answers) -> dict[str, str]:
    """Return the answers to a topic as the terminal has them: a browser sends nothing for what is not ticked."""

    def given(question: Question) -> str:
        if question.asking is Asking.AGREED:
            return YES if answers.get(question.name) == YES else NO
        return answers.get(question.name, question.usual).strip()

    return {question.name: given(question) for question in topic.questions}


def _has_secret(sheet: SetupSheet, answers: Answers) -> bool:
    questions = (question for topic in sheet.topics for question in topic.questions)
    return any(question.asking is Asking.SECRET and answers.get(question.name, "").strip() for question in questions)


def plain_words(words: str) -> str:
    """Return the words of a finding without the names of keys and of errors, which say nothing on a page."""
    words = _ERROR_NAME.sub("", words)
    return _KEY.sub(lambda found: _CALLED.get(found[0], "the settings file"), words)


async def _found(trials: Iterable[tuple[str, AsyncIterator[Finding]]], settings: Settings) -> Found:
    """Return the findings, with no secret in them."""
    secrets = [secret for secret in settings.secrets() if len(secret) >= log.SHORTEST_SECRET]
    found = []
    for name, trial in trials:
        for finding in await _aside(trial):
            # A service may quote the key that it was asked with.
            how, mend = plain_words(finding.how), plain_words(finding.mend)
            for secret in secrets:
                how, mend = how.replace(secret, _HIDDEN), mend.replace(secret, _HIDDEN)
            found.append((name, replace(finding, how=how, mend=mend)))
    return tuple(found)


async def _aside(findings: AsyncIterator[Finding]) -> list[Finding]:
    """Return all findings. They are made on a loop of its own in a thread, so that loading keeps nobody waiting."""
    at_work: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]]] = []

    async def every() -> list[Finding]:
        task = asyncio.current_task()
        if task is not None:
            at_work.append((asyncio.get_running_loop(), task))
        return [finding async for finding in findings]

    try:
        return await asyncio.to_thread(lambda: asyncio.run(every()))
    except asyncio.CancelledError:
        # The end of the program waits for no service.
        for loop, task in at_work:
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(task.cancel)
        raise
