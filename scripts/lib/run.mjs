import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { inRoot, root } from './root.mjs';

/** A command that failed; `output` is everything it printed. */
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

// A tool can be killed at once; a server needs time to close its sockets, jobs and database.
const TOOL_PATIENCE_MS = 1_000;
const SERVER_PATIENCE_MS = 15_000;

let parentWatch;
let ending = false;

/** Runs a command in the repository and resolves with its output. `isLive` also prints it as it arrives. */
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

/** Starts a command that is ended with us, together with all its children. */
export function startChild(
  file,
  args,
  { env = {}, stdio = 'inherit', patienceMs = SERVER_PATIENCE_MS } = {},
) {
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio,
    // In a process group of its own: Ctrl-C only reaches us, and we end the whole group in order.
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

/** Asks the whole group of a child to end, and kills it after a time-out. */
export async function endChild(child) {
  if (!children.has(child)) return;
  const ended = endOf(child);
  signalGroup(child, 'SIGTERM');
  const force = setTimeout(() => signalGroup(child, 'SIGKILL'), children.get(child));
  await ended;
  clearTimeout(force);
}

/** Whether we were told to end: nothing may be started any more. */
export const isEnding = () => ending;

/** The script of an installed package's command, to run with this Node. */
export function binOf(name) {
  const manifest = inRoot('node_modules', name, 'package.json');
  const { bin } = createRequire(import.meta.url)(manifest);
  return path.join(
    path.dirname(manifest),
    typeof bin === 'string' ? bin : (bin[name] ?? Object.values(bin)[0]),
  );
}

export const runBin = (name, args, options) => run(process.execPath, [binOf(name), ...args], options);

/**
 * Compiles projects, and what they refer to. Several checkers of a project repeat much of each other's work: one takes half the
 * processor time, and on two cores no longer.
 * @param {...string} args
 */
export const compile = (...args) => runBin('typescript', ['-b', '--checkers', '1', ...args]);

const fromRoot = (arg) => (path.isAbsolute(arg) ? path.relative(root, arg) : arg);

function signalGroup(child, signal) {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch {
    // It has just ended.
  }
}

function watchForTheEnd() {
  for (const signal of SIGNALS) process.on(signal, onSignal);
  // npm does not pass signals on: when it is killed, we only notice that our parent has changed.
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
