import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db';
import type { Realtime } from '#platform/realtime';
import type { Agents } from '#modules/agents';
import { readCalls } from './store.ts';

type Deps = { db: Db; clock: Clock; agents: Agents };

/** Answers what every client asks on connect: in the acknowledgement and, as the specification has it, as an event. */
export function monitoringRealtime(realtime: Realtime, { db, clock, agents }: Deps): void {
  const calls = () => readCalls(db.q, clock.now());

  realtime.onRequest('mon-call-count', async ({ socket }) => {
    const { ivr, queue, connected } = await calls();
    const answer = { total: ivr + queue + connected, waiting: ivr + queue, connected };
    socket.emit('total-mon-call-count', answer);
    socket.emit('total-incoming-call', { ivr_call: ivr, queue_call: queue });
    return answer;
  });

  realtime.onRequest('mon-call-duration', async ({ socket }) => {
    const { longest, average } = await calls();
    socket.emit('total-mon-call-duration', { longest, average });
    return { longest, average };
  });

  realtime.onRequest('mon-call-type', async ({ socket }) => {
    const { inbound, outbound } = await calls();
    socket.emit('total-mon-call-type', { inbound, outbound });
    return { inbound, outbound };
  });

  realtime.onRequest('mon-user-count', async ({ socket }) => {
    const rows = await agents.countByActivity();
    const answer = { total: rows.reduce((sum, row) => sum + row.total, 0), by_activity: rows };
    socket.emit('total-mon-user-count', answer);
    return answer;
  });
}
