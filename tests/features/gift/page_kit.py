"""A giver and whoever opens their link, as browsers without scripts go through the page."""

from __future__ import annotations

import re
from html import unescape

import aiohttp

from tests.fakes.web_app import PageApp, fields_of

HTML = {"Accept": "text/html", "Accept-Language": "en"}
MUM = {"name": "Mum", "giver": "Anna", "language": "en", "rhythm": "weekly", "questions": "", "words": ""}


async def see(session: aiohttp.ClientSession, address: str) -> str:
    async with session.get(address, headers=HTML) as answer:
        assert answer.status == 200, address
        return await answer.text()


async def give(owner: aiohttp.ClientSession, whole: PageApp, *, photo: bytes = b"", **fields: str) -> tuple[int, str]:
    """Send the form; the status and the text of the page that follows."""
    form = fields_of(await see(owner, f"{whole.origin}/give"))
    data = aiohttp.FormData()
    for name, value in {**form, **MUM, **fields}.items():
        data.add_field(name, value)
    data.add_field("file", photo, filename="photo.jpg" if photo else "", content_type="application/octet-stream")
    headers = HTML | {"Origin": whole.origin}
    async with owner.post(f"{whole.origin}/give", data=data, headers=headers) as answer:
        return answer.status, await answer.text()


def gift_link(page: str) -> str:
    found = re.search(r'<input type="text" value="([^"]+)"[^>]*id="link"', page)
    assert found, page
    return unescape(found[1])


async def press(session: aiohttp.ClientSession, whole: PageApp, link: str, **fields: str) -> aiohttp.ClientResponse:
    """Open a link and press its button."""
    form = fields_of(await see(session, link)) | fields
    async with session.post(link, data=form, headers=HTML | {"Origin": whole.origin}, allow_redirects=False) as answer:
        return answer
