### Слова в файлах, которые получает человек, и в заключительном итоге.

## Название записи, даты в начале и числа в конце

documents-title-life-story = История жизни: { $name }
documents-told-by = Кто рассказывает
documents-begun = Начало
documents-finished = Завершение
documents-last-told = Пока не закончено, последний разговор
documents-questions = Задано вопросов
documents-time = Время разговора
documents-words = Рассказано слов
documents-count = { $count }

## Даты и продолжительность

# $day и $year — текст, $month — число.
documents-date = { $date } года
documents-no-minute = меньше минуты
documents-minutes =
    { $minutes ->
        [one] { $minutes } минута
        [few] { $minutes } минуты
       *[many] { $minutes } минут
    }
documents-hours =
    { $hours ->
        [one] { $hours } час
        [few] { $hours } часа
       *[many] { $hours } часов
    }

## Разговор

documents-ordered = Здесь всё идёт по ходу жизни, а не в том порядке, в котором это рассказано.
documents-told-before = До первого вопроса:
documents-not-answered = (без ответа)
documents-passed-over = (вопрос пропущен)
documents-nothing-yet = Ответов пока нет.
# Перед словами человека без имени, которые не ответ.
documents-teller = Рассказчик
documents-kept-back = { $what ->
        [answers] { $answers ->
            [one] { $answers } ответ сюда не вошёл: так просил рассказчик. Его нет ни в одном файле.
            [few] { $answers } ответа сюда не вошли: так просил рассказчик. Их нет ни в одном файле.
           *[many] { $answers } ответов сюда не вошли: так просил рассказчик. Их нет ни в одном файле.
        }
        [passages] { $passages ->
            [one] { $passages } отрывок сюда не вошёл: так просил рассказчик. Его нет ни в одном файле.
            [few] { $passages } отрывка сюда не вошли: так просил рассказчик. Их нет ни в одном файле.
           *[many] { $passages } отрывков сюда не вошли: так просил рассказчик. Их нет ни в одном файле.
        }
       *[both] Сюда не вошли { $passages ->
            [one] { $passages } отрывок
            [few] { $passages } отрывка
           *[many] { $passages } отрывков
        } и ещё { $answers ->
            [one] { $answers } ответ целиком
            [few] { $answers } ответа целиком
           *[many] { $answers } ответов целиком
        }: так просил рассказчик. Их нет ни в одном файле.
    }
# Под ответом, в файле, который получает только сам человек.
documents-is-kept-back = (это только для вас: в других файлах этого нет)
documents-part-kept-back = (это только для вас, в других файлах этого нет: { $words })

## Записи голоса

documents-recording = Запись голоса
documents-question-aloud = Вопрос вслух
documents-question-listen = послушать
documents-recordings-caption = Ваш рассказ с записями вашего голоса. Откройте в ZIP-файле transcript.md; как слушать, написано в README.txt.
documents-recordings-part = Ваш рассказ с записями вашего голоса, часть { $number } из { $total }. Как слушать, написано в первой части, в README.txt.
documents-recordings-readme = transcript.md — сам разговор, открыть его можно в любом текстовом редакторе. Под ответом, сказанным вслух, указано, сколько длится запись и где она лежит: в папке «audio», с номерами в том порядке, в каком вы рассказывали.
documents-recordings-questions = Вопросы, которые звучали вслух, лежат в той же папке; читает их компьютер.
documents-recordings-listen = Слушать можно в любом проигрывателе на компьютере или телефоне. Если он какую-то запись не открывает, её откроет бесплатный VLC. Если ZIP-файлов несколько, распакуйте их все в одну папку: тогда ссылки в transcript.md приведут к записям.
documents-files-away = Записи голоса и фотографии сейчас недоступны, поэтому их здесь нет. Они не пропали: попросите файл ещё раз позже, командой /transcript.
documents-too-large = Здесь не поместилось, потому что файл слишком большой: { $names }. Это есть у владельца бота; попросите, пожалуйста, у него.
documents-fitted-compressed = Файл сжат, потому что иначе он слишком велик, чтобы прислать его сюда. Откройте его: внутри { $name }.
documents-fitted-part = Часть { $number } из { $total }: целиком файл слишком велик, чтобы прислать его сюда.

## Заключительный итог

# $questions, $time и $words — три сообщения ниже.
documents-summary = Вот что у нас получилось: { $questions }, { $time } и { $words }.
documents-summary-questions =
    { $questions ->
        [one] { $questions } вопрос
        [few] { $questions } вопроса
       *[many] { $questions } вопросов
    }{ $closing ->
        [yes] {" "}и заключительный
       *[no] {""}
    }{ $more ->
        [0] {""}
        [one] , ещё { $more } уточняющий
       *[other] , ещё { $more } уточняющих
    }
documents-summary-time = { $time } разговора
documents-summary-words =
    { $words ->
        [0] пока ни одного вашего слова
        [one] { $words } ваше слово
        [few] { $words } ваших слова
       *[many] { $words } ваших слов
    }

## Второй файл

documents-reflections-title = { $title }: размышления
documents-reflections-note = Эти страницы написала по тексту разговора языковая модель, глядя на него глазами людей разных профессий. Она с вами не знакома, она может ошибаться, и здесь нет ни диагноза, ни оценки, ни совета. Главное — сама запись разговора: в ней ваши слова, как вы их сказали.
documents-reflections-missing = Пока не удалось написать: { $titles }.
documents-reflection-psychologist = Взгляд психолога
documents-reflection-economist = Взгляд экономиста
documents-reflection-political-scientist = Взгляд политолога
documents-reflection-demographer = Взгляд демографа
