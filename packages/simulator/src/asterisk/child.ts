import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { atExit } from './at-exit.ts';

/** Starts a command, for whoever ends it in their own way when they are told to end. */
export type Start = (file: string, args: string[]) => ChildProcess;
export type RunningProcess = {
  pid: number;
  /** Resolves with the exit code when it is over; null where a signal has ended it. */
  ended: Promise<number | null>;
  signal: (name: NodeJS.Signals) => void;
  /** Asks it to end, and makes it end when it does not. */
  end: () => Promise<void>;
};

const PATIENCE_MS = 5000;
const hasSetpriv = spawnSync('setpriv', ['--version']).status === 0;

// In a group of its own, so that Ctrl-C reaches us alone.
const startApart: Start = (file, args) => spawn(file, args, { stdio: 'ignore', detached: true });

/** Starts a command that does not outlive us, however we end. */
export function startBound(file: string, args: string[], start: Start = startApart): RunningProcess {
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
