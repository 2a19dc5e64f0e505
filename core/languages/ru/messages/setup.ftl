### О чём спрашивают перед первым разговором: в терминале и на странице хозяина.

setup-told = Это задано не здесь, а переменной { $variable }.
setup-wanted = Нужен ли бот в { $title }?
setup-token-why = Для этого нужен ключ бота, он называется токеном.
setup-beginning-telegram = Напишите в Telegram боту @BotFather, отправьте /newbot, дайте своему боту имя и скопируйте токен.
setup-beginning-discord = Создайте приложение на discord.com/developers/applications; токен один раз покажет его страница Bot (Reset Token). Шаг за шагом об этом рассказано в документации Raconteur.
setup-ask-token = Токен
setup-ask-token-another = Другой токен

setup-reach = Кто может открыть
setup-ask-reach = Где можно открыть эту страницу?
setup-reach-here = Только на этом компьютере
setup-reach-here-means = Больше её никто не откроет.
setup-reach-home = На телефонах и компьютерах в этом доме
setup-reach-home-means = Войти сможет любой, кто подключён к этой сети Wi-Fi и у кого есть ссылка. Если это ноутбук, то же будет и в любой другой сети, куда вы его возьмёте. Всё написанное идёт по сети без шифрования. Записывать голос телефоны здесь не могут, поэтому пишут или присылают запись с диктофона как файл.
setup-reach-address = По моему адресу в интернете
setup-reach-address-means = Для людей где угодно. Всё шифруется, и телефоны могут записывать голос. Нужен свой адрес в интернете и тот, кто умеет его настроить; как это сделать, рассказано в документации Raconteur.
setup-reach-chats = Через Telegram или Discord
setup-reach-chats-means = Люди пишут и говорят там, где уже привыкли. Настраивается это здесь:
setup-ask-public-url = Адрес, например https://talk.example.org
setup-wrong-public-url = Напишите адрес, который начинается с https и не имеет пути, например https://talk.example.org.

setup-page = Страница
setup-page-alone = Тогда разговор идёт на странице на этом компьютере.
setup-page-beside = Кроме { $chats }, открыть ещё и страницу на этом компьютере?
setup-page-wanted = Оставить для разговоров и эту страницу, не только Telegram или Discord
setup-model = Кто придумывает следующий вопрос?
setup-ask-which = Выберите
setup-provider-offline = Никто: вопросы готовы заранее. Это ничего не стоит.
setup-provider-anthropic = Claude, модель компании Anthropic. Нужен её ключ, и это стоит денег.
setup-provider-openai = Модели ChatGPT компании OpenAI: нужен ключ от неё, и это стоит денег. Или модель на своём компьютере, например с Ollama: это бесплатно.
setup-address-of-openai = Адрес самой OpenAI: https://api.openai.com/v1.
setup-ask-address = Адрес модели
setup-ask-model-main = Название модели, которая задаёт вопросы
setup-ask-model-fast = Название модели подешевле, которая ведёт записи
setup-ask-model-try = Задать ей сейчас один вопрос и посмотреть, отвечает ли она как надо? (Это может стоить совсем немного.)
setup-ask-key = Ключ
setup-ask-key-another = Другой ключ

setup-nearby = Модель на этом компьютере
setup-nearby-found = На этом компьютере работает { $program }, и в нём есть модель { $model }.
setup-nearby-others = Ещё нашлись: { $others }.
setup-nearby-why = С моделью интервьюер идёт за рассказом, а не по списку вопросов. То, что читает модель, остаётся на этом компьютере.
setup-nearby-needs = Она должна охватывать не меньше { $least } токенов сразу (это называется «контекст»).
setup-nearby-takes = Она должна охватывать не меньше { $least } токенов сразу (это называется «контекст»); { $program } сообщает, что она может { $context }.
setup-nearby-set-ollama = Запустите сервер Ollama с OLLAMA_CONTEXT_LENGTH=8192 или больше: по умолчанию у него может быть меньше.
setup-nearby-set-lm-studio = Загрузите её в LM Studio с контекстом 8192 или больше: по умолчанию он может быть меньше.
setup-nearby-set-llama-cpp = Запустите сервер llama.cpp с -c 8192 или больше.
setup-nearby-set-vllm = Запустите vLLM с --max-model-len 8192 или больше.
setup-nearby-ask = Подключить её?

setup-voice = Голосовые сообщения
setup-voice-absent = Записи сохраняются. Чтобы превращать их и в текст, один раз наберите `make voice` в папке Raconteur (1,5 ГБ на диске, две-три минуты). Прежние записи тогда тоже станут текстом.
setup-ask-voice-heard = Превращать голосовые сообщения в текст на этом компьютере?
setup-ask-voice-try = Проверить в конце на короткой записи?
setup-ask-voice-try-fetching = Проверить в конце на короткой записи? Для этого нужно загрузить не меньше 145 МБ.
setup-speak-why = Вопросы может читать вслух голос этого компьютера.
setup-ask-speak = Кому?
setup-speak-asked = Тем, кто об этом попросит.
setup-speak-always = Всем, кроме тех, кто это выключит.
setup-speak-off = Никому.

setup-aloud = Чтение вслух
setup-aloud-absent = Вопросы может читать вслух голос этого компьютера, если его установить: наберите `make voice` в папке Raconteur.
setup-reminders = Напоминания
setup-ask-reminder = Если ответа нет, через сколько напомнить?
setup-reminder-off = Никогда
setup-reminder-12h = Через полдня
setup-reminder-1d = Через день
setup-reminder-2d = Через два дня
setup-reminder-own = Как сейчас: через { $span }
setup-reminders-one = К каждому вопросу приходит не больше одного напоминания.
setup-reminders-quiet = С { $from } до { $until } по местному времени человека напоминания не приходят.
setup-backups = Копии
setup-backups-where = Всё рассказанное хранится на этом компьютере, в папке { $folder }. Само ничего никуда не копируется.
setup-backups-how = Чтобы скопировать его на другой диск, остановите Raconteur и скопируйте эту папку. Или наберите `raconteur backup` и папку на том диске: это можно в любое время, и скопируется каждое слово. Голосовых записей и фотографий в этой копии нет. Они лежат в папке { $recordings }: скопируйте и её.
setup-backups-server = Всё рассказанное хранится в базе PostgreSQL. Как её скопировать, рассказано в документации Raconteur.

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
setup-blank-same = Оставьте пустым, и заметки будет вести та же модель.
setup-enter-leave = или Enter, чтобы пропустить
setup-blank-leave = Оставьте пустым, чтобы пропустить.

setup-wrong-secret = Здесь есть пробел или посторонний знак: скопируйте, пожалуйста, целиком и без лишнего.
setup-wrong-choice = Выберите, пожалуйста, один из вариантов.
setup-wrong-text = Это слишком длинно, или в этом есть знаки, которые нельзя показать.
setup-wrong-needed = Это нужно указать.
setup-wrong-address = Напишите, пожалуйста, адрес, например http://127.0.0.1:11434/v1.
setup-wrong-setting = Так задать нельзя. { $why }
