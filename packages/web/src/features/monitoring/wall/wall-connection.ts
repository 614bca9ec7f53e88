import { SOCKET, WALL_NAMESPACE, wallEvents, type WallState } from '@trunkline/contract';
import { io } from 'socket.io-client';

/** The state of a wall screen; `over` means that its link was ended. */
export type WallView =
  | { status: 'waiting'; isUnreachable: boolean }
  | { status: 'over' }
  | { status: 'shown'; wall: WallState; heardAt: number; isConnected: boolean };

export type WallUpdate = { kind: 'state'; wall: WallState; at: number } | { kind: 'lost' } | { kind: 'over' };

export const INITIAL_WALL_VIEW: WallView = { status: 'waiting', isUnreachable: false };

/** Returns the next state. After a lost connection the last figures stay, marked as outdated, until a complete update arrives. Pure. */
export function nextView(view: WallView, news: WallUpdate): WallView {
  if (view.status === 'over' || news.kind === 'over') return { status: 'over' };
  if (news.kind === 'state') return { status: 'shown', wall: news.wall, heardAt: news.at, isConnected: true };
  return view.status === 'shown'
    ? { ...view, isConnected: false }
    : { status: 'waiting', isUnreachable: true };
}

/** Pause before the next attempt when the connection was refused although the link is valid. */
const AGAIN_MS = 5000;

/** Opens the connection of a wall screen, which only receives. Returns the function that closes it. */
export function openWallConnection(token: string, onNews: (news: WallUpdate) => void): () => void {
  const socket = io(WALL_NAMESPACE, {
    path: SOCKET.path,
    auth: { token },
    reconnectionDelay: SOCKET.reconnectionDelayMs,
    reconnectionDelayMax: SOCKET.reconnectionDelayMaxMs,
    randomizationFactor: SOCKET.randomizationFactor,
    timeout: SOCKET.connectTimeoutMs,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  function over(): void {
    socket.disconnect();
    onNews({ kind: 'over' });
  }
  function lost(): void {
    onNews({ kind: 'lost' });
    // Socket.IO does not reconnect where the server itself refused or closed the connection.
    clearTimeout(timer);
    if (!socket.active) timer = setTimeout(() => socket.connect(), AGAIN_MS);
  }
  socket.on('wall-state', (payload: unknown) => {
    const parsed = wallEvents['wall-state'].safeParse(payload);
    if (parsed.success) onNews({ kind: 'state', wall: parsed.data, at: Date.now() });
  });
  socket.on('wall-over', over);
  socket.on('disconnect', lost);
  socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    if (error.data?.code === 'not_found') over();
    else lost();
  });
  return () => {
    clearTimeout(timer);
    socket.removeAllListeners();
    socket.disconnect();
  };
}
