"use strict";
const root = document.documentElement;
const isDark = () =>
  root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
document.getElementById("theme").addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
});
const tabs = [...document.querySelectorAll("[role=tab]")];
const panels = [...document.querySelectorAll("main > [role=tabpanel]")];
const shown = () => panels.find((each) => !each.hidden);
const show = (name) => {
  for (const tab of tabs) {
    tab.setAttribute("aria-selected", String(tab.id === `tab-${name}`));
    tab.tabIndex = tab.id === `tab-${name}` ? 0 : -1;
  }
  for (const panel of panels) panel.hidden = panel.id !== `panel-${name}`;
  showSource();
  count();
  drawRuler();
};
for (const tab of tabs) tab.addEventListener("click", () => {
  const name = tab.id.slice(4);
  show(name);
  history.replaceState(null, "", `#panel-${name}`);
});
document.querySelector("[role=tablist]")?.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length];
  next.focus();
  next.click();
});
// A link leads to the panel that its target is in.
const follow = () => {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const panel = target && target.closest("[role=tabpanel]");
  if (!panel) return;
  show(panel.id.slice(6));
  if (target !== panel) target.scrollIntoView();
};
window.addEventListener("hashchange", follow);
// Code has the colours that it has on the page of `ptxpy view`, once a row is seen. An identifier is
// matched as a whole, so that its digits are no numbers.
const COMMON = String.raw`(?<comment>\/\/.*)|(?<string>"[^"]*")|(?<keyword>@!?%?[\w$]+|\.[A-Za-z_][\w:]*)`;
const LANGUAGES = {
  ptx: String.raw`${COMMON}|(?<label>^\s*[\w$]+:)|(?<variable>%[\w$.']+)|(?<function>(?<=^\s*(@!?%?[\w$]+\s+)?)[a-z]\w*)|(?<other>[A-Za-z_$][\w$]*)|(?<number>0[xfdXFD][0-9a-fA-F]+|\d+)`,
  sass: String.raw`(?<keyword>@!?U?P\w+)|(?<function>(?<=^\s*(@!?U?P\w+\s+)?)[A-Z][A-Z0-9_]*(\.\w+)*)|(?<label>\.L_\w+)|(?<variable>\b(U?R\d+|R?URZ|RZ|U?P\d+|U?PT)\b)|(?<other>[A-Za-z_]\w*)|(?<number>0x[0-9a-f]+|\d+)`,
  python: String.raw`(?<comment>#.*)|(?<string>"[^"]*"|'[^']*')|(?<keyword>@\w+|\b(def|for|in|with|as|if|else|while|return|import|from|and|or|not|True|False|None|range)\b)|(?<function>[A-Za-z_][\w.]*(?=\())|(?<other>[A-Za-z_]\w*)|(?<number>0x[0-9a-fA-F]+|\d+(\.\d+)?)`,
};
LANGUAGES.source = String.raw`(?<comment>\/\/.*|#\s.*)|(?<string>"[^"]*"|'[^']*')|(?<keyword>@[\w.]+|#\w+|\b(and|auto|bool|break|char|const|constexpr|continue|def|do|double|elif|else|extern|False|float|for|from|if|import|in|inline|int|long|None|not|or|pass|range|return|short|signed|static|struct|switch|template|True|typename|unsigned|using|void|while|with)\b|\b__\w+__\b)|(?<function>[A-Za-z_][\w.:]*(?=\())|(?<other>[A-Za-z_]\w*)|(?<number>0x[0-9a-fA-F]+|\d+(\.\d+)?f?)`;
const colour = (code, language) => {
  const line = code.textContent;
  const texts = [];
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(), at = 0; node; node = walker.nextNode()) {
    texts.push([node, at]);
    at += node.length;
  }
  const tokens = [...line.matchAll(new RegExp(LANGUAGES[language], "g"))]
    .map((found) => [found.index, found.index + found[0].length, Object.keys(found.groups).find((name) => found.groups[name] !== undefined)])
    .filter(([, , name]) => name !== "other");
  // A token may go over the mark of a difference: each piece of text has its part.
  for (const [node, start] of texts) {
    const parts = tokens
      .map(([from, to, name]) => [Math.max(from - start, 0), Math.min(to - start, node.length), name])
      .filter(([from, to]) => from < to);
    const text = node.data;
    const pieces = [];
    let done = 0;
    for (const [from, to, name] of parts) {
      const span = document.createElement("span");
      span.className = `token-${name}`;
      span.textContent = text.slice(from, to);
      pieces.push(text.slice(done, from), span);
      done = to;
    }
    node.replaceWith(...pieces, text.slice(done));
  }
};
const seen = new IntersectionObserver((entries) => {
  for (const {target, isIntersecting} of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    const language = target.closest("[role=tabpanel], #source").id.replace("panel-", "");
    for (const code of target.querySelectorAll("code")) if (LANGUAGES[language]) colour(code, language);
  }
}, { rootMargin: "300px" });
for (const row of document.querySelectorAll(".row:not(.move), #source .line")) seen.observe(row);
// Differences: runs of rows that are not equal.
const starts = new Map();
for (const panel of panels) {
  const rows = [...panel.querySelectorAll(".row:not(.equal)")];
  starts.set(panel, rows.filter((row) => !row.previousElementSibling?.matches(".row:not(.equal)")));
}
const places = new Map();
const where = document.getElementById("where");
// Says which difference of how many is shown.
const count = () => {
  const all = starts.get(shown()).length;
  const at = places.get(shown()) ?? -1;
  const noun = `difference${all === 1 ? "" : "s"}`;
  where.textContent = all ? (at < 0 ? `${all} ${noun}` : `${at + 1} of ${all} ${noun}`) : "";
};
const choose = (at) => {
  const found = starts.get(shown());
  found[places.get(shown()) ?? -1]?.classList.remove("here");
  places.set(shown(), at);
  count();
  found[at].classList.add("here");
  found[at].scrollIntoView({ block: "center" });
  lightRow(found[at]);
  drawRuler();
};
const go = (step) => {
  // Facts have no differences to go to: the next panel has.
  if (!starts.get(shown()).length) {
    const next = panels.find((each) => starts.get(each).length);
    if (!next) return;
    show(next.id.slice(6));
  }
  const length = starts.get(shown()).length;
  const at = places.get(shown()) ?? -1;
  choose((at + step + length + (at < 0 && step < 0 ? 1 : 0)) % length);
};

