import type { Viewer } from '#platform/access';
import type { Log } from '#platform/log';
import type { Realtime } from '#platform/realtime';
import type { AgentSocket } from '#platform/realtime/agent-socket';
import type { FloorSnapshot } from './board.ts';
import { figuresOf, type FloorFigures } from './figures.ts';
import type { FloorService } from './floor-service.ts';
import { EMPTY_FLOOR_SCOPE, floorScopeOf } from './floor-scope.ts';
import { createScopeRooms } from './scope-rooms.ts';

type Deps = { floor: Pick<FloorService, 'upToDate'>; log: Log };

/**
 * The events for each request of the specification's client, sent at once and on every change; the first is also the answer.
 */
const TOLD = {
  'mon-call-count': ['total-mon-call-count', 'total-incoming-call', 'total-escort'],
  'mon-call-duration': ['total-mon-call-duration'],
  'mon-call-type': ['total-mon-call-type'],
  'mon-user-count': ['total-mon-user-count'],
} as const;
type FigureRequest = keyof typeof TOLD;
const REQUESTS = Object.keys(TOLD) as FigureRequest[];

const EMPTY = { agents: [], calls: [], escorts: [] };

/** The figures of sections 3 and 7, over what the viewer may see; zero without permission for monitoring. */
export function figureRealtime(realtime: Realtime, { floor, log }: Deps) {
  const kinds = new Map(REQUESTS.map((name) => [name, createScopeRooms(realtime, name)]));
  const asked = new WeakMap<AgentSocket, Map<FigureRequest, string>>();
  /** What each room was sent last, so that only changes are sent. */
  const told = new Map<string, Map<string, string>>();

  async function figuresFor(viewer: Viewer): Promise<FloorFigures> {
    const sight = floorScopeOf(viewer);
    // Agents without permission get zeros without a query, since thousands of them ask.
    const now = sight === EMPTY_FLOOR_SCOPE ? { ...EMPTY, at: new Date(0) } : await floor.upToDate('figures');
    return figuresOf(now, sight);
  }

  /** Adds the socket to the room that gets changes. */
  async function join(socket: AgentSocket, name: FigureRequest): Promise<void> {
    const sight = floorScopeOf(socket.data.viewer);
    const own = asked.get(socket) ?? new Map<FigureRequest, string>();
    asked.set(socket, own);
    const room = sight === EMPTY_FLOOR_SCOPE ? '' : (kinds.get(name)?.roomOf(sight) ?? '');
    const before = own.get(name);
    own.set(name, room);
    if (before && before !== room) await socket.leave(before);
    if (room) await socket.join(room);
  }

  async function answer<N extends FigureRequest>(socket: AgentSocket, name: N): Promise<FloorFigures> {
    await join(socket, name);
    const figures = await figuresFor(socket.data.viewer);
    for (const event of TOLD[name]) socket.emit(event, figures[event]);
    return figures;
  }

  for (const name of REQUESTS)
    realtime.onRequest(name, async ({ socket }) => (await answer(socket, name))[TOLD[name][0]] as never);

  realtime.onRenew((socket) => {
    for (const name of asked.get(socket)?.keys() ?? [])
      answer(socket, name).catch((error: unknown) =>
        log.warn({ err: error }, 'could not tell the figures anew'),
      );
  });

  function emitFigures(room: string, name: FigureRequest, figures: FloorFigures): void {
    const last = told.get(room) ?? new Map<string, string>();
    told.set(room, last);
    for (const event of TOLD[name]) {
      const text = JSON.stringify(figures[event]);
      if (last.get(event) === text) continue;
      last.set(event, text);
      realtime.signal([room], event, figures[event]);
    }
  }

  return {
    isLookedAt: (): boolean => [...kinds.values()].some((rooms) => rooms.isAnybodyThere()),

    tell({ floor: now }: { floor: FloorSnapshot }): void {
      const known = new Map<string, FloorFigures>();
      for (const [name, rooms] of kinds)
        rooms.forEach(
          (room, sight) => {
            const figures = known.get(sight.key) ?? figuresOf(now, sight);
            known.set(sight.key, figures);
            emitFigures(room, name, figures);
          },
          (room) => void told.delete(room),
        );
    },
  };
}
