# Несколько слов, которые терминал добавляет к словам собеседника.

terminal-progress = { $done } примерно из { $total }
terminal-thinking = … думаю
terminal-how-to-send = Отправить: дважды нажмите Enter.   Прерваться: Ctrl-C.
terminal-empty = Пока нечего отправлять. Пишите сколько захочется, а потом дважды нажмите Enter.
terminal-choose = Наберите номер и нажмите Enter.
terminal-one-choice = (Можно также набрать «{ $label }» и нажать Enter.)

terminal-pause-question = Уходим? Всё, что вы отправили, сохранено. (да / нет)
# Слова, которые понимаются как ответ: строчными буквами, через пробел.
terminal-yes = да д yes y
terminal-no = нет н no n
terminal-draft-kept = То, что вы не успели отправить, тоже сохранено: в следующий раз нажмите стрелку вверх.
terminal-not-kept = Сейчас это не получилось сохранить. Ваши слова остались на месте: отправьте их, пожалуйста, ещё раз.

terminal-document = Сохранено здесь:

terminal-table-when = Когда
terminal-table-question = Вопрос
terminal-table-answer = Ваш ответ
terminal-table-empty = Показывать пока нечего: таблица наполнится вашими ответами.
terminal-table-unavailable = Сейчас таблицу показать не получается. Ничего не потеряно; попробуйте чуть позже.

terminal-command-table = показать разговор таблицей
terminal-command-quit = прерваться и выйти
