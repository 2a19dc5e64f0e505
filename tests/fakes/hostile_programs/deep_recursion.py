# It got out if it breaks through the stack.
# It ends: killed, memory, finished, time.
import sys

sys.setrecursionlimit(1 << 30)


def f():
    return f()


f()
print("GOT OUT")
