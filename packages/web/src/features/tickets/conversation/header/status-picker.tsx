import type { TicketStatus } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { StatusBadge } from '#shared/ui/marks/status-badge.tsx';
import { statusesChoosable } from '#features/tickets/commands/statuses-for.ts';
import { Picker } from '#features/tickets/picker.tsx';
import { useOpenTicket } from '#features/tickets/page/ticket-context.ts';

/** Shows and changes the status. */
export function StatusPicker() {
  const { t } = useTranslation('tickets');
  const { t: shared } = useTranslation('shared');
  const { detail, actions, menu, setMenu } = useOpenTicket();
  const { can } = useSession();
  const { status } = detail.ticket;
  const choices = statusesChoosable(status, can);
  return (
    <Picker
      label={`${t('field.status')}: ${shared(`status.${status}`)}`}
      hint="S"
      value={status}
      options={choices.map((choice) => ({ value: choice, label: shared(`status.${choice}`) }))}
      disabled={choices.length === 0}
      opened={menu === 'status'}
      onOpenChange={(opened) => setMenu(opened ? 'status' : null)}
      onPick={(picked) => void actions.setStatus(picked as TicketStatus)}
    >
      <StatusBadge status={status} quiet />
    </Picker>
  );
}
