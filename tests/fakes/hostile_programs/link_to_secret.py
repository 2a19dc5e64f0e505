# It got out if a link made inside leads out.
import json
import sys

told = json.load(sys.stdin)

import os

for make in (os.symlink, os.link):
    for place in ("/tmp/link", "link", told["folder"] + "/link"):
        try:
            make(told["secret"], place)
            print("GOT OUT", open(place).read())
        except OSError:
            pass
