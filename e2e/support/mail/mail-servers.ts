import { startDovecot } from '../../../packages/server/test/mail/dovecot.ts';
import { mailSink } from '../../../packages/server/test/mail/mail-server.ts';
import { hasPostfix, startPostfix } from '../../../packages/server/test/mail/postfix.ts';
import { sendMail } from '../../../packages/server/test/mail/send-mail.ts';

/** A real IMAP server, and an SMTP server that delivers into it: Postfix where it is installed. */
export async function startMailServers() {
  const dovecot = await startDovecot();
  const smtp = hasPostfix
    ? await startPostfix(dovecot.lmtp)
    : await mailSink((user, mail) => dovecot.put(user, [mail]));

  return {
    imapPort: dovecot.port,
    smtpPort: smtp.port,

    /** Sends an e-mail as a person's mail program does. */
    write: (mail: Parameters<typeof sendMail>[1]): Promise<void> => sendMail(smtp.port, mail),

    /** The e-mails that somebody has received; none before the first. */
    received: (user: string): Promise<string[]> => dovecot.list(user).catch(() => []),

    async close(): Promise<void> {
      await smtp.close();
      await dovecot.close();
    },
  };
}
