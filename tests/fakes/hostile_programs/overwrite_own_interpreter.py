# It got out if the interpreter's file can be written through /proc.
import os
import sys

for path in ("/proc/self/exe", sys.executable, os.path.realpath("/proc/self/exe")):
    try:
        os.open(path, os.O_WRONLY)
        print("GOT OUT", path)
    except OSError:
        pass
