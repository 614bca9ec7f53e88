/** @module-tag full */
import type { Customer, CustomerPrivacy, Message, Person, Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDovecot } from '../../../../../test/mail/dovecot.ts';
import { mailDesk, type MailDesk } from '../../../../../test/mail/mail-desk.ts';

const SOON = { timeout: 15_000 };

describe.skipIf(!hasDovecot)('an e-mail', () => {
  let d: MailDesk;
  beforeAll(async () => {
    d = await mailDesk();
  });
  afterAll(() => d.close());

  it('of a customer who was erased is from somebody new, named by this e-mail, and joins no old ticket', async () => {
    await d.arrive({ from: 'Lee Chan <lee@mail.example>', subject: 'Three bags', id: 'bags@mail.example' });
    const { id, version, customer_id: before } = await d.ticketAbout('Three bags');
    await d.data('admin', 'POST', `/api/tickets/${id}/solve`, { version });
    await d.data('admin', 'POST', `/api/customers/${before}/erasure`, {});
    const erasure = async () =>
      (await d.data<CustomerPrivacy>('admin', 'GET', `/api/customers/${before}/privacy`)).erasure?.state;
    await expect.poll(erasure, SOON).toBe('done');

    await d.arrive({
      from: 'Lee M. Chan <lee@mail.example>',
      subject: 'Two bags this time',
      inReplyTo: 'bags@mail.example',
    });
    const ticket = await d.ticketAbout('Two bags this time');
    expect(ticket.id).not.toBe(id);
    expect(ticket).toMatchObject({ customer_name: 'Lee M. Chan', status: 'open' });
    const found = await d.data<Customer[]>('admin', 'GET', '/api/customers?q=lee');
    expect(found.map((one) => one.id)).toEqual([ticket.customer_id]);
    expect(found[0]).toMatchObject({ total_tickets: 1 });
    expect(ticket.customer_id).not.toBe(before);
  });

  it('in answer to somebody who was deactivated frees their ticket, which says why', async () => {
    await d.arrive({ from: 'Rina <rina@mail.example>', subject: 'The grinder' });
    const { id, version } = await d.ticketAbout('The grinder');
    await d.data('admin', 'POST', `/api/tickets/${id}/assign`, { version, assignee_id: d.t.idOf('budi') });
    const reply = await d.reply(id, { body: 'We look at it.' }, 'budi');
    await expect.poll(() => d.stateOf(id, reply.id), SOON).toBe('sent');
    const sent = d.sink.got.at(-1)?.mail.toString() ?? '';
    const inReplyTo = /^Message-ID: <(.+)>/im.exec(sent)?.[1] ?? '';
    const people = await d.data<Person[]>('admin', 'GET', '/api/users');
    const budi = people.find(({ username }) => username === 'budi');
    const leave = { version: budi?.version, hand_over: 'leave' };
    await d.data('admin', 'POST', `/api/users/${budi?.id}/deactivate`, leave);

    await d.arrive({ from: 'Rina <rina@mail.example>', subject: 'Re: The grinder', inReplyTo });
    await expect.poll(async () => (await d.emails(id)).length, SOON).toBe(3);
    const { ticket } = await d.data<{ ticket: Ticket }>('admin', 'GET', `/api/tickets/${id}`);
    expect(ticket).toMatchObject({ assignee_id: null, status: 'open' });
    const lines = await d.data<Message[]>('admin', 'GET', `/api/tickets/${id}/timeline?limit=100`);
    expect(lines.flatMap(({ event }) => event ?? [])).toContainEqual(
      expect.objectContaining({ type: 'owner_cleared', reason: 'inactive', user_id: budi?.id }),
    );
  });
});
