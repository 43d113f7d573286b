"use strict";
const root = document.documentElement;
const isDark = () =>
  root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
document.getElementById("theme").addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
});
const rows = [...document.querySelectorAll(".row:not(.equal)")];
const starts = rows.filter((row) => !row.previousElementSibling?.matches(".row:not(.equal)"));
let at = -1;
const go = (step) => {
  if (!starts.length) return;
  starts[at]?.classList.remove("here");
  at = (at + step + starts.length + (at < 0 && step < 0 ? 1 : 0)) % starts.length;
  starts[at].classList.add("here");
  starts[at].scrollIntoView({ block: "center" });
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "n") go(1);
  if (event.key === "p") go(-1);
});
root.dataset.ready = "yes";
