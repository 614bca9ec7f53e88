import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withDkimSignature } from '../../../../../test/mail/dkim.ts';
import { hasDovecot } from '../../../../../test/mail/dovecot.ts';
import { mailDesk, mailText, type MailDesk } from '../../../../../test/mail/mail-desk.ts';

const SOON = { timeout: 15_000 };
const header = (mail: string, name: string) =>
  new RegExp(`^${name}: (.+)`, 'im').exec(mail)?.[1]?.trim() ?? '';

describe.skipIf(!hasDovecot)('a case where no mail server judges who writes', () => {
  let d: MailDesk;
  beforeAll(async () => {
    d = await mailDesk();
  });
  afterAll(() => d.close());

  const newAddress = () => `u${randomUUID().slice(0, 8)}@mail.example`;
  const put = (mail: Parameters<typeof mailText>[0]) => d.dovecot.put('support', [mailText(mail)]);
  const recipients = (id: number) =>
    d.data<{ to: { address: string }[]; to_confirm: string[] }>(
      'dewi',
      'GET',
      `/api/tickets/${id}/answer-recipients`,
    );
  const count = async (id: number) => (await d.emails(id)).length;

  /** Creates a ticket with a reply from us; returns them with the sent mail. */
  async function begun(subject: string) {
    const from = newAddress();
    const id = `${randomUUID()}@mail.example`;
    await put({ from: `Rina <${from}>`, subject, id });
    const ticket = await d.ticketAbout(subject);
    const reply = await d.reply(ticket.id, { body: `About ${subject}` });
    await expect.poll(() => d.stateOf(ticket.id, reply.id), SOON).toBe('sent');
    const sent = d.sink.got.findLast(({ to }) => to.includes(from))?.mail.toString() ?? '';
    return { from, id, ticket, sent };
  }

  it('is not taken over by who writes in its customer’s name and wants the answer elsewhere', async () => {
    const { from, ticket, id } = await begun('Change of account');
    const forged = { from: `Rina <${from}>`, headers: ['Reply-To: attacker@evil.example'] };
    await put({ ...forged, subject: 'Re: Change of account', text: 'By the subject' });
    const bySubject = await d.ticketAbout('Re: Change of account');
    await put({ ...forged, subject: `By number [#${ticket.number}]` });
    const byNumber = await d.ticketAbout(`By number [#${ticket.number}]`);
    await put({ ...forged, subject: `By a guess [#${ticket.number}-0123456789]` });
    const byGuess = await d.ticketAbout(`By a guess [#${ticket.number}-0123456789]`);
    await put({ ...forged, subject: 'By their own id', inReplyTo: id });
    const byId = await d.ticketAbout('By their own id');

    expect(await count(ticket.id)).toBe(2);
    expect((await recipients(ticket.id)).to).toMatchObject([{ address: from }]);
    const belongs = { ticket_id: ticket.id, number: ticket.number };
    for (const one of [bySubject, byNumber, byGuess, byId]) {
      const [email] = await d.emails(one.id);
      expect(email?.mail).toMatchObject({
        may_belong_to: belongs,
        answers_elsewhere: { from: { address: from }, to: { address: 'attacker@evil.example' } },
      });
    }
  });

  it(
    'answers nobody whom a mail names in its sender’s place before an agent has confirmed it, and then asks no more',
    { tags: 'full' },
    async () => {
      const from = newAddress();
      const other = newAddress();
      await put({ from, subject: 'Write to my other address', headers: [`Reply-To: Other <${other}>`] });
      const { id } = await d.ticketAbout('Write to my other address');
      expect(await recipients(id)).toMatchObject({ to: [{ address: other }], to_confirm: [other] });
      const refused = 'reply_unconfirmed';
      await expect(d.reply(id, { body: 'By itself' })).rejects.toThrow(refused);
      await expect(d.reply(id, { body: 'Named', to: [{ address: other.toUpperCase() }] })).rejects.toThrow(
        refused,
      );
      const copy = { to: [{ address: from }], cc: [{ address: other }] };
      await expect(d.reply(id, { body: 'As a copy', ...copy })).rejects.toThrow(refused);
      await expect(d.reply(id, { body: 'Another', confirmed: [from] })).rejects.toThrow(refused);
      // The sender of the mail needs no confirmation.
      await d.reply(id, { body: 'To the sender', to: [{ address: from }] });
      await d.reply(id, { body: 'To the other', confirmed: [other] });
      expect((await recipients(id)).to_confirm).toEqual([]);
      await d.reply(id, { body: 'Once more' });
      await expect.poll(() => d.sink.got.filter(({ to }) => to.includes(other)).length, SOON).toBe(2);
    },
  );

  it(
    'goes on by what nobody can guess: our Message-ID, and the mark in our subject',
    { tags: 'full' },
    async () => {
      const { from, ticket, sent } = await begun('A broken handle');
      await put({ from, subject: 'Re: by id', inReplyTo: header(sent, 'Message-ID').slice(1, -1) });
      await expect.poll(() => count(ticket.id), SOON).toBe(3);
      await put({ from: newAddress(), subject: `AW: ${header(sent, 'Subject')}` });
      await expect.poll(() => count(ticket.id), SOON).toBe(4);
    },
  );

  it(
    'goes on by its subject or its number where the sender’s own domain has signed',
    { tags: 'full' },
    async () => {
      const { from, ticket } = await begun('A broken lid');
      await d.arrive({ from, subject: 'Re: A broken lid' });
      await expect.poll(() => count(ticket.id), SOON).toBe(3);
      await d.arrive({ from, subject: `And the pot [#${ticket.number}]` });
      await expect.poll(() => count(ticket.id), SOON).toBe(4);
      await put({ from, subject: 'Re: A broken lid' });
      await d.ticketAbout('Re: A broken lid');
      expect(await count(ticket.id)).toBe(4);
    },
  );

  it(
    'is not joined by a signature of another domain, or by one that leaves room for more',
    { tags: 'full' },
    async () => {
      const { from, ticket } = await begun('A broken spout');
      const mail = mailText({ from, subject: 'Re: A broken spout' });
      const evil = await withDkimSignature(mail, { domain: 'evil.example' });
      const changed = (await withDkimSignature(mail)).replace('Hello', 'Hallo');
      const beside = (await withDkimSignature(mail)).replace(
        'Subject:',
        'Subject: Re: a broken spout\r\nSubject:',
      );
      const added = `${await withDkimSignature(mail, { maxBodyLength: 7 })}And pay me\r\n`;
      for (const one of [evil, changed, beside, added]) await d.dovecot.put('support', [one]);
      await d.arrive({ from: newAddress(), subject: 'After all of them' });
      await d.ticketAbout('After all of them');
      expect(await count(ticket.id)).toBe(2);
    },
  );
});
