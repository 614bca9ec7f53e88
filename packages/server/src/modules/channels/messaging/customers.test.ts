import type { Message, Ticket } from '@trunkline/contract';
import {
  createWorld,
  pageLine,
  readScenario,
  smsLine,
  whatsappLine,
  type SimulatedChannel,
  type CustomerAccount,
  type CustomerMessage,
} from '@trunkline/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messagingDesk, type MessagingDesk } from '../../../../test/messaging/messaging-desk.ts';

const SOON = { timeout: 60_000 };
const MINUTE_MS = 60_000;
const CHANNELS = ['whatsapp', 'messenger', 'instagram', 'sms'] as const;
/**
 * The kinds of messages that the desk shows for each kind that customers send: a story mention is shown as shared content, and a
 * contact card in an SMS as a document.
 */
const AS: Record<CustomerMessage['kind'], readonly (string | undefined)[]> = {
  text: [undefined, 'text'],
  photo: ['image'],
  place: ['location'],
  contact: ['contacts', 'document'],
  sticker: ['sticker', 'unknown'],
  voice: ['voice', 'audio'],
  story_mention: ['shared'],
  odd: ['unknown'],
};

type Owner = Parameters<Parameters<typeof createWorld>[0]['openLine']>[1];
type Sent = { channel: SimulatedChannel; said: CustomerMessage; id: string };

/** A clock that jumps from one planned task to the next. */
function fastClock() {
  let now = Date.now();
  let due: { at: number; work: () => void }[] = [];
  return {
    clock: {
      now: () => now,
      later(ms: number, work: () => void) {
        const one = { at: now + ms, work };
        due.push(one);
        return () => void (due = due.filter((each) => each !== one));
      },
    },
    async pass(ms: number): Promise<void> {
      const until = now + ms;
      for (;;) {
        const [next] = due.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
        if (!next) return;
        due = due.filter((each) => each !== next);
        now = next.at;
        next.work();
        await new Promise((done) => setImmediate(done));
      }
    },
  };
}

