// Search by key and by text: which events speak of it.

class Search {
  static SUGGESTIONS_MAX = 200;

  constructor(story, root, changed) {
    this.story = story;
    this.field = root.querySelector("[data-search]");
    this.count = root.querySelector("[data-search-count]");
    this.changed = changed;
    this.result = null;
    this.suggest(root.querySelector("datalist"));
    this.field.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.run(), 120);
    });
  }

  suggest(list) {
    const { cells, texts } = this.story;
    const keys = new Set();
    for (let cell = 0; cell < cells.length && keys.size < Search.SUGGESTIONS_MAX; cell += 1) {
      if (cells.section[cell] !== FACT) keys.add(texts[cells.key[cell]]);
    }
    list.replaceChildren(...[...keys].sort(compared).map((key) => make("option", { value: key })));
  }

  /** Finds the events that name what the field says, in their words or by a key they change. */
  run() {
    const wanted = this.field.value.trim().toLowerCase();
    this.result = wanted === "" ? null : this.find(wanted);
    this.tell();
    this.changed(this.result);
  }

  find(wanted) {
    const { story } = this;
    const texts = Uint8Array.from(story.texts, (text) => Number(text.toLowerCase().includes(wanted)));
    texts[0] = 0;
    const matches = new Set();
    const { changes, changeStart, cells, partings } = story;
    for (let index = 0; index < story.count; index += 1) {
      let isMatch = texts[story.caption[index]] || texts[story.process[index]]
        || texts[story.outcomes[FROM][index]] || texts[story.outcomes[TO][index]];
      for (let at = changeStart[index]; !isMatch && at < changeStart[index + 1]; at += 1) {
        const cell = changes.cell[at];
        isMatch = cells.section[cell] !== FACT && texts[cells.key[cell]];
      }
      if (isMatch) matches.add(index + 1);
    }
    for (let index = 0; index < partings.length; index += 1) {
      if (texts[partings.key[index]]) matches.add(partings.event[index]);
    }
    const events = Float64Array.from(matches).sort();
    let isNarrowing = false;
    for (let cell = 0; cell < cells.length && !isNarrowing; cell += 1) {
      isNarrowing = cells.section[cell] !== FACT && texts[cells.key[cell]] === 1;
    }
    return { texts, matches, events, isNarrowing };
  }

  tell() {
    this.count.textContent = this.result === null ? ""
      : this.result.events.length === 0 ? "no event names it"
        : `${counted(this.result.events.length, "event")} ${
          this.result.events.length === 1 ? "names" : "name"} it`;
  }

  /** The next match after `event`, or before it; from the other end where there is none. */
  next(event, direction) {
    if (this.result === null || this.result.events.length === 0) return null;
    const { events } = this.result;
    const index = direction > 0 ? firstAtLeast(events, event + 1) : firstAtLeast(events, event) - 1;
    return events[(index + events.length) % events.length];
  }
}
