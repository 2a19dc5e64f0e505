"""Uploads as no browser sends them: refused with 400, soon, and without leaving anything."""

from __future__ import annotations

import pytest

from tests.integration.test_web_uploads import Here, here

__all__ = ["here"]


async def posted_raw(here: Here, body: bytes, boundary: str = "b") -> int:
    headers = here.browser.own_headers() | {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    async with here.browser.session.post(f"{here.browser.origin}/files", data=body, headers=headers) as answer:
        return answer.status


def part(name: str, value: bytes, *headers: str) -> bytes:
    lines = "".join(f"{line}\r\n" for line in (f'Content-Disposition: form-data; name="{name}"', *headers))
    return b"--b\r\n" + lines.encode("utf-8", "surrogateescape") + b"\r\n" + value + b"\r\n"


OWN = part("id", b"11111111-1111")
MALFORMED = {
    "nothing": b"",
    "no end": b"--b",
    "no headers": b"--b\r\n",
    "a header without a colon": b"--b\r\nnonsense\r\n\r\nx\r\n--b--\r\n",
    "a header that is too long": part("x", b"x", f"X: {'x' * 20_000}"),
    "too many headers": part("x", b"x", *(f"X-{n}: x" for n in range(150))),
    "too many lines": part("x", b"x", *(f"X-{n}: x" for n in range(90))) * 3,
    "a character set that is too long": part("_charset_", b"x" * 32),
    "a character set that is none": part("_charset_", b"\xff"),
    "a field that is too long": part("x", b"x" * 100_000) + OWN,
    "parts within parts": part("x", b"x", "Content-Type: multipart/mixed"),
    "a boundary within a boundary": part("x", b"x", "Content-Type: multipart/mixed; boundary=c"),
    "a file without an end": OWN + part("file", b"x" * 1_000)[:-2],
    "another boundary": OWN.replace(b"--b", b"--c"),
}


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED.keys())
async def test_a_malformed_upload_is_answered_with_400_and_leaves_nothing(here: Here, body: bytes) -> None:
    assert await posted_raw(here, body) == 400
    assert here.left() == []
    assert here.inbox.accepted == []


async def test_a_boundary_that_is_too_long_or_none_is_answered_with_400(here: Here) -> None:
    assert await posted_raw(here, OWN, "x" * 100) == 400
    assert await posted_raw(here, OWN, "") == 400


async def test_of_what_comes_before_the_first_part_only_a_few_lines_are_read(here: Here) -> None:
    file = part("file", b"words", "Content-Type: text/plain").replace(b'"file"', b'"file"; filename="a.txt"')
    whole = OWN + file + b"--b--\r\n"
    assert await posted_raw(here, b"\n" * 10_000 + whole) == 400
    assert here.inbox.accepted == []
    assert await posted_raw(here, b"a line before the parts\r\n" + whole) == 200
    await here.came(1)
