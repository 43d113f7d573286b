// What is known of a line: what its instruction does and costs, registers, values of a run.
import {counts, data, liveAt, principalPython, problems, ptx, python, pythonOf, sass, sassOf, waits} from "./data.js";
import {foldable, make, number, plural, table} from "./elements.js";

const HIDDEN_COUNTS = new Set(["line", "ptx_line", "python_line", "ordinal"]);
const MAX_NAMES = 48;
const MAX_LINES = 4;

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

const documentOf = (line) => ptx.documents[ptx.document[line - 1]];

function list(rows, name = "") {
  const made = make("dl", "", name ? {class: name} : {});
  for (const [key, value] of rows) made.append(make("dt", key), make("dd", value));
  return made;
}

// Returns the parts of the panel below the columns, for lines of PTX that were chosen together.
export function describeLine(lines) {
  const line = lines[0];
  const panel = make("div");
  if (!line) {
    panel.append(make("p", "This line makes no instruction.", {class: "faint"}));
    return [panel];
  }
  panel.append(make("h3", lines.length > 1 ? `PTX line ${number(line)}, and ${lines.length - 1} more` : `PTX line ${number(line)}`));
  const text = ptx.lines[line - 1].trim();
  panel.append(foldable(make("pre", text, {title: text}), "clamped"));
  const held = documentOf(line);
  if (held) panel.append(make("p", `${held.text} `, {class: "meaning"}, make("span", [held.needs, `PTX ISA ${held.section}`].filter(Boolean).join(" · "), {class: "faint"})));
  for (const each of problems.get(line) ?? []) {
    const item = make("p", `${each.code} ${each.severity}: ${each.message}`, {class: each.severity});
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

function valuesOf(line) {
  const row = counts.get(line);
  if (!data.profile) return [];
  const panel = make("div", "", {class: "run"});
  if (!row) {
    panel.append(make("p", "The run did not come here.", {class: "faint"}));
    return [panel];
  }
  const rows = Object.entries(row).filter(([name, value]) => typeof value === "number" && !HIDDEN_COUNTS.has(name) && (value || name === "warps"));
  const left = make("section");
  const right = make("section");
  left.append(make("h3", "In the run"), list(rows.map(([name, value]) => [name.replaceAll("_", " "), number(value)])));
  if (waits.has(line)) {
    const held = [...waits.get(line)].sort((a, b) => b[1][1] - a[1][1]);
    right.append(table(["waits of warps for", "times", "steps"], held.map(([cause, [times, steps]]) => [cause, times, steps])));
  }
  const values = valueTable(line, 8);
  if (values) right.append(values);
  if (row.memory?.length) right.append(trafficTable(row.memory));
  panel.append(left, right);
  return [panel];
}

function valueTable(line, most) {
  const rows = data.values?.lines[line];
  if (!rows?.some(([, , first, last]) => first || last)) return null;
  const effect = ([thread, times, first, last]) => [
    `thread ${thread[1] || thread[2] ? thread.join(",") : thread[0]}`, times, first || "–", times > 1 && last !== first ? last || "–" : "",
  ];
  const made = table([`CTA ${data.values.cta.join(",")}`, "times", "at first", "at last"], rows.slice(0, most).map(effect));
  made.className = "values";
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
function registersAt(line) {
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

// What a tooltip shows: of a register, where it is live and its values; else the instruction.
export function tooltipOf(id, own, line, word) {
  const made = make("div", "", {class: "hover"});
  if (id === "ptx" && word.startsWith("%")) {
    const name = word.replace(/\.[xyzw]$/, "");
    const ranges = [];
    for (let at = 0; at < ptx.ranges.length; at += 3) {
      if (ptx.registers[ptx.ranges[at]] === name) ranges.push([ptx.ranges[at + 1], ptx.ranges[at + 2]]);
    }
    made.append(make("b", name));
    if (ranges.length) made.append(make("p", `live before lines ${ranges.slice(0, 6).map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(", ")}${ranges.length > 6 ? ", …" : ""}`));
    else made.append(make("p", word === name && !name.match(/\d/) ? "a special register" : "never live: its value is not read"));
  } else if (id === "sass" && sass.lines[own - 1]) {
    const rows = registersAt(own);
    if (!rows.length) return null;
    made.append(make("code", sass.lines[own - 1].trim()), list(rows, "registers"));
  } else {
    const held = line && documentOf(line);
    if (!held) return null;
    made.append(make("b", held.meaning), make("p", held.text));
    if (held.syntax) made.append(make("code", held.syntax, {class: "syntax"}));
    if (held.example.length) made.append(make("pre", held.example.join("\n"), {class: "example"}));
    made.append(make("p", [held.needs, `PTX ISA ${held.section}`].filter(Boolean).join(" · "), {class: "faint"}));
  }
  const values = line ? valueTable(line, 4) : null;
  if (values) made.append(values);
  return made;
}
