# It got out if what the boot did can be undone by its own functions.
import json
import sys

told = json.load(sys.stdin)

import sys

frame = sys._getframe()
while "_drop" not in frame.f_globals and frame.f_back is not None:
    frame = frame.f_back
boot = frame.f_globals
for attempt in (
    lambda: boot["_drop"](0),
    lambda: boot["_call"]("", boot["_C"].setresuid(0, 0, 0)),
    lambda: open(told["secret"]).read() and print("GOT OUT"),
):
    try:
        attempt()
    except (OSError, KeyError, PermissionError):
        pass
