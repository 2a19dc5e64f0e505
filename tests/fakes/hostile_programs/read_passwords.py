# It got out if the system's own files can be read.
import os

FILES = ("/etc/passwd", "/etc/shadow", "/etc/hostname", "/var/log/dpkg.log", "~root/.bashrc", "/proc/1/environ")
for path in map(os.path.expanduser, FILES):
    try:
        print("GOT OUT", open(path).read(10))
    except OSError:
        pass
