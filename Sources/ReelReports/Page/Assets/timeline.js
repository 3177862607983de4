// The session with time running down: a row an event, a lane a device, once for each policy.
// Only the rows in view are in the document.

class Timeline {
  static ROW = 34;
  static MARGIN_ROWS = 12;
  static LANES_MAX = 16;
  static ARROWS_MAX = 400;
  static PRINTED_MAX = 40;

  constructor(story, root, choose) {
    this.story = story;
    this.choose = choose;
    this.scroller = root.querySelector("[data-scroller]");
    this.head = root.querySelector("[data-lane-heads]");
    this.body = root.querySelector("[data-rows]");
    this.shownText = root.querySelector("[data-shown]");
    this.playhead = 0;
    this.matches = null;
    this.ends = this.arrowEnds();
    this.partings = new Set(story.partings.event);
    this.window = null;
    this.scroller.addEventListener("scroll", () => this.schedule(), { passive: true });
    new ResizeObserver(() => this.layOut()).observe(this.scroller);
    this.body.addEventListener("click", (event) => {
      const row = event.target.closest("[data-event]");
      if (row) this.choose(Number(row.dataset.event));
    });
    this.layOut();
  }

  /** How many lanes are drawn; the devices beyond share the last one. */
  get lanes() { return Math.min(this.story.devices.length, Timeline.LANES_MAX); }

  lane(device) { return Math.min(device, this.lanes - 1); }

  /** Lays the columns out for the width there is. */
  layOut() {
    const width = this.scroller.clientWidth;
    if (width === 0) return;
    this.isNarrow = width < 560;
    const digits = 20 + 8.5 * grouped(this.story.count).length;
    const number = Math.max(this.isNarrow ? 38 : 60, digits);
    const fixed = number + (this.isNarrow ? 0 : 84);
    const captionMin = this.isNarrow ? 120 : 230;
    const room = (width - fixed - captionMin - 40) / (this.lanes * 2);
    this.gap = Math.max(18, Math.min(92, Math.floor(room)));
    this.sideWidth = this.lanes * this.gap;
    this.lanesWidth = this.sideWidth * 2 + 24;
    this.scroller.style.setProperty("--lanes", `${this.lanesWidth}px`);
    this.scroller.style.setProperty("--number", `${number}px`);
    this.drawHead();
    this.render();
  }

  x(side, device) {
    const start = side === FROM ? 0 : this.sideWidth + 24;
    return start + (this.lane(device) + 0.5) * this.gap;
  }

  /** The events that are printed, where the window is on paper; null on a screen. */
  print(isPrinting) {
    const first = Math.max(1, this.playhead - Timeline.PRINTED_MAX / 2);
    this.window = isPrinting
      ? { first, last: Math.min(this.story.count, first + Timeline.PRINTED_MAX - 1) } : null;
    this.layOut();
  }

  /** Where the row of an event begins. */
  top(event) { return (event - (this.window?.first ?? 1)) * Timeline.ROW; }

  /** Where the dot of an event is. */
  y(event) { return this.top(event) + Timeline.ROW / 2; }

  drawHead() {
    const heads = SIDES.map((side) => {
      const names = this.story.devices.slice(0, this.lanes).map((name, lane) => {
        const isShared = lane === this.lanes - 1 && this.story.devices.length > this.lanes;
        const head = make("span.lane", { title: printable(name) },
          isShared ? "others" : printable(name));
        head.style.width = `${this.gap}px`;
        return head;
      });
      const policy = make("span.policy", {}, badge(side),
        make("span.name", {}, printable(this.story.policies[side - 1])));
      const group = make("div.side-head", {}, policy, make("div.lanes", {}, ...names));
      group.style.width = `${this.sideWidth}px`;
      return group;
    });
    this.head.replaceChildren(...heads);
  }

