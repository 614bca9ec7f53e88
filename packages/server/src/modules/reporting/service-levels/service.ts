import type { BodyOf, ServiceLevelRule, ServiceLevels, setServiceLevel } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { calendarDayOf } from '../range.ts';
import * as store from './store.ts';

export type ServiceLevelRules = {
  list: () => Promise<ServiceLevels>;
  /** The rule of today. */
  current: () => Promise<ServiceLevelRule>;
  /** The rule of that moment. */
  on: (at: Date) => Promise<ServiceLevelRule>;
  /** Sets the rule from a day on that has not passed, so that earlier reports do not change. */
  set: (viewer: Viewer, rule: BodyOf<typeof setServiceLevel>) => Promise<ServiceLevelRule>;
};

type Deps = Pick<Platform, 'db' | 'clock'> & { settings: Pick<Settings, 'config' | 'audit'> };

export function createServiceLevels({ db, clock, settings }: Deps): ServiceLevelRules {
  const dayAt = async (at: Date) => calendarDayOf(at, (await settings.config()).time_zone);
  const today = () => dayAt(clock.now());
  const on = async (at: Date) => found(await store.findRule(db.q, await dayAt(at)));

  return {
    current: () => on(clock.now()),
    on,
    list: async () => ({ data: await store.listRules(db.q), today: await today() }),

    async set(viewer, rule) {
      if (rule.valid_from < (await today()))
        throw new AppError('invalid', [{ path: 'valid_from', message: 'Must be today or a later day' }]);
      await db.transaction(async (tx) => {
        const before = await store.findRule(tx.q, rule.valid_from);
        await store.putRule(tx.q, { ...rule, set_by: viewer.id, set_at: clock.now() });
        await settings.audit(tx.q, {
          viewer,
          action: 'service_level.changed',
          subject: `service level from ${rule.valid_from}`,
          details: { before: before ?? null, after: rule },
        });
      });
      return rule;
    },
  };
}
