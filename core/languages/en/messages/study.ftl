### Studies: what stands in their files, and what participants are told.

study-pseudonym-person = [person { $number }]
study-pseudonym-place = [place { $number }]
study-pseudonym-organisation = [organisation { $number }]
study-pseudonym-date = [date { $number }]
study-pseudonym-number = [number { $number }]
study-pseudonym-contact = [contact { $number }]

study-used = This invitation has been used already; each is good for one person. If it was meant for you, please ask the person who sent it for a new one.
study-full = Thank you for coming. Enough people have taken part in this study by now, so nobody else is asked. It is good of you that you wanted to help.
study-closed = Thank you for coming. This study is over, and nobody else is asked. It is good of you that you wanted to help.

study-wave = Some time ago you answered our questions in “{ $title }”. We would like to ask you once more how it is for you today. If you like, press the button: now, or whenever it suits you.
study-wave-foot = It is up to you. You need not answer this.
button-study-wave = Yes, ask me

study-copy-title = What you agreed to
study-copy-interview = Interview
study-copy-name = Name
study-copy-no-name = without a name
study-copy-code = What you are called in the study
study-copy-when = When
study-copy-digest = Checksum of the text (SHA-256)
study-copy-below = This is the text, word for word:
study-copy-caption = This is what you have just agreed to. It is for you to keep; there is nothing you need to do with it.
