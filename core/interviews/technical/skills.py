"""Technologies and methods as résumés and jobs name them, found in a text by rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_NAMES: Final = """
    Python Django Flask FastAPI asyncio Celery SQLAlchemy pandas NumPy PyTorch TensorFlow scikit-learn
    JavaScript TypeScript Node.js React Vue Angular Svelte Next.js Express NestJS
    Java Kotlin Spring Spring\\ Boot Hibernate Scala Groovy
    Golang gRPC Rust C++ C# .NET Ruby Rails PHP Laravel Symfony Swift Objective-C Elixir Erlang Haskell Perl
    PostgreSQL MySQL MariaDB SQLite Oracle MS\\ SQL MongoDB Cassandra ClickHouse Redis Memcached Elasticsearch
    Kafka RabbitMQ NATS SQS GraphQL REST WebSocket SQL NoSQL ORM
    Docker Kubernetes Helm Terraform Ansible AWS GCP Azure Linux Nginx Git GitHub GitLab Jenkins CI/CD
    Prometheus Grafana OpenTelemetry Sentry Spark Airflow Hadoop dbt Snowflake BigQuery
    HTML CSS Webpack Vite Tailwind Android iOS Flutter React\\ Native Unity
    TDD DDD Scrum Kanban microservices микросервисы machine\\ learning машинное\\ обучение computer\\ vision NLP LLM
"""
_SKILLS: Final = tuple(name.replace("\x00", " ") for name in _NAMES.replace("\\ ", "\x00").split())
_PATTERN = re.compile(
    r"(?<![\w.+#/-])(?:"
    + "|".join(re.escape(name) for name in sorted(_SKILLS, key=len, reverse=True))
    + r")(?![\w+#]|[.-]\w)",
    re.IGNORECASE,
)


_LISTED_GO = re.compile(
    r"(?:(?<=[,;:(/•|] )|(?<=[/(•])|(?<=на )|(?<=in ))Go\b(?!-)|(?<![\w-])Go(?= \(Prog)|(?<![\w-])Go(?=[,;)/|]|\s*$)",
    re.MULTILINE,
)
"""The language where it stands among others; else it is a word like any."""


_ALSO: Final[Mapping[str, str]] = {
    "python": r"питон\w*|пайтон\w*",
    "django": r"джанг\w+",
    "flask": r"фласк\w*",
    "javascript": r"js|джаваскрипт\w*",
    "typescript": r"ts|тайпскрипт\w*",
    "react": r"реакт\w*",
    "c++": r"cpp",
    "java": r"джав[аеуы]|джавой",
    "golang": r"go",
    "git": r"гит[аеу]?|гитом",
    "docker": r"докер\w*",
    "kubernetes": r"k8s|кубернетес\w*|кубер\w*",
    "kafka": r"кафк\w+",
    "redis": r"редис\w*",
    "rabbitmq": r"rabbit|рэббит\w*|кролик\w*",
    "postgresql": r"postgres|постгрес\w*",
    "linux": r"линукс\w*",
    "sql": r"(?:postgre|my)sql|postgres|sqlite|постгрес\w*",
    "rest": r"restful|рест",
}
"""How people speak of them, in small letters: patterns of words."""


def spoken_of(told: str, skill: str) -> bool:
    """Whether words, in small letters, speak of a skill: "go" is not in "good", nor "java" in "javascript"."""
    name = skill.casefold()
    also = f"|{_ALSO[name]}" if name in _ALSO else ""
    return re.search(rf"(?<![\w+#])(?:{re.escape(name)}{also})[\d.]*(?![\w+#])", told) is not None


def skills_in(text: str) -> tuple[str, ...]:
    """In the words of the text, each once, the one that is named first first."""
    found: dict[str, str] = {}
    for match in sorted((*_PATTERN.finditer(text), *_LISTED_GO.finditer(text)), key=lambda match: match.start()):
        found.setdefault(match[0].casefold(), match[0])
    return tuple(found.values())
