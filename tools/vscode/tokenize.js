// Tokenize lines by the grammar, with the engine of VS Code: a JSON list of lines on standard input,
// and on standard output for each line a list of texts with their scopes.
"use strict";
const fs = require("fs");
const oniguruma = require("vscode-oniguruma");
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");

async function main() {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer;
  await oniguruma.loadWASM(wasm);
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () =>
      parseRawGrammar(fs.readFileSync("syntaxes/ptx.tmLanguage.json", "utf8"), "ptx.json"),
  });
  const grammar = await registry.loadGrammar("source.ptx");
  const lines = JSON.parse(fs.readFileSync(0, "utf8"));
  const found = lines.map((line) =>
    grammar
      .tokenizeLine(line, INITIAL)
      .tokens.map((token) => [
        line.slice(token.startIndex, token.endIndex),
        token.scopes[token.scopes.length - 1],
      ]),
  );
  process.stdout.write(JSON.stringify(found));
}

main();
