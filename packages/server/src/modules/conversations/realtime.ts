import { CHANNEL_TRAITS, type Topic } from '@trunkline/contract';
import { allows } from '#platform/access';
import { AppError } from '#platform/errors';
import type { Events } from '#platform/events';
import type { Log } from '#platform/log';
import type { Notices } from '#platform/notices';
import type { Realtime } from '#platform/realtime';
import { sendToWatchers } from '#platform/realtime/send-to-watchers';
import type { AgentSocket } from '#platform/realtime/agent-socket';
import type { Tickets } from '#modules/tickets';
import type { Conversations } from './conversations.ts';

type Deps = {
  conversations: Pick<Conversations, 'counters' | 'ownQueues'>;
  tickets: Tickets;
  events: Events;
  notices: Notices;
  log: Log;
};

/** The number of waiting conversations is sent at most once a second. */
const QUEUE_EVERY_MS = 1000;
const CHANGES_QUEUE: ReadonlySet<string> = new Set([
  'conversation-changed',
  'user-activity-changed',
  'settings-changed',
]);

const COUNTERS = ['email', 'whatsapp', 'sms', 'livechat'] as const;

/** Socket requests of the specification about channels; our own screens read counters once and subscribe to topics. */
export function conversationRealtime(
  realtime: Realtime,
  { conversations, tickets, events, notices, log }: Deps,
): void {
  const emitTo = (socket: AgentSocket, name: string, payload: unknown) =>
    socket.emit(name, payload, { seq: events.position() });

  const tellCounter = async (socket: AgentSocket, channel: (typeof COUNTERS)[number]) => {
    const { [channel]: total } = await conversations.counters(socket.data.viewer);
    emitTo(socket, `${channel}-notif`, total);
    return total;
  };
  const tellSocmed = async (socket: AgentSocket) => {
    const { socmed } = await conversations.counters(socket.data.viewer);
    for (const total of socmed) emitTo(socket, 'socmed-notif', total);
    return socmed;
  };
  for (const channel of COUNTERS)
    realtime.onRequest(`${channel}-in`, ({ socket }) => tellCounter(socket, channel));
  realtime.onRequest('socmed-in', ({ socket }) => tellSocmed(socket));

  emitQueues(realtime, { conversations, events, notices, log });

  for (const channel of ['whatsapp', 'socmed', 'livechat'] as const) {
    const joined = new WeakMap<AgentSocket, Set<number>>();
    realtime.onRequest(`${channel}-join-room`, async ({ viewer, socket, payload }) => {
      const id = idOf(payload);
      if (id === undefined) {
        await (channel === 'socmed' ? tellSocmed(socket) : tellCounter(socket, channel));
        return { ok: true };
      }
      const ticket = await tickets.get(viewer, id);
      if (CHANNEL_TRAITS[ticket.media_id].counter !== channel) throw new AppError('not_found');
      await realtime.watch(socket, topicOf(ticket.id));
      joined.set(socket, (joined.get(socket) ?? new Set()).add(ticket.id));
      return { ok: true };
    });
    realtime.onRequest(`${channel}-leave-room`, ({ socket, payload }) => {
      const id = idOf(payload);
      const own = joined.get(socket) ?? new Set();
      for (const left of id === undefined ? [...own] : [id]) {
        realtime.unwatch(socket, topicOf(left));
        own.delete(left);
      }
      return Promise.resolve({ ok: true });
    });
  }
}

/** Tells agents who look at a ticket list what waits for them. */
function emitQueues(
  realtime: Realtime,
  { conversations, events, notices, log }: Omit<Deps, 'tickets'>,
): void {
  const tellSoon = sendToWatchers(realtime, {
    topic: 'tickets',
    log,
    everyMs: QUEUE_EVERY_MS,
    read: (watching) => {
      const viewers = watching.map(({ data }) => data.viewer).filter((one) => allows(one, 'TICKETS:REPLY'));
      return conversations.ownQueues(viewers);
    },
    payloadFor: ({ data }, queues) => queues.get(data.viewer.id),
    send: (socket, queue) => socket.emit('own-queue', queue),
  });
  notices.on('user-changed', tellSoon);
  events.onEvent(({ name }) => {
    if (CHANGES_QUEUE.has(name)) tellSoon();
  });
}

type RoomPayload = number | { ticket_id?: number } | '' | null | undefined;

/** The ticket that a request is about, if it is about one. */
function idOf(payload: RoomPayload): number | undefined {
  if (typeof payload === 'object' && payload !== null) return payload.ticket_id;
  return payload || undefined;
}

const topicOf = (ticketId: number): Topic => `ticket:${ticketId}`;
