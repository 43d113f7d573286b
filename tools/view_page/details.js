// What is known of a line: what its instruction does and costs, registers, values of a run.
import {counts, data, liveAt, principalPython, problems, ptx, python, pythonOf, sass, sassOf, waits} from "./data.js";
import {foldable, make, number, plural, prose, table} from "./elements.js";
import {registerAt} from "./registers.js";

const HIDDEN_COUNTS = new Set(["line", "ptx_line", "python_line", "ordinal"]);
const MAX_NAMES = 48;
const MAX_LINES = 4;
const TRAFFIC = [["bytes", "bytes accessed"], ["sectors", "sectors"], ["wavefronts", "wavefronts"], ["conflicts", "of them bank conflicts"]];

export function registerRanges(names) {
  const found = [];
  const numbered = /^(\D+)(\d+)$/;
  const order = names.map((name) => numbered.exec(name)).filter(Boolean).map(([, group, at]) => [group, Number(at)]);
  order.sort((a, b) => a[0].localeCompare(b[0]) || a[1] - b[1]);
  for (const [group, at] of order) {
    const last = found.at(-1);
    if (last && last[0] === group && last[2] + 1 === at) last[2] = at;
    else found.push([group, at, at]);
  }
  const others = names.filter((name) => !numbered.test(name)).sort();
  return [...found.map(([group, first, last]) => (first === last ? `${group}${first}` : `${group}${first}–${last}`)), ...others].join(" ");
}

function shortened(text, most) {
  const words = text.split(" ");
  return words.length > most ? `${words.slice(0, most).join(" ")} … ${words.length - most} more` : text;
}

export const documentOf = (line) => ptx.documents[ptx.document[line - 1]];

export function list(rows, name = "") {
  const made = make("dl", "", name ? {class: name} : {});
  for (const [key, value] of rows) made.append(make("dt", key), value instanceof Node ? make("dd", "", {}, value) : make("dd", value));
  return made;
}

let go = () => {};

// Sets what goes to a line of a column: `chosen(column, line)`.
export const leadTo = (chosen) => (go = chosen);

const MAX_LINKS = 10;
const addressOf = (line) => (sass.addresses[line - 1] >= 0 ? sass.addresses[line - 1].toString(16).padStart(4, "0") : String(line));

// Lines as links, the first of them; those of machine code by their addresses.
export function lineLinks(lines, id = "ptx") {
  const parts = lines.slice(0, MAX_LINKS).flatMap((line) => {
    const made = make("button", id === "sass" ? addressOf(line) : String(line), {class: "link", title: {ptx, sass}[id].lines[line - 1].trim().slice(0, 120)});
    made.addEventListener("click", () => go(id, line));
    return [made, " "];
  });
  if (lines.length > MAX_LINKS) parts.push(`and ${lines.length - MAX_LINKS} more`);
  return parts.length ? parts : ["nowhere"];
}

function wordPart(word, line) {
  const found = word.startsWith("%") && registerAt(word, line);
  if (!found) return [];
  return [make("p", "", {class: "word"}, make("b", found.name), ` .${found.type || "?"}, written at `, ...lineLinks(found.writers), "read at ", ...lineLinks(found.readers))];
}

// Returns the parts of the panel below the columns, for lines of PTX that were chosen together: `line` is the
// one that is told of, `to` the last one of a range, and `word` what is marked in it.
export function describeLine(lines, line, to = 0, word = "") {
  const panel = make("div");
  if (!line) {
    panel.append(make("p", "This line makes no instruction.", {class: "faint"}));
    return [panel];
  }
  const title = make("h3", `PTX line ${number(line)}`);
  if (to) title.append(`, of ${plural(lines.length, "instruction")} in lines ${number(lines[0])} to ${number(to)}`);
  else if (lines.length > 1) title.append(`, ${number(lines.indexOf(line) + 1)} of ${number(lines.length)}: another click goes to the next`);
  panel.append(title);
  const text = ptx.lines[line - 1].trim();
  panel.append(foldable(make("pre", text, {title: text}), "clamped"));
  panel.append(...wordPart(word, line));
  const held = documentOf(line);
  if (held) panel.append(make("p", "", {class: "meaning"}, ...prose(`${held.text} `), make("span", [held.needs, `PTX ISA ${held.section}`].filter(Boolean).join(" · "), {class: "faint"})));
  panel.append(...sharedAt(line));
  for (const each of problems.get(line) ?? []) {
    const item = make("p", "", {class: each.severity}, ...prose(`${each.code} ${each.severity}: ${each.message}`));
    if (each.help) item.append(make("br"), make("span", each.help, {class: "faint"}));
    panel.append(item);
  }
  return [panel, ...factsOf(line), ...valuesOf(line)];
}

