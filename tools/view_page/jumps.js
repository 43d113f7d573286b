// The list at the left: what can be jumped to in a function.
import {chosenCounter, loopsOf, workingLoopsOf} from "./bars.js";
import {colourOfKind, counts, data, ptx, source, sourceOf} from "./data.js";
import {byId, make, number, plural, rove} from "./elements.js";

const MOST = 8;
const MAX_LOOPS = 40;
const MAX_PLACES = 30;

let jumped = null;  // the function that the list is of
let choose = () => {};
let current = () => 0;

const lastOf = (each) => Math.max(...each.flow.blocks.map((block) => block.last));

// Builds the list; `chosen(line)` goes to a line, `at()` is the line that is chosen.
export function buildJumps(each, chosen, at) {
  [jumped, choose, current] = [each, chosen, at];
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
    made.addEventListener("click", () => choose(line));
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
  const loops = loopsOf(each);
  const working = workingLoopsOf(each);
  const listed = working.length ? working : loops;
  if (listed.length) {
    const part = section(plural(listed.length, "loop") + (loops.length > listed.length ? `, ${loops.length - listed.length} that wait` : ""));
    // The heaviest come first, an outer loop before those in it.
    const heavy = listed.map((loop) => [weightOf(each, loop), ...loop]).sort((a, b) => b[0] - a[0]);
    for (const [, block, last, count] of heavy.slice(0, MAX_LOOPS)) {
      const products = productsIn(each, block, last, loops);
      // A label is no instruction: the list leads to the first one of the loop.
      const first = firstInstruction(block);
      const runs = counts.get(first)?.warps ?? 0;
      const place = sourceOf.get(first)?.[0];
      const at = place ? `${source.files[place[0]].name}:${place[1]}` : "";
      const all = [`loop at line ${block.first}`, at, products ? plural(products, "product") : "", plural(count, "instruction"), each.ran ? `run ${number(runs)} times by warps` : ""].filter(Boolean).join(", ");
      const note = [products ? `${products} prod.` : `${number(count)} instr.`, each.ran ? `${number(runs)} ×` : ""].filter(Boolean).join(" · ");
      entry(part, first, `${"  ".repeat(block.depth - 1)}${at ? `:${place[1]} ` : ""}${(block.label || `line ${block.first}`).replace(/^\$L__/, "")}`, note, all);
    }
  }
  if (each.tiles.length) {
    const part = section("Matrix products");
    for (const tile of each.tiles) entry(part, tile.line, [tile.opcode, tile.shape.join("×"), tile.type].filter(Boolean).join(" "), `× ${number(tile.count)}`);
  }
  const places = each.map.flatMap((variable) => variable.parts.map((part) => [variable, part]));
  if (places.length) {
    const part = section("Shared memory");
    for (const [variable, held] of places.slice(0, MAX_PLACES)) {
      const what = held.what.replace(/ of \S{24,}/, "").replace(/: .*$/, "");
      // The last part of `kernel::tile`, where there are several.
      const name = each.map.length > 1 ? `${variable.title.split("::").at(-1)}: ` : "";
      entry(part, held.lines[0], `${name}${what}`, `+${held.offset}`, `${variable.title} + ${held.offset}: ${held.what}`);
    }
  }
  if (data.diagnostics.length) {
    const part = section(plural(data.diagnostics.length, "diagnostic"));
    for (const held of data.diagnostics.slice(0, MAX_PLACES)) entry(part, held.line, `${held.code} ${held.message}`, String(held.line)).classList.add(held.severity);
  }
  rove(list, ".jump");
}

// How much a loop does: instructions of a run, or as many as there are if each loop runs ten times.
function weightOf(each, [block, last]) {
  return each.flow.blocks.filter((held) => held.first >= block.first && held.last <= last).reduce((sum, held) => sum + held.count * (each.ran ? counts.get(firstInstruction(held))?.warps ?? 0 : 10 ** Math.min(held.depth, 4)), 0);
}

const PRODUCT = /^\s*(@\S+\s+)?(wgmma\.mma_async|w?mma\.(sync|mma)|mma\.|tcgen05\.mma)/;

// How many products of matrices are in a loop, and not in one of the loops in it.
function productsIn(each, block, last, loops) {
  const inner = loops.filter(([other, end]) => other !== block && other.first > block.first && end <= last);
  let count = 0;
  for (let line = block.first; line <= last; line += 1) {
    if (PRODUCT.test(ptx.lines[line - 1]) && !inner.some(([other, end]) => other.first <= line && line <= end)) count += 1;
  }
  return count;
}

function firstInstruction(block) {
  for (let line = block.first; line <= block.last; line += 1) if (ptx.kind[line - 1] >= 0) return line;
  return block.first;
}

// The lines that have most of what the bars measure.
export function buildHot() {
  const part = byId("hot");
  if (!part || !jumped) return;
  const [, title, unit, value] = chosenCounter();
  const rows = [];
  for (let line = jumped.line; line <= lastOf(jumped); line += 1) {
    if (ptx.kind[line - 1] >= 0 && value(line) > 0) rows.push([line, value(line)]);
  }
  const most = rows.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST);
  part.replaceChildren(make("h3", `Most: ${title.toLowerCase()}`));
  for (const [line, held] of most) {
    const made = make("button", "", {class: "jump code", title: `line ${line}: ${ptx.lines[line - 1].trim()}\n${number(held)} ${unit}`});
    made.append(make("span", ptx.lines[line - 1].replace(/\s+/g, " ").trim(), {class: "ellipsis"}), make("span", number(held), {class: "faint"}));
    made.addEventListener("click", () => choose(line));
    part.append(made);
    made.tabIndex = -1;
  }
}

function nextOfKind(kind) {
  const wanted = ptx.kinds.indexOf(kind);
  const lines = [];
  for (let line = jumped.line; line <= lastOf(jumped); line += 1) if (ptx.kind[line - 1] === wanted) lines.push(line);
  if (lines.length) choose(lines.find((line) => line > current()) ?? lines[0]);
}
