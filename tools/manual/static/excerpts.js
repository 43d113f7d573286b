// The search shows an excerpt of each page that it finds. Sphinx fetches the pages for it, which
// browsers forbid for local files: the texts are scripts, which they load.
"use strict";
window.ptxpyExcerpts = {};
(() => {
  const root = document.documentElement.dataset.content_root;
  const load = (name) =>
    new Promise((done) => {
      const script = document.createElement("script");
      script.src = `${root}_excerpts/${name}.js`;
      script.onload = () => done(window.ptxpyExcerpts[name] || "");
      script.onerror = () => done("");
      document.head.append(script);
    });
  window.fetch = async (address) => {
    const name = String(address).slice(root.length).replace(/\.html$/, "");
    const text = await load(name);
    return { ok: true, text: async () => text };
  };
})();
