// The code: columns of the source, Python, PTX and machine code in step, what can be jumped to, and
// what is known of the line that is chosen.
import {Bar, Text, column} from "./columns.js";
import {
  colourOf, colourOfKind, counters, counts, data, functionAt, functions, isAuxiliary, liveAt, principal, principalPython, problems,
  ptx, ptxOfSource, python, pythonOf, sass, sassOf, source, sourceOf,
} from "./data.js";
import {describeLine, describeMachine, tooltipOf} from "./details.js";
import {byId, copy, download, make, menu, number, plural} from "./elements.js";
import {state, update} from "./state.js";

const columns = {};
const titles = {source: "Source", python: "Python", ptx: "PTX", sass: "SASS"};
let file = 0;  // the source that is shown
let current = 0;  // the line of PTX that is chosen
let counter = counters[0];
let busy = false;
let open = () => {};
let moved = () => {};

const available = Object.keys(titles).filter((id) => ({source, python, ptx, sass: sass.lines.length}[id]));
export const columnIds = () => available;

const unique = (lines) => [...new Set(lines)].sort((a, b) => a - b);
const lit = (lines, name) => unique(lines).map((line) => [line, name]);

// ------------------------------------------------------------------------------- strips

let heatOf = {};  // by column: a function from a line to [value, share]

function measureHeat() {
  const [, , , value] = counter;
  const ofPtx = new Map();
  for (let line = 1; line <= ptx.lines.length; line += 1) {
    if (ptx.kind[line - 1] >= 0) ofPtx.set(line, value(line));
  }
  const joined = (pairs) => {
    const found = new Map();
    const isRate = counter[0] === "live";
    for (const [own, line] of pairs) {
      const held = ofPtx.get(line);
      if (held !== undefined) found.set(own, isRate ? Math.max(found.get(own) ?? 0, held) : (found.get(own) ?? 0) + held);
    }
    return found;
  };
  const machine = counter[0] === "live" && sass.live
    ? new Map(sass.live.map((held, at) => [at + 1, held[0]]).filter(([, held]) => held !== undefined))
    : counter[0] === "sass" ? new Map() : joined(sass.ptx.map((line, at) => [at + 1, line]).filter(([at, line]) => line && !isAuxiliary(at)));
  const maps = {
    ptx: ofPtx,
    python: joined([...pythonOf].flatMap(([line, rows]) => rows.map((row) => [row, line]))),
    sass: machine,
    source: joined([...(ptxOfSource[file] ?? [])].flatMap(([row, lines]) => lines.map((line) => [row, line]))),
  };
  heatOf = {};
  for (const [id, map] of Object.entries(maps)) {
    const most = Math.max(1, ...map.values());
    heatOf[id] = (line) => (map.has(line) ? [map.get(line), map.get(line) / most] : null);
  }
}

// From a cool to a hot colour, and never without a trace.
const heatColour = (share) => `hsl(${Math.round(48 - 42 * share)} ${Math.round(55 + 35 * share)}% ${Math.round(66 - 14 * share)}%)`;

function shortNumber(value) {
  const [factor, unit] = value >= 1e9 ? [1e9, "G"] : value >= 1e6 ? [1e6, "M"] : value >= 1e4 ? [1e3, "k"] : [1, ""];
  return unit ? `${(value / factor).toPrecision(3)}${unit}` : number(value);
}

function heatBar(id) {
  return (line) => {
    const found = heatOf[id]?.(line);
    if (!found || !found[0]) return null;
    // The counts of a run are those of PTX: machine code has them of its line.
    const from = id === "sass" && counter[0] !== "live" ? ` of PTX line ${sass.ptx[line - 1]}` : "";
    const title = `${counter[1]}${from}: ${number(found[0])} ${counter[2]}`;
    if (state().numbers) return new Text(shortNumber(found[0]), "count", title, heatColour(found[1]));
    return new Bar(Math.max(4, Math.round(100 * found[1])), heatColour(found[1]), title);
  };
}

