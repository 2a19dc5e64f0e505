### Файлы беседы, в которой одна модель берёт интервью у другой.

chamber-file-title = Интервью двух моделей
chamber-file-run = Беседа
chamber-file-prime = Ведущий
chamber-file-candidate = Кандидат
chamber-file-begun = Начата
chamber-file-state = Состояние
chamber-file-turns = Ходы
chamber-file-tokens = Токены
chamber-file-cost = Стоимость беседы
chamber-file-time = Время

# $status is "running", "paused" or "ended"; $why tells what it was paused or ended by.
chamber-file-is =
    { $status ->
        [running] идёт
        [paused] на паузе: { $why ->
            [stopped] её остановили
            [failed] одна из сторон так и не ответила
           *[other] дневной бюджет исчерпан
        }
       *[ended] закончена: { $why ->
            [prime] её закончил ведущий
            [rubric] всё, что нужно по критериям, прозвучало
            [tokens] кончились токены
            [time] вышло время
            [budget] кончился бюджет
            [circles] разговор пошёл по кругу
            [left] кандидат ушёл
           *[other] сделаны все ходы
        }
    }
chamber-file-sent = отправлено { $sent }, получено { $received }
chamber-file-turn = Ход { $number }
# $name is Prime or Candidate.
chamber-file-thoughts = { $name }, мысли
chamber-file-note = Заметка
chamber-file-scores = Оценки

chamber-file-caption = Что было сказано, без мыслей обеих сторон.
chamber-file-zip = Всё об этой беседе: журналы, мысли, оценки. Что где лежит, написано в файле README.txt внутри ZIP.
chamber-file-zip-part = Всё об этой беседе, часть { $number } из { $total }. Что где лежит, написано в файле README.txt первой части.
chamber-file-readme = shared_transcript: что было сказано, без мыслей (Markdown для чтения, журнал и JSON Lines для программ). private_transcript: то же с мыслями обеих сторон, с тем, что у каждой происходило, и с оценками. prime_log и candidate_log: что писала каждая сторона, вместе с мыслями. run: всё в JSON, без ключей.