// The ruler has a mark for each difference, as high as it is long, and one for what is in view.
const ruler = document.getElementById("ruler");
const view = document.createElement("div");
view.className = "view";
const endOf = (row) => {
  let last = row;
  while (last.nextElementSibling?.matches(".row:not(.equal)")) last = last.nextElementSibling;
  return last;
};
const kindOf = (row, last) => {
  const kinds = new Set();
  for (let each = row; ; each = each.nextElementSibling) {
    if (each.matches(".move")) kinds.add("move");
    for (const name of ["minus", "plus"]) if (each.querySelector(`.${name}`)) kinds.add(name);
    if (each === last) break;
  }
  return kinds.has("minus") && kinds.has("plus") ? "both" : [...kinds][0] ?? "both";
};
const marks = new Map();  // by the first row of a difference: its last row, and the mark
const drawRuler = () => {
  const panel = shown();
  const rows = starts.get(panel);
  ruler.hidden = !rows.length;
  if (ruler.hidden) return;
  const top = panel.getBoundingClientRect().top - panel.scrollTop;
  const share = (distance) => `${(100 * distance) / panel.scrollHeight}%`;
  const drawn = rows.map((row, at) => {
    if (!marks.has(row)) {
      const mark = document.createElement("div");
      const last = endOf(row);
      mark.className = kindOf(row, last);
      mark.addEventListener("click", (event) => {
        event.stopPropagation();
        choose(starts.get(shown()).indexOf(row));
      });
      marks.set(row, [last, mark]);
    }
    const [last, mark] = marks.get(row);
    const start = row.getBoundingClientRect().top;
    mark.title = `${at + 1} of ${rows.length}`;
    mark.style.top = share(start - top);
    mark.style.height = share(last.getBoundingClientRect().bottom - start);
    mark.classList.toggle("here", places.get(panel) === at);
    return mark;
  });
  ruler.replaceChildren(view, ...drawn);
  followView();
};
// Shows on the ruler what of the panel is in view.
const followView = () => {
  const panel = shown();
  view.style.top = `${(100 * panel.scrollTop) / panel.scrollHeight}%`;
  view.style.height = `${(100 * panel.clientHeight) / panel.scrollHeight}%`;
};
ruler.addEventListener("click", (event) => {
  const box = ruler.getBoundingClientRect();
  shown().scrollTop = ((event.clientY - box.top) / box.height) * shown().scrollHeight - shown().clientHeight / 2;
});
const heights = new ResizeObserver(() => requestAnimationFrame(drawRuler));
for (const panel of panels) {
  panel.addEventListener("scroll", followView, { passive: true });
  for (const section of panel.children) heights.observe(section);
}

