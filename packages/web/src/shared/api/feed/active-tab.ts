import { createStore, useStore } from '#shared/lib/store.ts';
import { realtime } from '../realtime.ts';

type Tabs = { tabs: number; isActive: boolean };

/** How many tabs this user has open, and whether this is the one that rings. */
const tabState = createStore<Tabs>({ tabs: 1, isActive: true });

realtime.on('client-detect-new-tab', ({ tabs, is_active }) => tabState.set({ tabs, isActive: is_active }));

/** Followed: may this tab ring and join calls? */
export function useActiveTab(): Tabs {
  return useStore(tabState);
}

export const isActiveTab = (): boolean => tabState.get().isActive;

/** Makes this tab the one that rings. */
export async function claimTab(): Promise<void> {
  await realtime.request('tab-claim', {});
}
