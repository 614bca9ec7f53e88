import { randomUUID } from 'node:crypto';
import type { BulkAction, Ticket } from '@trunkline/contract';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { bulkDesk, type BulkDesk } from '../../../../test/bulk-desk.ts';
import { deskOf } from '../../../../test/desk.ts';

const MINUTE_MS = 60_000;

let t: TestApp;
let bulk: BulkDesk;
let widget: string;
let macroId: number;
let priorities: number[];
let fieldId: number;
const { data, key } = deskOf(() => t);
beforeAll(async () => {
  t = await testApp();
  bulk = await bulkDesk(t);
  widget = await t.widget();
  const { pool } = t.platform.db;
  // The targets are chosen so that no deadline falls between a change and its undo: everything happens at multiples of 25
  // minutes, and deadlines are 10 minutes after one.
  await pool.query(
    `update priorities set first_response_minutes = 35 + rank * 25, next_response_minutes = 10 + rank * 25,
     resolution_minutes = 1010 + rank * 500`,
  );
  await pool.query(`insert into ticket_types (name) values ('Complaint')`);
  const found = await pool.query<{ id: number }>('select id from priorities order by rank');
  priorities = found.rows.map(({ id }) => id);
  const field = { name: 'Colour', key: 'colour', kind: 'line', entity: 'ticket' };
  fieldId = (await data<{ id: number }>('admin', 'POST', '/api/settings/custom_fields', { values: field }))
    .id;
  const values = {
    name: 'All',
    note: 'noted',
    status: 'solved',
    assignee: 'me',
    type_id: 1,
    tags_added: 'vip',
  };
  macroId = (await data<{ id: number }>('admin', 'POST', '/api/settings/macros', { values })).id;
});
afterAll(() => t.close());

type ChatVisitor = { ticket: Ticket; write: (body: string) => Promise<void> };

/** A chat visitor who has asked something. */
async function createChatVisitor(): Promise<ChatVisitor> {
  const token = await t.visitor(widget);
  const name = `Visitor ${key()}`;
  const call = async (path: string, body: object) => {
    const answer = await t.call('POST', `/api/livechat/chat${path}`, { token, body });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  };
  await call('', { client_key: key(), name, question: 'parcel asked' });
  const { rows } = await t.platform.db.pool.query<{ id: number }>(
    'select t.id from tickets t join customers c on c.id = t.customer_id where c.name = $1',
    [name],
  );
  const ticket = await read(rows[0]?.id ?? 0);
  return { ticket, write: (body) => call('/messages', { client_key: key(), body }) };
}

const read = async (id: number) =>
  (await data<{ ticket: Ticket }>('admin', 'GET', `/api/tickets/${id}`)).ticket;
const post = (path: string, body: object) => data<Ticket>('admin', 'POST', `/api/tickets/${path}`, body);
const undoOf = ({ id, version }: Ticket) => post(`${id}/undo`, { change: version, version });

/** Everything about these tickets apart from version numbers: rows, clocks, counters, lists and search results. */
async function picture(ids: readonly number[]) {
  const { pool } = t.platform.db;
  await t.app.modules.tickets.foldCounts();
  const rows = async (query: string, values: unknown[] = [ids]) =>
    (await pool.query(query, values)).rows as unknown;
  const listed = async (query: string) =>
    (await data<Ticket[]>('admin', 'GET', `/api/tickets?limit=100&${query}`)).map(({ id }) => id);
  return {
    tickets: await rows(
      `select to_jsonb(t) - 'version' - 'revision' - 'updated_at' as row from tickets t where id = any($1) order by id`,
    ),
    clocks: await rows(`select * from sla_clocks where ticket_id = any($1) order by ticket_id, kind`),
    conversations: await rows(`select * from conversations where ticket_id = any($1) order by id`),
    followers: await rows(
      `select ticket_id, user_id from ticket_followers where ticket_id = any($1) order by 1, 2`,
    ),
    drafts: await rows(
      `select * from ticket_drafts where ticket_id = any($1) order by ticket_id, user_id, kind`,
    ),
    customers: await rows(
      `select id, open_tickets, total_tickets from customers
       where id in (select customer_id from tickets where id = any($1)) order by id`,
    ),
    counts: await rows(
      `select * from ticket_counts where n <> 0 or waiting <> 0 or snoozed <> 0 order by department_id, status, assignee_id`,
      [],
    ),
    unread: await rows(
      `select assignee_id, media_id, count(*) from tickets where unread > 0 and assignee_id is not null
       group by 1, 2 order by 1, 2`,
      [],
    ),
    waiting: await listed('sort=waiting'),
    due: await listed('sort=due&status=open,pending,on_hold,solved,closed'),
    found: await listed('q=parcel&status=open,pending,on_hold,solved,closed'),
  };
}

