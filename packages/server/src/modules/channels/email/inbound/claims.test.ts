/** @module-tag full */
import { randomUUID } from 'node:crypto';
import type { Customer, Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDovecot } from '../../../../../test/mail/dovecot.ts';
import { mailDesk, mailText, type MailDesk } from '../../../../../test/mail/mail-desk.ts';

describe.skipIf(!hasDovecot)('an address that somebody typed into a chat’s form', () => {
  let d: MailDesk;
  beforeAll(async () => {
    d = await mailDesk();
  });
  afterAll(() => d.close());

  const newAddress = () => `u${randomUUID().slice(0, 8)}@mail.example`;
  const customer = (id: number) => d.data<Customer>('admin', 'GET', `/api/customers/${id}`);
  const mayBe = async (id: number) =>
    (
      await d.data<{ customer: Customer; reason: string }[]>('dewi', 'GET', `/api/customers/${id}/duplicates`)
    ).map((one) => [one.customer.id, one.reason]);

  async function chatAs(email: string): Promise<number> {
    const token = await d.t.visitor(await d.t.widget());
    const name = `Visitor ${randomUUID().slice(0, 8)}`;
    const body = { client_key: randomUUID(), name, email, question: 'Hello?', page: '' };
    expect((await d.t.call('POST', '/api/livechat/chat', { token, body })).status).toBe(200);
    const found = (await d.tickets()).find((one) => one.customer_name === name);
    return found?.customer_id ?? 0;
  }
  async function mailFrom(from: string): Promise<Ticket> {
    const subject = `Mail of ${from}`;
    await d.dovecot.put('support', [mailText({ from, subject })]);
    return d.ticketAbout(subject);
  }

  it('makes whoever writes from there somebody else, and says that they may be the same', async () => {
    const address = newAddress();
    const typed = await chatAs(address);
    const other = await chatAs(address);
    const { customer_id: real } = await mailFrom(address);
    expect([typed, other]).not.toContain(real);
    // Without a mail server that authenticates senders the address belongs to both customers, unverified.
    expect((await customer(real)).identities).toMatchObject([{ value: address, is_verified: false }]);
    expect((await customer(typed)).identities).toMatchObject([{ value: address, is_verified: false }]);
    expect(await mayBe(real)).toEqual([
      [typed, 'claimed'],
      [other, 'claimed'],
    ]);
    expect(await mayBe(typed)).toContainEqual([real, 'claimed']);

    // The shared address does not prevent editing either customer.
    const { version, identities } = await customer(typed);
    const patch = {
      version,
      name: 'Adam',
      identities: identities.map(({ kind, value }) => ({ kind, value })),
    };
    await d.data('dewi', 'PATCH', `/api/customers/${typed}`, patch);

    // An agent merges the two.
    const [{ version: mine }, { version: theirs }] = [await customer(real), await customer(typed)];
    const merge = { version: mine, source_id: typed, source_version: theirs };
    const merged = await d.data<Customer>('dewi', 'POST', `/api/customers/${real}/merge`, merge);
    expect(merged.identities).toMatchObject([{ value: address, is_verified: false }]);
  });

  it('is theirs where one of ours typed it', async () => {
    const address = newAddress();
    const identities = [{ kind: 'email', value: address }];
    // This also applies if somebody has claimed the address before.
    await chatAs(address);
    const { id } = await d.data<Customer>('dewi', 'POST', '/api/customers', { name: 'Adam', identities });
    expect((await mailFrom(address)).customer_id).toBe(id);
  });
});
