import {
  createTicketView,
  type DeskSettings,
  listTicketViews,
  removeTicketView,
  restoreTicketView,
  saveDeskSettings,
  type DeskSettingsWithRole,
  type TicketView,
  updateTicketView,
  type ViewSearch,
} from '@trunkline/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';

const KEY = ['tickets', 'views'];
type Desk = { views: TicketView[]; settings: DeskSettingsWithRole };

/** The user's views in their order, and their settings of the ticket list. */
export function useViews() {
  return useQuery<Desk>({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call(listTicketViews, { signal })).data,
    staleTime: 60_000,
  });
}

const refresh = () => queryClient.invalidateQueries({ queryKey: KEY });

export type NewView = Pick<TicketView, 'name' | 'is_shared' | 'columns'> & { search: ViewSearch };

export async function createView(body: NewView): Promise<void> {
  await call(createTicketView, { body });
  await refresh();
}

type Patch = Partial<NewView>;

/** Refused as `stale` where another person changed it meanwhile; the current views are fetched either way. */
export async function updateView({ id, version }: TicketView, patch: Patch): Promise<void> {
  try {
    await call(updateTicketView, { params: { id }, body: { version, ...patch } });
  } finally {
    await refresh();
  }
}

export async function removeView({ id }: TicketView): Promise<void> {
  await call(removeTicketView, { params: { id } });
  await refresh();
}

export async function restoreView({ id }: TicketView): Promise<void> {
  await call(restoreTicketView, { params: { id }, body: {} });
  await refresh();
}

/** Updates the cache at once, so that a dragged row does not jump back. */
export async function saveSettings(settings: Partial<DeskSettings>): Promise<void> {
  queryClient.setQueryData<Desk>(KEY, (desk) => desk && withSettings(desk, settings));
  try {
    await call(saveDeskSettings, { body: settings });
  } finally {
    await refresh();
  }
}

function withSettings({ views, settings }: Desk, change: Partial<DeskSettings>): Desk {
  const order = change.view_order;
  const placeOf = ({ id }: TicketView) => order?.indexOf(id) ?? 0;
  return {
    views: order ? views.toSorted((a, b) => placeOf(a) - placeOf(b)) : views,
    settings: { ...settings, ...change },
  };
}
