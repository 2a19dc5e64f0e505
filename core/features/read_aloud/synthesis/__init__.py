"""What makes sound of words, and only the worker process loads: the voices, and the container that platforms take."""
