### Техническое собеседование: что говорит собеседник помимо вопросов, и как называются его команды.

# Первое сообщение: имя и одной строкой, что это такое.
technical-hello = Здравствуйте{ $name ->
        [none] !
       *[other] , { $name }!
    } Это Raconteur, программа для технических собеседований: вопросы о вашей работе, код, который здесь же запускается, и отчёт в конце.

technical-command-hint = подсказка к открытой задаче
technical-command-task = другая задача
technical-command-patch = запустить правку помощника
technical-command-try = попробовать код, не сдавая его
technical-command-progress = как менялись ваши оценки от собеседования к собеседованию
technical-button-hint = Подсказка
technical-button-task = Другая задача
technical-button-patch = Запустить правку помощника
technical-button-write = Написать код
technical-your-code = Ваш код

technical-how-to-write = Пришлите код сообщением между двумя строками с тремя обратными кавычками (```) или файлом. Присылать можно сколько угодно раз. Сначала можно попробовать: /try — на примерах, /try [1, 2], 3 — на своих данных.
technical-how-to-debug = Скажите, что не так и почему, и пришлите исправленный код между двумя строками с тремя обратными кавычками (```) или файлом. Сначала можно попробовать: /try — на примерах, /try [1, 2], 3 — на своих данных.
technical-how-to-read = Разберите код своими словами, как для коллеги. Писать код не обязательно.
technical-how-to-refactor = Тесты остаются прежними. Пришлите свой вариант между двумя строками с тремя обратными кавычками (```) или файлом и скажите, что изменилось и зачем. Сначала можно попробовать: /try — на примерах, /try [1, 2], 3 — на своих данных.
technical-how-to-sql = Пришлите один запрос для SQLite между двумя строками с тремя обратными кавычками (```) или файлом .sql. Присылать можно сколько угодно раз.
technical-how-to-design = Пришлите свой класс между двумя строками с тремя обратными кавычками (```) или файлом. Присылать можно сколько угодно раз.
technical-how-to-system = Отвечайте словами и примерными числами, шаг за шагом.
technical-how-to-repository = Пришлите каждый изменённый файл между двумя строками с тремя обратными кавычками (```), первой строкой — например, # file: shop/cart.py. Правку помощника можно запустить кнопкой; скажите, стоит ли её принять.
technical-send-code = Пришлите код сообщением между двумя строками ``` или файлом. «Подсказка» немного поможет, /skip — дальше.
technical-send-again = Исправлять и присылать снова можно сколько угодно раз. Дальше — /skip.
technical-got-code = Код у меня, запускаю.
technical-got-code-to-read = Код у меня, читаю.
technical-waiting = Ваш код ждёт своей очереди, это недолго.
technical-no-more-hints = Это была последняя подсказка. Пришлите то, что есть, пусть и не до конца, или дальше — /skip.
technical-no-more-tasks = Другой такой задачи у меня нет. Дальше — /skip.
technical-too-many = Кода было уже очень много. Давайте поговорим о нём, или дальше — /skip.
technical-too-long = Столько кода за раз не разобрать. Пришлите ту часть, которая важна.
technical-progress = Собираю результаты всех ваших собеседований.

technical-task-tables = Таблицы:
technical-task-code = Вот код:
technical-task-patch = Помощник предлагает такую правку:
technical-anything-else = Есть ли ещё что-то, о чём вы сказали бы до одобрения?
technical-task-examples = Например:
technical-task-begin = Начните с этого:

## Что стало с кодом

technical-ahead = { $count ->
    [one] Перед вашей программой ещё { $count }.
    [few] Перед вашей программой ещё { $count }.
   *[other] Перед вашей программой ещё { $count }.
  }
technical-about-code = О коде, который был раньше:
technical-still-looking = Ваш код ещё выполняется, сейчас скажу, что вышло.
technical-not-run-no-sandbox = Код на этом языке здесь не запускается, поэтому я его только читаю.
technical-not-run-busy = Ваш прошлый код ещё работает, поэтому этот я только читаю.
technical-not-run-broke = Запустить код не получилось. Пришлите его, пожалуйста, ещё раз.
technical-not-run-empty = В этом файле ничего нет.
technical-not-run-unfetched = Файл не удалось получить. Пришлите его, пожалуйста, ещё раз или отправьте код сообщением.
technical-not-run-unreadable = Этот файл не читается как текст. Пришлите код сообщением или текстовым файлом в UTF-8.
technical-not-run-too-long = Столько кода за раз не разобрать. Пришлите ту часть, которая важна.
technical-passed = { $passed ->
    [0] Код запустился и не прошёл ни одного теста из { $total }.
   *[other] Код запустился и прошёл тестов: { $passed } из { $total }.
  }
technical-missing = Тесты вызывают функцию { $name }, а в коде её нет. Оставьте это имя и пришлите ещё раз.
technical-signature = Тесты вызывают { $wanted }, а в коде объявлено { $written }. Измените объявление и пришлите ещё раз.
technical-signature-whole = Целые числа здесь — { $wanted }, а не { $written }.
technical-signature-list = Список здесь приходит как { $wanted }, а не как { $written }.
technical-more-failed = И ещё: { $count }.
technical-not-reached = { $count ->
    [one] До { $count } теста дело не дошло.
   *[other] До { $count } тестов дело не дошло.
  }
technical-a-case = тест { $number }
technical-remark = Подумайте вот о чём: { $remark }
technical-before-tests = Выполнение прервалось ещё до первого теста.
technical-got = { $call } должно дать { $expected }, а получилось { $got }.
technical-raised = { $about }: { $error }
technical-case-returned = { $about }: функция вернула значение.
technical-case-wrong = { $about }: ожидался другой результат.
technical-case-changed = { $about }: результат верный, но изменено то, что функции передали.
technical-case-time = { $about }: работало слишком долго.
technical-case-memory = { $about }: не хватило памяти.
technical-case-output = { $about }: напечатано слишком много.
technical-case-ended = { $about }: программа завершилась посередине.
technical-ran = Программа отработала до конца.
technical-ran-silent = Программа отработала до конца и ничего не напечатала.
technical-broke = Программа запустилась и завершилась с ошибкой.
technical-no-syntax = Код не запустился: в нём синтаксическая ошибка.
technical-here-input = Вводить данные здесь неоткуда: вызовите функции со своими значениями.
technical-here-packages = Здесь есть только стандартная библиотека.
technical-here-alone = Здесь программа не может открывать файлы, запускать другие программы и выходить в сеть.
technical-not-compiled = Код не скомпилировался.
technical-time = Программа остановлена: работала слишком долго.
technical-memory = Программа остановлена: не хватило памяти.
technical-output = Программа остановлена: напечатала слишком много.
technical-killed = Программа остановлена во время работы.
technical-printed = Программа напечатала:
technical-at-line = Ошибка возникла в строке { $line }:
technical-complex = В { $name } { $complexity } путей исполнения, за этим трудно уследить.
technical-linted = Замечание анализатора: { $remark }
technical-ask-solved = Сколько времени и памяти это займёт, если вход станет в тысячу раз длиннее?
technical-ask-solved-else = Какие входные данные были бы для этого кода самыми трудными и почему?
technical-ask-error = Как вы думаете, что произошло в этой строке?
technical-ask-error-else = Как узнать, что лежит в переменных в этой строке?
technical-ask-syntax = Что бы вы исправили в этой строке?
technical-ask-syntax-else = Что эта строка должна была делать?
technical-ask-limit = На что уходит время или память, и что бы это уменьшило?
technical-ask-limit-else = С какого размера входных данных это становится слишком долгим или слишком большим?
technical-ask-failed = Возьмите первый непройденный тест: что там делает ваш код, шаг за шагом?
technical-ask-failed-else = Чем отличаются входные данные тех тестов, которые не пройдены?
technical-ask-broke = Как вы думаете, из-за чего программа остановилась, и как это проверить?
technical-ask-broke-else = Что и где вы бы напечатали, чтобы понять, докуда доходит выполнение?
technical-ask-program = Что бы вы проверили здесь первым, и на каких данных?
technical-ask-program-else = Что бы вы здесь поправили в первую очередь, если бы с этим кодом работали и другие?
technical-ask-read = В какой части кода вы уверены меньше всего?
technical-point = — Строка { $line }: { $says }

## До начала

technical-intake = Техническое собеседование: вопросы о вашей собственной работе и задачи на код. В конце будет отчёт. Это тренировка, она ничего не решает.
technical-intake-how = Если хотите, пришлите сначала вакансию и резюме: текстом, ссылкой или файлом (PDF, DOCX). Всё, что выбрано ниже, меняется кнопками. А можно просто начать.
# То же без модели: присланное прочитать некому.
technical-intake-buttons = Всё, что выбрано ниже, меняется кнопками. А можно просто начать.
technical-chosen = Сейчас выбрано: { $chosen }
technical-wishes = Запомню: «{ $wishes }». То, что выбрано выше, меняется кнопками.
technical-for-job = Вакансия: { $job }
technical-begin = Начать
technical-back = Назад
technical-set-level = Уровень
technical-set-language = Язык кода
technical-set-length = Длительность
technical-set-focus = Вопросы или код
technical-which-level = На какой уровень?
technical-which-language = На каком языке вы будете писать код?
technical-which-length = Насколько длинное?
technical-which-focus = Вопросы, код или и то и другое?
technical-level-junior = джуниор
technical-level-middle = мидл
technical-level-senior = сеньор
technical-level-staff = стафф
technical-language-python = Python
technical-language-javascript = JavaScript
technical-language-typescript = TypeScript
technical-language-cpp = C++
technical-language-java = Java
technical-language-go = Go
technical-length-short = минут 20
technical-length-usual = минут 40
technical-length-long = около часа
technical-focus-mixed = вопросы и код
technical-focus-talk = только вопросы
technical-focus-code = в основном код
technical-reading = Читаю то, что вы прислали. Ждать не обязательно.
technical-read-job = Нужно: { $skills }
technical-read-projects = { $projects ->
    [one] Ваш проект: { $names }
   *[other] Ваши проекты ({ $projects }): { $names }
  }
technical-read-skills = Ваши навыки: { $skills }
technical-read-years = Опыт: { $years } { $years ->
    [one] год
    [few] года
   *[other] лет
  }
technical-correct = Что-то не так? Напишите, и это будет учтено.
technical-read-by-nobody = Разобрать присланное сейчас не получится. Выберите всё кнопками или просто начните.
technical-read-nothing = Ни о вакансии, ни о работе там ничего не нашлось.
technical-code-later = Код пока придержите: пришлите его, когда начнём, — он запустится, и мы его разберём.
technical-no-document = Я читаю PDF, DOCX и обычный текст. Сохраните его в одном из этих форматов или пришлите сам текст.
technical-recording-long = Эта запись слишком длинная, целиком мне её не прослушать. Расскажите за несколько минут или напишите.
technical-not-read-yet = Что не успело прочитаться, в расчёт не берётся.
technical-source-heavy = Этот файл слишком большой. Лучше всего резюме текстом, в PDF или DOCX на несколько страниц.
technical-source-unreadable = Один из файлов не читается. Возможно, он повреждён или закрыт паролем; можно прислать текстом.
technical-source-empty = В одном из файлов нет текста: возможно, это скан. Можно прислать текстом.
technical-source-laborious = Один из файлов читался слишком долго. Можно прислать текстом.
technical-source-unfetchable = Одна из ссылок не открывается. Можно прислать сам текст.
technical-source-forbidden = Одна из ссылок ведёт туда, куда мне нельзя. Можно прислать сам текст.
technical-source-absent = По одному из адресов ничего нет. Можно прислать сам текст.
technical-source-refused = Одна из страниц открывается только после входа. Можно прислать сам текст.
technical-source-slow = Одна из страниц не ответила вовремя. Можно прислать сам текст.
technical-source-busy = Один из файлов сейчас прочитать не удалось. Пришлите его, пожалуйста, ещё раз.

## Отчёт

technical-report-title = Техническое собеседование
technical-caption = Ваш отчёт: что видно из ваших ответов и кода, и они сами целиком.
technical-is-not = Этот отзыв — для вас. Он ничего не решает и не может быть основанием для приёма на работу или отказа: один разговор показывает лишь часть того, что человек умеет.
technical-candidate = Кандидат
technical-the-job = Вакансия
technical-scores = Оценки
technical-strengths = Что получилось хорошо
technical-work-on = Над чем поработать
technical-plan = План на две недели
technical-days = Дни { $days }:
technical-not-weighed = Оценок пока нет: они появляются в конце собеседования, а если что-то изменилось — заново, по команде /transcript.
technical-without-too-little = Без оценки: слишком мало, чтобы судить.
technical-without-no-code = Без оценки: кода не было.
technical-without-model = Языковая модель здесь не участвовала. Оценено то, что показали запуски, остальное посчитано по правилам.
technical-model-away = Языковая модель была недоступна. Пока оценено то, что показали запуски, остальное посчитано по правилам; отчёт можно попросить ещё раз позже: /transcript.
technical-code-changed = Сообщение с этим кодом потом изменилось, поэтому запущенный код здесь не показан.
technical-without-no-evidence = Без оценки: ни ответы, ни код её не подтверждают.
technical-without-no-model = Без оценки: без языковой модели учитывается только то, что показали запуски.
technical-by-runs = По тому, что показали запуски кода.
technical-place = Код { $submission }, строка { $line }:
technical-line = Строка { $line }:
technical-code = Код
technical-own-code = Собственный код
technical-growth = Как менялись ваши оценки. Пройдено собеседований: { $count }.
technical-growth-none = { $count ->
    [0] Собеседований с оценками пока нет: оценки приходят с отчётом, в конце.
   *[other] Пока оценено одно ваше собеседование. Со второго можно будет показать, как меняются оценки.
  }
technical-growth-title = Ваши собеседования

## Критерии оценки и как выглядят их уровни от 1 до 5

technical-rubric-problem-solving = Решение задач
technical-rubric-problem-solving-1 = Подход к задачам не нашёлся.
technical-rubric-problem-solving-2 = Подход нашёлся с большой помощью или работает только на простейших случаях.
technical-rubric-problem-solving-3 = Задача разобрана, обычные случаи решены; крайние упущены или найдены после подсказки.
technical-rubric-problem-solving-4 = Задачи решены вместе с крайними случаями, допущения названы.
technical-rubric-problem-solving-5 = Взвешено несколько путей, крайние случаи найдены до вопроса о них, учтён рост данных.

technical-rubric-code-quality = Качество кода
technical-rubric-code-quality-1 = Код не запускается, или в нём невозможно разобраться.
technical-rubric-code-quality-2 = Запускается частично; имена и структура скрывают, что он делает.
technical-rubric-code-quality-3 = Запускается, и за ним можно уследить; местами длиннее или запутаннее, чем нужно.
technical-rubric-code-quality-4 = Понятен, разбит на небольшие части с честными именами, ошибки обработаны.
technical-rubric-code-quality-5 = Читается как объяснение: убрать нечего, следующий человек сможет его спокойно менять.

technical-rubric-communication = Изложение
technical-rubric-communication-1 = Осталось неясно, что имелось в виду.
technical-rubric-communication-2 = Отдельные ответы ясны; многое пришлось выспрашивать.
technical-rubric-communication-3 = Отвечает по делу; о своём вкладе говорит, если спросить.
technical-rubric-communication-4 = Рассказано, что и почему сделано, со случаем или числом; неясное уточняется.
technical-rubric-communication-5 = Сложное объяснено так, что поймёт любой в команде; сказано и о том, что неизвестно.

technical-rubric-technical-depth = Техническая глубина
technical-rubric-technical-depth-1 = Знает названия, но не то, как это устроено.
technical-rubric-technical-depth-2 = Пользуется инструментами; что за ними стоит, не показано.
technical-rubric-technical-depth-3 = Объясняет, как работают свои части и что однажды пошло не так.
technical-rubric-technical-depth-4 = Называет цену решения и то, от чего отказались, с убедительными причинами.
technical-rubric-technical-depth-5 = Знает, где системы ломаются, измеряет это и делится выводами с другими.

## Что говорят правила, когда модель не оценивает

technical-rule-solved = «{ $title }»: пройдены все тесты ({ $total }).
technical-rule-failed = «{ $title }»: пройдено тестов: { $passed } из { $total }. На что посмотреть: { $about }
technical-rule-untried = «{ $title }»: кода не было.
technical-rule-grounds = Ответов, где есть причина, число или решение: { $count } из { $total }.
technical-rule-no-grounds = Ответов, где есть причина, число или решение, всего { $count } из { $total }.
technical-plan-again = Решите «{ $title }» ещё раз с нуля. Готово, когда проходят все тесты.
technical-plan-edges = Перед каждой задачей выпишите крайние случаи: пусто, один, одинаковые, очень много. Готово, когда три задачи подряд проходят с первого раза.
technical-plan-tell = Расскажите вслух о трёх своих работах, по две минуты: в чём была задача, что вы решили, чего это стоило, что изменилось. Готово, когда в каждом рассказе есть причина и число.
technical-plan-once-more = Пройдите это собеседование ещё раз и сравните: /progress.

technical-looked-for = Что можно было найти
technical-patch-right = Предложенную правку можно принять.
technical-patch-wrong = Предложенную правку в таком виде принимать не стоит.

technical-trying = Пробую.
technical-try-what = Сначала пришлите код или поставьте его после /try между двумя строками ```.
technical-tried = { $call } возвращает { $got }.
technical-not-run-input = Не могу прочесть такие данные. Нужно так: { $wanted }
