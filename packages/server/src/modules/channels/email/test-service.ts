import type { BodyOf, MailboxTest, testMailbox } from '@trunkline/contract';
import { faultOf } from './faults.ts';
import { imapConnection } from './imap-connection.ts';
import type { Mailboxes, Reachable } from './mailboxes-service.ts';
import type { SignIns } from './sign-in.ts';
import { trySending } from './smtp-connection.ts';

type Deps = { mailboxes: Mailboxes; signIns: SignIns };
type Imap = MailboxTest['imap'];
type Smtp = MailboxTest['smtp'];
type Keep = (token: string, instead: string) => Promise<void>;

/** Tries settings for real, in and out at the same time, and tells how far it came. */
export function createMailboxTest({ mailboxes, signIns }: Deps) {
  async function tryImap({ imap }: Reachable, folders: readonly string[], keep: Keep): Promise<Imap> {
    let available: string[] = [];
    try {
      const client = imapConnection(imap, await signIns.of(imap.credentials, keep));
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

  async function trySmtp({ smtp }: Reachable, address: string, keep: Keep): Promise<Smtp> {
    try {
      await trySending(smtp, await signIns.of(smtp.credentials, keep), address);
    } catch (error) {
      const result = failed(error);
      // Where mail to oneself is not taken, everything before it was.
      if (result.fault !== 'recipient_refused') return result;
    }
    return { step: 'done', fault: null, said: '' };
  }

  return async ({ address, folders, ...typed }: BodyOf<typeof testMailbox>): Promise<MailboxTest> => {
    const reachable = await mailboxes.typed({ address, folders, ...typed });
    // The stored token may end by being tried: then its successor has to stand in its place.
    const keep: Keep = async (token, instead) => {
      if (typed.id !== undefined) await mailboxes.keepRefreshToken(typed.id, token, instead);
    };
    const imap = tryImap(reachable, folders, keep);
    const smtp = trySmtp(reachable, address, keep);
    return { imap: await imap, smtp: await smtp };
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
