import { createRowFollowers } from '#platform/realtime/followers';
import type { Platform } from '#platform/platform';
import type { PrivateHosts } from '#platform/network/private-hosts';
import type { AccountRow } from '../accounts/account-store.ts';
import { smppConnectionKey } from '../accounts/account-values.ts';
import type { Accounts } from '../accounts/accounts-service.ts';
import type { ProviderError } from '../providers/provider.ts';
import { readDeliver } from './incoming.ts';
import { createSmppConnection, type SmppConnection } from './line-service.ts';
import { openSession } from './session-service.ts';
import type { SmppIngest } from './ingest-service.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'notices'> & {
  accounts: Accounts;
  ingest: SmppIngest;
  /** The lines that this process holds, by account, for sending. */
  lines: Map<number, SmppConnection>;
  opened: PrivateHosts;
  /** Called when a line is up, so that queued messages are sent. */
  isUp: (accountId: number) => Promise<void>;
};
const LINE_LOCK = 7_310_032;

/** Holds the line of every active account that no other process holds. */
export const createSmppConnections = (deps: Deps) =>
  createRowFollowers(deps, {
    lock: LINE_LOCK,
    name: 'lines to operators',
    notice: 'messaging-accounts',
    rows: async () => (await deps.accounts.rows()).filter((row) => row.is_active && row.smpp !== null),
    sealOf: smppConnectionKey,
    connect: (row) => {
      const line = connect(deps, row);
      deps.lines.set(row.id, line);
      return {
        stop: () => {
          deps.lines.delete(row.id);
          return line.stop();
        },
      };
    },
  });

function connect({ accounts, ingest, opened, clock, log, isUp }: Deps, row: AccountRow): SmppConnection {
  const { smpp, businessId: systemId, accessToken: password } = accounts.credentials(row);
  if (!smpp) throw new Error('an account of a line without one');
  const whose = { accountId: row.id, alphabet: smpp.alphabet };
  return createSmppConnection({
    open: (asked, stopping) =>
      openSession({
        line: smpp,
        systemId,
        password,
        opened,
        asked,
        stopping,
        role: 'bind_transceiver',
      }),
    storeDelivery: (pdu) => ingest.storeDelivery(whose, readDeliver(pdu, smpp)),
    noteResponseReceived: ingest.noteResponseReceived,
    async setHealth(error) {
      try {
        await accounts.noteFault(row, error);
        if (!error) await isUp(row.id);
      } catch (failure) {
        // The database is unreachable: the line stays up, and the next change of its state is stored.
        log.warn({ err: failure, account: row.id }, 'could not note how a line is doing');
      }
    },
    pauseMs: pauseAfter,
    clock,
    log,
  });
}

const FOR_SOMEBODY = new Set<ProviderError['errorCode']>(['login_refused', 'private_host']);

/**
 * 1, 2, 4 … seconds, up to five minutes; from half a minute to 15 minutes where a person has to act. With jitter, so that not all lines
 * reconnect at the same moment.
 */
function pauseAfter(failures: number, { errorCode }: ProviderError): number {
  const isRefused = FOR_SOMEBODY.has(errorCode);
  const first = isRefused ? 30_000 : 1000;
  const ms = Math.min(first * 2 ** Math.min(failures - 1, 10), isRefused ? 900_000 : 300_000);
  return ms * (0.75 + Math.random() / 4);
}
