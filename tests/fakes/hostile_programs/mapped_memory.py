# It got out if it takes memory that no object counts.
import mmap

kept = []
for kind in (mmap.MAP_PRIVATE, mmap.MAP_SHARED):
    try:
        while True:
            place = mmap.mmap(-1, 16 << 20, flags=kind | mmap.MAP_ANONYMOUS)
            place.write(b"x" * len(place))
            kept.append(place)
            if len(kept) > 32:
                print("GOT OUT", flush=True)
                break
    except (OSError, MemoryError):
        pass
