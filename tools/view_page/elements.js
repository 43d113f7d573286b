// Elements of the page. All text of the input is set as text, never as markup.

export const byId = (id) => document.getElementById(id);

// Invisible characters, and those that turn the direction of the text around them, as escapes.
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
export const visible = (text) => String(text).replace(INVISIBLE, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`);

export function make(name, text = "", attributes = {}, ...children) {
  const made = document.createElement(name);
  if (text !== "") made.textContent = visible(text);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// A text with what is between backticks as code.
export const prose = (text) => text.split("`").map((part, at) => (at % 2 ? make("code", part) : visible(part)));

export function checkBox(id, text, title, changed) {
  const box = make("input", "", {type: "checkbox", id});
  box.addEventListener("change", changed);
  return make("label", "", {class: "check", title}, box, text);
}

// Of the elements that match, one is in the order of focus; the arrows go to the others.
export function rove(parent, selector) {
  const all = () => [...parent.querySelectorAll(selector)].filter((each) => each.getClientRects().length);
  const choose = (chosen) => {
    for (const each of parent.querySelectorAll(selector)) each.tabIndex = each === chosen ? 0 : -1;
  };
  choose(parent.querySelector(selector));
  parent.addEventListener("focusin", (event) => event.target.matches(selector) && choose(event.target));
  parent.addEventListener("keydown", (event) => {
    const step = {ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1}[event.key];
    if (!step || !event.target.matches(selector)) return;
    const found = all();
    found[(found.indexOf(event.target) + step + found.length) % found.length]?.focus();
    event.preventDefault();
  });
}

// Makes a long text one of which a class hides the rest, until it is clicked, or Enter is pressed.
export function foldable(made, name) {
  for (const [key, value] of Object.entries({role: "button", tabindex: "0", "aria-expanded": "false"})) made.setAttribute(key, value);
  made.classList.add(name);
  const toggle = () => made.setAttribute("aria-expanded", String(!made.classList.toggle(name)));
  made.addEventListener("click", toggle);
  made.addEventListener("keydown", (event) => event.key === "Enter" && toggle());
  return made;
}

export const number = (value) => value.toLocaleString("en-GB");
export const plural = (count, noun, many = `${noun}s`) => `${number(count)} ${count === 1 ? noun : many}`;

// 49152 as 48 kB: sizes of memory are powers of two.
export function size(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  const kilo = bytes / 1024;
  return `${Number.isInteger(kilo) ? kilo : kilo.toFixed(1)} kB`;
}

export function table(head, rows) {
  const made = make("table");
  const top = make("tr");
  for (const cell of head) top.append(make("th", cell));
  made.append(top);
  for (const row of rows) {
    const line = make("tr");
    for (const cell of row) {
      if (cell instanceof Node) line.append(make("td", "", {}, cell));
      else line.append(make("td", typeof cell === "number" ? number(cell) : String(cell), typeof cell === "number" ? {class: "number"} : {}));
    }
    made.append(line);
  }
  return made;
}

// A table whose rows lead to a line, the first item of each.
export function lineTable(head, rows, chosen) {
  const made = table(head, rows.map((row) => row.slice(1)));
  rows.forEach(([line], index) => {
    const row = made.rows[index + 1];
    row.tabIndex = 0;
    row.className = "row";
    // A link in a row leads to its own line.
    const isRow = (event) => !event.target.closest("button");
    row.addEventListener("click", (event) => isRow(event) && chosen(line));
    row.addEventListener("keydown", (event) => event.key === "Enter" && isRow(event) && chosen(line));
  });
  return made;
}

export function menu(label, title, options, value, chosen) {
  const made = make("select", "", {"aria-label": label, title});
  for (const [key, text] of options) made.append(make("option", text, {value: key}));
  made.value = value;
  made.addEventListener("change", () => chosen(made.value));
  return made;
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = make("textarea", "", {style: "position:fixed;opacity:0"});
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

export function download(name, text) {
  const link = make("a", "", {download: name, href: URL.createObjectURL(new Blob([text], {type: "text/plain"}))});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
