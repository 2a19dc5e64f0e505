# Разговор на странице без рук. Строки page-live- складывает браузер.

page-talk-with-me = Поговорить
page-talk-now = Отвечу сейчас
page-talk-more = Я ещё не всё
page-talk-done = Готово
page-talk-stop = Закончить разговор
# Над словами того, кто ещё говорит; они могут измениться.
page-talk-so-far = Что я уже слышу

page-live-talk-reading = Начать отвечать можно в любой момент.
page-live-talk-ready = Слушаю. Не торопитесь.
page-live-talk-hearing = Слушаю.
page-live-talk-pausing = Если это всё, я продолжу, когда круг заполнится.
page-live-talk-patient = Я всё ещё здесь. Спешить некуда, начинайте, когда захочется.
page-live-talk-sending = Спасибо. Одну минуту …
page-live-talk-offline = Нет связи. Говорите дальше: всё сказанное сохраняется на этом устройстве.
page-live-talk-over = На сегодня всё. Спасибо!
