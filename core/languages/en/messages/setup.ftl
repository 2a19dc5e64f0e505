### What is asked before the first conversation, in the terminal and on the operator's page.

setup-told = The variable { $variable } says it already.
setup-wanted = Shall people talk to it in { $title }?
setup-token-why = For that it needs the token of a bot.
setup-beginning-telegram = Write to @BotFather in Telegram, send /newbot, give the bot a name, and copy the token.
setup-beginning-discord = Make an application on discord.com/developers/applications; its page Bot shows the token once (Reset Token). docs/discord.md goes through it step by step.
setup-ask-token = The token
setup-ask-token-another = Another token

setup-page = The page
setup-page-alone = So you talk to it on a page on this computer.
setup-page-beside = Serve a page on this computer, too, beside { $chats }?
setup-page-wanted = Serve this page, too, where there are chats
setup-model = Who thinks of the next question?
setup-ask-which = Which
setup-provider-offline = Nobody: the questions come as they are written. That costs nothing.
setup-provider-anthropic = Claude, by Anthropic. That needs a key, and costs money.
setup-provider-openai = A server that speaks OpenAI's chat completions: OpenAI itself, or Ollama on this computer.
setup-address-of-openai = The address of OpenAI itself is https://api.openai.com/v1.
setup-ask-address = Its address
setup-ask-model-main = The model that asks the questions
setup-ask-model-fast = A cheaper one that keeps the notes
setup-ask-model-try = Ask it one question now, to see whether it answers as it must? (It may cost a little.)
setup-ask-key = The key
setup-ask-key-another = Another key

setup-nearby = A model on this computer
setup-nearby-found = { $program } is running on this computer and has the model { $model }.
setup-nearby-others = Also found: { $others }.
setup-nearby-why = With a model, the interviewer follows what people say instead of a list of questions. What the model reads stays on this computer.
setup-nearby-needs = It needs a context length of at least { $least } tokens.
setup-nearby-takes = It needs a context length of at least { $least } tokens; { $program } says that it can read { $context }.
setup-nearby-set-ollama = Start Ollama's server with OLLAMA_CONTEXT_LENGTH=8192 or more, because its default can be smaller.
setup-nearby-set-lm-studio = Load it in LM Studio with a context length of 8192 or more, because its default can be smaller.
setup-nearby-set-llama-cpp = Start llama.cpp's server with -c 8192 or more.
setup-nearby-set-vllm = Start vLLM with --max-model-len 8192 or more.
setup-nearby-ask = Use it?

setup-voice = Voice notes
setup-voice-absent = They are kept, and heard as soon as there is something to hear them with: `make voice` installs it (1.5 GB on disk, two or three minutes).
setup-ask-voice-heard = Shall they be heard, on this computer alone?
setup-ask-voice-try = Try it with a test clip at the end?
setup-ask-voice-try-fetching = Try it with a test clip at the end, for which 145 MB or more are fetched?
setup-speak-why = Questions can be read aloud, too, by a voice of this computer.
setup-ask-speak = To whom
setup-speak-asked = To whoever asks for it (with /voice on).
setup-speak-always = To everybody but those who say /voice off.
setup-speak-off = To nobody.

setup-operator = You
setup-operator-why = People may want to know who runs this. They are told when they ask.
setup-ask-operator = Your name, and how you are reached

# What an empty answer means: behind a question in the terminal, and below a field on the page.
setup-enter-none = or Enter for none
setup-blank-none = Leave it empty for none.
setup-enter-kept = or Enter to keep the one that is there
setup-blank-kept = One is set. It is shown to nobody; leave this empty to keep it.
setup-enter-kept-there = or Enter to keep the one that is there (it goes to no other address)
setup-blank-kept-there = One is set. It is shown to nobody; leave this empty to keep it for the same address.
setup-enter-unneeded = or Enter where it needs none
setup-blank-unneeded = Leave it empty where it needs none.
setup-enter-variable = or Enter for that of the variable { $variable }
setup-blank-variable = Leave it empty for that of the variable { $variable }.
setup-enter-variable-openai = or Enter where it needs none (OpenAI itself gets that of the variable { $variable })
setup-blank-variable-openai = Leave it empty where it needs none; OpenAI itself gets that of the variable { $variable }.
setup-enter-same = or Enter for the same
setup-blank-same = Leave it empty for the same.
setup-enter-leave = or Enter to leave it out
setup-blank-leave = Leave it empty to say nothing of it.

setup-wrong-secret = That has a blank or a strange character in it: please copy it whole, and nothing else.
setup-wrong-choice = Please choose one of these.
setup-wrong-text = That is too long, or has characters in it that cannot be shown.
setup-wrong-needed = This is needed.
setup-wrong-address = Please write an address as in http://127.0.0.1:11434/v1.
setup-wrong-setting = It cannot be set like this. { $why }
