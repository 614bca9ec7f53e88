import { randomUUID } from 'node:crypto';
import type { Customer, MailAddress } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDovecot } from '../../../../../test/mail/dovecot.ts';
import { mailDesk, mailText, type MailDesk } from '../../../../../test/mail/mail-desk.ts';

const SOON = { timeout: 15_000 };
const messageIdOf = (mail = '') => /^Message-ID: <(.+)>/im.exec(mail)?.[1] ?? '';

describe.skipIf(!hasDovecot)('the recipients of a reply', () => {
  let d: MailDesk;
  beforeAll(async () => {
    d = await mailDesk();
  });
  afterAll(() => d.close());

  type People = { to: MailAddress[]; others: MailAddress[] };
  const addresses = (people: MailAddress[]) => people.map(({ address }) => address);
  const bodies = async (ticketId: number) => (await d.emails(ticketId)).map((one) => one.body);
  async function recipients(ticketId: number) {
    const { to, others } = await d.data<People>('dewi', 'GET', `/api/tickets/${ticketId}/answer-recipients`);
    return { to: addresses(to), others: addresses(others) };
  }

  /** Creates a ticket of Rina's with a first reply from us; returns it with the reply's Message-ID. */
  async function answered(subject: string, headers: string[] = []) {
    const rina = `rina.${randomUUID().slice(0, 8)}@mail.example`;
    await d.dovecot.put('support', [
      mailText({ from: `Rina Wijaya <${rina}>`, subject, headers, text: 'My cup is broken.' }),
    ]);
    const ticket = await d.ticketAbout(subject);
    return { rina, ticket, id: await answer(ticket.id, `We look at it. ${randomUUID()}`) };
  }

  async function sentOf(ticketId: number, body: string): Promise<string> {
    const reply = await d.reply(ticketId, { body });
    await expect.poll(() => d.stateOf(ticketId, reply.id), SOON).toBe('sent');
    return d.sink.got.findLast(({ mail }) => mail.toString().includes(body))?.mail.toString() ?? '';
  }
  const answer = async (ticketId: number, body: string) => messageIdOf(await sentOf(ticketId, body));

  async function put(ticketId: number, mail: Parameters<typeof mailText>[0]) {
    const text = randomUUID();
    await d.arrive({ ...mail, text });
    await expect
      .poll(async () => (await bodies(ticketId)).some((one) => one.includes(text)), SOON)
      .toBe(true);
  }
  const bounce = (ticketId: number, inReplyTo: string) =>
    put(ticketId, {
      from: 'MAILER-DAEMON@mx.example',
      subject: 'Undelivered Mail Returned to Sender',
      inReplyTo,
      headers: ['Return-Path: <>', 'Auto-Submitted: auto-replied'],
    });

  it('a bounce, an out-of-office note and a notification do not change them', { tags: 'full' }, async () => {
    const { rina, ticket, id } = await answered('Broken cup', ['Cc: Budi <budi@mail.example>']);
    const people = { to: [rina], others: ['budi@mail.example'] };
    await bounce(ticket.id, id);
    expect(await recipients(ticket.id)).toEqual(people);
    await put(ticket.id, {
      from: 'budi@mail.example',
      subject: 'Automatic reply',
      inReplyTo: id,
      headers: ['Auto-Submitted: auto-replied'],
    });
    await put(ticket.id, {
      from: 'no-reply@parcels.example',
      subject: 'Your parcel',
      inReplyTo: id,
      headers: ['Auto-Submitted: auto-generated'],
    });
    expect(await recipients(ticket.id)).toEqual(people);
    // The reply also quotes the person's mail and uses its subject, not those of automatic mails.
    const sent = await sentOf(ticket.id, `And again. ${randomUUID()}`);
    expect(sent).toMatch(/^Subject: Re: Broken cup/im);
    expect(sent).toContain('> My cup is broken.');
  });

  it('are those of our last e-mail where only automatic e-mails came in', { tags: 'full' }, async () => {
    const people = {
      to: [{ name: 'Sri', address: 'sri@mail.example' }],
      cc: [{ name: '', address: 'agus@mail.example' }],
    };
    const { rina, ticket, id } = await answered('From a machine', ['Auto-Submitted: auto-generated']);
    const reply = await d.reply(ticket.id, { body: 'To others', ...people });
    await expect.poll(() => d.stateOf(ticket.id, reply.id), SOON).toBe('sent');
    await bounce(ticket.id, id);
    expect(await recipients(ticket.id)).toEqual({
      to: ['sri@mail.example'],
      others: ['agus@mail.example', rina],
    });
  });

  it('a mail that came back is no contact with the customer', { tags: 'full' }, async () => {
    const { ticket, id } = await answered('No contact');
    const lastContact = async () =>
      (await d.data<Customer>('admin', 'GET', `/api/customers/${ticket.customer_id}`)).last_contact_at;
    const before = await lastContact();
    d.t.clock.advance(3_600_000);
    await bounce(ticket.id, id);
    expect(await lastContact()).toBe(before);
  });

  it(
    'somebody in copy who answers is answered, and to all the customer whose ticket it is',
    { tags: 'full' },
    async () => {
      const { rina, ticket, id } = await answered('With the boss', ['Cc: Boss <boss@mail.example>']);
      await put(ticket.id, { from: 'Boss <boss@mail.example>', subject: 'Re: With the boss', inReplyTo: id });
      expect(await recipients(ticket.id)).toEqual({ to: ['boss@mail.example'], others: [rina] });
      const reply = await d.reply(ticket.id, { body: 'Dear boss' });
      expect(reply.mail?.to).toEqual([{ name: 'Boss', address: 'boss@mail.example' }]);
    },
  );
});
