"""Reads the address of a bucket as somebody writes it; nothing here loads what speaks to it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

SCHEME = "s3://"
_BUCKET = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]", re.ASCII)
_PREFIX = re.compile(r"([\w!.*'()-]+(/[\w!.*'()-]+)*)?", re.ASCII)
_DOTS = {".", ".."}


@dataclass(frozen=True, slots=True, kw_only=True)
class BucketAddress:
    """Where a bucket is. Empty fields are looked up in the variables that Amazon's own programs know."""

    bucket: str
    prefix: str = ""
    """Of the names of all our files, without a "/" at its ends; may be empty."""
    endpoint: str = ""
    """Of another provider than Amazon."""
    region: str = ""
    key_id: str = field(default="", repr=False)
    secret: str = field(default="", repr=False)

    def __str__(self) -> str:
        """Return the address without what lets us in."""
        return f"{SCHEME}{'/'.join(filter(None, (self.bucket, self.prefix)))}"


def split_bucket_address(written: str) -> tuple[str, str]:
    """Return the bucket and the prefix of "s3://bucket/prefix". Raises ValueError that says how to write it."""
    bucket, _, prefix = written.removeprefix(SCHEME).partition("/")
    prefix = prefix.rstrip("/")
    good = written.startswith(SCHEME) and _BUCKET.fullmatch(bucket) and _PREFIX.fullmatch(prefix)
    if not good or _DOTS.intersection(prefix.split("/")):
        raise ValueError("write a folder, or s3://bucket/prefix, with plain letters and digits")
    return bucket, prefix


def check_endpoint(written: str) -> str:
    """Return an endpoint without the slash at its end. Raises ValueError that says how to write it."""
    parts = urlsplit(written)
    plain = not (parts.username or parts.password or parts.query or parts.fragment)
    if written and not (parts.scheme in {"http", "https"} and parts.hostname and plain):
        raise ValueError('write it as in "https://s3.example.org", without a key in it')
    return written.rstrip("/")
