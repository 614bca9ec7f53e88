import { useTranslation } from 'react-i18next';
import { useReference, useSession } from '#shared/api/session.ts';
import { PriorityMark } from '#shared/ui/marks/priority-mark.tsx';
import { useTicketNames } from '#shared/tickets/names.ts';
import { Picker } from '#features/tickets/picker.tsx';
import { useOpenTicket } from '#features/tickets/page/ticket-context.ts';

/** Shows and changes the priority. */
export function PriorityPicker() {
  const { t } = useTranslation('tickets');
  const { detail, actions, menu, setMenu } = useOpenTicket();
  const { can } = useSession();
  const { data: reference } = useReference();
  const priority = useTicketNames().priority(detail.ticket.priority_id);
  const choices = (reference?.priorities ?? [])
    .filter((one) => one.is_active)
    .toSorted((a, b) => a.rank - b.rank);
  return (
    <Picker
      label={`${t('field.priority_id')}: ${priority?.name ?? ''}`}
      hint="P"
      value={String(detail.ticket.priority_id)}
      options={choices.map((one) => ({
        value: String(one.id),
        label: one.name,
        icon: <PriorityMark rank={one.rank} name={one.name} />,
      }))}
      disabled={!can('TICKETS:EDIT')}
      opened={menu === 'priority'}
      onOpenChange={(opened) => setMenu(opened ? 'priority' : null)}
      onPick={(picked) => void actions.setPriority(Number(picked))}
    >
      {priority ? <PriorityMark rank={priority.rank} name={priority.name} label /> : t('field.choose')}
    </Picker>
  );
}
