### The chamber, in which one model interviews another: what those who run the house are told of it.

command-chamber = Беседы двух моделей между собой (только для владельца бота)

chamber-no-folder = Папка с настройками бесед не указана: впишите chamber.dir в конфигурацию. Беседы, начатые из командной строки, видны и так.
chamber-no-setups = В папке, указанной в chamber.dir, нет ни одной настройки.
# $names is a list with commas.
chamber-setups = Настройки: { $names }. Команда /chamber start с названием начинает беседу.
chamber-no-runs = Бесед ещё не было.
# $state is "running", $turn and $most are numbers, $cost is text, $when is like "3 days ago".
chamber-line = { $name }: { $state }, ход { $turn } из { $most }, стоимость { $cost }, { $when }
chamber-state = { $state ->
        [running] идёт
        [stopping] остановится после этого хода
        [waiting] ждёт очереди
        [left] прервана
        [paused] на паузе
       *[ended] закончена
    }

# $name is a name and the beginning of an id.
chamber-begun = Беседа { $name } начинается.
chamber-stopping = Беседа { $name } остановится, когда закончится этот ход.
chamber-goes-on = Беседа { $name } продолжается.
chamber-watch = Здесь видно, как идёт { $name }. Сообщение меняется с каждой репликой и исчезнет, когда беседа встанет на паузу или закончится; тогда придёт стенограмма.
chamber-left = { $name } больше не показывается.
chamber-not-watched = Вы и не следили за { $name }.
chamber-nothing-said = В беседе { $name } ещё ничего не сказано.
chamber-delete-question = Удалить беседу { $name } целиком? Вернуть её потом будет нельзя.
chamber-deleted = Беседа { $name } удалена.
chamber-kept = Ничего не удалено.

chamber-no-run = Нет беседы, номер которой начинается с «{ $run }». Все беседы показывает /chamber.
chamber-many = С «{ $run }» начинается несколько номеров. Напишите номер подлиннее.
chamber-which = Какую беседу вы имеете в виду?
chamber-none-running = Сейчас не идёт ни одной беседы.
chamber-none-paused = На паузе нет ни одной вашей беседы.
chamber-not-running = { $name } сейчас не идёт.
chamber-running-already = { $name } уже идёт.
chamber-is-over = { $name } закончена.
chamber-not-yours = { $name } — не ваша беседа: следить за ней и остановить её можно.
chamber-which-setup = Напишите следом название настройки, например: /chamber start { $name }.
chamber-which-to-delete = Напишите следом номер беседы, например: /chamber delete { $run }.
chamber-how = Здесь есть: /chamber, /chamber start НАЗВАНИЕ, /chamber watch, /chamber leave, /chamber stop, /chamber resume, /chamber transcript, /chamber delete НОМЕР. От номера хватит первых знаков.

# $name, $turn and $most as above; the newest words come behind it.
chamber-watching = ▶ { $name } — ход { $turn } из { $most }
# $sent and $received are numbers of tokens, $cost and $time are text.
chamber-figures = Ходов: { $turns } из { $most }. Токенов: отправлено { $sent }, получено { $received }. Стоимость: { $cost }. Время: { $time }.
# $how is like "paused: somebody stopped it".
chamber-is = Беседа { $name } { $how }.

chamber-button-start = Начать { $name }
chamber-button-watch = Следить за { $run }
chamber-button-leave = Не следить за { $run }
chamber-button-stop = Остановить { $run }
chamber-button-resume = Продолжить { $run }
chamber-button-transcript = Стенограмма { $run }
chamber-button-delete = Удалить { $run }
chamber-button-keep = Не удалять
