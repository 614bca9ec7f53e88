import type { Topic } from '@trunkline/contract';
import { demand } from '#platform/access';
import { AppError } from '#platform/errors';
import type { Clock } from '#platform/clock';
import type { Events } from '#platform/events';
import type { Log } from '#platform/log';
import type { Notices } from '#platform/notices';
import type { Realtime } from '#platform/realtime';
import { sendToWatchers } from '#platform/realtime/send-to-watchers';
import { countsFor } from './list/counts.ts';
import { createPresence } from './presence.ts';
import { viewerListRooms } from './rooms.ts';
import type { Tickets } from './tickets.ts';

type Deps = { tickets: Tickets; events: Events; notices: Notices; clock: Clock; log: Log };

/** Counts are sent at most twice a second. */
const COUNTS_EVERY_MS = 500;

export function ticketRealtime(realtime: Realtime, { tickets, events, notices, clock, log }: Deps): void {
  const presence = createPresence(realtime, notices, clock);

  realtime.watchTopic('tickets', (viewer) => {
    demand(viewer, 'TICKETS:VIEW');
    return Promise.resolve(viewerListRooms(viewer));
  });
  realtime.watchTopic('ticket', async (viewer, id) => {
    demand(viewer, 'TICKETS:VIEW');
    const { customer_id: customerId } = await tickets.get(viewer, id);
    // The ticket's page also shows the customer.
    return [`ticket:${id}`, `customer:${customerId}`];
  });

  // Open pages get no more events of a ticket that their user can no longer see.
  const recheck = (topic: Topic): Promise<void> =>
    realtime
      .recheck(topic)
      .catch((error: unknown) => log.error({ err: error }, 'could not recheck who sees a ticket'));
  events.onEvent(({ name, payload }) => {
    if (name === 'ticket-removed') void recheck(`ticket:${(payload as { id: number }).id}`);
  });
  // Open pages also get events of the ticket's customer, who may be another one now that customers were merged or unmerged.
  events.onEvent(({ name, payload }) => {
    if (name !== 'customer-merged' && name !== 'customer-parted') return;
    const { id, into } = payload as { id: number; into: number };
    const of = [`customer:${id}`, `customer:${into}`];
    const watched = realtime.sockets().flatMap((socket) => [...socket.data.topics]);
    const shown = watched.flatMap(([topic, rooms]) =>
      topic.startsWith('ticket:') && rooms.some((room) => of.includes(room)) ? [topic] : [],
    );
    for (const topic of new Set(shown)) void recheck(topic);
  });

  realtime.onRequest('ticket-presence', async ({ viewer, payload }) => {
    await tickets.get(viewer, payload.ticket_id);
    return presence.presence(payload.ticket_id);
  });
  realtime.onRequest('ticket-typing', ({ socket, payload }) => {
    if (!socket.data.topics.has(`ticket:${payload.ticket_id}`)) throw new AppError('not_found');
    presence.setTyping(socket, payload.ticket_id, payload.typing);
    return Promise.resolve({ ok: true });
  });

  emitCounts(realtime, { tickets, notices, log });
}

/** Sends the counts to screens with a ticket list. */
function emitCounts(
  realtime: Realtime,
  { tickets, notices, log }: Pick<Deps, 'tickets' | 'notices' | 'log'>,
): void {
  const tellSoon = sendToWatchers(realtime, {
    topic: 'tickets',
    log,
    everyMs: COUNTS_EVERY_MS,
    read: () => tickets.allCounts(),
    payloadFor: ({ data }, rows) => ({ data: countsFor(data.viewer, rows) }),
    send: (socket, counts) => socket.emit('ticket-counts', counts),
  });
  notices.on('ticket-counts', tellSoon);
}
