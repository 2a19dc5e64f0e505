### Страница того, кто ведёт дом.

operator-title = Raconteur: страница владельца
operator-skip = Перейти к содержанию
operator-who = Люди
operator-nobody-yet = Пока никого: пригласите первого
operator-nothing-told = Ответов пока нет.
operator-withheld = Не показано: здесь есть слова из ответа, который убрали.
operator-given = Что получит семья, решает { $name }.
operator-given-answers = { $answers ->
        [one] { $answers } ответ
        [few] { $answers } ответа
       *[other] { $answers } ответов
    }
operator-new = новых: { $number }
operator-everybody-else = Все остальные
operator-more-figures = Подробнее в цифрах
operator-this-computer = этот компьютер
operator-week-answers = { $number ->
        [0] За неделю ответов не было.
        [one] { $number } ответ за неделю.
        [few] { $number } ответа за неделю.
       *[other] { $number } ответов за неделю.
    }
operator-people-wait = { $number ->
        [0] Никто не ждёт следующего вопроса.
        [one] { $number } человек ждёт следующего вопроса.
        [few] { $number } человека ждут следующего вопроса.
       *[other] { $number } человек ждут следующего вопроса.
    }
operator-week-cost = Модель обошлась за неделю в { $cost }.
operator-every-device = Все устройства и ссылка этого компьютера
operator-sessions = Все интервью
operator-figures = Как идут дела
operator-doors = Приглашения
operator-runs = Беседы моделей
operator-leave = Выйти

operator-gate = Эта ссылка откроет страницу владельца в этом браузере и больше не сработает.
operator-enter = Открыть страницу
operator-closed = Эта страница открывается по ссылке владельца. На компьютере, где работает Raconteur, ссылку покажет команда `raconteur page`. Она сработает один раз, в течение часа.
operator-closed-elsewhere = Эта страница открывается по ссылке владельца.
operator-gone = Вы вышли в этом браузере. Новую ссылку напечатает `raconteur page`.

operator-words = Имя или адрес
operator-kind = Вид
operator-every = все
operator-find = Найти
operator-none = Таких интервью нет.
operator-total = Всего { $number ->
        [one] { $number } интервью
       *[other] { $number } интервью
    }
operator-next = Следующая страница
operator-head-person = Человек
operator-head-interview = Интервью
operator-head-state = Состояние
operator-head-progress = Пройдено
operator-head-answers = Ответов
operator-head-touched = Последнее действие
operator-head-cost = Стоимость
operator-head-trouble = Неполадки
operator-state-active = идёт
operator-state-paused = на паузе
operator-state-completed = закончено
operator-state-abandoned = осталось незаконченным
operator-far = { $done } примерно из { $total }
operator-undeliverable = { $number ->
        [one] { $number } сообщение не дошло
        [few] { $number } сообщения не дошли
       *[other] { $number } сообщений не дошло
    }
operator-unheard = { $number ->
        [one] { $number } запись ещё не превращена в текст
        [few] { $number } записи ещё не превращены в текст
       *[other] { $number } записей ещё не превращено в текст
    }

operator-address = Где идёт разговор
operator-told = Рассказано
operator-told-figures = { $answers ->
        [one] { $answers } ответ
        [few] { $answers } ответа
       *[other] { $answers } ответов
    }, { $words ->
        [one] { $words } слово
        [few] { $words } слова
       *[other] { $words } слов
    }
operator-time = Время рассказа
operator-kept-back = Ответов не для всех
operator-begun = Начато
operator-ended = Закончено
operator-transcript = Запись разговора
operator-live = Новые строки появляются здесь сами.
operator-question = вопрос
operator-follow-up = уточнение
operator-room = пауза для рассказа
operator-answer = ответ
operator-remark = реплика
operator-edited = исправлено позже
operator-withdrawn = отменено
# $length is a length of time, as text.
operator-spoken = вслух, { $length }
operator-photo = Присланная фотография
operator-sound = Запись голоса
operator-notes = Заметки
operator-calls = Запросы к модели
operator-get-transcript = Скачать запись разговора
operator-get-archive = Скачать всё вместе с голосом (ZIP)
operator-get-export = Скачать, чтобы перенести в другой Raconteur (JSON)
operator-delete = Удалить это интервью
operator-delete-means = Удалится всё до последнего слова: текст, голос, заметки, файлы и запросы к модели. Вернуть это нельзя. Человек об этом не узнает.
operator-delete-type = Чтобы подтвердить, напишите: { $name }
operator-delete-now = Удалить навсегда
operator-delete-refused = Ничего не удалено: вы написали другое имя.

operator-to-session = Назад к интервью
operator-no-calls = Здесь запросов к модели не было.
operator-model = Модель
operator-outcome = Чем кончилось
operator-tokens = Токены
operator-token-figures = отправлено { $sent } (из кэша { $cached }), получено { $received }
operator-latency = Время
operator-seconds = { $seconds } с
operator-prompt = Вопрос
operator-reply = Ответ
operator-not-kept = Здесь ничего не сохранено: либо ничего и не было, либо в файле настроек выключено llm.keep_prompts.

operator-as-of = Данные на
operator-numbers = В цифрах
operator-day = День
operator-answers-a-day = Ответов в день
operator-waits = Сколько ждали следующего вопроса
operator-nobody-waited = В последнее время никто не ждал.
operator-median = Обычное ожидание (с)
operator-most = 95 % ждали не дольше (с)
operator-cost-a-day = Стоимость по дням
operator-drop-off = До какого вопроса доходят интервью: { $kind }
operator-question-number = Вопрос
operator-so-far = Дошли до этого вопроса
operator-rests = Где интервью остановились: { $kind }
operator-interviews = Сколько интервью
operator-share = Доля

