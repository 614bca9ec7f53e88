import {
  ALERT_RULES_MAX,
  alertRuleFaults,
  type AlertRule,
  type AlertRuleFields,
  type FloorAlert,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Auth } from '#modules/auth';
import type { Settings } from '#modules/settings';
import { floorScopeOf } from '../floor/floor-scope.ts';
import * as store from './alert-store.ts';

/** Alert rules and their alerts. @throws AppError `not_found` also for those of departments that the viewer does not see */
export type FloorAlerts = {
  listRules(viewer: Viewer): Promise<AlertRule[]>;
  /**
   * @throws AppError `invalid`: the rule makes no sense; `invalid_reference`: a department that the viewer does not see, or an
   * unknown user
   */
  createRule(viewer: Viewer, body: AlertRuleFields): Promise<AlertRule>;
  /** Ends the rule's alert if it watches something else from now on. */
  updateRule(viewer: Viewer, id: number, body: AlertRuleFields): Promise<AlertRule>;
  removeRule(viewer: Viewer, id: number): Promise<void>;
  list(
    viewer: Viewer,
    page: { before?: number | undefined; limit: number },
  ): Promise<{ data: FloorAlert[]; has_more: boolean }>;
  /** Only the first acknowledgement counts. @throws AppError `conflict` where the alert is over */
  acknowledge(viewer: Viewer, id: number): Promise<FloorAlert>;
  canMail(): Promise<boolean>;
};

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'notices'> & {
  auth: Pick<Auth, 'viewerOf'>;
  settings: Pick<Settings, 'audit' | 'mail'>;
  /** Ends the alert of a rule, as part of a transaction. */
  end: (tx: Tx, rule: AlertRule) => Promise<void>;
};

const KEPT_MS = 400 * 86_400_000;
const SCOPE = ['kind', 'department_id', 'media_id', 'queue', 'user_activity_id', 'minutes'] as const;

export function createFloorAlerts({ db, clock, jobs, notices, auth, settings, end }: Deps): FloorAlerts {
  jobs.define('alerts:purge', () => store.removeOld(db.q, new Date(clock.now().getTime() - KEPT_MS)));
  jobs.schedule('alerts:purge', '41 3 * * *');

  async function changed(tx: Tx, viewer: Viewer, entry: { action: string; id: number; details: object }) {
    const { action, id, details } = entry;
    await settings.audit(tx.q, {
      viewer,
      action: `alert_rule.${action}`,
      subject: `alert rule ${id}`,
      details,
    });
    tx.afterCommit(() => notices.send('floor-alert-rules', null));
  }

  async function demandSound(viewer: Viewer, rule: AlertRuleFields): Promise<void> {
    const faults = alertRuleFaults(rule);
    if (faults.length > 0)
      throw new AppError(
        'invalid',
        faults.map(({ path, message }) => ({ path, message })),
      );
    if (!store.isAlertVisible(floorScopeOf(viewer), rule)) throw new AppError('invalid_reference');
    for (const id of rule.mail_to) if (!(await auth.viewerOf(id))) throw new AppError('invalid_reference');
  }

  async function lockSeen(tx: Tx, viewer: Viewer, id: number): Promise<AlertRule> {
    const rule = found(await store.lockRule(tx.q, id));
    if (!store.isAlertVisible(floorScopeOf(viewer), rule)) throw new AppError('not_found');
    return rule;
  }

  return {
    listRules: (viewer) => store.listRules(db.q, floorScopeOf(viewer)),
    canMail: () => settings.mail.isConfigured(),

    async createRule(viewer, body) {
      await demandSound(viewer, body);
      return db.transaction(async (tx) => {
        if ((await store.countRules(tx.q)) >= ALERT_RULES_MAX) throw new AppError('conflict');
        const rule = await store.insertRule(tx.q, { ...body, changed_at: clock.now() });
        await changed(tx, viewer, { action: 'created', id: rule.id, details: body });
        return rule;
      });
    },

    async updateRule(viewer, id, body) {
      await demandSound(viewer, body);
      return db.transaction(async (tx) => {
        const before = await lockSeen(tx, viewer, id);
        const watchesOther = SCOPE.some((field) => before[field] !== body[field]);
        if (watchesOther || !body.is_active) await end(tx, before);
        const rule = await store.updateRule(tx.q, id, { ...body, changed_at: clock.now() });
        await changed(tx, viewer, {
          action: 'changed',
          id,
          details: { before: fieldsOf(before), after: body },
        });
        return rule;
      });
    },

    removeRule: (viewer, id) =>
      db.transaction(async (tx) => {
        const rule = await lockSeen(tx, viewer, id);
        await end(tx, rule);
        await store.removeRule(tx.q, id);
        await changed(tx, viewer, { action: 'removed', id, details: fieldsOf(rule) });
      }),

    async list(viewer, { before, limit }) {
      const rows = await store.listAlerts(db.q, floorScopeOf(viewer), { before, limit: limit + 1 });
      return { data: rows.slice(0, limit), has_more: rows.length > limit };
    },

    async acknowledge(viewer, id) {
      const alert = found(await store.findAlert(db.q, id));
      if (!store.isAlertVisible(floorScopeOf(viewer), alert)) throw new AppError('not_found');
      const isFirst = await db.transaction(async (tx) => {
        const isTaken = await store.acknowledge(tx.q, id, { userId: viewer.id, at: clock.now() });
        if (!isTaken) return false;
        await settings.audit(tx.q, {
          viewer,
          action: 'alert.acknowledged',
          subject: `alert ${id}`,
          details: { name: alert.name, level: alert.level },
        });
        tx.afterCommit(() => notices.send('floor-alerts', null));
        return true;
      });
      const now = found(await store.findAlert(db.q, id));
      if (!isFirst && now.ended_at !== null) throw new AppError('conflict');
      return now;
    },
  };
}

function fieldsOf(rule: AlertRule): AlertRuleFields {
  const { id: _, changed_at: _at, ...fields } = rule;
  return fields;
}
