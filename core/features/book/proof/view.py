"""The pages of a proof as HTML: the book as it will print, and the forms that change it. They need no script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from markupsafe import Markup, escape

from core.documents.exchanges import answers_of
from core.documents.readable import excerpt
from core.features.book.at_hand import BookAtHand
from core.features.book.decisions import COLOURS, PhotoPlace, fingerprint
from core.features.book.documents.book import Book, BookPassage
from core.features.book.documents.gathering import editable_words
from core.features.book.documents.html import html_lines, passage_parts, title_header
from core.features.book.documents.sheets import passage_text
from core.languages.messages import join_names, say

NOTICES: Final = frozenset({"saved", "undone", "changed", "hidden"})
FRONT: Final = "front"
_LETTERS_A_ROW = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofPage:
    """Everything that the page of a book shows."""

    language: str
    token: str
    mark: str
    """The mark of its interview."""
    found: BookAtHand
    book: Book
    usual_title: str
    editing: str
    """What is being changed: the `seq` of a passage, or "front"; empty for nothing."""
    notice: str
    undoable: bool
    others: Sequence[tuple[str, str]]
    """The marks and titles of the person's other interviews."""

    def say(self, key: str, **values: str | float) -> str:
        return say(self.language, f"proof-{key}", **values)

    def address(self, place: str) -> str:
        """Return the address of a photograph."""
        return f"{place}?of={self.mark}" if place else ""

    def form(self, *inside: Markup, name: str) -> Markup:
        fields = _hidden("form", self.token) + _hidden("of", self.mark)
        return _element("form", fields, *inside, method="post", action="/book", class_=name)

    def change_link(self, what: str, at: str, words: str, label: str) -> Markup:
        query = urlencode({"of": self.mark, "edit": what})
        return _element("a", words, href=f"/book?{query}#{at}", class_="change", aria_label=label)

    def close_link(self, at: str) -> Markup:
        return _element("a", self.say("close"), href=f"/book?of={self.mark}#{at}", class_="button")


def proof_page(page: ProofPage) -> str:
    """Return the book with what can be done to it."""
    chapters = [
        _element("section", *_chapter(page, number), id=f"chapter-{number}", class_="sheet chapter")
        for number in range(1, len(page.book.chapters) + 1)
    ]
    last = _element("section", _element("p", html_lines(page.book.colophon), class_="colophon"), class_="sheet last")
    main = _element(
        "main",
        _element("p", page.say("intro"), class_="intro"),
        _element("section", *_front(page), id=FRONT, class_="sheet front"),
        *_contents(page),
        *chapters,
        last,
        *_left_out(page),
        _ending(page),
        class_="proof",
    )
    return _top(page.language) + main + _notice(page)


def start_page(language: str, token: str, mark: str, *, offline: bool) -> str:
    """Return the page on which a book is begun."""
    fields = _hidden("form", token) + _hidden("of", mark)
    told = _deed("told", say(language, "book-button-told"), "send big")
    read = _deed("read", say(language, "book-button-read"), "big")
    ways = say(language, "book-ways", offline="yes" if offline else "no")
    form = _element("form", fields, told, read, method="post", action="/book", class_="ways")
    title = _element("h1", say(language, "proof-link"))
    words = _element("p", say(language, "book-offer")) + _element("p", ways)
    return _top(language) + _element("main", title, words, form, class_="welcome")


def nothing_page(language: str) -> str:
    """Return the page for somebody who has told nothing yet."""
    inside = _element("h1", say(language, "proof-link")) + _element("p", say(language, "book-nothing"))
    return _top(language) + _element("main", inside, class_="notice")


# --- the parts --------------------------------------------------------------------------------------------------------


def _top(language: str) -> Markup:
    back = _element("a", say(language, "page-reading-back"), href="/", class_="button")
    return _element("nav", back, class_="reading", aria_label=say(language, "proof-link"))


def _notice(page: ProofPage) -> Markup:
    """Return the line that says what was done, with the button that takes it back."""
    said = page.say(f"notice-{page.notice}") if page.notice in NOTICES else ""
    takes_back = page.undoable and page.notice != "hidden" and not page.editing
    undo = page.form(_deed("undo", page.say("undo")), name="undo") if takes_back else Markup()
    if not said and not undo:
        return Markup()
    return _element("div", _element("p", said, role="status"), undo, class_="saved")


def _front(page: ProofPage) -> Iterator[Markup]:
    yield title_header(page.book, page.address)
    if page.editing == FRONT:
        yield _front_form(page)
    else:
        words = page.say("change-front")
        yield page.change_link(FRONT, FRONT, words, words)


