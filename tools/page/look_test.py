"""How pages look and how much they bear: contrast, print, narrow windows, long sessions."""

import json
import time
import unittest

from playwright.sync_api import expect

from browser import ROOT, Browser, playhead, reel

EVENTS = 100_000

# The contrast of every piece of text with what it stands on (WCAG 2, relative luminance).
CONTRAST = """() => {
  const parse = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((part) => part / 255)
      .map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const faults = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("script") || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const isDrawn = element instanceof SVGElement;
    const [one, other] = [luminance(parse(isDrawn ? style.fill : style.color)),
      luminance(ground(element))].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (other + 0.05);
    if (ratio < 4.5) faults.push(`${node.data.trim().slice(0, 30)}: ${ratio.toFixed(2)}`);
  }
  return faults;
}"""


def setUpModule():
    global browser, landmine, undo, matrix
    browser = Browser()
    landmine = browser.diff(ROOT / "recordings/watch-settings/landmine.jsonl.zst", "--to",
                            "landmine")
    undo = browser.diff(ROOT / "recordings/not-interested/undo.jsonl.zst", "--from", "union")
    matrix = browser.folder / "matrix.html"
    reel("matrix", *(ROOT / f"recordings/watch-settings/{name}.jsonl.zst"
                     for name in ("landmine", "loss-by-omission", "frozen-keys")),
         "--html", matrix)


def tearDownModule():
    browser.close()


class Looks(unittest.TestCase):
    def test_contrast_in_both_themes(self):
        for path in (landmine, undo, matrix):
            for scheme in ("light", "dark"):
                page = browser.open(path, "#e13", color_scheme=scheme)
                if path != matrix:
                    page.locator("[data-search]").fill("o")
                    expect(page.locator("[data-search-count]")).to_contain_text("name it")
                self.assertEqual(page.evaluate(CONTRAST), [], scheme)
                self.assertEqual(page.complaints, [])

    def test_themes_can_be_chosen(self):
        page = browser.open(landmine, color_scheme="light")
        ground = "getComputedStyle(document.body).backgroundColor"
        light = page.evaluate(ground)
        page.get_by_role("button", name="dark").click()
        dark = page.evaluate(ground)
        self.assertNotEqual(light, dark)
        self.assertEqual(page.evaluate(CONTRAST), [])
        page.get_by_role("button", name="as the system").click()
        self.assertEqual(page.evaluate(ground), light)

    def test_fits_a_narrow_window(self):
        for path in (landmine, undo, matrix):
            page = browser.open(path, viewport={"width": 420, "height": 900})
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 420)

    def test_prints(self):
        page = browser.open(landmine)
        self.assertGreater(len(page.pdf()), 10_000)
        self.assertEqual(page.locator(".row").count(), 16)

    def test_keyboard_reaches_everything_and_shows_where_it_is(self):
        page = browser.open(landmine)
        seen = set()
        for _ in range(60):
            page.keyboard.press("Tab")
            name, outline = page.evaluate("""() => {
              const at = document.activeElement;
              return at === document.body ? ["the end", ""] : [at.getAttribute("aria-label") ?? at.textContent.trim() ?? at.tagName,
                getComputedStyle(at).outlineStyle];
            }""")
            if name == "the end":
                break
            seen.add(name)
            self.assertNotEqual(outline, "none", name)
        for name in ("light", "next difference", "Playhead: event", "Events, time running down"):
            self.assertIn(name, seen)

    def test_controls_have_names(self):
        page = browser.open(landmine)
        unnamed = page.evaluate("""() => [...document.querySelectorAll("button, input, [role]")]
          .filter((element) => !(element.getAttribute("aria-label") || element.textContent.trim()
            || element.labels?.[0]?.textContent.trim() || element.getAttribute("aria-labelledby")
            || element.getAttribute("role") === "presentation" || element.role === "status"))
          .map((element) => element.outerHTML)""")
        self.assertEqual(unnamed, [])

    def test_fates_have_shapes_and_words_of_their_own(self):
        page = browser.open(undo)
        shapes = page.evaluate("""() => [...document.querySelectorAll(".legend .tip")]
          .map((tip) => tip.getAttribute("d"))""")
        self.assertEqual(len(shapes), len(set(shapes)))
        self.assertEqual(len(shapes), 6)


def lengthened(path, times):
    """A copy of a page whose session happens `times` times in a row.

    That is what reel would write of such a session but for the counts above it; replaying 100,000
    events in a debug build would take longer than all tests here.
    """
    page = path.read_text(encoding="utf-8")
    start = page.index('id="data">') + len('id="data">')
    end = page.index("</script>", start)
    story = json.loads(page[start:end])
    steps = story["steps"]
    count = len(steps["kind"])
    for column in steps.values():
        column *= times
    for round_ in range(1, times):
        steps["second"][round_ * count] = 1
    story["changes"] *= times

    def shifted(name, width, shifts):
        rows = story[name]
        more = list(rows)
        for round_ in range(1, times):
            for index, number in enumerate(rows):
                more.append(number + shifts.get(index % width, 0) * round_)
        story[name] = more

    messages = len(story["messages"]) // 4
    shifted("messages", 4, {0: count})
    shifted("receipts", 4, {0: messages, 1: count})
    shifted("partings", 7, {0: count})
    for side in ("from", "to"):
        story["sendings"][side] *= times
    block = json.dumps(story, separators=(",", ":"))
    for character in "<>&":
        block = block.replace(character, f"\\u{ord(character):04x}")
    copy = path.with_name("long.html")
    copy.write_text(page[:start] + block + page[end:], encoding="utf-8")
    return copy


class Long(unittest.TestCase):
    """A session of 100,000 events."""

    @classmethod
    def setUpClass(cls):
        cls.path = lengthened(landmine, EVENTS // 16)

    def test_opens_moves_and_keeps_the_document_small(self):
        start = time.monotonic()
        page = browser.open(self.path)
        opened = time.monotonic() - start
        self.assertIn("of 100,000", page.locator("[data-shown]").text_content())
        page.keyboard.press("End")
        self.assertEqual(playhead(page), EVENTS)
        self.assertTrue(page.locator(f"#row-{EVENTS}").is_visible())
        start = time.monotonic()
        for _ in range(50):
            page.keyboard.press("ArrowLeft")
        moved = (time.monotonic() - start) / 50
        nodes = page.evaluate("document.querySelectorAll('*').length")
        print(f"\n100,000 events: {self.path.stat().st_size:,} bytes, opened in {opened:.2f} s, "
              f"{moved * 1000:.0f} ms a key, {nodes:,} elements")
        self.assertEqual(playhead(page), EVENTS - 50)
        self.assertEqual(page.complaints, [])
        self.assertLess(opened, 15)
        self.assertLess(moved, 0.5)
        self.assertLess(nodes, 6_000)

    def test_finds_a_key_in_all_of_it(self):
        page = browser.open(self.path, "#e50000")
        page.locator("[data-search]").fill("memberEnt")
        expect(page.locator("[data-search-count]")).to_contain_text("name it")
        page.locator("[data-search]").press("Enter")
        self.assertGreater(playhead(page), 50_000)

    def test_prints_only_what_is_around_the_playhead(self):
        page = browser.open(self.path, "#e50000")
        paper = page.pdf()
        self.assertLess(paper.count(b"/Type /Page"), 20)
        self.assertIn("of 100,000", page.locator("[data-shown]").text_content())
