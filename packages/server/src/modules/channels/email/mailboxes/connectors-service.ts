import { createRowFollowers } from '#platform/realtime/followers';
import type { Platform } from '#platform/platform';
import { faultOf } from './faults.ts';
import { watchFolder } from './folder-watch-service.ts';
import type { MailServerAccess } from './mail-server-access.ts';
import { imapConnection } from './imap-connection.ts';
import type { MailFetcher } from '../inbound/mail-fetcher-service.ts';
import type { MailboxRow } from './mailbox-store.ts';
import type { Mailboxes } from './mailboxes-service.ts';
import type { OpenedMailbox } from './secrets.ts';
import type { MailServerSignIns } from './sign-in.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'notices'> & {
  mailboxes: Mailboxes;
  fetcher: MailFetcher;
  signIns: MailServerSignIns;
  serverAccess: Pick<MailServerAccess, 'reportableFault'>;
  /** The pause after that many failures in a row; shorter in tests. */
  pauseMs?: (failures: number, error: unknown) => number;
};
const SOON_MS = 1000;
const MAILBOX_LOCK = 7_310_010;

/** Follows every active mailbox that no other process follows. */
export const createMailboxConnectors = (deps: Deps) =>
  createRowFollowers(deps, {
    lock: MAILBOX_LOCK,
    name: 'mailboxes',
    notice: 'mailboxes',
    rows: async () => (await deps.mailboxes.rows()).filter((row) => row.is_active),
    sealOf,
    connect: (row) => connect(deps, row),
  });

/** The settings whose change requires a new connection. */
const sealOf = ({ imap, folders, takes_existing: takes }: MailboxRow): string =>
  JSON.stringify([imap, folders, takes]);

function connect(deps: Deps, row: MailboxRow): { stop: () => Promise<void> } {
  const { mailboxes, fetcher, signIns, clock, log, pauseMs = pauseAfter } = deps;
  const { imap } = mailboxes.serversOf(row);
  /**
   * A provider may revoke a token early: the first refusal is retried at once with a new one, the next only after a long pause.
   */
  let isAnew = false;
  let hasWorked = false;
  const tell = healthTeller(deps, row.id, imap);
  const watches = row.folders.map((folder) =>
    watchFolder({
      clock,
      folder,
      connection: async () =>
        imapConnection(
          imap,
          await signIns.of(imap.credentials, (token, instead) =>
            mailboxes.keepRefreshToken(row.id, token, instead),
          ),
        ),
      fetchNew: async (client, isStopped) => {
        const taken = await fetcher.fetchNew(client, row, isStopped);
        if (taken > 0) log.debug({ mailbox: row.id, taken }, 'mail taken in');
      },
      onResult: async (error) => {
        if (error !== null)
          log.debug({ err: error, mailbox: row.id, folder }, 'mailbox not followed for a moment');
        const isRefused = error !== null && faultOf(error).fault === 'login_refused';
        if (isRefused) signIns.forget(imap.credentials);
        isAnew = isRefused && hasWorked && imap.credentials.kind === 'oauth2';
        hasWorked = error === null || (hasWorked && !isRefused);
        await tell(folder, error);
      },
      pauseMs: (failures, error) => (isAnew ? SOON_MS : pauseMs(failures, error)),
    }),
  );
  return {
    stop: async () => void (await Promise.all(watches.map((watch) => watch.stop()))),
  };
}

/**
 * Reports one health for a mailbox with several folders: failing while any of them is. Reports are written one after the other.
 */
function healthTeller(
  { mailboxes, log, serverAccess: reach }: Deps,
  id: number,
  imap: OpenedMailbox['imap'],
) {
  const failing = new Map<string, ReturnType<typeof faultOf>>();
  let told: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const [worst] = failing;
    try {
      if (worst) {
        const [folder, found] = worst;
        const { fault, said } = await reach.reportableFault(imap, found);
        const where = said || fault === 'folder_missing' ? `${folder}: ${said}` : '';
        return await mailboxes.setHealth(id, { state: 'failing', fault, said: where });
      }
      await mailboxes.setHealth(id, { state: 'ok', fault: null, said: '' });
      await mailboxes.touchHealth(id);
    } catch (error) {
      // The database is unreachable: watching continues, and the next attempt reports the health.
      log.warn({ err: error, mailbox: id }, 'could not note how a mailbox is doing');
    }
  }

  return (folder: string, error: unknown): Promise<void> => {
    if (error === null) failing.delete(folder);
    else failing.set(folder, faultOf(error));
    return (told = told.then(write));
  };
}

/** 1, 2, 4 … seconds, up to five minutes; longer after a refused login, because some servers lock an account after a few. */
function pauseAfter(failures: number, error: unknown): number {
  const { fault } = faultOf(error);
  const isRefused = fault === 'login_refused' || fault === 'token_refused' || fault === 'folder_missing';
  const first = isRefused ? 30_000 : SOON_MS;
  return Math.min(first * 2 ** Math.min(failures - 1, 10), isRefused ? 900_000 : 300_000);
}