const in999Minutes = () => new Date(t.clock.now().getTime() + 999 * MINUTE_MS).toISOString();

type Action = (ticket: Ticket, other: Ticket) => Promise<(() => Promise<unknown>) | undefined>;

const single =
  (act: (ticket: Ticket) => Promise<Ticket>): Action =>
  async (ticket) => {
    const after = await act(ticket);
    return after.version === ticket.version ? undefined : () => undoOf(after);
  };
const many =
  (change: BulkAction): Action =>
  async (ticket, other) => {
    const done = await bulk.run('admin', change, [ticket, other]);
    if (done.changed === 0) return undefined;
    return async () => bulk.ended('admin', await bulk.post('admin', `/api/tickets/bulk/${done.id}/undo`, {}));
  };
const isDone = ({ status }: Ticket) => status === 'solved' || status === 'closed';
const patch = (fields: () => object) =>
  single(({ id, version }) => data('admin', 'PATCH', `/api/tickets/${id}`, { version, ...fields() }));

const ACTIONS: Record<string, Action> = {
  solve: single((ticket) =>
    isDone(ticket) ? Promise.resolve(ticket) : post(`${ticket.id}/solve`, { version: ticket.version }),
  ),
  reopen: single(({ id, version }) => post(`${id}/reopen`, { version })),
  take: single((ticket) =>
    ticket.assignee_id === null ? post(`${ticket.id}/take`, {}) : Promise.resolve(ticket),
  ),
  assign: single(({ id, version }) => post(`${id}/assign`, { version, assignee_id: t.idOf('budi') })),
  unassign: single(({ id, version }) => post(`${id}/assign`, { version, assignee_id: null })),
  transfer: single(({ id, version }) =>
    post(`${id}/transfer`, { version, department_id: t.departmentIds[1], note: 'over to you' }),
  ),
  pending: single((ticket) =>
    isDone(ticket)
      ? Promise.resolve(ticket)
      : data('admin', 'PATCH', `/api/tickets/${ticket.id}`, { version: ticket.version, status: 'pending' }),
  ),
  snooze: single((ticket) =>
    isDone(ticket)
      ? Promise.resolve(ticket)
      : data('admin', 'PATCH', `/api/tickets/${ticket.id}`, {
          version: ticket.version,
          snoozed_until: in999Minutes(),
        }),
  ),
  'no reply': single((ticket) => post(`${ticket.id}/no-reply`, { version: ticket.version })),
  unsnooze: patch(() => ({ snoozed_until: null })),
  priority: patch(() => ({ priority_id: priorities[0] })),
  tags: patch(() => ({ tags: ['late', 'parcel'] })),
  subject: patch(() => ({ subject: 'parcel, again' })),
  answer: patch(() => ({ fields: { [fieldId]: 'blue' } })),
  macro: async ({ id, version }) => {
    const path = `/api/tickets/${id}/macros`;
    const body = { macro_id: macroId, version, client_key: key() };
    const done = await data<{ run_id: number; can_undo: boolean }>('admin', 'POST', path, body);
    return done.can_undo
      ? () => data('admin', 'POST', `/api/macros/runs/${done.run_id}/undo`, {})
      : undefined;
  },
  merge: async (ticket, other) => {
    await post(`${other.id}/merge`, { from: [ticket.id], other_customers: true });
    return () => post(`${ticket.id}/unmerge`, {});
  },
  'bulk solve': many({ action: 'solve' }),
  'bulk reopen': many({ action: 'reopen' }),
  'bulk assign': async (ticket, other) =>
    many({ action: 'assign', assignee_id: t.idOf('budi') })(ticket, other),
  'bulk transfer': async (ticket, other) =>
    many({ action: 'transfer', department_id: t.departmentIds[1] ?? 0 })(ticket, other),
  'bulk tags': many({ action: 'tag', add: ['late'], remove: ['old'] }),
  'bulk status': many({ action: 'set', status: 'on_hold' }),
  'bulk several': async (ticket, other) =>
    many({
      action: 'update',
      status: isDone(ticket) || isDone(other) ? undefined : 'solved',
      priority_id: priorities[1],
      tags_added: ['late'],
      tags_removed: ['old'],
      department_id: t.departmentIds[1] ?? 0,
      assignee_id: t.idOf('budi'),
      fields: { [fieldId]: 'green' },
    })(ticket, other),
  'bulk answer': async (ticket, other) =>
    many({ action: 'answer', fields: { [fieldId]: 'red' } })(ticket, other),
  'bulk snooze': async (ticket, other) => many({ action: 'snooze', until: in999Minutes() })(ticket, other),
  'bulk macro': async (ticket, other) => many({ action: 'macro', macro_id: macroId })(ticket, other),
};

