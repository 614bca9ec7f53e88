/** @module-tag full */
import nodemailer from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDovecot } from '../../../../test/mail/dovecot.ts';
import { mailDesk, type MailDesk } from '../../../../test/mail/mail-desk.ts';
import { hasPostfix, startPostfix, type Postfix } from '../../../../test/mail/postfix.ts';

const SOON = { timeout: 18_000 };

describe.skipIf(!hasDovecot || !hasPostfix)('by way of Postfix', () => {
  let d: MailDesk;
  let postfix: Postfix;
  beforeAll(async () => {
    d = await mailDesk();
    postfix = await startPostfix(d.dovecot.lmtp);
    const smtp = { host: '127.0.0.1', port: postfix.port, security: 'none', auth: { kind: 'none' } };
    await d.data('admin', 'PATCH', `/api/mailboxes/${d.mailbox.id}`, { smtp });
  });
  afterAll(async () => {
    await postfix.close();
    await d.close();
  });

  const asCustomer = (mail: object) =>
    nodemailer
      .createTransport({ host: '127.0.0.1', port: postfix.port, ignoreTLS: true })
      .sendMail({ from: 'Rina <rina@mail.example>', to: 'support@desk.example', ...mail });

  it('a customer writes, an agent answers in HTML, the customer answers that', async () => {
    await asCustomer({ subject: 'By post', text: 'Is it ready?', html: '<p>Is it <i>ready</i>?</p>' });
    const ticket = await d.ticketAbout('By post');
    const reply = await d.reply(ticket.id, { html: '<p>Tomorrow</p>' });
    await expect.poll(() => d.stateOf(ticket.id, reply.id), SOON).toBe('sent');
    await expect.poll(() => d.dovecot.list('rina'), SOON).toHaveLength(1);
    const [got = ''] = await d.dovecot.list('rina');
    expect(got).toContain('multipart/alternative');
    const inReplyTo = /^Message-ID: (<.+>)/im.exec(got)?.[1] ?? '';
    await asCustomer({ subject: 'Thanks', text: 'Fine.', inReplyTo, references: inReplyTo });
    const bodies = async () => (await d.emails(ticket.id)).map(({ body }) => body);
    await expect.poll(bodies, SOON).toEqual(['Is it ready?', 'Tomorrow', 'Fine.']);
  });

  it(
    'what Postfix cannot deliver comes back as its report, and the answer has failed',
    { tags: 'full' },
    async () => {
      await asCustomer({ subject: 'Nowhere', text: 'Hello' });
      const ticket = await d.ticketAbout('Nowhere');
      const reply = await d.reply(ticket.id, {
        body: 'To nowhere',
        to: [{ name: '', address: 'somebody@nowhere.example' }],
      });
      await expect.poll(() => d.stateOf(ticket.id, reply.id), SOON).toBe('failed');
      const failed = (await d.emails(ticket.id)).find(({ id }) => id === reply.id);
      expect(failed?.failure).toMatch(/^bounced: somebody@nowhere\.example .*nothing leaves this machine/);
    },
  );
});
