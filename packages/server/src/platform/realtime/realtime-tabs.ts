import type { Server } from 'socket.io';
import type { Clock } from '../clock.ts';
import type { AgentSocket, AnyEvents, SocketData } from './agent-socket.ts';

type AnyServer = Server<AnyEvents, AnyEvents, AnyEvents, SocketData>;

const ANSWER_WITHIN_MS = 5000;

/** Of the tabs that one user has open, exactly one is active: it rings and joins calls. The others are told so. */
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
      tell(socket, { tabs: sockets.length, is_active: socket.id === activeTab.get(userId) });
  }

  function tell(socket: AgentSocket, state: { tabs: number; is_active: boolean }): void {
    const text = JSON.stringify(state);
    // A line is told at its beginning too: the page behind it may know otherwise from the line before.
    const before = told.get(socket.id);
    if (before === undefined) socket.once('disconnect', () => void told.delete(socket.id));
    told.set(socket.id, text);
    if (text !== before) socket.emit('client-detect-new-tab', state);
  }

  /**
   * A page that is left or loaded anew before its line has become a WebSocket closes nothing, and would be taken for a tab
   * that rings until its time-out. When another tab comes, whoever still polls is asked, and ended without an answer.
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

/** The protocol's own question, which every client answers; the library asks it by this, and only in its own time. */
const ping = ({ conn }: AgentSocket): void =>
  (conn as unknown as { sendPacket(type: 'ping'): void }).sendPacket('ping');
