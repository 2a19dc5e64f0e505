"""Studies: their participants, and tables, pseudonyms, codes and files for programs of qualitative analysis.

What is made of interviews is values in, values out; it knows no database and no platform.
"""
