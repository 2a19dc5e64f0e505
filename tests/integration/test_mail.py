"""Mail against a provider on loopback: who is believed, what is kept, what is cut, and what a bad hour costs."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from datetime import timedelta
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from urllib.parse import unquote

import pytest

from adapters.mail import MailSection
from adapters.mail.account import examine, invitation
from adapters.mail.contents import READS
from adapters.mail.platform import MailPlatform
from adapters.mail.tokens import tokens_in_headers
from bot.clock import SystemClock
from core.contracts.errors import ConfigurationError, Rejected, TooLarge, TryLater, Unreachable
from core.contracts.findings import Verdict
from core.contracts.messages import (
    Address,
    Attachment,
    ChatClosed,
    Choice,
    Command,
    Outgoing,
    Photo,
    Press,
    Receipt,
    Say,
    SendDocument,
    Text,
    Unusable,
    UnusableKind,
    Voice,
)
from core.readers.pool import ReaderPool
from tests.contract.platform_kit import RecordingInbox, SteppedClock
from tests.fakes.mail import MailHarness
from tests.fakes.mail_people import Correspondent
from tests.fakes.mail_server import ADDRESS, FakeProvider
from tests.fakes.waiting import stopped, until

JPEG = b"\xff\xd8\xff\xe0" + bytes(range(256)) * 100
QUESTION = "Where did you live as a child?"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[MailHarness]:
    async with MailHarness.started(tmp_path) as harness:
        yield harness


async def said(house: MailHarness, text: str, *, key: str = "q1", choices: tuple[Choice, ...] = ()) -> Receipt:
    saying = Say(text=text, choices=choices, asks=True)
    return await house.platform.send(Outgoing(key=key, address=house.address, saying=saying))


# --- who is believed ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plus", [True, False], ids=["address", "thread"])
async def test_a_late_reply_stands_behind_its_own_question(tmp_path: Path, *, plus: bool) -> None:
    async with MailHarness.started(tmp_path, plus_addresses=plus) as house:
        first = await said(house, QUESTION)
        asked = house.anna.received[-1]
        second = await said(house, "And later?", key="q2")
        house.anna.reply("Over the bakery.", to=asked)
        event = await house.inbox.last(1)
        assert event.content == Text(text="Over the bakery.")
        assert first.position < event.position < second.position


async def test_a_question_has_a_link_that_begins_the_answer_to_it(house: MailHarness) -> None:
    await said(house, f"Whenever you have a quiet moment, this is where we stopped.\n\n{QUESTION}")
    mail = house.anna.received[-1].mail
    [link] = re.findall(r'<a href="mailto:([^"?]*)', str(mail.get_body(("html",)).get_content()))
    assert unquote(link) == mail["Reply-To"].addresses[0].addr_spec
    assert mail["Subject"] == QUESTION


async def test_a_forwarded_question_is_answered_from_another_address(house: MailHarness) -> None:
    await said(house, QUESTION)
    house.anna.reply("Over the bakery.", sender="anna.at.work@example.com")
    event = await house.inbox.last(1)
    assert (event.address, event.sender.id) == (house.address, house.anna.address)
    await said(house, "And later?", key="q2")
    assert "anna.at.work@example.com" in house.anna.received[-1].text
    assert house.anna.received[-1].mail["To"] == house.anna.address


async def test_a_forged_sender_says_nothing(house: MailHarness) -> None:
    await said(house, QUESTION)
    for words in ("/delete", "I take it all back."):
        house.anna.write_first(words)
    await house.provider.until_read()
    [event] = await house.inbox.take(1)
    assert event.content == Unusable(kind=UnusableKind.UNPROVEN)


async def test_a_guessed_token_says_nothing(house: MailHarness) -> None:
    await said(house, QUESTION)
    number = tokens_in_headers(f"To: {house.anna.received[-1].mail['Reply-To']}\r\n\r\n".encode())[0].number
    letter = house.anna.letter("/delete")
    letter["In-Reply-To"] = f"<{number}x{'a' * 16}@example.org>"
    house.provider.put(letter.as_bytes(policy=SMTP))
    assert (await house.inbox.last(1)).content == Unusable(kind=UnusableKind.UNPROVEN)


async def test_an_unknown_address_begins_and_a_code_is_handed_on(house: MailHarness) -> None:
    boris = Correspondent(house.provider, address="boris@example.net", name="Boris")
    boris.write_first("Hello, may I?")
    assert (await house.inbox.last(1)).content == Command(name="start")
    boris.write_first("", subject="Re: start k3Jx0123456789_-")
    assert (await house.inbox.last(2)).content == Command(name="start", argument="k3Jx0123456789_-")


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto-Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List-Id": "<family.example.org>"},
        {"Return-Path": "<>"},
        {"From": "MAILER-DAEMON@example.net"},
        {"X-Autoreply": "yes"},
    ],
    ids=lambda headers: next(iter(headers)),
)
async def test_what_a_program_writes_is_never_an_answer(house: MailHarness, headers: dict[str, str]) -> None:
    await said(house, QUESTION)
    before = len(house.provider.sent)
    house.anna.reply("I am away until Monday.", headers=headers)
    house.anna.reply("Over the bakery.")
    assert (await house.inbox.last(1)).content == Text(text="Over the bakery.")
    assert len(house.provider.sent) == before


async def test_our_own_mail_in_the_folder_is_no_beginning(house: MailHarness) -> None:
    letter = house.anna.letter("Hello!", sender=ADDRESS)
    house.provider.put(letter.as_bytes(policy=SMTP))
    await house.provider.until_read()
    assert house.inbox.offered == []


async def test_what_was_in_the_mailbox_before_is_left_alone(house: MailHarness) -> None:
    boris = Correspondent(house.provider, address="boris@example.net")
    long_ago = house.platform._clock.now() - timedelta(days=3)
    house.provider.put(boris.letter("Dinner on Friday?").as_bytes(policy=SMTP), arrived=long_ago)
    house.provider.put(house.anna.reply("Over the bakery.").raw, arrived=long_ago)
    await house.provider.until_read()
    assert {str(event.content) for event in house.inbox.accepted} == {str(Text(text="Over the bakery."))}


async def test_a_stranger_is_told_once(house: MailHarness, tmp_path: Path) -> None:
    stranger = Correspondent(house.provider, address="who@example.net")
    there = Address(platform="mail", chat=stranger.address)
    for number in range(3):
        line = Outgoing(key=f"mail:{number}/stranger", address=there, saying=Say(text="Sorry."))
        await house.platform.send(line)
    assert [seen.text for seen in stranger.received] == ["Sorry."]
    assert stranger.received[0].mail["Reply-To"] is None
    assert stranger.address not in (tmp_path / "mail-turned-away").read_text()


async def test_only_a_lasting_refusal_closes_the_chat(house: MailHarness) -> None:
    await said(house, QUESTION)
    house.anna.bounce(house.anna.received[-1], status="4.2.2")
    house.anna.bounce(house.anna.received[-1])
    [event] = await house.inbox.take(1)
    assert event.content == ChatClosed()


# --- what a mail holds --------------------------------------------------------------------------------------------


async def test_words_photos_and_voice_memos_come_in_their_order(house: MailHarness) -> None:
    await said(house, QUESTION)
    files = (
        ("IMG_1.JPG", "application/octet-stream", JPEG),
        ("memo.m4a", "audio/x-m4a", b"sound" * 50),
        ("tree.pdf", "application/pdf", b"%PDF"),
    )
    house.anna.reply("Here is our house.", files=files)
    words, photo, voice, file = await house.inbox.take(4)
    assert words.content == Text(text="Here is our house.")
    assert isinstance(photo.content, Photo)
    assert isinstance(voice.content, Voice)
    assert isinstance(file.content, Attachment)
    assert (file.content.name, file.content.size) == ("tree.pdf", 4)
    assert len({event.ref for event in (words, photo, voice, file)}) == 1
    assert await house.platform.fetch(photo.content.file_ref, limit=len(JPEG)) == JPEG
    await house.platform.forget(house.address)
    with pytest.raises(Rejected):
        await house.platform.fetch(photo.content.file_ref, limit=len(JPEG))


async def test_a_page_without_text_is_read_and_its_logo_is_no_photo(house: MailHarness) -> None:
    await said(house, QUESTION)
    asked = house.anna.received[-1]
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"] = house.anna.address, asked.mail["Reply-To"]
    mail["Message-ID"] = "<page@example.net>"
    mail.set_content(
        "<style>p {color: red}</style><div>Over the <b>bakery</b>.</div><div><br></div><div>With my aunt.</div>"
        f"<div class=gmail_quote>On 2 Mar 2026 at 10:00, Raconteur &lt;{ADDRESS}&gt; wrote:<br>"
        f"<blockquote>{QUESTION}</blockquote></div>",
        subtype="html",
    )
    mail.add_related(JPEG[:900], "image", "jpeg", cid="<logo>", filename="logo.jpg", disposition="inline")
    house.provider.put(mail.as_bytes(policy=SMTP))
    [event] = await house.inbox.take(1)
    assert event.content == Text(text="Over the bakery.\n\nWith my aunt.")


async def test_what_was_cut_is_shown_once_in_the_next_mail(house: MailHarness) -> None:
    await said(house, QUESTION)
    house.anna.reply("Over the bakery.\n\n-- \nAnna\nLindenweg 3")
    assert (await house.inbox.last(1)).content == Text(text="Over the bakery.")
    for key in ("q2", "q3"):
        await said(house, f"And {key}?", key=key)
    second, third = house.anna.received[-2:]
    assert "Lindenweg 3" in second.text
    assert QUESTION not in second.text
    assert "Lindenweg" not in third.text
    raw = [house.inbox.shown.files[key] for key in house.inbox.shown.files]
    assert any(b"Lindenweg 3" in each and QUESTION.encode() in each for each in raw), "the whole mail is kept"


async def test_a_whole_thread_below_an_answer_is_not_shown_again(house: MailHarness) -> None:
    await said(house, QUESTION)
    first = house.anna.received[-1]
    house.anna.reply("Over the bakery.", to=first)
    await house.inbox.take(1)
    await said(house, "And later?", key="q2")
    thread = (
        f"By the sea.\n\nFrom: Raconteur <{ADDRESS}>\nSent: Monday, March 2, 2026 11:00\nTo: Anna\n"
        f"Subject: And later?\n\nAnd later?\n\nFrom: Anna <{house.anna.address}>\n"
        f"Sent: Monday, March 2, 2026 10:30\nTo: Raconteur\n"
        f"Subject: Re: {QUESTION}\n\nOver the bakery.\n\n-----Original Message-----\nFrom: Raconteur <{ADDRESS}>\n"
        f"Sent: Monday, March 2, 2026 10:00\nTo: Anna\nSubject: {QUESTION}\n\n{QUESTION}\n"
    )
    house.anna.quotes = False
    house.anna.reply(thread)
    assert (await house.inbox.last(2)).content == Text(text="By the sea.")
    await said(house, "And then?", key="q3")
    assert house.anna.received[-1].text == "And then?"


async def test_a_mail_without_words_is_told_so(house: MailHarness) -> None:
    house.anna.reply("")
    assert (await house.inbox.last(1)).content == Unusable(kind=UnusableKind.EMPTY)


async def test_one_thread_with_links_for_choices(house: MailHarness) -> None:
    await said(house, QUESTION, choices=(Choice(label="Skip & go on", data="skip:1"),))
    asked = house.anna.received[-1].mail
    page = asked.get_body(("html",))
    assert page is not None
    assert "mailto:tell+" in page.get_content()
    assert "body=Skip%20%26%20go%20on" in page.get_content()
    house.anna.press("Skip & go on")
    assert (await house.inbox.last(1)).content == Press(data="skip:1")
    answer = house.provider.mails[-1].raw
    await said(house, "And later?", key="q2")
    following = house.anna.received[-1].mail
    assert str(following["In-Reply-To"]).encode() in answer
    assert asked["Message-ID"] in following["References"]
    assert asked["Subject"] == QUESTION


async def test_too_large_a_mail_is_not_read(house: MailHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.mail.platform.SIZE_LIMIT", 50_000)
    house.anna.reply("Here it is.", files=(("film.bin", "application/x-unknown", bytes(60_000)),))
    assert (await house.inbox.last(1)).content == Unusable(kind=UnusableKind.TOO_LARGE)


async def test_hostile_mails_stop_nobody(tmp_path: Path) -> None:
    readers = ReaderPool(SystemClock(), reads=(READS,))
    async with MailHarness.started(tmp_path, readers=readers) as house:
        await said(house, QUESTION)
        to = f"To: {house.anna.received[-1].mail['Reply-To']}\r\nFrom: {house.anna.address}\r\n".encode()
        nested = b"".join(
            b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (each, each) for each in range(500)
        )
        many = b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\nx\r\n" * 5_000
        garbage = b"Content-Type: text/plain; charset=\xff\xfe\r\nSubject: =?x?q?=\r\n\r\n\xff\x00\xfe"
        deep = b"Content-Type: text/html\r\n\r\n" + b"<div><b>" * 20_000
        for hostile in (nested, many, garbage, deep, b"\x00" * 1_000, b"Content-Type: message/rfc822\r\n\r\n"):
            house.provider.put(to + hostile)
        house.anna.reply("Over the bakery.")
        await house.provider.until_read()
        assert Text(text="Over the bakery.") in [event.content for event in house.inbox.accepted]


# --- bad hours ----------------------------------------------------------------------------------------------------


async def test_a_folder_that_is_numbered_anew_brings_nothing_twice(house: MailHarness) -> None:
    house.anna.reply("One.")
    await house.inbox.take(1)
    await house.provider.until_read()
    house.provider.renumber()
    house.provider.hang_up()
    house.anna.reply("Two.")
    await house.provider.until_read()
    by_id = {event.event_id: event.content for event in house.inbox.accepted}
    assert list(by_id.values()).count(Text(text="One.")) == 1
    assert Text(text="Two.") in by_id.values()


async def test_mail_that_somebody_else_has_opened_is_read(house: MailHarness) -> None:
    house.anna.reply("One.")
    await house.inbox.take(1)
    await house.provider.until_read()
    house.provider.hang_up()
    house.anna.reply("Two.").seen = True
    assert (await house.inbox.last(2)).content == Text(text="Two.")


async def test_without_announcements_the_folder_is_looked_at(tmp_path: Path) -> None:
    async with FakeProvider.serving() as provider:
        provider.announces = False
        inbox = RecordingInbox()
        section = MailSection.model_validate(provider.settings()).model_copy(update={"poll_seconds": 0.05})
        platform = MailPlatform(section, clock=SystemClock(), data_dir=tmp_path)
        task = asyncio.create_task(platform.run(inbox))
        await until(lambda: provider.opened == 1)
        Correspondent(provider).write_first("Hello!")
        assert (await inbox.last(1)).content == Command(name="start")
        await stopped(task)
        assert provider.violations == []


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ("451 4.3.0 later", TryLater),
        ("421 4.7.0 slow down", TryLater),
        ("552 5.3.4 too large", TooLarge),
        ("554 5.7.1 spam", Rejected),
        ("530 5.7.0 sign in first", TryLater),
    ],
)
async def test_what_the_server_answers_is_what_the_outbox_does(
    house: MailHarness, answer: str, error: type[Exception]
) -> None:
    house.provider.replies = [answer]
    with pytest.raises(error) as raised:
        await said(house, QUESTION)
    assert house.anna.address not in str(raised.value)
    await said(house, QUESTION)
    assert [seen.text for seen in house.anna.received[house.before :]] == [QUESTION]


async def test_a_repeat_has_the_same_message_id(house: MailHarness) -> None:
    house.provider.lost_replies = 1
    with pytest.raises(TryLater) as raised:
        await said(house, QUESTION)
    assert raised.value.maybe_delivered
    await said(house, QUESTION)
    first, again = house.anna.received[house.before :]
    assert first.mail["Message-ID"] == again.mail["Message-ID"]


async def test_an_unknown_recipient_cannot_be_reached(house: MailHarness) -> None:
    house.provider.refused[house.anna.address] = "550 5.1.1 No such user"
    with pytest.raises(Unreachable):
        await said(house, QUESTION)


async def test_an_address_has_only_so_many_mails_in_an_hour(tmp_path: Path) -> None:
    clock = SteppedClock()
    async with MailHarness.started(tmp_path, clock=clock, hourly_limit=2) as house:
        await said(house, "One?", key="1")
        with pytest.raises(TryLater) as raised:
            await said(house, "Two?", key="2")
        await clock.advance(raised.value.after or 0)
        await said(house, "Two?", key="2")


async def test_a_wrong_password_ends_the_start(tmp_path: Path) -> None:
    async with FakeProvider.serving() as provider:
        section = MailSection.model_validate(provider.settings(token="wrong"))
        platform = MailPlatform(section, clock=SystemClock(), data_dir=tmp_path)
        with pytest.raises(ConfigurationError):
            await platform.run(RecordingInbox())


async def test_a_document_is_attached(house: MailHarness) -> None:
    document = SendDocument(name="transcript.md", media_type="text/markdown", body="# Бабушка".encode())
    await house.platform.send(Outgoing(key="d", address=house.address, saying=document))
    assert house.anna.received[-1].body == "# Бабушка".encode()


# --- the operator -------------------------------------------------------------------------------------------------


async def test_the_doctor_signs_in_at_both_servers() -> None:
    async with FakeProvider.serving() as provider:
        good = [finding async for finding in examine(MailSection.model_validate(provider.settings()))]
        assert [finding.mark for finding in good] == [Verdict.WELL, Verdict.WELL]
        bad = [finding async for finding in examine(MailSection.model_validate(provider.settings(token="wrong")))]
        assert [finding.mark for finding in bad] == [Verdict.WRONG, Verdict.WRONG]
        assert not any("wrong" in finding.how for finding in bad)
        assert provider.sent == []
    missing = [finding async for finding in examine(MailSection.model_validate({"token": "x"}))]
    assert "mail.address" in missing[0].how


def test_an_invitation_writes_the_first_mail() -> None:
    section = MailSection(address=ADDRESS, imap_host="imap.example.org", smtp_host="smtp.example.org")
    link, told = invitation(section, "k3Jx0123456789_-", "en")
    assert link == "mailto:tell@example.org?subject=start%20k3Jx0123456789_-"
    assert "start k3Jx0123456789_-" in told


@pytest.mark.parametrize(
    "settings",
    [
        {"address": "nobody"},
        {"imap_security": "none", "imap_host": "imap.example.org"},
        {"smtp_security": "none", "smtp_host": "10.0.0.1"},
        {"name": "A\r\nBcc: everybody@example.org"},
    ],
)
def test_settings_that_cannot_be_right(settings: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"address|security|line"):
        MailSection.model_validate(settings)
