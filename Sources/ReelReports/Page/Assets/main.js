// The playhead, and all that moves it.

class Page {
  static ANNOUNCE_DELAY = 250;
  static ADDRESS_DELAY = 200;

  constructor(story) {
    this.story = story;
    this.root = document.querySelector("[data-session]");
    this.live = document.querySelector("[data-live]");
    this.scrubber = this.root.querySelector("[data-scrubber]");
    this.number = this.root.querySelector("[data-number]");
    this.partingEvents = [...new Set(story.partings.event)].sort((one, other) => one - other);
    this.root.hidden = false;
    this.panel = new Panel(story, this.root);
    this.search = new Search(story, this.root, (result) => this.searched(result));
    this.timeline = new Timeline(story, this.root, (event) => this.go(event));
    this.scrubber.max = this.number.max = Math.max(1, story.count);
    this.drawTicks();
    this.listen();
    this.event = 0;
    this.start = this.partingEvents[0] ?? 1;
    this.go(this.addressed() ?? this.start, { isQuiet: true });
  }

  /** The event that the address names; null where it names none. */
  addressed() {
    const match = /^#e(\d{1,9})$/.exec(location.hash);
    return match ? this.clamped(Number(match[1])) : null;
  }

  clamped(event) { return Math.min(Math.max(1, Math.trunc(event) || 1), Math.max(1, this.story.count)); }

  /** Moves the playhead. */
  go(wanted, { isQuiet = false } = {}) {
    const event = this.clamped(wanted);
    if (event === this.event) return;
    this.event = event;
    this.scrubber.value = event;
    this.scrubber.setAttribute("aria-valuetext", this.summary(event));
    if (document.activeElement !== this.number) this.number.value = event;
    this.timeline.show(event);
    this.panel.show(event, this.search.result);
    this.markLinks();
    this.moveTick();
    if (!isQuiet) {
      this.announce(this.summary(event));
      this.noteAddress();
    }
  }

  summary(event) {
    if (this.story.count === 0) return "no events";
    return `${this.timeline.spoken(event)}; event ${event} of ${this.story.count}`;
  }

  announce(text) {
    clearTimeout(this.announcing);
    this.announcing = setTimeout(() => { this.live.textContent = text; }, Page.ANNOUNCE_DELAY);
  }

  /** The address follows the playhead, without an entry in the history for each step. */
  noteAddress() {
    clearTimeout(this.addressing);
    this.addressing = setTimeout(() => {
      const hash = `#e${this.event}`;
      if (location.hash !== hash) history.replaceState(null, "", hash);
    }, Page.ADDRESS_DELAY);
  }

  /** Marks the links that lead to where the playhead is. */
  markLinks() {
    for (const link of document.querySelectorAll("a[aria-current]")) {
      link.removeAttribute("aria-current");
    }
    for (const link of document.querySelectorAll(`a[href="#e${this.event}"]`)) {
      link.setAttribute("aria-current", "step");
    }
  }

  // Differences on the scrubber

  drawTicks() {
    const ticks = this.root.querySelector("[data-ticks]");
    const width = 1000;
    const columns = new Set(this.partingEvents.map((event) => Math.round(this.share(event) * width)));
    ticks.setAttribute("viewBox", `0 0 ${width} 10`);
    ticks.append(...[...columns].map((x) =>
      draw("rect", { class: "tick", x: x - 1.5, y: 0, width: 3, height: 10 })));
    this.tick = draw("rect", { class: "tick here", x: 0, y: 0, width: 3, height: 10 });
    ticks.append(this.tick);
  }

  share(event) { return this.story.count < 2 ? 0 : (event - 1) / (this.story.count - 1); }

  moveTick() { this.tick.setAttribute("x", this.share(this.event) * 1000 - 1.5); }

  /** Goes to the next event at which the two part, or to the one before. */
  goToParting(direction) {
    const events = this.partingEvents;
    const index = direction > 0 ? firstAtLeast(events, this.event + 1)
      : firstAtLeast(events, this.event) - 1;
    if (index >= 0 && index < events.length) this.go(events[index]);
    else this.announce(direction > 0 ? "no later difference" : "no earlier difference");
  }

  // Search

  searched(result) {
    this.timeline.mark(result === null ? null : result.matches);
    this.panel.show(this.event, result);
    const [previous, next] = this.root.querySelectorAll("[data-match]");
    previous.disabled = next.disabled = result === null || result.events.length === 0;
  }

  goToMatch(direction) {
    const event = this.search.next(this.event, direction);
    if (event !== null) this.go(event);
  }

  // Keys and mouse

  listen() {
    this.scrubber.addEventListener("input", () => this.go(Number(this.scrubber.value)));
    this.number.addEventListener("change", () => this.go(Number(this.number.value)));
    this.number.addEventListener("blur", () => { this.number.value = this.event; });
    this.search.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.goToMatch(event.shiftKey ? -1 : 1);
      if (event.key === "Escape") this.search.field.blur();
    });
    for (const button of this.root.querySelectorAll("[data-move]")) {
      button.addEventListener("click", () => this.move(button.dataset.move));
    }
    for (const button of this.root.querySelectorAll("[data-match]")) {
      button.addEventListener("click", () => this.goToMatch(Number(button.dataset.match)));
    }
    window.addEventListener("hashchange", () => {
      const isNamed = location.hash !== "";
      const event = isNamed ? this.addressed() : this.start;
      if (event === null) return;
      this.go(event);
      if (isNamed) this.root.scrollIntoView({ block: "nearest" });
    });
    document.addEventListener("click", (event) => {
      const link = event.target.closest("a[href^='#e']");
      if (link && link.hash === location.hash) this.go(this.addressed());
    });
    document.addEventListener("keydown", (event) => this.pressed(event));
    window.addEventListener("beforeprint", () => this.timeline.print(true));
    window.addEventListener("afterprint", () => this.timeline.print(false));
  }

  static MOVES = {
    ArrowLeft: "-1", ArrowRight: "1", Home: "first", End: "last", n: "next", p: "previous",
  };

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target;
    const isText = target.matches("input[type=search], input[type=number], select, textarea");
    if (isText) return;
    if (event.key === "/") {
      event.preventDefault();
      this.search.field.focus();
      return;
    }
    const isInTimeline = target === this.timeline.scroller || target === this.scrubber;
    const vertical = { ArrowUp: "-1", ArrowDown: "1" }[event.key];
    const move = Page.MOVES[event.key] ?? (isInTimeline ? vertical : undefined);
    if (move === undefined) return;
    event.preventDefault();
    this.move(move, event.shiftKey ? 10 : 1);
  }

  move(name, factor = 1) {
    switch (name) {
    case "first": this.go(1); break;
    case "last": this.go(this.story.count); break;
    case "next": this.goToParting(1); break;
    case "previous": this.goToParting(-1); break;
    default: this.go(this.event + Number(name) * factor);
    }
  }
}

const dataBlock = document.getElementById("data");
if (dataBlock) new Page(readStory(dataBlock.textContent));
