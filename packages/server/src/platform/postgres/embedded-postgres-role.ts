import { createHmac } from 'node:crypto';
import pg from 'pg';

/** The application's role: it owns the database and everything in it, and is no superuser. */
export const APP_USER = 'trunkline_app';

/**
 * The application's password, derived from the superuser's, so that only one file has to be kept and backed up. The derivation
 * cannot be reversed.
 */
export const appPassword = (superuserPassword: string): string =>
  createHmac('sha256', superuserPassword).update(APP_USER).digest('base64url');

const MAKE_ROLE = `do $$ begin
  if not exists (select from pg_roles where rolname = '${APP_USER}') then create role ${APP_USER}; end if;
end $$`;

// Objects that an earlier version created, or that a dump restored, belong to the superuser. REASSIGN OWNED would include
// system objects, and is refused. Sequences of columns, members of extensions and row types follow their owner.
const GIVE_OVER = `do $$ declare given record; begin
  for given in
    with foreign_schemas as (
      select oid, nspname, nspowner from pg_namespace
      where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
    ), schemas as (
      select oid, nspname from foreign_schemas union all select oid, nspname from pg_namespace where nspname = 'public'
    ), app as (select oid from pg_roles where rolname = '${APP_USER}'), follows as (
      select classid, objid from pg_depend where deptype = 'e'
      union select classid, objid from pg_depend
        where classid = 'pg_class'::regclass and refclassid = 'pg_class'::regclass and refobjsubid > 0 and deptype in ('a', 'i')
    )
    select format('schema %I', nspname) as what from foreign_schemas, app where nspowner <> app.oid
    union all
    select format('%s %I.%I', case c.relkind when 'S' then 'sequence' when 'v' then 'view'
        when 'm' then 'materialized view' else 'table' end, s.nspname, c.relname)
      from pg_class c join schemas s on s.oid = c.relnamespace, app
      where c.relkind in ('r', 'p', 'v', 'm', 'S') and c.relowner <> app.oid
        and ('pg_class'::regclass, c.oid) not in (select classid, objid from follows)
    union all
    select format('routine %s', p.oid::regprocedure)
      from pg_proc p join schemas s on s.oid = p.pronamespace, app
      where p.proowner <> app.oid and ('pg_proc'::regclass, p.oid) not in (select classid, objid from follows)
    union all
    select format('type %s', t.oid::regtype)
      from pg_type t join schemas s on s.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid, app
      where (t.typtype in ('e', 'd', 'r') or c.relkind = 'c') and t.typowner <> app.oid
        and ('pg_type'::regclass, t.oid) not in (select classid, objid from follows)
  loop
    execute format('alter %s owner to ${APP_USER}', given.what);
  end loop;
end $$`;

type Options = { adminUrl: string; database: string; password: string };

/** Creates the role and its database, and makes it the owner of objects in it that belong to another role. */
export async function prepareRole({ adminUrl, database, password }: Options): Promise<void> {
  await within(urlOf(adminUrl, 'postgres'), async (client) => {
    await client.query(MAKE_ROLE);
    const may = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
    await client.query(`alter role ${APP_USER} with ${may} password '${password}'`);
    const found = await client.query('select from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${database} owner ${APP_USER}`);
  });
  await within(urlOf(adminUrl, database), async (client) => {
    await client.query('begin');
    await client.query(GIVE_OVER);
    await client.query(`alter database ${database} owner to ${APP_USER}`);
    await client.query('commit');
  });
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function within(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // the query fails when the connection breaks; that is enough
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end();
  }
}
