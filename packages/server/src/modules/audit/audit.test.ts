import { randomBytes } from 'node:crypto';
import type { AuditEntry } from '@trunkline/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDb } from '#platform/db';
import { knownMigrations, migrate } from '#platform/postgres/migrate';
import { testApp, type TestApp } from '../../../test/app.ts';
import { nameOf, runOnServer, ownerFromUrl, withDatabase } from '../../../test/db.ts';
import { PASSWORD } from '../../../test/people.ts';
import { checkAudit, auditCheckText } from './index.ts';

type List = { status: number; body: { data: AuditEntry[]; next: string | null } };

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ trustedProxies: ['198.51.100.7'] });
  await t.signIn('admin');
});
afterAll(() => t.close());

const q = () => t.platform.db.q;
const list = async (query = '') => (await t.as('admin', 'GET', `/api/audit?${query}`)) as List;
const latest = async (query = ''): Promise<AuditEntry> => {
  const [entry] = (await list(`limit=1&${query}`)).body.data;
  if (!entry) throw new Error('there is no entry');
  return entry;
};
const check = async () => auditCheckText(await checkAudit(t.platform.db));
const chain = () => t.app.modules.audit.chain();
const config = (fields: object) => t.as('admin', 'PATCH', '/api/configs/app', fields);

/** Changes the tables as their owner could, bypassing the triggers that protect them. */
async function tamper(statement: string, undo?: string): Promise<string> {
  const client = new pg.Client({ connectionString: withDatabase(inject('adminUrl'), nameOf(t.databaseUrl)) });
  await client.connect();
  const run = async (text: string) => {
    await client.query(`begin; set local session_replication_role = replica; ${text}; commit`);
  };
  try {
    await run(statement);
    return await check();
  } finally {
    if (undo) await run(undo);
    await client.end();
  }
}

describe('author and address', () => {
  const logIn = (remoteAddress: string, forwarded: string, password = PASSWORD) =>
    t.app.http.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress,
      headers: { 'x-forwarded-for': forwarded, 'user-agent': 'Firefox/140' },
      payload: { username: 'dewi', password },
    });

  it('the address of a direct client is its own, whatever its headers say', async () => {
    await logIn('203.0.113.9', '8.8.8.8');
    expect(await latest('about=sign_in')).toMatchObject({
      action: 'sign_in.succeeded',
      user: { id: t.idOf('dewi') },
      source: { address: '203.0.113.9', user_agent: 'Firefox/140' },
    });
  });

  it('behind a trusted proxy the address is the one that the proxy reports', async () => {
    await logIn('198.51.100.7', '8.8.8.8');
    expect((await latest('about=sign_in')).source?.address).toBe('8.8.8.8');
  });

  it('a refused sign-in names the account, but not what was typed for an unknown one', async () => {
    await logIn('203.0.113.9', '', 'wrong');
    expect(await latest('about=sign_in')).toMatchObject({
      action: 'sign_in.failed',
      user: null,
      subject: `user ${t.idOf('dewi')}`,
      subject_name: expect.any(String) as string,
      source: { address: '203.0.113.9' },
    });
    await t.call('POST', '/api/auth/login', { body: { username: PASSWORD, password: 'x' } });
    const entry = await latest('about=sign_in');
    expect(entry).toMatchObject({ action: 'sign_in.failed', subject: 'user', user: null });
    expect(JSON.stringify(entry)).not.toContain(PASSWORD);
  });

  it('signing out, and an API key that acts for a user, can be told apart', async () => {
    const { token } = (await logIn('203.0.113.9', '')).json<{ token: string }>();
    await t.call('POST', '/api/auth/logout', { token });
    expect(await latest('about=sign_in')).toMatchObject({
      action: 'sign_in.ended',
      user: { id: t.idOf('dewi') },
    });
    const made = await t.as('admin', 'POST', '/api/api_keys', { name: 'Lists', codes: ['TYPES:EDIT'] });
    const { token: key } = made.body as { token: string };
    await t.call('POST', '/api/settings/types', { token: key, body: { values: { name: 'By key' } } });
    expect(await latest('about=types')).toMatchObject({
      user: { id: t.idOf('admin') },
      api_key: { name: 'Lists' },
    });
  });
});

