"""Places that people name: the zones that are offered, and what neither the zone data nor the gazetteer knows."""

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
    "Europe/Moscow": "Санкт-Петербург, Петербург, СПб, Питер, Ставрополь, Мск",
    "Asia/Sakhalin": "Сахалин",
    "Asia/Ho_Chi_Minh": "Hanoi, Ханой, Сайгон",
    "Europe/Kyiv": "Киев",
    "Europe/Minsk": "Brest, Брест",
    "Europe/Zurich": "Geneva",
    "Europe/Madrid": "Valencia, Валенсия",
    "Europe/Rome": "Venice, Венеция",
    "America/Sao_Paulo": "Rio, Рио",
}
"""Names that people use for a town, and towns that have a zone or a namesake of another in the gazetteer."""

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
