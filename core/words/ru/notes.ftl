### Слова в заметках о выпуске подкаста. Заметки принадлежат человеку: «я» — это тот, кто отвечал.

# $day — дата словами, $show — название в кавычках.
notes-about-show = Разговор о выпуске подкаста { $show }, { $day }.
notes-about = Разговор о выпуске подкаста, { $day }.
notes-origin-transcript = Собеседник прочитал расшифровку выпуска.
notes-origin-audio = Собеседник знал выпуск по записи.
notes-origin-inkwell = Собеседник прочитал заметки Inkwell о выпуске.
notes-origin-show-notes = Собеседник знал только описание выпуска.
notes-origin-page = Собеседник знал только страницу выпуска.
notes-origin-memory = Собеседник знал только то, что услышал от меня.
notes-origin-title = Собеседник знал только название.

notes-insights = Что мне открылось
notes-actions = Что я собираюсь сделать
notes-themes = К чему я возвращаюсь
notes-conversation = Разговор
notes-questions-answers = Вопросы и ответы

## Текст из ответов. $question и $quote стоят в кавычках.

notes-asked = Меня спросили: { $question } Мой ответ:
notes-asked-then = И ещё: { $question } Мой ответ:
notes-added = На вопрос { $question } было сказано ещё и это:
notes-said = И ещё мои слова:
notes-own-words = Моими словами: { $quote }

## Конец

notes-figures = В цифрах
notes-template = Вид разговора
notes-follow-ups = Уточняющих вопросов
notes-thinking = Время на раздумья
notes-verbatim = То, что стоит в кавычках, сказано именно так.
notes-account-by-model = Рассказ составила по моим ответам языковая модель; то, что выделено как цитата, — мои слова без изменений.
notes-worded-by-model = Строки над цитатами сформулировала языковая модель.
notes-picked = Мысли и намерения — это предложения из моих ответов; они выбраны по простым правилам и не изменены.
