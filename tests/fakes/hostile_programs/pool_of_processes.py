# It got out if multiprocessing begins processes.
import multiprocessing

with multiprocessing.Pool(2) as pool:
    print("GOT OUT", pool.map(abs, [-1]))
