"""Towns that people name: the zones that are offered, and towns and countries whose names the zone data lacks."""

from __future__ import annotations

LIKELY: tuple[str, ...] = tuple(
    f"{area}/{town}"
    for area, towns in (
        ("Europe", "Moscow London Berlin Paris Kyiv Madrid Rome Warsaw Istanbul"),
        ("America", "New_York Chicago Los_Angeles Denver"),
        ("Asia", "Kolkata Shanghai Tokyo Jakarta"),
        ("America", "Sao_Paulo Mexico_City"),
        ("Africa", "Lagos Cairo"),
        ("Europe", "Lisbon Amsterdam Athens Bucharest Minsk Vienna Prague Stockholm Helsinki"),
        ("Asia", "Yekaterinburg Novosibirsk"),
        ("Europe", "Samara Kaliningrad"),
        ("Asia", "Omsk Krasnoyarsk Irkutsk Yakutsk Vladivostok Magadan Kamchatka"),
        ("Asia", "Almaty Tashkent Tbilisi Yerevan Baku Jerusalem Dubai Riyadh Tehran Karachi Dhaka Colombo"),
        ("Asia", "Bangkok Ho_Chi_Minh Manila Hong_Kong Singapore Seoul Kathmandu Yangon Kabul"),
        ("Australia", "Sydney Brisbane Adelaide Perth Darwin"),
        ("Pacific", "Auckland Honolulu"),
        ("America", "Toronto Vancouver Edmonton Winnipeg Halifax St_Johns Phoenix Anchorage"),
        ("America", "Argentina/Buenos_Aires Bogota Lima Santiago Caracas La_Paz Manaus Havana"),
        ("Africa", "Johannesburg Nairobi Casablanca Algiers Accra"),
        ("Europe", "Dublin"),
        ("Atlantic", "Reykjavik Azores Cape_Verde"),
        ("Pacific", "Fiji Noumea Pago_Pago Kiritimati"),
    )
    for town in towns.split()
)
"""Where somebody probably is, the likelier before the less likely."""

