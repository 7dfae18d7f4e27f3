"""What the environment may say, and what is wrong with it, as pydantic reads it.

Used by config/settings.py only, which imports it when it loads: pydantic-settings costs 0.1 s that importing the
settings must not. Every validator raises one sentence that goes on after the variable's name and quotes no secret.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import BeforeValidator, SecretStr, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict

from bot.domain.delivery import Recipient, RecipientKind
from config.settings import DEFAULT_LLM_BUDGET, is_store_address
from config.zones import zone_named

LANGUAGES = ("en", "zh")
MOST_TOKENS_A_DAY = 1_000_000_000
LAST_PORT = 65_535
LOG_LEVELS = ("debug", "info", "warning", "error")
STANDARD_PORTS: Mapping[str, int] = {"https": 443, "wss": 443, "http": 80, "ws": 80}

_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\]):[1-9]\d{0,4}", re.IGNORECASE)
_LISTENING = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|[0-9A-Fa-f:.]{2,45}")
_LOCALE = re.compile(r"([a-z]{2,3})(?:[_-][a-z0-9]{2,8}){0,3}(?:\.[\w-]{1,20})?(?:@\w{1,20})?", re.IGNORECASE)
LONGEST_ROLE = 100
"""Characters of a role's name on Discord."""
_OPS_CHANNEL = re.compile(r"(slack|discord):([A-Za-z0-9]{1,25})/([A-Za-z0-9]{1,25})")
_TOKEN = re.compile(r"[\x21-\x7e]{1,500}")


def hosts_in(text: object) -> frozenset[str]:
    """The host:port pairs of a list with commas or spaces, lower case."""
    if isinstance(text, frozenset):
        return text
    hosts = re.split(r"[\s,]+", str(text).strip().casefold()) if str(text).strip() else []
    for host in hosts:
        if not _HOST.fullmatch(host) or int(host.rpartition(":")[2]) > 65535:
            raise ValueError("must be a list of host:port, for example localhost:8080,[::1]:8080")
    return frozenset(hosts)


def language_of(text: object) -> str:
    """The code of our language in a language or locale.

    Desktops set LANGUAGE to lists such as "de_DE:en": the first of ours is taken, English if there is none.
    """
    found = [_LOCALE.fullmatch(part.strip()) for part in str(text).split(":") if part.strip()]
    if not found or None in found:
        raise ValueError("must be en or zh")
    ours = [match[1].casefold() for match in found if match and match[1].casefold() in LANGUAGES]
    return ours[0] if ours else LANGUAGES[0]


def log_level_of(text: object) -> str:
    """One of LOG_LEVELS, in any case."""
    level = str(text).strip().casefold()
    if level not in LOG_LEVELS:
        raise ValueError(f"must be one of {', '.join(LOG_LEVELS)}")
    return level


def role_of(text: object) -> str:
    """The name or the id of a role on Discord."""
    name = " ".join(str(text).split())
    if len(name) > LONGEST_ROLE:
        raise ValueError(f"must be the name of a role, at most {LONGEST_ROLE} characters")
    return name


def ops_channel_of(text: object) -> Recipient | None:
    """The channel that is told how the bot does: "slack:T0123/C0123" or "discord:7001/8001"."""
    if text is None or isinstance(text, Recipient):
        return text
    match = _OPS_CHANNEL.fullmatch(str(text).strip())
    if not match:
        raise ValueError("must be platform:workspace/channel, for example slack:T0123/C0123 or discord:7001/8001")
    return Recipient(match[1], match[2], RecipientKind.CHANNEL, match[3])


def budget_of(text: object) -> int:
    """Tokens a day, 0 for none; commas and underscores may part the digits."""
    digits = str(text).strip().replace(",", "").replace("_", "")
    if not digits.isascii() or not digits.isdigit() or int(digits) > MOST_TOKENS_A_DAY:
        raise ValueError(f"must be a number of tokens a day, at most {MOST_TOKENS_A_DAY}")
    return int(digits)


