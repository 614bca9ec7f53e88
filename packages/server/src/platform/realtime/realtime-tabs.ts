import type { Server } from 'socket.io';
import type { Clock } from '../clock.ts';
import type { AgentSocket, AnyEvents, SocketData } from './agent-socket.ts';

type AnyServer = Server<AnyEvents, AnyEvents, AnyEvents, SocketData>;

const ANSWER_WITHIN_MS = 5000;

/** Exactly one of the open tabs of a user is active: it rings and joins calls. The others are told that they are not. */
export function createTabs(io: AnyServer, clock: Clock) {
  const activeTab = new Map<number, string>();
  const told = new Map<string, string>();

  function socketsOf(userId: number): AgentSocket[] {
    const ids = [...(io.sockets.adapter.rooms.get(`user:${userId}`) ?? [])];
    return ids.flatMap((id) => io.sockets.sockets.get(id) ?? []);
  }

  function update(userId: number): void {
    const sockets = socketsOf(userId);
    if (sockets.length === 0) return void activeTab.delete(userId);
    if (!sockets.some(({ id }) => id === activeTab.get(userId))) activeTab.set(userId, oldest(sockets).id);
    for (const socket of sockets)
      emitTabState(socket, { tabs: sockets.length, is_active: socket.id === activeTab.get(userId) });
  }

  function emitTabState(socket: AgentSocket, state: { tabs: number; is_active: boolean }): void {
    const text = JSON.stringify(state);
    // A new connection is always told, since its page may know another state from the previous connection.
    const before = told.get(socket.id);
    if (before === undefined) socket.once('disconnect', () => void told.delete(socket.id));
    told.set(socket.id, text);
    if (text !== before) socket.emit('client-detect-new-tab', state);
  }

  /**
   * A page that is closed or reloaded before its connection has become a WebSocket sends no end, and would count as a tab that
   * rings until its time-out. When another tab connects, tabs that still poll are pinged, and disconnected if they do not
   * answer.
   */
  function checkPolling(newcomer: AgentSocket): void {
    for (const socket of socketsOf(newcomer.data.viewer.id)) {
      if (socket === newcomer || socket.conn.transport.name !== 'polling') continue;
      const cancel = clock.after(ANSWER_WITHIN_MS, () => void socket.disconnect(true));
      socket.conn.once('heartbeat', cancel);
      socket.once('disconnect', cancel);
      ping(socket);
    }
  }

  return {
    update,
    connected(socket: AgentSocket): void {
      update(socket.data.viewer.id);
      checkPolling(socket);
    },
    /** Makes this tab the active one. */
    claim(socket: AgentSocket): void {
      activeTab.set(socket.data.viewer.id, socket.id);
      update(socket.data.viewer.id);
    },
  };
}

const oldest = (sockets: AgentSocket[]) =>
  sockets.reduce((first, socket) => (socket.data.connectedAt < first.data.connectedAt ? socket : first));

/** Sends a ping of the protocol, which every client answers; the library has no public method for that. */
const ping = ({ conn }: AgentSocket): void =>
  (conn as unknown as { sendPacket(type: 'ping'): void }).sendPacket('ping');
