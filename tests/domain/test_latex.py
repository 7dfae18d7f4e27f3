"""LaTeX in titles and abstracts made readable, and everything else left as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.latex import readable


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        pytest.param(r"$\alpha$-Entmax", "α-Entmax", id="greek"),
        pytest.param(r"\textbf{Fast} \emph{and} {\em small} \texttt{vllm}", "Fast and small vllm", id="looks"),
        pytest.param(r"$\mathcal{O}(N \log N)$ in $\mathbb{R}^d$", "O(N log N) in R^d", id="letters of mathematics"),
        pytest.param(r"Schr\"odinger, Erd\H{o}s, \'{e}tude, {\"o}", "Schrödinger, Erdős, étude, ö", id="accents"),
        pytest.param(r"na\"{\i}ve {\'\i} \c{c}a \v{s} R\'enyi", "naïve í ça š Rényi", id="more accents"),
        pytest.param(r"\O{}rsted, \o re, stra{\ss}e", "Ørsted, øre, straße", id="letters"),
        pytest.param("$O(n^2)$, $10^{-3}$, $x^{n+1}$", "O(n²), 10⁻³, xⁿ⁺¹", id="raised"),
        pytest.param("W$_4$A$_{16}$ and FP$_8$", "W4A16 and FP8", id="lowered digits are found by search"),
        pytest.param("$x_t$, $x_{i,j}$, $a_{b_c}$", "x_t, x_(i,j), a_(b_c)", id="lowered"),
        pytest.param(r"$\sim$3$\times$ faster, $2\times$", "~3× faster, 2×", id="times"),
        pytest.param(r"$a \leq b$, GPU $\rightarrow$ SSD", "a ≤ b, GPU → SSD", id="relations"),
        pytest.param(r"$\frac{a}{b}$, $\frac12$, $\frac{\frac{a}{b}}{c}$", "a/b, 1/2, (a/b)/c", id="fractions"),
        pytest.param(r"$\sqrt{n}$, $\sqrt{n+1}$", "√n, √(n+1)", id="roots"),
        pytest.param(r"$\tilde{O}(n)$, $\hat{y}_{t}$, $K^\top V$", "Õ(n), ŷ_t, KᵀV", id="accents of mathematics"),
        pytest.param(r"$90^\circ$, $^\dagger$, $^{2}$D", "90°, †, ²D", id="signs that are raised"),
        pytest.param(r"50\% \& more, \$5, \#1, a\_b", "50% & more, $5, #1, a_b", id="escaped signs"),
        pytest.param(r"\method: fast, \method{} is", "method: fast, method is", id="an unknown name"),
        pytest.param(r"\unknown{x} text", "x text", id="an unknown look"),
        pytest.param(r"\href{https://x.example}{here}\footnote{no} \cite{x}.", "here .", id="what titles do not need"),
        pytest.param(r"$$x^2$$ and \(y^2\) and \[z^2\]", "x² and y² and z²", id="other formulas"),
        pytest.param("GPU--CPU, a---b", "GPU–CPU, a—b", id="dashes"),
        pytest.param("Smith~et~al", "Smith et al", id="bound blanks"),
        pytest.param(r"x\ y\,z \quad w", "x y z w", id="blanks"),
        pytest.param("{V}LLM: {{Fast}}", "VLLM: Fast", id="braces"),
        pytest.param("two\n  lines", "two lines", id="line ends"),
    ],
)
def test_latex_is_readable(latex: str, text: str) -> None:
    """As somebody would read it aloud."""
    assert readable(latex) == text


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("LLM.int8(): 8-bit matrices", id="plain"),
        pytest.param("A $5 GPU and a $10 one", id="prices"),
        pytest.param("From $5 top_k to $10", id="prices and a name"),
        pytest.param("top_k and a_b^c", id="names"),
        pytest.param("use --kv-cache-dtype --flag", id="options"),
        pytest.param("~10x faster, about ~5%", id="about"),
        pytest.param("KV缓存：稀疏注意力", id="Chinese"),
        pytest.param("a < b & c", id="signs"),
        pytest.param("$", id="a dollar"),
        pytest.param("", id="nothing"),
    ],
)
def test_what_is_no_latex_stays(text: str) -> None:
    """Not a letter is changed."""
    assert readable(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "{" * 5_000,
        "}" * 5_000,
        "$" + "^" * 5_000 + "$",
        r"\'" * 5_000,
        r"\frac" * 5_000 + "a" * 9_000,
        "$a" * 5_000,
        "\\",
    ],
)
def test_hostile_text_is_read(text: str) -> None:
    """However deep it is, nothing raises."""
    readable(text)


@given(st.text(alphabet="\\{}$^_~- ab1'\"frac", max_size=80))
def test_any_text_is_read(text: str) -> None:
    """Nothing raises, and the result is on one line."""
    found = readable(text)
    assert found == " ".join(found.split())


@given(st.text(alphabet="abc 123.,:()=+", max_size=80))
def test_plain_text_stays(text: str) -> None:
    """Blanks are folded and no more."""
    assert readable(text) == " ".join(text.split())
