# It got out if a descriptor of ours was left open.
import json
import sys

told = json.load(sys.stdin)

import os
import stat

for number in range(3, 1_024):
    try:
        found = os.fstat(number)
    except OSError:
        continue
    where = os.readlink(f"/proc/self/fd/{number}")
    if not (stat.S_ISDIR(found.st_mode) and "/python3" in where):
        print("GOT OUT", number, where)
