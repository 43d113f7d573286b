// The extension with imitations of VS Code and of the language client: what it starts, as JSON.
"use strict";
const Module = require("module");
const started = [];
const registered = {};
const settings = JSON.parse(process.argv[3]);
const shown = [];

class LanguageClient {
  constructor(id, name, server, options) {
    this.server = server;
    started.push({ id, name, server, documents: options.documentSelector });
  }
  async start() {
    if (this.server.command === "missing") {
      throw new Error("spawn missing ENOENT");
    }
  }
  async stop() {
    started.push("stopped");
  }
}

const vscode = {
  workspace: {
    getConfiguration: () => ({ get: (name) => settings[name] }),
    onDidChangeConfiguration: () => ({}),
  },
  window: {
    activeTextEditor: { document: { languageId: "ptx", uri: { fsPath: "/k.ptx" } } },
    showErrorMessage: async (text) => void shown.push(text),
  },
  commands: {
    registerCommand: (name, run) => {
      registered[name] = run;
    },
  },
  debug: {
    registerDebugConfigurationProvider: (type, provider) => {
      registered[`configurations of ${type}`] = provider;
    },
    registerDebugAdapterDescriptorFactory: (type, factory) => {
      registered[`adapter of ${type}`] = factory;
    },
  },
  DebugAdapterExecutable: class {
    constructor(command, words) {
      Object.assign(this, { command, words });
    }
  },
};

const load = Module._load;
Module._load = function (name, ...rest) {
  if (name === "vscode") {
    return vscode;
  }
  if (name === "vscode-languageclient/node") {
    return { LanguageClient, TransportKind: { stdio: 0 } };
  }
  return load.call(this, name, ...rest);
};

async function main() {
  const extension = require(process.argv[2]);
  await extension.activate({ subscriptions: [] });
  await registered["ptxpy.restart"]();
  await extension.deactivate();
  const resolve = (asked) =>
    registered["configurations of ptxpy"].resolveDebugConfiguration(undefined, asked);
  process.stdout.write(
    JSON.stringify({
      started,
      shown,
      adapter: registered["adapter of ptxpy"].createDebugAdapterDescriptor(),
      empty: resolve({}),
      given: resolve({ type: "ptxpy", program: "/other.ptx" }),
    }),
  );
}

main();
