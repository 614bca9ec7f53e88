import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { CHANNELS } from './scenario.ts';
import type { KnownPhone } from './world.ts';

/** An error that the operator can fix, so only its message is printed. */
class WorldError extends Error {
  // The name that the server uses for its own start errors, of which the commands print only the message.
  override name = 'StartError';
}
export const failWith = (message: string): never => {
  throw new WorldError(message);
};

const MARK = 'simulated.json';
const kept = z.object({
  phones: z.array(
    z.object({
      channel: z.enum(CHANNELS),
      name: z.string(),
      language: z.enum(['en', 'id']),
      number: z.string(),
      pageId: z.string(),
      wroteAt: z.number(),
    }),
  ),
});

/**
 * Opens the data folder of the simulated workspace. A folder is only reused, or emptied for a fresh start, if it has the
 * simulator's mark, so that no real customers' data is lost.
 */
export function openFolder(dir: string, isFresh: boolean) {
  const mark = path.join(dir, MARK);
  const isOurs = fs.existsSync(mark);
  const isEmpty = !fs.existsSync(dir) || fs.readdirSync(dir).length === 0;
  if (!isOurs && !isEmpty)
    failWith(`${dir} is not empty and was not made by this command: name another folder with --data.`);
  if (isOurs && isFresh) {
    if (isInUse(dir)) failWith(`${dir} is in use: end what runs there before it is emptied.`);
    fs.rmSync(dir, { recursive: true });
  }
  fs.mkdirSync(dir, { recursive: true });
  const save = (phones: readonly KnownPhone[]) => {
    fs.writeFileSync(`${mark}.new`, JSON.stringify({ phones }));
    fs.renameSync(`${mark}.new`, mark);
  };
  if (!fs.existsSync(mark)) save([]);
  return {
    save,
    /** Returns the phones of the last run. */
    known(): KnownPhone[] {
      const read = kept.safeParse(JSON.parse(fs.readFileSync(mark, 'utf8')));
      return read.success ? read.data.phones : [];
    },
    /** Returns the password that the server wrote down when it created the workspace. */
    passwordOf(username: string): string {
      const file = path.join(dir, 'first-logins.txt');
      const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : [];
      const [, password] = lines.map((line) => line.split('\t')).find(([name]) => name === username) ?? [];
      return (
        password ??
        failWith(
          `Nobody knows the password of ${username} any more: start with --fresh, or set DEMO_PASSWORD to it.`,
        )
      );
    },
  };
}

const lock = z.object({ pid: z.number().int().positive() });

/** Whether a server uses this folder, according to its lock file. */
function isInUse(dir: string): boolean {
  try {
    const { pid } = lock.parse(JSON.parse(fs.readFileSync(path.join(dir, 'trunkline.lock'), 'utf8')));
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
