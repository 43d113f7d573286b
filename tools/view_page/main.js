// The page of `ptxpy view`: its panels, its keys, and what the address says.
import {applyState, buildCode, chooseLine, chooseRow, currentLine, focusColumn, openFunction, toggleJumps, toggleWrapping} from "./code.js";
import {data, functionAt, functions, ptx, python, sass} from "./data.js";
import {leadTo} from "./details.js";
import {byId, copy, make, prose} from "./elements.js";
import {showFacts} from "./facts.js";
import {buildFind, goToLine} from "./find.js";
import {drawGraph} from "./graph.js";
import {buildJumps} from "./jumps.js";
import {shownColumns} from "./layout.js";
import {overviewOf, runOverview, sharedMapOf} from "./overview.js";
import {drawShared} from "./shared.js";
import {follow, state, update} from "./state.js";
import {drawTimeline} from "./timeline.js";

const tabs = ["code", "overview", "flow", "timeline", "shared", "diagnostics", "licences"];
let shown = functions[0];  // the function that the strip of facts is of
let graph = null;
let drawn = null;  // the function whose graph is drawn
let timeline = null;
let sharedOf = null;  // the function whose shared memory is shown
let begun = false;  // whether the page shows what its address says

// ------------------------------------------------------------------------------- panels

function show(name, keepsState = false) {
  for (const tab of tabs) {
    byId(`tab-${tab}`).setAttribute("aria-selected", String(tab === name));
    byId(`tab-${tab}`).tabIndex = tab === name || tab === "licences" ? 0 : -1;
    byId(`panel-${tab}`).hidden = tab !== name;
  }
  if (!keepsState) update({tab: name === "code" ? "" : name});
  if (name === "flow") drawFlow();
  if (name === "timeline") showTimeline();
  if (name === "shared") showShared();
}

function showFunction(each) {
  shown = each;
  showFacts(each, (next) => {
    showFunction(next);
    openFunction(next);
    if (!byId("panel-flow").hidden) drawFlow();
    if (!byId("panel-shared").hidden) showShared();
  });
  if (each) buildJumps(each, chooseLine, currentLine);
}

function drawFlow() {
  const parent = byId("flow-graph");
  if (!shown) {
    parent.textContent = "There is no function with a body.";
  } else {
    if (drawn !== shown) graph = drawGraph(parent, shown, currentLine(), chooseLine);
    drawn = shown;
    graph.focus(currentLine());
  }
}

function showTimeline() {
  if (timeline) timeline.draw();
  else timeline = drawTimeline(byId("panel-timeline"), chooseLine);
  timeline.focus();
}

// The shared memory of the function that is shown, over time if it ran.
function showShared() {
  const panel = byId("panel-shared");
  if (!shown || sharedOf === shown) return;
  sharedOf = shown;
  panel.replaceChildren();
  if (shown.ran && data.shared?.spans.length) drawShared(panel, data.shared, shown, ptx.lines, chooseLine);
  const card = make("article");
  card.append(make("h2", `${shown.kind} ${shown.title}`), ...sharedMapOf(shown, chooseLine));
  if (shown.map.length) panel.append(card);
  else if (!panel.children.length) panel.append(make("p", "It has no variable in shared memory.", {class: "faint empty"}));
}

for (const tab of tabs) {
  byId(`tab-${tab}`).addEventListener("click", () => {
    byId("keys").close();
    show(tab);
  });
  byId(`panel-${tab}`).setAttribute("aria-labelledby", `tab-${tab}`);
}
// Of the tabs, one is in the order of focus; the arrows go to the others.
document.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
  const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
  if (!step) return;
  const all = [...event.currentTarget.querySelectorAll("[role=tab]:not([hidden])")];
  const next = all[(all.indexOf(event.target) + step + all.length) % all.length];
  next.focus();
  next.click();
});
if (!data.timeline) byId("tab-timeline").hidden = true;
if (!data.shared?.spans.length && !data.functions.some((each) => each.map?.length)) byId("tab-shared").hidden = true;
byId("tab-diagnostics").textContent = `Diagnostics (${data.diagnostics.length})`;

