"""The pages of reel, tried in a real browser: python3 -m unittest discover -s tools/page -p '*_test.py'"""

import unittest

from playwright.sync_api import expect

from browser import ROOT, Browser, playhead, state

SETTINGS = ROOT / "recordings/watch-settings"
LISTS = ROOT / "recordings/not-interested"


def setUpModule():
    global browser, landmine, undo
    browser = Browser()
    landmine = browser.diff(SETTINGS / "landmine.jsonl.zst", "--to", "landmine")
    undo = browser.diff(LISTS / "undo.jsonl.zst", "--from", "union")


def tearDownModule():
    browser.close()


class Loading(unittest.TestCase):
    def test_no_complaint_and_no_request_but_for_itself(self):
        for path in (landmine, undo):
            page = browser.open(path)
            page.keyboard.press("ArrowRight")
            self.assertEqual(page.complaints, [])
            self.assertEqual(page.requests, [f"file://{path}"])

    def test_nothing_but_its_own_script_may_run(self):
        page = browser.open(landmine)
        page.evaluate("""() => {
          const script = document.createElement("script");
          script.textContent = "window.intruder = 1";
          document.body.append(script);
        }""")
        self.assertIsNone(page.evaluate("window.intruder ?? null"))
        self.assertIn("Content Security Policy", page.complaints[0])

    def test_verdict_differences_and_findings_need_no_script(self):
        page = browser.open(landmine, java_script_enabled=False)
        text = page.inner_text("body")
        for words in ("The two rules part 3 times", "memberEntitlement", "entitlement-by-absence",
                      "It decides whether the watch shows the whole app or the paywall."):
            self.assertIn(words, text)
        self.assertFalse(page.locator("[data-session]").is_visible())


class Moving(unittest.TestCase):
    def setUp(self):
        self.page = browser.open(landmine)

    def test_begins_at_the_first_difference(self):
        self.assertEqual(playhead(self.page), 5)

    def test_moves_by_key(self):
        for key, expected in [
                ("ArrowRight", 6), ("ArrowLeft", 5), ("Shift+ArrowRight", 15),
                ("Shift+ArrowLeft", 5), ("End", 16), ("ArrowRight", 16), ("Home", 1),
                ("ArrowLeft", 1), ("n", 5), ("n", 6), ("n", 8), ("n", 8), ("p", 6)]:
            self.page.keyboard.press(key)
            self.assertEqual(playhead(self.page), expected, key)

    def test_moves_by_key_from_the_scrubber_too(self):
        self.page.locator("[data-scrubber]").focus()
        self.page.keyboard.press("Shift+ArrowRight")
        self.assertEqual(playhead(self.page), 15)

    def test_letters_in_the_search_move_nothing(self):
        self.page.keyboard.press("/")
        self.page.keyboard.type("n p")
        self.assertEqual(playhead(self.page), 5)

    def test_moves_by_mouse(self):
        self.page.locator("#row-9").click()
        self.assertEqual(playhead(self.page), 9)
        box = self.page.locator("[data-scrubber]").bounding_box()
        y = box["y"] + box["height"] / 2
        self.page.mouse.move(box["x"] + box["width"] / 2, y)
        self.page.mouse.down()
        self.page.mouse.move(box["x"] + box["width"] - 2, y)
        self.page.mouse.up()
        self.assertEqual(playhead(self.page), 16)
        self.page.get_by_role("button", name="one event back").click()
        self.assertEqual(playhead(self.page), 15)

    def test_jumps_from_the_list_of_differences(self):
        self.page.locator(".divergences a[href='#e8']").click()
        self.assertEqual(playhead(self.page), 8)
        self.assertTrue(self.page.locator("#row-8").is_visible())
        self.page.go_back()
        expect(self.page.locator("[data-scrubber]")).to_have_value("5")
        self.assertEqual(playhead(self.page), 5)

    def test_says_where_it_is(self):
        self.page.keyboard.press("n")
        live = self.page.locator("[data-live]")
        for words in ("event 6", "watch receives m1", "the two rules part here"):
            expect(live).to_contain_text(words)


class Addresses(unittest.TestCase):
    def test_leads_to_an_event(self):
        page = browser.open(landmine, "#e12")
        self.assertEqual(playhead(page), 12)
        page.evaluate("() => { location.hash = '#e3'; }")
        expect(page.locator("[data-scrubber]")).to_have_value("3")

    def test_survives_what_names_no_event(self):
        for address, expected in [("#e0", 1), ("#e99999", 16), ("#e", 5), ("#<script>", 5),
                                  ("#e1e9", 5), ("#e999999999999", 5)]:
            page = browser.open(landmine, address)
            self.assertEqual(playhead(page), expected, address)
            self.assertEqual(page.complaints, [])

    def test_follows_the_playhead_without_filling_the_history(self):
        page = browser.open(landmine)
        before = page.evaluate("history.length")
        for _ in range(8):
            page.keyboard.press("ArrowRight")
        page.wait_for_url("**/*#e13")
        self.assertEqual(page.evaluate("history.length"), before)


class Searching(unittest.TestCase):
    def setUp(self):
        self.page = browser.open(landmine)

    def search(self, text):
        self.page.locator("[data-search]").fill(text)
        return expect(self.page.locator("[data-search-count]"))

    def test_counts_and_walks_through_the_matches(self):
        self.search("memberent").to_have_text("3 events name it")
        for key, expected in [("Enter", 6), ("Enter", 3), ("Enter", 5), ("Shift+Enter", 3)]:
            self.page.locator("[data-search]").press(key)
            self.assertEqual(playhead(self.page), expected)

    def test_says_when_nothing_matches(self):
        self.search("no such thing").to_have_text("no event names it")

    def test_narrows_the_state_down(self):
        self.page.keyboard.press("End")
        self.search("temperature").to_contain_text("name it")
        keys = {key for _, section, key in state(self.page) if section == "setting"}
        self.assertEqual(keys, {"temperatureUnit"})
