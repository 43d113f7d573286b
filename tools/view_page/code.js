// The code: columns of the source, Python, PTX and machine code in step, what can be jumped to, and
// what is known of the line that is chosen.
import {barOf, measure, scaleAt} from "./bars.js";
import {Text, Tick, column} from "./columns.js";
import {colourOf, counters, data, functionAt, principal, principalPython, problems, ptx, ptxOfSource, python, pythonOf, sass, sassOf, source, sourceOf} from "./data.js";
import {describeLine, describeMachine, tooltipOf} from "./details.js";
import {byId, copy, download, make, menu} from "./elements.js";
import {FILTERS, activeFilters, hiddenIn, shownText, switched} from "./filters.js";
import {buildHot} from "./jumps.js";
import {applyLayout, buildLayout, hasList, measureColumn, shownColumns, toggleColumn} from "./layout.js";
import {state, update} from "./state.js";

const columns = {};
const titles = {source: "Source", python: "Python", ptx: "PTX", sass: "SASS"};
let file = 0;  // the source that is shown
let current = 0;  // the line of PTX that is chosen
let chosenLines = [];  // all lines of PTX that were chosen with it
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

function stripsOf(id) {
  const found = [{name: "heat", marker: barOf(id)}];
  if (id === "ptx") {
    found.push({name: "kind", marker: kindTick});
    if (problems.size) found.unshift({name: "mark", marker: mark});
  }
  if (id === "sass" && state().control) {
    found.push({name: "control", marker: (line) => (sass.controls[line - 1] ? new Text(sass.controls[line - 1], "control", CONTROL) : null)});
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

function choose(from, own, lines) {
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
  const main = principal(unique(found.sass));
  for (const [id, held] of Object.entries(columns)) {
    const rows = lit(id === from ? [...found[id], own] : found[id], "partner");
    const chosen = id === from ? own : id === "sass" ? main : id === "python" ? principalPython(lines[0]) : found[id][0];
    held.light(rows.map(([line, name]) => [line, line === chosen ? "chosen" : name]));
    if (id === from) continue;
    // Without a partner, a column goes to where the line before has one.
    const near = chosen ?? nearest(id, lines[0]);
    if (near) held.show(near);
    if (chosen) held.place(chosen);
  }
  [current, chosenLines] = lines.length ? [lines[0], lines] : [current, chosenLines];
  if (lines.length) moved(current);
  showScale();
  describe(lines, from === "sass" ? own : main);
  if (lines.length) update({line: lines[0]});
  busy = false;
}

function nearest(id, line) {
  const partners = {ptx: () => line, python: principalPython, sass: (at) => sassOf.get(at)?.[0], source: (at) => sourceOf.get(at)?.find(([held]) => held === file)?.[1]}[id];
  const first = line && functionAt(line).line;
  for (let at = line; at && at >= first; at -= 1) if (partners(at)) return partners(at);
  return 0;
}

function describe(lines, machine) {
  const parts = describeLine(lines);
  if (machine) parts.push(...describeMachine(machine));
  byId("details").replaceChildren(...parts);
}

export function chooseLine(line) {
  open();
  const first = ptx.start[Math.min(line, ptx.lines.length) - 1] || Math.min(line, ptx.lines.length);
  choose("", 0, [first]);
  columns.ptx?.place(first);
}

// Shows a function from its beginning, if its hottest line is near enough to be seen too.
export function openFunction(each) {
  open();
  choose("", 0, [each.focus || each.line]);
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

// What was shown last of what the address says: an editor takes long to show something else.
let applied = {};

function isChanged(key) {
  const found = applied[key] !== state()[key];
  applied = {...applied, [key]: state()[key]};
  return found;
}

function applyFilters() {
  const active = activeFilters();
  for (const [key] of FILTERS) byId(`filter-${key}`).setAttribute("aria-pressed", String(active.has(key)));
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
  measure(state().heat, file);
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
    await copy(linesOf(id).join("\n"));
    copies.textContent = "Copied";
    setTimeout(() => (copies.textContent = "Copy"), 1200);
  });
  const saves = make("button", "Save", {class: "plain", title: `save the ${titles[id]} as a file`});
  saves.addEventListener("click", () => download(nameOf(id), linesOf(id).join("\n")));
  const wraps = toggle(`wrap-${id}`, "Wrap", `go on in the next row where a line of the ${titles[id]} is too long (w: all columns)`, () => {
    const flat = flatColumns();
    if (!flat.delete(id)) flat.add(id);
    update({flat: [...flat].join(",")});
    applyWrapping();
  });
  const closes = make("button", "×", {class: "plain", title: "hide this column", "aria-label": `hide ${titles[id]}`});
  closes.addEventListener("click", () => toggleColumn(id));
  head.append(make("span", "", {class: "tools"}, copies, saves, wraps, closes));
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
    chosen: (line) => choose(id, line, toPtx[id](line)),
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
  byId("toggle-jumps").setAttribute("aria-pressed", String(hasList()));
  byId("toggle-control")?.setAttribute("aria-pressed", String(Boolean(state().control)));
  if (isChanged("control")) columns.sass?.strips(stripsOf("sass"));
  const missing = shownColumns().filter((id) => !columns[id]);
  missing.forEach(buildEditor);
  if (missing.length && chosenLines.length) choose("", 0, chosenLines);
}

// ------------------------------------------------------------------------------- toolbar

function toggle(id, text, title, pressed) {
  const made = make("button", text, {id, class: "toggle", title, "aria-pressed": "false"});
  made.addEventListener("click", pressed);
  return made;
}

function buildToolbar() {
  const bar = byId("toolbar");
  const group = (label, ...children) => bar.append(make("span", "", {class: "group"}, make("span", label, {class: "faint"}), ...children));
  const jumps = toggle("toggle-jumps", "List", "show or hide the list at the left (j)", toggleJumps);
  group("Show", jumps, ...available.map((id) => toggle(`toggle-${id}`, titles[id], `show or hide the ${titles[id]}`, () => toggleColumn(id))));
  if (sass.controls.some(Boolean)) {
    bar.lastChild.append(toggle("toggle-control", "Control", CONTROL, () => {
      update({control: state().control ? "" : "1"});
      applyLooks();
    }));
  }
  if (FILTERS.length) {
    group("Hide", ...FILTERS.map(([key, text, title]) => toggle(`filter-${key}`, text, title, () => {
      update({hide: switched(key)});
      applyFilters();
    })));
  }
  const heat = menu("counter of the bars", "what the numbers and bars beside lines measure", counters.map(([key, title]) => [key, title]), counters[0][0], (key) => {
    update({heat: key === counters[0][0] ? "" : key});
    applyHeat();
  });
  heat.id = "heat";
  group("Bars", heat, make("span", "", {id: "scale"}));
}

function applyHeat() {
  byId("heat").value = counters.some(([key]) => key === state().heat) ? state().heat : counters[0][0];
  if (!isChanged("heat")) return;
  measure(state().heat, file);
  for (const id of Object.keys(columns)) columns[id].strips(stripsOf(id));
  buildHot();
  showScale();
}

// The range of the bars around the line that is chosen.
function showScale() {
  const found = scaleAt(current);
  byId("scale").hidden = !found;
  if (!found) return;
  const [low, high, unit, where] = found;
  byId("scale").title = `The bars go from ${low} to ${high} ${unit}: the range in this ${where}.`;
  byId("scale").replaceChildren(make("b", low), make("span", "", {class: "heat-scale"}), make("b", `${high} ${unit}`), make("span", where, {class: "faint ellipsis"}));
}

// ------------------------------------------------------------------------------- all of it

// The height of the panel below is drawn at its upper edge.
function buildDetailsEdge() {
  const edge = make("div", "", {class: "edge-bar", role: "separator", "aria-orientation": "horizontal", title: "drag to resize"});
  byId("details").before(edge);
  edge.addEventListener("pointerdown", (event) => {
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
  measure(state().heat, file);
  available.forEach(addColumn);
  buildToolbar();
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
