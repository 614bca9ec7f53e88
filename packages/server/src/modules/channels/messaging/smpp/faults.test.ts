import { coreRows } from '../../../../../test/cases/core-rows.ts';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHeldLocks } from '#platform/postgres/held-locks';
import { messageOutboxQueue } from '../outbound/outbox-store.ts';
import { whileTimePasses } from '../../../../../test/clock.ts';
import { lineDesk, type LineDesk } from '../../../../../test/messaging/line-desk.ts';

const SOON = { timeout: 15_000 };
const THROTTLED = 0x58;
const SYSTEM_ERROR = 0x08;
const WRONG_RECIPIENT = 0x0b;

/** Failures of the operator, of the line, and of our own server in the middle of sending. */
describe('when an operator’s line fails', () => {
  let d: LineDesk;
  beforeEach(async () => {
    d = await lineDesk();
  });
  afterEach(() => d.close());

  async function begun() {
    const phone = d.smsc.phone('+628111234567');
    await phone.send('Hello');
    const ticket = await d.ticketOf(phone.number);
    const outcome = async (id: number) => {
      const message = (await d.lettersOf(ticket.id)).find((one) => one.id === id);
      return message && [message.state, message.failure];
    };
    const texts = () => phone.inbox.map(({ text }) => text);
    return { phone, ticket, outcome, texts };
  }

  it('what it refused for a while goes out later, in order and once', { tags: 'full' }, async () => {
    const { ticket, texts, outcome } = await begun();
    d.smsc.faults.push({ status: THROTTLED });
    const first = await d.reply(ticket.id, 'One');
    await expect.poll(() => outcome(first.id), SOON).toEqual(['queued', 'too_many: ESME_RTHROTTLED (0x58)']);
    await d.reply(ticket.id, 'Two');
    await d.later(6000);
    await expect.poll(texts, SOON).toEqual(['One', 'Two']);
    await expect.poll(() => outcome(first.id), SOON).toEqual(['delivered', null]);
  });

  it('what it refuses for good says why', { tags: 'full' }, async () => {
    const { ticket, outcome } = await begun();
    d.smsc.faults.push({ status: WRONG_RECIPIENT });
    const reply = await d.reply(ticket.id, 'One');
    await expect
      .poll(() => outcome(reply.id), SOON)
      .toEqual(['failed', 'recipient_unknown: ESME_RINVDSTADR (0x0b)']);
  });

  it('what it took before the line broke is known by its receipt, and not sent again', async () => {
    const { ticket, texts, outcome } = await begun();
    d.smsc.faults.push({ drops: 'after' });
    const reply = await d.reply(ticket.id, 'Only once');
    await expect.poll(() => outcome(reply.id), SOON).toEqual(['delivered', null]);
    await d.later(10 * 60_000);
    await d.reply(ticket.id, 'And this');
    await expect.poll(texts, SOON).toEqual(['Only once', 'And this']);
  });

  it(
    'what it had not taken when the line broke is sent again when its time is over',
    { tags: 'full' },
    async () => {
      const { ticket, texts, outcome } = await begun();
      d.smsc.faults.push({ drops: 'before' });
      const reply = await d.reply(ticket.id, 'One');
      await expect.poll(() => outcome(reply.id), SOON).toEqual(['queued', 'unanswered: ECONNRESET']);
      await expect.poll(d.smsc.receivers, SOON).toBe(1);
      expect(texts()).toEqual([]);
      await d.later(100_000);
      await expect.poll(texts, SOON).toEqual(['One']);
    },
  );

  it('of a long message only the part goes again that did not arrive', { tags: 'full' }, async () => {
    const { phone, ticket, texts } = await begun();
    const long = 'The grinder is ready and waits for you. '.repeat(10).trim();
    d.smsc.faults.push({}, { status: THROTTLED });
    await d.reply(ticket.id, long);
    await expect.poll(() => d.smsc.submitted.length, SOON).toBe(2);
    await expect.poll(whileTimePasses(d.t.clock, 6000, texts), SOON).toEqual([long]);
    expect(phone.count.parts).toBe(3);
  });

  it('an hour without the line: all waits, is told, and goes out in order', { tags: 'full' }, async () => {
    const { ticket, texts, outcome } = await begun();
    d.smsc.world.password = 'changed';
    d.smsc.cut();
    await expect
      .poll(d.health, SOON)
      .toMatchObject({ state: 'failing', fault: 'login_refused', said: 'ESME_RINVPASWD (0x0e)' });
    const first = await d.reply(ticket.id, 'One');
    await d.reply(ticket.id, 'Two');
    await expect
      .poll(() => outcome(first.id), SOON)
      .toEqual(['queued', expect.stringMatching(/^login_refused/)]);
    await d.later(3_600_000);
    expect(await d.health()).toMatchObject({ state: 'failing', waiting: 2 });
    await d.change({ access_token: 'changed' });
    await expect.poll(texts, SOON).toEqual(['One', 'Two']);
    await expect.poll(d.health, SOON).toMatchObject({ state: 'ok', waiting: 0 });
  });

  it.each([
    ['is busy', THROTTLED, 'too_many: ESME_RTHROTTLED (0x58)'],
    ['fails', SYSTEM_ERROR, 'provider_failed: ESME_RSYSERR (0x08)'],
  ])(
    'an hour in which it %s: all waits, is told, and goes out in order and once',
    { tags: 'full' },
    async (_name, status, says) => {
      const { phone, ticket, texts, outcome } = await begun();
      d.smsc.faults.push(...Array.from({ length: 100 }, () => ({ status })));
      const first = await d.reply(ticket.id, 'One');
      const second = await d.reply(ticket.id, 'Two');
      await expect.poll(() => outcome(first.id), SOON).toEqual(['queued', says]);
      const attempts = async () => {
        const rows = await d.t.platform.db.q
          .selectFrom('messaging_outbox')
          .select('attempts')
          .orderBy('id')
          .execute();
        return rows.map((row) => row.attempts);
      };
      for (let tried = 2; tried <= 7; tried += 1) {
        await d.later(600_000);
        await expect.poll(attempts, SOON).toEqual([tried, 0]);
      }
      expect([texts(), await outcome(first.id), await outcome(second.id)]).toEqual([
        [],
        ['queued', says],
        ['queued', null],
      ]);
      expect(await d.health()).toMatchObject({ state: 'failing', fault: says.split(':')[0], waiting: 2 });
      d.smsc.faults.length = 0;
      await d.later(3_600_000);
      await expect.poll(texts, SOON).toEqual(['One', 'Two']);
      await expect.poll(d.health, SOON).toMatchObject({ state: 'ok', waiting: 0 });
      expect(phone.count.parts).toBe(2);
    },
  );

  it(
    'what is on its way goes out once, also where the account is changed meanwhile',
    { tags: 'full' },
    async () => {
      const { ticket, texts, outcome } = await begun();
      d.smsc.faults.push({ status: THROTTLED });
      const reply = await d.reply(ticket.id, 'One');
      await expect
        .poll(() => outcome(reply.id), SOON)
        .toEqual(['queued', 'too_many: ESME_RTHROTTLED (0x58)']);
      // Another process has just claimed the message.
      const { q } = d.t.platform.db;
      const at = (ms: number) => new Date(d.t.clock.now().getTime() + ms);
      expect(await messageOutboxQueue.claim(q, d.account.id, at(10_000))).toBeDefined();
      await d.change({ name: 'Another name' });
      await d.later(60_000);
      expect(await messageOutboxQueue.claim(q, d.account.id, at(0))).toBeUndefined();
      expect(texts()).toEqual([]);
      // That process has died.
      await d.later(41_000);
      await expect.poll(texts, SOON).toEqual(['One']);
    },
  );

  it(
    'a line that another process has is left to it, and taken over when that is gone',
    { tags: 'full' },
    async () => {
      const { ticket, texts, outcome } = await begun();
      const other = createHeldLocks(d.t.platform, { lock: 7_310_032, name: 'lines' }, () => undefined);
      await d.change({ is_active: false });
      await expect.poll(d.smsc.receivers, SOON).toBe(0);
      await expect.poll(() => other.acquire(d.account.id), SOON).toBe(true);
      await d.change({ is_active: true });
      const reply = await d.reply(ticket.id, 'One');
      await d.later(60_000);
      expect(await outcome(reply.id)).toEqual(['queued', null]);
      expect(d.smsc.receivers()).toBe(0);
      other.close();
      await expect.poll(whileTimePasses(d.t.clock, 15_000, texts), SOON).toEqual(['One']);
    },
  );

  it('trying it signs in for real, and says what is wrong', { tags: 'full' }, async () => {
    const path = `/api/messaging-accounts/${d.account.id}/test`;
    expect(await d.data('admin', 'POST', path, {})).toMatchObject({ fault: null, shown_address: '1234' });
    await d.change({ is_active: false });
    await expect.poll(d.smsc.receivers, SOON).toBe(0);
    expect(await d.data('admin', 'POST', path, {})).toMatchObject({ fault: null });
    d.smsc.world.password = 'changed';
    expect(await d.data('admin', 'POST', path, {})).toMatchObject({ fault: 'login_refused' });
  });

  it(
    'a line to our own network is not opened, unless the operator of the server says so',
    { tags: 'full' },
    async () => {
      const elsewhere = { smpp: { ...d.line, host: '10.255.255.1' } };
      // The stored password is not sent to another host.
      await expect(d.change(elsewhere)).rejects.toThrow('access_token');
      await d.change({ ...elsewhere, access_token: d.smsc.world.password });
      await expect.poll(d.health, SOON).toMatchObject({ state: 'failing', fault: 'private_host', said: '' });
    },
  );

  it.each(
    coreRows(1, [
      ['is longer than anything', 'ffffffff00000005'],
      [
        'ends in the middle of a field',
        '0000002600000005000000000000000100000031000000000000000000000000000004270001',
      ],
      ['is not SMPP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n').toString('hex')],
      ['is shorter than its own head', '0000000500000005000000000000000100'],
    ]),
  )('what %s breaks the line, and nothing else', async (_name, hex) => {
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write(Buffer.from(hex, 'hex'));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const access_token = d.smsc.world.password;
    await d.change({ smpp: { ...d.line, port }, access_token });
    await expect.poll(d.health, SOON).toMatchObject({ state: 'failing' });
    await d.change({ smpp: d.line, access_token });
    await expect.poll(d.health, SOON).toMatchObject({ state: 'ok' });
    server.close();
  });
});
