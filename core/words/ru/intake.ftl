intake-source = О каком выпуске поговорим? Пришлите ссылку на него или на сам подкаст, файл (расшифровку, запись, папку Inkwell в виде ZIP) или просто напишите, как он назывался и что вам запомнилось.
intake-source-now = { $template } – хорошо. А о каком выпуске поговорим? Пришлите ссылку или файл либо напишите, как он назывался и что вам запомнилось.
intake-template-too = Поговорить можно по-разному; выбрать можно сейчас или потом:
intake-choose-template = Как вам хотелось бы о нём поговорить? Нажмите одну из кнопок.
template-reflective = Размышляя
template-analytical = Разбирая
template-creative = Придумывая
template-reflective-about = Размышляя: что он в вас затронул и как он связан с вашей жизнью.
template-analytical-about = Разбирая: что там утверждали, что вы об этом думаете и с чем поспорили бы.
template-creative-about = Придумывая: что вы после него сделали бы, попробовали, вообразили.
intake-looking = Сейчас посмотрю. Это может занять немного времени.
intake-found = { $title ->
    [none] Спасибо, всё получено.
   *[other] Нашёлся выпуск «{ $title }».
}
intake-taken = Спасибо. Поговорим о выпуске «{ $title }».
intake-wishes = Будет { $questions ->
    [one] { $questions } вопрос
    [few] { $questions } вопроса
   *[many] { $questions } вопросов
}, а где стоит, спрошу подробнее. Можно и написать, что вам важнее всего, например «больше о руководстве», или сколько вопросов вам хотелось бы.
intake-count = Будет { $questions ->
    [one] { $questions } вопрос
    [few] { $questions } вопроса
   *[many] { $questions } вопросов
}.
intake-guidelines = Ваше пожелание: { $wish }
intake-preparing = { $title ->
    [none] Сейчас читаю.
   *[other] Сейчас читаю о выпуске «{ $title }».
} Первый вопрос придёт, как только всё будет готово; ждать здесь не нужно.
intake-reading = Читаю…
intake-fetching = Получаю запись… { $percent } %
intake-hearing = Слушаю выпуск… { $percent } %
intake-thinking = Думаю над ним…
intake-episodes = { $show ->
    [none] Какой это выпуск?
   *[other] { $show }: какой это выпуск?
}
intake-choose-episode = Какой это выпуск? Нажмите его кнопку или напишите несколько слов из названия.
intake-search = Его здесь нет? Напишите несколько слов из названия.
intake-not-in-feed = Выпуска со словами «{ $words }» в названии не нашлось. Попробуйте другие слова.
intake-instead = Можно прислать что-нибудь другое: ещё одну ссылку, файл или просто то, что вам запомнилось. Поговорим об этом.
intake-unfinished = { $title ->
    [none] Мы уже начинали говорить об этом и не закончили.
   *[other] Мы уже начинали разговор о выпуске «{ $title }» и не закончили.
} Продолжим тот разговор?
intake-dropped = Хорошо, оставим это. Ничего из этого не сохранено.
intake-left = Хорошо, пока оставим это. Написанное вами сохранено; продолжить можно командой /resume.
intake-noted = Спасибо, учту и это.
intake-nothing-yet = Мы ещё не начали. Сначала скажите, о чём будем говорить.
intake-basis-transcript = { $title ->
    [none] Расшифровка прочитана.
   *[other] Расшифровка выпуска «{ $title }» прочитана.
}
intake-basis-audio = { $title ->
    [none] Запись прослушана.
   *[other] Выпуск «{ $title }» прослушан.
}
intake-basis-inkwell = { $title ->
    [none] Ваши заметки Inkwell прочитаны.
   *[other] Ваши заметки Inkwell о выпуске «{ $title }» прочитаны.
}
intake-basis-show-notes = О выпуске «{ $title }» мне известно только то, что сказано в его описании. Самого выпуска я не слышу.
intake-basis-page = О выпуске «{ $title }» мне известно только то, что написано на его странице. Самого выпуска я не слышу.
intake-basis-memory = О выпуске мне известно только то, что рассказали вы.
intake-basis-title = { $title ->
    [none] О выпуске мне пока ничего не известно. Поэтому расскажите о нём вы.
   *[other] Мне известно только название: «{ $title }». Поэтому расскажите о нём вы.
}
button-begin-now = Начать сейчас
button-more-episodes = Ещё выпуски
button-other-source = Что-нибудь другое
button-again-source = Попробовать ещё раз
state-not-begun = ещё не начато
source-source = Из этого у меня ничего не вышло.
source-unfetchable = Не удалось до этого добраться.
source-forbidden = На этот адрес мне смотреть нельзя.
source-absent = По этому адресу ничего нет.
source-refused = Этот сайт не пускает без учётной записи.
source-heavy = Это слишком много для меня.
source-slow = Этот сайт сейчас не отвечает.
source-laborious = Дочитать это до конца не получилось: слишком долго.
source-busy = Сейчас прочитать ничего не получается. Пришлите это ещё раз через несколько минут.
source-unreadable = Прочитать это не получилось: такого я не знаю.
source-empty = Ничего, что можно прочитать, там не нашлось.
transcript-styles = Заметки о подкасте бывают трёх видов: /transcript style=structured (по разделам), /transcript style=narrative (рассказом) и /transcript style=qa (вопросы и ответы).
notes-caption = Ваши заметки.
intake-which = { $show ->
    [none] Мне понятно, какой это подкаст, но не какой выпуск.
   *[other] Мне понятно, что это подкаст «{ $show }», но не какой выпуск.
} Напишите, как он назывался и что вам запомнилось.
intake-lacks-apple-episode = Именно этого выпуска в списке подкаста не нашлось.
intake-lacks-audio = Записи там не нашлось, поэтому послушать выпуск я не могу.
intake-lacks-feed = Список выпусков этого подкаста получить не удалось.
intake-lacks-show-notes = Есть только запись; о выпуске ничего не написано.
intake-lacks-spotify-audio = Spotify сообщает только название: ни послушать, ни прочитать ничего нельзя.
intake-lacks-spotify-episode = Spotify не сообщает, какой это выпуск.
intake-lacks-youtube-audio = То, что на YouTube, послушать я не могу.
intake-lacks-youtube-transcript = YouTube сообщает только название, но не то, что там говорят.
