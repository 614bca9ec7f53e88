import type { Server } from 'socket.io';
import type { AgentSocket, AnyEvents, SocketData } from './agent-socket.ts';

type AnyServer = Server<AnyEvents, AnyEvents, AnyEvents, SocketData>;

/** Of the tabs that one user has open, exactly one is active: it rings and joins calls. The others are told so. */
export function createTabs(io: AnyServer) {
  const activeTab = new Map<number, string>();
  const told = new Map<string, string>();

  function update(userId: number): void {
    const ids = [...(io.sockets.adapter.rooms.get(`user:${userId}`) ?? [])];
    const sockets = ids.flatMap((id) => io.sockets.sockets.get(id) ?? []);
    if (sockets.length === 0) return void activeTab.delete(userId);
    if (!ids.includes(activeTab.get(userId) ?? '')) activeTab.set(userId, oldest(sockets).id);
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

  return {
    update,
    /** Makes this tab the active one. */
    claim(socket: AgentSocket): void {
      activeTab.set(socket.data.viewer.id, socket.id);
      update(socket.data.viewer.id);
    },
  };
}

const oldest = (sockets: AgentSocket[]) =>
  sockets.reduce((first, socket) => (socket.data.connectedAt < first.data.connectedAt ? socket : first));
