// "npm run dev": the server, compiled and restarted on every change, and the web app with hot reload.
import './lib/node-version.mjs';
import fs from 'node:fs';

const { build } = await import('./lib/build.mjs');
const { fail } = await import('./lib/fail.mjs');
const { freePort } = await import('./lib/free-port.mjs');
const { install } = await import('./lib/install.mjs');
const { inRoot } = await import('./lib/root.mjs');
const { binOf, endChild, isEnding, startChild } = await import('./lib/run.mjs');
const { say } = await import('./lib/steps.mjs');

const QUIET_MS = 300; // the compiler writes many files for one change

try {
  await install();
  await build();
} catch (error) {
  fail(error);
}

const port = String(process.env.PORT || (await freePort(3000)));
const env = { PORT: port, TRUNKLINE_SERVER: `http://127.0.0.1:${port}` };
const startNode = (script, ...args) => startChild(process.execPath, [script, ...args], { env });

startNode(
  binOf('typescript'),
  '-b',
  'packages/contract',
  'packages/server',
  '--watch',
  '--preserveWatchOutput',
);
startNode(binOf('vite'), 'packages/web', '--port', '5173', '--clearScreen', 'false');
startNode(binOf('vite'), 'build', 'packages/chat-widget', '--watch', '--logLevel', 'warn');
startNode(binOf('vite'), 'build', 'packages/call-engine', '--watch', '--logLevel', 'warn');

const startServer = () => startNode(inRoot('scripts/serve.mjs'), 'packages/server/dist/main.js');
let server = startServer();
let restarting = Promise.resolve();
let timer;

for (const folder of ['packages/contract/dist', 'packages/server/dist']) {
  fs.watch(inRoot(folder), { recursive: true }, (_event, file) => {
    if (!file?.endsWith('.js')) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      restarting = restarting.then(restartServer);
    }, QUIET_MS);
  });
}

async function restartServer() {
  if (isEnding()) return;
  say('The server has changed, starting it again');
  await endChild(server);
  // Not if Ctrl-C was pressed while the old one ended.
  if (!isEnding()) server = startServer();
}
