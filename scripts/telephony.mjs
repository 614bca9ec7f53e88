// "npm run telephony": a real Asterisk with a menu, queues and phones, and customers who call.
import './lib/node-version.mjs';
import { pathToFileURL } from 'node:url';

const { fail } = await import('./lib/fail.mjs');
const { install } = await import('./lib/install.mjs');
const { freePort } = await import('./lib/free-port.mjs');
const { inRoot, root } = await import('./lib/root.mjs');
const { compile, endChild, isEnding, startChild } = await import('./lib/run.mjs');
const { say, step } = await import('./lib/steps.mjs');

const commands = [];

function start(file, args, stdio) {
  const command = startChild(file, args, { stdio });
  commands.push(command);
  return command;
}

const endAll = () => Promise.all(commands.map(endChild));

try {
  await install();
  await step('Compile the simulator', () => compile('packages/simulator/tsconfig.json'));
  const main = 'packages/simulator/dist/asterisk/main.js';
  const { telephony } = await import(pathToFileURL(inRoot(main)).href);
  await telephony({
    args: process.argv.slice(2),
    root,
    env: process.env,
    say,
    freePort,
    startCommand: (file, args) => start(file, args, 'ignore'),
    startTool: (file, args) => start(file, args, ['ignore', 'ignore', 'pipe']),
  });
  await endAll();
  // After Ctrl-C another handler ends everything in order.
  if (!isEnding()) process.exit(0);
} catch (error) {
  await endAll();
  if (!isEnding()) fail(error);
}