operator-everybody = Участвовать может каждый, кто найдёт Raconteur, если вы ему не отказали.
operator-nobody-else = Участвовать могут только те, кого вы пригласили, впустили здесь или назвали в файле настроек.
operator-invite = Пригласить
operator-invited = Приглашение
operator-shown-once = Оно показывается только один раз; скопируйте его сейчас.
operator-any-interview = любое, человек выберет сам
operator-uses = Сколько человек оно впустит
operator-days = Сколько дней оно действует (0: всегда)
operator-open-invitations = Открытые приглашения
operator-left = Осталось мест
operator-until = Действует до
operator-for-ever = всегда
operator-end = Прекратить
operator-withdraw = Отозвать
operator-people = Впустить или не впускать
operator-denied-means = Если кто-то пишет в Telegram или Discord без приглашения, бот сообщает в ответ номер. По этому номеру человека можно впустить здесь. Тем, кого вы не впускаете, бот больше не пишет, но всё, что они рассказали, сохраняется.
operator-person-id = Номер, например telegram:123456789
operator-what = Что сделать
operator-allow = Впустить
operator-deny = Не впускать
operator-so-be-it = Сохранить
operator-people-list = Люди
operator-named = в файле настроек
operator-allowed = можно
operator-denied = вход закрыт
operator-since = С какого дня
operator-change = Изменить
operator-wrong-numbers = Укажите, пожалуйста, число человек (от 1) и число дней (от 0).
operator-wrong-kind = Такого интервью здесь нет. Пожалуйста, выберите из списка.
operator-wrong-settings = Приглашение сделать не удалось: что-то не так с настройками. Что именно, скажет `raconteur doctor`.
operator-no-way-in = По приглашению никто не смог бы войти: страница открыта только на этом компьютере. Выберите в настройках, как её смогут открыть другие.
operator-wrong-person = Это не похоже на номер человека. Напишите платформу и номер, который бот называет незнакомым, например telegram:123456789.

operator-run = Беседа
operator-sides = Кто говорил
operator-turns = Ходов
operator-no-runs = Бесед ещё не было.

operator-setup = Настройки
operator-setup-where = Настройки хранятся в этом файле. Кроме вас, его на этом компьютере никто не прочтёт:
operator-setup-write = Проверить и записать
operator-setup-anyway = Всё равно записать
operator-setup-unreadable = Настройки не удаётся прочитать, поэтому здесь ничего нельзя изменить. Сначала, пожалуйста, исправьте файл.
operator-setup-written = Записано.
operator-setup-copy = Прежние настройки сохранены рядом: { $name }.
operator-setup-at-once = Это уже действует, перезапускать ничего не нужно.
operator-reached = Сейчас эту страницу открывают по адресу
operator-reach-invite = Пригласить: создать ссылку
operator-scan = QR-код со ссылкой
operator-not-here = Эта страница открывается только на компьютере, где работает Raconteur.
operator-setup-restart = Raconteur учтёт это при следующем запуске. Чтобы не ждать, остановите его в том окне, где он работает (Ctrl-C), и запустите снова, как в прошлый раз. Если он работает как служба, перезапустите службу. Ничего из рассказанного не пропадёт.
operator-setup-nearby = Проверить { $model } и подключить
operator-setup-gone = Ничего не записано: эта модель больше не отвечает.
operator-setup-wrong = Ничего не записано. Пожалуйста, посмотрите ещё раз:
operator-setup-unwell = Ничего не записано: проверка не прошла.
operator-setup-changed = Ничего не записано: файл настроек тем временем изменился. Вот настройки теперь; пожалуйста, ответьте ещё раз.
operator-setup-same = Настройки уже такие, записывать было нечего.
operator-setup-unwritable = Ничего не записано: в файл настроек не удаётся писать.
operator-setup-again = Введённые токены и ключи здесь больше не показываются; пожалуйста, введите их ещё раз.
operator-setup-found-well = Проверка прошла: { $what }
operator-setup-found-note = Проверка прошла, но есть замечание: { $what }
operator-setup-found-wrong = Проверка не прошла: { $what }
operator-setup-way-in = Ваша ссылка для входа после перезапуска. Она действует один раз, семь дней:
operator-setup-talk = Перейти к разговору на этом компьютере

operator-devices = Телефоны и компьютеры с открытым доступом
operator-devices-mean = Закройте доступ с потерянного или незнакомого телефона или компьютера. Всё рассказанное там сохранится.
operator-head-device = Телефон или компьютер
operator-seen = Последний раз
operator-home = Ссылка для этого компьютера
operator-renew-means = Все браузеры, где открыт разговор этого компьютера, будут отключены, и появится новая ссылка. Старая перестанет действовать.
operator-renew-home = Отключить и создать новую ссылку
operator-home-renewed = Вот новая ссылка. Она работает только на этом компьютере и до следующего запуска.
operator-home-kept = Все браузеры этого компьютера отключены. Ссылка прежняя: её ключ записан в файле настроек. Чтобы получить новую, измените там ключ и перезапустите программу.
operator-rare = Ещё
operator-waits-mean = Точка – обычное ожидание: половина ждала меньше. Дольше, чем до верха черты, ждали только в одном случае из двадцати.
operator-setup-restart-rest = То, кто может открыть страницу, уже изменилось. Остальное Raconteur учтёт при следующем запуске. Чтобы не ждать, остановите его в том окне, где он работает (Ctrl-C), и запустите снова, как в прошлый раз. Если он работает как служба, перезапустите службу. Ничего из рассказанного не пропадёт.
operator-setup-more = Ещё
