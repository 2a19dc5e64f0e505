# It got out if an open folder is a way to its parents.
import json
import sys

told = json.load(sys.stdin)

import os

for number in range(64):
    for up in ("..", "../..", "../../../../../../..", "../../../../../../../../../.."):
        for path in (f"{up}{told['secret']}", f"{up}/etc/passwd"):
            try:
                print("GOT OUT", os.read(os.open(path, os.O_RDONLY, dir_fd=number), 10))
            except OSError:
                pass
