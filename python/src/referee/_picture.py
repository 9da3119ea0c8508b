"""Pictures as pixels. Libraries that draw SVG do not know CSS variables, so their values are filled in first."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SVG = "{http://www.w3.org/2000/svg}"

Style = dict[str, str]
Names = frozenset[str]
Rule = tuple[list[Names], Style]
"""The names that an element and the elements around it must have, the innermost last, and the style that then applies."""


def _rules(sheet: str) -> list[Rule]:
    """The rules of a style sheet, the most specific last, without those for dark screens."""
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    sheet = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", sheet)
    found: list[tuple[int, Rule]] = []
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
        style = dict(pair.split(":", 1) for pair in body.split(";") if ":" in pair)
        style = {key.strip(): value.strip() for key, value in style.items()}
        for selector in selectors.split(","):
            steps = [frozenset(re.findall(r"[.:]?[\w-]+", step)) for step in selector.split()]
            found.append((sum(name.startswith((".", ":")) for step in steps for name in step), (steps, style)))
    return [rule for _, rule in sorted(found, key=lambda one: one[0])]


def _holds(steps: list[Names], around: list[Names]) -> bool:
    if not steps[-1] <= around[-1]:
        return False
    left = steps[:-1]
    for names in reversed(around[:-1]):
        if left and left[-1] <= names:
            left = left[:-1]
    return not left


def _resolved(value: str, known: Style) -> str:
    """A value with every `var(--name, otherwise)` replaced, the innermost first."""
    while found := re.search(r"var\((--[\w-]+)(?:,\s*([^()]*))?\)", value):
        value = value[: found.start()] + known.get(found[1], found[2] or "") + value[found.end() :]
    return value


def _flatten(element: ElementTree.Element, rules: list[Rule], around: list[Names], known: Style) -> None:
    names = {element.tag.removeprefix(SVG), *(f".{name}" for name in element.get("class", "").split())}
    around = [*around, frozenset(names if around else names | {":root"})]
    style: Style = {}
    for steps, given in rules:
        if _holds(steps, around):
            style.update(given)
    named = {key: value for key, value in style.items() if key.startswith("--")}
    known = {key: value for key, value in {**known, **named}.items() if value != "initial"}
    plain = [f"{key}:{_resolved(value, known)}" for key, value in style.items() if not key.startswith("--")]
    if plain:
        element.set("style", ";".join([*plain, element.get("style", "")]))
    for inner in element:
        _flatten(inner, rules, around, known)


def plain(svg: str) -> str:
    """The same picture without a style sheet: every element has its own style."""
    root = ElementTree.fromstring(svg)
    sheets = root.findall(f"{SVG}style")
    rules = _rules("".join(sheet.text or "" for sheet in sheets))
    for sheet in sheets:
        root.remove(sheet)
    _flatten(root, rules, [], {})
    ElementTree.register_namespace("", SVG[1:-1])
    return ElementTree.tostring(root, encoding="unicode")


def image(svg: str) -> NDArray[np.uint8]:
    """A picture as an array of height, width and the three colours."""
    import numpy as np
    import resvg_py
    from PIL import Image

    drawn = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=plain(svg), background="white"))))
    return np.asarray(drawn.convert("RGB"), np.uint8)
