import type { visitorEvents, VisitorChat, VisitorMessage } from '@trunkline/contract';
import { io } from 'socket.io-client';
import { LIVECHAT_NAMESPACE, SOCKET } from '../limits.ts';
import { chime } from './chime.ts';
import { mergeMessages, setMessageState } from './messages.ts';
import { forgetVisitor, handleRefusal } from './problems.ts';
import { flush } from '../sending/sending.ts';
import { setTimer, type ChatSession } from './session.ts';
import { isChatOpen, refresh } from './sync.ts';
import { applyTyping } from './typing.ts';

type Event<K extends keyof typeof visitorEvents> = (typeof visitorEvents)[K]['_output'];

const REFUSED_RETRY_MS = 30_000;

/** Opens the socket once. After every connect the chat is fetched anew, because events may have been missed. */
export function connect(session: ChatSession): void {
  if (session.socket || !session.token) return;
  const socket = io(LIVECHAT_NAMESPACE, {
    path: SOCKET.path,
    auth: { token: session.token },
    reconnectionDelay: SOCKET.reconnectionDelayMs,
    reconnectionDelayMax: SOCKET.reconnectionDelayMaxMs,
    randomizationFactor: SOCKET.randomizationFactor,
    timeout: SOCKET.connectTimeoutMs,
  });
  session.socket = socket;
  socket.on('connect', () => {
    session.lastReportedId = 0; // reports of the time of the interruption may be lost
    session.store.set({ connection: 'on' });
    catchUp(session).catch((error: unknown) => handleRefusal(session, error));
  });
  socket.on('disconnect', () => onDisconnected(session));
  socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    if (error.data?.code === 'not_signed_in') forgetVisitor(session);
    else onDisconnected(session);
  });
  socket.on('message', (message: VisitorMessage, taken?: () => void) => {
    applyMessage(session, message);
    taken?.();
  });
  socket.on('message-state', ({ message_id: id, state }: Event<'message-state'>) =>
    session.store.set({ messages: setMessageState(session.store.get().messages, id, state) }),
  );
  socket.on('chat-changed', (chat: VisitorChat) => applyChat(session, chat));
  socket.on('agent-typing', ({ typing }: Event<'agent-typing'>) => applyTyping(session, typing));
}

async function catchUp(session: ChatSession): Promise<void> {
  await refresh(session);
  await flush(session);
}

function onDisconnected(session: ChatSession): void {
  const { socket, store } = session;
  if (!socket) return;
  store.set({ connection: 'lost', isAgentTyping: false });
  // Socket.IO does not reconnect where the server itself refused or closed the connection, as for too many tabs or a
  // restart.
  if (!socket.active) setTimer(session, 'socket', REFUSED_RETRY_MS, () => session.socket?.connect());
}

function applyMessage(session: ChatSession, message: VisitorMessage): void {
  const { messages, isSoundOn } = session.store.get();
  const isNew = !messages.some(({ id }) => id === message.id);
  const isFromAgent = message.from !== 'visitor';
  session.store.set({
    messages: mergeMessages(messages, [message]),
    ...(isFromAgent && { isAgentTyping: false }),
  });
  if (isNew && isFromAgent && isSoundOn) chime();
}

function applyChat(session: ChatSession, chat: VisitorChat): void {
  session.chatNews += 1;
  const change = isChatOpen(chat)
    ? { isStartingAgain: false, hasLeftMessage: false }
    : { isAgentTyping: false };
  session.store.set({ chat, ...change });
}
