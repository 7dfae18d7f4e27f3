"""What the environment gives, what it may not say, and that no secret is ever shown."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.delivery import Recipient, RecipientKind
from bot.domain.errors import ConfigError
from config.environment import LONGEST_ROLE, Environment
from config.settings import DEFAULT_DATABASE, NAMES, Secret, load_settings

ROOT = Path(__file__).resolve().parents[2]
SLACK = {"SLACK_BOT_TOKEN": "xoxb-1-2-bot", "SLACK_APP_TOKEN": "xapp-1-A-app"}


def faults_of(environ: Mapping[str, str]) -> str:
    with pytest.raises(ConfigError) as caught:
        load_settings(environ)
    return caught.value.sentence


def test_an_empty_environment_is_enough() -> None:
    """Without any variable the bot has a store under var/ and no chat platform."""
    settings = load_settings({})
    assert settings.database_url == DEFAULT_DATABASE
    assert DEFAULT_DATABASE.startswith("sqlite:///")
    assert "/var/" in DEFAULT_DATABASE
    assert (settings.slack, settings.discord, settings.ops_channel) == (False, False, None)
    assert (settings.language, settings.zone.key, settings.log_level) == ("en", "Asia/Shanghai", "info")
    assert settings.slack_api_url == "https://slack.com/api/"
    assert settings.github_api_url == "https://api.github.com"
    assert (settings.github_token, settings.https_proxy) == (None, None)


def test_variables_are_read() -> None:
    """Every variable ends in its own field, with its own type."""
    settings = load_settings(
        SLACK
        | {
            "DATABASE_URL": "sqlite:////srv/news.db",
            "DISCORD_TOKEN": "abc.def.ghi",
            "DISCORD_MANAGER_ROLE": " Digest  editors ",
            "OPS_CHANNEL": "discord:7001/8001",
            "WEB_PUBLIC_URL": "https://whatsnew.example:8443/news/",
            "WEB_HOST": "::1",
            "WEB_PORT": " 65535 ",
            "OPERATOR_TOKEN": "open-sesame",
            "LANGUAGE": "zh",
            "TIMEZONE": "europe/berlin",
            "LOG_LEVEL": "DEBUG",
            "ALLOWED_HOSTS": "Localhost:8080, [::1]:9000",
            "GITHUB_TOKEN": "ghp_x",
            "GITHUB_API_URL": "http://localhost:8080/api/v3/",
            "GITHUB_URL": "https://github.example.com",
            "ARXIV_URL": "https://export.arxiv.org/",
            "https_proxy": "proxy.example:3128",
            "SLACK_API_URL": "http://localhost:8080/api/",
            "DISCORD_GATEWAY_URL": "ws://[::1]:9000/",
        }
    )
    assert settings.database_url == "sqlite:////srv/news.db"
    assert settings.slack_bot_token is not None
    assert settings.slack_bot_token.reveal() == "xoxb-1-2-bot"
    assert settings.slack
    assert settings.discord
    assert settings.discord_manager_role == "Digest editors"
    assert settings.web_public_url == "https://whatsnew.example:8443/news"
    assert (settings.web_host, settings.web_port) == ("::1", 65_535)
    assert settings.operator_token is not None
    assert settings.operator_token.reveal() == "open-sesame"
    assert settings.ops_channel == Recipient("discord", "7001", RecipientKind.CHANNEL, "8001")
    assert (settings.language, settings.zone.key, settings.log_level) == ("zh", "Europe/Berlin", "debug")
    assert settings.allowed_hosts == {"localhost:8080", "[::1]:9000"}
    assert settings.discord_gateway_url == "ws://[::1]:9000/"
    assert settings.github_token is not None
    assert settings.github_token.reveal() == "ghp_x"
    assert (settings.github_api_url, settings.github_url, settings.arxiv_url) == (
        "http://localhost:8080/api/v3",
        "https://github.example.com",
        "https://export.arxiv.org",
    )
    assert settings.https_proxy is not None
    assert settings.https_proxy.reveal() == "http://proxy.example:3128"


def test_an_empty_variable_counts_as_not_set() -> None:
    """A line of .env.example that nobody filled in changes nothing."""
    assert load_settings(dict.fromkeys(["DATABASE_URL", "SLACK_BOT_TOKEN", "TIMEZONE", "ALLOWED_HOSTS"], " ")) == (
        load_settings({})
    )


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        pytest.param({"DATABASE_URL": "mysql://user:hunter2@db/x"}, "DATABASE_URL must be", id="another database"),
        pytest.param({"DATABASE_URL": "var/x.db"}, "DATABASE_URL must be", id="a path"),
        pytest.param({"DATABASE_URL": "sqlite://"}, "DATABASE_URL must be", id="a store in memory"),
        pytest.param(
            SLACK | {"SLACK_BOT_TOKEN": "xoxp-user"}, "SLACK_BOT_TOKEN must begin with xoxb-", id="user token"
        ),
        pytest.param({"SLACK_BOT_TOKEN": "xoxb-1"}, "SLACK_APP_TOKEN is missing", id="one token of two"),
        pytest.param({"SLACK_BOT_TOKEN": "wrong"}, "SLACK_APP_TOKEN is missing", id="a wrong one of two"),
        pytest.param({"SLACK_APP_TOKEN": "xapp-1"}, "SLACK_BOT_TOKEN is not", id="the other of two"),
        pytest.param({"DISCORD_TOKEN": "abc def"}, "DISCORD_TOKEN must be one word", id="a token of two words"),
        pytest.param({"DISCORD_TOKEN": "a" * 501}, "DISCORD_TOKEN must be one word", id="a very long token"),
        pytest.param({"WEB_PORT": "65536"}, "WEB_PORT must be a port", id="a port beyond the last"),
        pytest.param({"WEB_PORT": "http"}, "WEB_PORT must be a port", id="a port by name"),
        pytest.param({"WEB_HOST": "localhost:8080"}, "WEB_HOST must be an address", id="a host with a port"),
        pytest.param({"OPERATOR_TOKEN": "two words"}, "OPERATOR_TOKEN must be one word", id="a token of two words"),
        pytest.param({"WEB_PUBLIC_URL": "whatsnew.example"}, "WEB_PUBLIC_URL must be an address", id="no scheme"),
        pytest.param(
            {"WEB_PUBLIC_URL": "https://a:b@c.example"}, "without user", id="a public address with a password"
        ),
        pytest.param(
            {"DISCORD_MANAGER_ROLE": "a" * (LONGEST_ROLE + 1)},
            "DISCORD_MANAGER_ROLE must be the name of a role",
            id="a role",
        ),
        pytest.param({"OPS_CHANNEL": "#ops"}, "OPS_CHANNEL must be platform:workspace/channel", id="a channel's name"),
        pytest.param({"LOG_LEVEL": "loud"}, "LOG_LEVEL must be one of", id="log level"),
        pytest.param({"LANGUAGE": "!"}, "LANGUAGE must be en or zh", id="language"),
        pytest.param({"ALLOWED_HOSTS": "localhost"}, "ALLOWED_HOSTS must be a list", id="host without port"),
        pytest.param({"ALLOWED_HOSTS": "localhost:65536"}, "ALLOWED_HOSTS must be a list", id="port too high"),
        pytest.param({"ALLOWED_HOSTS": "http://localhost:1"}, "ALLOWED_HOSTS must be a list", id="an address"),
        pytest.param({"SLACK_API_URL": "http://localhost:8080/"}, "leads to localhost:8080", id="private host"),
        pytest.param({"SLACK_API_URL": "https://10.0.0.7/"}, "leads to 10.0.0.7:443", id="private number"),
        pytest.param({"SLACK_API_URL": "https://slack.example:8443/"}, "leads to slack.example:8443", id="other port"),
        pytest.param({"SLACK_API_URL": "http://slack.com/api/"}, "leads to slack.com:80", id="without encryption"),
        pytest.param({"SLACK_API_URL": "file:///etc/passwd"}, "begins with https://", id="a file"),
        pytest.param({"SLACK_API_URL": "https://a:hunter2@slack.com/"}, "without user, password", id="a password"),
        pytest.param({"SLACK_API_URL": "https://[::1"}, "is not an address", id="half an address"),
        pytest.param({"GITHUB_TOKEN": "gh p"}, "GITHUB_TOKEN must be one word", id="a token with a space"),
        pytest.param({"GITHUB_API_URL": "http://localhost:1"}, "leads to localhost:1", id="a private source"),
        pytest.param({"GITHUB_URL": "github.com"}, "begins with https://", id="a source without a scheme"),
        pytest.param({"ARXIV_URL": "https://a:hunter2@arxiv.org"}, "without user", id="a source with a password"),
        pytest.param({"HTTPS_PROXY": "socks5://u:hunter2@p:1"}, "HTTPS_PROXY must be", id="another kind of proxy"),
        pytest.param({"HTTPS_PROXY": "http://u:hunter2@p:x"}, "HTTPS_PROXY must be", id="a proxy without a number"),
        pytest.param({"HTTPS_PROXY": "http://u:hunter2@p:1/x"}, "without a path", id="a proxy with a path"),
        pytest.param({"HTTPS_PROXY": "http://"}, "HTTPS_PROXY must be", id="half a proxy"),
        pytest.param({"DISCORD_GATEWAY_URL": "https://gateway.discord.gg"}, "begins with wss://", id="no socket"),
    ],
)
def test_a_fault_names_the_variable(environ: dict[str, str], said: str) -> None:
    """Each thing that cannot be used gets a sentence with its variable, and no secret stands in it."""
    sentence = faults_of(environ)
    assert said in sentence
    assert "hunter2" not in sentence


@pytest.mark.parametrize(
    "name",
    ["EST", "MST", "PST", "GMT+5", "Etc/GMT+5", "Asia", "Asia/", "/", "../../etc/passwd", "localtime", "posixrules",
     "Factory", "Asia/Atlantis", "UTC+8", "+08:00", "北京", "Asia/Shanghai\n../x"],
)  # fmt: skip
def test_a_zone_is_an_area_and_a_city(name: str) -> None:
    """What is no Area/City is refused with an example, whatever zoneinfo does with it (C45)."""
    sentence = faults_of({"TIMEZONE": name})
    assert sentence.startswith("TIMEZONE ")
    assert "Area/City, for example Asia/Shanghai" in sentence


def test_utc_and_cities_in_any_case_are_zones() -> None:
    """UTC is allowed, and a city is found in any case and with three parts."""
    assert load_settings({"TIMEZONE": "utc"}).zone.key == "UTC"
    assert load_settings({"TIMEZONE": "america/argentina/ushuaia"}).zone.key == "America/Argentina/Ushuaia"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        pytest.param("EN", "en", id="any case"),
        pytest.param("zh_CN.UTF-8", "zh", id="a locale"),
        pytest.param("de_DE:zh_TW:en", "zh", id="a desktop's list, the first of ours"),
        pytest.param("de_DE:fr", "en", id="a desktop's list with none of ours"),
    ],
)
def test_language_may_be_a_locale(text: str, language: str) -> None:
    """Desktops set LANGUAGE for other programs too; that never keeps the bot from starting."""
    assert load_settings({"LANGUAGE": text}).language == language


def test_longest_name_of_a_role() -> None:
    """Discord's longest name of a role is taken; the table of faults has one over."""
    assert load_settings({"DISCORD_MANAGER_ROLE": "a" * LONGEST_ROLE}).discord_manager_role == "a" * LONGEST_ROLE


