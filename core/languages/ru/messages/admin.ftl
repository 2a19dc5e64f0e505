### What those who run the house are told, and nobody else.

command-stats = Сводка по всем интервью (только для владельца бота)
command-who = Кто рассказывает и как далеко продвинулся (только для владельца бота)

admin-interviews =
    Людей: { $people }. Интервью: { $begun }
    идёт { $active }, на паузе { $paused }, закончено { $completed }, отложено { $abandoned }
admin-rates = Из интервью, которые уже не идут: закончено { $completion } %, прервано { $breaking } % (отложено или больше { $days } дн. без ответа).
admin-deleted = Удалено насовсем: { $people ->
        [one] { $people } человек
        [few] { $people } человека
       *[other] { $people } человек
    }, { $interviews ->
        [one] { $interviews } интервью
       *[other] { $interviews } интервью
    }

admin-answers = Ответов: { $answers }, слов: { $words }. Обычная длина ответа, в словах: { $median }.
admin-craft = Задано вопросов: { $asked }. Сообщений модели отправлено как есть: { $written }, запрошено ещё раз: { $again }. Готовых вопросов вместо неё: { $fell_back }.

# The three are lengths of time, as text.
admin-waits = Ожидание следующего вопроса за 7 дней: медиана — { $median }; 95 % ждали не дольше { $most }; самое долгое — { $longest }.
admin-seconds = { $seconds } с
admin-upcoming = Вопросов, отложенных на потом: { $held }. Напоминаний и пауз в ближайшие сутки: { $reminders }.
admin-queue = Сейчас ждут: обработки { $unhandled }, отправки { $unsent }.
admin-failed = Не удалось доставить: { $undeliverable }. Фоновых задач, которые так и не удались: { $given_up }.

# The three are text.
admin-cost = Расходы: всего { $every }, за 7 дней { $week }, сегодня { $today }.

admin-nobody = Пока никто не рассказывает.
# $state is "under way", $when is like "3 days ago".
admin-person = { $name } — { $title }{ $far ->
        [none] {""}
       *[other] {": "}{ $far }
    }, { $state }, { $when }
admin-far = { $done } примерно из { $total }

## Объявления всем

command-announce = Объявление всем, с кем идёт интервью (только для владельца бота)
announce-how = Чтобы отправить объявление всем, напишите его сразу после команды, вот так: /announce Нас не будет до понедельника. Если люди говорят на разных языках, начните каждый текст с новой строки: первый с en:, второй с ru:
announce-long = Объявление слишком длинное: в нём { $length } знаков, а можно не больше { $most }.
announce-nobody = Сейчас объявление некому отправить.
announce-shown = Вот что прочитают люди:
announce-others = Все остальные
# $where is like "page 2, telegram 800".
announce-people = Оно придёт { $people ->
        [one] { $people } человеку
       *[other] { $people } людям
    }: { $where }.
announce-asleep = У { $people } из них сейчас часы тишины; им сообщение придёт позже.
announce-declined = Не получат те, кто попросил не присылать объявлений: { $people }.
announce-too-old = С тех пор прошло больше суток, и список людей уже изменился. Напишите его, пожалуйста, ещё раз.
announce-begun = Отправляю. Сообщу, когда закончу.
announce-dropped = Объявление не отправлено.
announce-stopped = Отправка остановлена.
announce-over = Объявление разослано.
announce-figures = Отправлено: { $sent }, ждут: { $waiting }, не удалось: { $failed }.
announce-unsure = Неизвестно, дошло ли: { $people }. Этим людям второй раз не отправляю.
announce-stage = { $stage ->
        [shown] не отправлено
        [sending] отправляется
        [stopped] остановлено
       *[done] разослано
    }
button-announce-send = { $people ->
        [one] Отправить { $people } человеку
       *[other] Отправить { $people } людям
    }
button-announce-drop = Не отправлять
button-announce-stop = Остановить
button-announce-resume = Отправлять дальше
# Below each notice, for whoever gets it.
announce-foot = Это объявление для всех, отвечать на него не нужно.
