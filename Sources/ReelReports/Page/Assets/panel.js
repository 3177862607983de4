// The state of every device at the playhead, under both policies.

class Panel {
  /** How many rows of one table are in the document. */
  static ROWS_MAX = 120;

  constructor(story, root) {
    this.story = story;
    this.heading = root.querySelector("[data-state-heading]");
    this.devices = root.querySelector("[data-devices]");
    this.reader = new StateReader(story);
    this.cellsByDevice = this.sortedCells();
    this.filter = null;
    this.unfolded = false;
  }

  /** The cells of each device, by kind and name. */
  sortedCells() {
    const { cells, texts, devices } = this.story;
    const sorted = devices.map(() => []);
    for (let cell = 0; cell < cells.length; cell += 1) sorted[cells.device[cell]].push(cell);
    const kind = { [SETTING]: 0, [ANSWER]: 1, [FACT]: 2, [REGISTERED]: 3, [ITEM]: 4 };
    for (const own of sorted) {
      own.sort((one, other) => kind[cells.section[one]] - kind[cells.section[other]]
        || compared(texts[cells.group[one]], texts[cells.group[other]])
        || compared(texts[cells.key[one]], texts[cells.key[other]]));
    }
    return sorted;
  }

  /** Shows the state after `event`; `filter` says which texts a search is about. */
  show(event, filter) {
    this.before = this.reader.after(event - 1);
    this.state = this.before.slice();
    if (this.story.count > 0) this.reader.fold(this.state, event - 1);
    this.changed = this.story.count > 0 ? this.reader.changed(event - 1) : new Map();
    this.filter = filter;
    this.heading.replaceChildren(this.eventLine(event));
    const shown = this.story.devices.map((_, device) => device)
      .filter((device) => this.cellsByDevice[device].length > 0);
    const acting = this.story.count > 0 ? this.story.device[event - 1] : -1;
    shown.sort((one, other) => this.weight(other, acting) - this.weight(one, acting) || one - other);
    const cards = shown.slice(0, Panel.ROWS_MAX).map((device) => this.device(device, acting));
    this.devices.replaceChildren(...cards);
  }

  /** Devices that differ stand first. */
  weight(device) {
    return this.cellsByDevice[device].some((cell) => this.differs(cell)) ? 1 : 0;
  }

  differs(cell) { return this.state[cell * 2] !== this.state[cell * 2 + 1]; }

  isPresent(cell) { return this.state[cell * 2] !== 0 || this.state[cell * 2 + 1] !== 0; }

  text(number) { return shown(this.story.texts[number]); }

  eventLine(event) {
    const { story } = this;
    if (story.count === 0) return make("p", {}, "This recording has no events.");
    const index = event - 1;
    const outcomes = SIDES.map((side) => this.text(story.outcomes[side][index]));
    const time = clock(story.seconds[index], story.micros[index], true);
    const line = make("div.event-line", {},
      make("p.what", {}, make("b", {}, this.text(story.process[index])), " ",
        this.text(story.caption[index])),
      make("p.when", {}, make("span", {}, `event ${grouped(event)}`), make("span", {}, time)));
    if (outcomes[0] !== "" || outcomes[1] !== "") {
      const isSame = outcomes[0] === outcomes[1];
      line.append(make("p.outcomes", {},
        ...(isSame ? [badge(FROM), badge(TO), ` ${outcomes[0]}`]
          : [badge(FROM), ` ${outcomes[0] || "—"}`, make("span.unequal", {}, "≠"), badge(TO),
            ` ${outcomes[1] || "—"}`])));
    }
    const message = this.sent(event);
    if (message !== null) line.append(message);
    const partings = this.partings(event);
    if (partings !== null) line.append(partings);
    return line;
  }

  /** What a message carries under each policy. */
  sent(event) {
    const { messages } = this.story;
    const message = firstAtLeast(messages.event, event);
    if (message >= messages.length || messages.event[message] !== event) return null;
    const words = SIDES.map((side) => {
      const bytes = messages[side].bytes[message];
      return bytes === 0 ? "nothing"
        : `${counted(messages[side].keys[message], "entry")}, ${counted(bytes, "byte")}`
          .replace("entrys", "entries");
    });
    return make("p.outcomes", {}, "carries ", ...(words[0] === words[1] ? [words[0]]
      : [badge(FROM), ` ${words[0]} `, badge(TO), ` ${words[1]}`]));
  }

