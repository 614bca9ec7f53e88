import { LIVECHAT_NAMESPACE, Media, visitorRequests, type VisitorChat } from '@trunkline/contract';
import type { DefaultEventsMap, Namespace, Socket } from 'socket.io';
import type { Visitor } from '#platform/access';
import { createTokenBucket } from '#platform/http/token-bucket';
import { bodyOf, toAppError } from '#platform/http/http-errors';
import type { Log } from '#platform/log';
import type { Notices } from '#platform/notices';
import type { Realtime } from '#platform/realtime';
import type { Conversations } from '#modules/conversations';
import type { Tickets } from '#modules/tickets';
import type { Livechat } from './service.ts';
import { visitorChatOf } from './visitor-view.ts';

type Data = {
  visitor: Visitor;
  ticketId: number | null;
  /** The chat as it was last sent to this socket. */
  told?: VisitorChat;
};
type VisitorSpace = Namespace<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>;
type VisitorSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>;
type Deps = {
  livechat: Livechat;
  tickets: Tickets;
  conversations: Conversations;
  notices: Notices;
  log: Log;
};

/** Typing events that a visitor's socket may send per second on average, and in a burst. */
const TYPING_PER_SECOND = 3;
const TYPING_BURST = 30;
const QUEUE_EVERY_MS = 1000;
const ACK_MS = 10_000;
/** Sockets that one visitor may have open: tabs of the same site. */
const MAX_SOCKETS = 10;

