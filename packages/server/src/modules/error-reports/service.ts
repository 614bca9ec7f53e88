import {
  readDsn,
  type BodyOf,
  type ErrorReporting,
  type ResponseOf,
  type testErrorReporting,
  type updateErrorReporting,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError } from '#platform/errors';
import { onLoggedError } from '#platform/log';
import { AddressError } from '#platform/network/address-guard';
import { guardedPost } from '#platform/network/guarded-post';
import { withTimeout } from '#platform/network/with-timeout';
import { createPrivateHosts } from '#platform/network/private-hosts';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { sentryEnvelopeOf, errorKindOf, type LoggedError } from './report.ts';
import './tables.ts';

const TIMEOUT_MS = 10_000;
const MINUTE_MS = 60_000;
/** Max. reports per minute, so that a server on which everything fails does not flood its collector. */
const PER_MINUTE = 20;

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'notices'> & {
  settings: Settings;
  /** Hosts of the private network to which reports may be sent. */
  privateHosts: readonly string[];
};

export type ErrorReports = {
  state(): Promise<ErrorReporting>;
  /** @throws AppError `stale` where the version is not the latest */
  update(viewer: Viewer, body: BodyOf<typeof updateErrorReporting>): Promise<ErrorReporting>;
  /** Sends a test report. @throws AppError `conflict` where no DSN is configured */
  test(): Promise<ResponseOf<typeof testErrorReporting>>;
  stop(): void;
};

/** Sends errors to the operator's collector, if a DSN is configured; otherwise nothing is sent. */
export function createErrorReports({ db, clock, log, notices, settings, privateHosts }: Deps): ErrorReports {
  const opened = createPrivateHosts(privateHosts);
  const closing = new AbortController();
  let known: Promise<string | null> | undefined;
  let sent = new Map<string, number>();
  notices.on('error-reporting', () => (known = undefined));

  const state = (): Promise<ErrorReporting> =>
    db.q.selectFrom('error_reporting').select(['dsn', 'version']).executeTakeFirstOrThrow();
  const dsn = (): Promise<string | null> => (known ??= state().then((row) => row.dsn));

  async function send(address: string, logged: LoggedError): Promise<void> {
    const { url = '', key = '' } = readDsn(address) ?? {};
    const { status } = await withTimeout(TIMEOUT_MS, closing.signal, (signal) =>
      guardedPost(url, {
        headers: {
          'content-type': 'application/x-sentry-envelope',
          'x-sentry-auth': `Sentry sentry_version=7, sentry_client=trunkline/1, sentry_key=${key}`,
        },
        body: sentryEnvelopeOf(logged, clock.now()),
        opened,
        signal,
        answerBytes: 1000,
      }),
    );
    if (status < 200 || status >= 300) throw new AddressError('refused', `answered ${status}`, status);
  }

  /** False for an error similar to one of the last minute, and above the limit of all. */
  function isNew(logged: LoggedError): boolean {
    const now = clock.now().getTime();
    sent = new Map([...sent].filter(([, at]) => now - at < MINUTE_MS));
    const kind = errorKindOf(logged);
    if (sent.has(kind) || sent.size >= PER_MINUTE) return false;
    sent.set(kind, now);
    return true;
  }

  async function report(logged: LoggedError): Promise<void> {
    const address = await dsn();
    if (address !== null && isNew(logged)) await send(address, logged);
  }

  // Logged as a warning, since an error would be reported again.
  const unfollow = onLoggedError(log, (logged) =>
    report(logged).catch((error: unknown) => log.warn({ err: error }, 'a report of an error got lost')),
  );

  return {
    state,

    async update(viewer, { version, dsn: wanted }) {
      await db.transaction(async (tx) => {
        const before = await tx.q.selectFrom('error_reporting').select('dsn').executeTakeFirst();
        const row = await tx.q
          .updateTable('error_reporting')
          .set({ dsn: wanted, version: version + 1 })
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst();
        if (!row) throw new AppError('stale', { current: await state() });
        const hostOf = (address: string | null) => ({
          host: address === null ? null : readDsn(address)?.host,
        });
        const details = { before: hostOf(before?.dsn ?? null), after: hostOf(wanted) };
        await settings.audit(tx.q, {
          viewer,
          action: 'error_reporting.changed',
          subject: 'error reporting',
          details,
        });
        tx.afterCommit(() => notices.send('error-reporting', null));
      });
      known = undefined;
      return state();
    },

    async test() {
      const address = await dsn();
      if (address === null) throw new AppError('conflict');
      try {
        await send(address, { message: 'A test report of Trunkline', error: undefined, path: undefined });
        return { ok: true, fault: null };
      } catch (error) {
        const fault =
          error instanceof AddressError && error.reason !== 'too_large' ? error.reason : 'unreachable';
        return { ok: false, fault };
      }
    },

    stop(): void {
      unfollow();
      closing.abort();
    },
  };
}