def test_all_faults_are_told_at_once() -> None:
    """One error lists every variable that is wrong, so that nobody mends them one by one."""
    sentence = faults_of(
        {
            "TIMEZONE": "EST",
            "LOG_LEVEL": "x",
            "SLACK_BOT_TOKEN": "no",
            "OPS_CHANNEL": "x",
            "DATABASE_URL": "x",
            "LANGUAGE": "?",
        }
    )
    for name in (
        "TIMEZONE",
        "LOG_LEVEL",
        "SLACK_BOT_TOKEN",
        "SLACK_APP_TOKEN",
        "OPS_CHANNEL",
        "DATABASE_URL",
        "LANGUAGE",
    ):
        assert f"{name} " in sentence


def test_a_wrong_list_of_hosts_hides_no_other_fault_and_adds_none() -> None:
    """An address is not blamed for a host that a mistyped ALLOWED_HOSTS may have meant to name."""
    assert faults_of({"ALLOWED_HOSTS": "localhost", "SLACK_API_URL": "http://localhost:1/"}).count("must be") == 1


def test_secrets_are_in_no_repr() -> None:
    """Settings can be logged and quoted; tokens and the store's password are not in them."""
    settings = load_settings(
        SLACK
        | {
            "DISCORD_TOKEN": "abc.def.ghi",
            "DATABASE_URL": "postgresql://bot:hunter2@db/news",
            "GITHUB_TOKEN": "ghp_s3cret",
            "HTTPS_PROXY": "http://bot:hunter2@proxy.example:3128",
        }
    )
    for text in (repr(settings), str(settings), f"{settings}", f"{settings.discord_token}", repr(Secret("abc.def"))):
        assert not any(secret in text for secret in ("xoxb-1", "xapp-1", "abc.def", "hunter2", "ghp_"))


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=40))
def test_a_wrong_token_is_never_quoted(token: str) -> None:
    """Whatever stands in a token's place, its error does not repeat it."""
    marked = f"QQ{token}QQ"
    assert marked not in faults_of({"SLACK_BOT_TOKEN": marked, "SLACK_APP_TOKEN": marked})


