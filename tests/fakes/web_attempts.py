"""Attempts on the page: honest requests of every route, and the same with every forgery in turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Final

from tests.fakes.web_app import CODE

SESSION: Final = "0" * 16
READS: Final = (
    "/", "/menu", "/finish", "/begin?kind=plain", "/lines", "/events", "/devices", "/give", "/give?gift=x", "/push",
    "/documents/{n}", "/documents/{n}/read", "/speech/{n}", "/photos/{n}",
)  # fmt: skip
ACTS: Final[Mapping[str, Mapping[str, object]]] = {
    "/say": {"text": "forged"},
    "/begin": {"kind": "plain", "consent": "0" * 64, "name": "forged"},
    "/press": {"line": 1, "data": "skip"},
    "/edit": {"line": 1, "text": "forged"},
    "/leave-out": {"line": 1},
    "/put-back": {"line": 1},
    "/talk": {"on": True},
    "/recordings/{id}/end": {"parts": 1, "seconds": 1.0, "type": "audio/webm"},
    "/zone": {"zone": "Europe/Lisbon"},
    "/devices/sign-out": {"device": "0" * 16},
    "/give/link": {"gift": "0" * 16},
    "/push": {"endpoint": "https://127.0.0.1/forged", "public_key": "forged", "secret": "forged"},
    "/push/end": {"endpoint": "https://127.0.0.1/forged"},
    "/book": {"deed": "drop", "seq": "1"},
}
PAGES: Final = ("/book",)
"""Pages that features add."""
OCTETS: Final = "/recordings/{id}/parts/0"
DISCARD: Final = "/recordings/{id}"
FILES: Final = "/files"
GIVE: Final = "/give"
ACCEPT: Final = f"/i/{CODE}"
_SEEN: Final = f"/operator/sessions/{SESSION}"
OPERATOR_READS: Final = (
    "/operator", "/operator/interviews", _SEEN, f"{_SEEN}/events", f"{_SEEN}/calls", f"{_SEEN}/transcript",
    f"{_SEEN}/archive", f"{_SEEN}/export", f"{_SEEN}/kept/1",
    "/operator/figures", "/operator/doors", "/operator/devices", "/operator/runs",
    "/operator/setup", f"/operator/runs/{SESSION}", f"/operator/runs/{SESSION}/transcript",
)  # fmt: skip
OPERATOR_ACTS: Final = (
    "/operator/find", f"{_SEEN}/delete", "/operator/invitations", "/operator/invitations/withdraw", "/operator/people",
    "/operator/devices/sign-out", "/operator/devices/home", "/operator/setup", "/operator/setup/nearby",
    "/operator/leave",
)  # fmt: skip
ORIGINS: Final = (
    None, "", "null", "http://evil.example", "{origin}.evil.example", "http://evil.example/{host}", "https://{host}",
    "http://127.0.0.1", "http://127.0.0.1:1", "{origin}/", "file://", "{origin},{origin}",
)  # fmt: skip
HOSTS: Final = (
    "evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example:{port}",
    "evil.example:80@{host}", "{host}.evil.example", "0.0.0.0:{port}", "{host}/", "2130706433:{port}",
)  # fmt: skip
KEYS: Final = ("", "x", "k" * 43, "{digest}", "{key}x", "{other_name}")
FRAMES: Final = (
    {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"},
    {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors"},
    {"Sec-Fetch-Dest": "iframe"},
    {"Sec-Fetch-Dest": "object"},
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
)
TRAVERSALS: Final = (
    "..", "../../../../etc/passwd", "..%2f..%2f..%2fetc%2fpasswd", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "..%5c..%5cetc",
    "%252e%252e%252fetc%252fpasswd", "..%c0%af..%c0%afetc%c0%afpasswd", "%2fetc%2fpasswd", "config.toml%00.css",
    "....//....//etc/passwd", "file:///etc/passwd", "-1", "1e1", "%D9%A1", "99999999999999999999", "1%20or%201=1",
)  # fmt: skip
PLACES: Final = (
    "/static/{}", "/static/operator/{}", "/documents/{}", "/documents/{}/read", "/speech/{}", "/photos/{}", "/in/{}",
    "/i/{}", "/i/{}/photo", "/operator/in/{}", "/operator/sessions/{}", "/operator/sessions/{}/transcript",
    "/operator/runs/{}", "/book/{}", "/book/photos/{}", "/static/book/{}", "/{}",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """A request; what stands in braces is filled in from the world."""

    method: str
    path: str
    fields: Mapping[str, object] = field(default_factory=dict)
    headers: Mapping[str, str | None] = field(default_factory=dict)
    """Beside those of an honest page; None: without this one."""
    key: str = "{key}"
    by_form: str | None = None
    """The token of a form; None where a script sends it."""
    octets: bytes = b"forged"
    """Of a part of a recording."""
    file: tuple[str, bytes, str] = ("forged.txt", b"forged", "text/plain")
    """The name, the content and the type of a file that is sent."""


def honest() -> Iterator[Attempt]:
    """What a page of ours sends: every act of a person."""
    for path, fields in ACTS.items():
        yield Attempt(method="POST", path=path, fields={"id": "{id}", **fields})
    yield Attempt(method="POST", path=OCTETS)
    yield Attempt(method="DELETE", path=DISCARD)
    yield Attempt(method="POST", path=FILES)


def forged_acts() -> Iterator[Attempt]:
    """Acts that another site makes a browser send, with its own key."""
    operators = (Attempt(method="POST", path=path, by_form="{operator_form}") for path in OPERATOR_ACTS)
    forms = [Attempt(method="POST", path=path, by_form="{form}") for path in (ACCEPT, GIVE)]
    for one in (*honest(), *operators, *forms):
        yield from (replace(one, headers={"Origin": origin}) for origin in ORIGINS)
        yield from (replace(one, headers={"Host": host, "Origin": f"http://{host}"}) for host in HOSTS)
        yield from (replace(one, headers={"Sec-Fetch-Site": site}) for site in ("cross-site", "same-site", "none", ""))
    for one in honest():
        yield from (replace(one, headers={"X-Raconteur": value}) for value in (None, "", "0", "true"))
        yield from (replace(one, key=key) for key in KEYS)
    for path, token in product((*ACTS, *OPERATOR_ACTS), ("", "x" * 64, "{others_form}", "{key}", "{digest}")):
        yield Attempt(method="POST", path=path, fields=ACTS.get(path, {}), by_form=token)


def foreign_reads() -> Iterator[Attempt]:
    """What another site, or somebody without the key, would like to read."""
    for path in (*READS, *PAGES, *OPERATOR_READS):
        yield from (Attempt(method="GET", path=path, headers=headers) for headers in FRAMES)
        yield from (Attempt(method="GET", path=path, headers={"Host": host}) for host in HOSTS)
    for path, key in product((*READS, *PAGES, *OPERATOR_READS), KEYS):
        yield Attempt(method="GET", path=path, key=key)


def lost_paths() -> Iterator[Attempt]:
    for place, segment in product(PLACES, TRAVERSALS):
        yield Attempt(method="GET", path=place.format(segment))


def others_things(numbers: Sequence[int], devices: Sequence[str], recording: str) -> Iterator[Attempt]:
    """What belongs to somebody else, asked for by its number by a guest with a right key."""
    for path, number in product((each for each in READS if "{n}" in each), numbers):
        yield Attempt(method="GET", path=path.format(n=number), key="{guests_key}")
    for number in numbers:
        for path in ("/edit", "/press", "/leave-out", "/put-back"):
            fields = ACTS[path] | {"id": "{id}", "line": number}
            yield Attempt(method="POST", path=path, fields=fields, key="{guests_key}")
    for device in devices:
        yield Attempt(method="POST", path="/devices/sign-out", fields={"device": device}, key="{guests_key}")
    fields = {"parts": 1, "seconds": 1.0, "type": "audio/webm", "id": "{id}"}
    yield Attempt(method="POST", path=f"/recordings/{recording}/end", fields=fields, key="{guests_key}")
