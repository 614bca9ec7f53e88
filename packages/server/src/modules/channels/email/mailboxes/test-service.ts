import type { BodyOf, MailboxTest, testMailbox } from '@trunkline/contract';
import type { ImapFlow } from 'imapflow';
import type { Clock } from '#platform/clock';
import { withConstantTiming as evenlyBy } from '#platform/network/own-network';
import { faultOf, MailError } from './faults.ts';
import { imapConnection } from './imap-connection.ts';
import type { MailServerAccess } from './mail-server-access.ts';
import type { Mailboxes } from './mailboxes-service.ts';
import type { OpenedMailbox } from './secrets.ts';
import type { MailServerSignIns } from './sign-in.ts';
import { trySending } from './smtp-connection.ts';

type Deps = {
  clock: Clock;
  mailboxes: Mailboxes;
  signIns: MailServerSignIns;
  serverAccess: Pick<MailServerAccess, 'reportableFault' | 'isHidden'>;
};
type Imap = MailboxTest['imap'];
type Smtp = MailboxTest['smtp'];
type Server = OpenedMailbox['imap'];
type StoreRefreshToken = (token: string, instead: string) => Promise<void>;

/** Tests mailbox settings against the real servers, IMAP and SMTP at the same time, and returns how far each got. */
export function createMailboxTest({ clock, mailboxes, signIns, serverAccess: reach }: Deps) {
  /** For hosts on our own network all failures take equally long and have the same message. */
  async function evenly(server: Server, attempt: () => Promise<void>): Promise<void> {
    if (!(await reach.isHidden(server.host))) return attempt();
    await evenlyBy(attempt, {
      clock,
      isTelling: async (error) => (await faultSeen(server, error)).fault === 'unreachable',
      tooLate: () => new MailError('unreachable'),
    });
  }

  const faultSeen = (server: Server, error: unknown) => reach.reportableFault(server, faultOf(error));

  async function tryImap(
    { imap }: OpenedMailbox,
    folders: readonly string[],
    storeToken: StoreRefreshToken,
  ): Promise<Imap> {
    let available: string[] = [];
    try {
      await evenly(imap, async () => {
        available = await foldersOf(imapConnection(imap, await signIns.of(imap.credentials, storeToken)));
      });
    } catch (error) {
      return { ...failed(await faultSeen(imap, error)), available };
    }
    const missing = folders.filter((folder) => !hasFolder(available, folder));
    if (missing.length === 0) return { step: 'done', fault: null, said: '', available };
    return { step: 'folders', fault: 'folder_missing', said: missing.join(', '), available };
  }

  async function trySmtp(
    { smtp }: OpenedMailbox,
    address: string,
    storeToken: StoreRefreshToken,
  ): Promise<Smtp> {
    try {
      await evenly(smtp, async () =>
        trySending(smtp, await signIns.of(smtp.credentials, storeToken), address),
      );
    } catch (error) {
      const result = failed(await faultSeen(smtp, error));
      // If only the test's own recipient is refused, the sign-in and the sender were accepted.
      if (result.fault !== 'recipient_refused') return result;
    }
    return { step: 'done', fault: null, said: '' };
  }

  return async ({ address, folders, ...typed }: BodyOf<typeof testMailbox>): Promise<MailboxTest> => {
    const serversOf = await mailboxes.typed({ address, folders, ...typed });
    // Using the stored refresh token may invalidate it: its successor has to be stored.
    const storeToken: StoreRefreshToken = async (token, instead) => {
      if (typed.id !== undefined) await mailboxes.keepRefreshToken(typed.id, token, instead);
    };
    const imap = tryImap(serversOf, folders, storeToken);
    const smtp = trySmtp(serversOf, address, storeToken);
    return { imap: await imap, smtp: await smtp };
  };
}

async function foldersOf(client: ImapFlow): Promise<string[]> {
  try {
    await client.connect();
    const all = await client.list();
    return all.filter(({ flags }) => !flags.has('\\Noselect')).map(({ path }) => path);
  } finally {
    client.close();
  }
}

function failed({ fault, said }: ReturnType<typeof faultOf>): Smtp {
  const isSignIn = fault === 'login_refused' || fault === 'token_refused';
  const step = isSignIn ? 'sign_in' : fault === 'sender_refused' ? 'sender' : 'connect';
  return { step, fault, said };
}

/** The name INBOX is case-insensitive, other folder names are not. */
const hasFolder = (available: readonly string[], name: string): boolean =>
  available.some((path) => path === name || (/^inbox$/i.test(name) && /^inbox$/i.test(path)));
