"""Reading a book through in the chat, a sheet at a time: passages are said otherwise, or left out."""

from __future__ import annotations

from dataclasses import replace

from core.commands.book_asked import Asked, Deed
from core.contracts.book import BookState, BookStep, Origin, Wording, fingerprint
from core.contracts.change import Change
from core.contracts.messages import Say, Style
from core.contracts.page import Page
from core.contracts.session import Mending, Wanted
from core.conversation.book_at_hand import BookAtHand, book_at_hand
from core.conversation.context import Context
from core.conversation.draft import Draft, spoken
from core.conversation.mailbox import edits_of
from core.documents.book.book import Book, Passage
from core.documents.book.display import paragraphs
from core.documents.book.gathering import told_words
from core.documents.book.sheets import sheets, words_of
from core.documents.exchanges import answers_of
from core.documents.readable import excerpt
from core.words import say

LISTED = 8
"""Passages that can be put back, with a button each; who has left out more sees the others after putting some back."""


async def go(asked: Asked) -> Change:
    """A sheet; behind the last one the question whether the book shall be made."""
    found = await asked.at_hand()
    if found is None:
        return asked.too_late()
    whole, made = found
    behind = asked.number >= len(sheets(made)) and made.chapters
    return asked.ctx.reply(end(asked, whole, made, whole.state) if behind else sheet(asked, made))


def sheet(asked: Asked, made: Book) -> Say:
    every = sheets(made)
    if not every:
        return Say(text=asked.say("empty"))
    here = min(asked.number, len(every) - 1)
    page = Page().add(every[here].chapter, Style.BOLD)
    for number, passage in enumerate(every[here].passages, 1):
        page.add(passage.question, Style.ITALIC)
        page.add(passage.by, Style.BOLD)
        mark = f"[{made.labels.photo}] " if passage.photo is not None else ""
        page.add(f"{number}. {mark}{words_of(passage)}")
    if len(every) > 1:
        page.add(asked.say("sheet", number=here + 1, total=len(every)), Style.ITALIC)
    choices = [asked.button("go", here + 1, last="yes" if here + 1 == len(every) else "no")]
    choices += [asked.button("fix", here)] if any(not each.is_anothers for each in every[here].passages) else []
    choices.append(asked.button("out", here))
    return page.say((*choices, asked.button("seen")) if here == 0 else tuple(choices))


def end(asked: Asked, whole: BookAtHand, made: Book, state: BookState) -> Say:
    """The question whether it shall be made: the buttons say yes to exactly this book."""
    print_of = made.fingerprint()
    choices = [asked.button("mine", print_of), asked.button("ours", print_of), asked.button("stay", 0)]
    choices.append(asked.button("asks", questions="yes" if state.questions else "no"))
    if any(each.withheld for each in whole.wordings.values()):
        choices.append(asked.button("left"))
    return Say(text=asked.say("end", **asked.receivers(whole)), choices=tuple(choices))


def place_of(made: Book, seq: int) -> int:
    """The number of the sheet that a passage is on."""
    every = enumerate(sheets(made))
    return next((place for place, each in every if any(passage.seq == seq for passage in each.passages)), 0)


async def _passage(asked: Asked) -> tuple[Book, Passage] | None:
    """The passage that a button names, as it stands in the book; None where it is in it no more."""
    found = await asked.at_hand()
    passages = () if found is None else found[1].passages
    passage = next((each for each in passages if each.seq == asked.passage), None)
    return None if found is None or passage is None else (found[1], passage)


async def _told(asked: Asked) -> BookAtHand | None:
    """Where what a button names is there, in the book or not; None where it was taken back or is kept back."""
    found = await book_at_hand(asked.ctx.runtime, asked.session.id)
    return found if found is not None and asked.passage in found.told else None


async def _which(asked: Asked, deed: str, then: Deed) -> Change:
    """Which passage of a sheet is meant; where there is one alone, that."""
    found = await asked.at_hand()
    every = () if found is None else sheets(found[1])
    if asked.number >= len(every):
        return asked.too_late()
    # Nobody says otherwise what another has told.
    passages = [each for each in every[asked.number].passages if then is not word or not each.is_anothers]
    if not passages:
        return asked.too_late()
    if len(passages) == 1:
        return await then(replace(asked, at=str(passages[0].seq)))
    page, choices = Page().add(asked.say(f"which-{deed}")), []
    for number, passage in enumerate(passages, 1):
        page.add(f"{number}. {excerpt(words_of(passage), 80)}")
        choices.append(asked.button(deed, passage.seq, number=number))
    return asked.ctx.reply(page.say(tuple(choices)))


# --- saying it otherwise -------------------------------------------------------------------------------------------


