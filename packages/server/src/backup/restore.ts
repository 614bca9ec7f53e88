import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { knownMigrations } from '#platform/postgres/migrate';
import { createSecrets } from '#platform/secrets';
import { StartError } from '#platform/process/start-error';
import { openArchive, type Archive } from './archive.ts';
import {
  tableEntryName,
  BACKUP_FORMAT_VERSION,
  KEY_PROOF_TEXT,
  type BackupEnd,
  type BackupHead,
} from './backup.ts';
import { qualifiedTableName } from './contents.ts';
import { isEmptyDatabase, loadDatabase } from './load.ts';

export type Backup = { archive: Archive; head: BackupHead; end: BackupEnd };

const FILES = 'files/';
const KEY = `${FILES}secret.key`;

/**
 * Opens a backup without changing anything. Refuses, with a sentence for the operator, one that is incomplete, was made by a
 * newer version, or has secrets that `key` does not decrypt; without `key` the one in the backup is used.
 */
export async function openBackup(file: string, key: string | undefined): Promise<Backup> {
  const archive = await openArchive(file);
  try {
    const end = JSON.parse(await archive.text('complete.json')) as BackupEnd;
    const head = JSON.parse(await archive.text('backup.json')) as BackupHead;
    demandKnown(head, file);
    await demandKey({ archive, head, end }, key);
    return { archive, head, end };
  } catch (error) {
    archive.close();
    throw error;
  }
}

function demandKnown({ format, migrations }: BackupHead, file: string): void {
  const known = knownMigrations();
  const isNewer =
    format > BACKUP_FORMAT_VERSION || migrations.some(({ name, hash }) => known.get(name) !== hash);
  if (!isNewer) return;
  throw new StartError(
    `${file} was made by a newer version of Trunkline than this one: restore it with that version.`,
  );
}

async function demandKey({ archive, head }: Backup, given: string | undefined): Promise<void> {
  const key = given ?? (head.hasKey ? (await archive.text(KEY)).trim() : undefined);
  if (key === undefined) {
    throw new StartError(
      'The key is not in this backup, as the server got it from TRUNKLINE_KEY: give the same key to this command, and to the server on the restored data.',
    );
  }
  if (opens(head.proof, key)) return;
  throw new StartError(
    head.hasKey
      ? 'The key in TRUNKLINE_KEY does not open this backup, which brings its own: leave TRUNKLINE_KEY out.'
      : 'The key in TRUNKLINE_KEY does not open this backup: give this command, and the server on the restored data, the key of the server that made it. Other data keeps its own key.',
  );
}

function opens(proof: string, key: string): boolean {
  try {
    return createSecrets(key).decrypt(proof) === KEY_PROOF_TEXT;
  } catch {
    return false;
  }
}

/** Refuses a folder that is not empty: a restore never mixes with other data. */
export async function demandEmptyFolder(dataDir: string): Promise<void> {
  const names = await fs.readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length === 0) return;
  throw new StartError(
    `The data folder ${dataDir} is not empty: choose another with DATA_DIR, or move what is in it away.`,
  );
}

export async function demandEmptyDatabase(url: string): Promise<void> {
  if (await isEmptyDatabase(url)) return;
  throw new StartError('The database in DATABASE_URL is not empty: make a new one for the restored data.');
}

const UNFINISHED = 'restore-unfinished';

/** Marks the folder as unfinished, so that the server does not start on it; the returned function removes the mark. */
export async function markUnfinished(dataDir: string): Promise<() => Promise<void>> {
  const mark = path.join(dataDir, UNFINISHED);
  await fs.writeFile(mark, '', { mode: 0o600 });
  return () => fs.rm(mark);
}

/** Refuses a folder with an unfinished restore. */
export async function demandFinishedRestore(dataDir: string): Promise<void> {
  const mark = await fs.stat(path.join(dataDir, UNFINISHED)).catch(() => undefined);
  if (!mark) return;
  throw new StartError(
    `A restore into ${dataDir} was broken off: empty that folder, and the database if DATABASE_URL names one, and restore again.`,
  );
}

type Target = { databaseUrl: string; dataDir: string; progress: (line: string) => void };

/** Restores a backup to an empty database and folder, and compares each table and file with what the backup says of it. */
export async function restoreBackup(
  { archive, head, end }: Backup,
  { databaseUrl, dataDir, progress }: Target,
): Promise<void> {
  let count = 0;
  await loadDatabase(databaseUrl, {
    contents: head,
    open: (table) => archive.open(tableEntryName(table)),
    sequences: () => Promise.resolve(end.sequences),
    loaded: (table, rows) => {
      const wanted = end.rows[qualifiedTableName(table)];
      if (rows !== wanted)
        throw new StartError(`Table ${table.name} has ${rows} rows of ${wanted}: the backup is damaged.`);
      count += 1;
      progress(`Table ${count} of ${head.tables.length}: ${table.name}, ${rows} rows`);
    },
  });
  await restoreFiles(archive, { dataDir, progress });
}

async function restoreFiles(
  archive: Archive,
  { dataDir, progress }: Omit<Target, 'databaseUrl'>,
): Promise<void> {
  let count = 0;
  for (const name of archive.names.filter((one) => one.startsWith(FILES))) {
    const target = path.resolve(dataDir, name.slice(FILES.length));
    if (!target.startsWith(path.resolve(dataDir) + path.sep))
      throw new StartError(`The backup holds ${name}, which is outside of the data folder.`);
    await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await pipeline(await archive.open(name), createWriteStream(target, { mode: 0o600, flush: true }));
    count += 1;
    if (count % 1000 === 0) progress(`${count} files`);
  }
}
