"""Keeps files in a bucket of S3, or of one of the many services that speak its protocol.

Each file goes there in one request: it is there whole or not at all, and there are no parts that could be left behind.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import shutil
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import obstore
import structlog
from filelock import FileLock, Timeout
from obstore.exceptions import BaseError, PermissionDeniedError, UnauthenticatedError
from obstore.store import S3Store

from core.contracts.errors import FilesAway
from core.files.bucket_address import BucketAddress

log = structlog.get_logger()
_LOCK = ".lock"


class ReaderCopies:
    """Gives each reader a folder of its own. `clear`, in any process, removes what a process that died has left."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @asynccontextmanager
    async def room(self) -> AsyncIterator[Path]:
        """Open a folder for one reader, which is gone with the context. Raises OSError."""
        path = self._folder / secrets.token_hex(8)
        lock = await asyncio.to_thread(_entered, path)
        try:
            yield path
        finally:
            await asyncio.to_thread(_left, path, lock)

    def clear(self) -> None:
        """Take away the rooms in which nobody is any more. Blocks. Raises OSError."""
        for file in self._folder.glob(f"*{_LOCK}"):
            lock = _lock(file.with_suffix(""))
            with suppress(Timeout):
                lock.acquire(timeout=0)
                _left(file.with_suffix(""), lock)


def _lock(path: Path) -> FileLock:
    """Return the lock of a folder. It goes with the process that holds it, however that ends."""
    return FileLock(path.with_suffix(_LOCK), mode=0o600, thread_local=False, fallback_to_soft=False)


def _entered(path: Path) -> FileLock:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = _lock(path)
    lock.acquire()
    path.mkdir(mode=0o700)
    return lock


def _left(path: Path, lock: FileLock) -> None:
    shutil.rmtree(path, ignore_errors=True)
    # Before it is let go: whoever waits for it then finds that it is gone.
    Path(lock.lock_file).unlink(missing_ok=True)
    lock.release()


if TYPE_CHECKING:
    from obstore.store import ClientConfig, RetryConfig, S3Config

T = TypeVar("T")
CHUNK = 1_000
"""Names in one piece of the list, and files in one request to delete them: S3 takes no more."""
AT_ONCE = 8
"""Files that are fetched at one time for somebody."""
TRIES = 4
PATIENCE = timedelta(seconds=20)
"""From the first try on; whoever waits hears of it then, and has it tried again later."""
_CODE = re.compile(r"<Code>\s*(\w{1,60})\s*</Code>|\(code: (\w{1,60})\)")
_NO_BUCKET = "NoSuchBucket"
_LAST_RESORT = "http://169.254.169.254/"
"""Where machines of Amazon's find a key; asked where there is no other."""


class Bucket:
    """A `FilePlace` in a bucket, under a prefix of its own. It asks for nothing before the first use.

    Everything raises FilesAway. It runs in threads of its own: where nothing answers, only those wait who want a file.
    """

    is_far = True

    def __init__(self, address: BucketAddress, folder: str, copies: ReaderCopies) -> None:
        """`folder`: behind the prefix. `copies`: where files are fetched to that are read from a disk."""
        self._name = str(address)
        self._store = _store(address, folder)
        self._copies = copies
        self._keeps_versions = self._is_away = False
        # With the library's own futures a program that ends just behind an answer may be aborted.
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix=f"bucket-{folder}")

    @property
    def is_away(self) -> bool:
        return self._is_away

    async def put(self, name: str, data: bytes) -> None:
        if await self.size(name) != len(data):
            await self.put_and_tell(name, data)

    async def put_and_tell(self, name: str, data: bytes) -> str | None:
        """Put a file, also over another; return the name of its version, where the bucket keeps the older ones."""
        try:
            version = await self._asked(lambda: obstore.put(self._store, name, data, use_multipart=False)["version"])
            if version is not None and not self._keeps_versions:
                log.warning("bucket-keeps-versions", files=self._name)
                self._keeps_versions = True
            return version
        except FileNotFoundError:
            raise self._no_bucket() from None

    async def read(self, name: str) -> bytes | None:
        try:
            return await self._asked(lambda: obstore.get(self._store, name).bytes().to_bytes())
        except FileNotFoundError as error:
            if _NO_BUCKET in str(error):
                raise self._no_bucket() from None
            return None

    async def size(self, name: str) -> int | None:
        try:
            return await self._asked(lambda: obstore.head(self._store, name)["size"])
        except FileNotFoundError:
            return None

    async def listed(self) -> AsyncIterator[list[str]]:
        pages = obstore.list(self._store, chunk_size=CHUNK)
        while (page := await self._asked(lambda: next(pages, None))) is not None:
            yield [each["path"] for each in page]

    async def remove(self, names: Sequence[str]) -> None:
        for start in range(0, len(names), CHUNK):
            await self._asked(partial(obstore.delete, self._store, list(names[start : start + CHUNK])))

    async def tidy(self) -> None:
        await asyncio.to_thread(self._copies.clear)

    @asynccontextmanager
    async def local(self, names: Sequence[str]) -> AsyncIterator[Mapping[str, Path]]:
        async with self._copies.room() as room:

            async def fetched(name: str) -> tuple[str, Path] | None:
                async with few:
                    data = await self.read(name)
                    if data is None:
                        return None
                    await asyncio.to_thread((room / name).write_bytes, data)
                    return name, room / name

            few = asyncio.Semaphore(AT_ONCE)
            yield dict(filter(None, await _all(map(fetched, names))))

    async def _asked(self, asking: Callable[[], T]) -> T:
        try:
            found = await asyncio.get_running_loop().run_in_executor(self._threads, asking)
        except FileNotFoundError:
            self._is_away = False
            raise
        except BaseError as error:
            self._is_away = True
            raise FilesAway(f"{self._name}: {describe_bucket_error(error)}.") from None
        self._is_away = False
        return found

    def _no_bucket(self) -> FilesAway:
        self._is_away = True
        return FilesAway(f"{self._name}: there is no such bucket.")


async def _all(asked: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Return all results; when one fails the others are ended first."""
    tasks = [asyncio.ensure_future(each) for each in asked]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def describe_bucket_error(error: BaseError) -> str:
    """Say in few words what is the matter: an error quotes addresses, and whatever the server wrote."""
    if _LAST_RESORT in str(error):
        return "there is no key for it, neither in the configuration nor in the environment"
    if "InvalidCertificate" in str(error):
        return "its certificate is not one that this computer trusts"
    if code := _CODE.search(str(error)):
        return f"it says {code[1] or code[2]}"
    refused = isinstance(error, PermissionDeniedError | UnauthenticatedError)
    return "it does not let us in" if refused else "it cannot be reached"


def _store(address: BucketAddress, folder: str) -> S3Store:
    given = {
        "endpoint": address.endpoint,
        "region": address.region,
        "access_key_id": address.key_id,
        "secret_access_key": address.secret,
    }
    config: S3Config = {"checksum_algorithm": "SHA256", **{key: value for key, value in given.items() if value}}  # type: ignore[typeddict-item]
    client: ClientConfig = {
        "connect_timeout": timedelta(seconds=5),
        "timeout": timedelta(seconds=120),
        "read_timeout": timedelta(seconds=10),
    }
    if address.endpoint.startswith("http://"):
        client["allow_http"] = True
    retry: RetryConfig = {"max_retries": TRIES - 1, "retry_timeout": PATIENCE}
    prefix = "/".join(filter(None, (address.prefix, folder)))
    return S3Store(address.bucket, prefix=prefix, config=config, client_options=client, retry_config=retry)
