### Studies: what stands in their files, and what participants are told.

study-pseudonym-person = [person { $number }]
study-pseudonym-place = [place { $number }]
study-pseudonym-organisation = [organisation { $number }]
study-pseudonym-date = [date { $number }]
study-pseudonym-number = [number { $number }]
study-pseudonym-contact = [contact { $number }]
