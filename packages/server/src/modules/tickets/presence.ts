import type { TicketPresence } from '@trunkline/contract';
import type { Clock } from '#platform/clock';
import type { Notices } from '#platform/notices';
import type { Realtime } from '#platform/realtime';
import type { AgentSocket } from '#platform/realtime/agent-socket';

type Typing = TicketPresence['users'][number]['typing'];
type CustomerState = { ticket_id: number; typing?: boolean; online?: boolean };

/** A typing mark is removed unless it is renewed, since whoever typed may have closed the screen. */
const TYPING_MS = 8000;

/** Who has a ticket open and who types in it. Kept in memory: after a restart the screens tell anew. */
export function createPresence(realtime: Realtime, notices: Notices, clock: Clock) {
  const typing = new Map<string, { ticketId: number; typing: Typing; end: () => void }>();
  const customers = new Map<number, { typing: boolean; online: boolean }>();
  const customersTyping = new Map<number, () => void>();

  /** A user with several tabs counts as typing if they type in any of them. */
  function usersOn(ticketId: number): TicketPresence['users'] {
    const users = new Map<number, TicketPresence['users'][number]>();
    for (const { id, data } of realtime.socketsIn(`ticket:${ticketId}`)) {
      const mark = typing.get(id);
      const isTyping = mark?.ticketId === ticketId;
      const { viewer } = data;
      if (isTyping || !users.has(viewer.id)) {
        users.set(viewer.id, {
          id: viewer.id,
          fullname: viewer.fullname,
          typing: isTyping ? mark.typing : 'no',
        });
      }
    }
    return [...users.values()];
  }

  function presence(ticketId: number): TicketPresence {
    const { typing: customer_typing, online: customer_online } = customers.get(ticketId) ?? {
      typing: false,
      online: false,
    };
    return { ticket_id: ticketId, users: usersOn(ticketId), customer_typing, customer_online };
  }

  const emitPresence = (ticketId: number) =>
    realtime.signal([`ticket:${ticketId}`], 'ticket-presence', presence(ticketId));

  function stopTyping(socket: Pick<AgentSocket, 'id'>): void {
    const mark = typing.get(socket.id);
    if (!mark) return;
    mark.end();
    typing.delete(socket.id);
    notices.send('agent-typing', { ticket_id: mark.ticketId, typing: false });
    emitPresence(mark.ticketId);
  }

  realtime.onTopicChange((topic, socket) => {
    const [kind, id] = topic.split(':');
    if (kind !== 'ticket') return;
    if (typing.get(socket.id)?.ticketId === Number(id) && !socket.data.topics.has(topic)) stopTyping(socket);
    emitPresence(Number(id));
  });

  function endCustomerTyping(ticketId: number): void {
    customersTyping.get(ticketId)?.();
    customersTyping.delete(ticketId);
  }

  notices.on('customer-presence', takeCustomer);
  function takeCustomer({ ticket_id: ticketId, ...state }: CustomerState): void {
    if (state.typing !== undefined) endCustomerTyping(ticketId);
    if (state.typing)
      customersTyping.set(
        ticketId,
        clock.after(TYPING_MS, () => takeCustomer({ ticket_id: ticketId, typing: false })),
      );
    const after = { ...(customers.get(ticketId) ?? { typing: false, online: false }), ...state };
    if (after.online || after.typing) customers.set(ticketId, after);
    else customers.delete(ticketId);
    emitPresence(ticketId);
  }

  return {
    presence,

    setTyping(socket: AgentSocket, ticketId: number, state: Typing): void {
      stopTyping(socket);
      if (state === 'no') return;
      const end = clock.after(TYPING_MS, () => stopTyping(socket));
      typing.set(socket.id, { ticketId, typing: state, end });
      // The customer sees that an answer is coming, and never that a note is.
      if (state === 'reply') notices.send('agent-typing', { ticket_id: ticketId, typing: true });
      emitPresence(ticketId);
    },
  };
}
