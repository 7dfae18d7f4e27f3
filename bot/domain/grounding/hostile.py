"""What no sentence may hold, whatever its source says: links, mentions, markup, instructions (B133, B135, E09)."""

from __future__ import annotations

import re

from bot.domain.passage import Rejection
from bot.domain.text import clean

_SCHEME = re.compile(r"\b[a-z][a-z0-9+.-]{1,15}://|\bwww\.|\b(?:mailto|javascript|data|tel):\S", re.IGNORECASE)
_HOST = re.compile(
    r"(?<![\w./@-])(?:[a-z0-9-]{1,40}\.){1,4}"
    r"(?:com|org|net|io|ai|dev|cn|co|xyz|info|app|sh|to|me|ly|gg|ru|top|site|online|link|click|example|evil)"
    r"(?:/[^\s，。；）)]*|(?![\w.(-]))",
    re.IGNORECASE,
)
_IP = re.compile(r"(?<![\w.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}[:/]")
_MENTION = re.compile(r"@[\w!&]|<[@!#:]|<!|\b@?(?:everyone|here)@|＠", re.IGNORECASE)
_MARKUP = re.compile(
    r"\]\(|!\[|</?[a-z!][^>]{0,80}>|<\||\|>|`|\*\*|~~|__\w[^_]*__(?!\w)|\|\||^\s{0,3}(?:#{1,6}\s|>\s|[-*+]\s|\d{1,2}[.)]\s)"
    r"|&(?:#\w{1,7}|[a-z]{2,8});|\{\{|\}\}|(?<!\w)\*\w[^*]*\*(?!\w)",
    re.IGNORECASE,
)
_INSTRUCTION = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|the|these|those|your|my|every|above|earlier|prior|"
    r"previous|preceding|foregoing|other)\s+){0,4}(?:instruction|prompt|rule|message|direction|guideline|text|context|"
    r"order|constraint|above|previous|everything)s?\b"
    r"|\b(?:ignore|disregard)\s+(?:all|everything|the above|previous|prior|what)\b"
    r"|\b(?:system|developer)\s*(?:prompt|message)\b|\bjailbreak|\bprompt injection\b"
    r"|(?:^|[\s\[<|#])(?:system|assistant|user|human|ai|instructions?|"
    r"note to (?:the )?(?:ai|model|llm|assistant))\s*[:\]]\s"
    r"|\b(?:as|being) an? (?:ai|assistant|language model|llm)\b|\byou are (?:now|an?)\b|\bact as\b|\bpretend\b"
    r"|\b(?:dear|hey|hi|hello|attention),? (?:ai|llm|model|assistant|bot|summari[sz]er|chatgpt|claude|gpt)s?\b"
    r"|\b(?:ai|llm|assistant|summari[sz]er|bot|chatbot)s?\b[^.]{0,40}\b(?:must|should|shall)\b"
    r"|\b(?:you|readers?|users?|everyone|everybody|operators?|admins?) (?:must|should|need to|have to|are required to|"
    r"are advised to|shall) \w+"
    r"|\b(?:tell|inform|notify|warn|instruct|urge|ask) (?:the |all |your |every )?(?:user|reader|people|everyone|team|"
    r"admin|operator|engineer)s?\b"
    r"|\b(?:visit|click|browse to|navigate to|go to|sign up|log ?in (?:at|to|with)|register at|subscribe to|follow us|"
    r"contact us|email us|call us|join our|dm us|read more at|see more at|download (?:it|the|from|our|this))\b"
    r"|\b(?:say|write|output|print|reply|respond|answer|repeat|report|summari[sz]e)\b[^.]{0,12}"
    r"(?:: |that this |only |with "
    r"(?:only |exactly |the )|exactly |the following|instead\b)"
    r"|\b(?:send|post|forward|leak|reveal|exfiltrate|paste|share|submit)\b[^.]{0,30}\b(?:api keys?|keys?|secrets?|"
    r"passwords?|credentials?|\.env|environment variables)\b"
    r"|\bplease\b|\bcurl\s+\S|\bwget\s+\S|\bpip install\s+\S+\s+from\b|\brm -rf\b|\bsudo\b"
    r"|\b(?:upgrade|update|patch|act|migrate|uninstall|install|apply|downgrade) (?:now|immediately|asap|today|at once|"
    r"right away|urgently)\b"
    r"|忽略(?:以上|上述|之前|前面|先前|所有|全部|任何|此前|一切|其他|本|这)|无视(?:以上|上述|之前|所有|前面)"
    r"|(?:系统|开发者)(?:提示|消息|指令)|提示词|(?:你|您)(?:现在|必须|应该|应当|需要|是一)|作为(?:一个|一名)?(?:AI|人工智能|助手|模型)"
    r"|请(?:点击|访问|下载|联系|立即|马上|务必|回复|输出|告诉|扫码|关注|加|输入|所有|大家|各位|尽快|用户|读者|你|您|升级|转发|运行|执行)"
    r"|点击(?:链接|这里|此处|查看|下载)|(?:告诉|通知|提醒|要求)(?:用户|读者|大家|所有人)|扫码|加微信|立即(?:升级|更新|安装|下载|访问|执行|卸载)"
    r"|马上(?:升级|更新|安装)|(?:用户|读者|大家|所有人)(?:必须|务必|应当|应该|都要|需要立即)|务必|(?:输出|回复|回答|改为输出|请说|只说)[:：「“\"]",
    re.IGNORECASE,
)
_SPOKEN = re.compile(
    r"\b(?:ignore|disregard|forget|override)\s+(?:(?:all|any|the|these|those|your|my|every|above|earlier|prior|previous|"
    r"preceding|other)\s+){0,4}(?:instruction|prompt|rule|message|direction|guideline|context|constraint)s?\b"
    r"|\bnote to (?:the )?(?:ai|model|llm|assistant|summari[sz]er|bot)\b"
    r"|\b(?:dear|hey|attention),? (?:ai|llm|assistant|bot|"
    r"summari[sz]er)s?\b|<\|im_start\||\[/?INST\]"
    r"|\b(?:if|when|while) you(?:'re| are)? (?:an? )?(?:ai|llm|language model|"
    r"summari[sz]\w+|assistant)\b|\b(?:ai|llm|language model)s? (?:summari[sz]ing|reading|processing) this\b"
    r"|\bsystem (?:prompt|message)\s*:|^\s*(?:system|assistant)\s*:"
    r"|忽略(?:以上|上述|之前|前面|先前|所有|全部|此前)(?:的)?(?:所有|全部)?(?:指令|提示|内容|要求|规则|说明)"
    r"|(?:请)?(?:AI|模型|助手|机器人)(?:请|必须|应当|应该)(?:说|输出|回复|写)",
    re.IGNORECASE | re.MULTILINE,
)
_PARAGRAPH = re.compile(r"\n\s*\n")


def hostile_part(sentence: str, own_links: frozenset[str]) -> Rejection | None:
    """Why the sentence must not be shown at all; `own_links` are the addresses of its cited updates."""
    if clean(sentence) != sentence:
        return Rejection.MARKUP
    rest = sentence
    for link in sorted(own_links, key=len, reverse=True):
        rest = rest.replace(link, "")
    if _SCHEME.search(rest) or _HOST.search(rest) or _IP.search(rest):
        return Rejection.LINK
    if _MENTION.search(rest):
        return Rejection.MENTION
    if _MARKUP.search(rest):
        return Rejection.MARKUP
    return Rejection.INSTRUCTION if _INSTRUCTION.search(rest) else None


def without_instructions(text: str) -> str:
    """The text without the paragraphs that speak to a model (B133): neither prompt nor proof."""
    if not _SPOKEN.search(text):
        return text
    return "\n\n".join(part for part in _PARAGRAPH.split(text) if not _SPOKEN.search(part))
