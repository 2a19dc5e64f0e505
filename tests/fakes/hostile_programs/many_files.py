# It got out if all descriptors of the machine can be taken.
import os

kept = []
try:
    while True:
        kept.append(os.open("/dev/null", os.O_RDONLY))
except OSError:
    pass
if len(kept) > 64:
    print("GOT OUT", len(kept))
