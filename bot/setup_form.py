"""Holds the questions of the setup, and turns answers into settings. Nothing is shown or written here:
`bot.setup_questions` asks in the terminal, and `bot.setup_page` on the operator's page."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlsplit

from bot.config import PREFIX, Settings
from bot.config_file import ConfigFile, Value
from bot.database import prepare_database_direct
from bot.features import hearing, voice_questions
from bot.paths import default_key_variable
from bot.platforms import PLATFORMS, page_section, with_local_page
from bot.sections import OFF, VoiceSection
from core.access.gate import Policy
from core.contracts.errors import ConfigurationError
from core.contracts.findings import Finding
from core.contracts.platform_spec import PlatformSpec
from core.contracts.setup_desk import NO, YES, Answers, Asking, Question, SetupGroup, SetupTopic
from core.languages.messages import say
from core.llm.providers import PROVIDERS
from core.store.access import access_list
from core.store.database_url import Server
from core.store.reports import read_snapshot

OFFLINE: Final = "offline"
REACH, MODEL, VOICE, OPERATOR = "reach", "llm", "voice", "access"
ALOUD, REMINDERS, BACKUPS = "aloud", "timers", "backups"
TOPICS: Final = (*(spec.name for spec in PLATFORMS if spec.home or spec.beginning), MODEL, VOICE, OPERATOR)
"""In the order in which they are asked: the chats first."""
PAGE_TOPICS: Final = (REACH, *TOPICS, ALOUD, REMINDERS, BACKUPS)
"""Those on the operator's page, where the program can test how it is reached."""
REMINDER: Final = "timers.reminder"
_REMINDERS: Final = (OFF, "12h", "1d", "2d")
"""How long after a question a reminder may come."""
REACH_WAY, HOME_NETWORK, PUBLIC_URL = "reach.way", "web.home_network", "web.public_url"
HERE, AT_HOME, ADDRESS, CHATS = "here", "home", "address", "chats"
"""How people reach the page: the answers to `REACH_WAY`."""
_SECRET: Final = re.compile(r"[\x21-\x7e]{1,1000}")
_LONGEST: Final = 500
"""Characters of any other answer."""