/** The sockets of visitors: a namespace of its own, with its own token and none of the desk's events. */
export function livechatRealtime(
  realtime: Realtime,
  { livechat, tickets, conversations, notices, log }: Deps,
): void {
  // The namespace has socket data of another type; Socket.IO knows one type per server.
  const space = realtime.io.of(LIVECHAT_NAMESPACE) as unknown as VisitorSpace;
  const socketsOf = (id: number): VisitorSocket[] =>
    [...(space.adapter.rooms.get(`visitor:${id}`) ?? [])].flatMap(
      (socketId) => space.sockets.get(socketId) ?? [],
    );
  const failed = (error: unknown) => log.warn({ err: error }, 'could not tell a visitor');

  space.use((socket, next) => {
    const { token } = socket.handshake.auth as { token?: unknown };
    livechat
      .visitor(typeof token === 'string' ? token : '')
      .then((visitor) => {
        if (socketsOf(visitor.id).length >= MAX_SOCKETS) throw new Error('too many tabs');
        socket.data.visitor = visitor;
        next();
      })
      .catch((error: unknown) =>
        next(Object.assign(new Error('refused'), { data: bodyOf(toAppError(error)) })),
      );
  });

  space.on('connection', (socket: VisitorSocket) => {
    const { visitor } = socket.data;
    void socket.join(`visitor:${visitor.id}`);
    setTicket(socket).catch(failed);
    const allow = createTokenBucket(TYPING_PER_SECOND, TYPING_BURST);
    socket.on('typing', (payload: unknown) => {
      // Our own widget never sends as many.
      if (!allow()) return void socket.disconnect(true);
      const parsed = visitorRequests.typing.safeParse(payload);
      const { ticketId } = socket.data;
      // Sent every time, because screens of the desk remove the typing mark unless it is renewed.
      if (parsed.success && ticketId)
        notices.send('customer-presence', { ticket_id: ticketId, typing: parsed.data.typing });
    });
    socket.on('disconnect', () => {
      const ticketId = socket.data.ticketId;
      if (ticketId && socketsOf(visitor.id).length === 0)
        notices.send('customer-presence', { ticket_id: ticketId, typing: false, online: false });
    });
  });

  /** Remembers the visitor's present ticket: their typing and presence are shown there, and agents' typing comes from there. */
  async function setTicket(socket: VisitorSocket): Promise<void> {
    const conversation = await livechat.latest(socket.data.visitor);
    const ticketId = conversation && conversation.status !== 'ended' ? conversation.ticket_id : null;
    const before = socket.data.ticketId;
    if (before && before !== ticketId) {
      void socket.leave(`chat:${before}`);
      // On the ticket that they have left, the visitor is shown as offline and not typing.
      notices.send('customer-presence', { ticket_id: before, typing: false, online: false });
    }
    socket.data.ticketId = ticketId;
    if (!ticketId || !socket.connected) return;
    await socket.join(`chat:${ticketId}`);
    notices.send('customer-presence', { ticket_id: ticketId, online: true });
  }

  async function tellChat(visitorId: number): Promise<void> {
    const sockets = socketsOf(visitorId);
    const [first] = sockets;
    if (!first) return;
    // Read again, since the visitor may just have given their name.
    const visitor = await livechat.fresh(first.data.visitor);
    const chat = await livechat.chat(visitor);
    for (const socket of sockets) {
      socket.data.visitor = visitor;
      await setTicket(socket);
      emitChat(socket, chat);
    }
  }

  function emitChat(socket: VisitorSocket, chat: VisitorChat): void {
    socket.data.told = chat;
    socket.emit('chat-changed', chat);
  }

  async function tellMessage({
    visitor_id: visitorId,
    ticket_id: ticketId,
    message_id: id,
  }: {
    visitor_id: number;
    ticket_id: number;
    message_id: number;
  }) {
    const [first] = socketsOf(visitorId);
    if (!first) return;
    const [message] = await tickets.timeline.listMessages({ ticketId, before: id + 1, limit: 1 });
    const seen = message?.id === id ? livechat.view.messageOf(message) : null;
    if (!seen) return;
    const isTaken = await space
      .to(`visitor:${visitorId}`)
      .timeout(ACK_MS)
      .emitWithAck('message', seen)
      .then(
        () => true,
        () => false,
      );
    if (isTaken) await livechat.advance(first.data.visitor, id, 'delivered');
  }

  notices.on('visitor-chat', ({ visitor_id: id }: { visitor_id: number }) => void tellChat(id).catch(failed));
  notices.on(
    'visitor-message',
    (notice: Parameters<typeof tellMessage>[0]) => void tellMessage(notice).catch(failed),
  );
  notices.on('agent-typing', ({ ticket_id: id, typing }: { ticket_id: number; typing: boolean }) => {
    space.to(`chat:${id}`).emit('agent-typing', { typing });
  });

  notices.on('messages-read', ({ ticket_id: id, ids }: { ticket_id: number; ids: number[] }) => {
    for (const message_id of ids) space.to(`chat:${id}`).emit('message-state', { message_id, state: 'read' });
  });

  const moved = new Set<number>();
  notices.on('visitor-queue', ({ department_id: id }: { department_id: number }) => {
    if (moved.size === 0) setTimeout(() => void emitPositions().catch(failed), QUEUE_EVERY_MS);
    moved.add(id);
  });
  async function emitPositions(): Promise<void> {
    const departments = [...moved];
    moved.clear();
    for (const department of departments)
      for (const { address, ...wait } of await conversations.listWaits(department, Media.liveChat))
        for (const socket of socketsOf(Number(address))) tellWait(socket, wait);
  }

  /**
   * Sends a new position or expected wait, if the widget would show it differently. Visitors whom an agent has taken meanwhile
   * were told already.
   */
  function tellWait(socket: VisitorSocket, wait: QueueWait): void {
    const { told, visitor } = socket.data;
    const { name, email } = visitor;
    const chat = visitorChatOf({ status: 'waiting' }, { name, email }, { agentName: null, ...wait });
    if (told === undefined || (told.status === 'waiting' && !looksAlike(told, chat))) emitChat(socket, chat);
  }
}

type QueueWait = Pick<VisitorChat, 'position' | 'expected_wait'>;

/** The widget shows the position, and whole minutes. */
const looksAlike = (a: QueueWait, b: QueueWait): boolean =>
  a.position === b.position && minutesOf(a) === minutesOf(b);
const minutesOf = ({ expected_wait: seconds }: QueueWait): number | null =>
  seconds === null ? null : Math.max(1, Math.round(seconds / 60));
