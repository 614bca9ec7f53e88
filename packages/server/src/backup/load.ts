import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate } from '#platform/postgres/migrate';
import { StartError } from '#platform/process/start-error';
import {
  JOB_SCHEMA,
  listTables,
  qualifiedTableName,
  quoteIdentifier,
  readContents,
  type DatabaseContents,
  type SequenceValue,
  type TableContents,
} from './contents.ts';

type Source = {
  contents: DatabaseContents;
  /** The rows of one table, as COPY writes them. */
  open: (table: TableContents) => Promise<Readable>;
  /** Called once all tables have been read. */
  sequences: () => Promise<SequenceValue[]>;
  /** Called after each table. */
  loaded: (table: TableContents, rows: number) => void;
};

/**
 * Fills an empty database as its owner, who need not be a superuser: the schema in the version of the source, then the rows, then
 * foreign keys and triggers, in one transaction; finally the schema is migrated to this version.
 */
export async function loadDatabase(url: string, source: Source): Promise<void> {
  await migrate(url, new Set(source.contents.migrations.map(({ name }) => name)));
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' });
  await client.connect();
  try {
    await client.query('begin');
    await loadRows(client, source);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
  await migrate(url);
}

/** Whether the database has none of our tables. */
export async function isEmptyDatabase(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ is_empty: boolean }>(
      `select to_regclass('public.migrations') is null as is_empty`,
    );
    return rows[0]?.is_empty ?? false;
  } finally {
    await client.end();
  }
}

async function loadRows(client: pg.Client, source: Source): Promise<void> {
  const { contents } = source;
  await makePartitions(client, contents);
  const present = await readContents(client);
  // The job queue's tables are only filled if its version is the same; all work is also found without its jobs.
  const areJobsAlike = present.jobMigrations === contents.jobMigrations;
  const tables = contents.tables.filter(({ schema }) => schema !== JOB_SCHEMA || areJobsAlike);
  const untie = await untieTables(client);
  await client.query(`truncate ${tables.map(qualifiedTableName).join(', ')}`);
  for (const table of tables) {
    const rows = await loadTable(client, table, await source.open(table));
    source.loaded(table, rows);
  }
  await untie.restoreForeignKeys();
  for (const { schema, name, value, isCalled } of await source.sequences()) {
    if (schema === JOB_SCHEMA && !areJobsAlike) continue;
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      qualifiedTableName({ schema, name }),
      value,
      isCalled,
    ]);
  }
}

async function loadTable(client: pg.Client, table: TableContents, rows: Readable): Promise<number> {
  const into = client.query(
    copyFrom(
      `copy ${qualifiedTableName(table)} (${table.columns.map(quoteIdentifier).join(', ')}) from stdin`,
    ),
  );
  await pipeline(rows, into).catch((error: unknown) => {
    // What was damaged can reach the database before the checksum at its end shows it.
    if (error instanceof pg.DatabaseError && DATA_FAULT.test(error.code ?? ''))
      throw new StartError(
        `The rows of ${table.name} can't be loaded (${error.message}): they are damaged, or this database can't hold them.`,
      );
    throw error;
  });
  return into.rowCount;
}

/** Codes of PostgreSQL for values and rows that can't be right. */
const DATA_FAULT = /^(22|23)/;

async function makePartitions(client: pg.Client, { partitions }: DatabaseContents): Promise<void> {
  for (const { schema, name, parent, bound } of partitions) {
    const { rows } = await client.query('select to_regclass($1) is null as is_missing', [
      qualifiedTableName({ schema, name }),
    ]);
    if (!(rows[0] as { is_missing: boolean }).is_missing) continue;
    await client.query(
      `create table ${qualifiedTableName({ schema, name })} partition of ${qualifiedTableName({ schema, name: parent })} ${bound}`,
    );
  }
}

/**
 * Drops foreign keys and disables triggers while rows are loaded: rows come in any order, and the effects of triggers are among
 * them.
 */
async function untieTables(client: pg.Client): Promise<{ restoreForeignKeys(): Promise<void> }> {
  const { rows: keys } = await client.query<{ place: string; name: string; definition: string }>(
    `select c.conrelid::regclass::text as place, c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_namespace n on n.oid = c.connamespace
     where c.contype = 'f' and c.conparentid = 0 and n.nspname = any($1)`,
    [['public', JOB_SCHEMA]],
  );
  const tables = await listTables(client);
  for (const { place, name } of keys)
    await client.query(`alter table ${place} drop constraint ${quoteIdentifier(name)}`);
  for (const table of tables)
    await client.query(`alter table ${qualifiedTableName(table)} disable trigger user`);
  return {
    async restoreForeignKeys() {
      for (const table of tables)
        await client.query(`alter table ${qualifiedTableName(table)} enable trigger user`);
      for (const { place, name, definition } of keys)
        await client.query(`alter table ${place} add constraint ${quoteIdentifier(name)} ${definition}`);
    },
  };
}