def _front_form(page: ProofPage) -> Markup:
    front = page.found.state.front
    photos = [each for each in page.book.passages if each.photo is not None and each.photo.file]
    colours = [_radio("colour", "", page.say("colour-none"), chosen=not front.colour, class_="swatch swatch-none")]
    colours += [
        _radio("colour", name, page.say(f"colour-{name}"), chosen=front.colour == name, class_=f"swatch cover-{name}")
        for name in COLOURS
    ]
    pictures = [_radio("photo", "0", page.say("no-photo"), chosen=not front.photo)]
    for each in photos:
        words = excerpt(passage_text(each), 60) or page.book.labels.photo
        chosen = front.photo == each.seq
        pictures.append(_radio("photo", str(each.seq), words, chosen=chosen, image=page.address(_place(each))))
    return page.form(
        _line_field("title", page.say("title"), page.book.title, autofocus=True),
        _line_field("name", page.say("name"), page.book.name),
        _line_field("years", page.say("years"), front.years, placeholder="1941–2026"),
        _element("label", _element("span", page.say("dedication")), _area("dedication", front.dedication)),
        _element("fieldset", _element("legend", page.say("colour")), *colours, class_="colours"),
        _element("fieldset", _element("legend", page.say("cover-photo")), *pictures, class_="pictures")
        if photos
        else Markup(),
        _element("p", _deed("front", page.say("save"), "send"), page.close_link(FRONT), class_="row"),
        name="edit",
    )


def _place(passage: BookPassage) -> str:
    return "" if passage.photo is None else passage.photo.file


def _contents(page: ProofPage) -> Iterator[Markup]:
    titles = [(number, chapter.title) for number, chapter in enumerate(page.book.chapters, 1) if chapter.title]
    if len(titles) > 1:
        items = [
            _element("li", _element("a", title, href=f"#chapter-{number}", dir="auto")) for number, title in titles
        ]
        heading = _element("h2", page.book.labels.contents, id="contents")
        inside = _element("nav", heading, _element("ol", *items), aria_labelledby="contents")
        yield _element("section", inside, class_="sheet contents")


def _chapter(page: ProofPage, number: int) -> Iterator[Markup]:
    chapter = page.book.chapters[number - 1]
    if chapter.title:
        yield _element("h2", chapter.title, dir="auto")
    for passage in chapter.passages:
        name = "passage"
        if passage.photo is not None and passage.photo.beside:
            # What was asked goes over both, the photograph and the words beside it.
            opening = BookPassage(seq=passage.seq, question=passage.question, by=passage.by)
            yield from passage_parts(page.book, opening, page.address)
            passage, name = passage.model_copy(update={"question": "", "by": ""}), "passage beside"
        shown = Markup("\n").join(passage_parts(page.book, passage, page.address))
        if page.editing == str(passage.seq):
            below, name = _passage_form(page, passage), f"{name} editing"
        else:
            words = excerpt(passage_text(passage), 60) or page.book.labels.photo
            label = page.say("change-passage", words=words)
            below = page.change_link(str(passage.seq), f"p{passage.seq}", page.say("change"), label)
        yield _element("div", shown, below, id=f"p{passage.seq}", class_=name)


def _passage_form(page: ProofPage, passage: BookPassage) -> Markup:
    at, seq = f"p{passage.seq}", _hidden("seq", str(passage.seq))
    if passage.is_anothers:
        hint = _element(
            "p", page.say("anothers", by=passage.by or say(page.language, "family-somebody")), class_="hint"
        )
        row = _element("p", _deed("drop", page.say("drop"), autofocus=True), page.close_link(at), class_="row")
        return page.form(seq, hint, row, name="edit")
    answer = answers_of(page.found.whole)[passage.seq]
    told, shown = editable_words(answer), passage_text(passage)
    label = page.say("caption" if passage.photo is not None else "says")
    wording = page.found.wordings.get(passage.seq)
    parts = [
        seq,
        _hidden("words", fingerprint(told)),
        _hidden("shown", shown),
        _element("label", _element("span", label), _area("text", shown, autofocus=True)),
    ]
    if passage.photo is not None:
        where = wording.place if wording is not None and wording.place else PhotoPlace.WIDE.value
        ways = [
            _radio("place", each.value, page.say(f"place-{each.value}"), chosen=where == each.value)
            for each in PhotoPlace
        ]
        parts.append(_element("fieldset", _element("legend", page.say("place")), *ways, class_="places"))
    parts.append(_element("p", _deed("word", page.say("save"), "send"), page.close_link(at), class_="row"))
    parts.append(_element("p", page.say("stays"), class_="hint"))
    more = [_deed("as-told", page.say("as-told"))] if wording is not None and wording.text else []
    more += [_deed("cover", page.say("to-cover"))] if passage.photo is not None else []
    more += [_deed("drop", page.say("drop")), _deed("hide", page.say("hide"))]
    parts.append(_element("p", *more, class_="row more"))
    return page.form(*parts, name="edit")


