"""Books: an interview in chapters, as PDF, e-book and page, once whoever told it has read it and said yes."""