const HISTORY = {
  time: () => Promise.resolve(t.clock.advance(25 * MINUTE_MS)),
  writes: ({ write }: ChatVisitor) => write('where is my parcel?'),
  answer: ({ ticket }: ChatVisitor) =>
    data('dewi', 'POST', `/api/tickets/${ticket.id}/messages`, { client_key: key(), body: 'on its way' }),
  solve: async ({ ticket }: ChatVisitor) => {
    const now = await read(ticket.id);
    if (!isDone(now)) await post(`${ticket.id}/solve`, { version: now.version });
  },
  pending: async ({ ticket }: ChatVisitor) => {
    const { version, status } = await read(ticket.id);
    if (status === 'open')
      await data('admin', 'PATCH', `/api/tickets/${ticket.id}`, { version, status: 'pending' });
  },
  snooze: async ({ ticket }: ChatVisitor) => {
    const now = await read(ticket.id);
    if (!isDone(now))
      await data('dewi', 'PATCH', `/api/tickets/${ticket.id}`, {
        version: now.version,
        snoozed_until: in999Minutes(),
      });
  },
  seen: ({ ticket }: ChatVisitor) =>
    data('dewi', 'POST', `/api/tickets/${ticket.id}/read`, { message_id: 1e9 }),
  draft: ({ ticket }: ChatVisitor) =>
    t.as('dewi', 'PUT', `/api/tickets/${ticket.id}/draft`, { kind: 'note', body: 'half a thought' }),
} as const;
type Step = keyof typeof HISTORY;
const steps = fc.array(fc.constantFrom(...(Object.keys(HISTORY) as Step[])), { minLength: 1, maxLength: 5 });
const isBulk = (name: string) => name.startsWith('bulk');
const all = Object.keys(ACTIONS);
/** All actions once in a random order; bulk updates take longer, so their number is limited. */
const actionsWith = (bulks: number) =>
  fc
    .tuple(
      fc.constant(all.filter((name) => !isBulk(name))),
      fc.shuffledSubarray(all.filter(isBulk), { maxLength: bulks, minLength: 1 }),
    )
    .map((names) => names.flat())
    .chain((names) => fc.shuffledSubarray(names, { minLength: names.length }));

async function changeTicket({
  chat,
  history,
  rank,
}: {
  chat: ChatVisitor;
  history: readonly Step[];
  rank: number;
}) {
  const { version } = chat.ticket;
  const fields = { version, priority_id: priorities[rank % priorities.length], tags: ['old'] };
  await data('admin', 'PATCH', `/api/tickets/${chat.ticket.id}`, fields);
  for (const step of history) await HISTORY[step](chat);
}

/** Makes each change and undoes it, one after the other; returns the first one after which anything differs from before. */
async function firstTrace(
  one: readonly Step[],
  two: readonly Step[],
  rank: number,
  names: readonly string[],
) {
  const [chat, second] = [await createChatVisitor(), await createChatVisitor()];
  await changeTicket({ chat, history: one, rank });
  await changeTicket({ chat: second, history: two, rank: rank + 1 });
  const ids = [chat.ticket.id, second.ticket.id];
  await t.app.modules.tickets.sla.reportOverdue();
  for (const name of names) {
    const before = await picture(ids);
    const undo = await ACTIONS[name]?.(await read(chat.ticket.id), await read(second.ticket.id));
    if (!undo) continue;
    t.clock.advance(MINUTE_MS / 10);
    await undo();
    const after = await picture(ids);
    if (!isDeepStrictEqual(after, before)) return { name, before, after };
  }
  return null;
}
const property = (seed: number, { numRuns, bulks }: { numRuns: number; bulks: number }) =>
  fc.assert(
    fc.asyncProperty(steps, steps, fc.nat(3), actionsWith(bulks), async (...scenario) => {
      const trace = await firstTrace(...scenario);
      expect(trace?.after, trace?.name).toEqual(trace?.before);
    }),
    { seed, numRuns, endOnFailure: true },
  );

describe('every change of a ticket that can be undone', () => {
  it('leaves no trace once it is undone', async () => {
    await expect(property(20, { numRuns: 1, bulks: 1 })).resolves.toBeUndefined();
  });
  it('leaves no trace on many tickets', { tags: 'full', timeout: 120_000 }, async () => {
    await expect(property(7, { numRuns: 15, bulks: all.filter(isBulk).length })).resolves.toBeUndefined();
  });
});

