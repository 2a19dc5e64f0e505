# It got out if where others have their files open can be seen.
import json
import sys

told = json.load(sys.stdin)

import os

for name in ("exe", "cwd", "root", "fd/0", "fd/1", "ns/net"):
    try:
        print("GOT OUT", os.readlink(f"/proc/{told['pid']}/{name}"))
    except OSError:
        pass
