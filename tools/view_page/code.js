// The code: columns of the source, Python, PTX and machine code in step, what can be jumped to, and
// what is known of the line that is chosen.
import {barOf, chosenCounter, loopAt, measure, scaleOf} from "./bars.js";
import {Text, Tick, column} from "./columns.js";
import {colourOf, counters, data, functionAt, principal, principalPython, problems, ptx, ptxOfSource, python, pythonOf, sass, sassOf, source, sourceOf} from "./data.js";
import {describeLine, describeMachine} from "./details.js";
import {byId, copy, download, make, menu} from "./elements.js";
import {FILTERS, activeFilters, hiddenIn, shownText} from "./filters.js";
import {tooltipOf} from "./hover.js";
import {buildHot} from "./jumps.js";
import {applyLayout, buildLayout, hasList, keepsSelection, measureColumn, shownColumns, toggleColumn} from "./layout.js";
import {isRegister, labelsOf, targetOf} from "./registers.js";
import {state, step, update} from "./state.js";
import {textOf} from "./texts.js";
import {buildToolbar, showCounter, toggle} from "./toolbar.js";

const columns = {};
const titles = {source: "Source", python: "Python", ptx: "PTX", sass: "SASS"};
let file = 0;  // the source that is shown
let current = 0;  // the line of PTX that is chosen
let chosenLines = [];  // all lines of PTX that were chosen with it
let picked = {from: "", own: 0};  // the column and its line that were chosen last
let pressedOn = picked;  // the same, when the pointer went down
let word = "";  // the register or the label that was chosen
let busy = false;
let open = () => {};
let moved = () => {};

const available = Object.keys(titles).filter((id) => ({source, python, ptx, sass: sass.lines.length}[id]));

const linesOf = (id) => ({source: source?.files[file], python, ptx, sass}[id].lines);

const unique = (lines) => [...new Set(lines)].sort((a, b) => a - b);
const lit = (lines, name) => unique(lines).map((line) => [line, name]);

// ------------------------------------------------------------------------------- strips

function kindTick(line) {
  const kind = ptx.kind[line - 1];
  return kind >= 0 ? new Tick(colourOf(kind), ptx.kinds[kind]) : null;
}

function mark(line) {
  const found = problems.get(line);
  if (!found) return null;
  const severity = found.some((each) => each.severity === "error") ? "error" : "warning";
  return new Text(severity === "error" ? "✕" : "!", `mark ${severity}`, found.map((each) => `${each.code}: ${each.message}`).join("\n"));
}

const CONTROL = "Control bits: B waits for scoreboards, R and W the scoreboard released when operands are read and results written, Y may yield, S cycles to stall";

// What control bits say, without what they do not: "W1 S05" of "B------:R-:W1:-:S05".
function toldOf(control) {
  const parts = /^B(\S{6}):R(.):W(.):(.):(S\d+)$/.exec(control);
  if (!parts) return control;
  const [, waits, read, written, yields, stall] = parts;
  const barriers = waits.replaceAll("-", "");
  return [barriers && `B${barriers}`, read !== "-" && `R${read}`, written !== "-" && `W${written}`, yields !== "-" && yields, stall].filter(Boolean).join(" ");
}

function stripsOf(id) {
  const found = [{name: "heat", marker: barOf(id)}];
  if (id === "ptx") {
    found.push({name: "kind", marker: kindTick});
    if (problems.size) found.unshift({name: "mark", marker: mark});
  }
  if (id === "sass" && state().control) {
    found.push({name: "control", marker: (line) => (sass.controls[line - 1] ? new Text(toldOf(sass.controls[line - 1]), "control", `${sass.controls[line - 1]}\n${CONTROL}`) : null)});
  }
  return found;
}

// ------------------------------------------------------------------------------- choosing

const toPtx = {
  source: (line) => unique(ptxOfSource[file]?.get(line) ?? []),
  python: (line) => python.ptx[line - 1] ?? [],
  ptx: (line) => [ptx.start[line - 1]].filter(Boolean),
  sass: (line) => [sass.ptx[line - 1]].filter(Boolean),
};