describe('before and after', () => {
  it('of settings are stored without their secrets', async () => {
    await config({ organisation: 'Before' });
    await config({
      organisation: 'After',
      mail: {
        host: 'mail.example',
        port: 587,
        secure: false,
        username: 'x',
        password: 'kucing',
        from: 'a@b.example',
      },
    });
    const entry = await latest('about=config');
    expect(entry.details).toMatchObject({
      before: { organisation: 'Before' },
      after: { organisation: 'After', mail: { host: 'mail.example', sealed_password: '••••••' } },
    });
    expect((await list('q=kucing')).body.data).toEqual([]);
    await config({ mail: null });
  });

  it('of a list row, a widget and a role are stored', async () => {
    const token = await t.signIn('admin');
    const { body } = await t.call('POST', '/api/settings/types', {
      token,
      body: { values: { name: 'Question' } },
    });
    const { id, version } = (body as { data: { id: number; version: number } }).data;
    await t.as('admin', 'PATCH', `/api/settings/types/${id}`, { version, values: { name: 'Request' } });
    expect((await latest('about=types')).details).toMatchObject({
      before: { name: 'Question' },
      after: { name: 'Request' },
    });
    await t.widget();
    expect(await latest('about=widget')).toMatchObject({
      action: 'widget.created',
      details: { after: { name: 'Shop' } },
    });
  });

  it('are not stored for a change that is not made', async () => {
    const before = (await list()).body.data.length;
    await config({ organisation: 'x'.repeat(1000) });
    expect((await list()).body.data.length).toBe(before);
  });
});