function factsOf(line) {
  const kind = ptx.kind[line - 1];
  if (kind < 0) return [];
  const rows = [["kind", ptx.kinds[kind]]];
  if (ptx.bytes[line - 1]) rows.push(["moves", `${plural(ptx.bytes[line - 1], "byte")} a thread`]);
  // The line that stands for it comes first: a call, and the lines in the function.
  const written = new Set(pythonOf.has(line) ? [principalPython(line), ...pythonOf.get(line)] : []);
  const places = `line${written.size > 1 ? "s" : ""} ${[...written].slice(0, MAX_LINES).map(number).join("; ")}${written.size > MAX_LINES ? "; …" : ""}`;
  if (python) rows.push(["Python", written.size ? places : "none"]);
  if (sass.lines.length) {
    const made = sassOf.get(line)?.length;
    rows.push(["SASS", made ? plural(made, "instruction") : "none: merged with others or removed"]);
  }
  const names = liveAt(line);
  rows.push(["live before", `${plural(ptx.live[line - 1], "word")} in ${plural(names.length, "register")}`]);
  const panel = make("div");
  panel.append(list(rows));
  if (names.length) panel.append(make("p", shortened(registerRanges(names), MAX_NAMES), {class: "registers"}));
  return [panel];
}

// What lies in shared memory where an instruction takes an address: the barrier that it waits at, with
// the tiles that it guards, and the other lines that use it.
function sharedAt(line) {
  const places = data.functions.flatMap((each) => each.map ?? []).flatMap((variable) => variable.parts.filter((part) => part.lines.includes(line)).map((part) => [variable, part]));
  return places.map(([variable, part]) => {
    const others = part.lines.filter((each) => each !== line);
    const made = make("p", "", {class: "place"}, make("b", `${variable.title} + ${part.offset}`), `: ${part.what}`);
    if (others.length) made.append("; also at ", ...lineLinks(others));
    return made;
  });
}

function valuesOf(line) {
  const row = counts.get(line);
  if (!data.profile || ptx.kind[line - 1] < 0) return [];
  const panel = make("div", "", {class: "run"});
  if (!row) {
    panel.append(make("p", "The run did not come here.", {class: "faint"}));
    return [panel];
  }
  const rows = Object.entries(row).filter(([name, value]) => typeof value === "number" && !HIDDEN_COUNTS.has(name) && (value || name === "warps"));
  const left = make("section");
  const right = make("section");
  const traffic = TRAFFIC.map(([name, title]) => [title, (row.memory ?? []).reduce((sum, each) => sum + (each[name] ?? 0), 0)]).filter(([, value]) => value);
  left.append(make("h3", "In the run"), list([...rows.map(([name, value]) => [name.replaceAll("_", " "), value]), ...traffic].map(([name, value]) => [name, number(value)])));
  if (waits.has(line)) {
    const held = [...waits.get(line)].sort((a, b) => b[1][1] - a[1][1]);
    right.append(table(["waits of warps for", "times", "steps"], held.map(([cause, [times, steps]]) => [cause, times, steps])));
  }
  const values = valueTable(line, 8);
  if (values) right.append(values);
  else if (data.values) right.append(make("p", whyNoValues(line), {class: "faint"}));
  if (row.memory?.length) right.append(trafficTable(row.memory));
  panel.append(left, right);
  return [panel];
}

