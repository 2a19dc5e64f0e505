# It got out if what we hold can be found among the frames.
import json
import sys

told = json.load(sys.stdin)

import gc
import sys

frame = sys._getframe()
while frame is not None:
    for value in frame.f_globals.values():
        if isinstance(value, str) and "OUR-TOKEN" in value:
            print("GOT OUT", value)
    frame = frame.f_back
for each in gc.get_objects():
    if isinstance(each, dict) and any(
        "OUR-TOKEN" in str(value) for value in list(each.values()) if isinstance(value, str)
    ):
        print("GOT OUT", each)
