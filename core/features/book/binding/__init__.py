"""Books are bound in a process of their own, which can be killed.

People's words go through typst there, and their photographs through a library that opens pictures.
"""
