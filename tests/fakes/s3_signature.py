"""Whether a request carries the signature (version 4) that the owner of the key would have made."""

from __future__ import annotations

import hashlib
import hmac
from urllib.parse import quote, unquote

from aiohttp import web

KEY_ID, SECRET = "AKIDFAKE", "a-secret-of-the-tests"
_MUST = {"host", "x-amz-content-sha256", "x-amz-date"}


def is_signed(request: web.Request, body: bytes) -> bool:
    """A body that is not signed too is not taken."""
    scheme, _, rest = request.headers.get("Authorization", "").partition(" ")
    given = dict(each.strip().partition("=")[::2] for each in rest.split(","))
    if scheme != "AWS4-HMAC-SHA256" or set(given) != {"Credential", "SignedHeaders", "Signature"}:
        return False
    key_id, *scope = given["Credential"].split("/")
    names = given["SignedHeaders"].split(";")
    amz = {name.lower() for name in request.headers if name.lower().startswith("x-amz-")}
    if key_id != KEY_ID or not (_MUST | amz) <= set(names) or scope[2:] != ["s3", "aws4_request"]:
        return False
    digest = hashlib.sha256(body).hexdigest()
    if request.headers["x-amz-content-sha256"] != digest:
        return False
    at = request.headers["x-amz-date"]
    text = "\n".join(("AWS4-HMAC-SHA256", at, "/".join(scope), _sha(_canonical(request, names, digest))))
    key = f"AWS4{SECRET}".encode()
    for part in scope:
        key = hmac.digest(key, part.encode(), "sha256")
    return at.startswith(scope[0]) and hmac.compare_digest(
        hmac.digest(key, text.encode(), "sha256").hex(), given["Signature"]
    )


def _canonical(request: web.Request, names: list[str], digest: str) -> str:
    path, _, query = request.raw_path.partition("?")
    pairs = [each.partition("=") for each in query.split("&") if each]
    written = "&".join(f"{name}={value}" for name, value in sorted((_quoted(n), _quoted(v)) for n, _, v in pairs))
    headers = "".join(f"{name}:{' '.join(request.headers[name].split())}\n" for name in names)
    return "\n".join((request.method, quote(unquote(path), safe="/-_.~"), written, headers, ";".join(names), digest))


def _quoted(text: str) -> str:
    return quote(unquote(text), safe="-_.~")


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
