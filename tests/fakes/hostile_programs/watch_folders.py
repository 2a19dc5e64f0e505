# It got out if what happens in folders outside can be heard.
import ctypes

C = ctypes.CDLL(None, use_errno=True)
import json
import sys

told = json.load(sys.stdin)

watcher = C.inotify_init1(0)
for path in (told["folder"], "/etc", "/usr/lib", "/proc/self"):
    if watcher >= 0 and C.inotify_add_watch(watcher, path.encode(), 0xFFF) >= 0:
        print("GOT OUT", path)
if C.fanotify_init(0, 0) >= 0:
    print("GOT OUT")