const tracedThreads = [...new Set(Object.values(data.values?.lines ?? {}).flatMap((rows) => rows.map(([thread]) => threadName(thread))))];

function threadName([x, y, z]) {
  return y || z ? `${x},${y},${z}` : String(x);
}

function whyNoValues(line) {
  const names = `thread${tracedThreads.length === 1 ? "" : "s"} ${tracedThreads.slice(0, MAX_LINES).join("; ")}${tracedThreads.length > MAX_LINES ? "; …" : ""}`;
  if (data.values.lines[line]) return "It writes no register.";
  return `No values: they are kept of ${names} of CTA ${data.values.cta.join(",")} alone, ${data.values.reached ? "up to a limit, " : ""}and none of these ran this line.`;
}

// Registers of bits hold floats, too: of 32 bits that would be one of a usual size, that is told.
const WORD_OF_BITS = /\b0x([0-9a-f]{8})\b/g;
function readable(effect) {
  return effect.replace(WORD_OF_BITS, (text, digits) => {
    const [value] = new Float32Array(Uint32Array.of(Number.parseInt(digits, 16)).buffer);
    return Math.abs(value) > 1e-9 && Math.abs(value) < 1e9 ? `${text} (${Number(value.toPrecision(7))} as f32)` : text;
  });
}

export function valueTable(line, most) {
  const rows = data.values?.lines[line];
  if (!rows?.some(([, , first, last]) => first || last)) return null;
  const effect = ([thread, times, first, last]) => [
    `thread ${threadName(thread)}`, times, readable(first) || "–", times > 1 && last !== first ? readable(last) || "–" : "",
  ];
  const made = table([`CTA ${data.values.cta.join(",")}`, "times", "at first", "at last"], rows.slice(0, most).map(effect));
  made.className = "values";
  // The values of many registers are cut to a line each.
  for (const cell of made.querySelectorAll("td")) cell.title = cell.textContent;
  return made;
}

export function describeMachine(line) {
  const facts = registersAt(line);
  const panel = make("div");
  const address = sass.addresses[line - 1];
  panel.append(make("h3", address >= 0 ? `SASS ${address.toString(16).padStart(4, "0")}` : "SASS"), make("pre", sass.lines[line - 1].trim()));
  const rows = sass.controls[line - 1] ? [...facts, ["control", sass.controls[line - 1]]] : facts;
  panel.append(list(rows, "registers"));
  return [panel];
}

// What nvdisasm says of the registers at a line of machine code, as rows of name and value.
export function registersAt(line) {
  const held = sass.live?.[line - 1];
  if (!held?.length) return [];
  const marks = sass.marks[line - 1].split(" ").filter(Boolean);
  const of = (wanted) => registerRanges(marks.filter((mark) => wanted.includes(mark[0])).map((mark) => mark.slice(1)));
  const names = sass.ranges.filter(([, first, last]) => first <= line && line <= last).map(([name]) => name);
  return [
    ["in use", sass.files.map((file, at) => [file, held[at]]).filter(([, count]) => count).map(([file, count]) => `${count} ${file}`).join(", ") || "none"],
    ["reads", of("vx") || "none"],
    ["writes", of("^x") || "none"],
    ["registers", registerRanges(names) || "none"],
  ];
}

// What accesses of memory cost in the run: a row for each space and direction.
export function trafficTable(memory) {
  const head = ["memory", "accesses", "bytes", "sectors", "bytes wanted", "wavefronts", "of them bank conflicts"];
  const cell = (value) => value ?? "";
  const used = head.map((_, at) => at < 3 || memory.some((each) => [each.sectors, each.wanted_bytes, each.wavefronts, each.conflicts][at - 3] !== undefined));
  const rows = memory.map((each) => [
    `${each.space} ${each.what}`, cell(each.requests), cell(each.bytes), cell(each.sectors), cell(each.wanted_bytes),
    cell(each.wavefronts), cell(each.conflicts),
  ]);
  const kept = (row) => row.filter((_, at) => used[at]);
  return table(kept(head), rows.map(kept));
}
