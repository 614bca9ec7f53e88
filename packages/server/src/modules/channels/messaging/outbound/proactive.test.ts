import type { Customer, Message, Ticket } from '@trunkline/contract';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../../test/app.ts';
import { lineDesk } from '../../../../../test/messaging/line-desk.ts';
import { messagingDesk } from '../../../../../test/messaging/messaging-desk.ts';
import { smsDesk } from '../../../../../test/messaging/sms-desk.ts';
import type { ProactiveMessage } from './proactive-service.ts';

const SOON = { timeout: 15_000 };
const FULL = { tags: 'full' } as const;
const DAY_MS = 86_400_000;
const NUMBER = '+628119990001';
const ASKED = 'How was your coffee?';

type Phone = { inbox: readonly { text: string }[]; send: (text: string) => Promise<unknown> };
type Line = {
  t: TestApp;
  accountId: number;
  /** The template whose text is its only variable, for channels that allow only templates. */
  templateId?: number;
  phone: Phone;
  /** The provider accepts the next message, but its response is lost. */
  loseNextAnswer: () => void;
  /** The provider refuses the next message temporarily. */
  refuseNext: () => void;
  /** The provider sends no receipts until `tell`. */
  beSilent: () => void;
  tell: () => Promise<unknown>;
  close: () => Promise<void>;
};

const LINES: Record<string, () => Promise<Line>> = {
  async WhatsApp() {
    const d = await messagingDesk();
    const sends = /\/messages$/;
    d.meta.templates.push({
      name: 'survey',
      language: 'en',
      status: 'APPROVED',
      category: 'MARKETING',
      components: [{ type: 'BODY', text: '{{1}}' }],
    });
    const path = `/api/messaging-accounts/${d.account.id}/templates/refresh`;
    const { templates } = await d.data<{ templates: { id: number }[] }>('admin', 'POST', path, {});
    const phone = d.meta.phone(NUMBER.slice(1), 'Rina');
    return {
      t: d.t,
      accountId: d.account.id,
      templateId: templates.at(-1)?.id ?? 0,
      phone,
      loseNextAnswer: () => d.meta.faults.plan(sends, { status: 500, isDone: true }),
      refuseNext: () => d.meta.faults.plan(sends, { status: 503 }),
      beSilent: () => void (d.meta.world.tells = false),
      tell: () => phone.read(),
      close: d.close,
    };
  },
  async 'SMS by Twilio'() {
    const d = await smsDesk();
    const sends = /\/Messages\.json$/;
    const phone = d.twilio.phone(NUMBER);
    return {
      t: d.t,
      accountId: d.account.id,
      phone,
      loseNextAnswer: () => d.twilio.faults.plan(sends, { status: 500, isDone: true }),
      refuseNext: () => d.twilio.faults.plan(sends, { status: 503 }),
      beSilent: () => void (d.twilio.world.tells = false),
      tell: async () => phone.inbox[0] && phone.tell(phone.inbox[0], 'delivered'),
      close: d.close,
    };
  },
  async 'SMS over an operator’s line'() {
    const d = await lineDesk();
    const phone = d.smsc.phone(NUMBER);
    return {
      t: d.t,
      accountId: d.account.id,
      phone,
      loseNextAnswer: () => void d.smsc.faults.push({ drops: 'after' }),
      refuseNext: () => void d.smsc.faults.push({ status: 0x58 }),
      beSilent: () => void (d.smsc.world.tells = false),
      async tell() {
        d.smsc.world.tells = true;
        phone.inbox[0]?.tell();
      },
      close: d.close,
    };
  },
};

