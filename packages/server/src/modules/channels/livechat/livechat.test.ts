import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  LIMITS,
  type ConversationOffer,
  type Customer,
  type Message,
  type Ticket,
  type VisitorMessage,
} from '@trunkline/contract';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { mailServer } from '../../../../test/mail/mail-server.ts';
import type { Username } from '../../../../test/people.ts';
import { frameAncestors, isAllowedSite } from '#platform/http/sites';

let t: TestApp;
let key: string;
beforeAll(async () => {
  t = await testApp();
  key = await t.widget();
});
afterAll(() => t.close());

let count = 0;
const uniqueKey = () => `chat-key-${(count += 1)}`;
type Chat = {
  data: {
    chat: { status: string; agent_name: string | null; position: number | null };
    messages: VisitorMessage[];
  };
};

const start = async (token: string, question = 'Where is my order?') =>
  t.call('POST', '/api/livechat/chat', { token, body: { client_key: uniqueKey(), name: 'Joko', question } });
const chatOf = async (token: string): Promise<Chat['data']> =>
  ((await t.call('GET', '/api/livechat/chat', { token })).body as Chat).data;
const offersOf = async (username: Username): Promise<ConversationOffer[]> =>
  ((await t.as(username, 'GET', '/api/conversations/offers')).body as { data: ConversationOffer[] }).data;
const screens = new Map<Username, Socket>();
/** Opens the user's page, and sets their activity. */
async function beReady(username: Username, activity = 6) {
  if (!screens.get(username)?.connected) screens.set(username, await t.connect(username));
  return t.as(username, 'PUT', '/api/user/activity', { user_activity_id: activity });
}
const ticketOf = async (id: number): Promise<Ticket> =>
  ((await t.as('admin', 'GET', `/api/tickets/${id}`)).body as { data: { ticket: Ticket } }).data.ticket;

async function offered(username: Username): Promise<ConversationOffer> {
  await expect
    .poll(() => offersOf(username).then((offers) => offers.length), { timeout: 5000 })
    .toBeGreaterThan(0);
  const [offer] = await offersOf(username);
  if (!offer) throw new Error('no offer');
  return offer;
}

