// What is above the columns: what is shown, and what the bars measure.
import {hasLoops} from "./bars.js";
import {counters, sass} from "./data.js";
import {byId, checkBox, make, menu, rove} from "./elements.js";
import {FILTERS, switched} from "./filters.js";
import {toggleColumn} from "./layout.js";
import {state, update} from "./state.js";

export function toggle(id, text, title, pressed) {
  const made = make("button", text, {id, class: "toggle", title, "aria-pressed": "false"});
  made.addEventListener("click", pressed);
  return made;
}

// Builds it for the columns `ids`; `applied` has what is to be called when something was changed.
export function buildToolbar(ids, titles, applied) {
  const bar = byId("toolbar");
  const group = (...children) => bar.append(make("span", "", {class: "group"}, ...children));
  const faint = (text) => make("span", text, {class: "faint"});
  const boxes = [checkBox("toggle-jumps", "List", "the list at the left (j)", applied.jumps)];
  boxes.push(...ids.map((id) => checkBox(`toggle-${id}`, titles[id], `the column of ${titles[id]}`, () => toggleColumn(id))));
  if (sass.controls.some(Boolean)) {
    boxes.push(checkBox("toggle-control", "control codes", applied.control, () => {
      update({control: state().control ? "" : "1"});
      applied.looks();
    }));
  }
  group(faint("Show"), ...boxes);
  if (FILTERS.length) {
    group(...FILTERS.map(([key, text, title]) => checkBox(`filter-${key}`, text, title, () => {
      update({hide: switched(key)});
      applied.filters();
    })));
  }
  const heat = menu("counter of the bars", "what the numbers and bars beside lines measure", counters.map(([key, title]) => [key, title]), counters[0][0], (key) => {
    update({heat: key === counters[0][0] ? "" : key});
    applied.heat();
  });
  heat.id = "heat";
  group(faint("Bars"), heat);
  if (hasLoops) {
    bar.lastChild.append(checkBox("range-loop", "of the loop", "the range of the bars: of the innermost loop around the line that is chosen, and not of the whole file", () => {
      update({range: byId("range-loop").checked ? "loop" : ""});
      applied.heat();
    }));
  }
  rove(bar, "input");
}

// Shows what the bars measure, as the address says.
export function showCounter() {
  byId("heat").value = counters.some(([key]) => key === state().heat) ? state().heat : counters[0][0];
  if (hasLoops) byId("range-loop").checked = state().range === "loop";
}
