import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** Its file name in the data folder, and next to backups. */
export const ERASURES_FILE = 'erasures.jsonl';

/**
 * An erased customer, without personal data. The creation time of the row ensures that no other customer is erased if the file is
 * used in another installation.
 */
const erasedOne = z.object({ customer_id: z.number().int(), created_at: z.string(), erased_at: z.string() });
export type ErasedOne = z.infer<typeof erasedOne>;

/** Reads a list. A line that was cut off by a full disk does not affect the others. */
export async function readErasures(file: string): Promise<ErasedOne[]> {
  const text = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  return parseErasures(text);
}

export const parseErasures = (text: string): ErasedOne[] =>
  text.split('\n').flatMap((line) => {
    const read = line.trim() === '' ? undefined : erasedOne.safeParse(parsed(line));
    return read?.success ? [read.data] : [];
  });

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Adds those that are missing, durably; returns how many. */
export async function addErasures(file: string, erased: readonly ErasedOne[]): Promise<number> {
  const known = new Set((await readErasures(file)).map(keyOf));
  const added = erased.filter((one) => !known.has(keyOf(one)));
  if (added.length === 0) return 0;
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const handle = await fs.open(file, 'a', 0o600);
  try {
    // A line break first, since the last line may have been cut off.
    await handle.write(`\n${added.map((one) => JSON.stringify(one)).join('\n')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return added.length;
}

const keyOf = ({ customer_id: id, created_at: at }: ErasedOne): string => `${id} ${at}`;