def listening_host_of(text: object) -> str:
    """The address of this machine on which the page is served: 127.0.0.1, ::1, 0.0.0.0, a host's name."""
    host = str(text).strip()
    if not _LISTENING.fullmatch(host):
        raise ValueError("must be an address of this machine, such as 127.0.0.1 or 0.0.0.0, without a port")
    return host


def port_of(text: object) -> int:
    """A port; 0 for none."""
    digits = str(text).strip()
    if not digits.isascii() or not digits.isdigit() or int(digits[:6]) > LAST_PORT:
        raise ValueError(f"must be a port up to {LAST_PORT}, or 0 for no page")
    return int(digits)


def public_url_of(text: object) -> str | None:
    """The address of the bot's page as readers type it, without a slash at its end; it may stand behind a proxy on any
    port."""
    if text is None:
        return None
    address = str(text).strip().rstrip("/")
    try:
        parts = urlsplit(address)
        usable = bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or parts.scheme not in ("http", "https") or not _TOKEN.fullmatch(address):
        raise ValueError("must be an address such as https://whatsnew.example")
    if parts.username is not None or parts.query or parts.fragment:
        raise ValueError("must be an address without user, password, ? and #")
    return address


def proxy_of(text: str) -> str:
    """The address of a proxy, which may hold user and password; http is meant where no scheme is written."""
    address = text.strip() if "://" in text else f"http://{text.strip()}"
    try:
        parts = urlsplit(address)
        usable = bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or parts.scheme not in ("http", "https") or not _TOKEN.fullmatch(address):
        raise ValueError("must be the address of a proxy, for example http://proxy.example:3128")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError("must be the address of a proxy alone, without a path, ? and #")
    return address.rstrip("/")


