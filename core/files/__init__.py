"""Keeps recordings and photographs as files, in a folder or a bucket; the tables say which of them are needed."""
