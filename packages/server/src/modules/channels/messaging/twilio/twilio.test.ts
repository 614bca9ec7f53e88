import { createHmac } from 'node:crypto';
import {
  SUGGESTED_REPLIES,
  type Conversation,
  type Message,
  type SlaClock,
  type Ticket,
} from '@trunkline/contract';
import { signedUrlVariants } from './sign.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smsDesk, type SmsDesk } from '../../../../../test/messaging/sms-desk.ts';

const SOON = { timeout: 15_000 };
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('SMS by Twilio', () => {
  let d: SmsDesk;
  let count = 0;
  beforeAll(async () => {
    d = await smsDesk();
  });
  afterAll(() => d.close());

  const customer = () => {
    count += 1;
    return d.twilio.phone(`+62812000${String(count).padStart(4, '0')}`);
  };
  const bodies = async (ticketId: number) => (await d.lettersOf(ticketId)).map(({ body }) => body);
  const stateOf = async (ticketId: number, id: number) =>
    (await d.lettersOf(ticketId)).find((one) => one.id === id);

  it('a message becomes a ticket, the answer reaches the phone, and its states come back', async () => {
    const rina = customer();
    await rina.send('Is my grinder ready?');
    const ticket = await d.ticketOf(rina.number);
    expect(ticket).toMatchObject({ media_id: 3, unread: 1, last_message: 'Is my grinder ready?' });
    const reply = await d.reply(ticket.id, 'It is.');
    await expect.poll(() => rina.inbox.map(({ text }) => text), SOON).toEqual(['It is.']);
    await expect.poll(async () => (await stateOf(ticket.id, reply.id))?.state, SOON).toBe('delivered');
  });

  it('tells the desk how many wait under the name of the specification', async () => {
    const one = customer();
    await one.send('Hello');
    const ticket = await d.ticketOf(one.number);
    await d.reply(ticket.id, 'Hello yourself');
    const receivedEvents = async () =>
      (
        await d.t.platform.db.pool.query<{ payload: object; rooms: string[] }>(
          `select payload, rooms from events where name = 'sms-notif' order by seq`,
        )
      ).rows;
    const before = (await receivedEvents()).length;
    await one.send('And then?');
    await expect.poll(async () => (await receivedEvents()).length, SOON).toBe(before + 1);
    expect((await receivedEvents()).at(-1)).toEqual({
      payload: { total: expect.any(Number) },
      rooms: [`user:${d.t.idOf('admin')}`],
    });
  });

  it('the same message delivered again is one', async () => {
    const one = customer();
    const MessageSid = `SM${'7'.repeat(32)}`;
    await one.send('Only once', { MessageSid });
    await one.send('Only once', { MessageSid });
    await one.send('Only once', { MessageSid, NumSegments: '2' });
    await one.send('After it');
    const ticket = await d.ticketOf(one.number);
    await expect.poll(() => bodies(ticket.id), SOON).toEqual(['Only once', 'After it']);
  });

  it('a form cut in the middle opens nothing, and what comes after it goes on', async () => {
    const one = customer();
    const before = await d.t.platform.db.q.selectFrom('tickets').select('id').execute();
    await one.send('', { From: '', MessageSid: '' });
    await one.send('Nobody', { MessageSid: '' });
    await one.send('Still here');
    const ticket = await d.ticketOf(one.number);
    expect(await bodies(ticket.id)).toEqual(['Still here']);
    expect(await d.t.platform.db.q.selectFrom('tickets').select('id').execute()).toHaveLength(
      before.length + 1,
    );
  });

  it('a form of very many fields holds nobody up, and is not taken', async () => {
    const fields = Array.from({ length: 200_000 }, (_, n) => `f${n}=`).join('&');
    const { statusCode } = await d.t.app.http.app.inject({
      method: 'POST',
      url: new URL(d.account.webhook_url).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'x' },
      payload: fields,
    });
    expect(statusCode).toBe(401);
  });

  it('a picture is fetched with our credentials, from where Twilio sends us on to', async () => {
    const one = customer();
    await one.sendPicture('image/jpeg', PNG, 'Look');
    const ticket = await d.ticketOf(one.number);
    await expect
      .poll(async () => (await d.lettersOf(ticket.id))[0]?.attachments, SOON)
      .toMatchObject([{ mime: 'image/png', size: PNG.length }]);
  });

  it('a picture that is to be fetched from elsewhere is not', async () => {
    const one = customer();
    await one.send('', {
      NumMedia: '1',
      MediaUrl0: 'https://evil.example/x.png',
      MediaContentType0: 'image/png',
    });
    const ticket = await d.ticketOf(one.number);
    await expect
      .poll(async () => (await d.lettersOf(ticket.id))[0]?.extra?.media?.state, SOON)
      .toBe('failed');
  });

  it.each([
    ['no signature', () => ''],
    ['a signature of something else', (real: string) => `A${real.slice(1)}`],
  ])('%s: refused and counted', async (_name, change) => {
    const form = {
      MessageSid: `SM${'8'.repeat(32)}`,
      From: '+628120009999',
      To: d.twilio.number,
      Body: 'Forged',
    };
    const before = await refused();
    expect(await d.twilio.deliver(d.webhook.href, form, change('Zm9yZ2Vk'))).toBe(401);
    expect(await d.twilio.deliver(`${d.webhook.href}?mark=1`, form, change('Zm9yZ2Vk'))).toBe(401);
    await expect.poll(refused, SOON).toBe(before + 2);
  });
  it('a signature over the address without its port is as good', async () => {
    const form = (sid: string) => ({
      MessageSid: `SM${sid.repeat(32)}`,
      From: `+62812000${sid}${sid}${sid}1`,
      To: d.twilio.number,
      Body: 'Signed over another spelling',
    });
    const signed = (url: string, fields: Record<string, string>) => {
      const text = Object.keys(fields)
        .toSorted()
        .map((name) => name + fields[name])
        .join('');
      return createHmac('sha1', d.twilio.authToken)
        .update(url + text)
        .digest('base64');
    };
    const spellings = [d.webhook.href, d.webhook.href.replace(/:\d+/, '')];
    for (const [at, url] of spellings.entries()) {
      const fields = form(String(at + 1));
      expect(await d.twilio.deliver(d.webhook.href, fields, signed(url, fields))).toBe(200);
    }
    const other = form('7');
    const elsewhere = d.webhook.href.replace(d.webhook.hostname, 'evil.example');
    expect(await d.twilio.deliver(d.webhook.href, other, signed(elsewhere, other))).toBe(401);
  });

  it('who has told the provider to hear no more is sent no more, though we heard nothing of it', async () => {
    const one = customer();
    await one.send('Are you there?');
    const ticket = await d.ticketOf(one.number);
    one.state.isStopped = true;
    const reply = await d.reply(ticket.id, 'Yes');
    await expect.poll(async () => (await stateOf(ticket.id, reply.id))?.state, SOON).toBe('failed');
    const refuses = async () => {
      const { rows } = await d.t.platform.db.pool.query<{ refuses: boolean }>(
        'select refuses_since is not null as refuses from messaging_contacts where address = $1',
        [one.number],
      );
      return rows[0]?.refuses;
    };
    await expect.poll(refuses, SOON).toBe(true);
  });

  async function refused(): Promise<number> {
    const [account] = await d.data<{ health: { refused: number } }[]>(
      'admin',
      'GET',
      '/api/messaging-accounts',
    );
    return account?.health.refused ?? 0;
  }

  it('an answer whose outcome is open is known by its mark, and not sent again', async () => {
    const one = customer();
    await one.send('Are you there?');
    const ticket = await d.ticketOf(one.number);
    d.twilio.faults.plan(/Messages\.json$/, { status: 500, isDone: true });
    const reply = await d.reply(ticket.id, 'Yes');
    await expect.poll(async () => (await stateOf(ticket.id, reply.id))?.state, SOON).toBe('delivered');
    expect(one.inbox).toHaveLength(1);
  });

  it('a number that cannot be reached is said in words', async () => {
    const one = customer();
    await one.send('Hello');
    const ticket = await d.ticketOf(one.number);
    d.twilio.world.tells = false;
    const reply = await d.reply(ticket.id, 'Hello');
    await expect.poll(() => one.inbox.length, SOON).toBe(1);
    const [message] = one.inbox;
    if (message) await one.tell(message, 'undelivered', 30_003);
    await expect
      .poll(async () => stateOf(ticket.id, reply.id), SOON)
      .toMatchObject({
        state: 'failed',
        failure: expect.stringMatching(/^recipient_unknown: .*30003/) as string,
      });
    d.twilio.world.tells = true;
  });

  it('who asks for no more gets no more, until they ask for it again', async () => {
    const one = customer();
    await one.send('Hello');
    const ticket = await d.ticketOf(one.number);
    const refuses = async () => {
      const detail = await d.data<{ conversations: Conversation[] }>(
        'admin',
        'GET',
        `/api/tickets/${ticket.id}`,
      );
      return detail.conversations[0]?.refuses_since ?? null;
    };
    await one.send(' Stop ');
    await expect.poll(refuses, SOON).not.toBeNull();
    const answer = await d.t.as('admin', 'POST', `/api/tickets/${ticket.id}/messages`, {
      client_key: 'after-stop',
      body: 'Wait',
      file_ids: [],
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'customer_refuses' } });
    await one.send('Please stop calling me');
    await one.send('MULAI');
    await one.send('start');
    await expect.poll(refuses, SOON).toBeNull();
    await d.reply(ticket.id, 'Welcome back');
    await expect.poll(() => one.inbox.length, SOON).toBe(1);
  });

  it(
    'who asks for no more wakes nobody by it, and waits no more until they ask for it again',
    { tags: 'full' },
    async () => {
      const one = customer();
      await one.send('Hello');
      const { id } = await d.ticketOf(one.number);
      type Detail = { ticket: Ticket; conversations: Conversation[] };
      const state = async () => {
        const { ticket, conversations } = await d.data<Detail>('admin', 'GET', `/api/tickets/${id}`);
        const { clocks } = await d.data<{ clocks: SlaClock[] }>('admin', 'GET', `/api/tickets/${id}/sla`);
        const first = clocks.find(({ kind }) => kind === 'first_response');
        const isWaiting = ticket.waiting_since !== null;
        return {
          status: ticket.status,
          isWaiting,
          isEnded: first?.ended_at !== null,
          on: conversations.at(-1)?.status,
        };
      };
      await expect
        .poll(state, SOON)
        .toEqual({ status: 'open', isWaiting: true, isEnded: false, on: 'waiting' });
      await one.send('STOP');
      await expect
        .poll(state, SOON)
        .toEqual({ status: 'open', isWaiting: false, isEnded: true, on: 'ended' });
      const entries = await d.data<Message[]>('admin', 'GET', `/api/tickets/${id}/timeline?limit=50`);
      expect(entries.find(({ body }) => body === 'STOP')?.extra?.wish).toBe('stop');
      await one.send('START');
      await expect
        .poll(state, SOON)
        .toEqual({ status: 'open', isWaiting: true, isEnded: false, on: 'waiting' });
    },
  );

  it('whose first message asks for no more has a ticket that is over', { tags: 'full' }, async () => {
    const one = customer();
    await one.send('STOP');
    const found = async () =>
      (await d.data<Ticket[]>('admin', 'GET', '/api/tickets?status=solved&sort=newest')).find(
        ({ customer_name: name }) => name === one.number,
      );
    await expect.poll(found, SOON).toMatchObject({ status: 'solved', waiting_since: null, unread: 0 });
  });

  it('what still waited to be sent to who asks for no more does not go out', async () => {
    const one = customer();
    await one.send('Hello');
    const ticket = await d.ticketOf(one.number);
    d.twilio.faults.plan(/Messages\.json$/, { status: 503 }, 1);
    const reply = await d.reply(ticket.id, 'Later');
    await expect
      .poll(async () => (await stateOf(ticket.id, reply.id))?.failure, SOON)
      .toMatch(/^provider_failed/);
    await one.send('berhenti');
    await expect
      .poll(async () => stateOf(ticket.id, reply.id), SOON)
      .toMatchObject({ state: 'failed', failure: 'recipient_refuses' });
    expect(one.inbox).toHaveLength(0);
  });

  it('an answer with a file is refused: text messages carry none', async () => {
    const one = customer();
    await one.send('Hello');
    const ticket = await d.ticketOf(one.number);
    const answer = await d.t.as('admin', 'POST', `/api/tickets/${ticket.id}/messages`, {
      client_key: 'with-a-file',
      body: 'Look',
      file_ids: ['00000000-0000-4000-8000-000000000000'],
    });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'file_ids' }] } });
  });

  it('words that the operator answers, and who wants no messages, get no automatic reply', async () => {
    const welcome = { is_on: true, text: { en: 'Welcome', id: '' } };
    const put = (replies: object, version: number) =>
      d.data('admin', 'PUT', `/api/auto-replies/${d.account.id}`, { version, replies });
    await put({ ...SUGGESTED_REPLIES, welcome }, 0);
    const [asks, stops, writes] = [customer(), customer(), customer()];
    await asks.send('HELP');
    await stops.send('Stop.');
    await stops.send('I mean it');
    await writes.send('Stop the delivery, please');
    await expect.poll(() => writes.inbox.map(({ text }) => text), SOON).toEqual(['Welcome']);
    const ticket = await d.ticketOf(stops.number);
    await expect.poll(() => bodies(ticket.id), SOON).toEqual(['Stop.', 'I mean it']);
    expect(await bodies((await d.ticketOf(asks.number)).id)).toEqual(['HELP']);
    await put(SUGGESTED_REPLIES, 1);
  });
});

it.each([
  ['https://a.example/x?y=1', ['https://a.example/x?y=1', 'https://a.example:443/x?y=1']],
  ['http://a.example/x', ['http://a.example/x', 'http://a.example:80/x']],
  ['https://a.example:8443/x', ['https://a.example:8443/x', 'https://a.example/x']],
  ['https://[::1]:443/x', ['https://[::1]:443/x', 'https://[::1]/x']],
])('%s is signed in two spellings', (url, spellings) => {
  expect(signedUrlVariants(url)).toEqual(spellings);
});
