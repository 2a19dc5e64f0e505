# It got out if it can step into the background.
import ctypes

C = ctypes.CDLL(None, use_errno=True)
if C.daemon(0, 0) == 0:
    print("GOT OUT")
