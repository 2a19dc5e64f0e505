# It got out if the system's own files can be read.
for path in ("/etc/passwd", "/etc/shadow", "/etc/hostname", "/var/log/dpkg.log", "/root/.bashrc", "/proc/1/environ"):
    try:
        print("GOT OUT", open(path).read(10))
    except OSError:
        pass
