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
};
for (const tab of tabs) tab.addEventListener("click", () => show(tab.id.slice(4)));
// A link leads to the panel that its target is in.
const follow = () => {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const panel = target && target.closest("main > div");
  if (!panel) return;
  show(panel.id.slice(6));
  target.scrollIntoView();
};
window.addEventListener("hashchange", follow);
const starts = new Map();
for (const panel of panels) {
  const rows = [...panel.querySelectorAll(".row:not(.equal)")];
  starts.set(panel, rows.filter((row) => !row.previousElementSibling?.matches(".row:not(.equal)")));
}
const places = new Map();
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
  found[at].classList.add("here");
  found[at].scrollIntoView({ block: "center" });
};
follow();
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "n") go(1);
  if (event.key === "p") go(-1);
});
root.dataset.ready = "yes";