describe('a ticket that is opened again', () => {
  it('waits as it did when it was solved, and with the clock of the answer that is due', async () => {
    const chat = await createChatVisitor();
    await HISTORY.answer(chat);
    await chat.write('and when?');
    const before = await read(chat.ticket.id);
    expect(before).toMatchObject({ unread: 1, next_response_due_at: expect.any(String) as string });
    const solved = await post(`${before.id}/solve`, { version: before.version });
    expect(solved).toMatchObject({ waiting_since: null, unread: 0, next_response_due_at: null });
    const again = await post(`${before.id}/reopen`, { version: solved.version });
    expect(again).toMatchObject({ waiting_since: before.waiting_since, unread: 1, solved_at: null });
    expect(again.next_response_due_at).not.toBeNull();
  });

  it('does not wait where the customer was answered meanwhile', async () => {
    const chat = await createChatVisitor();
    const { id, version } = await read(chat.ticket.id);
    const solved = await post(`${id}/solve`, { version });
    await HISTORY.answer(chat);
    expect(await post(`${id}/reopen`, { version: (await read(id)).version })).toMatchObject({
      waiting_since: null,
    });
    expect(solved.waiting_since).toBeNull();
  });

  it('waits from now on when it is the customer who comes back', async () => {
    const chat = await createChatVisitor();
    const { id, version, waiting_since: since } = await read(chat.ticket.id);
    await post(`${id}/solve`, { version });
    t.clock.advance(25 * MINUTE_MS);
    await chat.write('one more thing');
    const { status, waiting_since: now } = await read(id);
    expect(status).toBe('open');
    expect(Date.parse(now ?? '') - Date.parse(since ?? '')).toBeGreaterThan(24 * MINUTE_MS);
  });
});

describe('an undo', () => {
  const undo = (ticket: Ticket, change: number, by: 'admin' | 'dewi' | 'budi' = 'admin') =>
    t.as(by, 'POST', `/api/tickets/${ticket.id}/undo`, { change, version: ticket.version });

  it('keeps what others have changed since, and is refused when that is all of it', async () => {
    const { ticket } = await createChatVisitor();
    const { id, version } = ticket;
    const changed = await data<Ticket>('admin', 'PATCH', `/api/tickets/${id}`, {
      version,
      subject: 'mine',
      tags: ['mine'],
    });
    const theirs = await data<Ticket>('dewi', 'PATCH', `/api/tickets/${id}`, {
      version: changed.version,
      subject: 'theirs',
    });
    expect(await undo(changed, changed.version)).toMatchObject({ body: { code: 'stale' } });
    expect(await undo(theirs, changed.version)).toMatchObject({
      body: { data: { subject: 'theirs', tags: [] } },
    });
    const last = await read(id);
    expect(await undo(last, changed.version)).toMatchObject({ body: { code: 'conflict' } });
  });

  it('is for whoever made the change, for a day, and also where the change took the ticket out of sight', async () => {
    const { ticket } = await createChatVisitor();
    const moved = await data<Ticket>('dewi', 'POST', `/api/tickets/${ticket.id}/transfer`, {
      version: ticket.version,
      department_id: t.departmentIds[1],
    });
    expect((await t.as('dewi', 'GET', `/api/tickets/${ticket.id}`)).status).toBe(404);
    expect(await undo(moved, moved.version, 'budi')).toMatchObject({ status: 404 });
    expect(await undo(moved, moved.version)).toMatchObject({ body: { code: 'conflict' } });
    expect(await undo(moved, moved.version, 'dewi')).toMatchObject({
      body: { data: { department_id: t.departmentIds[0] } },
    });
    const now = await read(ticket.id);
    const tagged = await data<Ticket>('admin', 'PATCH', `/api/tickets/${now.id}`, {
      version: now.version,
      tags: ['late'],
    });
    t.clock.advance(24 * 60 * MINUTE_MS + 1);
    expect(await undo(tagged, tagged.version)).toMatchObject({ body: { code: 'conflict' } });
  });

  it('shows nobody what was written where they may not look any more', async () => {
    const { ticket } = await createChatVisitor();
    const moved = await data<Ticket>('dewi', 'POST', `/api/tickets/${ticket.id}/transfer`, {
      version: ticket.version,
      department_id: t.departmentIds[1],
    });
    await post(`${ticket.id}/notes`, { client_key: randomUUID(), body: 'confidential' });
    expect(await undo(moved, moved.version, 'dewi')).toMatchObject({ status: 404 });
  });

  it('of a merge gives each its own preview and time, also after something was written', async () => {
    const [one, two] = [await createChatVisitor(), await createChatVisitor()];
    t.clock.advance(25 * MINUTE_MS);
    await one.write('only mine');
    const [before, other] = [await read(one.ticket.id), await read(two.ticket.id)];
    await post(`${other.id}/merge`, { from: [before.id], other_customers: true });
    await two.write('after it');
    await post(`${before.id}/unmerge`, {});
    const { last_message, last_message_at, waiting_since, first_response_due_at } = before;
    expect(await read(before.id)).toMatchObject({
      last_message,
      last_message_at,
      waiting_since,
      first_response_due_at,
    });
    expect(await read(other.id)).toMatchObject({
      last_message: 'after it',
      waiting_since: other.waiting_since,
      first_response_due_at: other.first_response_due_at,
      unread: 2,
    });
  });
});
