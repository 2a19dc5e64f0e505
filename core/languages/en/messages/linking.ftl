# One person in two chats: a code from the one is entered in the other.

command-link = Continue in another chat too
link-code =
    Your code: { $code }

    Now open your other chat with me and write: /link { $code }

    The code works once, within ten minutes. Keep it to yourself: anyone who has it could read what you’ve told me.
link-question =
    { $name ->
        [none] This code comes from a chat with me { $platform ->
            [telegram] on Telegram
            [discord] on Discord
            [mail] by email
            [web] { $same ->
                [yes] in another browser
               *[no] on the page
            }
            [terminal] in the terminal
           *[other] on { $platform }
        }.
       *[other] This code comes from { $name }’s chat { $platform ->
            [telegram] on Telegram
            [discord] on Discord
            [mail] by email
            [web] { $same ->
                [yes] in another browser
               *[no] on the page
            }
            [terminal] in the terminal
           *[other] on { $platform }
        }.
    }

    If that’s you, I can connect that chat and this one. You can then read, continue and delete everything from both. This can’t be undone.
link-carried = Messages there go through { $carrier }.
link-at-home = One of the two chats is on the computer I run on. Anyone who uses that computer can then read everything in both and write in your name.
link-sure = Connect them? Please use the buttons; typing yes isn’t enough for this.
button-link-yes = Yes, connect them
button-link-no = No, keep them separate
link-joined-here =
    Done. This chat and the one { $platform ->
        [telegram] on Telegram
        [discord] on Discord
        [mail] by email
        [web] { $same ->
            [yes] in another browser
           *[no] on the page
        }
        [terminal] in the terminal
       *[other] on { $platform }
    } are now connected. Write wherever you like: I’ll answer where you wrote last.
link-joined-there =
    This chat and one { $platform ->
        [telegram] on Telegram
        [discord] on Discord
        [mail] by email
        [web] { $same ->
            [yes] in another browser
           *[no] on the page
        }
        [terminal] in the terminal
       *[other] on { $platform }
    } are now connected. Write wherever you like: I’ll answer where you wrote last. If this wasn’t you, please tell the person who runs this bot.
link-left = All right, the two chats stay separate. That code no longer works.
link-wrong = This code is wrong or has expired. Please check it, or write /link in the other chat for a new one.
link-own = This code was made in this chat. Please enter it in the other one.
link-together = These two chats are already connected. Write in whichever you like.
link-often = That was too many tries. Please wait ten minutes, then write /link in the other chat for a new one.
link-still-listening = I’m still listening to your last voice message. Please press the button again in a moment.
stranger-linking = This code is wrong or has expired. Please check it, or write /link in your other chat with me for a new one. If you don’t have one, please give the person who runs this bot this number: { $id }
