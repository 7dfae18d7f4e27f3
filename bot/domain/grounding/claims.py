"""Claims of weight, which a source must make itself: a vulnerability, a release, a guarantee, a demand."""

from __future__ import annotations

import re

_CLAIMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\bcve\b|\bcve-\d+",
        r"\bvulnerab\w+|漏洞",
        r"\bexploit\w*|\bmalicious\w*|\bmalware\b|\bbackdoor\w*|\bhijack\w*|\bcompromised\b"
        r"|\bransom\w*|恶意|后门|攻击|木马|病毒",
        r"\bremote code execution\b|\brce\b|远程代码执行",
        r"\bsecur\w+|安全(?!地)",
        r"\bcritical\w*|\bsever(?:e|ity)\b|\bemergency\b|\burgent\w*|严重|紧急|危急|高危",
        r"\bimmediate\w*|\basap\b|立即|立刻|马上",
        r"\bguarante\w+|保证",
        r"\bfastest\b|\bbest\b|\bworld\w*|\brecord\b|\bstate-of-the-art\b|\bsota\b|\bunmatched\b"
        r"|\brevolution\w*|\bbreakthrough\b"
        r"|最快|最佳|最强|业界|史上|突破|领先|革命",
        r"\brecommend\w*|\badvis(?:e|ed|es)\b|建议|推荐",
        r"\bbreaking\b|破坏性",
        r"\bdeprecat\w+|弃用|废弃",
        r"\b(?:is|was|now|been|just|today) (?:released|shipped)\b"
        r"(?! (?:to|from|on|after|when|once|before|as|early|late|at))"
        r"|\b(?:new|latest|first|stable|final|official) release\b|\breleased? (?:in|as|with) v?\d|\bis out\b|发布|发版",
        r"\bstable\b|稳定版",
        r"\bproduction\b|生产环境|生产可用",
        r"\blossless\b|\bbit-?exact\b|\bbitwise\b|无损|逐位一致",
        r"\bfree\b(?! memory)|\bpaid\b|\bpric\w+|\blicen[sc]\w+|\$\s?\d|免费|收费|许可证|价格|优惠|折扣",
        r"\btelemetry\b|\btrack(?:s|ing) users\b|\bcryptocurrency\b|\bbitcoin\b|\bwallet\b|遥测|加密货币|比特币|钱包",
        r"\bpasswords?\b|\bcredentials?\b|密码|口令|凭据",
        r"\ball (?:gpus?|models?|hardware|cards|platforms|devices|versions|users)\b"
        r"|\bevery (?:gpu|model|card|platform|device|version)\b"
        r"|所有(?:GPU|模型|硬件|平台|卡|版本|用户)|全部(?:GPU|模型|硬件|平台|版本)",
        r"\balways\b|始终|总是",
        r"\bTTFT\b|首(?:token|字)(?:时延|延迟)",
        r"\bTPOT\b|\bITL\b",
        r"\bthroughput\b|吞吐",
        r"\blatency\b|时延|延迟",
        r"\bmulti-?node\b|多机|跨机|跨节点",
        r"\bdefault\w*|默认",
    )
)
"""Words that claim so much that the source must have one of the same kind."""

_DEMANDS = re.compile(r"\bmust\b|\bmandatory\b|必须", re.IGNORECASE)
_DEMANDED = re.compile(
    r"\bmust\b|\bmandatory\b|\brequir\w+|\bneed(?:s|ed)?\b|\benforc\w+|\bhas to\b|\bhave to\b|必须|需要|要求"
    r"|\b(?:remov|drop)\w* (?:\S+ ){0,2}(?:support|compat)",
    re.IGNORECASE,
)


def unproven_claim(sentence: str, source: str) -> bool:
    """Whether the sentence claims something of weight that its source does not name."""
    if _DEMANDS.search(sentence) and not _DEMANDED.search(source):
        return True
    return any(claim.search(sentence) and not claim.search(source) for claim in _CLAIMS)