  schedule() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      this.render();
    });
  }

  /** The events in view, with some to spare on either side. */
  inView() {
    if (this.window) return this.window;
    const top = Math.max(0, this.scroller.scrollTop - 64);
    const first = Math.max(1, Math.floor(top / Timeline.ROW) + 1 - Timeline.MARGIN_ROWS);
    const fit = Math.ceil(this.scroller.clientHeight / Timeline.ROW) + Timeline.MARGIN_ROWS * 2;
    return { first, last: Math.min(this.story.count, first + fit) };
  }

  render() {
    if (this.gap === undefined) return;
    const { first, last } = this.inView();
    const height = this.window ? last - first + 1 : this.story.count;
    this.body.style.height = `${height * Timeline.ROW}px`;
    const rows = [];
    for (let event = first; event <= last; event += 1) rows.push(this.row(event));
    this.body.replaceChildren(this.drawing(first, last), ...rows);
    const all = grouped(this.story.count);
    this.shownText.textContent = this.story.count === 0 ? "no events"
      : `showing events ${grouped(first)}–${grouped(last)} of ${all}`;
  }

  row(event) {
    const { story } = this;
    const index = event - 1;
    const parts = this.partings.has(event);
    const isHere = event === this.playhead;
    const isMatch = this.matches !== null && this.matches.has(event);
    const caption = shown(story.texts[story.caption[index]]);
    const device = shown(story.texts[story.process[index]]);
    const row = make("div.row", {
      id: `row-${event}`, role: "option", "data-event": event, "aria-selected": String(isHere),
      "aria-posinset": event, "aria-setsize": story.count, "aria-label": this.spoken(event),
    },
    make("span.number", {}, grouped(event)),
    this.time(index),
    make("span.caption", { title: `${device} ${caption}` },
      parts ? make("span.parts", { title: "the two rules part here" }, "≠") : null,
      make("b", {}, device), " ", caption, this.outcomeLine(event)));
    row.classList.toggle("here", isHere);
    row.classList.toggle("match", isMatch);
    row.classList.toggle("parting", parts);
    row.classList.toggle("outcome", story.kinds[story.kind[index]].startsWith("store.applied")
      || story.kinds[story.kind[index]].startsWith("store.cleared"));
    row.style.top = `${this.top(event)}px`;
    return row;
  }

  /** Whether the lanes are wide enough for words. */
  get hasRoom() { return this.gap >= 56; }

  /** What came of an event, where the lanes have no room to say it. */
  outcomeLine(event) {
    if (this.hasRoom) return null;
    const [one, other] = SIDES.map((side) => this.outcomeAt(side, event));
    if (one === "" && other === "") return null;
    const words = one === other ? [one]
      : [badge(FROM), ` ${one || "—"} `, badge(TO), ` ${other || "—"}`];
    return make("span.line", {}, ...words);
  }

  /** What a rule made of an event, in words; empty where there is nothing to say. */
  outcomeAt(side, event) {
    const message = this.messageAt(event);
    return message >= 0 ? this.fateWords(side, message)
      : shown(this.story.texts[this.story.outcomes[side][event - 1]]);
  }

  /** The time of day; with its date where another day begins. */
  time(index) {
    const { seconds, micros } = this.story;
    const day = (at) => Math.floor(seconds[at] / 86400);
    const [date, time] = clock(seconds[index], micros[index], true).split(" ");
    const isNewDay = index === 0 || day(index) !== day(index - 1);
    return make("span.time", { title: `${date} ${time}` },
      isNewDay && time !== undefined ? make("span.date", {}, date) : null, time ?? date);
  }

  /** A row in words: what a screen reader says, arrows included. */
  spoken(event) {
    const { story } = this;
    const index = event - 1;
    const words = SIDES.map((side) => [side, this.outcomeAt(side, event)])
      .filter(([, outcome]) => outcome !== "")
      .map(([side, outcome]) => `${side === FROM ? "A" : "B"}: ${outcome}`);
    const parting = this.partings.has(event) ? ["the two rules part here"] : [];
    return [`event ${event}`, shown(story.texts[story.process[index]]) + " "
      + shown(story.texts[story.caption[index]]), ...words, ...parting].join(", ");
  }

  messageAt(event) {
    const { messages } = this.story;
    const index = firstAtLeast(messages.event, event);
    return index < messages.length && messages.event[index] === event ? index : -1;
  }

  fateWords(side, message) {
    const { messages, texts, channels } = this.story;
    const fate = messages[side].fate[message];
    const detail = shown(texts[messages[side].detail[message]]);
    const isPush = channels[messages.channel[message]] === "kvs";
    switch (fate) {
    case SENT: return isPush ? "in the cloud" : "on its way";
    case SUPERSEDED: return isPush ? "overwritten" : "superseded";
    case UNDELIVERED: return "no receipt";
    case SUPPRESSED: case FAILED: return `${FATES[fate]} ${detail}`;
    default: return FATES[fate];
    }
  }

  // Arrows

  /** For each message and side, where its arrows end; pushes and pulls meet the cloud's lane. */
  arrowEnds() {
    const { messages, receipts } = this.story;
    const ends = { [FROM]: [], [TO]: [], lastEvent: new Float64Array(messages.length) };
    ends.lastEvent.set(messages.event);
    for (let index = 0; index < receipts.length; index += 1) {
      const message = receipts.message[index];
      if (message < 0) continue;
      for (const side of SIDES) {
        if (receipts.sides[index] & side) (ends[side][message] ??= []).push(index);
      }
      ends.lastEvent[message] = Math.max(ends.lastEvent[message], receipts.event[index]);
    }
    return ends;
  }

  drawing(first, last) {
    const { story } = this;
    const top = this.top(first);
    const height = Math.max(1, (last - first + 1) * Timeline.ROW);
    const svg = draw("svg", {
      class: "arrows", width: this.lanesWidth, height, "aria-hidden": "true",
      viewBox: `0 ${top} ${this.lanesWidth} ${height}`,
    });
    svg.style.top = `${top}px`;
    for (const side of SIDES) {
      for (let lane = 0; lane < this.lanes; lane += 1) {
        const x = this.x(side, lane);
        svg.append(draw("line", { class: "lane-line", x1: x, x2: x, y1: top, y2: top + height }));
      }
    }
    let drawn = 0;
    const until = firstAtLeast(story.messages.event, last + 1);
    for (let message = 0; message < until && drawn < Timeline.ARROWS_MAX; message += 1) {
      if (this.ends.lastEvent[message] < first) continue;
      for (const side of SIDES) svg.append(...this.arrows(side, message));
      drawn += 1;
    }
    for (let event = first; event <= last; event += 1) svg.append(...this.dots(event));
    return svg;
  }

  dots(event) {
    const { story } = this;
    const index = event - 1;
    return SIDES.flatMap((side) => {
      const x = this.x(side, story.device[index]);
      const kind = story.kinds[story.kind[index]];
      const mark = draw("circle", {
        class: `dot${event === this.playhead ? " here" : ""}`, cx: x, cy: this.y(event), r: 3.5,
      });
      const isAsked = kind === "store.read" || kind.endsWith(".read");
      if (!isAsked || !this.hasRoom) return [mark];
      const answer = shown(story.texts[story.outcomes[side][index]]);
      const length = Math.floor((this.gap / 2 - 10) / 6.2);
      return [mark, draw("text", { class: "answer", x: x + 7, y: this.y(event) + 4 },
        shortened(answer, Math.max(4, length)))];
    });
  }

  arrows(side, message) {
    const { story } = this;
    const { messages, receipts } = story;
    const isPush = story.channels[messages.channel[message]] === "kvs";
    const start = { x: this.x(side, messages.sender[message]), y: this.y(messages.event[message]) };
    const receiverX = this.x(side, messages.receiver[message]);
    const fate = messages[side].fate[message];
    const ends = this.ends[side][message] ?? [];
    const shapes = [];
    if (isPush && fate !== SUPPRESSED && fate !== FAILED) {
      const cloud = messages.receiver[message];
      const arrival = ends.find((end) => receipts.device[end] === cloud);
      const y = arrival === undefined ? start.y : this.y(receipts.event[arrival]);
      shapes.push(...this.arrow(start, { x: receiverX, y }, fate, this.fateWords(side, message)));
      for (const end of ends) {
        if (receipts.device[end] === cloud) continue;
        const at = this.y(receipts.event[end]);
        shapes.push(...this.arrow({ x: receiverX, y: at },
          { x: this.x(side, receipts.device[end]), y: at }, DELIVERED, "pulled"));
      }
      return shapes;
    }
    if (ends.length === 0 || fate === FAILED || fate === SUPPRESSED) {
      const end = { x: receiverX, y: start.y + Timeline.ROW * 0.75 };
      return this.arrow(start, end, fate, this.fateWords(side, message));
    }
    return ends.flatMap((end) => this.arrow(start,
      { x: this.x(side, receipts.device[end]), y: this.y(receipts.event[end]) }, fate,
      this.fateWords(side, message)));
  }

  /** One arrow: a shape of its own for each fate, and the fate as a word where there is room. */
  arrow(start, end, fate, words) {
    const name = FATES[fate];
    const reach = { [SUPPRESSED]: 0.22, [FAILED]: 0.5, [SENT]: 0.72, [SUPERSEDED]: 0.8,
      [UNDELIVERED]: 0.72 }[fate] ?? 1;
    const tip = {
      x: start.x + (end.x - start.x) * reach, y: start.y + (end.y - start.y) * reach,
    };
    const angle = Math.atan2(tip.y - start.y, tip.x - start.x) * 180 / Math.PI;
    const shapes = [
      draw("line", { class: `arrow ${name}`, x1: start.x, y1: start.y, x2: tip.x, y2: tip.y }),
      draw("path", {
        class: `tip ${name}`, d: Timeline.TIPS[fate],
        transform: `translate(${tip.x} ${tip.y}) rotate(${angle})`,
      }),
    ];
    if (this.hasRoom) {
      const isLeftward = end.x < start.x;
      shapes.push(draw("text", {
        class: `fate ${name}`, x: start.x + (isLeftward ? -8 : 8), y: start.y - 5,
        "text-anchor": isLeftward ? "end" : "start",
      }, shortened(words, Math.floor(this.gap / 5.6))));
    }
    return shapes;
  }

  /** The tip of an arrow that points to the right, by fate. */
  static TIPS = {
    [SENT]: "M0 -4 a4 4 0 1 1 0 8 a4 4 0 1 1 0 -8",
    [DELIVERED]: "M1 0 L-9 -4.5 L-9 4.5 Z",
    [SUPERSEDED]: "M0 -6 L0 6 M-4 -6 L-4 6",
    [SUPPRESSED]: "M5 -5 a5 5 0 1 0 0.01 0 M1.5 3.5 L8.5 -3.5",
    [FAILED]: "M-5 -5 L5 5 M-5 5 L5 -5",
    [UNDELIVERED]: "M0 -5 L5 0 L0 5 L-5 0 Z",
  };

  /** Brings the playhead to `event` and its row into view. */
  show(event) {
    this.playhead = event;
    const top = (event - 1) * Timeline.ROW;
    const { scrollTop, clientHeight } = this.scroller;
    const headHeight = this.head.offsetHeight;
    const room = clientHeight - headHeight;
    if (top < scrollTop + Timeline.ROW || top + Timeline.ROW * 2 > scrollTop + room) {
      this.scroller.scrollTop = Math.max(0, top - room / 2 + Timeline.ROW / 2);
    }
    this.render();
    this.scroller.setAttribute("aria-activedescendant", `row-${event}`);
  }

  /** Marks the events in `matches`; null for no search. */
  mark(matches) {
    this.matches = matches;
    this.render();
  }
}
