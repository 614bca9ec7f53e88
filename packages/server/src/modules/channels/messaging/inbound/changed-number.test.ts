/** @module-tag full */
import type { Customer } from '@trunkline/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messagingDesk, type MessagingDesk } from '../../../../../test/messaging/messaging-desk.ts';

const SOON = { timeout: 15_000 };

describe('a customer who changes their number', () => {
  let d: MessagingDesk;
  let count = 0;
  beforeEach(async () => {
    d = await messagingDesk();
  });
  afterEach(() => d.close());

  const number = () => `62811778${String((count += 1)).padStart(4, '0')}`;
  const tells = (was: ReturnType<MessagingDesk['meta']['phone']>, system: object) =>
    was.write({ type: 'system', system: { body: 'User changed their number', ...system } });
  const customerOf = async (id: number) =>
    (await d.data<{ customer: Customer }>('admin', 'GET', `/api/tickets/${id}`)).customer;
  const numbersOf = ({ identities }: Customer) =>
    identities.filter(({ kind }) => kind === 'phone').map(({ value }) => value);

  it.each([
    ['user_changed_number', 'wa_id'],
    ['customer_changed_number', 'new_wa_id'],
  ])('is the same customer afterwards, as %s tells it', async (type, field) => {
    const [old, now] = [number(), number()];
    const name = `Rina ${count}`;
    const rina = d.meta.phone(old, name);
    await rina.send('Is it ready?');
    const ticket = await d.ticketOf(name);
    await tells(rina, { type, [field]: now });
    await expect
      .poll(async () => numbersOf(await customerOf(ticket.id)), SOON)
      .toEqual([`+${old}`, `+${now}`]);
    expect((await d.emails(ticket.id)).at(-1)).toMatchObject({ extra: { kind: 'system', named: type } });
    await d.meta.phone(now, `${name} anew`).send('I write from here now');
    await expect
      .poll(async () => (await d.emails(ticket.id)).at(-1)?.body, SOON)
      .toBe('I write from here now');
    expect(numbersOf(await customerOf(ticket.id))).toHaveLength(2);
  });

  it(
    'is joined with nobody who has that number already, nor by what is no number',
    { tags: 'full' },
    async () => {
      const [old, taken] = [number(), number()];
      const rina = d.meta.phone(old, 'Rina Old');
      await d.meta.phone(taken, 'Budi Taken').send('Hello');
      const other = await d.ticketOf('Budi Taken');
      await rina.send('Is it ready?');
      const ticket = await d.ticketOf('Rina Old');
      for (const wa_id of [taken, '', 'nobody', '1'.repeat(40), old])
        await tells(rina, { type: 'user_changed_number', wa_id });
      await tells(rina, { type: 'customer_identity_changed', wa_id: number() });
      await expect.poll(async () => (await d.emails(ticket.id)).length, SOON).toBe(7);
      expect(numbersOf(await customerOf(ticket.id))).toEqual([`+${old}`]);
      expect(numbersOf(await customerOf(other.id))).toEqual([`+${taken}`]);
    },
  );
});
