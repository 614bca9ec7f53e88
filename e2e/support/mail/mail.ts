import { mailServer } from '../../../packages/server/test/mail/mail-server.ts';
import { callApi, signIn } from '../api.ts';
import { DEMO_PASSWORD } from '../server.ts';

export type Mailbox = { mails: string[]; close(): Promise<void> };

/** Makes the workspace send e-mails to a fake mail server; after `close` it sends none, as before. */
export async function openMailbox(url: string): Promise<Mailbox> {
  const mails: string[] = [];
  const smtp = await mailServer(mails);
  const { token } = await signIn(url, 'admin', DEMO_PASSWORD);
  const configure = async (mail: object | null) => {
    const { status } = await callApi(url, 'PATCH', '/api/configs/app', { token, body: { mail } });
    if (status !== 200) throw new Error(`the mail settings were answered with ${status}`);
  };
  const { port } = smtp;
  await configure({ host: '127.0.0.1', port, secure: false, username: '', from: 'desk@kopi.example' });
  return {
    mails,
    async close() {
      await configure(null);
      await smtp.close();
    },
  };
}

/** Returns an e-mail's text without the line breaks and escapes of quoted-printable. */
export const plainText = (mail: string): string => mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');