// The line of several that is told of: the one that was chosen before, else the one that has most of
// what the bars measure.
function leadOf(lines) {
  if (lines.includes(current)) return current;
  const value = chosenCounter()[3];
  return lines.reduce((best, line) => (value(line) > value(best) ? line : best), lines[0]);
}

// Lights lines of PTX in all columns: `own` is the line of the column that they were chosen in, `rows` all
// of its lines; `lead` is the one that is told of, and `to` the last one of a range.
function choose(from, own, lines, {lead = leadOf(lines), rows = [own], to = 0} = {}) {
  if (busy) return;
  busy = true;
  const places = lines.flatMap((line) => sourceOf.get(line) ?? []);
  // A line that was inlined lies in several files; the one that is shown stays if it has a part in it.
  if (from !== "source" && places.length && !places.some(([at]) => at === file)) showFile(places[0][0]);
  const found = {
    source: places.filter(([at]) => at === file).map(([, row]) => row),
    python: lines.flatMap((line) => pythonOf.get(line) ?? []),
    ptx: lines,
    sass: lines.flatMap((line) => sassOf.get(line) ?? []),
  };
  const main = principal(sassOf.get(lead) ?? []);
  const row = (sourceOf.get(lead) ?? []).find(([at]) => at === file)?.[1] ?? found.source[0];
  for (const [id, held] of Object.entries(columns)) {
    const partners = lit(id === from ? [...found[id], ...rows] : found[id], "partner");
    const chosen = id === from ? own : {source: row, python: principalPython(lead), ptx: lead, sass: main}[id];
    held.light(partners.map(([line, name]) => [line, line === chosen ? "chosen" : name]));
    if (id === from) continue;
    // Without a partner, a column goes to where the line before has one.
    const near = chosen ?? nearest(id, lead);
    if (near) held.show(near);
    if (chosen) held.place(chosen);
  }
  picked = {from, own: rows.length > 1 ? 0 : own};
  if (lines.length) {
    [current, chosenLines] = [lead, lines];
    moved(current);
    if (state().range === "loop") applyRange();
    update(to ? {line: rows[0], to} : {line: lead, to: ""});
  }
  describe(lines, lead, from === "sass" ? own : main, to);
  busy = false;
}

// A click on the same line once more goes to the next of its partners.
function chooseNext(id, own) {
  if (pressedOn.from !== id || pressedOn.own !== own) return;
  const lines = toPtx[id](own);
  if (lines.length > 1) choose(id, own, lines, {lead: lines[(lines.indexOf(current) + 1) % lines.length]});
}

// Lines that were selected together light what belongs to any of them.
function chooseRange(id, own, first, last) {
  const rows = [];
  for (let line = first; line <= last; line += 1) if (!isHiddenLine(id, line)) rows.push(line);
  const lines = unique(rows.flatMap(toPtx[id])).filter((line) => ptx.kind[line - 1] >= 0);
  choose(id, own, lines, {lead: lines.includes(own) ? own : lines[0], rows, to: id === "ptx" ? last : 0});
}

function nearest(id, line) {
  const partners = {ptx: () => line, python: principalPython, sass: (at) => sassOf.get(at)?.[0], source: (at) => sourceOf.get(at)?.find(([held]) => held === file)?.[1]}[id];
  const first = line && functionAt(line).line;
  for (let at = line; at && at >= first; at -= 1) if (partners(at)) return partners(at);
  return 0;
}

function describe(lines, lead, machine, to) {
  const parts = describeLine(lines, lead, to, word);
  if (machine) parts.push(...describeMachine(machine));
  byId("details").replaceChildren(...parts);
}

// Marks the uses of a register or a label that is clicked.
function nameWord(id, name, line) {
  word = labels[id].has(name) || isRegister(id, name) ? name : "";
  for (const [each, held] of Object.entries(columns)) held.mark({word: each === id ? word : ""});
  if (id === "ptx") describe(toPtx.ptx(line), toPtx.ptx(line)[0], principal(sassOf.get(toPtx.ptx(line)[0]) ?? []), 0);
}

const isHiddenLine = (id, line) => Boolean(hidden[id].isHidden?.(line, linesOf(id)[line - 1]));