class Environment(BaseSettings):
    """The variables of DESIGN.md 6 that are read today. Their order matters: a later one is checked against others."""

    model_config = SettingsConfigDict(
        env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore", arbitrary_types_allowed=True
    )

    allowed_hosts: Annotated[frozenset[str], NoDecode, BeforeValidator(hosts_in)] = frozenset()
    database_url: SecretStr | None = None
    github_token: SecretStr | None = None
    github_api_url: str = "https://api.github.com"
    github_url: str = "https://github.com"
    arxiv_url: str = "https://export.arxiv.org"
    https_proxy: SecretStr | None = None
    slack_bot_token: SecretStr | None = None
    slack_app_token: SecretStr | None = None
    slack_api_url: str = "https://slack.com/api/"
    discord_token: SecretStr | None = None
    discord_api_url: str = "https://discord.com/api/v10"
    discord_gateway_url: str = "wss://gateway.discord.gg/"
    discord_manager_role: Annotated[str, BeforeValidator(role_of)] = ""
    ops_channel: Annotated[Recipient | None, BeforeValidator(ops_channel_of)] = None
    llm_base_url: str = ""
    llm_model: str = ""
    llm_api_key: SecretStr | None = None
    llm_budget: Annotated[int, BeforeValidator(budget_of)] = DEFAULT_LLM_BUDGET
    web_host: Annotated[str, BeforeValidator(listening_host_of)] = "127.0.0.1"
    web_port: Annotated[int, BeforeValidator(port_of)] = 8080
    operator_token: SecretStr | None = None
    web_public_url: Annotated[str | None, BeforeValidator(public_url_of)] = None
    language: Annotated[str, BeforeValidator(language_of)] = "en"
    timezone: Annotated[ZoneInfo, BeforeValidator(zone_named)] = ZoneInfo("Asia/Shanghai")
    log_level: Annotated[str, BeforeValidator(log_level_of)] = "info"

    @field_validator("database_url")
    @classmethod
    def _store(cls, url: SecretStr | None) -> SecretStr | None:
        if url and not is_store_address(url.get_secret_value()):
            raise ValueError("must be an address such as sqlite:////srv/whatsnew.db")
        return url

    @field_validator("https_proxy")
    @classmethod
    def _proxy(cls, address: SecretStr | None) -> SecretStr | None:
        return SecretStr(proxy_of(address.get_secret_value())) if address else None

    @field_validator(
        "github_token", "slack_bot_token", "slack_app_token", "discord_token", "llm_api_key", "operator_token"
    )
    @classmethod
    def _token(cls, token: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        begins = {"slack_bot_token": "xoxb-", "slack_app_token": "xapp-"}.get(info.field_name or "", "")
        if token is None:
            return None
        text = token.get_secret_value().strip()
        if not text.startswith(begins):
            raise ValueError(f"must begin with {begins}")
        if not _TOKEN.fullmatch(text):
            raise ValueError("must be one word of plain letters, digits and signs")
        return SecretStr(text)

    @field_validator("slack_app_token")
    @classmethod
    def _both_for_slack(cls, token: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        # A bot token that failed its own check is not in info.data, but it was set.
        bot_token_set = info.data.get("slack_bot_token", "failed") is not None
        if bot_token_set and token is None:
            raise ValueError("is missing: Slack needs it beside SLACK_BOT_TOKEN (Socket Mode)")
        if token is not None and not bot_token_set:
            raise ValueError("is set, but SLACK_BOT_TOKEN is not: Slack needs both")
        return token

    @field_validator("llm_base_url")
    @classmethod
    def _model_server(cls, url: str) -> str:
        """A server of the operator's own choice: unlike the others it stands in for nothing, and may be anywhere."""
        if not url.strip():
            return ""
        try:
            parts = urlsplit(url.strip())
            usable = bool(parts.hostname) and parts.port != 0
        except ValueError:
            usable = False
        if not usable or parts.scheme not in ("http", "https") or not _TOKEN.fullmatch(url.strip()):
            raise ValueError("must be the address of a server, for example http://localhost:8000/v1")
        if parts.username is not None or parts.query or parts.fragment:
            raise ValueError("must be an address without user, password, ? and #")
        return url.strip().rstrip("/")

    @field_validator("llm_model")
    @classmethod
    def _model(cls, name: str, info: ValidationInfo) -> str:
        if "llm_base_url" not in info.data:
            return name.strip()
        server_set = bool(info.data["llm_base_url"])
        if server_set and not name.strip():
            raise ValueError("is missing: LLM_BASE_URL needs the name of a model beside it")
        if name.strip() and not server_set:
            raise ValueError("is set, but LLM_BASE_URL is not: both are needed")
        if name.strip() and not _TOKEN.fullmatch(name.strip()):
            raise ValueError("must be one word, as the server calls its model")
        return name.strip()

    @field_validator("github_api_url", "github_url", "arxiv_url")
    @classmethod
    def _source(cls, url: str, info: ValidationInfo) -> str:
        return cls._service(url, info).rstrip("/")

    @field_validator("slack_api_url", "discord_api_url", "discord_gateway_url")
    @classmethod
    def _service(cls, url: str, info: ValidationInfo) -> str:
        socket = info.field_name == "discord_gateway_url"
        schemes = ("wss", "ws") if socket else ("https", "http")
        try:
            parts = urlsplit(url.strip())
            host, port = parts.hostname, parts.port or STANDARD_PORTS.get(parts.scheme, 0)
        except ValueError:
            raise ValueError("is not an address") from None
        if parts.scheme not in schemes or not host or re.search(r"[\s\x00-\x1f]", url.strip()):
            raise ValueError(f"must be an address that begins with {schemes[0]}://")
        if parts.username is not None or parts.query or parts.fragment:
            raise ValueError("must be an address without user, password, ? and #")
        named = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        plain = parts.scheme == schemes[0] and port == STANDARD_PORTS[parts.scheme] and not _private(host)
        allowed = info.data.get("allowed_hosts")
        if not plain and allowed is not None and named not in allowed:
            raise ValueError(f"leads to {named}, which ALLOWED_HOSTS does not name")
        return url.strip()


def _private(host: str) -> bool:
    """Whether a host is written as a number or as a name of this machine; public services have names."""
    return host == "localhost" or host.endswith((".localhost", ".local")) or ":" in host or host[-1].isdigit()


class Given(Environment):
    """The same, read from the values handed in and from nowhere else."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        del settings_cls, env_settings, dotenv_settings, file_secret_settings
        return (init_settings,)
