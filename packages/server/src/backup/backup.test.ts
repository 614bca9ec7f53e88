import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/app.ts';
import { emptyDatabase } from '../../test/db.ts';
import { writeArchive, type ArchiveEntry } from '#platform/zip/archive';
import { backupName, createBackup, removeOldBackups } from './backup.ts';
import { listTables, qualifiedTableName, readContents, readSequences, readTable } from './contents.ts';
import { loadDatabase } from './load.ts';
import { knownMigrations, migrate } from '#platform/postgres/migrate';
import { demandEmptyDatabase, demandEmptyFolder, openBackup, restoreBackup } from './restore.ts';

let t: TestApp;
let folder: string;
beforeAll(async () => {
  t = await testApp();
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-backup-'));
  const customer = await t.as('dewi', 'POST', '/api/customers', { name: 'Rina\tSari\n\\N', note: '' });
  const { id } = (customer.body as { data: { id: number } }).data;
  await t.as('dewi', 'POST', '/api/tickets', {
    client_key: randomUUID(),
    customer_id: id,
    subject: 'Kept',
    department_id: t.departmentIds[0],
    note: 'With words 😀',
  });
  await t.platform.files.put(randomUUID(), Readable.from([randomBytes(200_000)]), 1_000_000);
  await t.platform.files.put(randomUUID(), Readable.from([Buffer.alloc(0)]), 1_000_000);
  // A partition for a month for which migrating today would make none.
  await t.platform.db.pool.query(
    `select ensure_month_partitions('messages', '2020-01-01'::date, '2020-02-01'::date)`,
  );
});

async function jobsDue(): Promise<number | undefined> {
  const { rows } = await t.platform.db.pool.query<{ due: number }>(
    'select count(*)::int as due from graphile_worker._private_jobs where run_at <= now()',
  );
  return rows[0]?.due;
}
afterAll(async () => {
  await t.close();
  await fs.rm(folder, { recursive: true, force: true });
});

const dataDir = () => path.dirname(t.filesFolder);
const KEY = 'test key';

async function made(databaseUrl = t.databaseUrl): Promise<string> {
  const target = path.join(folder, `${randomUUID()}.backup`);
  await createBackup({
    databaseUrl,
    dataDir: dataDir(),
    key: KEY,
    hasKey: false,
    target,
    progress: () => undefined,
  });
  return target;
}

/** Runs with an empty database, which is dropped afterwards. */
async function withEmpty(work: (url: string) => Promise<void>): Promise<void> {
  const { url, drop } = await emptyDatabase();
  try {
    await work(url);
  } finally {
    await drop();
  }
}

async function within<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The content of each table, whatever the order of its rows. */
const rowsOf = (url: string) =>
  within(url, async (client) => {
    const rows: Record<string, string> = {};
    for (const table of await listTables(client)) {
      const { rows: found } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(r::text, E'\\n' order by r::text)), '') as sum from ${qualifiedTableName(table)} r`,
      );
      rows[qualifiedTableName(table)] = found[0]?.sum ?? '';
    }
    return rows;
  });

async function filesOf(dir: string): Promise<Record<string, string>> {
  const names = await fs.readdir(path.join(dir, 'files'), { recursive: true, withFileTypes: true });
  const files = names.filter((one) => one.isFile());
  const read = files.map(
    async ({ parentPath, name }) =>
      [name, (await fs.readFile(path.join(parentPath, name))).toString('base64')] as const,
  );
  return Object.fromEntries(await Promise.all(read));
}

/** Tables whose next id is in use already. */
const tablesThatTakeNoRow = (url: string) =>
  within(url, async (client) => {
    const { rows } = await client.query<{ place: string; column: string; sequence: string }>(
      `select a.attrelid::regclass::text as place, a.attname as column,
         pg_get_serial_sequence(a.attrelid::regclass::text, a.attname) as sequence
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       where a.attidentity <> '' and n.nspname = 'public' and not c.relispartition`,
    );
    expect(rows.length).toBeGreaterThan(30);
    const wrong: string[] = [];
    for (const { place, column, sequence } of rows) {
      const { rows: found } = await client.query<{ is_free: boolean }>(
        `select nextval($1) > coalesce((select max("${column}") from ${place}), 0) as is_free`,
        [sequence],
      );
      if (!found[0]?.is_free) wrong.push(place);
    }
    return wrong;
  });

it('is restored with every table and file, and every table accepts its next row', async () => {
  // All jobs are done before anything is compared.
  await expect.poll(jobsDue).toBe(0);
  const file = await made();
  // Rows that change while the backup runs may be missing.
  const target = path.join(folder, randomUUID());
  await fs.mkdir(target);
  const before = await rowsOf(t.databaseUrl);
  await withEmpty(async (url) => {
    const backup = await openBackup(file, KEY);
    await restoreBackup(backup, { databaseUrl: url, dataDir: target, progress: () => undefined });
    backup.archive.close();
    const restored = await rowsOf(url);
    // The running server goes on writing heartbeats.
    for (const moving of Object.keys(before).filter((name) => restored[name] !== before[name]))
      expect(MOVING).toContain(moving);
    expect(Object.keys(restored)).toEqual(Object.keys(before));
    expect(await filesOf(target)).toEqual(await filesOf(dataDir()));

    expect(await tablesThatTakeNoRow(url)).toEqual([]);
  });
}, 60_000);

/** Every column that there is, with its type. */
const columnsOf = (url: string) =>
  within(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as name
       from information_schema.columns where table_schema = 'public' and table_name !~ '_\\d{4}_\\d{2}$' order by 1`,
    );
    return rows.map(({ name }) => name);
  });

