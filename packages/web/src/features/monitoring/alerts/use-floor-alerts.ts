import type { FloorAlert } from '@trunkline/contract';
import { realtime } from '#shared/api/realtime.ts';
import { useTopic } from '#shared/api/use-topic.ts';
import { createStore, useStore } from '#shared/lib/store.ts';

// Kept in a store, because the server sends all alerts only to the first watcher of a page and on changes; components
// that are mounted later read them here.
const floorAlerts = createStore<readonly FloorAlert[]>([]);
realtime.on('floor-alerts', ({ alerts }) => floorAlerts.set(alerts));

/** The current alerts, most severe first; live. */
export function useFloorAlerts(): readonly FloorAlert[] {
  useTopic('alerts');
  return useStore(floorAlerts);
}

/** Returns the alerts that make a sound until somebody acknowledges them. Pure. */
export const soundingAlertsOf = (alerts: readonly FloorAlert[]): readonly FloorAlert[] =>
  alerts.filter(({ tells, acknowledged_at: at }) => tells.includes('sound') && at === null);

/** Returns the alerts for which this browser has not shown a notification yet, one per severity level. Pure. */
export const unnotifiedAlertsOf = (
  alerts: readonly FloorAlert[],
  notified: ReadonlySet<string>,
): readonly FloorAlert[] =>
  alerts.filter(
    (alert) =>
      alert.tells.includes('notification') &&
      alert.acknowledged_at === null &&
      !notified.has(notifiedKey(alert)),
  );

export const notifiedKey = ({ id, level }: FloorAlert): string => `${id} ${level}`;
