import { Media, type MediaId, type Topic } from '@trunkline/contract';
import { AppError } from '#platform/errors';
import type { Events } from '#platform/events';
import type { AgentSocket, Realtime } from '#platform/realtime';
import type { Tickets } from '#modules/tickets';
import type { Conversations } from './service.ts';

type Deps = { conversations: Pick<Conversations, 'counters'>; tickets: Tickets; events: Events };

const COUNTERS = ['email', 'whatsapp', 'sms', 'livechat'] as const;
const ROOMS: Record<'whatsapp' | 'socmed' | 'livechat', readonly MediaId[]> = {
  whatsapp: [Media.whatsapp],
  socmed: [Media.facebook, Media.instagram],
  livechat: [Media.liveChat],
};

/** What the specification has clients ask of channels; our own screens read the counters once, and watch topics. */
export function conversationRealtime(realtime: Realtime, { conversations, tickets, events }: Deps): void {
  const tell = (socket: AgentSocket, name: string, payload: unknown) =>
    socket.emit(name, payload, { seq: events.position() });

  for (const channel of COUNTERS) {
    realtime.onRequest(`${channel}-in`, async ({ viewer, socket }) => {
      const { [channel]: total } = await conversations.counters(viewer);
      tell(socket, `${channel}-notif`, total);
      return total;
    });
  }
  realtime.onRequest('socmed-in', async ({ viewer, socket }) => {
    const { socmed } = await conversations.counters(viewer);
    for (const total of socmed) tell(socket, 'socmed-notif', total);
    return socmed;
  });

  for (const channel of ['whatsapp', 'socmed', 'livechat'] as const) {
    realtime.onRequest(`${channel}-join-room`, async ({ viewer, socket, payload }) => {
      const ticket = await tickets.get(viewer, idOf(payload));
      if (!ROOMS[channel].includes(ticket.media_id)) throw new AppError('not_found');
      await realtime.watch(socket, topicOf(ticket.id));
      return { ok: true };
    });
    realtime.onRequest(`${channel}-leave-room`, ({ socket, payload }) => {
      realtime.unwatch(socket, topicOf(idOf(payload)));
      return Promise.resolve({ ok: true });
    });
  }
}

const idOf = (payload: number | { ticket_id: number }): number =>
  typeof payload === 'number' ? payload : payload.ticket_id;

const topicOf = (ticketId: number): Topic => `ticket:${ticketId}`;
