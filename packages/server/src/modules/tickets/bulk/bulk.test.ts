import type { BulkChange, Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { bulkDesk, type BulkDesk } from '../../../../test/bulk-desk.ts';
import type { Username } from '../../../../test/people.ts';

let t: TestApp;
let create: BulkDesk['create'];
let post: BulkDesk['post'];
let start: BulkDesk['start'];
let ended: BulkDesk['ended'];
let run: BulkDesk['run'];
let now: BulkDesk['now'];
beforeAll(async () => {
  t = await testApp();
  ({ create, post, start, ended, run, now } = await bulkDesk(t));
});
afterAll(() => t.close());

const linesOf = async ({ id }: Ticket): Promise<string[]> => {
  const { rows } = await t.platform.db.pool.query<{ text: string }>(
    `select event->>'type' as text from messages where ticket_id = $1 and kind = 'event' order by id`,
    [id],
  );
  return rows.map(({ text }) => text);
};

describe('a bulk change', () => {
  it('changes every chosen ticket once, with its time line, clocks and counts', async () => {
    const tickets = await create(25);
    const bulk = await run('dewi', { action: 'solve' }, tickets);
    expect(bulk).toMatchObject({
      total: 25,
      done: 25,
      changed: 25,
      left_out: [],
      status: 'done',
      can_undo: true,
    });
    const after = await now(tickets);
    expect(after.map(({ status, version }) => [status, version])).toEqual(tickets.map(() => ['solved', 2]));
    expect(after.every(({ solved_at }) => solved_at !== null)).toBe(true);
    for (const ticket of tickets) expect(await linesOf(ticket)).toEqual(['created', 'changed']);
    const { rows } = await t.platform.db.pool.query(
      `select 1 from sla_clocks where ticket_id = any($1) and state = 'running'`,
      [tickets.map(({ id }) => id)],
    );
    expect(rows).toEqual([]);
  });

  it('says which it left out and why, and leaves those alone that its owner may not see', async () => {
    const mine = await create(3);
    const [elsewhere] = await create(1, { department_id: t.departmentIds[1], assignee_id: null });
    if (!elsewhere) throw new Error('no ticket');
    await t.as('admin', 'POST', `/api/tickets/${mine[0]?.id}/solve`, { version: 1 });
    const all = [...mine, elsewhere];
    const bulk = await run('dewi', { action: 'set', status: 'pending' }, all);
    const { body } = await t.as('dewi', 'GET', `/api/tickets/bulk/${bulk.id}`);
    const seen = (await t.as('dewi', 'GET', `/api/tickets/${elsewhere.id}`)).status;
    expect(seen).toBe(404);
    expect((body as { data: object }).data).toMatchObject({
      total: 4,
      changed: 2,
      left: [
        { ticket_id: mine[0]?.id, number: mine[0]?.number, reason: 'solved' },
        { ticket_id: elsewhere.id, number: null, reason: 'gone' },
      ],
    });
    expect((await now([elsewhere]))[0]?.status).toBe('open');
  });

  it('does not solve what lacks an answer, and solves the others', async () => {
    const field = { entity: 'ticket', kind: 'line', name: 'Cause', required: 'solve' };
    const { rows } = await t.platform.db.pool.query<{ id: number }>(
      `insert into ticket_types (name) values ('With a cause') returning id`,
    );
    await t.platform.db.pool.query(
      `insert into custom_fields (name, key, entity, kind, required, type_ids) values ($1, 'cause', $2, $3, $4, $5)`,
      [field.name, field.entity, field.kind, field.required, [rows[0]?.id]],
    );
    const asked = await create(1, { type_id: rows[0]?.id });
    const bulk = await run('dewi', { action: 'solve' }, [...(await create(2)), ...asked]);
    expect(bulk).toMatchObject({ changed: 2, left_out: [{ reason: 'fields_missing', count: 1 }] });
  });

  it('leaves alone what was merged into another ticket', async () => {
    const [merged, into] = await create(2);
    if (!merged || !into) throw new Error('no tickets');
    await t.platform.db.pool.query(`update tickets set status = 'closed', merged_into = $2 where id = $1`, [
      merged.id,
      into.id,
    ]);
    const bulk = await run('dewi', { action: 'reopen' }, [merged]);
    expect(bulk).toMatchObject({ changed: 0, left_out: [{ reason: 'merged', count: 1 }] });
    expect((await now([merged]))[0]?.status).toBe('closed');
  });

  it('takes all that a filter lists', { tags: 'full' }, async () => {
    const tickets = await create(12, { tags: ['bulk-by-filter'] });
    const where = JSON.stringify([{ field: 'tags', op: 'is', value: ['bulk-by-filter'] }]);
    const { body } = await t.as('dewi', 'GET', `/api/tickets/count?where=${encodeURIComponent(where)}`);
    expect(body).toEqual({ data: { count: 12, is_more: false } });
    const bulk = await post('dewi', '/api/tickets/bulk', {
      change: { action: 'tag', add: ['seen'], remove: ['bulk-by-filter'] },
      tickets: { filter: { where } },
    });
    expect(await ended('dewi', bulk)).toMatchObject({ total: 12, changed: 12 });
    expect((await now(tickets)).map(({ tags }) => tags)).toEqual(tickets.map(() => ['seen']));
  });

  it('is refused when the same change of one ticket would be, or when what it names is not there', async () => {
    const tickets = await create(1);
    const refusal = async (username: Username, change: object) => {
      const body = { change, tickets: { ids: tickets.map(({ id }) => id) } };
      const answer = await t.as(username, 'POST', '/api/tickets/bulk', body);
      return (answer.body as { code: string }).code;
    };
    expect(await refusal('qa', { action: 'solve' })).toBe('forbidden');
    expect(await refusal('dewi', { action: 'set', priority_id: 9999 })).toBe('invalid_reference');
    expect(await refusal('dewi', { action: 'transfer', department_id: 9999 })).toBe('invalid_reference');
    expect(await refusal('admin', { action: 'assign', assignee_id: 9999 })).toBe('invalid_reference');
    expect(await refusal('dewi', { action: 'set' })).toBe('invalid');
  });

  it('is nobody else’s to see, stop or undo', async () => {
    const bulk = await run('dewi', { action: 'tag', add: ['x'], remove: [] }, await create(2));
    expect((await t.as('admin', 'GET', `/api/tickets/bulk/${bulk.id}`)).status).toBe(404);
    expect((await t.as('admin', 'POST', `/api/tickets/bulk/${bulk.id}/stop`, {})).status).toBe(404);
    expect((await t.as('admin', 'POST', `/api/tickets/bulk/${bulk.id}/undo`, {})).status).toBe(404);
  });

  it('can be stopped on its way, and what was done by then can be undone', { tags: 'full' }, async () => {
    const tickets = await create(60);
    const bulk = await start('dewi', { action: 'tag', add: ['halfway'], remove: [] }, tickets);
    const stopped = await post('dewi', `/api/tickets/bulk/${bulk.id}/stop`, {});
    expect(stopped.status).toBe('stopped');
    expect(stopped.done).toBeLessThan(60);
    const tagged = (await now(tickets)).filter(({ tags }) => tags.includes('halfway')).length;
    expect(tagged).toBe(stopped.changed);
    const undo = await t.as('dewi', 'POST', `/api/tickets/bulk/${bulk.id}/undo`, {});
    expect(undo.status).toBe(stopped.changed > 0 ? 200 : 409);
    const left = async () => (await now(tickets)).filter(({ tags }) => tags.includes('halfway'));
    await expect.poll(left).toEqual([]);
  });

  it(
    'waits for the earlier ones of the same person, and nothing else waits for any of them',
    { tags: 'full' },
    async () => {
      const tickets = await create(1);
      const { pool } = t.platform.db;
      const holder = await pool.connect();
      await holder.query('begin');
      await holder.query('select from tickets where id = $1 for update', [tickets[0]?.id]);
      const tags = ['one', 'two', 'three', 'four', 'five'];
      const bulks: BulkChange[] = [];
      for (const tag of tags)
        bulks.push(await start('dewi', { action: 'tag', add: [tag], remove: [] }, tickets));
      expect(bulks.map((one) => one.is_waiting)).toEqual([false, true, true, true, true]);
      const other = await run('budi', { action: 'tag', add: ['beside'], remove: [] }, await create(1));
      expect(other).toMatchObject({ changed: 1, is_waiting: false });
      await pool.query(
        `select graphile_worker.add_job('tickets:fold-counts', '{"mine":1}', job_key => 'mine')`,
      );
      const left = async () =>
        (await pool.query(`select 1 from graphile_worker.jobs where key = 'mine'`)).rows.length;
      await expect.poll(left, { timeout: 5000 }).toBe(0);
      await holder.query('commit');
      holder.release();
      const all: BulkChange[] = [];
      for (const bulk of bulks) all.push(await ended('dewi', bulk));
      const ends = all.map(({ ended_at }) => ended_at ?? '');
      expect(ends).toEqual(ends.toSorted());
      expect((await now(tickets))[0]?.tags).toEqual(tags);
    },
  );

  it('tells its owner how far it is', { tags: 'full' }, async () => {
    const tickets = await create(15);
    const socket = await t.connect('dewi');
    const told: BulkChange[] = [];
    socket.on('bulk-changed', (bulk: BulkChange) => void told.push(bulk));
    await run('dewi', { action: 'tag', add: ['told'], remove: [] }, tickets);
    await expect.poll(() => told.at(-1)).toMatchObject({ status: 'done', done: 15, total: 15 });
  });
});

describe('undoing a bulk change', () => {
  it('puts back what nobody has changed since, and says what it left', async () => {
    const tickets = await create(4, { tags: ['before'] });
    const [first, second] = tickets;
    const bulk = await run('dewi', { action: 'solve' }, tickets);
    await t.as('admin', 'POST', `/api/tickets/${first?.id}/reopen`, { version: 2 });
    await t.as('admin', 'PATCH', `/api/tickets/${first?.id}`, { version: 3, status: 'pending' });
    await t.as('admin', 'PATCH', `/api/tickets/${second?.id}`, { version: 2, tags: ['after'] });

    const undo = await ended('dewi', await post('dewi', `/api/tickets/bulk/${bulk.id}/undo`, {}));
    expect(undo).toMatchObject({
      undoes: bulk.id,
      changed: 3,
      left_out: [{ reason: 'changed_since', count: 1 }],
    });
    const after = await now(tickets);
    expect(after.map(({ status }) => status)).toEqual(['pending', 'open', 'open', 'open']);
    expect(after.map(({ solved_at }) => solved_at)).toEqual([null, null, null, null]);
    expect(after[1]?.tags).toEqual(['after']);
  });

  it('goes where the change took tickets out of one’s sight, as long as they stand as it left them', async () => {
    const [moved, taken] = await create(2, { assignee_id: t.idOf('dewi') });
    if (!moved || !taken) throw new Error('no tickets');
    const change = { action: 'transfer', department_id: t.departmentIds[1] ?? 0 } as const;
    const bulk = await run('dewi', change, [moved, taken]);
    expect((await t.as('dewi', 'GET', `/api/tickets/${moved.id}`)).status).toBe(404);
    // The ticket belongs to its new assignee now, so it is no longer hers to change back.
    await t.as('admin', 'POST', `/api/tickets/${taken.id}/assign`, {
      version: 2,
      assignee_id: t.idOf('admin'),
    });
    const undo = await ended('dewi', await post('dewi', `/api/tickets/bulk/${bulk.id}/undo`, {}));
    expect(undo).toMatchObject({ changed: 1, left_out: [{ reason: 'gone', count: 1 }] });
    const after = await now([moved, taken]);
    expect(after.map((ticket) => [ticket.department_id, ticket.assignee_id])).toEqual([
      [t.departmentIds[0], t.idOf('dewi')],
      [t.departmentIds[1], t.idOf('admin')],
    ]);
  });

  it('can be tried again where it has put nothing back', { tags: 'full' }, async () => {
    const [ticket] = await create(1);
    if (!ticket) throw new Error('no ticket');
    const bulk = await run('dewi', { action: 'set', status: 'pending' }, [ticket]);
    await t.as('admin', 'PATCH', `/api/tickets/${ticket.id}`, { version: 2, status: 'on_hold' });
    const first = await ended('dewi', await post('dewi', `/api/tickets/bulk/${bulk.id}/undo`, {}));
    expect(first).toMatchObject({ changed: 0, left_out: [{ reason: 'changed_since', count: 1 }] });
    expect(await ended('dewi', bulk)).toMatchObject({ undone_by: null, can_undo: true });
    await t.as('admin', 'PATCH', `/api/tickets/${ticket.id}`, { version: 3, status: 'pending' });
    const second = await ended('dewi', await post('dewi', `/api/tickets/bulk/${bulk.id}/undo`, {}));
    expect(second).toMatchObject({ changed: 1 });
    expect((await now([ticket]))[0]?.status).toBe('open');
  });

  it('goes once, and for a day', { tags: 'full' }, async () => {
    const bulk = await run('dewi', { action: 'tag', add: ['once'], remove: [] }, await create(2));
    await ended('dewi', await post('dewi', `/api/tickets/bulk/${bulk.id}/undo`, {}));
    expect((await t.as('dewi', 'POST', `/api/tickets/bulk/${bulk.id}/undo`, {})).status).toBe(409);
    const other = await run('dewi', { action: 'tag', add: ['late'], remove: [] }, await create(2));
    t.clock.advance(25 * 3_600_000);
    expect((await t.as('dewi', 'POST', `/api/tickets/bulk/${other.id}/undo`, {})).status).toBe(409);
    const { body } = await t.as('dewi', 'GET', '/api/tickets/bulk');
    const [last] = (body as { data: BulkChange[] }).data;
    expect(last).toMatchObject({ id: other.id, can_undo: false });
  });

  it('gives a waiting customer their place back', async () => {
    const [ticket] = await create(1);
    if (!ticket) throw new Error('no ticket');
    const since = '2026-11-20T08:00:00.000Z';
    await t.platform.db.pool.query('update tickets set waiting_since = $2, unread = 3 where id = $1', [
      ticket.id,
      since,
    ]);
    const bulk = await run('dewi', { action: 'solve' }, [ticket]);
    expect((await now([ticket]))[0]).toMatchObject({ waiting_since: null, unread: 0 });
    await ended('dewi', await post('dewi', `/api/tickets/bulk/${bulk.id}/undo`, {}));
    expect((await now([ticket]))[0]).toMatchObject({ status: 'open', waiting_since: since, unread: 3 });
  });
});

describe('a crash in the middle', () => {
  it('is made good: the rest is done, and nothing twice', async () => {
    const tickets = await create(20);
    // The state that a killed process leaves: some tickets are done, the rest waits, and no job is queued.
    const bulk = await run('dewi', { action: 'tag', add: ['first'], remove: [] }, tickets.slice(0, 8));
    const { pool } = t.platform.db;
    await pool.query(
      `update bulk_changes set status = 'running', total = 20, ended_at = null, worked_at = now() - interval '1 minute' where id = $1`,
      [bulk.id],
    );
    await pool.query('insert into bulk_tickets (bulk_id, ticket_id) select $1, unnest($2::bigint[])', [
      bulk.id,
      tickets.slice(8).map(({ id }) => id),
    ]);
    await pool.query(`select graphile_worker.add_job('tickets:bulk-resume', '{}')`);
    // Two jobs at once, as when the old one is retried as well.
    await pool.query(
      `select graphile_worker.add_job('tickets:bulk', json_build_object('user_id', $1::bigint))`,
      [t.idOf('dewi')],
    );
    expect(await ended('dewi', bulk)).toMatchObject({ done: 20, changed: 20 });
    for (const ticket of tickets) expect(await linesOf(ticket)).toEqual(['created', 'changed']);
  });
});
