import { once } from 'node:events';
import net from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messagingDesk, type MessagingDesk } from '../../../../test/messaging/messaging-desk.ts';
import { messageOutboxQueue } from './outbound/outbox-store.ts';

const SOON = { timeout: 15_000 };
const MINUTE_MS = 60_000;
const STOPS_WITHIN_MS = 3000;
const MESSAGES = /\/messages$/;

/** Failures of the provider, of the account, and of our own server in the middle of sending. */
describe('when WhatsApp fails', () => {
  let d: MessagingDesk;
  beforeEach(async () => {
    d = await messagingDesk();
  });
  afterEach(() => d.close());

  /** Creates a customer whose first message is on a ticket. */
  async function begun(name = 'Rina') {
    const phone = d.meta.phone(`6281${name.length}${Date.now() % 1_000_000}`, name);
    await phone.send('Hello');
    const ticket = await d.ticketOf(name);
    const outcome = async (id: number) => {
      const message = await d.message(ticket.id, id);
      return message && [message.state, message.failure];
    };
    const texts = () => phone.inbox.map(({ text }) => text);
    return { phone, ticket, outcome, texts };
  }
  /** Advances the clock, and does what is due. */
  async function advance(ms: number): Promise<void> {
    d.t.clock.advance(ms);
    await d.t.app.modules.messaging.recoverPending();
  }
  const health = async () => (await accounts())[0]?.health;
  const accounts = () => d.data<(typeof d.account)[]>('admin', 'GET', '/api/messaging-accounts');

  it('messages refused for a while are sent later, in order and once', async () => {
    const { ticket, texts, outcome } = await begun();
    d.meta.faults.plan(MESSAGES, { status: 429, headers: { 'retry-after': '7' } });
    const first = await d.reply(ticket.id, 'One');
    await expect.poll(() => outcome(first.id), SOON).toEqual(['queued', 'too_many: HTTP 429']);
    await d.reply(ticket.id, 'Two');
    expect(texts()).toEqual([]);
    await advance(8000);
    await expect.poll(texts, SOON).toEqual(['One', 'Two']);
    await expect.poll(() => outcome(first.id), SOON).toEqual(['delivered', null]);
  });

  it(
    'a message that was accepted without an answer is not sent twice, because its states arrive',
    { tags: 'full' },
    async () => {
      const { ticket, texts, outcome } = await begun();
      d.meta.faults.plan(MESSAGES, { status: 500, isDone: true });
      const reply = await d.reply(ticket.id, 'Only once');
      await expect.poll(() => outcome(reply.id), SOON).toEqual(['delivered', null]);
      await advance(10 * MINUTE_MS);
      await d.reply(ticket.id, 'And this');
      await expect.poll(texts, SOON).toEqual(['Only once', 'And this']);
    },
  );

  it('a message without an answer is sent again when no state has arrived', { tags: 'full' }, async () => {
    const { ticket, texts, outcome } = await begun();
    d.meta.faults.plan(MESSAGES, { status: 502 });
    const reply = await d.reply(ticket.id, 'Again');
    await expect.poll(() => outcome(reply.id), SOON).toEqual(['queued', 'provider_failed: HTTP 502']);
    await advance(30_000);
    expect(texts()).toEqual([]);
    await advance(MINUTE_MS + 1000);
    await expect.poll(texts, SOON).toEqual(['Again']);
  });

  it('an expired token stops the account, everybody is told, and a new one starts it again', async () => {
    const { ticket, texts, outcome } = await begun();
    const socket = await d.t.connect('dewi');
    const told: unknown[] = [];
    socket.on('socmed-auth', (event: unknown) => told.push(event));
    d.meta.world.isTokenGood = false;
    const reply = await d.reply(ticket.id, 'Waits');
    await expect.poll(async () => (await outcome(reply.id))?.[1], SOON).toMatch(/^token_refused/);
    await expect.poll(async () => (await health())?.fault, SOON).toBe('token_refused');
    const lost = { account_id: d.account.id, media_id: 4, name: 'WhatsApp', is_authorised: false };
    await expect.poll(() => told, SOON).toEqual([lost]);

    d.meta.world.isTokenGood = true;
    await d.data('admin', 'PATCH', `/api/messaging-accounts/${d.account.id}`, {
      access_token: d.meta.accessToken,
    });
    await expect.poll(texts, SOON).toEqual(['Waits']);
    await expect.poll(() => told, SOON).toEqual([lost, { ...lost, is_authorised: true }]);
    expect(await health()).toMatchObject({ state: 'ok', fault: null, waiting: 0 });
  });

  it(
    'what fails in the very moment in which its account is changed is tried again at once',
    { tags: 'full' },
    async () => {
      const { ticket, texts, outcome } = await begun();
      d.meta.faults.plan(MESSAGES, { status: 429 });
      const reply = await d.reply(ticket.id, 'Now');
      await expect.poll(() => outcome(reply.id), SOON).toEqual(['queued', 'too_many: HTTP 429']);
      const { q } = d.t.platform.db;
      const now = d.t.clock.now().getTime();
      const at = (ms: number) => new Date(now + ms);
      // The message is being sent with the account's earlier settings.
      const row = await messageOutboxQueue.claim(q, d.account.id, at(10_000));
      await d.data('admin', 'PATCH', `/api/messaging-accounts/${d.account.id}`, { name: 'Another name' });
      const hastened = q
        .selectFrom('messaging_outbox')
        .select('hastened')
        .where('id', '=', row?.id ?? 0);
      await expect.poll(async () => (await hastened.executeTakeFirst())?.hastened, SOON).toBe(1);
      const failed = await d.t.platform.db.transaction(
        async (tx) => row && messageOutboxQueue.scheduleRetry(tx, row, { now: at(0) }),
      );
      expect(failed?.nextTryAt).toEqual(at(0));
      await d.t.app.modules.messaging.recoverPending();
      await expect.poll(texts, SOON).toEqual(['Now']);
    },
  );

  it(
    'an account that is removed while an answer waits says so, and sends it once it is there again',
    { tags: 'full' },
    async () => {
      const { ticket, texts, outcome } = await begun();
      d.meta.faults.plan(MESSAGES, { status: 429 });
      const first = await d.reply(ticket.id, 'One');
      await expect.poll(() => outcome(first.id), SOON).toEqual(['queued', 'too_many: HTTP 429']);
      const path = `/api/messaging-accounts/${d.account.id}`;
      // The account has messages on tickets, so it is only deactivated.
      expect((await d.t.as('admin', 'DELETE', path)).body).toMatchObject({ removed: false });
      await expect.poll(() => outcome(first.id), SOON).toEqual(['queued', 'switched_off']);
      await advance(10 * MINUTE_MS);
      expect(texts()).toEqual([]);
      await d.data('admin', 'PATCH', path, { is_active: true });
      await expect.poll(texts, SOON).toEqual(['One']);
      await expect.poll(() => outcome(first.id), SOON).toEqual(['delivered', null]);
    },
  );

  it(
    'a refusal for good is told with its reason, and can be sent again, once for its key',
    { tags: 'full' },
    async () => {
      const { ticket, texts, outcome } = await begun();
      const error = {
        code: 131_026,
        message: '(#131026) Message undeliverable',
        error_data: { details: 'Gone' },
      };
      d.meta.faults.plan(MESSAGES, { status: 400, body: { error } });
      const reply = await d.reply(ticket.id, 'Are you there?');
      await expect
        .poll(() => outcome(reply.id), SOON)
        .toEqual(['failed', 'recipient_unknown: Gone (131026)']);
      const sendAgain = () =>
        d.data('admin', 'POST', `/api/tickets/${ticket.id}/messages/${reply.id}/retry`, {
          client_key: 'again-0001',
        });
      await sendAgain();
      await expect.poll(texts, SOON).toEqual(['Are you there?']);
      await expect.poll(() => outcome(reply.id), SOON).toEqual(['delivered', null]);
      await sendAgain();
      expect(texts()).toEqual(['Are you there?']);
    },
  );

  it('states that arrive late or in the wrong order never set a message back', { tags: 'full' }, async () => {
    const { ticket, phone, outcome } = await begun();
    d.meta.world.tells = false;
    const reply = await d.reply(ticket.id, 'In order?');
    await expect.poll(() => phone.inbox.length, SOON).toBe(1);
    const [message] = phone.inbox;
    if (!message) throw new Error('nothing came');
    await phone.tell(message, 'read');
    await expect.poll(() => outcome(reply.id), SOON).toEqual(['read', null]);
    await phone.tell(message, 'delivered');
    await phone.tell(message, 'sent');
    await phone.tell(message, 'failed', { code: 131_026, title: 'Late', message: 'Late' });
    await phone.send('That is all');
    await expect.poll(async () => (await d.emails(ticket.id)).length, SOON).toBe(3);
    expect(await outcome(reply.id)).toEqual(['read', null]);
  });

  it('a message of a killed process is sent by another one', { tags: 'full' }, async () => {
    const { ticket, texts } = await begun();
    await d.data('admin', 'PATCH', `/api/messaging-accounts/${d.account.id}`, { is_active: true });
    d.meta.faults.plan(MESSAGES, { status: 200, hangs: true });
    await d.reply(ticket.id, 'Survives');
    const taken = () =>
      d.t.platform.db.q
        .selectFrom('messaging_outbox')
        .select('id')
        .where('leased_until', '>', d.t.clock.now().toISOString())
        .execute();
    await expect.poll(async () => (await taken()).length, SOON).toBe(1);
    expect(texts()).toEqual([]);
    // The lease of the earlier attempt has expired.
    await advance(2 * MINUTE_MS);
    await expect.poll(texts, SOON).toEqual(['Survives']);
  });

  it('after 24 hours a reply without a template is refused', { tags: 'full' }, async () => {
    const { ticket } = await begun();
    d.t.clock.advance(25 * 60 * MINUTE_MS);
    await expect(d.reply(ticket.id, 'Too late')).rejects.toThrow('window_closed');
  });

  it(
    'messages that arrive while the account is inactive are processed when it is active again',
    { tags: 'full' },
    async () => {
      const path = `/api/messaging-accounts/${d.account.id}`;
      await d.data('admin', 'PATCH', path, { is_active: false });
      const phone = d.meta.phone('6281299990000', 'Sari');
      await phone.send('Anybody there?');
      expect(await d.ticketsOf('Sari')).toEqual([]);
      await d.data('admin', 'PATCH', path, { is_active: true });
      expect((await d.ticketOf('Sari')).last_message).toBe('Anybody there?');
    },
  );

  it(
    'what the customer does with a photo while it comes is kept, and so is the photo',
    { tags: 'full' },
    async () => {
      const { phone, ticket } = await begun();
      d.meta.faults.plan(/\/bytes\//, { status: 503 });
      await phone.sendFile('document', 'text/plain', Buffer.from('bill'), { filename: 'bill.txt' });
      const last = async () => (await d.emails(ticket.id)).at(-1);
      const { q } = d.t.platform.db;
      const tried = () =>
        q.selectFrom('messaging_media').select('file_id').where('attempts', '=', 1).execute();
      await expect.poll(async () => (await tried()).length, SOON).toBe(1);
      const photo = await last();
      if (!photo?.extra) throw new Error('no photo');
      const { id, extra } = photo;
      const waiting = async () => (await sql`select from pg_locks where not granted`.execute(q)).rows;
      await d.t.platform.db.transaction(async (tx) => {
        const taken = { ...extra, deleted_at: d.t.clock.now().toISOString() };
        await tx.q
          .updateTable('messages')
          .set({ extra: JSON.stringify(taken) })
          .where('id', '=', id)
          .execute();
        d.t.clock.advance(6000);
        await d.t.app.modules.messaging.recoverPending();
        await expect.poll(async () => (await waiting()).length, SOON).toBeGreaterThan(0);
      });
      await expect.poll(async () => (await last())?.attachments.length, SOON).toBe(1);
      expect((await last())?.extra).toEqual({ kind: 'document', deleted_at: expect.any(String) });
    },
  );

  it(
    'what comes by way of another account waits likewise, and for one of another app it never comes',
    { tags: 'full' },
    async () => {
      const { provider, department_id } = d.account;
      const own = {
        provider,
        department_id,
        access_token: 'token',
        is_active: false,
        shown_address: '+62 22',
      };
      const second = await d.data<typeof d.account>('admin', 'POST', '/api/messaging-accounts', {
        ...own,
        name: 'Second',
        address: '2002',
        app_secret: d.meta.appSecret,
      });
      await d.data('admin', 'POST', '/api/messaging-accounts', {
        ...own,
        name: 'Strange',
        address: '3003',
        app_secret: 'of another app',
        is_active: true,
      });
      const tell = (account: string, from: string, name: string) => {
        const messages = [
          { from, id: `wamid.${from}`, timestamp: '1', type: 'text', text: { body: 'Hello' } },
        ];
        const contacts = [{ wa_id: from, profile: { name } }];
        const value = { metadata: { phone_number_id: account }, contacts, messages };
        const entry = [{ changes: [{ field: 'messages', value }] }];
        return d.meta.deliver({ object: 'whatsapp_business_account', entry });
      };
      await tell('3003', '6281300003333', 'Never');
      await tell('2002', '6281300002222', 'Waits');
      await begun();
      expect(await d.ticketsOf('Waits')).toEqual([]);
      await d.data('admin', 'PATCH', `/api/messaging-accounts/${second.id}`, { is_active: true });
      expect((await d.ticketOf('Waits')).last_message).toBe('Hello');
      expect(await d.ticketsOf('Never')).toEqual([]);
    },
  );

  it(
    'a photo that cannot be had now comes later, and one that is too large says so',
    { tags: 'full' },
    async () => {
      const { phone, ticket } = await begun();
      const media = async () => (await d.emails(ticket.id)).at(-1);
      d.meta.faults.plan(/\/bytes\//, { status: 503 });
      await phone.sendFile('document', 'text/plain', Buffer.from('bill'), { filename: 'bill.txt' });
      await expect.poll(async () => (await media())?.extra?.media?.state, SOON).toBe('coming');
      await expect.poll(fetched, SOON).toBe(1);
      // Waits until the retry is scheduled, and not just until the first attempt has ended: its time must be known before the
      // clock is advanced.
      const rescheduled = () =>
        d.t.platform.db.q
          .selectFrom('messaging_media')
          .select('file_id')
          .where('next_try_at', '<', new Date(d.t.clock.now().getTime() + MINUTE_MS).toISOString())
          .execute();
      await expect.poll(async () => (await rescheduled()).length, SOON).toBe(1);
      d.t.clock.advance(6000);
      await d.t.app.modules.messaging.recoverPending();
      await expect.poll(async () => (await media())?.attachments, SOON).toMatchObject([{ name: 'bill.txt' }]);

      const length = String(200 * 1024 * 1024);
      d.meta.faults.plan(/\/bytes\//, { status: 200, headers: { 'content-length': length }, hangs: false });
      await phone.sendFile('video', 'video/mp4', Buffer.from('x'));
      await expect.poll(async () => (await media())?.extra?.media?.state, SOON).toBe('failed');

      async function fetched(): Promise<number> {
        const rows = await d.t.platform.db.q.selectFrom('messaging_media').select('attempts').execute();
        return Math.max(0, ...rows.map(({ attempts }) => attempts));
      }
    },
  );

  it(
    'closing does not wait for a provider that takes a message and never answers',
    { tags: 'full' },
    async () => {
      const { ticket, texts } = await begun();
      d.meta.faults.plan(MESSAGES, { status: 200, hangs: true });
      d.meta.faults.plan(/\/bytes\//, { status: 200, hangs: true });
      await d.reply(ticket.id, 'Never answered');
      const { q } = d.t.platform.db;
      const taken = () =>
        q.selectFrom('messaging_outbox').select('attempts').where('leased_until', '>', now()).execute();
      const now = () => d.t.clock.now().toISOString();
      await expect.poll(async () => (await taken()).length, SOON).toBe(1);
      const stopping = d.t.app.modules.messaging.stop();
      d.t.clock.advance(STOPS_WITHIN_MS);
      await stopping;
      // As after a crash: the message has no failure, and the next process continues with it.
      expect(await taken()).toEqual([{ attempts: 0 }]);
      expect(texts()).toEqual([]);
    },
  );

  it(
    'one thing that cannot be taken in keeps nothing of its delivery from it, and nothing is done again',
    { tags: 'full' },
    async () => {
      const { phone, ticket } = await begun();
      const id = await phone.send('Which one?');
      await expect.poll(async () => (await d.emails(ticket.id)).length, SOON).toBe(2);
      const at = (seconds: number) => String(Math.floor(Date.now() / 1000) - seconds);
      const from = { from: phone.number };
      const react = (emoji: string, seconds: number) => ({
        ...from,
        id: `wamid.${emoji}`,
        timestamp: at(seconds),
        type: 'reaction',
        reaction: { message_id: id, emoji },
      });
      const text = { ...from, type: 'text', timestamp: at(5) };
      await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
        d.t.platform.db.q,
      );
      await sql`create trigger refuse before insert on messages for each row when (new.body = 'Bad') execute function refuse()`.execute(
        d.t.platform.db.q,
      );
      const bad = { ...text, id: 'wamid.bad', text: { body: 'Bad' } };
      const messages = [react('👎', 30), bad, { ...text, id: 'wamid.good', text: { body: 'Good' } }];
      const contacts = [{ wa_id: phone.number, profile: { name: phone.name } }];
      const value = { metadata: { phone_number_id: d.account.address }, contacts, messages };
      await d.meta.deliver({
        object: 'whatsapp_business_account',
        entry: [{ changes: [{ field: 'messages', value }] }],
      });
      const last = async () => (await d.emails(ticket.id)).map(({ body }) => body);
      await expect.poll(last, SOON).toEqual(['Hello', 'Which one?', 'Good']);
      const second = async () => (await d.emails(ticket.id))[1]?.extra?.reactions;
      await expect.poll(second, SOON).toMatchObject([{ emoji: '👎', by: 'customer' }]);
      await d.meta.deliver({
        object: 'whatsapp_business_account',
        entry: [{ changes: [{ field: 'messages', value: { ...value, messages: [react('👍', 10)] } }] }],
      });
      await expect.poll(second, SOON).toMatchObject([{ emoji: '👍', by: 'customer' }]);
      const kept = () =>
        d.t.platform.db.q
          .selectFrom('messaging_deliveries')
          .select(['attempts', 'taken'])
          .where('state', '=', 'received')
          .execute();
      expect(await kept()).toMatchObject([{ attempts: 1, taken: expect.arrayContaining([0, 2]) }]);
      d.t.clock.advance(MINUTE_MS);
      await d.t.app.modules.messaging.recoverPending();
      await expect.poll(async () => (await kept())[0]?.attempts, SOON).toBeGreaterThan(1);
      expect(await second()).toMatchObject([{ emoji: '👍', by: 'customer' }]);
      expect(await last()).toEqual(['Hello', 'Which one?', 'Good']);
    },
  );

  it(
    'closing does not wait for a provider whose connection was busy just then, and stays open',
    { tags: 'full' },
    async () => {
      const { port } = new URL(d.t.url());
      const socket = net.connect(Number(port), '127.0.0.1');
      await once(socket, 'connect');
      const { pathname } = new URL(d.meta.world.webhook);
      socket.write(`POST ${pathname} HTTP/1.1\r\nhost: desk\r\ncontent-length: 4\r\n\r\n{`);
      // Waits until the server has begun to read the request.
      await expect.poll(() => connections(), SOON).toBeGreaterThan(0);
      const begin = performance.now();
      const closing = d.t.app.realtime.close();
      socket.write('"a"}');
      await closing;
      expect(performance.now() - begin).toBeLessThan(10_000);
      socket.destroy();

      async function connections(): Promise<number> {
        return new Promise((count) => d.t.app.http.app.server.getConnections((_error, n) => count(n)));
      }
    },
  );
});
