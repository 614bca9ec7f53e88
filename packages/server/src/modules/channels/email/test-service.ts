import type { BodyOf, MailboxTest, testMailbox } from '@trunkline/contract';
import { faultOf } from './faults.ts';
import { imapConnection } from './imap-connection.ts';
import type { Mailboxes, Reachable } from './mailboxes-service.ts';
import type { SignIns } from './sign-in.ts';
import { trySending } from './smtp-connection.ts';

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
      await trySending(smtp, await signIns.of(smtp.credentials), address);
    } catch (error) {
      const result = failed(error);
      // Where mail to oneself is not taken, everything before it was.
      if (result.fault !== 'recipient_refused') return result;
    }
    return { step: 'done', fault: null, said: '' };
  }

  return async ({ address, folders, ...typed }: BodyOf<typeof testMailbox>): Promise<MailboxTest> => {
    const reachable = await mailboxes.typed({ address, folders, ...typed });
    const [imap, smtp] = await Promise.all([tryImap(reachable, folders), trySmtp(reachable, address)]);
    return { imap, smtp };
  };
}

function failed(error: unknown): Smtp {
  const { fault, said } = faultOf(error);
  const isSignIn = fault === 'login_refused' || fault === 'token_refused';
  const step = isSignIn ? 'sign_in' : fault === 'sender_refused' ? 'sender' : 'connect';
  return { step, fault, said };
}

/** INBOX is one name in every spelling; the others are as they are. */
const hasFolder = (available: readonly string[], name: string): boolean =>
  available.some((path) => path === name || (/^inbox$/i.test(name) && /^inbox$/i.test(path)));
