import type { AlertKind, AlertLevel, AlertRule } from '@trunkline/contract';
import { repeatEvery } from '#platform/clock';
import type { Platform } from '#platform/platform';
import { createRerunner } from '#platform/realtime/followers';
import type { FloorSnapshot } from '../floor/board.ts';
import { FLOOR_HEARTBEAT_MS, type FloorService } from '../floor/floor-service.ts';
import * as store from './alert-store.ts';
import { NOT_REACHED, updateReachedSince, nextAlertStep, type ReachedSince } from './alert-steps.ts';
import type { AlertLifecycle } from './alert-lifecycle.ts';
import { watchedValueOf } from './alert-values.ts';

export type AlertWatch = {
  start(): void;
  stop(): Promise<void>;
  /** Compares the board with the rules now, and resolves when that is done. */
  checkAlerts(): Promise<void>;
};

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'notices'> & {
  floor: Pick<FloorService, 'upToDate'>;
  telling: AlertLifecycle;
  /** Tells which kinds of figures the board has to read for the rules. */
  onKinds: (kinds: ReadonlySet<AlertKind>) => void;
};

/**
 * Compares the board with the rules every few seconds. Every server does so; the database decides which one starts an alert.
 * How long a value has been at a level is only in each server's memory, and so counts anew after a restart.
 */
export function createAlertWatch(deps: Deps): AlertWatch {
  const { db, clock, log, notices, floor, telling, onKinds } = deps;
  /** By rule id and time of its last change, so that a changed rule starts anew. */
  let reached = new Map<string, ReachedSince>();
  let stopBeat = (): void => undefined;
  let isStopped = true;
  const rounds = createRerunner(checkAlerts, (error) =>
    log.warn({ err: error }, 'could not look after the alerts'),
  );

  async function checkAlerts(): Promise<void> {
    const rules = isStopped ? [] : await store.listActiveRules(db.q);
    onKinds(new Set(rules.map(({ kind }) => kind)));
    const before = reached;
    reached = new Map();
    if (rules.length === 0) return;
    const now = await floor.upToDate('board');
    const states = new Map((await store.listStates(db.q)).map((state) => [state.rule_id, state]));
    for (const rule of rules) await compare(rule, now, { before, state: states.get(rule.id) });
  }

  type AlertMemory = {
    before: ReadonlyMap<string, ReachedSince>;
    state: { level: AlertLevel | null; ended_at: string | null } | undefined;
  };

  async function compare(rule: AlertRule, now: FloorSnapshot, { before, state }: AlertMemory): Promise<void> {
    const key = `${rule.id} ${rule.changed_at}`;
    const value = watchedValueOf(rule, now);
    const at = now.at.getTime();
    const notBefore = state?.ended_at ? Date.parse(state.ended_at) : 0;
    const own = updateReachedSince(rule, before.get(key) ?? NOT_REACHED, { value, at, notBefore });
    reached.set(key, own);
    const step = nextAlertStep(rule, state?.level ?? null, { reached: own, value, at });
    if (!step) return;
    const mails = await telling.mailsOf(rule, step, value ?? 0);
    await db.transaction(async (tx) => {
      const current = await store.lockRule(tx.q, rule.id);
      if (current?.changed_at !== rule.changed_at || !current.is_active) return;
      await telling.applyStep(tx, rule, { step, value: value ?? 0, at: now.at, mails });
    });
  }

  notices.on('floor-alert-rules', () => {
    if (!isStopped) rounds.wake();
  });

  return {
    start(): void {
      isStopped = false;
      stopBeat = repeatEvery(clock, FLOOR_HEARTBEAT_MS, rounds.wake);
      rounds.wake();
    },
    async checkAlerts(): Promise<void> {
      rounds.wake();
      await rounds.settled();
    },
    async stop(): Promise<void> {
      isStopped = true;
      stopBeat();
      await rounds.settled();
    },
  };
}
