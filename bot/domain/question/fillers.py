"""Words of asking that name nothing: dropped from a question in both languages, unless quoted.

A name wins over a filler where it is longer; a single word that stands here is a filler.
"""

from __future__ import annotations


def listed(text: str) -> frozenset[str]:
    """The words of a text that stand between blanks."""
    return frozenset(text.split())


FILLERS = listed(
    """
    a about after again all already also am an and any anybody anyone anything are arent as at be been before being
    between both but by can cant changed changes come compatible could did didnt do does doesnt doing done dont
    either else ever find for from get gets getting give given got had happened happening has hasnt have havent
    having hello hey hi how i if im in info into is isnt it its just know last lately latest let like list look
    looking me more most my new newest news nor now of ok okay on or our out please recent recently regarding really
    shall should show since so some something still support supported supporting supports tell than thank thanks
    that thats the their them then there theres these they thing things this those to too under until up update
    updated updates upon us use used uses using version versions via want wants was wasnt we were what whatever
    whats whatsnew when where whether which who whom whose why will with within wont work worked working works would
    yet you your
    """
)

QUESTION_MARKS = listed("is are was were does do did can could will would should has have why when doesnt isnt cant")
"""Fillers that ask whether something works when one of them opens the question."""

CHINESE_FILLERS = listed(
    """
    有什么 有没有 有哪些 有吗 什么 哪些 哪个 哪里 怎么 怎么样 怎样 如何 为什么 是否 是不是 能不能 能否 可不可以 可以
    能跑 能用 能 跑 用 跑得动 能跑吗 支持 支持吗 吗 呢 吧 啊 了 的 得 地 和 与 及 以及 或 或者 还是 在 上 下 里 中
    对 对于 关于 有关 相关 相关的 有 是 请 请问 帮我 我 我们 看 看看 看一下 查 查看 查一下 查询 搜索 告诉我 想
    想知道 知道 最近 近期 最近的 近来 最新 最新的 新 现在 目前 已经 还 已 更新 新闻 消息 动态 进展 变化 变动 改动
    情况 内容 东西 新东西 一下 哪 都 也 就 这 那 这个 那个 这些 那些 让 把 被 给 从 到 到底 究竟 呀 嘛 没有 没 不 要
    会 行 好 好了 怎么了 如何了 咋样 啥 有啥 什么时候 多少 使用 运行 工作 正常 可用 兼容 适配了 各 个 条 项 版本
    """
)

CHINESE_QUESTION_MARKS = listed("吗 呢 能跑 能用 能不能 能否 是否 支持吗 是不是 可不可以")
"""Signs of the same question in Chinese, wherever they stand."""

LONGEST_CHINESE_FILLER = max(map(len, CHINESE_FILLERS))


def only_fillers(text: str) -> bool:
    """Whether a run of Chinese characters is made of fillers alone, cut anywhere."""
    reached = [True] + [False] * len(text)
    for end in range(1, len(text) + 1):
        reached[end] = any(
            reached[start] and text[start:end] in CHINESE_FILLERS
            for start in range(max(0, end - LONGEST_CHINESE_FILLER), end)
        )
    return reached[-1]


def without_fillers(text: str) -> str:
    """A run of Chinese characters without the fillers of two and more characters at its ends; "" if it is all fillers.

    A single 上 or 在 at an end stays, for it may belong to a word (上下文).
    """
    if only_fillers(text):
        return ""
    while text:
        head = next((text[:n] for n in range(LONGEST_CHINESE_FILLER, 1, -1) if text[:n] in CHINESE_FILLERS), "")
        tail = next((text[-n:] for n in range(LONGEST_CHINESE_FILLER, 1, -1) if text[-n:] in CHINESE_FILLERS), "")
        if not head and not tail:
            return text
        text = text.removeprefix(head) if head else text.removesuffix(tail)
    return text