  static PARTINGS_MAX = 12;

  /** The differences that begin with an event. */
  partings(event) {
    const { partings } = this.story;
    const first = firstAtLeast(partings.event, event);
    const end = firstAtLeast(partings.event, event + 1);
    if (first === end) return null;
    const rows = [];
    for (let index = first; index < Math.min(end, first + Panel.PARTINGS_MAX); index += 1) {
      const until = partings.until[index];
      rows.push(make("li", {}, make("span.unequal", {}, "≠ "),
        make("span.kind", {}, this.text(partings.kind[index])), " ",
        make("span.key", {}, this.text(partings.key[index])), " ",
        badge(FROM), " ", make("span.value", {}, this.text(partings.from[index])), " ",
        badge(TO), " ", make("span.value", {}, this.text(partings.to[index])),
        make("span.kind", {}, until === 0 ? " to the end" : ` until event ${grouped(until)}`)));
    }
    if (end - first > rows.length) {
      rows.push(make("li.more", {}, `and ${grouped(end - first - rows.length)} more`));
    }
    return make("ul.partings", { "aria-label": "The two rules part here" }, ...rows);
  }

  /** One device: its settings and answers, and its lists. */
  device(device, acting) {
    const cells = this.cellsByDevice[device].filter((cell) =>
      this.isPresent(cell) || this.changed.has(cell));
    const isItem = (cell) => this.story.cells.section[cell] === ITEM;
    const rows = this.ordered(cells.filter((cell) => !isItem(cell) && this.passes(cell)));
    const items = this.ordered(cells.filter((cell) => isItem(cell) && this.passes(cell)));
    const differing = cells.filter((cell) => this.differs(cell)).length;
    const difference = differing === 0 ? "same under both"
      : `${counted(differing, "row")} ${differing === 1 ? "differs" : "differ"}`;
    const title = make("h3", {}, make("span.name", {}, printable(this.story.devices[device])),
      device === acting ? make("span.acting", {}, "acts here") : null,
      make(`span.count${differing === 0 ? "" : ".unequal"}`, {}, difference));
    const card = make("section.device", { "data-device": printable(this.story.devices[device]) },
      title);
    if (rows.length > 0) card.append(...this.table("state", "key", rows, (cell) => this.row(cell)));
    const lists = new Set(items.map((cell) => this.story.cells.group[cell]));
    for (const name of lists) {
      const members = items.filter((cell) => this.story.cells.group[cell] === name);
      card.append(...this.table("state list", this.text(name), members, (cell) => this.item(cell)));
    }
    if (rows.length + items.length === 0) {
      card.append(make("p.empty", {}, cells.length > 0 ? "nothing that the search names"
        : "nothing stored"));
    }
    return card;
  }

  /** How many rows that are the same under both are seen without asking. */
  static PLAIN_ROWS_MAX = 12;

  /** A table of what differs or changed here, then of the rest, folded where that is much. */
  table(style, subject, rows, row) {
    const head = make("tr", {}, make("th", { scope: "col" }, subject),
      make("th", { scope: "col" }, badge(FROM)), make("th", { scope: "col" }, badge(TO)));
    const shown = rows.slice(0, Panel.ROWS_MAX);
    const telling = shown.filter((cell) => this.differs(cell) || this.changed.has(cell)).length;
    const isFolded = this.filter === null && shown.length - telling > Panel.PLAIN_ROWS_MAX;
    const open = isFolded ? telling : shown.length;
    const body = (cells) => make("tbody", {}, ...cells.map(row));
    const parts = [make("table", { class: style }, make("thead", {}, head),
      body(shown.slice(0, open)))];
    if (isFolded) {
      const fold = make("details", {}, make("summary", {},
        `${grouped(shown.length - telling)} rows that are the same under both`),
      make("table", { class: style }, body(shown.slice(open))));
      fold.open = this.unfolded;
      fold.addEventListener("toggle", () => { this.unfolded = fold.open; });
      parts.push(fold);
    }
    const left = rows.length - shown.length;
    if (left > 0) {
      parts.push(make("p.more", {}, `and ${grouped(left)} more; a search by key narrows them down`));
    }
    return parts;
  }

