import { createHmac } from 'node:crypto';
import { WEBHOOK_BODIES, type Webhook, type WebhookDelivery } from '@trunkline/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { coreRows } from '../../../test/cases/core-rows.ts';
import { guardedPost } from '#platform/network/guarded-post';
import { createPrivateHosts } from '#platform/network/private-hosts';
import { startReceiver, type Receiver } from '../../../test/webhook-receiver.ts';
import { LEASE_MS, RETRY_PAUSES } from './delivery-store.ts';
import { createWebhooks } from './service.ts';

let t: TestApp;
let receiver: Receiver;
beforeEach(async () => {
  t = await testApp();
  receiver = await startReceiver();
});
afterEach(async () => {
  await t.close();
  await receiver.close();
  // Every delivery must match the API's document.
  for (const { event, body } of receiver.got) {
    const known = WEBHOOK_BODIES.find((one) => one.event === event);
    if (!known) throw new Error(`nobody is told of ${event}`);
    known.body.parse(body);
  }
});

const ALL = [
  'ticket.created',
  'ticket.changed',
  'ticket.solved',
  'message.added',
  'note.added',
  'customer.changed',
];
const data = <T>({ body }: { body: unknown }): T => (body as { data: T }).data;

async function subscribe(events = ALL, url = receiver.url): Promise<{ id: number; secret: string }> {
  const answer = await t.as('admin', 'POST', '/api/outgoing_webhooks', { name: 'CRM', url, events });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { secret } = answer.body as { secret: string };
  return { id: data<Webhook>(answer).id, secret };
}

async function newTicket(key: string): Promise<{ id: number; version: number }> {
  const customer = await t.as('dewi', 'POST', '/api/customers', { name: `Customer ${key}` });
  return data(
    await t.as('dewi', 'POST', '/api/tickets', {
      client_key: `webhook-${key}`,
      customer_id: data<{ id: number }>(customer).id,
      subject: `About ${key}`,
      department_id: t.departmentIds[0],
    }),
  );
}

const note = (ticketId: number, body: string) =>
  t.as('dewi', 'POST', `/api/tickets/${ticketId}/notes`, { body, client_key: `note-${body}-0000` });
const log = async (id: number, query = '') =>
  data<WebhookDelivery[]>(await t.as('admin', 'GET', `/api/outgoing_webhooks/${id}/deliveries${query}`));
const webhook = async (id: number): Promise<Webhook | undefined> =>
  data<Webhook[]>(await t.as('admin', 'GET', '/api/outgoing_webhooks')).find((one) => one.id === id);

/** Advances the clock to the next attempt. */
async function waitFor(ms: number): Promise<void> {
  t.clock.advance(ms + 1000);
  await t.app.modules.webhooks.recoverPending();
}
const waitForDelivery = (id: number, state: WebhookDelivery['state'], count = 1) =>
  vi.waitFor(
    async () => expect((await log(id)).filter((each) => each.state === state)).toHaveLength(count),
    5000,
  );

