import { describe, expect, it } from 'vitest';
import type { ReceivedMessage } from '../lines/line.ts';
import nodemailer from 'nodemailer';
import { hasDovecot, MAIL_PASSWORD } from './dovecot.ts';
import { withoutQuotedText, startMailServers } from './people.ts';
import { ImapFlow } from 'imapflow';

describe('what an answer says', () => {
  it.each([
    ['Yes, we do.', 'Yes, we do.'],
    ['Yes.\n\nOn Monday Rina wrote:\n> Do you?\n', 'Yes.'],
    ['Yes.\r\n> Do you?\r\n', 'Yes.'],
  ])('of %j is %j', (text, own) => {
    expect(withoutQuotedText(text)).toBe(own);
  });
});

describe.skipIf(!hasDovecot)('a customer who writes mails', () => {
  it('writes into the mailbox of the desk, hears of what comes, and answers on the same thread', async () => {
    const mail = await startMailServers();
    const rina = mail.person('rina.9001@example.com', 'Rina Hartono');
    const came: ReceivedMessage[] = [];
    rina.holder = (one) => void came.push(one);
    const post = nodemailer.createTransport({ host: '127.0.0.1', port: mail.smtpPort, ignoreTLS: true });
    const answer = (messageId: string, headers = {}) =>
      post.sendMail({
        from: mail.address,
        to: rina.address,
        subject: 'Re: Where is it?',
        messageId,
        headers,
        text: 'At your door.\n\nRina wrote:\n> Where is it?',
      });
    await rina.write('Where is it? I wait since Monday.');
    await answer('<one@desk.example>');
    await answer('<two@desk.example>', { 'auto-submitted': 'auto-replied' });
    await rina.write('Thank you.');
    expect(came).toMatchObject([
      { text: 'At your door.', isAutomatic: false },
      { text: 'At your door.', isAutomatic: true },
    ]);
    expect(await sourcesAt(mail)).toMatchObject([
      expect.stringMatching(/Subject: Where is it\?\r\n/),
      expect.stringMatching(/In-Reply-To: <two@desk.example>\r\n/),
    ]);
    await mail.close();
  }, 30_000);
});

async function sourcesAt({
  imapPort: port,
  user,
}: Awaited<ReturnType<typeof startMailServers>>): Promise<string[]> {
  const auth = { user, pass: MAIL_PASSWORD };
  const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, auth, logger: false });
  await client.connect();
  await client.mailboxOpen('INBOX', { readOnly: true });
  const sources: string[] = [];
  for await (const { source } of client.fetch('1:*', { source: true })) sources.push(String(source));
  await client.logout();
  return sources;
}
