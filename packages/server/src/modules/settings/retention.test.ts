import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type {
  Customer,
  CustomerPrivacy,
  previewRetention,
  ResponseOf,
  Retention,
  RetentionKind,
} from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { retentionStart } from './retention-store.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: 'Pacific/Auckland' });
});
afterAll(() => t.close());

const data = <T>(answer: { body: unknown }) => (answer.body as { data: T }).data;
const run = (text: string) => t.platform.db.pool.query(text);
const rows = async <T>(text: string): Promise<T[]> => (await run(text)).rows as T[];
const put = (kind: RetentionKind, keep_days: number | null) =>
  t.as('admin', 'PUT', `/api/privacy/retention/${kind}`, { keep_days });
const preview = async (kind: RetentionKind, days = 30) =>
  data<ResponseOf<typeof previewRetention>['data']>(
    await t.as('admin', 'GET', `/api/privacy/retention/${kind}?days=${days}`),
  );
/** SQL for a moment just before the edge, and for the edge itself. */
const around = async (kind: RetentionKind) => {
  const { before } = await preview(kind);
  return { over: `'${before}'::timestamptz - interval '1 millisecond'`, young: `'${before}'::timestamptz` };
};

async function expired(kind: RetentionKind): Promise<void> {
  await put(kind, 30);
  await t.app.modules.settings.retention.expire(kind);
}

async function customer(name: string, identities: object[] = []): Promise<Customer> {
  return data(await t.as('admin', 'POST', '/api/customers', { name, company: '', note: '', identities }));
}

async function ticket(customerId: number, status = 'closed'): Promise<number> {
  const answer = await t.as('admin', 'POST', '/api/tickets', {
    client_key: randomUUID(),
    customer_id: customerId,
    subject: 'Old',
    department_id: t.departmentIds[0],
    note: 'Old',
  });
  const { id } = data<{ id: number }>(answer);
  await run(`update tickets set status = '${status}' where id = ${id}`);
  return id;
}

const hold = (id: number) => t.as('admin', 'PUT', `/api/customers/${id}/hold`, { reason: 'A court asks' });
const audited = (kind: RetentionKind) =>
  rows<{ job: string; details: { count: number } }>(
    `select job, details from audit_log where action = '${kind}.expired' order by id`,
  );

it('has one edge, a midnight of the workspace, on days of 23 and 25 hours too', async () => {
  const edge = (now: string, days: number) =>
    retentionStart(t.platform.db.q, { now: new Date(now), days, timeZone: 'Pacific/Auckland' });
  expect(await edge('2026-10-27T00:00:00Z', 30)).toBe('2026-09-26T12:00:00.000Z');
  expect(await edge('2026-10-28T00:00:00Z', 30)).toBe('2026-09-27T11:00:00.000Z');
  expect(await edge('2026-05-05T00:00:00Z', 30)).toBe('2026-04-04T11:00:00.000Z');
  expect(await edge('2026-05-05T12:30:00Z', 30)).toBe('2026-04-05T12:00:00.000Z');
});

describe('how long what is kept', () => {
  const kept = async (kind: RetentionKind) => {
    const { kinds } = data<Retention>(await t.as('admin', 'GET', '/api/privacy/retention'));
    return kinds.find((one) => one.kind === kind)?.keep_days;
  };

  it('is saved by kind, within its bounds, and written down with before and after', async () => {
    expect(await kept('notifications')).toBe(90);
    expect(await kept('tickets')).toBeNull();
    expect((await put('notifications', 120)).status).toBe(200);
    expect(await kept('notifications')).toBe(120);
    expect((await put('notifications', null)).status).toBe(200);
    expect((await put('packages', null)).status).toBe(400);
    expect((await put('tickets', 29)).status).toBe(400);
    expect((await put('packages', 91)).status).toBe(400);
    expect((await t.as('dewi', 'PUT', '/api/privacy/retention/files', { keep_days: 30 })).status).toBe(403);
    const written = await rows<{ subject: string; details: object }>(
      `select subject, details from audit_log where action = 'retention.changed' order by id`,
    );
    expect(written).toEqual([
      { subject: 'notifications', details: { before: { keep_days: 90 }, after: { keep_days: 120 } } },
      { subject: 'notifications', details: { before: { keep_days: 120 }, after: { keep_days: null } } },
    ]);
  });

  it('of recordings stands beside what is recorded, and stays when that is changed', async () => {
    expect((await put('recordings', 45)).status).toBe(200);
    await t.as('admin', 'PATCH', '/api/configs/app', {
      recording: { voice: 'always', video: null, departments: [] },
    });
    expect(await kept('recordings')).toBe(45);
    const config = data<{ recording: object }>(await t.as('admin', 'GET', '/api/configs/app'));
    expect(config.recording).toMatchObject({ voice: 'always', keep_days: 45 });
  });
});

