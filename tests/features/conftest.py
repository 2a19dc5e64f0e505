"""The fixtures that the features' tests share with those of the engine."""

from __future__ import annotations

from tests.contract.conftest import store as store
from tests.integration.conftest import chromium as chromium
from tests.integration.conftest import command_line as command_line
from tests.integration.conftest import database as database
from tests.integration.conftest import o as o
from tests.integration.conftest import person as person
from tests.integration.conftest import r as r
from tests.integration.conftest import s as s
from tests.integration.conftest import stranger as stranger