ALSO: dict[str, str] = {
    "Europe/Moscow": (
        "Moskva, Saint Petersburg, St Petersburg, Nizhny Novgorod, Kazan, Rostov, Voronezh, Krasnodar, Sochi, Tula, "
        "Санкт-Петербург, Петербург, СПб, Питер, Нижний Новгород, Казань, Ростов-на-Дону, Ростов, Воронеж, Краснодар, "
        "Сочи, Тула, Рязань, Тверь, Ярославль, Смоленск, Брянск, Курск, Белгород, Липецк, Пенза, Тамбов, Калуга, "
        "Иваново, Владимир, Псков, Великий Новгород, Архангельск, Мурманск, Петрозаводск, Вологда, Чебоксары, "
        "Ставрополь, Махачкала, Грозный, Владикавказ, Сыктывкар, Мск"
    ),
    "Europe/Samara": "Tolyatti, Izhevsk, Тольятти, Ижевск",
    "Asia/Yekaterinburg": "Chelyabinsk, Perm, Ufa, Tyumen, Челябинск, Пермь, Уфа, Тюмень, Оренбург, Курган, Сургут",
    "Asia/Krasnoyarsk": "Kemerovo, Кемерово, Абакан, Норильск",
    "Asia/Irkutsk": "Ulan-Ude, Улан-Удэ",
    "Asia/Yakutsk": "Благовещенск",
    "Asia/Vladivostok": "Khabarovsk, Хабаровск",
    "Asia/Sakhalin": "Yuzhno-Sakhalinsk, Южно-Сахалинск, Сахалин",
    "Europe/Kyiv": "Kharkiv, Odesa, Odessa, Lviv, Dnipro, Киев, Харьков, Одесса, Львов, Днепр, Днепропетровск",
    "Europe/Minsk": "Gomel, Brest, Гомель, Брест, Гродно, Витебск, Могилев",
    "Asia/Almaty": "Astana, Астана, Алма-Ата, Караганда, Шымкент",
    "Europe/Berlin": (
        "Munich, Hamburg, Cologne, Frankfurt, Stuttgart, Düsseldorf, Leipzig, Dresden, Hanover, Nuremberg, Bremen, "
        "München, Köln, Nürnberg, Hannover, Мюнхен, Гамбург, Кёльн, Франкфурт, Штутгарт, Дюссельдорф, Лейпциг, "
        "Дрезден, Ганновер, Нюрнберг, Бремен"
    ),
    "Europe/Vienna": "Wien, Salzburg, Graz, Зальцбург, Грац",
    "Europe/Prague": "Praha, Brno, Брно",
    "Europe/Zurich": "Geneva, Basel, Bern, Женева, Базель, Берн",
    "Europe/Paris": "Lyon, Marseille, Nice, Toulouse, Bordeaux, Лион, Марсель, Ницца",
    "Europe/Madrid": "Barcelona, Valencia, Seville, Барселона, Валенсия, Севилья",
    "Europe/Rome": "Roma, Milan, Milano, Naples, Turin, Florence, Venice, Милан, Неаполь, Турин, Флоренция, Венеция",
    "Europe/Lisbon": "Lisboa, Porto, Порту",
    "Europe/Warsaw": "Warszawa, Krakow, Gdansk, Wroclaw, Краков, Гданьск, Вроцлав",
    "Europe/Amsterdam": "Rotterdam, The Hague, Роттердам, Гаага",
    "Europe/London": (
        "Manchester, Liverpool, Leeds, Bristol, Oxford, Edinburgh, Glasgow, Cardiff, Belfast, Манчестер, Ливерпуль, "
        "Оксфорд, Эдинбург, Глазго, Белфаст"
    ),
    "Europe/Istanbul": "Ankara, Izmir, Antalya, Анкара, Измир, Анталья",
    "Asia/Jerusalem": "Tel Aviv, Haifa, Тель-Авив, Хайфа",
    "Asia/Tbilisi": "Batumi, Батуми",
    "Asia/Dubai": "Abu Dhabi, Абу-Даби",
    "America/New_York": (
        "Boston, Washington, Philadelphia, Miami, Atlanta, Brooklyn, Бостон, Вашингтон, Филадельфия, Майами, Атланта, "
        "Бруклин"
    ),
    "America/Chicago": "Houston, Dallas, Austin, New Orleans, Minneapolis, Хьюстон, Даллас, Новый Орлеан",
    "America/Los_Angeles": "San Francisco, Seattle, San Diego, Las Vegas, Сан-Франциско, Сиэтл, Сан-Диего, Лас-Вегас",
    "America/Toronto": "Montreal, Ottawa, Монреаль, Оттава",
    "America/Edmonton": "Calgary, Калгари",
    "America/Sao_Paulo": "Rio de Janeiro, Rio, Brasilia, Рио-де-Жанейро, Рио",
    "Asia/Kolkata": "Delhi, New Delhi, Mumbai, Bombay, Bangalore, Chennai, Дели, Нью-Дели, Мумбаи, Бомбей, Калькутта",
    "Asia/Shanghai": "Beijing, Peking, Guangzhou, Shenzhen, Пекин, Гуанчжоу",
    "Asia/Tokyo": "Osaka, Kyoto, Осака, Киото",
    "Asia/Ho_Chi_Minh": "Hanoi, Ханой, Сайгон",
    "Australia/Sydney": "Canberra, Канберра",
    "Pacific/Auckland": "Wellington, Christchurch, Веллингтон",
    "Africa/Johannesburg": "Cape Town, Pretoria, Кейптаун",
}
"""Large towns that have no zone of their own, and other names of those that have."""

COUNTRIES: dict[str, str] = {
    "US": "USA, America, США, Америка",
    "GB": "UK, Great Britain, Britain, England, Scotland, Wales, Англия, Британия, Шотландия",
    "NL": "Holland, Голландия",
    "BY": "Белоруссия",
    "RU": "РФ",
    "KG": "Кыргызстан",
    "MD": "Молдавия",
}
"""What people also call a country, by its ISO 3166 code."""