  passes(cell) {
    if (this.filter === null || !this.filter.isNarrowing) return true;
    return this.filter.texts[this.story.cells.key[cell]] === 1 || this.changed.has(cell);
  }

  /** What differs first, then what changed here, then the rest; each by kind and name as before. */
  ordered(cells) {
    const rank = (cell) => (this.differs(cell) ? 0 : this.changed.has(cell) ? 1 : 2);
    return [0, 1, 2].flatMap((wanted) => cells.filter((cell) => rank(cell) === wanted));
  }

  static KINDS = ["", "", "registered", "answer", ""];

  row(cell) {
    const { cells } = this.story;
    const differs = this.differs(cell);
    const isChanged = this.changed.has(cell);
    const kind = Panel.KINDS[cells.section[cell]];
    const group = cells.group[cell] === 0 ? "" : this.text(cells.group[cell]);
    const name = make("th", { scope: "row" },
      differs ? make("span.unequal", { title: "differs" }, "≠") : null,
      make("span.key", { title: this.text(cells.key[cell]) }, this.text(cells.key[cell])),
      kind || group ? make("span.kind", {}, [kind, group].filter(Boolean).join(" · ")) : null);
    const values = SIDES.map((side) => this.value(cell, side));
    if (!differs && values[0].className === values[1].className) {
      values[0].colSpan = 2;
      values.pop();
    }
    const row = make("tr", {
      "data-key": this.text(cells.key[cell]), "data-section": SECTIONS[cells.section[cell]],
    }, name, ...values);
    row.classList.toggle("differs", differs);
    row.classList.toggle("changed", isChanged);
    row.classList.toggle("fact", cells.section[cell] === FACT);
    return row;
  }

  value(cell, side) {
    const place = cell * 2 + (side === TO ? 1 : 0);
    const now = this.state[place];
    const isChanged = ((this.changed.get(cell) ?? 0) & side) !== 0;
    const value = make("td", { "data-side": side === FROM ? "A" : "B" }, now === 0
      ? make("span.absent", {}, "absent") : make("span.value", {}, this.text(now)));
    if (isChanged) {
      const old = this.before[place];
      value.classList.add("changed");
      value.append(make("span.was", {},
        make("span.mark", {}, "changed"),
        old === 0 ? " was absent" : ` was ${shortened(this.text(old), 60)}`));
    }
    return value;
  }

  /** An item of a list, with the stamps of what was last done to it; a removal is a tombstone. */
  item(cell) {
    const key = this.text(this.story.cells.key[cell]);
    const differs = this.differs(cell);
    const row = make("tr", { "data-key": key, "data-section": "item" }, make("th", { scope: "row" },
      differs ? make("span.unequal", { title: "differs" }, "≠") : null,
      make("span.key", { title: key }, key)),
    ...SIDES.map((side) => this.mark(cell, side)));
    row.classList.toggle("differs", differs);
    return row;
  }

  mark(cell, side) {
    const number = this.state[cell * 2 + (side === TO ? 1 : 0)];
    const value = make("td", { "data-side": side === FROM ? "A" : "B" });
    if (number === 0) {
      value.append(make("span.absent", {}, "not in it"));
    } else {
      const [isListed, added, removed] = this.story.texts[number].split(" ");
      value.append(isListed === "1" ? make("span.listed", {}, "● listed")
        : make("span.tombstone", {}, "✝ removed"));
      value.append(make("span.stamps", {},
        ...[["added", added], ["removed", removed]].filter(([, stamp]) => stamp !== "-")
          .map(([word, stamp]) => make("span", {}, `${word} ${stampText(stamp)}`))));
    }
    if (((this.changed.get(cell) ?? 0) & side) !== 0) {
      value.append(make("span.was", {}, make("span.mark", {}, "changed")));
    }
    return value;
  }
}

/** Orders texts by their code units, the same everywhere. */
function compared(one, other) { return one < other ? -1 : one > other ? 1 : 0; }

/** A stamp in milliseconds since 1970 as a time, where it is one. */
function stampText(stamp) {
  const number = Number(stamp);
  const seconds = Math.floor(number / 1000);
  return Math.abs(number) > 8.64e15 ? stamp : clock(seconds, (number - seconds * 1000) * 1000, true);
}
