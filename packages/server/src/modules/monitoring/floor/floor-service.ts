import type { FloorState } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { repeatEvery } from '#platform/clock';
import type { Platform } from '#platform/platform';
import {
  agentDifferenceOf,
  boardForViewer,
  floorDifferenceOf,
  withAgentChanges,
  type AgentChange,
  type FloorDifference,
  type FloorSnapshot,
} from './board.ts';
import type { FloorReader } from './floor-reader.ts';
import { floorScopeOf } from './floor-scope.ts';

type Deps = Pick<Platform, 'clock' | 'events' | 'notices' | 'log'> & { reader: FloorReader };
type FloorListener = {
  /** How much of the board is currently watched. */
  wants: () => 'board' | 'figures' | 'nothing';
  onUpdate: (news: FloorUpdate) => void;
  /** What agents do has changed since the last read of the board, and nothing else of it is known to have. */
  tellAgents: (news: Pick<FloorUpdate, 'floor' | 'step'>) => void;
};
/** The result of a read. Without `step` there was no earlier state to compare with. */
type FloorUpdate = { floor: FloorSnapshot; step: FloorDifference | undefined; isBoard: boolean };
/** The floor of this moment, read once for everybody in this process. */
export type FloorService = {
  /** Sets the follower, who is told of each change; there is one at most. */
  setListener(follower: FloorListener): void;
  /** Returns the floor, at most `FLOOR_SEND_MS` old. Changes are also passed to the follower. */
  upToDate(least: 'board' | 'figures'): Promise<FloorSnapshot>;
  /** Returns the board as this viewer may see it, for a single request. */
  boardFor(viewer: Viewer): Promise<FloorState>;
  /** Ends its timers. */
  stop(): void;
};

/** The floor is read, and its changes are sent, at most this often: a busy minute has hundreds. */
export const FLOOR_SEND_MS = 500;
/** What agents do comes with the events of its changes, without a read, and is sent at most this often. */
export const FLOOR_AGENTS_MS = 100;
/**
 * The board is sent at least this often while it is watched, since notices of changes may be lost: a screen that gets nothing
 * for longer knows that its data is old.
 */
export const FLOOR_HEARTBEAT_MS = 5000;
/** Events that change the figures of people and calls; other events change only the rest of the board. */
const ABOUT_FIGURES: ReadonlySet<string> = new Set(['user-activity-changed', 'user-changed', 'call-changed']);

/** The floor of this moment, read once for everybody in this process, and again when something has changed. */
export function createFloor({ clock, events, notices, log, reader }: Deps): FloorService {
  let follower: FloorListener = {
    wants: () => 'nothing',
    onUpdate: () => undefined,
    tellAgents: () => undefined,
  };
  let current: FloorSnapshot | undefined;
  let isBoard = false;
  let isDirty = true;
  let isStopped = false;
  let readAt = -Infinity;
  let reading: Promise<FloorSnapshot> | undefined;
  let cancel: (() => void) | undefined;
  /** Changes of agents that no read is known to contain: it may have begun before them, or has not ended. */
  const agentChanges = new Map<number, AgentChange>();
  let cancelAgents: (() => void) | undefined;

  async function read(wants: 'board' | 'figures'): Promise<FloorSnapshot> {
    isDirty = false;
    readAt = clock.now().getTime();
    const included = [...agentChanges.values()];
    const facts = await (wants === 'board' ? reader.readBoard() : reader.readCore());
    for (const change of included) if (agentChanges.get(change.id) === change) agentChanges.delete(change.id);
    // Changes of agents may have been sent meanwhile.
    const before = isBoard === (wants === 'board') ? current : undefined;
    const after = withAgentChanges({ ...facts, version: (current?.version ?? 0) + 1 }, agentChanges);
    current = after;
    isBoard = wants === 'board';
    follower.onUpdate({ floor: after, step: before && floorDifferenceOf(before, after), isBoard });
    return after;
  }

  const isFresh = (least: 'board' | 'figures'): boolean =>
    (isBoard || least === 'figures') && clock.now().getTime() - readAt < FLOOR_SEND_MS;

  /**
   * The board, at most half a second old, however many ask; later changes are sent to subscribers. Reads run one after the
   * other, since each step starts from the previous result; a caller that waited may use that result.
   */
  async function upToDate(least: 'board' | 'figures'): Promise<FloorSnapshot> {
    while (reading) await reading.catch(() => undefined);
    if (current && isFresh(least)) {
      if (isDirty) scheduleUpdate();
      return current;
    }
    const wants = least === 'board' || follower.wants() === 'board' ? 'board' : 'figures';
    reading = read(wants).finally(() => (reading = undefined));
    return reading;
  }

  /** Something has changed: subscribers are told, at the earliest half a second after the last time. */
  function scheduleUpdate(): void {
    isDirty = true;
    if (cancel || isStopped || follower.wants() === 'nothing') return;
    const passed = clock.now().getTime() - readAt;
    cancel = clock.after(Math.max(0, Math.min(FLOOR_SEND_MS, FLOOR_SEND_MS - passed)), () => {
      cancel = undefined;
      update();
    });
  }

  function agentChanged(agent: AgentChange): void {
    if (follower.wants() !== 'board' || isStopped) return;
    agentChanges.set(agent.id, agent);
    cancelAgents ??= clock.after(FLOOR_AGENTS_MS, () => {
      cancelAgents = undefined;
      sendAgents();
    });
  }

  function sendAgents(): void {
    if (!current || !isBoard || isStopped) return;
    const before = current;
    const now = { ...before, version: before.version + 1, at: clock.now() };
    const after = withAgentChanges(now, agentChanges);
    const step = agentDifferenceOf(before, after);
    if (step.agents.length === 0) return;
    current = after;
    follower.tellAgents({ floor: after, step });
  }

  function update(): void {
    const wants = follower.wants();
    if (wants === 'nothing' || isStopped) return;
    upToDate(wants).catch((error: unknown) => log.warn({ err: error }, 'could not read what goes on'));
  }

  events.onEvent(({ name, payload }) => {
    if (name === 'user-activity-changed') agentChanged(payload as AgentChange);
    if (follower.wants() === 'board' || ABOUT_FIGURES.has(name)) scheduleUpdate();
    else isDirty = true;
  });
  for (const topic of ['calls-changed', 'agent-here', 'agent-left', 'floor-alerts'])
    notices.on(topic, scheduleUpdate);
  const stopBeat = repeatEvery(clock, FLOOR_HEARTBEAT_MS, () => {
    if (clock.now().getTime() - readAt >= FLOOR_SEND_MS) update();
  });

  return {
    setListener: (own) => void (follower = own),
    upToDate,

    async boardFor(viewer) {
      // The known board is out of date while a new one is being read.
      const known = !reading && !isDirty && isFresh('board') ? current : undefined;
      const now = known ?? { ...(await reader.readBoard()), version: current?.version ?? 0 };
      return boardForViewer(now, floorScopeOf(viewer));
    },

    stop() {
      isStopped = true;
      cancel?.();
      cancelAgents?.();
      stopBeat();
    },
  };
}
