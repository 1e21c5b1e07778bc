// Starts ferryplan's language server and connects it with the editor. All answers come from the server.

const { window, workspace, commands } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

/** @type {LanguageClient | undefined} */
let client;

async function startServer() {
  const [command, ...args] = workspace.getConfiguration("ferryplan").get("command", ["plan", "lsp"]);
  client = new LanguageClient(
    "ferryplan",
    "ferryplan",
    { command, args },
    { documentSelector: [{ language: "pddl" }, { pattern: "**/*.toml" }] },
  );
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(
      `ferryplan: '${command}' cannot be started (${error.message}). ` +
        "Install it with pip install 'ferryplan[lsp]', or set ferryplan.command.",
    );
  }
}

async function stopServer() {
  const running = client;
  client = undefined;
  await running?.stop().catch(() => undefined);
}

async function restartServer() {
  await stopServer();
  await startServer();
}

async function activate(context) {
  context.subscriptions.push(
    commands.registerCommand("ferryplan.restart", restartServer),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("ferryplan.command")) {
        return restartServer();
      }
    }),
  );
  await startServer();
}

module.exports = { activate, deactivate: stopServer };
