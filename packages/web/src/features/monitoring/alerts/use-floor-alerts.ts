import type { FloorAlert } from '@trunkline/contract';
import { realtime } from '#shared/api/realtime.ts';
import { useTopic } from '#shared/api/use-topic.ts';
import { createStore, useStore } from '#shared/lib/store.ts';

// Told once, when the first part of the page watches, and again whenever any is other: the others read what is known.
const floorAlerts = createStore<readonly FloorAlert[]>([]);
realtime.on('floor-alerts', ({ alerts }) => floorAlerts.set(alerts));

/** The alerts that are on, the worst first; followed. */
export function useFloorAlerts(): readonly FloorAlert[] {
  useTopic('alerts');
  return useStore(floorAlerts);
}

/** Those that make a sound until somebody takes care of them. Pure. */
export const soundingOf = (alerts: readonly FloorAlert[]): readonly FloorAlert[] =>
  alerts.filter(({ tells, acknowledged_at: at }) => tells.includes('sound') && at === null);

/** Those of which this browser has not told yet, by a notification: at each level once. Pure. */
export const unnotifiedOf = (
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
