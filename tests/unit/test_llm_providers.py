"""The registry of model providers: an entry and a file are all that a further one needs."""

from __future__ import annotations

import pytest

from core.languages.messages import LANGUAGES, say
from core.llm.providers import PROVIDERS
from core.llm.sdk_client import SdkClient
from tests.fakes.manual_clock import ManualClock


@pytest.mark.parametrize("name", PROVIDERS)
async def test_each_entry_names_a_client_that_reaches_its_own_server(name: str) -> None:
    service = PROVIDERS[name]
    assert issubclass(service.client_class, SdkClient)
    client: SdkClient = service.client_class(clock=ManualClock(), api_key="k")
    assert service.host in str((await client.connection()).base_url)
    assert client.sdk == name, "its logs are silenced by this name"
    await client.close()


@pytest.mark.parametrize("name", PROVIDERS)
def test_setup_has_a_sentence_for_each_in_every_language(name: str) -> None:
    for language in LANGUAGES:
        assert say(language, f"setup-provider-{name}")
