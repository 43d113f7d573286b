// Which columns are shown, and how wide they are.
import {byId, make} from "./elements.js";
import {shownText} from "./filters.js";
import {state, update} from "./state.js";

const NARROW = 1700;  // pixels of the window, below which four columns are too many
const SMALL = 1000;  // the same of three
const NARROWEST = 640;  // the same of two
const LIST_FITS = 1100;
const SHARE = 0.9;  // the part of the lines that a column is wide enough for, if there is room
const LEAST = 30;
const MOST = 72;  // characters
const AROUND = 12;  // characters that the strips and numbers beside the code take
const CHARACTER = 7.3;  // pixels
const LEAST_PIXELS = 120;
const STEP = 24;

let available = [];
let wanted = {};  // characters by column
let applied = () => {};

// Where all columns would be too narrow, Python is hidden first, PTX last.
function usual() {
  const wide = window.innerWidth;
  const most = wide < NARROWEST ? 1 : wide < SMALL ? 2 : wide < NARROW ? 3 : 4;
  const kept = ["ptx", "source", "sass", "python"].filter((id) => available.includes(id)).slice(0, most);
  return available.filter((id) => kept.includes(id));
}

export function shownColumns() {
  const chosen = state().columns?.split(",").filter((id) => available.includes(id));
  return chosen?.length ? chosen : usual();
}

export const hasList = () => (state().jumps ? state().jumps === "1" : window.innerWidth >= LIST_FITS);

export function toggleColumn(id) {
  const shown = new Set(shownColumns());
  if (shown.has(id) && shown.size > 1) shown.delete(id);
  else shown.add(id);
  const list = available.filter((each) => shown.has(each)).join(",");
  update({columns: list === usual().join(",") ? "" : list, widths: ""});
  applied();
}

// How many characters a column would like to have.
export function measureColumn(id, lines, hidden) {
  const lengths = [];
  lines.forEach((text, at) => {
    if (text.trim() && !hidden.isHidden?.(at + 1, text)) lengths.push(shownText(text, hidden).trimEnd().length);
  });
  lengths.sort((a, b) => a - b);
  wanted[id] = AROUND + Math.min(MOST, Math.max(LEAST, lengths[Math.floor(SHARE * (lengths.length - 1))] ?? 0));
}

// How wide each column is: what it would like to have, and no more than an equal part of what the
// others leave where that is too much. Room that is left goes to all.
function shared(ids) {
  let room = byId("columns").clientWidth / CHARACTER;
  const widths = {};
  let open = [...ids];
  for (;;) {
    const part = room / open.length;
    const content = open.filter((id) => wanted[id] <= part);
    if (!content.length || content.length === open.length) {
      for (const id of open) widths[id] = content.length ? wanted[id] : part;
      return widths;
    }
    for (const id of content) {
      widths[id] = wanted[id];
      room -= wanted[id];
    }
    open = open.filter((id) => !content.includes(id));
  }
}

const section = (id) => byId(`column-${id}`);

export function applyLayout() {
  const shown = shownColumns();
  const widths = (state().widths ?? "").split(",").map(Number);
  const areDrawn = widths.length === shown.length && widths.every((width) => width > 0);
  for (const id of available) section(id).hidden = !shown.includes(id);
  const usualWidths = shared(shown);
  for (const id of available) {
    section(id).style.flexGrow = String(areDrawn ? widths[shown.indexOf(id)] : usualWidths[id] ?? 0);
    byId(`toggle-${id}`).checked = shown.includes(id);
  }
  for (const bar of document.querySelectorAll(".divider")) {
    const [left, right] = neighbours(bar);
    bar.hidden = !left || !right || right !== bar.nextElementSibling;
  }
}

// The columns that a bar is between, of those that are shown.
function neighbours(bar) {
  return ["previousElementSibling", "nextElementSibling"].map((step) => {
    let found = bar[step];
    while (found && (found.hidden || !found.classList.contains("column"))) found = found[step];
    return found;
  });
}

// Drawing a bar would select the text that the pointer goes over, and so choose its line.
export function keepsSelection(event) {
  const prevent = (each) => each.preventDefault();
  const over = ["mousedown", "selectstart"];
  for (const name of over) document.addEventListener(name, prevent, true);
  event.target.addEventListener("lostpointercapture", () => {
    for (const name of over) document.removeEventListener(name, prevent, true);
  }, {once: true});
}

// A bar between columns, which is drawn, or moved by the arrows, to make one wider.
function divider() {
  const bar = make("div", "", {class: "divider", role: "separator", "aria-orientation": "vertical", "aria-label": "width of the columns beside it", tabindex: "0", title: "drag to make a column wider; a double click sets all widths back"});
  const begin = () => {
    const [left, right] = neighbours(bar);
    const sizes = shownColumns().map((id) => [section(id), section(id).offsetWidth]);
    const [wide, other] = [left.offsetWidth, right.offsetWidth];
    return (distance) => {
      const shift = Math.max(LEAST_PIXELS - wide, Math.min(other - LEAST_PIXELS, distance));
      // The other columns keep their widths.
      const next = sizes.map(([each, width]) => width + (each === left ? shift : each === right ? -shift : 0));
      sizes.forEach(([each], at) => (each.style.flexGrow = String(next[at])));
      return next;
    };
  };
  const keep = (widths) => update({widths: widths.map(Math.round).join(",")});
  bar.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    keepsSelection(event);
    bar.setPointerCapture(event.pointerId);
    bar.focus({focusVisible: false});
    const start = event.clientX;
    const shift = begin();
    const move = ({clientX}) => shift(clientX - start);
    bar.addEventListener("pointermove", move);
    bar.addEventListener("pointerup", ({clientX}) => {
      bar.removeEventListener("pointermove", move);
      if (clientX !== start) keep(shift(clientX - start));
    }, {once: true});
  });
  bar.addEventListener("keydown", (event) => {
    const steps = {ArrowLeft: -STEP, ArrowRight: STEP};
    if (!(event.key in steps)) return;
    keep(begin()(steps[event.key]));
    event.preventDefault();
  });
  bar.addEventListener("dblclick", () => {
    update({widths: ""});
    applyLayout();
  });
  return bar;
}

// Puts bars between the columns; `changed` is called when other columns are to be shown.
export function buildLayout(ids, changed) {
  [available, applied] = [ids, changed];
  for (const id of ids.slice(1)) section(id).before(divider());
  window.addEventListener("resize", changed);
}
