### Страница того, кто ведёт дом.

operator-title = Raconteur: страница владельца
operator-skip = Перейти к содержанию
operator-who = Люди
operator-nobody-yet = Пока никого: пригласите первого
operator-nothing-told = Ответов пока нет.
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
        [0] Никто не ждёт вопроса.
        [one] { $number } человек ждёт вопроса.
        [few] { $number } человека ждут вопроса.
       *[other] { $number } человек ждут вопроса.
    }
operator-week-cost = Языковые модели обошлись за неделю в { $cost }.
operator-every-device = Все браузеры и ссылка этого компьютера
operator-sessions = Интервью
operator-figures = Цифры
operator-doors = Кого впускать
operator-runs = Беседы моделей
operator-leave = Выйти

operator-gate = Эта ссылка откроет страницу владельца в этом браузере и больше не сработает.
operator-enter = Открыть страницу
operator-closed = Эта страница открывается по ссылке владельца. На компьютере, где работает Raconteur, её печатает команда `raconteur page`; ссылка действует один раз и один час.
operator-closed-elsewhere = Эта страница открывается по ссылке владельца.
operator-gone = Вы вышли в этом браузере. Новую ссылку напечатает `raconteur page`.

operator-words = Имя, адрес или номер интервью
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
operator-state-abandoned = отложено
operator-far = { $done } примерно из { $total }
operator-undeliverable = не доставлено: { $number }
operator-unheard = не расслышано: { $number }

operator-address = Адрес
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
operator-room = свободный рассказ
operator-answer = ответ
operator-remark = реплика
operator-edited = исправлено позже
operator-withdrawn = взято назад
# $length is a length of time, as text.
operator-spoken = вслух, { $length }
operator-photo = Присланная фотография
operator-sound = Запись голоса
operator-notes = Заметки
operator-calls = Запросы к модели
operator-get-transcript = Скачать запись разговора
operator-get-archive = Скачать всё вместе с голосом (ZIP)
operator-get-export = Скачать для другого Raconteur (JSON)
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
operator-not-kept = Не сохранено: llm.keep_prompts выключено, или сохранять было нечего.

operator-as-of = Данные на
operator-numbers = В цифрах
operator-day = День
operator-answers-a-day = Ответов в день
operator-waits = Сколько люди ждали следующего вопроса (точка: медиана; верх: 95 % ждали не дольше)
operator-nobody-waited = В последнее время никто не ждал.
operator-median = Половина ждала не дольше (с)
operator-most = 95 % ждали не дольше (с)
operator-cost-a-day = Стоимость по дням
operator-drop-off = До какого вопроса доходят интервью: { $kind }
operator-question-number = Вопрос
operator-so-far = Сколько интервью дошло
operator-rests = Где интервью остановились: { $kind }
operator-interviews = Сколько интервью
operator-share = Доля

operator-everybody = Говорить с ботом может каждый, кто его найдёт, кроме тех, кому вы отказали.
operator-nobody-else = Говорить с ботом могут только те, кто назван в настройках, кого впустили здесь или кто пришёл с приглашением.
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
operator-denied-means = Тем, кого вы не впускаете, бот больше не пишет; рассказанное остаётся.
operator-person-id = Номер, например telegram:123456789
operator-what = Что сделать
operator-allow = Впустить
operator-deny = Не впускать
operator-so-be-it = Применить
operator-people-list = Люди
operator-named = в настройках
operator-allowed = можно
operator-denied = нельзя
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
operator-setup-where = Ответы записываются в этот файл, прочитать его может только его владелец. Всё, что вы не меняете, останется как есть:
operator-setup-write = Проверить и записать
operator-setup-anyway = Всё равно записать
operator-setup-unreadable = Настройки не удаётся прочитать, поэтому здесь ничего нельзя изменить. Сначала, пожалуйста, исправьте файл.
operator-setup-written = Записано.
operator-setup-copy = То, что было раньше, сохранено рядом: { $name }.
operator-setup-at-once = Это уже действует.
operator-reached = Сейчас эту страницу открывают по адресу
operator-reach-invite = Пригласить: создать ссылку
operator-scan = QR-код со ссылкой
operator-not-here = Эта страница открывается только на компьютере, где работает Raconteur.
operator-setup-restart = Заработает после перезапуска. Остановите Raconteur там, где он работает (Ctrl-C), и запустите снова (`make run`) или перезапустите службу. Ничего из рассказанного не пропадёт.
operator-setup-nearby = Проверить { $model } и подключить
operator-setup-gone = Ничего не записано: эта модель больше не отвечает.
operator-setup-wrong = Ничего не записано. Пожалуйста, посмотрите ещё раз:
operator-setup-unwell = Ничего не записано: проверка не прошла.
operator-setup-changed = Ничего не записано: кто-то тем временем изменил файл. Вот как в нём теперь; пожалуйста, ответьте ещё раз.
operator-setup-same = Настройки уже такие, записывать было нечего.
operator-setup-unwritable = Ничего не записано: в файл не удаётся писать.
operator-setup-again = Введённые токены и ключи здесь больше не показываются; пожалуйста, введите их ещё раз.
operator-setup-found-well = { $what }: проверено, всё в порядке. Вот что нашлось (по-английски):
operator-setup-found-note = { $what }: проверено, вот что стоит знать (по-английски):
operator-setup-found-wrong = { $what }: проверка не прошла. Вот что нашлось (по-английски):
operator-setup-way-in = Ваша ссылка для входа после перезапуска. Она действует один раз, семь дней:
operator-setup-talk = Перейти к разговору на этом компьютере

operator-devices = Браузеры, в которых вошли
operator-devices-mean = Отключите браузер, который вам незнаком или потерян. Всё рассказанное в нём останется.
operator-head-device = Браузер
operator-seen = Последний раз
operator-home = Ссылка для этого компьютера
operator-renew-means = Все браузеры, где открыт разговор этого компьютера, будут отключены, и появится новая ссылка. Старая перестанет действовать.
operator-renew-home = Отключить и создать новую ссылку
operator-home-renewed = Вот новая ссылка. Она работает только на этом компьютере и до следующего запуска.
operator-home-kept = Все браузеры этого компьютера отключены. Ссылка прежняя: её ключ записан в настройках. Чтобы получить новую, измените web.token и перезапустите программу.
