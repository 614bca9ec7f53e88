import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { atExit } from './at-exit.ts';

/** The repository; here and in dist it is as far. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Why there is no Asterisk here, in words for whoever wants one. */
export class AsteriskMissing extends Error {
  // As the server calls its own: the commands print the message alone.
  override name = 'StartError';
}

type Provide = {
  env?: Record<string, string | undefined>;
  onProgress?: (line: string) => void;
  /** Starts a command whose errors can be read, for whoever ends it in their own way when they are told to end. */
  start?: (file: string, args: string[]) => ChildProcess;
};

/** A slow mirror takes its time; one that says nothing any more does not get it. */
const GIVE_UP_MS = 300_000;

/** Where Asterisk is kept, for every clone and every run of this user: TRUNKLINE_ASTERISK, or the user's cache. */
export function asteriskFolder(env: Record<string, string | undefined> = process.env): string {
  const cache = env['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache');
  return path.resolve(env['TRUNKLINE_ASTERISK'] || path.join(cache, 'trunkline', 'asterisk'));
}

/**
 * Gives the folder in which an Asterisk is, unpacked from Debian's packages where it was not there yet. Who comes second waits
 * for the first.
 * @throws AsteriskMissing
 */
export async function provideAsterisk({
  env = process.env,
  onProgress,
  start = startApart,
}: Provide = {}): Promise<string> {
  if (process.platform !== 'linux')
    throw new AsteriskMissing('Asterisk is unpacked from Debian’s packages: that needs Linux.');
  const folder = asteriskFolder(env);
  const script = path.join(ROOT, 'scripts/lib/asterisk/provide-asterisk');
  const said: string[] = [];
  const code = await ending(start(script, [folder]), (line) => {
    said.push(line.replace(/^provide-asterisk: /, ''));
    onProgress?.(said.at(-1) ?? '');
  });
  if (code === 0 && existsSync(path.join(folder, 'asterisk'))) return folder;
  throw new AsteriskMissing(`Asterisk cannot be had on this machine:\n${said.slice(-6).join('\n')}`);
}

/**
 * The version of Asterisk in that folder where it is not the one that docs/telephony.md was measured with; undefined where it is.
 */
export function otherVersion(folder: string): string | undefined {
  const measured = readFileSync(path.join(ROOT, 'scripts/lib/asterisk/MEASURED'), 'utf8').trim();
  const version = readFileSync(path.join(folder, 'VERSION'), 'utf8').trim();
  return version === measured ? undefined : version;
}

// In a group of its own, to be ended with what it starts itself.
const startApart: NonNullable<Provide['start']> = (file, args) =>
  spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });

function ending(child: ChildProcess, onLine: (line: string) => void): Promise<number> {
  const stop = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGTERM');
    } catch {
      // It has just ended by itself.
    }
  };
  const forget = atExit(stop);
  const late = setTimeout(() => {
    onLine(`not ready after ${GIVE_UP_MS / 60_000} minutes`);
    stop();
  }, GIVE_UP_MS);
  let rest = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  return new Promise<number>((resolve) => {
    child.once('error', (error) => (onLine(error.message), resolve(1)));
    child.once('close', (code) => resolve(code ?? 1));
  }).finally(() => {
    clearTimeout(late);
    forget();
  });
}
