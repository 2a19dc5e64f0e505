# It got out if its own limits can be raised.
def tried(attempt):
    try:
        return attempt() not in (-1, None)
    except (OSError, ValueError, AttributeError):
        return False


import resource

for name in ("CPU", "AS", "DATA", "FSIZE", "NOFILE", "NPROC", "CORE", "MEMLOCK"):
    what = getattr(resource, f"RLIMIT_{name}")
    soft, hard = resource.getrlimit(what)
    if hard != resource.RLIM_INFINITY:
        for wanted in ((resource.RLIM_INFINITY,) * 2, (hard + 1,) * 2):
            if tried(lambda: resource.setrlimit(what, wanted) or 1):
                print("GOT OUT", name)
