// "npm run simulate": a demo workspace of its own, stand-ins of the messaging providers, and customers who write to it.
import './lib/node-version.mjs';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';

const { fail } = await import('./lib/fail.mjs');
const { install } = await import('./lib/install.mjs');
const { build } = await import('./lib/build.mjs');
const { freePort } = await import('./lib/free-port.mjs');
const { inRoot, root } = await import('./lib/root.mjs');
const { compile, endChild, isEnding, startChild } = await import('./lib/run.mjs');
const { say, step } = await import('./lib/steps.mjs');

let server;
const commands = [];

function startServer(env) {
  server = startChild(process.execPath, [inRoot('scripts/serve.mjs')], { env });
  return { ended: once(server, 'close') };
}

function startCommand(file, args) {
  const command = startChild(file, args, { stdio: 'ignore' });
  commands.push(command);
  return command;
}

const endAll = () => Promise.all([server, ...commands].filter(Boolean).map(endChild));

try {
  await install();
  await build();
  await step('Compile the simulator', () => compile('packages/simulator/tsconfig.page.json'));
  const { simulate } = await import(pathToFileURL(inRoot('packages/simulator/dist/world/main.js')).href);
  await simulate({
    args: process.argv.slice(2),
    root,
    env: process.env,
    say,
    freePort,
    startServer,
    startCommand,
  });
  await endAll();
  // The stand-ins still listen, so end here. After Ctrl-C another handler ends everything in order.
  if (!isEnding()) process.exit(server?.exitCode ? 1 : 0);
} catch (error) {
  // The error is printed first; the server must not stay behind.
  await endAll();
  if (!isEnding()) fail(error);
}
