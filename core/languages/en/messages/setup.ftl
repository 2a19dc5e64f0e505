### What is asked before the first conversation, in the terminal and on the operator's page.

setup-told = Already set by the environment variable { $variable }.
setup-wanted = Do you want people to talk to it on { $title }?
setup-token-why = That takes a bot token.
setup-beginning-telegram = In Telegram, open a chat with @BotFather, send /newbot, give the bot a name, and copy the token.
setup-beginning-discord = Create an application on discord.com/developers/applications; its Bot page shows the token once (Reset Token). docs/discord.md takes you through it.
setup-ask-token = The token
setup-ask-token-another = A different token

setup-reach = How people reach this page
setup-ask-reach = Where should it open?
setup-reach-here = Only on this computer
setup-reach-here-means = Nobody else can open it.
setup-reach-home = On phones and computers in this home
setup-reach-home-means = Anybody on this Wi-Fi who has a link can get in. If this is a laptop, so can anybody on other Wi-Fi networks you take it to. What they write isn’t encrypted on its way. Phones only allow the microphone at an https address, so people write, or send a voice memo as a file.
setup-reach-address = At my own address on the internet
setup-reach-address-means = For people anywhere. Everything is encrypted, and phones can record. You need an address of your own and a proxy in front of this page; docs/page.md shows how.
setup-reach-chats = Through Telegram or Discord
setup-reach-chats-means = People write and speak in an app they already have. Set it up here:
setup-ask-public-url = The address, such as https://talk.example.org
setup-wrong-public-url = Please write an address that begins with https and has no path, such as https://talk.example.org.

setup-page = The page
setup-page-alone = You’ll talk to it on a page on this computer.
setup-page-beside = Serve a page on this computer as well as { $chats }?
setup-page-wanted = Serve this page as well as the chats
setup-model = Who comes up with the next question?
setup-ask-which = Which one
setup-provider-offline = Nobody: the questions are prewritten. That costs nothing.
setup-provider-anthropic = Claude, by Anthropic. Needs a key, and costs money.
setup-provider-openai = A server with an OpenAI-compatible API: OpenAI itself, or Ollama on this computer.
setup-address-of-openai = OpenAI’s own address is https://api.openai.com/v1.
setup-ask-address = Its address
setup-ask-model-main = The model that asks the questions
setup-ask-model-fast = A cheaper one that takes the notes
setup-ask-model-try = Ask it one question now, to see whether it works? (This may cost a little.)
setup-ask-key = The key
setup-ask-key-another = A different key

setup-nearby = A model on this computer
setup-nearby-found = { $program } is running on this computer and has the model { $model }.
setup-nearby-others = Also found: { $others }.
setup-nearby-why = With a model, the interviewer follows what people say instead of a list of questions. What the model reads stays on this computer.
setup-nearby-needs = It needs a context length of at least { $least } tokens.
setup-nearby-takes = It needs a context length of at least { $least } tokens; { $program } reports { $context }.
setup-nearby-set-ollama = Start Ollama's server with OLLAMA_CONTEXT_LENGTH=8192 or more, because its default can be smaller.
setup-nearby-set-lm-studio = Load it in LM Studio with a context length of 8192 or more, because its default can be smaller.
setup-nearby-set-llama-cpp = Start llama.cpp's server with -c 8192 or more.
setup-nearby-set-vllm = Start vLLM with --max-model-len 8192 or more.
setup-nearby-ask = Use it?

setup-voice = Voice messages
setup-voice-absent = They’re kept for now, and transcribed once you install speech recognition: `make voice` (1.5 GB on disk, two or three minutes).
setup-ask-voice-heard = Transcribe them on this computer?
setup-ask-voice-try = Try it with a test clip at the end?
setup-ask-voice-try-fetching = Try it with a test clip at the end? (This downloads 145 MB or more.)
setup-speak-why = Questions can also be read aloud by a voice on this computer.
setup-ask-speak = Who to read aloud for
setup-speak-asked = For anybody who asks (with /voice on).
setup-speak-always = For everybody except those who turn it off (/voice off).
setup-speak-off = For nobody.

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
setup-enter-same = or Enter for the same
setup-blank-same = Leave it empty for the same.
setup-enter-leave = or Enter to skip this
setup-blank-leave = Leave it empty to skip this.

setup-wrong-secret = That contains a space or an unusual character: please copy exactly the key and nothing else.
setup-wrong-choice = Please choose one of these.
setup-wrong-text = That is too long, or contains characters that can’t be displayed.
setup-wrong-needed = Please fill this in.
setup-wrong-address = Please write an address such as http://127.0.0.1:11434/v1.
setup-wrong-setting = That isn’t possible. { $why }
