import {
  ALERT_MINUTES_MAX,
  CHANNEL_TRAITS,
  type AlertKind,
  type FloorAgent,
  type MediaId,
  type ServiceRule,
} from '@trunkline/contract';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Settings } from '#modules/settings';
import type { FloorSnapshot } from './board.ts';
import { NO_SERVICE_SUMS, sumServiceLevels } from './service-level.ts';
import * as store from './floor-store.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  agents: Pick<Agents, 'listCapacities'>;
  settings: Pick<Settings, 'config'>;
  /** The service level target of today. */
  serviceRule: () => Promise<ServiceRule>;
};
type AgentCapacity = Awaited<ReturnType<Deps['agents']['listCapacities']>>[number];
/** Reads the floor from the database. */
export type FloorReader = {
  /** Returns people and calls, which the figures are counted over, and nothing else of the board. */
  readCore(): Promise<Omit<FloorSnapshot, 'version'>>;
  /** Returns everything on the board, and what the watched kinds of rules need in addition. */
  readBoard(): Promise<Omit<FloorSnapshot, 'version'>>;
  /** Sets the kinds of rules that need more than the board shows. */
  watchKinds(wanted: ReadonlySet<AlertKind>): void;
};

/** Used where only people and calls are read. */
const NO_RULE: ServiceRule = { target_seconds: 0, short_abandon_seconds: 0 };
/** The service level is computed at most this often. */
const SERVICE_MS = 5000;

export function createFloorReader({ db, clock, agents, settings, serviceRule }: Deps): FloorReader {
  let kinds: ReadonlySet<AlertKind> = new Set();
  let service: { book: FloorSnapshot['service']; at: number } | undefined;

  /** Reads people and calls, from which the figures are counted. */
  async function readCore(): Promise<Omit<FloorSnapshot, 'version'>> {
    const at = clock.now();
    const people = await agents.listCapacities();
    const calls = await store.readCalls(db.q);
    return {
      at,
      agents: people.map((one) => withLoad(one)),
      ...calls,
      waiting: [],
      service: NO_SERVICE_SUMS,
      serviceRule: NO_RULE,
    };
  }

  async function readService(
    now: Date,
    timeZone: string,
    rule: ServiceRule,
  ): Promise<FloorSnapshot['service']> {
    if (service && Math.abs(now.getTime() - service.at) < SERVICE_MS) return service.book;
    const { halfHour, today } = await store.readPeriodStarts(db.q, now, timeZone);
    const book = sumServiceLevels(await store.listCallWaits(db.q, today), { halfHour, now, rule });
    service = { book, at: now.getTime() };
    return book;
  }

  /** Reads what only alert rules need. */
  async function readWatched(
    now: Date,
  ): Promise<Pick<FloorSnapshot, 'deadlines' | 'failing' | 'breakLimits'>> {
    const until = new Date(now.getTime() + ALERT_MINUTES_MAX * 60_000);
    return {
      ...(kinds.has('sla') && { deadlines: await store.listDeadlines(db.q, now, until) }),
      ...(kinds.has('channel') && { failing: await store.listFailing(db.q) }),
      ...(kinds.has('break') && { breakLimits: await store.readBreakLimits(db.q) }),
    };
  }

  /** Reads everything on the board. */
  async function readBoard(): Promise<Omit<FloorSnapshot, 'version'>> {
    const core = await readCore();
    const { routing, time_zone: timeZone } = await settings.config();
    const weights = new Map<MediaId, number>(routing.weights.map((one) => [one.media_id, one.weight]));
    const { target_seconds, short_abandon_seconds } = await serviceRule();
    const rule = { target_seconds, short_abandon_seconds };
    const loads = grouped(await store.listAgentLoads(db.q));
    const unanswered = new Map((await store.listUnanswered(db.q)).map((one) => [one.user_id, one]));
    return {
      ...core,
      agents: core.agents.map((agent) =>
        withLoad(agent, { loads: loads.get(agent.id), unanswered: unanswered.get(agent.id), weights }),
      ),
      waiting: await store.listWaiting(db.q),
      service: await readService(core.at, timeZone, rule),
      serviceRule: rule,
      ...(await readWatched(core.at)),
    };
  }

  return {
    readCore,
    readBoard,
    watchKinds: (wanted) => void (kinds = wanted),
  };
}

type FloorParts = {
  loads?: readonly store.AgentLoad[] | undefined;
  unanswered?: store.UnansweredCount | undefined;
  weights?: ReadonlyMap<MediaId, number>;
};

function withLoad(agent: AgentCapacity, { loads = [], unanswered, weights }: FloorParts = {}): FloorAgent {
  const weightOf = (mediaId: MediaId): number => {
    const { isQueued, isVoice } = CHANNEL_TRAITS[mediaId];
    return isQueued && !isVoice ? (weights?.get(mediaId) ?? 1) : 0;
  };
  return {
    ...agent,
    load: loads.reduce((sum, { media_id: mediaId, total }) => sum + weightOf(mediaId) * total, 0),
    loads: loads.map(({ media_id, total }) => ({ media_id, total })),
    unanswered: unanswered?.total ?? 0,
    unanswered_since: unanswered?.since ?? null,
  };
}

function grouped(loads: readonly store.AgentLoad[]): Map<number, store.AgentLoad[]> {
  const byPerson = new Map<number, store.AgentLoad[]>();
  for (const load of loads) {
    const own = byPerson.get(load.user_id);
    if (own) own.push(load);
    else byPerson.set(load.user_id, [load]);
  }
  return byPerson;
}
