import type { MessagingAccount } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagingDesk, type MessagingDesk } from '../../../../../test/messaging/messaging-desk.ts';

const SOON = { timeout: 15_000 };

/** Customers may send anything, and whatever agents type must be delivered. */
describe('WhatsApp, with what nobody expects', () => {
  let d: MessagingDesk;
  let count = 0;
  beforeAll(async () => {
    d = await messagingDesk();
  });
  afterAll(() => d.close());

  const customer = (name?: string) => {
    count += 1;
    return d.meta.phone(`62812000${String(count).padStart(4, '0')}`, name ?? `Customer ${count}`);
  };
  const place = (name: string) => ({ type: 'location', location: { latitude: 1, longitude: 2, name } });

  it.each([
    ['a zero byte in the words', { type: 'text', text: { body: 'Be\u0000fore' } }, 'Before'],
    ['a zero byte in a name', place('Ko\u0000pi'), '📍 Ko pi'],
    ['half a character', place('Kopi \ud83d'), '📍 Kopi \ufffd'],
    ['a name that turns the text around', place('photo\u202egpj.exe'), '📍 photo gpj.exe'],
    ['a time far ahead', { type: 'text', text: { body: 'Ahead' }, timestamp: '8640000000000' }, 'Ahead'],
  ])('takes in %s', async (_name, content, preview) => {
    const one = customer();
    await one.write(content);
    expect((await d.ticketOf(one.name)).last_message).toBe(preview);
  });

  it('a clock that is ahead does not keep the time for free answers open', async () => {
    const one = customer();
    await one.send('Hello', { timestamp: '9999999999' });
    const ticket = await d.ticketOf(one.name);
    const contact = await d.t.platform.db.q
      .selectFrom('messaging_contacts')
      .select('last_in_at')
      .where('address', '=', one.number)
      .executeTakeFirstOrThrow();
    expect(new Date(contact.last_in_at ?? '').getTime()).toBeLessThanOrEqual(Date.now());
    expect(ticket.last_message).toBe('Hello');
  });

  it('names are cut to what a list can show, and one of nothing visible is the number', async () => {
    const long = customer('N'.repeat(10_000));
    await long.write(place('P'.repeat(10_000)));
    const ticket = await d.ticketOf('N'.repeat(120));
    const [message] = await d.emails(ticket.id);
    expect(message?.extra?.location?.name).toHaveLength(300);
    const unseen = customer('\u200b\u200d\u2060');
    await unseen.send('Who am I?');
    await d.ticketOf(unseen.number);
  });

  it(
    'a text longer than any says where it was cut, and its delivery is kept whole',
    { tags: 'full' },
    async () => {
      const one = customer();
      await one.write({ type: 'text', text: { body: 'x'.repeat(70_000) } });
      const [message] = await d.emails((await d.ticketOf(one.name)).id);
      expect(message?.body).toHaveLength(65_536);
      expect(message?.extra).toEqual({ kind: 'text', cut: { after: 65_536, of: 70_000 } });
    },
  );

  it(
    'a message from nobody stays unprocessed, and the others of its delivery come in',
    { tags: 'full' },
    async () => {
      const one = customer();
      const text = { type: 'text', timestamp: String(Math.floor(Date.now() / 1000)) };
      const messages = [
        { ...text, id: 'wamid.of-nobody', from: '', text: { body: 'Who am I?' } },
        { ...text, id: 'wamid.of-somebody', from: one.number, text: { body: 'Hello' } },
      ];
      const contacts = [{ wa_id: one.number, profile: { name: one.name } }];
      const value = { metadata: { phone_number_id: d.account.address }, contacts, messages };
      await d.meta.deliver({
        object: 'whatsapp_business_account',
        entry: [{ changes: [{ field: 'messages', value }] }],
      });
      expect((await d.ticketOf(one.name)).last_message).toBe('Hello');
      const unprocessed = async () =>
        (await d.data<MessagingAccount[]>('admin', 'GET', '/api/messaging-accounts'))[0]?.health.unprocessed;
      await expect.poll(unprocessed, SOON).toMatchObject({ count: 1, reason: 'message without sender' });
    },
  );

  it('a reaction of somebody else leaves the customer’s where it is', { tags: 'full' }, async () => {
    const [one, other] = [customer(), customer()];
    const id = await one.send('Look');
    const ticket = await d.ticketOf(one.name);
    const emojis = async () =>
      (await d.emails(ticket.id))[0]?.extra?.reactions?.map(({ emoji }) => emoji).toSorted();
    await one.react(id, '🎉');
    await expect.poll(emojis, SOON).toEqual(['🎉']);
    await other.react(id, '👍');
    await expect.poll(async () => (await emojis())?.length, SOON).toBe(2);
    await other.react(id, '');
    await expect.poll(emojis, SOON).toEqual(['🎉']);
  });

  it('what is told of a message in the same breath finds it', async () => {
    const one = customer();
    const ids = Array.from({ length: 12 }, (_, at) => `wamid.breath-${at}`);
    for (const id of ids) {
      await one.write({ type: 'text', text: { body: id } }, id);
      await one.react(id, '👍');
    }
    const ticket = await d.ticketOf(one.name);
    await expect
      .poll(async () => (await d.emails(ticket.id)).map(({ extra }) => extra?.reactions?.length), SOON)
      .toEqual(ids.map(() => 1));
  });

  const upload = async (mime: string, name: string): Promise<string> => {
    const form = new FormData();
    form.set('file', new Blob(['bytes'], { type: mime }), name);
    const stored = await fetch(`${d.t.url()}/api/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await d.t.signIn('admin')}` },
      body: form,
    });
    const { data } = (await stored.json()) as { data: { id: string } };
    return data.id;
  };

  it('words with a sound, which has none below it, go before it', async () => {
    const one = customer();
    await one.send('How is it said?');
    const ticket = await d.ticketOf(one.name);
    const id = await upload('audio/mpeg', 'said.mp3');
    await d.reply(ticket.id, 'Listen to this', { file_ids: [id] });
    await expect
      .poll(() => one.inbox.map(({ type, text }) => [type, text]), SOON)
      .toEqual([
        ['text', 'Listen to this'],
        ['audio', ''],
      ]);
  });

  it(
    'words longer than WhatsApp takes go out as several messages, and all of them',
    { tags: 'full' },
    async () => {
      const one = customer();
      await one.send('Tell me everything');
      const ticket = await d.ticketOf(one.name);
      const words = Array.from({ length: 2000 }, (_, at) => `word${at}`).join(' ');
      const reply = await d.reply(ticket.id, words);
      await expect.poll(async () => (await d.message(ticket.id, reply.id))?.state, SOON).toBe('delivered');
      const texts = one.inbox.map(({ text }) => text);
      expect(texts.join(' ')).toBe(words);
      expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(4096);

      const id = await upload('image/png', 'map.png');
      const caption = words.slice(0, 2000);
      await d.reply(ticket.id, caption, { file_ids: [id] });
      await expect
        .poll(() => one.inbox.slice(texts.length).map(({ type, text }) => [type, text]), SOON)
        .toEqual([
          ['text', caption],
          ['image', ''],
        ]);
    },
  );

  it.each([
    ['an address that leads elsewhere', { address: '..' }, 'address'],
    ['an address with a path in it', { address: '1/2' }, 'address'],
    ['an address that is no number', { address: 'me' }, 'address'],
    ['no app secret', { app_secret: '' }, 'app_secret'],
    ['a token of two lines', { access_token: 'one\ntwo' }, 'access_token'],
    ['a token that no head of a request holds', { access_token: 'tokén' }, 'access_token'],
    [
      'a page’s account with a business of its own',
      { provider: 'messenger', business_id: '1' },
      'business_id',
    ],
    ['an Instagram account without its page', { provider: 'instagram', business_id: '' }, 'business_id'],
  ])('refuses an account with %s, and names the field', async (_name, wrong, path) => {
    const good = {
      provider: 'whatsapp',
      name: 'Second',
      department_id: d.t.departmentIds[0],
      address: '2002',
      shown_address: '+62 22',
      business_id: '',
      access_token: 'token',
      app_secret: 'secret',
    };
    const { status, body } = await d.t.as('admin', 'POST', '/api/messaging-accounts', { ...good, ...wrong });
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalid', details: [{ path }] } });
    const changed = Object.fromEntries(Object.entries(wrong).filter(([name]) => name !== 'provider'));
    const patched = await d.t.as('admin', 'PATCH', `/api/messaging-accounts/${d.account.id}`, changed);
    const isOfProvider = 'provider' in wrong;
    expect(patched.status).toBe(isOfProvider ? 200 : 400);
  });

  it('a thousand forged deliveries are counted, and none of them writes', { tags: 'full' }, async () => {
    const refused = async () =>
      (await d.data<(typeof d.account)[]>('admin', 'GET', '/api/messaging-accounts'))[0]?.health.refused ?? 0;
    const written = async () => {
      const { refused: count } = await d.t.platform.db.q
        .selectFrom('messaging_accounts')
        .select('refused')
        .where('id', '=', d.account.id)
        .executeTakeFirstOrThrow();
      return count;
    };
    const before = await refused();
    const stored = await written();
    for (let at = 0; at < 50; at += 1)
      await Promise.all(Array.from({ length: 20 }, () => d.meta.deliver({ object: 'page' }, 'sha256=00')));
    expect(await refused()).toBe(before + 1000);
    expect(await written()).toBe(stored);
    await d.t.app.modules.messaging.recoverPending();
    expect([await written(), await refused()]).toEqual([before + 1000, before + 1000]);
  });

  it('what has no words is named by what it is', async () => {
    const one = customer();
    await one.write(place('Kopi Kita'));
    expect((await d.ticketOf(one.name)).subject).toBe('📍 Kopi Kita');
    const two = customer();
    await two.sendFile('image', 'image/png', Buffer.from('x'));
    expect((await d.ticketOf(two.name)).subject).toBe(`📷 ${two.name}`);
  });
});
