# The page that people write on in a browser.

page-title = Ваш собеседник
page-answer = Ваш ответ
page-send = Отправить
page-anew = Посмотреть, что нового
page-earlier = Показать, что было раньше
page-go-on = Дальше
page-invited = С вами хотят поговорить о вашей жизни. Всё, что вы напишете, сохранится; возвращайтесь, когда захочется. Прочесть это сможет только владелец страницы.
page-come-in = Войти
page-no-invitation = Это приглашение больше не действует. Пожалуйста, попросите новое у того, кто его прислал.
used-link = Эту ссылку уже открывали
used-link-why = Она работает только один раз, чтобы никто другой не прочитал ваш рассказ. Скорее всего, её открыли на другом телефоне или компьютере.
used-link-there = Продолжайте, пожалуйста, там, где вы начали: всё рассказанное сохранено.
used-link-here = Если это невозможно или ссылку открывали не вы, попросите новую у того, кто её прислал.
page-closed = Чтобы открыть эту страницу, нужна ссылка. Пожалуйста, откройте ту, что вам дали, или попросите новую.
page-not-there = Здесь ничего нет.
page-files-away = Записи голоса и фотографии сейчас недоступны. Они не пропали: попробуйте, пожалуйста, позже.
page-not-understood = С этим запросом что-то не так. Пожалуйста, вернитесь назад и попробуйте ещё раз.
page-too-large = Это больше, чем можно принять за один раз. Пожалуйста, отправьте по частям.
page-only-here = Эта ссылка работает только на компьютере, где запущен Raconteur.
page-too-often = Слишком много попыток. Попробуйте через минуту.
page-not-kept = Сейчас это не удалось сохранить. Пожалуйста, попробуйте ещё раз чуть позже.

# Слова страницы разговора. Строки page-live- складывает браузер.
page-you = Вы
page-here = Raconteur
page-skip-to-answer = Перейти к ответу
page-history = Что вы уже рассказали
page-chapters = Глава { $now } из { $all }
page-questions = Вопрос { $now } примерно из { $all }
page-edited = изменено
page-edit = Изменить
page-leave-out = Не включать
page-left-out = Этого не будет в ваших файлах.
page-put-back = Вернуть
page-file-read = Прочитать и напечатать
page-file-look = Посмотреть и напечатать
page-file-forms = Другие форматы
page-file-download = Скачать
page-photo = Ваша фотография
page-speech = Послушать
page-recording = Запись

page-answer-hint = Пишите сколько хотите. Enter начинает новую строку, Ctrl+Enter отправляет.
page-menu = Меню
page-commands = Что можно сделать
page-look = Оформление
page-look-auto = Как на устройстве
page-look-light = Светлый фон
page-look-dark = Тёмный фон
page-close = Закрыть
page-settings = Настройки
page-devices = Где вы вошли
page-devices-mean = Если устройство потеряно или вам незнакомо, закройте на нём доступ. Всё рассказанное сохранится.
page-device-here = вы сейчас здесь
page-device-used = Последний раз: { $ago }
page-device-since = Вход: { $ago }
page-device-lately = за последний час
# $system is what the browser runs on.
page-device-name = { $browser }{ $system ->
        [iPhone] {" "}на iPhone
        [iPad] {" "}на iPad
        [Android] {" "}на телефоне или планшете Android
        [Windows] {" "}на компьютере с Windows
        [ChromeOS] {" "}на Chromebook
        [macOS] {" "}на Mac
        [Linux] {" "}на компьютере с Linux
       *[other] {""}
    }
page-device-unnamed = Браузер
page-sign-out = Выйти
page-sign-out-here = Выйти здесь
page-signed-out = Вы вышли в этом браузере. Всё, что вы рассказали, сохранено. Чтобы вернуться, понадобится новая ссылка.
page-write-code = Написать код

page-reading-back = Назад к разговору
page-reading-print = Напечатать

page-live-thinking = Читаю, что вы написали…
page-live-waiting = Ещё не отправлено. Текст сохранён на этом устройстве и уйдёт сам.
page-live-sending = Отправляется…
page-live-offline = Сейчас нет связи. Пишите дальше: всё сохранится здесь и уйдёт, когда связь появится.
page-live-shut = Доступ с этого браузера закрыт. Откройте, пожалуйста, ещё раз ссылку, которую вам дали. Написанное сохранено здесь.
page-live-refused = Это не удалось принять. Измените, пожалуйста, текст и отправьте ещё раз.
page-live-too-long = Это слишком длинно для одного раза. Отправьте, пожалуйста, двумя частями.
page-live-again = Взять обратно и изменить
page-live-full = На этом устройстве больше нет места для страницы. Пожалуйста, не закрывайте её, пока всё не отправится.
page-live-below = Ниже есть новое
page-live-new = Новое
page-live-save = Сохранить
page-live-cancel = Отмена
page-live-changing = Изменить написанное
page-live-changed-later = Изменение ещё не отправлено. Оно уйдёт само.
page-code-send = Сдать
page-code-label = Ваш код
page-code-keys = Tab делает отступ; чтобы выйти из поля, нажмите Escape, а потом Tab.

# Первые экраны, пока ещё ничего не сказано.
welcome-title = Ваша история вашими словами
welcome-what = Я задаю по одному вопросу. Вы отвечаете голосом или пишете — сегодня или неделями. Из рассказанного получается страница, а со временем и книга.
welcome-tell = Рассказать о себе
welcome-tell-more = Можно начать сейчас. Хватит и пяти минут.
welcome-give = Расспросить близкого человека
welcome-give-more = Отправьте ссылку. Останется нажать одну кнопку и рассказывать.
welcome-also = Или другое:
welcome-model = Вопросы задаёт языковая модель.
welcome-no-model = Языковая модель не подключена, вопросы берутся из готового списка.
welcome-model-silent = Модель не отвечает; пока вопросы берутся из готового списка.
welcome-model-saved = Сохранено. Модель будет использоваться после следующего запуска.
welcome-settings = Настройки
welcome-name = Как к вам обращаться? (Можно не заполнять.)
welcome-more = Что будет с вашими словами
welcome-begin = Начать
welcome-agreed = Нажимая «Начать», вы соглашаетесь с этим.
welcome-back = Назад

# The menu, a photo before it is sent, and the end of a chapter.
page-about = Подробнее
page-menu-story = Этот рассказ
page-menu-files = Мои файлы
page-menu-words = Мои слова
page-menu-page = Эта страница
page-menu-mine = Мои интервью
page-menu-print = Напечатать разговор
page-menu-more = Ещё
page-ahead-chapters = { $count ->
        [one] Впереди ещё { $count } глава.
        [few] Впереди ещё { $count } главы.
       *[other] Впереди ещё { $count } глав.
    }
page-ahead-questions = { $count ->
        [one] Впереди ещё примерно { $count } вопрос.
        [few] Впереди ещё примерно { $count } вопроса.
       *[other] Впереди ещё примерно { $count } вопросов.
    }
page-finish = Закончить сейчас? Вернуться можно в любой момент.
page-finish-thanks = Спасибо за всё, что вы уже рассказали. Всё сохранено.
page-finish-not-yet = Продолжить рассказ
page-finish-yes = Закончить на этом
page-photo-title = Ваша фотография
page-photo-caption = Кто или что на снимке? (Можно не писать.)
page-photo-send = Отправить фотографию
page-live-chapter = Ещё одна глава рассказана. Спасибо!
page-live-kept = Сейчас нет связи. Вот что вы уже рассказали: это хранится на вашем устройстве.