describe('a webhook', () => {
  it('is told of what it asked for, signed so that nobody else could have written it', async () => {
    const { id, secret } = await subscribe(['ticket.created', 'ticket.solved']);
    const ticket = await newTicket('signed-1');
    await note(ticket.id, 'between us');
    await t.as('dewi', 'POST', `/api/tickets/${ticket.id}/solve`, { version: ticket.version });
    await waitForDelivery(id, 'delivered', 2);
    expect(receiver.got.map(({ event }) => event)).toEqual(['ticket.created', 'ticket.solved']);
    const [first] = receiver.got;
    expect(first?.body).toMatchObject({
      event: 'ticket.created',
      data: { ticket: { id: ticket.id, subject: 'About signed-1' }, by: { name: 'Dewi Lestari' } },
    });
    expect(first?.delivery).toBe(first?.body.id);
    const [, seconds = '', proof] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(first?.signature ?? '') ?? [];
    expect(Math.abs(Number(seconds) * 1000 - t.clock.now().getTime())).toBeLessThan(60_000);
    expect(proof).toBe(createHmac('sha256', secret).update(`${seconds}.${first?.text}`).digest('hex'));
  });

  it('keeps its secret to itself: sealed, and shown once', { tags: 'full' }, async () => {
    const { secret } = await subscribe();
    const { rows } = await t.platform.db.pool.query<{ all: string }>(
      `select (select string_agg(w::text, '') from webhooks w) || (select string_agg(a::text, '') from audit_log a) as all`,
    );
    expect(rows[0]?.all).not.toContain(secret);
    const answer = await t.as('admin', 'GET', '/api/outgoing_webhooks');
    expect(JSON.stringify(answer.body)).not.toContain(secret);
  });

  it(
    'is told of notes only where it asked for notes, and of each customer as often as they changed',
    { tags: 'full' },
    async () => {
      const { id } = await subscribe(['note.added', 'customer.changed', 'ticket.changed']);
      const ticket = await newTicket('notes-1');
      await note(ticket.id, 'internal');
      await t.as('dewi', 'PATCH', `/api/tickets/${ticket.id}`, {
        version: ticket.version,
        subject: 'Another',
      });
      await waitForDelivery(id, 'delivered', 3);
      const told = receiver.got.map(({ event, body }) => [
        event,
        (body.data['message'] as { body?: string } | undefined)?.body ?? body.data['changes'],
      ]);
      expect(told.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
        ['customer.changed', undefined],
        ['note.added', 'internal'],
        ['ticket.changed', [{ field: 'subject', from: 'About notes-1', to: 'Another' }]],
      ]);
    },
  );

  it('keeps nothing of what was undone, nor of what happens while it is off', { tags: 'full' }, async () => {
    const { id } = await subscribe();
    const refused = await t.as('dewi', 'POST', '/api/tickets', {
      client_key: 'webhook-undone-1',
      customer_id: 999_999,
      subject: 'Nobody’s',
      department_id: t.departmentIds[0],
    });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    await t.as('admin', 'PATCH', `/api/outgoing_webhooks/${id}`, { is_active: false });
    await newTicket('while-off');
    expect(await log(id)).toEqual([]);
    expect((await webhook(id))?.state).toBe('off');
  });
});

