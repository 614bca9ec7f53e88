/** @module-tag full */
import { afterEach, describe, expect, it } from 'vitest';
import { lineDesk } from '../../../../test/messaging/line-desk.ts';
import { messagingDesk } from '../../../../test/messaging/messaging-desk.ts';
import { smsDesk } from '../../../../test/messaging/sms-desk.ts';
import { coreRows } from '../../../../test/cases/core-rows.ts';

const SOON = { timeout: 15_000 };
const PAGES = { texts_a_second: 300, files_a_second: 10, calls_a_day_each: 200 };
const NUMBER = { messages_a_second: 80, pair_burst: 45, pair_seconds: 6 };

type Desk = {
  t: Awaited<ReturnType<typeof messagingDesk>>['t'];
  reply: (ticketId: number, body: string) => Promise<unknown>;
  close: () => Promise<void>;
};

/** The limits of providers: messages that are sent too fast arrive later, in order and once. */
describe('faster than a provider lets one go', () => {
  const open: Desk[] = [];
  function closeAfterwards<D extends Desk>(desk: D): D {
    open.push(desk);
    return desk;
  }
  afterEach(() => Promise.all(open.splice(0).map((desk) => desk.close())));

  const WORDS = ['One', 'Two', 'Three', 'Four', 'Five'];
  async function answer({ reply }: Desk, ticketId: number): Promise<void> {
    for (const words of WORDS) await reply(ticketId, words);
  }
  /** Advances the clock in steps until everything has arrived. */
  async function untilAll({ t }: Desk, inbox: () => readonly { text: string }[]): Promise<void> {
    const texts = () => inbox().map(({ text }) => text);
    await expect
      .poll(async () => {
        t.clock.advance(5000);
        await t.app.modules.messaging.recoverPending();
        return texts().length;
      }, SOON)
      .toBe(WORDS.length);
    expect(texts()).toEqual(WORDS);
  }

  it('WhatsApp in all', { tags: 'full' }, async () => {
    const d = closeAfterwards(await messagingDesk());
    d.meta.world.now = () => d.t.clock.now().getTime();
    d.meta.world.limits = { pages: PAGES, whatsapp: { ...NUMBER, messages_a_second: 1 } };
    const rina = d.meta.phone('628119990001', 'Rina');
    await rina.send('Hello');
    const { id } = await d.ticketOf('Rina');
    await answer(d, id);
    const failuresOf = async () => (await d.emails(id)).map(({ failure }) => failure);
    await expect
      .poll(failuresOf, SOON)
      .toContain('too_many: Cloud API message throughput has been reached. (130429)');
    await untilAll(d, () => rina.inbox);
    await expect.poll(failuresOf, SOON).toEqual([...WORDS.map(() => null), null]);
  });

  it('WhatsApp with one customer: the others wait for nothing', { tags: 'full' }, async () => {
    const d = closeAfterwards(await messagingDesk());
    d.meta.world.now = () => d.t.clock.now().getTime();
    d.meta.world.limits = { pages: PAGES, whatsapp: { ...NUMBER, pair_burst: 2 } };
    const [rina, budi] = [d.meta.phone('628119990001', 'Rina'), d.meta.phone('628119990002', 'Budi')];
    await rina.send('Hello');
    await budi.send('Hello');
    const [one, other] = [await d.ticketOf('Rina'), await d.ticketOf('Budi')];
    await answer(d, one.id);
    await d.reply(other.id, 'At once');
    await d.reply(other.id, 'And this');
    await expect.poll(() => budi.inbox.map(({ text }) => text), SOON).toEqual(['At once', 'And this']);
    const failuresOf = async () => (await d.emails(one.id)).map(({ failure }) => failure);
    await expect.poll(failuresOf, SOON).toContainEqual(expect.stringContaining('(131056)'));
    expect(rina.inbox).toHaveLength(2);
    await untilAll(d, () => rina.inbox);
  });

  it.each(coreRows(0, ['messenger', 'instagram'] as const))('%s', async (provider) => {
    const d = closeAfterwards(await messagingDesk());
    await d.addPages(provider);
    d.meta.world.now = () => d.t.clock.now().getTime();
    d.meta.world.limits = { whatsapp: NUMBER, pages: { ...PAGES, texts_a_second: 2 } };
    const rina = d.meta[provider].person('2465700000000001', 'Rina');
    await rina.send('Hello');
    const { id } = await d.ticketOf('Rina');
    await answer(d, id);
    const failuresOf = async () => (await d.emails(id)).map(({ failure }) => failure);
    await expect.poll(failuresOf, SOON).toContainEqual(expect.stringMatching(/^too_many: .*\(613\)$/));
    await untilAll(d, () => rina.inbox);

    // The daily limit of requests of the app; each response contains how much of it is used.
    d.meta.world.limits.pages.calls_a_day_each = 1;
    await d.reply(id, 'Tomorrow');
    await expect.poll(failuresOf, SOON).toContainEqual(expect.stringMatching(/^too_many: .*\(4\)$/));
    const headers = { authorization: `Bearer ${d.meta.accessToken}` };
    const asked = await fetch(`${d.meta.url}/${d.meta.page.id}`, { headers });
    expect(asked.status).toBe(403);
    const usage = JSON.parse(asked.headers.get('x-app-usage') ?? '{}') as { call_count: number };
    expect(usage.call_count).toBeGreaterThanOrEqual(100);
  });

  it('Twilio’s interface, and the queue of its number', { tags: 'full' }, async () => {
    const d = closeAfterwards(await smsDesk());
    // All requests at the same moment.
    const moment = d.t.clock.now().getTime();
    d.twilio.world.now = () => moment;
    const limits = { requests_at_once: 1, segments_a_second: 1000, queue_hours: 10 };
    d.twilio.world.limits = limits;
    const rina = d.twilio.phone('+628119990001');
    await rina.send('Hello');
    const { id } = await d.ticketOf(rina.number);
    await answer(d, id);
    const failuresOf = async () => (await d.lettersOf(id)).map(({ failure }) => failure);
    await expect.poll(failuresOf, SOON).toContain('too_many: Too Many Requests (20429)');
    d.twilio.world.now = () => d.t.clock.now().getTime();
    await untilAll(d, () => rina.inbox);

    d.twilio.world.limits = { ...limits, requests_at_once: 100, segments_a_second: 0.001, queue_hours: 0.01 };
    await d.reply(id, 'Goes out');
    await d.reply(id, 'Has no room');
    await expect.poll(failuresOf, SOON).toContainEqual(expect.stringMatching(/^too_many: .*\(21611\)$/));
    d.twilio.world.limits = null;
    d.t.clock.advance(60_000);
    await d.t.app.modules.messaging.recoverPending();
    await expect.poll(() => rina.inbox.at(-1)?.text, SOON).toBe('Has no room');
  });

  it('an operator’s line', async () => {
    const d = closeAfterwards(await lineDesk());
    d.smsc.world.now = () => d.t.clock.now().getTime();
    d.smsc.world.limits = { messages_a_second: 1 };
    const rina = d.smsc.phone('+628119990001');
    await rina.send('Hello');
    const { id } = await d.ticketOf(rina.number);
    await answer(d, id);
    const failuresOf = async () => (await d.lettersOf(id)).map(({ failure }) => failure);
    await expect.poll(failuresOf, SOON).toContain('too_many: ESME_RTHROTTLED (0x58)');
    await untilAll(d, () => rina.inbox);
    expect(await d.health()).toMatchObject({ state: 'ok' });
  });
});
