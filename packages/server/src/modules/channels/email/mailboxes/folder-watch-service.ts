import type { ImapFlow } from 'imapflow';
import type { Clock } from '#platform/clock';

type Watch = {
  clock: Clock;
  /** Creates a connection, not open yet; rejects if there can be none. */
  connection: () => Promise<ImapFlow>;
  folder: string;
  /** Fetches new mails of the open folder. */
  fetchNew: (client: ImapFlow, isStopped: () => boolean) => Promise<void>;
  /** Called with null when it works, and with the error when it does not. */
  onResult: (error: unknown) => Promise<void>;
  /** The pause before the next attempt, by the number of failures in a row. */
  pauseMs: (failures: number, error: unknown) => number;
};

/** Polling interval beside IDLE: some servers announce new mail late or never. */
const LOOK_EVERY_MS = 60_000;

/** Watches one folder until it is stopped: connects, fetches new mails, waits for more by IDLE, and reconnects. */
export function watchFolder({ clock, connection, folder, fetchNew, onResult: tell, pauseMs }: Watch): {
  stop(): Promise<void>;
  checkNow(): void;
} {
  let isStopped = false;
  let client: ImapFlow | undefined;
  let wake: () => void = () => undefined;
  let isNew = false;
  let failures = 0;

  function checkNow(): void {
    isNew = true;
    wake();
  }

  /** Resolves after that time, or earlier when woken. */
  async function rest(ms: number): Promise<void> {
    if (isNew || isStopped) return;
    await new Promise<void>((resolve) => {
      const cancel = clock.after(ms, resolve);
      wake = () => {
        cancel();
        resolve();
      };
    });
  }

  async function watch(): Promise<void> {
    const open = await connection();
    // Assigned before it is open, so that `stop` can close it while it still connects.
    client = open;
    const lost = { error: null as unknown };
    open.on('exists', checkNow);
    open.on('error', (error) => (lost.error = error));
    open.on('close', () => {
      lost.error ??= Object.assign(new Error('The connection was closed'), { code: 'EConnectionClosed' });
      wake();
    });
    if (isStopped) return;
    await open.connect();
    await open.mailboxOpen(folder, { readOnly: true });
    while (!isStopped) {
      isNew = false;
      await fetchNew(open, () => isStopped);
      failures = 0;
      await tell(null);
      await rest(LOOK_EVERY_MS);
      if (lost.error) throw lost.error;
      if (!isNew && !isStopped) await open.noop();
    }
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      let cause: unknown;
      try {
        await watch();
      } catch (error) {
        cause = error;
      }
      client?.close();
      client = undefined;
      if (isStopped) return;
      failures += 1;
      await tell(cause);
      isNew = false;
      await rest(pauseMs(failures, cause));
    }
  }

  const running = run();
  return {
    checkNow,
    async stop(): Promise<void> {
      isStopped = true;
      wake();
      client?.close();
      await running;
    },
  };
}