@given(
    st.dictionaries(
        st.sampled_from(
            ["TIMEZONE", "OPS_CHANNEL", "SLACK_API_URL", "ALLOWED_HOSTS", "LANGUAGE", "HTTPS_PROXY", "GITHUB_URL"]
        ),
        st.text(),
    )
)
def test_nothing_but_a_config_error_comes_out(environ: dict[str, str]) -> None:
    """Any text in any variable gives settings or the one error."""
    with suppress(ConfigError):
        load_settings(environ)


def test_the_environment_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable of the process goes before the same one in .env; others are taken from there."""
    file = tmp_path / ".env"
    file.write_text("LOG_LEVEL=error\nLANGUAGE=zh\nSOMETHING_ELSE=1\n", encoding="utf-8")
    monkeypatch.setenv("LOG_LEVEL", "debug")
    monkeypatch.delenv("LANGUAGE", raising=False)
    settings = load_settings(env_file=file)
    assert (settings.log_level, settings.language) == ("debug", "zh")


def test_a_file_that_is_no_text_is_a_fault(tmp_path: Path) -> None:
    """A .env in another encoding is named, with no traceback."""
    file = tmp_path / ".env"
    file.write_bytes(b"LOG_LEVEL=\xff\xfe\n")
    with pytest.raises(ConfigError, match="UTF-8"):
        load_settings(env_file=file)


def test_the_example_names_what_is_read(tmp_path: Path) -> None:
    """.env.example can be copied as it stands, and lists every variable."""
    from config.environment import Environment

    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    named = {line.partition("=")[0] for line in text.splitlines() if "=" in line and not line.startswith("#")}
    assert named == {name.upper() for name in Environment.model_fields}
    copy = tmp_path / ".env"
    copy.write_text(text, encoding="utf-8")
    load_settings(env_file=copy)


def test_importing_the_settings_does_not_import_pydantic() -> None:
    """A command that needs no settings pays nothing for them."""
    code = "import sys, config.settings; sys.exit('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_all_names_are_known_without_pydantic() -> None:
    """The variables that send reading to pydantic are all that it knows."""
    assert {name.upper() for name in Environment.model_fields} == NAMES


@pytest.mark.parametrize(
    ("variables", "imported"),
    [
        pytest.param({"DATABASE_URL": "sqlite:////srv/news.db", "NO_COLOR": "1"}, False, id="a store alone"),
        pytest.param({}, False, id="nothing"),
        pytest.param({"DATABASE_URL": "mysql://x/y"}, True, id="a store that cannot be"),
        pytest.param({"language": "zh"}, True, id="anything else, in any case"),
    ],
)
def test_a_question_in_the_shell_does_not_wait_for_pydantic(variables: Mapping[str, str], imported: bool) -> None:
    """Where no more than a store is named, the settings are there without pydantic; a fault is told as ever."""
    program = (
        "import sys; from config.settings import load_settings\n"
        "try: print(load_settings(env_file=None).database_url)\n"
        "except Exception as error: print(error)\n"
        "print('pydantic' in sys.modules)"
    )
    out = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, env=dict(variables), check=True
    ).stdout.splitlines()
    assert out[-1] == str(imported)
    assert ("DATABASE_URL must be" in out[0]) is ("mysql" in variables.get("DATABASE_URL", ""))


def test_a_language_model() -> None:
    """Off by default; an address, a model, a key and a budget are taken as they are, wherever the server is."""
    assert not load_settings({}).llm
    settings = load_settings(
        {
            "LLM_BASE_URL": "http://vllm.internal:8000/v1/",
            "LLM_MODEL": "Qwen/Qwen3-32B",
            "LLM_API_KEY": "sk-1",
            "LLM_BUDGET": "250,000",
        }
    )
    assert (settings.llm, settings.llm_base_url, settings.llm_model) == (
        True,
        "http://vllm.internal:8000/v1",
        "Qwen/Qwen3-32B",
    )
    assert (settings.llm_api_key and settings.llm_api_key.reveal(), settings.llm_budget) == ("sk-1", 250_000)
    assert "sk-1" not in repr(settings)


@pytest.mark.parametrize(
    ("environ", "fault"),
    [
        pytest.param(
            {"LLM_BASE_URL": "localhost:8000", "LLM_MODEL": "m"}, "LLM_BASE_URL must be the address", id="scheme"
        ),
        pytest.param({"LLM_BASE_URL": "ftp://a/v1", "LLM_MODEL": "m"}, "LLM_BASE_URL must be the address", id="ftp"),
        pytest.param({"LLM_BASE_URL": "http://u:p@a/v1", "LLM_MODEL": "m"}, "without user", id="password"),
        pytest.param({"LLM_BASE_URL": "http://a/v1"}, "LLM_MODEL is missing", id="no model"),
        pytest.param({"LLM_MODEL": "m"}, "LLM_BASE_URL is not", id="no server"),
        pytest.param({"LLM_BUDGET": "-1"}, "LLM_BUDGET must be a number", id="below nothing"),
        pytest.param({"LLM_BUDGET": "1000000001"}, "LLM_BUDGET must be a number", id="one too many"),
    ],
)
def test_a_language_model_that_cannot_be(environ: Mapping[str, str], fault: str) -> None:
    """What is wrong with a model's settings is told by name."""
    assert fault in faults_of(environ)
