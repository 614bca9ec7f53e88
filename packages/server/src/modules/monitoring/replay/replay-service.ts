import {
  FIGURES_NOT_REPLAYED,
  type FloorReplay,
  type ReplayCall,
  type ServiceRule,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Settings } from '#modules/settings';
import { listCallWaits, readPeriodStarts } from '../floor/floor-store.ts';
import { sumServiceLevels, serviceLevelsForViewer, type CallWait } from '../floor/service-level.ts';
import { floorScopeOf } from '../floor/floor-scope.ts';
import { callStateAt } from './call-state.ts';
import * as store from './replay-store.ts';

/** The board at a past moment. @throws AppError `invalid` for a future one */
export type FloorReplays = { at(viewer: Viewer, at: Date): Promise<FloorReplay> };

type Deps = Pick<Platform, 'db' | 'clock'> & {
  agents: Pick<Agents, 'listCapacities'>;
  settings: Pick<Settings, 'config'>;
  /** The service level target of a day. */
  serviceRuleOn: (at: Date) => Promise<ServiceRule>;
};

export function createFloorReplays({ db, clock, agents, settings, serviceRuleOn }: Deps): FloorReplays {
  async function readService(
    at: Date,
  ): Promise<{ book: ReturnType<typeof sumServiceLevels>; rule: ServiceRule }> {
    const { time_zone: timeZone } = await settings.config();
    const { target_seconds, short_abandon_seconds } = await serviceRuleOn(at);
    const rule = { target_seconds, short_abandon_seconds };
    const { halfHour, today } = await readPeriodStarts(db.q, at, timeZone);
    const waits = await listCallWaits(db.q, today, at);
    return {
      book: sumServiceLevels(
        waits.map((wait) => asOf(wait, at)),
        { halfHour, now: at, rule },
      ),
      rule,
    };
  }

  return {
    async at(viewer, at) {
      if (at > clock.now()) throw new AppError('invalid', [{ path: 'at', message: 'Must be in the past' }]);
      const sight = floorScopeOf(viewer);
      const { book, rule } = await readService(at);
      // Former departments of users are not stored, so the present ones decide what is visible.
      const departments = new Map((await agents.listCapacities()).map((one) => [one.id, one.department_ids]));
      const people = await store.listAgentsAt(db.q, at);
      const calls = await store.listCallsAt(db.q, at);
      return {
        at: at.toISOString(),
        agents: people.filter(({ id }) => sight.person({ id, department_ids: departments.get(id) ?? [] })),
        calls: calls.filter(sight.seesItem).map((call) => toReplayCall(call, at)),
        service: serviceLevelsForViewer(book, sight),
        service_rule: rule,
        alerts: await store.listAlertsAt(db.q, sight, at),
        unknown: [...FIGURES_NOT_REPLAYED],
      };
    },
  };
}

function toReplayCall(call: store.ReplayCallRow, at: Date): ReplayCall {
  const { call_id, media_id, direction, user_id, started_at } = call;
  return { call_id, media_id, direction, user_id, started_at, ...callStateAt(call, at) };
}

/** A wait as it was known at that moment, without what happened later. Pure. */
function asOf(wait: CallWait, at: Date): CallWait {
  const known = (moment: string | null): string | null =>
    moment !== null && Date.parse(moment) <= at.getTime() ? moment : null;
  const endedAt = known(wait.ended_at);
  return {
    ...wait,
    answered_at: known(wait.answered_at),
    ended_at: endedAt,
    is_left_by_wish: wait.is_left_by_wish && endedAt !== null,
  };
}