async def word(asked: Asked) -> Change:
    """From now on the next message is what shall stand there."""
    found = await _passage(asked)
    if found is None or found[1].is_anothers:
        return asked.too_late()
    ctx = asked.ctx
    mending = Mending(
        session_id=asked.session.id, seq=asked.number, wanted=Wanted.BOOK, asked_at=ctx.now, after=ctx.item.id
    )
    page = Page().add(asked.say("wanted")).add(words_of(found[1]), Style.QUOTE)
    return ctx.reply(page.say((asked.button("keep"),)), person=ctx.person.model_copy(update={"mending": mending}))


async def keep(asked: Asked) -> Change:
    person = asked.ctx.person.model_copy(update={"mending": None})
    return asked.ctx.reply(Say(text=asked.say("kept")), person=person)


async def reworded(ctx: Context) -> Change:
    """The message that was asked for: in the book it stands in the place of the passage; the answer stays as it is."""
    mending, edits = ctx.person.mending, edits_of(ctx.item, ctx.view.items)
    done = (ctx.item.id, *(item.id for item in edits))
    person = ctx.person.model_copy(update={"mending": None})
    (message,) = spoken(item.incoming for item in (ctx.item, *edits))
    words = "\n".join(paragraphs(message.text))
    found = None if mending is None else await book_at_hand(ctx.runtime, mending.session_id)
    answer = None if found is None or mending is None else answers_of(found.whole).get(mending.seq)
    if found is None or answer is None or not words:
        told = ctx.reply(Say(text=say(ctx.language, "book-kept")), person=person)
        return replace(told, done=done, blanked=done)
    wording = Wording(seq=answer.seq, of=fingerprint(told_words(answer)), text=words, origin=Origin.OWN)
    asked = Asked(ctx, found.session)
    made = await replace(found, wordings={**found.wordings, answer.seq: wording}).made()
    page = Page().add(asked.say("changed")).add(words, Style.QUOTE)
    ways = (asked.button("go", place_of(made, answer.seq)), asked.button("word", answer.seq, number=0))
    told = ctx.reply(page.say(ways), person=person)
    step = BookStep(session_id=found.session.id, wordings=(wording,))
    return replace(told, book=step, done=done, blanked=done)


# --- leaving it out ------------------------------------------------------------------------------------------------


async def cut(asked: Asked) -> Change:
    """Out of the book alone, or out of everything that is made of the interview?"""
    found = await _passage(asked)
    if found is None:
        return asked.too_late()
    made, passage = found
    own = not passage.is_anothers
    page = Page().add(asked.say("leave-out" if own else "leave-out-another", by=passage.by))
    page.add(words_of(passage), Style.QUOTE)
    choices = [asked.button("drop", passage.seq), *([asked.button("hide", passage.seq)] if own else [])]
    return asked.ctx.reply(page.say((*choices, asked.button("stay", place_of(made, passage.seq)))))


async def drop(asked: Asked) -> Change:
    return await _withheld(asked, withheld=True)


async def put_back(asked: Asked) -> Change:
    return await _withheld(asked, withheld=False)


async def _withheld(asked: Asked, *, withheld: bool) -> Change:
    whole, seq = await _told(asked), asked.passage
    if whole is None:
        return asked.too_late()
    wording = replace(whole.wordings.get(seq) or Wording(seq=seq), withheld=withheld)
    after = replace(whole, wordings={**whole.wordings, seq: wording})
    here = place_of(await (whole if withheld else after).made(), seq)
    ways = [asked.button("go", min(here, len(sheets(await after.made()))))]
    ways += [asked.button("back", seq, number=0)] if withheld else []
    dropped = "dropped" if seq > 0 else "dropped-another"
    words = Say(text=asked.say(dropped if withheld else "put-back"), choices=tuple(ways))
    return asked.decided(BookStep(session_id=asked.session.id, wordings=(wording,)), words)


async def hide(asked: Asked) -> Change:
    """Keep it back from every document: the transcript, the readings, and the book."""
    found = await _passage(asked)
    if found is None or found[1].is_anothers:
        return asked.too_late()
    draft = Draft(asked.session, asked.ctx.now)
    draft.keep_back((asked.number,))
    way = asked.button("go", place_of(found[0], asked.number))
    told = asked.ctx.reply(Say(text=asked.say("hidden"), choices=(way,)))
    return replace(draft.change(done=(asked.ctx.item.id,)), letters=told.letters)


async def left_out(asked: Asked) -> Change:
    """What is not in the book, with a way back for each."""
    found = await book_at_hand(asked.ctx.runtime, asked.session.id)
    if found is None:
        return asked.too_late()
    told = found.told
    out = [(seq, told[seq]) for seq, each in found.wordings.items() if each.withheld and seq in told]
    page, choices = Page().add(asked.say("left-out", passages=len(out))), []
    for number, (seq, words) in enumerate(out[:LISTED], 1):
        page.add(f"{number}. {excerpt(words)}")
        choices.append(asked.button("back", seq, number=number))
    return asked.ctx.reply(page.say((*choices, asked.button("stay", 0))))


async def which_to_word(asked: Asked) -> Change:
    return await _which(asked, "word", word)


async def which_to_cut(asked: Asked) -> Change:
    return await _which(asked, "cut", cut)
