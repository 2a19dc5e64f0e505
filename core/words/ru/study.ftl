### Исследования: что стоит в их файлах и что говорится участникам.

study-pseudonym-person = [человек { $number }]
study-pseudonym-place = [место { $number }]
study-pseudonym-organisation = [организация { $number }]
study-pseudonym-date = [дата { $number }]
study-pseudonym-number = [номер { $number }]
study-pseudonym-contact = [контакт { $number }]
