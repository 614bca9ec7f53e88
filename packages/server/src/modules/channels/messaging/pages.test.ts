import { coreRows } from '../../../../test/cases/core-rows.ts';
import type { MessagingAccount } from '@trunkline/contract';
import type { PagePerson } from '@trunkline/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagingDesk, type MessagingDesk } from '../../../../test/messaging/messaging-desk.ts';

const SOON = { timeout: 15_000 };
const MINUTE_MS = 60_000;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const photo = { type: 'image', mime: 'image/jpeg', bytes: PNG };

const MESSENGER = { provider: 'messenger', mediaId: 5, arrives: 'delivered', longest: 2000 } as const;
/** Instagram sends no delivery receipts. */
const INSTAGRAM = { provider: 'instagram', mediaId: 13, arrives: 'sent', longest: 1000 } as const;

// Both use the same code, so only one of them is in the core.
describe('messenger', () => {
  describePage(MESSENGER);
});
describe('instagram', { tags: 'full' }, () => {
  describePage(INSTAGRAM);
});

function describePage({ provider, mediaId, arrives, longest }: typeof MESSENGER | typeof INSTAGRAM): void {
  let d: MessagingDesk;
  let account: MessagingAccount;
  let count = 0;
  beforeAll(async () => {
    d = await messagingDesk();
    account = await d.addPages(provider);
  });
  afterAll(() => d.close());

  const side = () => d.meta[provider];
  const customer = (name?: string): PagePerson => {
    count += 1;
    return side().person(`24657${String(count).padStart(11, '0')}`, name ?? `Customer ${count}`);
  };
  const messagesOf = (id: number) => d.emails(id);
  const bodies = async (id: number) => (await messagesOf(id)).map(({ body }) => body);
  const texts = (person: PagePerson) => person.inbox.map(({ text }) => text);
  const advance = async (ms: number) => {
    d.t.clock.advance(ms);
    await d.t.app.modules.messaging.recoverPending();
  };

  it('a message becomes a ticket under their name, the answer reaches them, and its states come back', async () => {
    const rina = customer('Rina Kusuma');
    await rina.send('Is my grinder ready?');
    const ticket = await d.ticketOf('Rina Kusuma');
    expect(ticket).toMatchObject({ media_id: mediaId, unread: 1, last_message: 'Is my grinder ready?' });
    const reply = await d.reply(ticket.id, 'It is.');
    await expect.poll(() => texts(rina), SOON).toEqual(['It is.']);
    const state = async () => (await d.message(ticket.id, reply.id))?.state;
    await expect.poll(state, SOON).toBe(arrives);
    await rina.read();
    await expect.poll(state, SOON).toBe('read');
    // The echo of the reply has arrived, and must not become a second message.
    expect(await bodies(ticket.id)).toEqual(['Is my grinder ready?', 'It is.']);
  });

  it('tells the desk under the names of the specification', async () => {
    const { pool } = d.t.platform.db;
    const receivedEvents = async (name: string) => {
      const { rows } = await pool.query<{ payload: object; rooms: string[] }>(
        'select payload, rooms from events where name = $1 order by seq',
        [name],
      );
      return rows;
    };
    const one = customer();
    await one.send('Hello');
    const ticket = await d.ticketOf(one.name);
    await d.reply(ticket.id, 'Hello yourself');
    const counts = (await receivedEvents('socmed-notif')).length;
    await one.send('And then?');
    await expect.poll(async () => (await receivedEvents('socmed-notif')).length, SOON).toBe(counts + 1);
    expect((await receivedEvents('socmed-notif')).at(-1)).toEqual({
      payload: { media_id: mediaId, total: expect.any(Number) },
      rooms: [`user:${d.t.idOf('admin')}`],
    });
    expect((await receivedEvents('socmed-message')).at(-1)).toMatchObject({
      payload: { body: 'And then?', media_id: mediaId, kind: 'inbound' },
      rooms: [`ticket:${ticket.id}`],
    });
  });

  it('the same delivered again, in whatever wrapping, is one', async () => {
    const one = customer();
    const mid = await one.send('Only once');
    await one.write({ text: 'Only once' }, mid);
    await one.write({ text: 'Only once', metadata: 'x' }, mid);
    await one.send('After it');
    const ticket = await d.ticketOf(one.name);
    await expect.poll(() => bodies(ticket.id), SOON).toEqual(['Only once', 'After it']);
  });

  it('several events of several entries come in one delivery', async () => {
    const [first, second] = [customer(), customer()];
    const of = (person: PagePerson, mid: string, text: string) => ({
      sender: { id: person.id },
      recipient: { id: account.address },
      timestamp: Date.now(),
      message: { mid, text },
    });
    await side().deliver({
      object: provider === 'messenger' ? 'page' : 'instagram',
      entry: [
        { id: account.address, messaging: [of(first, 'm_1', 'One'), of(second, 'm_2', 'Two')] },
        { id: account.address, standby: [of(first, 'm_3', 'Three')] },
        { id: account.address, changes: [{ field: 'messages', value: of(second, 'm_4', 'Four') }] },
      ],
    });
    const [one, two] = [await d.ticketOf(first.name), await d.ticketOf(second.name)];
    await expect.poll(() => bodies(one.id), SOON).toEqual(['One', 'Three']);
    await expect.poll(() => bodies(two.id), SOON).toEqual(['Two', 'Four']);
  });

  it('what is written in Meta’s own inbox shows once, as ours, and is sent to nobody', async () => {
    const one = customer();
    await one.send('Anybody?');
    const ticket = await d.ticketOf(one.name);
    const mid = await side().answerElsewhere(one, 'From the inbox');
    await side().echo(one.id, { mid, text: 'From the inbox' });
    await expect.poll(() => bodies(ticket.id), SOON).toEqual(['Anybody?', 'From the inbox']);
    expect((await messagesOf(ticket.id)).at(-1)).toMatchObject({
      kind: 'outbound',
      state: 'sent',
      author: { type: 'user', id: null, name: account.name },
    });
    expect((await d.ticketsOf(one.name))[0]).toMatchObject({ unread: 0, last_message_by: 'agent' });
    await one.read();
    await expect.poll(async () => (await messagesOf(ticket.id)).at(-1)?.state, SOON).toBe('read');
    expect(texts(one)).toEqual(['From the inbox']);
  });

  it('whom we wrote to first has a quiet case, on which they answer', async () => {
    const one = customer();
    await side().answerElsewhere(one, 'You asked us below a post');
    const ticket = await d.ticketOf(one.name);
    expect(ticket).toMatchObject({ unread: 0 });
    await one.send('Yes!');
    await expect.poll(() => bodies(ticket.id), SOON).toEqual(['You asked us below a post', 'Yes!']);
  });

  it('what was taken without saying so is not sent twice: its echo tells', { tags: 'full' }, async () => {
    const one = customer();
    await one.send('Hello');
    const ticket = await d.ticketOf(one.name);
    d.meta.faults.plan(/\/messages$/, { status: 500, isDone: true });
    const reply = await d.reply(ticket.id, 'Only once');
    await expect.poll(async () => (await d.message(ticket.id, reply.id))?.state, SOON).toBe(arrives);
    await advance(10 * MINUTE_MS);
    await d.reply(ticket.id, 'And this');
    await expect.poll(() => texts(one), SOON).toEqual(['Only once', 'And this']);
    expect(await bodies(ticket.id)).toEqual(['Hello', 'Only once', 'And this']);
  });

  it(
    'what was neither taken nor refused is sent again when no echo has told of it',
    { tags: 'full' },
    async () => {
      const one = customer();
      await one.send('Hello');
      const ticket = await d.ticketOf(one.name);
      d.meta.faults.plan(/\/messages$/, { status: 502 });
      const reply = await d.reply(ticket.id, 'Again');
      await expect
        .poll(async () => (await d.message(ticket.id, reply.id))?.failure, SOON)
        .toMatch(/^provider/);
      await advance(30_000);
      expect(texts(one)).toEqual([]);
      await advance(MINUTE_MS + 1000);
      await expect.poll(() => texts(one), SOON).toEqual(['Again']);
    },
  );

  it.each(
    coreRows(2, [
      ['a sticker', { attachments: [{ type: 'image', payload: { sticker_id: 369 } }] }, '🙂'],
      [
        'a place',
        {
          attachments: [
            { type: 'location', title: 'Kopi Kita', payload: { coordinates: { lat: -6.2, long: 106.8 } } },
          ],
        },
        '📍 Kopi Kita',
      ],
      [
        'a shared link',
        { attachments: [{ type: 'fallback', title: 'Our menu', url: 'https://kopi.example/menu' }] },
        '🔗 Our menu',
      ],
      [
        'a reel',
        { attachments: [{ type: 'ig_reel', payload: { title: 'Pour over', url: 'x' } }] },
        '🔗 Pour over',
      ],
      ['a quick reply', { text: 'Large', quick_reply: { payload: 'L' } }, 'Large'],
      ['what the app does not hand on', { is_unsupported: true }, '❔ unsupported'],
      ['an attachment that nobody knows', { attachments: [{ type: 'hologram' }] }, '❔ hologram'],
    ]),
  )('%s is shown as what it is', async (_name, content, preview) => {
    const one = customer();
    await one.write(content);
    expect((await d.ticketOf(one.name)).last_message).toBe(preview);
  });

  it.each(
    coreRows(2, [
      [
        'a button of ours',
        { postback: { mid: 'm_p', title: 'Opening hours', payload: 'HOURS' } },
        'Opening hours',
      ],
      ['one without an id', { postback: { title: 'Start', payload: 'START' } }, 'Start'],
      [
        'coming by a link',
        { referral: { ref: 'spring', source: 'SHORTLINK', type: 'OPEN_THREAD' } },
        'referral',
      ],
      ['letting us write', { optin: { type: 'one_time_notif_req', payload: 'x' } }, 'optin'],
      ['an event that nobody knows', { hologram: { depth: 3 } }, '❔ hologram'],
    ]),
  )('%s opens a case, once', async (_name, event, preview) => {
    const one = customer();
    const at = Date.now() - 5000;
    await one.does(event, at);
    await one.does(event, at);
    const ticket = await d.ticketOf(one.name);
    expect(ticket.last_message).toBe(preview);
    await one.send('Hello');
    await expect.poll(async () => (await messagesOf(ticket.id)).length, SOON).toBe(2);
  });

  it('several photos stand on one message, judged by what they are', async () => {
    const one = customer();
    await one.sendFiles(photo, photo);
    const ticket = await d.ticketOf(one.name);
    await expect.poll(async () => (await messagesOf(ticket.id))[0]?.attachments.length, SOON).toBe(2);
    const [message] = await messagesOf(ticket.id);
    expect(message?.attachments).toMatchObject([{ mime: 'image/png' }, { mime: 'image/png' }]);
    await expect.poll(async () => (await messagesOf(ticket.id))[0]?.extra, SOON).toEqual({ kind: 'image' });
  });

  it('a mention in a story is kept, and an answer to a story says so', async () => {
    const one = customer();
    await one.sendFiles({ ...photo, type: 'story_mention' });
    const ticket = await d.ticketOf(one.name);
    await expect.poll(async () => (await messagesOf(ticket.id))[0]?.attachments.length, SOON).toBe(1);
    await one.send('Nice!', { reply_to: { story: { id: '1', url: 'https://cdn.example/story' } } });
    await expect
      .poll(async () => (await messagesOf(ticket.id)).map(({ extra }) => extra?.shared?.what), SOON)
      .toEqual(['story_mention', 'story']);
  });

  it('reactions, edits and what is taken back follow their message, in the order of their times', async () => {
    const one = customer();
    const mid = await one.send('The left one');
    const ticket = await d.ticketOf(one.name);
    const first = async () => (await messagesOf(ticket.id))[0];
    const now = Date.now();
    await one.react(mid, '❤️', now - 1000);
    await one.unreact(mid, now - 500);
    await one.react(mid, '😡', now - 2000);
    await one.edit(mid, 'The right one');
    await expect.poll(() => bodies(ticket.id), SOON).toEqual(['The right one']);
    expect((await first())?.extra?.reactions).toEqual([]);
    await one.unsend(mid);
    await expect.poll(async () => (await first())?.extra?.deleted_at, SOON).toEqual(expect.any(String));
    const reply = await d.reply(ticket.id, 'Which?');
    await expect.poll(() => one.inbox.length, SOON).toBe(1);
    await one.send('This', { reply_to: { mid: one.inbox[0]?.id } });
    await expect
      .poll(async () => (await messagesOf(ticket.id)).at(-1)?.extra?.reply_to, SOON)
      .toEqual({ message_id: reply.id, preview: 'Which?' });
  });

  it.each(coreRows(1, [1e300, null, -1, 9_999_999_999_999, '8640000000000001']))(
    'a watermark of %s is no reason to fail',
    async (watermark) => {
      const one = customer();
      await one.send('Hello');
      const ticket = await d.ticketOf(one.name);
      await d.reply(ticket.id, 'Hello yourself');
      await expect.poll(() => one.inbox.length, SOON).toBe(1);
      await one.does({ read: { watermark } });
      await expect.poll(async () => (await messagesOf(ticket.id)).at(-1)?.state, SOON).toBe('read');
    },
  );

  it('words that are longer go out as several messages, and all of them', async () => {
    const one = customer();
    await one.send('Tell me everything');
    const ticket = await d.ticketOf(one.name);
    const words = Array.from({ length: 600 }, (_, at) => `kata${at}é`).join(' ');
    await d.reply(ticket.id, words);
    const size = (text: string) => (provider === 'instagram' ? Buffer.byteLength(text) : text.length);
    await expect.poll(() => texts(one).join(' '), SOON).toBe(words);
    expect(Math.max(...texts(one).map(size))).toBeLessThanOrEqual(longest);
  });

  it('a file goes out behind its words', async () => {
    const one = customer();
    await one.send('Send me the bill');
    const ticket = await d.ticketOf(one.name);
    const id = await d.upload('bill.png', 'image/png', PNG);
    await d.reply(ticket.id, 'Here it is', { file_ids: [id] });
    await expect
      .poll(() => one.inbox.map(({ type, text }) => [type, text]), SOON)
      .toEqual([
        ['text', 'Here it is'],
        ['image', ''],
      ]);
    expect(one.inbox[1]?.file?.bytes).toEqual(PNG);
    // Both echoes have arrived by now.
    await expect.poll(async () => (await messagesOf(ticket.id)).length, SOON).toBe(2);
  });

  it.each(
    coreRows(1, [
      [{ code: 190 }, 401, 'queued', 'token_refused'],
      [{ code: 551 }, 400, 'failed', 'recipient_refuses'],
      [{ code: 613 }, 400, 'queued', 'too_many'],
      [{ code: 10 }, 403, 'queued', 'not_permitted'],
      [{ code: 200 }, 403, 'queued', 'not_permitted'],
      [{ code: 10, error_subcode: 2_018_278 }, 400, 'failed', 'window_closed'],
      [{ code: 200, error_subcode: 1_545_041 }, 400, 'failed', 'recipient_refuses'],
      [{ code: 100, error_subcode: 2_018_001 }, 400, 'failed', 'recipient_unknown'],
      [{ code: 100 }, 400, 'failed', 'other'],
      [{ code: 4 }, 400, 'queued', 'too_many'],
      [{ code: 80_006 }, 400, 'queued', 'too_many'],
    ]),
  )('Meta’s %o is told in words', async (error, status, state, fault) => {
    const one = customer();
    await one.send('Hello');
    const ticket = await d.ticketOf(one.name);
    d.meta.faults.plan(/\/messages$/, { status, body: { error: { message: 'Said so', ...error } } });
    const reply = await d.reply(ticket.id, 'Hello yourself');
    const outcome = async () => (await d.message(ticket.id, reply.id))?.failure?.split(':')[0];
    await expect.poll(outcome, SOON).toBe(fault);
    expect((await d.message(ticket.id, reply.id))?.state).toBe(state);
    await advance(20 * MINUTE_MS);
    const arrived = state === 'queued' ? ['Hello yourself'] : [];
    await expect.poll(() => texts(one), SOON).toEqual(arrived);
  });

  it('who lets nobody ask for their name has a ticket all the same', async () => {
    d.meta.faults.plan(/fields=name/, { status: 400, body: { error: { code: 100, message: 'No' } } }, 2);
    const one = customer('Nobody knows');
    await one.send('Hello');
    expect((await d.ticketOf(one.id)).last_message).toBe('Hello');
  });

  it('a name that cannot be had now comes later', async () => {
    d.meta.faults.plan(/fields=name/, { status: 500 }, 2);
    const one = customer('Comes Later');
    await one.send('Hello');
    await d.ticketOf(one.id);
    const tried = () =>
      d.t.platform.db.q
        .selectFrom('messaging_contacts')
        .select('id')
        .where('address', '=', one.id)
        .where('ask_at', '>', d.t.clock.now().toISOString())
        // Waits until the retry is scheduled, and not just until the first attempt has ended: its time must be known before the
        // clock is advanced.
        .where('ask_at', '<', new Date(d.t.clock.now().getTime() + MINUTE_MS / 2).toISOString())
        .execute();
    await expect.poll(async () => (await tried()).length, SOON).toBe(1);
    await advance(2 * MINUTE_MS);
    await d.ticketOf('Comes Later');
  });

  it('a delivery cut in the middle is kept, and what comes after it goes on', async () => {
    const one = customer();
    expect(
      await side().deliverText(`{"object":"${provider === 'messenger' ? 'page' : provider}","entry":[{"id"`),
    ).toBe(200);
    await one.send('Still here');
    expect((await d.ticketOf(one.name)).last_message).toBe('Still here');
    const storedFiles = () =>
      d.t.platform.db.q
        .selectFrom('messaging_deliveries')
        .select(['state', 'attempts'])
        .where('channel_account_id', '=', account.id)
        .where('state', '=', 'received')
        .execute();
    await expect.poll(storedFiles, SOON).toEqual([{ state: 'received', attempts: 1 }]);
  });

  it('a forged delivery is refused; after 24 hours no free answer is taken', async () => {
    const payload = { object: provider === 'messenger' ? 'page' : 'instagram', entry: [] };
    expect(await side().deliver(payload, 'sha256=00')).toBe(401);
    expect(await side().deliver(payload)).toBe(200);
    const one = customer();
    await one.send('Hello');
    const ticket = await d.ticketOf(one.name);
    d.t.clock.advance(25 * 60 * MINUTE_MS);
    await expect(d.reply(ticket.id, 'Too late')).rejects.toThrow('window_closed');
  });

  it('is tried by asking Meta, which knows the account by its name', async () => {
    const path = `/api/messaging-accounts/${account.id}`;
    const { shown_address: shown } = account;
    expect(await d.data('admin', 'POST', `${path}/test`, {})).toEqual({
      fault: null,
      said: '',
      shown_address: shown,
    });
    d.meta.world.isTokenGood = false;
    expect(await d.data('admin', 'POST', `${path}/test`, {})).toMatchObject({ fault: 'token_refused' });
    d.meta.world.isTokenGood = true;
  });
}
