"""Every surface in every window: on a wide screen, a narrow one and a telephone, in the light, in the dark and on paper, nothing is
cropped, nothing is wider than the window, and axe-core finds nothing serious. Used for every page that the program writes or
serves."""

import contextlib
import pathlib
import subprocess
import tempfile

from driver import Browser

# The accessibility checker, for users who cannot see or use no mouse.
AXE = "axe-core@4.14.1"
SIZES = ((1400, 900), (820, 1100), (390, 844))
# What cannot be seen as a whole, and by how much the page is wider than the window. What scrolls by itself may be wider.
CROPPED = """
const scrolls = (one) => {
  for (let up = one.parentElement; up; up = up.parentElement) {
    if (['auto', 'scroll'].includes(getComputedStyle(up).overflowX)) return true;
  }
  return false;
};
const found = [];
const note = (one, why) => found.push(`${why}: ${one.outerHTML.slice(0, 120)}`);
for (const one of document.querySelectorAll('body *')) {
  const box = one.getBoundingClientRect();
  if (box.width <= 1 || !one.checkVisibility({ visibilityProperty: true })) continue;
  if (one.ownerSVGElement) continue;
  if ((box.left < -1 || box.right > innerWidth + 1) && !scrolls(one)) note(one, `${box.left} to ${box.right}`);
  const style = getComputedStyle(one);
  const within = one.clientWidth && one.scrollWidth > one.clientWidth + 1;
  if (within && !['auto', 'scroll'].includes(style.overflowX) && !['SELECT', 'INPUT'].includes(one.tagName) && !scrolls(one)) {
    note(one, `${one.scrollWidth} in ${one.clientWidth}`);
  }
  if (one.tagName === 'BUTTON' && one.scrollHeight > one.clientHeight + 1) note(one, `${one.scrollHeight} high in ${one.clientHeight}`);
}
return [document.documentElement.scrollWidth - document.documentElement.clientWidth, found];
"""
# What is on paper: controls, which do nothing there; the colour of the paper; the palest text.
PRINTED = """
window.dispatchEvent(new Event('beforeprint'));
const rgb = (colour) => (colour.match(/[\\d.]+/g) || []).map(Number);
const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
  .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
const ratio = (a, b) => { const [x, y] = [light(rgb(a)), light(rgb(b))].sort((p, q) => q - p); return (x + .05) / (y + .05); };
const there = (one) => one.getClientRects().length > 0;
const controls = [...document.querySelectorAll('button, input, select, summary, nav')].filter(there).map((one) => one.outerHTML.slice(0, 80));
let [palest, where, texts] = [99, '', 0];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const one = walker.currentNode.parentElement;
  if (!walker.currentNode.textContent.trim() || !there(one)) continue;
  texts += 1;
  const drawn = Boolean(one.ownerSVGElement);
  if (drawn && one.tagName !== 'text') continue;
  const figure = drawn && one.classList.contains('l') && one.parentNode.querySelector('.s');
  const ground = figure ? getComputedStyle(figure).fill : 'rgb(255, 255, 255)';
  const here = ratio(getComputedStyle(one)[drawn ? 'fill' : 'color'], ground);
  if (here < palest) [palest, where] = [here, one.outerHTML.slice(0, 120)];
}
const paper = getComputedStyle(document.body).backgroundColor;
window.dispatchEvent(new Event('afterprint'));
return { controls, paper, palest, where, texts };
"""


@contextlib.contextmanager
def opened():
    """A browser, the script of axe-core, and a folder, which are put away afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        subprocess.run(["npm", "pack", "--silent", AXE], cwd=folder, check=True, capture_output=True)
        archive = next(folder.glob("axe-core-*.tgz"))
        subprocess.run(["tar", "xzf", archive.name, "package/axe.min.js"], cwd=folder, check=True)
        browser = Browser(folder / "profile")
        try:
            browser.do("/timeouts", {"script": 300_000})
            yield browser, (folder / "package" / "axe.min.js").read_text(), folder
        finally:
            browser.close()


def accessible(browser, axe, what, least=("serious", "critical")):
    """axe-core finds nothing serious, or nothing at all."""
    browser.run(axe)
    found = browser.do("/execute/async", {"script": """
      const [least, done] = arguments;
      axe.run(document, {resultTypes: ['violations']}).then((result) => done(result.violations
        .filter((one) => !least.length || least.includes(one.impact))
        .map((one) => [one.id, one.impact, one.nodes[0].html])));
    """, "args": [list(least)]})
    assert not found, f"{what}: {found}"


def everywhere(browser, axe, what, keep=None):
    """What is open now is right in every window, in the light, in the dark and on paper."""
    for width, height in SIZES:
        browser.window(width, height)
        for scheme in ("light", "dark"):
            browser.scheme(scheme)
            here = f"{what}, {width} pixels, {scheme}"
            wider, cropped = browser.run(CROPPED)
            assert wider <= 0 and not cropped, f"{here}: wider by {wider}, {cropped}"
            if keep:
                keep.mkdir(parents=True, exist_ok=True)
                browser.screenshot(keep / f"{what.replace(' ', '-')}-{width}-{scheme}.png")
            # Colours are the same in all windows, so the dark is looked at in one.
            if scheme == "light" or (width, height) == SIZES[0]:
                accessible(browser, axe, here)
    browser.window()
    # Someone may print who reads in the dark.
    browser.scheme("dark", "print")
    seen = browser.run(PRINTED)
    browser.scheme("light")
    assert not seen["controls"] and seen["texts"] > 0, f"{what}, printed: {seen}"
    assert seen["paper"] == "rgb(255, 255, 255)" and seen["palest"] >= 4.5, f"{what}, printed: {seen}"
