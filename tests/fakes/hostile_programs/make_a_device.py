# It got out if a device can be made.
import ctypes
import os

C = ctypes.CDLL(None, use_errno=True)

import stat

for place in ("/tmp/disk", "disk", "/dev/disk"):
    for kind, number in ((stat.S_IFBLK, os.makedev(254, 0)), (stat.S_IFCHR, os.makedev(1, 1))):
        try:
            os.mknod(place, kind | 0o666, number)
            print("GOT OUT", place)
        except OSError:
            pass