describe('what does not arrive', () => {
  it('is tried again later, and what came after it about the same ticket waits', async () => {
    const { id } = await subscribe(['note.added']);
    const [first, other] = [await newTicket('order-1'), await newTicket('order-2')];
    receiver.answer = ({ body }) => ((body.data['message'] as { body: string }).body === 'one' ? 500 : 200);
    await note(first.id, 'one');
    await vi.waitFor(async () => expect((await log(id))[0]).toMatchObject({ attempts: 1, status: 500 }));
    await note(first.id, 'two');
    await note(other.id, 'elsewhere');
    await waitForDelivery(id, 'delivered', 1);
    expect(await webhook(id)).toMatchObject({ waiting: 2 });
    const receivedBodies = () =>
      receiver.got.map(({ body }) => (body.data['message'] as { body: string }).body);
    expect(receivedBodies()).toEqual(['one', 'elsewhere']);
    receiver.answer = () => 204;
    await waitFor(RETRY_PAUSES[0]! * 1000);
    await waitForDelivery(id, 'delivered', 3);
    expect(receivedBodies()).toEqual(['one', 'elsewhere', 'one', 'two']);
    expect(new Set(receiver.got.map(({ delivery }) => delivery)).size).toBe(3);
    expect(await webhook(id)).toMatchObject({ state: 'ok', failing_since: null, waiting: 0 });
  });

  it(
    'is given up after about a day, the address is paused, and what waits goes out when somebody says so',
    { tags: 'full' },
    async () => {
      const { id } = await subscribe(['note.added']);
      const ticket = await newTicket('given-up');
      receiver.answer = () => 503;
      await note(ticket.id, 'one');
      await note(ticket.id, 'two');
      for (const [attempt, pause] of RETRY_PAUSES.entries()) {
        await vi.waitFor(async () => expect((await log(id)).at(-1)?.attempts).toBe(attempt + 1), 5000);
        await waitFor(pause * 1000);
      }
      await waitForDelivery(id, 'failed');
      expect(await webhook(id)).toMatchObject({ state: 'paused', waiting: 1 });
      const tried = receiver.got.length;
      await waitFor(3_600_000);
      expect(receiver.got).toHaveLength(tried);
      receiver.answer = () => 200;
      expect((await t.as('admin', 'POST', `/api/outgoing_webhooks/${id}/resume`)).status).toBe(200);
      await waitForDelivery(id, 'delivered');
      expect(await webhook(id)).toMatchObject({ state: 'ok', waiting: 0 });
    },
  );

  it(
    'is replayed under the same id, with the same text, and holds nothing else up',
    { tags: 'full' },
    async () => {
      const { id } = await subscribe(['note.added']);
      const ticket = await newTicket('replay-1');
      await note(ticket.id, 'one');
      await waitForDelivery(id, 'delivered');
      const [known] = await log(id);
      receiver.answer = ({ body }) => ((body.data['message'] as { body: string }).body === 'one' ? 500 : 200);
      const again = `/api/outgoing_deliveries/${known!.id}/replay`;
      expect((await t.as('admin', 'POST', again)).status).toBe(200);
      await vi.waitFor(async () =>
        expect((await log(id))[0]).toMatchObject({ state: 'queued', is_replay: true, status: 500 }),
      );
      expect((await t.as('admin', 'POST', again)).body).toMatchObject({ code: 'conflict' });
      await note(ticket.id, 'two');
      await waitForDelivery(id, 'delivered');
      const [first, second] = receiver.got;
      expect(second?.text).toBe(first?.text);
      expect(second?.delivery).toBe(first?.delivery);
    },
  );

  it(
    'holds nobody else up: who has little to send has a turn between those who wait for slow receivers',
    { tags: 'full', timeout: 30_000 },
    async () => {
      const slow = await startReceiver();
      const held: (() => void)[] = [];
      slow.before = () => new Promise<void>((go) => held.push(go));
      for (let each = 0; each < 4; each += 1) await subscribe(['note.added'], slow.url);
      for (let each = 0; each < 10; each += 1)
        await note((await newTicket(`slow-${each}0`)).id, `slow${each}`);
      await vi.waitFor(() => expect(held).toHaveLength(16), 15_000);
      const { id } = await subscribe(['note.added']);
      await note((await newTicket('quick-1')).id, 'quick');
      expect(receiver.got).toHaveLength(0);
      // Lets the other deliveries finish, so that it is the turn of this one.
      for (const go of held.splice(0, 5)) go();
      await waitForDelivery(id, 'delivered');
      slow.before = () => Promise.resolve();
      for (const go of held) go();
      await slow.close();
    },
  );

  it('is sent on by whoever goes on when its process died in the middle', { tags: 'full' }, async () => {
    const { id } = await subscribe(['note.added']);
    const ticket = await newTicket('killed-1');
    receiver.answer = () => 'never';
    await note(ticket.id, 'one');
    await note(ticket.id, 'two');
    await vi.waitFor(() => expect(receiver.got).toHaveLength(1));
    // The state that a killed process leaves: leased, and never finished.
    const stopping = t.app.modules.webhooks.stop();
    t.clock.advance(3000);
    await stopping;
    expect((await log(id)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['queued', 0],
      ['queued', 0],
    ]);
    receiver.answer = () => 200;
    const { settings, customers } = t.app.modules;
    const other = createWebhooks({
      ...t.platform,
      jobs: { ...t.platform.jobs, define: () => undefined, schedule: () => undefined },
      settings,
      customers,
      privateHosts: ['127.0.0.0/8'],
    });
    await other.recoverPending();
    expect(receiver.got).toHaveLength(1);
    t.clock.advance(LEASE_MS + 1000);
    await other.recoverPending();
    await waitForDelivery(id, 'delivered', 2);
    expect(receiver.got.map(({ body }) => (body.data['message'] as { body: string }).body)).toEqual([
      'one',
      'one',
      'two',
    ]);
    await other.stop();
  });
});

