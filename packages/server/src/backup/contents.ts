import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** A table with its columns; its rows include those in partitions. */
export type TableContents = { schema: string; name: string; columns: string[] };
/** A partition, such as a month of messages; `bound` as PostgreSQL writes it: `FOR VALUES FROM … TO …`. */
export type PartitionContents = { schema: string; name: string; parent: string; bound: string };
export type SequenceValue = { schema: string; name: string; value: string; isCalled: boolean };
export type DatabaseContents = {
  migrations: { name: string; hash: string }[];
  /** The migration state of graphile-worker, which migrates its own schema. */
  jobMigrations: number;
  tables: TableContents[];
  partitions: PartitionContents[];
};

export const JOB_SCHEMA = 'graphile_worker';
const SCHEMAS = ['public', JOB_SCHEMA];
/** Tables with the version of the schema, which migrations fill themselves. */
const OF_THE_SCHEMA = ['public.migrations', `${JOB_SCHEMA}.migrations`];

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const qualifiedTableName = ({ schema, name }: { schema: string; name: string }): string =>
  `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;

/** The tables, partitions, sequences and schema version of a database. */
export async function readContents(client: pg.ClientBase): Promise<DatabaseContents> {
  const { rows: migrations } = await client.query<{ name: string; hash: string }>(
    'select name, hash from migrations order by name',
  );
  const { rows: jobs } = await client.query<{ count: number }>(
    `select count(*)::int as count from ${JOB_SCHEMA}.migrations`,
  );
  return {
    migrations,
    jobMigrations: jobs[0]?.count ?? 0,
    tables: await listTables(client),
    partitions: await listPartitions(client),
  };
}

/** Generated columns are left out, since they cannot be written. */
export async function listTables(client: pg.ClientBase): Promise<TableContents[]> {
  const { rows } = await client.query<TableContents>(
    `select n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
     order by n.nspname, c.relname`,
    [SCHEMAS],
  );
  return rows.filter(({ schema, name }) => !OF_THE_SCHEMA.includes(`${schema}.${name}`));
}

async function listPartitions(client: pg.ClientBase): Promise<PartitionContents[]> {
  const { rows } = await client.query<PartitionContents>(
    `select n.nspname as schema, c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
     where n.nspname = any($1) and c.relkind in ('r', 'p') and c.relispartition
     order by c.relname`,
    [SCHEMAS],
  );
  return rows;
}

/** Read after the tables, so that sequences are beyond every id in them. */
export async function readSequences(client: pg.ClientBase): Promise<SequenceValue[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'S' order by 1, 2`,
    [SCHEMAS],
  );
  const values: SequenceValue[] = [];
  for (const one of rows) {
    const { rows: state } = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from ${qualifiedTableName(one)}`,
    );
    const [found] = state;
    if (found) values.push({ ...one, value: found.value, isCalled: found.is_called });
  }
  return values;
}

/** Streams the rows of a table as COPY writes them; `rowCount` is set at the end. */
export const readTable = (client: pg.ClientBase, table: TableContents) =>
  client.query(
    copyTo(
      `copy (select ${table.columns.map(quoteIdentifier).join(', ')} from ${qualifiedTableName(table)}) to stdout`,
    ),
  );
