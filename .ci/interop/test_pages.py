"""Pages as a person sees them: in Chromium, on a screen and on a phone, light and dark. No page is wider than the window, says anything
on the console or asks the network, and every text stands out from what is behind it by 4.5:1 (WCAG 2.2, 1.4.3). axe-core checks that and
its other rules; CONTRAST is for texts that it passes no judgement on: those of figures, and those that a box cuts off."""

import os
import pathlib
import shutil

import pytest

WIDTHS = (1400, 400)
GRID = """extends: demo
train: {seeds: 1, epochs: 1, choose: '{}'}
sweep:
  per: {gen.judged_queries: [3, 5]}
  over: {gen.ratio: ["1:1", "1:4"]}
"""

# CONTRAST gives the texts of less than 4.5:1. Behind one lie, from the back, the grounds of the elements that hold it; in a figure also
# the shapes under its middle, each as opaque as it is painted.
CONTRAST = r"""() => {
  const rgba = (text) => { const n = text.match(/[\d.]+/g).map(Number); return [n[0], n[1], n[2], n.length > 3 ? n[3] : 1]; };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3]));
  const luminance = (c) => {
    const [r, g, b] = c.map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const holders = (element) => element ? [...holders(element.parentElement), element] : [];
  const shapes = (text) => {
    text.scrollIntoView({block: 'center'});
    const at = text.getBoundingClientRect();
    return document.elementsFromPoint(at.x + at.width / 2, at.y + at.height / 2).reverse()
      .filter((e) => e.closest('svg') && !['svg', 'text', 'line'].includes(e.tagName)).map((e) => getComputedStyle(e))
      .filter((of) => of.fill !== 'none').map((of) => { const c = rgba(of.fill); c[3] *= of.fillOpacity * of.opacity; return c; });
  };
  const low = [];
  let seen = 0;
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.textContent.trim());
    if (!own || element.tagName === 'title' || !element.getBoundingClientRect().width) continue;
    const style = getComputedStyle(element), drawn = element.tagName === 'text';
    let grounds = holders(element).map((e) => rgba(getComputedStyle(e).backgroundColor));
    if (drawn) grounds = grounds.concat(shapes(element));
    if (drawn && style.paintOrder.startsWith('stroke') && style.stroke !== 'none') grounds.push(rgba(style.stroke));
    const ground = grounds.reduce((under, top) => over(top, under), [255, 255, 255]);
    const [a, b] = [luminance(over(rgba(drawn ? style.fill : style.color), ground)), luminance(ground)].sort((x, y) => y - x);
    seen++;
    if ((a + 0.05) / (b + 0.05) < 4.5) low.push(`${element.textContent}: ${((a + 0.05) / (b + 0.05)).toFixed(2)}`);
  }
  return {seen, low};
}"""


@pytest.fixture(scope="session")
def pages(axiomine, demo, tmp_path_factory):
    """A page of each kind, of the embedded collection."""
    at = tmp_path_factory.mktemp("pages")
    out, data = demo.parent, demo.parent / "collection"
    (at / "grid.yaml").write_text(GRID)
    run, other = out / "run.test.txt", out / "run.tuned.test.txt"
    axiomine("gen", "mine", "-q", "-c", "demo", "--data", data, "--axioms", "tfc1, tfc2, m-and, lnc2", "-o", at / "mine")
    axiomine("train", "sweep", "-q", "-c", at / "grid.yaml", "--data", data, "-o", at / "sweep")
    axiomine("train", "eval", "--quiet", data / "qrels.test.txt", run, other, "-o", at / "compare")
    axiomine("axioms", "diagnose", "-q", run, other, "-c", "demo", "--data", data, "-o", at / "diagnose")
    axiomine("audit", "-q", demo / "pairs", "-o", at / "audit", capture_output=True)
    return {"experiment": out / "report.html", "pairs": out / "pairs.html", "counts": at / "mine" / "counts.html",
            "sweep": at / "sweep" / "sweep.html",
            "comparison": at / "compare" / "comparison.html", "diagnosis": at / "diagnose" / "diagnosis.html",
            "audit": at / "audit" / "audit.html"}


@pytest.fixture(scope="session")
def browser():
    chromium = shutil.which("chromium")
    if chromium is None:
        if os.environ.get("CI"):
            pytest.fail("no Chromium: .ci/run installs it")
        pytest.skip("no Chromium")
    from playwright.sync_api import sync_playwright
    with sync_playwright() as p:
        one = p.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"])
        yield one
        one.close()


@pytest.fixture(scope="session")
def axe():
    import axe_playwright_python
    return pathlib.Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text()


@pytest.mark.xdist_group("pages")
@pytest.mark.parametrize("kind", ["experiment", "pairs", "counts", "sweep", "comparison", "diagnosis", "audit"])
def test_page(pages, browser, axe, kind):
    said = []
    page = browser.new_page()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith("file:") else said.append(request.url))
    page.goto(pages[kind].as_uri())
    assert page.inner_text(".lead").endswith(".") and page.inner_text(".sure").endswith(".")
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    page.evaluate(axe)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over == 0, f"{kind} is {over} pixels wider than a window of {width}"
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found = page.evaluate("axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'best-practice'], resultTypes: ['violations']})")
            wrong = [(rule["id"], node["html"][:200], node["failureSummary"]) for rule in found["violations"] for node in rule["nodes"]]
            assert not wrong, (kind, width, scheme, wrong[:3])
            texts = page.evaluate(CONTRAST)
            assert texts["seen"] > 20 and not texts["low"], (kind, width, scheme, texts)
    assert said == []
    page.close()
