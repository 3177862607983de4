"""Recordings as tables: what the notebooks of this folder share.

    recording = Recording("../recordings/watch-settings/month-of-settings.jsonl.zst")
    recording.table("select event, count(*) as events from events group by event")

DuckDB reads a recording as it lies there: JSON Lines in Zstandard frames. `Recording` takes one
into memory and adds the views that `VIEWS` defines. Times are as the devices' clocks told them, in
UTC; sizes are bytes of the text that the recording holds, and for withheld values the size that
they tell.
"""

import html
import io
import re
from datetime import timedelta

import duckdb
import matplotlib
import matplotlib.pyplot as plt
from IPython.display import Markdown, display
from matplotlib import dates

# What DuckDB is to grant a line: twice what a recording's may have (Sources/ReelLog/Format.md).
LINE_BYTES_MAX = 1 << 25

# What DuckDB is to look for in a line. What is an object or any value stays JSON.
COLUMNS = {
    "reel": "INTEGER", "recording": "JSON", "at": "TIMESTAMP", "device": "VARCHAR",
    "event": "VARCHAR", "store": "VARCHAR", "key": "VARCHAR", "value": "JSON", "values": "JSON",
    "payload": "JSON", "keys": "VARCHAR[]", "rule": "VARCHAR", "answer": "BOOLEAN",
    "message": "VARCHAR", "channel": "VARCHAR", "to": "VARCHAR", "by": "VARCHAR",
    "suppressed": "VARCHAR", "reason": "VARCHAR", "interrupted": "BOOLEAN", "error": "VARCHAR",
    "version": "VARCHAR", "policy": "VARCHAR", "account": "VARCHAR", "count": "BIGINT",
    "text": "VARCHAR",
}  # fmt: skip

VIEWS = """
-- The lines that are events, numbered as reel numbers them. `at`, `to`, `by` and `values` are words
-- of SQL, so they are called `time`, `receiver`, `cause` and `members` here. A device without its
-- process is `owner`: watch/complication and watch share the stores of watch.
create view events as
select line as number, "at" as time, device, split_part(device, '/', 1) as owner, event,
    case when event like 'store.%' then coalesce(store, 'defaults') end as store,
    key, value, "values" as members, payload, keys, rule, answer, message, channel,
    "to" as receiver, "by" as cause, suppressed, reason, interrupted, error, version, account,
    count as dropped, text
from lines where event is not null;

-- The catalog that the recording carries: every key with what is known of it, and its rules.
create table catalog as
select k ->> 'name' as key, k ->> 'type' as type, (k ->> 'synced')::boolean as synced,
    k ->> 'audience' as audience, k -> 'default' as registered, (k ->> 'sampleSize')::int as sample,
    k ->> 'reason' as reason
from (select unnest(recording -> '$.catalog.keys[*]') as k from lines where recording is not null);

create table rules as
select r ->> 'name' as rule, r ->> 'when' as condition, r ->> 'decides' as decides,
    (r ->> 'entitlement')::boolean as entitlement
from (select unnest(recording -> '$.catalog.rules[*]') as r from lines where recording is not null);

-- The keys that a rule names.
create table rule_keys as
select rule, key from rules join catalog on regexp_matches(condition, '\\b' || key || '\\b');

-- What became of each message: `suppressed` by the sender's rule, `failed` by the platform,
-- `received`, or `waiting`: under way at the end, or a newer one has taken its place in the slot.
create view messages as
select s.number, s.time, s.device as sender, s.receiver, s.channel, s.message, s.key as list,
    s.payload, coalesce(octet_length(encode(s.payload::varchar)), 0) as text_bytes,
    case when s.suppressed is not null then 'suppressed'
         when f.number is not null then 'failed'
         when s.channel = 'kvs' or r.number is not null then 'received'
         else 'waiting' end as fate,
    coalesce(s.suppressed, f.error) as because,
    case when s.suppressed is null then r.number end as received_number,
    case when s.suppressed is null then r.time end as received_time
from events s
left join (select message, min(number) as number, arg_min(error, number) as error from events
           where event = 'message.failed' group by message) f on f.message = s.message
left join (select message, min(number) as number, arg_min(time, number) as time from events
           where event = 'message.received' group by message) r on r.message = s.message
where s.event = 'message.sent';

-- The settings that were sent, one by one. `bytes` is what a setting weighs in the payload's text,
-- its name included; where the value was withheld, with the size of that.
create macro value_bytes(value) as
    coalesce((value ->> '$.size')::bigint, octet_length(encode(value::varchar)));

create view sent_settings as
select m.number, m.time, m.message, m.sender, m.receiver, m.fate, m.because, s.key, s.value,
    octet_length(encode(s.key)) + 4 + value_bytes(s.value) as bytes,
    coalesce(c.synced, false) as synced
from messages m, json_each(m.payload) s left join catalog c using (key)
where m.channel <> 'kvs';

-- Every look at a setting: by the app itself, or through a rule that names it.
create view looks as
select number, time, device, owner, key, null as rule, value from events
where event = 'store.read' and store = 'defaults'
union all
select e.number, e.time, e.device, e.owner, k.key, e.rule, null
from events e join rule_keys k using (rule)
where e.event in ('entitlement.read', 'rule.read');

-- Every change that a message made to a store: applied or cleared.
create view synced_changes as
select e.number, e.time, e.device, e.store, e.cause, s.key, 'applied' as change, s.value
from events e, json_each(e.members) s where e.event = 'store.applied'
union all
select e.number, e.time, e.device, e.store, e.cause, unnest(e.keys), 'cleared', null
from events e where e.event = 'store.cleared';

-- The list that each push brought to the cloud, mark by mark; a dead mark is a tombstone.
create view marks as
select m.number, m.time, m.sender, m.message, m.list, item, make_timestamp(a.stamp * 1000) as added,
    make_timestamp(r.stamp * 1000) as removed, coalesce(r.stamp >= a.stamp, a.stamp is null) as dead
from (select number, key as item, value::bigint as stamp
      from messages, json_each(payload -> 'added') where channel = 'kvs') a
full join (select number, key as item, value::bigint as stamp
           from messages, json_each(payload -> 'removed') where channel = 'kvs') r
    using (number, item)
join messages m using (number) where m.fate = 'received';

-- The pulls, each with the number of the push that it brought; null = nothing was there. For
-- recordings of one account whose pushes arrive when they are made.
create view pulls as
select e.number, e.time, e.device, p.number as push
from (select *, coalesce(key, 'notInterested') as list from events
      where event = 'message.received' and channel = 'kvs') e
asof left join (select * from messages where channel = 'kvs' and fate = 'received') p
    on e.list = p.list and e.number > p.number
where e.message is null
union all
select e.number, e.time, e.device, p.number
from events e left join messages p on e.message = p.message
where e.event = 'message.received' and e.channel = 'kvs' and e.message is not null;
"""


