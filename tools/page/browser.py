"""Pages of reel in a real browser, for their tests."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
REEL = os.environ.get("REEL", str(ROOT / ".build/debug/reel"))


def reel(*arguments, statuses=(0, 1, 2)):
    """Runs the program and gives what it wrote."""
    run = subprocess.run([REEL, *map(str, arguments)], capture_output=True, check=False)
    if run.returncode not in statuses:
        raise AssertionError(f"reel {arguments}: {run.returncode} {run.stderr.decode()}")
    return run.stdout


def reel_json(*arguments):
    return json.loads(reel(*arguments, "--json"))


def canonical(value):
    """A value as reel writes it; enough for what the corpus holds."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, sort_keys=True)


class Browser:
    """One Chromium for all tests, and a folder for the pages it opens."""

    def __init__(self):
        executable = shutil.which("chromium") or shutil.which("chromium-browser")
        if executable is None:
            raise AssertionError("no chromium; tools/set-up others installs it")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="reel-page-"))
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(
            executable_path=executable, args=["--no-sandbox"])

    def close(self):
        self.browser.close()
        self.playwright.stop()
        shutil.rmtree(self.folder)

    def diff(self, recording, *flags):
        """The path of the page of a diff."""
        path = self.folder / f"{len(list(self.folder.iterdir()))}.html"
        reel("diff", recording, *flags, "--html", path)
        return path

    def scenario(self, text):
        """The path of a recording of `text`."""
        number = len(list(self.folder.iterdir()))
        facts = self.folder / f"{number}.scenario"
        facts.write_text(text, encoding="utf-8")
        recording = self.folder / f"{number}.jsonl"
        reel("record", facts, "-o", recording)
        return recording

    def open(self, path, address="", **context):
        """A tab that shows the page, with what it complained of and asked for."""
        tab = self.browser.new_context(**{
            "viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", **context})
        page = tab.new_page()
        page.complaints = []
        page.requests = []
        page.on("console", lambda message: page.complaints.append(message.text))
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.on("request", lambda request: page.requests.append(request.url))
        page.goto(f"file://{path}{address}")
        return page


def playhead(page):
    """The event at the playhead, as the scrubber says."""
    return int(page.locator("[data-scrubber]").input_value())


STATE = """() => {
  const state = {};
  for (const card of document.querySelectorAll("[data-device]")) {
    for (const row of card.querySelectorAll("tr[data-key]")) {
      const cells = [...row.querySelectorAll("td")];
      const text = (cell) => cell.querySelector(".value, .absent, .listed, .tombstone").textContent;
      const place = [card.dataset.device, row.dataset.section, row.dataset.key];
      state[JSON.stringify(place)] = [text(cells[0]), text(cells[cells.length - 1])];
    }
  }
  return state;
}"""


def state(page):
    """What the page says every device holds: (device, section, key) to the texts of both sides."""
    return {tuple(json.loads(place)): tuple(texts)
            for place, texts in page.evaluate(STATE).items()}