/** Simulated customers do everything that people do, on each channel that supports it. */
describe('a run with everything that customers do', () => {
  let d: MessagingDesk;
  const sent: Sent[] = [];
  const done: { edits: Set<string>; takesBack: Set<string> } = { edits: new Set(), takesBack: new Set() };
  const underWay: Promise<unknown>[] = [];
  const noted = <T>(work: Promise<T>): Promise<T> => {
    underWay.push(work);
    return work;
  };

  /** A simulated customer's connection to that channel, which records what it sends. */
  function openLine(channel: SimulatedChannel, { number, name, pageId: id }: Owner): CustomerAccount {
    const line =
      channel === 'whatsapp'
        ? whatsappLine(d.meta, number, name)
        : channel === 'sms'
          ? smsLine(d.twilio, number)
          : pageLine(d.meta, channel === 'messenger' ? channel : 'instagram', { id, name, wroteAt: 0 });
    const { send, edit, takeBack } = line;
    return {
      ...line,
      async send(said) {
        const given = await noted(send(said));
        sent.push({ channel, said, id: String(given) });
        return given;
      },
      ...(edit && {
        edit(of: string, text: string) {
          done.edits.add(of);
          return noted(edit(of, text));
        },
      }),
      ...(takeBack && {
        takeBack(of: string) {
          done.takesBack.add(of);
          return noted(takeBack(of));
        },
      }),
    };
  }

  beforeAll(async () => {
    d = await messagingDesk();
    await d.addPages('messenger');
    await d.addPages('instagram');
    await d.addSms();
    const every = ['photo', 'place', 'contact', 'sticker', 'voice', 'story_mention', 'odd', 'referral'];
    const chances = [...every, 'quotes', 'edits', 'takes_back'].map((what) => [what, 0.6]);
    const scenario = readScenario(
      JSON.stringify({
        seed: 'everything',
        arrivals_a_minute: 30,
        at_once: 100,
        channels: Object.fromEntries(CHANNELS.map((channel) => [channel, 1])),
        languages: { en: 1, id: 1 },
        questions: { from: 0, to: 2 },
        patience_seconds: { from: 20, to: 60 },
        thinking_seconds: { from: 1, to: 5 },
        chances: Object.fromEntries(chances),
      }),
    );
    const { clock, pass } = fastClock();
    createWorld({ scenario, clock, openLine, keep: () => '', channels: [...CHANNELS] }).start();
    await pass(MINUTE_MS);
    // What starts at the end is waited for, until nothing further starts.
    for (let count = -1; count !== underWay.length;) {
      count = underWay.length;
      await Promise.all(underWay);
      await new Promise((settled) => setImmediate(settled));
    }
  }, 120_000);
  afterAll(() => d.close());

  const kept = async () => {
    const { rows } = await d.t.platform.db.pool.query<{
      provider_id: string;
      message_id: number;
      ticket_id: number;
    }>("select provider_id, message_id, ticket_id from messaging_messages where direction = 'in'");
    return rows;
  };
  async function messages(): Promise<Map<string, Message>> {
    const rows = await kept();
    const tickets = [...new Set(rows.map(({ ticket_id: id }) => id))];
    const all = new Map(
      (await Promise.all(tickets.map((id) => d.emails(id)))).flat().map((one) => [one.id, one]),
    );
    return new Map(
      rows.flatMap(({ provider_id: id, message_id: of }) => {
        const message = all.get(of);
        return message ? [[id, message] as const] : [];
      }),
    );
  }

  it('brings all of it to the desk: nothing is dropped, and what is odd is shown as such', async () => {
    expect(new Set(sent.map(({ channel }) => channel))).toEqual(new Set(CHANNELS));
    expect(new Set(sent.map(({ said }) => said.kind))).toEqual(new Set(Object.keys(AS)));
    const isKept = async () => {
      const known = new Set((await kept()).map(({ provider_id: id }) => id));
      return sent.filter(({ id }) => !known.has(id));
    };
    await expect.poll(isKept, SOON).toEqual([]);
    const found = await messages();
    const wrong = sent.filter(({ id, said }) => !AS[said.kind].includes(found.get(id)?.extra?.kind));
    expect(wrong.map(({ channel, said, id }) => [channel, said.kind, found.get(id)?.extra])).toEqual([]);
    const odd = sent.filter(({ said }) => said.kind === 'odd');
    for (const { id } of odd) expect(found.get(id)?.extra?.named).toBeTruthy();
    const referred = sent.filter(({ said, channel }) => said.isReferred && channel !== 'sms');
    expect(referred.length).toBeGreaterThan(3);
    for (const { id } of referred)
      expect(found.get(id)?.extra?.referral?.headline).toBe('A grinder for your kitchen');
  });

  it('has what was changed and what was taken back on the messages themselves', async () => {
    expect(done.edits.size).toBeGreaterThan(3);
    expect(done.takesBack.size).toBeGreaterThan(3);
    const missing = async () => {
      const found = await messages();
      return [
        ...[...done.edits].filter((id) => !found.get(id)?.extra?.edited_at),
        ...[...done.takesBack].filter((id) => !found.get(id)?.extra?.deleted_at),
      ];
    };
    await expect.poll(missing, SOON).toEqual([]);
  });

  it('leaves no delivery unread, and nothing that waits for a message that never came', async () => {
    const { pool } = d.t.platform.db;
    const left = async () =>
      (
        await pool.query<{ what: string }>(
          `select state || ' ' || reason as what from messaging_deliveries where state <> 'done' or reason <> ''
           union all select 'early' from messaging_early
           union all select 'media ' || state from messaging_media where state <> 'done'`,
        )
      ).rows;
    await expect.poll(left, SOON).toEqual([]);
    const tickets = await d.data<Ticket[]>('admin', 'GET', '/api/tickets?status=open&sort=newest');
    expect(tickets.length).toBeGreaterThan(15);
  });
});
