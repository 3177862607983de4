// The story of the session, as Swift wrote it into the page: numbers in columns, texts once.

/** The two policies, as bits of a set of sides. */
const FROM = 1;
const TO = 2;
const SIDES = [FROM, TO];

/** What became of a message, in the order of SessionStory.Fate. */
const FATES = ["sent", "delivered", "superseded", "suppressed", "failed", "undelivered"];
const [SENT, DELIVERED, SUPERSEDED, SUPPRESSED, FAILED, UNDELIVERED] = FATES.keys();

/** What a place is, in the order of SessionStory.Section. */
const SECTIONS = ["fact", "setting", "registered", "answer", "item"];
const [FACT, SETTING, REGISTERED, ANSWER, ITEM] = SECTIONS.keys();

/** Reads the data block. */
function readStory(text) {
  const raw = JSON.parse(text);
  const steps = raw.steps;
  const count = steps.kind.length;
  const changeStart = new Int32Array(count + 1);
  steps.changes.forEach((changes, index) => {
    changeStart[index + 1] = changeStart[index] + changes;
  });
  let second = 0;
  return {
    recording: raw.recording,
    policies: raw.policies,
    count,
    texts: raw.texts,
    devices: raw.devices,
    kinds: raw.kinds,
    channels: raw.channels,
    cells: columns(raw.cells, ["device", "section", "group", "key"]),
    seconds: Float64Array.from(steps.second, (delta) => (second += delta)),
    micros: Int32Array.from(steps.micro),
    process: Int32Array.from(steps.process),
    device: Int32Array.from(steps.device),
    kind: Uint8Array.from(steps.kind),
    caption: Int32Array.from(steps.caption),
    outcomes: { [FROM]: Int32Array.from(steps.from), [TO]: Int32Array.from(steps.to) },
    changeStart,
    changes: columns(raw.changes, ["cell", "text", "sides"]),
    messages: {
      ...columns(raw.messages, ["event", "sender", "receiver", "channel"]),
      [FROM]: columns(raw.sendings.from, ["fate", "detail", "bytes", "keys"]),
      [TO]: columns(raw.sendings.to, ["fate", "detail", "bytes", "keys"]),
    },
    receipts: columns(raw.receipts, ["message", "event", "device", "sides"]),
    partings: columns(raw.partings, ["event", "device", "kind", "key", "from", "to", "until"]),
  };
}

/** An array of rows, one after another, as one array for each column. */
function columns(flat, names) {
  const width = names.length;
  const length = flat.length / width;
  const table = { length };
  names.forEach((name, column) => {
    const values = new Float64Array(length);
    for (let row = 0; row < length; row += 1) values[row] = flat[row * width + column];
    table[name] = values;
  });
  return table;
}

/** The first index of the ascending `values` that is at least `wanted`. */
function firstAtLeast(values, wanted, length = values.length) {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
