import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { endZombies, makeZombie } from '../../../test/zombie.ts';
import { rootInUserNamespace, ownerOfParentFolder, systemUser } from './embedded-postgres-account.ts';
import { migrate } from './migrate.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;
let folder: string;

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-'));
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

function start(name: string, options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {}) {
  return startEmbeddedPostgres({ dir: path.join(folder, name), say: () => {}, ...options });
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

describe('embedded PostgreSQL', () => {
  let postgres: EmbeddedPostgres;

  beforeAll(async () => {
    postgres = await start('main');
  });
  afterAll(() => postgres.stop());

  it('creates the database in UTF-8, whatever the locale of the machine', async () => {
    expect(await ask(postgres.url, 'select current_database()')).toBe('trunkline');
    expect(await ask(postgres.url, 'show server_encoding')).toBe('UTF8');
    expect(await ask(postgres.url, `select datlocale from pg_database where datname = 'trunkline'`)).toBe(
      'C.UTF-8',
    );
    expect(await ask(postgres.url, 'show fsync')).toBe('on');
  });

  it('refuses a wrong password, and keeps the right one from other users', async () => {
    const wrong = postgres.url.replace(/:[^:@]*@/, ':guess@');
    await expect(ask(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    const { mode } = await fs.stat(path.join(folder, 'main.password'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('comes back by itself with all committed rows after kill -9', async () => {
    await ask(postgres.url, 'create table kept (id int)');
    await ask(postgres.url, 'insert into kept values (7)');
    const killed = postgres.pid;
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(() => expect(postgres.pid).not.toBe(killed), { timeout: 10_000 });
    expect(await ask(postgres.url, 'select id from kept')).toBe(7);
  });

  it('keeps its data and its URL over a restart', async () => {
    await postgres.stop();
    const { url } = postgres;
    postgres = await start('main');
    expect(postgres.url).toBe(url);
    expect(await ask(postgres.url, 'select count(*)::int from kept')).toBe(1);
  });

  it(
    'takes over a lock that a crash has left behind and whose pid is now some other program',
    { tags: 'full' },
    async () => {
      await postgres.stop();
      await writeLock(process.pid);
      postgres = await start('main');
      expect(await ask(postgres.url, 'select 1')).toBe(1);
    },
  );

  it('takes over a lock whose pid is now the database of another folder', { tags: 'full' }, async () => {
    await postgres.stop();
    const other = await start('other');
    await writeLock(other.pid);
    postgres = await start('main');
    expect(await ask(postgres.url, 'select id from kept')).toBe(7);
    expect(await ask(other.url, 'select 1')).toBe(1);
    await other.stop();
  });

  it.runIf(process.platform === 'linux')(
    'takes over a lock whose process was killed and is not waited for',
    { tags: 'full' },
    async () => {
      await postgres.stop();
      const { pid } = await makeZombie();
      await writeLock(pid);
      postgres = await start('main');
      expect(await ask(postgres.url, 'select id from kept')).toBe(7);
      endZombies();
    },
  );
});

const writeLock = (pid: number) =>
  fs.writeFile(
    path.join(folder, 'main', 'postmaster.pid'),
    [pid, path.join(folder, 'main'), 0, 5432, '', '', '', ''].join('\n'),
  );

it('leaves nothing half done when the first start was interrupted', { tags: 'full' }, async () => {
  await fs.mkdir(path.join(folder, 'again.new', 'base'), { recursive: true });
  const postgres = await start('again');
  expect(await ask(postgres.url, 'select 1')).toBe(1);
  await postgres.stop();
});

it('listens on loopback where the path is too long for a socket', { tags: 'full' }, async () => {
  const postgres = await start('long'.repeat(25));
  expect(postgres.url).toMatch(/@localhost:\d+\/trunkline\?host=127\.0\.0\.1$/);
  expect(await ask(postgres.url, 'select 1')).toBe(1);
  await postgres.stop();
});

describe.runIf(isRoot)('started by root', () => {
  it(
    'runs as a system user where there are no namespaces, and in disguise again later',
    { tags: 'full' },
    async () => {
      await fs.chmod(folder, 0o711);
      await fs.mkdir(path.join(folder, 'private'), { mode: 0o700 });
      for (const account of [systemUser, rootInUserNamespace, systemUser]) {
        const postgres = await start('private/pg', { accounts: [account] });
        expect(await ask(postgres.url, 'select 1')).toBe(1);
        await postgres.stop();
      }
    },
  );

  it('runs as the owner of a private home', { tags: 'full' }, async () => {
    const { owner } = (await systemUser())!;
    await fs.mkdir(path.join(folder, 'home'), { mode: 0o700 });
    await fs.chown(path.join(folder, 'home'), owner.uid, owner.gid);
    await fs.mkdir(path.join(folder, 'home', 'data'), { mode: 0o700 });
    const postgres = await start('home/data/pg', { accounts: [rootInUserNamespace, ownerOfParentFolder] });
    expect(await ask(postgres.url, 'select 1')).toBe(1);
    expect(await fs.stat(path.join(folder, 'home/data/pg'))).toMatchObject(owner);
    await postgres.stop();
  });

  it('says what to do where nobody else can enter', { tags: 'full' }, async () => {
    await expect(start('nowhere/pg', { accounts: [] })).rejects.toThrow(
      /start Trunkline as an ordinary user/,
    );
  });
});

it('says in one sentence that its folder cannot be written', async () => {
  await fs.writeFile(path.join(folder, 'a-file'), '');
  await expect(start('a-file/pg')).rejects.toThrow(
    /a-file\/pg cannot be written \(\w+\): make its parent writable/,
  );
});

it('says so when the password is missing', { tags: 'full' }, async () => {
  const postgres = await start('locked');
  await postgres.stop();
  await fs.rm(path.join(folder, 'locked.password'));
  await expect(start('locked')).rejects.toThrow(/put the file back from your backup/);
});

describe('the role of the application', () => {
  it('owns the database and everything in it, and is no superuser', { tags: 'full' }, async () => {
    const postgres = await start('role');
    await migrate(postgres.url);
    expect(await ask(postgres.url, 'select current_user')).toBe('trunkline_app');
    const may = 'rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls';
    expect(await ask(postgres.url, `select ${may} from pg_roles where rolname = current_user`)).toBe(false);
    await expect(ask(postgres.url, 'select pg_read_file($$postgresql.conf$$)')).rejects.toThrow(/permission/);
    await expect(ask(postgres.url, `copy (select 1) to program 'true'`)).rejects.toThrow(/permission/);
    expect(new URL(postgres.url).password).not.toBe(new URL(postgres.adminUrl).password);
    await postgres.stop();
  });

  it('is given what a version before it had made as the superuser', { tags: 'full' }, async () => {
    const postgres = await start('before');
    await ask(postgres.adminUrl.replace('/trunkline?', '/postgres?'), 'drop database trunkline');
    await ask(postgres.adminUrl.replace('/trunkline?', '/postgres?'), 'create database trunkline');
    await migrate(postgres.adminUrl);
    await ask(postgres.adminUrl, `create type mood as enum ('fine')`);
    await postgres.stop();

    const again = await start('before');
    const others = `select count(*)::int from (
      select relname from pg_class where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
        and relkind <> 'c' and relowner <> current_user::regrole
      union all select proname from pg_proc p where pronamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
        and proowner <> current_user::regrole
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      union all select datname from pg_database where datname = 'trunkline' and datdba <> current_user::regrole
      union all select typname from pg_type where typname = 'mood' and typowner <> current_user::regrole
      union all select nspname from pg_namespace where nspname = 'graphile_worker' and nspowner <> current_user::regrole
    ) as other`;
    expect(await ask(again.url, others)).toBe(0);
    expect(await migrate(again.url)).toEqual([]);
    await ask(again.url, 'alter table users add column looked_at int');
    await ask(again.url, 'drop table migrations');
    await again.stop();
  });
});