// Of a line that is hidden, the next instruction stands for it, as the position of a `.loc` is that one's.
function shownInstruction(line) {
  const first = ptx.start[line - 1] || line;
  if (!isHiddenLine("ptx", first)) return first;
  for (let at = first + 1; at <= ptx.lines.length; at += 1) if (ptx.kind[at - 1] >= 0) return at;
  for (let at = first; at >= 1; at -= 1) if (ptx.kind[at - 1] >= 0) return at;
  return first;
}

// Begins a step of the history, from which the browser comes back to the line that is chosen now.
function leave() {
  if (current && !state().line) update({line: current});
  step();
}

// Goes to a line of PTX, or to several, up to the line `to`: a step of the history, if one came by a link.
export function chooseLine(line, {to = 0, isStep = true} = {}) {
  const first = shownInstruction(Math.min(line, ptx.lines.length));
  if (isStep && (first !== current || byId("panel-code").hidden)) leave();
  open();
  if (to > line) {
    chooseRange("ptx", first, first, Math.min(to, ptx.lines.length));
    columns.ptx?.show(first);
  } else {
    choose("", 0, [first]);
  }
  columns.ptx?.place(first);
}

// Goes to a line of any column.
export function chooseRow(id, row, isStep = true) {
  if (id === "ptx") {
    chooseLine(row, {isStep});
    return;
  }
  if (isStep) leave();
  open();
  choose(id, row, toPtx[id](row));
  columns[id]?.show(row);
  columns[id]?.place(row);
}

function followLabel(id, name, line) {
  const target = targetOf(id, name, line);
  if (target) chooseRow(id, target);
}

// Marks a text in all columns.
export function markText(text) {
  for (const held of Object.values(columns)) held.mark({text: text.toLowerCase()});
}

// The lines of a column, and whether one is not hidden.
export const rowsOf = (id) => linesOf(id);
export const isShownRow = (id, line) => !isHiddenLine(id, line);

// Shows a function from its beginning, if its hottest line is near enough to be seen too.
export function openFunction(each) {
  open();
  choose("", 0, [each.focus || each.line]);
  word = "";
  const visible = Math.floor((byId("columns").clientHeight - 30) / 17);
  const starts = {ptx: each.body, python: principalPython(each.body), sass: sass.lines.indexOf(`${each.name}:`) + 1, source: (sourceOf.get(each.body) ?? []).find(([at]) => at === file)?.[1]};
  for (const [id, held] of Object.entries(columns)) {
    const start = Math.max(1, (starts[id] || 1) - (id === "python" || id === "source" ? 3 : 1));
    const focus = {ptx: each.focus, python: principalPython(each.focus), sass: principal(sassOf.get(each.focus) ?? []), source: (sourceOf.get(each.focus) ?? []).find(([at]) => at === file)?.[1]}[id];
    // Lines that are hidden take no room, so twice as many may be between.
    if (starts[id] && start <= focus && shownBetween(id, start, focus) < visible - 2) held.show(start, "start");
  }
  return each;
}

// The rows that the lines from one to another take.
function shownBetween(id, from, to) {
  const {view} = columns[id];
  const wide = isWrapped(id) ? Math.max(20, Math.floor((view.scrollDOM.clientWidth - view.contentDOM.offsetLeft) / view.defaultCharacterWidth) - 2) : Infinity;
  let found = 0;
  for (let line = from; line <= to; line += 1) {
    const {text} = view.state.doc.line(line);
    if (!hidden[id].isHidden?.(line, text)) found += Math.max(1, Math.ceil(shownText(text, hidden[id]).length / wide));
  }
  return found;
}

export const currentLine = () => current;

// ------------------------------------------------------------------------------- what is hidden

const hidden = Object.fromEntries(available.map((id) => [id, hiddenIn(id)]));
const labels = Object.fromEntries(available.map((id) => [id, labelsOf(id)]));

// What was shown last of what the address says: an editor takes long to show something else.
let applied = {};

function isChanged(key) {
  const found = applied[key] !== state()[key];
  applied = {...applied, [key]: state()[key]};
  return found;
}