// ------------------------------------------------------------------------------- keys

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.(".cm-search, input:not([type=checkbox]), select, textarea")) return;
  const column = Number(event.key);
  if (column >= 1 && column <= shownColumns().length) {
    show("code");
    focusColumn(column - 1);
    event.preventDefault();
    return;
  }
  const keys = {o: "overview", g: "flow", c: "code", d: "diagnostics", m: "shared", t: "timeline"};
  const tab = keys[event.key];
  if (tab && !byId(`tab-${tab}`).hidden) {
    show(tab);
    event.preventDefault();
  } else if (event.key === "j") {
    toggleJumps();
  } else if (event.key === "w") {
    toggleWrapping();
  } else if (event.key === "?") {
    showKeys();
  } else if (event.key === "l") {
    byId("go").focus();
    event.preventDefault();
  }
});

function showKeys() {
  byId("keys").showModal();
  byId("keys-close").focus();
}

byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  show("code");
  focusColumn(0);
});
byId("help").addEventListener("click", showKeys);
byId("link").addEventListener("click", async () => {
  await copy(location.href);
  byId("link").textContent = "Copied";
  setTimeout(() => (byId("link").textContent = "Link"), 1200);
});
byId("theme").addEventListener("click", () => {
  const root = document.documentElement;
  root.dataset.theme = getComputedStyle(root).colorScheme.includes("dark") ? "light" : "dark";
  timeline?.draw();
});

// ------------------------------------------------------------------------------- contents

document.title = shown ? `${shown.title} · ${data.name}` : data.name;
byId("name").textContent = shown?.title ?? data.name;
byId("file").textContent = data.name;
byId("name").title = shown?.signature || shown?.name || data.name;
if (!sass.lines.length) {
  byId("reason").textContent = `No SASS: ${sass.reason}`;
  byId("reason").hidden = false;
}
buildCode(() => show("code"), (line) => {
  const each = functionAt(line);
  if (each && each !== shown) showFunction(each);
});
leadTo(chooseRow);
buildFind();
if (data.profile) byId("panel-overview").append(runOverview(data.profile));
const defined = new Set(functions.map((each) => each.name));
for (const each of data.functions) {
  // What is declared before its definition is shown once.
  if (each.flow || !defined.has(each.name)) byId("panel-overview").append(overviewOf(each, chooseLine, () => show("shared")));
}
const list = byId("panel-diagnostics");
if (!data.diagnostics.length) list.append(make("p", "ptxpy check has nothing to say.", {class: "faint empty"}));
for (const each of data.diagnostics) {
  const item = make("button", "", {class: `diagnostic ${each.severity}`});
  item.append(make("b", `${each.code} ${each.severity}`), make("span", "", {}, ...prose(` line ${each.line}: ${each.message}`)));
  if (each.help) item.append(make("span", "", {class: "faint"}, ...prose(` ${each.help}`)));
  item.addEventListener("click", () => chooseLine(each.line));
  list.append(item);
}

window.addEventListener("beforeprint", () => {
  const sheet = byId("print");
  sheet.replaceChildren();
  for (const [title, lines] of [["PTX", ptx.lines], ...(python ? [["Python", python.lines]] : [])]) {
    sheet.append(make("h2", title), make("pre", lines.map((line, at) => `${String(at + 1).padStart(6)}  ${line}`).join("\n")));
  }
});

// ------------------------------------------------------------------------------- address

follow((wanted) => {
  if (begun) applyState();
  const tab = tabs.includes(wanted.tab) && !byId(`tab-${wanted.tab}`)?.hidden ? wanted.tab : "code";
  if (!begun) {
    show("code", true);
    showFunction(wanted.line ? functionAt(wanted.line) : shown);
    applyState();
    if (wanted.line) goToLine(wanted.line, wanted.to, false);
    else if (shown) openFunction(shown);
    begun = true;
  } else if (wanted.line) {
    goToLine(wanted.line, wanted.to, false);
  }
  show(tab, true);
  // An address without a line stays so: opening a function chose one.
  const to = wanted.line && wanted.to > wanted.line ? state().to : "";
  update({line: wanted.line ? (to ? state().line : currentLine()) : "", to, tab: tab === "code" ? "" : tab});
});
document.documentElement.dataset.ready = "yes";
