// The data of the page, and how its columns belong together. All columns are joined by the first
// line of the PTX statement that a line belongs to.

export const data = JSON.parse(document.getElementById("data").textContent);
export const {ptx, python, sass, source} = data;

function grouped(pairs) {
  const found = new Map();
  for (const [key, value] of pairs) {
    if (!found.has(key)) found.set(key, []);
    found.get(key).push(value);
  }
  return found;
}

// Lines of Python, machine code and the source, by lines of PTX.
export const pythonOf = grouped((python?.ptx ?? []).flatMap((lines, at) => lines.map((line) => [line, at + 1])));
// Which line of Python stands for a line of PTX: the call in the kernel, if a function gives it.
const calls = new Map(python?.calls ?? []);
export const principalPython = (line) => calls.get(line) ?? pythonOf.get(line)?.[0];
export const sassOf = grouped(sass.ptx.map((line, at) => [line, at + 1]).filter(([line]) => line));
const auxiliary = new Set(sass.auxiliary);
export const isAuxiliary = (line) => auxiliary.has(line);
// Which of several instructions stands for a line: what does the same kind of work, such as an access of
// memory; else one that does more than fetch a constant.
const working = new Set(sass.principal);
export const principal = (lines) => lines.find((line) => working.has(line)) ?? lines.find((line) => !auxiliary.has(line)) ?? lines[0];

// Of the source, [file, line] by lines of PTX, and lines of PTX by file and line.
export const sourceOf = new Map();
export const ptxOfSource = (source?.files ?? []).map(() => new Map());
for (const [line, ...words] of source?.places ?? []) {
  const places = [];
  for (let at = 0; at < words.length; at += 2) places.push([words[at], words[at + 1]]);
  sourceOf.set(line, places);
  for (const [file, row] of places) {
    const held = ptxOfSource[file];
    if (!held.has(row)) held.set(row, []);
    held.get(row).push(line);
  }
}

export const problems = grouped(data.diagnostics.map((each) => [each.line, each]));
export const counts = new Map();
for (const row of data.profile?.lines ?? []) counts.set(row.ptx_line ?? row.line, row);

// How long warps waited at a line, by what they waited for, in the CTAs of the timeline.
export const waits = new Map();
for (const each of data.timeline?.traceEvents ?? []) {
  if (each.ph !== "X" || each.cat !== "wait") continue;
  const cause = each.args.mbarrier ? `mbarrier ${each.args.mbarrier}` : each.name.replace(/^wait: /, "");
  if (!waits.has(each.args.line)) waits.set(each.args.line, new Map());
  const held = waits.get(each.args.line);
  const [times, steps] = held.get(cause) ?? [0, 0];
  held.set(cause, [times + 1, steps + each.dur]);
}

// The functions with a body, the hottest first: what ran, then what does most.
export const functions = data.functions
  .map((each, index) => ({...each, index}))
  .filter((each) => each.flow)
  .sort((a, b) => Number(b.ran) - Number(a.ran) || (b.kind === "kernel") - (a.kind === "kernel") || b.weight - a.weight);

// The function whose body a line is in; the last one that begins before it.
export function functionAt(line) {
  return functions.filter((each) => each.line <= line).sort((a, b) => b.line - a.line)[0] ?? functions[0];
}

// The names of the registers that are live before the instruction of a line.
export function liveAt(line) {
  const found = [];
  for (let at = 0; at < ptx.ranges.length; at += 3) {
    if (ptx.ranges[at + 1] <= line && line <= ptx.ranges[at + 2]) found.push(ptx.registers[ptx.ranges[at]]);
  }
  return found;
}

// ------------------------------------------------------------------------------- colours

const HUES = [
  ["tensor core", 350], ["float", 140], ["half precision", 165], ["integer", 28], ["logic", 48], ["compare", 12],
  ["global memory", 211], ["shared memory", 190], ["param memory", 232], ["local memory", 250],
  ["move", 268], ["warp", 310], ["convert", 295], ["control", 0], ["synchronize", 325], ["async copy", 100], ["call", 80],
];
const known = new Map(HUES);
export function colourOfKind(name) {
  const hue = known.get(name) ?? [...name].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % 360, 7);
  return name === "control" ? "hsl(220 8% 55%)" : `hsl(${hue} 60% 52%)`;
}
export const colourOf = (kind) => colourOfKind(ptx.kinds[kind] ?? "");

// ------------------------------------------------------------------------------- heat

const memory = (row, name) => row.memory.reduce((sum, each) => sum + (each[name] ?? 0), 0);
const has = (name) => (data.profile?.lines ?? []).some((row) => memory(row, name));

// What lines can be ranked by: [key, title, unit, value of a line of PTX].
export const counters = [
  ...(data.profile ? [
    ["warps", "Instructions run", "warps", (line) => counts.get(line)?.warps ?? 0],
    ["threads", "Threads run", "threads", (line) => counts.get(line)?.enabled_threads ?? 0],
    ["idle", "Lanes that idle", "lanes", (line) => {
      const row = counts.get(line);
      return row ? 32 * row.warps - row.enabled_threads : 0;
    }],
    ["waited", "Steps waited", "steps", (line) => counts.get(line)?.waited ?? 0],
    ["bytes", "Bytes accessed", "bytes", (line) => memory(counts.get(line) ?? {memory: []}, "bytes")],
    ["sectors", "Sectors of global memory", "sectors", (line) => memory(counts.get(line) ?? {memory: []}, "sectors")],
    ["conflicts", "Bank conflicts", "wavefronts", (line) => memory(counts.get(line) ?? {memory: []}, "conflicts")],
  ].filter(([key]) => ["warps", "threads"].includes(key) || (data.profile.lines.some((row) => (key === "idle" ? 32 * row.warps > row.enabled_threads : key === "waited" ? row.waited : has(key))))) : []),
  ["live", "Live registers", "words", (line) => Math.max(0, ptx.live[line - 1] ?? 0)],
  ...(sass.lines.length ? [["sass", "SASS instructions", "instructions", (line) => sassOf.get(line)?.length ?? 0]] : []),
];
