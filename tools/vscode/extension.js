// The client of `ptxpy lsp`, and the debugger `ptxpy debug --adapter`: both speak over standard
// input and output, and this starts them.
"use strict";
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

/** The program, as the settings have it. Those of a workspace count only where it is trusted. */
function program() {
  return vscode.workspace.getConfiguration("ptxpy").get("path") || "ptxpy";
}

async function start() {
  const documents = [{ language: "ptx" }];
  if (vscode.workspace.getConfiguration("ptxpy").get("sources")) {
    documents.push({ language: "cuda-cpp" }, { language: "python" });
  }
  const server = { command: program(), args: ["lsp"], transport: TransportKind.stdio };
  client = new LanguageClient("ptxpy", "ptxpy", server, { documentSelector: documents });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const chosen = await vscode.window.showErrorMessage(
      `\`${program()} lsp\` does not start: ${error.message}. ` +
        "It needs `pip install 'ptxpy[editor]'`, and its path in the settings.",
      "Settings",
    );
    if (chosen) {
      vscode.commands.executeCommand("workbench.action.openSettings", "ptxpy.path");
    }
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running) {
    await running.stop();
  }
}

/** A launch without a configuration is that of the open file. */
const configurations = {
  resolveDebugConfiguration(_folder, configuration) {
    const editor = vscode.window.activeTextEditor;
    if (!configuration.type && editor && editor.document.languageId === "ptx") {
      return {
        type: "ptxpy",
        request: "launch",
        name: "Debug this kernel",
        program: editor.document.uri.fsPath,
        stopOnEntry: true,
      };
    }
    return configuration;
  },
};

const adapters = {
  createDebugAdapterDescriptor() {
    return new vscode.DebugAdapterExecutable(program(), ["debug", "--adapter"]);
  },
};

async function activate(context) {
  context.subscriptions.push(
    vscode.debug.registerDebugConfigurationProvider("ptxpy", configurations),
    vscode.debug.registerDebugAdapterDescriptorFactory("ptxpy", adapters),
    vscode.commands.registerCommand("ptxpy.restart", async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("ptxpy")) {
        await stop();
        await start();
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
