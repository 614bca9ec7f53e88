import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { inRoot, root } from './root.mjs';

/** A command that ended with an error; `output` is all it said. */
class CommandFailed extends Error {
  constructor(command, reason, { output, wasLive }) {
    super(`${command} ${reason}`);
    this.output = output;
    this.wasLive = wasLive;
  }
}

const children = new Map();
const parent = process.ppid;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

// A tool has nothing to lose; a server that we started has sockets, jobs and a database to close.
const TOOL_PATIENCE_MS = 1_000;
const SERVER_PATIENCE_MS = 15_000;

let parentWatch;
let ending = false;

/** Runs a command in the repository and resolves with what it printed. `isLive` shows that as it comes, too. */
export async function run(file, args, { env = {}, isLive = false } = {}) {
  const child = startChild(file, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    patienceMs: TOOL_PATIENCE_MS,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (isLive) process.stdout.write(text);
    });
  }
  const { code, reason } = await endOf(child);
  if (code === 0) return output;
  const command = [path.basename(file), ...args.map(fromRoot)].join(' ');
  throw new CommandFailed(command, reason, {
    output: stripVTControlCharacters(output),
    wasLive: isLive,
  });
}

/** Starts a command that ends when we do, together with everything it starts itself. */
export function startChild(
  file,
  args,
  { env = {}, stdio = 'inherit', patienceMs = SERVER_PATIENCE_MS } = {},
) {
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio,
    // In a group of its own: Ctrl-C reaches us alone, and we end the whole group in order.
    detached: process.platform !== 'win32',
  });
  if (children.size === 0) watchForTheEnd();
  children.set(child, patienceMs);
  void endOf(child).then(() => {
    children.delete(child);
    if (children.size === 0) stopWatching();
  });
  return child;
}

function endOf(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, reason: `could not be started (${error.message})` }));
    child.once('close', (code, signal) =>
      resolve({ code, reason: signal ? `was ended by ${signal}` : `ended with code ${code}` }),
    );
  });
}

/** Asks a child's whole group to end, and makes it end when it does not. */
export async function endChild(child) {
  if (!children.has(child)) return;
  const ended = endOf(child);
  signalGroup(child, 'SIGTERM');
  const force = setTimeout(() => signalGroup(child, 'SIGKILL'), children.get(child));
  await ended;
  clearTimeout(force);
}

/** Whether we were told to end: whatever is started after that would be left behind. */
export const isEnding = () => ending;

/** The script of an installed package's command, to run with this very Node. */
export function binOf(name) {
  const manifest = inRoot('node_modules', name, 'package.json');
  const { bin } = createRequire(import.meta.url)(manifest);
  return path.join(
    path.dirname(manifest),
    typeof bin === 'string' ? bin : (bin[name] ?? Object.values(bin)[0]),
  );
}

export const runBin = (name, args, options) => run(process.execPath, [binOf(name), ...args], options);

const fromRoot = (arg) => (path.isAbsolute(arg) ? path.relative(root, arg) : arg);

function signalGroup(child, signal) {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch {
    // It has just ended by itself.
  }
}

function watchForTheEnd() {
  for (const signal of SIGNALS) process.on(signal, onSignal);
  // npm passes no signals on: when it is killed we only notice that somebody else is our parent now.
  parentWatch = setInterval(() => process.ppid !== parent && onSignal('SIGHUP'), 500);
  parentWatch.unref();
}

function stopWatching() {
  for (const signal of SIGNALS) process.off(signal, onSignal);
  clearInterval(parentWatch);
}

function onSignal(signal) {
  void endEverything(signal);
}

async function endEverything(signal) {
  ending = true;
  for (const each of SIGNALS) process.off(each, onSignal).on(each, () => {});
  await Promise.all([...children.keys()].map(endChild));
  process.exit(128 + os.constants.signals[signal]);
}
