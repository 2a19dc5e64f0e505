# It got out if it takes all memory at once.
# It ends: memory.
kept = bytearray(64 << 30)
print("GOT OUT")
