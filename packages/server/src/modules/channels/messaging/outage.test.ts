import type { ProviderFault } from '@trunkline/simulator';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { outageDesk, type OutageDesk } from '../../../../test/messaging/outage-desk.ts';
import { coreRows } from '../../../../test/cases/core-rows.ts';

const SOON = { timeout: 20_000 };
const STOPS_WITHIN_MS = 3000;
const MINUTE_MS = 60_000;
const FOR_LONG = 1_000_000;
const SENDS = /\/messages$|\/Messages\.json$/;
type Provider = 'whatsapp' | 'messenger' | 'instagram' | 'twilio';

/** In the core only WhatsApp is tested, because all providers share one outbox. */
function forProviders(title: string, tests: (provider: Provider) => void): void {
  describe(`whatsapp, ${title}`, () => {
    tests('whatsapp');
  });
  describe.each(['twilio', 'messenger', 'instagram'] as const)(
    `%s, ${title}`,
    { tags: 'full' },
    (provider) => {
      tests(provider);
    },
  );
}
const NAMES = ['Rina', 'Sari', 'Tono'];
const TURNS = [1, 2, 3];

/**
 * Ways in which a provider may fail for an hour, and the failure that the ticket shows at the first waiting message, which is the
 * one that is tried.
 */
const TROUBLES: { name: string; fault: ProviderFault; says: RegExp }[] = [
  { name: 'answers 500', fault: { status: 500 }, says: /^provider_failed: HTTP 500$/ },
  { name: 'answers 429', fault: { status: 429 }, says: /^too_many: HTTP 429$/ },
  {
    name: 'answers 429 and says for how long',
    fault: { status: 429, headers: { 'retry-after': '600' } },
    says: /^too_many: HTTP 429$/,
  },
  {
    name: 'answers 429 in words that nobody knows',
    fault: { status: 429, body: { error: { code: 987_654, message: 'Slow down' }, code: 987_654 } },
    says: /^too_many: /,
  },
  {
    name: 'takes it and never answers',
    fault: { status: 0, hangs: true },
    says: /^unanswered: no answer in time$/,
  },
  {
    name: 'breaks the connection',
    fault: { status: 0, breaks: true },
    says: /^unanswered: (ECONNRESET|UND_ERR_SOCKET)$/,
  },
];