it('of an older version is restored and migrated', { tags: 'full', timeout: 120_000 }, async () => {
  const known = [...knownMigrations().keys()];
  const older = known.slice(0, -5);
  await withEmpty(async (old) => {
    await migrate(old, new Set(older));
    await within(old, (client) => client.query(`insert into departments (name) values ('From before')`));
    const file = await made(old);
    const target = path.join(folder, randomUUID());
    await fs.mkdir(target);
    await withEmpty(async (url) => {
      const backup = await openBackup(file, KEY);
      await restoreBackup(backup, { databaseUrl: url, dataDir: target, progress: () => undefined });
      backup.archive.close();
      expect(await migrate(url)).toEqual([]);
      expect(await columnsOf(url)).toEqual(await columnsOf(t.databaseUrl));
      const { rows } = await within(url, (client) => client.query('select name from departments'));
      expect(rows).toEqual([{ name: 'From before' }]);
    });
  });
});

async function* textEntries(texts: Record<string, object>): AsyncGenerator<ArchiveEntry> {
  for (const [name, value] of Object.entries(texts)) {
    const open = () => Promise.resolve(Readable.from([Buffer.from(JSON.stringify(value))]));
    yield { name, open, isCompressed: true };
  }
}

const MOVING = ['"public"."servers"', '"graphile_worker"."_private_known_crontabs"'];

it('is moved from one database to another', { tags: 'full', timeout: 60_000 }, async () => {
  await withEmpty(async (url) => {
    await within(t.databaseUrl, async (client) => {
      await client.query('begin transaction isolation level repeatable read read only');
      await loadDatabase(url, {
        contents: await readContents(client),
        open: (table) => Promise.resolve(readTable(client, table)),
        sequences: () => readSequences(client),
        loaded: () => undefined,
      });
    });
    const [before, moved] = [await rowsOf(t.databaseUrl), await rowsOf(url)];
    expect(moved['"public"."tickets"']).toBe(before['"public"."tickets"']);
    expect(moved['"public"."messages"']).toBe(before['"public"."messages"']);
    await expect(demandEmptyDatabase(url)).rejects.toThrow('not empty');
    expect(await tablesThatTakeNoRow(url)).toEqual([]);
  });
});

it(
  'is refused with a sentence if it is cut off, damaged, newer or of another key, and nothing is changed',
  { tags: 'full', timeout: 60_000 },
  async () => {
    const file = await made();
    const whole = await fs.readFile(file);
    const cut = path.join(folder, 'cut.backup');
    await fs.writeFile(cut, whole.subarray(0, Math.floor(whole.length * 0.6)));
    await expect(openBackup(cut, KEY)).rejects.toThrow('not a whole one');
    await expect(openBackup(path.join(folder, 'none'), KEY)).rejects.toThrow('There is no backup');
    await expect(openBackup(file, 'another key')).rejects.toThrow('does not open this backup');
    await expect(openBackup(file, undefined)).rejects.toThrow('TRUNKLINE_KEY');

    const newer = path.join(folder, 'newer.backup');
    const { archive, head, end } = await openBackup(file, KEY);
    archive.close();
    const migrations = [...head.migrations, { name: '9999_next_year.sql', hash: '' }];
    await writeArchive(newer, textEntries({ 'backup.json': { ...head, migrations }, 'complete.json': end }));
    await expect(openBackup(newer, KEY)).rejects.toThrow('newer version');

    const damaged = path.join(folder, 'damaged.backup');
    const bytes = Buffer.from(whole);
    const at = bytes.indexOf('complete.json') - 20_000;
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    await fs.writeFile(damaged, bytes);
    const target = path.join(folder, randomUUID());
    await fs.mkdir(target);
    await withEmpty(async (url) => {
      const backup = await openBackup(damaged, KEY);
      const restored = restoreBackup(backup, {
        databaseUrl: url,
        dataDir: target,
        progress: () => undefined,
      });
      await expect(restored).rejects.toThrow('damaged');
      backup.archive.close();
    });
  },
);

it('is not restored into a database or folder that contains something', { tags: 'full' }, async () => {
  await expect(demandEmptyFolder(dataDir())).rejects.toThrow('not empty');
  await expect(demandEmptyFolder(path.join(folder, 'new'))).resolves.toBeUndefined();
  await expect(demandEmptyDatabase(t.databaseUrl)).rejects.toThrow('not empty');
});

it(
  'leaves no file behind if it cannot be written completely, and keeps the older ones',
  { tags: 'full' },
  async () => {
    const target = path.join(folder, 'broken', backupName(new Date()));
    const lost = createBackup({
      databaseUrl: t.databaseUrl,
      dataDir: dataDir(),
      key: KEY,
      hasKey: false,
      target,
      progress: () => {
        throw new Error('the disk is full');
      },
    });
    await expect(lost).rejects.toThrow('the disk is full');
    expect(await fs.readdir(path.dirname(target))).toEqual([]);
  },
);

it('keeps the newest', { tags: 'full' }, async () => {
  const kept = path.join(folder, 'kept');
  await fs.mkdir(kept);
  const names = [1, 2, 3].map((day) => backupName(new Date(Date.UTC(2026, 10, day))));
  for (const name of [...names, 'notes.txt']) await fs.writeFile(path.join(kept, name), '');
  expect(await removeOldBackups(kept, 2)).toEqual([names[0]]);
  expect((await fs.readdir(kept)).toSorted()).toEqual(['notes.txt', ...names.slice(1)]);
});
