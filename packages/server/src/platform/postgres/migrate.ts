import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { runMigrations } from 'graphile-worker';
import { inPackage } from '../process/package-folder.ts';

const FOLDER = inPackage('migrations');
const LOCK = 7_310_002;

/**
 * Migrates the database to this version: the numbered SQL files that were not applied yet, each in a transaction, then the job
 * queue's own tables and the partitions of the current months. May run in several processes at once. Returns the names of the
 * applied files. Throws when a file was changed after it was applied. With `only`, no other files are applied: a restore starts
 * with the schema of the backup.
 */
export async function migrate(url: string, only?: ReadonlySet<string>): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const applied = await applyFiles(client, only);
    await runMigrations({ pgPool: undefined, connectionString: url });
    await ensurePartitions(client);
    return applied;
  } finally {
    await client.end();
  }
}

/** Tables that only grow; each month is a partition. */
const PARTITIONED = ['messages', 'user_activity_log', 'phone_happenings'];

/** Makes the partitions from last month to the month after next; run daily. */
export async function ensurePartitions(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  for (const table of PARTITIONED) {
    await client.query(
      `select ensure_month_partitions($1, (now() - interval '1 month')::date, (now() + interval '2 months')::date)`,
      [table],
    );
  }
}

/** The files of this version by name, with the hash by which changes are noticed. */
export const knownMigrations = (): Map<string, string> =>
  new Map(readFiles().map(({ name, hash }) => [name, hash]));

function readFiles(): { name: string; text: string; hash: string }[] {
  return fs
    .readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = fs.readFileSync(path.join(FOLDER, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    });
}

async function applyFiles(client: pg.Client, only?: ReadonlySet<string>): Promise<string[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations');
  const known = new Map(rows.map((row) => [row.name, row.hash]));
  const applied: string[] = [];
  for (const { name, text, hash } of readFiles()) {
    if (known.has(name)) {
      if (known.get(name) !== hash)
        throw new Error(`Migration ${name} was changed after it had been applied.`);
      continue;
    }
    if (only && !only.has(name)) continue;
    await applyFile(client, name, hash, text);
    applied.push(name);
  }
  return applied;
}

async function applyFile(client: pg.Client, name: string, hash: string, text: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed: ${String(error)}`, { cause: error });
  }
}
