import { randomUUID } from 'node:crypto';
import type { Customer, Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDovecot } from '../../../../../test/mail/dovecot.ts';
import { mailDesk, mailText, type MailDesk } from '../../../../../test/mail/mail-desk.ts';

const SOON = { timeout: 15_000 };
const GENUINE = 'dkim=pass header.d=mail.example; dmarc=pass header.from=mail.example';
const found = (results: string) => `Authentication-Results: mx.desk.example; ${results}`;
const FORGED = found('spf=fail smtp.mailfrom=evil.example; dmarc=fail (p=reject) header.from=mail.example');

describe.skipIf(!hasDovecot)('a mailbox whose mail server says whether senders are genuine', () => {
  let d: MailDesk;
  beforeAll(async () => {
    d = await mailDesk({ authserv_id: 'mx.desk.example', loop_limit: 5 });
  });
  afterAll(() => d.close());

  /** A mail as the company's mail server delivers it: headers of that server on top, below them what the sender wrote. */
  const arrive = (mail: Parameters<typeof mailText>[0], ...headers: string[]) =>
    d.dovecot.put('support', [[...headers, mailText(mail)].join('\r\n')]);
  const customer = (id: number) => d.data<Customer>('admin', 'GET', `/api/customers/${id}`);

  async function genuine(subject: string) {
    const address = `u${randomUUID().slice(0, 8)}@mail.example`;
    const id = `${randomUUID()}@mail.example`;
    await arrive({ from: `Rina <${address}>`, subject, id }, found(GENUINE));
    const ticket = await d.ticketAbout(subject);
    return { address, ticket, id };
  }

  it('takes a genuine one as ever', { tags: 'full' }, async () => {
    const { address, ticket } = await genuine('A genuine one');
    expect((await d.emails(ticket.id))[0]?.mail).not.toHaveProperty('is_unproven');
    await arrive({ from: address, subject: `Re: [#${ticket.number}]` }, found(GENUINE));
    await expect.poll(async () => (await d.emails(ticket.id)).length, SOON).toBe(2);
  });

  it('takes nothing for a bounce of a customer that only says to be one', { tags: 'full' }, async () => {
    const { address, ticket } = await genuine('A case worth stealing');
    const forged = { from: `Rina <${address}>`, subject: `Failed [#${ticket.number}]` };
    await arrive(
      { ...forged, headers: ['X-Failed-Recipients: a@b.example', 'Reply-To: evil@evil.example'] },
      FORGED,
    );
    await arrive({ from: address, subject: `Re: [#${ticket.number}]` }, found(GENUINE));
    await expect.poll(async () => (await d.emails(ticket.id)).length, SOON).toBe(2);
    const ignored = await d.data<{ subject: string; reason: string }[]>(
      'admin',
      'GET',
      `/api/mailboxes/${d.mailbox.id}/ignored`,
    );
    expect(ignored[0]).toMatchObject({ subject: forged.subject, reason: 'stray_bounce' });
  });

  it('marks a forged one, and puts it on a ticket of its own, of a customer of its own', async () => {
    const { address, ticket, id } = await genuine('The real case');
    const forged = async (subject: string, more: object = {}): Promise<Ticket> => {
      await arrive({ from: `Rina <${address}>`, subject, ...more }, FORGED);
      return d.ticketAbout(subject);
    };
    // By ticket number, by the customer's own Message-ID, and by subject.
    const byNumber = await forged(`Pay to this account [#${ticket.number}]`);
    const byReference = await forged('Pay me here', { inReplyTo: id });
    expect(byNumber.id).not.toBe(ticket.id);
    expect(byReference.id).not.toBe(ticket.id);
    await arrive({ from: address, subject: 'Re: The real case' }, FORGED);
    await d.ticketAbout('Re: The real case');
    expect(await d.emails(ticket.id)).toHaveLength(1);
    expect((await d.emails(byNumber.id))[0]?.mail).toMatchObject({ is_unproven: true });

    expect(byNumber.customer_id).not.toBe(ticket.customer_id);
    expect(byReference.customer_id).toBe(byNumber.customer_id);
    const claimed = await customer(byNumber.customer_id);
    expect(claimed.identities).toEqual([]);
    expect(claimed.note).toContain(`Gave ${address}, which belongs to Rina.`);

    // Mails of the genuine sender do not join a ticket that a forger opened either.
    await arrive({ from: address, subject: `Re: [#${byNumber.number}] what is this` }, found(GENUINE));
    const own = await d.ticketAbout(`Re: [#${byNumber.number}] what is this`);
    expect(own.customer_id).toBe(ticket.customer_id);
  });

  it('makes no proven address of a forged one', { tags: 'full' }, async () => {
    const address = `u${randomUUID().slice(0, 8)}@mail.example`;
    await arrive({ from: address, subject: 'Nobody knows me' }, FORGED);
    const { customer_id: id } = await d.ticketAbout('Nobody knows me');
    expect((await customer(id)).identities).toMatchObject([{ value: address, is_verified: false }]);
  });

  it(
    'still adds a reply to our own e-mail to its ticket, because its Message-ID was known',
    { tags: 'full' },
    async () => {
      const { address, ticket } = await genuine('Passed on by a list');
      const reply = await d.reply(ticket.id, { body: 'Which list?' });
      await expect.poll(() => d.stateOf(ticket.id, reply.id), SOON).toBe('sent');
      const sent = d.sink.got.findLast(({ to }) => to.includes(address))?.mail.toString() ?? '';
      const inReplyTo = /^Message-ID: <(.+)>/im.exec(sent)?.[1] ?? '';
      await arrive({ from: address, subject: 'Re: Passed on', inReplyTo }, FORGED);
      await expect.poll(async () => (await d.emails(ticket.id)).length, SOON).toBe(3);
      const emails = await d.emails(ticket.id);
      expect(emails[2]).toMatchObject({ author: { id: ticket.customer_id }, mail: { is_unproven: true } });
    },
  );

  it(
    'believes neither what a sender writes about himself, nor whom a form elsewhere names',
    { tags: 'full' },
    async () => {
      const { address, ticket } = await genuine('Who am I');
      const subject = `Believe me [#${ticket.number}]`;
      await arrive(
        { from: address, subject },
        found('dmarc=fail header.from=mail.example'),
        'Received: from evil.example by mx.desk.example',
        found(GENUINE),
      );
      expect((await d.ticketAbout(subject)).id).not.toBe(ticket.id);
      const form = `By a form [#${ticket.number}]`;
      await arrive(
        { from: 'no-reply@evil.example', subject: form, headers: [`Reply-To: ${address}`] },
        found('dkim=pass header.d=evil.example; dmarc=pass header.from=evil.example'),
      );
      const other = await d.ticketAbout(form);
      expect(other.customer_id).not.toBe(ticket.customer_id);
      expect((await d.emails(other.id))[0]?.mail).toMatchObject({ is_unproven: true });
    },
  );

  it('collects many forged e-mails on one ticket', { tags: 'full' }, async () => {
    const { address, ticket } = await genuine('Before the flood');
    for (let n = 0; n < 7; n += 1) await arrive({ from: address, subject: `Flood ${n}` }, FORGED);
    // A flood of forged mails does not block mails of the genuine sender.
    await arrive({ from: address, subject: 'After the flood' }, found(GENUINE));
    await d.ticketAbout('After the flood');
    expect(await d.emails(ticket.id)).toHaveLength(1);
    const flood = (await d.tickets()).filter(({ subject }) => subject.startsWith('Flood'));
    expect(flood).toHaveLength(5);
    expect(new Set(flood.map((one) => one.customer_id)).size).toBe(1);
  });

  it('does not accept a bounce from a recipient of our e-mail', { tags: 'full' }, async () => {
    const { address, ticket } = await genuine('Did you get it');
    const other = `u${randomUUID().slice(0, 8)}@mail.example`;
    const reply = await d.reply(ticket.id, {
      body: 'To both of you',
      to: [{ address }, { address: other }],
    });
    await expect.poll(() => d.stateOf(ticket.id, reply.id), SOON).toBe('sent');
    const sent = d.sink.got.findLast(({ to }) => to.includes(other))?.mail.toString() ?? '';
    const inReplyTo = /^Message-ID: <(.+)>/im.exec(sent)?.[1] ?? '';
    const sendReply = (text: string, ...headers: string[]) =>
      arrive({
        from: 'MAILER-DAEMON@mx.example',
        subject: text,
        inReplyTo,
        text: `550 5.1.1 ${text}`,
        headers: [`X-Failed-Recipients: ${address}`, ...headers],
      });
    // Reports by another recipient, by a forger, and about somebody who was no recipient.
    await sendReply('By a colleague', 'Return-Path: <other@mail.example>');
    await arrive(
      { from: 'MAILER-DAEMON@mail.example', subject: 'By a forger', inReplyTo, text: `550 5.1.1 ${address}` },
      'Return-Path: <>',
      FORGED,
    );
    await arrive(
      {
        from: 'MAILER-DAEMON@mx.example',
        subject: 'About a stranger',
        inReplyTo,
        text: '550 5.1.1 stranger@mail.example',
      },
      'Return-Path: <>',
    );
    const emails = async () => d.emails(ticket.id);
    await expect.poll(async () => (await emails()).length, SOON).toBe(5);
    const [, ours, ...bounces] = await emails();
    expect(ours).toMatchObject({ id: reply.id, state: 'sent', failure: null });
    expect(bounces.map(({ mail }) => mail?.is_unproven)).toEqual([true, true, true]);
    // A genuine report about one of the two recipients.
    await arrive(
      {
        from: 'MAILER-DAEMON@mx.example',
        subject: 'Real',
        inReplyTo,
        text: `550 5.1.1 <${address}> unknown`,
      },
      'Return-Path: <>',
    );
    await expect.poll(async () => (await emails())[1]?.failure, SOON).toMatch(/^bounced: 550/);
    expect((await emails())[1]?.state).toBe('sent');
  });

  it(
    'does not silence whoever is genuine by a flood of which the mail server says nothing',
    { tags: 'full' },
    async () => {
      const { address } = await genuine('Before the unjudged flood');
      for (let n = 0; n < 7; n += 1) await arrive({ from: address, subject: `Unjudged ${n}` });
      await arrive({ from: address, subject: 'After the unjudged flood' }, found(GENUINE));
      expect(await d.ticketAbout('After the unjudged flood')).toMatchObject({ unread: 1 });
      const unjudged = (await d.tickets()).filter(({ subject }) => subject.startsWith('Unjudged'));
      expect(unjudged).toHaveLength(5);
    },
  );

  it('says of whom it was claimed to come, and who would be answered', { tags: 'full' }, async () => {
    const subject = 'Your own support';
    await arrive(
      { from: 'Support <support@desk.example>', subject, headers: ['Reply-To: attacker@bad.example'] },
      found('dmarc=fail header.from=desk.example'),
    );
    const { id } = await d.ticketAbout(subject);
    expect((await d.emails(id))[0]?.mail).toMatchObject({
      is_unproven: true,
      from: { address: 'attacker@bad.example' },
      claimed_from: { address: 'support@desk.example' },
    });
    expect(await d.data('dewi', 'GET', `/api/tickets/${id}/answer-recipients`)).toMatchObject({
      to: [{ address: 'attacker@bad.example' }],
      is_unproven: true,
    });
  });

  it(
    'takes no address for proven of which the mail server says nothing, or which is typed into a form',
    { tags: 'full' },
    async () => {
      const isVerified = async (subject: string) =>
        (await customer((await d.ticketAbout(subject)).customer_id)).identities.map((one) => one.is_verified);
      const unknown = `u${randomUUID().slice(0, 8)}@mail.example`;
      await arrive({ from: unknown, subject: 'Nobody says anything' });
      expect(await isVerified('Nobody says anything')).toEqual([false]);
      const typed = `u${randomUUID().slice(0, 8)}@mail.example`;
      await arrive(
        { from: 'support@desk.example', subject: 'By our form', headers: [`Reply-To: ${typed}`] },
        found('dkim=pass header.d=desk.example; dmarc=pass header.from=desk.example'),
      );
      expect(await isVerified('By our form')).toEqual([false]);
      const { ticket } = await genuine('And a proven one');
      expect((await customer(ticket.customer_id)).identities).toMatchObject([{ is_verified: true }]);
    },
  );
});
