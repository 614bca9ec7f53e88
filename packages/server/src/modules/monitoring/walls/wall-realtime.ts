import { WALL_NAMESPACE, WALL_SCREENS_MAX } from '@trunkline/contract';
import type { DefaultEventsMap, Namespace, Socket } from 'socket.io';
import { repeatEvery } from '#platform/clock';
import { AppError } from '#platform/errors';
import { bodyOf, toAppError } from '#platform/http/http-errors';
import type { Platform } from '#platform/platform';
import type { Realtime } from '#platform/realtime';
import { createRerunner } from '#platform/realtime/followers';
import { listActiveAlerts } from '../alerts/alert-store.ts';
import type { FloorSnapshot } from '../floor/board.ts';
import { FLOOR_HEARTBEAT_MS, type FloorService } from '../floor/floor-service.ts';
import { wallState } from './wall-state.ts';
import type { OpenWall, Walls } from './wall-service.ts';

type Data = { wallId: number };
type WallSpace = Namespace<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>;
type WallSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>;
type Deps = Pick<Platform, 'db' | 'clock' | 'events' | 'notices' | 'log'> & {
  walls: Pick<Walls, 'open' | 'renew'>;
  floor: Pick<FloorService, 'upToDate'>;
};

const TOKEN_MAX = 100;

/** Wall screens: a namespace that only sends. A link shows what its creator may see. */
export function wallRealtime(realtime: Realtime, { db, clock, events, notices, log, walls, floor }: Deps) {
  // The namespace has another type of socket data; Socket.IO has one type per server.
  const space = realtime.io.of(WALL_NAMESPACE) as unknown as WallSpace;
  const open = new Map<number, OpenWall>();
  const newcomers = new Set<WallSocket>();
  let latest: FloorSnapshot | undefined;
  let isForAll = false;
  // One after the other, so that no screen gets an older state last.
  const rounds = createRerunner(emitFigures, failed);
  const roomOf = (id: number): string => `wall:${id}`;
  const screensOf = (id: number): number => space.adapter.rooms.get(roomOf(id))?.size ?? 0;

  function failed(error: unknown): void {
    log.warn({ err: error }, 'could not tell a wall screen');
  }

  admitScreens(space, { walls, screensOf, onFault: failed });

  space.on('connection', (socket: WallSocket) => {
    const { wallId: id } = socket.data;
    void socket.join(roomOf(id));
    socket.on('disconnect', () => {
      newcomers.delete(socket);
      if (screensOf(id) === 0) open.delete(id);
    });
    begin(socket, id).catch(failed);
  });

  async function begin(socket: WallSocket, id: number): Promise<void> {
    // The link may have been revoked meanwhile.
    await renew(id);
    latest = await floor.upToDate('board');
    if (!socket.connected) return;
    newcomers.add(socket);
    rounds.wake();
  }

  async function emitFigures(): Promise<void> {
    const [now, isAll, fresh] = [latest, isForAll, [...newcomers]];
    isForAll = false;
    newcomers.clear();
    if (!now || (open.size === 0 && fresh.length === 0)) return;
    const alerts = await listActiveAlerts(db.q);
    for (const wall of open.values()) {
      const state = wallState(wall, now, alerts);
      const own = fresh.filter(({ data }) => data.wallId === wall.id);
      if (isAll) space.to(roomOf(wall.id)).emit('wall-state', state);
      else for (const socket of own) socket.emit('wall-state', state);
    }
  }

  /** Updates a link to its creator's current permissions; a revoked one is closed at once. */
  async function renew(id: number): Promise<void> {
    const wall = await walls.renew(id);
    if (!wall) end(id);
    else if (screensOf(id) > 0) open.set(id, wall);
    else open.delete(id);
  }

  function end(id: number): void {
    open.delete(id);
    space.to(roomOf(id)).emit('wall-over', {});
    space.in(roomOf(id)).disconnectSockets(true);
  }

  function renewAll(): void {
    for (const id of open.keys()) renew(id).catch(failed);
  }
  notices.on('wall-revoked', ({ id }: { id: number }) => end(id));
  events.onEvent(({ name }) => {
    if (name === 'rights-changed') renewAll();
  });
  // Notices of changes may be lost.
  const stop = repeatEvery(clock, FLOOR_HEARTBEAT_MS, renewAll);

  return {
    isLookedAt: (): boolean => open.size > 0,
    tell({ floor: now }: { floor: FloorSnapshot }): void {
      latest = now;
      isForAll = true;
      rounds.wake();
    },
    stop,
  };
}

type Admission = {
  walls: Pick<Walls, 'open'>;
  screensOf: (id: number) => number;
  onFault: (error: unknown) => void;
};

/** Accepts screens with the token of a valid link; others are refused with a code. */
function admitScreens(space: WallSpace, { walls, screensOf, onFault }: Admission): void {
  async function admit(socket: WallSocket): Promise<void> {
    const { token } = socket.handshake.auth as { token?: unknown };
    if (typeof token !== 'string' || token.length > TOKEN_MAX) throw new AppError('not_found');
    const { id } = await walls.open(token);
    if (screensOf(id) >= WALL_SCREENS_MAX) throw new AppError('too_many_requests');
    socket.data.wallId = id;
  }

  space.use((socket, next) => {
    admit(socket).then(
      () => next(),
      (error: unknown) => {
        const refusal = toAppError(error);
        if (refusal.code === 'internal') onFault(error);
        next(Object.assign(new Error('refused'), { data: bodyOf(refusal) }));
      },
    );
  });
}
