import type { Message, MessageState, SlaClock, SlaEntry, SlaKind, Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';

const MINUTE = 60_000;

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  const { id } = await t.app.modules.settings.defaultPriority(t.platform.db.q);
  const [row] = await data<{ version: number }[]>('admin', 'GET', `/api/settings/priorities?id=${id}`);
  const values = { first_response_minutes: 600, next_response_minutes: 400, resolution_minutes: 6000 };
  await data('admin', 'PATCH', `/api/settings/priorities/${id}`, { version: row?.version, values });
});
afterAll(() => t.close());
const { data, create } = deskOf(() => t);

const read = async ({ id }: Pick<Ticket, 'id'>): Promise<Ticket> =>
  (await data<{ ticket: Ticket }>('dewi', 'GET', `/api/tickets/${id}`)).ticket;
const explain = ({ id }: Pick<Ticket, 'id'>) =>
  data<{ clocks: SlaClock[]; entries: SlaEntry[] }>('dewi', 'GET', `/api/tickets/${id}/sla`);
const clockOf = async (ticket: Ticket, kind: SlaKind) =>
  (await explain(ticket)).clocks.find((clock) => clock.kind === kind);

async function writeMessage(
  { id }: Ticket,
  kind: 'inbound' | 'outbound',
  state: MessageState = 'sent',
): Promise<Message> {
  t.clock.advance(MINUTE);
  return t.platform.db.transaction(async (tx) => {
    const ticket = await t.app.modules.tickets.lock(tx, id);
    if (!ticket) throw new Error('no ticket');
    const author =
      kind === 'inbound'
        ? ({ type: 'customer', id: ticket.customer_id, name: 'Rina Hartono' } as const)
        : ({ type: 'user', id: t.idOf('dewi'), name: 'Dewi Lestari' } as const);
    const about = { conversationId: null, mediaId: null, clientKey: null };
    const { message } = await t.app.modules.tickets.timeline.append(tx, ticket, {
      kind,
      body: 'Hello',
      author,
      state,
      ...about,
    });
    return message;
  });
}
const become = (message: Message, state: MessageState) =>
  t.platform.db.transaction((tx) =>
    t.app.modules.tickets.timeline.setOutcome(tx, message, {
      state,
      failure: state === 'failed' ? 'no' : null,
    }),
  );
/** The mark in the list is written together with everything else. */
async function fail(ticket: Ticket, message: Message): Promise<void> {
  await become(message, 'failed');
  await expect.poll(async () => (await read(ticket)).is_unsent, { timeout: 10_000 }).toBe(true);
}

it('leaves the customer waiting where the first answer did not go out, until it does', async () => {
  const ticket = await create();
  const question = await writeMessage(ticket, 'inbound');
  const before = await clockOf(ticket, 'first_response');
  const reply = await writeMessage(ticket, 'outbound', 'queued');
  expect(await clockOf(ticket, 'first_response')).toMatchObject({ state: 'met' });
  t.clock.advance(30 * MINUTE);
  await fail(ticket, reply);
  expect(await read(ticket)).toMatchObject({
    first_response_at: null,
    waiting_since: question.created_at,
    first_response_due_at: before?.due_at,
  });
  const running = await clockOf(ticket, 'first_response');
  expect(running).toMatchObject({ state: 'running', due_at: before?.due_at, ended_at: null });
  expect((await explain(ticket)).entries.at(-1)).toMatchObject({ step: 'resumed', cause: 'not_sent' });

  // A reply that is sent again counts only once it was sent.
  await become(reply, 'queued');
  await expect.poll(async () => (await read(ticket)).is_unsent, { timeout: 10_000 }).toBe(false);
  expect(await read(ticket)).toMatchObject({ first_response_at: null, waiting_since: question.created_at });
  t.clock.advance(10 * MINUTE);
  await become(reply, 'sent');
  await expect.poll(async () => (await read(ticket)).waiting_since, { timeout: 10_000 }).toBeNull();
  const { first_response_at: at } = await read(ticket);
  expect(Date.parse(at ?? '')).toBeGreaterThan(Date.parse(reply.created_at) + 39 * MINUTE);
  expect(await clockOf(ticket, 'first_response')).toMatchObject({ state: 'met' });
  expect((await explain(ticket)).entries.at(-1)).toMatchObject({ cause: 'answered', by: 'Dewi Lestari' });
});

it(
  'goes on with the next response from the message that is without an answer, also when there are more since',
  { tags: 'full' },
  async () => {
    const ticket = await create();
    await writeMessage(ticket, 'inbound');
    const first = await writeMessage(ticket, 'outbound');
    const question = await writeMessage(ticket, 'inbound');
    const lost = await writeMessage(ticket, 'outbound', 'queued');
    await writeMessage(ticket, 'inbound');
    await fail(ticket, lost);
    expect(await read(ticket)).toMatchObject({
      first_response_at: first.created_at,
      waiting_since: question.created_at,
    });
    expect(await clockOf(ticket, 'next_response')).toMatchObject({
      state: 'running',
      started_at: question.created_at,
    });
    expect(await clockOf(ticket, 'first_response')).toMatchObject({ state: 'met' });

    const other = await create();
    await writeMessage(other, 'inbound');
    await writeMessage(other, 'outbound');
    const asked = await writeMessage(other, 'inbound');
    const gone = await writeMessage(other, 'outbound', 'queued');
    await fail(other, gone);
    const next = await clockOf(other, 'next_response');
    expect(next).toMatchObject({ state: 'running', ended_at: null });
    expect(Date.parse(next?.started_at ?? '') - Date.parse(asked.created_at)).toBeLessThan(MINUTE);
    expect((await read(other)).waiting_since).toBe(asked.created_at);
  },
);

it('changes nothing where another answer went out since', async () => {
  const ticket = await create();
  await writeMessage(ticket, 'inbound');
  const lost = await writeMessage(ticket, 'outbound', 'queued');
  const later = await writeMessage(ticket, 'outbound');
  await fail(ticket, lost);
  expect(await read(ticket)).toMatchObject({ first_response_at: later.created_at, waiting_since: null });
  expect(await clockOf(ticket, 'first_response')).toMatchObject({ state: 'met' });
});

it('leaves a solved ticket solved, and lets the first answer be due again when it is opened', async () => {
  const ticket = await create();
  await writeMessage(ticket, 'inbound');
  const lost = await writeMessage(ticket, 'outbound', 'queued');
  const { version } = await read(ticket);
  await data('dewi', 'POST', `/api/tickets/${ticket.id}/solve`, { version });
  await fail(ticket, lost);
  const solved = await read(ticket);
  expect(solved).toMatchObject({ status: 'solved', waiting_since: null, first_response_at: null });
  await data('dewi', 'POST', `/api/tickets/${ticket.id}/reopen`, { version: solved.version });
  expect(await clockOf(ticket, 'first_response')).toMatchObject({ state: 'running' });
});

it('stays paused on a ticket that waits for somebody else', async () => {
  const ticket = await create();
  await writeMessage(ticket, 'inbound');
  const lost = await writeMessage(ticket, 'outbound', 'queued');
  const { version } = await read(ticket);
  await data('dewi', 'PATCH', `/api/tickets/${ticket.id}`, { version, status: 'pending' });
  await fail(ticket, lost);
  expect(await clockOf(ticket, 'first_response')).toMatchObject({ state: 'paused', ended_at: null });
});
