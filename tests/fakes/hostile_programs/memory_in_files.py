# It got out if files that lie in memory take it all.
import os

kept = 0
for number in range(2_000):
    try:
        place = os.memfd_create(str(number))
        kept += os.write(place, bytes(1 << 20))
    except OSError:
        break
if kept > 300 << 20:
    print("GOT OUT", kept)
