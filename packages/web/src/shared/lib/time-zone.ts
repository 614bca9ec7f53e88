import { isTimeZone } from '@trunkline/contract';
import { createStore } from './store.ts';

/** The time zone of the screen: the workspace's once signed in, before that this device's (undefined). */
export const timeZoneStore = createStore<string | undefined>(undefined);

/** Sets the time zone of the screen; with one that this browser does not know, times are shown in the device's own. */
export function setScreenTimeZone(zone: string): void {
  timeZoneStore.set(isTimeZone(zone) ? zone : undefined);
}
