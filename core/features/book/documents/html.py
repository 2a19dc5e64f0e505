"""A book as one HTML file that reads and prints well: no script, nothing from elsewhere, photos and sounds inside."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.resources import files

from markupsafe import Markup

from core.features.book.documents.book import Book, BookChapter, BookPassage
from core.features.book.documents.display import with_break_points

Media = tuple[str, bytes]
"""A media type, and what a file holds."""
Address = Callable[[str], str]
"""Returns the address at which a page finds the file of a place; empty where there is none."""


def book_html(book: Book, media: Mapping[str, Media]) -> bytes:
    """Return the file. `media`: photographs and recordings by their places; those that are missing are only named."""

    def address(place: str) -> str:
        if place not in media:
            return ""
        kind, body = media[place]
        return f"data:{kind};base64,{b64encode(body).decode()}"

    parts = [title_header(book, address)]
    titles = [(number, chapter.title) for number, chapter in enumerate(book.chapters, 1) if chapter.title]
    if len(titles) > 1:
        entry = Markup('<li><a href="#chapter-{}" dir="auto">{}</a></li>')
        items = Markup("\n").join(entry.format(number, title) for number, title in titles)
        parts.append(Markup("<nav>\n<h2>{}</h2>\n<ol>\n{}\n</ol>\n</nav>").format(book.labels.contents, items))
    for number, chapter in enumerate(book.chapters, 1):
        body = Markup("\n").join(chapter_parts(book, chapter, address))
        parts.append(Markup('<section id="chapter-{}" class="chapter">\n{}\n</section>').format(number, body))
    parts.append(Markup('<footer class="colophon">\n{}\n</footer>').format(html_lines(book.colophon)))
    page, style, body = own_template("page.html"), own_template("book.css"), Markup("\n").join(parts)
    return page.format(language=book.language, title=book.whole_title, style=style, body=body).encode()


def own_template(name: str) -> Markup:
    return Markup(files(__package__).joinpath(name).read_text(encoding="utf-8"))  # noqa: S704 - our own file


def title_header(book: Book, address: Address) -> Markup:
    """Return the title with the cover behind it, and the dedication."""
    name = Markup('<p class="name" dir="auto">{}</p>').format(with_break_points(book.name)) if book.name else Markup()
    kind, picture = Markup(), Markup()
    if book.cover is not None:
        kind = Markup(' class="cover cover-{}"').format(book.cover.colour)
        if at := address(book.cover.file):
            picture = Markup('<img src="{}" alt="{}"/>\n').format(at, book.labels.photo)
    frame = Markup('<header{}>\n{}{}\n<h1 dir="auto">{}</h1>\n<p class="years" dir="auto">{}</p>\n</header>')
    title = frame.format(kind, picture, name, with_break_points(book.title), book.shown_years)
    if not book.dedication:
        return title
    return title + Markup('\n<p class="dedication" dir="auto">{}</p>').format(html_lines(book.dedication))


def chapter_parts(book: Book, chapter: BookChapter, address: Address) -> Iterator[Markup]:
    """Yield the parts of a chapter in XHTML."""
    if chapter.title:
        yield Markup('<h2 dir="auto">{}</h2>').format(with_break_points(chapter.title))
    for passage in chapter.passages:
        yield from passage_parts(book, passage, address)


def passage_parts(book: Book, passage: BookPassage, address: Address) -> Iterator[Markup]:
    """Yield the parts of a passage in XHTML."""
    if passage.question:
        yield Markup('<p class="question" dir="auto">{}</p>').format(with_break_points(passage.question))
    if passage.by:
        yield Markup('<p class="by" dir="auto">{}</p>').format(with_break_points(passage.by))
    if passage.photo is not None:
        words = " ".join(passage.photo.caption) or book.labels.photo
        shown = Markup('<p class="absent">{}</p>').format(book.labels.photo_absent)
        if at := address(passage.photo.file):
            shown = Markup('<img src="{}" alt="{}"/>').format(at, words)
        caption = html_lines(passage.photo.caption)
        below = Markup("\n<figcaption>{}</figcaption>").format(caption) if caption else Markup()
        side = Markup(' class="beside"') if passage.photo.beside else Markup()
        yield Markup("<figure{}>\n{}{}\n</figure>").format(side, shown, below)
    for place, paragraph in enumerate(passage.paragraphs):
        names = " ".join((*(("first",) if place == 0 else ()), *(("aside",) if passage.aside else ())))
        kind = Markup(' class="{}"').format(names) if names else Markup()
        yield Markup('<p{} dir="auto">{}</p>').format(kind, with_break_points(paragraph))
    if passage.sound is not None:
        sound, at = passage.sound, address(passage.sound.file)
        label = f"{book.labels.recording} {sound.number}, {sound.length}"
        if at:
            player = Markup('<audio controls="controls" preload="none" src="{}">{}</audio>').format(at, sound.name)
            yield Markup('<p class="sound">{}<br/>{}</p>').format(label, player)
        else:
            yield Markup('<p class="sound">{} ({})</p>').format(label, sound.name)


def html_lines(words: Iterable[str]) -> Markup:
    return Markup("<br/>").join(with_break_points(each) for each in words)
