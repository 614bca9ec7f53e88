import { once } from 'node:events';
import net from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagingDesk, type MessagingDesk } from '../../../../test/messaging/messaging-desk.ts';

const SOON = { timeout: 15_000 };
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('WhatsApp', () => {
  let d: MessagingDesk;
  let count = 0;
  beforeAll(async () => {
    d = await messagingDesk();
  });
  afterAll(() => d.close());

  const customer = () => {
    count += 1;
    return d.meta.phone(`62811000${String(count).padStart(4, '0')}`, `Customer ${count}`);
  };
  const bodies = async (ticketId: number) => (await d.emails(ticketId)).map(({ body }) => body);

  it('a message becomes a ticket, the answer reaches the phone, and its states come back', async () => {
    const rina = customer();
    await rina.send('Is my grinder ready?');
    const ticket = await d.ticketOf(rina.name);
    expect(ticket).toMatchObject({ media_id: 4, unread: 1, last_message: 'Is my grinder ready?' });

    const reply = await d.reply(ticket.id, 'It is. Come by when you like.');
    expect(reply.state).toBe('queued');
    await expect
      .poll(() => rina.inbox.map(({ text }) => text), SOON)
      .toEqual(['It is. Come by when you like.']);
    const state = async () => (await d.message(ticket.id, reply.id))?.state;
    await expect.poll(state, SOON).toBe('delivered');
    await rina.read();
    await expect.poll(state, SOON).toBe('read');

    await rina.send('Thank you');
    await expect
      .poll(() => bodies(ticket.id), SOON)
      .toEqual(['Is my grinder ready?', 'It is. Come by when you like.', 'Thank you']);
  });

  it('a delivery is stored and answered while nothing can be made of it yet', async () => {
    const one = customer();
    const { db } = d.t.platform;
    const stored = () =>
      db.q.selectFrom('messaging_deliveries').select('state').orderBy('id', 'desc').limit(1).execute();
    await db.transaction(async (tx) => {
      // Senders are looked up in this table, so no message can be processed until this transaction ends.
      await sql`lock table messaging_contacts in access exclusive mode`.execute(tx.q);
      await one.send('Is anybody there?');
      expect(await stored()).toEqual([{ state: 'received' }]);
    });
    expect((await d.ticketOf(one.name)).last_message).toBe('Is anybody there?');
  });

  it('tells the desk under the names of the specification', async () => {
    const receivedEvents = async (name: string) =>
      (
        await d.t.platform.db.pool.query<{ payload: object; rooms: string[] }>(
          'select payload, rooms from events where name = $1 order by seq',
          [name],
        )
      ).rows;
    const one = customer();
    await one.send('Hello');
    const ticket = await d.ticketOf(one.name);
    await d.reply(ticket.id, 'Hello yourself');
    const counts = (await receivedEvents('whatsapp-notif')).length;
    await one.send('And then?');
    await expect.poll(async () => (await receivedEvents('whatsapp-notif')).length, SOON).toBe(counts + 1);
    expect((await receivedEvents('whatsapp-notif')).at(-1)).toEqual({
      payload: { total: expect.any(Number) },
      rooms: [`user:${d.t.idOf('admin')}`],
    });
    expect((await receivedEvents('whatsapp-message')).at(-1)).toMatchObject({
      payload: { body: 'And then?', media_id: 4, kind: 'inbound' },
      rooms: [`ticket:${ticket.id}`],
    });
  });

  it('the same message delivered again, in whatever wrapping, is one', async () => {
    const one = customer();
    const id = await one.send('Only once');
    await one.write({ type: 'text', text: { body: 'Only once' } }, id);
    await one.write({ type: 'text', text: { body: 'Only once' }, referral: { source_url: 'x' } }, id);
    await one.send('After it');
    const ticket = await d.ticketOf(one.name);
    await expect.poll(() => bodies(ticket.id), SOON).toEqual(['Only once', 'After it']);
  });

  it('what is told of a message before it comes waits for it', async () => {
    const early = customer();
    await early.send('Hello');
    const ticket = await d.ticketOf(early.name);
    const id = 'wamid.that-comes-later';
    await early.react(id, '🎉');
    await early.write({ type: 'text', text: { body: 'Late' } }, id);
    await expect
      .poll(async () => (await d.emails(ticket.id)).at(-1), SOON)
      .toMatchObject({ body: 'Late', extra: { kind: 'text', reactions: [{ emoji: '🎉', by: 'customer' }] } });
  });

  it('a photo is there at once, and its bytes follow, judged by what they are', async () => {
    const photo = customer();
    await photo.sendFile('image', 'image/jpeg', PNG, { caption: 'This one' });
    const ticket = await d.ticketOf(photo.name);
    await expect
      .poll(async () => (await d.emails(ticket.id))[0]?.attachments, SOON)
      .toMatchObject([{ mime: 'image/png', size: PNG.length }]);
    const [message] = await d.emails(ticket.id);
    expect(message).toMatchObject({ body: 'This one', extra: { kind: 'image' } });
    expect(message?.extra?.media).toBeUndefined();
    const file = await d.t.as('admin', 'GET', message?.attachments[0]?.url ?? '');
    expect(file.status).toBe(200);
  });

  it.each([
    [
      'a place',
      { type: 'location', location: { latitude: -6.2, longitude: 106.8, name: 'Kopi Kita' } },
      '📍 Kopi Kita',
    ],
    [
      'a contact',
      { type: 'contacts', contacts: [{ name: { formatted_name: 'Budi' }, phones: [{ phone: '+62811' }] }] },
      '👤 Budi',
    ],
    [
      'a button',
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'y', title: 'Yes' } } },
      'Yes',
    ],
    ['something unknown', { type: 'hologram', hologram: { depth: 3 } }, '❔ hologram'],
  ])('%s is shown as what it is', async (_name, content, preview) => {
    const one = customer();
    await one.write(content);
    const ticket = await d.ticketOf(one.name);
    expect(ticket.last_message).toBe(preview);
  });

  it('below a photo the words are edited too, and stay where an edit has none', async () => {
    const one = customer();
    const id = await one.sendFile('image', 'image/png', PNG, { caption: 'The left one' });
    const ticket = await d.ticketOf(one.name);
    const edit = (message: object) => one.write({ type: 'edit', edit: { original_message_id: id, message } });
    await edit({ type: 'image', image: { id: '1', caption: 'The right one' } });
    await expect.poll(() => bodies(ticket.id), SOON).toEqual(['The right one']);
    await edit({ type: 'hologram', hologram: {} });
    await one.send('That is all');
    await expect.poll(() => bodies(ticket.id), SOON).toEqual(['The right one', 'That is all']);
  });

  it('edited and taken back by the customer, an answer to one of ours', async () => {
    const one = customer();
    const id = await one.send('The left one');
    const ticket = await d.ticketOf(one.name);
    await one.write({
      type: 'edit',
      edit: { original_message_id: id, message: { text: { body: 'The right one' } } },
    });
    await expect.poll(() => bodies(ticket.id), SOON).toEqual(['The right one']);
    await one.write({ type: 'revoke', revoke: { original_message_id: id } });
    await expect
      .poll(async () => (await d.emails(ticket.id))[0]?.extra?.deleted_at, SOON)
      .toEqual(expect.any(String));
    const reply = await d.reply(ticket.id, 'Which of them?');
    await expect.poll(() => one.inbox.length, SOON).toBe(1);
    await one.send('This', { context: { id: one.inbox[0]?.id } });
    await expect
      .poll(async () => (await d.emails(ticket.id)).at(-1)?.extra?.reply_to, SOON)
      .toEqual({ message_id: reply.id, preview: 'Which of them?' });
  });

  it('files go out with the text below the first', async () => {
    const one = customer();
    await one.send('Send me the bill');
    const ticket = await d.ticketOf(one.name);
    const { token } = { token: await d.t.signIn('admin') };
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(PNG)], { type: 'image/png' }), 'bill.png');
    const stored = await fetch(`${d.t.url()}/api/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    const { data: file } = (await stored.json()) as { data: { id: string } };
    await d.reply(ticket.id, 'Here it is', { file_ids: [file.id] });
    await expect.poll(() => one.inbox[0]?.text, SOON).toBe('Here it is');
    expect(one.inbox[0]).toMatchObject({ type: 'image', file: { bytes: PNG } });
  });

  it('who hides their number is answered by their id', async () => {
    const id = 'ID.13491208655302741918';
    const hidden = d.meta.phone(id, 'lia.hidden');
    await hidden.write({ type: 'text', from: undefined, from_user_id: id, text: { body: 'Guess who' } });
    const ticket = await d.ticketOf(hidden.name);
    await d.reply(ticket.id, 'Lia!');
    await expect.poll(() => hidden.inbox.map(({ text }) => text), SOON).toEqual(['Lia!']);
    expect(hidden.inbox[0]?.raw).toMatchObject({ recipient: id });
  });

  it('a forged delivery is refused, counted, and leaves nothing', async () => {
    const before = d.account.health.refused;
    const payload = { object: 'whatsapp_business_account', entry: [] };
    expect(await d.meta.deliver(payload, 'sha256=00')).toBe(401);
    expect(await d.meta.deliver(payload, '')).toBe(401);
    const [after] = await d.data<{ health: { refused: number } }[]>(
      'admin',
      'GET',
      '/api/messaging-accounts',
    );
    expect(after?.health.refused).toBe(before + 2);
  });

  it('secrets work as they were copied, with a line break behind them', async () => {
    const path = `/api/messaging-accounts/${d.account.id}`;
    const secrets = { access_token: `${d.meta.accessToken}\n`, app_secret: ` ${d.meta.appSecret}\r\n` };
    await d.data('admin', 'PATCH', path, secrets);
    expect(await d.data('admin', 'POST', `${path}/test`, {})).toMatchObject({ fault: null });
    expect(await d.meta.deliver({ object: 'whatsapp_business_account', entry: [] })).toBe(200);
  });

  it('the handshake gives the challenge to who knows the token only', async () => {
    const at = (token: string) =>
      fetch(`${d.meta.world.webhook}?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`);
    const good = await at(d.account.verify_token);
    expect([good.status, await good.text()]).toEqual([200, '1158201444']);
    expect((await at('guessed')).status).toBe(403);
  });

  it.each([
    ['a key that nobody has', `whatsapp/${'k'.repeat(43)}`, 404, 'not_found'],
    ['a provider that there is not', 'carrier-pigeon/key', 400, 'invalid'],
  ])('what is brought to %s is refused before it is read', async (_name, path, status, code) => {
    const { port } = new URL(d.t.url());
    const socket = net.connect(Number(port), '127.0.0.1');
    const size = 4 * 1024 * 1024;
    // Only the beginning of the body is ever sent.
    socket.write(
      `POST /api/webhooks/${path} HTTP/1.1\r\nhost: desk\r\ncontent-type: application/json\r\ncontent-length: ${size}\r\n\r\n{"object":`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    const [head = '', body = '{}'] = answer.toString().split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body)).toMatchObject({ code });
    socket.destroy();
  });

  it('a delivery cut in the middle is kept, and what comes after it goes on', async () => {
    const one = customer();
    expect(await d.meta.deliverText('{"object":"whatsapp_business_account","entry":[{"id"')).toBe(200);
    await one.send('Still here');
    const ticket = await d.ticketOf(one.name);
    expect(ticket.last_message).toBe('Still here');
    const storedMessages = () =>
      d.t.platform.db.q
        .selectFrom('messaging_deliveries')
        .select(['state', 'attempts'])
        .where('state', '=', 'received')
        .execute();
    await expect.poll(storedMessages, SOON).toEqual([{ state: 'received', attempts: 1 }]);
  });
});
