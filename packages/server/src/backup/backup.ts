import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { writeArchive, type ArchiveEntry } from '#platform/zip/archive';
import { createSecrets } from '#platform/secrets';
import { openArchive } from './archive.ts';
import {
  qualifiedTableName,
  readContents,
  readSequences,
  readTable,
  type DatabaseContents,
  type SequenceValue,
  type TableContents,
} from './contents.ts';

/** The version of a backup's layout; a newer one is refused. */
export const BACKUP_FORMAT_VERSION = 1;
export const KEY_PROOF_TEXT = 'trunkline';
/** The name under which PostgreSQL lists the connection of a backup. */
export const BACKUP_APPLICATION = 'trunkline backup';

/** `backup.json`, the first entry. */
export type BackupHead = DatabaseContents & {
  format: number;
  /** Whether the backup contains the key; otherwise the server got it from its environment. */
  hasKey: boolean;
  /** An encrypted text that only the right key decrypts. */
  proof: string;
};
/** `complete.json`, the last entry; without it the backup is incomplete. */
export type BackupEnd = {
  rows: Record<string, number>;
  files: number;
  sequences: SequenceValue[];
};

export const tableEntryName = (table: TableContents): string => `tables/${table.schema}.${table.name}`;

type Options = {
  databaseUrl: string;
  dataDir: string;
  key: string;
  hasKey: boolean;
  /** The path of the backup. */
  target: string;
  progress: (line: string) => void;
  /** The progress in numbers, for a screen. */
  counted?: (progress: { tables_done: number; tables: number; files: number }) => void;
};

/** Not part of a backup: PostgreSQL's own files, the lock of the running process, an unfinished restore, and backups. */
const NOT_KEPT = /^(postgres($|\.)|trunkline\.lock|restore-unfinished$|backups$)/;
const HALF_WRITTEN = /\.part$/;

/**
 * Writes everything into one file while the server goes on working: the database in one snapshot, then the files. Rejects, and
 * leaves no file, if it could not be written completely.
 */
export async function createBackup(options: Options): Promise<BackupEnd> {
  const { databaseUrl, target } = options;
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: BACKUP_APPLICATION,
    options: '-c timezone=UTC',
  });
  const connection: { isLost: boolean } = { isLost: false };
  client.on('error', () => (connection.isLost = true));
  await client.connect();
  const end: BackupEnd = { rows: {}, files: 0, sequences: [] };
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    await writeArchive(target, entriesOf(client, options, end));
  } catch (error) {
    // Which error comes first varies, and "write EPIPE" says nothing to who reads it.
    if (connection.isLost || isConnectionLost(error))
      throw new Error('The connection to the database was lost. There is no backup.', { cause: error });
    throw error;
  } finally {
    await client.end();
  }
  await demandComplete(target);
  return end;
}

async function* entriesOf(
  client: pg.Client,
  { dataDir, key, hasKey, progress, counted }: Options,
  end: BackupEnd,
): AsyncGenerator<ArchiveEntry> {
  const contents = await readContents(client);
  const head: BackupHead = {
    ...contents,
    format: BACKUP_FORMAT_VERSION,
    hasKey,
    proof: createSecrets(key).encrypt(KEY_PROOF_TEXT),
  };
  yield textEntry('backup.json', JSON.stringify(head));
  for (const [index, table] of contents.tables.entries()) {
    const rows = readTable(client, table);
    yield { name: tableEntryName(table), open: () => Promise.resolve(rows), isCompressed: true };
    end.rows[qualifiedTableName(table)] = rows.rowCount;
    progress(`Table ${index + 1} of ${contents.tables.length}: ${table.name}, ${rows.rowCount} rows`);
    counted?.({ tables_done: index + 1, tables: contents.tables.length, files: 0 });
  }
  end.sequences = await readSequences(client);
  for await (const name of filesBelow(dataDir, '')) {
    const handle = await fs.open(path.join(dataDir, name)).catch(ignoreMissing);
    // Removed since it was listed, so nothing in the database refers to it any more.
    if (!handle) continue;
    const open = () => Promise.resolve(handle.createReadStream());
    yield { name: `files/${name}`, open, isCompressed: false };
    end.files += 1;
    const { length: tables } = contents.tables;
    counted?.({ tables_done: tables, tables, files: end.files });
    if (end.files % 1000 === 0) progress(`${end.files} files`);
  }
  yield textEntry('complete.json', JSON.stringify(end));
}

const textEntry = (name: string, text: string): ArchiveEntry => ({
  name,
  open: () => Promise.resolve(Readable.from([Buffer.from(text)])),
  isCompressed: true,
});

/** Everything below a folder, as paths with slashes. */
async function* filesBelow(folder: string, prefix: string): AsyncGenerator<string> {
  const entries = await fs.readdir(path.join(folder, prefix), { withFileTypes: true }).catch(ignoreMissing);
  for (const entry of entries ?? []) {
    const name = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if ((prefix === '' && NOT_KEPT.test(name)) || HALF_WRITTEN.test(name)) continue;
    if (entry.isDirectory()) yield* filesBelow(folder, name);
    else if (entry.isFile()) yield name;
  }
}

const CONNECTION_LOST = /^(EPIPE|ECONNRESET|57P0[1-3]|08\d{3})$/;
const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && CONNECTION_LOST.test(String(error.code))) ||
    error.message.startsWith('Connection terminated'));

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Reads the file back to its end, because disks may lose what they have accepted. */
async function demandComplete(target: string): Promise<void> {
  const archive = await openArchive(target);
  try {
    await archive.text('complete.json');
  } finally {
    archive.close();
  }
}

/** The form of the names that `backupName` returns. */
export const BACKUP_NAME_PATTERN = /^trunkline-\d{4}-\d{2}-\d{2}T\d{6}Z\.backup$/;

/** `trunkline-2026-11-26T013000Z.backup`, so that names sort by time. */
export const backupName = (now: Date): string =>
  `trunkline-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`;

/** Removes the oldest backups of a folder beyond the newest `keep`. Returns the names of what was removed. */
export async function removeOldBackups(folder: string, keep: number): Promise<string[]> {
  const all = (await fs.readdir(folder)).filter((name) => BACKUP_NAME_PATTERN.test(name)).toSorted();
  const old = all.slice(0, Math.max(0, all.length - keep));
  for (const name of old) await fs.rm(path.join(folder, name));
  return old;
}
