import { repeatEvery } from '../clock.ts';
import { createHeldLocks } from '../postgres/held-locks.ts';
import type { Platform } from '../platform.ts';

type FollowedKind<R, F> = {
  /** The first half of the advisory locks; the second is the row's id. */
  lock: number;
  /** The name of the kind in the log, for example "mailboxes". */
  name: string;
  /** The notice that rows have changed. */
  notice: string;
  rows: () => Promise<R[]>;
  /** A value that changes when following a row has to be started anew. */
  sealOf: (row: R) => string;
  connect: (row: R) => F | Promise<F>;
};
type Running<F> = { seal: string; one: F };

/** What another process has released is taken over within this time. */
const LOOK_ROUND_MS = 15_000;

/** Follows every row (mailbox, connection, gateway) that no other server process follows. */
export function createRowFollowers<R extends { id: number }, F extends { stop: () => Promise<void> }>(
  deps: Pick<Platform, 'db' | 'clock' | 'log' | 'notices'>,
  { lock, name, notice, rows, sealOf, connect }: FollowedKind<R, F>,
) {
  const { clock, log, notices } = deps;
  const running = new Map<number, Running<F>>();
  const locks = createHeldLocks(deps, { lock, name }, () => void stopAll());
  let isStopped = true;
  let stopLooking = (): void => undefined;
  const rounds = createRerunner(arrange, (error) =>
    log.error({ err: error }, `could not look after the ${name}`),
  );

  async function arrange(): Promise<void> {
    const wanted = isStopped ? [] : await rows();
    for (const [id, { seal, one }] of running) {
      const row = wanted.find((each) => each.id === id);
      if (row && sealOf(row) === seal) continue;
      running.delete(id);
      await one.stop();
      await locks.release(id);
    }
    for (const row of wanted) {
      if (isStopped || running.has(row.id) || !(await locks.acquire(row.id))) continue;
      running.set(row.id, { seal: sealOf(row), one: await connect(row) });
    }
  }

  async function stopAll(): Promise<void> {
    const all = [...running.values()];
    running.clear();
    await Promise.all(all.map(({ one }) => one.stop()));
  }

  const look = () => {
    if (!isStopped) rounds.wake();
  };
  notices.on(notice, look);

  return {
    start(): void {
      isStopped = false;
      stopLooking = repeatEvery(clock, LOOK_ROUND_MS, look);
      look();
    },

    async stop(): Promise<void> {
      isStopped = true;
      stopLooking();
      await rounds.settled();
      await stopAll();
      locks.close();
    },
  };
}

/** Returns a function that runs the work: once at a time, and again if it was called meanwhile. */
export function createRerunner(work: () => Promise<void>, onError: (error: unknown) => void) {
  let running: Promise<void> | undefined;
  let again = false;

  async function run(): Promise<void> {
    while (again) {
      again = false;
      await work().catch(onError);
    }
    running = undefined;
  }

  return {
    wake: (): void => {
      again = true;
      running ??= run();
    },
    settled: async (): Promise<void> => running,
  };
}
