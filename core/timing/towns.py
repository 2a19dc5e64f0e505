"""The time zones that are offered."""

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
