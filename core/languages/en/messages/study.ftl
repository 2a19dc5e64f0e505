### Studies: what stands in their files, and what participants are told.

study-pseudonym-person = [person { $number }]
study-pseudonym-place = [place { $number }]
study-pseudonym-organisation = [organisation { $number }]
study-pseudonym-date = [date { $number }]
study-pseudonym-number = [number { $number }]
study-pseudonym-contact = [contact { $number }]

study-used = This invitation has already been used; each works for one person. If it was meant for you, please ask the person who sent it for a new one.
study-full = Thank you for coming. Enough people have already taken part in this study. It was kind of you to want to help.
study-closed = Thank you for coming. This study has ended. It was kind of you to want to help.

study-wave = Some time ago you answered our questions in “{ $title }”. We’d like to ask you again how things are for you today. If you like, press the button, now or whenever it suits you.
study-wave-foot = It’s up to you. You don’t need to answer this.
button-study-wave = Yes, ask me

study-copy-title = What you agreed to
study-copy-interview = Interview
study-copy-name = Name
study-copy-no-name = without a name
study-copy-code = Your code in the study
study-copy-when = When
study-copy-digest = Checksum of the text (SHA-256)
study-copy-below = This is the text, word for word:
study-copy-caption = This is what you’ve just agreed to. It’s for you to keep; you don’t need to do anything with it.