def _left_out(page: ProofPage) -> Iterator[Markup]:
    told = page.found.told
    out = [(seq, told[seq]) for seq, each in page.found.wordings.items() if each.withheld and seq in told]
    if not out:
        return
    items = []
    for seq, words in out:
        label = page.say("back-passage", words=excerpt(words, 60))
        back = _deed("back", page.say("back"), aria_label=label)
        form = page.form(_hidden("seq", str(seq)), back, name="back")
        items.append(_element("li", _element("span", excerpt(words, 160), dir="auto"), form, id=f"p{seq}"))
    heading = _element("h2", page.say("left-out"))
    yield _element("section", heading, _element("ul", *items), class_="aside left-out")


def _ending(page: ProofPage) -> Markup:
    """Return the question whether the book should be made, and the links to the person's other books."""
    state, print_of = page.found.state, page.book.fingerprint()
    names = [each.name or say(page.language, "family-somebody") for each in page.found.circle.receivers]
    receivers: dict[str, str | float] = {
        "names": join_names(names, page.language),
        "people": len(names),
        "family": "yes" if names else "no",
    }
    seen = _hidden("print", print_of)
    if state.approved == print_of:
        words, ways = say(page.language, "book-begun", approved="yes"), [_deed("send", _button(page, "send"), "send")]
    else:
        words = say(page.language, "book-end", **receivers)
        ways = [_deed("mine", _button(page, "mine"), "send"), _deed("ours", _button(page, "ours"))]
    asks = say(page.language, "book-button-asks", questions="yes" if state.questions else "no")
    parts = [_element("p", words), page.form(seen, *ways, _deed("asks", asks), name="row")]
    if page.others:
        links = [_element("li", _element("a", title, href=f"/book?of={mark}")) for mark, title in page.others]
        parts += [_element("h2", page.say("others")), _element("ul", *links)]
    return _element("section", *parts, id="end", class_="aside ending")


def _button(page: ProofPage, deed: str) -> str:
    return say(page.language, f"book-button-{deed}")


# --- elements ---------------------------------------------------------------------------------------------------------


def _element(name: str, /, *children: Markup | str, **attributes: str | bool) -> Markup:
    """Return an element with an end tag; an attribute that is true has no value, and one that is false is left out."""
    given = _attributes(attributes)
    return Markup("<{0}{1}>{2}</{0}>").format(Markup(name), given, Markup().join(map(escape, children)))  # noqa: S704


def _attributes(attributes: dict[str, str | bool]) -> Markup:
    parts = [Markup()]
    for name, value in attributes.items():
        written = Markup(name.rstrip("_").replace("_", "-"))  # noqa: S704 - our own words
        if value is True:
            parts.append(Markup(" {}").format(written))
        elif value is not False:
            parts.append(Markup(' {}="{}"').format(written, value))
    return Markup().join(parts)


def _hidden(name: str, value: str) -> Markup:
    return Markup('<input type="hidden" name="{}" value="{}">').format(name, value)


def _deed(deed: str, words: str, class_: str = "", **more: str | bool) -> Markup:
    """Return a button that sends its form with this deed."""
    return _element("button", words, type="submit", name="deed", value=deed, class_=class_, **more)


def _line_field(name: str, words: str, value: str, **more: str | bool) -> Markup:
    given = _attributes(
        {"name": name, "value": value, "maxlength": "120", "dir": "auto", "autocomplete": "off", **more}
    )
    return _element("label", _element("span", words), Markup('<input type="text"{}>').format(given))


def _area(name: str, value: str, **more: str | bool) -> Markup:
    rows = min(24, max(2, sum(len(line) // _LETTERS_A_ROW + 1 for line in value.split("\n")) + 1))
    # A line end right behind the tag is no part of the text.
    return _element("textarea", "\n" + value, name=name, rows=str(rows), dir="auto", **more)


def _radio(name: str, value: str, words: str, *, chosen: bool, image: str = "", class_: str = "") -> Markup:
    given = _attributes({"type": "radio", "name": name, "value": value, "checked": chosen})
    picture = Markup('<img src="{}" alt="" loading="lazy">').format(image) if image else Markup()
    swatch = _element("span", class_=class_, aria_hidden="true") if class_ else Markup()
    return _element("label", Markup("<input{}>").format(given), swatch, picture, _element("span", words))
