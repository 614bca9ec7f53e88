import { coreRows } from '../../../../../test/cases/core-rows.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lineDesk, type LineDesk } from '../../../../../test/messaging/line-desk.ts';
import { outcomesOf, payloadsOf, type Precondition } from '../../../../../test/messaging/payloads.ts';

const SOON = { timeout: 15_000, interval: 10 };

describe('smpp', () => {
  let d: LineDesk;
  beforeAll(async () => {
    d = await lineDesk();
    d.smsc.world.tells = false;
  });
  afterAll(() => d.close());

  it.each(coreRows(13, payloadsOf('smpp', 'hex')))('$name', async ({ text, before, expected }) => {
    const outcomes = await outcomesOf(d.t, d.account.id, { emails: d.lettersOf });
    if (before) await prepare(before);
    const pdus = text
      .trim()
      .split('\n')
      .map((line) => Buffer.from(line, 'hex'));
    // Each one is repeated before the message centre can have our response; after that a repetition would be another message.
    const bytes = Buffer.concat(pdus.flatMap((pdu) => [pdu, pdu]));
    const states = await d.smsc.bringBytes(bytes, 2 * pdus.length);
    expect(new Set(states)).toEqual(new Set([0]));
    const outcome = async () => {
      expect(await outcomes.isSettled()).toBe(true);
      return outcomes.read();
    };
    await expect.poll(outcome, SOON).toEqual(expected);
  });

  /** The deliveries refer to earlier replies by this id. */
  async function prepare({ customer: { address }, wrote, answered }: Precondition): Promise<void> {
    if (!wrote || !answered) return;
    await d.smsc.phone(address).send(wrote.text);
    const { id: ticketId } = await d.ticketOf(address);
    const { id } = await d.reply(ticketId, answered.text);
    const state = async () => (await d.lettersOf(ticketId)).find((one) => one.id === id)?.state;
    await expect.poll(state, SOON).toBe('sent');
    await d.t.platform.db.pool.query('update messaging_messages set provider_id = $1 where message_id = $2', [
      answered.id,
      id,
    ]);
  }
});
