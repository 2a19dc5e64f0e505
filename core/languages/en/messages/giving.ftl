# The owner's screens for a gift, and what its link shows. The words for whoever is given it are in their language.

## Making one

give-title = Ask somebody you love
give-lead = You send a link. They open it, press one button, and talk.
give-name = Who would you like to ask?
give-name-hint = Write what you call them, for example: Mum
give-giver = Your name
give-language = Which language should I speak with them?
give-rhythm = How often should I ask something?
give-rhythm-daily = A question a day
give-rhythm-weekly = A question a week
give-rhythm-once = As often as they like
give-more = Add your own questions, a photo, a few words
give-questions = Questions you’ve always wanted to ask
give-questions-hint = Up to five, one on each line. I’ll ask them in your name.
give-words = A few words for them
give-words-hint = They’ll read this first.
give-photo = A photo
give-photo-hint = They’ll see it above your words.
give-make = Make the link
give-no-name = Please write a name that I can greet them by.
give-too-many = Please keep it to five questions for now. You can ask more later.

## Its link

give-for = For { $name }
give-link = The link
give-only-here = For now, this link only opens on this computer.
give-only-home = This link only opens on phones and computers on this home’s Wi-Fi. Phones can’t record there, so people write, or send a voice memo as a file.
give-reach = Choose how others can reach it
give-copy = Copy the link
give-copy-message = Copy this message
give-copied = Copied.
give-share = Send it
give-mail = Send it by email
give-subject = { $giver ->
        [none] Something for you
       *[other] Something for you from { $giver }
    }
give-message = A message to go with it
give-text = { $name }, I’d love to hear your story. Open this link, press Begin, and just talk. You’ll be asked one question at a time, and there’s no hurry at all.{ $giver ->
        [none] {""}
       *[other] {" "}– { $giver }
    }
give-scan = Or point a phone’s camera at this.
give-scan-name = A QR code that opens the link
give-once = The link works once, on the device that opens it.
give-look = See what they’ll see
give-link-gone = This link can’t be used any more.
give-link-new = Make a new link
give-another = Ask somebody else

## How far it has come

give-given = Who you’ve asked
give-unopened = Not opened yet.
give-opened = Opened, but not started yet.
give-begun = Started. No answers yet.
give-answers = { $count ->
        [one] One answer so far, on { $day }.
       *[other] { $count } answers so far, the last one on { $day }.
    }
give-sent = What { $name } has sent you
give-nothing-sent = Nothing sent on yet: { $name } decides what you see.
give-on-its-way =
    { $count ->
        [one] { $name } sent an answer; it arrives at { $time }.
       *[other] { $name } sent { $count } answers; they arrive at { $time }.
    }
give-reminder = A reminder you could send
give-reminder-text = { $name }, there’s a question waiting for you on the page you opened with my link. Answer whenever you feel like it. I’d love to hear more.{ $giver ->
        [none] {""}
       *[other] {" "}– { $giver }
    }

## What the link shows

landing-title = { $giver ->
        [none] Somebody in your family would love to hear your story
       *[other] { $giver } would love to hear your story
    }
landing-what = Hello, { $name }. I ask one question at a time. You just talk, or write if you’d rather. Skip whatever you like, and stop whenever you like.
landing-days = I’ll ask you one question { $days }.
landing-reads = { $model ->
        [yes] { $giver ->
            [none] Your family will get to read or hear your answers, except any that you mark “Not for my family”.
           *[other] { $giver } will get to read or hear your answers, except any that you mark “Not for { $giver }”.
        }
       *[other] { $giver ->
            [none] Your family
           *[other] { $giver }
        } will only get the answers you choose to send.
    } { $runs ->
        [yes] { $giver ->
            [none] Whoever sent you this
           *[other] { $giver }
        } also runs this page, and so can read everything there.
       *[other] The person who runs this page can read everything.
    }
landing-alone = Begin, and keep it to myself
landing-agreed = I’m a computer program, and I keep what you tell me. By beginning, you agree to that.
landing-look = This is what { $name } will see, with a button to begin. The link hasn’t been used.
landing-preview = One question at a time. Press Begin and talk.
