import { createStore, useStore } from '#shared/lib/store.ts';
import { realtime } from '../realtime.ts';

type Tabs = { tabs: number; isActive: boolean };

/** How many tabs this user has open, and whether this one rings for calls. */
const tabState = createStore<Tabs>({ tabs: 1, isActive: true });

realtime.on('client-detect-new-tab', ({ tabs, is_active }) => tabState.set({ tabs, isActive: is_active }));

/** Whether this tab may ring and join calls, with the number of tabs; live. */
export function useActiveTab(): Tabs {
  return useStore(tabState);
}

export const isActiveTab = (): boolean => tabState.get().isActive;

/** Makes this tab the one that rings for calls. */
export async function claimTab(): Promise<void> {
  await realtime.request('tab-claim', {});
}