describe('the list', () => {
  it('requires the permission for it', async () => {
    for (const path of ['/api/audit', '/api/audit/state', '/api/audit/export', '/api/audit/1'])
      expect((await t.as('dewi', 'GET', path)).status).toBe(403);
    expect((await t.as('supervisor', 'GET', '/api/audit')).status).toBe(403);
  });

  it('is filtered by author, subject, days and words', async () => {
    await config({ organisation: 'Warung Kopi' });
    const { data } = (await list('q=warung kop')).body;
    expect(data.map(({ action }) => action)).toEqual(['config.changed']);
    const admin = (await list(`user_id=${t.idOf('admin')}`)).body.data;
    expect(admin.every(({ user }) => user?.id === t.idOf('admin'))).toBe(true);
    expect((await list('user_id=0')).body.data.every(({ user }) => user === null)).toBe(true);
    expect((await list('from=2020-01-01&to=2020-01-02')).body.data).toEqual([]);
    expect((await list(`subject=user ${t.idOf('dewi')}`)).body.data.length).toBeGreaterThan(2);
    const about = (await t.as('admin', 'GET', '/api/audit/state')).body as { data: { about: string[] } };
    expect(about.data.about).toEqual(expect.arrayContaining(['config', 'sign_in', 'types', 'widget']));
  });

  it('uses days of the workspace’s time zone', async () => {
    await config({ time_zone: 'Pacific/Auckland' });
    await sql`insert into audit_entries (at, action, subject) values
      ('2026-09-26T11:59:00Z', 'dst.a', 'dst'), ('2026-09-26T12:01:00Z', 'dst.b', 'dst'),
      ('2026-09-27T10:59:00Z', 'dst.c', 'dst'), ('2026-09-27T11:01:00Z', 'dst.d', 'dst')`.execute(q());
    await sql`insert into audit_pending select id from audit_entries where subject = 'dst'`.execute(q());
    const onTheDay = (await list('subject=dst&from=2026-09-27&to=2026-09-27')).body.data;
    expect(onTheDay.map(({ action }) => action)).toEqual(['dst.c', 'dst.b']);
    await config({ time_zone: 'UTC' });
  });

  it('is paged, with each entry once', async () => {
    const whole = (await list('limit=100')).body.data.map(({ id }) => id);
    const seen: number[] = [];
    let cursor = '';
    do {
      const { data, next } = (await list(`limit=3${cursor && `&cursor=${cursor}`}`)).body;
      seen.push(...data.map(({ id }) => id));
      cursor = next ?? '';
    } while (cursor);
    // Reading leaves no entry in the log.
    expect(seen).toEqual(whole);
  });

  it('is exported as a file, which is an entry itself', async () => {
    const token = await t.signIn('admin');
    const file = await t.app.http.app.inject({
      method: 'GET',
      url: '/api/audit/export?about=config',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(file.headers['content-type']).toContain('text/csv');
    expect(file.body).toContain('config.changed');
    expect(file.body).not.toContain('sign_in.');
    expect(await latest()).toMatchObject({
      action: 'audit.exported',
      user: { id: t.idOf('admin') },
      details: { about: 'config' },
    });
  });
});

describe('the chain', () => {
  it('is complete after fifty changes at once and two servers that extend it, beginning with an empty table', async () => {
    expect((await sql`select 1 from audit_chain`.execute(q())).rows).toEqual([]);
    const other = await t.another();
    try {
      const saves = Array.from({ length: 50 }, (_, n) => config({ session_hours: 10 + (n % 10) }));
      const chains = [t.app, other.app, t.app, other.app].map((one) => one.modules.audit.chain());
      await Promise.all([...saves, ...chains]);
      await Promise.all([t.app.modules.audit.chain(), other.app.modules.audit.chain()]);
    } finally {
      await other.close();
    }
    expect(await check()).toMatch(/^The audit log is whole: \d+ entries, up to place \d+, [0-9a-f]{64}\.$/);
  });

  it('can only be appended to', async () => {
    for (const change of [
      `update audit_entries set action = 'x'`,
      `delete from audit_entries`,
      `truncate audit_entries cascade`,
      `update audit_values set value = '{}'`,
      `delete from audit_values`,
      `update audit_chain set hash = ''`,
      `delete from audit_chain`,
      `update audit_anchor set position = 5`,
    ])
      await expect(t.platform.db.pool.query(change), change).rejects.toThrow('append-only');
  });

  it('reports where it is broken', async () => {
    const { rows } = await t.platform.db.pool.query<{ id: number; position: number }>(
      `select entry_id as id, position from audit_chain c join audit_values v using (entry_id)
       where v.part = 'details' order by position offset 4 limit 1`,
    );
    const [{ id, position } = { id: 0, position: 0 }] = rows;
    const at = `where id = ${id}`;
    expect(
      await tamper(
        `update audit_entries set subject = subject || '!' ${at}`,
        `update audit_entries set subject = left(subject, -1) ${at}`,
      ),
    ).toBe(`The audit log is broken: entry ${id} at place ${position} was changed.`);
    expect(
      await tamper(
        `create table kept_value as select * from audit_values where entry_id = ${id} and part = 'details';
         update audit_values set value = '{"after":1}' where entry_id = ${id} and part = 'details'`,
        `delete from audit_values where entry_id = ${id} and part = 'details'; insert into audit_values select * from kept_value`,
      ),
    ).toBe(`The audit log is broken: the values of entry ${id} at place ${position} were changed.`);
    expect(
      await tamper(
        `create table kept_entry as select * from audit_entries ${at}; delete from audit_entries ${at}`,
        `insert into audit_entries overriding system value select * from kept_entry`,
      ),
    ).toBe(`The audit log is broken: entry ${id} at place ${position} was removed.`);
    expect(
      await tamper(
        `create table kept_link as select * from audit_chain where position = ${position};
         delete from audit_chain where position = ${position}`,
        `insert into audit_chain select * from kept_link`,
      ),
    ).toBe(
      `The audit log is broken: the chain goes from place ${position - 1} to ${position + 1}: what stood between was removed.`,
    );
    expect(
      await tamper(
        `insert into audit_entries (action, subject) values ('put.in', 'x')`,
        `delete from audit_entries where action = 'put.in'`,
      ),
    ).toMatch(/^The audit log is broken: entry \d+ is not part of the chain\.$/);
    expect(await check()).toContain('whole');
  });

  it('stays valid when personal data is erased', async () => {
    const subject = `user ${t.idOf('dewi')}`;
    const { rows } = await t.platform.db.pool.query<{ gone: number }>(
      'select erase_audit_values($1) as gone',
      [[subject]],
    );
    expect(rows[0]?.gone).toBeGreaterThan(2);
    const [entry] = (await list(`subject=${subject}&action=sign_in.succeeded`)).body.data;
    expect(entry).toMatchObject({ source: null, details: {}, is_erased: true });
    expect(await check()).toContain('whole');
    await expect(t.platform.db.pool.query('delete from audit_values')).rejects.toThrow('append-only');
  });

  it('is pruned from its beginning, and the rest can still be proven', async () => {
    await chain();
    const before = await checkAudit(t.platform.db);
    await t.as('admin', 'PUT', '/api/privacy/retention/audit', { keep_days: 30 });
    t.clock.advance(32 * 86_400_000);
    await sql`insert into audit_entries (at, action, subject) values (now() + interval '32 days', 'young.one', 'x')`.execute(
      q(),
    );
    await sql`insert into audit_pending select max(id) from audit_entries`.execute(q());
    await chain();
    await t.app.modules.audit.prune();
    const after = await checkAudit(t.platform.db);
    expect(after).toMatchObject({ fault: null, entries: 1, pending: 1 });
    expect(after.pruned).toBeGreaterThanOrEqual(before.entries);
    await chain();
    expect(await check()).toContain(`${after.pruned} from before were pruned`);
    expect(
      await tamper(
        `update audit_anchor set position = position - 1`,
        `update audit_anchor set position = position + 1`,
      ),
    ).toContain('broken');
    const { data } = (await list()).body;
    expect(data.map(({ action }) => action)).toEqual(expect.arrayContaining(['young.one', 'audit.pruned']));
    expect(data.find(({ action }) => action === 'audit.pruned')).toMatchObject({
      user: null,
      job: 'audit:prune',
    });
  });
});

describe('entries from before the chain existed', () => {
  it('are sealed by its first entry', { tags: 'full' }, async () => {
    const url = withDatabase(t.databaseUrl, `old_${randomBytes(6).toString('hex')}`);
    await runOnServer(inject('adminUrl'), `create database ${nameOf(url)} ${ownerFromUrl(url)}`);
    const older = [...knownMigrations().keys()].filter((name) => name < '0150');
    await migrate(url, new Set(older));
    const db = openDb(url, pino({ level: 'silent' }));
    try {
      await sql`insert into audit_log (action, subject, details) values
        ('types.created', '1', '{"operation": 7, "name": "Déjà"}'), ('config.changed', 'x', '{}')`.execute(
        db.q,
      );
      await migrate(url);
      expect(auditCheckText(await checkAudit(db))).toMatch(
        /^The audit log is whole: 0 entries.* 1 are still to be chained\.$/,
      );
      const { rows } = await sql<{ action: string; details: object }>`
        select action, details from audit_log order by id`.execute(db.q);
      expect(rows).toMatchObject([
        { action: 'types.created', details: { operation: 7, name: 'Déjà' } },
        { action: 'config.changed', details: {} },
        { action: 'audit.sealed', details: { entries: 2 } },
      ]);
      const client = new pg.Client({ connectionString: withDatabase(inject('adminUrl'), nameOf(url)) });
      await client.connect();
      await client.query(
        `set session_replication_role = replica; update audit_entries set subject = '2' where id = 1`,
      );
      await client.end();
      expect((await checkAudit(db)).fault).toBe(
        'an entry up to 2, from before the chain, was changed or removed',
      );
    } finally {
      await db.close();
      await runOnServer(inject('adminUrl'), `drop database ${nameOf(url)} with (force)`);
    }
  });
});
