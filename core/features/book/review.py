"""Shows a book in the chat, a sheet at a time, to change the words of passages or leave them out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.contracts.commits import BlankMail, Commit
from core.contracts.messages import Choice, Say, Saying, Style, StyledMessage
from core.contracts.session import Entry, InputPurpose, Session
from core.conversation.context import ConversationContext
from core.conversation.draft import Draft, group_messages
from core.conversation.plan import edits_of
from core.documents.exchanges import answers_of
from core.documents.readable import excerpt
from core.features.book.at_hand import BookAtHand, book_button, load_book_at_hand
from core.features.book.decisions import BookState, BookStep, PassageOrigin, PassageWording, fingerprint
from core.features.book.documents.book import Book, BookPassage
from core.features.book.documents.display import split_paragraphs
from core.features.book.documents.gathering import editable_words
from core.features.book.documents.sheets import book_sheets, passage_text
from core.languages.messages import join_names, say

LISTED = 8
"""Passages that can be put back, with a button each; who has left out more sees the others after putting some back."""


@dataclass(frozen=True, slots=True)
class BookRequest:
    """A press of a button of a book, and the ways to answer it."""

    ctx: ConversationContext
    session: Session
    at: str = ""

    @property
    def number(self) -> int:
        return int(self.at) if self.at.isdecimal() else 0

    @property
    def passage(self) -> int:
        """Return the `seq` of a passage; 0 for none."""
        return int(self.at) if self.at.removeprefix("-").isdecimal() else 0

    def say(self, key: str, **values: str | float) -> str:
        return say(self.ctx.language, f"book-{key}", **values)

    def button(self, deed: str, at: object = "", **values: str | float) -> Choice:
        return book_button(self.ctx.language, self.session.id, deed, at, **values)

    def receivers(self, whole: BookAtHand) -> dict[str, str | float]:
        """Return the values for messages that say whom of the family a yes would reach."""
        names = [each.name or say(self.ctx.language, "family-somebody") for each in whole.circle.receivers]
        return {"names": join_names(names, self.ctx.language), "people": len(names), "family": "yes" if names else "no"}

    async def at_hand(self) -> tuple[BookAtHand, Book] | None:
        """Return the book, decided and made; None where no book was begun."""
        found = await load_book_at_hand(self.ctx.runtime, self.session.id)
        return None if found is None else (found, await found.made())

    def decided(self, step: BookStep | None, *sayings: Saying, chores: Sequence[str] = ()) -> Commit:
        """Return a commit of what becomes of the book, of words, and of chores where there is something to do."""
        draft = Draft(self.session, self.ctx.now)
        draft.ask_for(*chores)
        told = self.ctx.reply_with(draft, *sayings) if chores else self.ctx.reply(*sayings)
        return told if step is None else told.having(step)

    def too_late(self) -> Commit:
        """Answer a button whose passage is not there any more."""
        return self.ctx.plainly(say(self.ctx.language, "stale-button"))


async def show_sheet(asked: BookRequest) -> Commit:
    """Show a sheet; after the last one ask whether the book should be made."""
    found = await asked.at_hand()
    if found is None:
        return asked.too_late()
    whole, made = found
    behind = asked.number >= len(book_sheets(made)) and made.chapters
    return asked.ctx.reply(approval_page(asked, whole, made, whole.state) if behind else sheet_message(asked, made))


def sheet_message(asked: BookRequest, made: Book) -> Say:
    every = book_sheets(made)
    if not every:
        return Say(text=asked.say("empty"))
    here = min(asked.number, len(every) - 1)
    page = StyledMessage().add(every[here].chapter, Style.BOLD)
    for number, passage in enumerate(every[here].passages, 1):
        page.add(passage.question, Style.ITALIC)
        page.add(passage.by, Style.BOLD)
        mark = f"[{made.labels.photo}] " if passage.photo is not None else ""
        page.add(f"{number}. {mark}{passage_text(passage)}")
    if len(every) > 1:
        page.add(asked.say("sheet", number=here + 1, total=len(every)), Style.ITALIC)
    choices = [asked.button("go", here + 1, last="yes" if here + 1 == len(every) else "no")]
    choices += [asked.button("fix", here)] if any(not each.is_anothers for each in every[here].passages) else []
    choices.append(asked.button("out", here))
    return page.say((*choices, asked.button("seen")) if here == 0 else tuple(choices))


def approval_page(asked: BookRequest, whole: BookAtHand, made: Book, state: BookState) -> Say:
    """Ask whether the book should be made: the buttons say yes to exactly this one."""
    print_of = made.fingerprint()
    choices = [asked.button("mine", print_of), asked.button("ours", print_of), asked.button("stay", 0)]
    choices.append(asked.button("asks", questions="yes" if state.questions else "no"))
    if any(each.withheld for each in whole.wordings.values()):
        choices.append(asked.button("left"))
    return Say(text=asked.say("end", **asked.receivers(whole)), choices=tuple(choices))


def sheet_number(made: Book, seq: int) -> int:
    every = enumerate(book_sheets(made))
    return next((place for place, each in every if any(passage.seq == seq for passage in each.passages)), 0)


async def _passage(asked: BookRequest) -> tuple[Book, BookPassage] | None:
    """Return the book and the passage that a button names; None where it is not in the book any more."""
    found = await asked.at_hand()
    passages = () if found is None else found[1].passages
    passage = next((each for each in passages if each.seq == asked.passage), None)
    return None if found is None or passage is None else (found[1], passage)


async def choose_passage(asked: BookRequest, *, deed: str) -> Commit:
    """Ask which passage of a sheet to "word" or to "cut"; where there is only one, take that."""
    found = await asked.at_hand()
    every = () if found is None else book_sheets(found[1])
    if asked.number >= len(every):
        return asked.too_late()
    # Nobody says otherwise what another has told.
    passages = [each for each in every[asked.number].passages if deed == "cut" or not each.is_anothers]
    if not passages:
        return asked.too_late()
    if len(passages) == 1:
        only = replace(asked, at=str(passages[0].seq))
        return await (ask_what_to_cut(only) if deed == "cut" else ask_for_wording(only))
    page, choices = StyledMessage().add(asked.say(f"which-{deed}")), []
    for number, passage in enumerate(passages, 1):
        page.add(f"{number}. {excerpt(passage_text(passage), 80)}")
        choices.append(asked.button(deed, passage.seq, number=number))
    return asked.ctx.reply(page.say(tuple(choices)))


async def ask_for_wording(asked: BookRequest) -> Commit:
    """Take the next message as the new wording."""
    found = await _passage(asked)
    if found is None or found[1].is_anothers:
        return asked.too_late()
    ctx = asked.ctx
    page = StyledMessage().add(asked.say("wanted")).add(passage_text(found[1]), Style.QUOTE)
    person = ctx.awaiting(InputPurpose.BOOK, asked.session.id, asked.number)
    return ctx.reply(page.say((asked.button("keep"),)), person=person)


async def keep_passage(asked: BookRequest) -> Commit:
    return asked.ctx.reply(Say(text=asked.say("kept")), person=asked.ctx.person_at_rest)


async def save_wording(ctx: ConversationContext) -> Commit:
    """Put the message that was asked for in the place of a passage of the book; the answer stays as it is."""
    mending, edits = ctx.person.mending, edits_of(ctx.item, ctx.view.items)
    done = (ctx.item.id, *(item.id for item in edits))
    person = ctx.person_at_rest
    (message,) = group_messages(item.incoming for item in (ctx.item, *edits))
    words = "\n".join(split_paragraphs(message.text))
    found = None if mending is None else await load_book_at_hand(ctx.runtime, mending.session_id)
    answer = None if found is None or mending is None else answers_of(found.whole).get(mending.seq)
    if found is None or answer is None or not words:
        told = ctx.reply(Say(text=ctx.say("book-kept")), person=person)
        return replace(told, done=done).having(BlankMail(done))
    before = found.wordings.get(answer.seq) or PassageWording(seq=answer.seq)
    wording = own_wording(before, answer, words)
    asked = BookRequest(ctx, found.session)
    made = await replace(found, wordings={**found.wordings, answer.seq: wording}).made()
    page = StyledMessage().add(asked.say("changed")).add(words, Style.QUOTE)
    ways = (asked.button("go", sheet_number(made, answer.seq)), asked.button("word", answer.seq, number=0))
    told = ctx.reply(page.say(ways), person=person)
    step = BookStep(session_id=found.session.id, wordings=(wording,))
    return replace(told, done=done).having(step, BlankMail(done))


def own_wording(before: PassageWording, answer: Entry, words: str) -> PassageWording:
    """Return the decision that a passage is to have these words; without any it is as it was told."""
    of = fingerprint(editable_words(answer))
    return replace(before, of=of, text=words, origin=PassageOrigin.OWN, withheld=False)


async def ask_what_to_cut(asked: BookRequest) -> Commit:
    """Ask whether to leave a passage out of the book alone, or of everything that is made of the interview."""
    found = await _passage(asked)
    if found is None:
        return asked.too_late()
    made, passage = found
    own = not passage.is_anothers
    page = StyledMessage().add(asked.say("leave-out" if own else "leave-out-another", by=passage.by))
    page.add(passage_text(passage), Style.QUOTE)
    choices = [asked.button("drop", passage.seq), *([asked.button("hide", passage.seq)] if own else [])]
    return asked.ctx.reply(page.say((*choices, asked.button("stay", sheet_number(made, passage.seq)))))


async def withhold_passage(asked: BookRequest, *, withheld: bool) -> Commit:
    """Leave a passage out of the book, or put it back."""
    whole, seq = await load_book_at_hand(asked.ctx.runtime, asked.session.id), asked.passage
    if whole is None or seq not in whole.told:
        return asked.too_late()
    wording = replace(whole.wordings.get(seq) or PassageWording(seq=seq), withheld=withheld)
    after = replace(whole, wordings={**whole.wordings, seq: wording})
    here = sheet_number(await (whole if withheld else after).made(), seq)
    ways = [asked.button("go", min(here, len(book_sheets(await after.made()))))]
    ways += [asked.button("back", seq, number=0)] if withheld else []
    dropped = "dropped" if seq > 0 else "dropped-another"
    words = Say(text=asked.say(dropped if withheld else "put-back"), choices=tuple(ways))
    return asked.decided(BookStep(session_id=asked.session.id, wordings=(wording,)), words)


async def hide_passage(asked: BookRequest) -> Commit:
    """Keep an answer back from every document: the transcript, the readings, and the book."""
    found = await _passage(asked)
    if found is None or found[1].is_anothers:
        return asked.too_late()
    draft = Draft(asked.session, asked.ctx.now)
    draft.keep_back((asked.number,))
    way = asked.button("go", sheet_number(found[0], asked.number))
    return asked.ctx.reply_with(draft, Say(text=asked.say("hidden"), choices=(way,)))


async def show_left_out(asked: BookRequest) -> Commit:
    """List everything that is not in the book, with a way back for each."""
    found = await load_book_at_hand(asked.ctx.runtime, asked.session.id)
    if found is None:
        return asked.too_late()
    told = found.told
    out = [(seq, told[seq]) for seq, each in found.wordings.items() if each.withheld and seq in told]
    page, choices = StyledMessage().add(asked.say("left-out", passages=len(out))), []
    for number, (seq, words) in enumerate(out[:LISTED], 1):
        page.add(f"{number}. {excerpt(words)}")
        choices.append(asked.button("back", seq, number=number))
    return asked.ctx.reply(page.say((*choices, asked.button("stay", 0))))
