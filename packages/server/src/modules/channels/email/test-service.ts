import { Readable } from 'node:stream';
import type { BodyOf, MailboxTest, testMailbox } from '@trunkline/contract';
import { faultOf } from './faults.ts';
import { imapConnection } from './imap-connection.ts';
import type { Mailboxes, Reachable } from './mailboxes-service.ts';
import type { SignIns } from './sign-in.ts';
import { smtpConnection } from './smtp-connection.ts';

type Deps = { mailboxes: Mailboxes; signIns: SignIns };
type Imap = MailboxTest['imap'];
type Smtp = MailboxTest['smtp'];

/** Tries settings for real, in and out at the same time, and tells how far it came. */
export function createMailboxTest({ mailboxes, signIns }: Deps) {
  async function tryImap({ imap }: Reachable, folders: readonly string[]): Promise<Imap> {
    let available: string[] = [];
    try {
      const client = imapConnection(imap, await signIns.of(imap.credentials));
      try {
        await client.connect();
        available = (await client.list())
          .filter(({ flags }) => !flags.has('\\Noselect'))
          .map(({ path }) => path);
      } finally {
        client.close();
      }
    } catch (error) {
      return { ...failed(error), available };
    }
    const missing = folders.filter((folder) => !hasFolder(available, folder));
    if (missing.length === 0) return { step: 'done', fault: null, said: '', available };
    return { step: 'folders', fault: 'folder_missing', said: missing.join(', '), available };
  }

  async function trySmtp({ smtp }: Reachable, address: string): Promise<Smtp> {
    try {
      const signIn = await signIns.of(smtp.credentials);
      const transport = smtpConnection(smtp, signIn);
      try {
        await transport.verify();
        return await trySender(transport, address);
      } finally {
        transport.close();
      }
    } catch (error) {
      return failed(error);
    }
  }

  return async ({ address, folders, ...typed }: BodyOf<typeof testMailbox>): Promise<MailboxTest> => {
    const reachable = await mailboxes.typed({ address, folders, ...typed });
    const [imap, smtp] = await Promise.all([tryImap(reachable, folders), trySmtp(reachable, address)]);
    return { imap, smtp };
  };
}

/** Far enough: the server took the sender, and gets no mail. */
class FarEnough extends Error {}

/** Begins to send a mail from that address to itself, and hangs up before there is one. */
async function trySender(transport: ReturnType<typeof smtpConnection>, address: string): Promise<Smtp> {
  const raw = new Readable({
    read() {
      this.destroy(new FarEnough());
    },
  });
  const done = { step: 'done', fault: null, said: '' } as const;
  try {
    await transport.sendMail({ envelope: { from: address, to: [address] }, raw });
    return done;
  } catch (error) {
    if (error instanceof FarEnough) return done;
    const { fault, said } = faultOf(error);
    // Where mail to oneself is not taken, the sender was.
    return fault === 'sender_refused' ? { step: 'sender', fault, said } : done;
  } finally {
    raw.destroy();
  }
}

function failed(error: unknown): Smtp {
  const { fault, said } = faultOf(error);
  const isSignIn = fault === 'login_refused' || fault === 'token_refused';
  return { step: isSignIn ? 'sign_in' : 'connect', fault, said };
}

/** INBOX is one name in every spelling; the others are as they are. */
const hasFolder = (available: readonly string[], name: string): boolean =>
  available.some((path) => path === name || (/^inbox$/i.test(name) && /^inbox$/i.test(path)));