function applyFilters() {
  const active = activeFilters();
  for (const [key] of FILTERS) byId(`filter-${key}`).checked = !active.has(key);
  if (!isChanged("hide")) return;
  for (const id of available) {
    hidden[id] = hiddenIn(id);
    columns[id]?.hide(hidden[id]);
    measureColumn(id, linesOf(id), hidden[id]);
  }
  applyLayout();
}

// ------------------------------------------------------------------------------- columns

function nameOf(id) {
  return {source: () => source.files[file].name, python: () => python.name, ptx: () => data.name, sass: () => `${data.name.replace(/\.\w+$/, "")}.sass`}[id]();
}

function noteOf(id) {
  return {source: "", python: python?.name, ptx: `${data.target}, PTX ${data.version}`, sass: `${sass.arch}, ${sass.assembler}`}[id];
}

function showFile(at) {
  file = at;
  const picker = byId("source-file");
  if (picker) picker.value = String(at);
  const held = source.files[at];
  measure(state().heat, file, shownLoop);
  showScales();
  columns.source?.replace(held.lines.join("\n"), held.name);
  columns.source?.strips(stripsOf("source"));
  columns.source?.hide(hidden.source);
}

function addColumn(id) {
  const holder = make("section", "", {class: "column", id: `column-${id}`});
  const head = make("div", "", {class: "column-head"});
  head.append(make("h2", titles[id]));
  if (id === "source" && source.files.length > 1) {
    const picker = menu("file of the source", "file of the source", source.files.map((each, at) => [String(at), each.name]), "0", (at) => showFile(Number(at)));
    picker.id = "source-file";
    head.append(picker);
  } else {
    const note = id === "source" ? source.files[0].name : noteOf(id);
    head.append(make("span", note, {class: "faint ellipsis", title: note}));
  }
  const copies = make("button", "Copy", {class: "plain", title: `copy all of the ${titles[id]}`});
  copies.addEventListener("click", async () => {
    await copy(textOf(id, linesOf(id)));
    copies.textContent = "Copied";
    setTimeout(() => (copies.textContent = "Copy"), 1200);
  });
  const saves = make("button", "Save", {class: "plain", title: `save the ${titles[id]} as a file`});
  saves.addEventListener("click", () => download(nameOf(id), textOf(id, linesOf(id))));
  const wraps = toggle(`wrap-${id}`, "Wrap", `go on in the next row where a line of the ${titles[id]} is too long (w: all columns)`, () => {
    const flat = flatColumns();
    if (!flat.delete(id)) flat.add(id);
    update({flat: [...flat].join(",")});
    applyWrapping();
  });
  const closes = make("button", "×", {class: "plain", title: "hide this column", "aria-label": `hide ${titles[id]}`});
  closes.addEventListener("click", () => toggleColumn(id));
  head.append(make("span", "", {class: "scale", id: `scale-${id}`}), make("span", "", {class: "tools"}, copies, saves, wraps, closes));
  const body = make("div", "", {class: "editor"});
  holder.append(head, body);
  byId("columns").append(holder);
  measureColumn(id, linesOf(id), hidden[id]);
}

// Makes the editor of a column, once it is to be seen.
function buildEditor(id) {
  columns[id] = column(document.querySelector(`#column-${id} .editor`), {
    lines: linesOf(id),
    language: id === "source" ? source.files[file].name : id,
    chosen(line, first, last) {
      if (first < last) chooseRange(id, line, first, last);
      else if (picked.from !== id || picked.own !== line) choose(id, line, toPtx[id](line));
    },
    pressed: () => (pressedOn = picked),
    clicked: (line) => chooseNext(id, line),
    named: (name, line) => nameWord(id, name, line),
    followed: (name, line) => followLabel(id, name, line),
    labels: labels[id],
    hovered: (line, word) => tooltipOf(id, line, toPtx[id](line)[0], word),
    gutters: stripsOf(id),
    hidden: hidden[id],
    isWrapped: isWrapped(id),
    numbered: id === "sass" ? (line) => (sass.addresses[line - 1] >= 0 ? sass.addresses[line - 1].toString(16).padStart(4, "0") : "") : undefined,
  });
}