describe.each(Object.entries(LINES))('a message without a ticket: %s', (name, openLine) => {
  const isWhatsApp = name === 'WhatsApp';
  let line: Line;
  let count = 0;
  afterEach(() => line.close());

  async function open(): Promise<number> {
    line = await openLine();
    const made = await line.t.as('admin', 'POST', '/api/customers', {
      name: 'Rina Hartono',
      identities: [{ kind: 'phone', value: NUMBER }],
    });
    return (made.body as { data: Customer }).data.id;
  }
  const messaging = () => line.t.app.modules.messaging;
  const send = (customerId: number, { body = ASKED, ...more }: Partial<ProactiveMessage> = {}) => {
    count += 1;
    const { accountId, templateId } = line;
    const template = templateId ? { template: { id: templateId, values: { 'body.1': body } } } : {};
    const own = { key: `campaign:${count}`, author: 'Autumn survey', body, customerId, accountId };
    return line.t.platform.db.transaction((tx) =>
      messaging().proactive.send(tx, { ...own, ...template, ...more }),
    );
  };
  async function sent(customerId: number, more: Partial<ProactiveMessage> = {}): Promise<number> {
    const { id, refused } = await send(customerId, more);
    if (id === undefined) throw new Error(`refused: ${refused}`);
    return id;
  }
  const stateOf = async (id: number) => {
    const found = await messaging().proactive.find(line.t.platform.db.q, id);
    return found && [found.state, found.failure, found.ticket_id];
  };
  const texts = () => line.phone.inbox.map(({ text }) => text);
  async function openTickets(): Promise<Ticket[]> {
    const answer = await line.t.as('admin', 'GET', '/api/tickets?status=open&sort=newest');
    return (answer.body as { data: Ticket[] }).data.filter((one) => one.customer_name === 'Rina Hartono');
  }
  async function ticketsSoon(most: number): Promise<Ticket[]> {
    await expect.poll(async () => (await openTickets()).length, SOON).toBe(most);
    return openTickets();
  }
  async function timeLine(ticketId: number): Promise<Message[]> {
    const answer = await line.t.as('admin', 'GET', `/api/tickets/${ticketId}/timeline`);
    return (answer.body as { data: Message[] }).data;
  }
  async function advance(ms: number, { modules } = line.t.app): Promise<void> {
    line.t.clock.advance(ms);
    await modules.messaging.recoverPending();
  }

  const ofCore = name === 'SMS by Twilio' ? {} : FULL;
  it(
    'arrives once, its receipts are kept, and the answer opens a ticket that begins with it',
    ofCore,
    async () => {
      const rina = await open();
      const id = await sent(rina, { key: 'survey:1' });
      expect(await sent(rina, { key: 'survey:1' })).toBe(id);
      await expect.poll(texts, SOON).toEqual([ASKED]);
      await expect.poll(() => stateOf(id), SOON).toEqual(['delivered', null, null]);
      expect(await openTickets()).toEqual([]);

      line.t.clock.advance(60_000);
      await line.phone.send('Very good');
      const [ticket] = await ticketsSoon(1);
      expect(ticket).toMatchObject({ subject: 'Very good', unread: 1, first_response_at: null });
      const entries = await timeLine(ticket?.id ?? 0);
      expect(entries[0]).toMatchObject({
        id,
        kind: 'outbound',
        body: ASKED,
        state: 'delivered',
        author: { type: 'system', name: 'Autumn survey' },
      });
      expect(Date.parse(entries[0]?.created_at ?? '')).toBeLessThan(Date.parse(ticket?.created_at ?? ''));
      expect(entries.filter(({ kind }) => kind === 'inbound').map(({ body }) => body)).toEqual(['Very good']);
      expect(await stateOf(id)).toEqual(['delivered', null, ticket?.id]);

      await line.phone.send('And thank you');
      await expect
        .poll(async () => (await timeLine(ticket?.id ?? 0)).filter((one) => one.id === id).length, SOON)
        .toBe(1);
    },
  );

  it('is retried, and what the provider took without saying so is not sent twice', FULL, async () => {
    const rina = await open();
    line.refuseNext();
    const first = await sent(rina);
    await expect.poll(async () => (await stateOf(first))?.[1], SOON).toMatch(/^(provider_failed|too_many)/);
    await advance(120_000);
    await expect.poll(() => stateOf(first), SOON).toEqual(['delivered', null, null]);
    line.loseNextAnswer();
    const second = await sent(rina, { body: 'Would you come again?' });
    await expect.poll(() => stateOf(second), SOON).toEqual(['delivered', null, null]);
    await advance(600_000);
    const third = await sent(rina, { body: 'Thank you' });
    await expect.poll(() => stateOf(third), SOON).toEqual(['delivered', null, null]);
    expect(texts()).toEqual([ASKED, 'Would you come again?', 'Thank you']);
  });

  it('another process sends on what one left that was killed, in order', FULL, async () => {
    const rina = await open();
    const stopping = messaging().stop();
    line.t.clock.advance(3000);
    await stopping;
    const ids = [await sent(rina), await sent(rina, { body: 'Second' })];
    const other = await line.t.another();
    other.app.modules.messaging.start();
    await advance(120_000, other.app);
    await expect.poll(texts, SOON).toEqual([ASKED, 'Second']);
    for (const id of ids)
      await expect.poll(async () => (await stateOf(id))?.[0], SOON).toMatch(/sent|delivered/);
    await other.close();
  });

  it('a state that comes after the answer is the state on the ticket', FULL, async () => {
    const rina = await open();
    line.beSilent();
    const id = await sent(rina);
    await expect.poll(() => stateOf(id), SOON).toEqual(['sent', null, null]);
    await line.phone.send('Very good');
    const [ticket] = await ticketsSoon(1);
    await line.tell();
    const told = expect.stringMatching(/^(delivered|read)$/);
    await expect.poll(() => stateOf(id), SOON).toEqual([told, null, ticket?.id]);
    expect((await timeLine(ticket?.id ?? 0))[0]).toMatchObject({ id, state: told });
  });

  it.skipIf(isWhatsApp)(
    'goes to nobody who opted out, and what waits for them is not sent',
    FULL,
    async () => {
      const rina = await open();
      line.refuseNext();
      const waiting = await sent(rina);
      await expect.poll(async () => (await stateOf(waiting))?.[1], SOON).not.toBeNull();
      await line.phone.send('STOP');
      const refused = ['failed', expect.stringMatching(/^recipient_refuses/), expect.any(Number)];
      await expect.poll(() => stateOf(waiting), SOON).toEqual(refused);
      expect(await send(rina)).toEqual({ refused: 'opted_out' });
      await line.phone.send('START');
      await expect.poll(async () => (await send(rina)).refused, SOON).toBeUndefined();
    },
  );

  it(
    'goes to nobody who is blocked, whose answer opens nothing, nor to whoever has no address there',
    FULL,
    async () => {
      const rina = await open();
      const id = await sent(rina);
      await expect.poll(texts, SOON).toEqual([ASKED]);
      const block = { kind: 'phone', value: NUMBER, account_id: null, name: 'Rina', reason: '' };
      expect((await line.t.as('admin', 'POST', '/api/blocks', block)).status).toBe(200);
      expect(await send(rina)).toEqual({ refused: 'blocked' });
      await line.phone.send('Let me in');
      const unread = () =>
        line.t.platform.db.pool.query('select from messaging_deliveries where state = $1', ['received']);
      await expect.poll(async () => (await unread()).rowCount, SOON).toBe(0);
      expect(await openTickets()).toEqual([]);
      expect((await stateOf(id))?.[2]).toBeNull();

      const other = await line.t.as('admin', 'POST', '/api/customers', { name: 'Nobody', identities: [] });
      expect(await send((other.body as { data: Customer }).data.id)).toEqual({ refused: 'no_address' });
    },
  );

  it('after a month it is not taken for what is answered', FULL, async () => {
    const rina = await open();
    const id = await sent(rina);
    await expect.poll(() => stateOf(id), SOON).toEqual(['delivered', null, null]);
    line.t.clock.advance(31 * DAY_MS);
    await line.phone.send('Hello again');
    const [ticket] = await ticketsSoon(1);
    expect((await timeLine(ticket?.id ?? 0)).map((entry) => entry.id)).not.toContain(id);
    expect(await stateOf(id)).toEqual(['delivered', null, null]);
  });
});

