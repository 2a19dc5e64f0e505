# It got out if pipes take memory that no limit counts.
import fcntl
import os

kept = 0
try:
    while True:
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        try:
            fcntl.fcntl(writing, 1031, 1 << 20)
        except OSError:
            pass
        kept += os.write(writing, bytes(1 << 20))
except OSError:
    pass
if kept > 64 << 20:
    print("GOT OUT", kept)
