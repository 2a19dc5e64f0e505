### What those who run the house are told, and nobody else.

command-stats = Сводка по всем интервью (только для владельца бота)
command-who = Кто рассказывает и как далеко продвинулся (только для владельца бота)

admin-interviews =
    Людей: { $people }. Интервью: { $begun }
    идёт { $active }, на паузе { $paused }, закончено { $completed }, отложено { $abandoned }
admin-rates = Из тех, что позади: закончено { $completion } %, прервано { $breaking } % (отложено или молчание дольше { $days } дн.).
admin-deleted = Удалено насовсем: { $people ->
        [one] { $people } человек
        [few] { $people } человека
       *[other] { $people } человек
    }, { $interviews ->
        [one] { $interviews } интервью
       *[other] { $interviews } интервью
    }

admin-answers = Ответов: { $answers }, слов в них: { $words }; в ответе слов (медиана): { $median }.
admin-craft = Задано вопросов: { $asked }, из них исправлено перед отправкой: { $mended }; взято из сценария, потому что модель не ответила: { $fell_back }.

# The three are lengths of time, as text.
admin-waits = Ожидание следующего вопроса за 7 дней: медиана – { $median }; для 95 из 100 самое большее – { $most }; самое долгое – { $longest }.
admin-seconds = { $seconds } с
admin-upcoming = Вопросов, ждущих своего часа: { $held }. Напоминаний и пауз в ближайшие сутки: { $reminders }.
admin-queue = Сейчас ждут: обработки { $unhandled }, отправки { $unsent }.
admin-failed = Не удалось доставить: { $undeliverable }. Фоновых задач, которые так и не удались: { $given_up }.

# The three are text.
admin-cost = Расходы: всего { $every }, за 7 дней { $week }, сегодня { $today }.

admin-nobody = Пока никто не рассказывает.
# $state is "under way", $when is like "3 days ago".
admin-person = { $name } – { $title }{ $far ->
        [none] {""}
       *[other] {": "}{ $far }
    }, { $state }, { $when }
admin-far = { $done } примерно из { $total }
