# Ответ голосом на странице и файлы. Строки page-live- складывает браузер.

page-microphone-speak = Голосом
page-file-add = Фото, файл
page-file-send = Отправить файл
page-file-empty = В этом файле ничего нет. Пожалуйста, выберите другой.

page-live-microphone-asking = Браузер спрашивает, можно ли этой странице пользоваться микрофоном. Пожалуйста, разрешите.
page-live-microphone-unheard = Пока я не могу слушать записи. Ваша сохранится, и я послушаю её, как только смогу; если не хочется ждать, напишите, пожалуйста.
page-live-microphone-denied = Браузер не даёт этой странице микрофон. Его можно разрешить в настройках браузера для этой страницы или просто написать.
page-live-microphone-none = Здесь нет микрофона. Пожалуйста, напишите ответ.
page-live-microphone-busy = Сейчас микрофон недоступен: возможно, он занят другой программой. Попробуйте ещё раз или напишите.
page-live-microphone-insecure = На этой странице браузер не даёт микрофон. Напишите, пожалуйста, ответ или запишите его на диктофон телефона и пришлите кнопкой «Фото, файл».
page-live-microphone-unable = Этот браузер не умеет записывать. Пожалуйста, напишите ответ или откройте страницу в другом браузере.
page-live-microphone-broken = Микрофон пропал. Всё, что вы успели сказать, сохранено.
page-live-microphone-full = На этом устройстве больше нет места. Всё, что вы успели сказать, сохранено; отправьте, пожалуйста.
page-live-microphone-quiet = Ничего не слышно. Микрофон включён?
page-live-microphone-recording = Идёт запись
page-live-microphone-paused = Пауза. Можно послушать, продолжить или отправить.
page-live-microphone-longest = Эта запись дошла до предела: { $minutes } мин. Отправьте её, пожалуйста, а потом можно начать новую.
page-live-microphone-left = Эта запись ещё не отправлена. Её можно послушать, отправить или удалить.
page-live-microphone-pause = Пауза
page-live-microphone-go-on = Продолжить
page-live-microphone-send = Отправить запись
page-live-microphone-discard = Удалить
page-live-microphone-sure = Удалить эту запись?
page-live-microphone-gone = Да, удалить
page-live-microphone-keep = Нет, оставить
page-live-microphone-listen = То, что вы записали
page-live-microphone-one = Ваша запись
page-live-microphone-sending = Отправляется…
page-live-microphone-waiting = Ещё не отправлено. Запись сохранена на этом устройстве и уйдёт сама.
page-live-microphone-refused = Сейчас это не удалось принять. Запись сохранена на этом устройстве; можно попробовать ещё раз.
page-live-microphone-too-large = Это больше, чем можно принять за один раз. Запись сохранена на этом устройстве; расскажите, пожалуйста, короче, частями, или напишите.
page-live-microphone-again = Попробовать ещё раз
page-live-file-empty = В этом файле ничего нет. Пожалуйста, выберите другой.
page-live-file-too-large = Этот файл слишком большой. Пожалуйста, выберите файл поменьше.
page-live-file-failed = Этот файл не удалось отправить. Пожалуйста, выберите его ещё раз чуть позже.
