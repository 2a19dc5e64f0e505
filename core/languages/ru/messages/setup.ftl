### О чём спрашивают перед первым разговором: в терминале и на странице хозяина.

setup-told = Это уже задано переменной окружения { $variable }.
setup-wanted = Нужен ли бот в { $title }?
setup-token-why = Для этого нужен токен бота.
setup-beginning-telegram = Напишите в Telegram боту @BotFather, отправьте /newbot, дайте своему боту имя и скопируйте токен.
setup-beginning-discord = Создайте приложение на discord.com/developers/applications; токен один раз покажет его страница Bot (Reset Token). Шаг за шагом об этом рассказано в docs/discord.md.
setup-ask-token = Токен
setup-ask-token-another = Другой токен

setup-reach = Как открывают эту страницу
setup-ask-reach = Где она открывается?
setup-reach-here = Только на этом компьютере
setup-reach-here-means = Больше её никто не откроет.
setup-reach-home = На телефонах и компьютерах в этом доме
setup-reach-home-means = Войти сможет любой в этой сети Wi-Fi, у кого есть ссылка, а если это ноутбук, то и в любой другой сети, где вы им пользуетесь. Всё написанное идёт по сети без шифрования. Микрофон телефоны разрешают только по адресу с https, поэтому ответы пишут или присылают файлом с диктофона.
setup-reach-address = По моему адресу в интернете
setup-reach-address-means = Для людей где угодно. Всё шифруется, и телефоны могут записывать голос. Нужен свой адрес и прокси перед этой страницей; как это сделать, рассказано в docs/page.md.
setup-reach-chats = Через Telegram или Discord
setup-reach-chats-means = Люди пишут и говорят там, где уже привыкли. Настраивается это здесь:
setup-ask-public-url = Адрес, например https://talk.example.org
setup-wrong-public-url = Напишите адрес, который начинается с https и не имеет пути, например https://talk.example.org.

setup-page = Страница
setup-page-alone = Тогда разговор идёт на странице на этом компьютере.
setup-page-beside = Открыть ещё и страницу на этом компьютере, кроме { $chats }?
setup-page-wanted = Открывать и эту страницу, когда есть чаты
setup-model = Кто придумывает следующий вопрос?
setup-ask-which = Кто
setup-provider-offline = Никто: вопросы готовые. Это бесплатно.
setup-provider-anthropic = Claude компании Anthropic. Нужен ключ, и это стоит денег.
setup-provider-openai = Сервер, который понимает запросы OpenAI: сама OpenAI или Ollama на этом компьютере.
setup-address-of-openai = Адрес самой OpenAI: https://api.openai.com/v1.
setup-ask-address = Адрес
setup-ask-model-main = Модель, которая задаёт вопросы
setup-ask-model-fast = Модель подешевле, которая ведёт записи
setup-ask-model-try = Задать ей сейчас один вопрос и посмотреть, отвечает ли она как надо? (Это может стоить совсем немного.)
setup-ask-key = Ключ
setup-ask-key-another = Другой ключ

setup-nearby = Модель на этом компьютере
setup-nearby-found = На этом компьютере работает { $program }, и в нём есть модель { $model }.
setup-nearby-others = Ещё нашлись: { $others }.
setup-nearby-why = С моделью интервьюер идёт за рассказом, а не по списку вопросов. То, что читает модель, остаётся на этом компьютере.
setup-nearby-needs = Ей нужен контекст не меньше { $least } токенов.
setup-nearby-takes = Ей нужен контекст не меньше { $least } токенов; { $program } сообщает, что она может прочесть { $context }.
setup-nearby-set-ollama = Запустите сервер Ollama с OLLAMA_CONTEXT_LENGTH=8192 или больше: по умолчанию у него может быть меньше.
setup-nearby-set-lm-studio = Загрузите её в LM Studio с контекстом 8192 или больше: по умолчанию он может быть меньше.
setup-nearby-set-llama-cpp = Запустите сервер llama.cpp с -c 8192 или больше.
setup-nearby-set-vllm = Запустите vLLM с --max-model-len 8192 или больше.
setup-nearby-ask = Подключить её?

setup-voice = Голосовые сообщения
setup-voice-absent = Они сохраняются, а расшифрованы будут, когда вы установите распознавание речи: `make voice` (1,5 ГБ на диске, две-три минуты).
setup-ask-voice-heard = Расшифровывать их на этом компьютере?
setup-ask-voice-try = Проверить в конце на короткой записи?
setup-ask-voice-try-fetching = Проверить в конце на короткой записи? Для этого нужно загрузить не меньше 145 МБ.
setup-speak-why = Вопросы можно и читать вслух: голосом этого компьютера.
setup-ask-speak = Кому читать вслух
setup-speak-asked = Тем, кто об этом попросит (напишет /voice on).
setup-speak-always = Всем, кроме тех, кто напишет /voice off.
setup-speak-off = Никому.

setup-operator = Вы
setup-operator-why = Люди могут спросить, кто это запустил. Тогда им ответят.
setup-ask-operator = Ваше имя и как с вами связаться

# Что значит пустой ответ: после вопроса в терминале и под полем на странице.
setup-enter-none = или Enter, если его нет
setup-blank-none = Оставьте пустым, если его нет.
setup-enter-kept = или Enter, чтобы оставить прежний
setup-blank-kept = Он уже задан и никому не показывается; оставьте поле пустым, чтобы он остался прежним.
setup-enter-kept-there = или Enter, чтобы оставить прежний (на другой адрес он не пойдёт)
setup-blank-kept-there = Он уже задан и никому не показывается; оставьте поле пустым, чтобы для того же адреса он остался прежним.
setup-enter-unneeded = или Enter, если он не нужен
setup-blank-unneeded = Оставьте пустым, если он не нужен.
setup-enter-variable = или Enter: тогда он берётся из переменной { $variable }
setup-blank-variable = Оставьте пустым, тогда он берётся из переменной { $variable }.
setup-enter-variable-openai = или Enter, если он не нужен (для самой OpenAI он берётся из переменной { $variable })
setup-blank-variable-openai = Оставьте пустым, если он не нужен; для самой OpenAI он берётся из переменной { $variable }.
setup-enter-same = или Enter, если та же самая
setup-blank-same = Оставьте пустым, если та же самая.
setup-enter-leave = или Enter, чтобы пропустить
setup-blank-leave = Оставьте пустым, чтобы пропустить.

setup-wrong-secret = Здесь есть пробел или посторонний знак: скопируйте, пожалуйста, целиком и без лишнего.
setup-wrong-choice = Выберите, пожалуйста, один из вариантов.
setup-wrong-text = Это слишком длинно, или в этом есть знаки, которые нельзя показать.
setup-wrong-needed = Это нужно указать.
setup-wrong-address = Напишите, пожалуйста, адрес, например http://127.0.0.1:11434/v1.
setup-wrong-setting = Так задать нельзя. { $why }
