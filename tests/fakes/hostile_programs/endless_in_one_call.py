# It got out if no signal ends a call that does not come back to Python.
# It ends: time.
import re

re.match(r"(a+)+$", "a" * 64 + "b")