class Recording:
    """A recording, opened for questions in SQL."""

    def __init__(self, path):
        self.database = duckdb.connect()
        # One thread: lines keep their order, so that they can be numbered.
        self.database.execute("set threads = 1")
        self.database.execute(
            "create table lines as select row_number() over () - 1 as line, * from read_json("
            "$path, format = 'newline_delimited', columns = $columns,"
            " maximum_object_size = $size)",
            {"path": str(path), "columns": COLUMNS, "size": LINE_BYTES_MAX},
        )
        self.database.execute(VIEWS)

    def rows(self, question, *values, **named):
        """The answer to `question` as tuples. In it `?` or `$1` stand for `values`, `$name` for one
        that is `named`."""
        return self.database.execute(question, named or values).fetchall()

    def value(self, question, *values, **named):
        """The answer to a question that has a single one."""
        ((value,),) = self.rows(question, *values, **named)
        return value

    def table(self, question, *values, caption=None):
        """The answer as a table to look at."""
        answer = self.database.execute(question, values)
        return Table([column[0] for column in answer.description], answer.fetchall(), caption)


class Table:
    """Rows under headings: HTML where it can be shown, else lined up text."""

    def __init__(self, headings, rows, caption=None):
        self.headings = headings
        self.caption = caption
        self.rows = [[written(cell) for cell in row] for row in rows]
        self.is_number = [
            all(isinstance(row[i], (int, float)) or row[i] is None for row in rows) and bool(rows)
            for i in range(len(headings))
        ]

    def __repr__(self):
        lines = [self.headings, *self.rows]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.headings))]
        caption = [self.caption] if self.caption else []
        return "\n".join(caption + [self.line(line, widths).rstrip() for line in lines])

    def line(self, cells, widths):
        return "  ".join(
            cell.rjust(width) if is_number else cell.ljust(width)
            for cell, width, is_number in zip(cells, widths, self.is_number)
        )

    def _repr_html_(self):
        caption = f"<caption>{html.escape(self.caption)}</caption>" if self.caption else ""
        head = self.html_row(self.headings, "th")
        body = "\n".join(self.html_row(row, "td") for row in self.rows)
        return f"<table>{caption}\n<thead>{head}</thead>\n<tbody>\n{body}\n</tbody></table>"

    def html_row(self, cells, tag):
        sides = ("right" if is_number else "left" for is_number in self.is_number)
        marked = (
            f'<{tag} style="text-align: {side}">{html.escape(cell)}</{tag}>'
            for cell, side in zip(cells, sides)
        )
        return f"<tr>{''.join(marked)}</tr>"


