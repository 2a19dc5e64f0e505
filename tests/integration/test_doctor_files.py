"""The doctor on where recordings and photographs are kept."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.config import Settings
from bot.doctor_files import examine_files
from bot.file_storage import owner_mark
from core.contracts.findings import Finding, Verdict
from core.files.keeping import MARK
from core.store.file_rows import installation_number
from core.store.store import SqliteStore
from tests.fakes.s3 import FakeS3, Refused, fake_s3
from tests.fakes.stores import new_database


@pytest.fixture
async def s3() -> AsyncIterator[FakeS3]:
    async with fake_s3() as server:
        yield server


async def examined(s3: FakeS3, folder: Path, *, bucket: str = "interviews") -> list[Finding]:
    storage = s3.section(data_dir=folder, files=f"s3://{bucket}/house")
    return [each async for each in examine_files(Settings(storage=storage))]


async def test_a_bucket_is_tried_and_nothing_is_left_there(s3: FakeS3, tmp_path: Path) -> None:
    [finding] = await examined(s3, tmp_path)
    assert finding.mark is Verdict.WELL
    assert [asked.partition(" ")[0] for asked in s3.asked] == ["GET", "PUT", "GET", "LIST", "DELETE", "GET"]
    assert s3.objects == {}


async def test_one_that_keeps_what_is_deleted_is_told(s3: FakeS3, tmp_path: Path) -> None:
    s3.versioned = True
    _, finding = await examined(s3, tmp_path)
    assert finding.mark is Verdict.NOTE
    assert "versioning" in finding.how
    assert s3.older != {}


@pytest.mark.parametrize(
    ("down", "bucket", "told"),
    [
        (Refused(403, "AccessDenied"), "interviews", "AccessDenied"),
        (Refused(503, "SlowDown"), "interviews", "SlowDown"),
        (None, "elsewhere", "no such bucket"),
    ],
)
async def test_one_that_cannot_be_used_is_wrong(
    s3: FakeS3, tmp_path: Path, down: Refused | None, bucket: str, told: str
) -> None:
    s3.down = down
    [finding] = await examined(s3, tmp_path, bucket=bucket)
    assert finding.mark is Verdict.WRONG
    assert told in finding.how
    assert s3.address.secret not in str(finding)


async def test_one_that_deletes_nothing_is_wrong(s3: FakeS3, tmp_path: Path) -> None:
    s3.keeps_all = True
    [finding] = await examined(s3, tmp_path)
    assert finding.mark is Verdict.WRONG
    assert "AccessDenied" in finding.how


@pytest.mark.parametrize(("number", "mark"), [(1, Verdict.WELL), (2, Verdict.WRONG)])
async def test_one_that_another_database_uses_is_wrong(s3: FakeS3, tmp_path: Path, number: int, mark: Verdict) -> None:
    store = SqliteStore(new_database(tmp_path))
    await store.write(lambda c: installation_number(c, 1))
    await store.close()
    s3.objects[f"house/recordings/{MARK}"] = owner_mark(number).encode()
    [finding] = await examined(s3, tmp_path)
    assert finding.mark is mark
    assert ("another database" in finding.how) == (mark is Verdict.WRONG)
