### What is asked before the first conversation, in the terminal and on the operator's page.

setup-told = This can’t be changed here: the variable { $variable } sets it.
setup-wanted = Do you want people to talk to it on { $title }?
setup-token-why = For that it needs a key, called a token.
setup-beginning-telegram = In Telegram, open a chat with @BotFather, send /newbot, give the bot a name, and copy the token.
setup-beginning-discord = Create an application on discord.com/developers/applications; its Bot page shows the token once (Reset Token). Raconteur’s documentation takes you through it.
setup-ask-token = The token
setup-ask-token-another = A different token

setup-reach = Who can reach it
setup-ask-reach = Where can people open this page?
setup-reach-here = Only on this computer
setup-reach-here-means = Nobody else can open it.
setup-reach-home = On phones and computers in this home
setup-reach-home-means = Anybody on this Wi-Fi who has a link can get in. If this is a laptop, the same goes for any other Wi-Fi you take it to. What people write travels over the Wi-Fi unencrypted. Phones can’t record here, so people write, or send a voice memo as a file.
setup-reach-address = At my own address on the internet
setup-reach-address-means = For people anywhere. Everything is encrypted, and phones can record. You need a web address of your own and somebody who can set it up; Raconteur’s documentation shows them how.
setup-reach-chats = Through Telegram or Discord
setup-reach-chats-means = People write and speak in an app they already have. Set it up here:
setup-ask-public-url = The address, such as https://talk.example.org
setup-wrong-public-url = Please write an address that begins with https and has no path, such as https://talk.example.org.

setup-page = The page
setup-page-alone = You’ll talk to it on a page on this computer.
setup-page-beside = Serve a page on this computer as well as { $chats }?
setup-page-wanted = Let people talk on this page too, not only on Telegram or Discord
setup-model = Who comes up with the next question?
setup-ask-which = Choose one
setup-provider-offline = Nobody: the questions are ready-made. That costs nothing.
setup-provider-anthropic = Claude, a model by Anthropic. You need a key from them, and it costs money.
setup-provider-openai = ChatGPT’s models by OpenAI: you need a key from them, and they cost money. Or a model on your own computer, with Ollama for example: that’s free.
setup-address-of-openai = OpenAI’s own address is https://api.openai.com/v1.
setup-ask-address = The address of the model
setup-ask-model-main = Name of the model that asks the questions
setup-ask-model-fast = Name of a cheaper model that takes the notes
setup-ask-model-try = Ask it one question now, to see whether it works? (This may cost a little.)
setup-ask-key = The key
setup-ask-key-another = A different key

setup-nearby = A model on this computer
setup-nearby-found = { $program } is running on this computer and has the model { $model }.
setup-nearby-others = Also found: { $others }.
setup-nearby-why = With a model, the interviewer follows what people say instead of a list of questions. What the model reads stays on this computer.
setup-nearby-needs = It has to take in at least { $least } tokens at once (its “context length”).
setup-nearby-takes = It has to take in at least { $least } tokens at once (its “context length”); { $program } says that it can take in { $context }.
setup-nearby-set-ollama = Start Ollama's server with OLLAMA_CONTEXT_LENGTH=8192 or more, because its default can be smaller.
setup-nearby-set-lm-studio = Load it in LM Studio with a context length of 8192 or more, because its default can be smaller.
setup-nearby-set-llama-cpp = Start llama.cpp's server with -c 8192 or more.
setup-nearby-set-vllm = Start vLLM with --max-model-len 8192 or more.
setup-nearby-ask = Use it?

setup-voice = Voice messages
setup-voice-absent = Recordings are kept. To have them turned into text, too, type `make voice` once in Raconteur’s folder (1.5 GB on disk, two or three minutes). It then writes down the earlier ones as well.
setup-ask-voice-heard = Turn voice messages into text, on this computer?
setup-ask-voice-try = Try it with a test clip at the end?
setup-ask-voice-try-fetching = Try it with a test clip at the end? (This downloads 145 MB or more.)
setup-speak-why = A voice on this computer can read the questions aloud.
setup-ask-speak = Who to read aloud for
setup-speak-asked = For anybody who asks for it.
setup-speak-always = For everybody except those who turn it off.
setup-speak-off = For nobody.

setup-aloud = Reading aloud
setup-aloud-absent = A voice on this computer can read the questions aloud once it is installed: type `make voice` in Raconteur’s folder.
setup-reminders = Reminders
setup-ask-reminder = If somebody hasn’t answered, when should they get a gentle reminder?
setup-reminder-off = Never
setup-reminder-12h = After half a day
setup-reminder-1d = After a day
setup-reminder-2d = After two days
setup-reminder-own = As it is now: after { $span }
setup-reminders-one = Each question is followed by one reminder at most.
setup-reminders-quiet = Nobody gets a reminder between { $from } and { $until }, their local time.
setup-backups = Backups
setup-backups-where = Everything that was told is kept on this computer, in the folder { $folder }. Nothing is copied anywhere by itself.
setup-backups-how = To copy it to another disk, stop Raconteur and copy that folder. Or type `raconteur backup` and a folder on that disk: this works at any time and copies every word. Recordings and photos are not in that copy. They are in the folder { $recordings }: copy that folder too.
setup-backups-server = Everything that was told is kept in a PostgreSQL database. Raconteur’s documentation shows how to copy it.

setup-operator = You
setup-operator-why = People may want to know who runs this. I’ll tell them if they ask.
setup-ask-operator = Your name and how to reach you

# What an empty answer means: behind a question in the terminal, and below a field on the page.
setup-enter-none = or Enter for none
setup-blank-none = Leave it empty for none.
setup-enter-kept = or Enter to keep the current one
setup-blank-kept = One is set. It is never shown; leave this empty to keep it.
setup-enter-kept-there = or Enter to keep the current one (it is only sent to the same address)
setup-blank-kept-there = One is set. It is never shown; leave this empty to keep it for the same address.
setup-enter-unneeded = or Enter if it needs none
setup-blank-unneeded = Leave it empty if it needs none.
setup-enter-variable = or Enter to use the environment variable { $variable }
setup-blank-variable = Leave it empty to use the environment variable { $variable }.
setup-enter-variable-openai = or Enter if it needs none (OpenAI itself uses the variable { $variable })
setup-blank-variable-openai = Leave it empty if it needs none; OpenAI itself uses the variable { $variable }.
setup-enter-same = or Enter to use the same model
setup-blank-same = Leave it empty to use the same model.
setup-enter-leave = or Enter to skip this
setup-blank-leave = Leave it empty to skip this.

setup-wrong-secret = That contains a space or an unusual character: please copy exactly the key and nothing else.
setup-wrong-choice = Please choose one of these.
setup-wrong-text = That is too long, or contains characters that can’t be displayed.
setup-wrong-needed = Please fill this in.
setup-wrong-address = Please write an address such as http://127.0.0.1:11434/v1.
setup-wrong-setting = That isn’t possible. { $why }
