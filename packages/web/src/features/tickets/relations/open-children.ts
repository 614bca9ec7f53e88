import { getI18n } from 'react-i18next';
import { toast } from '#shared/ui/states/toast.ts';
import { countOpenChildren } from './api.ts';

/** Shows how many subtickets of a ticket are still open; nothing where there are none, or the request fails. */
export async function showOpenChildren(id: number): Promise<void> {
  const count = await countOpenChildren(id).catch(() => 0);
  if (count === 0) return;
  const i18n = getI18n();
  await i18n.loadNamespaces('tickets/relations');
  toast(i18n.t('tickets/relations:done.openChildren', { count }), { kind: 'info', durationMs: 8000 });
}