describe('a visitor', () => {
  it('writes, an agent takes it, answers and solves it', async () => {
    await beReady('dewi');
    const token = await t.visitor(key);
    await start(token);
    expect((await chatOf(token)).chat).toMatchObject({ status: 'waiting', position: 1 });
    const offer = await offered('dewi');
    expect(offer).toMatchObject({ customer_name: 'Joko', preview: 'Where is my order?' });
    expect(
      (await t.as('dewi', 'POST', `/api/conversations/${offer.conversation_id}/accept`, {})).status,
    ).toBe(200);
    for (const kind of ['reply', 'note'])
      await t.as('dewi', 'PUT', `/api/tickets/${offer.ticket_id}/draft`, { kind, body: 'Let me' });
    const body = { client_key: uniqueKey(), body: 'Let me look' };
    await t.as('dewi', 'POST', `/api/tickets/${offer.ticket_id}/messages`, body);
    expect((await t.as('dewi', 'GET', `/api/tickets/${offer.ticket_id}`)).body).toMatchObject({
      data: { drafts: [{ kind: 'note' }] },
    });
    await t.as('dewi', 'POST', `/api/tickets/${offer.ticket_id}/messages`, body);
    await t.as('dewi', 'POST', `/api/tickets/${offer.ticket_id}/notes`, {
      client_key: uniqueKey(),
      body: 'Not for the customer',
    });
    const { chat, messages } = await chatOf(token);
    expect(chat).toMatchObject({ status: 'active', agent_name: 'Dewi' });
    expect(messages.map(({ from, author, body: text }) => [from, author, text])).toEqual([
      ['visitor', 'Joko', 'Where is my order?'],
      ['agent', 'Dewi', 'Let me look'],
    ]);
    const { version } = await ticketOf(offer.ticket_id);
    await t.as('dewi', 'POST', `/api/tickets/${offer.ticket_id}/solve`, { version });
    expect((await chatOf(token)).chat.status).toBe('ended');
    await beReady('dewi', 1);
  });

  it('never reads what belongs to another visitor', async () => {
    const [mine, other] = [await t.visitor(key), await t.visitor(key)];
    await start(mine, 'My secret');
    await start(other, 'Other question');
    const uploaded = await upload(mine, 'secret.txt', 'text/plain', 'my file');
    expect(JSON.stringify(await chatOf(other))).not.toContain('secret');
    const stolen = await t.call('POST', '/api/livechat/chat/messages', {
      token: other,
      body: { client_key: uniqueKey(), body: 'x', file_ids: [uploaded.id] },
    });
    expect(stolen.body).toMatchObject({ code: 'invalid_reference' });
    expect((await t.call('GET', uploaded.url.replace(/signature=.*/, 'signature=forged'))).status).toBe(404);
    expect((await t.call('GET', uploaded.url)).body).toBe('my file');
    expect((await t.call('GET', '/api/tickets', { token: mine })).status).toBe(401);
    expect((await t.call('GET', '/api/livechat/chat', { token: await t.signIn('dewi') })).status).toBe(401);
  });

  it('is stored once however often the same message arrives, also at the same moment', async () => {
    const token = await t.visitor(key);
    await start(token);
    const body = { client_key: uniqueKey(), body: 'Only once' };
    await Promise.all(
      Array.from({ length: 8 }, () => t.call('POST', '/api/livechat/chat/messages', { token, body })),
    );
    expect((await chatOf(token)).messages.filter((message) => message.body === 'Only once').length).toBe(1);
  });

  it('whose first messages arrive at the same moment has one conversation', async () => {
    const token = await t.visitor(key);
    await Promise.all(Array.from({ length: 5 }, () => start(token, 'Hello')));
    const { rows } = await t.platform.db.pool.query(
      `select count(distinct ticket_id)::int as n from conversations where address = (select max(id)::text from livechat_visitors)`,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('who returns within the window continues the ticket, later starts a new one', async () => {
    const token = await t.visitor(key);
    await start(token, 'First');
    const { rows } = await t.platform.db.pool.query<{ id: number }>(
      'select max(ticket_id) as id from conversations',
    );
    const first = rows[0]?.id ?? 0;
    const solve = async (id: number) =>
      t.as('admin', 'POST', `/api/tickets/${id}/solve`, { version: (await ticketOf(id)).version });
    await solve(first);
    const write = (body: string) =>
      t.call('POST', '/api/livechat/chat/messages', { token, body: { client_key: uniqueKey(), body } });
    await write('Once more');
    expect((await ticketOf(first)).status).toBe('open');
    await solve(first);
    t.clock.advance(73 * 3_600_000);
    await write('Much later');
    expect((await ticketOf(first)).status).toBe('solved');
    expect((await chatOf(token)).messages.map((message) => message.body)).toEqual([
      'First',
      'Once more',
      'Much later',
    ]);
  });
});

describe('whoever types somebody else’s address', () => {
  it('does not become that customer, and the agent is told what was claimed', async () => {
    const identities = [{ kind: 'email', value: 'adam@mail.example' }];
    await t.as('dewi', 'POST', '/api/customers', { name: 'Adam Fischer', identities });
    const token = await t.visitor(key);
    const form = {
      client_key: uniqueKey(),
      name: 'Mallory',
      email: 'ADAM@mail.example',
      question: 'Change my address',
    };
    await t.call('POST', '/api/livechat/chat', { token, body: form });
    const { body } = await t.as('dewi', 'GET', '/api/tickets?q=Change%20my%20address');
    const [ticket] = (body as { data: Ticket[] }).data;
    expect(ticket?.customer_name).toBe('Mallory');
    const { body: seen } = await t.as('dewi', 'GET', `/api/customers/${ticket?.customer_id}`);
    expect(seen).toMatchObject({
      data: { identities: [], note: 'Gave adam@mail.example, which belongs to Adam Fischer. Not verified.' },
    });
  });

  it('is noted in the workspace’s language', async () => {
    await t.as('admin', 'PATCH', '/api/configs/app', { default_language: 'id' });
    const form = { client_key: uniqueKey(), name: 'Mallory', email: 'adam@mail.example', question: 'Halo' };
    await t.call('POST', '/api/livechat/chat', { token: await t.visitor(key), body: form });
    await t.as('admin', 'PATCH', '/api/configs/app', { default_language: 'en' });
    const { body } = await t.as('dewi', 'GET', '/api/customers?q=Mallory');
    expect((body as { data: Customer[] }).data.map(({ note }) => note)).toContain(
      'Memberikan adam@mail.example, yang milik Adam Fischer. Belum terverifikasi.',
    );
  });
});

describe('a widget that is switched off', () => {
  it('stops visitors who hold a token already', async () => {
    const other = await t.widget();
    const token = await t.visitor(other);
    const { rows } = await t.platform.db.pool.query<{ id: number }>(
      'select id from channel_accounts where key = $1',
      [other],
    );
    await t.as('admin', 'PATCH', `/api/widgets/${rows[0]?.id}`, { is_active: false });
    expect((await start(token)).status).toBe(401);
  });
});

describe('a visitor who floods the socket', () => {
  it('is cut off, and nobody waits for it', async () => {
    // Only to start listening; this user gets no chats in later tests, as they will be counted as gone in a moment.
    (await t.connect('qa')).disconnect();
    const token = await t.visitor(key);
    await start(token);
    const socket = io(`${t.url()}/livechat`, {
      auth: { token },
      transports: ['websocket'],
      reconnection: false,
    });
    const isCut = new Promise((resolve) => socket.on('disconnect', resolve));
    await new Promise((resolve) => socket.on('connect', () => resolve(undefined)));
    for (let n = 0; n < 5000; n += 1) socket.emit('typing', { typing: n % 2 === 0 });
    await isCut;
    expect((await t.as('dewi', 'GET', '/api/user')).status).toBe(200);
  });
});

describe('files', () => {
  it('are stored with a chat only, and not without end', async () => {
    const token = await t.visitor(key);
    expect((await sendFile(token, 'a.txt', 'text/plain', 'a')).statusCode).toBe(409);
    await start(token);
    const answers: number[] = [];
    for (let n = 0; n < 12; n += 1)
      answers.push((await sendFile(token, 'a.txt', 'text/plain', 'a')).statusCode);
    expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(answers.slice(10)).toEqual([429, 429]);
  });

  it('of an agent that no message names are not stored without end either', async () => {
    const token = await t.signIn('budi');
    const file = { name: 'a.txt', mime: 'text/plain', content: 'a' };
    expect((await sendTo('/api/files', token, file)).statusCode).toBe(200);
    const wait = `insert into files (id, name, mime, size, sha256, user_id)
      select gen_random_uuid(), 'b.txt', 'text/plain', 1, '', $1 from generate_series(2, $2::int)`;
    await t.platform.db.pool.query(wait, [t.idOf('budi'), LIMITS.filesWaiting]);
    expect((await sendTo('/api/files', token, file)).statusCode).toBe(429);
  });

  it('that are too large are refused, never cut short', { tags: 'full' }, async () => {
    const visitor = await t.visitor(key);
    await start(visitor);
    const agent = await t.signIn('dewi');
    const send = async (token: string, bytes: number, url = '/api/livechat/chat/files') => {
      const file = { name: 'a.bin', mime: 'text/plain', content: 'x'.repeat(bytes) };
      return (await sendTo(url, token, file)).json<{ code?: string; data?: { size: number } }>();
    };
    expect(await send(visitor, LIMITS.visitorFileBytes)).toMatchObject({
      data: { size: LIMITS.visitorFileBytes },
    });
    expect(await send(visitor, LIMITS.visitorFileBytes + 1)).toMatchObject({ code: 'too_large' });
    expect(await send(agent, LIMITS.fileBytes, '/api/files')).toMatchObject({
      data: { size: LIMITS.fileBytes },
    });
    expect(await send(agent, LIMITS.fileBytes + 1, '/api/files')).toMatchObject({ code: 'too_large' });
    expect(await send(agent, LIMITS.fileBytes * 2, '/api/files')).toMatchObject({ code: 'too_large' });
  });

  it('that could run in a browser are only ever downloaded', async () => {
    const token = await t.visitor(key);
    await start(token);
    const page = await upload(token, 'evil.html', 'text/html', '<script>alert(1)</script>');
    const answer = await t.app.http.app.inject({ url: page.url });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-disposition']).toMatch(/^attachment/);
  });

  it('beyond the limit are refused and leave nothing behind', async () => {
    const token = await t.visitor(key);
    await start(token);
    const before = await t.platform.db.pool.query('select count(*)::int as n from files');
    const answer = await sendFile(
      token,
      'big.bin',
      'application/octet-stream',
      'x'.repeat(10 * 1024 * 1024 + 1),
    );
    expect(answer.statusCode).toBe(413);
    expect((await t.platform.db.pool.query('select count(*)::int as n from files')).rows).toEqual(
      before.rows,
    );
  });
});

describe('allowed sites', () => {
  it('are enforced where the widget asks, and told to the browser for the frame', async () => {
    const strict = await t.widget(['https://shop.example', '*.kopi.example']);
    const ask = (site: string) =>
      t.call('GET', `/api/livechat/${strict}`, { headers: { 'x-widget-site': site } });
    expect((await ask('https://shop.example')).status).toBe(200);
    expect((await ask('https://evil.example')).body).toMatchObject({ code: 'site_not_allowed' });
    expect(JSON.stringify((await ask('https://shop.example')).body)).not.toContain('kopi.example');
  });

  it.each([
    ['https://shop.example', ['https://shop.example'], true],
    ['http://shop.example', ['https://shop.example'], false],
    ['https://shop.example.evil.example', ['shop.example'], false],
    ['https://evilkopi.example', ['*.kopi.example'], false],
    ['https://www.kopi.example', ['*.kopi.example'], true],
    ['null', ['shop.example'], false],
    ['https://anything.example', [], true],
  ])('%s against %j is %s', (origin, allowed, expected) => {
    expect(isAllowedSite(origin, allowed)).toBe(expected);
  });

  it('cannot smuggle anything into the header', () => {
    expect(frameAncestors(['https://a.example; script-src *', '*.b.example'])).toBe("'self' *.b.example");
  });
});

describe('offers', () => {
  beforeEach(async () => {
    await t.platform.db.pool.query(`update conversations set status = 'ended', offered_to = null`);
    for (const name of ['dewi', 'budi', 'sarah'] as const) await beReady(name, 1);
  });

  it('go to the longest idle, to the next when declined or not taken in time, and never to another department', async () => {
    await beReady('dewi');
    await beReady('budi');
    await beReady('sarah');
    await start(await t.visitor(key));
    const first = await offered('dewi');
    expect(await offersOf('budi')).toEqual([]);
    await t.as('dewi', 'POST', `/api/conversations/${first.conversation_id}/decline`, {});
    const second = await offered('budi');
    expect(second.conversation_id).toBe(first.conversation_id);
    expect(
      (await t.as('dewi', 'POST', `/api/conversations/${first.conversation_id}/accept`, {})).body,
    ).toMatchObject({ code: 'offer_gone' });
    t.clock.advance(31_000);
    await t.app.modules.conversations.endOffers();
    expect(await offersOf('budi')).toEqual([]);
    t.clock.advance(61_000);
    for (const name of ['dewi', 'budi', 'sarah'] as const)
      await t.app.modules.agents.markSeen([t.idOf(name)]);
    await t.app.modules.conversations.route();
    await offered('dewi');
    expect(await offersOf('sarah')).toEqual([]);
  });

  it(
    'stand on the time line once for each person, wait and reason, however often nobody takes it',
    { tags: 'full' },
    async () => {
      await beReady('dewi');
      await start(await t.visitor(key));
      const { ticket_id: ticketId, conversation_id: id } = await offered('dewi');
      const timeline = `/api/tickets/${ticketId}/timeline`;
      const lines = async () =>
        ((await t.as('admin', 'GET', timeline)).body as { data: Message[] }).data.flatMap(({ event }) =>
          event?.type === 'offered' ? 'offered' : event?.type === 'offer_missed' ? event.reason : [],
        );
      const decline = () => t.as('dewi', 'POST', `/api/conversations/${id}/decline`, {});
      async function expire(): Promise<void> {
        t.clock.advance(31_000);
        await t.app.modules.conversations.endOffers();
      }
      async function reconnect(): Promise<void> {
        t.clock.advance(61_000);
        await t.app.modules.agents.markSeen([t.idOf('dewi')]);
        await t.app.modules.conversations.route();
        await offered('dewi');
      }
      for (let n = 0; n < 3; n += 1) {
        await expire();
        await reconnect();
      }
      expect(await lines()).toEqual(['offered', 'timeout']);
      await decline();
      await reconnect();
      await decline();
      expect(await lines()).toEqual(['offered', 'timeout', 'declined']);
      const { rows } = await t.platform.db.pool.query<{ outcome: string }>(
        'select outcome from conversation_offers where conversation_id = $1 order by id',
        [id],
      );
      expect(rows.map(({ outcome }) => outcome)).toEqual([
        'timeout',
        'timeout',
        'timeout',
        'declined',
        'declined',
      ]);

      // Once taken and given back, the chat is offered to the same agents again.
      await t.as('dewi', 'POST', `/api/tickets/${ticketId}/take`, {});
      const { version } = await ticketOf(ticketId);
      const nobody = { version, assignee_id: null };
      expect((await t.as('admin', 'POST', `/api/tickets/${ticketId}/assign`, nobody)).status).toBe(200);
      await t.app.modules.conversations.route();
      await offered('dewi');
      await expire();
      expect(await lines()).toEqual(['offered', 'timeout', 'declined', 'offered', 'timeout']);
    },
  );

  it('never exceed what a person may hold, and nobody is forgotten', async () => {
    await beReady('dewi');
    for (let n = 0; n < 6; n += 1) await start(await t.visitor(key), `Question ${n}`);
    await expect.poll(() => offersOf('dewi').then((offers) => offers.length)).toBe(4);
    await beReady('budi');
    await offered('budi');
    await expect.poll(() => offersOf('budi').then((offers) => offers.length)).toBe(2);
  });

  it('are withdrawn from whoever goes on a break', async () => {
    await beReady('dewi');
    await start(await t.visitor(key));
    await offered('dewi');
    await t.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 3, break_reason_id: 1 });
    await expect.poll(() => offersOf('dewi').then((offers) => offers.length)).toBe(0);
    await beReady('budi');
    await offered('budi');
  });

  it('are not made to somebody whose screen has been closed for a minute', async () => {
    await beReady('dewi');
    screens.get('dewi')?.disconnect();
    t.clock.advance(61_000);
    await start(await t.visitor(key));
    await t.app.modules.conversations.route();
    expect(await offersOf('dewi')).toEqual([]);
    await t.app.modules.agents.noticeGone();
    expect((await t.as('dewi', 'GET', '/api/user')).body).toMatchObject({ data: { user_activity_id: 1 } });
    const { rows } = await t.platform.db.pool.query(
      'select user_activity_id, cause from user_activity_log where user_id = $1 order by id desc limit 1',
      [t.idOf('dewi')],
    );
    expect(rows).toEqual([{ user_activity_id: 1, cause: 'gone' }]);
    await t.connect('dewi');
    const activity = async () =>
      ((await t.as('dewi', 'GET', '/api/user')).body as { data: { user_activity_id: number } }).data
        .user_activity_id;
    await expect.poll(activity).toBe(6);
  });
});

describe('the offline form', () => {
  it('makes an open ticket that is offered to nobody', async () => {
    await beReady('dewi', 1);
    const token = await t.visitor(key);
    const body = {
      client_key: uniqueKey(),
      name: 'Siti',
      email: 'siti@example.com',
      body: 'Please call me back',
    };
    expect((await t.call('POST', '/api/livechat/chat/offline', { token, body })).status).toBe(200);
    const { body: found } = await t.as('dewi', 'GET', '/api/tickets?q=call%20me%20back');
    const [ticket] = (found as { data: Ticket[] }).data;
    expect(ticket).toMatchObject({
      customer_name: 'Siti',
      status: 'open',
      assignee_id: null,
      last_message: 'Please call me back',
    });
    const { body: lines } = await t.as('dewi', 'GET', `/api/tickets/${ticket?.id}/timeline`);
    expect((lines as { data: Message[] }).data.map(({ kind }) => kind)).toEqual([
      'event',
      'event',
      'inbound',
    ]);
  });
});

describe('mail', () => {
  it('brings the transcript, and what is answered to somebody who has left', { tags: 'full' }, async () => {
    const mails: string[] = [];
    const smtp = await mailServer(mails);
    const mail = {
      host: '127.0.0.1',
      port: smtp.port,
      secure: false,
      username: '',
      from: 'desk@shop.example',
    };
    await t.as('admin', 'PATCH', '/api/configs/app', { mail });
    const token = await t.visitor(key);
    const form = {
      client_key: uniqueKey(),
      name: 'Wulan',
      email: 'wulan@mail.example',
      question: 'Do you ship to Bali?',
    };
    await t.call('POST', '/api/livechat/chat', { token, body: form });
    const transcript = (email: string) =>
      t.call('POST', '/api/livechat/chat/transcript', { token, body: { email } });
    expect((await transcript('wulan@mail.example')).status).toBe(409);
    const { rows: chats } = await t.platform.db.pool.query<{ id: number }>(
      'select max(ticket_id) as id from conversations',
    );
    await t.as('dewi', 'POST', `/api/tickets/${chats[0]?.id}/take`, {});
    const reply = (text: string) =>
      t.as('dewi', 'POST', `/api/tickets/${chats[0]?.id}/messages`, { client_key: uniqueKey(), body: text });
    expect((await transcript('wulan@mail.example')).status).toBe(409);
    await reply('To all of Indonesia.');
    expect((await transcript('victim@mail.example')).status).toBe(409);
    const secondForm = {
      ...form,
      client_key: uniqueKey(),
      email: 'victim@mail.example',
      question: 'Buy gold',
    };
    await t.call('POST', '/api/livechat/chat', { token, body: secondForm });
    expect((await transcript('victim@mail.example')).status).toBe(409);
    expect((await transcript('wulan@mail.example')).status).toBe(200);
    await expect.poll(() => mails.length, { timeout: 10_000 }).toBe(1);
    expect(mails[0]).toContain('Do you ship to Bali?');

    // A new conversation: now the new address counts, and only after an answer in it.
    await t.call('POST', '/api/livechat/chat/end', { token, body: {} });
    await t.call('POST', '/api/livechat/chat', { token, body: { ...secondForm, client_key: uniqueKey() } });
    expect((await transcript('victim@mail.example')).status).toBe(409);
    await reply('Please do not.');
    expect((await transcript('wulan@mail.example')).status).toBe(409);
    const answers: number[] = [];
    for (let n = 0; n < 5; n += 1) answers.push((await transcript('victim@mail.example')).status);
    expect(answers).toEqual([200, 200, 200, 200, 429]);
    await expect.poll(() => mails.length, { timeout: 10_000 }).toBe(5);
    expect(mails[1]).not.toContain('Do you ship to Bali?');
    t.clock.advance(25 * 3_600_000);
    expect((await transcript('victim@mail.example')).status).toBe(200);
    await expect.poll(() => mails.length, { timeout: 10_000 }).toBe(6);
    await t.call('POST', '/api/livechat/chat/end', { token, body: {} });
    await t.call('POST', '/api/livechat/chat/offline', {
      token,
      body: { client_key: uniqueKey(), name: 'Wulan', email: 'wulan@mail.example', body: 'And to Java?' },
    });
    await t.call('POST', '/api/livechat/chat/end', { token, body: {} });
    const { rows } = await t.platform.db.pool.query<{ id: number }>(
      'select max(ticket_id) as id from conversations',
    );
    const body = { client_key: uniqueKey(), body: 'Yes, within three days.' };
    await t.as('admin', 'POST', `/api/tickets/${rows[0]?.id}/messages`, body);
    await expect.poll(() => mails.length, { timeout: 10_000 }).toBe(7);
    expect(mails[6]).toMatch(/To: wulan@mail\.example[\s\S]*Yes, within three days\./);
    await smtp.close();
  });
});

type Uploaded = { id: string; url: string };

const sendFile = (token: string, name: string, mime: string, content: string) =>
  sendTo('/api/livechat/chat/files', token, { name, mime, content });

async function sendTo(url: string, token: string, file: { name: string; mime: string; content: string }) {
  const boundary = 'trunkline-test-boundary';
  const payload = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: ${file.mime}\r\n\r\n${file.content}\r\n--${boundary}--\r\n`;
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
  };
  return t.app.http.app.inject({ method: 'POST', url, headers, payload });
}

async function upload(token: string, name: string, mime: string, content: string): Promise<Uploaded> {
  const answer = await sendFile(token, name, mime, content);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: Uploaded }>().data;
}