describe('at night goes what the preview counted, and nothing that is a moment younger or on legal hold', () => {
  it('tickets', async () => {
    const { over, young } = await around('tickets');
    const [held, free] = [await customer('Held Person'), await customer('Free Person')];
    await hold(held.id);
    const at = async (customerId: number, moment: string) => {
      const id = await ticket(customerId);
      await run(`update tickets set status_since = ${moment}, last_message_at = ${moment} where id = ${id}`);
      return id;
    };
    const ids = [await at(free.id, over), await at(free.id, young), await at(held.id, over)];
    expect(await preview('tickets')).toMatchObject({ count: 1, time_zone: 'Pacific/Auckland' });
    await expired('tickets');
    expect(
      await rows(
        `select erased_at is not null as is_erased from tickets where id in (${ids.join(', ')}) order by id`,
      ),
    ).toEqual([{ is_erased: true }, { is_erased: false }, { is_erased: false }]);
    expect(await preview('tickets')).toMatchObject({ count: 0, oldest: null });
    expect(await audited('tickets')).toMatchObject([
      { job: 'settings:retention', details: { after_days: 30, count: 1, counts: { tickets: 1 } } },
    ]);
    await put('tickets', null);
  });

  it('files of solved and closed tickets, with their bytes; the message stays', async () => {
    const { over, young } = await around('files');
    const [held, free] = [await customer('Held Files'), await customer('Free Files')];
    await hold(held.id);
    const attach = async (ticketId: number, moment: string) => {
      const id = randomUUID();
      await t.platform.files.put(id, Readable.from([Buffer.from('x')]), 10);
      await run(`insert into files (id, name, mime, size, sha256, ticket_id, message_id, created_at)
        select '${id}', 'x', 'text/plain', 1, '', ticket_id, id, ${moment} from messages where ticket_id = ${ticketId} limit 1`);
      return id;
    };
    const closed = await ticket(free.id);
    const gone = await attach(closed, over);
    const here = [
      await attach(closed, young),
      await attach(await ticket(free.id, 'open'), over),
      await attach(await ticket(held.id), over),
    ];
    expect((await preview('files')).count).toBe(1);
    await expired('files');
    expect([gone, ...here].map((id) => t.platform.files.has(id))).toEqual([false, true, true, true]);
    expect(await rows(`select id from files where id = '${gone}'`)).toEqual([]);
    expect(await rows(`select id from messages where ticket_id = ${closed} and kind = 'note'`)).toHaveLength(
      1,
    );
    expect(await audited('files')).toMatchObject([{ details: { count: 1 } }]);
    await put('files', null);
  });

  it('customers without a ticket that is left, erased as from their profile', async () => {
    const { over, young } = await around('customers');
    const at = async (name: string, moment: string) => {
      const { id } = await customer(name, [{ kind: 'email', value: `${randomUUID()}@buyer.example` }]);
      await run(`update customers set created_at = ${moment}, last_contact_at = ${moment} where id = ${id}`);
      return id;
    };
    const [gone, fresh, held, busy] = [
      await at('Gone', over),
      await at('Fresh', young),
      await at('Held', over),
      await at('Busy', over),
    ];
    await hold(held);
    await ticket(busy, 'open');
    await run(`update customers set created_at = ${over}, last_contact_at = ${over} where id = ${busy}`);
    expect((await preview('customers')).count).toBe(1);
    await expired('customers');
    const privacy = async (id: number) =>
      data<CustomerPrivacy>(await t.as('admin', 'GET', `/api/customers/${id}/privacy`));
    await expect.poll(async () => (await privacy(gone)).erasure?.state, { timeout: 20_000 }).toBe('done');
    expect((await privacy(gone)).erasure).toMatchObject({ user: null, counts: { identities: 1 } });
    for (const id of [fresh, held, busy]) expect((await privacy(id)).erasure).toBeNull();
    expect((await preview('customers')).count).toBe(0);
    await put('customers', null);
  });

  it.each<[RetentionKind, string, string]>([
    ['sign_ins', 'login_failures', `(scope, failures, last_failure_at) values ('SCOPE', 1, MOMENT)`],
    [
      'notifications',
      'ticket_notices',
      `(user_id, ticket_id, kind, by_name, at) select (select id from users limit 1), (select id from tickets limit 1), 'mention', '', MOMENT`,
    ],
  ])('%s', async (kind, table, values) => {
    const { over, young } = await around(kind);
    const { count } = await preview(kind);
    const before = await rows(`select from ${table}`);
    for (const moment of [over, young])
      await run(`insert into ${table} ${values.replace('SCOPE', randomUUID()).replace('MOMENT', moment)}`);
    expect((await preview(kind)).count).toBe(count + 1);
    await expired(kind);
    expect(await rows(`select from ${table}`)).toHaveLength(before.length - count + 1);
    expect(await preview(kind)).toMatchObject({ count: 0 });
  });

  it('recordings', async () => {
    const { over } = await around('recordings');
    const [held, free] = [await customer('Held Voice'), await customer('Free Voice')];
    await hold(held.id);
    const { count } = await preview('recordings');
    for (const { id } of [held, free])
      await run(`with call as (insert into calls (media_id, direction, state, customer_id, ended_at)
          values (1, 'inbound', 'ended', ${id}, ${over}) returning id)
        insert into call_recordings (call_id, egress_id, state, started_at, ended_at, parts)
          select id, 'PH_' || ${id}, 'ready', ${over}, ${over}, '[]' from call`);
    expect((await preview('recordings')).count).toBe(count + 1);
    await put('recordings', 30);
    await t.app.modules.calls.recordings.expire();
    expect(
      await rows(`select r.state from call_recordings r join calls c on c.id = r.call_id
        where c.customer_id in (${held.id}, ${free.id}) order by c.customer_id`),
    ).toEqual([{ state: 'ready' }, { state: 'deleted' }]);
  });
});