forProviders('for an hour', (provider) => {
  let d: OutageDesk;
  beforeAll(async () => {
    d = await outageDesk(provider, { patienceMs: 200 });
  });
  afterEach(() => d.faults.clear());
  afterAll(() => d.close());

  it.each(coreRows(1, TROUBLES))(
    'that $name: all waits, is told, and goes out in order and once',
    { tags: 'full' },
    async ({ fault, says }) => {
      const people = await Promise.all(NAMES.map(d.begun));
      d.faults.plan(SENDS, fault, FOR_LONG);
      for (const turn of TURNS)
        for (const { name, ticket } of people) await d.reply(ticket.id, `${name}: ${turn}`);
      for (const { outcomes } of people)
        await expect.poll(outcomes, SOON).toEqual([
          ['queued', expect.stringMatching(says)],
          ['queued', null],
          ['queued', null],
        ]);
      for (let minutes = 0; minutes < 60; minutes += 10) await d.later(10 * MINUTE_MS);
      for (const { outcomes, texts } of people) {
        expect(await outcomes()).toEqual([
          ['queued', expect.stringMatching(says)],
          ['queued', null],
          ['queued', null],
        ]);
        expect(texts()).toEqual([]);
      }
      const [, what = ''] = /^(\w+)/.exec(says.source.slice(1)) ?? [];
      expect(await d.health()).toMatchObject({
        state: 'failing',
        fault: what === 'unanswered' ? 'unreachable' : what,
        waiting: people.length * TURNS.length,
      });

      d.faults.clear();
      await d.later(60 * MINUTE_MS);
      for (const { name, texts, outcomes } of people) {
        await expect.poll(texts, SOON).toEqual(TURNS.map((turn) => `${name}: ${turn}`));
        await expect
          .poll(async () => (await outcomes()).map(([state, failure]) => state !== 'queued' && failure), SOON)
          .toEqual(TURNS.map(() => null));
      }
      await expect.poll(d.health, SOON).toMatchObject({ state: 'ok', fault: null, waiting: 0 });
      // Nothing is left in the outbox that could be sent twice.
      expect(await d.attempts()).toEqual(new Map());
    },
  );

  it.each(
    coreRows(1, [
      { name: 'never answers', fault: { status: 0, hangs: true, isDone: true } },
      { name: 'breaks the connection', fault: { status: 0, breaks: true, isDone: true } },
      { name: 'answers 500', fault: { status: 500, isDone: true } },
    ]),
  )(
    'that takes each and $name: what it tells of them by itself is believed',
    { tags: 'full' },
    async ({ fault }) => {
      const people = await Promise.all(NAMES.map(d.begun));
      d.faults.plan(SENDS, fault, FOR_LONG);
      for (const turn of TURNS)
        for (const { name, ticket } of people) await d.reply(ticket.id, `${name}: ${turn}`);
      for (const { name, texts, outcomes } of people) {
        await expect.poll(texts, SOON).toEqual(TURNS.map((turn) => `${name}: ${turn}`));
        await expect
          .poll(async () => (await outcomes()).filter(([state]) => state === 'queued'), SOON)
          .toEqual([]);
      }
      d.faults.clear();
      await d.later(60 * MINUTE_MS);
      expect(await d.attempts()).toEqual(new Map());
      for (const { texts } of people) expect(texts()).toHaveLength(TURNS.length);
    },
  );

  it(
    'whose account is removed meanwhile: what waits says so, and goes out when it is there again',
    { tags: 'full' },
    async () => {
      const { ticket, outcomes, texts } = await d.begun('Yuli');
      d.faults.plan(SENDS, { status: 429 }, FOR_LONG);
      await d.reply(ticket.id, 'One');
      await d.reply(ticket.id, 'Two');
      await expect.poll(outcomes, SOON).toEqual([
        ['queued', 'too_many: HTTP 429'],
        ['queued', null],
      ]);
      const path = `/api/messaging-accounts/${d.account.id}`;
      // The account has messages on tickets, so it is only deactivated.
      expect((await d.t.as('admin', 'DELETE', path)).body).toMatchObject({ removed: false });
      const off = ['queued', 'switched_off'];
      await expect.poll(outcomes, SOON).toEqual([off, off]);
      d.faults.clear();
      d.t.clock.advance(10 * MINUTE_MS);
      await d.t.app.modules.messaging.recoverPending();
      expect(texts()).toEqual([]);
      await d.data('admin', 'PATCH', path, { is_active: true });
      await expect.poll(texts, SOON).toEqual(['One', 'Two']);
      await expect.poll(d.attempts, SOON).toEqual(new Map());
    },
  );

  it(
    'that takes one, says nothing and tells nothing: the ticket says that it may come twice, and it does',
    { tags: 'full' },
    async () => {
      const { ticket, outcomes, texts } = await d.begun('Wati');
      d.setTelling(false);
      d.faults.plan(SENDS, { status: 0, hangs: true, isDone: true });
      await d.reply(ticket.id, 'One');
      await d.reply(ticket.id, 'Two');
      const unsure = ['queued', 'unanswered: no answer in time'];
      await expect.poll(outcomes, SOON).toEqual([unsure, ['queued', null]]);
      // A receipt might still have arrived in this time.
      await d.later(MINUTE_MS);
      expect(texts()).toEqual(['One']);
      await d.later(MINUTE_MS);
      // None of these providers recognises a message that is sent a second time.
      await expect.poll(texts, SOON).toEqual(['One', 'One', 'Two']);
      await expect.poll(outcomes, SOON).toEqual([
        ['sent', null],
        ['sent', null],
      ]);
      d.setTelling(true);
    },
  );
});

forProviders('for an hour in which we end', (provider) => {
  it('another process goes on, in order and once', async () => {
    const d = await outageDesk(provider);
    const people = await Promise.all(NAMES.map(d.begun));
    d.faults.plan(SENDS, { status: 0, hangs: true }, people.length);
    d.faults.plan(SENDS, { status: 503 }, FOR_LONG);
    for (const turn of TURNS)
      for (const { name, ticket } of people) await d.reply(ticket.id, `${name}: ${turn}`);
    await expect.poll(() => d.faults.left, SOON).toBe(FOR_LONG);
    // As after a kill: messages that were being sent are released, and nothing about them is stored.
    const stopping = d.t.app.modules.messaging.stop();
    d.t.clock.advance(STOPS_WITHIN_MS);
    await stopping;
    expect(new Set((await d.attempts()).values())).toEqual(new Set([0]));
    const other = await d.t.another();
    for (let minutes = 0; minutes < 60; minutes += 10) await d.later(10 * MINUTE_MS, other.app);
    expect(people.flatMap(({ texts }) => texts())).toEqual([]);
    d.faults.clear();
    await d.later(60 * MINUTE_MS, other.app);
    for (const { name, texts } of people)
      await expect.poll(texts, SOON).toEqual(TURNS.map((turn) => `${name}: ${turn}`));
    await expect.poll(d.attempts, SOON).toEqual(new Map());
    await other.close();
    await d.close();
  });
});
