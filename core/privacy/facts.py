"""Says in plain words, by the facts of the configuration, what becomes of what people tell. Pure.

Both texts, the one that people agree to and the longer one of `/privacy`, say nothing but what the facts say.
"""

from __future__ import annotations

import hashlib
import ipaddress
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from core.languages.messages import FALLBACK, match_locale, say

MEANING = 1
"""Raised when the text that people agree to comes to mean something else, though the facts are the same."""
_NEARBY = (".local", ".lan", ".home", ".internal", ".intranet", ".localdomain", ".home.arpa")
"""How names end that only a network of one's own knows."""


class ReadWhere(StrEnum):
    """The places where a model may read people's words."""

    NOWHERE = "nowhere"  # there is no model
    HERE = "here"  # on the operator's computer itself
    NEARBY = "nearby"  # on another computer of the operator's own network
    PROVIDER = "provider"  # at somebody else's


class HeardWhere(StrEnum):
    NONE = "none"  # they cannot be heard
    LOCAL = "local"  # on the operator's computer itself


class NoteCopies(StrEnum):
    """The notes of which a copy is put into a folder of the operator's, which no deletion reaches."""

    NONE = "none"
    INKWELL = "inkwell"
    """Of those on an episode that was read from such a folder, which only the operator's own terminal can do."""
    ALL = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The configured facts: who keeps, carries and reads what people tell."""

    operator: str = ""  # who runs this and how they are reached, in words; may be empty
    place: ReadWhere = ReadWhere.NOWHERE
    host: str = ""
    """The provider, or the computer nearby, by name; empty where no model is asked or the one here."""
    models: tuple[str, ...] = ()  # the names of the models that are asked
    keeps_prompts: bool = False  # whether what a model was sent, and its answers, are kept
    hearing: HeardWhere = HeardWhere.NONE
    keeps_audio: bool = False  # whether recordings are kept when their words are
    files_at: str = ""
    """On whose servers recordings and photographs are kept; empty where those are the operator's own."""
    also: tuple[str, ...] = ()  # messages about what else is done with people's words here
    keeps_photos: bool = True
    opens_links: bool = False  # whether what people send links to is read, for an interview about it
    copies: NoteCopies = NoteCopies.NONE
    retention_days: int | None = None
    """So many days after its end an interview is deleted; None: never by itself."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """By language: what the operator has people agree to beside this."""
    carriers: Mapping[str, str] = field(default_factory=dict)
    """By platform: the company that carries its messages; empty where they never leave the machine."""

    def carrier(self, platform: str) -> str:
        return self.carriers.get(platform, "")

    def with_terms(self, terms: Mapping[str, str]) -> Facts:
        """Add what people agree to for one interview alone, by language."""
        if not terms:
            return self
        languages = sorted({*self.terms, *terms})
        joined = {each: "\n\n".join(filter(None, (self.terms.get(each), terms.get(each)))) for each in languages}
        return replace(self, terms=joined)

    def without_links(self) -> Facts:
        """Return the facts for an interview that is about nothing but the person."""
        return replace(self, opens_links=False, copies=NoteCopies.NONE)


def host_location(host: str) -> ReadWhere:
    """Say where a computer is, by its name or number in a web address. Nothing is looked up."""
    name = host.lower().rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return ReadWhere.HERE
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        # A name without a dot is known only where one is.
        return ReadWhere.NEARBY if "." not in name or name.endswith(_NEARBY) else ReadWhere.PROVIDER
    if address.is_loopback or address.is_unspecified:
        return ReadWhere.HERE
    return ReadWhere.PROVIDER if address.is_global else ReadWhere.NEARBY


def terms_for_language(facts: Facts, language: str) -> str:
    """Return the operator's own text, in the language if there is one, else in any: it must never be left out."""
    by_language = _terms(facts)
    found = by_language.get(match_locale(language)) or by_language.get(FALLBACK)
    return found or next(iter(by_language.values()), "")


def _terms(facts: Facts) -> dict[str, str]:
    return {code: text.strip() for code, text in sorted(facts.terms.items()) if text.strip()}


def describe_program(facts: Facts, language: str) -> str:
    """Say that nobody sits here, and who words the questions."""
    return say(language, "consent-program", place=facts.place)


def describe_readers(facts: Facts, carrier: str, language: str) -> str:
    """Say who keeps, carries and reads what is told, in a chat whose messages `carrier` carries."""
    parts = (
        say(language, "consent-kept", operator=facts.operator or "none"),
        say(language, "consent-carried", carrier=carrier) if carrier else "",
        say(language, f"consent-model-{facts.place}", host=facts.host),
    )
    return " ".join(filter(None, parts))


def consent_text(facts: Facts, carrier: str, language: str) -> str:
    """Return what a person agrees to before their first interview, in a chat whose messages `carrier` carries."""
    kept = (
        describe_program(facts, language),
        describe_readers(facts, carrier, language),
        say(language, "consent-heard", kept=_kept(facts)) if facts.hearing is HeardWhere.LOCAL else "",
        say(language, "consent-files", host=facts.files_at) if facts.files_at else "",
        say(language, "consent-links") if facts.opens_links else "",
        _copied("consent-copied", facts, carrier, language),
    )
    parts = (" ".join(filter(None, kept)), say(language, "consent-voluntary"), terms_for_language(facts, language))
    return "\n\n".join(filter(None, parts))


