/** @module-tag full */
import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '#platform/postgres/migrate';
import { startEmbeddedPostgres } from '#platform/postgres/embedded-postgres';
import { writeArchive, type ArchiveEntry } from '#platform/zip/archive';
import { testApp, type TestApp } from '../../test/app.ts';
import { emptyDatabase } from '../../test/db.ts';
import { BACKUP_APPLICATION, backupName } from './backup.ts';
import { isEmptyDatabase } from './load.ts';
import { backup, moveDatabase, restore } from './main.ts';
import { demandFinishedRestore, openBackup } from './restore.ts';

const KEY = 'test key';
const DEPARTMENTS = 'select id, name from departments order by id';

let t: TestApp;
let folder: string;
beforeAll(async () => {
  t = await testApp();
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-commands-'));
  await t.platform.files.put(randomUUID(), Readable.from([randomBytes(200_000)]), 1_000_000);
});
afterAll(async () => {
  await t.close();
  await fs.rm(folder, { recursive: true, force: true });
});

const command = (
  env: Record<string, string>,
  args: string[] = [],
  say: (line: string) => void = () => undefined,
) => ({ root: folder, args, env: { TRUNKLINE_KEY: KEY, ...env }, say });
const ofServer = () => ({ DATABASE_URL: t.databaseUrl, DATA_DIR: t.dataDir });
const emptyFolder = () => path.join(folder, randomUUID());

async function made(): Promise<string> {
  const into = emptyFolder();
  await backup(command(ofServer(), [into]));
  const [name = ''] = await fs.readdir(into);
  return path.join(into, name);
}

async function rowsOf(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function withEmptyDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const { url, drop } = await emptyDatabase();
  try {
    await work(url);
  } finally {
    await drop();
  }
}

/** Runs a query on the built-in database of a data folder. */
async function rowsOfFolder(dataDir: string, text: string): Promise<unknown[]> {
  const { url, stop } = await startEmbeddedPostgres({
    dir: path.join(dataDir, 'postgres'),
    say: () => undefined,
  });
  try {
    return await rowsOf(url, text);
  } finally {
    await stop();
  }
}

it(
  'a backup is restored into an empty folder, which is not restored into again',
  { timeout: 120_000 },
  async () => {
    const file = await made();
    const dataDir = emptyFolder();
    const said: string[] = [];
    await restore(command({ DATA_DIR: dataDir }, [file], (line) => void said.push(line)));
    expect(said.at(-1)).toContain(`Restored into ${dataDir}`);
    await expect(demandFinishedRestore(dataDir)).resolves.toBeUndefined();
    expect(await rowsOfFolder(dataDir, DEPARTMENTS)).toEqual(await rowsOf(t.databaseUrl, DEPARTMENTS));
    expect(await fs.readdir(path.join(dataDir, 'files'))).toEqual(await fs.readdir(t.filesFolder));
    await expect(restore(command({ DATA_DIR: dataDir }, [file]))).rejects.toThrow('is not empty');
  },
);

it('a backup whose connection is cut ends in an error, leaves no file, and removes no older one', async () => {
  const into = emptyFolder();
  await fs.mkdir(into);
  const older = [1, 2, 3].map((day) => backupName(new Date(Date.UTC(2026, 0, day))));
  for (const name of older) await fs.writeFile(path.join(into, name), 'old');
  const client = new pg.Client({ connectionString: t.databaseUrl });
  await client.connect();
  let cutting: Promise<unknown> | undefined;
  const cutOff = (line: string) => {
    if (!line.startsWith('Table 20 ')) return;
    cutting = client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = $1`,
      [BACKUP_APPLICATION],
    );
  };
  await expect(backup(command(ofServer(), [into, '--keep', '1'], cutOff))).rejects.toThrow(
    'The connection to the database was lost. There is no backup.',
  );
  await cutting;
  await client.end();
  expect((await fs.readdir(into)).toSorted()).toEqual(older);
});

const cut = async (file: string): Promise<string> => {
  const whole = await fs.readFile(file);
  await fs.writeFile(`${file}.cut`, whole.subarray(0, Math.floor(whole.length * 0.6)));
  return `${file}.cut`;
};
/** Changes a byte near the end of a backup, in a file, which is read after all tables. */
const damaged = async (file: string): Promise<string> => {
  const bytes = await fs.readFile(file);
  const at = bytes.indexOf('complete.json') - 20_000;
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  await fs.writeFile(`${file}.damaged`, bytes);
  return `${file}.damaged`;
};
/** Changes a byte in the compressed rows of a table, near the beginning of a backup. */
const damagedTable = async (file: string): Promise<string> => {
  const bytes = await fs.readFile(file);
  const name = 'tables/public.user_level_modules';
  const at = bytes.indexOf(name) + name.length + 60;
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  await fs.writeFile(`${file}.table`, bytes);
  return `${file}.table`;
};
const newer = async (file: string): Promise<string> => {
  const { archive, head, end } = await openBackup(file, KEY);
  archive.close();
  const migrations = [...head.migrations, { name: '9999_next_year.sql', hash: '' }];
  await writeArchive(
    `${file}.newer`,
    textEntries({ 'backup.json': { ...head, migrations }, 'complete.json': end }),
  );
  return `${file}.newer`;
};
async function* textEntries(texts: Record<string, object>): AsyncGenerator<ArchiveEntry> {
  for (const [name, value] of Object.entries(texts)) {
    const open = () => Promise.resolve(Readable.from([Buffer.from(JSON.stringify(value))]));
    yield { name, open, isCompressed: true };
  }
}

it.each([
  ['was cut', cut, KEY, 'not a whole one'],
  ['is damaged in its last file', damaged, KEY, 'is damaged'],
  ['is damaged in a table', damagedTable, KEY, 'damaged'],
  ['was made by a newer version', newer, KEY, 'newer version'],
  [
    'belongs to another key',
    (file: string) => Promise.resolve(file),
    'another key',
    'Other data keeps its own key',
  ],
])(
  'a backup that %s gets its sentence, and nothing is half done',
  { timeout: 60_000 },
  async (_what, change, key, sentence) => {
    const file = await change(await made());
    const dataDir = emptyFolder();
    await withEmptyDatabase(async (url) => {
      const env = { DATABASE_URL: url, DATA_DIR: dataDir, TRUNKLINE_KEY: key };
      await expect(restore(command(env, [file]))).rejects.toThrow(sentence);
      expect(await isEmptyDatabase(url)).toBe(true);
      // A complete backup can be restored to the same place afterwards.
      expect(await fs.readdir(dataDir).catch(() => [])).toEqual([]);
    });
  },
);

it('the built-in database moves into another one, once', { timeout: 120_000 }, async () => {
  const dataDir = emptyFolder();
  await fs.mkdir(dataDir);
  const dir = path.join(dataDir, 'postgres');
  const { url: own, stop } = await startEmbeddedPostgres({ dir, say: () => undefined });
  await migrate(own);
  await rowsOf(own, `insert into departments (name) values ('First'), ('Second')`);
  await stop();
  await withEmptyDatabase(async (url) => {
    const env = { DATABASE_URL: url, DATA_DIR: dataDir };
    await moveDatabase(command(env));
    expect(await rowsOf(url, 'select name from departments order by id')).toEqual([
      { name: 'First' },
      { name: 'Second' },
    ]);
    // The sequences were moved too.
    await rowsOf(url, `insert into departments (name) values ('Third')`);
    await expect(moveDatabase(command(env))).rejects.toThrow('is not empty');
  });
});
