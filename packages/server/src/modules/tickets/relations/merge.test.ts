import type {
  Conversation,
  Message,
  ResponseOf,
  getTicketRelations,
  Ticket,
  VisitorMessage,
} from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { Username } from '../../../../test/people.ts';

type Relations = ResponseOf<typeof getTicketRelations>['data'];

let t: TestApp;
let otherCustomerId: number;
let widgetKey: string;
beforeAll(async () => {
  t = await testApp();
  widgetKey = await t.widget();
  const customer = async (name: string) =>
    (await data<{ id: number }>('dewi', 'POST', '/api/customers', { name })).id;
  otherCustomerId = await customer('Joko Susilo');
});
afterAll(() => t.close());
const { data, key, create } = deskOf(() => t);

const note = (id: number, body: string, by: Username = 'dewi') =>
  data<Message>(by, 'POST', `/api/tickets/${id}/notes`, { client_key: key(), body });
const read = async (id: number) =>
  (await data<{ ticket: Ticket }>('admin', 'GET', `/api/tickets/${id}`)).ticket;
const timeline = (id: number, query = '') =>
  data<Message[]>('admin', 'GET', `/api/tickets/${id}/timeline?limit=100${query}`);
const bodies = async (id: number) =>
  (await timeline(id)).filter((entry) => entry.kind !== 'event').map((entry) => entry.body);
const events = async (id: number) =>
  (await timeline(id, '&kind=event')).map((entry) => entry.event?.type).filter((type) => type !== 'changed');
const merge = (id: number, from: number[], more: object = {}, by: Username = 'dewi') =>
  t.as(by, 'POST', `/api/tickets/${id}/merge`, { from, ...more });
const unmerge = (id: number, by: Username = 'dewi') => t.as(by, 'POST', `/api/tickets/${id}/unmerge`, {});
const relations = (id: number, by: Username = 'admin') =>
  data<Relations>(by, 'GET', `/api/tickets/${id}/relations`);

/** A chat visitor; returns functions to write, and to read what the visitor sees. */
async function createChatVisitor(name: string) {
  const token = await t.visitor(widgetKey);
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await t.call(method, path, { token, body });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return (answer.body as { data: T }).data;
  };
  await call('POST', '/api/livechat/chat', { client_key: key(), name, question: `${name} asks` });
  const ticket = (await data<Ticket[]>('admin', 'GET', '/api/tickets?limit=100')).find(
    (one) => one.customer_name === name,
  );
  if (!ticket) throw new Error(`no ticket of ${name}`);
  return {
    ticket,
    write: (body: string, client_key = key()) =>
      call<VisitorMessage>('POST', '/api/livechat/chat/messages', { client_key, body }),
    sees: async () =>
      (await call<{ messages: VisitorMessage[] }>('GET', '/api/livechat/chat')).messages.map(
        (one) => one.body,
      ),
  };
}