def consent_lines(facts: Facts, language: str) -> tuple[str, ...]:
    """Return the gist of the text in three short lines, for a page that has the whole text behind them."""
    return (
        say(language, "consent-line-program", place=facts.place),
        say(language, "consent-line-kept", place=facts.place, host=facts.host, operator=facts.operator or "none"),
        say(language, "consent-line-yours"),
    )


def consent_digest(facts: Facts, carrier: str) -> str:
    """Return a digest of all that the text says in any language; another one means that people are asked again."""
    said: tuple[object, ...] = (MEANING, facts.operator, carrier, facts.place, facts.host, _terms(facts))
    if facts.hearing is HeardWhere.LOCAL:
        # Added only where it is said, so that whoever agreed before there was hearing is not asked without need.
        said = (*said, facts.hearing, facts.keeps_audio)
    if facts.files_at:
        said = (*said, "files", facts.files_at)
    if facts.opens_links:
        said = (*said, "links")
    if (copies := note_copies(facts, carrier)) is not NoteCopies.NONE:
        said = (*said, "copies", copies)
    return hashlib.sha256(json.dumps(said, ensure_ascii=False).encode()).hexdigest()


def privacy_text(facts: Facts, carrier: str, language: str) -> str:
    """Say what is stored, where, who sees it and for how long: one screen, in plain words."""
    days = facts.retention_days
    model = [say(language, f"privacy-model-{facts.place}", host=facts.host, model=", ".join(facts.models))]
    if facts.place is not ReadWhere.NOWHERE:
        model += [
            say(language, "privacy-model-gets"),
            say(language, "privacy-model-reads") if facts.opens_links else "",
            say(language, "privacy-model-not", carrier=carrier) if carrier else "",
            say(language, "privacy-prompts") if facts.keeps_prompts else "",
        ]
    paragraphs = (
        model,
        (
            say(language, "privacy-kept", operator=facts.operator or "none"),
            say(language, "privacy-carried", carrier=carrier) if carrier else "",
        ),
        (
            say(language, f"privacy-hearing-{facts.hearing}", kept=_kept(facts)),
            *(say(language, message) for message in facts.also),
            say(language, "privacy-links") if facts.opens_links else "",
            _copied("privacy-copied", facts, carrier, language),
            say(language, "privacy-photos") if facts.keeps_photos else "",
            say(language, "privacy-files", host=facts.files_at) if facts.files_at else "",
            say(language, "privacy-nobody-else"),
        ),
        (say(language, "privacy-until-deleted") if days is None else say(language, "privacy-days", days=days),),
        (say(language, "privacy-yours"),),
        (terms_for_language(facts, language),),
    )
    return "\n\n".join(filter(None, (" ".join(filter(None, sentences)) for sentences in paragraphs)))


def who_reads_lines(facts: Facts, language: str) -> str:
    """Return the prewritten two lines that answer "who reads this?"."""
    return say(language, "who-reads", operator=facts.operator or "none", place=facts.place, host=facts.host)


_MODEL_PLACES = {
    ReadWhere.HERE: "You run on that same computer; nothing that is told leaves it except through the chat.",
    ReadWhere.NEARBY: "You run on another computer in their own network.",
    ReadWhere.PROVIDER: "You run at {host}, which is sent what you need to go on.",
    ReadWhere.NOWHERE: "",
}


def interviewer_facts(facts: Facts) -> str:
    """Return what a model that speaks as the interviewer may say of itself and of who can read, in English."""
    operator = facts.operator[:1].upper() + facts.operator[1:]
    runs = f"{operator} runs this bot." if facts.operator else "Who runs this bot you don't know."
    parts = (
        f"{runs} They keep every word on their computer and can read everything, also what stays out of the file; "
        "whether they show it to others you don't know.",
        _MODEL_PLACES[facts.place].format(host=facts.host),
        f"Voice messages and photos are stored on servers of {facts.files_at}." if facts.files_at else "",
        "The people they talk to get a file of their own words whenever they like; what they ask to keep out of it "
        "stays out until they put it back, just the sentences they mean; they can delete everything from the menu.",
        f"{facts.retention_days} days after its end an interview is deleted." if facts.retention_days else "",
        "Voice messages work as well as typing."
        if facts.hearing is HeardWhere.LOCAL
        else "You can't listen to voice messages here.",
        "They can stop at any time and go on another day.",
        "You can't see photos: [photo] stands for one they sent, and all you know of it is what they say.",
        "You can't write to anybody else.",
        terms_for_language(facts, "en"),
    )
    return " ".join(part for part in parts if part)


def _kept(facts: Facts) -> str:
    return "yes" if facts.keeps_audio else "no"


def note_copies(facts: Facts, carrier: str) -> NoteCopies:
    """Return which notes of somebody have a copy, in a chat whose messages `carrier` carries."""
    return NoteCopies.NONE if facts.copies is NoteCopies.INKWELL and carrier else facts.copies


def _copied(key: str, facts: Facts, carrier: str, language: str) -> str:
    copies = note_copies(facts, carrier)
    return "" if copies is NoteCopies.NONE else say(language, key, which=copies)
