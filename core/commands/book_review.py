"""Reading a book through in the chat, a sheet at a time: passages are said otherwise, or left out."""

from __future__ import annotations

from dataclasses import replace

from core.commands.book_request import BookRequest, Deed
from core.contracts.book import BookState, BookStep, PassageOrigin, PassageWording, fingerprint
from core.contracts.commits import BlankMail, Commit
from core.contracts.messages import Say, Style
from core.contracts.page import StyledMessage
from core.contracts.session import InputPurpose, PendingInput
from core.conversation.context import ConversationContext
from core.conversation.current_book import BookAtHand, load_book_at_hand
from core.conversation.draft import Draft, group_messages
from core.conversation.mailbox import edits_of
from core.documents.book.book import Book, BookPassage
from core.documents.book.display import split_paragraphs
from core.documents.book.gathering import editable_words
from core.documents.book.sheets import book_sheets, passage_text
from core.documents.exchanges import answers_of
from core.documents.readable import excerpt
from core.languages.messages import say

LISTED = 8
"""Passages that can be put back, with a button each; who has left out more sees the others after putting some back."""


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
    """Ask whether it should be made: the buttons say yes to exactly this book."""
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
    """The passage that a button names, as it stands in the book; None where it is in it no more."""
    found = await asked.at_hand()
    passages = () if found is None else found[1].passages
    passage = next((each for each in passages if each.seq == asked.passage), None)
    return None if found is None or passage is None else (found[1], passage)


async def _which(asked: BookRequest, deed: str, then: Deed) -> Commit:
    """Ask which passage of a sheet is meant; where there is only one, take that."""
    found = await asked.at_hand()
    every = () if found is None else book_sheets(found[1])
    if asked.number >= len(every):
        return asked.too_late()
    # Nobody says otherwise what another has told.
    passages = [each for each in every[asked.number].passages if then is not ask_for_wording or not each.is_anothers]
    if not passages:
        return asked.too_late()
    if len(passages) == 1:
        return await then(replace(asked, at=str(passages[0].seq)))
    page, choices = StyledMessage().add(asked.say(f"which-{deed}")), []
    for number, passage in enumerate(passages, 1):
        page.add(f"{number}. {excerpt(passage_text(passage), 80)}")
        choices.append(asked.button(deed, passage.seq, number=number))
    return asked.ctx.reply(page.say(tuple(choices)))


# --- saying it otherwise -------------------------------------------------------------------------------------------


async def ask_for_wording(asked: BookRequest) -> Commit:
    """Take the next message as the new wording."""
    found = await _passage(asked)
    if found is None or found[1].is_anothers:
        return asked.too_late()
    ctx = asked.ctx
    mending = PendingInput(
        session_id=asked.session.id, seq=asked.number, wanted=InputPurpose.BOOK, asked_at=ctx.now, after=ctx.item.id
    )
    page = StyledMessage().add(asked.say("wanted")).add(passage_text(found[1]), Style.QUOTE)
    return ctx.reply(page.say((asked.button("keep"),)), person=ctx.person.model_copy(update={"mending": mending}))


async def keep_passage(asked: BookRequest) -> Commit:
    person = asked.ctx.person.model_copy(update={"mending": None})
    return asked.ctx.reply(Say(text=asked.say("kept")), person=person)


async def save_wording(ctx: ConversationContext) -> Commit:
    """The message that was asked for: in the book it stands in the place of the passage; the answer stays as it is."""
    mending, edits = ctx.person.mending, edits_of(ctx.item, ctx.view.items)
    done = (ctx.item.id, *(item.id for item in edits))
    person = ctx.person.model_copy(update={"mending": None})
    (message,) = group_messages(item.incoming for item in (ctx.item, *edits))
    words = "\n".join(split_paragraphs(message.text))
    found = None if mending is None else await load_book_at_hand(ctx.runtime, mending.session_id)
    answer = None if found is None or mending is None else answers_of(found.whole).get(mending.seq)
    if found is None or answer is None or not words:
        told = ctx.reply(Say(text=say(ctx.language, "book-kept")), person=person)
        return replace(told, done=done).having(BlankMail(done))
    wording = PassageWording(
        seq=answer.seq, of=fingerprint(editable_words(answer)), text=words, origin=PassageOrigin.OWN
    )
    asked = BookRequest(ctx, found.session)
    made = await replace(found, wordings={**found.wordings, answer.seq: wording}).made()
    page = StyledMessage().add(asked.say("changed")).add(words, Style.QUOTE)
    ways = (asked.button("go", sheet_number(made, answer.seq)), asked.button("word", answer.seq, number=0))
    told = ctx.reply(page.say(ways), person=person)
    step = BookStep(session_id=found.session.id, wordings=(wording,))
    return replace(told, done=done).having(step, BlankMail(done))


# --- leaving it out ------------------------------------------------------------------------------------------------


async def ask_what_to_cut(asked: BookRequest) -> Commit:
    """Ask: out of the book alone, or out of everything that is made of the interview?"""
    found = await _passage(asked)
    if found is None:
        return asked.too_late()
    made, passage = found
    own = not passage.is_anothers
    page = StyledMessage().add(asked.say("leave-out" if own else "leave-out-another", by=passage.by))
    page.add(passage_text(passage), Style.QUOTE)
    choices = [asked.button("drop", passage.seq), *([asked.button("hide", passage.seq)] if own else [])]
    return asked.ctx.reply(page.say((*choices, asked.button("stay", sheet_number(made, passage.seq)))))


async def drop_passage(asked: BookRequest) -> Commit:
    return await _withheld(asked, withheld=True)


async def restore_passage(asked: BookRequest) -> Commit:
    return await _withheld(asked, withheld=False)


async def _withheld(asked: BookRequest, *, withheld: bool) -> Commit:
    found = await load_book_at_hand(asked.ctx.runtime, asked.session.id)
    whole, seq = (found if found is not None and asked.passage in found.told else None), asked.passage
    if whole is None:
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
    """Keep it back from every document: the transcript, the readings, and the book."""
    found = await _passage(asked)
    if found is None or found[1].is_anothers:
        return asked.too_late()
    draft = Draft(asked.session, asked.ctx.now)
    draft.keep_back((asked.number,))
    way = asked.button("go", sheet_number(found[0], asked.number))
    told = asked.ctx.reply(Say(text=asked.say("hidden"), choices=(way,)))
    return replace(draft.change(done=(asked.ctx.item.id,)), letters=told.letters)


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


async def choose_passage_to_word(asked: BookRequest) -> Commit:
    return await _which(asked, "word", ask_for_wording)


async def choose_passage_to_cut(asked: BookRequest) -> Commit:
    return await _which(asked, "cut", ask_what_to_cut)
