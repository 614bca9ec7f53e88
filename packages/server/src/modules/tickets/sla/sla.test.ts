/** @module-tag full */
import type { ListRow, Message, SlaClock, SlaEntry, SlaKind, Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let t: TestApp;
let customerId: number;
let office: ListRow;
let normal: number;

beforeAll(async () => {
  t = await testApp();
  const customer = await t.as('dewi', 'POST', '/api/customers', { name: 'Rina Hartono' });
  customerId = (customer.body as { data: { id: number } }).data.id;
  const made = await t.as('admin', 'POST', '/api/settings/office_hours', {
    values: { name: 'Jakarta', time_zone: 'Asia/Jakarta', hours: 'Mo-Fr 08:00-12:00 13:00-17:00' },
  });
  office = (made.body as { data: ListRow }).data;
  await go(setDepartment(office.id));
  const { id } = await t.app.modules.settings.defaultPriority(t.platform.db.q);
  normal = id;
});
afterAll(() => t.close());
beforeEach(() => go(targets({})));

const go = async (call: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await call;
  expect(status, JSON.stringify(body)).toBe(200);
};
/** Edits a row as the settings page does, with the version that was read. */
async function edit(list: string, id: number, values: object) {
  const { body } = await t.as('admin', 'GET', `/api/settings/${list}?id=${id}`);
  const { version = 0 } = (body as { data: ListRow[] }).data[0] ?? {};
  return t.as('admin', 'PATCH', `/api/settings/${list}/${id}`, { version, values });
}
const setDepartment = (id: number | null) =>
  edit('departments', t.departmentIds[0] ?? 0, { office_hours_id: id });
const targets = (more: object) =>
  edit('priorities', normal, {
    first_response_minutes: 30,
    next_response_minutes: 20,
    resolution_minutes: 8 * 60,
    ...more,
  });

/** Advances the clock to the next Friday at this time in Jakarta. */
function goToFriday(hour: number, minute: number): Date {
  const now = t.clock.now().getTime();
  let at = Date.UTC(2026, 0, 2, hour - 7, minute);
  while (at <= now) at += 7 * DAY;
  t.clock.advance(at - now);
  return new Date(at);
}

let count = 0;
async function create(): Promise<Ticket> {
  count += 1;
  const { body, status } = await t.as('dewi', 'POST', '/api/tickets', {
    client_key: `sla-ticket-${count}`,
    customer_id: customerId,
    subject: `Ticket ${count}`,
    department_id: t.departmentIds[0],
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { data: Ticket }).data;
}
const read = async (id: number): Promise<Ticket> =>
  ((await t.as('dewi', 'GET', `/api/tickets/${id}`)).body as { data: { ticket: Ticket } }).data.ticket;
const explain = async (id: number): Promise<{ clocks: SlaClock[]; entries: SlaEntry[] }> =>
  ((await t.as('dewi', 'GET', `/api/tickets/${id}/sla`)).body as { data: never }).data;
const clockOf = async (id: number, kind: SlaKind) =>
  (await explain(id)).clocks.find((clock) => clock.kind === kind);
const stepsOf = async (id: number, kind: SlaKind) =>
  (await explain(id)).entries
    .filter((entry) => entry.kind === kind)
    .map(({ step, cause }) => `${step} ${cause}`);
const change = async (id: number, fields: object) => {
  const { version } = await read(id);
  await go(t.as('dewi', 'PATCH', `/api/tickets/${id}`, { version, ...fields }));
};
const act = async (id: number, what: 'solve' | 'reopen') => {
  const { version } = await read(id);
  await go(t.as('dewi', 'POST', `/api/tickets/${id}/${what}`, { version }));
};
const addMessage = (id: number, kind: 'inbound' | 'outbound') =>
  t.platform.db.transaction(async (tx) => {
    const ticket = await t.app.modules.tickets.lock(tx, id);
    if (!ticket) throw new Error('no ticket');
    const author =
      kind === 'inbound'
        ? ({ type: 'customer', id: customerId, name: 'Rina Hartono' } as const)
        : ({ type: 'user', id: t.idOf('dewi'), name: 'Dewi Lestari' } as const);
    await t.app.modules.tickets.timeline.append(tx, ticket, {
      kind,
      body: 'Hello',
      author,
      conversationId: null,
      mediaId: null,
      state: 'sent',
      clientKey: null,
    });
  });
const emitOverdue = () => t.app.modules.tickets.sla.reportOverdue();
const recount = () => t.app.modules.tickets.sla.recount({});

/** Compares with a tolerance, since the clock runs on during the test. */
function expectAt(text: string | null | undefined, at: Date | number): void {
  const late = Date.parse(text ?? '') - new Date(at).getTime();
  expect(Math.abs(late), `${text} is not ${new Date(at).toISOString()}`).toBeLessThan(30_000);
}

describe('the first answer', () => {
  it('to a ticket of Friday 16:55 is due at 08:25 on Monday', async () => {
    const friday = goToFriday(16, 55);
    const ticket = await create();
    expectAt(ticket.first_response_due_at, friday.getTime() + 2 * DAY + 15.5 * HOUR);
    expect(await clockOf(ticket.id, 'first_response')).toMatchObject({
      state: 'running',
      target_minutes: 30,
      office_hours: 'Jakarta',
      time_zone: 'Asia/Jakarta',
    });
    const left = (await clockOf(ticket.id, 'first_response'))?.remaining_ms;
    expect(left).toBeGreaterThan(29 * MINUTE);
    expect(left).toBeLessThanOrEqual(30 * MINUTE);
  });

  it('is met by answering in time, and says what was left', async () => {
    goToFriday(10, 0);
    const ticket = await create();
    t.clock.advance(10 * MINUTE);
    await addMessage(ticket.id, 'outbound');
    const clock = await clockOf(ticket.id, 'first_response');
    expect(clock).toMatchObject({ state: 'met', breached_at: null });
    expect(clock?.remaining_ms).toBeLessThanOrEqual(20 * MINUTE);
    expect(clock?.remaining_ms).toBeGreaterThan(19 * MINUTE);
    expect((await read(ticket.id)).first_response_due_at).toBe(ticket.first_response_due_at);
    expect(await stepsOf(ticket.id, 'first_response')).toEqual(['started opened', 'ended answered']);
    const { entries } = await explain(ticket.id);
    expect(entries.at(-1)).toMatchObject({ by: 'Dewi Lestari', priority: 'Normal', status: 'open' });
  });

  it('is late once its time has come, and that is told once', async () => {
    goToFriday(10, 0);
    const ticket = await create();
    await emitOverdue();
    t.clock.advance(31 * MINUTE);
    await emitOverdue();
    await emitOverdue();
    const clock = await clockOf(ticket.id, 'first_response');
    expect(clock).toMatchObject({ state: 'breached', breached_at: ticket.first_response_due_at });
    const { body } = await t.as('dewi', 'GET', `/api/tickets/${ticket.id}/timeline?kind=event`);
    const events = (body as { data: Message[] }).data.map(({ event }) => event);
    expect(events.filter((event) => event?.type === 'sla_breached')).toEqual([
      { type: 'sla_breached', kind: 'first_response', target_minutes: 30 },
    ]);
    await addMessage(ticket.id, 'outbound');
    expect(await clockOf(ticket.id, 'first_response')).toMatchObject({ state: 'breached' });
    expect((await clockOf(ticket.id, 'first_response'))?.remaining_ms).toBeLessThan(0);
  });

  it('that comes too late before the job does is late as well', async () => {
    goToFriday(10, 0);
    const ticket = await create();
    t.clock.advance(31 * MINUTE);
    await addMessage(ticket.id, 'outbound');
    expect(await stepsOf(ticket.id, 'first_response')).toEqual([
      'started opened',
      'breached time',
      'ended answered',
    ]);
  });
});

describe('the next answer', () => {
  it('is due from the customer’s message after an answer until the answer to it', async () => {
    const friday = goToFriday(16, 50);
    const ticket = await create();
    await addMessage(ticket.id, 'inbound');
    expect((await read(ticket.id)).next_response_due_at).toBeNull();
    await addMessage(ticket.id, 'outbound');
    await addMessage(ticket.id, 'inbound');
    const due = (await read(ticket.id)).next_response_due_at;
    expectAt(due, friday.getTime() + 2 * DAY + 15 * HOUR + 20 * MINUTE);
    await addMessage(ticket.id, 'inbound');
    expect((await read(ticket.id)).next_response_due_at).toBe(due);
    await addMessage(ticket.id, 'outbound');
    expect((await read(ticket.id)).next_response_due_at).toBeNull();
    await addMessage(ticket.id, 'inbound');
    expect(await stepsOf(ticket.id, 'next_response')).toEqual([
      'started customer_wrote',
      'ended answered',
      'started customer_wrote',
    ]);
  });
});

describe('the solution', () => {
  it('waits while the ticket is pending, and goes on with what was left', async () => {
    const friday = goToFriday(9, 0);
    const ticket = await create();
    t.clock.advance(HOUR);
    await change(ticket.id, { status: 'pending' });
    expect(await read(ticket.id)).toMatchObject({
      first_response_due_at: ticket.first_response_due_at,
      resolution_due_at: null,
    });
    const paused = await clockOf(ticket.id, 'resolution');
    expect(paused).toMatchObject({ state: 'paused', due_at: null });
    expect(paused?.remaining_ms).toBeGreaterThan(7 * HOUR - 30_000);
    t.clock.advance(3 * DAY);
    // Neither pending nor on hold runs the clock, so changing from one to the other changes nothing.
    await change(ticket.id, { status: 'on_hold' });
    await change(ticket.id, { status: 'open' });
    // Monday 10:00 with seven hours left: six until 17:00, the last one on the next day.
    expectAt((await read(ticket.id)).resolution_due_at, friday.getTime() + 4 * DAY);
    expect(await stepsOf(ticket.id, 'resolution')).toEqual([
      'started opened',
      'paused status',
      'resumed status',
    ]);
    const { entries } = await explain(ticket.id);
    expect(entries.find(({ step }) => step === 'paused')).toMatchObject({
      by: 'Dewi Lestari',
      status: 'pending',
    });
  });

  it('is met by solving, and goes on when the ticket is opened again', async () => {
    const friday = goToFriday(9, 0);
    const ticket = await create();
    await addMessage(ticket.id, 'outbound');
    t.clock.advance(HOUR);
    await act(ticket.id, 'solve');
    expect(await clockOf(ticket.id, 'resolution')).toMatchObject({ state: 'met' });
    t.clock.advance(DAY);
    await emitOverdue();
    await act(ticket.id, 'reopen');
    expect(await clockOf(ticket.id, 'resolution')).toMatchObject({ state: 'running', ended_at: null });
    // It is Saturday, so all seven hours are on Monday.
    expectAt((await read(ticket.id)).resolution_due_at, friday.getTime() + 3 * DAY + 7 * HOUR);
    expect(await clockOf(ticket.id, 'first_response')).toMatchObject({ state: 'met' });
  });
});

describe('what changes while a clock runs', () => {
  it('another priority: its target, from the start', async () => {
    goToFriday(9, 0);
    const ticket = await create();
    t.clock.advance(20 * MINUTE);
    await change(ticket.id, { priority_id: normal - 1 });
    expect(await clockOf(ticket.id, 'first_response')).toMatchObject({
      target_minutes: 15,
      state: 'running',
    });
    expect(Date.parse((await read(ticket.id)).first_response_due_at ?? '')).toBe(
      Date.parse(ticket.created_at) + 15 * MINUTE,
    );
    await emitOverdue();
    expect(await clockOf(ticket.id, 'first_response')).toMatchObject({ state: 'breached' });
    await change(ticket.id, { priority_id: normal });
    expect(await clockOf(ticket.id, 'first_response')).toMatchObject({ state: 'running', breached_at: null });
    expect((await read(ticket.id)).first_response_due_at).toBe(ticket.first_response_due_at);
  });

  it('another department: its hours', async () => {
    const friday = goToFriday(16, 55);
    const ticket = await create();
    const { version } = await read(ticket.id);
    const body = { version, department_id: t.departmentIds[1] };
    await go(t.as('supervisor', 'POST', `/api/tickets/${ticket.id}/transfer`, body));
    const { body: sla } = await t.as('supervisor', 'GET', `/api/tickets/${ticket.id}/sla`);
    const first = (sla as { data: { clocks: SlaClock[] } }).data.clocks[0];
    expect(first).toMatchObject({ office_hours: 'Around the clock' });
    expectAt(first?.due_at, friday.getTime() + 30 * MINUTE);
  });

  it(
    'a holiday, hours and a target: all that run are counted anew, by the job, and as often as it runs',
    { tags: 'full' },
    async () => {
      const friday = goToFriday(16, 55);
      const ticket = await create();
      const monday = new Date(friday.getTime() + 3 * DAY).toISOString().slice(0, 10);
      const made = await t.as('admin', 'POST', '/api/settings/holidays', {
        values: { name: 'A day off', date: monday, office_hours_id: office.id },
      });
      const holiday = (made.body as { data: ListRow }).data;
      await recount();
      const tuesday = friday.getTime() + 3 * DAY + 15.5 * HOUR;
      expectAt((await read(ticket.id)).first_response_due_at, tuesday);
      const before = await explain(ticket.id);
      await recount();
      expect((await explain(ticket.id)).entries).toEqual(before.entries);
      await go(t.as('admin', 'DELETE', `/api/settings/holidays/${holiday.id}`));
      await recount();
      expectAt((await read(ticket.id)).first_response_due_at, tuesday - DAY);
      await go(targets({ first_response_minutes: null, resolution_minutes: 60 }));
      await recount();
      expect((await read(ticket.id)).first_response_due_at).toBeNull();
      expect((await explain(ticket.id)).clocks).toMatchObject([{ kind: 'resolution', target_minutes: 60 }]);
    },
  );

  it('the job is enqueued by the change itself', async () => {
    goToFriday(9, 0);
    const ticket = await create();
    await go(targets({ resolution_minutes: 120 }));
    await expect
      .poll(async () => (await clockOf(ticket.id, 'resolution'))?.target_minutes, { timeout: 20_000 })
      .toBe(120);
  });
});

it('a ticket that one may not see is not explained', async () => {
  const ticket = await create();
  expect((await t.as('sarah', 'GET', `/api/tickets/${ticket.id}/sla`)).status).toBe(404);
});
