"""Which network addresses anybody may look at: the public ones."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

_NAT64 = ip_network("64:ff9b::/96")
_UNICAST = ip_network("2000::/3")
_CLOSED = tuple(
    map(
        ip_network,
        (
            "168.63.129.16/32",  # a public number under which one cloud answers its own machines
            "192.88.99.0/24",  # relays of 6to4
            "2001::/23",  # Teredo and other protocols' own
            "2001:db8::/32",
            "2002::/16",  # 6to4, which carries an IPv4 address to any relay
            "3fff::/20",
        ),
    )
)


def is_public(text: str) -> bool:
    """Whether a numeric address is one of the public internet, also after looking into what it carries.

    Not public are private, loopback, link-local (cloud metadata), shared (CGNAT), multicast and reserved ones.
    """
    try:
        address = _carried(ip_address(text.partition("%")[0]))
    except ValueError:
        return False
    if any(address in network for network in _CLOSED):
        return False
    if isinstance(address, IPv6Address) and address not in _UNICAST:
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _carried(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """The IPv4 address that an IPv6 one stands for, where it does."""
    if isinstance(address, IPv4Address):
        return address
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address in _NAT64:  # on a network without IPv4 this is how the public part of it is reached
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address