export function toggleJumps() {
  update({jumps: hasList() ? "0" : "1"});
  applyLooks();
}

// The columns whose long lines are not wrapped.
const flatColumns = () => new Set((state().flat ?? "").split(",").filter((id) => available.includes(id)));
const isWrapped = (id) => !flatColumns().has(id);

export function toggleWrapping() {
  update({flat: flatColumns().size ? "" : available.join(",")});
  applyWrapping();
}

function applyWrapping() {
  for (const id of available) byId(`wrap-${id}`).setAttribute("aria-pressed", String(isWrapped(id)));
  if (isChanged("flat")) for (const [id, held] of Object.entries(columns)) held.wrap(isWrapped(id));
}

function applyLooks() {
  byId("jumps").hidden = !hasList();
  applyLayout();
  byId("toggle-jumps").checked = hasList();
  const control = byId("toggle-control");
  if (control) control.checked = Boolean(state().control);
  if (isChanged("control")) columns.sass?.strips(stripsOf("sass"));
  const missing = shownColumns().filter((id) => !columns[id]);
  missing.forEach(buildEditor);
  if (missing.length && chosenLines.length) choose("", 0, chosenLines);
}

// ------------------------------------------------------------------------------- bars

// The loop that the bars are of, if the address asks for that.
const rangeLoop = () => (state().range === "loop" ? loopAt(current) : undefined);
let shownLoop;

// Measures for all columns, and draws their bars anew.
function remeasure() {
  shownLoop = rangeLoop();
  measure(state().heat, file, shownLoop);
  for (const id of Object.keys(columns)) columns[id].strips(stripsOf(id));
  showScales();
}

function applyHeat() {
  showCounter();
  const [isOther, isElsewhere] = [isChanged("heat"), isChanged("range")];
  if (!isOther && !isElsewhere) return;
  remeasure();
  buildHot();
}

// Bars of a loop follow the line that is chosen.
function applyRange() {
  if (rangeLoop() !== shownLoop) remeasure();
}

// The head of each column says what the ends of its bars are.
function showScales() {
  for (const id of available) {
    const held = byId(`scale-${id}`);
    const found = scaleOf(id);
    held.hidden = !found;
    if (!found) continue;
    const [low, high, unit, where] = found;
    held.title = `The bars of the ${titles[id]} go from ${low} to ${high} ${unit}: the range in this ${where}.`;
    held.replaceChildren(low, make("span", "", {class: "heat-scale"}), high);
  }
}

// ------------------------------------------------------------------------------- all of it

// The height of the panel below is drawn at its upper edge.
function buildDetailsEdge() {
  const edge = make("div", "", {class: "edge-bar", role: "separator", "aria-orientation": "horizontal", title: "drag to resize"});
  byId("details").before(edge);
  edge.addEventListener("pointerdown", (event) => {
    keepsSelection(event);
    edge.setPointerCapture(event.pointerId);
    const [start, high] = [event.clientY, byId("details").offsetHeight];
    const move = ({clientY}) => (byId("details").style.height = `${Math.max(24, Math.min(window.innerHeight - 260, high + start - clientY))}px`);
    edge.addEventListener("pointermove", move);
    edge.addEventListener("pointerup", () => edge.removeEventListener("pointermove", move), {once: true});
  });
}

// Builds the panel; `opened` is called before a line is shown, and brings the panel up, `went` when
// a line of PTX is chosen.
export function buildCode(opened, went) {
  open = opened;
  moved = went;
  applied = {...state()};
  available.forEach(addColumn);
  buildToolbar(available, titles, {
    jumps: toggleJumps,
    filters: applyFilters,
    looks: applyLooks,
    heat: applyHeat,
    control: CONTROL,
  });
  remeasure();
  buildLayout(available, applyLooks);
  buildDetailsEdge();
  applyState();
}

// Shows what the address says, but for the line.
export function applyState() {
  applyFilters();
  applyWrapping();
  applyLooks();
  applyHeat();
}

export function focusColumn(index) {
  const id = shownColumns()[index];
  if (id) columns[id].focus();
}
