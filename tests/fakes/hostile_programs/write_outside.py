# It got out if something can be written outside.
import json
import sys

told = json.load(sys.stdin)

import os

for path in (
    told["canary"],
    told["folder"] + "/new",
    "/usr/lib/new",
    "/var/tmp/new",
    "/dev/shm/new",
    "/run/new",
    "/etc/new",
):
    for flags in (os.O_WRONLY, os.O_WRONLY | os.O_CREAT, os.O_RDWR | os.O_APPEND, os.O_RDONLY | os.O_TRUNC):
        try:
            os.open(path, flags)
            print("GOT OUT", path, flags)
        except OSError:
            pass
