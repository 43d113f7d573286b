// What a tooltip shows: of a register its type, its uses and its values, of a label where it is, else what
// the instruction does.
import {ptx, sass} from "./data.js";
import {documentOf, lineLinks, list, registersAt, valueTable} from "./details.js";
import {make, plural, prose} from "./elements.js";
import {labelsOf, machineRegisterAt, registerAt, targetOf} from "./registers.js";

const MOST_VALUES = 4;
const MOST_LIVE = 4;
const MOST_EXAMPLE = 3;
const MOST_TEXT = 100;
const labels = {ptx: labelsOf("ptx"), sass: labelsOf("sass")};

function registerBox(made, word, line) {
  const found = registerAt(word, line);
  if (!found) {
    made.append(make("b", word), make("p", /\d/.test(word) ? "a register that no instruction writes or reads" : "a special register"));
    return;
  }
  const {name, type, writers, readers, live} = found;
  made.append(make("b", name), make("span", ` .${type || "?"}`, {class: "faint"}));
  const written = make("span", "", {}, ...lineLinks(writers));
  const read = make("span", "", {}, ...lineLinks(readers));
  const rows = [["written", written], ["read", read]];
  if (live.length) rows.push(["live before", `lines ${live.slice(0, MOST_LIVE).map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(", ")}${live.length > MOST_LIVE ? ", …" : ""}`]);
  made.append(list(rows));
  // Its value is what was written last, in the order of the lines.
  const writer = writers.filter((each) => each <= line).at(-1) ?? writers.at(-1);
  const values = writer && valueTable(writer, MOST_VALUES);
  if (values) made.append(make("p", `as line ${writer} wrote it`, {class: "faint"}), values);
}

function machineBox(made, word, row) {
  const found = machineRegisterAt(word, row);
  made.append(make("code", sass.lines[row - 1].trim()));
  const line = sass.ptx[row - 1];
  const held = line && documentOf(line);
  if (held) {
    made.append(make("p", "", {}, make("b", `PTX line ${line}: `), ptx.lines[line - 1].trim().slice(0, MOST_TEXT)), make("p", "", {}, ...prose(held.text)));
    const values = valueTable(line, 2);
    if (values) made.append(values);
  }
  const control = controlOf(sass.controls[row - 1] ?? "");
  if (control) made.append(make("p", control, {class: "faint"}));
  if (found) {
    const links = (rows) => lineLinks(rows, "sass");
    made.append(list([[`${word} written`, make("span", "", {}, ...links(found.writers))], ["read", make("span", "", {}, ...links(found.readers))]]));
  }
  made.append(list(registersAt(row).filter(([name]) => name !== "registers")));
}

// Control bits as a sentence.
function controlOf(text) {
  const parts = /^B(\S{6}):R(.):W(.):(.):S(\d+)$/.exec(text);
  if (!parts) return "";
  const [, waits, read, written, yields, stall] = parts;
  const barriers = [...waits.replaceAll("-", "")];
  return [
    barriers.length && `waits for scoreboard ${barriers.join(", ")}`, read !== "-" && `releases scoreboard ${read} when operands are read`, written !== "-" && `releases scoreboard ${written} when results are written`,
    yields === "Y" && "may yield", `stalls ${plural(Number(stall), "cycle")}`,
  ].filter(Boolean).join("; ");
}

export function tooltipOf(id, own, line, word) {
  const made = make("div", "", {class: "hover"});
  if (id === "ptx" && word.startsWith("%")) {
    registerBox(made, word.replace(/\.[xyzw]$/, ""), own);
    return made;
  }
  if (labels[id]?.has(word)) {
    const target = targetOf(id, word, own);
    const lines = {ptx, sass}[id].lines;
    const users = lines.map((text, at) => [text, at + 1]).filter(([text, at]) => at !== target && text.split(/[^\w$.]+/).includes(word)).map(([, at]) => at);
    made.append(make("b", word), list([["label at", make("span", "", {}, ...lineLinks([target], id))], ["named by", make("span", "", {}, ...lineLinks(users, id))]]));
    return made;
  }
  if (id === "sass" && sass.lines[own - 1]) {
    if (!registersAt(own).length) return null;
    machineBox(made, word, own);
    return made;
  }
  const held = line && documentOf(line);
  if (!held) return null;
  made.append(make("b", held.meaning), make("p", "", {}, ...prose(held.text)));
  if (held.syntax) made.append(make("code", held.syntax, {class: "syntax"}));
  if (held.example.length) {
    const rest = held.example.length - MOST_EXAMPLE;
    made.append(make("pre", [...held.example.slice(0, MOST_EXAMPLE), ...(rest > 0 ? [`… ${plural(rest, "line")} more`] : [])].join("\n"), {class: "example"}));
  }
  made.append(make("p", [held.needs, `PTX ISA ${held.section}`].filter(Boolean).join(" · "), {class: "faint"}));
  const values = valueTable(line, MOST_VALUES);
  if (values) made.append(values);
  return made;
}
