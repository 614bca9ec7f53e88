import type { SignalName } from '@trunkline/contract';
import { allows, demand } from '#platform/access';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db';
import type { Log } from '#platform/log';
import type { Notices } from '#platform/notices';
import type { Realtime } from '#platform/realtime';
import type { Agents } from '#modules/agents';
import { readCalls, readLiveCalls, seenBy } from './store.ts';

type Deps = { db: Db; clock: Clock; agents: Agents; notices: Notices; log: Log };

/** Supervisors who have asked for the figures of calls are told when they change. */
const WATCHERS = 'call-figures';
/** And those who look at each of them. */
const LOOKERS = 'live-calls';
/** So often at most: a busy minute has hundreds of changes. */
const TELL_MS = 500;

/** Answers what every client asks on connect: in the acknowledgement and, as the specification has it, as an event. */
export function monitoringRealtime(realtime: Realtime, { db, clock, agents, notices, log }: Deps): void {
  const figures = async () => {
    const { ivr, queue, connected, longest, average, inbound, outbound } = await readCalls(db.q, clock.now());
    return {
      'total-mon-call-count': { total: ivr + queue + connected, waiting: ivr + queue, connected },
      'total-incoming-call': { ivr_call: ivr, queue_call: queue },
      'total-mon-call-duration': { longest, average },
      'total-mon-call-type': { inbound, outbound },
    };
  };

  let telling: NodeJS.Timeout | undefined;
  async function tell(): Promise<void> {
    telling = undefined;
    if (realtime.socketsIn(WATCHERS).length > 0) {
      for (const [name, payload] of Object.entries(await figures()))
        realtime.signal([WATCHERS], name as SignalName, payload);
    }
    const lookers = realtime.socketsIn(LOOKERS);
    if (lookers.length === 0) return;
    const live = await readLiveCalls(db.q, clock.now());
    for (const socket of lookers) {
      const seen = seenBy(socket.data.viewer, live);
      socket.emit('live-calls', seen);
      socket.emit('total-escort', seen.escorts);
    }
  }
  realtime.watchTopic('calls', (viewer) => {
    demand(viewer, 'MONITORING:VIEW');
    return Promise.resolve([LOOKERS]);
  });
  notices.on('calls-changed', () => {
    telling ??= setTimeout(() => {
      tell().catch((error: unknown) => log.warn({ err: error }, 'could not tell how many calls there are'));
    }, TELL_MS);
  });

  realtime.onRequest('mon-call-count', async ({ viewer, socket }) => {
    // Thousands of agents ask once; whoever watches goes on being told.
    if (allows(viewer, 'MONITORING:VIEW')) await socket.join(WATCHERS);
    const now = await figures();
    socket.emit('total-mon-call-count', now['total-mon-call-count']);
    socket.emit('total-incoming-call', now['total-incoming-call']);
    return now['total-mon-call-count'];
  });

  realtime.onRenew((socket) => {
    if (!allows(socket.data.viewer, 'MONITORING:VIEW')) void socket.leave(WATCHERS);
  });

  realtime.onRequest('mon-call-duration', async ({ socket }) => {
    const answer = (await figures())['total-mon-call-duration'];
    socket.emit('total-mon-call-duration', answer);
    return answer;
  });

  realtime.onRequest('mon-call-type', async ({ socket }) => {
    const answer = (await figures())['total-mon-call-type'];
    socket.emit('total-mon-call-type', answer);
    return answer;
  });

  realtime.onRequest('mon-user-count', async ({ socket }) => {
    const rows = await agents.countByActivity();
    const answer = { total: rows.reduce((sum, row) => sum + row.total, 0), by_activity: rows };
    socket.emit('total-mon-user-count', answer);
    return answer;
  });
}
