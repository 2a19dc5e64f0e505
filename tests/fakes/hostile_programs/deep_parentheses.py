# It got out if the parser can be brought down.
for depth in (150, 5_000, 1_000_000):
    try:
        compile("(" * depth + ")" * depth, "deep", "eval")
    except (SyntaxError, MemoryError, RecursionError):
        pass
