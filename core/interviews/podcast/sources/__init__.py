"""Find what an interview is about: a podcast's episode, read from a feed, a page, a file or an Inkwell folder."""
