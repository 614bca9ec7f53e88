import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { atExit } from './at-exit.ts';

/** The root of the repository; the path is the same from `src` and from `dist`. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Why no Asterisk is available, in words for the operator. */
export class AsteriskMissing extends Error {
  // The name that the server uses for its own start errors, of which the commands print only the message.
  override name = 'StartError';
}

type ProvideOptions = {
  env?: Record<string, string | undefined>;
  onProgress?: (line: string) => void;
  /** Starts a command whose error output is read. Given by callers that end their processes in their own way. */
  start?: (file: string, args: string[]) => ChildProcess;
};

/** Long, because a mirror may be slow; limited, because a mirror may stop answering. */
const GIVE_UP_MS = 300_000;

/**
 * Returns the folder in which Asterisk is kept for all clones and runs of this user: TRUNKLINE_ASTERISK, or in the user's cache.
 */
export function asteriskFolder(env: Record<string, string | undefined> = process.env): string {
  const cache = env['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache');
  return path.resolve(env['TRUNKLINE_ASTERISK'] || path.join(cache, 'trunkline', 'asterisk'));
}

/**
 * Returns the folder of an Asterisk, which is unpacked from Debian's packages if it is missing. Of several processes at once, one
 * unpacks and the others wait. @throws AsteriskMissing
 */
export async function provideAsterisk({
  env = process.env,
  onProgress,
  start = startDetached,
}: ProvideOptions = {}): Promise<string> {
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

/** Returns the version of the Asterisk in this folder if it differs from the one that docs/telephony.md was measured with. */
export function unexpectedVersionOf(folder: string): string | undefined {
  const measured = readFileSync(path.join(ROOT, 'scripts/lib/asterisk/MEASURED'), 'utf8').trim();
  const version = readFileSync(path.join(folder, 'VERSION'), 'utf8').trim();
  return version === measured ? undefined : version;
}

// In a process group of its own, so that its child processes can be ended with it.
const startDetached: NonNullable<ProvideOptions['start']> = (file, args) =>
  spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });

function ending(child: ChildProcess, onLine: (line: string) => void): Promise<number> {
  const stop = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGTERM');
    } catch {
      // The process has just ended by itself.
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
