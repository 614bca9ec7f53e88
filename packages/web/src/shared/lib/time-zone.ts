import { isTimeZone } from '@trunkline/contract';
import { createStore } from './store.ts';

/** The zone in which times are read: the settings' once signed in, before that this device's (undefined). */
export const timeZoneStore = createStore<string | undefined>(undefined);

/** A zone that this browser does not know leaves its own: times are better read in another zone than not at all. */
export function readTimesIn(zone: string): void {
  timeZoneStore.set(isTimeZone(zone) ? zone : undefined);
}
