"""What a sentence claims in ordinary words, English and Chinese: synonyms that count as the same, and directions
that must not be turned round. What needs its own proof is claims.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_CLASSES: Mapping[str, str] = {
    "fix": r"\bfix\w*|\brepair\w*|\bcorrect(?:s|ed|ing|ion|ly)?\b|\bresolv\w+|\bbug-?fix|\bpatch\w*"
    r"|\bhotfix|\brestor\w+|\bworkaround"
    r"|\bavoid\w*|\bprevent\w*|\bguard\w*|\bhandl\w+|\bensur\w+|\bno longer\b|\bsolv\w+"
    r"|\bmend\w*|\bstops? |\bproper\w*"
    r"|修复|修正|解决|避免|防止|不再|已修|纠正|修好|恢复",
    "add": r"\badd\w*|\bsupport\w*|\bintroduc\w+|\bnew\b|\bfeat\w*|\bimplement\w*|\benabl\w+"
    r"|\ballow\w*|\bbring\w*|\bgains?\b"
    r"|\bprovid\w+|\bexpos\w+|\bland\w*|\bwire[sd]?\b|\bregist\w+|\bintegrat\w+|\bport(?:s|ed|ing)?\b|\bruns? on\b"
    r"|新增|支持|加入|引入|增加|添加|接入|实现|提供|新的|可用于|可在|适配|移植|集成",
    "remove": r"\bremov\w*|\bdrop\w*|\bdelet\w+|\bno longer\b|\bretir\w+|\bgone\b|\bstrip\w*"
    r"|\brip\w* out|\bclean\w* ?up|\bprun\w+"
    r"|\bdiscontinu\w+|\beliminat\w+|\bdiscard\w*|\bwithout\b|\bunsupport\w*|移除|删除|去掉"
    r"|\bexpir\w+|\bevict\w*|\bttls?\b|\bflush\w*|\bpurg\w+|\brelease[sd]?\b|\bclear\w*|\btruncat\w+|\bobsolete\b"
    r"|去除|取消|不再|清理|移走|删去|弃用|下线|丢弃|淘汰|释放",
    "fast": r"\bfast\w*|\bspeed\w*|\baccelerat\w+|\bquick\w*|\boptimi[sz]\w+|\bperf\w*|\bimprov\w+"
    r"|\bthroughput\b|\blatenc\w+|\bfuse\w*"
    r"|\bfusing\b|\bfusion\b|\befficien\w+|\boverlap\w*|\bless time\b|\bshorter\b|\bboost\w*"
    r"|\btune\w*|\btuning\b|\bts?/s\b|\btflops"
    r"|\bcach\w+|\bskip\w*|\bavoid\w*|\bsav(?:e|es|ed|ing|ings)\b|\breduc\w+|\bcut(?:s|ting)?\b"
    r"|\boverhead\b|\bbottleneck\w*"
    r"|更快|加速|提速|优化|提升|性能|吞吐|时延|延迟|耗时|融合|加快|缩短|快|提高|开销",
    "slow": r"\bslow\w*|\bcosts?\b|\bregress\w*|\bdegrad\w+|\bpenalt\w+|\blonger\b(?<!no longer)|更慢|变慢|减慢"
    r"|退化|拖慢|下滑|慢",
    "more": r"\bincreas\w+|\bgrow\w*|\benlarg\w+|\braise[sd]? (?:the )?(?!an? |error|exception)"
    r"|\braising (?:the )?|\bbump\w*|\bhigher\b"
    r"|\blift\w*|\bmore\b|\bdoubl\w+|\bextend\w*|\bexpand\w*|\blarger\b|\bup to\b|\btwice\b|\bup from\b"
    r"|增加|增大|上升|提高|提升|扩大|加大|放宽|增至|翻倍|更多|更高",
    "less": r"\bdecreas\w+|\breduc\w+|\bshrink\w*|\blower\w*|\bcut(?:s|ting)?\b|\bfewer\b|\bless\b"
    r"|\bsav(?:e|es|ed|ing|ings)\b|\bsmaller\b"
    r"|\btrim\w*|\bhalv\w+|\bdrop(?:s|ped)? (?:from|by|to)\b|\bfre(?:e|es|ed|eing)\b"
    r"|\bminimi[sz]\w+|\bavoid\w*|\bdown\b|\bslim\w*"
    r"|\bcompress\w*|\bremov\w*|降低|减少|缩小|下降|减小|降至|降到|节省|省下|更少|减半|释放|收紧|少",
    "enable": r"\benabl\w+|\bturn\w* on\b|\bswitch\w* on\b|\bactivat\w+|\bon by default\b|\bopt-?in\b"
    r"|\ballow\w*|\bsupport\w*|\badd\w*"
    r"|\bdefault\w*|\buse[sd]?\b|启用|开启|打开|默认开|支持|默认",
    "disable": r"\bdisabl\w+|\bturn\w* off\b|\bswitch\w* off\b|\bdeactivat\w+|\boff by default\b"
    r"|\bopt-?out\b|\bskip\w*|\bno longer\b"
    r"|\bunset\b|\boff\b|\bremov\w*|禁用|关闭|停用|默认关|跳过|不再",
    "allow": r"\ballow\w*|\baccept\w*|\bpermit\w*|\bsupport\w*|\badd\w*|\benabl\w+|\brelax\w*|\bfix\w*"
    r"|\bno longer\b|允许|接受|放行|支持|不再|修复",
    "reject": r"\breject\w*|\brefus\w+|\bforbid\w*|\bblock\w*|\bdisallow\w*|\bdeny\w*|\bdenie[sd]\b"
    r"|\berrors?\b|\braise\w*|\bguard\w*"
    r"|\bvalidat\w+|\bunsupport\w+|\bdisabl\w+|\bassert\w*|\blimit\w*|\bbound\w*|\bcheck\w*"
    r"|\bfail\w*|\bthrow\w*|\binvalid\w*"
    r"|拒绝|禁止|报错|校验|限制|不支持|检查|抛出",
    "break": r"\bbreak\w*|\bbroke\w*|\bincompatib\w+|\bregress\w*|破坏|不兼容|损坏|失效",
    "symptom": r"\bforever\b|\bblocked\b|\bdisconnect\w*|\btime[sd]? out\b|"
    r"\bhang\w*|\bhung\b|\bdead-?lock\w*|\bcrash\w*|\bsegfault\w*|\bfail\w*|\bnans?\b"
    r"|\bwrong\w*|\bincorrect\w*|\bcorrupt\w*"
    r"|\bleak\w*|\boom\b|\bout[- ]of[- ]\w+|\billegal\b|\berrors?\b|\bexception\w*|\bstuck\b"
    r"|\brac(?:e|es|y)\b|\boverflow\w*|\bgarbage\b"
    r"|\bmismatch\w*|\bbug\w*|\bissue\w*|\bproblem\w*|\bbroken\b|\bmissing\b|\binvalid\b"
    r"|\bunable\b|\bcannot\b|\bnever\b|\blost\b"
    r"|\bloses?\b|\bstale\b|\bzero\w*|\boverwr\w+|\boob\b|\bdrop\w*|\bdoes not\b|\bdoesn't\b"
    r"|挂起|死锁|崩溃|失败|错误|有误|出错|泄漏|泄露|越界|溢出|卡住|竞争|竞态|异常|损坏|不正确"
    r"|报错|丢失|卡死|挂死|缺失|无法|段错误|不匹配|过期|陈旧|阻塞|一直等",
    "negation": r"\bnot\b|n't\b|\bno longer\b|\bnever\b|\bwithout\b|\bcannot\b|\bunsupported\b|\bno\b"
    r"|\bunable\b|\bnor\b|\binstead of\b"
    r"|不再|不支持|无法|没有|不能|不会|无需|未|不可|尚不|并非|不用|不必|不",
    "default": r"\bdefault\w*|默认|缺省",
    "hang": r"\bhang\w*|\bhung\b|\bdead-?lock\w*|\bstuck\b|\bfreez\w+|\bstall\w*|挂起|死锁|卡住|卡死|挂死",
    "crash": r"\bcrash\w*|\bsegfault\w*|\babort\w*|\bassert\w*|\bexception\w*|\billegal\b|崩溃|段错误|异常|报错",
    "memory": r"\bmemory\b|\boom\b|\bvram\b|\bhbm\b|\bgi?b\b|\bheap\b|\balloc\w*|显存|内存",
    "accuracy": r"\baccura\w+|\bcorrectness\b|\bprecision\b|\bwrong\w*|\bincorrect\w*|\bgarbage\b|精度"
    r"|结果有误|不正确|错误结果",
    "race": r"\brac(?:e|es|y)\b|\bconcurren\w+|\bsynchroni\w+|竞争|竞态|同步",
    "quant": r"\bquant\w*|量化",
    "attention": r"\battention\b|\battn\b|\bfmha\b|\bmha\b|\bmla\b|注意力",
    "kernel": r"\bkernels?\b|内核|算子|核函数",
    "weight": r"\bweights?\b|权重",
    "cache": r"\bcach\w+|\bkv\b|缓存",
    "schedule": r"\bschedul\w+|调度",
    "train": r"\btrain\w*|训练",
    "infer": r"\binfer\w*|\bserv(?:e|es|ing)\b|推理",
    "router": r"\brout(?:er|ing|e|es)\b|路由|网关|\bgateway\b",
    "build": r"\bbuild\w*|\bcompil\w+|\bwheel\w*|编译|构建",
    "install": r"\binstall\w*|\bwheel\b|\bpip\b|安装",
    "request": r"\brequests?\b|请求",
    "gradient": r"\bgrad\w*|梯度",
    "parallel": r"\bparallel\w*|\b[tpedc]p\d*\b|并行",
    "spec": r"\bspec(?:ulative|dec)?\b|\bmtp\b|\bdraft\w*|\beagle\w*|投机|推测",
    "checkpoint": r"\bcheckpoint\w*|\bckpt\b|检查点",
    "load": r"\bload\w*|加载",
    "offload": r"\boffload\w*|卸载",
    "communication": r"\bcomm\w*|\ball-?reduce\b|\ball-?gather\b|\bnccl\b|\btransfer\w*|通信|传输",
    "startup": r"\bstart-?up\b|\bstart\w*|\blaunch\w*|\bwarm-?up\b|\binitiali[sz]\w+|\binit\b|启动|预热|初始化",
    "model": r"\bmodels?\b|模型",
    "metric": r"\bmetrics?\b|\bprometheus\b|指标|监控",
    "log": r"\blog(?:s|ging|ger)?\b|日志",
    "sample": r"\bsampl\w+|采样",
    "structured": r"\bstructured\b|\bgrammar\b|\bjson\b|结构化",
    "multimodal": r"\bmulti-?modal\b|\bvision\b|\bimages?\b|\bvideo\b|多模态|图像|视频|视觉",
    "sparse": r"\bspars\w+|稀疏",
    "expert": r"\bexperts?\b|\bmoe\b|专家",
    "token": r"\btokens?\b|词元",
    "batch": r"\bbatch\w*|批次|批量|批处理|批",
    "rename": r"\brenam\w+|改名|重命名|更名",
    "require": r"\brequir\w+|\bneed\w*|\bdepend\w*|\bminimum\b|\bfloor\b|\bat least\b|>=|需要|要求|依赖|至少|最低",
    "upgrade": r"\bupgrad\w+|\bbump\w*|\bupdat\w+|升级|更新",
    "change": r"\bchang\w+|\bswitch\w*|\bmov\w+|\breplac\w+|\bnow\b|改为|改用|变更|切换|替换|改",
    "limit": r"\blimit\w*|\bbound\w*|\bcap(?:s|ped)?\b|\bmax\w*|上限|限制|封顶|最大",
    "timeout": r"\btime-?outs?\b|超时",
    "thread": r"\bthreads?\b|线程",
    "shape": r"\bshapes?\b|形状",
    "output": r"\boutputs?\b|输出",
    "input": r"\binputs?\b|输入",
    "flag": r"\bflags?\b|\boptions?\b|\barg(?:ument)?s?\b|\bswitch\b|参数|选项|开关|标志",
    "api": r"\bapis?\b|\bendpoints?\b|接口|端点",
    "backend": r"\bbackends?\b|后端",
    "tile": r"\btil(?:e|es|ed|ing)\b|分块",
    "rollout": r"\brollouts?\b|\bgenerat\w+|采样|生成",
    "sync": r"\bsync\w*|同步",
    "overwrite": r"\boverwr\w+|覆盖|改写",
    "read": r"\breads?\b|\breading\b|读取|读",
    "write": r"\bwrit\w+|\bwrote\b|写入|写",
    "launch": r"\blaunch\w*|启动|发射",
    "window": r"\bwindow\w*|窗口",
    "layer": r"\blayers?\b|层",
    "tensor": r"\btensors?\b|张量",
    "graph": r"\bgraphs?\b|图",
    "stream": r"\bstream\w*|流式|流",
    "scale": r"\bscal\w+|缩放|比例",
    "head": r"\bheads?\b|头",
    "step": r"\bsteps?\b|步",
    "report": r"\breport\w*|\bexpos\w+|\bexport\w*|报告|上报|导出|输出",
    "device": r"\bdevices?\b|\bgpus?\b|\bcards?\b|设备|显卡|卡",
    "path": r"\bpaths?\b|路径|走",
    "user": r"\busers?\b|用户",
    "test": r"\btests?\b|\btesting\b|测试|自测",
}
_PATTERNS = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in _CLASSES.items()}

_DENIED_ABILITY = re.compile(
    r"(?:\bno longer |不再)"
    r"(?P<verb>support\w*|takes?|accepts?|uses?|enables?|allows?|registers?|works?|includes?|provides?|covers?"
    r"|支持|使用|接受|启用|允许|兼容|提供)",
    re.IGNORECASE,
)
_REPAIRS = re.compile(r"\bfix\w*|\brepair\w*|\bresolv\w+|修复|修正|修好", re.IGNORECASE)
_AFFIRMED_SUPPORT = re.compile(r"\b(?:support\w*|works? (?:on|with)|runs? on)\b|支持|可用于|可在", re.IGNORECASE)
_DENIED_SUPPORT = re.compile(
    r"(?:\bnot|n't|\bno longer|\bdrop\w*|\bremov\w*|\bwithout|\bun|\bend|\bdisabl\w+|\breject\w*)"
    r"[\s-]?(?:\w+\s){0,3}?support|不再支持|不支持|停止支持",
    re.IGNORECASE,
)
_CAUSES = re.compile(
    r"\b(?:now|introduc\w+|caus\w+|starts? to|begins? to|trigger\w*|results? in|leads? to|will|makes?)\b"
    r"|导致|引起|引发|造成|会|引入|现在",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"\b(?:was|were|had|did|been|previously|before|used to|older|earlier|formerly|until"
    r"|gave|got|led|caused|made|hit|waited|held|kept)\b"
    r"|此前|之前|以前|原先|原来|旧版|旧|曾|已修",
    re.IGNORECASE,
)
_JUST_NEGATED = re.compile(
    r"(?:\bno longer|\bnot|n't|\bnever|\bwithout|\binstead of|\brather than|不再|不会|不|避免)\s*(?:\w+\s)?$",
    re.IGNORECASE,
)
_INDEPENDENT = re.compile(r"\bindependent\b|\bagnostic\b|无关", re.IGNORECASE)
_NOT_DEPENDING = re.compile(r"\b(?:not|n't|no longer) depend\w* on\b|不(?:再)?依赖(?:于)?", re.IGNORECASE)
_DENIES = frozenset({"remove", "reject", "disable"})
_UNDOES = frozenset({"fix", "remove", "less", "disable", "reject"})
_CJK = re.compile("[一-鿿]")


def concepts_in(text: str) -> frozenset[str]:
    """The concepts that a text names."""
    return frozenset(name for name, pattern in _PATTERNS.items() if pattern.search(text))


def concepts_of_word(word: str) -> frozenset[str]:
    """The concepts that one word stands for, those of direction among them."""
    return frozenset(name for name, pattern in _PATTERNS.items() if pattern.fullmatch(word) or pattern.match(word))


def chinese_concepts(text: str) -> list[str]:
    """The concepts that a text names in Chinese words, each once."""
    return [
        name for name, pattern in _PATTERNS.items() if any(_CJK.search(found[0]) for found in pattern.finditer(text))
    ]


def turns_round(sentence: str, source: str, title: str, measured: frozenset[str] = frozenset()) -> bool:
    """Whether the sentence says the opposite of its source: slower for faster, removes for adds, breaks for fixes.
    `measured` are the directions that its figures have."""
    if _INDEPENDENT.search(source):
        sentence = _NOT_DEPENDING.sub("independent of", sentence)
    said, there, head = concepts_in(sentence), concepts_in(source) | measured, concepts_in(title)
    if said & {"slow", "break"} - there or (_REPAIRS.search(sentence) and not there & {"fix", "symptom"}):
        return True
    for one, other in _OPPOSITES:
        words = _STRICT[one].search(sentence)
        if words and one not in head and other in head and not _strictly(one, source):
            return not _takes_away(words, sentence, said & there)
        if words and not there & {one} and one in _MUST_STAND and not _takes_away(words, sentence, said & there):
            return True
    if "negation" in said and not there & ({"negation", "symptom"} | _UNDOES):
        return True
    if _DENIED_SUPPORT.search(sentence) and not (there & _DENIES or _DENIED_SUPPORT.search(source)):
        return True
    if _DENIED_SUPPORT.search(sentence) and "add" in head and not head & (_DENIES | {"negation"}):
        return True
    if _denies_what_is_new(sentence, source, head):
        return True
    if (
        _AFFIRMED_SUPPORT.search(sentence)
        and _DENIED_SUPPORT.search(title)
        and not said & {"negation", "remove", "reject"}
    ):
        return True
    repaired = "fix" in there or bool(_BEFORE.search(source))
    return repaired and _causes_what_is_fixed(sentence, said, there)


def _takes_away(verb: re.Match[str], sentence: str, shared: frozenset[str]) -> bool:
    """Whether the verb only says that what was wrong is gone ("removes NaN logits"), or that it is not so any more."""
    negated = _JUST_NEGATED.search(sentence[: verb.start()])
    return "symptom" in shared or bool(negated)


def _causes_what_is_fixed(sentence: str, said: frozenset[str], there: frozenset[str]) -> bool:
    """Whether the sentence has a change bring about what its source says it repairs; what was so before may be told."""
    if "symptom" not in said & there or said & (_UNDOES - {"reject"}):
        return False
    return bool(_CAUSES.search(sentence)) and not _BEFORE.search(sentence)


def _denies_what_is_new(sentence: str, source: str, head: frozenset[str]) -> bool:
    """Whether something is said to be able to do no longer what its source says it does now."""
    denied = _DENIED_ABILITY.search(sentence)
    if denied is None:
        return False
    adds = "enable" in head and not head & (_DENIES | {"negation"})
    return adds or bool(re.search(rf"\bnow {re.escape(denied['verb'])}\b", source, re.IGNORECASE))


def _strictly(name: str, text: str) -> bool:
    return bool(_STRICT[name].search(text))


_OPPOSITES: tuple[tuple[str, str], ...] = (
    ("fast", "slow"),
    ("add", "remove"),
    ("remove", "add"),
    ("more", "less"),
    ("less", "more"),
    ("enable", "disable"),
    ("disable", "enable"),
    ("allow", "reject"),
    ("reject", "allow"),
)
_MUST_STAND = frozenset({"fast", "remove", "disable", "reject", "less", "more"})
_STRICT: Mapping[str, re.Pattern[str]] = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in {
        "fast": r"\bfaster\b|\bspeeds? up\b|\bspeed-?ups?\b|\baccelerat\w+|\bquicker\b|更快|加速|提速|加快",
        "add": r"\badds?\b|\badded\b|\badding\b|\bsupports?\b|\bintroduc\w+|\bnew\b|新增|支持|加入|引入|添加",
        "remove": r"\bremov\w+|\bdrops?\b|\bdropped\b|\bdelet\w+|\bretire[sd]?\b|移除|删除|去掉|取消|下线",
        "more": r"\bincreas\w+|\bgrows?\b|\benlarg\w+|增加(?=显存|内存|时延|延迟|耗时|开销|了)|增大|上升|增至",
        "less": r"\bdecreas\w+|\breduc\w+|\bshrink\w*|\bcuts?\b|降低|减少|缩小|下降|减小",
        "enable": r"\benabl\w+|\bturn\w* on\b|\bon by default\b|启用|开启|默认开",
        "disable": r"\bdisabl\w+|\bturn\w* off\b|\boff by default\b|禁用|关闭|停用|默认关",
        "allow": r"\ballow\w*|\baccept\w*|\bpermit\w*|允许|接受",
        "reject": r"\breject\w*|\brefus\w+|\bforbid\w*|\bdisallow\w*|拒绝|禁止",
    }.items()
}


def joined_text(parts: Iterable[str]) -> str:
    """Texts one below the other."""
    return "\n".join(part for part in parts if part)
