// Building elements. Whatever comes from the recording becomes text, never markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element of `tag` (`td.number` gives it a class) with attributes and children. */
function make(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length > 0) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** An element of a drawing. */
function draw(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/** What a reader could not see, or what would turn the line around, as \u{…}. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function printable(text) {
  return text.replace(UNSEEN, (character) =>
    character === "\u200D" ? character : `\\u{${character.codePointAt(0).toString(16)}}`);
}

/** `text` in at most `length` characters. */
function shortened(text, length) {
  const characters = [...text.slice(0, length * 2 + 2)];
  return characters.length > length ? characters.slice(0, length - 1).join("") + "…" : text;
}

/** A text of the recording as the page shows it: what is very long is cut. */
function shown(text) { return printable(shortened(text, SHOWN_MAX)); }

const SHOWN_MAX = 400;

const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

const counted = (count, noun) => `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;

/** A time of day, or with its date; of microseconds only what is not zero. */
function clock(seconds, micros, withDate) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return `${seconds} s`;
  const [day, time] = date.toISOString().split("T");
  const fraction = micros === 0 ? "" : `.${String(micros).padStart(6, "0").replace(/0{3}$/, "")}`;
  return `${withDate ? `${day} ` : ""}${time.slice(0, 8)}${fraction}`;
}

/** The badge of a side: A or B. */
function badge(side) {
  const letter = side === FROM ? "A" : "B";
  return make(`span.side.${letter.toLowerCase()}`, {}, letter);
}
