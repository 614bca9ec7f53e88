import type { Platform } from '#platform/platform';
import { faultOf } from './faults.ts';
import { watchFolder } from './folder-watch-service.ts';
import type { MailReach } from './mail-reach.ts';
import { imapConnection } from './imap-connection.ts';
import type { Intake } from './intake-service.ts';
import { createMailboxLocks } from './mailbox-locks.ts';
import type { MailboxRow } from './mailbox-store.ts';
import type { Mailboxes, Reachable } from './mailboxes-service.ts';
import type { SignIns } from './sign-in.ts';

type Deps = Pick<Platform, 'db' | 'log' | 'notices'> & {
  mailboxes: Mailboxes;
  intake: Intake;
  signIns: SignIns;
  reach: Pick<MailReach, 'seen'>;
  /** How long to wait after so many failures in a row; tests wait less. */
  pauseMs?: (failures: number, error: unknown) => number;
};
type Running = { seal: string; stop(): Promise<void>; look(): void };

/** Mailboxes that another process gave up are taken over after at most this long. */
const LOOK_ROUND_MS = 15_000;
const SOON_MS = 1000;

/** Follows every active mailbox that no other process follows. */
export function createConnectors(deps: Deps) {
  const { log, mailboxes, notices } = deps;
  const running = new Map<number, Running>();
  let isStopped = true;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | null = null;
  let again = false;
  const locks = createMailboxLocks(deps, () => void stopAll());

  function look(): void {
    if (isStopped) return;
    again = true;
    round ??= lookUntilQuiet();
  }

  async function lookUntilQuiet(): Promise<void> {
    while (again && !isStopped) {
      again = false;
      await arrange().catch((error: unknown) =>
        log.error({ err: error }, 'could not look after the mailboxes'),
      );
    }
    round = null;
  }

  async function arrange(): Promise<void> {
    const active = (await mailboxes.rows()).filter((row) => row.is_active);
    for (const [id, one] of running) {
      const row = active.find((mailbox) => mailbox.id === id);
      if (row && sealOf(row) === one.seal) continue;
      running.delete(id);
      await one.stop();
      await locks.give(id);
    }
    for (const row of active) {
      if (isStopped || running.has(row.id) || !(await locks.take(row.id))) continue;
      running.set(row.id, { seal: sealOf(row), ...follow(deps, row) });
    }
  }

  async function stopAll(): Promise<void> {
    const all = [...running.values()];
    running.clear();
    await Promise.all(all.map((one) => one.stop()));
  }

  notices.on('mailboxes', look);

  return {
    start(): void {
      isStopped = false;
      timer = setInterval(look, LOOK_ROUND_MS);
      timer.unref();
      look();
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await round;
      await stopAll();
      locks.close();
    },
  };
}

/** What has to be connected anew when it changes. */
const sealOf = ({ imap, folders, takes_existing: takes }: MailboxRow): string =>
  JSON.stringify([imap, folders, takes]);

function follow(deps: Deps, row: MailboxRow): Omit<Running, 'seal'> {
  const { mailboxes, intake, signIns, log, pauseMs = pauseAfter } = deps;
  const { imap } = mailboxes.reach(row);
  /** A token may be taken back before its time: the next one is tried at once, and only if that is refused too it gets rare. */
  let isAnew = false;
  let hasWorked = false;
  const tell = healthTeller(deps, row.id, imap);
  const watches = row.folders.map((folder) =>
    watchFolder({
      folder,
      connection: async () =>
        imapConnection(
          imap,
          await signIns.of(imap.credentials, (token, instead) =>
            mailboxes.keepRefreshToken(row.id, token, instead),
          ),
        ),
      take: async (client, isStopped) => {
        const taken = await intake.take(client, row, isStopped);
        if (taken > 0) log.debug({ mailbox: row.id, taken }, 'mail taken in');
      },
      tell: async (error) => {
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
    look: () => watches.forEach((watch) => watch.look()),
  };
}

/** One state for a mailbox of several folders: failing while one of them fails. Told one after the other, latest last. */
function healthTeller({ mailboxes, log, reach }: Deps, id: number, imap: Reachable['imap']) {
  const failing = new Map<string, ReturnType<typeof faultOf>>();
  let told: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const [worst] = failing;
    try {
      if (worst) {
        const [folder, found] = worst;
        const { fault, said } = await reach.seen(imap, found);
        const where = said || fault === 'folder_missing' ? `${folder}: ${said}` : '';
        return await mailboxes.setHealth(id, { state: 'failing', fault, said: where });
      }
      await mailboxes.setHealth(id, { state: 'ok', fault: null, said: '' });
      await mailboxes.touchHealth(id);
    } catch (error) {
      // The database is away: following goes on, and the next round tells.
      log.warn({ err: error, mailbox: id }, 'could not note how a mailbox is doing');
    }
  }

  return (folder: string, error: unknown): Promise<void> => {
    if (error === null) failing.delete(folder);
    else failing.set(folder, faultOf(error));
    return (told = told.then(write));
  };
}

/** 1, 2, 4 … seconds, up to five minutes. Who is refused asks rarely: some servers lock an account after a few. */
function pauseAfter(failures: number, error: unknown): number {
  const { fault } = faultOf(error);
  const isRefused = fault === 'login_refused' || fault === 'token_refused' || fault === 'folder_missing';
  const first = isRefused ? 30_000 : SOON_MS;
  return Math.min(first * 2 ** Math.min(failures - 1, 10), isRefused ? 900_000 : 300_000);
}
