import { createHeldLocks } from '#platform/held-locks';
import type { Platform } from '#platform/platform';
import type { PrivateHosts } from '#platform/private-hosts';
import type { AccountRow } from '../account-store.ts';
import { lineSealOf } from '../account-values.ts';
import type { Accounts } from '../accounts-service.ts';
import type { ProviderError } from '../provider.ts';
import { readDeliver } from './incoming.ts';
import { createLine, type Line } from './line-service.ts';
import { openSession } from './session-service.ts';
import type { SmppTaking } from './take-service.ts';

type Deps = Pick<Platform, 'db' | 'log' | 'notices'> & {
  accounts: Accounts;
  taking: SmppTaking;
  /** The lines that this process has, for whoever sends. */
  lines: Map<number, Line>;
  opened: PrivateHosts;
  /** A line works: what waited for it may go. */
  isUp: (accountId: number) => Promise<void>;
};
type Running = { seal: string; line: Line };

/** Lines that another process gave up are taken over after at most this long. */
const LOOK_ROUND_MS = 15_000;
const LINE_LOCK = 7_310_032;

/** Keeps the line of every active account that no other process keeps. */
export function createLines(deps: Deps) {
  const { log, notices, accounts, lines, opened } = deps;
  const running = new Map<number, Running>();
  const locks = createHeldLocks(deps, { lock: LINE_LOCK, name: 'lines to operators' }, () => void stopAll());
  let isStopped = true;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | null = null;
  let again = false;

  function look(): void {
    if (isStopped) return;
    again = true;
    round ??= lookUntilQuiet();
  }

  async function lookUntilQuiet(): Promise<void> {
    while (again && !isStopped) {
      again = false;
      await arrange().catch((error: unknown) =>
        log.error({ err: error }, 'could not look after the lines to operators'),
      );
    }
    round = null;
  }

  async function arrange(): Promise<void> {
    const active = (await accounts.rows()).filter((row) => row.is_active && row.smpp !== null);
    for (const [id, one] of running) {
      const row = active.find((account) => account.id === id);
      if (row && lineSealOf(row) === one.seal) continue;
      await end(id);
      await locks.give(id);
    }
    for (const row of active) {
      if (isStopped || running.has(row.id) || !(await locks.take(row.id))) continue;
      const line = follow(row);
      running.set(row.id, { seal: lineSealOf(row), line });
      lines.set(row.id, line);
    }
  }

  async function end(id: number): Promise<void> {
    const one = running.get(id);
    running.delete(id);
    lines.delete(id);
    await one?.line.stop();
  }

  async function stopAll(): Promise<void> {
    await Promise.all([...running.keys()].map(end));
  }

  function follow(row: AccountRow): Line {
    const { smpp, businessId: systemId, accessToken: password } = accounts.reach(row);
    if (!smpp) throw new Error('an account of a line without one');
    const whose = { accountId: row.id, alphabet: smpp.alphabet };
    return createLine({
      open: (asked, stopping) =>
        openSession({
          ...{ line: smpp, systemId, password, opened, asked, stopping },
          role: 'bind_transceiver',
        }),
      take: (pdu) => deps.taking.take(whose, readDeliver(pdu, smpp)),
      heard: deps.taking.heard,
      async tell(error) {
        try {
          await accounts.noteFault(row, error);
          if (!error) await deps.isUp(row.id);
        } catch (failure) {
          // The database is away: the line goes on, and the next change tells.
          log.warn({ err: failure, account: row.id }, 'could not note how a line is doing');
        }
      },
      pauseMs: pauseAfter,
      log,
    });
  }

  notices.on('messaging-accounts', look);

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

const FOR_SOMEBODY = new Set<ProviderError['fault']>(['login_refused', 'private_host']);

/** 1, 2, 4 … seconds, up to five minutes. Who is refused asks rarely. Not all at the same moment, when a centre is back. */
function pauseAfter(failures: number, { fault }: ProviderError): number {
  const isRefused = FOR_SOMEBODY.has(fault);
  const first = isRefused ? 30_000 : 1000;
  const ms = Math.min(first * 2 ** Math.min(failures - 1, 10), isRefused ? 900_000 : 300_000);
  return ms * (0.75 + Math.random() / 4);
}
