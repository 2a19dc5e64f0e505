"""What platforms where people chat have in common, for their adapters: no platform's library is known here."""