it(
  'WhatsApp takes a free text only to somebody who has written within a day, and an old message stands on the ticket where it is quoted',
  FULL,
  async () => {
    const d = await messagingDesk();
    const { id: customerId } = await d.data<Customer>('admin', 'POST', '/api/customers', {
      name: 'Budi',
      identities: [{ kind: 'phone', value: NUMBER }],
    });
    const budi = d.meta.phone(NUMBER.slice(1), 'Budi');
    const message = { key: 'one', accountId: d.account.id, customerId, author: 'Survey', body: ASKED };
    const { proactive } = d.t.app.modules.messaging;
    const send = () => d.t.platform.db.transaction((tx) => proactive.send(tx, message));
    expect(await send()).toEqual({ refused: 'template_needed' });
    await budi.send('Hello');
    const ticket = await d.ticketOf('Budi');
    const { id } = await send();
    await expect.poll(() => budi.inbox.map(({ text }) => text), SOON).toEqual([ASKED]);

    d.t.clock.advance(31 * DAY_MS);
    await budi.send('Another thing');
    const bodies = async () => (await d.emails(ticket.id)).map(({ body }) => body);
    await expect.poll(bodies, SOON).toEqual(['Hello', 'Another thing']);
    const context = { id: budi.inbox[0]?.id };
    await budi.write({ type: 'text', text: { body: 'It was good' }, context });
    await expect.poll(bodies, SOON).toEqual(['Hello', ASKED, 'Another thing', 'It was good']);
    expect((await d.emails(ticket.id)).at(-1)?.extra?.reply_to).toEqual({ message_id: id, preview: ASKED });
    await d.close();
  },
);
