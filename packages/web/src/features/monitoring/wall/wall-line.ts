import { SOCKET, WALL_NAMESPACE, wallEvents, type WallState } from '@trunkline/contract';
import { io } from 'socket.io-client';

/** What a screen knows. `over`: the link has ended. */
export type WallView =
  | { status: 'waiting'; isUnreachable: boolean }
  | { status: 'over' }
  | { status: 'shown'; wall: WallState; heardAt: number; isConnected: boolean };

export type WallNews = { kind: 'state'; wall: WallState; at: number } | { kind: 'lost' } | { kind: 'over' };

export const BEFORE: WallView = { status: 'waiting', isUnreachable: false };

/** What was shown stays, and is known to be old, until all of it comes again. Pure. */
export function nextView(view: WallView, news: WallNews): WallView {
  if (view.status === 'over' || news.kind === 'over') return { status: 'over' };
  if (news.kind === 'state') return { status: 'shown', wall: news.wall, heardAt: news.at, isConnected: true };
  return view.status === 'shown'
    ? { ...view, isConnected: false }
    : { status: 'waiting', isUnreachable: true };
}

/** So long after it was refused for another reason than that the link has ended. */
const AGAIN_MS = 5000;

/** The line of a screen on the wall: it only listens. Gives what closes it. */
export function openWallLine(token: string, onNews: (news: WallNews) => void): () => void {
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
    // The library gives up where the server itself refused or closed.
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
