# It got out if files outside can be removed and renamed.
import json
import sys

told = json.load(sys.stdin)


def tried(attempt):
    try:
        return attempt() not in (-1, None)
    except (OSError, ValueError, AttributeError):
        return False


import os

for attempt in (
    lambda: os.unlink(told["canary"]) or 1,
    lambda: os.rename(told["canary"], told["canary"] + "2") or 1,
    lambda: os.replace(told["canary"], "/tmp/taken") or 1,
    lambda: os.rmdir(told["folder"]) or 1,
    lambda: os.mkdir(told["folder"] + "/new") or 1,
    lambda: os.mkfifo(told["folder"] + "/pipe") or 1,
):
    if tried(attempt):
        print("GOT OUT")
