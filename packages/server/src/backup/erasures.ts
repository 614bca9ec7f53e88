import fs from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '#platform/process/start-error';
import { addErasures, ERASURES_FILE, parseErasures, readErasures, type ErasedOne } from '#modules/customers';
import { openArchive } from './archive.ts';
import { BACKUP_NAME_PATTERN } from './backup.ts';

type Restored = {
  /** The path of the restored backup. */
  file: string;
  /** Erased customers in the files that the operator has named. */
  named: readonly ErasedOne[];
  dataDir: string;
  say: (line: string) => void;
};

/**
 * Collects the customers who were erased after a backup: from the list next to it, from the latest backup next to it, and from
 * the files that the operator has named. The server erases them again when it starts.
 */
export async function collectErasures({ file, named, dataDir, say }: Restored): Promise<void> {
  const folder = path.dirname(file);
  const own = path.join(dataDir, ERASURES_FILE);
  const beside = await readErasures(path.join(folder, ERASURES_FILE));
  const latest = await latestBackup(folder);
  const later = latest && latest !== file ? await inBackup(latest).catch(() => []) : [];
  const count = await addErasures(own, [...beside, ...later, ...named]);
  if (count > 0)
    say(`Customers who were erased since this backup: ${count}. They are erased again at the next start.`);
  else if (beside.length + later.length + named.length === 0)
    say(
      'No list of erasures was found beside this backup. If customers were erased since, restore again with --erasures and a later backup.',
    );
}

/** Reads a list of erasures, or the one in a later backup. */
export async function readGivenErasures(file: string): Promise<ErasedOne[]> {
  if (!(await fs.stat(file).catch(() => undefined)))
    throw new StartError(`There is no ${file}: --erasures names a list of erasures, or a later backup.`);
  return file.endsWith('.jsonl') ? readErasures(file) : inBackup(file);
}

async function latestBackup(folder: string): Promise<string | undefined> {
  const name = (await fs.readdir(folder))
    .filter((one) => BACKUP_NAME_PATTERN.test(one))
    .toSorted()
    .at(-1);
  return name === undefined ? undefined : path.join(folder, name);
}

async function inBackup(file: string): Promise<ErasedOne[]> {
  const archive = await openArchive(file);
  try {
    const name = `files/${ERASURES_FILE}`;
    return archive.names.includes(name) ? parseErasures(await archive.text(name)) : [];
  } finally {
    archive.close();
  }
}