describe('where it may go', () => {
  const refused = ['http://example.com/hook', 'https://10.1.2.3/', 'https://[::1]/', 'https://169.254.1.1/x'];
  it.each(coreRows(2, [...refused, 'ftp://example.com', 'https://user:pass@example.com/', 'nonsense']))(
    'never to %s',
    async (url) => {
      const answer = await t.as('admin', 'POST', '/api/outgoing_webhooks', {
        name: 'Odd',
        url,
        events: ['note.added'],
      });
      expect(answer.status).toBe(400);
    },
  );

  it('does not follow where it is sent on to, and says what came back', { tags: 'full' }, async () => {
    const { id } = await subscribe();
    receiver.answer = () => 307;
    const tested = await t.as('admin', 'POST', `/api/outgoing_webhooks/${id}/test`);
    expect(data<WebhookDelivery>(tested)).toMatchObject({ state: 'failed', status: 307, fault: 'status' });
    expect(receiver.got.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('does not wait for whoever begins to speak another protocol', { tags: 'full' }, async () => {
    const { id } = await subscribe();
    receiver.answer = () => 101;
    const tested = await t.as('admin', 'POST', `/api/outgoing_webhooks/${id}/test`);
    expect(data<WebhookDelivery>(tested)).toMatchObject({ state: 'failed', status: 101, fault: 'status' });
  });

  it(
    'believes whoever says that they have it, whatever becomes of the rest of their answer',
    { tags: 'full' },
    async () => {
      const { id } = await subscribe();
      receiver.cuts = true;
      const tested = await t.as('admin', 'POST', `/api/outgoing_webhooks/${id}/test`);
      expect(data<WebhookDelivery>(tested)).toMatchObject({ state: 'delivered', status: 200, fault: null });
      receiver.answer = () => 500;
      const refused = await t.as('admin', 'POST', `/api/outgoing_webhooks/${id}/test`);
      expect(data<WebhookDelivery>(refused)).toMatchObject({ state: 'failed' });
      receiver.cuts = false;
    },
  );

  it('not to a name that stands for an address of our own', async () => {
    const closed = { headers: {}, body: '', opened: createPrivateHosts([]), answerBytes: 100 };
    const { signal } = new AbortController();
    await expect(guardedPost('https://localhost:1/', { ...closed, signal })).rejects.toMatchObject({
      reason: 'forbidden',
    });
  });

  it(
    'waits for an answer for ten seconds, and says that none came',
    { tags: 'full', timeout: 30_000 },
    async () => {
      const { id } = await subscribe();
      receiver.answer = () => 'never';
      const tested = data<WebhookDelivery>(await t.as('admin', 'POST', `/api/outgoing_webhooks/${id}/test`));
      expect(tested).toMatchObject({ state: 'failed', status: null, fault: 'timeout' });
      expect(tested.duration_ms).toBeGreaterThanOrEqual(10_000);
    },
  );

  it('tells a test’s answer, cut off, and its time', { tags: 'full' }, async () => {
    const { id } = await subscribe();
    receiver.text = 'x'.repeat(50_000);
    const tested = data<WebhookDelivery>(await t.as('admin', 'POST', `/api/outgoing_webhooks/${id}/test`));
    expect(tested).toMatchObject({ state: 'delivered', event: 'webhook.test', status: 200 });
    expect(tested.answer).toBe('x'.repeat(1000));
    expect(tested.duration_ms).toBeGreaterThanOrEqual(0);
  });
});
