import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { atExit } from './at-exit.ts';

/** Starts a command. Given by callers that end their processes in their own way. */
export type Start = (file: string, args: string[]) => ChildProcess;
export type RunningProcess = {
  pid: number;
  /** Resolves with the exit code when the process has ended; null if a signal ended it. */
  ended: Promise<number | null>;
  signal: (name: NodeJS.Signals) => void;
  /** Asks the process to end, and kills it after `PATIENCE_MS`. */
  end: () => Promise<void>;
};

const PATIENCE_MS = 5000;
const hasSetpriv = spawnSync('setpriv', ['--version']).status === 0;

// In a process group of its own, so that Ctrl-C reaches only this process.
const startDetached: Start = (file, args) => spawn(file, args, { stdio: 'ignore', detached: true });

/** Starts a command that ends with this process, even if this process is killed. */
export function startBound(file: string, args: string[], start: Start = startDetached): RunningProcess {
  const child = hasSetpriv
    ? start('setpriv', ['--pdeathsig', 'KILL', '--', file, ...args])
    : start(file, args);
  let isOver = false;
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => ((isOver = true), resolve(code)));
  });
  const signal = (name: NodeJS.Signals): void => void (isOver || child.kill(name));
  const kill = () => signal('SIGKILL');
  void ended.catch(() => undefined).then(atExit(kill));
  return {
    pid: child.pid ?? 0,
    ended,
    signal,
    async end(): Promise<void> {
      signal('SIGTERM');
      const force = setTimeout(kill, PATIENCE_MS);
      await ended;
      clearTimeout(force);
    },
  };
}