function kindTick(line) {
  const kind = ptx.kind[line - 1];
  return kind >= 0 ? new Bar(100, colourOf(kind), ptx.kinds[kind]) : null;
}

function mark(line) {
  const found = problems.get(line);
  if (!found) return null;
  const severity = found.some((each) => each.severity === "error") ? "error" : "warning";
  return new Text(severity === "error" ? "✕" : "!", `mark ${severity}`, found.map((each) => `${each.code}: ${each.message}`).join("\n"));
}

const CONTROL = "Control bits: B waits for scoreboards, R and W the scoreboard released when operands are read and results written, Y may yield, S cycles to stall";

function stripsOf(id) {
  const found = [{name: "heat", marker: heatBar(id)}];
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
  current = lines[0] ?? current;
  if (lines.length) moved(current);
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

function shownBetween(id, from, to) {
  const isHidden = hidden[id]?.isHidden;
  let found = 0;
  for (let line = from; line <= to; line += 1) if (!isHidden?.(line, columns[id].view.state.doc.line(line).text)) found += 1;
  return found;
}

export const currentLine = () => current;

// ------------------------------------------------------------------------------- what is hidden

// The lines of Python that make `.loc`: some statements take several lines.
function positionLines() {
  const found = new Set();
  let depth = 0;
  (python?.lines ?? []).forEach((text, at) => {
    if (!depth && !/^\s*at(\.inlined)?\(/.test(text)) return;
    found.add(at + 1);
    const code = text.replace(/"[^"]*"|'[^']*'|\s#.*$/g, "");
    depth = Math.max(0, depth + code.split(/[([{]/).length - code.split(/[)\]}]/).length);
  });
  return found;
}

const positions = positionLines();
const FILTERS = {
  loc: [".loc", "positions in the source, and labels for debuggers", {
    ptx: (text) => /^\s*(\.loc\s|\$L__(tmp|func_begin|func_end)\w*:\s*$)/.test(text),
    python: (_, line) => positions.has(line),
  }],
  nops: ["NOPs", "what fills up the machine code", {sass: (text) => /^\s*NOP$/.test(text)}],
  comments: ["comments", "lines that are comments or empty", {
    ptx: (text) => /^\s*(\/\/.*)?$/.test(text),
    python: (text) => /^\s*(#.*)?$/.test(text),
    source: (text) => /^\s*(\/\/.*|#(?!\s*(include|define|if|el|end|pragma)).*)?$/.test(text),
  }],
  margins: ["margins", "the registers and positions behind lines of imported Python (#: r6 @9:5)", {}],
};
const DEFAULT_HIDDEN = "loc,nops,margins";
const hidden = {};

function applyFilters() {
  const active = new Set((state().hide ?? DEFAULT_HIDDEN).split(","));
  for (const [id, held] of Object.entries(columns)) {
    const tests = [...active].map((key) => FILTERS[key]?.[2][id]).filter(Boolean);
    hidden[id] = {
      isHidden: tests.length ? (line, text) => tests.some((test) => test(text, line)) : null,
      tail: id === "python" && active.has("margins") ? /\s+#: .*$/ : null,
    };
    held.hide(hidden[id]);
  }
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
  columns.source.replace(held.lines.join("\n"), held.name);
  measureHeat();
  columns.source.strips(stripsOf("source"));
  columns.source.hide(hidden.source ?? {});
}

function addColumn(id, lines, language, options = {}) {
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
    await copy(columns[id].text());
    copies.textContent = "Copied";
    setTimeout(() => (copies.textContent = "Copy"), 1200);
  });
  const saves = make("button", "Save", {class: "plain", title: `save the ${titles[id]} as a file`});
  saves.addEventListener("click", () => download(nameOf(id), columns[id].text()));
  const closes = make("button", "×", {class: "plain", title: "hide this column", "aria-label": `hide ${titles[id]}`});
  closes.addEventListener("click", () => toggleColumn(id));
  head.append(make("span", "", {class: "tools"}, copies, saves, closes));
  const body = make("div", "", {class: "editor"});
  holder.append(head, body);
  if (byId("columns").children.length) byId("columns").append(divider());
  byId("columns").append(holder);
  columns[id] = column(body, {
    lines,
    language,
    chosen: (line) => choose(id, line, toPtx[id](line)),
    hovered: (line, word) => tooltipOf(id, line, toPtx[id](line)[0], word),
    ...options,
  });
}

// A bar between columns, which is drawn to make one wider.
function divider() {
  const bar = make("div", "", {class: "divider", role: "separator", "aria-orientation": "vertical"});
  bar.addEventListener("pointerdown", (event) => {
    bar.setPointerCapture(event.pointerId);
    const visible = (step, from) => {
      let found = from[step];
      while (found && (found.hidden || !found.classList.contains("column"))) found = found[step];
      return found;
    };
    const [left, right] = [visible("previousElementSibling", bar), visible("nextElementSibling", bar)];
    if (!left || !right) return;
    const [start, wide, other] = [event.clientX, left.offsetWidth, right.offsetWidth];
    const move = ({clientX}) => {
      const shift = Math.max(120 - wide, Math.min(other - 120, clientX - start));
      left.style.flex = `${wide + shift} 1 0`;
      right.style.flex = `${other - shift} 1 0`;
    };
    // The other columns keep their widths.
    for (const each of document.querySelectorAll(".column:not([hidden])")) each.style.flex = `${each.offsetWidth} 1 0`;
    bar.addEventListener("pointermove", move);
    bar.addEventListener("pointerup", () => bar.removeEventListener("pointermove", move), {once: true});
  });
  return bar;
}

function shownColumns() {
  const wanted = state().columns?.split(",").filter((id) => available.includes(id));
  return wanted?.length ? wanted : available;
}

function toggleColumn(id) {
  const shown = new Set(shownColumns());
  if (shown.has(id) && shown.size > 1) shown.delete(id);
  else shown.add(id);
  const list = available.filter((each) => shown.has(each));
  update({columns: list.length === available.length ? "" : list.join(",")});
  applyColumns();
}

function applyColumns() {
  const shown = shownColumns();
  for (const id of available) {
    byId(`column-${id}`).hidden = !shown.includes(id);
    byId(`toggle-${id}`).setAttribute("aria-pressed", String(shown.includes(id)));
  }
  for (const bar of document.querySelectorAll(".divider")) {
    bar.hidden = bar.nextElementSibling.hidden || [...bar.parentElement.children].indexOf(bar) < [...bar.parentElement.children].findIndex((each) => each.matches(".column:not([hidden])"));
  }
}

export function toggleJumps() {
  update({jumps: state().jumps ? "" : "0"});
  applyLooks();
}

function applyLooks() {
  byId("jumps").hidden = Boolean(state().jumps);
  byId("toggle-jumps").setAttribute("aria-pressed", String(!state().jumps));
  for (const held of Object.values(columns)) held.wrap(Boolean(state().wrap));
  byId("toggle-wrap").setAttribute("aria-pressed", String(Boolean(state().wrap)));
  byId("toggle-control")?.setAttribute("aria-pressed", String(Boolean(state().control)));
  const active = new Set((state().hide ?? DEFAULT_HIDDEN).split(","));
  for (const key of Object.keys(FILTERS)) byId(`filter-${key}`)?.setAttribute("aria-pressed", String(active.has(key)));
  columns.sass?.strips(stripsOf("sass"));
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
  group("Columns", jumps, ...available.map((id) => toggle(`toggle-${id}`, titles[id], `show or hide the ${titles[id]}`, () => toggleColumn(id))));
  const present = Object.entries(FILTERS).filter(([key, [, , tests]]) =>
    key === "margins" ? python?.lines.some((line) => line.includes("  #: ")) :
      Object.entries(tests).some(([id, test]) => available.includes(id) && ({ptx, python, sass, source: source?.files[0]}[id]?.lines ?? []).some((text, at) => test(text, at + 1))));
  group("Hide", ...present.map(([key, [text, title]]) => toggle(`filter-${key}`, text, title, () => {
    const active = new Set((state().hide ?? DEFAULT_HIDDEN).split(",").filter(Boolean));
    if (!active.delete(key)) active.add(key);
    const next = Object.keys(FILTERS).filter((each) => active.has(each)).join(",") || "none";
    update({hide: next === DEFAULT_HIDDEN ? "" : next});
    applyFilters();
    applyLooks();
  })));
  const looks = [toggle("toggle-wrap", "wrap", "wrap long lines", () => {
    update({wrap: state().wrap ? "" : "1"});
    applyLooks();
  })];
  if (sass.controls.some(Boolean)) {
    looks.push(toggle("toggle-control", "control", CONTROL, () => {
      update({control: state().control ? "" : "1"});
      applyLooks();
    }));
  }
  group("Show", ...looks);
  const heat = menu("counter of the bars", "what the bars beside lines measure", counters.map(([key, title]) => [key, title]), counter[0], (key) => {
    update({heat: key === counters[0][0] ? "" : key});
    applyHeat();
  });
  heat.id = "heat";
  const numbers = toggle("toggle-numbers", "numbers", "numbers in place of bars", () => {
    update({numbers: state().numbers ? "" : "1"});
    applyHeat();
  });
  group("Bars", heat, numbers, make("span", "few", {class: "faint heat-end"}), make("span", "", {class: "heat-scale"}), make("span", "most", {class: "faint heat-end"}));
}

function applyHeat() {
  counter = counters.find(([key]) => key === state().heat) ?? counters[0];
  byId("heat").value = counter[0];
  byId("toggle-numbers").setAttribute("aria-pressed", String(Boolean(state().numbers)));
  measureHeat();
  for (const id of Object.keys(columns)) columns[id].strips(stripsOf(id));
  buildHot();
}

// ------------------------------------------------------------------------------- jumps

const LEAST_LOOP = 6;  // instructions of a loop that does more than wait
let jumped = null;  // the function that the list is of

export function buildJumps(each) {
  jumped = each;
  const list = byId("jumps");
  const section = (title, id = "") => {
    const made = make("section", "", id ? {id} : {});
    made.append(make("h3", title));
    list.append(made);
    return made;
  };
  const entry = (parent, line, text, note, title = "") => {
    const made = make("button", "", {class: "jump", title: title || `line ${line}: ${(ptx.lines[line - 1] ?? "").trim()}`});
    made.append(make("span", text, {class: "ellipsis"}), make("span", note, {class: "faint"}));
    made.addEventListener("click", () => chooseLine(line));
    parent.append(made);
    return made;
  };
  list.replaceChildren();
  const legend = section("Instructions, by kind");
  for (const [kind, count, names] of each.mix) {
    const made = make("button", "", {class: "jump", title: `go to the next of: ${names.slice(0, 8).map(([name, times]) => `${name} ${times}`).join(", ")}`});
    const swatch = make("span", "", {class: "swatch"});
    swatch.style.background = colourOfKind(kind);
    const name = make("span", "", {class: "ellipsis"}, swatch, kind);
    made.append(name, make("span", number(count), {class: "faint"}));
    made.addEventListener("click", () => nextOfKind(kind));
    legend.append(made);
  }
  section("", "hot");
  buildHot();
  // A loop reaches to the last block that leads back to it. Short ones only wait for a barrier.
  const loops = each.flow.blocks.map((block, at) => [block, at]).filter(([block]) => block.header).map(([block, at]) => {
    const last = each.flow.blocks.findLastIndex((held) => held.next.some(([to, back]) => back && to === at));
    return [block, each.flow.blocks.slice(at, last + 1).reduce((sum, held) => sum + held.count, 0)];
  });
  const long = loops.filter(([, count]) => count >= LEAST_LOOP);
  const listed = long.length ? long : loops;
  if (listed.length) {
    const part = section(plural(listed.length, "loop") + (loops.length > listed.length ? `, ${loops.length - listed.length} that wait` : ""));
    for (const [block, count] of listed.slice(0, 40)) {
      entry(part, block.first, `${"  ".repeat(block.depth - 1)}${block.label || `line ${block.first}`}`, `${number(count)} instr.`);
    }
  }
  if (each.tiles.length) {
    const part = section("Matrix products");
    for (const tile of each.tiles) entry(part, tile.line, [tile.opcode, tile.shape.join("×"), tile.type].filter(Boolean).join(" "), `× ${number(tile.count)}`);
  }
  const places = each.map.flatMap((variable) => variable.parts.map((part) => [variable, part]));
  if (places.length) {
    const part = section("Shared memory");
    for (const [variable, held] of places.slice(0, 30)) entry(part, held.lines[0], held.what.replace(/ of \S{24,}/, "").replace(/: .*$/, ""), `+${held.offset}`, `${variable.name} + ${held.offset}: ${held.what}`);
  }
  if (data.diagnostics.length) {
    const part = section(plural(data.diagnostics.length, "diagnostic"));
    for (const held of data.diagnostics.slice(0, 30)) entry(part, held.line, `${held.code} ${held.message}`, String(held.line)).classList.add(held.severity);
  }
}

function buildHot() {
  const part = byId("hot");
  if (!part || !jumped) return;
  const [, title, unit, value] = counter;
  const last = Math.max(...jumped.flow.blocks.map((block) => block.last));
  const rows = [];
  for (let line = jumped.line; line <= last; line += 1) {
    if (ptx.kind[line - 1] >= 0 && value(line) > 0) rows.push([line, value(line)]);
  }
  const most = rows.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 8);
  part.replaceChildren(make("h3", `Most: ${title.toLowerCase()}`));
  for (const [line, held] of most) {
    const made = make("button", "", {class: "jump code", title: `line ${line}: ${ptx.lines[line - 1].trim()}\n${number(held)} ${unit}`});
    made.append(make("span", ptx.lines[line - 1].replace(/\s+/g, " ").trim(), {class: "ellipsis"}), make("span", number(held), {class: "faint"}));
    made.addEventListener("click", () => chooseLine(line));
    part.append(made);
  }
}

function nextOfKind(kind) {
  const wanted = ptx.kinds.indexOf(kind);
  const last = Math.max(...jumped.flow.blocks.map((block) => block.last));
  const lines = [];
  for (let line = jumped.line; line <= last; line += 1) if (ptx.kind[line - 1] === wanted) lines.push(line);
  if (lines.length) chooseLine(lines.find((line) => line > current) ?? lines[0]);
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
  if (source) {
    addColumn("source", source.files[0].lines, source.files[0].name);
  }
  if (python) addColumn("python", python.lines, "python");
  addColumn("ptx", ptx.lines, "ptx");
  if (sass.lines.length) {
    addColumn("sass", sass.lines, "sass", {
      numbered: (line) => (sass.addresses[line - 1] >= 0 ? sass.addresses[line - 1].toString(16).padStart(4, "0") : ""),
    });
  }
  buildToolbar();
  buildDetailsEdge();
  applyState();
}

// Shows what the address says, but for the line.
export function applyState() {
  applyColumns();
  applyFilters();
  applyLooks();
  applyHeat();
}

export function focusColumn(index) {
  const id = shownColumns()[index];
  if (id) columns[id].focus();
}

export {counts, functionAt, functions, liveAt};
