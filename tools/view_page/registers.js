// Registers and labels: what type a register has, which lines write and read it, where a label is.
import {functionAt, ptx, sass} from "./data.js";

const numbersOf = new Map();  // of a name: each function, and each scope, has its own register of it
ptx.registers.forEach((name, at) => numbersOf.set(name, [...(numbersOf.get(name) ?? []), at]));

export const isRegister = (id, name) => (id === "ptx" ? name.startsWith("%") : id === "sass" && /^U?[RP]\d+$/.test(name));

// What is known of a register of PTX that a line names; null of a special register. `live` has the first and
// the last line of each interval before whose instructions it is live.
export function registerAt(name, line) {
  const named = numbersOf.get(name.replace(/\.[xyzw]$/, "")) ?? [];
  const isNear = (at) => [...ptx.writers[at], ...ptx.readers[at]].some((held) => functionAt(held) === functionAt(line));
  const at = named.find((each) => ptx.writers[each].includes(line) || ptx.readers[each].includes(line)) ?? named.find(isNear);
  if (at === undefined) return null;
  const live = [];
  for (let from = 0; from < ptx.ranges.length; from += 3) if (ptx.ranges[from] === at) live.push([ptx.ranges[from + 1], ptx.ranges[from + 2]]);
  return {name: ptx.registers[at], type: ptx.types[at], writers: ptx.writers[at], readers: ptx.readers[at], live};
}

// The lines of machine code, of the function around one, that write and read a register.
export function machineRegisterAt(name, row) {
  if (!sass.marks) return null;
  const isBreak = (at) => /^[^\s.]/.test(sass.lines[at] ?? "");
  let [first, last] = [row - 1, row - 1];
  while (first > 0 && !isBreak(first)) first -= 1;
  while (last + 1 < sass.lines.length && !isBreak(last + 1)) last += 1;
  const found = {name, writers: [], readers: []};
  for (let at = first; at <= last; at += 1) {
    for (const mark of (sass.marks[at] ?? "").split(" ")) {
      if (mark.slice(1) !== name) continue;
      if ("^x".includes(mark[0])) found.writers.push(at + 1);
      if ("vx".includes(mark[0])) found.readers.push(at + 1);
    }
  }
  return found.writers.length || found.readers.length ? found : null;
}

// The labels of a column: the lines where each is defined.
export function labelsOf(id) {
  const found = new Map();
  const lines = {ptx, sass}[id]?.lines ?? [];
  lines.forEach((text, at) => {
    const [, name] = /^\s*([A-Za-z_$.][\w$.]*):(?!:)/.exec(text) ?? [];
    if (name) found.set(name, [...(found.get(name) ?? []), at + 1]);
  });
  return found;
}

const ptxLabels = labelsOf("ptx");
const sassLabels = labelsOf("sass");

// Where a label is that a line names: in the same function, if several have one of that name.
export function targetOf(id, name, line) {
  const lines = {ptx: ptxLabels, sass: sassLabels}[id]?.get(name) ?? [];
  return lines.find((each) => id === "ptx" && functionAt(each) === functionAt(line)) ?? lines[0];
}
