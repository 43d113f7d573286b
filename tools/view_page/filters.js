// What the columns leave out: lines that say little, and the ends and the middles of lines.
import {ptx, python, sass, source} from "./data.js";
import {state} from "./state.js";

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
const NOISE = /^\s*(\.loc\s.*|\$L__(tmp|func_begin|func_end)\w*:\s*|\/\/ (begin|end) inline asm)$/;
const MARGIN = /\s+#: .*$/;
// Of five operands or more in braces, what is between the first and the last.
const OPERANDS = /(?<=\{\s*[%\w.$]+\s*,\s*)([%\w.$]+\s*,\s*){3,}(?=[%\w.$]+\s*\})/g;
const lines = {ptx: ptx.lines, python: python?.lines ?? [], sass: sass.lines, source: source?.files[0].lines ?? []};
const some = (id, pattern) => lines[id].some((text) => text.search(pattern) >= 0);

// [key, label, title, tests of lines by column, whether there is something else to hide]
export const FILTERS = [
  ["loc", ".loc", "lines of PTX with positions in the source, labels for debuggers, and the marks of inline assembly; and those of Python", {
    ptx: (text, line) => NOISE.test(text) || (!text.trim() && /^\s*\/\/ end inline asm$/.test(ptx.lines[line] ?? "")),
    python: (_, line) => positions.has(line),
  }, false],
  ["nops", "NOPs", "what fills up the machine code", {sass: (text) => /^\s*NOP$/.test(text)}, false],
  ["comments", "comments", "lines that are comments or empty", {
    ptx: (text) => /^\s*(\/\/.*)?$/.test(text),
    python: (text) => /^\s*(#.*)?$/.test(text),
    source: (text) => /^\s*(\/\/.*|#(?!\s*(include|define|if|el|end|pragma)).*)?$/.test(text),
  }, false],
  ["margins", "margins", "the registers and positions behind lines of imported Python (#: r6 @9:5)", {}, some("python", MARGIN)],
  ["operands", "long operands", "the middle of long lists of operands, {%r1, …, %r64}", {}, some("ptx", /\{.*,.*,.*,.*,/)],
].filter(([, , , tests, has]) => has || Object.entries(tests).some(([id, test]) => lines[id].some((text, at) => test(text, at + 1))));

const DEFAULT = "loc,nops,margins,operands";

export const activeFilters = () => new Set((state().hide ?? DEFAULT).split(","));

// What the address says once a filter is switched; nothing if all is as it is without a word.
export function switched(key) {
  const active = activeFilters();
  active.delete("none");
  if (!active.delete(key)) active.add(key);
  const order = [...DEFAULT.split(","), "comments"];
  const next = order.filter((each) => active.has(each)).join(",") || "none";
  return next === DEFAULT ? "" : next;
}

// What a column hides: whole lines, the tails of lines, and pieces of them.
export function hiddenIn(id) {
  const active = activeFilters();
  const tests = FILTERS.filter(([key]) => active.has(key)).map(([, , , held]) => held[id]).filter(Boolean);
  return {
    isHidden: tests.length ? (line, text) => tests.some((test) => test(text, line)) : null,
    tail: id === "python" && active.has("margins") ? MARGIN : null,
    pieces: id === "ptx" && active.has("operands") ? OPERANDS : null,
  };
}

// The code of a line as it is shown, with tabs as spaces.
export const shownText = (text, {tail, pieces}) => {
  const cut = tail ? text.replace(tail, "") : text;
  return (pieces && cut.includes("{") ? cut.replace(pieces, "…, ") : cut).replaceAll("\t", "    ");
};
