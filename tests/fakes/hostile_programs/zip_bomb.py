# It got out if a few bytes become all memory.
# It ends: memory, time.
import zlib

packed = zlib.compress(bytes(64 << 20), 9)
kept = [zlib.decompress(packed) for _ in range(64)]
print("GOT OUT")
