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
# Под темой; $episodes – названия других выпусков, о которых говорил человек.
notes-theme-elsewhere = Об этом и в разговорах о других выпусках: { $episodes }
notes-conversation = Разговор
notes-questions-answers = Вопросы и ответы

## Текст из ответов. $question стоит в кавычках.

notes-asked = Меня спросили: { $question } Мой ответ:
notes-asked-then = И ещё: { $question } Мой ответ:
notes-said = И ещё мои слова:
notes-before = Ещё до первого вопроса:

## Конец

notes-figures = В цифрах
notes-template = Вид разговора
notes-follow-ups = Уточняющих вопросов
notes-closing = Заключительный вопрос
notes-answers = Вопросов с ответом
notes-substantive = Ответов в десять слов и длиннее
notes-average = Слов в ответе, в среднем
notes-thinking = Время на раздумья
notes-verbatim = То, что стоит в кавычках, сказано именно так.
notes-gaps = Где стоит «[…]», часть ответа пропущена; в заметках другого вида он есть целиком.
notes-picked = Мысли и намерения — это предложения из моих ответов, без изменений; их выбрала языковая модель.

# $question — вопрос собеседника.
notes-follow-up = Уточнение: { $question }

## Имя файла, после названия выпуска

notes-file-structured = заметки
notes-file-narrative = рассказ
notes-file-qa = вопросы и ответы
