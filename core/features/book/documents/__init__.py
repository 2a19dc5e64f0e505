"""The book of an interview: what stands in it (`gathering`), and how it looks as PDF, EPUB and HTML."""
