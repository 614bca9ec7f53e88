import type { AlertRule, WebhookEvent } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Auth } from '#modules/auth';
import type { Settings } from '#modules/settings';
import type { Webhooks } from '#modules/webhooks';
import { floorScopeOf } from '../floor/floor-scope.ts';
import { alertMail } from './alert-mails.ts';
import type { AlertStep } from './alert-steps.ts';
import * as store from './alert-store.ts';

type Mail = { to: string; subject: string; text: string };
type Taken = { step: AlertStep; value: number; at: Date; mails: readonly Mail[] };

export type AlertLifecycle = {
  /** The mails about this step: to the rule's recipients who may see the board now. */
  mailsOf(rule: AlertRule, step: AlertStep, value: number): Promise<Mail[]>;
  /** Applies a step of an alert, and announces it in the same transaction; does nothing where another process was faster. */
  applyStep(tx: Tx, rule: AlertRule, taken: Taken): Promise<void>;
  /** Ends the alert of a rule that is changed or deleted, as part of that transaction. */
  end(tx: Tx, rule: AlertRule): Promise<void>;
};

type Deps = Pick<Platform, 'clock' | 'notices' | 'publicUrl'> & {
  auth: Pick<Auth, 'viewerOf' | 'user'>;
  settings: Pick<Settings, 'config' | 'mail'>;
  webhooks: Pick<Webhooks, 'enqueueEvent'>;
};

/** Starts and ends alerts, and announces them by mail and webhook. */
export function createAlertLifecycle({
  clock,
  notices,
  publicUrl,
  auth,
  settings,
  webhooks,
}: Deps): AlertLifecycle {
  async function applyStep(tx: Tx, rule: AlertRule, { step, value, at, mails }: Taken): Promise<void> {
    switch (step.act) {
      case 'start': {
        const since = new Date(step.since);
        const id = await store.startAlert(tx.q, rule, { level: step.level, value, since, at });
        if (id === undefined) return;
        for (const mail of mails) await tx.enqueue('mail:send', mail);
        return notifyAlert(tx, rule, { event: 'alert.started', id });
      }
      case 'escalate': {
        const done = await store.changeLevel(tx.q, rule.id, { level: 'alarm', value, at });
        if (!done) return;
        // An alert that changes level back and forth is only announced once as an alarm.
        if (!done.isFirst) return isOther(tx);
        for (const mail of mails) await tx.enqueue('mail:send', mail);
        return notifyAlert(tx, rule, { event: 'alert.escalated', id: done.id });
      }
      case 'ease':
        if (await store.changeLevel(tx.q, rule.id, { level: 'warn', value, at })) isOther(tx);
        return undefined;
      case 'end': {
        const id = await store.endAlert(tx.q, rule.id, at);
        return id === undefined ? undefined : notifyAlert(tx, rule, { event: 'alert.ended', id });
      }
    }
  }

  const isOther = (tx: Tx): void => tx.afterCommit(() => notices.send('floor-alerts', null));

  async function notifyAlert(
    tx: Tx,
    rule: AlertRule,
    { event, id }: { event: WebhookEvent; id: number },
  ): Promise<void> {
    isOther(tx);
    if (!rule.tells.includes('webhook')) return;
    const alert = await store.findAlert(tx.q, id);
    if (alert)
      await webhooks.enqueueEvent(tx, { event, subject: `alert:${id}`, version: null, data: { alert } });
  }

  async function mailsOf(rule: AlertRule, step: AlertStep, value: number): Promise<Mail[]> {
    if (step.act === 'end' || step.act === 'ease') return [];
    if (!rule.tells.includes('mail') || !(await settings.mail.isConfigured())) return [];
    const { time_zone: timeZone } = await settings.config();
    const level = step.act === 'start' ? step.level : 'alarm';
    const mails: Mail[] = [];
    for (const userId of new Set(rule.mail_to)) {
      const viewer = await auth.viewerOf(userId);
      if (!viewer || !store.isAlertVisible(floorScopeOf(viewer), rule)) continue;
      const { email, language } = await auth.user(userId);
      if (!email) continue;
      const time = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
      const told = {
        ...rule,
        level,
        value,
        time: time.format(clock.now()),
        link: `${publicUrl()}/monitoring`,
      };
      mails.push({ to: email, ...alertMail(language, told) });
    }
    return mails;
  }

  return {
    mailsOf,
    applyStep,
    async end(tx, rule) {
      const id = await store.endAlert(tx.q, rule.id, clock.now());
      if (id !== undefined) await notifyAlert(tx, rule, { event: 'alert.ended', id });
    },
  };
}
