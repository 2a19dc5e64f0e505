"""What is taken for an insight or an intention, and what is not; phrases that come back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.documents.phrases import mentions, recurring, stem
from core.documents.podcast_offline import found, is_action, is_insight, own
from core.documents.rules import one_form, patterns, word_groups, word_list
from core.guard.text import tokens
from tests.fakes.records import Conversation, record_of

INSIGHTS = """
I realised that I have been in a hurry all my life.
I suddenly realize how little I know about her.
I've finally understood why my father was silent.
I learned that you can mend almost anything.
I noticed how calm his voice became.
I also caught myself nodding the whole time.
I have come to believe that rest is work too.
It really struck me that nobody mentioned money.
That stayed with me for the rest of the week.
It suddenly hit me that I am older than he is.
It became clear to me what she had meant.
This made me think of my grandmother's kitchen.
It got me thinking about the way we eat.
I'd never really thought about bread that way.
I never realised how much she gave up for us.
What surprised me most was the laughter at the end.
What I take away is that nothing is finished.
The main takeaway for me is to listen longer.
I now see why people stay in such places.
Now I understand the old songs a little better.
I see my own mother differently since then.
I used to think that poets never work.
As it turns out, the whole village had known.
It changed the way I look at my garden.
I had not known that she painted as well.
I had no idea that glass is a liquid of sorts.
I hadn’t known that before this evening, honestly.
When the guest said that rest is work, I realised how little I rest.
I don’t know about you, but it struck me that she never apologised.
Я вдруг поняла, что всю жизнь спешила.
Я понял, как мало мы говорили с отцом.
Я осознала одну вещь: я боюсь тишины.
Я узнала, что хлеб можно печь без дрожжей.
Я впервые увидела в этом не слабость, а силу.
Я поймала себя на том, что улыбаюсь.
Я открыл для себя совсем другого Чехова.
Я потом надолго задумалась об отце.
Я сделала для себя вывод, что просить не стыдно.
Поняла, что молчание тоже бывает ответом.
До меня вдруг дошло, почему она уехала.
Мне стало ясно, зачем он это рассказал.
Мне даже пришло в голову, что он прав.
Меня больше всего поразила его тишина.
Меня по-настоящему тронули слова про мать.
Это очень удивило меня в его рассказе.
Это заставило меня задуматься о собственной работе.
И поймала себя на том, что завидую ему.
Его слова заставили меня вспомнить нашу кухню.
Впервые задумалась о том, как живут слепые.
Сначала я хотела выключить, но потом поняла, что это про меня.
И тут я понимаю, что он говорит про меня.
Для меня главным было то, что он не сдался.
Мой главный вывод такой: не спешить с ответом.
Я другими глазами смотрю на старые вещи.
Никогда раньше не думала об этом с такой стороны.
Раньше я не замечала, сколько вокруг шума.
Оказывается, сети чинят зимой, а не летом.
Раньше я считал, что талант важнее терпения.
Всю жизнь я была уверена, что так и надо.
Главное для меня в этом разговоре — терпение.
Для меня это стало настоящим открытием.
Теперь я лучше понимаю свою сестру.
Я теперь по-другому смотрю на старые вещи.
Я изменила своё мнение о таких людях.
Это перевернуло моё представление о старости.
"""
NO_INSIGHTS = """
Did I realise how late it was that evening?
I didn't realise that he was speaking to me.
I realised the plan in two weeks with him.
She said I realised it far too late.
My brother thinks it changed my mind about God.
Nothing in it made me think of home.
It never changed my mind about such things.
I learned English at a school in Leeds.
I learned how to milk a cow from my grandmother.
I noticed a man at the door of the shop.
I never knew my grandfather on that side.
I understood nothing of what they sang there.
The ball hit me on the head once.
He told us “I realised that I was wrong”.
When I was a child I realised that bread costs money.
In 1968 I understood that we had to leave.
I used to think about him every evening.
That is the main point of the second chapter.
We talked about it for an hour or so.
I realised it.
Поняла ли я, что он хотел сказать?
Я не поняла, что он хотел сказать.
Я понял вопрос, но отвечать не стану.
Она сказала, что я поняла это поздно.
Он говорит: «Я понял, что был неправ».
Меня это совсем не удивило в его рассказе.
Нельзя сказать, что это заставило меня задуматься.
В детстве я понял, что хлеб стоит денег.
Когда я была маленькой, я узнала, что такое голод.
В 1968 году я понял, что надо уезжать.
Я открыла дверь и вышла на крыльцо.
Я узнала его голос с первой минуты.
Раньше я думала о нём каждый вечер.
Мама подумала, поняла, что опоздала, и села.
Мы говорили об этом почти целый час.
Если бы я понял, что это она, я бы встал.
"""
ACTIONS = """
I'll call my sister tonight.
I will definitely try the slow way of baking.
I’ll be visiting her grave in May.
I'm going to write it all down.
I am really planning to walk more.
I'm thinking of selling the car.
I want to call my uncle on Sunday.
I really need to talk to her about it.
I hope to read that book in winter.
I'd really like to hear the next part.
I've decided to keep the old loom.
I should ask my mother about the war.
I must write to him before it is too late.
Maybe I should call him after all.
I have to find those letters.
I'd better start before the winter.
I promise to visit her more often.
My next step is to ask the neighbours.
From now on I walk to the market.
It's time for me to forgive him.
Next week I'm starting a diary.
I should be more careful with words.
I want to be more patient with my children.
I don't know how, but I will find her.
Я хочу позвонить сестре.
Я очень хотела бы перечитать эту книгу.
Я теперь собираюсь больше гулять.
Хочу попросить у него сеть на память.
Хотелось бы съездить туда летом.
Я решила, что больше не буду спешить.
Позвоню дяде.
Я обязательно напишу ей письмо.
Завтра начну вести дневник.
Наверное, перечитаю Чехова этой зимой.
Я не знаю когда, но я позвоню брату.
Я буду чаще звонить матери.
Мне надо поговорить с братом.
Мне давно пора разобрать эти письма.
Мне всё-таки хочется поехать туда самой.
Надо бы позвонить Вере.
Надо мне ещё раз послушать этот разговор.
Так что куплю себе наконец пряжу.
Я обязательно расскажу об этом внукам.
Хочу больше времени проводить с сыном.
Я бы хотела поехать в Керчь.
Теперь буду иначе смотреть на соседей.
Сегодня же позвоню отцу.
Пора бы мне научиться отдыхать.
Думаю начать вести дневник.
"""
NO_ACTIONS = """
Should I call my sister tonight?
I won't call my sister again.
I will not sell the house.
I don't want to talk about money.
I'm not going to write it down.
I don't think I will go there.
I wonder if I should call him.
I wanted to call my uncle.
I was going to write it down.
I decided to move to Berlin.
I had to leave school early.
She says I should rest more.
My doctor told me I have to walk more.
The guest said that I will understand it later.
He shouted “I will leave you”.
If I had a garden, I would like to grow beans.
When I was seven I said that I want to fly.
I will never forget her face.
I'll be honest with you about it.
I'll tell you a story about that.
I'll never know what he meant.
I want to say that it was hard.
I should have asked my mother.
I must admit that I was bored.
I'm going to bed at nine.
I would like to think so.
I'll be seventy in May.
You should call your sister.
They want to sell the house.
I need to get up at five every morning for the cows.
I must be getting old.
I should be ashamed of myself.
When he said that, I thought I will cry.
I thought: I want to do that too.
I will be there when she needs me.
Надо ли мне позвонить сестре?
Я не хочу звонить сестре.
Я не буду продавать дом.
Не позвоню я ему больше.
Не знаю, позвоню ли я ему.
Я не думаю, что поеду туда.
Я хотела позвонить сестре.
Мне надо было позвонить раньше.
Мама говорит, что я буду учиться дальше.
Врач сказал, что мне надо больше гулять.
Он кричал: «Я уеду и напишу вам».
Если бы у меня был сад, я хотел бы посадить бобы.
Когда я была маленькой, я говорила: хочу летать.
Ему надо поговорить с братом.
Вам стоит послушать этот выпуск.
Я хочу сказать, что было трудно.
Я буду помнить её лицо всегда.
Я хочу, чтобы дети были здоровы.
Я хочу спать.
Буду рада видеть вас снова.
Я буду всегда помнить её лицо.
Мне хочется плакать, когда я это слышу.
Хотела бы я знать, что он думает.
Надо было слушать маму.
— Я позвоню тебе, — сказал он.
Она позвонит и напишет мне завтра.
"""


def _each(text: str) -> list[str]:
    return text.strip().splitlines()


@pytest.mark.parametrize("sentence", _each(INSIGHTS))
def test_this_is_an_insight(sentence: str) -> None:
    assert is_insight(sentence)
    assert not is_action(sentence)


@pytest.mark.parametrize("sentence", [*_each(NO_INSIGHTS), *_each(ACTIONS)])
def test_this_is_no_insight(sentence: str) -> None:
    assert not is_insight(sentence)


@pytest.mark.parametrize("sentence", _each(ACTIONS))
def test_this_is_an_intention(sentence: str) -> None:
    assert is_action(sentence)


@pytest.mark.parametrize("sentence", [*_each(NO_ACTIONS), *_each(NO_INSIGHTS)])
def test_this_is_no_intention(sentence: str) -> None:
    assert [each for each in own(sentence) if is_action(each)] == []


@pytest.mark.parametrize(("name", "sentences"), [("insights", INSIGHTS), ("actions", ACTIONS)])
def test_every_pattern_has_its_sentence_here(name: str, sentences: str) -> None:
    told = one_form(sentences).strip().splitlines()
    assert [each.pattern for each in patterns(name) if not any(map(each.search, told))] == []


def test_what_is_quoted_over_several_sentences_is_nobodys_own() -> None:
    text = "He said: “I will go. I want to see it. I promise to write.” And I want to call him.\nI hope to see it."
    assert list(own(text)) == ["And I want to call him.", "I hope to see it."]


@given(
    st.text()
    | st.lists(st.sampled_from([*_each(INSIGHTS), *_each(ACTIONS), "«", "“", "”", '"', "\n", "— "])).map("".join)
)
def test_rules_raise_for_no_text(text: str) -> None:
    for sentence in own(text):
        assert " ".join(text.split()).find(sentence) >= 0
        is_insight(sentence)
        is_action(sentence)
    recurring({1: text, 2: text})


# --- phrases ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "forms",
    [
        "net nets",
        "story stories",
        "house houses",
        "box boxes",
        "class classes",
        "работа работы работе работой работу",
        "мама маме мамой маму мамы",
        "история истории историю историей историями",
        "медленная медленной медленную медленный медленного медленными",
        "семья семьи семьей семью",
        "рыбацкая рыбацкую рыбацкие рыбацких",
        "отец",
        "дедушка дедушки дедушке дедушкой",
    ],
)
def test_forms_of_a_word_have_one_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(("one", "other"), [("glass", "glad"), ("кот", "код"), ("мир", "море"), ("war", "was")])
def test_other_words_have_another(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def _phrases(*texts: str) -> list[tuple[str, tuple[int, ...]]]:
    return [(phrase.words, phrase.places) for phrase in recurring(dict(enumerate(texts)))]


def test_phrases_are_those_that_come_up_in_several_texts() -> None:
    assert _phrases("Slow work heals. Slow work!", "I like slow work.", "Fast work, slow food.") == [
        ("Slow work", (0, 1)),
    ]
    assert _phrases("Красная рыба. Красная рыба.", "Тут нет красных рыб, увы.", "Ем красную рыбу") == [
        ("Красная рыба", (0, 1, 2)),
    ]


def test_a_longer_phrase_hides_its_parts_unless_they_come_up_more_often() -> None:
    assert _phrases("old fishing boat", "an old fishing boat", "the fishing boat") == [
        ("fishing boat", (0, 1, 2)),
        ("old fishing boat", (0, 1)),
    ]
    assert _phrases("old fishing boat", "an old fishing boat") == [("old fishing boat", (0, 1))]


@pytest.mark.parametrize(
    "text",
    [
        "I was there, and it was this episode.",
        "Много лет назад, в этом выпуске.",
        "slow. Work",
        "12 34 56",
        "Он же мой",
    ],
)
def test_joints_numbers_and_different_clauses_make_no_phrase(text: str) -> None:
    assert _phrases(text, text) == []


def test_a_phrase_is_shown_in_the_letters_in_which_it_was_said() -> None:
    assert _phrases("Тётя Вера пела.", "И тётя Вера, и тётя Вера.")[0] == ("тётя Вера", (0, 1))


def test_the_sentences_with_a_phrase() -> None:
    phrase = recurring({1: "рыбацкие сети", 2: "рыбацкая сеть"})[0]
    assert mentions(phrase, ["Помню рыбацкую сеть.", "Сеть рыбацкая.", "Рыбацких сетей нет."]) == [
        "Помню рыбацкую сеть.",
        "Рыбацких сетей нет.",
    ]


def test_a_theme_comes_up_in_the_answers_to_several_questions_and_not_in_a_burst() -> None:
    talk = Conversation()
    first = talk.ask("What stayed?")
    talk.answer("The fishing boat.", first)
    talk.answer("A fishing boat, blue.", first)
    assert found(record_of(talk)).themes == []
    talk.answer("My fishing boat sank.", talk.ask("And then?", follow_up=True))
    (theme,) = found(record_of(talk)).themes
    assert (theme.name, theme.entries) == ("fishing boat", [2, 3, 5])
    assert theme.quotes == ["The fishing boat.", "A fishing boat, blue.", "My fishing boat sank."]


# --- lists --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["joints", "openers"])
def test_words_of_a_list_are_as_words_are_compared(name: str) -> None:
    assert [word for word in word_list(name) if tokens(word) not in ([word], [])] == []


def test_numbers_are_as_words_are_compared() -> None:
    numbers = word_groups("numbers")
    assert numbers["семью"] == numbers["seven"] == "7"
    assert [word for word in numbers if tokens(word) != [word]] == []