describe('merging', () => {
  it('shows both on one time line, closes the other and leads to it', async () => {
    const a = await create({ tags: ['late'] });
    const b = await create({ tags: ['parcel'] });
    await note(a.id, 'a1');
    await note(b.id, 'b1');
    await note(a.id, 'a2');
    expect((await merge(b.id, [a.id])).status).toBe(200);

    expect(await bodies(b.id)).toEqual(['a1', 'b1', 'a2']);
    expect(await bodies(a.id)).toEqual(['a1', 'a2']);
    expect(await read(a.id)).toMatchObject({ status: 'closed', merged_into: b.id, waiting_since: null });
    expect(await read(b.id)).toMatchObject({ tags: ['parcel', 'late'], merged_into: null, status: 'open' });
    expect(await events(a.id)).toEqual(['created', 'merged_into']);
    expect(await events(b.id)).toEqual(['created', 'created', 'merged_into', 'merged']);
    expect(await relations(a.id)).toMatchObject({
      merged_into: { id: b.id, number: b.number, can_unmerge: true },
    });
    expect((await relations(b.id)).merged).toMatchObject([
      { id: a.id, merged_by: 'Dewi Lestari', can_unmerge: true },
    ]);
    const [first] = await timeline(b.id);
    expect(first).toMatchObject({ ticket_id: b.id, origin_ticket_id: a.id });
  });

  it('pages through the joined time line without losing or doubling an entry', async () => {
    const [a, b] = [await create(), await create()];
    for (let i = 0; i < 12; i += 1) await note(i % 3 === 0 ? a.id : b.id, `n${i}`);
    await merge(b.id, [a.id]);
    const pages: Message[][] = [];
    let before = '';
    for (;;) {
      const page = await data<Message[]>('dewi', 'GET', `/api/tickets/${b.id}/timeline?limit=5${before}`);
      if (page.length === 0) break;
      pages.unshift(page);
      before = `&before=${page[0]?.id ?? 0}`;
    }
    const all = pages.flat();
    expect(all.map(({ id }) => id)).toEqual([...all.map(({ id }) => id)].toSorted((x, y) => x - y));
    expect(all.filter(({ kind }) => kind === 'note').map(({ body }) => body)).toEqual(
      Array.from({ length: 12 }, (_, i) => `n${i}`),
    );
  });

  it('lets nobody write to the merged one, and says where it went', async () => {
    const [a, b] = [await create(), await create()];
    const client_key = key();
    const written = await data<Message>('dewi', 'POST', `/api/tickets/${a.id}/notes`, {
      client_key,
      body: 'kept',
    });
    await merge(b.id, [a.id]);
    const refusal = { status: 409, body: { code: 'ticket_merged', details: { id: b.id, number: b.number } } };
    for (const [path, body] of [
      ['notes', { client_key: key(), body: 'lost?' }],
      ['messages', { client_key: key(), body: 'lost?' }],
      ['take', {}],
      ['solve', { version: 1 }],
      ['reopen', { version: 1 }],
      ['merge', { from: [b.id] }],
      ['links', { ticket_id: b.id, kind: 'related' }],
      ['split', { client_key: key(), subject: 'x', message_ids: [written.id] }],
    ] as const)
      expect(await t.as('dewi', 'POST', `/api/tickets/${a.id}/${path}`, body), path).toMatchObject(refusal);
    // A repeated note, as after a lost response, is not stored twice.
    const again = await data<Message>('dewi', 'POST', `/api/tickets/${a.id}/notes`, {
      client_key,
      body: 'kept',
    });
    expect(again.id).toBe(written.id);
    expect(await bodies(b.id)).toEqual(['kept']);
  });

  it('refuses rings, itself, closed ones, and who is in another already', async () => {
    const [a, b, c] = [await create(), await create(), await create()];
    expect(await merge(a.id, [a.id])).toMatchObject({ body: { code: 'conflict' } });
    await merge(b.id, [a.id]);
    expect(await merge(a.id, [b.id])).toMatchObject({ body: { code: 'ticket_merged' } });
    expect(await merge(c.id, [a.id])).toMatchObject({
      body: { code: 'ticket_merged', details: { id: b.id } },
    });
    await merge(c.id, [b.id]);
    expect(await merge(a.id, [c.id])).toMatchObject({
      body: { code: 'ticket_merged', details: { id: c.id } },
    });
    expect(await merge(b.id, [c.id])).toMatchObject({
      body: { code: 'ticket_merged', details: { id: c.id } },
    });
    await note(c.id, 'here');
    expect((await timeline(c.id)).filter(({ event }) => event?.type === 'created')).toHaveLength(3);
  });

  it('is refused for what one may not see, from either side, and leaves all as it was', async () => {
    const mine = await create();
    const theirs = await create({ department_id: t.departmentIds[1] }, 'sarah');
    expect(await merge(mine.id, [theirs.id])).toMatchObject({ status: 404 });
    expect(await merge(theirs.id, [mine.id])).toMatchObject({ status: 404 });
    expect((await read(mine.id)).merged_into).toBeNull();
    // A user who sees both tickets merges them; afterwards each agent still sees their own only.
    expect((await merge(theirs.id, [mine.id], {}, 'supervisor')).status).toBe(200);
    expect((await t.as('dewi', 'GET', `/api/tickets/${mine.id}/timeline`)).status).toBe(200);
    expect((await t.as('dewi', 'GET', `/api/tickets/${theirs.id}/timeline`)).status).toBe(404);
    expect(await unmerge(mine.id)).toMatchObject({ status: 404 });
    expect((await unmerge(mine.id, 'supervisor')).status).toBe(200);
  });

  it('joins tickets of different customers only when that is said', async () => {
    const a = await create({ customer_id: otherCustomerId });
    const b = await create();
    const refused = await merge(b.id, [a.id]);
    expect(refused).toMatchObject({
      body: {
        code: 'conflict',
        details: { customers: [{ number: b.number }, { customer_name: 'Joko Susilo' }] },
      },
    });
    expect((await merge(b.id, [a.id], { other_customers: true })).status).toBe(200);
    expect((await relations(b.id)).merged).toMatchObject([{ customer_name: 'Joko Susilo' }]);
  });

  it('done twice at the same moment is done once', async () => {
    const [a, b] = [await create(), await create()];
    await note(a.id, 'once');
    const answers = await Promise.all([
      merge(b.id, [a.id]),
      merge(b.id, [a.id], {}, 'budi'),
      merge(a.id, [b.id]),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    const current = (await read(a.id)).merged_into === null ? a : b;
    expect(await bodies(current.id)).toEqual(['once']);
  });

  it('takes everything back when something of it fails', async () => {
    const [a, b] = [await create({ tags: ['one'] }), await create()];
    let fails = true;
    t.app.modules.tickets.relations.onMerge({
      moved: () => Promise.resolve(),
      merged: () => (fails ? Promise.reject(new Error('the power went')) : Promise.resolve()),
    });
    const viewer = await t.app.modules.auth.viewer(await t.signIn('dewi'));
    const body = { from: [a.id], other_customers: false };
    await expect(t.app.modules.tickets.relations.merge(viewer, b.id, body)).rejects.toThrow('the power went');
    fails = false;
    expect(await read(a.id)).toMatchObject({ merged_into: null, status: 'open' });
    expect(await read(b.id)).toMatchObject({ tags: [], version: 1 });
    expect(await events(b.id)).toEqual(['created']);
  });

  it('finds what was written in the merged one under the other', async () => {
    const [a, b] = [await create(), await create()];
    await note(a.id, 'quetzalcoatl');
    await merge(b.id, [a.id]);
    const found = await data<Ticket[]>('dewi', 'GET', '/api/tickets?q=quetzalcoatl');
    expect(found.map(({ id }) => id)).toEqual([b.id]);
  });

  it('lets whoever sees the other fetch its files', async () => {
    const a = await create();
    const b = await create({ department_id: t.departmentIds[1] }, 'sarah');
    const form =
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nhello\r\n--x--\r\n';
    const file = await t.call('POST', '/api/files', {
      token: await t.signIn('dewi'),
      body: form,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    const { id: fileId } = (file.body as { data: { id: string } }).data;
    await data('dewi', 'POST', `/api/tickets/${a.id}/notes`, {
      client_key: key(),
      body: 'see',
      file_ids: [fileId],
    });
    expect((await t.as('sarah', 'GET', `/api/files/${fileId}`)).status).toBe(404);
    await merge(b.id, [a.id], {}, 'supervisor');
    expect((await t.as('sarah', 'GET', `/api/files/${fileId}`)).status).toBe(200);
  });
});

describe('parting merged tickets', () => {
  it(
    'gives whoever had it back to it, and leaves the other to whom it was given since',
    { tags: 'full' },
    async () => {
      const dewi = t.idOf('dewi');
      const [one, two, other] = [await create(), await create(), await create()];
      for (const { id } of [one, other]) await data('dewi', 'POST', `/api/tickets/${id}/take`, {});
      await merge(two.id, [one.id]);
      expect((await read(two.id)).assignee_id).toBe(dewi);
      await unmerge(one.id);
      expect([await read(one.id), await read(two.id)].map((ticket) => ticket.assignee_id)).toEqual([
        dewi,
        null,
      ]);

      await merge(two.id, [other.id]);
      const { version } = await read(two.id);
      const budi = t.idOf('budi');
      await data('admin', 'POST', `/api/tickets/${two.id}/assign`, { version, assignee_id: budi });
      await unmerge(other.id);
      expect([await read(other.id), await read(two.id)].map((ticket) => ticket.assignee_id)).toEqual([
        dewi,
        budi,
      ]);
    },
  );

  it('gives each exactly its own, with its status, and takes the joined tags back', async () => {
    const a = await create({ tags: ['late'] });
    const b = await create({ tags: ['parcel'] });
    await note(a.id, 'a1');
    await note(b.id, 'b1');
    const solved = await data<Ticket>('dewi', 'POST', `/api/tickets/${a.id}/solve`, { version: a.version });
    await merge(b.id, [a.id]);
    await note(b.id, 'after');
    expect((await unmerge(a.id)).status).toBe(200);
    expect(await bodies(a.id)).toEqual(['a1']);
    expect(await bodies(b.id)).toEqual(['b1', 'after']);
    expect(await read(a.id)).toMatchObject({
      status: 'solved',
      merged_into: null,
      solved_at: solved.solved_at,
    });
    expect((await read(b.id)).tags).toEqual(['parcel']);
    expect(await events(a.id)).toEqual(['created', 'merged_into', 'unmerged']);
    expect(await events(b.id)).toEqual(['created', 'merged', 'unmerged']);
    expect(await unmerge(a.id)).toMatchObject({ body: { code: 'conflict' } });
  });

  it('works in the middle of a chain, and after weeks, but not for ever', { tags: 'full' }, async () => {
    const [a, b, c] = [await create(), await create(), await create()];
    await note(a.id, 'a');
    await note(b.id, 'b');
    await note(c.id, 'c');
    await merge(b.id, [a.id]);
    await merge(c.id, [b.id]);
    expect(await bodies(c.id)).toEqual(['a', 'b', 'c']);
    expect((await unmerge(b.id)).status).toBe(200);
    expect(await bodies(c.id)).toEqual(['c']);
    expect(await bodies(b.id)).toEqual(['a', 'b']);
    const [d, e] = [await create(), await create()];
    await merge(e.id, [d.id]);
    const { pool } = t.platform.db;
    await pool.query(`update ticket_merges set merged_at = now() - interval '29 days' where ticket_id = $1`, [
      d.id,
    ]);
    expect((await relations(d.id)).merged_into?.can_unmerge).toBe(true);
    await pool.query(`update ticket_merges set merged_at = now() - interval '31 days' where ticket_id = $1`, [
      d.id,
    ]);
    expect((await relations(d.id)).merged_into?.can_unmerge).toBe(false);
    expect(await unmerge(d.id)).toMatchObject({ body: { code: 'conflict' } });
  });

  it('at the same moment as another does is done once', async () => {
    const [a, b] = [await create(), await create()];
    await merge(b.id, [a.id]);
    const answers = await Promise.all([unmerge(a.id), unmerge(a.id, 'budi')]);
    expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409]);
  });
});

describe('a chat that goes on', () => {
  it('says whose it is on a ticket of another customer', async () => {
    const visitor = await createChatVisitor('Rina Putri');
    const b = await create({ customer_id: otherCustomerId });
    expect((await merge(b.id, [visitor.ticket.id], { other_customers: true })).status).toBe(200);
    const rina = { id: visitor.ticket.customer_id, name: 'Rina Putri' };
    expect(await data('budi', 'GET', `/api/tickets/${b.id}`)).toMatchObject({
      conversations: [{ customer_id: rina.id }],
      other_customers: [rina],
    });
    await unmerge(visitor.ticket.id);
    expect(await data('budi', 'GET', `/api/tickets/${b.id}`)).toMatchObject({ other_customers: [] });
  });

  it('arrives in the other ticket, keeps what its visitor sees, and comes back when parted', async () => {
    const visitor = await createChatVisitor('Putri Ayu');
    const b = await create({ customer_id: visitor.ticket.customer_id });
    await note(b.id, 'internal');
    await t.as('budi', 'POST', `/api/tickets/${b.id}/take`, {});
    expect((await merge(b.id, [visitor.ticket.id])).status).toBe(200);
    expect(await read(b.id)).toMatchObject({
      unread: 1,
      last_message: 'Putri Ayu asks',
      last_message_by: 'customer',
    });
    expect((await read(b.id)).waiting_since).not.toBeNull();

    const client_key = key();
    const sent = await visitor.write('still there?', client_key);
    expect((await visitor.write('still there?', client_key)).id).toBe(sent.id);
    await data('budi', 'POST', `/api/tickets/${b.id}/messages`, { client_key: key(), body: 'yes' });
    expect(await bodies(b.id)).toEqual(
      ['internal', 'Putri Ayu asks', 'still there?', 'yes'].toSorted(byOrder),
    );
    expect(await visitor.sees()).toEqual(['Putri Ayu asks', 'still there?', 'yes']);

    await unmerge(visitor.ticket.id);
    expect(await bodies(visitor.ticket.id)).toEqual(['Putri Ayu asks', 'still there?', 'yes']);
    expect(await bodies(b.id)).toEqual(['internal']);
    await visitor.write('thanks');
    expect(await visitor.sees()).toEqual(['Putri Ayu asks', 'still there?', 'yes', 'thanks']);
    expect(await bodies(visitor.ticket.id)).toEqual(['Putri Ayu asks', 'still there?', 'yes', 'thanks']);
    expect(await read(visitor.ticket.id)).toMatchObject({
      unread: 1,
      last_message: 'thanks',
      status: 'open',
    });
    expect(await read(b.id)).toMatchObject({ unread: 0, waiting_since: null });
  });

  it('of two customers in one ticket shows each only their own', { tags: 'full' }, async () => {
    const one = await createChatVisitor('Satu Orang');
    const two = await createChatVisitor('Dua Orang');
    expect((await merge(two.ticket.id, [one.ticket.id], { other_customers: true })).status).toBe(200);
    await one.write('of one');
    // A reply goes to the customer who wrote last.
    await data('dewi', 'POST', `/api/tickets/${two.ticket.id}/messages`, {
      client_key: key(),
      body: 'for one',
    });
    await two.write('of two');
    await data('dewi', 'POST', `/api/tickets/${two.ticket.id}/messages`, {
      client_key: key(),
      body: 'for two',
    });
    expect(await one.sees()).toEqual(['Satu Orang asks', 'of one', 'for one']);
    expect(await two.sees()).toEqual(['Dua Orang asks', 'of two', 'for two']);
    await unmerge(one.ticket.id);
    expect(await bodies(one.ticket.id)).toEqual(['Satu Orang asks', 'of one', 'for one']);
    expect(await bodies(two.ticket.id)).toEqual(['Dua Orang asks', 'of two', 'for two']);
  });
});

describe('a ticket of two customers', () => {
  const two = async () => {
    const [one, other] = [await createChatVisitor('Tiga Orang'), await createChatVisitor('Empat Orang')];
    const { id } = other.ticket;
    await merge(id, [one.ticket.id], { other_customers: true });
    const { conversations } = await data<{ conversations: Conversation[] }>(
      'dewi',
      'GET',
      `/api/tickets/${id}`,
    );
    const answer = async ({ ticket }: { ticket: Ticket }) => {
      const conversation_id = conversations.find((row) => row.customer_id === ticket.customer_id)?.id;
      const body = { client_key: key(), body: 'on its way', conversation_id };
      return data('dewi', 'POST', `/api/tickets/${id}/messages`, body);
    };
    return { one, other, id, answer };
  };

  it('waits until each of them is answered, with the clock of whoever waits', { tags: 'full' }, async () => {
    const { one, other, id, answer } = await two();
    const [since, later] = [one.ticket.waiting_since, other.ticket.waiting_since];
    expect((await read(id)).waiting_since).toBe(since);
    await answer(one);
    const left = await read(id);
    expect(left.waiting_since).toBe(later);
    expect(left.first_response_at).not.toBeNull();
    expect(left.next_response_due_at).not.toBeNull();
    t.clock.advance(60_000);
    await one.write('one more thing');
    await answer(one);
    expect(await read(id)).toMatchObject({
      waiting_since: later,
      next_response_due_at: left.next_response_due_at,
    });
    await answer(other);
    expect(await read(id)).toMatchObject({ waiting_since: null, next_response_due_at: null });
    // What needed no reply does not wait again when another message is answered.
    await one.write('thanks');
    await data('dewi', 'POST', `/api/tickets/${id}/no-reply`, { version: (await read(id)).version });
    await other.write('and mine?');
    await answer(other);
    expect(await read(id)).toMatchObject({ waiting_since: null });
  });

  it('gives each its own waiting when they are parted', { tags: 'full' }, async () => {
    const { one, other, id, answer } = await two();
    await answer(other);
    await unmerge(one.ticket.id);
    expect(await read(one.ticket.id)).toMatchObject({
      waiting_since: one.ticket.waiting_since,
      first_response_due_at: one.ticket.first_response_due_at,
      first_response_at: null,
    });
    expect(await read(id)).toMatchObject({ waiting_since: null, next_response_due_at: null });
  });
});

/** Bodies in the order in which they were written: the chat began before the note. */
const byOrder = (x: string, y: string) => ORDER.indexOf(x) - ORDER.indexOf(y);
const ORDER = ['Putri Ayu asks', 'internal', 'still there?', 'yes'];
