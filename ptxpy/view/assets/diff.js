"use strict";
const root = document.documentElement;
const isDark = () =>
  root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
document.getElementById("theme").addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
});
const tabs = [...document.querySelectorAll("[role=tab]")];
const panels = [...document.querySelectorAll("main > div")];
const show = (name) => {
  for (const tab of tabs) tab.setAttribute("aria-selected", String(tab.id === `tab-${name}`));
  for (const panel of panels) panel.hidden = panel.id !== `panel-${name}`;
  count();
};
for (const tab of tabs) tab.addEventListener("click", () => {
  const name = tab.id.slice(4);
  show(name);
  history.replaceState(null, "", `#panel-${name}`);
});
// A link leads to the panel that its target is in.
const follow = () => {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const panel = target && target.closest("main > div");
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
    const language = target.closest("main > div").id.slice(6);
    for (const code of target.querySelectorAll("code")) if (LANGUAGES[language]) colour(code, language);
  }
}, { rootMargin: "300px" });
for (const row of document.querySelectorAll(".row:not(.move)")) seen.observe(row);
const starts = new Map();
for (const panel of panels) {
  const rows = [...panel.querySelectorAll(".row:not(.equal)")];
  starts.set(panel, rows.filter((row) => !row.previousElementSibling?.matches(".row:not(.equal)")));
}
const places = new Map();
// Says which difference of how many is shown.
const count = () => {
  const panel = panels.find((each) => !each.hidden);
  const all = starts.get(panel).length;
  const at = places.get(panel) ?? -1;
  const noun = `difference${all === 1 ? "" : "s"}`;
  where.textContent = all ? (at < 0 ? `${all} ${noun}` : `${at + 1} of ${all} ${noun}`) : "";
};
const where = document.getElementById("where");
const go = (step) => {
  // Facts have no differences to go to: the next panel has.
  if (!starts.get(panels.find((each) => !each.hidden)).length) {
    const next = panels.find((each) => starts.get(each).length);
    if (!next) return;
    show(next.id.slice(6));
  }
  const panel = panels.find((each) => !each.hidden);
  const found = starts.get(panel);
  let at = places.get(panel) ?? -1;
  found[at]?.classList.remove("here");
  at = (at + step + found.length + (at < 0 && step < 0 ? 1 : 0)) % found.length;
  places.set(panel, at);
  count();
  found[at].classList.add("here");
  found[at].scrollIntoView({ block: "center" });
};
follow();
count();
document.getElementById("next").addEventListener("click", () => go(1));
document.getElementById("previous").addEventListener("click", () => go(-1));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "n") go(1);
  if (event.key === "p") go(-1);
});
root.dataset.ready = "yes";
