import { coreRows } from '../../../../../test/cases/core-rows.ts';
import { randomUUID } from 'node:crypto';
import type { Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withDkimSignature } from '../../../../../test/mail/dkim.ts';
import { hasDovecot } from '../../../../../test/mail/dovecot.ts';
import { mailDesk, mailText, type MailDesk } from '../../../../../test/mail/mail-desk.ts';

const SOON = { timeout: 15_000 };
const OWN = 'support@desk.example';

describe.skipIf(!hasDovecot)('a desk whose address is that of a group', () => {
  let d: MailDesk;
  let judged: MailDesk;
  beforeAll(async () => {
    d = await mailDesk();
    judged = await mailDesk({ authserv_id: 'mx.desk.example' });
  });
  afterAll(async () => {
    await d.close();
    await judged.close();
  });

  const newAddress = () => `u${randomUUID().slice(0, 8)}@mail.example`;
  const list = ['Precedence: list', 'List-ID: <support.desk.example>', `List-Post: <mailto:${OWN}>`];
  const rewritten = (address: string) => ({
    from: `"'Rina Sari' via Support" <${OWN}>`,
    headers: [
      ...list,
      `Reply-To: ${OWN}`,
      `X-Original-From: "Rina Sari" <${address}>`,
      `X-Original-Sender: ${address}`,
    ],
  });

  it('is woken by a person who writes through it', { tags: 'full' }, async () => {
    await d.dovecot.put('support', [mailText({ from: newAddress(), subject: 'Wrong size', headers: list })]);
    expect(await d.ticketAbout('Wrong size')).toMatchObject({ unread: 1 });
  });

  it(
    'knows who wrote where the group has put itself in their place, and answers them',
    { tags: 'full' },
    async () => {
      const address = newAddress();
      await d.dovecot.put('support', [mailText({ subject: 'Where is it', ...rewritten(address) })]);
      const ticket = await d.ticketAbout('Where is it');
      expect(ticket).toMatchObject({ unread: 1, customer_name: 'Rina Sari' });
      // Nothing proves that the mail is ours: whom it names is answered once somebody has looked at that.
      await expect(d.reply(ticket.id, { body: 'On its way' })).rejects.toThrow('reply_unconfirmed');
      await d.reply(ticket.id, { body: 'On its way', confirmed: [address] });
      const sent = () => d.sink.got.flatMap(({ to }) => to);
      await expect.poll(sent, SOON).toContain(address);
    },
  );

  it(
    'knows its other groups as well, by their setting, where their domain has signed',
    { tags: 'full' },
    async () => {
      const address = newAddress();
      const sales = 'sales@desk.example';
      await d.data('admin', 'PATCH', `/api/mailboxes/${d.mailbox.id}`, { group_addresses: [sales] });
      const { headers } = rewritten(address);
      const mail = { from: `"Rina via Sales" <${sales}>`, subject: 'By sales', to: sales, headers };
      await d.dovecot.put('support', [await withDkimSignature(mailText(mail), { domain: 'desk.example' })]);
      const { id } = await d.ticketAbout('By sales');
      expect((await d.emails(id))[0]?.mail).not.toHaveProperty('answers_elsewhere');
      await d.reply(id, { body: 'From us' });
      await expect.poll(() => d.sink.got.flatMap(({ to }) => to), SOON).toContain(address);

      // A signature of another domain does not prove the sender that the group names.
      await d.dovecot.put('support', [await withDkimSignature(mailText({ ...mail, subject: 'By others' }))]);
      const other = await d.ticketAbout('By others');
      expect((await d.emails(other.id))[0]?.mail?.answers_elsewhere).toMatchObject({
        from: { address: sales },
        to: { address },
      });
      await expect(d.reply(other.id, { body: 'To whom?' })).rejects.toThrow('reply_unconfirmed');
    },
  );

  it.each(coreRows(1, ['"j(sales)smith"@mail.example', 'r&d.samples@roastery.example']))(
    'answers %s, which is an address like any other',
    async (address) => {
      await d.dovecot.put('support', [mailText({ from: address, subject: `Samples for ${address}` })]);
      const { id } = await d.ticketAbout(`Samples for ${address}`);
      await d.reply(id, { body: 'They are on their way' });
      await expect.poll(() => d.sink.got.flatMap(({ to }) => to), SOON).toContain(address);
    },
  );

  it('answers an address with words in quotation marks as it is written', { tags: 'full' }, async () => {
    const address = '"john smith"@mail.example';
    await d.dovecot.put('support', [mailText({ from: address, subject: 'By John' })]);
    const ticket = await d.ticketAbout('By John');
    expect(ticket.customer_name).toBe('john smith');
    // The mail server of these tests does not support quoted local parts, others do (RFC 5321, 4.1.2).
    const { mail } = await d.reply(ticket.id, { body: 'Hello John' });
    expect(mail?.to).toEqual([{ name: '', address }]);
  });

  it('believes a group only where its own server found the mail to be ours', async () => {
    const found = 'Authentication-Results: mx.desk.example; dkim=pass header.d=';
    const put = async (subject: string, results: string): Promise<boolean | undefined> => {
      const mail = mailText({ subject, ...rewritten(newAddress()) });
      await judged.dovecot.put('support', [`${results}${mail}`]);
      const { id }: Ticket = await judged.ticketAbout(subject);
      return (await judged.emails(id))[0]?.mail?.is_unproven;
    };
    const ours = 'desk.example; dmarc=pass header.from=desk.example\r\n';
    expect(await put('Genuine', `${found}${ours}`)).toBeUndefined();
    await judged.reply((await judged.ticketAbout('Genuine')).id, { body: 'Answered at once' });
    expect(await put('Not judged', '')).toBe(true);
    const other = 'evil.example; dmarc=fail header.from=desk.example\r\n';
    expect(await put('Forged', `${found}${other}`)).toBe(true);
  });

  it('an absence note in any language wakes nobody on a solved ticket', { tags: 'full' }, async () => {
    const from = newAddress();
    await d.dovecot.put('support', [mailText({ from, subject: 'About the invoice' })]);
    const { id } = await d.ticketAbout('About the invoice');
    await d.reply(id, { body: 'Here it is' });
    await expect.poll(() => d.sink.got.some(({ to }) => to.includes(from)), SOON).toBe(true);
    const answer = d.sink.got.find(({ to }) => to.includes(from))?.mail ?? '';
    const messageId = /^Message-ID: <(.*)>/im.exec(String(answer))?.[1] ?? '';
    const read = async () => (await d.data<{ ticket: Ticket }>('dewi', 'GET', `/api/tickets/${id}`)).ticket;
    await d.data('dewi', 'POST', `/api/tickets/${id}/solve`, { version: (await read()).version });
    await d.dovecot.put('support', [
      mailText({
        from,
        subject: 'Automatisch antwoord: About the invoice',
        inReplyTo: messageId,
        headers: ['Auto-Submitted: auto-generated', 'X-Auto-Response-Suppress: All'],
      }),
    ]);
    await expect.poll(async () => (await d.emails(id)).length, SOON).toBe(3);
    expect(await read()).toMatchObject({ status: 'solved', unread: 0 });
  });
});
