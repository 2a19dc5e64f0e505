"""What a study makes of its interviews: tables, pseudonyms, codes, and files for programs of qualitative analysis.

Values in, values out: it knows no database and no platform.
"""