// The source: a click on a line lights the code of A and of B that is of it, and the other way round.
const source = document.getElementById("source");
const toggle = document.getElementById("toggle-source");
const hasPlaces = new Set(["panel-ptx", "panel-sass"]);
const counter = document.getElementById("counter");
counter?.addEventListener("change", () => {
  for (const code of document.querySelectorAll("[data-counts]")) code.dataset.ran = code.dataset.counts.split("|")[counter.selectedIndex];
  for (const head of document.querySelectorAll(".counted")) head.textContent = counter.value;
});
const showSource = () => {
  if (counter) counter.hidden = shown().id !== "panel-ptx";
  if (!source) return;
  toggle.hidden = !hasPlaces.has(shown().id);
  source.hidden = toggle.hidden || toggle.getAttribute("aria-pressed") === "false";
  // It begins where the code first differs.
  const place = source.hidden || source.dataset.begun ? null : starts.get(shown())?.flatMap((row) => ["a", "b"].map((side, at) => {
    const own = (codesOf(row)[at]?.dataset.at ?? "").split(" ").at(-1);  // that of the call, if it was inlined
    return own && source.querySelector(`[data-${side}="${own}"]`);
  })).find(Boolean);
  if (place) {
    source.dataset.begun = "yes";
    place.scrollIntoView({ block: "center" });
  }
};
const codesOf = (row) => [...row.querySelectorAll("code")];
const clear = () => {
  for (const each of document.querySelectorAll(".partner")) each.classList.remove("partner");
};
const lightLines = (lines) => {
  for (const line of lines) line.classList.add("partner");
  // A place in a function that was inlined comes before that of its call.
  if (lines.length && !source.hidden) source.scrollTop += lines[0].getBoundingClientRect().top - source.getBoundingClientRect().top - source.clientHeight / 3;
};
const lightRow = (row) => {
  if (!source) return;
  clear();
  const lines = ["a", "b"].flatMap((side, at) => (codesOf(row)[at]?.dataset.at ?? "").split(" ").filter(Boolean)
    .map((place) => source.querySelector(`[data-${side}="${place}"]`)).filter(Boolean));
  for (const code of codesOf(row)) if (code.dataset.at) code.classList.add("partner");
  lightLines([...new Set(lines)]);
};
const lightSource = (line) => {
  clear();
  line.classList.add("partner");
  const found = ["a", "b"].flatMap((side, at) => {
    const place = line.dataset[side];
    return place ? [...shown().querySelectorAll(`.row > code:nth-of-type(${at + 1})[data-at~="${place}"]`)] : [];
  });
  for (const code of found) code.classList.add("partner");
  const first = found.map((code) => code.parentElement).sort((a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1)[0];
  const closed = first?.closest("details:not([open])");
  if (closed) closed.open = true;
  first?.scrollIntoView({ block: "center" });
};
document.querySelector("main").addEventListener("click", (event) => {
  // Text that is being selected is no click.
  if (!source || !getSelection().isCollapsed) return;
  const line = event.target.closest("#source .line");
  const row = event.target.closest(".row:not(.move)");
  if (line) lightSource(line);
  else if (row) lightRow(row);
});
const toggleSource = () => {
  toggle.setAttribute("aria-pressed", String(toggle.getAttribute("aria-pressed") === "false"));
  showSource();
  drawRuler();
};
toggle?.addEventListener("click", toggleSource);

show(shown().id.slice(6));
follow();
document.getElementById("next").addEventListener("click", () => go(1));
document.getElementById("previous").addEventListener("click", () => go(-1));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "n") go(1);
  if (event.key === "p") go(-1);
  if (event.key === "s" && toggle && !toggle.hidden) toggleSource();
});
root.dataset.ready = "yes";
