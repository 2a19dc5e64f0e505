"""What `raconteur setup` asks, topic by topic; every answer is a setting of the file, which is not written here."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.config import PREFIX
from bot.config_file import ConfigFile, Value
from bot.places import usual_variable
from bot.setup_screen import Screen
from core.contracts.errors import ConfigurationError, VoiceAbsent, WeightsAbsent
from core.contracts.findings import Finding
from core.contracts.platform_spec import PlatformSpec
from core.speaking.catalogue import installed
from core.transcription.engines import OFF, WHISPER, require, weights_file

OFFLINE, ANTHROPIC, OPENAI = "offline", "anthropic", "openai"
_THINKERS: Final = {
    OFFLINE: "Nobody: the questions come as they are written. That costs nothing.",
    ANTHROPIC: "Claude, by Anthropic. That needs a key, and costs money.",
    OPENAI: "A server that speaks OpenAI's chat completions: OpenAI itself, or Ollama on this computer.",
}
_MODELS: Final = {ANTHROPIC: ("claude-opus-5-5", "claude-haiku-5-5"), OPENAI: ("qwen3:14b", "")}
"""What is proposed: the model that asks, and the one that keeps the notes."""
_SPEAKS: Final = {
    "asked": "To whoever asks for it (with /voice on).",
    "always": "To everybody but those who say /voice off.",
    "off": "To nobody.",
}
_OLLAMA: Final = "http://127.0.0.1:11434/v1"


def examined(findings: AsyncIterator[Finding]) -> list[Finding]:
    """All that is found. Blocks."""

    async def every() -> list[Finding]:
        return [finding async for finding in findings]

    return asyncio.run(every())


@dataclass(slots=True, kw_only=True)
class Questions:
    file: ConfigFile
    screen: Screen
    checks: bool
    """Whether tokens are checked with their platforms, and the model is asked."""

    def chats(self) -> None:
        """Where people talk to it."""
        settings = self.file.settings()
        for spec, _ in settings.sections:
            if not spec.home:
                self._token(spec)
        chats = [spec.title for spec, _ in self.file.settings().served if not spec.home]
        for spec, section in settings.sections:
            if not spec.home:
                continue
            if chats:
                self.screen.title("The page")
                usual = section.is_served or self.file.before is None
                question = f"Serve a page on this computer, too, beside {' and '.join(chats)}?"
                self._set({f"{spec.name}.{spec.switch}": self.screen.agreed(question, usual=usual)})
            else:
                self.screen.say("So you talk to it on a page on this computer.")

    def _token(self, spec: PlatformSpec[Any]) -> None:
        self.screen.title(spec.title)
        if self._is_told(spec.name, "token"):
            return
        there = bool(_section(self.file, spec).secret)
        if not there and not self.screen.agreed(f"Shall people talk to it in {spec.title}?", usual=False):
            return
        self.screen.say(f"For that it needs the token of a bot. {spec.beginning}")
        question = "Another token, or Enter to keep the one that is there" if there else "The token, or Enter for none"
        while token := self.screen.ask(question, secret=True):
            tried = replace(self.file)
            try:
                tried.set({f"{spec.name}.token": token, f"{spec.name}.token_file": None})
            except ConfigurationError as error:
                self.screen.say(str(error))
                continue
            if self._is_well(spec.examine(_section(tried, spec))):
                self.file.text = tried.text
                return

    def operator(self) -> None:
        """Who runs it."""
        self.screen.title("You")
        self.screen.say("People may want to know who runs this: your name, and how you are reached.")
        usual = self.file.settings().access.operator
        if answer := self.screen.ask("They are told when they ask; Enter to leave it", usual):
            self._set({"access.operator": answer})

    def model(self) -> None:
        """Who thinks of the next question."""
        self.screen.title("Who thinks of the next question?")
        if self._is_told("llm", "provider"):
            return
        while True:
            tried = replace(self.file)
            provider = self.screen.choice("Which", _THINKERS, self.file.settings().llm.provider)
            try:
                tried.set(self._thinker(provider))
            except ConfigurationError as error:
                self.screen.say(str(error))
                continue
            if provider == OFFLINE or self._answers(tried):
                self.file.text = tried.text
                return

    def _thinker(self, provider: str) -> dict[str, Value]:
        """The settings of a provider; another one's key and address are not for it."""
        llm = self.file.settings().llm
        if provider == OFFLINE:
            return {} if llm.provider == OFFLINE else {"llm.provider": OFFLINE}
        same = llm.provider == provider
        address = ""
        if provider == OPENAI:
            self.screen.say("The address of OpenAI itself is https://api.openai.com/v1.")
            address = self.screen.ask("Its address", (llm.base_url if same else None) or _OLLAMA)
        elif same:
            address = llm.base_url or ""
        main, fast = (llm.model, llm.fast_model) if same else _MODELS[provider]
        cheaper = "A cheaper one that keeps the notes" + ("" if fast else ", or Enter for the same")
        values: dict[str, Value] = {
            "llm.provider": provider,
            "llm.base_url": address or None,
            "llm.model": self.screen.ask("The model that asks the questions", main),
            "llm.fast_model": self.screen.ask(cheaper, fast) or None,
        }
        return values | self._key(provider, address, keeps=same and address == (llm.base_url or ""))

    def _key(self, provider: str, address: str, *, keeps: bool) -> dict[str, Value]:
        if keeps and self.file.settings().llm.api_key.get_secret_value():
            question = "Another key, or Enter to keep the one that is there"
        elif variable := usual_variable(provider, address or None):
            question = f"The key, or Enter for that of the variable {variable}"
        else:
            question = "The key" if provider == ANTHROPIC else "The key, or Enter where it needs none"
        key = self.screen.ask(question, secret=True)
        if key or not keeps:
            return {"llm.api_key": key or None, "llm.api_key_file": None}
        return {}

    def _answers(self, tried: ConfigFile) -> bool:
        """Whether the model answers, or need not be asked."""
        from bot.doctor_model import examine_model

        if not self.checks:
            return True
        question = "Ask it one question now, to see whether it answers as it must? (It may cost a little.)"
        if not self.screen.agreed(question, usual=True):
            return True
        return self._is_well(examine_model(tried.settings(), ask=True))

    def voice(self) -> bool:
        """Whether voice notes are heard; whether that is to be tried with a test clip afterwards."""
        voice = self.file.settings().voice
        self.screen.title("Voice notes")
        if self._is_told("voice", "engine"):
            return False
        try:
            require(WHISPER if voice.engine == OFF else voice.engine)
        except VoiceAbsent:
            self.screen.say(
                "They are kept, and heard as soon as there is something to hear them with: `make voice` installs it "
                "(1.5 GB on disk, two or three minutes)."
            )
            return False
        if not self.screen.agreed("Shall they be heard, on this computer alone?", usual=voice.engine != OFF):
            self._set({"voice.engine": OFF})
            return False
        if voice.engine == OFF:
            self._set({"voice.engine": WHISPER})
        self._speaking()
        if not self.checks:
            return False
        more = "" if self._has_weights() else ", for which 145 MB or more are fetched"
        return self.screen.agreed(f"Try it with a test clip at the end{more}?", usual=True)

    def _speaking(self) -> None:
        if not installed():
            return
        self.screen.say("Questions can be read aloud, too, by a voice of this computer.")
        speaks = self.screen.choice("To whom", _SPEAKS, self.file.settings().voice.speak)
        self._set({"voice.speak": speaks})

    def _has_weights(self) -> bool:
        settings = self.file.settings()
        try:
            weights_file(settings.voice.engine, settings.voice.model, settings.models_dir.resolve())
        except (WeightsAbsent, ConfigurationError):
            return False
        return True

    def _is_well(self, findings: AsyncIterator[Finding]) -> bool:
        if not self.checks or self.screen.show(examined(findings)):
            return True
        return self.screen.agreed("Keep it all the same?", usual=False)

    def _is_told(self, section: str, key: str) -> bool:
        """Whether a variable of the environment says it, which wins over the file."""
        name = f"{PREFIX}{section}__{key}".upper()
        if there := bool(os.environ.get(name)):
            self.screen.say(f"The variable {name} says it already.")
        return there

    def _set(self, values: Mapping[str, Value]) -> None:
        """Only what differs: what comes by itself need not be written."""
        settings = self.file.settings()
        for name, value in values.items():
            section, _, key = name.partition(".")
            if getattr(getattr(settings, section), key) != value:
                self.file.set({name: value})


def _section(file: ConfigFile, spec: PlatformSpec[Any]) -> Any:
    return getattr(file.settings(), spec.name)
