import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDovecot } from '../../../../test/dovecot.ts';
import { mailDesk, mailText, type MailDesk } from '../../../../test/mail-desk.ts';

describe.skipIf(!hasDovecot)('a mailbox', () => {
  let d: MailDesk;
  beforeAll(async () => {
    d = await mailDesk();
  });
  afterAll(() => d.close());

  it('takes a mail in as a ticket, and the answer arrives in the customer’s mailbox on the same thread', async () => {
    await d.dovecot.put('support', [
      mailText({ from: 'Rina Hartono <rina@mail.example>', subject: 'The grinder', id: 'a1@mail.example' }),
    ]);
    const ticket = await d.ticketAbout('The grinder');
    expect(ticket).toMatchObject({
      media_id: 2,
      customer_name: 'Rina Hartono',
      unread: 1,
      assignee_id: null,
    });
    const [message] = await d.letters(ticket.id);
    expect(message).toMatchObject({
      kind: 'inbound',
      body: 'Hello',
      mail: {
        subject: 'The grinder',
        from: { address: 'rina@mail.example' },
        has_html: false,
        is_auto: false,
      },
    });

    const reply = await d.reply(ticket.id, { body: 'We will look at it.' });
    expect(reply).toMatchObject({ state: 'queued', mail: { to: [{ address: 'rina@mail.example' }] } });
    await expect.poll(() => d.stateOf(ticket.id, reply.id), { timeout: 10_000 }).toBe('sent');
    const [sent] = await d.dovecot.list('rina');
    expect(sent).toContain('In-Reply-To: <a1@mail.example>');
    expect(sent).toContain(`[#${ticket.number}]`);
    expect(sent).toContain('We will look at it.');

    const ours = /^Message-ID: <(.+)>/im.exec(sent ?? '')?.[1] ?? '';
    await d.dovecot.put('support', [
      mailText({
        from: 'rina@mail.example',
        subject: 'Thanks',
        id: 'a2@mail.example',
        inReplyTo: ours,
        text: 'Good',
      }),
    ]);
    await expect
      .poll(async () => (await d.letters(ticket.id)).map((one) => one.body), { timeout: 10_000 })
      .toEqual(['Hello', 'We will look at it.', 'Good']);
  });
});
