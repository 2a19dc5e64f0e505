"""Writes what the family and the teller hear of each other, by code alone.

Whose words they are is always said. Nothing of it is written by a model, and nothing is made shorter.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from core.contracts.chore import Pages, PageSection
from core.contracts.commits import OutboxMessage
from core.contracts.messages import Button, Choice, SendDocument, Style, StyledMessage, encode_button, fits_button
from core.contracts.session import words_without_photos
from core.contracts.turn import OthersQuestion
from core.features.gift.family import FamilyQuestion, News, ShareableAnswer, ShareBatch, SharingFrequency
from core.languages.messages import join_names, match_locale, say

THANK, ASK, TELL = "thank", "ask", "telling"
"""Commands that only buttons lead to."""


def share_message(parcel: ShareBatch) -> OutboxMessage:
    """Return the message with the words, and the ways to answer them."""
    language = match_locale(parcel.member.language)
    weekly = parcel.member.way is SharingFrequency.WEEKLY
    page = StyledMessage().add(say(language, "family-week" if weekly else "family-new", teller=parcel.teller))
    asked: set[int] = set()
    for told in parcel.told:
        for question in (told.main, told.question):
            if question is not None and question.seq not in asked:
                asked.add(question.seq)
                page.add(question.text, Style.ITALIC)
        answer = told.answer
        page.add(
            (words_without_photos(answer.text) if answer.photo else answer.text) or say(language, "family-picture"),
            Style.QUOTE,
        )
    last = parcel.told[-1]
    argument = f"{parcel.session_id}-{last.answer.seq}"
    single = len({told.answer.answers for told in parcel.told}) == 1 and last.question is not None
    names = (THANK, ASK, TELL) if single else (THANK, ASK)
    return OutboxMessage(
        key=parcel.key,
        address=parcel.address,
        saying=page.say(reply_buttons(language, argument, names) if fits_button(argument) else ()),
        language=language,
        session_id=parcel.session_id,
    )


def reply_buttons(language: str, argument: str, names: tuple[str, ...]) -> tuple[Choice, ...]:
    """Return buttons about the answer that the argument names: its session and its `seq`."""
    return tuple(
        Choice(label=say(language, f"button-{name}"), data=encode_button(Button(command=name, argument=argument)))
        for name in names
    )


def share_file_message(
    parcel: ShareBatch, told: ShareableAnswer, body: bytes, *, kind: str, media_type: str, name: str
) -> OutboxMessage:
    """Return the message with the recording of an answer ("voice") or its photograph ("picture"). `name`: its file."""
    language = match_locale(parcel.member.language)
    _, _, ending = name.rpartition(".")
    document = SendDocument(
        name=f"{told.answer.at:%Y-%m-%d}-{told.answer.seq}.{ending}",
        media_type=media_type,
        body=body,
        caption=say(language, f"family-{kind}-caption", teller=parcel.teller),
    )
    return OutboxMessage(
        key=f"{parcel.key}/{kind}-{told.answer.seq}",
        address=parcel.address,
        saying=document,
        language=language,
        session_id=parcel.session_id,
    )


def week_pages(parcel: ShareBatch, there: Mapping[str, Path]) -> Pages:
    """Return a week's answers as pages with their photographs. `there`: where the photographs are, by name."""
    language = match_locale(parcel.member.language)
    passages: list[tuple[str, tuple[str, ...]]] = []
    photos: dict[int, Path] = {}
    asked: set[int] = set()
    for told in parcel.told:
        questions = [each for each in (told.main, told.question) if each is not None and each.seq not in asked]
        asked.update(each.seq for each in questions)
        answer, name = told.answer, told.answer.photo.strip("-")
        if name in there:
            photos[len(passages)] = there[name]
        words = words_without_photos(answer.text) if answer.photo else answer.text
        lines = tuple(filter(None, map(str.strip, words.splitlines())))
        passages.append((" ".join(each.text for each in questions), lines))
    section = PageSection(heading="", passages=tuple(passages), photos=photos)
    return Pages(form="pdf", title=say(language, "family-week-title"), sections=(section,))


def week_message(parcel: ShareBatch, body: bytes) -> OutboxMessage:
    """Return the message with a week's answers as pages."""
    language = match_locale(parcel.member.language)
    document = SendDocument(
        name=f"{parcel.told[-1].answer.at:%Y-%m-%d}.pdf",
        media_type="application/pdf",
        body=body,
        caption=say(language, "family-week-pages", teller=parcel.teller),
    )
    return OutboxMessage(
        key=f"{parcel.key}/pages",
        address=parcel.address,
        saying=document,
        language=language,
        session_id=parcel.session_id,
    )


def question_by_name(question: FamilyQuestion, language: str) -> OthersQuestion:
    """Return a question as the teller is asked it: by name."""
    asker = question.asker or say(language, "family-somebody")
    key = "family-asks-picture" if question.photo else "family-asks"
    text = question.text or say(language, "family-what-picture")
    return OthersQuestion(id=question.id, text=text, words=say(language, key, asker=asker, question=text), asker=asker)


def news_line(news: News, language: str) -> str:
    """Return one quiet line about who is new, and who thanks."""
    lines: list[str] = []
    for _, name in news.members:
        lines.append(say(language, "family-has-joined", name=name or say(language, "family-somebody")))
    thankful = list(dict.fromkeys(name or say(language, "family-somebody") for _, name in news.thanks))
    if thankful:
        lines.append(say(language, "family-thanks", names=join_names(thankful, language), people=len(thankful)))
    return " ".join(lines)
