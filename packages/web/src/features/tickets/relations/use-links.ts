import { followTicket, linkTicket, unlinkTicket, type LinkKind } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { showRelations } from './api.ts';
import { useAttempt, type TicketName } from './use-attempt.ts';

/** Links and follows the open ticket; each action can be undone. */
export function useLinks({ id }: TicketName) {
  const { t } = useTranslation('tickets/relations');
  const { busy, run } = useAttempt();

  async function follow(yes: boolean): Promise<void> {
    const answer = await run(() => call(followTicket, { params: { id }, body: { follow: yes } }));
    if (!answer) return;
    showRelations(id, answer.data);
    toast(t(yes ? 'done.followed' : 'done.unfollowed'));
  }

  async function link(other: TicketName, kind: LinkKind): Promise<boolean> {
    const body = { ticket_id: other.id, kind };
    const answer = await run(() => call(linkTicket, { params: { id }, body }));
    if (!answer) return false;
    showRelations(id, answer.data);
    const undo = { label: t('action.undo'), run: () => void unlink(other) };
    toast(t('done.linked', { number: other.number }), { action: undo });
    return true;
  }

  async function unlink(other: TicketName, kind?: LinkKind): Promise<void> {
    const answer = await run(() => call(unlinkTicket, { params: { id, other: other.id } }));
    if (!answer) return;
    showRelations(id, answer.data);
    const undo = kind && { label: t('action.undo'), run: () => void link(other, kind) };
    toast(t('done.unlinked', { number: other.number }), undo ? { action: undo } : {});
  }

  return { busy, follow, link, unlink };
}
