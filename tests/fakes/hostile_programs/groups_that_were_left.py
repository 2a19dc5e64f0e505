# It got out if it belongs to groups of ours.
import os

if os.getuid() > 60_000 and set(os.getgroups()) - {os.getgid(), 65534}:
    print("GOT OUT", os.getgroups())
