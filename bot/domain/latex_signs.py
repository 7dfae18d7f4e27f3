"""LaTeX's commands, as tables: which sign one stands for, which it sets over a letter, which say only how it looks.

How a text is read is bot/domain/latex.
"""

from __future__ import annotations

_GREEK = (
    "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ "
    "mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ "
    "Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω"
)
_SIGNS = (
    "times × cdot · pm ± mp ∓ sim ~ approx ≈ simeq ≃ equiv ≡ neq ≠ ne ≠ leq ≤ le ≤ geq ≥ ge ≥ ll ≪ gg ≫ to → "
    "rightarrow → longrightarrow → leftarrow ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ mapsto ↦ uparrow ↑ "
    "downarrow ↓ infty ∞ partial ∂ nabla ∇ sum ∑ prod ∏ int ∫ in ∈ notin ∉ subset ⊂ subseteq ⊆ cup ∪ cap ∩ forall ∀ "
    "exists ∃ emptyset ∅ varnothing ∅ circ ∘ bullet • star ⋆ ast * oplus ⊕ otimes ⊗ odot ⊙ ldots … dots … cdots … "
    "ell ℓ hbar ħ Re ℜ Im ℑ angle ∠ perp ⊥ parallel ∥ mid | vert | lvert | rvert | Vert ‖ langle ⟨ rangle ⟩ "
    "lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ degree ° dagger † ddagger ‡ propto ∝ wedge ∧ vee ∨ neg ¬ setminus ∖ prime ′ "
    "ss ß ae æ AE Æ oe œ OE Œ o ø O Ø aa å AA Å l ł L Ł i i j j textendash – textemdash — textquoteright ’ "
    "textasciitilde ~ textasciicircum ^ textbackslash \\ textdollar $ textregistered ® texttrademark ™ copyright © "
    "top ⊤ S § P ¶ pounds £ euro € checkmark ✓ LaTeX LaTeX TeX TeX"
)
KNOWN = dict(zip(*[iter(f"{_GREEK} {_SIGNS}".split())] * 2, strict=True))
SPACES = {"quad": " ", "qquad": " ", "newline": " ", "par": " "}
_WORDS_TEXT = "log ln exp sin cos tan tanh min max arg argmin argmax lim sup inf det dim ker Pr gcd mod bmod"
WORDS = frozenset(_WORDS_TEXT.split())
_BARE_TEXT = (
    "left right big Big bigg Bigg bf it em rm sc tt sf sl bm boldmath displaystyle textstyle scriptstyle limits "
    "nolimits small large Large tiny normalsize centering noindent protect ensuremath xspace"
)
BARE = frozenset(_BARE_TEXT.split())
"""Commands that say how, not what: they vanish."""
_GRAVE, _ACUTE, _HAT, _TILDE, _DIAERESIS = "\u0300", "\u0301", "\u0302", "\u0303", "\u0308"
ACCENTS = {
    "`": _GRAVE, "'": _ACUTE, "^": _HAT, "~": _TILDE, '"': _DIAERESIS, "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "d": "\u0323", "b": "\u0331", "k": "\u0328",
    "r": "\u030a",
    "hat": _HAT, "tilde": _TILDE, "bar": "\u0304", "dot": "\u0307", "ddot": _DIAERESIS, "check": "\u030c",
}  # fmt: skip
TAKES_ONE = {"frac": "frac", "dfrac": "frac", "tfrac": "frac", "sqrt": "sqrt"} | dict.fromkeys(
    ("href", "cite", "citep", "citet", "ref", "label", "footnote", "thanks", "hspace", "vspace", "color"), "drop"
)
"""Commands and what becomes of what stands behind them; `drop`ped is what readers of a title have no use for."""
RAISED = str.maketrans("0123456789+-−()nikT⊤", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁽⁾ⁿⁱᵏᵀᵀ")
CAN_BE_RAISED = frozenset("0123456789+-−()nikT⊤")