class WrongAnswer(Exception):
    """An answer that cannot be taken; the text of the error says why."""

    def __init__(self, name: str, words: str) -> None:
        super().__init__(words)
        self.name = name
        """Of the question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupForm:
    """The questions as they are with a file, in a language."""

    file: ConfigFile
    language: str = "en"
    tries: bool = True
    """A model and the voice can be tried."""
    at_once: bool = False
    """All topics are answered together, so that none can rest on the answers to another."""

    def topic(self, name: str) -> SetupTopic:
        """Return the questions about one of `PAGE_TOPICS`."""
        if name == REACH:
            return self._reach()
        if name == MODEL:
            return self._model()
        if name == VOICE:
            return self._voice()
        if name == ALOUD:
            return self._aloud()
        if name == REMINDERS:
            return self._reminders()
        if name == BACKUPS:
            return self._backups()
        if name == OPERATOR:
            usual = self.file.settings().access.operator
            who = self._question("access.operator", "operator", usual=usual, empty="leave")
            return SetupTopic(
                name=name, title=self._say("operator"), notes=(self._say("operator-why"),), questions=(who,)
            )
        spec = next(spec for spec in PLATFORMS if spec.name == name)
        return self._page(spec) if spec.home else self._chat(spec)

    def taken(self, name: str, answers: Answers) -> ConfigFile:
        """Return the file with the answers to a topic in it. Raises WrongAnswer."""
        topic = self.topic(name)
        asked = [question for question in topic.questions if question.is_asked(answers)]
        for question in asked:
            answer = answers.get(question.name, "")
            if question.asking is Asking.SECRET:
                well, why = not answer or _SECRET.fullmatch(answer) is not None, "wrong-secret"
            elif question.asking is Asking.CHOICE:
                well, why = answer in dict(question.ways), "wrong-choice"
            elif question.asking is Asking.AGREED:
                well, why = answer in {YES, NO}, "wrong-choice"
            else:
                well, why = len(answer) <= _LONGEST and (not answer or answer.isprintable()), "wrong-text"
            if not well:
                raise WrongAnswer(question.name, self._say(why))
        tried = replace(self.file)
        if not asked:
            return tried
        try:
            tried.set(self._settings(name, answers))
        except ConfigurationError as error:
            raise WrongAnswer(asked[0].name, self._say("wrong-setting", why=str(error))) from None
        return tried

    def trial(self, name: str, answers: Answers, tried: ConfigFile) -> AsyncIterator[Finding] | None:
        """Yield what is found when answers are tried; None where there is nothing to try."""
        settings = tried.settings()
        if name == REACH:
            from adapters.web.reaching import examine_home_network, examine_public_address

            if answers.get(REACH_WAY) == AT_HOME:
                return examine_home_network()
            if answers.get(REACH_WAY) == ADDRESS:
                return examine_public_address(page_section(settings), settings.storage.data_dir)
            return None
        if name == MODEL:
            from bot.doctor_model import examine_model

            wanted = answers.get(f"{settings.llm.provider}.try") == YES
            return examine_model(settings, ask=True) if wanted else None
        if answers.get(f"{name}.token"):
            spec, section = next(each for each in settings.sections if each[0].name == name)
            found: AsyncIterator[Finding] = spec.examine(section)
            return found
        return None

    # --- the topics ---------------------------------------------------------------------------------------------------

    def _reach(self) -> SetupTopic:
        title = self._say("reach")
        if told := self._told("web", "public_url") or self._told("web", "home_network"):
            return SetupTopic(name=REACH, title=title, notes=(told,), group=SetupGroup.REACH)
        web = page_section(self.file.settings())
        means = {way: self._say(f"reach-{way}-means") for way in (HERE, AT_HOME, ADDRESS, CHATS)}
        chats = tuple((spec.name, spec.title) for spec in PLATFORMS if spec.beginning)
        way = Question(
            name=REACH_WAY,
            words=self._say("ask-reach"),
            asking=Asking.CHOICE,
            usual=self._usual_way(),
            ways=tuple((way, self._say(f"reach-{way}")) for way in means),
            means=means,
            leads={CHATS: chats},
        )
        address = self._question(PUBLIC_URL, "public-url", usual=web.public_url)
        questions = (way, replace(address, only=(REACH_WAY, ADDRESS)))
        return SetupTopic(name=REACH, title=title, questions=questions, group=SetupGroup.REACH)

    def _usual_way(self) -> str:
        web = page_section(self.file.settings())
        if web.public_url:
            return ADDRESS
        if web.home_network:
            return AT_HOME
        return CHATS if _chats(self.file) and not web.is_served else HERE

    def _chat(self, spec: PlatformSpec[Any]) -> SetupTopic:
        if told := self._told(spec.name, "token"):
            return SetupTopic(name=spec.name, title=spec.title, notes=(told,), group=SetupGroup.REACH, folded=True)
        there = bool(getattr(self.file.settings(), spec.name).secret)
        token = self._question(
            f"{spec.name}.token",
            "token-another" if there else "token",
            asking=Asking.SECRET,
            empty="kept" if there else "none",
        )
        notes = (self._say("token-why"), say(self.language, spec.beginning) if spec.beginning else "")
        whether = "" if there else self._say("wanted", title=spec.title)
        return SetupTopic(
            name=spec.name,
            title=spec.title,
            whether=whether,
            notes=tuple(filter(None, notes)),
            questions=(token,),
            group=SetupGroup.REACH,
            folded=True,
        )

    def _page(self, spec: PlatformSpec[Any]) -> SetupTopic:
        title, name = self._say("page"), f"{spec.name}.{spec.switch}"
        if told := self._told(spec.name, spec.switch):
            return SetupTopic(name=spec.name, title=title, notes=(told,))
        chats = _chats(self.file)
        if not (chats or self.at_once):
            return SetupTopic(name=spec.name, title=title, notes=(self._say("page-alone"),))
        # What was served before stays so, also where nothing in the file said it.
        before = with_local_page(replace(self.file, text=self.file.before or "").settings())
        usual = self.file.before is None or getattr(before, spec.name).is_served
        words = self._say("page-wanted") if self.at_once else self._say("page-beside", chats=" and ".join(chats))
        asked = Question(name=name, words=words, asking=Asking.AGREED, usual=YES if usual else NO)
        return SetupTopic(name=spec.name, title=title, questions=(asked,))

    def _model(self) -> SetupTopic:
        title = self._say("model")
        if told := self._told(MODEL, "provider"):
            return SetupTopic(name=MODEL, title=title, notes=(told,), group=SetupGroup.MODEL)
        ways = tuple((provider, self._say(f"provider-{provider}")) for provider in (OFFLINE, *PROVIDERS))
        which = self._question(
            "llm.provider", "which", asking=Asking.CHOICE, usual=self.file.settings().llm.provider, ways=ways
        )
        questions = (which, *(question for provider in PROVIDERS for question in self._about(provider)))
        return SetupTopic(name=MODEL, title=title, questions=questions, group=SetupGroup.MODEL)

    def _about(self, provider: str) -> tuple[Question, ...]:
        """Return the questions about a provider, without offering it another one's key and address."""
        llm = self.file.settings().llm
        service = PROVIDERS[provider]
        same = llm.provider == provider
        main, fast = (llm.model, llm.fast_model) if same else service.usual_models
        only = ("llm.provider", provider)
        there = same and bool(llm.api_key.get_secret_value())
        variable = default_key_variable(provider, None)
        empty = "" if service.always_needs_key else "unneeded"
        if there:
            empty = "kept-there" if service.usual_address else "kept"
        elif variable:
            empty = "variable" if service.always_needs_key else f"variable-{provider}"
        words = "key-another" if there else "key"
        questions = [
            self._question(f"{provider}.model", "model-main", usual=main),
            self._question(f"{provider}.fast_model", "model-fast", usual=fast, empty="same"),
            replace(self._question(f"{provider}.api_key", words, asking=Asking.SECRET, empty=empty), variable=variable),
        ]
        if service.usual_address:
            usual = (llm.base_url if same else None) or service.usual_address
            address = self._question(f"{provider}.base_url", "address", usual=usual)
            questions.insert(0, replace(address, note=self._say(f"address-of-{provider}")))
        if self.tries:
            questions.append(self._question(f"{provider}.try", "model-try", asking=Asking.AGREED, usual=YES))
        return tuple(replace(question, only=only) for question in questions)

    def _voice(self) -> SetupTopic:
        settings, title = self.file.settings(), self._say("voice")
        voice = settings.voice
        if told := self._told(VOICE, "engine"):
            return SetupTopic(name=VOICE, title=title, notes=(told,), group=SetupGroup.VOICE)
        hears = hearing()
        if hears is None or not hears.is_installed(_switched_on(voice).engine):
            return SetupTopic(name=VOICE, title=title, notes=(self._say("voice-absent"),), group=SetupGroup.VOICE)
        usual = NO if voice.engine == OFF else YES
        heard = self._question("voice.heard", "voice-heard", asking=Asking.AGREED, usual=usual)
        # Where all is answered at once, reading aloud is a topic of its own.
        more = [] if self.at_once else voice_questions(settings, self.language)
        if self.tries:
            words = "voice-try"
            # Where all is answered at once nothing is fetched: nobody could see how far it is.
            if not self.at_once and not hears.is_supplied(settings):
                words = "voice-try-fetching"
            more.append(self._question("voice.try", words, asking=Asking.AGREED, usual=YES))
        only = (heard.name, YES)
        questions = (heard, *(replace(question, only=only) for question in more))
        return SetupTopic(name=VOICE, title=title, questions=questions, group=SetupGroup.VOICE)

    def _aloud(self) -> SetupTopic:
        questions = tuple(voice_questions(self.file.settings(), self.language))
        told = next(filter(None, (self._told(*each.name.split(".")) for each in questions)), "")
        note = told or ("" if questions else self._say("aloud-absent"))
        return SetupTopic(
            name=ALOUD,
            title=self._say("aloud"),
            notes=(note,) if note else (),
            questions=() if told else questions,
            group=SetupGroup.ALOUD,
        )

    def _reminders(self) -> SetupTopic:
        title, timers = self._say("reminders"), self.file.settings().timers
        told = self._told(*REMINDER.split("."))
        notes = [told, self._say("reminders-one")]
        begin, _, end = timers.value("quiet_hours").partition("-")
        if end:
            notes.append(self._say("reminders-quiet", **{"from": begin, "until": end}))
        usual = timers.value("reminder")
        ways = [(way, self._say(f"reminder-{way}")) for way in _REMINDERS if way == usual or timers.allows(way)]
        if usual not in dict(ways):
            ways.append((usual, self._say("reminder-own", span=usual)))
        asked = self._question(REMINDER, "reminder", asking=Asking.CHOICE, usual=usual, ways=tuple(ways))
        return SetupTopic(
            name=REMINDERS,
            title=title,
            notes=tuple(filter(None, notes)),
            questions=() if told else (asked,),
            group=SetupGroup.REMINDERS,
        )

    def _backups(self) -> SetupTopic:
        storage = self.file.settings().storage
        kept = storage.bucket or str(storage.recordings)
        notes = [
            self._say("backups-where", folder=str(storage.data_dir)),
            self._say("backups-how", recordings=str(kept)),
        ]
        if isinstance(storage.database, Server):
            notes = [self._say("backups-server")]
        return SetupTopic(name=BACKUPS, title=self._say("backups"), notes=tuple(notes), group=SetupGroup.BACKUPS)

    # --- the answers --------------------------------------------------------------------------------------------------

    def _settings(self, name: str, answers: Answers) -> dict[str, Value]:
        """Return only the settings that differ from the defaults."""
        if name == REACH:
            return self._reach_settings(answers)
        if name == MODEL:
            provider, llm = answers["llm.provider"], self.file.settings().llm
            if provider == OFFLINE:
                return self._differing({"llm.provider": OFFLINE})
            same = llm.provider == provider
            before = (llm.base_url or "") if same else ""
            address = before
            if PROVIDERS[provider].usual_address:
                address = answers.get(f"{provider}.base_url", "")
                if not _is_address(address):
                    raise WrongAnswer(f"{provider}.base_url", self._say("wrong-address"))
            model = answers.get(f"{provider}.model", "")
            if not model:
                raise WrongAnswer(f"{provider}.model", self._say("wrong-needed"))
            keeps = same and address == before
            values = self._differing(
                {
                    "llm.provider": provider,
                    "llm.base_url": address or None,
                    "llm.model": model,
                    "llm.fast_model": answers.get(f"{provider}.fast_model", "") or None,
                    # Another server's models may have more room.
                    "llm.window": llm.window if keeps else None,
                }
            )
            return values | self._key_for(provider, address, answers, keeps=keeps)
        if name == VOICE:
            if answers.get("voice.heard") != YES:
                return self._differing({"voice.engine": OFF})
            engine = _switched_on(self.file.settings().voice).engine
            return self._differing({"voice.engine": engine, **self._voice_answers(answers)})
        if name == ALOUD:
            return self._differing(self._voice_answers(answers))
        if name == REMINDERS:
            answer = answers[REMINDER]
            return {} if answer == self.file.settings().timers.value("reminder") else {REMINDER: answer}
        if name == OPERATOR:
            return self._differing({"access.operator": answers.get("access.operator", "") or None})
        spec = next(spec for spec in PLATFORMS if spec.name == name)
        if spec.home:
            agreed = answers.get(f"{name}.{spec.switch}") == YES
            return self._differing({f"{name}.{spec.switch}": agreed}) if _chats(self.file) else {}
        token = answers.get(f"{name}.token", "")
        return {f"{name}.token": token, f"{name}.token_file": None} if token else {}

    def _voice_answers(self, answers: Answers) -> dict[str, Value]:
        names = (each.name for each in voice_questions(self.file.settings(), self.language))
        return {name: answer for name in names if (answer := answers.get(name))}

    def _reach_settings(self, answers: Answers) -> dict[str, Value]:
        way, address = answers[REACH_WAY], ""
        if way == ADDRESS:
            address = answers.get(PUBLIC_URL, "").rstrip("/").lower()
            if not address:
                raise WrongAnswer(PUBLIC_URL, self._say("wrong-needed"))
            if "://" not in address:
                address = f"https://{address}"
            parts = urlsplit(address)
            if parts.scheme != "https" or not parts.hostname or parts.path or parts.query:
                raise WrongAnswer(PUBLIC_URL, self._say("wrong-public-url"))
        values: dict[str, Value] = {PUBLIC_URL: address or None}
        if way != self._usual_way():
            values[HOME_NETWORK] = way == AT_HOME
        return self._differing(values)

    def _key_for(self, provider: str, address: str, answers: Answers, *, keeps: bool) -> dict[str, Value]:
        """Return the key only for the server that it was given for."""
        key = answers.get(f"{provider}.api_key", "")
        if not key and keeps and self.file.settings().llm.api_key.get_secret_value():
            return {}
        told = default_key_variable(provider, address or None) or os.environ.get(f"{PREFIX}LLM__API_KEY")
        if not key and PROVIDERS[provider].always_needs_key and not told:
            raise WrongAnswer(f"{provider}.api_key", self._say("wrong-needed"))
        return {"llm.api_key": key or None, "llm.api_key_file": None}

    def _differing(self, values: dict[str, Value]) -> dict[str, Value]:
        settings = self.file.settings()

        def there(name: str) -> object:
            section, _, key = name.partition(".")
            return getattr(getattr(settings, section), key)

        return {name: value for name, value in values.items() if (there(name) or None) != (value or None)}

    # --- the words ----------------------------------------------------------------------------------------------------

    def _question(
        self,
        name: str,
        words: str,
        *,
        asking: Asking = Asking.TEXT,
        usual: str = "",
        empty: str = "",
        ways: tuple[tuple[str, str], ...] = (),
    ) -> Question:
        return Question(name=name, words=self._say(f"ask-{words}"), asking=asking, usual=usual, empty=empty, ways=ways)

    def _say(self, key: str, **values: str) -> str:
        return say(self.language, f"setup-{key}", **values)

    def _told(self, section: str, key: str) -> str:
        """Say that a variable of the environment decides this, which wins over the file; empty if none does."""
        name = f"{PREFIX}{section}__{key}".upper()
        return self._say("told", variable=name) if os.environ.get(name) else ""


def _chats(file: ConfigFile) -> list[str]:
    """Return what is served besides the page."""
    return [spec.title for spec, _ in file.settings().served if not spec.home]


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname)


def has_no_way_in(settings: Settings, now: datetime) -> bool:
    """Return whether chats are served in which nobody may talk yet. Blocks; raises RaconteurError."""
    access, database = settings.access, settings.storage.database
    chats = any(not spec.home for spec, _ in settings.served)
    if not chats or access.policy is not Policy.NAMED or access.allowed or access.admins:
        return False
    prepare_database_direct(database)
    return not read_snapshot(database, lambda c: access_list(c, now=now.timestamp())).lets_anybody_in


def _switched_on(voice: VoiceSection) -> VoiceSection:
    """Return the section with an engine: the usual one where none is wanted."""
    return VoiceSection() if voice.engine == OFF else voice
