import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lineDesk, type LineDesk } from '../../../../../test/messaging/line-desk.ts';

const SOON = { timeout: 15_000 };

describe('SMS over an operator’s line', () => {
  let d: LineDesk;
  let count = 0;
  beforeAll(async () => {
    d = await lineDesk();
  });
  afterAll(() => d.close());

  const customer = () => {
    count += 1;
    return d.smsc.phone(`+62812000${String(count).padStart(4, '0')}`);
  };
  const bodies = async (ticketId: number) => (await d.lettersOf(ticketId)).map(({ body }) => body);
  const outcome = async (ticketId: number, id: number) => {
    const message = (await d.lettersOf(ticketId)).find((one) => one.id === id);
    return message && [message.state, message.failure];
  };
  const texts = (phone: ReturnType<typeof customer>) => phone.inbox.map(({ text }) => text);

  it('a message becomes a ticket, the answer reaches the phone, and is delivered', async () => {
    const rina = customer();
    await rina.send('Is my grinder ready? @ 5 {€}');
    const ticket = await d.ticketOf(rina.number);
    expect(ticket).toMatchObject({ media_id: 3, unread: 1, last_message: 'Is my grinder ready? @ 5 {€}' });
    const reply = await d.reply(ticket.id, 'It is. [€ 5]');
    await expect.poll(() => rina.inbox, SOON).toMatchObject([{ text: 'It is. [€ 5]', from: '1234' }]);
    await expect.poll(() => outcome(ticket.id, reply.id), SOON).toEqual(['delivered', null]);
    expect(await d.health()).toMatchObject({ state: 'ok', fault: null });
  });

  it('has no webhook: its address is not found', { tags: 'full' }, async () => {
    const { webhook_url: address } = d.account;
    const { pathname } = new URL(address);
    expect((await d.t.call('POST', pathname, { body: { any: 'thing' } })).status).toBe(404);
    expect((await d.t.call('GET', `${pathname}?hub.mode=subscribe&hub.verify_token=x`)).status).toBe(404);
  });

  it(
    'a receipt that comes in the moment of the answer is never lost',
    { tags: 'full', timeout: 60_000 },
    async () => {
      const one = customer();
      await one.send('Hello');
      const ticket = await d.ticketOf(one.number);
      // Its second part begins with a space, which receipts leave out, so it can only be recognised by its id.
      const long = 'It is ready and waits for you at the counter. '.repeat(4).trim();
      for (let round = 0; round < 60; round += 1) {
        const { id } = await d.reply(ticket.id, long);
        await expect
          .poll(() => outcome(ticket.id, id), { ...SOON, interval: 10 })
          .toEqual(['delivered', null]);
      }
    },
  );

  it('what needs two bytes a character comes and goes whole', async () => {
    const one = customer();
    await one.send('Halo 🎉 你好');
    const ticket = await d.ticketOf(one.number);
    expect(ticket.last_message).toBe('Halo 🎉 你好');
    await d.reply(ticket.id, '🎉'.repeat(50));
    await expect.poll(() => texts(one), SOON).toEqual(['🎉'.repeat(50)]);
    expect(one.count.parts).toBe(2);
  });

  it('a long message is one, in whatever order its parts come, and however often', async () => {
    const one = customer();
    const long = `${'🎉 long '.repeat(40)}end`;
    const parts = one.typed(long);
    for (const at of [2, 0, 2, 1, 0, 4, 3, 4, 5, 5].filter((place) => place < parts.length))
      await one.bring(parts[at] ?? {});
    await one.send('After it');
    const ticket = await d.ticketOf(one.number);
    await expect.poll(() => bodies(ticket.id), SOON).toEqual([long, 'After it']);
  });

  it('parts in fields of their own are put together as well, and a text in the large field is read', async () => {
    const one = customer();
    const part = (place: number, text: string) => ({
      sar_msg_ref_num: 77,
      sar_total_segments: 2,
      sar_segment_seqnum: place,
      short_message: Buffer.from(text),
    });
    await one.bring(part(2, 'world'));
    await one.bring(part(1, 'Hello '));
    await one.bring({ message_payload: Buffer.from('Large'), data_coding: 3 });
    const ticket = await d.ticketOf(one.number);
    await expect.poll(() => bodies(ticket.id), SOON).toEqual(['Hello world', 'Large']);
  });

  it('a message that never gets whole is shown as what came of it', async () => {
    const one = customer();
    const parts = one.typed('x'.repeat(300) + 'y'.repeat(100));
    await one.bring(parts[0] ?? {});
    await one.bring(parts[2] ?? {});
    await d.later(60_000);
    await d.later(11 * 60_000);
    const ticket = await d.ticketOf(one.number);
    expect(await bodies(ticket.id)).toEqual([`${'x'.repeat(153)} […] ${'y'.repeat(94)}`]);
  });

  it(
    'many long answers in a row all arrive whole, though their parts begin alike',
    { tags: 'full' },
    async () => {
      const one = customer();
      await one.send('Hello');
      const ticket = await d.ticketOf(one.number);
      const all = Array.from({ length: 12 }, (_, at) => `${'🎉'.repeat(70)} ${at}`);
      for (const text of all) await d.reply(ticket.id, text);
      await expect.poll(() => texts(one), SOON).toEqual(all);
      expect(one.count.parts).toBe(36);
    },
  );

  it('what is no text stands there as such', async () => {
    const one = customer();
    await one.bring({ data_coding: 4, short_message: Buffer.from([1, 2, 3]) });
    const ticket = await d.ticketOf(one.number);
    expect((await d.lettersOf(ticket.id))[0]?.extra).toMatchObject({ kind: 'unknown' });
  });

  it(
    'who says the same again when the first was heard to be here has said it twice',
    { tags: 'full' },
    async () => {
      const one = customer();
      await one.send('ok');
      const ticket = await d.ticketOf(one.number);
      // Once the operator has received our response to the first, the same bytes are another message.
      const bytes = Buffer.from('ok').toString('base64');
      const key = JSON.stringify(['message', one.number, { coding: 0, bytes }]);
      const isOpen = () =>
        d.t.platform.db.q
          .selectFrom('messaging_deliveries')
          .select('id')
          .where('digest', '=', createHash('sha256').update(key).digest())
          .executeTakeFirst();
      await expect.poll(isOpen, SOON).toBeUndefined();
      await one.send('ok');
      await expect.poll(() => bodies(ticket.id), SOON).toEqual(['ok', 'ok']);
    },
  );

  it('a message whose taking they did not hear of is one', { tags: 'full' }, async () => {
    const one = customer();
    await one.send('First');
    const ticket = await d.ticketOf(one.number);
    d.smsc.world.isDeaf = true;
    const sending = one.send('Only once');
    await expect.poll(() => bodies(ticket.id), SOON).toEqual(['First', 'Only once']);
    d.smsc.cut();
    d.smsc.world.isDeaf = false;
    await sending;
    await one.send('After it');
    await expect.poll(() => bodies(ticket.id), SOON).toEqual(['First', 'Only once', 'After it']);
  });

  it('a customer who writes what a receipt says has written that', async () => {
    const one = customer();
    await one.send('id:1000001 stat:UNDELIV err:001');
    expect((await d.ticketOf(one.number)).last_message).toBe('id:1000001 stat:UNDELIV err:001');
  });

  it('who asks for no more gets no more', async () => {
    const one = customer();
    await one.send('Hello');
    const ticket = await d.ticketOf(one.number);
    await one.send('BERHENTI');
    await expect.poll(() => bodies(ticket.id), SOON).toHaveLength(2);
    const answer = await d.t.as('admin', 'POST', `/api/tickets/${ticket.id}/messages`, {
      client_key: 'after-stop',
      body: 'Wait',
      file_ids: [],
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'customer_refuses' } });
  });

  it('a receipt that comes before the answer counts, and ids may be written otherwise', async () => {
    const one = customer();
    await one.send('Hello');
    const ticket = await d.ticketOf(one.number);
    Object.assign(d.smsc.world, { tellsFirst: true, hasFields: false });
    const first = await d.reply(ticket.id, 'One');
    await expect.poll(() => outcome(ticket.id, first.id), SOON).toEqual(['delivered', null]);
    await d.change({ smpp: { ...d.line, receipt_ids: 'hexadecimal' } });
    await expect.poll(async () => (await d.health())?.state, SOON).toBe('ok');
    Object.assign(d.smsc.world, {
      tellsFirst: false,
      writeId: (id: string) => Number(id).toString(16).toUpperCase().padStart(10, '0'),
    });
    const second = await d.reply(ticket.id, 'Two');
    await expect.poll(() => outcome(ticket.id, second.id), SOON).toEqual(['delivered', null]);
    await d.change({ smpp: d.line });
    Object.assign(d.smsc.world, { hasFields: true, writeId: (id: string) => id });
  });

  it('a phone that cannot be reached is said in words', async () => {
    const one = customer();
    await one.send('Hello');
    const ticket = await d.ticketOf(one.number);
    d.smsc.world.state = 'UNDELIV';
    const reply = await d.reply(ticket.id, 'Hello');
    await expect
      .poll(() => outcome(ticket.id, reply.id), SOON)
      .toEqual(['failed', 'recipient_unknown: UNDELIV (027)']);
    d.smsc.world.state = 'DELIVRD';
  });
});
