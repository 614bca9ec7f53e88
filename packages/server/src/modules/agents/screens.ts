import type { Clock } from '#platform/clock';
import type { Log } from '#platform/log';
import type { Notices } from '#platform/notices';
import type { Realtime } from '#platform/realtime';
import type { Agents } from './service.ts';

type Deps = { agents: Agents; clock: Clock; notices: Notices; log: Log };

/**
 * How long an offer that rings stays with a user whose last screen has closed: a reloaded page is back by then, even on a slow
 * device, and shows it again. After that the next agent is rung.
 */
const RELOAD_MS = 5000;
/** After this server was killed and restarted, pages reconnect by themselves: their longest pause is 7.5 seconds. */
const RETURN_MS = 10_000;
/** Longer than the time between two notes of connected users, and than a reload. */
const LOST_AFTER_MS = 30_000;

/** Notes who is connected to this process, and tells when somebody comes or has left. */
export function followScreens(realtime: Realtime, { agents, clock, notices, log }: Deps) {
  const startedAt = clock.now();
  const leaving = afterDelay(clock, (id) => void leaveUnlessBack(id).catch(complain));
  let isStopped = false;

  const isConnected = (userId: number) => realtime.socketsIn(`user:${userId}`).length > 0;
  const complain = (error: unknown) => log.warn({ err: error }, 'could not note who is here');

  const note = inTurn((userId) =>
    (isConnected(userId) ? agents.openScreen(userId) : agents.closeScreen(userId)).catch(complain),
  );

  async function came(userId: number): Promise<void> {
    leaving.stop(userId);
    await note(userId);
    await agents.restoreActivity(userId);
    notices.send('agent-here', { id: userId });
  }

  async function left(userId: number): Promise<void> {
    await agents.markLeft(userId);
    notices.send('agent-left', { id: userId });
  }

  async function leaveUnlessBack(userId: number): Promise<void> {
    if (isStopped || isConnected(userId) || (await agents.isHere(userId))) return;
    await left(userId);
  }

  async function leaveLost(before: Date): Promise<void> {
    for (const userId of await agents.listLost(before)) await left(userId);
  }

  realtime.onConnect(({ data }) => void came(data.viewer.id).catch(complain));
  realtime.onDisconnect(({ id }) => {
    // When the server stops nobody has closed their screen; its notes end with its process.
    if (isStopped || isConnected(id)) return;
    void note(id);
    leaving.begin(id);
  });

  const cancelStart = clock.after(RETURN_MS, () => void leaveLost(startedAt).catch(complain));

  return {
    /** Writes what could not be written before, and finds users of a killed process. */
    async check(): Promise<void> {
      const connected = new Set(realtime.sockets().map((socket) => socket.data.viewer.id));
      await agents.markSeen([...connected]);
      const noted = new Set(await agents.listScreens());
      const wrong = [...connected, ...noted].filter((id) => !connected.has(id) || !noted.has(id));
      await Promise.all(wrong.map(note));
      await leaveLost(new Date(clock.now().getTime() - LOST_AFTER_MS));
    },

    stop(): void {
      isStopped = true;
      cancelStart();
    },
  };
}

/** Runs `act` for a user when a reload has taken too long; each call of `begin` restarts the time. */
function afterDelay(clock: Clock, act: (userId: number) => void) {
  const waits = new Map<number, () => void>();
  function stop(userId: number): void {
    waits.get(userId)?.();
    waits.delete(userId);
  }
  function begin(userId: number): void {
    stop(userId);
    const cancel = clock.after(RELOAD_MS, () => {
      waits.delete(userId);
      act(userId);
    });
    waits.set(userId, cancel);
  }
  return { begin, stop };
}

/** Runs `act` for each user one at a time, so that the last write wins. */
function inTurn(act: (userId: number) => Promise<void>): (userId: number) => Promise<void> {
  const turns = new Map<number, Promise<void>>();
  return (userId) => {
    const turn = (turns.get(userId) ?? Promise.resolve())
      .then(() => act(userId))
      .finally(() => {
        if (turns.get(userId) === turn) turns.delete(userId);
      });
    turns.set(userId, turn);
    return turn;
  };
}
