"""How this process is run: everything it takes from the environment and from `.env`, read here and nowhere else.

What the bot watches (projects, vocabulary) is no setting: config/catalog.py, config/vocabulary.py.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from bot.domain.delivery import Recipient
from bot.domain.errors import ConfigError

if TYPE_CHECKING:
    from pydantic import ValidationError

    from config.environment import Environment

ROOT = Path(__file__).resolve().parent.parent
ENV_FILE = ROOT / ".env"
STORE_SCHEMES = ("sqlite", "postgresql", "postgres")
NAMES = frozenset(
    {
        "ALLOWED_HOSTS",
        "ARXIV_URL",
        "DATABASE_URL",
        "DISCORD_API_URL",
        "DISCORD_GATEWAY_URL",
        "DISCORD_MANAGER_ROLE",
        "DISCORD_TOKEN",
        "GITHUB_API_URL",
        "GITHUB_TOKEN",
        "GITHUB_URL",
        "HTTPS_PROXY",
        "LANGUAGE",
        "LLM_API_KEY",
        "LLM_BASE_URL",
        "LLM_BUDGET",
        "LLM_MODEL",
        "LOG_LEVEL",
        "OPERATOR_TOKEN",
        "OPS_CHANNEL",
        "SLACK_API_URL",
        "SLACK_APP_TOKEN",
        "SLACK_BOT_TOKEN",
        "TIMEZONE",
        "WEB_HOST",
        "WEB_PORT",
        "WEB_PUBLIC_URL",
    }
)
"""The variables that are read, in any case; config/environment.py says what each may hold."""
DEFAULT_LLM_BUDGET = 500_000
"""Tokens a day that a language model may cost."""
DEFAULT_DATABASE = f"sqlite:///{ROOT / 'var' / 'whatsnew.sqlite3'}"


@dataclass(frozen=True, slots=True)
class Secret:
    """A text that shows itself only when asked: repr, str and format say nothing of it."""

    _value: str = field(repr=False)

    def reveal(self) -> str:
        """The text itself, to be handed to the library that needs it."""
        return self._value

    def __str__(self) -> str:
        return "Secret()"


@dataclass(frozen=True, slots=True)
class Settings:
    """How the process runs. Tokens are None where they are not set, and their platform stays off.

    `database_url` may hold a password and is left out of the repr. `allowed_hosts` are host:port pairs that may be
    private or on another port; `https_proxy` may hold a password. Sources are read at `github_api_url`, `github_url`
    and `arxiv_url`, which have no slash at their end. `discord_manager_role` is the
    name or id of a role whose members manage what channels get ("" for none). `ops_channel` is told how the bot does,
    `web_public_url` is where the bot's page is found, `web_host` and `web_port` where it is served (0: nowhere),
    `operator_token` what whoever reads the figures there must know. `colour` is False where NO_COLOR is set (https://no-color.org)
    or the terminal is dumb.
    """

    database_url: str = field(default=DEFAULT_DATABASE, repr=False)
    github_token: Secret | None = None
    github_api_url: str = "https://api.github.com"
    github_url: str = "https://github.com"
    arxiv_url: str = "https://export.arxiv.org"
    https_proxy: Secret | None = None
    slack_bot_token: Secret | None = None
    slack_app_token: Secret | None = None
    slack_api_url: str = "https://slack.com/api/"
    discord_token: Secret | None = None
    discord_api_url: str = "https://discord.com/api/v10"
    discord_gateway_url: str = "wss://gateway.discord.gg/"
    discord_manager_role: str = ""
    ops_channel: Recipient | None = None
    llm_base_url: str = ""
    llm_model: str = ""
    llm_api_key: Secret | None = None
    llm_budget: int = DEFAULT_LLM_BUDGET
    web_host: str = "127.0.0.1"
    web_port: int = 8080
    web_public_url: str | None = None
    operator_token: Secret | None = None
    allowed_hosts: frozenset[str] = frozenset()
    language: str = "en"
    zone: ZoneInfo = field(default_factory=lambda: ZoneInfo("Asia/Shanghai"))
    log_level: str = "info"
    colour: bool = True

    @property
    def slack(self) -> bool:
        """Whether Slack is configured."""
        return self.slack_bot_token is not None

    @property
    def discord(self) -> bool:
        """Whether Discord is configured."""
        return self.discord_token is not None

    @property
    def platforms(self) -> tuple[str, ...]:
        """The chat platforms that are configured."""
        return tuple(name for name, is_set in (("slack", self.slack), ("discord", self.discord)) if is_set)

    @property
    def llm(self) -> bool:
        """Whether a language model is configured."""
        return bool(self.llm_base_url)


def load_settings(environ: Mapping[str, str] | None = None, env_file: Path | None = ENV_FILE) -> Settings:
    """The settings of the process, or those of `environ` alone when it is given (names in any case).

    A variable wins over the same one in `env_file`; an empty one counts as not set. ConfigError names every variable
    that cannot be used and what is wrong with it, in one sentence without secrets.
    """
    if environ is None and not (env_file and env_file.exists()) and (plain := _plain(os.environ)):
        return plain
    from pydantic import ValidationError

    from config.environment import Environment, Given

    try:
        if environ is None:
            read = Environment(_env_file=env_file)  # type: ignore[call-arg]  # known to pydantic's mypy plugin only
        else:
            read = Given.model_validate({name.casefold(): value for name, value in environ.items() if value.strip()})
    except ValidationError as error:
        raise ConfigError(_sentence(error)) from None
    except (OSError, UnicodeDecodeError):
        raise ConfigError(f"{env_file} cannot be read: it must be a text file in UTF-8.") from None
    return _settings(read, os.environ if environ is None else environ)


def is_store_address(address: str) -> bool:
    """Whether an address is one of a kind of store that is known, and names something."""
    scheme, separator, rest = address.partition("://")
    return scheme.partition("+")[0] in STORE_SCHEMES and bool(separator) and bool(rest.strip("/"))


def _plain(environ: Mapping[str, str]) -> Settings | None:
    """The settings where no more than a store is named, else None. A question in the shell is asked there, and should
    not wait for pydantic, which takes a third of its time."""
    given = {name.upper(): value.strip() for name, value in environ.items() if name.upper() in NAMES and value.strip()}
    store = given.pop("DATABASE_URL", DEFAULT_DATABASE)
    if given or not is_store_address(store):
        return None
    return Settings(database_url=store, colour=_colour(environ))


def _sentence(error: ValidationError) -> str:
    faults = error.errors(include_input=False, include_url=False)
    told = (f"{str(fault['loc'][0]).upper()} {fault['msg'].removeprefix('Value error, ')}" for fault in faults)
    return "; ".join(told) + "."


def _settings(read: Environment, given: Mapping[str, str]) -> Settings:
    def secret(name: str) -> Secret | None:
        value = getattr(read, name)
        return Secret(value.get_secret_value()) if value else None

    return Settings(
        database_url=read.database_url.get_secret_value() if read.database_url else DEFAULT_DATABASE,
        github_token=secret("github_token"),
        github_api_url=read.github_api_url,
        github_url=read.github_url,
        arxiv_url=read.arxiv_url,
        https_proxy=secret("https_proxy"),
        slack_bot_token=secret("slack_bot_token"),
        slack_app_token=secret("slack_app_token"),
        slack_api_url=read.slack_api_url,
        discord_token=secret("discord_token"),
        discord_api_url=read.discord_api_url,
        discord_gateway_url=read.discord_gateway_url,
        discord_manager_role=read.discord_manager_role,
        ops_channel=read.ops_channel,
        llm_base_url=read.llm_base_url,
        llm_model=read.llm_model,
        llm_api_key=secret("llm_api_key"),
        llm_budget=read.llm_budget,
        web_host=read.web_host,
        web_port=read.web_port,
        web_public_url=read.web_public_url,
        operator_token=secret("operator_token"),
        allowed_hosts=read.allowed_hosts,
        language=read.language,
        zone=read.timezone,
        log_level=read.log_level,
        colour=_colour(given),
    )


def _colour(given: Mapping[str, str]) -> bool:
    return not given.get("NO_COLOR") and given.get("TERM") != "dumb"