def written(cell):
    """A cell as text: no fraction of a second where there is none, and thousands apart."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int):
        return f"{cell:,}"
    if isinstance(cell, float):
        return f"{cell:,.1f}"
    if isinstance(cell, (list, tuple)):
        return ", ".join(written(part) for part in cell)
    return str(cell)


def size(count):
    """Bytes in the unit that suits them: 1 kB is 1,000 bytes."""
    for unit, factor in ("MB", 1e6), ("kB", 1e3):
        if count >= factor:
            return f"{count / factor:,.1f} {unit}"
    return f"{count:,.0f} bytes"


def share(part, whole):
    """`part` of `whole` in per cent."""
    return f"{100 * part / whole:.1f} %" if whole else "nothing"


def count(number, noun):
    """`number` of the things that `noun` names: 1 key, 2 keys."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def listed(names):
    """Names as a sentence has them: a, b and c."""
    names = ["`" + name.replace("`", "'") + "`" for name in names]
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]])) or "none"


def say(text):
    """Shows a sentence with computed numbers in it, as Markdown."""
    display(Markdown(" ".join(text.split())))


# Colours that people who see few colours can tell apart (Okabe and Ito), and that stay apart in
# grey: dark, middle, light. Where two fill an area, one is hatched besides.
DARK, MIDDLE, LIGHT = "#0b3c5d", "#d55e00", "#b8cfe0"
HATCH = "////"

STYLE = {
    "font.family": "sans-serif",
    # Ships with matplotlib: texts are measured alike everywhere.
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 10,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.titlesize": 11,
    "axes.titlepad": 12,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": "#d9d9d9",
    "grid.linewidth": 0.6,
    "hatch.linewidth": 0.8,
    "legend.frameon": False,
    "figure.figsize": (9, 4),
    "figure.constrained_layout.use": True,
    # A key may have a dollar in its name.
    "text.parse_math": False,
    # Ids by content, and texts as text: small, searched, and read in a diff.
    "svg.hashsalt": "reel",
    "svg.fonttype": "none",
}
matplotlib.rcParams.update(STYLE)


def mark_time(axes, time, text="", side="right", height=0.94):
    """Stands a line at `time`, with `text` on one side of it, `height` of the axes up."""
    axes.axvline(time, color="black", linestyle="--", linewidth=1)
    place = {"xycoords": ("data", "axes fraction"), "textcoords": "offset points", "va": "top"}
    shift, align = (6, "left") if side == "right" else (-6, "right")
    axes.annotate(text, (time, height), xytext=(shift, 0), ha=align, **place)


def days_below(axes, first, last):
    """Days of a month, every fourth by name, with a little room on both sides."""
    axes.set_xlim(first - timedelta(hours=6), last + timedelta(hours=6))
    axes.xaxis.set_major_locator(dates.DayLocator(bymonthday=range(1, 32, 4)))
    axes.xaxis.set_major_formatter(dates.DateFormatter("%-d %b"))
    axes.set_xlabel(f"day ({first:%Y})")


def months_below(axes, first, last):
    """The months of a year by name, with a little room on both sides."""
    axes.set_xlim(first - timedelta(days=4), last + timedelta(days=4))
    axes.xaxis.set_major_locator(dates.MonthLocator())
    axes.xaxis.set_major_formatter(dates.DateFormatter("%b"))
    axes.set_xlabel(f"month ({first:%Y})")


def show(figure, meaning):
    """Shows a drawing as SVG; `meaning` says in a sentence what it shows, for those who cannot see
    it."""
    drawing = io.StringIO()
    figure.savefig(drawing, format="svg", metadata={"Date": None, "Creator": None})
    plt.close(figure)
    # A hundredth of a point is finer than any screen.
    svg = re.sub(r"\d+\.\d{3,}", lambda digits: f"{float(digits[0]):.2f}", drawing.getvalue())
    label = html.escape(" ".join(meaning.split()))
    svg = svg[svg.index("<svg ") :].replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
    display({"image/svg+xml": svg, "text/plain": f"Figure: {meaning}"}, raw=True)
