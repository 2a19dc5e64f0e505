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
