#!/usr/bin/env python3
"""Writes the two long scenarios of the corpus, whose recordings the notebooks ask.

notebooks/sessions.py NAME     the scenario NAME, on standard output

NAME is month-of-settings or year-of-dismissals. Nobody lived these sessions: who does what, and how
often, is made up here, and the dice fall as SEED says. The same seed gives the same text
everywhere, and a test holds the committed scenarios to it. `reel record` performs them under the
POLICY of their class.
"""

import sys

from diary import SEED
from month_of_settings import MonthOfSettings
from year_of_dismissals import YearOfDismissals

SESSIONS = {"month-of-settings": MonthOfSettings, "year-of-dismissals": YearOfDismissals}


def scenario(name):
    """The text of the scenario `name`."""
    session = SESSIONS[name](SEED)
    session.live()
    head = [
        f"# case: own-{name}",
        f"# source: nobody's: notebooks/sessions.py wrote it, with seed {SEED}",
        "# origin: generated; what it comes to was found by this code, and read by a person",
    ]
    return "\n".join(head + session.meaning() + [""] + session.lines) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in SESSIONS:
        sys.exit(f"usage: notebooks/sessions.py {'|'.join(SESSIONS)}")
    sys.stdout.write(scenario(sys.argv[1]))
