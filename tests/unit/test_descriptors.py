"""Files and connections that a process may have open."""

from __future__ import annotations

import os
import subprocess
import sys

from core.processes import descriptors

_CHILD = """
import resource
from core.processes.descriptors import open_file_limit, raise_limit
_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (100, hard))
raise_limit()
print(open_file_limit(), hard)
"""


def test_the_limit_is_raised_as_far_as_the_system_lets_it() -> None:
    told = subprocess.run([sys.executable, "-c", _CHILD], capture_output=True, check=True, text=True)
    allowed, hard = map(int, told.stdout.split())
    assert allowed == (descriptors.WANTED if hard == -1 else min(hard, descriptors.WANTED))


def test_what_is_open_is_counted() -> None:
    before = descriptors.open_files_left()
    opened = [os.open(os.devnull, os.O_RDONLY) for _ in range(7)]
    try:
        assert descriptors.open_files_left() == before - 7
    finally:
        for each in opened:
            os.close(each)
