import type { Clock } from '#platform/clock';
import type { Log } from '#platform/log';
import type { Notices } from '#platform/notices';
import type { Realtime } from '#platform/realtime';
import type { Agents } from './service.ts';

type Deps = { agents: Agents; clock: Clock; notices: Notices; log: Log };

/**
 * What rings stays for so long with somebody whose last screen has closed: a page that is loaded anew is back by then, also
 * on a slow device, and shows it again. Who calls waits no longer than that for the next one.
 */
const RELOAD_MS = 5000;
/** After this server was killed and started again pages come back by themselves: their longest pause is 7.5 seconds. */
const RETURN_MS = 10_000;
/** Longer than connected people can go without being noted, and a reload takes. */
const LOST_AFTER_MS = 30_000;

/** Writes down who is connected to this process, and tells when somebody comes or has left. */
export function followScreens(realtime: Realtime, { agents, clock, notices, log }: Deps) {
  const startedAt = clock.now();
  const leaving = inAWhile(clock, (id) => void leaveUnlessBack(id).catch(complain));
  let isStopped = false;

  const isConnected = (userId: number) => realtime.socketsIn(`user:${userId}`).length > 0;
  const complain = (error: unknown) => log.warn({ err: error }, 'could not note who is here');

  const note = inTurn((userId) =>
    (isConnected(userId) ? agents.openScreen(userId) : agents.closeScreen(userId)).catch(complain),
  );

  async function came(userId: number): Promise<void> {
    leaving.stop(userId);
    await note(userId);
    await agents.cameBack(userId);
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
    // A server that stops takes nobody's screen away: what it wrote down ends with it.
    if (isStopped || isConnected(id)) return;
    void note(id);
    leaving.begin(id);
  });

  const cancelStart = clock.after(RETURN_MS, () => void leaveLost(startedAt).catch(complain));

  return {
    /** Makes good what could not be written, and finds whom a killed process had. */
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

/** Does it for a person once a reload takes longer than it may; each beginning begins anew. */
function inAWhile(clock: Clock, act: (userId: number) => void) {
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

/** Does it for each person one time after the other, so that what was written last is how it is. */
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
